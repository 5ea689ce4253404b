"""CSL-JSON's dates: ``date-parts`` with season and circa, ``literal``, ``raw``, or a string.

Knows: the date object of the CSL schema and what real files have instead of it.
Must not know: which variable a date belongs to.

CSL has no year 0: -1 is the year before 1 (CSL specification, "Date"), so astronomical years are shifted.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec

from bibkit.codecs.dates import decode_edtf, decode_free_date, encode_edtf, is_calendar_date
from bibkit.codecs.months import SEASONS, month_number, season_number
from bibkit.formats.csl_json.values import as_text
from bibkit.model import Date
from bibkit.text.markup import clean

__all__ = ["decode_date", "decode_exact", "encode_date", "encode_exact", "encode_raw", "is_plain"]

_FALSE: Final = (None, False, 0, "", "0", "false", "no")


class _Point(NamedTuple):
    year: int
    month: int
    day: int
    season: int


def decode_date(value: Any) -> Date | None:
    """Read a date variable in any of its shapes; None where it says nothing.

    >>> decode_date({"date-parts": [["2031", 3, "07"]]})
    Date(year=2031, month=3, day=7, ...)
    >>> decode_date({"date-parts": [[None]]}) is None
    True
    """
    if isinstance(value, dict):
        return _decode_object(value)
    if isinstance(value, list):
        return _decode_parts(value if value and isinstance(value[0], list) else [value], {})
    text = clean(as_text(value))
    return decode_free_date(text) if text else None


def _decode_object(value: dict[str, Any]) -> Date | None:
    parts = value.get("date-parts")
    if parts is None and (parts := value.get("date_parts", value.get("dateParts"))) is None and "year" in value:
        parts = [[value.get("year"), value.get("month"), value.get("day")]]
    if parts and not (isinstance(parts, list) and isinstance(parts[0], list)):
        parts = [parts]  # the parts of one date, without the list of dates
    date = _decode_parts(parts, value) if parts else None
    if date is None and parts and "literal" not in value:
        date = _in_words(parts)
    literal = " ".join(clean(as_text(value["literal"])).split()) if "literal" in value else ""
    if date is None:
        for member in ("edtf", "raw"):
            text = clean(as_text(value.get(member)))
            if text:
                return _with(decode_free_date(text) or Date(), value, literal)
        return Date(literal=literal) if literal else None
    return _with(date, {}, literal) if literal else date


def _in_words(parts: Any) -> Date | None:
    """What parts say that are no numbers: "2031a", "in press"."""
    texts = [as_text(part).strip() for part in parts[0]] if isinstance(parts[0], list) else [as_text(parts[0]).strip()]
    text = clean(" ".join([text for text in texts if text.strip("0")]))
    return decode_free_date(text) if text else None


def _decode_parts(parts: Any, value: dict[str, Any]) -> Date | None:
    points = [_decode_point(part) for part in parts[:2]] if isinstance(parts, list) else []
    start = points[0] if points else None
    if start is None:
        return None
    season = _season(value.get("season")) if not start.month and "season" in value else start.season
    circa = value.get("circa") not in _FALSE
    date = _checked(start, parts[0], season)
    if len(points) == 1:
        return msgspec.structs.replace(date, approximate=circa)
    end = points[1]
    if end is None:  # zeros: the range goes on
        return msgspec.structs.replace(date, open_end=True, approximate=circa)
    last = _checked(end, parts[1], end.season or (season if not end.month else 0))
    literal = "/".join([encode_edtf(date), encode_edtf(last)]) if date.literal or last.literal else ""
    last = Date(last.year, last.month, last.day, last.season, approximate=circa)
    return Date(date.year, date.month, date.day, date.season, last, approximate=circa, literal=literal)


def _checked(point: _Point, parts: Any, season: int) -> Date:
    """The date of the parts, or its year with the parts as a literal where no calendar has that day."""
    if is_calendar_date(point.year, point.month, point.day):
        return Date(point.year, point.month, point.day, season)
    return Date(point.year, literal="-".join([as_text(part).zfill(2) for part in parts]))


def _decode_point(parts: Any) -> _Point | None:
    """Year, month and day; a part that is null, zero or empty ends the date. None without a year."""
    if not isinstance(parts, list):
        parts = [parts]
    year = _integer(parts[0]) if parts else 0
    if not year:
        return None
    if year < 0:
        year += 1
    month = season = day = 0
    if len(parts) > 1:
        month = _integer(parts[1])
        if not month:
            name = as_text(parts[1])
            month, season = month_number(name), 0
            if not month:
                season = _season(name)
        elif 13 <= month <= 16 or 21 <= month <= 24:  # seasons as months, as citeproc-js and EDTF have them
            month, season = 0, (month - 12 if month <= 16 else month - 20)
        if month and len(parts) > 2:
            day = _integer(parts[2])
    return _Point(year, month, day, season)


def _integer(value: Any) -> int:
    if isinstance(value, int):
        return int(value)
    text = as_text(value).strip()
    return int(text) if len(text) < 10 and text.isascii() and text.removeprefix("-").isdigit() else 0


def _season(value: Any) -> int:
    """1 to 4, also as text, by name, as ``season-02``, or as EDTF's 21 to 24."""
    text = as_text(value).strip().lower().removeprefix("season-")
    number = _integer(text) or season_number(text)
    number = number - 20 if 21 <= number <= 24 else number
    return number if 1 <= number <= 4 else 0


