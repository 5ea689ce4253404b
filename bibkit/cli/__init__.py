"""The command ``bibkit``: one module a command, imported when it is run.

Knows: the names and one-line summaries of the commands, and how errors become one line and an exit status.
Must not know: formats, or anything that makes ``bibkit --version`` slow.

Exit status: 0 done, 1 an input (or a record of it) could not be read, 2 wrong use, 3 lost something under
``--strict``.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Final, NoReturn

import click

from bibkit._version import __version__

__all__ = ["COMMANDS", "cli", "main"]

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

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="bibkit", message="%(prog)s %(version)s")
def cli() -> None:
    """Turn topic pages into bibliographies, and convert between bibliography formats without silent loss."""


def main() -> NoReturn:
    """Run the command line; every failure is one line on standard error and an exit status."""
    try:
        status = cli.main(standalone_mode=False)
    except click.exceptions.Exit as error:
        status = error.exit_code
    except click.ClickException as error:
        _fail(error.format_message(), 2)
    except (click.Abort, KeyboardInterrupt):
        _fail("stopped", 130)
    except BrokenPipeError:
        # The reader of our output went away ("| head"); Python would complain while it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except Exception as error:
        from bibkit.errors import BibkitError  # noqa: PLC0415 - not needed by a run that succeeds

        if isinstance(error, BibkitError):
            _fail(str(error), error.exit_status)
        if isinstance(error, OSError):
            _fail(f"{error.filename or 'standard output'}: {error.strerror or error}", 1)
        if os.environ.get("BIBKIT_DEBUG"):
            raise
        _fail(f"a fault in bibkit: {type(error).__name__}: {error} (set BIBKIT_DEBUG=1 to see where)", 70)
    sys.exit(status if isinstance(status, int) else 0)


def _fail(message: str, status: int) -> NoReturn:
    line = " ".join(message.split())
    sys.stderr.write(f"bibkit: {line}\n")
    sys.exit(status)
