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
from functools import cache
from itertools import chain
from typing import BinaryIO, Final, TextIO, cast

import msgspec

from bibkit.errors import InputError, Location
from bibkit.report import Diagnostic, Report
from bibkit.text.characters import count_illegal, without_illegal

__all__ = ["MARKS", "SAMPLE_SIZE", "STRAY_BYTES", "open_string", "open_text", "seekable"]

SAMPLE_SIZE: Final = 4096
_PIECE: Final = 1 << 16
"""Bytes looked at together: few enough to stay in the processor's memory."""
MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Byte-order marks with the encodings that they tell; UTF-32's comes first, since it begins with one of UTF-16."""
STRAY_BYTES: Final = {
    0xDC00 + byte: bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in range(0x80, 0x100)
}
"""What a byte that is no UTF-8 is read as, by what `surrogateescape` makes of it."""


@cache
def _declared() -> re.Pattern[bytes]:
    return re.compile(rb"^\s*(?:%|@comment\s*\{\s*)\s*encoding:\s*([A-Za-z0-9_.:-]+)", re.IGNORECASE | re.MULTILINE)


@cache
def _multibyte() -> re.Pattern[bytes]:
    return re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")


_CONTROL: Final = re.compile(rb"[\x00-\x06\x0e-\x1a\x1c-\x1f]")
_PLAIN: Final = bytes([*b"\t\n\r", *range(0x20, 0x7F)])
"""The ASCII that every format may hold."""
_UNLIKELY: Final = 0.02
"""A share of control bytes above which a file is no text."""


class _Finding(msgspec.Struct, frozen=True):
    """How a file is to be decoded, and what must be said about that."""

    encoding: str
    errors: str = "strict"
    diagnostic: Diagnostic | None = None


class _Decoded(msgspec.Struct, frozen=True):
    """What decoding the whole of a file showed."""

    fault: int | None = None
    """The place of the first byte that is none of the encoding's, or None; all else counts up to there."""
    marks: int = 0
    """Byte-order marks within the text."""
    illegal: int = 0
    """Characters that no format may hold."""
    has_returns: bool = False
    """A file without a carriage return is read faster when none is looked for."""


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
    finding, survey = _find_encoding(stream, source)
    stream.seek(0)
    if finding.diagnostic is not None:
        report.add(finding.diagnostic)
    if finding.errors == "repair":
        text = stream.read().decode("utf-8-sig", "surrogateescape").translate(STRAY_BYTES)
        return open_string(text.replace("\r\n", "\n").replace("\r", "\n"), source, report)
    survey = survey or _survey(stream, finding.encoding, finding.errors)
    stream.seek(0)
    newline = None if survey.has_returns else "\n"
    decoded = io.TextIOWrapper(stream, encoding=finding.encoding, errors=finding.errors, newline=newline)
    if survey.illegal:
        report.add(_removed(survey.illegal, source))
    return cast("TextIO", _Filtered(decoded)) if survey.illegal or survey.marks else decoded


def _find_encoding(stream: BinaryIO, source: str) -> tuple[_Finding, _Decoded | None]:
    """The encoding of a file, and what decoding it showed where it was decoded for finding that out."""
    sample = stream.read(SAMPLE_SIZE)
    marked = next((encoding for mark, encoding in MARKS if sample.startswith(mark)), "")
    if marked and marked != "utf-8":
        encoding = marked[:6]  # by its mark Python finds the order of bytes, and takes it away
        survey = _survey(stream, encoding)
        if survey.fault is None:
            return _Finding(encoding), survey
        message = f"not all of the file is {encoding.upper()}, as its first bytes say it is"
        return _Finding(encoding, "replace", _guess(message, source, 0)), None
    wide = _wide_encoding(sample)
    if wide:
        survey = _survey(stream, wide)
        if survey.fault is not None:
            raise InputError("the file is not text", location=Location(source), hint=f"tried UTF-8 and {wide.upper()}")
        return _Finding(wide), survey
    controls = len(_CONTROL.findall(sample))
    if controls > max(8, _UNLIKELY * len(sample)):
        raise InputError("the file is not text", location=Location(source), hint="tried UTF-8, UTF-16 and Latin-1")
    survey = _survey(stream, "utf-8")
    if survey.fault is None:
        return _Finding("utf-8-sig"), msgspec.structs.replace(survey, marks=survey.marks - bool(marked))
    return _eight_bit(stream, sample, source, _line_at(stream, survey.fault)), None


