"""What each element of EndNote XML means, type by type.

Knows: the elements of a record (EndNote's RSXML document type) and the labels that EndNote's preferences give
them for each reference type.
Must not know: XML. Tags are paths: ``"titles/secondary-title"``. A tag with a colon is a part of a shared field.
"""

from __future__ import annotations

from typing import Final

from bibkit import KINDS, Codec, FieldMap, Kind, Rule
from bibkit.codecs.identifiers import decode_doi
from bibkit.codecs.pages import decode_pages
from bibkit_endnote_xml.types import KIND_MAP, UNQUALIFIED
from bibkit_endnote_xml.values import ADDRESS, DATE, NAME

__all__ = ["FIELDS", "NUMBERED", "ORDER", "PERIODICALS"]


def _same(text: str) -> str:
    return text


_PAGES: Final = Codec(decode_pages, _same)
_DOI: Final = Codec(decode_doi, _same)

PERIODICALS: Final[tuple[Kind, ...]] = ("article-journal", "article-magazine", "article-newspaper", "review-book")
_OTHERS: Final[tuple[Kind, ...]] = tuple(kind for kind in KINDS if kind not in PERIODICALS)
_PROCEEDINGS: Final[tuple[Kind, ...]] = ("paper-conference", "speech")
_WHOLE: Final[tuple[Kind, ...]] = ("book", "collection", "classic", "thesis", "manuscript", "pamphlet")
"""Types whose field "Pages" is labelled "Number of Pages", and "Section" is labelled "Pages"."""
_IN_SERIES: Final[tuple[Kind, ...]] = ("book", "collection", "classic", "software", "map", "report")
"""Types whose secondary title is the series."""
_IN_VOLUMES: Final[tuple[Kind, ...]] = ("book", "collection", "chapter", "classic", "paper-conference")
"""Types whose number is that of the volume in the series."""
NUMBERED: Final[tuple[Kind, ...]] = ("report", "patent")
"""Types whose field "ISBN" is labelled "Report Number" or "Patent Number"."""
_UNNUMBERED: Final[tuple[Kind, ...]] = tuple(
    kind for kind in KINDS if kind not in (*NUMBERED, *_IN_VOLUMES, *PERIODICALS)
)
_VERSIONED: Final[tuple[Kind, ...]] = ("software", "dataset", "standard")
_LEGAL: Final[tuple[Kind, ...]] = ("bill", "legislation", "hearing", "legal_case", "regulation", "treaty")
_RECORDINGS: Final[tuple[Kind, ...]] = ("motion_picture", "broadcast", "song")

_AUTHORS: Final = "contributors/authors"
_SECOND: Final = "contributors/secondary-authors"
_THIRD: Final = "contributors/tertiary-authors"
_FOURTH: Final = "contributors/subsidiary-authors"

