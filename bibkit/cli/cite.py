"""``bibkit cite``: a reference list, rendered by pybtex."""

from __future__ import annotations

import io
from typing import Any

import click
from pybtex.exceptions import PybtexError
from pybtex.plugin import PluginNotFound, enumerate_plugin_names, find_plugin

from bibkit.cli.common import exit_status, select_by, show_diagnostics
from bibkit.cli.options import from_option, inputs_argument, tags_option, where_option
from bibkit.errors import InputError, Location, UsageError
from bibkit.interop.pybtex import to_pybtex
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
@where_option
@from_option
@tags_option
def command(
    inputs: tuple[str, ...],
    style: str,
    backend: str,
    where: str | None,
    from_format: str | None,
    reading: dict[str, str],
) -> int:
    """Print a reference list.

    \b
    bibkit cite topic.txt --style unsrt
    bibkit cite refs.bib --as markdown
    """
    registry = Registry.default()
    found = Report()
    papers = read_together(inputs, registry, found, [], from_format=from_format, options=reading)
    select = select_by(where)
    papers = papers if select is None else filter(select, papers)
    click.echo(_render(to_pybtex(papers, ascii=False), style, backend, found), nl=False)
    show_diagnostics(found, registry)
    return exit_status(found)


def _render(data: Any, style: str, backend: str, report: Report) -> str:
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
    for key, entry in data.entries.items():
        try:
            formatter.format_entry("", entry, data)
        except PybtexError as error:
            message = f"printed without its type, since the style {style!r} wants more: {error}"
            report.add(Diagnostic("incomplete-reference", message, location=Location(key=key)))
            entry.type = "misc"
