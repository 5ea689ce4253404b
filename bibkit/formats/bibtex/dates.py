"""Dates as BibTeX (``year``, ``month``, ``day``) and BibLaTeX (``date``) spell them.

Knows: how the three fields make one date, which of them are regular, how a date is spelled in them.
Must not know: EDTF or free spellings themselves (`bibkit.codecs.dates`).
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import msgspec

from bibkit.codecs import latex
from bibkit.codecs.dates import decode_edtf, decode_free_date, encode_edtf, is_calendar_date
from bibkit.codecs.months import MONTH_MACROS, MONTHS, month_number
from bibkit.model import Date

__all__ = ["add_words", "decode_date", "decode_year", "encode_year", "is_plain"]

_MONTHS: Final[dict[str, int]] = {
    **{name: number for number, name in enumerate(MONTH_MACROS, 1)},
    **{name: number for number, name in enumerate(MONTHS, 1)},
    **{str(number): number for number in range(1, 13)},
    **{f"{number:02d}": number for number in range(1, 13)},
}
_DAY: Final = re.compile(r"[0-9]{1,2}")


@cache
def _day_month() -> re.Pattern[str]:
    return re.compile(
        r"(?:([0-9]{1,2})(?:st|nd|rd|th)?\.?[ ,/\u00a0-]+)?([^\W\d_]+\.?)(?:[ ,/\u00a0-]+([0-9]{1,2})(?:st|nd|rd|th)?[.,]?)?"
    )


_FOUR_DIGITS: Final = re.compile(r"[0-9]{4}")


@cache
def _old_edtf() -> re.Pattern[str]:
    return re.compile(r"(?<=[0-9u-])u|(?<=/)open\Z|\Aunknown(?=/)|(?<=/)unknown\Z")


_AROUND_YEAR: Final = "{} \t\r\n"


def decode_date(raw: str) -> tuple[Date | None, bool]:
    """Read ``date`` and its kin; the second value says whether it is EDTF, as it must be.

    >>> decode_date("2031-04")[1], decode_date("April 2031")[1]
    (True, False)
    """
    text = latex.decode_verbatim(raw).strip()
    date = decode_edtf(text)
    if date is None and text:  # EDTF before ISO 8601-2, as biblatex had it up to 3.7
        date = decode_edtf(_old_edtf().sub(lambda old: "X" if old[0] == "u" else "..", text.replace(" / ", "/")))
    if date is not None or not text:
        return date, True
    return decode_free_date(latex.decode(raw).replace("\u00a0", " ")), False


def decode_year(year: str, month: str, day: str) -> tuple[Date | None, bool]:
    r"""Read the three fields; the second value says whether they are regular.

    Regular are a year of four digits, a month as a macro, name or number (also ``14~feb``), a day in digits.

    >>> decode_year("2029", "14~February", "")
    (Date(year=2029, month=2, day=14, ...), True)
    >>> decode_year("2030", "Sep--Oct", "")[1]
    False
    """
    bare = year if len(year) == 4 else year.strip(_AROUND_YEAR)
    if _FOUR_DIGITS.fullmatch(bare):
        year = bare
        number = _MONTHS.get(month, 0)
        if (number or not month) and not day:
            return Date(int(year), number), True
        date = _regular(int(year), month, day)
        if date is not None:
            return date, True
    text = " ".join([latex.decode(part) for part in (day, month, year) if part]).replace("\u00a0", " ").strip()
    if not text:
        return None, True
    return decode_free_date(text), False


def _regular(year: int, month: str, day: str) -> Date | None:
    month = latex.decode(month)
    number = _MONTHS.get(month, 0) or month_number(month)
    if not number:
        match = _day_month().fullmatch(month)
        if match is None or (match[1] and match[3]):
            return None
        number = month_number(match[2])
        if match[1] or match[3]:
            if day:
                return None
            day = match[1] or match[3]
    day = latex.decode(day).rstrip(".") if day else ""
    if not number or (day and not _DAY.fullmatch(day)) or not is_calendar_date(year, number, int(day or 0)):
        return None
    return Date(year, number, int(day or 0))


def is_plain(date: Date) -> bool:
    """Whether year, month and day say all of a date.

    >>> is_plain(Date(2031, 4)), is_plain(Date(2031, season=1)), is_plain(Date(70))
    (True, False, False)
    """
    year = date.year
    if year is None or not 1000 <= year <= 9999 or (date.day and not date.month):
        return False
    return date == Date(year, date.month, date.day)


def encode_year(date: Date) -> tuple[str, str]:
    """Spell a date that is not plain for people, as ``year`` and ``date``; the latter is empty where it adds nothing.

    >>> encode_year(Date(-69)), encode_year(Date(1987, open_end=True))
    (('70 BCE', '-0069'), ('1987--', '1987/..'))
    """
    if date.literal:
        if decode_free_date(date.literal) == date:
            return latex.encode(date.literal), ""
        return latex.encode(date.literal), encode_edtf(msgspec.structs.replace(date, literal=""))
    edtf = encode_edtf(date)
    words = _words(date)
    return words, edtf


def _words(date: Date) -> str:
    year = "" if date.year is None else str(date.year) if date.year > 0 else f"{1 - date.year} BCE"
    if date.approximate or date.uncertain:
        year = f"{'ca.~' if date.approximate else ''}{year}{'?' if date.uncertain else ''}"
    if date.end is not None and date.end.year != date.year:
        return f"{year}--{_words(date.end)}"
    if date.open_end:
        return f"{year}--"
    return f"--{year}" if date.open_start else year


def add_words(date: Date, year: str) -> Date:
    """Add the words of ``year`` to what ``date`` says, where they are not just the same in words.

    >>> add_words(Date(-69), "70 BCE").literal, add_words(Date(2031), "[2031] winter term").literal
    ('', '[2031] winter term')
    """
    if year.isdigit() or encode_year(date)[0] == year:
        return date
    return msgspec.structs.replace(date, literal=latex.decode(year).replace("\u00a0", " "))
