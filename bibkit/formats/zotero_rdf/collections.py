"""Zotero's collections: a tree of names with items in it.

Knows: how a tree of collections becomes paths, and paths a tree with addresses that stay the same.
Must not know: XML, items.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Final

from bibkit.formats.zotero_rdf.prescan import Prescan
from bibkit.model import Topic

__all__ = ["CollectionTree", "Collections", "Path", "topic_of"]

Path = tuple[str, ...]
_MOST_LEVELS: Final = 100
"""Collections in collections; paths that grow without bound would take memory by the square of their number."""


class Collections:
    """The collections of a file that is read: for each item, the paths of the collections that hold it."""

    def __init__(self, found: Prescan) -> None:
        self._paths: dict[str, dict[Path, None]] = {}
        self._empty: list[Path] = []
        children = found.children
        inner = {child for parts in children.values() for child in parts if child in children}
        seen: set[str] = set()
        # Those that only a ring of collections holds come last. Each is taken once: Zotero's are a tree.
        for address in [*[root for root in children if root not in inner], *children]:
            stack: list[tuple[str, Path]] = [(address, ())]
            while stack:
                current, above = stack.pop()
                if current in seen:
                    continue
                seen.add(current)
                path = above
                if len(above) < _MOST_LEVELS:  # what lies deeper is put into the last of them
                    path = (*above, " ".join(found.titles[current].split()) or "Untitled")
                parts = list(dict.fromkeys(children[current]))
                stack.extend([(part, path) for part in reversed(parts) if part in children])
                held = False
                for part in parts:
                    if part in children:
                        held = True
                    elif part in found.defined:
                        held = True
                        self._paths.setdefault(part, {})[path] = None
                if not held:
                    self._empty.append(path)

    def of(self, address: str) -> tuple[Path, ...]:
        """The paths of the collections that hold an item."""
        return tuple(self._paths.get(address, ()))

    def empty(self) -> Iterator[Path]:
        """The paths of the collections that hold nothing."""
        return iter(self._empty)


class CollectionTree:
    """The collections of a file that is written, with the addresses of their items."""

    def __init__(self) -> None:
        self._items: dict[Path, list[str]] = {}
        self._children: dict[Path, list[Path]] = {}
        self._addresses: dict[Path, str] = {}
        self._taken: set[str] = set()

    def add(self, path: Path, item: str = "") -> None:
        """Make a collection with those above it, and put an item into it."""
        if not path:
            return
        if path not in self._items:
            for depth in range(1, len(path) + 1):
                if path[:depth] not in self._items:
                    self._make(path[:depth])
        if item and (not self._items[path] or self._items[path][-1] != item):
            self._items[path].append(item)

    def _make(self, path: Path) -> None:
        self._items[path] = []
        self._children[path] = []
        self._addresses[path] = self._new_address(path)
        if len(path) > 1:
            self._children[path[:-1]].append(path)

    def _new_address(self, path: Path) -> str:
        # The address depends on the names only, so that it is the same in the next export.
        text = "\x1f".join(path).encode("utf-8", "replace")
        for salt in range(1_000_000):
            digest = hashlib.blake2b(text, digest_size=5, salt=salt.to_bytes(4)).hexdigest()
            if digest not in self._taken:
                self._taken.add(digest)
                return f"#collection_{digest}"
        raise AssertionError("unreachable")

    def __iter__(self) -> Iterator[tuple[str, str, Iterable[str]]]:
        """Yield ``(address, name, addresses of children and items)``."""
        for path, items in self._items.items():
            parts = [self._addresses[child] for child in self._children[path]]
            yield self._addresses[path], path[-1], [*parts, *items]


def topic_of(path: Path) -> Topic | None:
    """The topic that stands for an empty collection; None where it lies too deep for one.

    >>> topic_of(("HY: Hydrology", "Ponds"))
    Topic(title='Ponds', parent='HY: Hydrology', ...)
    """
    if len(path) > _DEEPEST:
        return None
    return Topic(title=path[-1], parent=path[0] if len(path) == _DEEPEST else "")


_DEEPEST: Final = 2
