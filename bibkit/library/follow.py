"""Adds the new papers of topics to a library that a person edits.

Knows: what is new: neither in the library nor, where a list is kept, seen before.
Must not know: formats, how the library takes papers in (`bibkit.library.library`).

The list of papers seen stands beside the library (``library.bib.seen``), one paper a line, as JSON that a person can
read and cut: a paper that was deleted from the library stays away as long as its line stands there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from bibkit.citekeys.keys import DEFAULT_PATTERN, KeyMaker, Rule
from bibkit.errors import InputError, Location
from bibkit.identity.matching import Certainty, Index
from bibkit.identity.merge import merge_papers
from bibkit.library.library import Library
from bibkit.model import Paper
from bibkit.output import write_file
from bibkit.report import Diagnostic, Report

__all__ = ["NewPapers", "Seen", "find_new_papers", "seen_path"]

_KEPT: Final = ("title", "authors", "authors_omitted", "issued", "kind", "doi", "eprint", "eprint_type")


class NewPapers(NamedTuple):
    """What became of the papers of a topic."""

    added: list[Paper]
    """New ones, oldest last as on the page, each with its key."""
    present: int
    """Those that the library has."""
    kept_away: int
    """Those that the library had once, and a person took out."""


def seen_path(library: Path) -> Path:
    """Where the list of papers seen stands."""
    return library.with_name(f"{library.name}.seen")


class Seen:
    """The papers that were offered to a library before."""

    def __init__(self, papers: Iterable[Paper] = ()) -> None:
        self.papers = list(papers)
        self._index = Index(self.papers, thorough=True)

    @classmethod
    def load(cls, path: Path) -> Seen:
        """Read the list; a list that does not exist is empty.

        Raises `InputError` with the line for a list that cannot be understood.
        """
        if not path.exists():
            return cls()
        found = []
        try:
            lines = path.read_bytes().splitlines()
        except OSError as error:
            raise InputError(f"{path} cannot be read: {error.strerror}", hint="check its permissions") from error
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                found.append(msgspec.json.decode(line, type=Paper))
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                hint = "mend or delete that line"
                raise InputError(f"no paper: {error}", location=Location(str(path), number), hint=hint) from error
        return cls(found)

    def has(self, paper: Paper) -> bool:
        """Whether a paper is on the list."""
        match = self._index.find(paper)
        return match is not None and match.certainty > Certainty.LIKELY

    def with_papers(self, papers: Iterable[Paper]) -> bytes:
        """The list's bytes with more papers on it, each once."""
        lines = [_line(paper) for paper in self.papers]
        lines += [_line(paper) for paper in merge_papers(papers, Report()) if not self.has(paper)]
        return b"".join([line + b"\n" for line in lines])

    def save(self, path: Path, papers: Iterable[Paper]) -> None:
        """Write the list with more papers on it, unless nothing is new. Raises `OutputError`."""
        data = self.with_papers(papers)
        if not path.exists() or path.read_bytes() != data:
            write_file(path, [data])


def _line(paper: Paper) -> bytes:
    values: dict[str, Any] = {name: getattr(paper, name) for name in _KEPT}
    return msgspec.json.encode(Paper(**values))


def find_new_papers(
    papers: Sequence[Paper],
    library: Library,
    report: Report,
    *,
    keys: str = DEFAULT_PATTERN,
    rule: Rule | None = None,
    seen: Seen | None = None,
) -> NewPapers:
    """Which of a topic's papers are new to a library, with keys that are free in it; a key of their own is kept.

    A paper that is taken for one with a shorter title is reported as ``taken-for-present``.
    Raises `UsageError` for a wrong key pattern.
    """
    maker = KeyMaker(keys, rule=rule, taken=library.keys)
    index = Index(library.papers, thorough=True)
    offered = list(merge_papers(papers, Report()))
    matches = [index.find(paper) for paper in offered]
    claimed = {match.number for match in matches if match is not None and match.certainty > Certainty.LIKELY}
    new: list[Paper] = []
    present = kept_away = 0
    for paper, match in zip(offered, matches, strict=True):
        if match is not None and (match.certainty > Certainty.LIKELY or match.number not in claimed):
            present += 1
            if match.certainty is Certainty.LIKELY:
                twin = library.papers[match.number]
                message = f"{paper.title!r} was taken for {twin.title!r}, which has the same authors and year"
                report.add(Diagnostic("taken-for-present", message, "info", Location(key=twin.key)))
        elif seen is not None and seen.has(paper):
            kept_away += 1
        else:
            new.append(paper)
    own = {place: maker.name(paper, wish=paper.key) for place, paper in enumerate(new) if paper.key}
    made = iter(maker.name_all([paper for paper in new if not paper.key]))
    added = [msgspec.structs.replace(paper, key=own.get(place) or next(made)) for place, paper in enumerate(new)]
    return NewPapers(added, present, kept_away)
