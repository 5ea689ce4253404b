"""Lines to raw records.

Knows: the grammar of a line, where a record begins and ends, how a value goes on over several lines.
Must not know: what a tag means.

A line is two characters, two blanks, a hyphen, and a value after a blank (RIS Format Specifications, "Tag
format"). Files in the wild have one blank or none, or small letters; such lines count as tags only in records
whose own ``TY`` is written so, since abstracts hold lines like ``CT - computed tomography``.
"""

from __future__ import annotations

import html
import re
import string
from collections.abc import Iterator
from itertools import compress
from typing import Final, NamedTuple, TextIO

from bibkit.errors import InputError, Location
from bibkit.formats.ris.types import TYPES
from bibkit.plugins.records import ReadContext
from bibkit.text.characters import normalize
from bibkit.text.markup import from_plain

__all__ = ["FRAME", "TAGS", "VERBATIM", "RawRecord", "looks_like_tag", "read_value", "scan", "sniff"]

TAGS: Final = frozenset(
    first + second for first in string.ascii_uppercase for second in string.ascii_uppercase + string.digits
)
_NEXT_LINE: Final = re.compile(r"\n(?:([A-Z][A-Z0-9])  - ?)?")
"""The end of a line and the tag of the next, which is None where that has none."""
_LOOSE: Final = re.compile(r"([A-Za-z][A-Za-z0-9])[ \t]{0,3}[-\u2013](?:[ \t]+(.*))?", re.DOTALL)
_START: Final = re.compile(
    r"^[\ufeff\u00a0 \t]*TY[\u00a0 \t]{0,3}[-\u2013][\u00a0 \t]*[A-Za-z]", re.MULTILINE | re.IGNORECASE
)
_GLUED: Final = re.compile(r"ER[ \t]{0,3}-[ \t]*(?=TY[ \t]{0,3}-[ \t])")
"""The end of a file whose last line had no newline, and the file that was put behind it."""
_ENTITY: Final = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")

VERBATIM: Final = frozenset(("DO", "ID", "L1", "L2", "L3", "L4", "LK", "SN", "UR"))
"""Tags whose values are addresses and identifiers, not text."""

_PIECE: Final = 1 << 14
_PATIENCE: Final = 1 << 18
"""So many characters without the end of a record are not gathered, but taken line by line."""

FRAME: Final = frozenset(("TY", "ER"))
"""Tags that begin and end a record."""
_NOTES: Final = frozenset(("N1", "RN"))
_ABSTRACTS: Final = frozenset(("AB", "N2"))
_LISTS: Final = frozenset(("AD", "KW", "L1", "L2", "L3", "L4", "M1", "M2", "UR"))
"""Tags whose further lines are further values, as EndNote and Zotero write them."""

Pair = tuple[str, str]


class RawRecord(NamedTuple):
    """One record as it stands: its tags, in the order of the file, and the value of each."""

    line: int
    type: str
    tags: list[str]
    values: list[str]
    lines: int = 0
    """How many lines it takes, where they were read at once."""


def sniff(head: str) -> bool:
    """Tell whether the beginning of a file may be RIS.

    >>> sniff("TY  - JOUR"), sniff("@book{a}")
    (True, False)
    """
    return _START.search(head) is not None


def looks_like_tag(line: str) -> bool:
    """Tell whether a line of free text could be taken for a tag by some reader."""
    return _LOOSE.match(line) is not None


def _chunks(stream: TextIO) -> Iterator[str]:
    """Yield whole lines: those of one record up to its ER, or many where no record ends.

    A lone carriage return ends a line too.
    """
    held: list[str] = []
    while piece := stream.read(_PIECE):
        if piece[-1] == "\r":
            piece += stream.read(1)
        held.append(piece.replace("\r\n", "\n").replace("\r", "\n") if "\r" in piece else piece)
        if "\n" not in held[-1]:
            continue
        text = "".join(held)
        start = 0
        while (at := text.find("\nER  -", start)) >= 0 and (end := text.find("\n", at + 1)) >= 0:
            yield text[start : end + 1]
            start = end + 1
        if len(text) - start > _PATIENCE:
            end = text.rfind("\n") + 1
            yield text[start:end]
            start = end
        held = [text[start:]]
    rest = "".join(held)
    if rest:
        yield rest


