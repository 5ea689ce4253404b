"""When two lists of names may be the authors of one work.

Knows: initials, transliterations, particles, the order of name parts, lists that are cut short.
Must not know: titles, dates, formats.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from rapidfuzz.distance import OSA

from bibkit.identity.titles import plain_words
from bibkit.model import Author

__all__ = ["Agreement", "Person", "compare_people", "read_people", "same_person"]

_COMPARED: Final = 30
_TYPO: Final = 6
_VOWELS: Final = re.compile(r"(?<=[aou])e")
_INITIALS: Final = re.compile(r"[A-Z]{2,4}\Z")
_SOUNDS: Final = (
    ("iy", "y"),
    ("yy", "y"),
    ("ii", "y"),
    ("ye", "e"),
    ("yo", "e"),
    ("kh", "h"),
    ("ts", "c"),
    ("zh", "j"),
)
"""Ways to spell Cyrillic letters in Latin ones (ISO 9, BGN/PCGN and what people do)."""


class Person(NamedTuple):
    """A name ready to be compared."""

    family: str
    """The family name's letters, in ASCII lower case, with no umlaut's ``e``."""
    given: tuple[str, ...]
    """Given names or initials, one each."""
    everything: frozenset[str]
    """All words of the name."""
    parts: tuple[str, ...] = ()
    """The words of a family name that has several."""


class Agreement(IntEnum):
    """How well two lists of names agree."""

    NONE = 0
    UNKNOWN = 1
    """One list is empty."""
    SOME = 2
    """Half of the shorter list, but another first author."""
    FIRST = 3
    """The first author, or everyone in another order."""
    ALL = 4
    """Everyone of the shorter list, the first author in the same place, at least two people."""


def read_people(authors: Sequence[Author]) -> tuple[Person, ...]:
    """Make names comparable; of a long list only the beginning.

    >>> read_people([Author("Müller", "Jean-Pierre")])[0].given
    ('jean', 'pierre')
    """
    return tuple([_read(author) for author in authors[:_COMPARED]])


def _read(author: Author) -> Person:
    if author.literal:
        words = plain_words(author.literal)
        return Person(_family(words[-1:]), tuple(words[:-1]), frozenset(words), tuple(words[-1:]))
    family = plain_words(author.family)
    given = plain_words(_INITIALS.sub(lambda match: " ".join(match[0]), author.given.strip()))
    return Person(
        _family(family), tuple([_VOWELS.sub("", name) for name in given]), frozenset([*family, *given]), tuple(family)
    )


def _family(words: Sequence[str]) -> str:
    return _VOWELS.sub("", "".join(words))


def same_person(one: Person, other: Person) -> bool:
    """Whether two names may be one person's: no part contradicts.

    >>> same_person(*read_people([Author("Abara", "Tunde K."), Author("Abara", "T.")]))
    True
    """
    if one.everything and one.everything == other.everything:
        return True
    if _same_family(one, other):
        return _same_given(one.given, other.given)
    # "Wang Wei" and "Wei Wang": which part is the family name is the source's guess
    swapped = bool(one.given) and one.given[-1] == other.family and len(one.given[0]) > 1
    return swapped and bool(other.given) and _same_given((one.family,), other.given[:1])


def _same_family(one: Person, other: Person) -> bool:
    if one.family == other.family:
        return bool(one.family)
    if not one.family or not other.family:
        return False
    if len(one.parts) != len(other.parts) and one.parts and other.parts:
        short, long = sorted((one.parts, other.parts), key=len)
        return short == long[: len(short)] or short == long[-len(short) :]
    if one.family[0] != other.family[0]:
        return False
    if min(len(one.family), len(other.family)) >= _TYPO and OSA.distance(one.family, other.family) <= 1:
        return True
    return _sound(one.family) == _sound(other.family)


def _sound(family: str) -> str:
    for spelled, sound in _SOUNDS:
        family = family.replace(spelled, sound)
    return family


def _same_given(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Initials stand for names; one list may be longer; a joined name may be cut ("weiming", "wei ming")."""
    if not one or not other or "".join(one) == "".join(other):
        return True
    for left, right in zip(one, other, strict=False):
        if not (
            left.startswith(right) if len(right) == 1 else right.startswith(left) if len(left) == 1 else left == right
        ):
            return _alike(left, right)
    return True


def _alike(left: str, right: str) -> bool:
    """Short forms ("alex", "alexander") and transliterations ("dmitry", "dmitriy")."""
    if min(len(left), len(right)) >= 3 and (left.startswith(right) or right.startswith(left)):
        return True
    return left[0] == right[0] and min(len(left), len(right)) >= 5 and OSA.distance(left, right) <= 1


def compare_people(one: Sequence[Person], other: Sequence[Person], *, cut: bool = False) -> tuple[Agreement, int]:
    """How well two lists agree, and how many people are on both. ``cut`` says that a list goes on in truth."""
    if not one or not other:
        return Agreement.UNKNOWN, 0
    shared = _shared(one, other)
    shorter = min(len(one), len(other))
    first = same_person(one[0], other[0])
    complete = shared == shorter and (cut or len(one) == len(other))
    if first and complete and shared >= 2:
        return Agreement.ALL, shared
    if first or (shared >= 2 and shared == len(one) == len(other)):
        return Agreement.FIRST, shared
    if shared and shared * 2 >= shorter:
        return Agreement.SOME, shared
    return Agreement.NONE, shared


def _shared(one: Sequence[Person], other: Sequence[Person]) -> int:
    rest = list(other)
    shared = 0
    for person in one:
        twin = next((found for found in rest if same_person(person, found)), None)
        if twin is not None:
            rest.remove(twin)
            shared += 1
    return shared
