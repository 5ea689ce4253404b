"""What the tests of RIS share."""

from __future__ import annotations

import io
from typing import Any

from bibkit.formats.ris import read, write
from bibkit.model import Paper
from bibkit.plugins.records import ReadContext, WriteContext


def read_text(text: str) -> tuple[list[Paper], ReadContext]:
    """The papers of a text, and the context that heard the diagnostics."""
    context = ReadContext("test.ris")
    return list(read(io.StringIO(text, newline=""), context)), context


def read_one(text: str) -> Paper:
    """The only paper of a text."""
    found, _ = read_text(text)
    assert len(found) == 1
    return found[0]


def record(*lines: str, ty: str = "JOUR") -> Paper:
    """The paper that a record of these lines is read as."""
    return read_one("\n".join([f"TY  - {ty}", *lines, "ER  - ", ""]))


def written(*chosen: Paper, **options: Any) -> str:
    """The file that these papers are written as."""
    return "".join(write(chosen, WriteContext(options=options)))


def lines_of(paper: Paper, **options: Any) -> list[str]:
    """The lines of the record that a paper is written as."""
    return written(paper, **options).splitlines()


def losses(paper: Paper, **options: Any) -> dict[str, int]:
    """What writing a paper loses."""
    context = WriteContext(options=options)
    "".join(write([paper], context))
    return context.report.losses


def codes(context: ReadContext) -> list[tuple[str, int]]:
    """Code and line of each diagnostic."""
    return [(diagnostic.code, diagnostic.location.line) for diagnostic in context.report.diagnostics]
