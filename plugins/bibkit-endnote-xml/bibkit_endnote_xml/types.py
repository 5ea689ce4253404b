"""EndNote's reference types, their numbers, and the kinds of paper that they are.

Knows: ``ref-type`` (its number and ``name``) and the type of work that tells apart kinds EndNote has one type for.
Must not know: fields.

Source: the reference types that EndNote's preferences list; the numbers stand in every file that it exports.
"""

from __future__ import annotations

from typing import Final

from bibkit import KINDS, Kind, KindMap

__all__ = ["EDITED_BOOK", "KIND_MAP", "NUMBERS", "QUALIFIED", "UNQUALIFIED", "split_type", "type_of"]

EDITED_BOOK: Final = "Edited Book"
"""A book whose authors are its editors."""

_TYPES: Final[tuple[tuple[str, int, Kind], ...]] = (
    ("Journal Article", 17, "article-journal"),
    ("Magazine Article", 19, "article-magazine"),
    ("Newspaper Article", 23, "article-newspaper"),
    ("Book", 6, "book"),
    ("Book Section", 5, "chapter"),
    ("Conference Proceedings", 10, "paper-conference"),
    ("Report", 27, "report"),
    ("Thesis", 32, "thesis"),
    ("Web Page", 12, "webpage"),
    ("Dataset", 59, "dataset"),
    ("Computer Program", 9, "software"),
    ("Generic", 13, "document"),
    ("Artwork", 2, "graphic"),
    ("Audiovisual Material", 3, "motion_picture"),
    ("Bill", 4, "bill"),
    ("Case", 7, "legal_case"),
    ("Catalog", 8, "book"),
    ("Hearing", 14, "hearing"),
    ("Map", 20, "map"),
    ("Film or Broadcast", 21, "motion_picture"),
    ("Pamphlet", 24, "pamphlet"),
    ("Patent", 25, "patent"),
    ("Personal Communication", 26, "personal_communication"),
    (EDITED_BOOK, 28, "book"),
    ("Statute", 31, "legislation"),
    ("Unpublished Work", 34, "manuscript"),
    ("Manuscript", 36, "manuscript"),
    ("Figure", 37, "figure"),
    ("Chart or Table", 38, "figure"),
    ("Equation", 39, "figure"),
    ("Electronic Article", 43, "article-journal"),
    ("Electronic Book", 44, "book"),
    ("Online Database", 45, "webpage"),
    ("Government Document", 46, "report"),
    ("Conference Paper", 47, "paper-conference"),
    ("Online Multimedia", 48, "webpage"),
    ("Classical Work", 49, "classic"),
    ("Legal Rule or Regulation", 50, "regulation"),
    ("Ancient Text", 51, "classic"),
    ("Dictionary", 52, "entry-dictionary"),
    ("Encyclopedia", 53, "entry-encyclopedia"),
    ("Grant", 54, "document"),
    ("Aggregated Database", 55, "webpage"),
    ("Blog", 56, "post-weblog"),
    ("Serial", 57, "periodical"),
    ("Standard", 58, "standard"),
    ("Electronic Book Section", 60, "chapter"),
    ("Music", 61, "song"),
)
"""Name, number, kind. Of two types of one kind the first is written."""

_LATER_TYPES: Final[tuple[tuple[str, Kind], ...]] = (
    ("Discussion Forum", "post"),
    ("Interview", "interview"),
    ("Multimedia Application", "software"),
    ("Podcast", "broadcast"),
    ("Preprint", "article"),
    ("Press Release", "document"),
    ("Social Media", "post"),
    ("Television Episode", "broadcast"),
)
"""Types of newer EndNotes, known by name only: read, never written."""

QUALIFIED: Final[dict[Kind, tuple[str, str]]] = {
    "article": ("Electronic Article", "Preprint"),
    "broadcast": ("Film or Broadcast", "Broadcast"),
    "collection": ("Serial", "Collection"),
    "entry": ("Encyclopedia", "Entry"),
    "event": ("Generic", "Event"),
    "interview": ("Personal Communication", "Interview"),
    "musical_score": ("Music", "Score"),
    "performance": ("Generic", "Performance"),
    "post": ("Blog", "Post"),
    "review": ("Generic", "Review"),
    "review-book": ("Journal Article", "Book Review"),
    "speech": ("Conference Paper", "Presentation"),
    "treaty": ("Statute", "Treaty"),
}
"""Kinds that EndNote has no type of their own for: the type and the ``work-type`` that tell them."""

_GENERIC: Final = "Generic"
NUMBERS: Final[dict[str, int]] = {name: number for name, number, _ in _TYPES}
_NAMES: Final[dict[int, str]] = {number: name for name, number, _ in _TYPES}
_QUALIFIERS: Final = {(name, qualifier.lower()): f"{name}|{qualifier}" for name, qualifier in QUALIFIED.values()}

KIND_MAP: Final = KindMap(
    [
        *((f"{name}|{qualifier}", kind) for kind, (name, qualifier) in QUALIFIED.items()),
        *((name, kind) for name, _, kind in _TYPES),
        *_LATER_TYPES,
    ],
    fallback=_GENERIC,
)
"""Types, qualified ones as ``"Electronic Article|Preprint"``."""

UNQUALIFIED: Final[tuple[Kind, ...]] = tuple(kind for kind in KINDS if kind not in QUALIFIED)
"""Kinds whose ``work-type`` is free for the genre."""


def type_of(name: str, number: str, work_type: str) -> str:
    """The type that a record says it has, as `KIND_MAP` knows it; empty where it says none that is known.

    The name counts before the number: other programs write EndNote's names with numbers of their own.

    >>> type_of("Journal Article", "0", ""), type_of("", "43", "preprint"), type_of("Pond", "99", "")
    ('Journal Article', 'Electronic Article|Preprint', '')
    """
    if not KIND_MAP.knows(name):
        name = _NAMES.get(int(number), "") if number.isascii() and number.isdigit() and len(number) < 4 else ""
    return _QUALIFIERS.get((name, work_type.strip().lower()), name)


def split_type(theirs: str) -> tuple[str, int, str]:
    """Name, number and qualifying work type of a type of `KIND_MAP`.

    >>> split_type("Electronic Article|Preprint")
    ('Electronic Article', 43, 'Preprint')
    """
    name, _, qualifier = theirs.partition("|")
    return name, NUMBERS[name], qualifier
