"""``bibkit cite``: a reference list, rendered by pybtex."""

from __future__ import annotations

import io
from typing import Any

import click

from bibkit.cli.common import exit_status, format_option, inputs_argument, show_diagnostics, topics_option
from bibkit.errors import InputError, Location, UsageError
from bibkit.interop import to_pybtex
from bibkit.pipeline import read_together
from bibkit.plugins.registry import Registry
from bibkit.report import Diagnostic, Report

__all__ = ["command"]


@click.command("cite")
@inputs_argument
@click.option(
    "--style",
    default="plain",
    show_default=True,
    metavar="NAME",
    help="A pybtex style: plain, unsrt, alpha, unsrtalpha.",
)
@click.option(
    "--as",
    "backend",
    type=click.Choice(["text", "markdown", "html", "latex"]),
    default="text",
    show_default=True,
    help="How to print it.",
)
@click.option("--where", metavar="QUERY", help="Only the papers that a query finds (as in bibkit ask).")
@format_option
@topics_option
def command(
    inputs: tuple[str, ...], style: str, backend: str, where: str | None, from_format: str | None, topics: str | None
) -> int:
    """Print a reference list.

    \b
    bibkit cite topic.txt --style unsrt
    bibkit cite refs.bib --as markdown
    """
    registry = Registry.default()
    found = Report()
    papers = read_together(
        inputs, registry, found, [], from_format=from_format, options={"topics": topics} if topics else None
    )
    if where:
        from bibkit.query.language import compile_query  # noqa: PLC0415 - only when papers are selected

        papers = filter(compile_query(where), papers)
    click.echo(_render(to_pybtex(papers, ascii=False), style, backend, found), nl=False)
    show_diagnostics(found, registry)
    return exit_status(found)


def _render(data: Any, style: str, backend: str, report: Report) -> str:
    from pybtex.exceptions import PybtexError  # noqa: PLC0415 - loads pybtex
    from pybtex.plugin import PluginNotFound, enumerate_plugin_names, find_plugin  # noqa: PLC0415

    try:
        formatter = find_plugin("pybtex.style.formatting", style)()
    except PluginNotFound:
        known = ", ".join(sorted(enumerate_plugin_names("pybtex.style.formatting")))
        raise UsageError(f"pybtex has no style {style!r}", hint=f"it has {known}") from None
    writer = find_plugin("pybtex.backends", {"text": "plaintext"}.get(backend, backend))()
    try:
        return _print(formatter, writer, data)
    except PybtexError:
        _simplify(formatter, data, style, report)
    try:
        return _print(formatter, writer, data)
    except PybtexError as error:
        message = f"the style {style!r} cannot print this: {error}"
        raise InputError(message, hint="bibkit check lists what papers lack") from error


def _print(formatter: Any, writer: Any, data: Any) -> str:
    output = io.StringIO()
    writer.write_to_stream(formatter.format_bibliography(data), output)
    return output.getvalue()


def _simplify(formatter: Any, data: Any, style: str, report: Report) -> None:
    """Make ``misc``, which needs no field, of the entries that lack what the style asks of their type."""
    from pybtex.exceptions import PybtexError  # noqa: PLC0415 - loads pybtex

    for key, entry in data.entries.items():
        try:
            formatter.format_entry("", entry, data)
        except PybtexError as error:
            message = f"printed without its type, since the style {style!r} wants more: {error}"
            report.add(Diagnostic("incomplete-reference", message, location=Location(key=key)))
            entry.type = "misc"
