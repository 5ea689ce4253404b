"""``bibkit merge``: one library out of many, duplicates joined."""

from __future__ import annotations

import click

from bibkit.citekeys.keys import assign_keys
from bibkit.cli.common import exit_status, plural, save_report, show_written, telling
from bibkit.cli.options import (
    enrich_option,
    for_option,
    from_option,
    inputs_argument,
    keys_option,
    option_option,
    output_option,
    report_option,
    tags_option,
    to_option,
)
from bibkit.identity.merge import merge_papers
from bibkit.model import Topic
from bibkit.output import check_writable
from bibkit.pipeline import (
    STANDARD_STREAM,
    choose_destination,
    enrich_papers,
    read_papers,
    write_destination,
    write_papers,
)
from bibkit.plugins.records import EnrichContext
from bibkit.plugins.registry import Registry
from bibkit.report import Report

__all__ = ["command"]


@click.command("merge")
@inputs_argument
@output_option
@to_option
@for_option
@from_option
@click.option("--join-versions", is_flag=True, help="Join a preprint and its published version; both stay known.")
@enrich_option
@keys_option("How to make missing citation keys.")
@tags_option
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
    reading: dict[str, str],
    options: dict[str, str],
    report: str | None,
) -> int:
    """Make one library out of many.

    Papers are one when an identifier says so, or title, authors and year. What they do not agree on is reported;
    the first one's word stands.

    \b
    bibkit merge mine.bib hers.ris topic.txt -o ours.bib
    """
    registry = Registry.default()
    destination = choose_destination(output, registry, to_format=to_format, target=target, options=options)
    if destination.path != STANDARD_STREAM:
        check_writable(destination.path)
    found = Report()
    described: list[Topic] = []
    with telling(found, registry, report):
        papers = read_papers(inputs, registry, found, described, from_format=from_format, options=reading)
        merged = merge_papers(papers, found, join_versions=join_versions)
        enriched = enrich_papers(merged, enrichers, registry, EnrichContext(report=found))
        keyed = assign_keys(enriched, keys, found, rule=registry.key_rule)
        write_destination(destination, write_papers(keyed, destination, registry, found, described))
    joined = found.papers_read - found.papers_written
    if joined > 0:
        click.echo(f"{plural(joined, 'duplicate')} joined", err=True)
    show_written(found, destination.path, destination.format.title)
    save_report(report, found, registry, output=destination.path, format=destination.format.name)
    return exit_status(found)
