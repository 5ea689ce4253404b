r"""BibTeX's grammar of one block: names, values, braces, quotes and ``#``.

Knows: how a block is cut into fields, where each stands, and what can be understood although it is wrong.
Must not know: streams, what fields mean, or TeX.

BibTeX counts ``\{`` as a brace, most other programs do not; ``escapes`` chooses. Values are raw TeX.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from bibkit.formats.bibtex.syntax.macros import Macros, Term

__all__ = [
    "BAD_HEAD",
    "HEAD",
    "MERGED",
    "NAME",
    "NO_HEAD",
    "OTHER_BLOCKS",
    "SEPARATORS",
    "STRAY_FIELD",
    "Broken",
    "Cut",
    "Entry",
    "FieldSpan",
    "Tolerated",
    "closing_brace",
    "closing_parenthesis",
    "key_of",
    "keys_in",
    "parse",
    "parse_definition",
    "parse_value",
]

OTHER_BLOCKS: Final = frozenset(("comment", "preamble", "string"))
"""Blocks that are no entries."""
NAME: Final = r"[^\s\"#%'(),={}@]++"
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
_KEYS: Final = re.compile(rf"^[ \t]*+{HEAD.pattern}{_KEY.pattern}", re.MULTILINE)
_KEY_WITHOUT_COMMA: Final = re.compile(rf"\s*+([^\s,{{}}=\"]++)(?=\s++{NAME}\s*+=)")
_EQUALS_KEY: Final = re.compile(r"\s*+([^\s,{}\"]++),")
_FIELD_NAME: Final = re.compile(rf"({NAME})\s*+=\s*+")
_GAP: Final = re.compile(r"(?:\s++|%[^\n]*+)*+")
_JOIN: Final = re.compile(r"\s*+#\s*+")
_BARE: Final = re.compile(NAME)
_PARENTHESES: Final = re.compile(r"[{})\"]")
_SWALLOWED: Final = re.compile(rf"[,}}\"]\s*+{NAME}\s*+=\s*+[{{\"0-9]")
"""A field within a value: the sign of a brace that closes too late."""
_BRACES_ESCAPED: Final = re.compile(r"\\.|[{}]", re.DOTALL)
_QUOTES: Final = re.compile(r"[{}\"]")
_QUOTES_ESCAPED: Final = re.compile(r"\\.|[{}\"]", re.DOTALL)
_QUOTED_WORDS: Final = re.compile(r'(?<![\w}\\])\\"(\w[^"\\{}]*+)\\"(?![\w{])')
"""Words in escaped quotes, where a program took TeX's umlaut for an escape."""
_NO_VALUE: Final = ",})"
_ATTEMPTS: Final = ((False, False), (True, False), (False, True), (True, True))
"""How a block is tried: whether a backslash hides a brace, and whether its end may be missing."""


Cut = tuple[str, int, int, int, int]
"""A `FieldSpan` as a bare tuple, which takes a fifth of the time to make."""


class FieldSpan(NamedTuple):
    """Where a field stands in the text of its entry: its name, and its value with the delimiters.

    >>> entry, _, _ = parse("@misc{a, Title = {Ponds}}", 0, 25, Macros(), whole=True)
    >>> entry.spans
    [FieldSpan(name='title', start=9, stop=14, value=17, end=24)]
    """

    name: str
    """In lower case; `Entry.text` has it as it is written, from ``start`` to ``stop``."""
    start: int
    stop: int
    value: int
    """Where the expression begins: a brace, a quote, a number or a macro; it goes to ``end``."""
    end: int


class Entry:
    """One entry as it stands: raw TeX values by lower-case field name, and where they come from."""

    __slots__ = (
        "at", "before", "cuts", "expressions", "fields", "is_exact", "key", "key_start", "kind", "place",
        "repeated", "text",
    )  # fmt: skip

    def __init__(self, kind: str, key: str, fields: dict[str, str], at: int) -> None:
        self.kind = kind
        self.key = key
        self.fields = fields
        self.at = at
        """Where it begins in the text that it was read from."""
        self.text = ""
        """Its source, from the ``@`` to the closing brace. All other positions count from the ``@``."""
        self.key_start = 0
        self.cuts: list[Cut] = []
        self.is_exact = True
        """Whether BibTeX cuts the block in the same way: it has its end, and nothing had to be repaired to read it."""
        self.place = (0, 0)
        """Line and column, of entries that wait for others."""
        self.before = ""
        """What stands between the entry before and this one."""
        self.expressions: dict[str, str] | None = None
        """The source of values that name macros."""
        self.repeated: list[tuple[str, str]] | None = None
        """Fields that came once more."""

    @property
    def key_end(self) -> int:
        """Where the key ends."""
        return self.key_start + len(self.key)

    @property
    def spans(self) -> list[FieldSpan]:
        """Where the fields stand, in their order, repeated ones too; nothing of a block that had to be repaired."""
        return [FieldSpan(*cut) for cut in self.cuts] if self.is_exact else []


