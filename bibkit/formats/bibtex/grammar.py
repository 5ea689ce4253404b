r"""BibTeX's grammar of one block: names, values, braces, quotes and ``#``.

Knows: how a block is cut into fields, twice: by one compiled expression for what is well formed, and token by
token for the rest, which tolerates what can be understood and says what it tolerated.
Must not know: streams, what fields mean, or TeX.

BibTeX counts ``\{`` as a brace, most other programs do not; ``escapes`` chooses. Values are raw TeX.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from bibkit.formats.bibtex.macros import Macros, Term

__all__ = [
    "BAD_HEAD",
    "HEAD",
    "MERGED",
    "NAME",
    "NO_HEAD",
    "SEPARATORS",
    "STRAY_FIELD",
    "Broken",
    "Entry",
    "Remark",
    "closing_brace",
    "closing_parenthesis",
    "key_of",
    "parse",
    "parse_definition",
    "parse_value",
    "well_formed",
]

NAME: Final = r"[^\s\"#%'(),={}@]++"
_FIRST_FIELD: Final = re.compile(rf"\s*+({NAME})\s*+=\s*+(?:(\{{)|(\")|({NAME}))")
"""A field's name and what its value begins with: a brace, a quote, or a number or macro."""
_NEXT_FIELD: Final = re.compile(rf"\s*+,{_FIRST_FIELD.pattern}")
_END: Final = re.compile(r"\s*+,?\s*+\}")

HEAD: Final = re.compile(r"@[ \t]*+([^\s{}()\"@,=#%'\[\]]++)\s*+([{(])")
BAD_HEAD: Final = re.compile(r"@[ \t]*+(?!(?i:comment)\b)([^\s{}(@][^{}@\n]*+)(\{)(?=[^{}=,\n]*+,)")
"""A head whose type is no name, such as a list that a program printed; a key follows it."""
NO_HEAD: Final = re.compile(
    r"^[ \t]*+@[ \t]*+(?!(?i:comment)\b)[A-Za-z]*+(?:[ \t]+|[\[{])[^\n@]*?=\s*+[{\"0-9]", re.MULTILINE
)
"""A line that was to begin an entry and does not."""
STRAY_FIELD: Final = re.compile(rf"[\s,}}]*+{NAME}\s*+=\s*+[{{\"0-9]")
"""A field that stands behind the end of an entry."""
MERGED: Final = frozenset(("keywords", "keyword"))
"""Lists that may come in several fields of one name, as Mendeley and others write them."""
SEPARATORS: Final = re.compile(r"[\s,;]*+")

_KEY: Final = re.compile(r"\s*+([^\s,{}=\"()#%]++),")
_LOOSE_KEY: Final = re.compile(r"\s*+([^,={}()\"\n]*+)\s*+(?:,|(?=[})]))")
_KEY_WITHOUT_COMMA: Final = re.compile(rf"\s*+([^\s,{{}}=\"]++)(?=\s++{NAME}\s*+=)")
_EQUALS_KEY: Final = re.compile(r"\s*+([^\s,{}\"]++),")
_FIELD_NAME: Final = re.compile(rf"({NAME})\s*+=\s*+")
_GAP: Final = re.compile(r"(?:\s++|%[^\n]*+)*+")
_JOIN: Final = re.compile(r"\s*+#\s*+")
_BARE: Final = re.compile(NAME)
_PARENTHESES: Final = re.compile(r"[{})\"]")
_SWALLOWED: Final = re.compile(rf"[,}}\"]\s*+{NAME}\s*+=\s*+[{{\"0-9]")
"""A field within a value: the sign of a brace that closes too late."""
_BRACES: Final = re.compile(r"[{}]")
_BRACES_ESCAPED: Final = re.compile(r"\\.|[{}]", re.DOTALL)
_QUOTES: Final = re.compile(r"[{}\"]")
_QUOTES_ESCAPED: Final = re.compile(r"\\.|[{}\"]", re.DOTALL)
_QUOTED_WORDS: Final = re.compile(r'(?<![\w}\\])\\"(\w[^"\\{}]*+)\\"(?![\w{])')
"""Words in escaped quotes, where a program took TeX's umlaut for an escape."""
_NO_VALUE: Final = ",})"
_ATTEMPTS: Final = ((False, False), (True, False), (False, True), (True, True))
"""How a block is tried: whether a backslash hides a brace, and whether its end may be missing."""


