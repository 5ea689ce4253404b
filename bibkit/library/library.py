"""A library that one has: its papers, and how it takes in more fields and more papers.

Knows: that a format with an editor is changed by insertions only, and that a file in any other is written anew.
Must not know: any one format, what is added and why (`bibkit.library.follow`, `bibkit.library.enrich`).
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from typing import Protocol

from bibkit.errors import Location, UsageError
from bibkit.library.locked_file import LockedFile
from bibkit.model import Paper, Topic
from bibkit.output import write_stream
from bibkit.pipeline import Destination, open_source, read_papers, write_papers
from bibkit.plugins.records import Editor, Format, ReadContext, WriteContext
from bibkit.plugins.registry import Registry, options_for
from bibkit.report import Diagnostic, Report
from bibkit.text.document import Document, Edit

__all__ = ["EditedLibrary", "Library", "WholeLibrary", "joined", "open_library"]


class Library(Protocol):
    """Papers, and the bytes that the file has with more in it."""

    papers: list[Paper]
    format: Format

    @property
    def keys(self) -> list[str]:
        """Every key in use."""

    def with_papers(self, added: Sequence[Paper], topics: Iterable[Topic]) -> bytes:
        """The file with papers added at its end."""

    def with_changes(self, changed: Mapping[int, Paper]) -> bytes:
        """The file with what papers (by their position) have gained."""


def open_library(held: LockedFile, registry: Registry, report: Report, *, from_format: str | None = None) -> Library:
    """Read the library in a file that is held; a file that is new or empty is a library without papers.

    Raises `InputError` when it cannot be read, `UsageError` when its format cannot be written.
    """
    record = _format(held, registry, report, from_format)
    if record.write is None:
        raise UsageError(f"{record.title} can be read, not written", hint="name a library, such as a .bib")
    if record.edit is not None:
        return EditedLibrary(held, record, registry, report)
    return WholeLibrary(held, record, registry, report)


def _format(held: LockedFile, registry: Registry, report: Report, from_format: str | None) -> Format:
    if from_format:
        return registry.format(from_format)
    if held.data.strip():
        with ExitStack() as stack:
            return open_source(str(held.path), registry, report, stack).format
    writers = registry.by_suffix(held.path.suffix, to_write=True)
    if not writers:
        raise UsageError(f"{held.path.name} has no suffix that names a format", hint="for instance library.bib")
    return writers[0]


class WholeLibrary:
    """A library in a format that is written anew when it changes."""

    def __init__(self, held: LockedFile, record: Format, registry: Registry, report: Report) -> None:
        self.format = record
        self._registry = registry
        self._report = report
        self._topics: list[Topic] = []
        self.papers: list[Paper] = []
        if held.data.strip():
            self.papers = list(read_papers([str(held.path)], registry, report, self._topics, from_format=record.name))

    @property
    def keys(self) -> list[str]:
        """Every key in use."""
        return [paper.key for paper in self.papers if paper.key]

    def with_papers(self, added: Sequence[Paper], topics: Iterable[Topic]) -> bytes:
        """The file with papers added at its end."""
        known = [*self._topics, *[topic for topic in topics if topic not in self._topics]]
        return self._written([*self.papers, *added], known)

    def with_changes(self, changed: Mapping[int, Paper]) -> bytes:
        """The file with what papers (by their position) have gained."""
        return self._written([changed.get(place, paper) for place, paper in enumerate(self.papers)], self._topics)

    def _written(self, papers: Sequence[Paper], topics: Sequence[Topic]) -> bytes:
        destination = Destination("", self.format, options_for(self.format, {}))
        return joined(write_papers(papers, destination, self._registry, self._report, topics))


def joined(pieces: Iterable[str | bytes]) -> bytes:
    """The pieces that a writer gives, as the bytes of a file."""
    buffer = io.BytesIO()
    write_stream(buffer, pieces)
    return buffer.getvalue()


class EditedLibrary:
    """A library that is changed by insertions only, with the editor of its format."""

    def __init__(self, held: LockedFile, record: Format, registry: Registry, report: Report) -> None:
        self.format = record
        self._report = report
        self._source = str(held.path)
        self.document = Document(held.data, self._source, report)
        options = options_for(record, {})
        reading = ReadContext(self._source, report=report, options=options)
        self._writing = WriteContext(report=report, options=options)
        self._editor: Editor = registry.resolve(record, "edit")(self.document, reading)
        read = registry.resolve(record, "read")
        self.papers: list[Paper] = list(read(io.StringIO(self._editor.text), reading)) if held.data.strip() else []

    @property
    def keys(self) -> list[str]:
        """Every key in use, those of broken records too."""
        return list(self._editor.keys)

    def with_papers(self, added: Sequence[Paper], topics: Iterable[Topic] = ()) -> bytes:
        """The file with papers added at its end."""
        return self.document.with_edits(self._editor.additions(added, self._writing))

    def with_changes(self, changed: Mapping[int, Paper]) -> bytes:
        """The file with what papers (by their position) have gained."""
        edits: list[Edit] = []
        for place, after in sorted(changed.items()):
            before = self.papers[place]
            gains = self._editor.gains(before, after, self._writing)
            if gains is None:
                message = "its entry is too odd to be edited; nothing was added"
                self._report.add(Diagnostic("not-edited", message, "warning", Location(self._source, key=before.key)))
            else:
                edits += gains
        return self.document.with_edits(edits)
