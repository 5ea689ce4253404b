"""Genres and types of resources, and the kinds of paper that they are.

Knows: that Zotero's item types (`bibkit.zotero`) are genres of authority ``local``; MARC's genre terms (``marcgt``),
those of bibutils, the types of resource.
Must not know: elements.

Sources: "MARC Genre Term List", MODS user guidelines for ``typeOfResource``. For kinds that have no Zotero type the
nearest one is written, and the kind itself as a genre of authority ``csl``.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from bibkit import Kind, KindMap
from bibkit.zotero import ITEM_KINDS, is_implied

__all__ = ["HOSTED", "KIND_MAP", "MARC_GENRES", "RESOURCE_TYPES", "Clues", "choose_kind"]

KIND_MAP: Final = KindMap(
    [(f"csl:{kind}" if "/" in name else name, kind) for name, kind in ITEM_KINDS.rows], fallback=ITEM_KINDS.fallback
)
"""Genres of authority ``local``, and after ``csl:`` those of authority ``csl``."""

HOSTED: Final[tuple[Kind, ...]] = (
    "article-journal",
    "article-magazine",
    "article-newspaper",
    "chapter",
    "entry",
    "entry-dictionary",
    "entry-encyclopedia",
    "paper-conference",
    "post-weblog",
    "post",
    "review",
    "review-book",
)
"""Kinds that are part of a larger work: volume, pages, publisher and ISBN are those of the host."""

MARC_GENRES: Final[dict[Kind, tuple[str, str]]] = {
    "article-journal": ("article", "periodical"),
    "article-magazine": ("article", "periodical"),
    "article-newspaper": ("article", "newspaper"),
    "book": ("book", ""),
    "chapter": ("", "book"),
    "dataset": ("numeric data", ""),
    "entry-dictionary": ("", "dictionary"),
    "entry-encyclopedia": ("", "encyclopedia"),
    "graphic": ("picture", ""),
    "interview": ("interview", ""),
    "legal_case": ("legal case and case notes", ""),
    "legislation": ("legislation", ""),
    "map": ("map", ""),
    "motion_picture": ("motion picture", ""),
    "paper-conference": ("", "conference publication"),
    "patent": ("patent", ""),
    "periodical": ("periodical", ""),
    "personal_communication": ("letter", ""),
    "report": ("technical report", ""),
    "review": ("review", "periodical"),
    "review-book": ("review", "periodical"),
    "song": ("sound", ""),
    "speech": ("speech", ""),
    "standard": ("standard or specification", ""),
    "thesis": ("thesis", ""),
    "treaty": ("treaty", ""),
    "webpage": ("web site", ""),
}
"""MARC's genre of the work and of its host."""

RESOURCE_TYPES: Final[dict[Kind, str]] = {
    "broadcast": "moving image",
    "figure": "still image",
    "graphic": "still image",
    "map": "cartographic",
    "motion_picture": "moving image",
    "musical_score": "notated music",
    "software": "software, multimedia",
    "song": "sound recording",
}
"""``typeOfResource`` where it is not ``text``."""

_GENRES: Final[dict[str, Kind]] = {
    "article": "article-journal",
    "art original": "graphic",
    "art reproduction": "graphic",
    "autobiography": "book",
    "bibliography": "book",
    "biography": "book",
    "blog": "post-weblog",
    "book": "book",
    "book chapter": "chapter",
    "chart": "figure",
    "collection": "collection",
    "comic or graphic novel": "book",
    "conference paper": "paper-conference",
    "conference publication": "book",
    "dataset": "dataset",
    "database": "dataset",
    "dictionary": "book",
    "drama": "book",
    "electronic": "webpage",
    "encyclopedia": "book",
    "essay": "document",
    "festschrift": "book",
    "fiction": "book",
    "folktale": "book",
    "globe": "map",
    "government publication": "report",
    "graphic": "graphic",
    "handbook": "book",
    "history": "book",
    "instruction": "report",
    "interview": "interview",
    "journal": "article-journal",
    "journal article": "article-journal",
    "law report or digest": "article-journal",
    "legal article": "article-journal",
    "legal case and case notes": "legal_case",
    "legislation": "legislation",
    "letter": "personal_communication",
    "brief": "personal_communication",
    "loose-leaf": "manuscript",
    "magazine article": "article-magazine",
    "manuscript": "manuscript",
    "map": "map",
    "memoir": "book",
    "motion picture": "motion_picture",
    "newspaper": "article-newspaper",
    "newspaper article": "article-newspaper",
    "novel": "book",
    "numeric data": "dataset",
    "online system or service": "webpage",
    "patent": "patent",
    "periodical": "article-journal",
    "picture": "graphic",
    "preprint": "article",
    "report": "report",
    "review": "review",
    "script": "book",
    "software": "software",
    "sound": "song",
    "speech": "speech",
    "standard or specification": "standard",
    "standard": "standard",
    "technical report": "report",
    "ph.d. thesis": "thesis",
    "masters thesis": "thesis",
    "theses": "thesis",
    "thesis": "thesis",
    "treaty": "treaty",
    "unpublished": "manuscript",
    "videorecording": "motion_picture",
    "web page": "webpage",
    "web site": "webpage",
    "website": "webpage",
    "yearbook": "book",
}
"""Genres of a work, lower case, without regard to the authority."""

