"""What the tests of the cases share: how to read one, and how to look at what came of it."""

from __future__ import annotations

from pathlib import Path

import bibkit
from bibkit import Paper, Report


def path_of(shared: Path, number: str) -> Path:
    """The input of the case with this number."""
    (path,) = shared.glob(f"cases/{number}-*/input.*")
    return path


def read(shared: Path, number: str) -> tuple[list[Paper], Report]:
    """The papers of a case, and what was said about it."""
    report = Report()
    return list(bibkit.read(path_of(shared, number), report=report)), report


def keyed(papers: list[Paper]) -> dict[str, Paper]:
    """Papers by citation key."""
    return {paper.key: paper for paper in papers}


def names(paper: Paper, role: str = "author") -> list[str]:
    """``given|particle|family|suffix`` of each person, or the whole name of an organisation."""
    return [
        author.literal or f"{author.given}|{author.particle}|{author.family}|{author.suffix}"
        for author in paper.authors
        if author.role == role
    ]


def codes(report: Report) -> list[tuple[str, int]]:
    """Code and line of each diagnostic that is more than an information."""
    return [(found.code, found.location.line) for found in report.diagnostics if found.severity != "info"]


def values(text: str) -> dict[str, str]:
    """The fields of a written BibTeX entry, with the delimiters of their values."""
    lines = (line.strip().rstrip(",").partition("=") for line in text.splitlines() if line.startswith("  "))
    return {name.strip(): value.strip() for name, _, value in lines}


def ris_lines(text: str, tag: str) -> list[str]:
    """The values of a tag in a RIS text."""
    return [line[6:] for line in text.split("\n") if line.startswith(f"{tag}  - ")]
