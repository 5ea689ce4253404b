"""What the commands that change a library share: where it is, and what would change in it.

Knows: standard input as a library, unified diffs. Must not know: formats, papers.
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from bibkit.library.locked_file import LockedFile, unified_diff
from bibkit.pipeline import STANDARD_STREAM

__all__ = ["difference", "library_path"]


def library_path(name: str, stack: ExitStack) -> Path:
    """The path of a library; standard input is laid down in a file that ``stack`` removes."""
    if name != STANDARD_STREAM:
        return Path(name)
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bibkit-")))
    path = folder / "standard-input"
    path.write_bytes(sys.stdin.buffer.read())
    return path


def difference(data: bytes, where: Path | None, held: LockedFile) -> str:
    """What writing ``data`` would change, as a unified diff; the library itself stands for standard output."""
    if where is None or where == held.path:
        before, name = held.data, held.path.name
    else:
        before, name = (where.read_bytes() if where.is_file() else b""), where.name
    return unified_diff(before, data, name, _encoding(before or data))


def _encoding(data: bytes) -> str:
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        return "utf-16"
    if data[:40].count(0) > 10:
        return "utf-16-le" if data[1:2] == b"\0" else "utf-16-be"
    return "utf-8"
