"""The text of a topic document as blocks, one for each paragraph, with their lines.

Knows: paragraphs, blank lines, line ends, and what the line that begins a paper looks like.
Must not know: what a block means beyond that.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from bibkit.codecs import months

__all__ = ["LONGEST_DATE", "Block", "DateLine", "parse_date_line", "read_day", "split_blocks"]

MONTHS: Final = {
    spelling: number for number, name in enumerate(months.MONTHS, 1) for spelling in (name.lower(), name[:3].lower())
} | {"sept": 9}
"""The months by their names, in small letters."""
MONTH: Final = r"[A-Za-z]{3,9}\.?"
"""What may be a month; `MONTHS` tells."""
# Any word may be a category: one that is not known must not hide the beginning of a paper.
_CATEGORY: Final = r"[A-Za-z][A-Za-z.-]{1,20}"
_DATE: Final = rf"{MONTH} [0-9]{{1,2}}, ?[0-9]{{4}}|[0-9]{{1,2}} {MONTH},? [0-9]{{4}}|[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}"
_DATE_LINE: Final = re.compile(rf"(?P<date>{_DATE})[ ·|,]*(?P<category>{_CATEGORY})(?:[ ,;·|]+{_CATEGORY})*")
_DATE_ONLY: Final = re.compile(rf"(?P<date>{_DATE})(?P<category>)")
LONGEST_DATE: Final = 20
"""How many characters a date without a category has at most."""
_LINE_ENDS: Final = ("\r", "\u2028", "\u2029", "\x0b", "\x0c", "\x85")
_LINE_END: Final = re.compile(rf"\r\n?|[{''.join(_LINE_ENDS[1:])}]")


class Block(msgspec.Struct, frozen=True):
    """A paragraph on one line, its blanks collapsed, and the line on which it begins."""

    text: str
    line: int


class DateLine(msgspec.Struct, frozen=True):
    """The first line of a paper: date and category as written."""

    date: str
    category: str


def parse_date_line(text: str, *, bare: bool = False) -> DateLine | None:
    """Read the line that begins a paper; ``bare`` also takes a date without a category.

    >>> parse_date_line("Sep 29, 2026cs.LG")
    DateLine(date='Sep 29, 2026', category='cs.LG')
    """
    if not (12 <= len(text) <= 60 or (bare and 9 <= len(text) <= LONGEST_DATE)):
        return None
    match = (_DATE_ONLY if bare else _DATE_LINE).fullmatch(text)
    if match is None or match["date"].strip("0123456789 ,.-").lower() not in {*MONTHS, ""}:
        return None
    return DateLine(match["date"], match["category"])


def read_day(date: str) -> tuple[int, int, int]:
    """Year, month and day of a date that begins a paper.

    >>> read_day("Sep. 29, 2026"), read_day("2026-02-30")
    ((2026, 9, 29), (2026, 2, 30))
    """
    if "-" in date:
        year, month, day = date.split("-")
        return int(year), int(month), int(day)
    name, day, year = date.replace(".", " ").replace(",", " ").split()
    if name.isdigit():
        name, day = day, name
    return int(year), MONTHS[name.lower()], int(day)


def split_blocks(text: str) -> list[Block]:
    r"""Cut a document into its paragraphs. A document without blank lines has one on each line.

    >>> split_blocks("Weirs\n\n\nA title\nthat wraps\n")
    [Block(text='Weirs', line=1), Block(text='A title that wraps', line=4)]
    """
    if any([end in text for end in _LINE_ENDS]):
        text = _LINE_END.sub("\n", text)
    text = text.removeprefix("\ufeff")
    if "\xa0" in text or "\t" in text or "  " in text or "\u202f" in text:
        lines = [" ".join(line.split()) for line in text.split("\n")]
    else:
        lines = [line.strip() for line in text.split("\n")]
    tight = _is_tight(lines)
    blocks: list[Block] = []
    pieces: list[str] = []
    for number, line in enumerate([*lines, ""], 1):
        if line:
            pieces.append(line)
        if pieces and (tight or not line):
            blocks.append(Block(" ".join(pieces), number if line else number - len(pieces)))
            pieces = []
    return blocks


def _is_tight(lines: list[str]) -> bool:
    """Whether paragraphs follow one another without blank lines: date lines have neighbours."""
    for number, line in enumerate(lines):
        if parse_date_line(line):
            return any(lines[other] for other in (number - 1, number + 1) if 0 <= other < len(lines))
    return False
