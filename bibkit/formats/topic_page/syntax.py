"""How a topic document is written: paragraphs, the line that begins a paper, and "+N" at the end of a list.

Knows: paragraphs and their lines, dates and categories, what stands between institutions.
Must not know: what a paragraph means beyond that.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import msgspec

from bibkit.codecs.months import month_number

__all__ = [
    "AFFILIATION_SEPARATOR",
    "LONGEST_DATE",
    "MONTH",
    "DateLine",
    "Paragraph",
    "parse_date_line",
    "split_omitted",
    "split_paragraphs",
]

AFFILIATION_SEPARATOR: Final = "·"
MONTH: Final = r"[A-Za-z]{3,9}\.?"
"""What may be a month; `bibkit.codecs.months` tells."""
# Any word may be a category: one that is not known must not hide the beginning of a paper.
_CATEGORY: Final = r"[A-Za-z][A-Za-z.-]{1,20}"
_DATE: Final = rf"{MONTH} [0-9]{{1,2}}, ?[0-9]{{4}}|[0-9]{{1,2}} {MONTH},? [0-9]{{4}}|[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}"
_DATE_LINE: Final = re.compile(rf"(?P<date>{_DATE})[ ·|,]*(?P<category>{_CATEGORY})(?:[ ,;·|]+{_CATEGORY})*")


@cache
def _date_alone() -> re.Pattern[str]:
    return re.compile(rf"(?P<date>{_DATE})(?P<category>)")


LONGEST_DATE: Final = 20
"""How many characters a date without a category has at most."""
_LONGEST_DATE_LINE: Final = 60
_OMITTED: Final = re.compile(r"(?<![+])\s*\+(?P<count>[0-9][0-9,]{0,6})$")


class Paragraph(msgspec.Struct, frozen=True):
    """A paragraph on one line, its blanks collapsed, and the line on which it begins."""

    text: str
    line: int


class DateLine(msgspec.Struct, frozen=True):
    """The first line of a paper: date and category as written."""

    date: str
    category: str


def parse_date_line(text: str, *, bare: bool = False) -> DateLine | None:
    """Read the line that begins a paper; ``bare`` takes a date without a category instead.

    >>> parse_date_line("Sep 29, 2026cs.LG")
    DateLine(date='Sep 29, 2026', category='cs.LG')
    """
    if len(text) > _LONGEST_DATE_LINE:
        return None
    match = (_date_alone() if bare else _DATE_LINE).fullmatch(text)
    if match is None:
        return None
    month = match["date"].strip("0123456789 ,.-")
    return DateLine(match["date"], match["category"]) if not month or month_number(month) else None


def split_paragraphs(text: str) -> list[Paragraph]:
    r"""Cut a document into its paragraphs. A document without blank lines has one on each line.

    >>> split_paragraphs("Weirs\n\n\nA title\nthat wraps\n")
    [Paragraph(text='Weirs', line=1), Paragraph(text='A title that wraps', line=4)]
    """
    lines = [" ".join(line.split()) for line in text.removeprefix("\ufeff").splitlines()]
    tight = _is_tight(lines)
    paragraphs: list[Paragraph] = []
    pieces: list[str] = []
    for number, line in enumerate([*lines, ""], 1):
        if line:
            pieces.append(line)
        if pieces and (tight or not line):
            paragraphs.append(Paragraph(" ".join(pieces), number if line else number - len(pieces)))
            pieces = []
    return paragraphs


def _is_tight(lines: list[str]) -> bool:
    """Whether paragraphs follow one another without blank lines: date lines have neighbours."""
    for number, line in enumerate(lines):
        if parse_date_line(line):
            return any(lines[other] for other in (number - 1, number + 1) if 0 <= other < len(lines))
    return False


def split_omitted(text: str) -> tuple[str, int]:
    """Take the count of what a list leaves out from its end.

    >>> split_omitted("Weir Control Actor-Critic Methods+2"), split_omitted("C++20")
    (('Weir Control Actor-Critic Methods', 2), ('C++20', 0))
    """
    match = _OMITTED.search(text) if "+" in text else None
    if match is None:
        return text, 0
    return text[: match.start()], int(match["count"].replace(",", ""))
