r"""Papers to and from the values of bibtexparser 2 and pybtex, for people who have code for those.

Knows: the two libraries' own types. Must not know: how BibTeX values are decoded (the format ``bibtex`` does).

The road goes through BibTeX text, so that what these libraries see is exactly what bibkit writes to a file.
Both libraries hold TeX: a value that a middleware has decoded (``50%`` for ``50\%``) must be encoded again first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from bibkit.api import dumps, loads
from bibkit.citekeys.keys import DEFAULT_PATTERN, assign_keys
from bibkit.report import Report

if TYPE_CHECKING:
    from bibtexparser.library import Library
    from bibtexparser.model import Block
    from pybtex.database import BibliographyData, Person

    from bibkit.model import Paper

__all__ = ["from_bibtexparser", "from_pybtex", "to_bibtexparser", "to_pybtex"]


def to_bibtexparser(papers: Iterable[Paper], *, format: str = "bibtex", **options: Any) -> Library:  # noqa: A002
    """Papers as a `bibtexparser.Library`; values are strings, so that the caller's own middlewares can be run on it.

    >>> to_bibtexparser([Paper(key="a", kind="book", title="Ponds")]).entries_dict["a"]["title"]
    'Ponds'
    """
    from bibtexparser.entrypoint import parse_string  # noqa: PLC0415 - loaded only by those who use it

    return parse_string(dumps(_keyed(papers), format, **options))


def from_bibtexparser(library: Library, *, report: Report | None = None) -> list[Paper]:
    """The papers of a `bibtexparser.Library`, whose names may be split (``SeparateCoAuthors``, ``SplitNameParts``).

    What bibtexparser could not read, or read twice under one key, is read by bibkit; ``report`` takes what is
    said on the way.
    """
    return loads("\n".join(_block_text(block) for block in library.blocks), "bibtex", report=report)


def _block_text(block: Block) -> str:
    from bibtexparser import model  # noqa: PLC0415

    if isinstance(block, model.ParsingFailedBlock):
        held = block.ignore_error_block
        return _block_text(held) if held is not None else block.raw or ""
    if isinstance(block, model.Entry):
        lines = [
            f"  {field.key} = {_field_text(field.value) if field.enclosing == 'no-enclosing' else _braced(field.value)},"
            for field in block.fields
        ]
        return "\n".join((f"@{block.entry_type}{{{block.key},", *lines, "}"))
    if isinstance(block, model.String):
        return f"@string{{{block.key} = {_braced(block.value)}}}"
    if isinstance(block, model.Preamble):
        return f"@preamble{{{block.value}}}"
    if isinstance(block, model.ExplicitComment):
        return f"@comment{{{block.comment}}}"
    return str(block.comment) if isinstance(block, model.ImplicitComment) else block.raw or ""


def _braced(value: object) -> str:
    return f"{{{_field_text(value)}}}"


def _field_text(value: object) -> str:
    """A field as BibTeX has it, whatever a middleware has made of it."""
    if isinstance(value, str):
        return value
    if isinstance(value, (list, tuple)):
        return " and ".join([_field_text(item) for item in value])
    if hasattr(value, "last") and hasattr(value, "von"):  # bibtexparser.middlewares.NameParts
        return _name_text(*(" ".join(getattr(value, part)) for part in ("von", "last", "jr", "first")))
    return str(value)


def to_pybtex(papers: Iterable[Paper], **options: Any) -> BibliographyData:
    """Papers as `pybtex.database.BibliographyData`; a paper without a citation key gets one.

    >>> to_pybtex([Paper(key="a", kind="book", title="Ponds")]).entries["a"].fields["title"]
    'Ponds'
    """
    from bibkit.interop.pybtex_data import parse_tex  # noqa: PLC0415

    return parse_tex(dumps(_keyed(papers), "bibtex", **options))


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
            yield f"  {role} = {{{' and '.join(_person_text(person) for person in persons)}}},"
        for name, value in entry.fields.items():
            yield f"  {name} = {{{value}}},"
        yield "}"


def _person_text(person: Person) -> str:
    parts = (person.prelast_names, person.last_names, person.lineage_names, person.bibtex_first_names)
    return _name_text(*(" ".join(part) for part in parts))


def _name_text(von: str, last: str, lineage: str, first: str) -> str:
    """A name with its parts where BibTeX finds them again."""
    text = f"{von} {last or '{}'}" if von else last
    if lineage:
        return f"{text}, {lineage}, {first or '{}'}"
    return f"{text}, {first}" if first else text


def _keyed(papers: Iterable[Paper]) -> Iterator[Paper]:
    return assign_keys(iter(papers), DEFAULT_PATTERN, Report())
