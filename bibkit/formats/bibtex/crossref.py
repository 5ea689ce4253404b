"""``crossref`` and ``xdata``: entries take fields from others, found before or after them, as biber does it.

Knows: the table of the biblatex manual, appendix B, on raw fields; which entries may be parents, keys that differ in
case, chains and circles.
Must not know: papers, what a value means, which entries wait for others (`reader`).
"""

from __future__ import annotations

from typing import Final

__all__ = ["Parents", "Remark"]

Remark = tuple[str, str]
"""Something to say of a relation: code and message."""

_LIKELY: Final = frozenset(
    (
        "xdata", "proceedings", "mvproceedings", "book", "mvbook", "collection", "mvcollection", "reference", "mvreference",
        "periodical", "manual", "set",
    )
)  # fmt: skip
_REMEMBERED: Final = 5_000
"""Entries of other types that are remembered as well; in larger files only likely parents are."""
_DEEPEST: Final = 16
"""Generations that an entry inherits from; more are taken for a circle."""
_MOST_AWAITED: Final = 200
"""Entries, parents of parents with them, that one entry may wait for."""
_LARGE: Final = 4_000
_BUDGET: Final = 1 << 24
"""Letters that all entries together inherit from parents that hold more than `_LARGE`, so that no file grows without
bound."""
_LONGEST_ALIASES: Final = 4_000
"""Letters of ``ids`` (further keys of an entry) that are looked at."""

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


def _renamed(prefix: str) -> dict[str, tuple[str, ...]]:
    """What a parent's titles become, such as ``booktitle`` and ``booksubtitle``."""
    return {
        **dict.fromkeys(_NOT_ON, ()),
        **{name: (f"{prefix}{name}",) for name in ("title", "subtitle", "titleaddon")},
    }


def _targets(parent: str, child: str) -> dict[str, tuple[str, ...]]:
    """What each field of a parent becomes in a child; a field that is not named keeps its name."""
    names: dict[str, tuple[str, ...]] = {}
    if child in _MULTIVOLUME.get(parent, ()):
        names = _renamed("main")
    elif child in _VOLUMES.get(parent, ()):
        names = _renamed("book")
    elif parent == "periodical" and child in {"article", "suppperiodical"}:
        names = _renamed("journal")
    if parent in {"mvbook", "book"} and child in _PARTS:
        names["author"] = ("author", "bookauthor")
    return names


class Parents:
    """The entries of a file that others may refer to, as raw fields."""

    def __init__(self) -> None:
        self._entries: dict[str, tuple[str, dict[str, str]]] = {}
        self._keys: dict[str, str] = {}
        self._others = 0
        self._budget = _BUDGET
        self._told: set[Remark] = set()
        """What was said of entries that entries inherit from; once is enough."""

    def remember(self, key: str, kind: str, fields: dict[str, str]) -> None:
        """Keep an entry; of two with one key the first counts."""
        if kind not in _LIKELY:
            self._others += 1
            if self._others > _REMEMBERED:
                return
        self._entries.setdefault(key, (kind, fields))
        if "ids" in fields:
            for alias in fields["ids"][:_LONGEST_ALIASES].split(","):
                self._entries.setdefault(alias.strip(), (kind, fields))
        self._keys.setdefault(key.lower(), key)

    def missing(self, fields: dict[str, str], *, any_case: bool = True) -> list[str]:
        """The keys that an entry, its parents and theirs refer to and that have not been seen yet."""
        lacking: list[str] = []
        seen: set[str] = set()
        generation = _parents_of(fields)
        for _ in range(_DEEPEST):
            older: list[str] = []
            for key in generation:
                if key in seen or len(seen) > _MOST_AWAITED:
                    continue
                seen.add(key)
                found = self._entries.get(key)
                if found is None and any_case:
                    found = self._entries.get(self._keys.get(key.lower(), ""))
                if found is None:
                    lacking.append(key)
                else:
                    older.extend(_parents_of(found[1]))
            if not older:
                break
            generation = older
        return lacking

    def inherited(self, kind: str, fields: dict[str, str], remarks: list[Remark]) -> dict[str, str]:
        """The fields of an entry with those that it inherits, and without the references."""
        return self._inherited(kind, fields, remarks, _DEEPEST, {})

    def _inherited(
        self, kind: str, fields: dict[str, str], remarks: list[Remark], depth: int, known: dict[str, dict[str, str]]
    ) -> dict[str, str]:
        """``known`` holds the parents that were resolved for the same entry before."""
        child = {name: value for name, value in fields.items() if name not in {"crossref", "xdata"}}
        crossref = fields.get("crossref", "").strip()
        said: list[Remark] = []
        for key in dict.fromkeys(_parents_of(fields)):
            found = self._entries.get(key)
            if found is None:
                other = self._keys.get(key.lower())
                if other is None:
                    said.append(("unknown-crossref", f"no entry {key!r} to take fields from"))
                    continue
                said.append(("crossref-case", f"{key!r} is taken for the entry {other!r}"))
                found = self._entries[other]
            if depth == 0 or found[1] is fields:
                said.append(("unknown-crossref", f"the reference to {key!r} goes round in a circle"))
                continue
            parent_kind, parent = found
            if "crossref" in parent or "xdata" in parent:
                if key not in known:
                    known[key] = self._inherited(parent_kind, parent, remarks, depth - 1, known)
                parent = known[key]
            if not self._affords(parent):
                said.append(("unknown-crossref", f"{key!r} holds too much to take fields from it again"))
            elif key == crossref:
                _inherit_crossref(child, kind, parent, parent_kind)
            else:
                _inherit_xdata(child, parent)
        if depth < _DEEPEST:
            said = [remark for remark in said if remark not in self._told]
            self._told.update(said)
        remarks.extend(said)
        return child

    def _affords(self, parent: dict[str, str]) -> bool:
        """Whether a parent is small, or large and within what may be inherited from large ones."""
        size = len(parent) + sum(map(len, parent.values()))
        if size > _LARGE:
            self._budget -= size
        return size <= _LARGE or self._budget > 0


def _parents_of(fields: dict[str, str]) -> list[str]:
    """The keys of the entries that an entry takes fields from: xdata first, as biber resolves them.

    >>> _parents_of({"crossref": "tidal2030", "xdata": "a, b"})
    ['a', 'b', 'tidal2030']
    """
    listed = fields.get("xdata", "")[:_LONGEST_LIST].split(",")[:_MOST_PARENTS]
    keys = [key for part in listed if (key := part.strip())]
    if crossref := fields.get("crossref", "").strip():
        keys.append(crossref)
    return keys


def _inherit_crossref(child: dict[str, str], child_kind: str, parent: dict[str, str], parent_kind: str) -> None:
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


def _inherit_xdata(child: dict[str, str], parent: dict[str, str]) -> None:
    """Give ``child`` the fields of a data container that it does not have itself."""
    has_date = not _DATES.isdisjoint(child)
    for name, value in parent.items():
        if name not in {"xdata", "crossref"} and not (has_date and name in _DATES):
            child.setdefault(name, value)