class Tolerated(NamedTuple):
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


class _Parser:
    """Reads one block token by token. ``remarks`` collects what was tolerated."""

    def __init__(self, text: str, start: int, limit: int, macros: Macros, *, escapes: bool) -> None:
        self.text = text
        self.start = start
        self.limit = limit
        self.macros = macros
        self.remarks: list[Tolerated] = []
        self._escapes = escapes
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
            self._tolerate("bad-type", f"{head[1].strip()!r} is no entry type; the entry is read without one", start)
        entry = Entry(kind, "", {}, start)
        entry.is_exact = bool(kind) and not self._escapes
        position = self._key(entry, head.end())
        end = self._fields(entry, position, "}" if head[2] == "{" else ")", open_end=open_end)
        return entry, end

    def _tolerate(self, code: str, message: str, at: int) -> None:
        self.remarks.append(Tolerated(code, message, at))

    def _key(self, entry: Entry, position: int) -> int:
        text, limit = self.text, self.limit
        for pattern in (_KEY, _LOOSE_KEY, _EQUALS_KEY):
            match = pattern.match(text, position, limit)
            if match is not None:
                break
        else:
            match = _KEY_WITHOUT_COMMA.match(text, position, limit)
            if match is not None:
                self._tolerate("missing-comma", f"no comma after the key {match[1]!r}", match.end(1))
        if match is None or not match[1].strip():
            self._tolerate("no-key", "the entry has no key", self.start)
        if match is None:
            entry.is_exact = False  # there is no place for one either
            return position
        entry.key = match[1].strip()
        entry.key_start = match.start(1) - self.start
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
                self._tolerate("unclosed-entry", f"no {closer!r} ends the entry", entry.at)
                entry.is_exact = False
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
                self._tolerate("missing-comma", f"no comma before the field {match[1]!r}", position)
            position = self._field(entry, match)
            after_value = True

    def _gap(self, position: int) -> int:
        match = _GAP.match(self.text, position, self.limit)
        return match.end() if match is not None else position

    def _field(self, entry: Entry, match: re.Match[str]) -> int:
        name = match[1].lower()
        if self.text[match.end() : match.end() + 1] in _NO_VALUE and match.end() < self.limit:
            self._tolerate("repaired-entry", f"the field {name!r} has no value", match.start())
            entry.fields.setdefault(name, "")
            entry.is_exact = False
            return match.end()
        terms, end = self.value(match.end())
        start = self.start
        entry.cuts.append((name, match.start() - start, match.end(1) - start, match.end() - start, end - start))
        undefined: list[str] = []
        value = self.macros.value(name, terms, undefined)
        for macro in undefined:
            if name != "month":
                message = f"the macro {macro!r} in the field {name!r} {self.macros.fault(macro)}"
                self._tolerate("undefined-macro", message, match.start())
        if name in entry.fields:
            if entry.repeated is None:
                entry.repeated = []
            entry.repeated.append((name, value))
            if entry.fields[name] != value and name not in MERGED:
                self._tolerate("duplicate-field", f"the field {name!r} comes twice; the first is taken", match.start())
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
            end = closing_brace(text, position + 1, limit, escapes=self._escapes)
            if end < 0:
                raise Broken("'}' for the brace that opens here", position)
            return (False, text[position + 1 : end]), end + 1
        if character == '"':
            end = self._closing_quote(position + 1)
            value = text[position + 1 : end]
            return (False, _QUOTED_WORDS.sub(r'{"}\1{"}', value) if self._escapes else value), end + 1
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


def closing_brace(text: str, position: int, limit: int, *, escapes: bool = False) -> int:
    """Find the brace that closes the one before ``position``; -1 where none does.

    To find a brace and count those before it is several times as fast as to look at one after another.
    """
    if escapes:
        depth = 1
        for match in _BRACES_ESCAPED.finditer(text, position, limit):
            depth += {"{": 1, "}": -1}.get(match[0], 0)
            if depth == 0:
                return match.start()
        return -1
    end = text.find("}", position, limit)
    depth = text.count("{", position, end) if end >= 0 else 0
    while depth and end >= 0:
        last = end + 1
        end = text.find("}", last, limit)
        depth += text.count("{", last, end) - 1 if end >= 0 else 0
    return end


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


def parse(text: str, start: int, limit: int, macros: Macros, *, whole: bool) -> tuple[Entry, int, list[Tolerated]]:
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
            parser.remarks.insert(0, Tolerated("repaired-entry", message, start))
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


def keys_in(text: str) -> list[str]:
    r"""The keys of all blocks that begin a line, those that cannot be read and those in comments too.

    >>> keys_in("@misc{a, title = {x}}\n% @misc{b,\n@misc{c, title = {\n")
    ['a', 'c']
    """
    return [match[3] for match in _KEYS.finditer(text)]