def _survey(stream: BinaryIO, encoding: str, errors: str = "strict") -> _Decoded:
    """Decode a whole file, piece by piece, so that memory stays bounded."""
    decoder = codecs.getincrementaldecoder(encoding)(errors)
    done = marks = illegal = 0
    has_returns = False
    for piece in chain(_pieces(stream), (b"",)):
        pending = len(decoder.getstate()[0])
        try:
            text = decoder.decode(piece, final=not piece)
        except UnicodeError as error:  # UTF-16 without a mark is no UnicodeDecodeError
            return _Decoded(done - pending + getattr(error, "start", 0), marks, illegal, has_returns)
        done += len(piece)
        odd = text.encode().translate(None, _PLAIN).decode()  # mostly nothing; what is left is looked at in no time
        marks += odd.count("\ufeff")
        illegal += count_illegal(odd)
        has_returns = has_returns or "\r" in text
    return _Decoded(None, marks, illegal, has_returns)


_WIDE: Final = ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be")
_ENOUGH_ASCII: Final = 0.1
"""The share of ASCII in a bibliography of any script: names of fields, digits, blanks."""
_NO_CHARACTERS: Final = frozenset(("Cc", "Cn", "Co", "Cs"))


def _wide_encoding(sample: bytes) -> str:
    """The encoding of two or four bytes a letter, without a mark, in which a sample has its ASCII; else an empty string."""
    if b"\0" not in sample:
        return ""
    shares = {encoding: _share_of_ascii(sample, encoding) for encoding in _WIDE}
    likely = max(_WIDE, key=shares.__getitem__)
    return likely if shares[likely] > _ENOUGH_ASCII else ""


def _share_of_ascii(sample: bytes, encoding: str) -> float:
    """The share of ASCII in a sample, less that of what is no character in this encoding."""
    text = sample[: len(sample) // 4 * 4].decode(encoding, "replace")
    bare = text.translate({9: None, 10: None, 13: None})
    odd = sum([character == "\ufffd" or unicodedata.category(character) in _NO_CHARACTERS for character in bare])
    return (sum([character.isascii() for character in text]) - 2 * odd) / max(len(text), 1)


def _pieces(stream: BinaryIO) -> Iterator[bytes]:
    stream.seek(0)
    while piece := stream.read(_PIECE):
        yield piece


def _line_at(stream: BinaryIO, offset: int) -> int:
    line = 1
    for piece in _pieces(stream):
        line += piece[:offset].count(b"\n")
        if len(piece) >= offset:
            break
        offset -= len(piece)
    return line


def _eight_bit(stream: BinaryIO, sample: bytes, source: str, line: int) -> _Finding:
    declared = _declared().search(sample)
    if declared is not None:
        name = declared.group(1).decode("ascii")
        encoding = _lookup(name)
        if encoding not in {"", "utf-8"} and _survey(stream, encoding).fault is None:
            return _Finding(encoding)
    stream.seek(0)
    data = stream.read(1 << 26)
    good = len(_multibyte().findall(data))
    bad = len(data.decode("utf-8", "replace").split("\ufffd")) - 1
    if good > 4 * bad:
        message = f"{bad} bytes are not UTF-8 in a file that is otherwise; they were read as Windows-1252"
        return _Finding("utf-8", "repair", _guess(message, source, line))
    encoding = _best_guess(data)
    message = f"the file is not UTF-8; it was read as {encoding}, which is a guess"
    if declared is not None:
        message += f" (it declares {declared.group(1).decode('ascii')})"
    return _Finding(
        encoding, "strict" if _survey(stream, encoding).fault is None else "replace", _guess(message, source, line)
    )


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
