"""Cuts a JSON file into its items without holding all of it.

Knows: how to find the end of an item in a piece of JSON, where the lines are, how to go on after a broken item.
Must not know: what an item means.

A piece of the file is cut at a place that looks like the border of two items; the cut is right exactly when
msgspec accepts what stands before it as an array, so nothing depends on layout. Where no cut is right, the items
are taken one by one, and what cannot be read is reported.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO, Final, NamedTuple

import msgspec

__all__ = ["BrokenItem", "NotJSONError", "RawItem", "read_items"]

PIECE: Final = 1 << 20
_PATIENCE: Final = 8 * PIECE
"""So much is gathered before a piece that cannot be cut is taken for broken."""
_TRIES: Final = 16
_NESTED: Final = 64
"""An item may hold so many objects that look like items."""

_VALUE: Final[msgspec.json.Decoder[Any]] = msgspec.json.Decoder()
_RAWS: Final[msgspec.json.Decoder[list[msgspec.Raw]]] = msgspec.json.Decoder(list[msgspec.Raw])
_FAULTS: Final = (msgspec.MsgspecError, RecursionError, UnicodeDecodeError)
_BLANKS: Final = b" \t\r\n"
_WRAPPED: Final = re.compile(rb'\s*\{\s*"(?:items|references)"\s*:\s*\[')
_STRAY: Final = re.compile("[\udc80-\udcff]")
_COMMA: Final = re.compile(rb"\s*,")
# Objects that begin with a member of a name or of a date are no items.
_ITEM: Final = (
    r'\{\s*"(?!(?:family|given|literal|name|suffix|(?:non-)?dropping-particle|date-parts|raw|season|ORCID|sequence)")'
)
_START: Final = re.compile(_ITEM + r'[^"\\]{1,40}"\s*:')
_BORDER: Final = re.compile(rb"\}\s*(,)\s*" + _ITEM.encode())
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

_WIDTHS: Final = {
    b"\1\0\1\0": "utf-16-le",
    b"\0\1\0\1": "utf-16-be",
    b"\1\0\0\0": "utf-32-le",
    b"\0\0\0\1": "utf-32-be",
}


class NotJSONError(ValueError):
    """The file is no JSON at all, or JSON of another kind; ``line`` says where that shows."""

    def __init__(self, message: str, line: int = 1) -> None:
        super().__init__(message)
        self.line = line


class RawItem(NamedTuple):
    """One value of the array, as it stands in the file, and its line."""

    raw: bytes
    line: int
    repaired: bool = False

    def read(self) -> tuple[Any, bool]:
        """What the JSON stands for, and whether bytes that are not UTF-8 were read as Windows-1252.

        Raises `ValueError` where even a lenient reading fails.
        """
        try:
            return _VALUE.decode(self.raw), self.repaired
        except _FAULTS:
            return _leniently(self.raw), self.repaired or not _is_utf8(self.raw)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


class BrokenItem(NamedTuple):
    """A place where no item could be read."""

    line: int
    message: str


def utf8_pieces(stream: BinaryIO) -> Iterator[bytes]:
    """The file in pieces of UTF-8 without byte-order mark (RFC 8259 allows no other encoding; UTF-16 is read too)."""
    piece = stream.read(PIECE)
    encoding = _encoding(piece)
    if encoding == "utf-8":
        yield piece.removeprefix(codecs.BOM_UTF8)
        while piece := stream.read(PIECE):
            yield piece
        return
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    while piece:
        yield decoder.decode(piece).encode("utf-8", "replace")
        piece = stream.read(PIECE)


def _encoding(start: bytes) -> str:
    for mark, encoding in _MARKS:
        if start.startswith(mark):
            return encoding
    # JSON begins with an ASCII character, so NULs tell the width and the order (RFC 4627, section 3).
    return _WIDTHS.get(bytes([byte != 0 for byte in start[:4]]), "utf-8")


def read_items(stream: BinaryIO) -> Iterator[RawItem | BrokenItem]:
    """Yield the items of an array, of ``{"items": [...]}``, or the one item that the file is.

    Raises `NotJSONError` when the file is none of these.
    """
    pieces = utf8_pieces(stream)
    data = b""
    for piece in pieces:
        data += piece
        if data.strip(_BLANKS):
            break
    wrapped = _WRAPPED.match(data)
    start = data.lstrip(_BLANKS)
    if wrapped is not None or start.startswith(b"["):
        at = wrapped.end() if wrapped is not None else len(data) - len(start) + 1
        yield from _Cutter(pieces, data[at:], 1 + data.count(b"\n", 0, at)).items()
    elif start.startswith(b"{"):
        yield from _whole(b"".join([data, *pieces]))
    elif start:
        raise NotJSONError("expected '[' or '{'", 1 + data.count(b"\n", 0, len(data) - len(start)))
    else:
        raise NotJSONError("the file is empty")


def _whole(data: bytes) -> Iterator[RawItem | BrokenItem]:
    """One object: an item, or a wrapper whose list is not its first member."""
    try:
        members = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    except _FAULTS as error:
        yield from _one_by_one(data, 1, str(error), last=True)[0]
        return
    for name in ("items", "references"):
        listed = bytes(members.get(name, b""))
        if listed.startswith(b"["):
            at = data.index(listed)
            yield from _Cutter(iter(()), data[at + 1 :], 1 + data.count(b"\n", 0, at)).items()
            return
    yield RawItem(data, 1)


class _Cutter:
    """Cuts the inside of an array, piece by piece."""

    def __init__(self, pieces: Iterator[bytes], data: bytes, line: int) -> None:
        self.pieces = pieces
        self.data = data
        self.line = line

    def items(self) -> Iterator[RawItem | BrokenItem]:
        for piece in self.pieces:
            if len(self.data) >= PIECE:
                yield from self._cut_off()
            self.data += piece
        yield from self._rest()

    def _cut_off(self) -> Iterator[RawItem | BrokenItem]:
        """Give out the items before the last border."""
        for window in (1 << 16, len(self.data)):
            commas = [match.start(1) for match in _BORDER.finditer(self.data, max(0, len(self.data) - window))]
            for comma in reversed(commas[-_TRIES:]):
                raws = _array(self.data[:comma] + b"]")
                if raws is not None:
                    yield from self._take(raws, comma + 1)
                    return
        if len(self.data) > _PATIENCE and _BORDER.search(self.data) is not None:
            found, used = _one_by_one(self.data, self.line, "", last=False)
            yield from found
            self._advance(used)

    def _rest(self) -> Iterator[RawItem | BrokenItem]:
        for end in (len(self.data), self.data.rfind(b"]") + 1):  # a wrapper's other members may follow
            raws = _array(self.data[:end])
            if raws is not None:
                yield from self._take(raws, len(self.data))
                return
        yield from _one_by_one(self.data, self.line, _why(self.data), last=True)[0]

    def _take(self, raws: list[msgspec.Raw], used: int) -> Iterator[RawItem]:
        """Give out items; each is looked for behind the one before, which tells its line."""
        data, at, line = self.data, 0, self.line
        self._advance(used)
        for raw in map(bytes, raws):
            start = data.index(raw, at)
            line += data.count(b"\n", at, start)
            yield RawItem(raw, line)
            line += raw.count(b"\n")
            at = start + len(raw)

    def _advance(self, used: int) -> None:
        self.line += self.data.count(b"\n", 0, used)
        self.data = self.data[used:]


def _array(inside: bytes) -> list[msgspec.Raw] | None:
    """The items of an array whose opening bracket is gone."""
    try:
        return _RAWS.decode(b"[" + inside)
    except _FAULTS:
        return None


def _why(inside: bytes) -> str:
    try:
        _RAWS.decode(b"[" + inside)
    except _FAULTS as error:
        return str(error).removeprefix("JSON is malformed: ").partition(" (byte")[0]
    return ""


def _one_by_one(data: bytes, line: int, why: str, *, last: bool) -> tuple[list[RawItem | BrokenItem], int]:
    """Take what can be read out of broken JSON; also tells how many bytes are done with.

    Python's own decoder is used: it tells where a value ends, and takes line breaks in strings and NaN.
    """
    text = data.decode("utf-8", "surrogateescape")
    decoder = json.JSONDecoder(strict=False, parse_int=_integer)
    starts = [match.start() for match in _START.finditer(text)]
    found: list[RawItem | BrokenItem] = []
    at = counted = 0
    for index, start in enumerate(starts):
        if start < at:
            continue
        window = starts[index + _NESTED] if index + _NESTED < len(starts) else len(text)
        line += text.count("\n", counted, start)
        counted = start
        try:
            value, length = decoder.raw_decode(text[start:window])
        except (json.JSONDecodeError, RecursionError) as error:
            position = error.pos if isinstance(error, json.JSONDecodeError) else 0
            if not last and _may_go_on(error, window - start) and index + _NESTED >= len(starts):
                return found, len(text[:start].encode("utf-8", "surrogateescape"))
            lines = text.count("\n", start, start + position)
            found.append(BrokenItem(line + lines, _reason(error)))
            at = start + 1
            continue
        at = start + length
        stray = _STRAY.search(text, start, at) is not None
        found.append(RawItem(_encode(value), line, stray))
    if last and not found:
        found.append(BrokenItem(line, why or "no item was found"))
    used = len(data) if last else len(text[:at].encode("utf-8", "surrogateescape"))
    comma = _COMMA.match(data, used)
    return found, comma.end() if comma is not None else used


def _may_go_on(error: Exception, length: int) -> bool:
    """Whether the rest of the item may stand in the next piece."""
    if not isinstance(error, json.JSONDecodeError):
        return False
    return error.pos >= length - 1 or error.msg.startswith("Unterminated")


def _reason(error: Exception) -> str:
    return error.msg.lower() if isinstance(error, json.JSONDecodeError) else "nested too deeply"


def _leniently(data: bytes) -> Any:
    try:
        return _scrubbed(json.loads(data.decode("utf-8", "surrogateescape"), strict=False, parse_int=_integer))
    except RecursionError as error:
        raise ValueError(_reason(error)) from error
    except json.JSONDecodeError as error:
        raise ValueError(_reason(error)) from error


def _integer(digits: str) -> int | str:
    """A number; one that is longer than any number of a bibliography stays text, since Python refuses it."""
    return int(digits) if len(digits) < 100 else digits


def _encode(value: Any) -> bytes:
    """A value that was read leniently, as JSON again; stray bytes become what Windows-1252 has for them."""
    return json.dumps(_scrubbed(value), ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")


def _scrubbed(value: Any) -> Any:
    if isinstance(value, str):
        return value if value.isascii() else "".join([_scrub(letter) for letter in value])
    if isinstance(value, dict):
        return {_scrubbed(name): _scrubbed(member) for name, member in value.items()}
    if isinstance(value, list):
        return [_scrubbed(member) for member in value]
    return str(value) if isinstance(value, float) else value


def _scrub(letter: str) -> str:
    if "\udc80" <= letter <= "\udcff":
        return bytes([ord(letter) - 0xDC00]).decode("cp1252", "replace")
    return "\ufffe" if "\ud800" <= letter <= "\udfff" else letter  # is taken out and counted with its like