class Entry:
    """One entry as it stands: raw TeX values by lower-case field name.

    ``expressions`` holds the source of values that name macros, ``repeated`` the fields that came once more,
    ``before`` what stands between the entry before and this one.
    """

    __slots__ = ("at", "before", "expressions", "fields", "key", "kind", "line", "repeated")

    def __init__(self, kind: str, key: str, fields: dict[str, str], at: int) -> None:
        self.kind = kind
        self.key = key
        self.fields = fields
        self.at = at
        self.line = (0, 0)
        self.before = ""
        self.expressions: dict[str, str] | None = None
        self.repeated: list[tuple[str, str]] | None = None


class Remark(NamedTuple):
    """Something that was tolerated: code, message and position."""

    code: str
    message: str
    at: int


class Broken(Exception):  # noqa: N818 -- never leaves this package
    """A block does not follow the grammar: what was expected, and where."""

    def __init__(self, expected: str, at: int) -> None:
        super().__init__(expected)
        self.expected = expected
        self.at = at


def well_formed(text: str, start: int, limit: int, macros: Macros) -> tuple[Entry, int] | None:
    """Read a block without oddities that ends before ``limit``; None for any other.

    Braces are found with `str.find` and counted, which is several times faster than to match what they hold.
    """
    head = HEAD.match(text, start)
    key = _KEY.match(text, head.end()) if head is not None and head[2] == "{" else None
    if head is None or key is None:
        return None
    entry = Entry(head[1].lower(), key[1], {}, start)
    position = _plain_fields(text, key.end(), limit, entry, macros)
    end = _END.match(text, position, limit) if position >= 0 else None
    return (entry, end.end()) if end is not None else None


def _plain_fields(text: str, position: int, limit: int, entry: Entry, macros: Macros) -> int:
    """Read the fields from ``position`` on; give the position after them, -1 where one is odd."""
    fields = entry.fields
    find, count = text.find, text.count
    match = _FIRST_FIELD.match(text, position, limit)
    while match is not None:
        name, brace, quote, bare = match.groups()
        name = name.lower()
        if name in fields:
            return -1
        position = match.end()
        if brace:
            end = find("}", position, limit)
            depth = count("{", position, end) if end >= 0 else 0
            while depth and end >= 0:
                last = end + 1
                end = find("}", last, limit)
                depth += count("{", last, end) - 1 if end >= 0 else 0
            if end < 0:
                return -1
            fields[name] = text[position:end]
            position = end + 1
        elif quote:
            end = find('"', position, limit)
            if end < 0 or find("{", position, end) >= 0 or find("}", position, end) >= 0:
                return -1
            fields[name] = text[position:end]
            position = end + 1
        elif bare.isdigit() or name == "month":
            fields[name] = bare
        else:
            value = macros.get(bare)
            if value is None:
                return -1
            if entry.expressions is None:
                entry.expressions = {}
            entry.expressions[name] = bare
            fields[name] = value
        match = _NEXT_FIELD.match(text, position, limit)
    return position


