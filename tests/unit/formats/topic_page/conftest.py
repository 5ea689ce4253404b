"""Topic documents for tests: made from their parts, and read."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import NamedTuple

import pytest

from bibkit.formats.topic_page import read
from bibkit.model import Paper
from bibkit.plugins.records import ReadContext
from bibkit.report import Diagnostic

HEAD = (
    "Weir Ecology",
    "AB: Applied Brooks",
    "Follow this topic Ask about this topic",
    "Momentum",
    "12 papers in the last four weeks, up 20% on the four weeks before. 0.1% of all new papers.",
    "Jul 13Week of Sep 28",
    "Latest papers 57",
)
PAPER = (
    "Sep 29, 2031q-bio.PE",
    "Eels at the Sluice",
    "Eels wait at the sluice for the tide. We count them for a year and find that they wait longer in spring.",
    "Tunde Abara, Mei-Ling Østergård, Ana de la Cruz +2",
    "Institute of Salt and Silt · Weir University, Delft +1",
    "Fish Migration Weir Ecology River Engineering",
)


class Reading(NamedTuple):
    """What a reader gave."""

    papers: list[Paper]
    context: ReadContext

    @property
    def codes(self) -> list[str]:
        return [diagnostic.code for diagnostic in self.context.report.diagnostics]

    def said(self, code: str) -> list[Diagnostic]:
        return [diagnostic for diagnostic in self.context.report.diagnostics if diagnostic.code == code]


@pytest.fixture
def read_page() -> Callable[..., Reading]:
    """Read a document given as text or as its paragraphs."""

    def read_it(*page: str, topics: object = None) -> Reading:
        context = ReadContext("page.txt", options={"tags": topics} if topics else {})
        text = page[0] if len(page) == 1 else "\n\n".join(page) + "\n"
        return Reading(list(read(io.StringIO(text, newline=""), context)), context)

    return read_it


@pytest.fixture
def head() -> tuple[str, ...]:
    """The top of a document."""
    return HEAD


@pytest.fixture
def paper() -> tuple[str, ...]:
    """A paper with everything: date, title, abstract, authors, affiliations, tags."""
    return PAPER
