"""A library file that a person edits too: held while it is changed, changed by insertions only, replaced whole.

Knows: locks, what other programs leave beside a file that they have open, encodings that come back as they were.
Must not know: formats, papers.

A file that changed between reading and writing is not overwritten. What is not inserted stays byte for byte: the
bytes are decoded in a way that encodes back to the very same bytes, or the file is refused.
"""

from __future__ import annotations

import contextlib
import difflib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

from bibkit.errors import InputError, Location, OutputError
from bibkit.output import check_writable, write_file
from bibkit.report import Diagnostic, Report

__all__ = ["LockedFile", "lock", "unified_diff"]


class LockedFile:
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
def lock(path: Path, report: Report, *, to_write: bool = True) -> Iterator[LockedFile]:
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
        yield LockedFile(path, file)


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
