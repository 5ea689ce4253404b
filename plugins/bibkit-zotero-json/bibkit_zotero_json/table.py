"""What each field of a Zotero item means, type by type.

Knows: Zotero's mapping of its types, fields and creators to CSL, and what goes beyond it.
Must not know: JSON.
"""

from __future__ import annotations

from typing import Any, Final

from bibkit import DATE_FIELDS, OMISSION_FIELDS, Codec, FieldMap, Kind, KindMap, Paper, Rule
from bibkit.codecs.dates import EDTF
from bibkit.codecs.identifiers import decode_doi
from bibkit.codecs.pages import normalise_pages
from bibkit_zotero_json.schema import FIELDS as ITEM_FIELDS

__all__ = ["CREATOR_ROLES", "FIELDS", "KIND_MAP", "own_name", "spelled", "type_of"]

KIND_MAP: Final = KindMap(
    [
        ("preprint", "article"),
        ("journalArticle", "article-journal"),
        ("magazineArticle", "article-magazine"),
        ("newspaperArticle", "article-newspaper"),
        ("bill", "bill"),
        ("book", "book"),
        ("tvBroadcast", "broadcast"),
        ("radioBroadcast", "broadcast"),
        ("podcast", "broadcast"),
        ("bookSection", "chapter"),
        ("document/classic", "classic"),
        ("document/collection", "collection"),
        ("dataset", "dataset"),
        ("document", "document"),
        ("encyclopediaArticle/entry", "entry"),
        ("dictionaryEntry", "entry-dictionary"),
        ("encyclopediaArticle", "entry-encyclopedia"),
        ("document/event", "event"),
        ("artwork/figure", "figure"),
        ("artwork", "graphic"),
        ("hearing", "hearing"),
        ("interview", "interview"),
        ("case", "legal_case"),
        ("statute", "legislation"),
        ("manuscript", "manuscript"),
        ("map", "map"),
        ("film", "motion_picture"),
        ("videoRecording", "motion_picture"),
        ("document/musical_score", "musical_score"),
        ("document/pamphlet", "pamphlet"),
        ("conferencePaper", "paper-conference"),
        ("patent", "patent"),
        ("presentation/performance", "performance"),
        ("document/periodical", "periodical"),
        ("letter", "personal_communication"),
        ("email", "personal_communication"),
        ("instantMessage", "personal_communication"),
        ("forumPost", "post"),
        ("blogPost", "post-weblog"),
        ("statute/regulation", "regulation"),
        ("report", "report"),
        ("journalArticle/review", "review"),
        ("journalArticle/review-book", "review-book"),
        ("computerProgram", "software"),
        ("audioRecording", "song"),
        ("presentation", "speech"),
        ("standard", "standard"),
        ("thesis", "thesis"),
        ("document/treaty", "treaty"),
        ("webpage", "webpage"),
    ],
    fallback="document",
)
"""``itemType``, and after the stroke what a line ``Type:`` in Extra says besides, as citeproc-js and Zotero read it."""

CREATOR_ROLES: Final = {
    "author": "author", "artist": "author", "sponsor": "author", "programmer": "author", "cartographer": "author",
    "inventor": "author", "podcaster": "author", "presenter": "author", "interviewee": "author", "performer": "performer",
    "contributor": "contributor", "editor": "editor", "translator": "translator", "seriesEditor": "collection-editor",
    "bookAuthor": "container-author", "composer": "composer", "director": "director", "scriptwriter": "script-writer",
    "producer": "producer", "castMember": "performer", "guest": "guest", "interviewer": "interviewer",
    "recipient": "recipient", "reviewedAuthor": "reviewed-author", "cosponsor": "contributor", "commenter": "contributor",
    "counsel": "contributor", "attorneyAgent": "contributor", "wordsBy": "contributor",
}  # fmt: skip
"""What a creator's type says of a role."""