_HOST_GENRES: Final[dict[str, Kind]] = {
    "academic journal": "article-journal",
    "book": "chapter",
    "collection": "chapter",
    "conference publication": "paper-conference",
    "dictionary": "entry-dictionary",
    "encyclopedia": "entry-encyclopedia",
    "journal": "article-journal",
    "magazine": "article-magazine",
    "newspaper": "article-newspaper",
    "periodical": "article-journal",
}
"""Genres of a host, and what a part of it is."""

_RESOURCES: Final[dict[str, Kind]] = {
    "cartographic": "map",
    "moving image": "motion_picture",
    "notated music": "musical_score",
    "software, multimedia": "software",
    "sound recording": "song",
    "sound recording-musical": "song",
    "sound recording-nonmusical": "song",
    "still image": "graphic",
}

_COLLECTIONS: Final[dict[str, Kind]] = {
    "BILLS": "bill",
    "CFR": "regulation",
    "CHRG": "hearing",
    "FR": "regulation",
    "PLAW": "legislation",
    "STATUTE": "legislation",
    "USCODE": "legislation",
    "USCOURTS": "legal_case",
}
"""Collections of govinfo.gov, whose only genre is "government publication" (``extension/collectionCode``)."""

Genre = tuple[str, str]
"""Authority and term."""


class Clues(NamedTuple):
    """What a record says of its kind."""

    genres: list[Genre]
    collections: list[str]
    host_genres: list[Genre]
    resources: list[str]
    media: list[str]
    host_issuance: list[str]
    has_host: bool


Verdict = tuple[Kind, list[Genre]]
"""A kind, and the genres that say no more than it."""


def _by_bibkit(clues: Clues) -> Verdict | None:
    for authority, term in clues.genres:
        if authority == "csl" and KIND_MAP.knows(f"csl:{term}"):
            kind = KIND_MAP.decode(f"csl:{term}")
            implied = [genre for genre in clues.genres if genre[0] == "local" and is_implied(genre[1], kind)]
            return kind, [(authority, term), *implied, _marc_genre(kind)]
    return None


def _by_zotero(clues: Clues) -> Verdict | None:
    for authority, term in clues.genres:
        if authority == "local" and KIND_MAP.knows(term):
            kind = KIND_MAP.decode(term)
            return kind, [(authority, term), _marc_genre(kind)]
    return None


def _marc_genre(kind: Kind) -> Genre:
    return "marcgt", MARC_GENRES.get(kind, ("", ""))[0]


def _by_collection(clues: Clues) -> Verdict | None:
    return next(((_COLLECTIONS[name], []) for name in clues.collections if name in _COLLECTIONS), None)


def _by_host_genre(clues: Clues) -> Verdict | None:
    """A host's genre says what its part is; the part's own genre is then about its content."""
    kind = next((_HOST_GENRES[term.lower()] for _, term in clues.host_genres if term.lower() in _HOST_GENRES), None)
    own = next((_GENRES[term.lower()] for _, term in clues.genres if term.lower() in _GENRES), None)
    if kind is None or own not in {None, "article-journal", "document", kind}:
        return None
    return kind, [genre for genre in clues.genres if _GENRES.get(genre[1].lower()) == kind]


def _by_genre(clues: Clues) -> Verdict | None:
    return next(((_GENRES[genre[1].lower()], [genre]) for genre in clues.genres if genre[1].lower() in _GENRES), None)


def _by_resource(clues: Clues) -> Verdict | None:
    return next(((_RESOURCES[name], []) for name in clues.resources if name in _RESOURCES), None)


def _by_host(clues: Clues) -> Verdict | None:
    if "text/html" in clues.media:
        return "webpage", []
    if clues.has_host:
        return ("article-journal" if {"continuing", "serial"} & set(clues.host_issuance) else "chapter"), []
    return None


_JUDGES: Final = (_by_bibkit, _by_zotero, _by_collection, _by_host_genre, _by_genre, _by_resource, _by_host)


def choose_kind(clues: Clues) -> Verdict:
    """The kind of a work, and which of its genres said so.

    First what bibkit and Zotero write, then the genre of the host, any genre that is known, the type of resource,
    media types, and whether there is a host at all.
    """
    for judge in _JUDGES:
        verdict = judge(clues)
        if verdict is not None:
            return verdict
    return "document", []
