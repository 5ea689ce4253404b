"""Names as RIS files spell them.

Knows: what programs write in author tags beside "Family, Given, Suffix".
Must not know: which tag a name stands in.
"""

from __future__ import annotations

import re
from typing import Final

from bibkit.codecs.names import decode_inverted
from bibkit.model import Author

__all__ = ["decode_company", "decode_name"]

_INITIALS_LAST: Final = re.compile(r"([^\W\d_][\w'\u2019-]*) ((?:[^\W\d_]\.[ -]?)+)")
"""Ovid's "Osei K.": a family name and initials without a comma."""


def decode_name(text: str) -> Author:
    """Read one name; initials at the end make a person of a name without a comma.

    >>> decode_name("Osei K."), decode_name("Institute of Silt")
    (Author(family='Osei', given='K.', ...), Author(..., literal='Institute of Silt', ...))
    """
    family, comma, given = text.partition(", ")
    if comma and family[-1:] != " " and family[:1].isupper() and "," not in given and "  " not in text and given:
        return Author(family, given)
    if "," not in text:
        initials = _INITIALS_LAST.fullmatch(text)
        return Author(initials[1], initials[2]) if initials else Author(literal=text)
    return decode_inverted(text)


def decode_company(text: str) -> Author:
    """Read a name that is a company's, commas and all ("Silt, Inc.").

    >>> decode_company("Silt, Inc.").literal
    'Silt, Inc.'
    """
    return Author(literal=text)
