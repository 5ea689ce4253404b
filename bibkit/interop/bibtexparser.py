"""Papers to and from the library of bibtexparser 2.

Knows: bibtexparser's blocks. Must not know: how BibTeX values are decoded (the format ``bibtex`` does).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bibtexparser import model
from bibtexparser.entrypoint import parse_string
from bibtexparser.library import Library

from bibkit.api import dumps, loads
from bibkit.interop.bibtex_text import name_text, with_keys
from bibkit.model import Paper
from bibkit.report import Report

__all__ = ["from_bibtexparser", "to_bibtexparser"]


def to_bibtexparser(papers: Iterable[Paper], *, format: str = "bibtex", **options: Any) -> Library:
    """Papers as a `bibtexparser.Library`; values are strings, so that the caller's own middlewares can be run on it.

    >>> to_bibtexparser([Paper(key="a", kind="book", title="Ponds")]).entries_dict["a"]["title"]
    'Ponds'
    """
    return parse_string(dumps(with_keys(papers), format, **options))


def from_bibtexparser(library: Library, *, report: Report | None = None) -> list[Paper]:
    """The papers of a `bibtexparser.Library`, whose names may be split (``SeparateCoAuthors``, ``SplitNameParts``).

    What bibtexparser could not read, or read twice under one key, is read by bibkit; ``report`` takes what is
    said on the way.
    """
    return loads("\n".join(_block_text(block) for block in library.blocks), "bibtex", report=report)


def _block_text(block: model.Block) -> str:
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
        return name_text(*(" ".join(getattr(value, part)) for part in ("von", "last", "jr", "first")))
    return str(value)