def _with(date: Date, value: dict[str, Any], literal: str) -> Date:
    """The date with what the other members of its object say."""
    return msgspec.structs.replace(
        date,
        season=date.season or (0 if date.month else _season(value.get("season"))),
        approximate=date.approximate or value.get("circa") not in _FALSE,
        literal=literal or date.literal,
    )


def is_plain(date: Date) -> bool:
    """Whether year, month and day say all of it."""
    return date.year is not None and date == Date(date.year, date.month, date.day)


def encode_date(date: Date) -> dict[str, Any]:
    """Write a date with the members that the schema allows; empty where CSL cannot say any of it.

    >>> encode_date(Date(2030, 9, end=Date(2031, 2), approximate=True))
    {'date-parts': [[2030, 9], [2031, 2]], 'circa': True}
    """
    value: dict[str, Any] = {}
    if date.year is not None and not date.open_start:
        parts = [_encode_point(date)]
        if date.end is not None and date.end.year is not None:
            parts.append(_encode_point(date.end))
        value["date-parts"] = parts
        if date.season:
            value["season"] = date.season
        if date.approximate:
            value["circa"] = True
    if date.literal:
        value["literal"] = date.literal
    elif date.open_start:
        value["literal"] = encode_edtf(date)
    return value


def _encode_point(date: Date) -> list[int]:
    year = date.year or 0
    if year <= 0:
        year -= 1
    if not date.month:
        return [year]
    return [year, date.month, date.day] if date.day else [year, date.month]


def encode_exact(date: Date) -> str | dict[str, Any]:
    """The whole date for ``custom``: EDTF where EDTF can say it, else the model's members."""
    text = encode_edtf(date)
    return text if decode_edtf(text) == date else msgspec.to_builtins(date)


def decode_exact(value: Any) -> Date | None:
    """Read what `encode_exact` wrote; None for anything else."""
    if isinstance(value, str):
        return decode_edtf(value)
    try:
        return msgspec.convert(value, Date)
    except msgspec.ValidationError:
        return None


def encode_raw(date: Date) -> dict[str, Any]:
    """The one form of a date that Zotero's import leaves as it is; a season goes by its name."""
    year = date.year
    if date.season and year is not None and 0 <= year <= 9999 and date == Date(year, season=date.season):
        return {"raw": f"{SEASONS[date.season - 1].title()} {year:04d}"}
    text = encode_edtf(date)
    return {"raw": text} if text else {}