def _clean_record(text: str, line: int) -> RawRecord | None:
    """Read the lines of one record at once, where each is a tag as the specification asks; else None.

    The short way for files as programs write them: without it 10,000 records take 1.2 to 1.4 times as long to read.
    `_scan_lines` reads them alike.

    ``text`` is what `_chunks` gave, so that no line after ER is in it.
    """
    body = text.strip("\n")
    first, *rest = _NEXT_LINE.split(body)
    tags, values = rest[::2], list(map(str.strip, rest[1::2]))
    if not tags or tags.pop() != "ER" or values.pop() or first[:5] != "TY  -" or "TY" in tags or not all(tags):
        return None
    if "\ufeff" in body or ("&" in body and ";" in body):
        values = [_readable(tag, value) for tag, value in zip(tags, values, strict=True)]
    elif not body.isascii():
        values = [value if value.isascii() else normalize("NFC", value) for value in values]
    if not all(values):
        tags = list(compress(tags, values))
        values = list(filter(None, values))
    before = text.index("T")
    return RawRecord(line + before, first[5:].strip(), tags, values, len(rest) // 2 + 1)


class _Scanner:
    """The state between two lines."""

    def __init__(self, context: ReadContext) -> None:
        self.context = context
        self.record: RawRecord | None = None
        self.tags: list[str] = []
        self.values: list[str] = []
        self.loose = False
        self.indent = ""
        self.tag = ""
        self.has_value = False
        self.more: list[str] = []
        self.outside = 0
        self.first_outside = 0
        self.found = 0

    def begin(self, line: int, value: str, *, loose: bool, indent: str) -> RawRecord | None:
        """Open a record, whose lines may all be indented; the one that was still open is given back."""
        open_record = self.record
        if open_record is not None:
            self.end_value()
            self.context.diagnose(
                "no-end-of-record",
                f"the record that begins at line {open_record.line} has no ER before this one",
                line=line,
            )
        self.found += 1
        self.tags = []
        self.values = []
        self.record = RawRecord(line, value.strip(), self.tags, self.values)
        self.loose = loose
        self.indent = indent
        self.tag = ""
        self.has_value = False
        return open_record

    def frame(self, number: int, line: str, tag: str, value: str, *, strict: bool) -> RawRecord | None:
        """Take TY, ER, or a tag outside of records; give the record that ended, if one did."""
        if tag == "TY":
            indent = "" if strict else line[: len(line) - len(line.lstrip(" \t\u00a0"))]
            return self.begin(number, value, loose=not strict, indent=indent)
        record = self.record
        if record is None:
            if value or tag != "ER":
                self.go_on(number, line)
            return None
        self.end_value()
        self.record = None
        return record

    def end_value(self) -> None:
        """Join the further lines of the last value to it."""
        if self.more:
            more, self.more = self.more, []
            while more and not more[-1]:
                more.pop()
            if more and self.record is not None and self.tag:
                if self.has_value:
                    self.tags.pop()
                    more.insert(0, self.values.pop())
                for value in _join(self.tag, more):
                    self.add(value)

    def add(self, value: str) -> None:
        """Take a value of the tag at hand, unless it is empty."""
        if value:
            self.tags.append(self.tag)
            self.values.append(value)

    def go_on(self, number: int, line: str) -> None:
        """Take a line without a tag."""
        text = line.strip()
        if self.record is not None and self.tag:
            if text or self.more or self.has_value:
                self.more.append(_readable(self.tag, text))
        elif text and text != "\ufeff":
            self.outside += 1
            self.first_outside = self.first_outside or number


def scan(stream: TextIO, context: ReadContext) -> Iterator[RawRecord]:
    """Yield the records of a file, one pass, one record in memory.

    Raises `InputError` where a file with text in it has no record at all.
    """
    state = _Scanner(context)
    number = 0
    for text in _chunks(stream):
        record = _clean_record(text, number + 1) if state.record is None else None
        if record is not None:
            state.found += 1
            yield record
            number = record.line + record.lines - 1
        else:
            yield from _scan_lines(state, text, number)
            number += text.count("\n") + (text[-1] != "\n")
    if state.record is not None:
        state.end_value()
        context.diagnose(
            "no-end-of-record", f"the record that begins at line {state.record.line} has no ER at the end", line=number
        )
        yield state.record
    _say_what_was_outside(state, context)


def _scan_lines(state: _Scanner, text: str, before: int) -> Iterator[RawRecord]:
    """Take lines one by one, and give the records that end in them; ``before`` lines stand before them."""
    for number, line in enumerate(text.removesuffix("\n").split("\n"), before + 1):
        tag = line[:2]
        if tag == "ER" and (glued := _GLUED.match(line)) is not None:
            finished = state.frame(number, line, tag, "", strict=True)
            if finished is not None:
                yield finished
            line = line[glued.end() :]
            tag = line[:2]
        if line[2:5] == "  -" and tag in TAGS:
            value = line[5:].strip()
            strict = True
        else:
            found = _slow_tag(state, line)
            if found is None:
                state.go_on(number, line)
                continue
            tag, value = found
            strict = False
        if tag in FRAME or state.record is None:
            finished = state.frame(number, line, tag, value, strict=strict)
            if finished is not None:
                yield finished
            continue
        if state.more:
            state.end_value()
        state.tag = tag
        state.has_value = value != ""
        if value:
            state.add(value if value.isascii() and "&" not in value else _readable(tag, value))


def _say_what_was_outside(state: _Scanner, context: ReadContext) -> None:
    if not state.outside:
        return
    if not state.found:
        raise InputError(
            "this is no RIS file: no line begins a record",
            location=Location(context.source, state.first_outside),
            hint="a record begins with `TY  - ` and a type",
        )
    lines = "1 line" if state.outside == 1 else f"{state.outside} lines"
    context.diagnose(
        "text-outside-records",
        f"left out {lines} that stand in no record; the first is here",
        line=state.first_outside,
        severity="info",
    )


def _slow_tag(state: _Scanner, line: str) -> Pair | None:
    """Read a tag that is not written as the specification asks; None for a line of text."""
    if line.isspace():
        return None
    bare = line.rstrip("\n")
    if state.record is None:
        bare = bare.strip().lstrip("\ufeff \t") if line[:1] in "\ufeff \t\u00a0" else bare
    elif state.indent:
        bare = bare.removeprefix(state.indent)
    if "\u00a0" in bare[:6]:  # copied from a page
        bare = bare[:6].replace("\u00a0", " ") + bare[6:]
    match = _LOOSE.fullmatch(bare)
    if match is None:
        return None
    tag, value = match[1].upper(), (match[2] or "").strip()
    if tag == "TY":
        # In a record, "ty - ..." is a new one only where a known type follows.
        return (tag, value) if value and (state.record is None or TYPES.knows(value.upper())) else None
    if tag == "ER" and not value and state.record is not None and match[1] == tag:
        return tag, value
    return (tag, value) if state.loose and state.record is not None else None


def _readable(tag: str, value: str) -> str:
    """Give a value as text: NFC, without stray byte order marks, HTML's entities decoded."""
    if "\ufeff" in value:
        value = value.replace("\ufeff", "").strip()
    if "&" in value and ";" in value and tag not in _NOTES:  # notes may be HTML
        value = _ENTITY.sub(lambda entity: html.unescape(entity[0]), value)
    return value if tag in VERBATIM else from_plain(value)


def read_value(tag: str, text: str) -> str:
    r"""Give the value that the lines of a text are read as, where they stand behind a tag.

    >>> read_value("AB", "Ponds &amp; weirs\n  that learn")
    'Ponds & weirs that learn'
    """
    lines = [_readable(tag, line.strip()) for line in text.split("\n")]
    return "".join(_join(tag, lines)) if len(lines) > 1 else lines[0]


def _join(tag: str, lines: list[str]) -> list[str]:
    """Make one value of several lines, or several values where the tag is a list.

    Lines of an abstract are joined with a blank, since programs wrap them (RIS Format Specifications, "How to
    handle long fields"); a blank line between them begins a paragraph. Lines of notes stay lines.
    """
    if tag in _LISTS:
        return lines
    if tag in _NOTES:
        return ["\n".join(lines)]
    if tag not in _ABSTRACTS or "" not in lines:
        return [" ".join([line for line in lines if line])]
    paragraphs: list[list[str]] = [[]]
    for line in lines:
        if line:
            paragraphs[-1].append(line)
        elif paragraphs[-1]:
            paragraphs.append([])
    return ["\n\n".join([" ".join(paragraph) for paragraph in paragraphs if paragraph])]
