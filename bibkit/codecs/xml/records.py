"""XML files from strangers, read record by record, safely. For plugins too.

Knows: how the parser is kept from expanding entities, from files and the network and from filling the memory,
and how to go on after a fault.
Must not know: any format's elements, fields, the model.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Collection, Iterator
from typing import BinaryIO, Final, NamedTuple, cast

from lxml import etree

from bibkit.codecs.xml.elements import Element, legal_text, local_name
from bibkit.errors import InputError, Location

__all__ = ["read_records"]

_CHUNK: Final = 1 << 16
_LONGEST_RECORD: Final = 8 << 20
"""More bytes than this between two records are refused: no record is so long, and the memory stays bounded."""


Diagnose = Callable[..., None]
"""`bibkit.ReadContext.diagnose`."""


def _parser(tags: Collection[str]) -> etree.XMLPullParser:
    return etree.XMLPullParser(
        events=("end",),
        tag=[f"{{*}}{tag}" for tag in tags],
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )


_PLACE: Final = re.compile(r",? *\(?(?:<string>, )?line \d+(?:, column \d+)?\)?")


class _Shape(NamedTuple):
    """What the records of a format look like in bytes, for finding them without a parser."""

    tags: tuple[str, ...]
    start: re.Pattern[bytes]
    end: re.Pattern[bytes]

    @classmethod
    def of(cls, tags: Collection[str]) -> _Shape:
        names = "|".join([re.escape(tag) for tag in tags]).encode()
        name = rb"(?:[A-Za-z_][\w.-]*:)?(?:" + names + rb")"
        return cls(
            tuple(tags),
            re.compile(rb"<" + name + rb"(?=[\s/>])"),
            re.compile(rb"</" + name + rb"\s*>|<" + name + rb"(?:\s[^<>]*)?/>"),
        )


class _XmlFault(NamedTuple):
    """Why a file is no well-formed XML; line 0 where that is not known."""

    line: int
    reason: str

    @classmethod
    def of(cls, error: etree.XMLSyntaxError) -> _XmlFault:
        return cls(error.position[0] or 0, _PLACE.sub("", str(error.msg)).strip())


class _Tail:
    """The bytes since the last whole record, and the line on which they begin."""

    __slots__ = ("data", "is_blind", "length", "line", "prologue", "shape")

    def __init__(self, shape: _Shape) -> None:
        self.shape = shape
        self.data = b""
        self.length = 0
        self.line = 1
        self.is_blind = False
        """Two or four bytes a letter: nothing can be found without the parser, and nothing is kept."""
        self.prologue: bytes | None = None
        """All that stands before the first record: declaration, document type, opened elements."""

    def add(self, chunk: bytes) -> None:
        if not self.length and self.prologue is None:
            self.is_blind = b"\0" in chunk[:4]
        self.length += len(chunk)
        if self.is_blind:
            return
        self.data += chunk
        if self.prologue is None and (first := self.shape.start.search(self.data)):
            self.prologue = self.data[: first.start()]

    def drop(self, records: int) -> None:
        """Forget so many records."""
        if self.is_blind:
            self.length = 0
            self.prologue = b""
            return
        ends = self.shape.end.finditer(self.data)
        cut = 0
        for _, end in zip(range(records), ends, strict=False):
            cut = end.end()
        self.line += self.data.count(b"\n", 0, cut)
        self.data = self.data[cut:]
        self.length = len(self.data)


def read_records(
    stream: BinaryIO,
    tags: Collection[str],
    diagnose: Diagnose,
    *,
    source: str,
    title: str,
    roots: Collection[str],
) -> Iterator[Element]:
    """Yield each element whose local name is one of ``tags``; it is emptied when the next one is asked for.

    ``title`` names the format in messages, ``roots`` are the names that a file's outermost element may have.
    Entities are never expanded, nothing is loaded from elsewhere, and no more than 8 MiB are held. After a
    fault the records before it have been given, and those after it are read one by one; a damaged record is
    given when unescaped ``&`` and ``<`` or illegal characters were all that was wrong (``xml-repaired``), and
    is reported with its line otherwise (``xml-fault``).

    Raises `InputError` when the whole file is no XML, or has another outermost element and no record.
    """
    shape = _Shape.of(tags)
    parser = _parser(tags)
    tail = _Tail(shape)
    found = False
    fault: _XmlFault | None = None
    chunk = stream.read(_CHUNK)
    while chunk and fault is None:
        tail.add(chunk)
        fault = _feed(parser, chunk)
        records = 0
        for element in _finished(parser):
            if any(local_name(above) in tags for above in element.iterancestors()):
                fault = _XmlFault(tail.line, "a record stands within a record")
                break
            records += 1
            found = True
            yield element
            _forget(element)
        if records:
            tail.drop(records)
        if tail.length > _LONGEST_RECORD:
            _stop(found, diagnose, source, "record-too-large", "a record is longer than 8 MiB", tail.line)
            return
        if fault is None:
            chunk = stream.read(_CHUNK)
    root = ""
    if fault is None:
        fault, root = _close(parser)
    if fault is not None:
        yield from _after_fault(tail, stream, diagnose, fault, found=found, source=source)
    elif not found and root not in roots:
        raise InputError(f"no {title} records in it", location=Location(source))


def _after_fault(
    tail: _Tail, stream: BinaryIO, diagnose: Diagnose, fault: _XmlFault, *, found: bool, source: str
) -> Iterator[Element]:
    """The records that can be read in spite of a fault; an error where there is none in the whole file."""
    if not tail.is_blind:
        for element in _read_after_fault(tail, stream, diagnose, fault):
            found = True
            yield element
    elif found:
        diagnose("xml-fault", f"the rest is not read: {fault.reason}", line=fault.line, severity="error")
    if not found:
        raise InputError(f"it is no well-formed XML: {fault.reason}", location=Location(source, fault.line))


def _stop(found: bool, diagnose: Diagnose, source: str, code: str, message: str, line: int) -> None:
    """Report what ends the reading: as a diagnostic, or as an error where nothing was read before it."""
    if not found:
        raise InputError(message, location=Location(source, line))
    diagnose(code, f"{message}; the rest is not read", line=line, severity="error")


def _finished(parser: etree.XMLPullParser) -> Iterator[Element]:
    return (element for _, element in cast("Iterator[tuple[str, Element]]", parser.read_events()))


def _feed(parser: etree.XMLPullParser, chunk: bytes) -> _XmlFault | None:
    try:
        parser.feed(chunk)
    except etree.XMLSyntaxError as error:
        return _XmlFault.of(error)
    return None


def _close(parser: etree.XMLPullParser) -> tuple[_XmlFault | None, str]:
    try:
        return None, local_name(parser.close())
    except etree.XMLSyntaxError as error:
        return _XmlFault.of(error), ""


def _forget(element: Element) -> None:
    """Free a record and what stands before it."""
    element.clear()
    parent = element.getparent()
    if parent is not None:
        while parent[0] is not element:
            del parent[0]


# ---------------------------------------------------------------- after a fault

_CONTROLS: Final = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]|\xef\xbf[\xbe\xbf]|\xed[\xa0-\xbf][\x80-\xbf]")
_REFERENCE: Final = re.compile(rb"&(?:#(?:[xX]([0-9A-Fa-f]{1,8})|([0-9]{1,9}))|([A-Za-z][A-Za-z0-9]{0,40}));|&")
_BARE_LESS: Final = re.compile(rb"<(?![A-Za-z_/!?])")
_CDATA: Final = re.compile(rb"(<!\[CDATA\[.*?\]\]>)", re.DOTALL)
_LONGEST_TAG: Final = 80
_PREDEFINED: Final = frozenset((b"amp", b"lt", b"gt", b"quot", b"apos"))


def _read_after_fault(tail: _Tail, stream: BinaryIO, diagnose: Diagnose, fault: _XmlFault) -> Iterator[Element]:
    """Read the remaining records each on its own, with the file's own beginning before it."""
    prologue = tail.prologue or b""
    lines_before = prologue.count(b"\n") + 1
    reported = False
    for start, snippet in _snippets(tail, stream):
        end = tail.shape.end.search(snippet)
        record = snippet[: end.end()] if end is not None else snippet
        element, error = _parse_one(prologue, record, tail.shape.tags)
        if error is not None:
            element, _ = _parse_one(prologue, _repaired(record), tail.shape.tags)
            reported = True
            line = start + max(error.line - lines_before, 0)
            if element is None:
                diagnose("xml-fault", f"a record is not read: {error.reason}", line=line, severity="error")
            else:
                diagnose("xml-repaired", f"a record is no well-formed XML and was repaired: {error.reason}", line=line)
        if element is not None:
            yield element
    if not reported:
        diagnose("xml-fault", f"the file is no well-formed XML: {fault.reason}", line=fault.line or tail.line)


