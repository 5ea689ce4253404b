"""A library file that a person edits too: held while it is changed, changed by insertions only, replaced whole.

Knows: locks, what other programs leave beside a file that they have open, encodings that come back as they were.
Must not know: formats, papers.

A file that changed between reading and writing is not overwritten. What is not inserted stays byte for byte: the
bytes are decoded in a way that encodes back to the very same bytes, or the file is refused.
"""

from __future__ import annotations

import bisect
import codecs
import contextlib
import difflib
import io
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from bibkit.encodings import open_text
from bibkit.errors import InputError, Location, OutputError
from bibkit.output import check_writable, write_file
from bibkit.report import Diagnostic, Report

__all__ = ["Document", "Edit", "HeldFile", "hold", "unified_diff"]

_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_STRAY: Final = {0xDC00 + byte: bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in range(0x80, 0x100)}
"""What a byte that is no UTF-8 is read as; each takes one place, so that positions stay."""


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
        self.text: Final = _LINE_END.sub("\n", self._raw).translate(_STRAY if self._errors != "strict" else {})
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
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return mark, encoding, "surrogateescape" if encoding == "utf-8" else "strict"
    stream = open_text(io.BytesIO(data), source, report)
    if not stream.encoding:
        return b"", "utf-8", "surrogateescape"
    encoding = codecs.lookup(stream.encoding.removesuffix("-sig")).name
    if stream.errors != "strict":
        encoding = "iso8859-1"
    return b"", encoding, "strict"


class HeldFile:
    """A file that is locked as long as it is held; ``data`` is what it held when it was read."""

    def __init__(self, path: Path, file: BinaryIO | None) -> None:
        self.path: Final = path
        self._file = file
        self.data: Final = file.read() if file is not None else b""

    @property
    def exists(self) -> bool:
        """Whether there was a file at all."""
        return self._file is not None

    def replace(self, data: bytes) -> None:
        """Replace the file, unless it was changed by another program since it was read.

        Raises `OutputError`; the file is then as the other program left it.
        """
        write_file(self.path, self._checked(data))

    def _checked(self, data: bytes) -> Iterator[bytes]:
        yield data
        try:
            now = self.path.read_bytes()
        except FileNotFoundError:
            now = None
        if now != (self.data if self.exists else None):
            message = f"{self.path} was changed by another program in the meantime; nothing was written"
            raise OutputError(message, hint="run the command again")


@contextlib.contextmanager
def hold(path: Path, report: Report, *, to_write: bool = True) -> Iterator[HeldFile]:
    """Open and lock a file; a file that does not exist yet is held as empty.

    A program that has the file open in an editor is told of (``open-elsewhere``).
    Raises `OutputError` when it cannot be written or another program has locked it, `InputError` when it cannot be read.
    """
    path = path.resolve() if path.is_symlink() else path
    if path.is_dir():
        raise InputError(f"{path} is a folder", hint="name a file in it")
    if to_write:
        check_writable(path)
    with contextlib.ExitStack() as stack:
        file: BinaryIO | None = None
        if path.exists():
            try:
                file = stack.enter_context(path.open("r+b" if to_write else "rb"))
            except OSError as error:
                raise InputError(f"{path} cannot be read: {error.strerror}", hint="check its permissions") from error
            if to_write:
                _lock(file, path, stack)
        if to_write:
            _tell_editors(path, report)
        yield HeldFile(path, file)


def _lock(file: BinaryIO, path: Path, stack: contextlib.ExitStack) -> None:
    """Take both kinds of lock that programs use on POSIX systems; elsewhere opening for writing has to do."""
    try:
        import fcntl  # noqa: PLC0415 - only where the system has it
    except ImportError:  # pragma: no cover - not on POSIX
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise OutputError(
            f"{path} is locked by another program", hint="close it there, then run the command again"
        ) from None
    except OSError:
        return  # a file system without locks; the check before writing remains
    stack.callback(fcntl.flock, file, fcntl.LOCK_UN)


def _tell_editors(path: Path, report: Report) -> None:
    """Say when an editor left its mark beside the file: Emacs ``.#name``, Vim ``.name.swp``, LibreOffice ``.~lock``."""
    for name, editor in (
        (f".#{path.name}", "Emacs"),
        (f".{path.name}.swp", "Vim"),
        (f".~lock.{path.name}#", "another program"),
    ):
        if os.path.lexists(path.parent / name):
            message = f"{editor} has {path.name} open; load it anew there before you go on"
            report.add(Diagnostic("open-elsewhere", message, "warning", Location(str(path))))


def unified_diff(before: bytes, after: bytes, name: str, encoding: str = "utf-8") -> str:
    """The difference as ``diff -u`` shows it."""
    old, new = (data.decode(encoding, "replace").splitlines(keepends=True) for data in (before, after))
    missing_end = "\n\\ No newline at end of file\n"
    lines = difflib.unified_diff(old, new, f"a/{name}", f"b/{name}")
    return "".join([line if line.endswith("\n") else line + missing_end for line in lines]).replace("\r\n", "\n")
