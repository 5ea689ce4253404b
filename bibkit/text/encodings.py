"""Bytes to text: which encoding a file is in, and what to say when that is a guess.

Knows: byte-order marks, UTF-8, UTF-16 without a mark, JabRef's ``Encoding:`` line, charset-normalizer.
Must not know: formats.

The promise: never a wrong letter without a diagnostic. A file is read as UTF-8 when all of it is UTF-8; the
whole file is looked at before the first character is given out, in pieces, so memory stays bounded. Line ends
(LF, CRLF, CR) all arrive as LF. Characters that no format may hold never arrive, nor do the byte-order marks that
stand within a file when files were put together; what was taken away is counted.
"""

from __future__ import annotations

import codecs
import io
import re
import unicodedata
from collections.abc import Callable, Iterator
from itertools import chain
from typing import BinaryIO, Final, TextIO, cast

import msgspec

from bibkit.errors import InputError, Location
from bibkit.report import Diagnostic, Report
from bibkit.text.characters import count_illegal, without_illegal

__all__ = ["SAMPLE_SIZE", "open_string", "open_text", "seekable"]

SAMPLE_SIZE: Final = 4096
_PIECE: Final = 1 << 16
"""Bytes looked at together: few enough to stay in the processor's memory."""
_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED: Final = re.compile(
    rb"^\s*(?:%|@comment\s*\{\s*)\s*encoding:\s*([A-Za-z0-9_.:-]+)", re.IGNORECASE | re.MULTILINE
)
_MULTIBYTE: Final = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_CONTROL: Final = re.compile(rb"[\x00-\x06\x0e-\x1a\x1c-\x1f]")
_UNLIKELY: Final = 0.02
"""A share of control bytes above which a file is no text."""


_NOT_TEXT: Final = bytes([*range(9), 0x0B, 0x0C, *range(0x0E, 0x20), 0x7F])
_WINDOWS_IN_UTF8: Final = re.compile(b"\xc2[\x80-\x9f]")
_NOT_TEXT_IN_UTF8: Final = tuple(character.encode() for character in "\u2028\u2029\ufffe\uffff")
"""With C1 controls, the rest of what `bibkit.text.characters` calls illegal."""


class _Finding(msgspec.Struct, frozen=True):
    encoding: str
    errors: str = "strict"
    diagnostic: Diagnostic | None = None
    is_clean: bool = True
    """Whether nothing need be taken away."""
    illegal: int = 0
    newline: str | None = None
    """As `open` takes it; a file without a carriage return is read faster when none is looked for."""


class _Filtered(io.TextIOBase):
    """A text stream without the characters that no format may hold."""

    encoding = ""
    errors: str | None = None

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.encoding = stream.encoding
        self.errors = stream.errors

    def readable(self) -> bool:
        """It is."""
        return True

    def read(self, size: int | None = -1, /) -> str:
        """Read characters; fewer than asked for where some were taken away, none only at the end."""
        return self._next(lambda: self._stream.read(-1 if size is None else size))

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        """Read a line."""
        return self._next(lambda: self._stream.readline(size))

    def _next(self, read: Callable[[], str]) -> str:
        while text := read():
            if text := _filtered(text):
                return text
        return ""


def _filtered(text: str) -> str:
    return without_illegal(text.replace("\ufeff", ""))


def open_string(text: str, source: str, report: Report) -> TextIO:
    """A text as a stream, treated as `open_text` treats a file."""
    illegal = count_illegal(text)
    if illegal:
        report.add(_removed(illegal, source))
    return io.StringIO(_filtered(text) if illegal or "\ufeff" in text else text)


def _removed(count: int, source: str) -> Diagnostic:
    noun = "1 character" if count == 1 else f"{count} characters"
    message = f"{noun} that no format may hold {'was' if count == 1 else 'were'} removed"
    return Diagnostic("illegal-characters", message, "warning", Location(source))


def seekable(stream: BinaryIO) -> BinaryIO:
    """The stream itself, or a copy of it (on disk when it is large) that can be read twice."""
    if stream.seekable():
        return stream
    import shutil  # noqa: PLC0415 - only for pipes
    import tempfile  # noqa: PLC0415

    copy = cast("BinaryIO", tempfile.SpooledTemporaryFile(max_size=1 << 24))  # noqa: SIM115 - given to the caller
    shutil.copyfileobj(stream, copy, _PIECE)
    copy.seek(0)
    return copy


def open_text(stream: BinaryIO, source: str, report: Report) -> TextIO:
    r"""Open a seekable byte stream as text, with ``\n`` line ends and no byte-order mark.

    A guess is reported as the diagnostic ``guessed-encoding`` with the line of the first byte that needed it.
    Raises `InputError` when the bytes are no text.
    """
    finding = _find_encoding(stream, source)
    stream.seek(0)
    if finding.diagnostic is not None:
        report.add(finding.diagnostic)
    if finding.errors == "repair":
        return open_string(_repair(stream.read()).replace("\r\n", "\n").replace("\r", "\n"), source, report)
    text = io.TextIOWrapper(stream, encoding=finding.encoding, errors=finding.errors, newline=finding.newline)
    if finding.is_clean:
        return text
    if finding.illegal:
        report.add(_removed(finding.illegal, source))
    return cast("TextIO", _Filtered(text))


