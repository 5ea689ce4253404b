"""People's names: the inverted form ("Berg, Ada") and the display form ("Ada Berg").

Knows: how one name is cut into family, given, particle and suffix, and how to spell it so that it reads back.
Must not know: fields, formats, which separator stands between two names, BibTeX's grammar
(`bibkit.codecs.bibtex_names`).
"""

from __future__ import annotations

import re
from typing import Final

from bibkit.codecs import Codec
from bibkit.model import Author

__all__ = [
    "INVERTED",
    "PARTICLES",
    "SUFFIXES",
    "decode_display",
    "decode_inverted",
    "encode_display",
    "encode_inverted",
    "is_others",
    "is_suffix",
]

_PARTICLE_ROWS: Final = (
    "af al auf aus av bin da dal dalla dalle das de degli dei del dela della delle dello den der des di "
    "do dos du e el ibn la las le li lo los op ten ter van vande vander vom von y zu zum zur 't"
)
PARTICLES: Final = frozenset(_PARTICLE_ROWS.split())
"""Lower-case words that belong to the family name that follows them, in a name in display order."""

_SUFFIX_ROWS: Final = "jr sr jnr snr junior senior ii iii iv vi vii viii"
SUFFIXES: Final = frozenset(_SUFFIX_ROWS.split()) | frozenset([f"{word}." for word in _SUFFIX_ROWS.split()])
"""Generations, in lower case, with and without a full stop."""
_OTHERS: Final = re.compile(r"\{*+(?:others|et[ ~.]++al(?:ii)?+)[.,]?+\}*+", re.IGNORECASE)
_LONGEST_OTHERS: Final = 16


def is_others(name: str) -> bool:
    """Whether a name in a list means "and more people", such as BibTeX's ``others``.

    >>> is_others("Others"), is_others("et~al."), is_others("Othersson")
    (True, True, False)
    """
    return len(name) < _LONGEST_OTHERS and _OTHERS.fullmatch(name) is not None


def is_suffix(word: str) -> bool:
    """Whether a word is "Jr.", "III" and the like.

    >>> is_suffix("Jr."), is_suffix("Ibori")
    (True, False)
    """
    return word.lower() in SUFFIXES


def decode_inverted(text: str) -> Author:
    """Read "Family, Given, Suffix"; lower-case words before the family name are its particle.

    Without a comma the name has no parts and is kept whole. A suffix in second place is recognised.
    RIS: "Lastname, Firstname, Suffix" (Reference Manager's RIS format specification, author fields).

    >>> decode_inverted("van der Berg, Ada, Jr.")
    Author(family='Berg', given='Ada', particle='van der', suffix='Jr.', ...)
    """
    before, comma, given = text.partition(",")
    if not comma:
        return Author(literal=text.strip())
    last = before.split()
    end = 0
    while end < len(last) - 1 and last[end].islower():
        end += 1
    given, suffix = given.strip(), ""
    if "," in given:
        given, *others = [part.strip() for part in given.split(",")]
        suffix = ", ".join(others)
        if suffix and is_suffix(given) and not is_suffix(suffix):
            given, suffix = suffix, given
    return Author(" ".join(last[end:]), given, " ".join(last[:end]), suffix)


def encode_inverted(author: Author) -> str:
    """Spell a name as "Family, Given, Suffix"; an organisation as it is.

    >>> encode_inverted(Author("Berg", "Ada", "van der", "Jr."))
    'van der Berg, Ada, Jr.'
    """
    if author.literal:
        return author.literal
    last = f"{author.particle} {author.family}".strip() if author.particle else author.family
    if author.suffix:
        return f"{last}, {author.given}, {author.suffix}"
    return f"{last}, {author.given}" if author.given else f"{last},"


def decode_display(text: str) -> Author:
    """Read a name in western display order: the last word is the family name, particles go with it.

    A single word is kept whole: nothing says whether it is a family name.

    >>> decode_display("Ada van der Berg Jr.")
    Author(family='Berg', given='Ada', particle='van der', suffix='Jr.', ...)
    """
    words = text.split()
    if len(words) < 2:
        return Author(literal=" ".join(words))
    suffix = ""
    if len(words) > 2 and is_suffix(words[-1]):
        suffix = words.pop()
        words[-1] = words[-1].rstrip(",") or words[-1]
    end = len(words) - 1
    start = end
    while start > 0 and words[start - 1] in PARTICLES:
        start -= 1
    return Author(words[-1], " ".join(words[:start]), " ".join(words[start:end]), suffix)


def encode_display(author: Author) -> str:
    """The name in display order.

    >>> encode_display(Author("Berg", "Ada", "van der", "Jr."))
    'Ada van der Berg Jr.'
    """
    if author.literal:
        return author.literal
    return " ".join([part for part in (author.given, author.particle, author.family, author.suffix) if part])


INVERTED: Final[Codec[str, Author]] = Codec(decode_inverted, encode_inverted)
"""A name with its family name first, as RIS and many catalogues spell it."""
