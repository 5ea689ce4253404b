"""Dates in the Extended Date/Time Format, as BibLaTeX and CSL use it, and the calendar.

Knows: EDTF levels 0 and 1 (ISO 8601-2:2019; biblatex manual, "Date and Time Specifications"), how long a month is.
Must not know: how else a date may be spelled (`bibkit.codecs.dates`), which field or format it comes from.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from bibkit.model import Date

__all__ = ["days_in_month", "decode_edtf", "encode_edtf", "is_calendar_date"]

# A year of four digits, or of more after "Y"; month, season or day "XX" is one that the source leaves open.
_POINT: Final = re.compile(
    r"(?:(-?[0-9]{4})|Y(-?[0-9]{5,12}))"
    r"(?:-([0-9]{2}|XX)(?:-([0-9]{2}|XX))?)?"
    r"(?:T([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?)?))?"
    r"([?~%]?)"
)
_OPEN_YEARS: Final = re.compile(r"(-?)([0-9]{2,3})(X{1,2})")
_OPEN: Final = ("", "..")
_MARKS: Final = {(False, False): "", (True, False): "~", (False, True): "?", (True, True): "%"}
_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_LONGEST: Final = 80


def days_in_month(year: int, month: int) -> int:
    """How many days a month has, in the Gregorian calendar carried back without end (ISO 8601).

    >>> days_in_month(2032, 2)
    29
    """
    if month == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0):
        return 29
    return _DAYS[month - 1]


def is_calendar_date(year: int, month: int, day: int) -> bool:
    """Whether month and day, where given (not 0), exist in that year.

    >>> is_calendar_date(2031, 2, 30), is_calendar_date(2031, 2, 0)
    (False, True)
    """
    if not 0 <= month <= 12:
        return False
    return day == 0 if month == 0 else 0 <= day <= days_in_month(year, month)


def decode_edtf(text: str) -> Date | None:
    """Read an EDTF date or range; None where the text is neither, or names no day of the calendar.

    ``1987/`` and ``1987/..`` are both ranges without end, ``/1987`` and ``../1987`` without beginning (biblatex
    makes no difference). A decade or century (``199X``) is the range of its years, with its own spelling kept
    in ``literal``.

    >>> decode_edtf("2030-03-09/2030-04")
    Date(year=2030, month=3, day=9, ..., end=Date(year=2030, month=4, ...), ...)
    >>> decode_edtf("2019-13") is None
    True
    """
    if len(text) == 4 and text.isascii() and text.isdigit():
        return Date(int(text))
    text = text.strip()
    if "/" in text:
        return _decode_range(text)
    return (_decode_point(text) or _decode_open_years(text)) if len(text) <= _LONGEST else None


def _decode_range(text: str) -> Date | None:
    start, _, end = text.partition("/")
    first = None if start in _OPEN else _decode_point(start)
    last = None if end in _OPEN else _decode_point(end)
    if first is not None and last is not None:
        return msgspec.structs.replace(first, end=last)
    if first is not None and end in _OPEN:
        return msgspec.structs.replace(first, open_end=True)
    if last is not None and start in _OPEN:
        return msgspec.structs.replace(last, open_start=True)
    return None


def _decode_point(text: str) -> Date | None:
    match = _POINT.fullmatch(text)
    if match is None:
        return None
    short, long, month_text, day_text, time, mark = match.groups()
    year = int(short or long)
    month = int(month_text) if month_text and month_text != "XX" else 0
    day = int(day_text) if day_text and day_text != "XX" else 0
    season = 0
    if 21 <= month <= 24 and not day_text:
        month, season = 0, month - 20
    elif (month_text == "00" or day_text == "00") or not is_calendar_date(year, month, day) or (time and not day):
        return None
    if time and not _is_time(time):
        return None
    if not (mark or time or season):
        return Date(year, month, day)
    return Date(
        year, month, day, season, approximate=mark in ("~", "%"), uncertain=mark in ("?", "%"), time=time or ""
    )  # fmt: skip


def _is_time(time: str) -> bool:
    return time[:2] <= "24" and time[3:5] <= "59" and (time[5:6] != ":" or time[6:8] <= "60")


def _decode_open_years(text: str) -> Date | None:
    """``199X``, ``19XX``: the first and the last year that it may mean."""
    match = _OPEN_YEARS.fullmatch(text)
    if match is None:
        return None
    sign, digits, open_digits = match.groups()
    if len(digits) + len(open_digits) != 4:
        return None
    years = sorted(int(sign + digits + filler * len(open_digits)) for filler in "09")
    return Date(years[0], end=Date(years[1]), literal=text)


def encode_edtf(date: Date) -> str:
    """Write a date as EDTF; a ``literal`` is written as it stands.

    ``decode_edtf(encode_edtf(date)) == date`` for every date without a literal that the calendar allows.

    >>> encode_edtf(Date(1987, open_end=True)), encode_edtf(Date(-99)), encode_edtf(Date(2001, season=1))
    ('1987/..', '-0099', '2001-21')
    """
    if date.literal:
        return date.literal
    text = _encode_point(date)
    if not text:
        return ""
    if date.end is not None:
        end = _encode_point(date.end)
        return f"{text}/{end}" if end else text
    if date.open_end:
        return f"{text}/.."
    return f"../{text}" if date.open_start else text


def _encode_point(date: Date) -> str:
    year = date.year
    if year is None:
        return ""
    # The minus sign counts as a digit of the width.
    text = f"{year:0{4 + (year < 0)}d}" if -9999 <= year <= 9999 else f"Y{year}"
    if date.month:
        text += f"-{date.month:02d}"
        if date.day:
            text += f"-{date.day:02d}"
            if date.time:
                text += f"T{date.time}"
    elif date.season:
        text += f"-{date.season + 20}"
    return text + _MARKS[date.approximate, date.uncertain]
