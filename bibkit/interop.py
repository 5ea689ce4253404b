"""Papers to and from the values of bibtexparser 2 and pybtex, for people who have code for those.

Knows: the two libraries' own types. Must not know: how BibTeX values are decoded (the format ``bibtex`` does).

The road goes through BibTeX text, so that what these libraries see is exactly what bibkit writes to a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from bibkit.api import dumps, loads
from bibkit.citekeys import DEFAULT_PATTERN, assign_keys
from bibkit.report import Report

if TYPE_CHECKING:
    from bibtexparser.library import Library
    from pybtex.database import BibliographyData

    from bibkit.model import Paper

__all__ = ["from_bibtexparser", "from_pybtex", "to_bibtexparser", "to_pybtex"]


def to_bibtexparser(papers: Iterable[Paper], *, format: str = "bibtex", **options: Any) -> Library:  # noqa: A002
    """Papers as a `bibtexparser.Library`, unparsed by middlewares, so that the caller's own can be run on it.

    >>> to_bibtexparser([Paper(key="a", kind="book", title="Ponds")]).entries_dict["a"]["title"]
    'Ponds'
    """
    from bibtexparser.entrypoint import parse_string  # noqa: PLC0415 - loaded only by those who use it

    return parse_string(dumps(_keyed(papers), format, **options))


def from_bibtexparser(library: Library, *, report: Report | None = None) -> list[Paper]:
    """The papers of a `bibtexparser.Library` whose values are still strings.

    A library that was parsed with middlewares that split names must be merged again first (bibtexparser's
    ``MergeNameParts`` and ``MergeCoAuthors``).
    """
    from bibtexparser.entrypoint import write_string  # noqa: PLC0415

    return loads(write_string(library), "bibtex", report=report)


def to_pybtex(papers: Iterable[Paper], **options: Any) -> BibliographyData:
    """Papers as `pybtex.database.BibliographyData`; a paper without a citation key gets one.

    >>> to_pybtex([Paper(key="a", kind="book", title="Ponds")]).entries["a"].fields["title"]
    'Ponds'
    """
    from pybtex.database import parse_string  # noqa: PLC0415

    return parse_string(dumps(_keyed(papers), "bibtex", **options), "bibtex")


def from_pybtex(data: BibliographyData, *, report: Report | None = None) -> list[Paper]:
    r"""The papers of `pybtex.database.BibliographyData`, whose values are TeX text.

    pybtex's own BibTeX writer escapes values a second time (``c\_d`` becomes ``c\\_d``), so the text is made here.
    """
    return loads("\n".join(_pybtex_entries(data)), "bibtex", report=report)


def _pybtex_entries(data: BibliographyData) -> Iterator[str]:
    if data.preamble:
        yield f"@preamble{{{{{data.preamble}}}}}"
    for key, entry in data.entries.items():
        yield f"@{entry.original_type or entry.type}{{{key},"
        for role, persons in entry.persons.items():
            yield f"  {role} = {{{' and '.join(str(person) for person in persons)}}},"
        for name, value in entry.fields.items():
            yield f"  {name} = {{{value}}},"
        yield "}"


def _keyed(papers: Iterable[Paper]) -> Iterator[Paper]:
    return assign_keys(iter(papers), DEFAULT_PATTERN, Report())
