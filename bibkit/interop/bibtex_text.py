"""What both libraries are given and give: BibTeX text with names in it, and papers with keys.

Knows: how a name is written in BibTeX. Must not know: bibtexparser, pybtex.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bibkit.citekeys.keys import DEFAULT_PATTERN, assign_keys
from bibkit.model import Paper
from bibkit.report import Report

__all__ = ["name_text", "with_keys"]


def name_text(von: str, last: str, lineage: str, first: str) -> str:
    """A name with its parts where BibTeX finds them again."""
    text = f"{von} {last or '{}'}" if von else last
    if lineage:
        return f"{text}, {lineage}, {first or '{}'}"
    return f"{text}, {first}" if first else text


def with_keys(papers: Iterable[Paper]) -> Iterator[Paper]:
    """The papers, where one without a citation key gets one."""
    return assign_keys(iter(papers), DEFAULT_PATTERN, Report())
