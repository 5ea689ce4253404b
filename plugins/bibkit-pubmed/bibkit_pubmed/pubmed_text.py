"""Texts and dates of PubMed XML.

Knows: type styles, formulas, labelled sections of abstracts, the three ways to say when.
Must not know: tags.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Final

from bibkit.codecs.xml.elements import Element, children_named, local_name, text_of
from bibkit.text.markup import TAGS, clean

__all__ = ["abstract_of", "compact_date", "printed_date", "rich_of", "slashed_date"]

_BLANKS: Final = re.compile(r"[ \t\n]+")
_STYLES: Final = frozenset(("i", "b", "sup", "sub"))


def rich_of(element: Element) -> str:
    """An element's text with its styles, in one line.

    >>> rich_of(parse_fragment("<ArticleTitle>H<sub>2</sub>O in <u>ponds</u></ArticleTitle>"))
    'H<sub>2</sub>O in ponds'
    """
    text = "".join(_pieces(element)) if len(element) else element.text or ""
    return _BLANKS.sub(" ", clean(text)).strip()


def _pieces(element: Element) -> Iterator[str]:
    if element.text:
        yield element.text
    for child in element:
        name = local_name(child)
        if name in _STYLES:
            yield TAGS[name][0]
            yield from _pieces(child)
            yield TAGS[name][1]
        elif not name:  # a reference to an entity that is never expanded
            yield html.unescape(child.text or "")
        else:
            yield from _pieces(child)
        if child.tail:
            yield child.tail


def abstract_of(element: Element) -> str:
    """An abstract, a paragraph a section, each with its label as MEDLINE writes it (``METHODS: ...``)."""
    paragraphs = []
    for section in children_named(element, "AbstractText"):
        label, text = section.get("Label", ""), rich_of(section)
        if text:
            paragraphs.append(f"{label}: {text}" if label and label != "UNLABELLED" else text)
    return "\n\n".join(paragraphs)


def _part(element: Element, name: str) -> str:
    return next((text_of(child).strip() for child in children_named(element, name)), "")


def printed_date(element: Element) -> str:
    """The date of an issue as MEDLINE writes it: ``2030 Mar 5``, ``2030 Summer``, or the words that it had."""
    words = _part(element, "MedlineDate")
    return words or " ".join([part for name in ("Year", "Season", "Month", "Day") if (part := _part(element, name))])


def compact_date(element: Element) -> str:
    """A date in digits: ``20300305``."""
    year, month, day = (_part(element, name) for name in ("Year", "Month", "Day"))
    return f"{year}{month:>02}{day:>02}" if month.isdigit() and day.isdigit() else printed_date(element)


def slashed_date(element: Element, *, clock: bool = True) -> str:
    """A date of the record's history: ``2030/03/05 06:00``."""
    year, month, day, hour, minute = (_part(element, name) for name in ("Year", "Month", "Day", "Hour", "Minute"))
    text = f"{year}/{month:>02}/{day:>02}"
    return f"{text} {hour:>02}:{minute or '0':>02}" if clock and hour else text
