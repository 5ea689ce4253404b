"""Names as RIS files spell them.

Knows: what programs write in author tags beside "Family, Given, Suffix".
Must not know: which tag a name stands in.
"""

from __future__ import annotations

import re
from typing import Final

from bibkit.codecs.names import decode_inverted
from bibkit.codecs.remembered import Remembered
from bibkit.model import Author

__all__ = ["decode_company", "decode_name", "decode_names", "split_family"]

_INITIALS_LAST: Final = re.compile(r"([^\W\d_][\w'\u2019-]*) ((?:[^\W\d_]\.[ -]?)+)")
"""Ovid's "Osei K.": a family name and initials without a comma."""

_LEGAL_FORM: Final = re.compile(
    r", *(?:.*[0-9]|(?:ab|ag|bv|b\.v|co|company|corp|corporation|gmbh|inc|incorporated|kg|kk|limited|llc|ltd|nv|oy|plc|pty"
    r"|s\.?a|s\.?p\.?a|srl)\b)",
    re.IGNORECASE,
)


_FIRMS: Final = frozenset(
    ("Inc", "Inc.", "Incorporated", "Ltd", "Ltd.", "Limited", "LLC", "L.L.C.", "GmbH", "Corp.", "Corporation", "PLC")
)
"""What stands for a given name and is none."""


def decode_name(text: str) -> Author:
    """Read one name; initials at the end make a person of a name without a comma.

    >>> decode_name("Osei K."), decode_name("Institute of Silt")
    (Author(family='Osei', given='K.', ...), Author(..., literal='Institute of Silt', ...))
    """
    family, _, given = text.partition(", ")
    if given in _FIRMS:
        return Author(literal=text)
    if given and "," not in given and "  " not in text and family[:1].isupper() and family[-1] != " ":
        return Author(family, given)
    if "," not in text:
        initials = _INITIALS_LAST.fullmatch(text)
        return Author(initials[1], initials[2]) if initials else Author(literal=text)
    return decode_inverted(text)


def decode_names(texts: list[str], whole: str, families: Remembered[str, tuple[str, str]]) -> list[Author]:
    """Read all names of a record, which `decode_name` reads alike one by one.

    ``whole`` holds all of them, ``families`` remembers `split_family`.
    """
    if "  " in whole or " ," in whole:
        return list(map(decode_name, texts))
    authors = []
    for text in texts:
        family, _, given = text.partition(", ")
        if not given or "," in given or given in _FIRMS:
            authors.append(decode_name(text))
        elif family[:1].isupper():
            authors.append(Author(family, given))
        else:
            particle, family = families[family]
            authors.append(Author(family, given.strip(), particle))
    return authors


def split_family(text: str) -> tuple[str, str]:
    """Cut particle and family name of what stands before a comma.

    >>> split_family("van der Berg")
    ('van der', 'Berg')
    """
    name = decode_inverted(f"{text},")
    return name.particle, name.family


def decode_company(text: str) -> Author:
    """Read the name of a company or person; a legal form or digits after a comma make it a company's.

    >>> decode_company("Silt, Inc.").literal, decode_company("Sol, Petra").given
    ('Silt, Inc.', 'Petra')
    """
    author = decode_name(text)
    return Author(literal=text) if author.literal or _LEGAL_FORM.search(text) else author
