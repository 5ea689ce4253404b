"""Sends a library through enrichers and gives the file with what its papers gained.

Knows: which enrichers run, in which order, and how to say what each paper gained.
Must not know: formats, what an enricher does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from bibkit.enrich.topics import SOURCE
from bibkit.library.library import Library
from bibkit.model import PAPER_FIELDS, Paper
from bibkit.pipeline import enrich_papers, read_papers
from bibkit.plugins.records import EnrichContext
from bibkit.plugins.registry import Registry
from bibkit.report import Report

__all__ = ["Change", "enrich_library", "source_papers"]

TOPICS: Final = "topics"


class Change(NamedTuple):
    """What one paper gained, in words."""

    key: str
    what: str


def source_papers(
    names: Sequence[str], registry: Registry, report: Report, options: dict[str, Any] | None = None
) -> list[Paper]:
    """The papers of topic documents (or of any other file), each with the name of its document.

    Raises `InputError` for a document that cannot be read.
    """
    found: list[Paper] = []
    for name in names:
        for paper in read_papers([name], registry, report, options=options):
            extra = {**paper.extra, SOURCE: (name,)}
            found.append(msgspec.structs.replace(paper, extra=extra))
    return found


def enrich_library(
    library: Library,
    sources: Sequence[Paper],
    enrichers: Sequence[str],
    registry: Registry,
    report: Report,
    *,
    progress: Callable[[int, int | None], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> tuple[dict[int, Paper], list[Change]]:
    """The papers (by their position in the library) that gained something, and what each gained.

    The enricher ``topics`` goes first where there are sources. Raises `UsageError` for an unknown enricher.
    """
    said = Report()
    context = EnrichContext(report=said, sources=lambda: iter(sources), progress=progress, cancelled=cancelled)
    names = [TOPICS, *enrichers] if sources and TOPICS not in enrichers else list(enrichers)
    marked = [msgspec.structs.replace(paper, key=f"{place}\0{paper.key}") for place, paper in enumerate(library.papers)]
    changed: dict[int, Paper] = {}
    for paper in enrich_papers(iter(marked), names, registry, context):
        number, _, key = paper.key.partition("\0")
        place = int(number) if number.isdecimal() else -1
        if not 0 <= place < len(marked):
            continue  # an enricher's own paper; this is no place for new ones
        after = msgspec.structs.replace(paper, key=key)
        if after != library.papers[place]:
            changed[place] = after
    return changed, list(_changes(library, changed, said, report))


def _changes(library: Library, changed: dict[int, Paper], said: Report, report: Report) -> Iterator[Change]:
    """What enrichers said of each paper, or else the names of the fields that are new; the rest goes to the report."""
    told: dict[int, list[str]] = {}
    for diagnostic in said.diagnostics:
        marked = diagnostic.location.key
        number, mark, key = marked.partition("\0")
        if not mark:
            report.add(diagnostic)
        elif diagnostic.code == "enriched":
            told.setdefault(int(number), []).append(diagnostic.message)
        else:
            location = msgspec.structs.replace(diagnostic.location, key=key)
            message = diagnostic.message.replace(marked, key)
            report.add(msgspec.structs.replace(diagnostic, message=message, location=location))
    for place, after in sorted(changed.items()):
        words = told.get(place) or [_difference(library.papers[place], after)]
        yield Change(after.key or after.title, " ".join(words))


def _difference(before: Paper, after: Paper) -> str:
    names = [name for name in PAPER_FIELDS if getattr(before, name) != getattr(after, name)]
    return f"+ {', '.join(names)}"
