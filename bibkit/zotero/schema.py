"""Zotero's schema: item types, the fields and the creators of each, and what they are in bibkit.

Knows: Zotero's published schema (https://api.zotero.org/schema, version 41) and its mapping of types, fields and
creators to CSL.
Must not know: any file format, how a value is spelled.

A newer schema only adds to these tables; formats keep what is unknown here under its own name.
"""

from __future__ import annotations

from typing import Final

from bibkit.fields import KindMap
from bibkit.model import Kind

__all__ = [
    "CREATOR_ROLES",
    "FIELD_NAMES",
    "ITEM_CREATORS",
    "ITEM_FIELDS",
    "ITEM_KINDS",
    "ITEM_TYPES",
    "creator_types_of",
    "field_name",
    "is_implied",
    "item_type_of",
]

# ---- item types

# A kind that Zotero has no item type for becomes the nearest one, and a line of Extra names it ("Type: review"), which
# Zotero and citeproc-js heed; here that is written "type/kind".
ITEM_KINDS: Final = KindMap(
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
        ("book/classic", "classic"),
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
        ("statute/treaty", "treaty"),
        ("webpage", "webpage"),
    ],
    fallback="document",
)


def item_type_of(kind: Kind) -> tuple[str, str]:
    """Zotero's item type for a kind, and what Extra must say as its type besides, if anything.

    >>> item_type_of("article"), item_type_of("review")
    (('preprint', ''), ('journalArticle', 'review'))
    """
    item_type, _, exact = ITEM_KINDS.encode(kind).partition("/")
    return item_type, exact


def is_implied(item_type: str, kind: Kind) -> bool:
    """Whether a kind says all that an item type does: it is the kind's own type, or Zotero's neutral ``document``.

    >>> is_implied("book", "classic"), is_implied("document", "classic"), is_implied("map", "classic")
    (True, True, False)
    """
    return item_type in {item_type_of(kind)[0], "document"}


# ---- fields

_EVERY: Final = "abstractNote language shortTitle url accessDate rights extra citationKey"
_COMMON: Final = f"title date {_EVERY}"
_ARCHIVED: Final = f"{_COMMON} archive archiveLocation libraryCatalog callNumber"
_SERIAL: Final = f"{_ARCHIVED} publicationTitle ISSN"
_VOLUME: Final = "series seriesNumber volume numberOfVolumes edition place publisher ISBN"
_BROADCAST: Final = f"{_ARCHIVED} programTitle episodeNumber place network runningTime"

ITEM_FIELDS: Final[dict[str, frozenset[str]]] = {
    name: frozenset(fields.split())
    for name, fields in {
        "artwork": f"{_ARCHIVED} artworkMedium artworkSize",
        "audioRecording": f"{_ARCHIVED} audioRecordingFormat seriesTitle volume numberOfVolumes place label runningTime ISBN",
        "bill": f"{_COMMON} billNumber code codeVolume section codePages legislativeBody session history",
        "blogPost": f"{_COMMON} blogTitle websiteType",
        "book": f"{_ARCHIVED} {_VOLUME} numPages",
        "bookSection": f"{_ARCHIVED} {_VOLUME} bookTitle pages",
        "case": f"{_EVERY} caseName court dateDecided docketNumber reporter reporterVolume firstPage history",
        "computerProgram": f"{_ARCHIVED} seriesTitle versionNumber system place company programmingLanguage ISBN",
        "conferencePaper": f"{_ARCHIVED} proceedingsTitle conferenceName place publisher volume pages series DOI ISBN",
        "dataset": f"{_ARCHIVED} identifier type versionNumber repository repositoryLocation format DOI",
        "dictionaryEntry": f"{_ARCHIVED} {_VOLUME} dictionaryTitle pages",
        "document": f"{_ARCHIVED} publisher",
        "email": f"{_EVERY} date subject",
        "encyclopediaArticle": f"{_ARCHIVED} {_VOLUME} encyclopediaTitle pages",
        "film": f"{_ARCHIVED} distributor genre videoRecordingFormat runningTime",
        "forumPost": f"{_COMMON} forumTitle postType",
        "hearing": f"{_COMMON} committee place publisher numberOfVolumes documentNumber pages legislativeBody session history",
        "instantMessage": _COMMON,
        "interview": f"{_ARCHIVED} interviewMedium",
        "journalArticle": f"{_SERIAL} volume issue pages series seriesTitle seriesText journalAbbreviation DOI",
        "letter": f"{_ARCHIVED} letterType",
        "magazineArticle": f"{_SERIAL} volume issue pages",
        "manuscript": f"{_ARCHIVED} manuscriptType place numPages",
        "map": f"{_ARCHIVED} mapType scale seriesTitle edition place publisher ISBN",
        "newspaperArticle": f"{_SERIAL} place edition section pages",
        "patent": f"title {_EVERY} place country assignee issuingAuthority patentNumber filingDate pages applicationNumber "
        "priorityNumbers issueDate references legalStatus",
        "podcast": f"{_COMMON} seriesTitle episodeNumber audioFileType runningTime",
        "preprint": f"{_ARCHIVED} genre repository archiveID place series seriesNumber DOI",
        "presentation": f"{_COMMON} presentationType place meetingName",
        "radioBroadcast": f"{_BROADCAST} audioRecordingFormat",
        "report": f"{_ARCHIVED} reportNumber reportType seriesTitle place institution pages",
        "standard": f"{_ARCHIVED} organization committee type number versionNumber status place publisher DOI numPages",
        "statute": f"{_EVERY} nameOfAct code codeNumber publicLawNumber dateEnacted pages section session history",
        "thesis": f"{_ARCHIVED} thesisType university place numPages",
        "tvBroadcast": f"{_BROADCAST} videoRecordingFormat",
        "videoRecording": f"{_ARCHIVED} videoRecordingFormat seriesTitle volume numberOfVolumes place studio runningTime ISBN",
        "webpage": f"{_COMMON} websiteTitle websiteType",
    }.items()
}  # fmt: skip
"""The fields of each item type."""

