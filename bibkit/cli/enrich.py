"""``bibkit enrich``: institutions and tags of topic documents into a library that one has."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bibkit.cli.common import exit_status, plural, save_report, show_diagnostics, show_written, spell_losses
from bibkit.cli.libraries import difference, library_path
from bibkit.cli.options import enrich_option, option_option, report_option, tags_option
from bibkit.errors import InputError, UsageError
from bibkit.library.enrich import enrich_library, source_papers
from bibkit.library.library import Library, joined, open_library
from bibkit.library.locked_file import lock
from bibkit.output import write_file, write_stream
from bibkit.pipeline import STANDARD_STREAM, Destination, choose_destination, write_papers
from bibkit.plugins.registry import Registry
from bibkit.report import Report

if TYPE_CHECKING:
    from bibkit.model import Paper

__all__ = ["command"]


@click.command("enrich")
@click.argument("library", metavar="LIBRARY")
@click.option(
    "--from", "sources", metavar="TOPIC", multiple=True, help="A document that knows more of the papers; repeatable."
)
@click.option("-o", "--output", metavar="FILE", help="Where to write. Default: the library itself.")
@click.option("--to", "to_format", metavar="FORMAT", help="The format to write. Default: the library's own.")
@click.option("--library-format", metavar="FORMAT", help="The library's format, where it is not plain.")
@enrich_option
@click.option("--dry-run", is_flag=True, help="Write nothing; show what would change as a unified diff.")
@tags_option
@option_option
@report_option
def command(
    library: str,
    sources: tuple[str, ...],
    output: str | None,
    to_format: str | None,
    library_format: str | None,
    enrichers: tuple[str, ...],
    dry_run: bool,
    reading: dict[str, str],
    options: dict[str, str],
    report: str | None,
) -> int:
    """Carry institutions and tags from topic documents into a library.

    What a person wrote stays as it is. A .bib is changed by insertions only; every other format is written anew.

    \b
    bibkit enrich library.bib --from topic.txt --dry-run
    bibkit enrich library.bib --from topic.txt --from other.txt
    bibkit enrich library.ris --from topic.txt -o complete.ris
    """
    if not sources and not enrichers:
        raise UsageError("nothing to add: name a document with --from, or an enricher with --enrich")
    registry = Registry.default()
    for name in enrichers:
        registry.enricher(name)
    destination = None
    if to_format or options:
        destination = choose_destination(output, registry, to_format=to_format, options=options)
    found = Report()
    with ExitStack() as stack:
        path = library_path(library, stack)
        where = _target(library, output, path)
        held = stack.enter_context(lock(path, found, to_write=where == path and not dry_run))
        if not held.exists:
            raise InputError(f"{library}: no such file", hint="check the name")
        opened = open_library(held, registry, found, from_format=library_format)
        if (
            destination is None
            and where is not None
            and where.suffix.lower() not in {path.suffix.lower(), *opened.format.suffixes}
        ):
            destination = choose_destination(str(where), registry)
        known = source_papers(sources, registry, found, reading)
        changed, gains = enrich_library(opened, known, enrichers, registry, found)
        data = _result(opened, changed, held.data, destination, registry, found)
        show_diagnostics(found, registry)
        for gain in gains:
            click.echo(f"{gain.key}: {gain.what}", err=dry_run or where is None)
        if dry_run:
            click.echo(difference(data, where, held), nl=False)
        elif where is None:
            write_stream(sys.stdout.buffer, [data])
        elif where != path:
            write_file(where, [data])
        elif data != held.data:
            held.replace(data)
    if destination is not None:
        show_written(found, str(where or STANDARD_STREAM), destination.format.title)
    verb = "would gain" if dry_run else "gained"
    text = f"{plural(len(changed), 'paper')} of {len(opened.papers):,} {verb} something"
    click.echo(text + (spell_losses(found, opened.format.title) if destination is None else ""), err=True)
    save_report(report, found, registry, gains=[gain._asdict() for gain in gains])
    return exit_status(found)


def _target(library: str, output: str | None, path: Path) -> Path | None:
    """The file to write: the library itself unless another is named; None for standard output."""
    if output is None:
        return None if library == STANDARD_STREAM else path
    if output == STANDARD_STREAM:
        return None
    where = Path(output)
    return path if where.exists() and where.resolve() == path.resolve() else where


def _result(
    library: Library,
    changed: Mapping[int, Paper],
    data: bytes,
    destination: Destination | None,
    registry: Registry,
    report: Report,
) -> bytes:
    """The bytes to write: the library with its gains, in its own format or in the one asked for."""
    if destination is not None:
        papers = [changed.get(place, paper) for place, paper in enumerate(library.papers)]
        return joined(write_papers(papers, destination, registry, report))
    return library.with_changes(changed) if changed else data
