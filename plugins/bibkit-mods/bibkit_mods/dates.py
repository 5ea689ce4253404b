"""Dates of MODS: points, ranges in two elements, encodings, qualifiers.

Knows: the attributes ``encoding``, ``point``, ``keyDate`` and ``qualifier``.
Must not know: which date an element holds.
"""

from __future__ import annotations

from typing import Final

from bibkit import Date
from bibkit.codecs.dates import decode_edtf, decode_free_date, encode_edtf
from bibkit.codecs.xml.elements import Builder, Element
from bibkit_mods.paths import plain_text

__all__ = ["add_date", "decode_group"]

_OPEN_YEAR: Final = 9999
"""MARC's year for a publication that still goes on."""


def decode_group(elements: list[Element]) -> Date | None:
    """The date that elements of one name say together; encoded ones count before words such as ``c1999``."""
    start = _best([element for element in elements if element.get("point") == "start"])
    end = _best([element for element in elements if element.get("point") == "end"])
    if start is not None and end is not None and end.year == _OPEN_YEAR:
        return _ranged(start, open_end=True)
    if start is not None and end is not None:
        return start if start == end else _ranged(start, end=end)
    if start is not None:
        return _ranged(start, open_end=True)
    if end is not None:
        return _ranged(end, open_start=True)
    return _best([element for element in elements if not element.get("point")])


def _best(elements: list[Element]) -> Date | None:
    ordered = sorted(elements, key=lambda element: (element.get("keyDate") != "yes", not element.get("encoding")))
    return next((date for element in ordered if (date := _decode(element)) is not None), None)


def _decode(element: Element) -> Date | None:
    text = plain_text(element)
    date = (decode_edtf(text) or decode_free_date(text)) if text else None
    qualifier = element.get("qualifier", "")
    if date is None or not qualifier:
        return date
    return Date(
        date.year, date.month, date.day, date.season, date.end, date.open_end, date.open_start,
        date.approximate or qualifier == "approximate", date.uncertain or qualifier == "questionable",
        date.time, date.literal,
    )  # fmt: skip


def _ranged(date: Date, *, end: Date | None = None, open_end: bool = False, open_start: bool = False) -> Date:
    return Date(
        date.year, date.month, date.day, date.season, end, open_end, open_start, date.approximate, date.uncertain,
        date.time, date.literal,
    )  # fmt: skip


def add_date(
    builder: Builder, parent: Element, name: str, date: Date, attributes: dict[str, str] | None = None
) -> None:
    """Add a date: W3CDTF where that can say it, a range in two elements, else EDTF; words without an encoding."""
    more = attributes or {}
    same = {key: value for key, value in more.items() if key != "keyDate"}
    first = Date(date.year, date.month, date.day)
    if date.literal:
        builder.add(parent, name, date.literal, more)
    elif date == first and _is_w3c(first):
        builder.add(parent, name, encode_edtf(first), {"encoding": "w3cdtf", **more})
    elif _is_w3c(first) and date == _ranged(first, open_end=True):
        builder.add(parent, name, encode_edtf(first), {"encoding": "w3cdtf", "point": "start", **more})
    elif _is_w3c(first) and date.end is not None and date == _ranged(first, end=date.end) and _is_w3c(date.end):
        builder.add(parent, name, encode_edtf(first), {"encoding": "w3cdtf", "point": "start", **more})
        builder.add(parent, name, encode_edtf(date.end), {"encoding": "w3cdtf", "point": "end", **same})
    elif text := encode_edtf(date):
        builder.add(parent, name, text, {"encoding": "edtf", **more})


def _is_w3c(date: Date) -> bool:
    return date.year is not None and 0 <= date.year < _OPEN_YEAR and date == Date(date.year, date.month, date.day)