ITEM_TYPES: Final = tuple(ITEM_FIELDS)

FIELD_NAMES: Final[dict[str, str]] = {
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


def field_name(item_type: str, field: str) -> str:
    """What an item type calls one of our fields; empty where it has no place for it.

    >>> field_name("thesis", "publisher"), field_name("thesis", "issue")
    ('university', '')
    """
    fields = ITEM_FIELDS.get(item_type, frozenset())
    return next((name for name in FIELD_NAMES[field].split() if name in fields), "")


# ---- creators

# The first creator type of an item type is what CSL calls the author, except where CSL 1.0.2 has a word of its own
# (director, performer).
CREATOR_ROLES: Final[dict[str, str]] = {
    "author": "author",
    "artist": "author",
    "attorneyAgent": "contributor",
    "bookAuthor": "container-author",
    "cartographer": "author",
    "castMember": "performer",
    "chair": "chair",
    "commenter": "contributor",
    "compiler": "compiler",
    "composer": "composer",
    "contributor": "contributor",
    "cosponsor": "contributor",
    "counsel": "contributor",
    "creator": "author",
    "curator": "curator",
    "director": "director",
    "editor": "editor",
    "executiveProducer": "executive-producer",
    "guest": "guest",
    "host": "host",
    "illustrator": "illustrator",
    "interviewee": "author",
    "interviewer": "interviewer",
    "inventor": "author",
    "narrator": "narrator",
    "organizer": "organizer",
    "originalCreator": "original-author",
    "performer": "performer",
    "podcaster": "author",
    "presenter": "author",
    "producer": "producer",
    "programmer": "author",
    "recipient": "recipient",
    "reviewedAuthor": "reviewed-author",
    "scriptwriter": "script-writer",
    "seriesCreator": "series-creator",
    "seriesEditor": "collection-editor",
    "sponsor": "author",
    "translator": "translator",
    "wordsBy": "contributor",
}
"""The role that each creator type stands for."""

_BOOKISH: Final = "author contributor editor translator seriesEditor"
_ARTICLE: Final = "author contributor translator reviewedAuthor"
_SHOW: Final = "director scriptwriter producer castMember contributor guest"

ITEM_CREATORS: Final[dict[str, tuple[str, ...]]] = {
    name: tuple(types.split())
    for name, types in {
        "artwork": "artist contributor",
        "audioRecording": "performer contributor composer wordsBy",
        "bill": "sponsor cosponsor contributor",
        "blogPost": "author commenter contributor",
        "book": _BOOKISH,
        "bookSection": f"{_BOOKISH} bookAuthor",
        "case": "author counsel contributor",
        "computerProgram": "programmer contributor",
        "conferencePaper": _BOOKISH,
        "dataset": "author contributor",
        "dictionaryEntry": _BOOKISH,
        "document": "author contributor editor translator reviewedAuthor",
        "email": "author contributor recipient",
        "encyclopediaArticle": _BOOKISH,
        "film": "director contributor scriptwriter producer",
        "forumPost": "author contributor",
        "hearing": "contributor",
        "instantMessage": "author contributor recipient",
        "interview": "interviewee contributor interviewer translator",
        "journalArticle": "author contributor editor translator reviewedAuthor",
        "letter": "author contributor recipient",
        "magazineArticle": _ARTICLE,
        "manuscript": "author contributor translator",
        "map": "cartographer contributor seriesEditor",
        "newspaperArticle": _ARTICLE,
        "patent": "inventor attorneyAgent contributor",
        "podcast": "podcaster contributor guest",
        "preprint": "author contributor editor translator reviewedAuthor",
        "presentation": "presenter contributor",
        "radioBroadcast": _SHOW,
        "report": "author contributor translator seriesEditor",
        "standard": "author contributor",
        "statute": "author contributor",
        "thesis": "author contributor",
        "tvBroadcast": _SHOW,
        "videoRecording": "director contributor scriptwriter producer castMember",
        "webpage": "author contributor translator",
    }.items()
}
"""The creator types of each item type, the main one first."""


def creator_types_of(item_type: str) -> dict[str, str]:
    """The creator type that an item type has for each role; a role without one is left out.

    >>> creator_types_of("patent"), creator_types_of("audioRecording")["performer"]
    ({'contributor': 'contributor', 'author': 'inventor'}, 'performer')
    """
    types = {"contributor": "contributor"}
    for creator_type in ITEM_CREATORS.get(item_type, ("author",)):
        types.setdefault(CREATOR_ROLES[creator_type], creator_type)
    return types
