"""Files are replaced whole or not at all.

Knows: temporary files, fsync and rename. Must not know: papers or formats.

`os.path` does here what pathlib would, which takes half as long to load as a page of papers to read.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Iterable
from typing import BinaryIO, TypeAlias

from bibkit.errors import BibkitError, OutputError

__all__ = ["check_writable", "write_file", "write_stream"]

Path: TypeAlias = str | os.PathLike[str]


def check_writable(path: Path) -> None:
    """Say early that a file cannot be written, before anything is read.

    Raises `OutputError` for a directory, a missing folder or a lack of permission.
    """
    if os.path.isdir(path):
        raise OutputError(f"{path} is a folder", hint="name a file")
    folder = _folder(path)
    if not os.path.isdir(folder):
        raise OutputError(f"cannot write {path}: the folder {folder} does not exist", hint="make it first")
    exists = os.path.exists(path)
    if exists and not os.access(path, os.W_OK):
        raise OutputError(f"cannot write {path}: it is read-only", hint="choose another name, or change its mode")
    if not exists and not os.access(folder, os.W_OK):
        raise OutputError(f"cannot write {path}: the folder {folder} is read-only", hint="choose another folder")


def write_file(path: Path, pieces: Iterable[str | bytes]) -> None:
    """Write pieces (text as UTF-8) beside ``path``, sync, and rename over it; on any failure ``path`` is untouched.

    A symbolic link keeps pointing where it points; mode bits of an existing file are kept. A device or a pipe
    is written to directly. Raises `OutputError` with the system's reason, and whatever ``pieces`` raises.
    """
    path = os.path.realpath(path) if os.path.islink(path) else path
    check_writable(path)
    if os.path.exists(path) and not os.path.isfile(path):
        with _as_output_error(path), open(path, "wb") as file:
            write_stream(file, pieces)
        return
    temporary = os.path.join(_folder(path), f".{os.path.basename(path)[:32]}.{os.urandom(6).hex()}.tmp")
    try:  # begins before the file is there, so that a signal at any moment finds it taken away
        with _as_output_error(path):
            descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
            with open(descriptor, "wb") as file:
                write_stream(file, pieces)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(temporary, _mode(path))
            os.replace(temporary, path)
            _sync_folder(_folder(path))
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def write_stream(file: BinaryIO, pieces: Iterable[str | bytes]) -> None:
    """Write pieces to an open byte stream, text as UTF-8."""
    buffer: list[bytes] = []
    size = 0
    for piece in pieces:
        data = piece.encode("utf-8", "replace") if isinstance(piece, str) else piece
        buffer.append(data)
        size += len(data)
        if size > 1 << 16:
            file.write(b"".join(buffer))
            buffer.clear()
            size = 0
    file.write(b"".join(buffer))


def _mode(path: Path) -> int:
    """The mode of the file to be replaced, or what the umask leaves to a new one."""
    if os.path.exists(path):
        return stat.S_IMODE(os.stat(path).st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _folder(path: Path) -> str:
    return os.path.dirname(path) or os.curdir


def _sync_folder(folder: str) -> None:
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
def _as_output_error(path: Path):  # type: ignore[no-untyped-def]
    try:
        yield
    except BibkitError:
        raise
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from error
