"""A zip archive with one note a paper, named after its citation key.

Knows: file names that every system takes. Must not know: what a note holds.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from typing import Any, Final

from bibkit import Paper, WriteContext
from bibkit_markdown.notes import note

__all__ = ["file_name", "write"]

_ODD: Final = re.compile(r"[^\w.+-]+")
_DEVICES: Final = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
"""Names that Windows keeps for itself."""


class _Held(io.RawIOBase):
    """A file that is only written on, whose bytes are taken away piece by piece."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._pieces.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        taken = b"".join(self._pieces)
        self._pieces.clear()
        return taken


def file_name(key: str, used: set[str]) -> str:
    """A file name for a citation key, without its suffix, that is unlike all those ``used``, whatever their case.

    >>> file_name("../A:b", set())
    'A-b'
    """
    name = _ODD.sub("-", key).strip("-.")[:100] or "paper"
    if _DEVICES.fullmatch(name):
        name = f"{name}-"
    wanted, number = name, 2
    while name.casefold() in used:
        name, number = f"{wanted}-{number}", number + 1
    used.add(name.casefold())
    return name


def write(papers: Iterable[Paper], context: WriteContext) -> Iterator[bytes]:
    """Yield the archive, a note a piece. The same papers give the same bytes."""
    suffix = ".qmd" if context.options.get("flavour") == "quarto" else ".md"
    held = _Held()
    used: set[str] = set()
    with zipfile.ZipFile(held, "w") as archive:
        for paper in papers:
            member = zipfile.ZipInfo(file_name(paper.key, used) + suffix, (1980, 1, 1, 0, 0, 0))
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = 0o644 << 16
            archive.writestr(member, note(paper, context))
            yield held.take()
    yield held.take()
