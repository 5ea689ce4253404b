"""Checks that look at one paper alone.

Knows: what each kind needs to be cited, and the shapes of identifiers.
Must not know: formats, files, other papers. Each check yields ``(message, field)`` pairs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bibkit.codecs.identifiers import split_arxiv, valid_doi, valid_isbn, valid_issn, valid_orcid
from bibkit.model import Kind, Paper

__all__ = [
    "REQUIRED",
    "bad_arxiv",
    "bad_doi",
    "bad_isbn",
    "bad_issn",
    "bad_orcid",
    "doubtful_year",
    "missing_fields",
    "unknown_fields",
]

_WHO: Final = ("authors",)

REQUIRED: Final[dict[Kind, tuple[tuple[str, ...], ...]]] = {
    "article": (_WHO, ("title",), ("issued",)),
    "article-journal": (_WHO, ("title",), ("container_title",), ("issued",)),
    "article-magazine": (_WHO, ("title",), ("container_title",), ("issued",)),
    "article-newspaper": (("title",), ("container_title",), ("issued",)),
    "book": (_WHO, ("title",), ("publisher",), ("issued",)),
    "chapter": (_WHO, ("title",), ("container_title",), ("issued",)),
    "paper-conference": (_WHO, ("title",), ("container_title", "event_title"), ("issued",)),
    "thesis": (_WHO, ("title",), ("publisher",), ("issued",)),
    "report": (_WHO, ("title",), ("publisher", "number"), ("issued",)),
    "patent": (_WHO, ("title",), ("number",), ("issued",)),
    "dataset": (_WHO, ("title",), ("issued",)),
    "software": (_WHO, ("title",), ("issued",)),
    "webpage": (("title",), ("url", "doi", "eprint")),
    "document": (("title",),),
}
"""What a kind needs, each row a choice of fields (after the required fields of biblatex's manual, section 2.1.1)."""

_CALLED: Final = {
    "authors": "author",
    "issued": "date",
    "container_title": "journal or book title",
    "event_title": "conference",
    "url": "URL",
    "doi": "DOI",
}
_LATEST_YEAR: Final = 2999
_BESIDE_A_VALUE: Final = frozenset(("before", "after", "type", "year", "month", "day", "TY"))
"""What readers keep beside a value that they did understand: its exact spelling, or the text between records."""


def missing_fields(paper: Paper) -> Iterator[tuple[str, str]]:
    """What the paper's kind cannot be cited without.

    >>> list(missing_fields(Paper(kind="webpage", title="Ponds")))
    [('a webpage needs URL or DOI or eprint', 'url')]
    """
    for choice in REQUIRED.get(paper.kind, (("title",),)):
        if not any(getattr(paper, field) for field in choice):
            names = " or ".join(_CALLED.get(field, field.replace("_", " ")) for field in choice)
            article = "an" if paper.kind[0] in "aeiou" else "a"
            yield f"{article} {paper.kind} needs {names}", choice[0]


def unknown_fields(paper: Paper) -> Iterator[tuple[str, str]]:
    """Fields that the reading format kept because it does not know them."""
    for name in paper.extra:
        format_name, _, tag = name.partition(":")
        if tag.replace("-", "").isalnum() and tag not in _BESIDE_A_VALUE:
            yield f"{tag!r} is not a field of {format_name} that has a meaning here", name


def bad_doi(paper: Paper) -> Iterator[tuple[str, str]]:
    """A DOI of another shape than ``10.PREFIX/SUFFIX`` (ISO 26324)."""
    if paper.doi and not valid_doi(paper.doi):
        yield f"{paper.doi!r} is not a DOI", "doi"


def bad_isbn(paper: Paper) -> Iterator[tuple[str, str]]:
    """An ISBN whose check digit is wrong (ISO 2108)."""
    for number in paper.isbn.split():
        if not valid_isbn(number):
            yield f"{number!r} is not an ISBN: its check digit or length is wrong", "isbn"


def bad_issn(paper: Paper) -> Iterator[tuple[str, str]]:
    """An ISSN whose check digit is wrong (ISO 3297)."""
    for number in paper.issn.split():
        if not valid_issn(number):
            yield f"{number!r} is not an ISSN: its check digit or length is wrong", "issn"


def bad_orcid(paper: Paper) -> Iterator[tuple[str, str]]:
    """An ORCID whose check digit is wrong (ISO 7064, MOD 11-2)."""
    for author in paper.authors:
        if author.orcid and not valid_orcid(author.orcid):
            yield f"{author.orcid!r} is not an ORCID: its check digit or length is wrong", "authors"


def bad_arxiv(paper: Paper) -> Iterator[tuple[str, str]]:
    """An arXiv identifier of neither the old nor the new shape."""
    if paper.arxiv and split_arxiv(paper.arxiv)[0] != paper.arxiv:
        yield f"{paper.arxiv!r} is not an arXiv identifier", "eprint"


def doubtful_year(paper: Paper) -> Iterator[tuple[str, str]]:
    """A year that no publication can have, or one well after the paper was looked at."""
    year = paper.year
    if year is None:
        return
    seen = paper.accessed.year if paper.accessed is not None else None
    if year > _LATEST_YEAR or (seen is not None and year > seen + 2):
        yield f"the year {year} is doubtful", "issued"
