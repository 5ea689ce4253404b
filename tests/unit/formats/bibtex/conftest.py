"""Reading and writing in one call."""

from __future__ import annotations

import io
from typing import NamedTuple

import pytest

from bibkit.formats.bibtex import read, write, write_biblatex
from bibkit.model import Paper, Topic
from bibkit.plugins.records import ReadContext, WriteContext
from bibkit.report import Diagnostic


class Seen(NamedTuple):
    papers: list[Paper]
    diagnostics: list[Diagnostic]
    topics: list[Topic]

    @property
    def paper(self) -> Paper:
        (paper,) = self.papers
        return paper

    @property
    def codes(self) -> list[str]:
        return [diagnostic.code for diagnostic in self.diagnostics]


class Written(NamedTuple):
    text: str
    losses: dict[str, int]
    diagnostics: list[Diagnostic]

    def field(self, name: str) -> str:
        """The source of a field's value, with its braces."""
        (line,) = [line for line in self.text.splitlines() if line.split("=")[0].strip() == name]
        return line.partition("=")[2].strip().removesuffix(",")


@pytest.fixture
def load():
    def run(text: str) -> Seen:
        context = ReadContext("refs.bib")
        papers = list(read(io.StringIO(text, newline=""), context))
        return Seen(papers, context.report.diagnostics, context.topics)

    return run


@pytest.fixture
def case(shared, load):
    """The papers of one of the shared cases, by its number."""

    def run(number: str) -> Seen:
        (path,) = shared.glob(f"cases/{number}-*/input.bib")
        return load(path.read_text(encoding="utf-8"))

    return run


@pytest.fixture
def dump():
    def run(papers: list[Paper] | Paper, *, biblatex: bool = False, **options: object) -> Written:
        context = WriteContext(options={name.replace("_", "-"): value for name, value in options.items()})
        writer = write_biblatex if biblatex else write
        text = "".join(writer([papers] if isinstance(papers, Paper) else papers, context))
        return Written(text, context.report.losses, context.report.diagnostics)

    return run
