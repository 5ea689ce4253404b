"""Everything that can go wrong, as a small tree of exceptions, each with a place and a hint.

Knows: locations and the exit status that each kind of error means to a shell.
Must not know: formats, the command line, how a message is shown.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

__all__ = [
    "BibkitError",
    "Cancelled",
    "InputError",
    "Location",
    "LossError",
    "OutputError",
    "PluginError",
    "UsageError",
]


class Location(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where in an input something stands. Lines and columns count from 1; 0 means "not known".

    >>> str(Location("refs.bib", 12, 3))
    'refs.bib:12:3'
    """

    source: str = ""
    line: int = 0
    column: int = 0
    key: str = ""
    """The citation key of the record, where it has one."""

    def __str__(self) -> str:
        text = self.source or "<input>"
        if self.line:
            text += f":{self.line}"
            if self.column:
                text += f":{self.column}"
        return text


class BibkitError(Exception):
    """The parent of every error that bibkit raises on purpose.

    ``str()`` gives one line: where, what, and what to do.
    """

    exit_status: ClassVar[int] = 1

    def __init__(self, message: str, *, location: Location | None = None, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.location = location
        self.hint = hint

    def __str__(self) -> str:
        text = f"{self.location}: {self.message}" if self.location is not None else self.message
        if self.hint:
            text += f" ({self.hint})"
        return " ".join(text.split())


class InputError(BibkitError):
    """An input cannot be read: missing, not permitted, of another format, not text."""


class OutputError(BibkitError):
    """A file cannot be written; what stood there before is untouched."""


class UsageError(BibkitError):
    """The call is wrong: an unknown format, target, option or pattern."""

    exit_status = 2


class LossError(BibkitError):
    """Strict writing lost something; the report says what."""

    exit_status = 3


class PluginError(BibkitError):
    """A plugin does not keep its contract: names the distribution, its version and the cause."""


class Cancelled(BibkitError):  # noqa: N818 - it is a wish of the caller, not an error
    """The caller asked a running enricher to stop."""
