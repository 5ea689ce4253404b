"""Entry types and the kinds they stand for.

Knows: the types of BibTeX (btxdoc, section 3.1) and BibLaTeX (manual, "Entry Types"), with their aliases.
Must not know: fields, but for ``entrysubtype``, which says the kind where the type alone does not.
"""

from __future__ import annotations

from typing import Final

from bibkit.fields import KindMap
from bibkit.model import KINDS, Kind

__all__ = [
    "BIBLATEX_TYPES",
    "BIBTEX_TYPES",
    "CLASSIC",
    "PREPRINT_TYPES",
    "decode_subtype",
    "encode_subtype",
    "is_exact",
]

CLASSIC: Final = frozenset(
    (
        "article", "book", "booklet", "conference", "inbook", "incollection", "inproceedings", "manual", "mastersthesis",
        "misc", "phdthesis", "proceedings", "techreport", "unpublished",
    )
)  # fmt: skip
"""The types that every BibTeX style knows; it warns at any other and sets it as ``misc``."""

PREPRINT_TYPES: Final = frozenset(
    ("article", "misc", "online", "unpublished", "www", "electronic", "preprint", "techreport", "report")
)
"""Types that stand for a preprint when the entry has an eprint and no journal."""

_SHARED: Final[tuple[tuple[str, Kind], ...]] = (
    ("article", "article-journal"),
    ("suppperiodical", "article-journal"),
    ("article", "article-magazine"),
    ("article", "article-newspaper"),
    ("book", "book"),
    ("book", "classic"),
    ("inproceedings", "paper-conference"),
    ("conference", "paper-conference"),
    ("incollection", "chapter"),
    ("unpublished", "manuscript"),
    ("booklet", "pamphlet"),
    ("misc", "document"),
    ("mvbook", "book"),
    ("collection", "book"),
    ("mvcollection", "book"),
    ("reference", "book"),
    ("mvreference", "book"),
    ("proceedings", "book"),
    ("mvproceedings", "book"),
    ("manual", "book"),
    ("inbook", "chapter"),
    ("bookinbook", "chapter"),
    ("suppbook", "chapter"),
    ("suppcollection", "chapter"),
    ("phdthesis", "thesis"),
    ("mastersthesis", "thesis"),
    ("techreport", "report"),
)

_BIBLATEX_ONLY: Final[tuple[tuple[str, Kind], ...]] = (
    ("online", "webpage"),
    ("electronic", "webpage"),
    ("www", "webpage"),
    ("online", "article"),
    ("dataset", "dataset"),
    ("software", "software"),
    ("thesis", "thesis"),
    ("report", "report"),
    ("patent", "patent"),
    ("periodical", "periodical"),
    ("inreference", "entry-encyclopedia"),
    ("inreference", "entry-dictionary"),
    ("inreference", "entry"),
    ("standard", "standard"),
    ("jurisdiction", "legal_case"),
    ("legislation", "legislation"),
    ("legal", "treaty"),
    ("artwork", "graphic"),
    ("image", "graphic"),
    ("audio", "song"),
    ("music", "song"),
    ("movie", "motion_picture"),
    ("video", "motion_picture"),
    ("performance", "performance"),
    ("letter", "personal_communication"),
    ("review", "review"),
    ("preprint", "article"),
)

BIBLATEX_TYPES: Final = KindMap((*_BIBLATEX_ONLY, *_SHARED), fallback="misc")
"""What is written for BibLaTeX."""

BIBTEX_TYPES: Final = KindMap(
    (
        *_SHARED,
        ("article", "review"),
        ("article", "review-book"),
        ("incollection", "entry-encyclopedia"),
        ("incollection", "entry-dictionary"),
        ("incollection", "entry"),
        *_BIBLATEX_ONLY,
    ),
    fallback="misc",
)
"""What is read, from either, and what is written for BibTeX."""

_INEXACT: Final = frozenset(
    (
        "mvbook", "collection", "mvcollection", "reference", "mvreference", "proceedings", "mvproceedings", "manual",
        "inbook", "bookinbook", "suppbook", "suppcollection", "suppperiodical", "image", "music", "video",
    )
)  # fmt: skip
"""Types that share their kind with another, which is the one written."""


def is_exact(theirs: str) -> bool:
    """Whether the kind tells the type again, but for aliases.

    >>> is_exact("conference"), is_exact("proceedings"), is_exact("sculpture")
    (True, False, False)
    """
    return BIBTEX_TYPES.knows(theirs) and theirs not in _INEXACT


_SUBTYPES: Final[dict[str, Kind]] = {
    "magazine": "article-magazine",
    "newspaper": "article-newspaper",
    "preprint": "article",
}
"""Values of ``entrysubtype`` that are in use (biblatex-apa, pandoc)."""
_SUBTYPE_NAMES: Final = {kind: name for name, kind in _SUBTYPES.items()}
_KINDS: Final[dict[str, Kind]] = {kind: kind for kind in KINDS if kind != "article"}


def decode_subtype(text: str) -> Kind | None:
    """The kind that an ``entrysubtype`` names, or None.

    >>> decode_subtype("magazine"), decode_subtype("broadcast"), decode_subtype("classical")
    ('article-magazine', 'broadcast', None)
    """
    return _SUBTYPES.get(text) or _KINDS.get(text)


def encode_subtype(kind: Kind) -> str:
    """The ``entrysubtype`` that names a kind.

    >>> encode_subtype("article"), encode_subtype("broadcast")
    ('preprint', 'broadcast')
    """
    return _SUBTYPE_NAMES.get(kind, kind)