class _Parser:
    """Reads one block token by token. ``remarks`` collects what was tolerated."""

    def __init__(self, text: str, start: int, limit: int, macros: Macros, *, escapes: bool) -> None:
        self.text = text
        self.start = start
        self.limit = limit
        self.macros = macros
        self.remarks: list[Remark] = []
        self._braces = _BRACES_ESCAPED if escapes else _BRACES
        self._quotes = _QUOTES_ESCAPED if escapes else _QUOTES

    def entry(self, *, open_end: bool) -> tuple[Entry, int]:
        """The entry and the position after it. With ``open_end`` its last brace may be missing."""
        text, start = self.text, self.start
        head = HEAD.match(text, start)
        kind = head[1].lower() if head else ""
        if head is None:
            head = BAD_HEAD.match(text, start)
            if head is None:
                raise Broken("an entry type and an opening brace", start)
            self._remark("bad-type", f"{head[1].strip()!r} is no entry type; the entry is read without one", start)
        entry = Entry(kind, "", {}, start)
        position = self._key(entry, head.end())
        end = self._fields(entry, position, "}" if head[2] == "{" else ")", open_end=open_end)
        return entry, end

    def _remark(self, code: str, message: str, at: int) -> None:
        self.remarks.append(Remark(code, message, at))

    def _key(self, entry: Entry, position: int) -> int:
        text, limit = self.text, self.limit
        for pattern in (_KEY, _LOOSE_KEY, _EQUALS_KEY):
            match = pattern.match(text, position, limit)
            if match is not None:
                break
        else:
            match = _KEY_WITHOUT_COMMA.match(text, position, limit)
            if match is not None:
                self._remark("missing-comma", f"no comma after the key {match[1]!r}", match.end(1))
        if match is None or not match[1].strip():
            self._remark("no-key", "the entry has no key", self.start)
            return position if match is None else match.end()
        entry.key = match[1].strip()
        return match.end()

    def _fields(self, entry: Entry, position: int, closer: str, *, open_end: bool) -> int:
        text, limit = self.text, self.limit
        after_value = False
        while True:
            position = self._gap(position)
            if position >= limit:
                if not open_end:
                    raise Broken(f"{closer!r} at the end of the entry", limit)
                if not entry.fields:
                    raise Broken("a field", limit)
                if any([_SWALLOWED.search(value) for value in entry.fields.values()]):
                    raise Broken("'}' at the end of a value", entry.at)
                self._remark("unclosed-entry", f"no {closer!r} ends the entry", entry.at)
                return limit
            character = text[position]
            if character == closer:
                return position + 1
            if character == ",":
                after_value = False
                position += 1
                continue
            match = _FIELD_NAME.match(text, position, limit)
            if match is None:
                raise Broken("a field name and '='" if not after_value else f"',' or {closer!r}", position)
            if after_value:
                self._remark("missing-comma", f"no comma before the field {match[1]!r}", position)
            position = self._field(entry, match)
            after_value = True

    def _gap(self, position: int) -> int:
        match = _GAP.match(self.text, position, self.limit)
        return match.end() if match is not None else position

    def _field(self, entry: Entry, match: re.Match[str]) -> int:
        name = match[1].lower()
        if self.text[match.end() : match.end() + 1] in _NO_VALUE and match.end() < self.limit:
            self._remark("repaired-entry", f"the field {name!r} has no value", match.start())
            entry.fields.setdefault(name, "")
            return match.end()
        terms, end = self.value(match.end())
        undefined: list[str] = []
        value = self.macros.join(terms, undefined)
        for macro in undefined:
            if name != "month":
                message = f"the macro {macro!r} in the field {name!r} {self.macros.fault(macro)}"
                self._remark("undefined-macro", message, match.start())
        if name in entry.fields:
            if entry.repeated is None:
                entry.repeated = []
            entry.repeated.append((name, value))
            if entry.fields[name] != value and name not in MERGED:
                self._remark("duplicate-field", f"the field {name!r} comes twice; the first is taken", match.start())
            return end
        entry.fields[name] = value
        if name != "month" and any([is_macro for is_macro, _ in terms]):
            if entry.expressions is None:
                entry.expressions = {}
            entry.expressions[name] = " ".join(self.text[match.end() : end].split())
        return end

    def value(self, position: int) -> tuple[list[Term], int]:
        """The terms of an expression, and the position after it."""
        terms: list[Term] = []
        while True:
            term, position = self._term(position)
            terms.append(term)
            join = _JOIN.match(self.text, position, self.limit)
            if join is None:
                return terms, position
            position = join.end()

    def _term(self, position: int) -> tuple[Term, int]:
        text, limit = self.text, self.limit
        if position >= limit:
            raise Broken("a value", limit)
        character = text[position]
        if character == "{":
            end = closing_brace(text, position + 1, limit, self._braces)
            if end < 0:
                raise Broken("'}' for the brace that opens here", position)
            return (False, text[position + 1 : end]), end + 1
        if character == '"':
            end = self._closing_quote(position + 1)
            value = text[position + 1 : end]
            return (False, _QUOTED_WORDS.sub(r'{"}\1{"}', value) if self._quotes is _QUOTES_ESCAPED else value), end + 1
        match = _BARE.match(text, position, limit)
        if match is None:
            raise Broken("a value in braces or quotes, a number or a macro", position)
        return (not match[0].isdigit(), match[0]), match.end()

    def _closing_quote(self, position: int) -> int:
        depth = 0
        for match in self._quotes.finditer(self.text, position, self.limit):
            character = match[0]
            if character == "{":
                depth += 1
            elif character == "}":
                depth -= 1
                if depth < 0:
                    break
            elif character == '"' and depth == 0:
                return match.start()
        raise Broken("'\"' for the quote that opens here", position - 1)


