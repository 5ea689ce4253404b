"""Whose reading of the tags a file is written for.

Knows: what each program does with RIS that differs from the specification, as data.
Must not know: papers, tables.

- ``plain``: the specification, with ``M2`` lines that Zotero (and bibkit) read and others show as notes or skip
- ``zotero``: as plain, but its importer reads every value except AB and N1 as HTML, and drops AD
- ``mendeley``: takes DA for the day of access, editors from A2, tags from KW; knows neither M2 nor AD
- ``endnote``: EndNote's own tags only
"""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["DIALECTS", "Dialect", "dialect_of"]


class Dialect(NamedTuple):
    """How one program's reading differs."""

    labels: bool = True
    """Whether ``M2`` lines are read."""
    affiliations: bool = True
    """Whether AD is read."""
    html: bool = False
    """Whether values are read as HTML."""
    full_date: bool = True
    """Whether DA is the date of publication."""
    editors_in_a2: bool = False
    """Whether A2 is the editor of every kind of work."""
    paragraphs: bool = True
    """Whether an abstract may have blank lines."""
    source_in_t2: bool = False
    """Whether a preprint's archive is expected where a journal stands."""


DIALECTS: Final[dict[str, Dialect]] = {
    "plain": Dialect(),
    "zotero": Dialect(affiliations=False, html=True),
    "mendeley": Dialect(
        labels=False,
        affiliations=False,
        full_date=False,
        editors_in_a2=True,
        paragraphs=False,
        source_in_t2=True,
    ),
    "endnote": Dialect(labels=False),
}


def dialect_of(option: object, target: str) -> Dialect:
    """Give the dialect of an option, else that of the target, else the plain one.

    >>> dialect_of("plain", "endnote") is DIALECTS["endnote"]
    True
    """
    if isinstance(option, str) and option != "plain" and option in DIALECTS:
        return DIALECTS[option]
    return DIALECTS.get(target, DIALECTS["plain"])