_MEANINGS: Final = {
    "title": "title caseName nameOfAct subject",
    "title_short": "shortTitle",
    "abstract": "abstractNote",
    "issued": "date dateDecided dateEnacted issueDate",
    "accessed": "accessDate",
    "submitted": "filingDate",
    "language": "language",
    "url": "url",
    "doi": "DOI",
    "isbn": "ISBN",
    "issn": "ISSN",
    "pmid": "PMID",
    "pmcid": "PMCID",
    "key": "citationKey",
    "container_title": "publicationTitle bookTitle proceedingsTitle blogTitle websiteTitle forumTitle dictionaryTitle "
    "encyclopediaTitle programTitle reporter code",
    "container_title_short": "journalAbbreviation",
    "collection_title": "series seriesTitle",
    "collection_number": "seriesNumber",
    "volume": "volume codeVolume reporterVolume codeNumber",
    "issue": "issue",
    "page": "pages firstPage codePages",
    "number_of_pages": "numPages",
    "number_of_volumes": "numberOfVolumes",
    "edition": "edition",
    "version": "versionNumber",
    "section": "section",
    "number": "number reportNumber patentNumber billNumber docketNumber publicLawNumber episodeNumber documentNumber "
    "identifier",
    "publisher": "publisher label company distributor studio network institution university repository",
    "publisher_place": "place repositoryLocation",
    "authority": "authority court legislativeBody issuingAuthority organization",
    "genre": "type genre thesisType reportType manuscriptType letterType mapType websiteType presentationType postType",
    "medium": "medium artworkMedium audioRecordingFormat videoRecordingFormat interviewMedium format",
    "dimensions": "runningTime artworkSize",
    "scale": "scale",
    "references": "history references",
    "event_title": "conferenceName meetingName",
    "status": "status legalStatus",
    "archive": "archive",
    "archive_location": "archiveLocation",
    "call_number": "callNumber",
    "source": "libraryCatalog",
}
"""Our field, and what Zotero calls it in one type or another; of two in one type the first is written."""


def type_of(kind: Kind) -> str:
    """The item type that is written for a kind."""
    return KIND_MAP.encode(kind).partition("/")[0]


def _same(text: str) -> str:
    return text


_CODECS: Final[dict[str, Codec[Any, Any]]] = {
    **dict.fromkeys(DATE_FIELDS, EDTF),
    "doi": Codec(decode_doi, _same),
    "page": Codec(normalise_pages, _same),
}


def own_name(item_type: str, ours: str) -> str:
    """What an item type calls one of our fields; empty where it has no place for it.

    >>> own_name("thesis", "publisher"), own_name("thesis", "issue")
    ('university', '')
    """
    fields = ITEM_FIELDS.get(item_type, frozenset())
    return next((name for name in _MEANINGS[ours].split() if name in fields), "")


def spelled(paper: Paper, item_type: str) -> dict[str, str]:
    """The fields of an item of some type that a paper fills."""
    item: dict[str, str] = {}
    for ours in _MEANINGS:
        value, name = getattr(paper, ours), own_name(item_type, ours)
        if value and name:
            codec = _CODECS.get(ours)
            item[name] = codec.encode(value) if codec else value
    return item


def _rules() -> list[Rule]:
    kinds: tuple[Kind, ...] = tuple(dict.fromkeys(kind for _, kind in KIND_MAP.rows))
    rules: list[Rule] = []
    for ours, names in _MEANINGS.items():
        codec = _CODECS.get(ours, Codec(_same, _same))
        for theirs in names.split():
            own = tuple(kind for kind in kinds if own_name(type_of(kind), ours) == theirs)
            if own:
                rules.append(Rule(theirs, ours, codec, kinds=own))
            rules.append(Rule(theirs, ours, codec, write=False))
    return rules


FIELDS: Final = FieldMap(
    "zotero-json",
    KIND_MAP,
    _rules(),
    handled_fields=(
        *_MEANINGS, "authors", "affiliations", "tags", "automatic_tags", "collections", "notes", "attachments", "eprint",
        "eprint_type", "eprint_version", "eprint_class", *OMISSION_FIELDS, "available_date", "event_date", "original_date", "page_first", "chapter_number", "part_number",
        "part_title", "printing_number", "supplement_number", "volume_title", "jurisdiction", "event_place", "note",
        "annote", "archive_collection", "archive_place", "division", "original_title", "original_publisher",
        "original_publisher_place", "reviewed_title", "reviewed_genre", "year_suffix", "citation_label", "citation_number",
    ),
)  # fmt: skip
"""Zotero's fields. What an item's type has no field for is carried as lines of Extra."""