def _find_encoding(stream: BinaryIO, source: str) -> _Finding:
    sample = stream.read(SAMPLE_SIZE)
    for mark, encoding in _MARKS:
        if sample.startswith(mark) and encoding != "utf-8-sig":
            whole = _Finding(encoding)
            if not _decodes(stream, encoding):
                message = f"not all of the file is {encoding.upper()}, as its first bytes say it is"
                whole = _Finding(encoding, "replace", _guess(message, source, 0))
            return _surveyed(whole, stream)
    wide = _wide_encoding(sample)
    if wide:
        if not _decodes(stream, wide):
            raise InputError("the file is not text", location=Location(source), hint=f"tried UTF-8 and {wide.upper()}")
        return _surveyed(_Finding(wide), stream)
    controls = len(_CONTROL.findall(sample))
    if controls > max(8, _UNLIKELY * len(sample)):
        raise InputError("the file is not text", location=Location(source), hint="tried UTF-8, UTF-16 and Latin-1")
    fault = _first_fault(stream)
    if fault is not None:
        return _surveyed(_eight_bit(stream, sample, source, fault), stream)
    return _survey_utf8(stream)


def _survey_utf8(stream: BinaryIO) -> _Finding:
    """What is known of a file that is UTF-8: the marks within it, what no format may hold, and its line ends."""
    marks = illegal = 0
    returns = False
    for number, piece in enumerate(_pieces(stream)):
        illegal += len(piece) - len(piece.translate(None, _NOT_TEXT))
        returns = returns or b"\r" in piece
        if not piece.isascii():
            # One byte is found ten times as fast as several, and most texts have none that begin these.
            odd = [sequence for sequence in _NOT_TEXT_IN_UTF8 if sequence[:1] in piece]
            illegal += sum(map(piece.count, odd))
            if b"\xc2" in piece:
                illegal += len(_WINDOWS_IN_UTF8.findall(piece))
            if b"\xef" in piece:
                marks += piece.count(codecs.BOM_UTF8) - (not number and piece.startswith(codecs.BOM_UTF8))
    is_clean = not marks and not illegal
    return _Finding("utf-8-sig", is_clean=is_clean, illegal=illegal, newline=None if returns else "\n")


def _surveyed(finding: _Finding, stream: BinaryIO) -> _Finding:
    """The finding with the count of what no format may hold, for any encoding but UTF-8."""
    if finding.errors == "repair":
        return finding
    decoder = codecs.getincrementaldecoder(finding.encoding)(finding.errors)
    marks = illegal = 0
    for piece in _pieces(stream):
        text = decoder.decode(piece)
        marks += text.count("\ufeff")
        illegal += count_illegal(text)
    return msgspec.structs.replace(finding, is_clean=not marks and not illegal, illegal=illegal)


