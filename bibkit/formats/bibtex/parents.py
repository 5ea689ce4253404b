"""Entries that others take fields from, found before or after those.

Knows: which entries may be parents, keys that differ in case, chains and circles.
Must not know: which field becomes which (`inheritance`), papers.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from bibkit.formats.bibtex.inheritance import inherit_crossref, inherit_xdata, parents_of

__all__ = ["Parents", "Remark"]

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


class Remark(NamedTuple):
    """Something to say of a relation: code and message."""

    code: str
    message: str


_LONGEST_ALIASES: Final = 4_000
"""Letters of ``ids`` (further keys of an entry) that are looked at."""


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
        generation = parents_of(fields)
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
                    older.extend(parents_of(found[1]))
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
        for key in dict.fromkeys(parents_of(fields)):
            found = self._entries.get(key)
            if found is None:
                other = self._keys.get(key.lower())
                if other is None:
                    said.append(Remark("unknown-crossref", f"no entry {key!r} to take fields from"))
                    continue
                said.append(Remark("crossref-case", f"{key!r} is taken for the entry {other!r}"))
                found = self._entries[other]
            if depth == 0 or found[1] is fields:
                said.append(Remark("unknown-crossref", f"the reference to {key!r} goes round in a circle"))
                continue
            parent_kind, parent = found
            if "crossref" in parent or "xdata" in parent:
                if key not in known:
                    known[key] = self._inherited(parent_kind, parent, remarks, depth - 1, known)
                parent = known[key]
            if not self._affords(parent):
                said.append(Remark("unknown-crossref", f"{key!r} holds too much to take fields from it again"))
            elif key == crossref:
                inherit_crossref(child, kind, parent, parent_kind)
            else:
                inherit_xdata(child, parent)
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
