"""Any text that is a date: EDTF, and what people and programs write instead.

Knows: orders of day, month and year, month and season names, ranges, eras, and marks of doubt.
Must not know: EDTF's own grammar (`bibkit.codecs.edtf`, whose functions are here too), which field or format a date
comes from.

Nothing is guessed and nothing dropped: of ``03/04/2031`` only the year is certain, and the text is kept in
`Date.literal`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final

import msgspec

from bibkit.codecs import Codec
from bibkit.codecs.edtf import days_in_month, decode_edtf, encode_edtf, is_calendar_date
from bibkit.codecs.months import month_number, season_number
from bibkit.model import Date

__all__ = ["EDTF", "days_in_month", "decode_edtf", "decode_free_date", "encode_edtf", "is_calendar_date"]

_LONGEST: Final = 120
"""Longer texts are no dates; they are kept whole."""

_TOKEN: Final = re.compile(r"[0-9]+(?:st|nd|rd|th|er|º|ª)?(?![0-9A-Za-z])|[0-9]+|[^\W\d_]+\.?|[^\s\w]|_", re.UNICODE)
_ORDINAL: Final = re.compile(r"[^0-9]+$")
_ERAS: Final = {"bc": True, "bce": True, "ad": False, "ce": False}
_FILLERS: Final = frozenset(  # in quotes each they would fill the screen
    "of the de den der del da do d le el in , . mon tue wed thu fri sat sun monday tuesday wednesday thursday friday "  # noqa: SIM905
    "saturday sunday".split()
)
_CIRCA: Final = re.compile(r"(?:c\.|ca\.?|circa|about|approx\.?|approximately|~)\s*(?=\S)", re.IGNORECASE)


@cache
def _range_sign() -> re.Pattern[str]:
    return re.compile(r"\s+(?:to|until|bis|au|al)\s+|\s*(?:-{2,3}|[\u2010-\u2015\u2212])\s*|\s+-\s+|-|/|&|\band\b")


_YEAR_FIRST: Final = re.compile(r"(?P<year>[0-9]{4})(?P<cut>[/.])(?P<month>[0-9]{1,2})(?:(?P=cut)(?P<day>[0-9]{1,2}))?")
_YEAR_LAST: Final = re.compile(r"(?:([0-9]{1,2})[./-])?([0-9]{1,2})([./-])([0-9]{4})")
_SLASHES: Final = re.compile(r"([0-9]{4})/([0-9]{0,2})/([0-9]{0,2})(?:/(.*))?", re.DOTALL)
_LOOSE_ISO: Final = re.compile(r"([0-9]{4})-([0-9]{1,2})(?:-([0-9]{1,2}))?(?:[T ]+(.*))?", re.DOTALL)


@cache
def _time() -> re.Pattern[str]:
    return re.compile(r"[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?)?")


_COMPACT: Final = re.compile(r"(?P<year>[12][0-9]{3})(?P<month>[01][0-9])(?P<day>[0-3][0-9])")
_CJK: Final = re.compile(
    r"(?P<year>[0-9]{4})\s*[年년]\s*(?:(?P<month>[0-9]{1,2})\s*[月월]\s*(?:(?P<day>[0-9]{1,2})\s*[日일号號]?)?)?"
)
_OPEN_END: Final = re.compile(r"([0-9]{4})\s*[-\u2010-\u2015]{1,3}")
_MINUS: Final = re.compile(r"(?:^|\s)-[0-9]")
_SOME_YEAR: Final = re.compile(r"(?<![0-9])(?<!\s-)[12][0-9]{3}(?![0-9])")


def decode_free_date(text: str) -> Date | None:
    """Read a date however it is spelled; None only where there is no text.

    What is not understood whole is kept in ``literal``, with the year where exactly one can be told.

    >>> decode_free_date("Sep--Oct 2030")
    Date(year=2030, month=9, ..., end=Date(year=2030, month=10, ...), ...)
    >>> decode_free_date("in press")
    Date(year=None, ..., literal='in press')
    """
    date = decode_edtf(text)
    if date is not None:
        return date
    text = " ".join(text.split())
    if not text:
        return None
    if len(text) <= _LONGEST:
        date = _numeric(text) or _worded(text)
    return Date(_only_year(text), literal=text) if date is None else date


def _only_year(text: str) -> int | None:
    """The year that a text names, where it names exactly one.

    >>> _only_year("[2031] ©2031"), _only_year("2030 or 2031")
    (2031, None)
    """
    years = set(_SOME_YEAR.findall(text[:1000]))
    return int(years.pop()) if len(years) == 1 else None


def _made(year: str, month: str | None, day: str | None, *, time: str = "", literal: str = "") -> Date | None:
    """A date of the calendar out of digits; zeros and nothing are "not known", as in ``1993-00-00``."""
    numbers = int(year), int(month or 0), int(day or 0)
    return Date(*numbers, time=time, literal=literal) if is_calendar_date(*numbers) else None


def _numeric(text: str) -> Date | None:
    """Spellings in digits alone."""
    for pattern, read in _SHAPES:
        match = pattern.fullmatch(text)
        if match is not None:
            return read(match)
    return None


def _in_order(match: re.Match[str]) -> Date | None:
    return _made(match["year"], match["month"], match["day"])


def _loose_iso(match: re.Match[str]) -> Date | None:
    year, month, day, rest = match.groups()
    if not rest or (day and _time().fullmatch(rest)):
        return _made(year, month, day, time=rest or "")
    return _made(year, month, day, literal=match[0])


def _slashes(match: re.Match[str]) -> Date | None:
    """RIS's ``YYYY/MM/DD/other information`` (RIS specification, "Date fields")."""
    year, month, day, other = match.groups()
    season = season_number(other or "") if not int(month or 0) else 0
    if season:
        return Date(int(year), season=season)
    return _made(year, month, day, literal=match[0] if other else "")


