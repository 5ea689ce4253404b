"""Reads MEDLINE text (nbib): lines to tags and values.

Knows: the shape of a line, where a record ends.
Must not know: what a tag means (`table`, `record`).

A tag stands in the first four columns, a hyphen in the fifth; a line that begins with blanks goes on with the value
before it. Records are separated by a blank line (NLM, "MEDLINE/PubMed Data Element (Field) Descriptions").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, TextIO

from bibkit import InputError, Location, Paper, ReadContext
from bibkit.text.markup import clean
from bibkit_pubmed.record import decode_record

__all__ = ["read", "sniff"]

_LINE: Final = re.compile(r"([A-Z][A-Z0-9]{1,3}) {0,2}-(?: (.*))?", re.DOTALL)
_SNIFF: Final = re.compile(r"^(?:PMID ?|OWN ?)- ", re.MULTILINE)
_BLANKS: Final = " \t\r\n"
_FIRST: Final = frozenset(("PMID", "OWN"))
"""Tags that begin a record, should the blank line before it be missing."""


def sniff(sample: str) -> bool:
    """Whether the beginning of a file looks like MEDLINE text."""
    return _SNIFF.search(sample) is not None


def read(stream: TextIO, context: ReadContext) -> Iterator[Paper]:
    """Yield the papers of a file.

    Diagnostic: ``stray-line`` for text that belongs to no tag. Raises `bibkit.InputError` when no line has a tag.
    """
    found = False
    blank = True
    for record in _records(stream, context):
        blank = False
        if record:
            found = True
            yield decode_record(record)
    if not found and not blank:
        raise InputError("no MEDLINE records in it", location=Location(context.source))


def _records(stream: TextIO, context: ReadContext) -> Iterator[list[tuple[str, str]]]:
    """Yield each record's tags and values; an empty one where there was only text without a tag."""
    pairs: list[tuple[str, str]] = []
    pieces: list[str] = []
    tag = ""
    stray = 0
    for number, line in enumerate(_lines(stream), 1):
        match = _LINE.match(line)
        if match is not None or not line.strip(_BLANKS):
            if tag:
                pairs.append((tag, _joined(pieces)))
            tag = ""
            if match is None or (match[1] in _FIRST and any(name == match[1] for name, _ in pairs)):
                if pairs:
                    yield pairs
                pairs = []
            if match is not None:
                tag, pieces = match[1], [match[2] or ""]
        elif tag:
            pieces.append(line)
        else:
            stray += 1
            if stray == 1:
                context.diagnose("stray-line", f"text that belongs to no tag: {line.strip()[:60]!r}", line=number)
    if tag:
        pairs.append((tag, _joined(pieces)))
    if pairs:
        yield pairs
    elif stray:
        yield []


def _lines(stream: TextIO) -> Iterator[str]:
    """Lines without their ends, whichever those are."""
    for line in stream:
        yield from line.rstrip("\r\n").split("\r")


def _joined(pieces: list[str]) -> str:
    """A value in one line: the service wraps it at blanks."""
    if len(pieces) == 1:
        return clean(pieces[0].strip(_BLANKS))
    return clean(" ".join([piece for line in pieces if (piece := line.strip(_BLANKS))]))
