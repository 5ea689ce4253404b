r"""Entries as programs lay them out: one field after another, each on lines of its own, and a brace on the last line.

Knows: how such an entry is cut by `str.split`, several times faster than by matching field after field.
Must not know: anything else that BibTeX's grammar allows (`grammar`), what a field means.

What is cut must be certain to be what the grammar would give, so anything odd is refused: a field that comes twice,
an ``@`` within the entry, braces that do not pair within one value, undefined macros.
"""

from __future__ import annotations

import re
from typing import Final

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


class Layout:
    """Cuts entries that are laid out so. A file that has other ones, one after another, is not asked again."""

    def __init__(self, macros: Macros) -> None:
        self._macros = macros
        self._names: dict[str, str] = {}
        """Field names by what stands before a value's brace: the same few in a whole file."""
        self._bare: dict[str, tuple[str, dict[str, str]]] = {}
        """The same where fields without braces stand before the name, with their values."""
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
        end = text.find("\n}", position, position + _LONGEST)
        if end < 0:
            return None
        block = text[position:end]
        entry = Entry(head[2].lower(), head[3], {}, head.start(1))
        if "@" in block or entry.kind in _NOT_ENTRIES or not self._cut(block, entry):
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
        nested = block.count("{") != len(pieces) or block.count("}") != len(pieces)
        for piece in pieces:
            head, brace, value = piece.partition("{")
            name = names.get(head) or self._name(head, entry)
            if not name or not brace or name in fields:
                return False
            if nested and ("{" in value or "}" in value) and not _pairs(value):
                return False
            fields[name] = value
        return not bare or self._bare_fields(bare, entry)

    def _name(self, head: str, entry: Entry) -> str:
        """The name at the end of what stands before a brace, after fields that have no braces; empty where it is odd."""
        match = _FIELD.fullmatch(head)
        if match is not None:
            if len(self._names) < _MOST_NAMES:
                self._names[head] = match[1].lower()
            return match[1].lower()
        known = self._bare.get(head)
        if known is not None:
            if not entry.fields.keys().isdisjoint(known[1]):
                return ""
            entry.fields.update(known[1])
            return known[0]
        before, comma, last = head.rpartition(",")
        match = _FIELD.fullmatch(last)
        count = len(entry.fields)
        if match is None or not self._bare_fields(before + comma, entry):
            return ""
        if entry.expressions is None and "#" not in head and len(self._bare) < _MOST_NAMES:  # no macro is in it
            self._bare[head] = match[1].lower(), dict(list(entry.fields.items())[count:])
        return match[1].lower()

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


def _pairs(value: str) -> bool:
    """Whether each brace of a value has its partner within it."""
    depth = 0
    *pieces, last = value.split("}")
    for piece in pieces:
        depth += piece.count("{") - 1
        if depth < 0:
            return False
    return depth + last.count("{") == 0
