"""Values that MEDLINE spells in its own way: names, dates, identifiers with their kind in brackets.

Knows: how one value of a tag is written. Must not know: which tags a record has.

Source: NLM, "MEDLINE/PubMed Data Element (Field) Descriptions".
"""

from __future__ import annotations

import re
from typing import Any, Final

from bibkit import Author, Codec, Date
from bibkit.codecs.dates import decode_free_date, encode_edtf
from bibkit.codecs.identifiers import split_arxiv
from bibkit.codecs.months import MONTHS, month_number
from bibkit.codecs.names import decode_inverted, encode_inverted
from bibkit.codecs.pages import decode_pages

__all__ = [
    "COMPACT_DATE",
    "DATE",
    "PAGES",
    "RECEIVED",
    "decode_name",
    "decode_preprint",
    "decode_short_name",
    "encode_name",
    "encode_preprint",
    "short_name",
]

# ---------------------------------------------------------------- names

_RANK: Final = re.compile(r"(?:(?P<given>.*\S) )??(?P<rank>[JS]r\.?|[1-9](?:st|nd|rd|th)|I{2,3}|IV)", re.DOTALL)
_SHORT: Final = re.compile(r"(?P<family>.*\S) (?P<initials>[^\W\d_a-z]{1,5})(?: (?P<rank>[JS]r|[1-9](?:st|nd|rd|th)))?")


def decode_name(text: str) -> Author:
    """Read a full name (``FAU``): "Family, Given Rank". Without a comma a word is a family name, more are an organisation.

    >>> decode_name("van der Meer, Jan Jr")
    Author(family='Meer', given='Jan', particle='van der', suffix='Jr', ...)
    """
    if "," not in text:
        return Author(literal=text) if " " in text else Author(text)
    author = decode_inverted(text)
    match = _RANK.fullmatch(author.given)
    if match is None or author.suffix:
        return author
    return Author(author.family, match["given"] or "", author.particle, match["rank"])


def encode_name(author: Author) -> str:
    """Spell a name as MEDLINE does, the rank after the given name; a comma marks a family name of several words."""
    if author.literal:
        return author.literal
    if author.suffix and author.given and _RANK.fullmatch(author.suffix):
        return f"{encode_inverted(Author(author.family, author.given, author.particle))} {author.suffix}"
    if not author.given and not author.particle and not author.suffix and " " not in author.family:
        return author.family
    return encode_inverted(author)


def decode_short_name(text: str) -> Author:
    """Read a short name (``AU``), where a record has no full one.

    >>> decode_short_name("Quennell RB"), decode_short_name("van Groen, Maaike M.")
    (Author(family='Quennell', given='R B'), Author(family='Groen', given='Maaike M.', particle='van'))
    """
    match = _SHORT.fullmatch(text) if "," not in text else None
    if match is None:
        return decode_name(text)
    author = decode_inverted(f"{match['family']}, {' '.join(match['initials'])}")
    return Author(author.family, author.given, author.particle, match["rank"] or "")


def short_name(author: Author) -> str:
    """The short form of a person's name: family name and initials.

    >>> short_name(Author("Meer", "Jan-Luc B.", "van der"))
    'van der Meer JLB'
    """
    initials = "".join([word[0].upper() for word in re.split(r"[\s.\-]+", author.given) if word])
    return " ".join([part for part in (author.particle, author.family, initials, author.suffix) if part])


# ---------------------------------------------------------------- dates

_DAYS: Final = re.compile(r"([0-9]{4}) ([A-Za-z]{3,9}) ([0-9]{1,2})-([0-9]{1,2})")
_SEASONS: Final = ("", "Spring", "Summer", "Autumn", "Winter")
_CLOCK: Final = re.compile(r" [0-9]{2}:[0-9]{2}(?: \[received\])?$")