def _year_last(match: re.Match[str]) -> Date | None:
    """``29/06/2018``, ``6/29/2018``, ``29.6.2018``, ``6/2018``; None where day and month may be exchanged."""
    first, second, separator, year = match.groups()
    if first is None:
        return _made(year, second, None)
    day, month = int(first), int(second)
    if separator != "." and month > 12:
        day, month = month, day
    elif separator != "." and day <= 12 and day != month:
        return None
    return _made(year, str(month), str(day)) if day and month else None


def _open_end(match: re.Match[str]) -> Date | None:
    return Date(int(match[1]), open_end=True)


_SHAPES: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Date | None]], ...]] = (
    (_SLASHES, _slashes),
    (_LOOSE_ISO, _loose_iso),
    (_YEAR_FIRST, _in_order),
    (_COMPACT, _in_order),
    (_CJK, _in_order),
    (_OPEN_END, _open_end),
    (_YEAR_LAST, _year_last),
)


class _DateWords:
    """What the words of one date say; ``ok`` turns False at the first word that says something else."""

    __slots__ = ("day", "era", "month", "ok", "season", "year")

    def __init__(self, text: str) -> None:
        self.year: int | None = None
        self.month = self.day = self.season = 0
        self.era: bool | None = None
        words = [match[0] for match in _TOKEN.finditer(text)]
        self.ok = all([self._take(word, words) for word in words])

    def _take(self, word: str, words: list[str]) -> bool:
        if word[0].isascii() and word[0].isdigit():
            return self._take_number(word, words)
        lower = word.lower().rstrip(".") or word
        if lower in _ERAS and self.era is None:
            self.era = _ERAS[lower]
            return True
        if (number := month_number(lower)) and not self.month:
            self.month = number
            return True
        if (number := season_number(lower)) and not self.season:
            self.season = number
            return True
        return lower in _FILLERS

    def _take_number(self, word: str, words: list[str]) -> bool:
        digits = _ORDINAL.sub("", word)
        has_era = any([other.lower().rstrip(".") in _ERAS for other in words])
        if len(digits) == len(word) and (len(digits) == 4 or has_era) and len(digits) <= 6 and self.year is None:
            if has_era and len(digits) <= 2 and not self.day and len([w for w in words if w[0].isdigit()]) > 1:
                self.day = int(digits)
            else:
                self.year = int(digits)
            return True
        if len(digits) <= 2 and not self.day and 1 <= int(digits) <= 31:
            self.day = int(digits)
            return True
        return False

    def date(self) -> Date | None:
        """The date that the words make, or None where they make none."""
        if not self.ok or self.year is None or (self.day and not self.month) or (self.month and self.season):
            return None
        year = 1 - self.year if self.era else self.year
        return Date(year, self.month, self.day, self.season) if is_calendar_date(year, self.month, self.day) else None


