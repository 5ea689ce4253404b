"""BibTeX and BibLaTeX to papers.

Knows: which entries must wait, for a crossref parent or for groups, and what stands after the last one.
Must not know: the grammar (`scanner`), what an entry means (`entry_decoder`).

Papers are yielded as they are read. Only entries behind one that waits for its parent are gathered, and the
papers of a file that announces JabRef groups, since those stand at its end.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Final, TextIO

import msgspec

from bibkit.errors import InputError, Location
from bibkit.formats.bibtex.crossref import Parents, Remark
from bibkit.formats.bibtex.entry_decoder import ENCODING_LINE, EntryDecoder
from bibkit.formats.bibtex.jabref import Groups
from bibkit.formats.bibtex.syntax.grammar import Entry
from bibkit.formats.bibtex.syntax.macros import Macros
from bibkit.formats.bibtex.syntax.scanner import Scanner
from bibkit.model import Paper, Topic
from bibkit.plugins.records import ReadContext
from bibkit.report import Severity

__all__ = ["read", "read_biblatex"]

_MADE_BY_JABREF: Final = "created with JabRef"

Grouped = tuple[Paper, tuple[str, ...]]
"""A paper and the names of groups that its entry gives."""


def read(stream: TextIO, context: ReadContext) -> Iterator[Paper]:
    """Yield the papers of a BibTeX or BibLaTeX file.

    Codes: ``bad-entry`` (not read), ``repaired-entry``, ``bad-type``, ``no-key``, ``missing-comma``,
    ``unclosed-entry``, ``undefined-macro``, ``duplicate-field``, ``duplicate-key``, ``bad-date``, ``bad-name``,
    ``bad-eprint-class``, ``unknown-crossref``, ``crossref-case``, ``late-groups``.

    Raises `InputError` when the text holds no entry and is no BibTeX comment either.

    >>> [paper.title for paper in read(io.StringIO("@book{a, title = {Ponds}}"), ReadContext())]
    ['Ponds']
    """
    return _Reader(stream, context).papers()


read_biblatex = read
"""BibLaTeX's fields and types are read from every file, since people mix them."""


class _Reader:
    def __init__(self, stream: TextIO, context: ReadContext) -> None:
        self.context = context
        self.groups = Groups()
        self.scanner = Scanner(stream, Macros(), self._say_at, takes=self.groups.take)
        self.parents = Parents()
        self.entries = EntryDecoder(self._diagnose, self._place, context.places)
        self.used: set[tuple[str, ...]] = set()

    # ------------------------------------------------------------ saying

    def _say_at(self, code: str, message: str, at: int, *, key: str = "", severity: Severity = "warning") -> None:
        line, column = self.scanner.window.locate(at)
        self.context.diagnose(code, message, line=line, column=column, key=key, severity=severity)

    def _place(self, entry: Entry) -> tuple[int, int]:
        return entry.place if entry.place[0] else self.scanner.window.locate(entry.at)

    def _diagnose(self, code: str, message: str, entry: Entry) -> None:
        line, column = self._place(entry)
        self.context.diagnose(code, message, line=line, column=column, key=entry.key)

    # ------------------------------------------------------------ the stream

    def papers(self) -> Iterator[Paper]:
        """The papers, the last one with the text that stands after it."""
        last: Paper | None = None
        for paper in self._grouped():
            if last is not None:
                yield last
            last = paper
        rest = self.scanner.free_text()
        if last is None:
            self._check_format(rest)
            return
        if rest:
            last = msgspec.structs.replace(
                last, extra={**last.extra, "bibtex:after": (ENCODING_LINE.sub("", rest).strip(),)}
            )
        yield last

    def _check_format(self, text: str) -> None:
        if self.scanner.blocks == 0 and any([not line.lstrip().startswith("%") for line in text.splitlines()]):
            raise InputError(
                "this is not BibTeX: it holds no entry",
                location=Location(self.context.source),
                hint="an entry begins with @ and its type, such as @article{",
            )

    def _grouped(self) -> Iterator[Paper]:
        """The papers with the collections that JabRef's groups put them in."""
        groups = self.groups
        held: list[Grouped] = []
        given: set[str] = set()
        for paper, names in self._resolved():
            if names and not groups.paths:
                groups.expected = True
            if groups.expected:
                held.append((paper, names))
                continue
            for other in held:
                yield self._collected(*other)
            held.clear()
            if groups.paths or names:
                yield self._collected(paper, names)
            else:
                if len(given) < 100_000:
                    given.add(paper.key)
                yield paper
        for other in held:
            yield self._collected(*other)
        if late := sorted(given.intersection(groups.by_key)):
            self.context.diagnose(
                "late-groups", f"groups at the end of the file name papers read before: {', '.join(late[:5])}"
            )
        self._add_empty_groups()

    def _collected(self, paper: Paper, names: tuple[str, ...]) -> Paper:
        collections = self.groups.collections(paper.key, names)
        self.used.update(collections)
        return msgspec.structs.replace(paper, collections=collections) if collections else paper

    def _add_empty_groups(self) -> None:
        filled = {path[:depth] for path in self.used for depth in range(1, len(path) + 1)}
        parents = {path[:-1] for path in self.groups.paths}
        for path in self.groups.paths:
            if path not in filled and path not in parents:
                self.context.topics.append(Topic(title=path[-1], parent=path[-2] if len(path) > 1 else ""))

    def _resolved(self) -> Iterator[Grouped]:
        """The papers in the order of their entries; those behind an entry that waits for its parent wait too."""
        waiting: deque[Entry | Grouped] = deque()
        wanted: set[str] = set()  # what the first that waits lacks
        parents = self.parents
        for entry in self.scanner.entries():
            parents.remember(entry.key, entry.kind, entry.fields)
            if entry.before and _MADE_BY_JABREF in entry.before:
                self.groups.expected = True
            if entry.kind == "xdata":  # holds data for others, and is no work itself
                pass
            elif "crossref" in entry.fields or "xdata" in entry.fields:
                entry.place = self.scanner.window.locate(entry.at)
                if not waiting:
                    wanted.update(parents.missing(entry.fields, any_case=False))
                waiting.append(entry)
            elif waiting:
                waiting.append(self.entries.paper(entry))
            else:
                yield self.entries.paper(entry)
            if waiting and (not wanted or entry.key in wanted):
                yield from self._released(waiting, wanted)
        while waiting:
            first = waiting.popleft()
            yield self._inherited(first) if isinstance(first, Entry) else first

    def _released(self, waiting: deque[Entry | Grouped], wanted: set[str]) -> Iterator[Grouped]:
        wanted.clear()
        while waiting:
            first = waiting[0]
            if isinstance(first, Entry):
                if lacking := self.parents.missing(first.fields, any_case=False):
                    wanted.update(lacking)
                    return
                first = self._inherited(first)
            waiting.popleft()
            yield first

    def _inherited(self, entry: Entry) -> Grouped:
        remarks: list[Remark] = []
        entry.fields = self.parents.inherited(entry.kind, entry.fields, remarks)
        for code, message in dict.fromkeys(remarks):
            self._diagnose(code, message, entry)
        return self.entries.paper(entry)
