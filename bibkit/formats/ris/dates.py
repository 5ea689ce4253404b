"""Dates as RIS writes them: ``YYYY/MM/DD/other information``, spread over DA, Y1 and PY.

Knows: the order in which the tags of one date are asked, and what fits in a tag.
Must not know: records, labels.

DA goes before Y1, Y1 before PY (2011: DA is the date, PY its year; Y1 is 2001's name of PY). A tag without a
year ("July", "JUN 29") takes the year of another one.
"""

from __future__ import annotations

import re
from typing import Final

from bibkit.codecs.dates import decode_free_date, is_calendar_date
from bibkit.codecs.months import SEASONS
from bibkit.model import Date

__all__ = ["decode_issued", "decode_tag_date", "encode_tag_date", "encode_year", "fits_tag"]

_TWO_DIGITS: Final = tuple(f"{number:02d}" for number in range(32))
_SLASHES: Final = re.compile(r"([0-9]{4})(?:[/-]([0-9]{1,2})?(?:[/-]([0-9]{1,2})?/?)?)?")


def decode_tag_date(text: str) -> Date | None:
    """Read the value of one date tag; a year of zeros is none.

    >>> decode_tag_date("2030/06/19"), decode_tag_date("2030///winter"), decode_tag_date("0000")
    (Date(year=2030, month=6, day=19, ...), Date(year=2030, ..., season=4, ...), None)
    """
    found = _SLASHES.fullmatch(text)
    if found is not None:
        year, month, day = found.groups()
        numbers = int(year), int(month or 0), int(day or 0)
        if numbers[0] == 0:
            return None
        if is_calendar_date(*numbers):
            return Date(*numbers)
    date = decode_free_date(text)
    if date is None or date.year == 0:
        return None
    if date.year is None and not any([letter.isalnum() for letter in date.literal]):
        return None
    return date


def decode_issued(tags: tuple[str, str, str]) -> Date | None:
    """Read the date of publication out of DA, Y1 and PY, an empty string where a tag is absent.

    >>> decode_issued(("2030/06/20", "2030/06/19", "2030")).day, decode_issued(("July", "", "1948")).month
    (20, 7)
    """
    _, y1, py = tags
    words: Date | None = None
    for index, text in enumerate(tags):
        date = decode_tag_date(text) if text else None
        if date is None:
            continue
        if date.year is not None:
            return date
        for other in (py, y1) if index == 0 else (py,):
            whole = _with_year(text, other)
            if whole is not None:
                return whole
        words = words or date
    return words


def _with_year(text: str, other: str) -> Date | None:
    """Join a date without a year with the year of another tag; None where that makes no date."""
    year = decode_tag_date(other) if other and other != text else None
    if year is None or year.year is None:
        return None
    joined = decode_free_date(f"{text} {year.year:04d}")
    if joined is not None and joined.year == year.year and not joined.literal:
        return joined
    return Date(year.year, year.month, year.day, literal=text)


def fits_tag(date: Date) -> bool:
    """Tell whether ``YYYY/MM/DD/season`` says all of a date."""
    return not (
        date.end is not None
        or date.open_end
        or date.open_start
        or date.approximate
        or date.uncertain
        or date.time
        or date.literal
        or date.year is None
        or not 0 < date.year <= 9999
    )


def encode_tag_date(date: Date) -> str:
    """Spell the first day of a date for a tag; what does not fit is left out.

    All slashes stand where a part is missing, as the specification of 2001 asks.

    >>> encode_tag_date(Date(2031, 3, 7)), encode_tag_date(Date(2031, 3)), encode_tag_date(Date(2031, season=4))
    ('2031/03/07', '2031/03//', '2031///winter')
    """
    if date.year is None or not 0 < date.year <= 9999:
        return date.literal
    if date.month:
        return f"{date.year:04d}/{_TWO_DIGITS[date.month]}/{_TWO_DIGITS[date.day] if date.day else '/'}"
    if date.season:
        return f"{date.year:04d}///{SEASONS[date.season - 1].lower()}"
    return f"{date.year:04d}"


def encode_year(date: Date) -> str:
    """Spell the year for PY; empty where four digits cannot hold it.

    >>> encode_year(Date(2031, 3)), encode_year(Date(-69))
    ('2031', '')
    """
    year = date.year
    if year is None or not 0 < year <= 9999:
        return ""
    return str(year) if year > 999 else f"{year:04d}"
