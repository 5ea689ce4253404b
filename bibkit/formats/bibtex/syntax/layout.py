r"""Entries as programs lay them out: one field after another, each on lines of its own, and a brace on the last line.

Knows: how such an entry is cut by `str.split`, several times faster than by matching field after field.
Must not know: anything else that BibTeX's grammar allows (`grammar`), what a field means.

A second way to read what the grammar reads too, kept because it is measured: of a file with 2,000 generated entries
(`tests/benchmarks/generate.py`) it cuts an entry 2.2 times as fast, and reading as a whole takes 1.3 times as long
without it.

What is cut must be certain to be what the grammar would give, so anything odd is refused: a field that comes twice,
an ``@`` within the entry, braces that do not pair within one value, undefined macros.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from bibkit.formats.bibtex.syntax.grammar import NAME, OTHER_BLOCKS, Entry
from bibkit.formats.bibtex.syntax.macros import Macros

__all__ = ["Layout"]

_HEAD: Final = re.compile(r"[\s,;]*+(@)([A-Za-z]++)\{([^\s,{}=\"()#%]++),")
"""What separates entries, a type and a key."""
_FIELD: Final = re.compile(rf"\s*+({NAME})\s*+=\s*+")
_TERM: Final = rf'(?:{NAME}|"[^"{{}}]*+")'
_BARE: Final = re.compile(rf"\s*+({NAME})\s*+=\s*+({_TERM}(?:\s*+#\s*+{_TERM})*+)\s*+,")
"""A field whose value is not in braces: a number, a macro, a quoted text, or several of them joined."""
_TERMS: Final = re.compile(_TERM)
_LONGEST: Final = 1 << 16
_MOST_FAILURES: Final = 64
_MOST_HEADS: Final = 1_000


class _Head(NamedTuple):
    """What stands before a value's brace: the field's name and its place, after fields that have no braces."""

    name: str
    start: int
    stop: int
    others: Entry | None
    """The fields without braces that stand before the name, as the macros were when they were read."""


class Layout:
    """Cuts entries that are laid out so. A file that has other ones, one after another, is not asked again."""

    def __init__(self, macros: Macros) -> None:
        self._macros = macros
        self._heads: dict[str, _Head] = {}
        """What was understood before: the same few heads come again and again in a file."""
        self._failures = 0

    def entry(self, text: str, position: int) -> tuple[Entry, int] | None:
        """The entry that begins at ``position`` but for separators, and the position after it; None for any other."""
        if self._failures > _MOST_FAILURES:
            return None
        self._failures += 1
        head = _HEAD.match(text, position)
        if head is None:
            return None
        position = head.end()
        end = _end(text, position)
        start = head.start(1)
        entry = Entry(head[2].lower(), head[3], {}, start)
        entry.key_start = head.start(3) - start
        if end < 0 or entry.kind in OTHER_BLOCKS or not self._cut(text[position:end], entry, position - start):
            return None
        self._failures = 0
        return entry, end + 2

    def _cut(self, block: str, entry: Entry, at: int) -> bool:
        """Cut the inside of an entry, which begins ``at`` a position of its text; False where it is odd."""
        pieces = block.split("},\n")
        last = pieces.pop()
        bare = ""
        if last.endswith(("}", "},")):
            pieces.append(last[: last.rindex("}")])
        else:
            bare = last if last.endswith(",") else f"{last},"
        fields, cuts, heads = entry.fields, entry.cuts, self._heads
        for piece in pieces:
            head, brace, value = piece.partition("{")
            known = heads.get(head) or self._head(head)
            if known is None or not brace:
                return False
            name, start, stop, others = known
            if others is not None and not _take(others, entry, at):
                return False
            if name in fields or (("{" in value or "}" in value) and not _pairs(value)):
                return False
            fields[name] = value
            end = at + len(piece) + 1
            cuts.append((name, at + start, at + stop, at + len(head), end))
            at = end + 2
        others = self._bare_fields(bare) if bare else None
        return not bare or (others is not None and _take(others, entry, at))

    def _head(self, head: str) -> _Head | None:
        """Understand what stands before a brace; None where it is odd."""
        others = None
        match = _FIELD.fullmatch(head)
        if match is None:
            last = head.rfind(",") + 1
            match = _FIELD.fullmatch(head, last)
            others = self._bare_fields(head[:last])
            if match is None or others is None:
                return None
        known = _Head(match[1].lower(), match.start(1), match.end(1), others)
        if len(self._heads) < _MOST_HEADS:
            self._heads[head] = known
        return known

    def _bare_fields(self, text: str) -> Entry | None:
        """Fields without braces, each with a comma after it; None where one is odd or names an undefined macro."""
        found = Entry("", "", {}, 0)
        position = 0
        while position < len(text):
            match = _BARE.match(text, position)
            if match is None or match[1].lower() in found.fields or not self._expression(match, found):
                return None
            position = match.end()
        return found

    def _expression(self, match: re.Match[str], found: Entry) -> bool:
        """Take the value of macros, quoted texts and numbers; False where a macro is not defined."""
        name, source = match[1].lower(), match[2]
        found.cuts.append((name, match.start(1), match.end(1), match.start(2), match.end(2)))
        if source.isdigit():
            found.fields[name] = source
            return True
        undefined: list[str] = []
        terms = [
            (False, term[1:-1]) if term[0] == '"' else (not term.isdigit(), term) for term in _TERMS.findall(source)
        ]
        found.fields[name] = self._macros.value(name, terms, undefined)
        if name != "month" and any([is_macro for is_macro, _ in terms]):
            found.expressions = {**(found.expressions or {}), name: " ".join(source.split())}
        return not undefined


def _take(others: Entry, entry: Entry, at: int) -> bool:
    """Give an entry fields that were read apart from it; False where it has one of them."""
    if not entry.fields.keys().isdisjoint(others.fields):
        return False
    entry.fields.update(others.fields)
    entry.cuts += [(name, at + a, at + b, at + c, at + d) for name, a, b, c, d in others.cuts]
    if others.expressions:
        entry.expressions = {**(entry.expressions or {}), **others.expressions}
    return True


def _end(text: str, position: int) -> int:
    """Where the line of an entry's last brace ends the line before; -1 where an ``@`` comes first or no end is near.

    One character is found several times as fast as two, and nearly all entries end where the next one begins.
    """
    limit = position + _LONGEST
    after = text.find("@", position, limit)
    if after < 0:
        return text.find("\n}", position, limit)
    end = text.rfind("\n}", position, after)
    return end if text[end + 2 : after].isspace() else text.find("\n}", position, after)


def _pairs(value: str) -> bool:
    """Whether each brace of a value has its partner within it."""
    depth = 0
    *pieces, last = value.split("}")
    for piece in pieces:
        depth += piece.count("{") - 1
        if depth < 0:
            return False
    return depth + last.count("{") == 0
