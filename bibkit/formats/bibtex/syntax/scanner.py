"""Cuts a stream into entries, and goes on at the next one where a block is broken.

Knows: where blocks begin, ``@string``, ``@preamble``, ``@comment`` and free text.
Must not know: what an entry's type or fields mean, or TeX.

No block reaches beyond the next line that begins an entry, so that an unclosed brace costs one entry. Blocks
that the grammar refuses go to `fallback`, entries laid out as programs lay them out to `layout`. Every step is linear in the size of the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from io import StringIO
from typing import TYPE_CHECKING, Final, Protocol, TextIO

from bibkit.formats.bibtex.syntax.grammar import (
    BAD_HEAD,
    HEAD,
    NO_HEAD,
    OTHER_BLOCKS,
    SEPARATORS,
    STRAY_FIELD,
    Broken,
    Entry,
    closing_brace,
    closing_parenthesis,
    key_of,
    parse,
    parse_definition,
)
from bibkit.formats.bibtex.syntax.layout import Layout
from bibkit.formats.bibtex.syntax.macros import Macros
from bibkit.formats.bibtex.syntax.window import Window

if TYPE_CHECKING:
    from bibkit.report import Severity

__all__ = ["Diagnose", "Scanner", "macros_after"]

LOOKAHEAD: Final = 1 << 16
"""Text that is at hand when a block begins; a longer block makes the window grow."""
FREE_TEXT_LIMIT: Final = 1 << 16
"""Free text between two entries beyond this is not kept."""
COMMENT_LIMIT: Final = 1 << 22
"""A comment that holds entries may be this long."""
COMMENT_BUDGET: Final = 1 << 24
"""Text that is searched in vain, in all, for the ends of such comments."""
REPAIRS: Final = 2_000
"""Broken blocks that bibtexparser is asked about, in all; a file with more is no bibliography."""
_EMPTY_LINES: Final = re.compile(r"\n(?:[ \t]*+\n){2,}+")


class Diagnose(Protocol):
    """How the scanner reports: a code, a message and the position in the window that it is about."""

    def __call__(self, code: str, message: str, at: int, *, key: str = "", severity: Severity = "warning") -> None:
        """Report."""


def macros_after(text: str, macros: Macros) -> Macros | None:
    """The macros that are known after a text that stands between entries.

    None where it can't stand there, since it holds an entry or a block of it lacks its end.

    >>> macros_after("@string{tp = {Tidewater}} by me@example.org", Macros()).get("tp")
    'Tidewater'
    >>> macros_after("@comment{ponds", Macros())
    """
    faults: list[str] = []

    def diagnose(code: str, message: str, at: int, *, key: str = "", severity: Severity = "warning") -> None:
        del message, at, key
        if severity == "error":
            faults.append(code)

    # Whatever is open in the text is closed after an entry, which it then takes with it.
    ends = "}" * (text.count("{") + 1) + ")"
    known = macros.copy()
    scanner = Scanner(StringIO(f"{text}\n\n@misc{{sentinel,\n  note = {{}}\n}}\n{ends}"), known, diagnose)
    return known if [entry.key for entry in scanner.entries()] == ["sentinel"] and not faults else None


class Scanner:
    """Yields the entries of a stream, and keeps the text that stands between them."""

    def __init__(
        self,
        stream: TextIO,
        macros: Macros,
        diagnose: Diagnose,
        *,
        takes: Callable[[str], bool] = lambda _comment: False,
    ) -> None:
        self.window = Window(stream)
        self.macros = macros
        self.blocks = 0
        """Blocks found so far, of any kind."""
        self._diagnose = diagnose
        self._takes = takes
        """Whether the reader keeps what a comment says in its own way."""
        self._layout = Layout(macros)
        self._free: list[str] = []
        self._free_size = 0
        self._next = -1
        self._budget = COMMENT_BUDGET
        self._repairs = REPAIRS

    def free_text(self) -> str:
        """Take the text that stood between blocks since it was last asked for."""
        text = _EMPTY_LINES.sub("\n\n", "".join(self._free)).strip()
        self._free.clear()
        self._free_size = 0
        return text

    def entries(self) -> Iterator[Entry]:
        """Yield the entries in order; report the blocks that cannot be read."""
        window = self.window
        position = 0
        while True:
            if not window.complete and len(window.text) - position < LOOKAHEAD:
                self._grow(position)
                position = 0
                continue
            found = self._layout.entry(window.text, position) if not self._free else None
            if found is not None:
                self.blocks += 1
                entry, end = found
                entry.text = window.text[entry.at : end]
                yield entry
                position = end
                continue
            start = self._find_block(position)
            self._between(position, start if start >= 0 else len(window.text))
            if start < 0:
                if window.complete:
                    return
                position = len(window.text)
            elif not window.complete and len(window.text) - start < LOOKAHEAD:
                self._grow(start)
                position = 0
            else:
                block, position = self._block(start)
                if block is not None:
                    entry = block
                    entry.text = window.text[entry.at : position]
                    if self._free:
                        entry.before = self.free_text()
                    yield entry

    # ------------------------------------------------------------ finding blocks

    def _grow(self, start: int) -> None:
        self.window.grow(start)
        self._next = -1

    def _between(self, start: int, end: int) -> None:
        """Keep what stands between two blocks, and say what looks as if it belonged to one."""
        text = self.window.text[start:end]
        if "=" in text:
            if self.blocks and STRAY_FIELD.match(text):
                self._diagnose("repaired-entry", "fields stand behind the end of the entry and are not read", start)
            if "@" in text:
                for match in NO_HEAD.finditer(text):
                    self._diagnose(
                        "bad-entry",
                        "no entry is read here: expected '@', a type and '{'",
                        start + match.start(),
                        severity="error",
                    )
        self._keep(text)

    def _keep(self, text: str) -> None:
        if self._free_size < FREE_TEXT_LIMIT and (self._free or not SEPARATORS.fullmatch(text)):
            self._free.append(text[:FREE_TEXT_LIMIT])
            self._free_size += len(text)

    def _find_block(self, position: int) -> int:
        """Where the next block begins: at the beginning of a line, or after a block and separators."""
        text = self.window.text
        at = text.find("@", position)
        if at >= 0 and SEPARATORS.fullmatch(text, position, at) and HEAD.match(text, at):
            return at
        while at >= 0:
            if self._begins_block(at) or self._inline_block(at):
                return at
            at = text.find("@", at + 1)
        return -1

    def _begins_block(self, at: int) -> bool:
        """Whether an ``@`` begins a line and a block."""
        text = self.window.text
        before = at - 1
        lowest = at - 80
        while before > lowest and before >= 0 and text[before] in " \t":
            before -= 1
        if before >= 0 and text[before] != "\n":
            return False
        return HEAD.match(text, at) is not None or BAD_HEAD.match(text, at) is not None

    def _inline_block(self, at: int) -> bool:
        """Whether an ``@`` within a line of free text begins a block; not after ``%``, which comments it out."""
        text = self.window.text
        if at and not (text[at - 1].isspace() or text[at - 1] in "},;>"):
            return False
        head = HEAD.match(text, at)
        if head is None or not head[1].isalpha():
            return False
        line = text[max(at - 200, 0) : at].rpartition("\n")[2]
        return "%" not in line

    def _limit(self, start: int) -> int:
        """Where the next block begins that begins a line; the end of the window where none is seen."""
        if self._next <= start:
            text = self.window.text
            at = text.find("@", start + 1)
            while at >= 0 and not self._begins_block(at):
                at = text.find("@", at + 1)
            self._next = at if at >= 0 else len(text)
        return self._next

    # ------------------------------------------------------------ reading blocks

    def _block(self, start: int) -> tuple[Entry | None, int]:
        """Read the block at ``start``: the entry, where it is one, and the position after it."""
        self.blocks += 1
        text = self.window.text
        head = HEAD.match(text, start)
        if head is not None and head[1].lower() in OTHER_BLOCKS:
            return None, self._other_block(start)
        return self._entry(start)

    def _entry(self, start: int) -> tuple[Entry | None, int]:
        """Read the entry at ``start``; where more text may explain it, only after that has been read."""
        while True:
            limit = self._limit(start)
            text = self.window.text
            whole = limit < len(text) or self.window.complete
            try:
                entry, end, tolerated = parse(text, start, limit, self.macros, whole=whole)
            except Broken as broken:
                if not whole:
                    self._grow(start)
                    start = 0
                    continue
                return self._hopeless(start, limit, broken)
            for code, message, at in tolerated:
                self._diagnose(code, message, at, key=entry.key)
            return entry, end

    def _hopeless(self, start: int, limit: int, broken: Broken) -> tuple[Entry | None, int]:
        from bibkit.formats.bibtex.syntax.fallback import read_block  # noqa: PLC0415 -- loads bibtexparser

        block = self.window.text[start:limit]
        self._repairs -= 1
        entry = read_block(block, self.macros) if self._repairs >= 0 else None
        line, column = self.window.locate(broken.at)
        reason = f"expected {broken.expected} at line {line}, column {column}"
        if entry is None:
            key = key_of(block)
            self._diagnose("bad-entry", f"the entry {key!r} is not read: {reason}", start, key=key, severity="error")
        else:
            entry.at = start
            self._diagnose("repaired-entry", f"read in spite of a fault: {reason}", start, key=entry.key)
        return entry, limit

    def _other_block(self, start: int) -> int:
        """Read ``@string``, ``@preamble`` or ``@comment``; the text is kept as it stands."""
        start, end = self._end_of_other(start)
        text = self.window.text
        head = HEAD.match(text, start)
        kind = head[1].lower() if head is not None else ""
        if end < 0:
            if kind == "comment":  # without an end it is a line of free text, as BibTeX has it
                newline = text.find("\n", start)
                end = newline if newline >= 0 else len(text)
            else:
                message = f"the @{kind} block is not read: expected its closing brace"
                self._diagnose("bad-entry", message, start, severity="error")
                return self._limit(start)
        elif kind == "string" and head is not None and not self._define(head.end(), end):
            return end
        if kind != "comment" or not self._takes(text[start:end]):
            self._keep(text[start:end])
        return end

    def _end_of_other(self, start: int) -> tuple[int, int]:
        """Where the block begins in the window as it is then, and the position after it; -1 where it has no end."""
        while True:
            text = self.window.text
            head = HEAD.match(text, start)
            if head is None:
                return start, -1
            closing = (
                closing_brace if head[2] == "{" else partial(closing_parenthesis, quotes=head[1].lower() != "comment")
            )
            limit = self._limit(start)
            end = closing(text, head.end(), limit)
            if end < 0 and limit == len(text) and not self.window.complete and limit - start < COMMENT_LIMIT:
                self._grow(start)
                start = 0
                continue
            if end < 0 and head[1].lower() == "comment" and self._budget > 0:
                # A comment may hold entries that someone put away.
                if not self.window.complete and len(text) - start < COMMENT_LIMIT:
                    self._grow(start)
                    start = 0
                    continue
                limit = min(len(text), start + COMMENT_LIMIT)
                end = closing(text, head.end(), limit)
                if end < 0:
                    self._budget -= limit - start
            return start, end + 1 if end >= 0 else -1

    def _define(self, position: int, end: int) -> bool:
        """Take the definitions of an ``@string`` block; False where it is broken."""
        try:
            definitions = parse_definition(self.window.text, position, end, self.macros)
        except Broken as broken:
            self._diagnose(
                "bad-entry", f"the @string block is not read: expected {broken.expected}", broken.at, severity="error"
            )
            return False
        for name, value, undefined in definitions:
            for macro in undefined:
                message = f"the macro {macro!r} in @string {name!r} {self.macros.fault(macro)}"
                self._diagnose("undefined-macro", message, position)
            self.macros.define(name, value)
        self._layout = Layout(self.macros)  # what it remembers may name a macro
        return True