def _snippets(tail: _Tail, stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Cut the rest of the file at the opening tags of records; give each piece with its first line."""
    data, line = tail.data, tail.line
    first = tail.shape.start.search(data)
    begin = first.start() if first is not None else 0
    inside = first is not None
    search_from = begin + 1 if inside else 0
    while True:
        following = tail.shape.start.search(data, search_from)
        if following is None:
            # An opening tag may be cut by the end of the chunk: it is looked for again.
            search_from = max(search_from, len(data) - _LONGEST_TAG)
            chunk = stream.read(_CHUNK)
            if chunk and len(data) - begin <= _LONGEST_RECORD:
                data += chunk
                continue
        cut = following.start() if following is not None else len(data)
        line += data.count(b"\n", 0, begin)
        if inside:
            yield line, data[begin:cut]
        line += data.count(b"\n", begin, cut)
        if following is None:
            return
        data, begin, search_from, inside = data[cut:], 0, 1, True


def _parse_one(prologue: bytes, record: bytes, tags: Collection[str]) -> tuple[Element | None, _XmlFault | None]:
    parser = _parser(tags)
    fault = _feed(parser, prologue + record + b" ")
    if fault is None:
        for element in _finished(parser):
            return element, None
        fault = _close(parser)[0]
    return None, fault or _XmlFault(0, "the record does not end")


def _repaired(record: bytes) -> bytes:
    """A record without illegal characters, and with bare ``&`` and ``<`` escaped."""
    try:
        record.decode()
    except UnicodeDecodeError:
        record = record.decode("cp1252", "replace").encode()
    pieces = _CDATA.split(_CONTROLS.sub(b"", record))
    pieces[::2] = [_BARE_LESS.sub(b"&lt;", _REFERENCE.sub(_mended, piece)) for piece in pieces[::2]]
    return b"".join(pieces)


def _mended(match: re.Match[bytes]) -> bytes:
    sixteen, ten, name = match.groups()
    if sixteen or ten:
        number = int(sixteen, 16) if sixteen else int(ten)
        return match[0] if number < 0x110000 and legal_text(chr(number)) else b""
    if name is None:
        return b"&amp;"
    if name in _PREDEFINED:
        return match[0]
    known = html.unescape(match[0].decode())
    return known.encode("ascii", "xmlcharrefreplace") if known != match[0].decode() else b"&amp;" + match[0][1:]
