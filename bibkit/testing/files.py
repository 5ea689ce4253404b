"""Runs a format's reader and writer on memory instead of files, and counts what they take.

Knows: how a `Format` is called.
Must not know: any one format, pytest.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bibkit.model import Paper
from bibkit.plugins.records import Format, ReadContext, WriteContext, resolve
from bibkit.report import Report

__all__ = ["CountingFile", "CountingPapers", "find_format", "open_counting", "read_back", "read_text", "write_out"]


def find_format(format: str | Format) -> Format:
    """The format itself, or the format that the registry has under a name.

    Raises `bibkit.errors.UsageError` for an unknown name.
    """
    if isinstance(format, Format):
        return format
    from bibkit.plugins.registry import Registry  # noqa: PLC0415 - a format needs no registry

    return Registry.default().format(format)


def write_out(
    format: str | Format,
    papers: Iterable[Paper],
    options: Mapping[str, Any] | None = None,
) -> tuple[bytes, Report]:
    """Write papers into memory; gives the bytes of the file and the report with its losses.

    >>> data, report = write_out("ris", [Paper(title="Weirs")])
    """
    chosen = find_format(format)
    if chosen.write is None:
        raise ValueError(f"{chosen.name} has no writer")
    context = WriteContext(options=_with_defaults(chosen, options))
    pieces = resolve(chosen.write)(papers, context)
    return b"".join([piece if isinstance(piece, bytes) else piece.encode() for piece in pieces]), context.report


def read_back(
    format: str | Format,
    data: bytes,
    options: Mapping[str, Any] | None = None,
) -> tuple[list[Paper], Report]:
    """Read papers out of memory; gives them and the report with its diagnostics."""
    chosen = find_format(format)
    stream: Any = io.BytesIO(data) if chosen.binary else io.StringIO(data.decode())
    return _read(chosen, stream, options)


def read_text(
    format: str | Format,
    text: str,
    options: Mapping[str, Any] | None = None,
) -> tuple[list[Paper], Report]:
    """Read papers out of a text, whatever the format takes."""
    chosen = find_format(format)
    stream: Any = io.BytesIO(text.encode("utf-8", "surrogatepass")) if chosen.binary else io.StringIO(text, newline="")
    return _read(chosen, stream, options)


def _read(format: Format, stream: Any, options: Mapping[str, Any] | None) -> tuple[list[Paper], Report]:
    if format.read is None:
        raise ValueError(f"{format.name} has no reader")
    context = ReadContext("memory", options=_with_defaults(format, options))
    return list(resolve(format.read)(stream, context)), context.report


def _with_defaults(format: Format, options: Mapping[str, Any] | None) -> dict[str, Any]:
    return {option.name: option.default for option in format.options} | dict(options or {})


class CountingPapers:
    """Papers that know how many of them were taken."""

    def __init__(self, papers: Iterable[Paper]) -> None:
        self._papers = iter(papers)
        self.taken = 0

    def __iter__(self) -> Iterator[Paper]:
        for paper in self._papers:
            self.taken += 1
            yield paper


class CountingFile(io.RawIOBase):
    """A file in memory that knows how much of it was read."""

    def __init__(self, data: bytes) -> None:
        self._bytes = io.BytesIO(data)
        self.size = len(data)
        self.furthest = 0

    def readable(self) -> bool:
        """Yes."""
        return True

    def seekable(self) -> bool:
        """Yes."""
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to a place, which counts as nothing read."""
        return self._bytes.seek(offset, whence)

    def tell(self) -> int:
        """The place."""
        return self._bytes.tell()

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer, and remember how far that went."""
        count = self._bytes.readinto(buffer)
        self.furthest = max(self.furthest, self._bytes.tell())
        return count


def open_counting(format: Format, data: bytes) -> tuple[Any, CountingFile]:
    """A stream as the format's reader wants it, and the counter below it."""
    raw = CountingFile(data)
    buffered = io.BufferedReader(raw)
    return (buffered if format.binary else io.TextIOWrapper(buffered, encoding="utf-8")), raw