def _wide_encoding(sample: bytes) -> str:
    """UTF-16 or UTF-32 without a mark shows as NULs in every second (fourth) place of its ASCII part."""
    if b"\0" not in sample:
        return ""
    length = len(sample) - len(sample) % 4
    if not length:
        return ""
    zeros = [sample[place:length:4].count(0) / (length // 4) for place in range(4)]
    if min(zeros[1], zeros[2], zeros[3]) > 0.7 and zeros[0] < 0.3:
        return "utf-32-le"
    if min(zeros[0], zeros[1], zeros[2]) > 0.7 and zeros[3] < 0.3:
        return "utf-32-be"
    if min(zeros[1], zeros[3]) > 0.4 and max(zeros[0], zeros[2]) < 0.2:
        return "utf-16-le"
    if min(zeros[0], zeros[2]) > 0.4 and max(zeros[1], zeros[3]) < 0.2:
        return "utf-16-be"
    shares = {encoding: _share_of_ascii(sample, encoding) for encoding in _WIDE}
    likely = max(shares, key=lambda encoding: shares[encoding])
    return likely if shares[likely] > _ENOUGH_ASCII else ""


_WIDE: Final = ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be")
_ENOUGH_ASCII: Final = 0.1
"""The share of ASCII in a bibliography of any script: names of fields, digits, blanks."""


def _share_of_ascii(sample: bytes, encoding: str) -> float:
    """The share of ASCII in a sample; 0 where it holds what is no character in this encoding."""
    text = sample[: len(sample) // 4 * 4].decode(encoding, "replace").removesuffix("\ufffd")
    if "\ufffd" in text or any(
        [unicodedata.category(character) in _NO_CHARACTERS for character in text if character not in "\t\r\n"]
    ):
        return 0.0
    return sum(character.isascii() for character in text) / max(len(text), 1)


_NO_CHARACTERS: Final = frozenset(("Cc", "Cn", "Co", "Cs"))


def _pieces(stream: BinaryIO) -> Iterator[bytes]:
    stream.seek(0)
    while piece := stream.read(_PIECE):
        yield piece


def _decodes(stream: BinaryIO, encoding: str) -> bool:
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        for piece in _pieces(stream):
            decoder.decode(piece)
        decoder.decode(b"", final=True)
    except UnicodeError:  # UTF-16 without a mark is no UnicodeDecodeError
        return False
    return True


def _first_fault(stream: BinaryIO) -> int | None:
    """The line of the first byte that is not UTF-8, or None."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    done = 0
    for piece in chain(_pieces(stream), (b"",)):  # one by one, or the whole file is in memory
        pending = len(decoder.getstate()[0])
        try:
            decoder.decode(piece, final=not piece)
        except UnicodeDecodeError as error:
            return _line_at(stream, done - pending + error.start)
        done += len(piece)
    return None


def _line_at(stream: BinaryIO, offset: int) -> int:
    line = 1
    for piece in _pieces(stream):
        line += piece[:offset].count(b"\n")
        if len(piece) >= offset:
            break
        offset -= len(piece)
    return line


def _eight_bit(stream: BinaryIO, sample: bytes, source: str, line: int) -> _Finding:
    declared = _DECLARED.search(sample)
    if declared is not None:
        name = declared.group(1).decode("ascii")
        encoding = _lookup(name)
        if encoding not in {"", "utf-8"} and _decodes(stream, encoding):
            return _Finding(encoding)
    stream.seek(0)
    data = stream.read(1 << 26)
    good = len(_MULTIBYTE.findall(data))
    bad = len(data.decode("utf-8", "replace").split("\ufffd")) - 1
    if good > 4 * bad:
        message = f"{bad} bytes are not UTF-8 in a file that is otherwise; they were read as Windows-1252"
        return _Finding("utf-8", "repair", _guess(message, source, line))
    encoding = _best_guess(data)
    message = f"the file is not UTF-8; it was read as {encoding}, which is a guess"
    if declared is not None:
        message += f" (it declares {declared.group(1).decode('ascii')})"
    return _Finding(encoding, "strict" if _decodes(stream, encoding) else "replace", _guess(message, source, line))


def _guess(message: str, source: str, line: int) -> Diagnostic:
    return Diagnostic("guessed-encoding", message, "warning", Location(source, line))


def _lookup(name: str) -> str:
    """Python's name for an encoding that has ASCII in it, else an empty string.

    Latin-1 is read as Windows-1252, its superset in practice (WHATWG).
    """
    try:
        if _ASCII.decode(name) != _ASCII.decode("ascii"):
            return ""
        found = codecs.lookup(name).name
    except (LookupError, ValueError):  # ValueError of codecs that decode other things than text
        return ""
    return "cp1252" if found in {"iso8859-1", "ascii"} else found


_ASCII: Final = rb"""09AZaz !"#$%&'()*+,-./:;<=>?@[]^_`{|}~ \u0041 +AGE-"""


def _best_guess(data: bytes) -> str:
    """What charset-normalizer makes of the bytes; Windows-1252 for western text, Latin-1 where even that fails.

    Short texts with few letters beyond ASCII fit many tables, so Windows-1252 is believed unless another
    encoding explains the text clearly better.
    """
    from charset_normalizer import from_bytes  # noqa: PLC0415 - only for files that are not UTF-8

    window = _around_high_bytes(data)
    best = from_bytes(window, cp_exclusion=["utf_7"]).best()
    encoding = _lookup(best.encoding) if best is not None else "cp1252"
    if encoding in {"utf-8", ""} or _is_western(data):
        encoding = "cp1252"
    if encoding == "cp1252":
        try:
            data.decode("cp1252")
        except UnicodeDecodeError:
            return "latin-1"
    return encoding


_WESTERN: Final = frozenset("äöüßÄÖÜéèêëáàâãåñóòôõíìîïúùûçøæœÉÈÀÁÂÃÅÑÓÒÔÕÍÇØÆŒšžŠŽ–—‘’“”…«»°§©®±·×€£ðþýÿ¿¡\xa0")


def _is_western(data: bytes) -> bool:
    """Whether nearly all letters beyond ASCII are those of western European text, each next to ASCII letters."""
    text = data.decode("cp1252", "replace")
    high = [character for character in text if character > "\x7f"]
    if not high:
        return False
    western = sum(character in _WESTERN for character in high)
    runs = len(re.findall(r"[^\x00-\x7f]{3,}", text))
    return western >= 0.95 * len(high) and runs <= len(high) / 20


def _around_high_bytes(data: bytes, limit: int = 1 << 18) -> bytes:
    """The lines that hold bytes beyond ASCII, up to a limit: where the evidence is."""
    lines: list[bytes] = []
    size = 0
    for match in re.finditer(rb"[^\r\n]*[\x80-\xff][^\r\n]*", data):
        lines.append(match.group())
        size += len(match.group())
        if size > limit:
            break
    return b"\n".join(lines)


def _repair(data: bytes) -> str:
    """UTF-8, with each stray byte read as Windows-1252."""
    text = data.decode("utf-8-sig", "surrogateescape")
    table = {0xDC00 + byte: bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in range(0x80, 0x100)}
    return text.translate(table)
