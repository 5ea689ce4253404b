"""The group of all commands, which imports a command's module when the command is run.

Knows: the names and one-line summaries of the commands. Must not know: formats, what a command does.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

import click

from bibkit._version import __version__
from bibkit.cli.stopping import BROKEN_PIPE, StoppedError

__all__ = ["COMMANDS", "cli"]

COMMANDS: Final[dict[str, str]] = {
    "export": "Write papers in another format: a .bib for LaTeX, a file for Zotero or Mendeley.",
    "enrich": "Carry affiliations and tags from topic documents into a library.",
    "follow": "Add a topic's new papers to a .bib that a person edits.",
    "merge": "Make one library out of many, duplicates joined.",
    "check": "Say what is wrong in bibliography files, with line and column.",
    "ask": "Search papers.",
    "topic": "Show a topic's momentum, weeks, tags and institutions.",
    "cite": "Print a reference list.",
    "formats": "List the formats and targets.",
    "plugins": "List the plugins and their state.",
    "fields": "List the fields of a paper and how formats spell them.",
    "new-plugin": "Start a format plugin of your own.",
}
_OLD_NAMES: Final = {"topics": "tags"}
"""Names that options had before, which go on working."""


class _LazyGroup(click.Group):
    """A group that imports a command's module when the command is run, and not to list it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"bibkit.cli.{cmd_name.replace('-', '_')}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(f"there is no command {args[0]!r} (known: {', '.join(COMMANDS)})")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:  # which click would end with status 1
            raise StoppedError(BROKEN_PIPE) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=_LazyGroup,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 110,
        "token_normalize_func": lambda name: _OLD_NAMES.get(name, name),
    },
)
@click.version_option(__version__, prog_name="bibkit", message="%(prog)s %(version)s")
def cli() -> None:
    """Turn topic pages into bibliographies, and convert between bibliography formats without silent loss."""
