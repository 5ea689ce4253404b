"""``bibkit export``: papers out of any format into any other."""

from __future__ import annotations

from typing import Final

from bibkit.citekeys.keys import DEFAULT_PATTERN
from bibkit.cli.common import (
    exit_status,
    format_option,
    inputs_argument,
    option_option,
    parse_options,
    report_option,
    save_report,
    show_diagnostics,
    show_losses,
    topics_option,
)
from bibkit.cli.options import Option
from bibkit.errors import BibkitError
from bibkit.output import check_writable
from bibkit.pipeline import STANDARD_STREAM, choose_destination, export
from bibkit.plugins.registry import Registry
from bibkit.report import Report

__all__ = ["OPTIONS", "run"]


OPTIONS: Final = (
    inputs_argument,
    Option(
        "output",
        ("-o", "--output"),
        metavar="FILE",
        help="Where to write; its suffix names the format. Default: standard output.",
    ),
    Option("to_format", ("--to",), metavar="FORMAT", help="The format to write (bibkit formats lists them)."),
    Option(
        "target",
        ("--for",),
        metavar="TARGET",
        help="The program to write for: latex, biblatex, zotero, mendeley, endnote.",
    ),
    format_option,
    Option(
        "enrichers",
        ("--enrich",),
        metavar="NAME",
        many=True,
        help="Send papers through an enricher; repeatable, in order.",
    ),
    Option("where", ("--where",), metavar="QUERY", help="Only the papers that a query finds (as in bibkit ask)."),
    Option(
        "since",
        ("--since",),
        metavar="DATE",
        help="Only papers issued on this date or later (2026, 2026-09, 2026-09-28).",
    ),
    Option("until", ("--until",), metavar="DATE", help="Only papers issued on this date or earlier."),
    Option("keys", ("--keys",), metavar="PATTERN", default=DEFAULT_PATTERN, help="How to make citation keys."),
    Option("rekey", ("--rekey",), flag=True, help="Make new citation keys for papers that have one, too."),
    Option("ascii_only", ("--ascii",), flag=True, help="BibTeX: write letters beyond ASCII as TeX commands."),
    topics_option,
    option_option,
    Option(
        "strict",
        ("--strict",),
        flag=True,
        help="Write nothing, with exit status 3, when something would be lost.",
    ),
    report_option,
)


def run(
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
    topics: str | None,
    options: tuple[str, ...],
    strict: bool,
    report: str | None,
) -> int:
    """Write papers in another format.

    INPUT is a topic document or a bibliography file; - is standard input. Formats follow from suffixes.

    \b
    bibkit export topic.txt -o topic.bib
    bibkit export topic.txt --for zotero -o topic.rdf
    """
    if report and report != STANDARD_STREAM:
        check_writable(report)
    registry = Registry.default()
    wanted = parse_options(options) | ({"ascii": "yes"} if ascii_only else {})
    destination = choose_destination(output, registry, to_format=to_format, target=target, options=wanted)
    select = None
    if where or since or until:
        from bibkit.query.language import selection  # noqa: PLC0415 - only when papers are selected

        select = selection(where, since, until)
    found = Report()
    try:
        export(
            inputs,
            destination,
            registry,
            found,
            from_format=from_format,
            read_options={"topics": topics} if topics else None,
            select=select,
            enrichers=enrichers,
            keys=keys,
            rekey=rekey,
            strict=strict,
        )
    except BibkitError:
        show_diagnostics(found, registry)
        save_report(report, found, registry)
        raise
    show_diagnostics(found, registry)
    shown = "standard output" if destination.path == STANDARD_STREAM else destination.path
    show_losses(found, shown, destination.format.title)
    save_report(report, found, registry, output=destination.path, format=destination.format.name)
    return exit_status(found)
