"""A library that one has: its papers, and how it takes in more fields and more papers.

Knows: that BibTeX is edited in place and every other format is written anew, and how a paper becomes the fields of
an entry (by asking the format's own writer).
Must not know: what is added and why (`bibkit.library.follow`, `bibkit.library.enrich`).
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any, Final, Protocol

import msgspec

from bibkit.errors import Location, UsageError
from bibkit.formats.bibtex.editing import EntrySpan, add_fields, append_entries, append_items, find_entries
from bibkit.library.locked_file import LockedFile
from bibkit.model import Paper, Topic
from bibkit.output import write_stream
from bibkit.pipeline import Destination, open_source, read_papers, write_papers
from bibkit.plugins.records import Format, ReadContext
from bibkit.plugins.registry import Registry, options_for
from bibkit.report import Diagnostic, Report
from bibkit.text.document import Document, Edit

__all__ = ["BibtexLibrary", "Library", "WholeLibrary", "joined", "open_library"]

_IN_PLACE: Final = frozenset(("bibtex", "biblatex"))
_KEYS: Final = re.compile(r"^[ \t]*@\w+\s*[{(]\s*([^\s,{}]+)\s*,", re.MULTILINE)
_SCAFFOLD: Final = {"tags": (), "automatic_tags": (), "affiliations": (), "collections": ()}


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
    if record.name in _IN_PLACE:
        return BibtexLibrary(held, record, registry, report)
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


class BibtexLibrary:
    """A .bib file that is changed by insertions only."""

    def __init__(self, held: LockedFile, record: Format, registry: Registry, report: Report) -> None:
        self.format = record
        self._registry = registry
        self._report = report
        self._source = str(held.path)
        self.document = Document(held.data, self._source, report)
        self._spans: dict[str, EntrySpan] = {}
        self._own_keys: dict[str, str] = {}
        self.papers: list[Paper] = self._read() if held.data.strip() else []

    @property
    def keys(self) -> list[str]:
        """Every key in use, those of broken entries too."""
        return _KEYS.findall(self.document.text)

    # -- reading --------------------------------------------------------------------------------------------

    def _read(self) -> list[Paper]:
        """The papers, each under a key of its own by which its entry is found again."""
        read = self._registry.resolve("format", self.format, "read")
        context = ReadContext(self._source, report=self._report, options=options_for(self.format, {}))
        return list(read(io.StringIO(self._with_unique_keys()), context))

    def _with_unique_keys(self) -> str:
        """The text with another key for each entry whose key came before or is missing."""
        text = self.document.text
        pieces: list[str] = []
        done = 0
        for span in find_entries(text):
            key, number = span.key, 1
            while not key or key.casefold() in self._own_keys:
                number += 1
                key = f"{span.key or 'no-key'}~{number}"
            if span.key and key != span.key:
                line = self.document.line_of(span.start)
                message = f"the key {span.key!r} came twice; the later entry is called {key!r} here"
                self._report.add(
                    Diagnostic("duplicate-key", message, "warning", Location(self._source, line, 0, span.key))
                )
            self._own_keys[key.casefold()] = span.key
            self._spans[key.casefold()] = span
            pieces += [text[done : span.key_start], key]
            done = span.key_end
        return "".join([*pieces, text[done:]])

    # -- rendering ------------------------------------------------------------------------------------------

    def _write(self, paper: Paper, report: Report | None = None) -> str:
        """The text of one entry, as the format's writer has it, in letters that the file can hold."""
        text = ""
        for ascii_only in (False, True):
            said = Report()
            options: dict[str, Any] = {"ascii": True} if ascii_only else {}
            destination = Destination("", self.format, options_for(self.format, options))
            text = joined(write_papers([paper], destination, self._registry, said)).decode("utf-8")
            if self.document.can_hold(text):
                break
        if report is not None:
            for field, count in said.losses.items():
                report.lose(field, count)
        return text

    def _fields(self, paper: Paper, report: Report | None = None) -> dict[str, str]:
        """The fields that the writer makes of a paper, each with its expression."""
        text = self._write(paper, report)
        for span in find_entries(text):
            return {field.name.lower(): text[field.value : field.end] for field in span.fields}
        return {}

    # -- adding ---------------------------------------------------------------------------------------------

    def with_papers(self, added: Sequence[Paper], topics: Iterable[Topic] = ()) -> bytes:
        """The file with papers added at its end.

        Collections are lost: JabRef keeps them in one block, which is the person's own.
        """
        entries = []
        for paper in added:
            text = self._write(msgspec.structs.replace(paper, collections=()), self._report)
            entries += [text[span.start : span.end] for span in find_entries(text)]
            if paper.collections:
                self._report.lose("collections")
        return self.document.with_edits(append_entries(self.document.text, entries))

    def with_changes(self, changed: Mapping[int, Paper]) -> bytes:
        """The file with what papers (by their position) have gained."""
        edits: list[Edit] = []
        for place, after in sorted(changed.items()):
            before = self.papers[place]
            span = self._spans.get(before.key.casefold())
            if span is None:
                message = "its entry is too odd to be edited; nothing was added"
                self._report.add(Diagnostic("not-edited", message, "warning", Location(self._source, key=before.key)))
                continue
            edits += self._gains(span, before, after)
        return self.document.with_edits(edits)

    def _gains(self, span: EntrySpan, before: Paper, after: Paper) -> list[Edit]:
        """Lists go on after what the person wrote; a field that the entry has is never touched otherwise."""
        own = {field.name.lower() for field in span.fields}
        added: list[tuple[str, str]] = []
        edits: list[Edit] = []
        bare = {name: _fields_without_lists(paper) for name, paper in (("before", before), ("after", after))}
        if bare["before"] != bare["after"]:
            known = self._fields(bare["before"])
            added += [
                pair for pair in self._fields(bare["after"]).items() if pair[0] not in own and pair[0] not in known
            ]
        for name in ("affiliations", "tags"):
            had = getattr(before, name)
            new = tuple([item for item in getattr(after, name) if item not in had])
            if not new:
                continue
            field, expression = self._list_field(name, new, self._report)
            place = span.field(field)
            if not field:
                continue
            if place is None:
                added.append((field, expression))
            else:
                items = [self._list_field(name, (item,))[1][1:-1] for item in new]
                separator = "; " if name == "affiliations" else ", "
                edits += append_items(self.document.text, place, items, separator)
        return [*edits, *add_fields(self.document.text, span, added)]

    def _list_field(self, name: str, items: tuple[Any, ...], report: Report | None = None) -> tuple[str, str]:
        """The field that the writer makes of a list, and its expression; two empty strings where it has no place."""
        scaffold = Paper(key="x", kind="article", title="x")
        without = self._fields(scaffold)
        with_list = self._fields(msgspec.structs.replace(scaffold, **{name: items}), report)
        return next(((field, value) for field, value in with_list.items() if field not in without), ("", ""))


def _fields_without_lists(paper: Paper) -> Paper:
    return msgspec.structs.replace(
        paper, **_SCAFFOLD, tags_omitted=0, affiliations_omitted=0, extra={}, authors=_unlinked(paper)
    )


def _unlinked(paper: Paper) -> tuple[Any, ...]:
    """The authors without links to institutions, which are looked at apart."""
    return tuple([msgspec.structs.replace(author, affiliations=()) for author in paper.authors])
