"""``bibkit export``: papers out of any format into any other."""

from __future__ import annotations

import click

from bibkit.cli.common import exit_status, save_report, select_by, show_written, telling
from bibkit.cli.options import (
    date_options,
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
    where_option,
)
from bibkit.pipeline import choose_destination, export
from bibkit.plugins.registry import Registry
from bibkit.report import Report

__all__ = ["command"]


@click.command("export")
@inputs_argument
@output_option
@to_option
@for_option
@from_option
@enrich_option
@where_option
@date_options
@keys_option("How to make citation keys.")
@click.option("--rekey", is_flag=True, help="Make new citation keys for papers that have one, too.")
@click.option("--ascii", "ascii_only", is_flag=True, help="BibTeX: write letters beyond ASCII as TeX commands.")
@tags_option
@option_option
@click.option("--strict", is_flag=True, help="Write nothing, with exit status 3, when something would be lost.")
@report_option
def command(
    inputs: tuple[str, ...],
    output: str | None,
    to_format: str | None,
    target: str | None,
    from_format: str | None,
    enrichers: tuple[str, ...],
    where: str | None,
    since: str | None,
    until: str | None,
    keys: str,
    rekey: bool,
    ascii_only: bool,
    reading: dict[str, str],
    options: dict[str, str],
    strict: bool,
    report: str | None,
) -> int:
    """Write papers in another format.

    INPUT is a topic document or a bibliography file; - is standard input. Formats follow from suffixes.

    \b
    bibkit export topic.txt -o topic.bib
    bibkit export topic.txt --for zotero -o topic.rdf
    """
    registry = Registry.default()
    if ascii_only:
        options |= {"ascii": "yes"}
    destination = choose_destination(output, registry, to_format=to_format, target=target, options=options)
    select = select_by(where, since, until)
    found = Report()
    with telling(found, registry, report):
        export(
            inputs,
            destination,
            registry,
            found,
            from_format=from_format,
            read_options=reading,
            select=select,
            enrichers=enrichers,
            keys=keys,
            rekey=rekey,
            strict=strict,
        )
    show_written(found, destination.path, destination.format.title)
    save_report(report, found, registry, output=destination.path, format=destination.format.name)
    return exit_status(found)
