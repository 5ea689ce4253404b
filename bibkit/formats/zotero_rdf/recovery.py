"""Going on behind a fault in XML: where to resume, and a stream that begins there.

Knows: bytes and lines, and how the parser counts them.
Must not know: RDF, papers, what the fault was.

XML forbids a parser to go on (XML 1.0, 1.2 "fatal error"), so a second document is made of the root's start tag
and of what stands behind the faulty node. Only encodings that contain ASCII are searched.
"""

from __future__ import annotations

import re
from typing import Any, BinaryIO, Final, NamedTuple
from xml.sax.saxutils import quoteattr

__all__ = ["Cleaned", "Joined", "Place", "resume_behind", "root_tag", "spelled"]

_PIECE: Final = 1 << 16
_CONTROL: Final = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_BLANKED: Final = bytes([32 if _CONTROL.match(bytes([byte])) else byte for byte in range(256)])
_LONGEST_LINE: Final = 1 << 24
_DECLARATION: Final = 400
_DECLARED: Final = re.compile(rb"""\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]*)["']""")


class Place(NamedTuple):
    """Where to resume: the byte, and the line, counted from 1 where the search began."""

    offset: int
    line: int


def spelled(element: Any) -> str:
    """The tag of an element as the file has it.

    An element of ``<a:b xmlns:a="urn:x"/>`` gives ``a:b``.
    """
    name = str(element.tag).rpartition("}")[2]
    return f"{element.prefix}:{name}" if element.prefix else name


def root_tag(root: Any, stream: BinaryIO, start: int) -> bytes:
    """The start tag of a root element with its namespaces, on one line, behind the declaration that its file has at ``start``."""
    stream.seek(start)
    declared = _DECLARED.match(stream.read(_DECLARATION))
    encoding = declared[1].decode() if declared is not None else "UTF-8"
    spaces = "".join([f" xmlns{':' + prefix if prefix else ''}={quoteattr(uri)}" for prefix, uri in root.nsmap.items()])
    return f'<?xml version="1.0" encoding="{encoding}"?><{spelled(root)}{spaces}>'.encode("ascii", "xmlcharrefreplace")


def resume_behind(stream: BinaryIO, tag: str, offset: int, line: int, column: int) -> Place | None:
    """The place behind the next end of ``tag``, or before its next start, from a line and column on.

    ``line`` counts from 1 at ``offset``. None where there is no such place.
    """
    if not tag:
        return None
    stream.seek(offset)
    number = 1
    while number < line:
        piece = stream.readline(_LONGEST_LINE)
        if not piece:
            return None
        number += piece.endswith(b"\n")
    name = re.escape(tag.encode())
    pattern = re.compile(rb"</" + name + rb"\s*>|<" + name + rb"\s[^<>]{0,400}\babout\s*=")
    back = column - len(tag) - 4  # the parser may stand behind an end tag that it did not expect
    while piece := stream.readline(_LONGEST_LINE):
        begin = _byte_of(piece, back) if back > 0 else 0
        match = pattern.search(piece, begin)
        if match is not None:
            at = match.end() if match.group().startswith(b"</") else match.start()
            return Place(stream.tell() - len(piece) + at, number)
        back = 0
        number += piece.endswith(b"\n")
    return None


def _byte_of(line: bytes, column: int) -> int:
    """The byte at which a character of a line stands; libxml2 counts characters."""
    return column if line.isascii() else len(line.decode("utf-8", "replace")[:column].encode())


class Joined:
    """A readable stream: ``head``, then ``stream`` from ``offset`` on."""

    def __init__(self, head: bytes, stream: BinaryIO, offset: int) -> None:
        self._head = head
        self._stream: Any = stream
        stream.seek(offset)

    def read(self, size: int = -1) -> bytes:
        """Up to ``size`` bytes."""
        if self._head:
            head, self._head = self._head, b""
            return head
        return bytes(self._stream.read(size if size > 0 else _PIECE))


class Cleaned:
    """A readable stream in which control characters that XML forbids (XML 1.0, 2.2) are blanks.

    They come from PDF files and word processors, where they mostly stand for the end of a line. Offsets stay as they
    are. Files in UTF-16 or UTF-32 are given as they are.
    """

    def __init__(self, stream: Any) -> None:
        self.found_at = 0
        """The line of the first such character; 0 where there was none."""
        self._stream = stream
        self._lines = 1
        self._is_wide: bool | None = None

    def read(self, size: int = -1) -> bytes:
        """Up to ``size`` bytes."""
        data = bytes(self._stream.read(size))
        if self._is_wide is None:
            self._is_wide = b"\0" in data[:4] or data.startswith((b"\xff\xfe", b"\xfe\xff"))
        if self._is_wide:
            return data
        cleaned = data.translate(_BLANKED)
        if not self.found_at:
            if cleaned != data and (match := _CONTROL.search(data)) is not None:
                self.found_at = self._lines + data.count(b"\n", 0, match.start())
            self._lines += data.count(b"\n")
        return cleaned
