"""The group of all commands, which imports a command's module when the command is run.

Knows: click. Must not know: formats, what a command does.
"""

from __future__ import annotations

import signal
from importlib import import_module
from typing import Any

import click

from bibkit._version import __version__
from bibkit.cli import BROKEN_PIPE, COMMANDS, StoppedError

__all__ = ["cli", "run_with_click"]


class _LazyGroup(click.Group):
    """A group that imports a command's module when the command is run, and not to list it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"bibkit.cli.{cmd_name.replace('-', '_')}")
        if hasattr(module, "OPTIONS"):
            from bibkit.cli.options import as_command  # noqa: PLC0415 - not for --help

            return as_command(cmd_name, module.OPTIONS, module.run)
        command: click.Command = module.command
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


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="bibkit", message="%(prog)s %(version)s")
def cli() -> None:
    """Turn topic pages into bibliographies, and convert between bibliography formats without silent loss."""


def run_with_click() -> Any:
    """Run what the command line asks for, and give its exit status. Raises `UsageError` for what click refuses."""
    try:
        return cli.main(standalone_mode=False)
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.ClickException as error:
        from bibkit.errors import UsageError  # noqa: PLC0415 - not for --help

        raise UsageError(error.format_message()) from error
    except click.Abort as error:
        raise StoppedError(signal.SIGINT) from error
