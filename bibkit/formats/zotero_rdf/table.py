"""The two-way table of Zotero RDF: where each field of a paper stands.

Knows: the property of every field, and which fields Zotero has no place for but a line of Extra.
Must not know: XML, how Extra is read (`bibkit.zotero`). Persons, tags, notes, attachments, collections, affiliations and
eprints have code of their own.

A place is a property of the item (``dc:title``), a property of a node beside it (``isPartOf/dc:title`` is the
title of its container, ``series/``, ``publisher/``, ``presentedAt/``), a kind of identifier (``identifier/DOI``),
or a line of Extra (``extra/PMID``), for which a value of several lines has a property (``z:pmid``). Zotero's own name of
a field is read in its namespace as well (``z:PMID``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from bibkit.codecs.dates import EDTF, decode_free_date, encode_edtf
from bibkit.codecs.identifiers import decode_doi
from bibkit.codecs.months import SEASONS
from bibkit.codecs.pages import decode_pages
from bibkit.fields import Codec, FieldMap, Rule, identity
from bibkit.formats.zotero_rdf.syntax import own_property
from bibkit.formats.zotero_rdf.types import CONTAINER_KINDS
from bibkit.model import ASPECTS, DATE_FIELDS, KINDS, OMISSION_FIELDS, ROLES, Date, Kind
from bibkit.zotero import FIELD_NAMES, ITEM_FIELDS, ITEM_KINDS, item_type_of, label_of

__all__ = ["FIELDS"]

Kinds = tuple[Kind, ...]

_ACCESSED: Final = re.compile(r"(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)(Z?)")


def _decode_accessed(text: str) -> Date | None:
    # Zotero writes "2031-01-05 10:20:30" (UTC, as its database has it).
    match = _ACCESSED.fullmatch(text.strip())
    return decode_free_date(f"{match[1]}T{match[2]}{match[3]}" if match is not None else text)


def _encode_accessed(date: Date) -> str:
    text = encode_edtf(date)
    match = _ACCESSED.fullmatch(text)
    return f"{match[1]} {match[2]}" if match is not None and not match[3] else text


def _encode_issued(date: Date) -> str:
    # Zotero reads no EDTF: a season is spelled as people do.
    if date.season and date == Date(date.year, season=date.season) and 0 <= (date.year or 0) <= 9999:
        return f"{SEASONS[date.season - 1].title()} {date.year:04d}"
    return encode_edtf(date)


def _last_segment(text: str) -> str:
    """A language is sometimes named by an address (http://id.loc.gov/vocabulary/iso639-2/ger)."""
    return text.rstrip("/").rpartition("/")[2] if text.startswith(("http://", "https://")) else text


ACCESSED: Final[Codec[str, Any]] = Codec(_decode_accessed, _encode_accessed)
_ISSUED: Final[Codec[str, Any]] = Codec(decode_free_date, _encode_issued)
_DOI: Final = Codec(decode_doi, str)
_PAGES: Final = Codec(decode_pages, str)
_LANGUAGE: Final = Codec(_last_segment, str)


_CODECS: Final[dict[str, Codec[Any, Any]]] = {
    **dict.fromkeys(DATE_FIELDS, EDTF),
    "issued": _ISSUED,
    "accessed": ACCESSED,
    "doi": _DOI,
    "page": _PAGES,
    "language": _LANGUAGE,
}


def _others(kinds: Kinds) -> Kinds:
    return tuple([kind for kind in KINDS if kind not in kinds])


def _field(field: str, places: str | dict[str, Kinds], *aliases: str) -> Iterator[Rule]:
    """The rows of a field: where it stands, for every kind or for some, and where it is read besides.

    A kind that no place is for has a line of Extra. Every place is read for every kind.
    """
    codec = _CODECS.get(field, identity)
    line = f"extra/{label_of(field)}"
    chosen = {places: KINDS} if isinstance(places, str) else dict(places)
    rest = _others(tuple([kind for kinds in chosen.values() for kind in kinds]))
    if rest:
        chosen[line] = rest
    for place, kinds in chosen.items():
        yield Rule(place, field, codec, kinds=None if kinds == KINDS else kinds)
        if kinds != KINDS:
            yield Rule(place, field, codec, kinds=_others(kinds), write=False)
    own = [f"z:{name}" for name in FIELD_NAMES.get(field, "").split()]
    lined = [own_property(label_of(field))] if line in chosen else []
    for alias in dict.fromkeys([*own, *aliases, *lined]):
        if alias not in chosen:
            yield Rule(alias, field, codec, write=False)


_NUMBERED: Final = tuple([kind for kind in KINDS if kind not in CONTAINER_KINDS and kind != "article"])
_LAWS: Final[Kinds] = tuple([kind for kind in KINDS if "code" in ITEM_FIELDS[item_type_of(kind)[0]]])
_TYPED: Final[Kinds] = (
    "dataset", "manuscript", "map", "personal_communication", "post", "post-weblog", "report", "speech",
    "performance", "standard", "thesis", "webpage",
)  # fmt: skip


def _titles_and_dates() -> Iterator[Rule]:
    yield from _field("key", "z:citationKey")
    yield from _field(
        "title", "dc:title", "dcterms:title", "schema:name", "schema:headline", "eprints:title", "og:title"
    )
    yield from _field("title_short", "z:shortTitle", "bibo:shortTitle")
    yield from _field(
        "abstract", "dcterms:abstract", "bibo:abstract", "schema:abstract", "schema:description", "prism:teaser"
    )
    yield from _field(
        "issued", "dc:date", "dcterms:issued", "dcterms:date", "prism:publicationDate", "schema:datePublished",
        "eprints:date", "og:published_time",
    )  # fmt: skip
    yield from _field("accessed", "dcterms:dateSubmitted")
    yield from _field("submitted", {"z:filingDate": ("patent",)})
    for field in ("available_date", "event_date", "original_date"):
        yield from _field(field, {})


def _containers() -> Iterator[Rule]:
    yield from _field(
        "container_title",
        {"isPartOf/dc:title": CONTAINER_KINDS, "z:programTitle": ("broadcast",), "z:code": _LAWS},
        "prism:publicationName", "dc:source", "dcterms:source", "og:site_name",
    )  # fmt: skip
    yield from _field("container_title_short", {"isPartOf/dcterms:alternative": CONTAINER_KINDS})
    yield from _field("collection_title", "series/dc:title", "series/dcterms:alternative")
    yield from _field("collection_number", "series/dc:identifier")
    yield from _field(
        "volume",
        {"isPartOf/prism:volume": CONTAINER_KINDS, "prism:volume": _others(CONTAINER_KINDS)},
        "bibo:volume", "isPartOf/bibo:volume", "schema:volumeNumber",
    )  # fmt: skip
    yield from _field(
        "issue", {"isPartOf/prism:number": CONTAINER_KINDS}, "bibo:issue", "isPartOf/bibo:issue", "schema:issueNumber"
    )
    # Zotero spells the issue of what is in a container, the archive id of a preprint and any other number alike.
    yield Rule("prism:number", "issue", kinds=CONTAINER_KINDS, write=False)
    yield Rule("prism:number", "number", kinds=_NUMBERED)
    yield Rule("extra/Number", "number", kinds=(*CONTAINER_KINDS, "article"))
    for name in FIELD_NAMES["number"].split():
        yield Rule(f"z:{name}", "number", kinds=_others(("article",)), write=False)
    yield Rule("bibo:number", "number", write=False)
    yield from _field("page", "bib:pages", "bibo:pages", "prism:pageRange", "schema:pagination")
    yield from _field("page_first", "prism:startingPage", "bibo:pageStart")
    yield from _field("number_of_pages", "z:numPages", "bibo:numPages", "schema:numberOfPages")
    yield from _field("number_of_volumes", "z:numberOfVolumes", "bibo:numVolumes")


def _identifiers() -> Iterator[Rule]:
    yield from _field("doi", "identifier/DOI", "bibo:doi", "prism:doi")
    yield from _field("url", "identifier/URL", "schema:url", "schema:sameAs", "bibo:uri", "prism:url", "og:url")
    yield from _field("isbn", "identifier/ISBN", "bibo:isbn13", "bibo:isbn", "bibo:isbn10", "schema:isbn")
    yield from _field("issn", "identifier/ISSN", "prism:issn", "bibo:issn", "prism:eIssn", "bibo:eissn", "schema:issn")
    yield from _field("pmid", {}, "bibo:pmid")
    yield from _field("pmcid", {})


def _publication() -> Iterator[Rule]:
    yield from _field("edition", {"prism:edition": _others(("software",))}, "bibo:edition", "schema:bookEdition")
    yield from _field("version", {"z:versionNumber": ("software", "dataset", "standard")}, "z:version")
    yield from _field("publisher", "publisher/foaf:name", "publisher/schema:name", "publisher/v:organization-name")
    yield from _field("publisher_place", "publisher/vcard:locality")
    yield from _field(
        "authority",
        {
            "z:court": ("legal_case",),
            "z:legislativeBody": ("bill", "hearing", "legislation", "regulation"),
            "z:issuingAuthority": ("patent",),
            "z:organization": ("standard",),
        },
    )
    yield from _field("jurisdiction", {"z:country": ("patent",)})
    yield from _field("event_title", "presentedAt/dc:title")
    yield from _field("event_place", {})
    yield from _field("genre", {"z:genre": ("article", "motion_picture"), "z:type": _TYPED}, "dc:type", "dcterms:type")
    yield from _field(
        "medium",
        {
            "dcterms:medium": ("graphic", "figure", "interview"),
            "z:audioRecordingFormat": ("song",),
            "z:videoRecordingFormat": ("motion_picture",),
            "z:format": ("dataset",),
        },
        "z:audioFileType",
    )
    yield from _field("language", "z:language", "dc:language", "dcterms:language", "schema:inLanguage")
    yield from _field("status", {"z:legalStatus": ("patent", "bill")}, "bibo:status")


def _rest() -> Iterator[Rule]:
    yield from _field("archive", "z:archive")
    yield from _field("archive_location", "dc:coverage", "dcterms:coverage")
    yield from _field("call_number", "subject/dcterms:LCC")
    yield from _field("source", "z:libraryCatalog")
    yield from _field(
        "dimensions",
        {"z:artworkSize": ("graphic", "figure"), "z:runningTime": ("broadcast", "motion_picture", "song")},
    )
    yield from _field("scale", {"z:scale": ("map",)})
    yield from _field("section", "z:section", "section/dc:title")
    yield from _field("references", {"z:history": ("hearing", "legal_case", *_LAWS), "z:references": ("patent",)})
    for field in (
        "archive_collection", "archive_place", "chapter_number", "part_number", "part_title", "printing_number",
        "supplement_number", "volume_title", "annote", "division", "original_title", "original_publisher",
        "original_publisher_place", "reviewed_title", "reviewed_genre", "year_suffix", "citation_label",
        "citation_number",
    ):  # fmt: skip
        yield from _field(field, {})
    yield Rule(f"extra/{label_of('categories')}", "categories", many=True)


def _rules() -> Iterator[Rule]:
    for part in (_titles_and_dates, _containers, _identifiers, _publication, _rest):
        yield from part()


FIELDS: Final = FieldMap(
    "zotero-rdf",
    ITEM_KINDS,
    _rules(),
    handled_fields=(
        "kind",
        *[f"authors:{role}" for role in ROLES],
        *OMISSION_FIELDS,
        "affiliations",
        "tags",
        "automatic_tags",
        "collections",
        "notes",
        "attachments",
        "eprint",
        "eprint_type",
        "eprint_class",
        "eprint_version",
        "note",
        "extra",
        *[name for name in ASPECTS if name.startswith("authors.")],
    ),
)
"""What stands where. ``handled_fields`` has code of its own in `reader` and `writer`."""