def _decode_date(text: str) -> Date | None:
    """Read ``DP``: ``2030 Mar 5``, ``2030 Mar-Apr``, ``2030 Mar 5-9``, ``2030 Summer``; else what people write.

    >>> _decode_date("2030 Mar 5-9")
    Date(year=2030, month=3, day=5, ..., end=Date(year=2030, month=3, day=9, ...))
    """
    match = _DAYS.fullmatch(text)
    if match is not None:
        year, month = int(match[1]), month_number(match[2])
        read = decode_free_date(
            f"{match[1]}-{month:02d}-{int(match[3]):02d}/{match[1]}-{month:02d}-{int(match[4]):02d}"
        )
        if read is not None and read.year == year:
            return read
    return decode_free_date(text)


def _encode_date(date: Date) -> str:
    """Write ``DP``; what MEDLINE has no words for is written as EDTF."""
    words = _in_words(date)
    return words if words and _decode_date(words) == date else encode_edtf(date)


def _in_words(date: Date) -> str:
    if date.year is None or not 1000 <= date.year <= 9999 or date.literal:
        return ""
    if date.season:
        return f"{date.year} {_SEASONS[date.season]}"
    text = _point(date)
    if date.end is None:
        return text
    if date.end.year != date.year:
        return f"{text}-{_point(date.end)}"
    if date.end.month != date.month:
        return f"{text}-{_point(date.end)[5:]}"
    return f"{text}-{date.end.day}"


def _point(date: Date) -> str:
    text = f"{date.year:04d}"
    if date.month:
        text += f" {MONTHS[date.month - 1][:3]}"
    return f"{text} {date.day}" if date.day else text


def _is_day(date: Date) -> bool:
    return date == Date(date.year, date.month, date.day) and bool(date.day) and 1000 <= (date.year or 0) <= 9999


def _encode_compact(date: Date) -> str:
    """Write ``DEP``: ``20300305``."""
    return f"{date.year:04d}{date.month:02d}{date.day:02d}" if _is_day(date) else encode_edtf(date)


def _decode_received(text: str) -> Date | None:
    """Read the value of ``PHST`` that says when a paper was submitted: ``2030/01/02 00:00 [received]``."""
    return decode_free_date(_CLOCK.sub("", text).removesuffix(" [received]"))


def _encode_received(date: Date) -> str:
    text = f"{date.year:04d}/{date.month:02d}/{date.day:02d}" if _is_day(date) else encode_edtf(date)
    return f"{text} [received]"


# ---------------------------------------------------------------- preprints

_PREPRINT: Final = re.compile(r"(?P<id>\S+?)(?:v(?P<version>[0-9]+))? \[(?P<type>[a-z][a-z0-9-]*)\]")
_NO_ARCHIVES: Final = frozenset(("doi", "pii", "bookaccession", "pmc", "pmid", "pubmed", "mid"))


def decode_preprint(value: str) -> dict[str, str]:
    """The fields of a preprint's number in a value of ``AID`` or ``LID``; empty where it is another identifier.

    PubMed gives arXiv's numbers as publisher's identifiers; other archives are named in the brackets.

    >>> decode_preprint("arXiv:2609.01234v2 [pii]")
    {'eprint': '2609.01234', 'eprint_type': 'arxiv', 'eprint_version': '2'}
    """
    if value.lower().startswith("arxiv:"):
        identifier, version = split_arxiv(value.removesuffix(" [pii]"))
        found = {"eprint": identifier, "eprint_type": "arxiv" if identifier else "", "eprint_version": version}
    else:
        match = _PREPRINT.fullmatch(value)
        if match is None or match["type"] in _NO_ARCHIVES:
            return {}
        found = {"eprint": match["id"], "eprint_type": match["type"], "eprint_version": match["version"] or ""}
    return {name: part for name, part in found.items() if part}


def encode_preprint(eprint: str, archive: str, version: str) -> str:
    """A preprint's number as a value of ``AID``."""
    number = f"{eprint}v{version}" if version else eprint
    return f"arXiv:{number} [pii]" if archive == "arxiv" else f"{number} [{archive}]"


def _same(text: str) -> str:
    return text


DATE: Final[Codec[str, Any]] = Codec(_decode_date, _encode_date)
COMPACT_DATE: Final[Codec[str, Any]] = Codec(decode_free_date, _encode_compact)
RECEIVED: Final[Codec[str, Any]] = Codec(_decode_received, _encode_received)
PAGES: Final = Codec(decode_pages, _same)
