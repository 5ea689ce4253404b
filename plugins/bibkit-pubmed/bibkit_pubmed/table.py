"""What each tag of a MEDLINE record means.

Knows: the tags (NLM, "MEDLINE/PubMed Data Element (Field) Descriptions"; ERIC's nbib uses some of its own).
Must not know: how lines or XML become tags. A tag with a colon is one of the things that a shared tag holds.
"""

from __future__ import annotations

from typing import Final

from bibkit import KINDS, Codec, FieldMap, Kind, Rule
from bibkit.codecs.identifiers import decode_doi
from bibkit_pubmed.types import KIND_MAP
from bibkit_pubmed.values import COMPACT_DATE, DATE, PAGES, RECEIVED

__all__ = ["FIELDS", "ORDER"]


def _bracketed(what: str) -> Codec[str, str]:
    """The codec of values that end with their kind: ``10.5555/12 [doi]``."""
    return Codec(lambda text: decode_doi(text.removesuffix(f"[{what}]").strip()), lambda value: f"{value} [{what}]")


_DOI: Final = _bracketed("doi")
_NO_BOOK: Final[tuple[Kind, ...]] = tuple(kind for kind in KINDS if kind != "book")

FIELDS: Final = FieldMap(
    "nbib",
    KIND_MAP,
    [
        Rule("PMID", "pmid"),
        Rule("PMC", "pmcid"),
        Rule("LID:doi", "doi", _DOI),
        Rule("AID:doi", "doi", _DOI),
        Rule("LID:url", "url"),
        Rule("AID:url", "url", write=False),
        Rule("IS:issn", "issn"),
        Rule("ISBN", "isbn"),
        # A book's own title is BTI, its publisher JT: so ERIC and Zotero have it.
        Rule("BTI", "title", kinds=("book",)),
        Rule("TI", "title", kinds=("book",), write=False),
        Rule("TI", "title"),
        Rule("TT", "original_title"),
        Rule("JT", "publisher", kinds=("book",)),
        Rule("PB", "publisher", kinds=("book",), write=False),
        Rule("JT", "publisher", kinds=("report",), write=False),  # ERIC
        Rule("JT", "archive", kinds=("thesis",)),  # ERIC: where the thesis can be had
        Rule("BTI", "container_title", kinds=("chapter",)),
        Rule("JT", "container_title", kinds=("chapter",), write=False),
        Rule("JT", "container_title"),
        Rule("BTI", "container_title", write=False),
        Rule("TA", "container_title_short"),
        Rule("CTI", "collection_title"),
        Rule("VTI", "volume_title"),
        Rule("VI", "volume"),
        Rule("IP", "issue"),
        Rule("PG", "page", PAGES),
        Rule("CP", "chapter_number"),
        Rule("EN", "edition"),
        Rule("PB", "publisher"),
        Rule("PL", "publisher_place"),
        Rule("LA", "language"),
        Rule("DP", "issued", DATE),
        Rule("DEP", "available_date", COMPACT_DATE),
        Rule("PHST:received", "submitted", RECEIVED),
        Rule("AB", "abstract"),
    ],
    handled_fields=(
        "tags",
        "authors:author",
        "authors:editor",
        "authors.orcid",
        "authors.affiliations",
        "affiliations",
        "authors_omitted",
        "eprint",
        "eprint_type",
        "eprint_version",
    ),
)
"""MEDLINE's tags. People, their affiliations, tags and preprint numbers are read and written beside it."""

ORDER: Final = [
    "PMID",
    "OWN",
    "STAT",
    "DCOM",
    "LR",
    "IS",
    "ISBN",
    "VI",
    "IP",
    "DP",
    "TI",
    "TT",
    "BTI",
    "CTI",
    "VTI",
    "CP",
    "EN",
    "PG",
    "LID",
    "AB",
    "OAB",
    "OABL",
    "CI",
    "AD",
    "FAU",
    "AU",
    "AUID",
    "CN",
    "FED",
    "ED",
    "LA",
    "GR",
    "PT",
    "DEP",
    "PB",
    "PL",
    "TA",
    "JT",
    "JID",
    "RN",
    "SB",
    "MH",
    "OTO",
    "OT",
    "PMC",
    "MID",
    "COIS",
    "EDAT",
    "MHDA",
    "CRDT",
    "PHST",
    "AID",
    "PST",
    "SO",
]
"""The tags in PubMed's order; others come before ``SO``."""
