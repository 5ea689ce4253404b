"""``bibkit merge``: one library out of many, duplicates joined."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from bibkit.citekeys.keys import DEFAULT_PATTERN, assign_keys
from bibkit.cli.common import (
    exit_status,
    format_option,
    inputs_argument,
    option_option,
    parse_options,
    plural,
    report_option,
    save_report,
    show_diagnostics,
    show_losses,
    topics_option,
)
from bibkit.errors import BibkitError
from bibkit.identity.merge import merge_papers
from bibkit.model import Topic
from bibkit.output import check_writable, write_file, write_stream
from bibkit.pipeline import STANDARD_STREAM, choose_destination, enrich_papers, read_papers, write_papers
from bibkit.plugins.records import EnrichContext
from bibkit.plugins.registry import Registry
from bibkit.report import Report

__all__ = ["command"]


@click.command("merge")
@inputs_argument
@click.option(
    "-o", "--output", metavar="FILE", help="Where to write; its suffix names the format. Default: standard output."
)
@click.option("--to", "to_format", metavar="FORMAT", help="The format to write (bibkit formats lists them).")
@click.option(
    "--for", "target", metavar="TARGET", help="The program to write for: latex, biblatex, zotero, mendeley, endnote."
)
@format_option
@click.option("--join-versions", is_flag=True, help="Join a preprint and its published version; both stay known.")
@click.option(
    "--enrich",
    "enrichers",
    metavar="NAME",
    multiple=True,
    help="Send papers through an enricher; repeatable, in order.",
)
@click.option(
    "--keys", metavar="PATTERN", default=DEFAULT_PATTERN, show_default=True, help="How to make missing citation keys."
)
@topics_option
@option_option
@report_option
def command(
    inputs: tuple[str, ...],
    output: str | None,
    to_format: str | None,
    target: str | None,
    from_format: str | None,
    join_versions: bool,
    enrichers: tuple[str, ...],
    keys: str,
    topics: str | None,
    options: tuple[str, ...],
    report: str | None,
) -> int:
    """Make one library out of many.

    Papers are one when an identifier says so, or title, authors and year. What they do not agree on is reported;
    the first one's word stands.

    \b
    bibkit merge mine.bib hers.ris topic.txt -o ours.bib
    """
    registry = Registry.default()
    destination = choose_destination(
        output, registry, to_format=to_format, target=target, options=parse_options(options)
    )
    if destination.path != STANDARD_STREAM:
        check_writable(Path(destination.path))
    found = Report()
    described: list[Topic] = []
    read_options = {"topics": topics} if topics else None
    papers = read_papers(inputs, registry, found, described, from_format=from_format, options=read_options)
    try:
        merged = merge_papers(papers, found, join_versions=join_versions)
        enriched = enrich_papers(merged, enrichers, registry, EnrichContext(report=found))
        rule = registry.citation_key if registry.has_key_rules else None
        keyed = assign_keys(enriched, keys, found, rule=rule)
        pieces = write_papers(keyed, destination, registry, found, described)
        if destination.path == STANDARD_STREAM:
            write_stream(sys.stdout.buffer, pieces)
            sys.stdout.buffer.flush()
        else:
            write_file(Path(destination.path), pieces)
    except BibkitError:
        show_diagnostics(found, registry)
        save_report(report, found, registry)
        raise
    show_diagnostics(found, registry)
    joined = found.papers_read - found.papers_written
    if joined > 0:
        click.echo(f"{plural(joined, 'duplicate')} joined", err=True)
    shown = "standard output" if destination.path == STANDARD_STREAM else destination.path
    show_losses(found, shown, destination.format.title)
    save_report(report, found, registry, output=destination.path, format=destination.format.name)
    return exit_status(found)
