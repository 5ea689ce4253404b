"""One plain value for each field, for tests that need some value and not all of them.

Knows: which values every format can be expected to spell.
Must not know: any format.
"""

from __future__ import annotations

from typing import Any, Final

from bibkit.model import DATE_FIELDS, OMISSION_FIELDS, PAPER_FIELDS, Affiliation, Attachment, Author, Date, Kind, Paper

__all__ = ["SAMPLES", "sample_paper"]

_ODD: Final[dict[str, Any]] = {
    "key": "abara2031weirs",
    "kind": "article-journal",
    "title": "Weirs that Learn",
    "authors": (Author("Abara", "Tunde"), Author("Sol", "Petra")),
    "affiliations": (Affiliation("University of Silt"),),
    "abstract": "Ponds are surveyed. Weirs are learnt.",
    "tags": ("estuaries",),
    "automatic_tags": ("estuaries",),
    "collections": (("Rivers", "Weirs"),),
    "notes": ("Read twice.",),
    "attachments": (Attachment(title="Full text", url="https://example.org/weirs.pdf", media_type="application/pdf"),),
    "eprint": "3101.00001",
    "eprint_type": "arxiv",
    "eprint_class": "cs.LG",
    "eprint_version": "2",
    "doi": "10.5555/12345678",
    "url": "https://example.org/weirs",
    "isbn": "978-3-642-32156-6",
    "issn": "0378-5955",
    "pmid": "12345678",
    "pmcid": "PMC1234567",
    "page": "12-15",
    "page_first": "12",
    "language": "en",
    "year_suffix": "a",
    "categories": ("silt",),
    "volume": "7",
    "issue": "3",
    "number": "42",
    "edition": "2",
    "version": "3",
    "genre": "Essay",
    "extra": {},
}
_NUMBERED: Final = ("number_of_pages", "number_of_volumes", "chapter_number", "part_number", "printing_number",
                    "supplement_number", "collection_number", "citation_number")  # fmt: skip

SAMPLES: Final[dict[str, Any]] = {
    **{name: f"Some {name.replace('_', ' ')}" for name in PAPER_FIELDS},
    **dict.fromkeys(_NUMBERED, "12"),
    **dict.fromkeys(DATE_FIELDS, Date(2031, 1, 5)),
    **{name: number for number, name in enumerate(OMISSION_FIELDS, 1)},
    **_ODD,
}
"""A value for each field of `Paper`."""


def sample_paper(kind: Kind) -> Paper:
    """A paper of a kind with what most papers have.

    >>> sample_paper("book").title
    'Weirs that Learn'
    """
    return Paper(
        key="abara2031weirs",
        kind=kind,
        title="Weirs that Learn",
        authors=(Author("Abara", "Tunde"), Author("Sol", "Petra")),
        issued=Date(2031, 1, 5),
        abstract="Ponds are surveyed. Weirs are learnt. " * 20,
        url="https://example.org/weirs",
    )
