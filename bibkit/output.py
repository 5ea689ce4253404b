"""Files are replaced whole or not at all.

Knows: temporary files, fsync and rename. Must not know: papers or formats.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Final

from bibkit.errors import BibkitError, OutputError

__all__ = ["check_writable", "write_file", "write_stream"]

_NEW_FILE: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def check_writable(name: str | os.PathLike[str]) -> None:
    """Say early that a file cannot be written, before anything is read.

    Raises `OutputError` for a directory, a missing folder or a lack of permission.
    """
    path = Path(name)
    folder = path.parent
    with _as_output_error(path):
        if path.is_dir():
            raise OutputError(f"{path} is a folder", hint="name a file")
        if not folder.is_dir():
            raise OutputError(f"cannot write {path}: the folder {folder} does not exist", hint="make it first")
        exists = path.exists()
        if exists and not os.access(path, os.W_OK):
            raise OutputError(f"cannot write {path}: it is read-only", hint="choose another name, or change its mode")
        if not exists and not os.access(folder, os.W_OK):
            raise OutputError(f"cannot write {path}: the folder {folder} is read-only", hint="choose another folder")


def write_file(name: str | os.PathLike[str], pieces: Iterable[str | bytes]) -> None:
    """Write pieces (text as UTF-8) beside a file, sync, and rename over it; on any failure the file is untouched.

    A symbolic link keeps pointing where it points; mode bits of an existing file are kept. A device or a pipe
    is written to directly. Raises `OutputError` with the system's reason, and whatever ``pieces`` raises.

    >>> write_file("ponds.txt", ["Ponds", b" and weirs"])
    """
    path = Path(name)
    path = Path(os.path.realpath(path)) if path.is_symlink() else path  # Path.resolve() refuses links in a circle
    check_writable(path)
    if path.exists() and not path.is_file():
        with _as_output_error(path), path.open("wb") as file:
            write_stream(file, pieces)
        return
    temporary = path.with_name(f".{path.name[:32]}.{os.urandom(6).hex()}.tmp")
    try:  # begins before the file is there, so that a signal at any moment finds it taken away
        with _as_output_error(path):
            with open(os.open(temporary, _NEW_FILE, 0o600), "wb") as file:  # noqa: PTH123 - a descriptor
                write_stream(file, pieces)
                file.flush()
                os.fsync(file.fileno())
            temporary.chmod(_mode(path))
            temporary.replace(path)
            _sync_folder(path.parent)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def write_stream(file: BinaryIO, pieces: Iterable[str | bytes]) -> None:
    """Write pieces to an open byte stream, text as UTF-8."""
    file.writelines(piece.encode("utf-8", "replace") if isinstance(piece, str) else piece for piece in pieces)


def _mode(path: Path) -> int:
    """The mode of the file to be replaced, or what the umask leaves to a new one."""
    if path.exists():
        return stat.S_IMODE(path.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _sync_folder(folder: Path) -> None:
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError:
        pass
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def _as_output_error(path: Path) -> Iterator[None]:
    try:
        yield
    except (BibkitError, BrokenPipeError):
        raise
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from error
