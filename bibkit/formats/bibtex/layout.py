r"""Entries as programs lay them out: one field after another, each on lines of its own, and a brace on the last line.

Knows: how such an entry is cut by `str.split`, several times faster than by matching field after field.
Must not know: anything else that BibTeX's grammar allows (`grammar`), what a field means.

What is cut must be certain to be what the grammar would give, so anything odd is refused: a field that comes twice,
an ``@`` within the entry, braces that do not pair within one value, undefined macros.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from bibkit.formats.bibtex.grammar import NAME, Entry
from bibkit.formats.bibtex.macros import Macros

__all__ = ["Layout"]

_HEAD: Final = re.compile(r"[\s,;]*+(@)([A-Za-z]++)\{([^\s,{}=\"()#%]++),")
"""What separates entries, a type and a key."""
_FIELD: Final = re.compile(rf"\s*+({NAME})\s*+=\s*+")
_TERM: Final = rf'(?:{NAME}|"[^"{{}}]*+")'
_BARE: Final = re.compile(rf"\s*+({NAME})\s*+=\s*+({_TERM}(?:\s*+#\s*+{_TERM})*+)\s*+,")
"""A field whose value is not in braces: a number, a macro, a quoted text, or several of them joined."""
_TERMS: Final = re.compile(_TERM)
_NOT_ENTRIES: Final = frozenset(("comment", "preamble", "string"))
_LONGEST: Final = 1 << 16
_MOST_FAILURES: Final = 64
_MOST_NAMES: Final = 1_000


class _Before(NamedTuple):
    """A field's name, and the fields without braces that stand before it, as the macros were when they were read."""

    name: str
    fields: dict[str, str]
    expressions: dict[str, str] | None


class Layout:
    """Cuts entries that are laid out so. A file that has other ones, one after another, is not asked again."""

    def __init__(self, macros: Macros) -> None:
        self._macros = macros
        self._names: dict[str, str] = {}
        """Field names by what stands before a value's brace: the same few in a whole file."""
        self._bare: dict[str, _Before] = {}
        """The same where fields without braces stand before the name."""
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
        entry = Entry(head[2].lower(), head[3], {}, head.start(1))
        if end < 0 or entry.kind in _NOT_ENTRIES or not self._cut(text[position:end], entry):
            return None
        self._failures = 0
        return entry, end + 2

    def _cut(self, block: str, entry: Entry) -> bool:
        """Cut the inside of an entry; False where it is odd."""
        pieces = block.split("},\n")
        last = pieces.pop()
        bare = ""
        if last.endswith(("}", "},")):
            pieces.append(last[: last.rindex("}")])
        else:
            bare = last if last.endswith(",") else f"{last},"
        fields, names = entry.fields, self._names
        for piece in pieces:
            head, brace, value = piece.partition("{")
            name = names.get(head) or self._name(head, entry)
            if not name or not brace or name in fields:
                return False
            if ("{" in value or "}" in value) and not _pairs(value):
                return False
            fields[name] = value
        return not bare or self._bare_fields(bare, entry)

    def _name(self, head: str, entry: Entry) -> str:
        """The name at the end of what stands before a brace, after fields that have no braces; empty where it is odd."""
        before = self._bare.get(head)
        if before is None:
            match = _FIELD.fullmatch(head)
            if match is not None:
                if len(self._names) < _MOST_NAMES:
                    self._names[head] = match[1].lower()
                return match[1].lower()
            before = self._read_before(head)
            if before is None:
                return ""
        if not entry.fields.keys().isdisjoint(before.fields):
            return ""
        entry.fields.update(before.fields)
        if before.expressions:
            entry.expressions = {**(entry.expressions or {}), **before.expressions}
        return before.name

    def _read_before(self, head: str) -> _Before | None:
        others, comma, last = head.rpartition(",")
        match = _FIELD.fullmatch(last)
        found = Entry("", "", {}, 0)
        if match is None or not self._bare_fields(others + comma, found):
            return None
        before = _Before(match[1].lower(), found.fields, found.expressions)
        if len(self._bare) < _MOST_NAMES:
            self._bare[head] = before
        return before

    def _bare_fields(self, text: str, entry: Entry) -> bool:
        """Read fields without braces, each with a comma after it."""
        position = 0
        while position < len(text):
            match = _BARE.match(text, position)
            if match is None:
                return False
            position = match.end()
            name, source = match[1].lower(), match[2]
            if name in entry.fields:
                return False
            if source.isdigit() or (name == "month" and source.isalpha()):
                entry.fields[name] = source
            elif not self._expression(name, source, entry):
                return False
        return True

    def _expression(self, name: str, source: str, entry: Entry) -> bool:
        """Take the value of macros, quoted texts and numbers; False where a macro is not defined."""
        undefined: list[str] = []
        terms = [
            (False, term[1:-1]) if term[0] == '"' else (not term.isdigit(), term) for term in _TERMS.findall(source)
        ]
        entry.fields[name] = self._macros.join(terms, undefined)
        if name != "month" and any([is_macro for is_macro, _ in terms]):
            if entry.expressions is None:
                entry.expressions = {}
            entry.expressions[name] = " ".join(source.split())
        return not undefined


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
