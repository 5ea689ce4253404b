"""``bibkit check`` as a library: what the readers report, what the checks find, and what occurs twice.

Knows: the order of these three and how a finding gets its place.
Must not know: formats, how findings are shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import Any, Final

from bibkit.errors import Location
from bibkit.identity.matching import normalise_title
from bibkit.model import Paper
from bibkit.pipeline import open_source, read_source
from bibkit.plugins.registry import Registry
from bibkit.report import Diagnostic, Report

__all__ = ["Linter"]

_SHORT_TITLE: Final = 12
"""Titles with fewer letters ("Introduction") are no sign of a duplicate by themselves."""


class Linter:
    """One run over several inputs; remembers what it has seen, so that duplicates between files are found."""

    def __init__(self, registry: Registry, report: Report) -> None:
        self._registry = registry
        self._report = report
        self._checks = {name: registry.resolve(check, "check") for name, check in registry.checks.items()}
        self._seen: dict[tuple[str, str], Location] = {}

    def run(self, name: str, *, from_format: str | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Read an input and add to the report all that is wrong or doubtful.

        Raises `InputError` for an input that cannot be read at all, as everywhere.
        """
        with ExitStack() as stack:
            source = open_source(name, self._registry, self._report, stack, from_format=from_format, options=options)
            places = source.context.places = {}
            for paper in read_source(source, self._registry, self._report):
                line, column = places.get(paper.key, (source.context.line, source.context.column))
                place = Location(source.name, line, column, paper.key)
                _run_checks(paper, place, self._checks, self._registry, self._report)
                _find_duplicates(paper, place, self._seen, self._report)


def _run_checks(paper: Paper, place: Location, checks: dict[str, Any], registry: Registry, report: Report) -> None:
    """Run every check on one paper; one that fails is reported once and left out from then on."""
    for name in list(checks):
        try:
            found = list(checks[name](paper))
        except Exception as error:  # noqa: BLE001 - a stranger's check
            del checks[name]
            report.add(Diagnostic("plugin", str(registry.fault(registry.checks[name], error)), "warning", place))
            continue
        severity = registry.checks[name].severity
        for message, field in found:
            about = f"{message} [{field}]" if field and field not in message else message
            report.add(Diagnostic(name, about, severity, place))


def _find_duplicates(paper: Paper, place: Location, seen: dict[tuple[str, str], Location], report: Report) -> None:
    for code, value in _identities(paper):
        first = seen.setdefault((code, value.lower()), place)
        if first is not place:
            where = f"{first}" + (f" ({first.key})" if first.key else "")
            report.add(Diagnostic(code, f"{value!r} stands at {where} already", "warning", place))
            return


def _identities(paper: Paper) -> Iterator[tuple[str, str]]:
    """What would make another paper with the same value a duplicate of this one, surest first."""
    if paper.doi:
        yield "duplicate-doi", paper.doi
    if paper.arxiv:
        yield "duplicate-arxiv", paper.arxiv
    title = normalise_title(paper.title)
    if len(title) >= _SHORT_TITLE:
        authors = paper.by_role("author")
        first = authors[0].family or authors[0].literal if authors else ""
        yield "duplicate-title", f"{title} / {first.lower()}" if first else title
