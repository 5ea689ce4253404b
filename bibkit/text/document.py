"""The text of a file that is changed by insertions only, and how it becomes the same bytes again.

Knows: encodings, byte order marks and line ends; where an insertion falls in the bytes.
Must not know: what the text means, which file it came from.
"""

from __future__ import annotations

import bisect
import codecs
import io
import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from bibkit.errors import InputError, Location
from bibkit.report import Report
from bibkit.text.encodings import MARKS, STRAY_BYTES, open_text

__all__ = ["Document", "Edit"]

_LINE_END: Final = re.compile(r"\r\n|\r|\n")


class Edit(NamedTuple):
    """Text to insert before a position of `Document.text`."""

    position: int
    text: str


class Document:
    r"""The text of a file, and how it becomes the same bytes again.

    ``text`` has ``\\n`` line ends; insertions get the line end that the file uses.
    Raises `InputError` when the bytes are no text, or would not come back as they were.
    """

    def __init__(self, data: bytes, source: str, report: Report) -> None:
        self.data = data
        self._mark, self._encoding, self._errors = _encoding(data, source, report)
        self._raw = data[len(self._mark) :].decode(self._encoding, self._errors)
        if self._mark + self._raw.encode(self._encoding, self._errors) != data:
            hint = "save it as UTF-8 first"
            raise InputError("its encoding is not certain enough to edit it", location=Location(source), hint=hint)
        self.text: Final = _LINE_END.sub("\n", self._raw).translate(STRAY_BYTES if self._errors != "strict" else {})
        self._same_places = "\r\n" not in self._raw
        ends = [match[0] for match in _LINE_END.finditer(self._raw)]
        self.newline: Final = max(("\n", "\r\n", "\r"), key=ends.count)
        self._starts = [0, *[match.end() for match in _LINE_END.finditer(self._raw)]]
        self._text_starts = [0, *[match.end() for match in re.finditer("\n", self.text)]]

    def can_hold(self, text: str) -> bool:
        """Whether the file's encoding has all letters of a text."""
        try:
            text.encode(self._encoding)
        except UnicodeEncodeError:
            return False
        return True

    def line_of(self, position: int) -> int:
        """The line of a position in `text`, from 1."""
        return bisect.bisect_right(self._text_starts, position)

    def with_edits(self, edits: Iterable[Edit]) -> bytes:
        """The file's bytes with the insertions made. Of two at one position, the one that was given first comes first."""
        pieces = []
        done = 0
        for position, text in sorted(edits, key=lambda edit: edit.position):
            place = self._place(position)
            pieces.append(self._raw[done:place])
            pieces.append(text if self.newline == "\n" else text.replace("\n", self.newline))
            done = place
        pieces.append(self._raw[done:])
        return self._mark + "".join(pieces).encode(self._encoding, self._errors)

    def _place(self, position: int) -> int:
        if self._same_places:
            return position
        line = bisect.bisect_right(self._text_starts, position) - 1
        return self._starts[line] + position - self._text_starts[line]


def _encoding(data: bytes, source: str, report: Report) -> tuple[bytes, str, str]:
    """The mark, the encoding and how its faults are kept."""
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return mark, encoding, "surrogateescape" if encoding == "utf-8" else "strict"
    stream = open_text(io.BytesIO(data), source, report)
    if not stream.encoding:
        return b"", "utf-8", "surrogateescape"
    encoding = codecs.lookup(stream.encoding.removesuffix("-sig")).name
    if stream.errors != "strict":
        encoding = "iso8859-1"
    return b"", encoding, "strict"
