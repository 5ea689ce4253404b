"""Page numbers: one spelling in the model, ``--`` in BibTeX, two tags in RIS.

Knows: which dash is a range and which is part of a page number.
Must not know: any format's tags. Never expands an abbreviated end (``1388-97`` stays as it is).

In the model a range has one hyphen (``11-19``), or an en dash where an end holds a hyphen itself
(``24-1\u201324-7``). Several pages or ranges are separated as the source separates them (``S12-S19, 23+``).
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

__all__ = ["decode_pages", "encode_bibtex_pages", "join_pages", "split_pages"]

_PLAIN_RANGE: Final = re.compile(r"[0-9]+-[0-9]+")
_STRONG_DASHES: Final = "\u2012\u2013\u2014\u2015\u2212"
"""Figure dash, en dash, em dash, horizontal bar, minus sign: between pages they can only mean a range."""


@cache
def _strong_dash() -> re.Pattern[str]:
    """A run of dashes, with blanks among them, that can only mean a range. Linear where blanks are collapsed."""
    return re.compile(rf"[ -]*(?:[{_STRONG_DASHES}]|- ?-)[ {_STRONG_DASHES}-]*")


_HYPHENS: Final = str.maketrans("\u2010\u2011\ufe63\uff0d", "----")
_SEPARATOR: Final = re.compile(r"( ?[,;] ?)")


@cache
def _prefix() -> re.Pattern[str]:
    return re.compile(r"(?:pp?\.|pages?|pp) ?(?=\w)(?:(?<=[. ])|(?=\d))", re.IGNORECASE)


@cache
def _roman() -> re.Pattern[str]:
    return re.compile(r"[ivxlcdm]+", re.IGNORECASE)


_NUMBER: Final = re.compile(r"[0-9]+")


def decode_pages(text: str) -> str:
    """Turn any source's spelling of pages into the model's.

    >>> decode_pages("11 -- 19"), decode_pages("24-1--24-7"), decode_pages("pp. S12--S19, 23+")
    ('11-19', '24-1\u201324-7', 'S12-S19, 23+')
    """
    if text.isalnum() or _PLAIN_RANGE.fullmatch(text):
        return text
    text = _prefix().sub("", " ".join(text.translate(_HYPHENS).split()), count=1)
    return _each_part(text, "-")


def encode_bibtex_pages(page: str) -> str:
    """Spell pages as BibTeX does: two hyphens for a range, a hyphen within a page number as it is.

    >>> encode_bibtex_pages("11-19"), encode_bibtex_pages("24-1\u201324-7"), encode_bibtex_pages("1388-97")
    ('11--19', '24-1--24-7', '1388--97')
    """
    return _each_part(" ".join(page.translate(_HYPHENS).split()), "--")


def split_pages(page: str) -> tuple[str, str]:
    """Give first and last page; the last is empty where the value is no range.

    Further pages stay with the last, so that `join_pages` gives the same value again.

    >>> split_pages("24-1\u201324-7"), split_pages("e2004567"), split_pages("S12-S19, 23+")
    (('24-1', '24-7'), ('e2004567', ''), ('S12', 'S19, 23+'))
    """
    if page.isalnum():
        return page, ""
    first, _, last = page.partition("-")
    if len(first) == len(last) and first.isdecimal() and last.isdecimal() and first <= last:
        return first, last
    page = " ".join(page.split())
    start = 0
    for part in _SEPARATOR.split(page):
        ends = _ends(part)
        if ends is not None and ends[1]:
            first, last = ends
            return page[:start] + first, last + page[start + len(part) :]
        start += len(part)
    return page, ""


def join_pages(first: str, last: str) -> str:
    """Make the model's value of a first and a last page, either of which may be empty.

    A first page that is already a range with the same end keeps it (``SP 11-19``, ``EP 19``).

    >>> join_pages("11", "19"), join_pages("24-1", "24-7"), join_pages("091234", "")
    ('11-19', '24-1\u201324-7', '091234')
    """
    first, last = first.strip(), last.strip()
    if not last or first == last:
        return decode_pages(first)
    if first.isalnum() and last.isalnum():
        return f"{first}-{last}"
    whole = decode_pages(first)
    if split_pages(whole)[1] == last:
        return whole
    return decode_pages(f"{first}\u2013{last}")


def _each_part(text: str, dash: str) -> str:
    """Spell every range of a list of pages with ``dash``."""
    return "".join([_spell(part, dash) for part in _SEPARATOR.split(text)]).strip()


def _spell(part: str, dash: str) -> str:
    ends = _ends(part)
    if ends is None:
        # Two or more strong dashes say nothing that can be split; en dashes keep them stable.
        return _strong_dash().sub("\u2013" if dash == "-" else dash, part)
    first, last = ends
    if dash == "-" and (not first or not last or "-" in first or "-" in last):
        dash = "\u2013"
    return f"{first}{dash}{last}"


def _ends(part: str) -> tuple[str, str] | None:
    """Give the two ends of a range, or None where the part is no range."""
    strong = _strong_dash().search(part)
    if strong is not None:
        if _strong_dash().search(part, strong.end()) is not None:
            return None
        return part[: strong.start()], part[strong.end() :]
    hyphens = part.count("-")
    if hyphens == 1:
        first, _, last = part.partition("-")
        first, last = first.strip(), last.strip()
        return (first, last) if _is_range(first, last) else None
    if hyphens % 2:
        # ``24-1-24-7``: two page numbers of one shape around the middle hyphen
        pieces = part.split("-")
        middle = len(pieces) // 2
        return "-".join(pieces[:middle]).strip(), "-".join(pieces[middle:]).strip()
    return None


def _is_range(first: str, last: str) -> bool:
    """Whether one hyphen separates two pages rather than standing within one (``24-1``, ``S-12``).

    >>> _is_range("11", "19"), _is_range("1388", "97"), _is_range("24", "1"), _is_range("S", "12")
    (True, True, False, False)
    """
    if not first or not last:
        return False
    if _NUMBER.fullmatch(first) and _NUMBER.fullmatch(last):
        # An abbreviated end borrows the leading digits of the first page.
        whole = (first[: -len(last)] + last if len(last) < len(first) else last).lstrip("0")
        start = first.lstrip("0")
        return (len(whole), whole) >= (len(start), start)
    return _counts(first) == _counts(last) or (_is_page(first) and _is_page(last))


def _counts(end: str) -> bool:
    return any([letter.isdigit() for letter in end])


def _is_page(end: str) -> bool:
    return _counts(end) or _roman().fullmatch(end) is not None