def closing_brace(text: str, position: int, limit: int, braces: re.Pattern[str] = _BRACES) -> int:
    """Find the brace that closes the one before ``position``; -1 where none does."""
    depth = 1
    for match in braces.finditer(text, position, limit):
        character = match[0]
        if character == "{":
            depth += 1
        elif character == "}":
            depth -= 1
            if depth == 0:
                return match.start()
    return -1


def closing_parenthesis(text: str, position: int, limit: int, *, quotes: bool = False) -> int:
    """Find the first ``)`` outside braces, and outside quotes if they count; -1 where there is none."""
    depth = 0
    quoted = False
    for match in _PARENTHESES.finditer(text, position, limit):
        character = match[0]
        if character == "{":
            depth += 1
        elif character == "}":
            depth -= 1
        elif depth <= 0 and character == '"':
            quoted = quotes and not quoted
        elif character == ")" and depth <= 0 and not quoted:
            return match.start()
    return -1


def parse(text: str, start: int, limit: int, macros: Macros, *, whole: bool) -> tuple[Entry, int, list[Remark]]:
    """Read a block with all its oddities: the entry, the position after it, and what was tolerated.

    ``whole`` says that the block cannot reach beyond ``limit``; only then is anything tolerated that more text
    could explain. Raises `Broken` where nothing makes sense of the block; the fault is that of BibTeX's reading.
    """
    fault: Broken | None = None
    for escapes, open_end in _ATTEMPTS if whole else _ATTEMPTS[:1]:
        parser = _Parser(text, start, limit, macros, escapes=escapes)
        try:
            entry, end = parser.entry(open_end=open_end)
        except Broken as broken:
            fault = fault or broken
            continue
        if escapes and fault is not None:
            message = f"read in spite of a fault: expected {fault.expected}, as BibTeX counts escaped braces and quotes"
            parser.remarks.insert(0, Remark("repaired-entry", message, start))
        return entry, end, parser.remarks
    raise fault or Broken("an entry", start)


def parse_definition(text: str, position: int, limit: int, macros: Macros) -> list[tuple[str, str, list[str]]]:
    """Read the inside of an ``@string`` block: name, value and undefined macros of each definition.

    Raises `Broken` at the first fault.
    """
    parser = _Parser(text, position, limit, macros, escapes=False)
    found: list[tuple[str, str, list[str]]] = []
    gap = SEPARATORS.match(text, position, limit)
    position = gap.end() if gap else position
    while position < limit and text[position] not in "})":
        match = _FIELD_NAME.match(text, position, limit)
        if match is None:
            raise Broken("a macro name and '='", position)
        terms, position = parser.value(match.end())
        undefined: list[str] = []
        found.append((match[1], macros.join(terms, undefined), undefined))
        gap = SEPARATORS.match(text, position, limit)
        position = gap.end() if gap else position
    return found


def parse_value(text: str, macros: Macros) -> str | None:
    """The value of an expression with its braces, quotes and macros; None where it is broken."""
    for escapes in (False, True):
        parser = _Parser(text, 0, len(text), macros, escapes=escapes)
        try:
            terms, end = parser.value(0)
        except Broken:
            continue
        if not text[end:].strip():
            return macros.join(terms, [])
    return None


def key_of(block: str) -> str:
    """The key of a block that cannot be read, as far as one can be told."""
    head = HEAD.match(block) or BAD_HEAD.match(block)
    match = _KEY.match(block, head.end()) or _KEY_WITHOUT_COMMA.match(block, head.end()) if head else None
    return match[1] if match else ""
