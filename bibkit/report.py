"""What happened on the way: diagnostics with their places, and losses, counted.

Knows: how to count and what a diagnostic holds. The table of codes is in `bibkit.diagnostics`.
Must not know: formats, how a report is shown or saved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

import msgspec

from bibkit.errors import Location

__all__ = ["Code", "Diagnostic", "Report", "Severity"]

Severity: TypeAlias = Literal["info", "warning", "error"]


class Code(msgspec.Struct, frozen=True):
    """One kind of finding."""

    name: str
    severity: Severity
    """The usual one; "error" means that a record was not read."""
    meaning: str
    example: str


class Diagnostic(msgspec.Struct, frozen=True):
    """One thing worth saying about an input, with the place where it stands."""

    code: str
    """The name of a `Code` ("bad-date"), or of a check."""
    message: str
    severity: Severity = "warning"
    location: Location = Location()


class Report:
    """Collects what one run found and lost. The one object with state: it is passed along in the contexts.

    >>> report = Report()
    >>> report.lose("tags_omitted")
    >>> report.losses
    {'tags_omitted': 1}
    """

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.losses: dict[str, int] = {}
        self.papers_read = 0
        self.papers_written = 0

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep a diagnostic."""
        self.diagnostics.append(diagnostic)

    def lose(self, field: str, count: int = 1) -> None:
        """Count ``count`` papers whose ``field`` the written format had no place for."""
        self.losses[field] = self.losses.get(field, 0) + count

    def lose_all(self, fields: Iterable[str]) -> None:
        """Count one paper for each of ``fields``."""
        for field in fields:
            self.lose(field)

    def by_severity(self, severity: Severity) -> Iterator[Diagnostic]:
        """Yield the diagnostics of one severity, in the order in which they came."""
        return (diagnostic for diagnostic in self.diagnostics if diagnostic.severity == severity)

    def has_errors(self) -> bool:
        """Whether a record could not be read."""
        return any(diagnostic.severity == "error" for diagnostic in self.diagnostics)