FIELDS: Final = FieldMap(
    "endnote-xml",
    KIND_MAP,
    [
        Rule("titles/title", "title"),
        Rule("titles/short-title", "title_short"),
        # Conference Proceedings: "Conference Name", "Proceedings Title" (Custom 3), "Place Published" (Custom 1).
        Rule("titles/secondary-title", "event_title", kinds=_PROCEEDINGS),
        Rule("periodical/full-title", "event_title", kinds=_PROCEEDINGS, write=False),
        Rule("custom3", "container_title", kinds=_PROCEEDINGS),
        Rule("titles/secondary-title", "collection_title", kinds=_IN_SERIES),
        Rule("periodical/full-title", "collection_title", kinds=_IN_SERIES, write=False),
        Rule("titles/tertiary-title", "container_title", kinds=_IN_SERIES),
        Rule("titles/secondary-title", "container_title"),
        Rule("periodical/full-title", "container_title", write=False),
        Rule("titles/tertiary-title", "collection_title"),
        Rule("titles/alt-title", "container_title_short"),
        Rule("periodical/abbr-1", "container_title_short", write=False),
        Rule("alt-periodical/full-title", "container_title_short", write=False),
        Rule("alt-periodical/abbr-1", "container_title_short", write=False),
        # Contributors. "Book": the second are series editors, the third editors.
        Rule(_AUTHORS, "authors:author", NAME, many=True),
        Rule(_SECOND, "authors:recipient", NAME, kinds=("personal_communication",), many=True),
        Rule(_SECOND, "authors:interviewer", NAME, kinds=("interview",), many=True),
        Rule(_SECOND, "authors:performer", NAME, kinds=("song", "musical_score"), many=True),
        Rule(_SECOND, "authors:collection-editor", NAME, kinds=("book", "collection", "classic", "report"), many=True),
        Rule(_SECOND, "authors:director", NAME, kinds=("motion_picture", "broadcast"), many=True),
        Rule(_SECOND, "authors:editor", NAME, many=True),
        Rule(_THIRD, "authors:editor", NAME, kinds=("book", "collection", "classic"), many=True),
        Rule(_THIRD, "authors:producer", NAME, kinds=("motion_picture", "broadcast"), many=True),
        Rule(_THIRD, "authors:collection-editor", NAME, many=True),
        Rule(_FOURTH, "authors:performer", NAME, kinds=("motion_picture", "broadcast"), many=True),
        Rule(_FOURTH, "authors:translator", NAME, many=True),
        Rule("auth-address", "affiliations", ADDRESS, many=True),
        # Numbers.
        Rule("volume", "volume"),
        Rule("number", "issue", kinds=PERIODICALS),
        Rule("issue", "issue", kinds=PERIODICALS, write=False),
        Rule("issue", "issue", kinds=_OTHERS),
        Rule("custom7", "number", kinds=PERIODICALS),  # "Article Number"
        Rule("number", "collection_number", kinds=_IN_VOLUMES),
        Rule("report-id", "number", kinds=_IN_VOLUMES),
        Rule("isbn:number", "number", kinds=NUMBERED),
        Rule("number", "number", kinds=NUMBERED, write=False),
        Rule("report-id", "number", kinds=NUMBERED, write=False),
        Rule("number", "number", kinds=_UNNUMBERED),
        Rule("secondary-volume", "collection_number", kinds=tuple(kind for kind in KINDS if kind not in _IN_VOLUMES)),
        Rule("num-vols", "number_of_volumes"),
        Rule("pages", "number_of_pages", kinds=_WHOLE),
        Rule("section", "page", _PAGES, kinds=_WHOLE),
        Rule("section", "page_first", kinds=("article-journal", "article-magazine", "review-book")),  # "Start Page"
        Rule("section", "chapter_number", kinds=("chapter",)),
        Rule("section", "section"),
        Rule("pages", "page", _PAGES),
        Rule("work-extent", "number_of_pages", kinds=tuple(kind for kind in KINDS if kind not in _WHOLE)),
        Rule("edition", "version", kinds=_VERSIONED),
        Rule("edition", "available_date", DATE, kinds=("article-journal",)),  # "Epub Date"
        Rule("edition", "edition"),
        # Places and publishers.
        Rule("pub-location", "event_place", kinds=_PROCEEDINGS),  # "Conference Location"
        Rule("custom1", "publisher_place", kinds=_PROCEEDINGS),
        Rule("pub-location", "publisher_place"),
        Rule("meeting-place", "event_place", kinds=tuple(kind for kind in KINDS if kind not in _PROCEEDINGS)),
        Rule("publisher", "authority", kinds=("legal_case",)),  # "Court"
        Rule("publisher", "publisher"),
        # Identifiers.
        Rule("isbn:isbn", "isbn"),
        Rule("isbn:issn", "issn"),
        Rule("electronic-resource-num", "doi", _DOI),
        Rule("accession-num:pmid", "pmid"),
        Rule("custom2", "pmcid", kinds=("article-journal",)),
        Rule("call-num", "call_number"),
        Rule("label", "key"),
        # Texts.
        Rule("keywords/keyword", "tags", many=True),
        Rule("abstract", "abstract"),
        Rule("notes", "note"),
        Rule("research-notes", "notes", many=True),
        Rule("work-type", "genre", kinds=UNQUALIFIED),
        Rule("reviewed-item", "reviewed_title"),
        Rule("orig-pub", "references", kinds=_LEGAL),  # "History"
        Rule("remote-database-name", "source"),
        Rule("language", "language"),
        Rule("access-date", "accessed", DATE),
        Rule("size", "dimensions"),
        Rule("custom5", "medium", kinds=_RECORDINGS),
        Rule("custom6", "status", kinds=("patent",)),  # "Legal Status"
        Rule("custom1", "scale", kinds=("map",)),
    ],
    handled_fields=("issued", "url", "attachments", "eprint", "eprint_type", "eprint_class", "eprint_version"),
)
"""EndNote's fields. Dates, addresses and preprint numbers are composed by the reader and the writer."""

ORDER: Final = [
    "database",
    "source-app",
    "rec-number",
    "foreign-keys",
    "ref-type",
    "contributors",
    "auth-address",
    "auth-affiliaton",
    "titles",
    "periodical",
    "alt-periodical",
    "pages",
    "volume",
    "number",
    "issue",
    "secondary-volume",
    "secondary-issue",
    "num-vols",
    "edition",
    "section",
    "reprint-edition",
    "reprint-status",
    "keywords",
    "dates",
    "pub-location",
    "publisher",
    "orig-pub",
    "isbn",
    "accession-num",
    "call-num",
    "report-id",
    "coden",
    "electronic-resource-num",
    "abstract",
    "label",
    "image",
    "caption",
    "notes",
    "research-notes",
    "work-type",
    "reviewed-item",
    "availability",
    "remote-source",
    "meeting-place",
    "work-location",
    "work-extent",
    "pack-method",
    "size",
    "repro-ratio",
    "remote-database-name",
    "remote-database-provider",
    "language",
    "urls",
    "access-date",
    "modified-date",
    "custom1",
    "custom2",
    "custom3",
    "custom4",
    "custom5",
    "custom6",
    "custom7",
    "misc1",
    "misc2",
    "misc3",
]
"""The elements of a record in the order in which the document type wants them."""
