"""Options that several commands have, each spelled once.

Knows: how options are named and explained. Must not know: what a command does with them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from bibkit.citekeys.keys import DEFAULT_PATTERN
from bibkit.errors import UsageError
from bibkit.output import check_writable
from bibkit.pipeline import STANDARD_STREAM

__all__ = [
    "date_options",
    "enrich_option",
    "for_option",
    "from_option",
    "inputs_argument",
    "json_option",
    "keys_option",
    "option_option",
    "output_option",
    "report_option",
    "tags_option",
    "to_option",
    "where_option",
]

Command = TypeVar("Command", bound=Callable[..., Any])


def _parse_options(_context: click.Context, _option: click.Parameter, texts: tuple[str, ...]) -> dict[str, str]:
    """``NAME=VALUE`` texts as a dictionary; a bare ``NAME`` means yes."""
    options: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not name.strip():
            raise UsageError(f"{text!r} is not NAME=VALUE")
        options[name.strip()] = value if equals else "yes"
    return options


def _reading(_context: click.Context, _option: click.Parameter, tags: str | None) -> dict[str, str]:
    """The options of reading, as `bibkit.pipeline` takes them."""
    return {"tags": tags} if tags else {}


def _check_report(_context: click.Context, _option: click.Parameter, path: str | None) -> str | None:
    """Say at once that a report could not be saved."""
    if path and path != STANDARD_STREAM:
        check_writable(path)
    return path


inputs_argument: Final = click.argument("inputs", metavar="INPUT...", nargs=-1, required=True)
from_option: Final = click.option(
    "--from", "from_format", metavar="FORMAT", help="The inputs' format, where it is not plain."
)
output_option: Final = click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Where to write; its suffix names the format. Default: standard output.",
)
to_option: Final = click.option(
    "--to", "to_format", metavar="FORMAT", help="The format to write (bibkit formats lists them)."
)
for_option: Final = click.option(
    "--for", "target", metavar="TARGET", help="The program to write for: latex, biblatex, zotero, mendeley, endnote."
)
option_option: Final = click.option(
    "-O",
    "--option",
    "options",
    metavar="NAME=VALUE",
    multiple=True,
    callback=_parse_options,
    help="An option of the written format; repeatable.",
)
tags_option: Final = click.option(
    "--tags",
    "reading",
    metavar="FILE",
    callback=_reading,
    help="Known tags, one a line, to cut a topic document's tag lines with.",
)
enrich_option: Final = click.option(
    "--enrich",
    "enrichers",
    metavar="NAME",
    multiple=True,
    help="Send papers through an enricher; repeatable, in order.",
)
where_option: Final = click.option(
    "--where", metavar="QUERY", help="Only the papers that a query finds (as in bibkit ask)."
)
report_option: Final = click.option(
    "--report", metavar="FILE", callback=_check_report, help="Save diagnostics and losses as JSON."
)
json_option: Final = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def date_options(command: Command) -> Command:
    """``--since`` and ``--until``."""
    until = click.option("--until", metavar="DATE", help="Only papers issued on this date or earlier.")
    since = click.option(
        "--since", metavar="DATE", help="Only papers issued on this date or later (2026, 2026-09, 2026-09-28)."
    )
    return since(until(command))


def keys_option(help: str) -> Callable[[Command], Command]:  # noqa: A002 - as click calls it
    """``--keys``, which makes other keys in each command."""
    return click.option("--keys", metavar="PATTERN", default=DEFAULT_PATTERN, show_default=True, help=help)
