"""Options of a command as a table, which is read at once where a command line is plain, and by click where it is not.

Knows: how options stand on a command line. Must not know: what any of them means.

click takes as long to load as a page to read, and most exports are spelled with whole names and words apart. What
is spelled otherwise, asks for help or is wrong goes to click, which has the same table.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

if TYPE_CHECKING:
    import click

__all__ = ["Option", "as_command", "read_plainly"]

Function = TypeVar("Function", bound=Callable[..., Any])


class Option(msgspec.Struct, frozen=True):
    """One option of a command, or, without names, the words that are no option. Also a decorator, as click's are."""

    variable: str
    names: tuple[str, ...]
    help: str = ""
    metavar: str | None = None
    flag: bool = False
    many: bool = False
    default: str | None = None
    """Shown in the help."""

    def __call__(self, function: Function) -> Function:
        """Give a function this option, for click."""
        import click  # noqa: PLC0415 - see the module's docstring

        if not self.names:
            return click.argument(self.variable, metavar=self.metavar, nargs=-1, required=True)(function)
        if self.flag:
            return click.option(*self.names, self.variable, is_flag=True, help=self.help)(function)
        shown: dict[str, Any] = {} if self.default is None else {"default": self.default, "show_default": True}
        return click.option(
            *self.names, self.variable, metavar=self.metavar, multiple=self.many, help=self.help, **shown
        )(function)

    @property
    def absent(self) -> Any:
        """The value where the command line does not have it."""
        if self.flag:
            return False
        return () if self.many or not self.names else self.default


def as_command(name: str, options: Sequence[Option], run: Callable[..., Any]) -> click.Command:
    """A command of click that calls ``run`` with the values of ``options``."""
    import click  # noqa: PLC0415 - see the module's docstring

    for option in reversed(options):
        run = option(run)
    return click.command(name)(run)


def read_plainly(arguments: Sequence[str], options: Sequence[Option]) -> dict[str, Any] | None:
    """The values of a plain command line by variable, or None where click should read it.

    >>> read_plainly(["a.txt", "-o", "a.bib"], [Option("inputs", ()), Option("output", ("-o", "--output"))])
    {'inputs': ('a.txt',), 'output': 'a.bib'}
    """
    if sys.platform == "win32":  # where click expands `*` in names of files
        return None
    by_name = {name: option for option in options for name in option.names}
    values = {option.variable: option.absent for option in options}
    words: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        if _is_plain(argument):
            words.append(argument)
            continue
        name, equals, value = argument.partition("=")
        option = by_name.get(name)
        if option is None or (equals and (option.flag or not name.startswith("--"))):
            return None
        if option.flag:
            values[option.variable] = True
            continue
        if not equals:
            value = next(rest, "-?")
            if not _is_plain(value):
                return None
        values[option.variable] = (*values[option.variable], value) if option.many else value
    if not words:
        return None
    values.update({option.variable: tuple(words) for option in options if not option.names})
    return values


def _is_plain(argument: str) -> bool:
    return not argument.startswith("-") or argument == "-"