def _worded(text: str) -> Date | None:
    """Spellings with names of months or seasons, ranges, eras and marks of doubt."""
    bare = text
    approximate = uncertain = False
    if match := _CIRCA.match(bare):
        bare, approximate = bare[match.end() :], True
    if bare.endswith("?"):
        bare, uncertain = bare[:-1].rstrip(), True
    date = _DateWords(bare.replace("-", " ").replace("/", " ") if _one_of_each(bare) else bare).date() or _range(bare)
    if date is None and bare != text:
        date = decode_edtf(bare) or _numeric(bare)
    return date and _doubted(date, approximate=approximate, uncertain=uncertain)


def _one_of_each(text: str) -> bool:
    """Whether hyphens and slashes only join a day, a month's name and a year (``29-Jun-2018``)."""
    return (
        text.count("-") + text.count("/") in {1, 2}
        and _MINUS.search(text) is None
        and "--" not in text
        and any([c.isalpha() for c in text])
    )


def _doubted(date: Date, *, approximate: bool, uncertain: bool) -> Date:
    return msgspec.structs.replace(
        date,
        end=date.end and _doubted(date.end, approximate=approximate, uncertain=uncertain),
        approximate=date.approximate or approximate,
        uncertain=date.uncertain or uncertain,
    )


def _cuts(text: str) -> Iterator[tuple[str, str]]:
    """The ways to cut a text in two at something that may say "to"; none where a hyphen may be a minus."""
    if _MINUS.search(text) is not None:
        return
    for match in _range_sign().finditer(text):
        yield text[: match.start()], text[match.end() :]


def _range(text: str) -> Date | None:
    for left_text, right_text in _cuts(text):
        left, right = _DateWords(left_text), _DateWords(right_text)
        if not (left.ok and right.ok and _says_something(left)):
            continue
        if _says_something(right) and (right.year is not None or (left.year is not None and right.month)):
            _complete(left, right)
            start, end = left.date(), right.date()
            if start is not None and end is not None and _rank(start) <= _rank(end):
                return Date(start.year, start.month, start.day, start.season, end)
    return None


def _says_something(parts: _DateWords) -> bool:
    return bool(parts.year is not None or parts.month or parts.day or parts.season)


def _complete(left: _DateWords, right: _DateWords) -> None:
    """Give each side what only the other one says: ``29-30 June 2018``, ``June 29-30, 2018``, ``2018 Jun-Jul``."""
    if right.year is None:
        right.year, right.era = left.year, left.era
    if left.year is None:
        left.year, left.era = right.year, right.era
    elif left.era is None:
        left.era = right.era
    if left.day and not left.month:
        left.month = right.month
    elif right.day and not right.month:
        right.month = left.month


def _rank(date: Date) -> tuple[int, int, int]:
    return date.year or 0, date.month or date.season * 3, date.day


EDTF: Final[Codec[str, Any]] = Codec(decode_free_date, encode_edtf)
"""EDTF where the text is EDTF; anything else as `decode_free_date` reads it."""
