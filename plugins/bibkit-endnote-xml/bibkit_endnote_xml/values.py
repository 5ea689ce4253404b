"""Values that EndNote spells in its own way: names, dates, numbers that share a field.

Knows: how a value is written in a field. Must not know: elements.
"""

from __future__ import annotations

import re
from typing import Any, Final

from bibkit import Affiliation, Author, Codec, Date
from bibkit.codecs.dates import decode_free_date, encode_edtf
from bibkit.codecs.identifiers import arxiv_category, split_arxiv
from bibkit.codecs.names import decode_inverted, encode_inverted

__all__ = [
    "ADDRESS",
    "DATE",
    "NAME",
    "decode_dates",
    "decode_eprint",
    "encode_dates",
    "encode_eprint",
    "is_abbreviation",
    "split_numbers",
]


def _decode_name(text: str) -> Author:
    """Read a name; EndNote marks an organisation with a comma at the end, and doubles a comma inside its name.

    A blank after the comma says that there is a family name and no other part.

    >>> _decode_name("Pond Institute,"), _decode_name("Berg, Ada")
    (Author(literal='Pond Institute'), Author(family='Berg', given='Ada'))
    """
    if ",," in text:
        return Author(literal=text.rstrip(",").replace(",,", ","))
    if text.endswith(",") and text.count(",") == 1:
        return Author(literal=text[:-1].strip())
    if "," in text:
        return decode_inverted(text)
    return Author(literal=text) if " " in text else Author(text)


def _encode_name(author: Author) -> str:
    if author.literal:
        name = author.literal.rstrip(",")
        return name.replace(",", ",,") if "," in name else f"{name},"
    if not author.given and not author.particle and not author.suffix:
        return f"{author.family}, " if " " in author.family or "," in author.family else author.family
    return encode_inverted(author)


NAME: Final = Codec(_decode_name, _encode_name)


def _decode_address(text: str) -> Affiliation:
    return Affiliation(text)


def _encode_address(affiliation: Affiliation) -> str:
    return re.sub(r"[ \t\n]+", " ", affiliation.name)


ADDRESS: Final = Codec(_decode_address, _encode_address)
DATE: Final[Codec[str, Any]] = Codec(decode_free_date, encode_edtf)

# ---------------------------------------------------------------- dates

_YEAR: Final = re.compile(r"[0-9]{4}")


def decode_dates(year: str, date: str) -> Date | None:
    """The date of publication out of EndNote's year and its date, which often has none.

    >>> decode_dates("2031", "Mar 5"), decode_dates("2031", ""), decode_dates("2031", "2031-03-05")
    (Date(year=2031, month=3, day=5), Date(year=2031), Date(year=2031, month=3, day=5))
    """
    if not date:
        return decode_free_date(year) if year else None
    read = decode_free_date(date)
    whole = decode_free_date(year) if year else None
    if read is None or whole is None or whole.year is None or read.year is not None:
        return read or whole
    joined = decode_free_date(f"{date} {year}")
    if joined is not None and not joined.literal:
        return joined
    return Date(whole.year, literal=date)


def encode_dates(date: Date) -> tuple[str, str]:
    """Year and date; the date is empty where the year says all.

    >>> encode_dates(Date(2031, 3, 5)), encode_dates(Date(2031))
    (('2031', '2031-03-05'), ('2031', ''))
    """
    text = encode_edtf(date)
    year = f"{date.year:04d}" if date.year is not None and 0 <= date.year <= 9999 else ""
    return year, "" if text == year else text


# ---------------------------------------------------------------- identifiers

_ISSN: Final = re.compile(r"[0-9]{4}-[0-9]{3}[0-9Xx]")
_ISBN: Final = re.compile(r"(?:97[89])?[0-9]{9}[0-9Xx]")
_QUALIFIER: Final = re.compile(r"\([^()]*\)")
_PREFIX: Final = re.compile(r"IS[BS]N:?\s*", re.IGNORECASE)


def split_numbers(text: str) -> tuple[str, str] | None:
    """ISBNs and ISSNs of the field that EndNote has for both; None where something else stands in it.

    >>> split_numbers("978-0-306-40615-7 (hbk.); 0027-8424 (Print)"), split_numbers("WO 2031/1")
    (('978-0-306-40615-7', '0027-8424'), None)
    """
    isbn: dict[str, None] = {}
    issn: dict[str, None] = {}
    for word in re.split(r"[\s;,]+", _PREFIX.sub("", _QUALIFIER.sub(" ", text)).strip()):
        if _ISSN.fullmatch(word):
            issn[word] = None
        elif _ISBN.fullmatch(word.replace("-", "")):
            isbn[word] = None
        elif word:
            return None
    return " ".join(isbn), " ".join(issn)


_EPRINT: Final = re.compile(
    r"(?P<type>[a-z][a-z0-9-]*):(?P<id>\S+?)(?:v(?P<version>[0-9]+))?(?: \[(?P<class>[^\]]*)\])?"
)


def decode_eprint(text: str) -> dict[str, str]:
    """The fields of a preprint's number; empty where the accession number is another one.

    >>> decode_eprint("arXiv:2609.01234v2 [cs.LG]")
    {'eprint': '2609.01234', 'eprint_type': 'arxiv', 'eprint_version': '2', 'eprint_class': 'cs.LG'}
    """
    bare, _, rest = text.partition(" [")
    identifier, version = split_arxiv(bare) if bare.lower().startswith("arxiv:") else ("", "")
    if identifier:
        found = {"eprint": identifier, "eprint_type": "arxiv", "eprint_version": version}
        found["eprint_class"] = arxiv_category(rest.rstrip("]")) or rest.rstrip("]")
    else:
        match = _EPRINT.fullmatch(text)
        if match is None:
            return {}
        found = {"eprint": match["id"], "eprint_type": match["type"], "eprint_version": match["version"] or ""}
        found["eprint_class"] = match["class"] or ""
    return {name: value for name, value in found.items() if value}


def encode_eprint(eprint: str, archive: str, version: str, category: str) -> str:
    """A preprint's number with its archive, version and category; the inverse of `decode_eprint`."""
    text = f"{'arXiv' if archive == 'arxiv' else archive}:{eprint}"
    if version:
        text += f"v{version}"
    return f"{text} [{category}]" if category else text


def is_abbreviation(short: str, long: str) -> bool:
    """Whether every word of a title begins a word of a longer one, in order, and one of them is cut short.

    >>> is_abbreviation("J Pond Sci", "Journal of pond science"), is_abbreviation("Ponds", "Ponds and Sluices")
    (True, False)
    """
    if not short or len(short) >= len(long):
        return False
    starts = short.lower().replace(".", " ").split()
    words = long.lower().replace(".", " ").split()
    ahead = iter(words)
    in_order = all(any(word.startswith(start) for word in ahead) for start in starts)
    return in_order and not set(starts) <= set(words)
