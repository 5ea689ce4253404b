"""``crossref`` and ``xdata``: which fields an entry takes from another, as biber does it.

Knows: the table of the biblatex manual, appendix B, on raw fields.
Must not know: when a parent is found (`reader`), what a value means.
"""

from __future__ import annotations

from typing import Final

__all__ = ["inherit_crossref", "inherit_xdata", "parents_of"]

_NEVER: Final = frozenset(
    (
        "crossref", "xref", "xdata", "entryset", "entrysubtype", "execute", "ids", "label", "options", "presort", "related",
        "relatedoptions", "relatedstring", "relatedtype", "shorthand", "shorthandintro", "sortkey",
    )
)  # fmt: skip
"""Fields that are never inherited."""
_NOT_ON: Final = ("shorttitle", "sorttitle", "indextitle", "indexsorttitle")
"""Forms of a title that are dropped where the title changes its name."""
_DATES: Final = frozenset(("date", "year", "month", "day"))
"""One date in several fields: an entry that has one of them takes none of the others."""

_PARTS: Final = frozenset(("inbook", "bookinbook", "suppbook"))
_MULTIVOLUME: Final[dict[str, frozenset[str]]] = {
    "mvbook": frozenset(("book", *_PARTS)),
    "mvcollection": frozenset(("collection", "reference", "incollection", "inreference", "suppcollection")),
    "mvreference": frozenset(("collection", "reference", "incollection", "inreference", "suppcollection")),
    "mvproceedings": frozenset(("proceedings", "inproceedings")),
}
_VOLUMES: Final[dict[str, frozenset[str]]] = {
    "book": _PARTS,
    "collection": frozenset(("incollection", "inreference", "suppcollection")),
    "reference": frozenset(("incollection", "inreference", "suppcollection")),
    "proceedings": frozenset(("inproceedings",)),
}
_MOST_PARENTS: Final = 32
_LONGEST_LIST: Final = 4_000
"""Keys and letters of an xdata list that are looked at; a longer one is no list of parents."""
_ALIASES: Final = {"conference": "inproceedings"}


def _renamed(prefix: str, title: str) -> dict[str, tuple[str, ...]]:
    names: dict[str, tuple[str, ...]] = dict.fromkeys(_NOT_ON, ())
    names["title"] = (f"{prefix}{title}",)
    for part in ("subtitle", "titleaddon"):
        names[part] = (f"{prefix}{part}",)
    return names


_MAIN: Final = _renamed("main", "title")
_BOOK: Final = _renamed("book", "title")
_JOURNAL: Final = _renamed("journal", "title")


def _targets(parent: str, child: str) -> dict[str, tuple[str, ...]]:
    """What each field of a parent becomes in a child; a field that is not named keeps its name."""
    names: dict[str, tuple[str, ...]] = {}
    if child in _MULTIVOLUME.get(parent, ()):
        names = dict(_MAIN)
    elif child in _VOLUMES.get(parent, ()):
        names = dict(_BOOK)
    elif parent == "periodical" and child in {"article", "suppperiodical"}:
        names = dict(_JOURNAL)
    if parent in {"mvbook", "book"} and child in _PARTS:
        names["author"] = ("author", "bookauthor")
    return names


def parents_of(fields: dict[str, str]) -> list[str]:
    """The keys of the entries that an entry takes fields from: xdata first, as biber resolves them.

    >>> parents_of({"crossref": "tidal2030", "xdata": "a, b"})
    ['a', 'b', 'tidal2030']
    """
    listed = fields.get("xdata", "")[:_LONGEST_LIST].split(",")[:_MOST_PARENTS]
    keys = [key for part in listed if (key := part.strip())]
    if crossref := fields.get("crossref", "").strip():
        keys.append(crossref)
    return keys


def inherit_crossref(child: dict[str, str], child_kind: str, parent: dict[str, str], parent_kind: str) -> None:
    """Give ``child`` the fields of a crossref parent that it does not have itself."""
    targets = _targets(_ALIASES.get(parent_kind, parent_kind), _ALIASES.get(child_kind, child_kind))
    own = frozenset(child)
    never = _NEVER
    if not _DATES.isdisjoint(own):
        # A month of one's own, as BibTeX has it, is one of the parent's year.
        never = _NEVER | (_DATES if "year" in own or "date" in own else _DATES - {"year"})
    for name, others in targets.items():
        for other in others:
            if name in parent and other not in own:
                child[other] = parent[name]
    for name, value in parent.items():
        if name not in never and name not in targets:
            child.setdefault(name, value)


def inherit_xdata(child: dict[str, str], parent: dict[str, str]) -> None:
    """Give ``child`` the fields of a data container that it does not have itself."""
    has_date = not _DATES.isdisjoint(child)
    for name, value in parent.items():
        if name not in {"xdata", "crossref"} and not (has_date and name in _DATES):
            child.setdefault(name, value)
