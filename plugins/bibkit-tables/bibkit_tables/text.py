"""CSV: sniffs the delimiter, reads row by row, and writes what Excel opens without harm.

Knows: delimiters, quotation marks, the byte order mark that Excel wants, formulas that text must not become.
Must not know: what a column means (`columns`).
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final, TextIO

from bibkit import InputError, Location, Paper, ReadContext, WriteContext
from bibkit.text.markup import clean
from bibkit_tables.columns import CSV_FIELDS, choose, decode_row, encode_row, known, read_headings

__all__ = ["read", "sniff", "write"]

_DELIMITERS: Final = {"comma": ",", "semicolon": ";", "tab": "\t"}
_MARK: Final = "\ufeff"
_FORMULA: Final = re.compile(r"'*[=+\-@\t\r]")
"""A cell that begins so is run as a formula by spreadsheets; an apostrophe before it makes it text."""
_GUARDED: Final = re.compile(r"''*[=+\-@\t\r]")


def sniff(sample: str) -> bool:
    """Whether the first line has headings that we know."""
    line = sample.lstrip(_MARK).split("\n", 1)[0]
    return known(_headings(line, _delimiter(line))) >= 2


def _headings(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return []


def _delimiter(line: str) -> str:
    """The delimiter by which most headings are known."""
    return max(_DELIMITERS.values(), key=lambda delimiter: (known(_headings(line, delimiter)), line.count(delimiter)))


def read(stream: TextIO, context: ReadContext) -> Iterator[Paper]:
    """Yield the papers of a table whose first row holds headings.

    Diagnostic: ``bad-row`` (a row that cannot be read). Raises `bibkit.InputError` when no heading means a field.
    """
    lines = iter(stream)
    first = next(lines, "").lstrip(_MARK)
    delimiter = _delimiter(first)
    rows = csv.reader(chain([first], lines), delimiter=delimiter)
    try:
        headings = next(rows, [])
    except csv.Error as error:
        raise InputError(f"the headings cannot be read: {error}", location=Location(context.source, 1)) from error
    if not known(headings):
        raise InputError(
            "no heading is known",
            location=Location(context.source, 1),
            hint="the first row names the columns: Title, Authors, Date ...",
        )
    names = read_headings(headings)
    while True:
        line = rows.line_num + 1
        try:
            cells = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            context.diagnose("bad-row", f"this row cannot be read: {error}", line=line, severity="error")
            continue
        if len(cells) > len(names) and any(cells[len(names) :]):
            context.diagnose("bad-row", f"this row has {len(cells)} cells for {len(names)} headings", line=line)
        paper = decode_row([(name, _decode(cell)) for name, cell in zip(names, cells, strict=False)], CSV_FIELDS)
        if paper is not None:
            context.line = line
            yield paper


def _decode(cell: str) -> str:
    if cell.startswith("'") and _GUARDED.match(cell):
        cell = cell[1:]
    return cell.replace("\r\n", "\n")


def _encode(cell: str) -> str:
    cell = clean(cell)
    return f"'{cell}" if _FORMULA.match(cell) else cell


def write(papers: Iterable[Paper], context: WriteContext) -> Iterator[str]:
    """Yield the table, a row a piece, with a byte order mark so that Excel reads it as UTF-8."""
    columns, left_out = choose(str(context.options.get("columns", "")))
    held = io.StringIO()
    writer = csv.writer(held, delimiter=_DELIMITERS[str(context.options.get("delimiter", "comma"))])
    writer.writerow(columns.values())
    yield _MARK + held.getvalue()
    for paper in papers:
        held.seek(0)
        held.truncate()
        writer.writerow([_encode(cell) for cell in encode_row(paper, columns, left_out, CSV_FIELDS, context.report)])
        yield held.getvalue()
