r"""JabRef's groups: collections of papers, kept in comments.

Knows: ``groupstree`` (JabRef 2 and 3, which Zotero reads too) and ``grouping`` (JabRef 4 and later), and the field
``groups`` of an entry.
Must not know: papers.

A group line is ``LEVEL TYPE:NAME\;CONTEXT\;KEY\;KEY\;;``. Within it ``;`` is quoted with a backslash, and the
whole is quoted once more, so that a semicolon in a name is ``\\\;``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from bibkit.formats.bibtex.values import split_protected

__all__ = ["Groups", "decode_group_names", "encode_groups", "is_groups_comment"]

Path = tuple[str, ...]


@cache
def _groups_comment() -> re.Pattern[str]:
    return re.compile(
        r"@comment\s*\{\s*jabref-meta:\s*(groupstree|grouping|groupsversion)\s*:(.*)\}\s*\Z", re.IGNORECASE | re.DOTALL
    )


@cache
def _line() -> re.Pattern[str]:
    return re.compile(r"\s*0*([0-9]{1,9})\s+(\w+)\s*:\s*(.*)", re.DOTALL)


_PIECE: Final = re.compile(r"((?:[^\\;]++|\\.)*+)(?:;|\Z)", re.DOTALL)
_ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
_DEEPEST: Final = 50
_MOST_OF_ONE_NAME: Final = 50
"""Groups that one name in the field ``groups`` stands for."""
_KNOWN: Final = frozenset(("AllEntriesGroup", "ExplicitGroup", "StaticGroup"))


def is_groups_comment(text: str) -> bool:
    """Whether a block is one of JabRef's comments on groups.

    >>> is_groups_comment("@comment{jabref-meta: groupsversion:3;}")
    True
    """
    return _groups_comment().match(text) is not None


def decode_group_names(raw: str) -> list[str]:
    """Read the field ``groups``: names of groups, separated by commas.

    >>> decode_group_names("Tides, {Weirs, Movable}")
    ['Tides', 'Weirs, Movable']
    """
    return [name[1:-1] if name.startswith("{") and name.endswith("}") else name for name in split_protected(raw, ",")]


class Groups:
    """The tree of groups of one file, as far as it has been seen."""

    def __init__(self) -> None:
        self.expected = False
        """Whether something announced a tree that has not come yet."""
        self.paths: list[Path] = []
        self.by_key: dict[str, list[Path]] = {}
        self._by_name: dict[str, list[Path]] = {}

    def take(self, comment: str) -> bool:
        """Read a block; False where it holds groups that cannot be kept as collections (searches, keywords)."""
        match = _groups_comment().match(comment)
        if match is None:
            return False
        if match[1].lower() == "groupsversion":
            self.expected = True
            return True
        self.expected = False
        return self._tree(match[2].replace("\n", ""))

    def _tree(self, text: str) -> bool:
        stack: list[str] = []
        whole = True
        for piece in _pieces(text):
            line = _line().fullmatch(piece)
            if line is None:
                whole = whole and not piece.strip()
                continue
            level, kind = min(int(line[1]), _DEEPEST), line[2]
            whole = whole and kind in _KNOWN
            if kind == "AllEntriesGroup" or level < 1:
                continue
            name, *rest = [part.strip() for part in _pieces(line[3])] or [""]
            del stack[level - 1 :]
            stack.append(name)
            path = tuple(stack)
            self.paths.append(path)
            self._by_name.setdefault(name, []).append(path)
            if kind == "ExplicitGroup":
                for key in rest[1:]:
                    self.by_key.setdefault(key, []).append(path)
        return whole

    def collections(self, key: str, names: Iterable[str]) -> tuple[Path, ...]:
        """The collections of an entry: those that list its key, then those that it names."""
        paths = list(self.by_key.get(key, ()))
        for name in names:
            paths.extend(self._by_name.get(name, [(name,)])[:_MOST_OF_ONE_NAME])
        return tuple(dict.fromkeys(paths))


def _pieces(text: str) -> list[str]:
    """Cut at semicolons that are not quoted, and take one level of quoting away; the last, empty piece is left out."""
    return [_ESCAPE.sub(r"\1", match[1]) for match in _PIECE.finditer(text) if match[1]]


def encode_groups(members: Mapping[Path, Iterable[str]]) -> str:
    """Write the tree that holds ``members`` (keys by path) as JabRef 3's comment, which JabRef and Zotero read."""
    lines = ["0 AllEntriesGroup:;"]
    for path in _with_parents(members):
        name = path[-1].replace("{", "(").replace("}", ")")
        inner = "".join([f"{_quote(part)};" for part in (name, "0", *members.get(path, ()))])
        lines.append(f"{len(path)} ExplicitGroup:{_quote(inner)};")
    tree = "\n".join(lines)
    return f"@comment{{jabref-meta: groupstree:\n{tree}\n}}\n"


def _quote(text: str) -> str:
    return text.replace("\\", "\\\\").replace(";", "\\;")


def _with_parents(members: Mapping[Path, Iterable[str]]) -> list[Path]:
    """Every path and its parents, children after their parent, otherwise in the order of first use."""
    tree: dict[Path, dict[Path, None]] = {(): {}}
    for path in members:
        for depth in range(1, len(path) + 1):
            tree.setdefault(path[: depth - 1], {})[path[:depth]] = None
            tree.setdefault(path[:depth], {})
    ordered: list[Path] = []
    stack = [()]  # type: list[Path]
    while stack:
        path = stack.pop()
        if path:
            ordered.append(path)
        stack.extend(reversed(tree[path]))
    return ordered
