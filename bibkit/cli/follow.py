"""``bibkit follow``: a topic's new papers into a library that a person edits."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import click

from bibkit.citekeys.keys import compile_pattern
from bibkit.cli.common import exit_status, plural, save_report, select_by, show_diagnostics, spell_losses
from bibkit.cli.libraries import difference
from bibkit.cli.options import (
    date_options,
    enrich_option,
    from_option,
    keys_option,
    report_option,
    tags_option,
    where_option,
)
from bibkit.errors import UsageError
from bibkit.library.follow import Seen, find_new_papers, seen_path
from bibkit.library.library import open_library
from bibkit.library.locked_file import lock
from bibkit.model import Topic
from bibkit.pipeline import STANDARD_STREAM, enrich_papers, read_papers
from bibkit.plugins.records import EnrichContext
from bibkit.plugins.registry import Registry
from bibkit.report import Report

__all__ = ["command"]


@click.command("follow")
@click.argument("inputs", metavar="TOPIC...", nargs=-1, required=True)
@click.option(
    "--into", "library", metavar="LIBRARY", required=True, help="The library to add to; made if it does not exist."
)
@click.option("--dry-run", is_flag=True, help="Write nothing; show what would be added as a unified diff.")
@click.option(
    "--remember",
    is_flag=True,
    help="Keep a list of the papers seen (LIBRARY.seen); what you delete from the library stays away.",
)
@where_option
@date_options
@enrich_option
@keys_option("How to make the new papers' keys.")
@from_option
@tags_option
@report_option
def command(
    inputs: tuple[str, ...],
    library: str,
    dry_run: bool,
    remember: bool,
    where: str | None,
    since: str | None,
    until: str | None,
    enrichers: tuple[str, ...],
    keys: str,
    from_format: str | None,
    reading: dict[str, str],
    report: str | None,
) -> int:
    """Add a topic's new papers to a library that a person edits.

    Papers that the library has are left alone, whatever their keys. A .bib only grows at its end: order, comments,
    macros and formatting stay byte for byte.

    \b
    bibkit follow topic.txt --into library.bib --dry-run
    bibkit follow topic.txt other.txt --into library.bib --remember
    """
    if library == STANDARD_STREAM:
        raise UsageError("follow changes a file; standard input is none", hint="--into library.bib")
    compile_pattern(keys)
    registry = Registry.default()
    found = Report()
    described: list[Topic] = []
    papers = read_papers(inputs, registry, found, described, from_format=from_format, options=reading)
    select = select_by(where, since, until)
    papers = papers if select is None else filter(select, papers)
    offered = list(enrich_papers(papers, enrichers, registry, EnrichContext(report=found)))
    path = Path(library)
    with ExitStack() as stack:
        held = stack.enter_context(lock(path, found, to_write=not dry_run))
        opened = open_library(held, registry, found)
        seen = Seen.load(seen_path(path)) if remember else None
        news = find_new_papers(offered, opened, found, keys=keys, rule=registry.key_rule, seen=seen)
        data = opened.with_papers(news.added, described) if news.added else held.data
        show_diagnostics(found, registry)
        if dry_run:
            click.echo(difference(data, None, held), nl=False)
        elif data != held.data:
            held.replace(data)
        if seen is not None and not dry_run:
            seen.save(seen_path(path), offered)
    for paper in news.added:
        click.echo(f"{paper.key}: {paper.title}", err=dry_run)
    text = f"{plural(len(news.added), 'paper')} {'would be added' if dry_run else 'added'} to {library}"
    text += f"; {news.present:,} there already"
    if news.kept_away:
        text += f"; {news.kept_away:,} stay away, since they were deleted"
    text += spell_losses(found, opened.format.title)
    click.echo(text, err=True)
    save_report(report, found, registry, added=[paper.key for paper in news.added], present=news.present)
    return exit_status(found)
