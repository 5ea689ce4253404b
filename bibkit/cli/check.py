"""``bibkit check``: diagnostics with file, line and column, for people and for CI."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import click

from bibkit.checks.linter import Linter
from bibkit.cli.common import format_diagnostic, plural, print_json
from bibkit.cli.options import from_option, inputs_argument, tags_option
from bibkit.errors import BibkitError, Location
from bibkit.plugins.registry import Registry
from bibkit.report import Diagnostic, Report

__all__ = ["command"]

_RANK: Final = {"info": 0, "warning": 1, "error": 2, "never": 3}


@click.command("check")
@inputs_argument
@click.option(
    "--format",
    "output",
    type=click.Choice(["text", "github", "json"]),
    default="text",
    show_default=True,
    help="How to print.",
)
@click.option(
    "--fail-on",
    type=click.Choice(list(_RANK)),
    default="warning",
    show_default=True,
    help="The least severity that makes the exit status 1.",
)
@click.option("--ignore", metavar="CODE", multiple=True, help="Leave out a code; repeatable.")
@from_option
@tags_option
def command(
    inputs: tuple[str, ...],
    output: str,
    fail_on: str,
    ignore: tuple[str, ...],
    from_format: str | None,
    reading: dict[str, str],
) -> int:
    """Say what is wrong in bibliography files.

    Each finding is a line file:line:column: code: message. docs/diagnostics.md explains every code.
    """
    registry = Registry.default()
    report = Report()
    failed = False
    inspection = Linter(registry, report)
    for name in inputs:
        try:
            inspection.run(name, from_format=from_format, options=reading)
        except BibkitError as error:
            if error.exit_status != 1:
                raise
            failed = True
            report.add(Diagnostic("unreadable", error.message, "error", error.location or Location(name)))
    found = [d for d in (*registry.problems, *report.diagnostics) if d.code not in ignore]
    _PRINTERS[output](found)
    if output == "text":
        click.echo(f"{plural(report.papers_read, 'paper')}, {plural(len(found), 'finding')}", err=True)
    return 1 if failed or any(_RANK[d.severity] >= _RANK[fail_on] for d in found) else 0


def _print_text(found: list[Diagnostic]) -> None:
    for diagnostic in found:
        click.echo(format_diagnostic(diagnostic))


def _print_github(found: list[Diagnostic]) -> None:
    """Workflow commands of GitHub Actions: ``::warning file=...,line=...::message``."""
    levels = {"info": "notice", "warning": "warning", "error": "error"}
    for diagnostic in found:
        place = diagnostic.location
        properties = {"file": place.source, "line": str(place.line or 1), "col": str(place.column or 1)}
        properties["title"] = diagnostic.code
        settings = ",".join(f"{name}={_escape(value, ':,')}" for name, value in properties.items() if value)
        click.echo(f"::{levels[diagnostic.severity]} {settings}::{_escape(diagnostic.message)}")


def _escape(text: str, more: str = "") -> str:
    for character in "%\r\n" + more:
        text = text.replace(character, f"%{ord(character):02X}")
    return text


_PRINTERS: Final[dict[str, Callable[[list[Diagnostic]], None]]] = {
    "text": _print_text,
    "github": _print_github,
    "json": print_json,
}
