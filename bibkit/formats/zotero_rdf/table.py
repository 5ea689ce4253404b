"""The two-way table of Zotero RDF: where each field of a paper stands.

Knows: the property of every field, and the label in Extra of a field that Zotero has no place for.
Must not know: XML. Persons, tags, notes, attachments, collections, affiliations and eprints have code of their own.

A place is a property of the item (``dc:title``), a property of a node beside it (``isPartOf/dc:title`` is the
title of its container, ``series/``, ``publisher/``, ``presentedAt/``), a kind of identifier (``identifier/DOI``),
or a line of Extra (``extra/PMID``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from bibkit.codecs.dates import EDTF, decode_free_date, encode_edtf
from bibkit.codecs.identifiers import decode_doi
from bibkit.codecs.months import SEASONS
from bibkit.codecs.pages import normalise_pages
from bibkit.fields import Codec, FieldMap, Rule, identity
from bibkit.formats.zotero_rdf.vocabulary import CONTAINER_KINDS, ITEM_KINDS
from bibkit.model import ASPECTS, KINDS, OMISSION_FIELDS, ROLES, Date, Kind

__all__ = ["FIELDS", "extra_place", "label_key"]

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
_PAGES: Final = Codec(normalise_pages, str)
_LANGUAGE: Final = Codec(_last_segment, str)


def _others(kinds: Kinds) -> Kinds:
    return tuple([kind for kind in KINDS if kind not in kinds])


def _field(ours: str, place: str, *aliases: str, codec: Codec[Any, Any] = identity) -> Iterator[Rule]:
    """A field with one place for every kind, and the places that are only read."""
    yield Rule(place, ours, codec)
    for alias in aliases:
        yield Rule(alias, ours, codec, write=False)


def _placed(
    ours: str, label: str, places: dict[str, Kinds], *aliases: str, codec: Codec[Any, Any] = identity
) -> Iterator[Rule]:
    """A field whose place depends on the kind: a line of Extra for the kinds without a place."""
    covered: list[Kind] = []
    for place, kinds in places.items():
        yield Rule(place, ours, codec, kinds=kinds)
        yield Rule(place, ours, codec, kinds=_others(kinds), write=False)
        covered.extend(kinds)
    line = f"extra/{label}"
    rest = _others(tuple(covered))
    if rest:
        yield Rule(line, ours, codec, kinds=rest)
    if covered:
        yield Rule(line, ours, codec, kinds=tuple(covered), write=False)
    for alias in aliases:
        yield Rule(alias, ours, codec, write=False)


_NUMBERED: Final = tuple([kind for kind in KINDS if kind not in CONTAINER_KINDS and kind != "article"])
_AUDIO_VISUAL: Final[Kinds] = ("broadcast", "motion_picture", "song")
_LAWS: Final[Kinds] = ("bill", "legislation", "regulation")
_TYPED: Final[Kinds] = (
    "dataset", "manuscript", "map", "personal_communication", "post", "post-weblog", "report", "speech",
    "performance", "standard", "thesis", "webpage",
)  # fmt: skip


def _titles() -> Iterator[Rule]:
    yield from _field("key", "z:citationKey", "extra/Citation Key", "extra/BibTeX")
    yield from _field(
        "title",
        "dc:title",
        "dcterms:title",
        "z:caseName",
        "z:nameOfAct",
        "z:subject",
        "schema:name",
        "schema:headline",
        "eprints:title",
        "og:title",
    )
    yield from _field("title_short", "z:shortTitle", "bibo:shortTitle", "extra/Short Title", "extra/Title Short")
    yield from _field(
        "abstract", "dcterms:abstract", "bibo:abstract", "schema:abstract", "schema:description", "prism:teaser"
    )


def _dates() -> Iterator[Rule]:
    yield from _field(
        "issued",
        "dc:date",
        "dcterms:issued",
        "dcterms:date",
        "z:date",
        "z:dateDecided",
        "z:dateEnacted",
        "z:issueDate",
        "prism:publicationDate",
        "schema:datePublished",
        "eprints:date",
        "og:published_time",
        "extra/Issued",
        "extra/Date",
        codec=_ISSUED,
    )
    yield from _field(
        "accessed", "dcterms:dateSubmitted", "z:accessDate", "extra/Accessed", "extra/Access Date", codec=ACCESSED
    )
    yield from _placed("submitted", "Submitted", {"z:filingDate": ("patent",)}, codec=EDTF)
    yield from _field("available_date", "extra/Available Date", codec=EDTF)
    yield from _field("event_date", "extra/Event Date", codec=EDTF)
    yield from _field("original_date", "extra/Original Date", "z:originalDate", codec=EDTF)


def _identifiers() -> Iterator[Rule]:
    yield from _field("doi", "identifier/DOI", "z:DOI", "bibo:doi", "prism:doi", "extra/DOI", codec=_DOI)
    yield from _field(
        "url", "identifier/URL", "z:url", "schema:url", "schema:sameAs", "bibo:uri", "prism:url", "og:url", "extra/URL"
    )
    yield from _field("isbn", "identifier/ISBN", "z:ISBN", "bibo:isbn13", "bibo:isbn", "bibo:isbn10", "schema:isbn")
    yield Rule("extra/ISBN", "isbn", write=False)
    yield from _field(
        "issn", "identifier/ISSN", "z:ISSN", "prism:issn", "bibo:issn", "prism:eIssn", "bibo:eissn", "schema:issn"
    )
    yield Rule("extra/ISSN", "issn", write=False)
    yield from _field("pmid", "extra/PMID", "z:PMID", "bibo:pmid")
    yield from _field("pmcid", "extra/PMCID", "z:PMCID")


def _containers() -> Iterator[Rule]:
    yield from _placed(
        "container_title",
        "Container Title",
        {"isPartOf/dc:title": CONTAINER_KINDS, "z:programTitle": ("broadcast",), "z:code": _LAWS},
        "z:publicationTitle",
        "z:bookTitle",
        "z:blogTitle",
        "z:dictionaryTitle",
        "z:encyclopediaTitle",
        "z:forumTitle",
        "z:proceedingsTitle",
        "z:websiteTitle",
        "z:reporter",
        "prism:publicationName",
        "dc:source",
        "dcterms:source",
        "og:site_name",
        "extra/Publication Title",
    )
    yield from _placed(
        "container_title_short",
        "Container Title Short",
        {"isPartOf/dcterms:alternative": CONTAINER_KINDS},
        "z:journalAbbreviation",
        "extra/Journal Abbreviation",
    )
    yield from _field("collection_title", "series/dc:title", "z:series", "z:seriesTitle", "series/dcterms:alternative")
    yield Rule("extra/Collection Title", "collection_title", write=False)
    yield Rule("extra/Series", "collection_title", write=False)
    yield Rule("extra/Series Title", "collection_title", write=False)
    yield from _field(
        "collection_number", "series/dc:identifier", "z:seriesNumber", "extra/Series Number", "extra/Collection Number"
    )
    yield Rule("isPartOf/prism:volume", "volume", kinds=CONTAINER_KINDS)
    yield Rule("isPartOf/prism:volume", "volume", write=False)
    yield Rule("prism:volume", "volume", kinds=CONTAINER_KINDS, write=False)
    yield from _field("volume", "prism:volume", "z:volume", "bibo:volume", "isPartOf/bibo:volume", "extra/Volume")
    yield Rule("schema:volumeNumber", "volume", write=False)
    yield from _placed(
        "issue",
        "Issue",
        {"isPartOf/prism:number": CONTAINER_KINDS},
        "z:issue",
        "bibo:issue",
        "isPartOf/bibo:issue",
        "schema:issueNumber",
    )
    yield Rule("prism:number", "issue", kinds=CONTAINER_KINDS, write=False)
    yield Rule("prism:number", "number", kinds=_NUMBERED)
    yield Rule("extra/Number", "number", kinds=(*CONTAINER_KINDS, "article"))
    yield Rule("extra/Number", "number", kinds=_NUMBERED, write=False)
    for alias in (
        "number", "reportNumber", "patentNumber", "billNumber", "publicLawNumber", "docketNumber", "documentNumber",
        "episodeNumber", "identifier",
    ):  # fmt: skip
        yield Rule(f"z:{alias}", "number", kinds=_others(("article",)), write=False)
    yield Rule("bibo:number", "number", write=False)
    yield from _field(
        "page", "bib:pages", "z:pages", "bibo:pages", "prism:pageRange", "schema:pagination", codec=_PAGES
    )
    yield Rule("extra/Pages", "page", _PAGES, write=False)
    yield Rule("extra/Page", "page", _PAGES, write=False)
    yield from _field("page_first", "prism:startingPage", "bibo:pageStart", "extra/Page First")
    yield from _field(
        "number_of_pages",
        "z:numPages",
        "bibo:numPages",
        "schema:numberOfPages",
        "extra/Number Of Pages",
        "extra/Num Pages",
    )
    yield from _field("number_of_volumes", "z:numberOfVolumes", "bibo:numVolumes", "extra/Number Of Volumes")


def _publication() -> Iterator[Rule]:
    yield from _placed("edition", "Edition", {"prism:edition": _others(("software",))}, "z:edition", "bibo:edition")
    yield Rule("schema:bookEdition", "edition", write=False)
    yield from _placed("version", "Version", {"z:versionNumber": ("software", "dataset", "standard")}, "z:version")
    yield from _field(
        "publisher",
        "publisher/foaf:name",
        "publisher/schema:name",
        "publisher/v:organization-name",
        *[f"z:{name}" for name in ("publisher", "institution", "university", "company", "distributor", "label")],
        *[f"z:{name}" for name in ("network", "studio", "repository")],
        *[f"extra/{name}" for name in ("Publisher", "Institution", "University", "Repository")],
    )
    yield from _field(
        "publisher_place",
        "publisher/vcard:locality",
        "z:place",
        "z:repositoryLocation",
        "extra/Publisher Place",
        "extra/Place",
    )
    yield from _placed(
        "authority",
        "Authority",
        {
            "z:court": ("legal_case",),
            "z:legislativeBody": ("bill", "hearing", "legislation", "regulation"),
            "z:issuingAuthority": ("patent",),
            "z:organization": ("standard",),
        },
    )
    yield from _placed("jurisdiction", "Jurisdiction", {"z:country": ("patent",)})
    yield from _field(
        "event_title",
        "presentedAt/dc:title",
        "z:conferenceName",
        "z:meetingName",
        "extra/Event Title",
        "extra/Event",
        "extra/Conference Name",
    )
    yield from _field("event_place", "extra/Event Place", "z:eventPlace")
    yield from _placed(
        "genre",
        "Genre",
        {"z:genre": ("article", "motion_picture"), "z:type": _TYPED},
        "dc:type",
        "dcterms:type",
        *[f"z:{name}Type" for name in ("report", "thesis", "letter", "manuscript", "map", "website", "post")],
        "z:presentationType",
    )
    yield from _placed(
        "medium",
        "Medium",
        {
            "dcterms:medium": ("graphic", "figure", "interview"),
            "z:audioRecordingFormat": ("song",),
            "z:videoRecordingFormat": ("motion_picture",),
            "z:format": ("dataset",),
        },
        "z:medium",
        "z:artworkMedium",
        "z:interviewMedium",
        "z:audioFileType",
    )
    yield from _field("language", "z:language", "dc:language", "dcterms:language", "schema:inLanguage", codec=_LANGUAGE)
    yield Rule("extra/Language", "language", write=False)
    yield from _placed("status", "Status", {"z:legalStatus": ("patent", "bill")}, "bibo:status")


def _rest() -> Iterator[Rule]:
    yield from _field("archive", "z:archive", "extra/Archive")
    yield from _field(
        "archive_location", "dc:coverage", "dcterms:coverage", "z:archiveLocation", "extra/Archive Location"
    )
    yield from _field("call_number", "subject/dcterms:LCC", "z:callNumber", "extra/Call Number")
    yield from _field("source", "z:libraryCatalog", "extra/Library Catalog", "extra/Source")
    yield from _placed(
        "dimensions", "Dimensions", {"z:artworkSize": ("graphic", "figure"), "z:runningTime": _AUDIO_VISUAL}
    )
    yield from _placed("scale", "Scale", {"z:scale": ("map",)})
    yield from _field("section", "z:section", "section/dc:title", "extra/Section")
    yield from _placed(
        "references",
        "References",
        {"z:history": ("bill", "hearing", "legal_case", *_LAWS[1:]), "z:references": ("patent",)},
    )
    for ours in (
        "archive_collection", "archive_place", "chapter_number", "part_number", "part_title", "printing_number",
        "supplement_number", "volume_title", "annote", "division", "original_title", "original_publisher",
        "original_publisher_place", "reviewed_title", "reviewed_genre", "year_suffix", "citation_label",
        "citation_number",
    ):  # fmt: skip
        yield Rule("extra/" + ours.replace("_", " ").title(), ours)
    yield Rule("extra/Category", "categories", many=True)
    yield Rule("z:partNumber", "part_number", write=False)
    yield Rule("z:partTitle", "part_title", write=False)


def _rules() -> Iterator[Rule]:
    for part in (_titles, _dates, _containers, _identifiers, _publication, _rest):
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


def label_key(label: str) -> str:
    """What two spellings of a label in Extra have in common.

    >>> label_key("Original Date") == label_key("original-date") == label_key("originalDate")
    True
    """
    return label.replace(" ", "").replace("-", "").replace("_", "").casefold()


def _extra_places(rules: Iterable[Rule]) -> dict[str, str]:
    places: dict[str, str] = {}
    for rule in rules:
        if rule.tag.startswith("extra/"):
            places.setdefault(label_key(rule.tag[6:]), rule.tag)
    return places


_EXTRA_PLACES: Final = _extra_places(FIELDS.rules)


def extra_place(label: str) -> str:
    """The place in the table of a label in Extra, or an empty string.

    >>> extra_place("original-date"), extra_place("Mood")
    ('extra/Original Date', '')
    """
    return _EXTRA_PLACES.get(label_key(label), "")
