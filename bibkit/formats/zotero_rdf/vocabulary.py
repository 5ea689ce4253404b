"""The words of Zotero RDF: namespaces, item types, creator types, containers.

Knows: what Zotero's RDF import and export call things (schema of item types: https://api.zotero.org/schema).
Must not know: files, XML, how a value is spelled, which field a property fills (`table`).

A property is named by the usual prefix of its namespace and its local name: ``dc:title``. A property of a
namespace without a prefix here is named in James Clark's notation: ``{http://example.org/}weight``.
"""

from __future__ import annotations

from typing import Final

from bibkit.fields import KindMap
from bibkit.model import KINDS, Kind

__all__ = [
    "AFFILIATION_SEPARATOR",
    "CONTAINERS",
    "CONTAINER_KINDS",
    "CREATOR_ROLES",
    "ELEMENTS",
    "ITEM_KINDS",
    "NAMESPACES",
    "RDF_TYPES",
    "WRITTEN_PREFIXES",
    "creators_of",
    "item_type_of",
    "short_name",
]

NAMESPACES: Final[dict[str, str]] = {
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "z": "http://www.zotero.org/namespaces/export#",
    "bib": "http://purl.org/net/biblio#",
    "dc": "http://purl.org/dc/elements/1.1/",
    "dcterms": "http://purl.org/dc/terms/",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "prism": "http://prismstandard.org/namespaces/1.2/basic/",
    "link": "http://purl.org/rss/1.0/modules/link/",
    "vcard": "http://nwalsh.com/rdf/vCard#",
    "v": "http://www.w3.org/2006/vcard/ns#",
    "bibo": "http://purl.org/ontology/bibo/",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "schema": "http://schema.org/",
    "eprints": "http://purl.org/eprint/terms/",
    "og": "http://ogp.me/ns#",
    "xml": "http://www.w3.org/XML/1998/namespace",
}
WRITTEN_PREFIXES: Final = ("rdf", "z", "bib", "dc", "dcterms", "foaf", "prism", "link", "vcard", "v", "bibo")
"""The namespaces that a written file declares."""

# Older and newer spellings of the same vocabularies.
_PREFIXES: Final[dict[str, str]] = {
    **{uri: prefix for prefix, uri in NAMESPACES.items()},
    "http://purl.org/dc/elements/1.0/": "dc",
    "https://schema.org/": "schema",
    "http://prismstandard.org/namespaces/basic/2.0/": "prism",
    "http://prismstandard.org/namespaces/basic/2.1/": "prism",
    "http://prismstandard.org/namespaces/basic/3.0/": "prism",
}


def short_name(tag: str) -> str:
    """A name in Clark notation with the prefix of its namespace, where that is known.

    >>> short_name("{http://purl.org/dc/terms/}title"), short_name("{urn:x}y")
    ('dcterms:title', '{urn:x}y')
    """
    if tag[:1] != "{":
        return tag
    namespace, _, local = tag[1:].partition("}")
    prefix = _PREFIXES.get(namespace)
    return f"{prefix}:{local}" if prefix is not None else tag


# A kind that Zotero has no item type for becomes its nearest type, and the kind stands in Extra ("Type: review"),
# which Zotero and citeproc-js heed; here that is written "type/kind".
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


def item_type_of(kind: Kind) -> tuple[str, str]:
    """Zotero's item type for a kind, and what Extra must say as its type besides, if anything.

    >>> item_type_of("article"), item_type_of("review")
    (('preprint', ''), ('journalArticle', 'review'))
    """
    item_type, _, exact = ITEM_KINDS.encode(kind).partition("/")
    return item_type, exact


ELEMENTS: Final[dict[str, str]] = {
    "artwork": "bib:Illustration",
    "audioRecording": "bib:Recording",
    "bill": "bib:Legislation",
    "blogPost": "bib:Document",
    "book": "bib:Book",
    "bookSection": "bib:BookSection",
    "case": "bib:Document",
    "computerProgram": "bib:Data",
    "email": "bib:Letter",
    "film": "bib:MotionPicture",
    "forumPost": "bib:Document",
    "hearing": "bib:Report",
    "instantMessage": "bib:Letter",
    "interview": "bib:Interview",
    "journalArticle": "bib:Article",
    "letter": "bib:Letter",
    "magazineArticle": "bib:Article",
    "manuscript": "bib:Manuscript",
    "map": "bib:Image",
    "newspaperArticle": "bib:Article",
    "patent": "bib:Patent",
    "podcast": "bib:Recording",
    "presentation": "bib:ConferenceProceedings",
    "radioBroadcast": "bib:Recording",
    "report": "bib:Report",
    "statute": "bib:Legislation",
    "thesis": "bib:Thesis",
    "tvBroadcast": "bib:Recording",
    "videoRecording": "bib:Recording",
    "webpage": "bib:Document",
}
"""The element that Zotero itself writes for an item type; the others are an ``rdf:Description``."""

CONTAINERS: Final[dict[str, str]] = {
    "blogPost": "z:Blog",
    "bookSection": "bib:Book",
    "case": "bib:CourtReporter",
    "conferencePaper": "bib:Journal",
    "dictionaryEntry": "bib:Book",
    "encyclopediaArticle": "bib:Book",
    "forumPost": "z:Forum",
    "journalArticle": "bib:Journal",
    "magazineArticle": "bib:Periodical",
    "newspaperArticle": "bib:Newspaper",
    "webpage": "z:Website",
}
"""The node that holds the container's title, volume and identifiers, for the item types that have one."""

CONTAINER_KINDS: Final[tuple[Kind, ...]] = tuple([kind for kind in KINDS if item_type_of(kind)[0] in CONTAINERS])

RDF_TYPES: Final[dict[str, Kind]] = {
    "bib:Article": "article-journal",
    "bib:Book": "book",
    "bib:BookSection": "chapter",
    "bib:ConferenceProceedings": "speech",
    "bib:Data": "software",
    "bib:Document": "webpage",
    "bib:Illustration": "graphic",
    "bib:Image": "graphic",
    "bib:Interview": "interview",
    "bib:Legislation": "legislation",
    "bib:Letter": "personal_communication",
    "bib:Manuscript": "manuscript",
    "bib:MotionPicture": "motion_picture",
    "bib:Patent": "patent",
    "bib:Recording": "song",
    "bib:Report": "report",
    "bib:Thesis": "thesis",
    "bibo:AcademicArticle": "article-journal",
    "bibo:Article": "article-journal",
    "bibo:AudioDocument": "song",
    "bibo:Bill": "bill",
    "bibo:Book": "book",
    "bibo:BookSection": "chapter",
    "bibo:Chapter": "chapter",
    "bibo:CollectedDocument": "document",
    "bibo:Document": "document",
    "bibo:EditedBook": "book",
    "bibo:Email": "personal_communication",
    "bibo:Film": "motion_picture",
    "bibo:Hearing": "hearing",
    "bibo:Image": "graphic",
    "bibo:Interview": "interview",
    "bibo:LegalCaseDocument": "legal_case",
    "bibo:LegalDecision": "legal_case",
    "bibo:Legislation": "legislation",
    "bibo:Letter": "personal_communication",
    "bibo:Manual": "book",
    "bibo:Manuscript": "manuscript",
    "bibo:Map": "map",
    "bibo:Note": "document",
    "bibo:Patent": "patent",
    "bibo:Performance": "performance",
    "bibo:PersonalCommunication": "personal_communication",
    "bibo:Proceedings": "book",
    "bibo:ReferenceSource": "book",
    "bibo:Report": "report",
    "bibo:Slideshow": "speech",
    "bibo:Standard": "standard",
    "bibo:Statute": "legislation",
    "bibo:Thesis": "thesis",
    "bibo:Webpage": "webpage",
    "schema:Article": "article-magazine",
    "schema:BlogPosting": "post-weblog",
    "schema:Book": "book",
    "schema:Chapter": "chapter",
    "schema:CreativeWork": "document",
    "schema:Dataset": "dataset",
    "schema:Map": "map",
    "schema:Movie": "motion_picture",
    "schema:NewsArticle": "article-newspaper",
    "schema:Report": "report",
    "schema:Review": "review",
    "schema:ScholarlyArticle": "article-journal",
    "schema:SoftwareApplication": "software",
    "schema:SoftwareSourceCode": "software",
    "schema:Thesis": "thesis",
    "schema:WebPage": "webpage",
    "http://purl.org/dc/dcmitype/Dataset": "dataset",
    "http://purl.org/dc/dcmitype/Software": "software",
}
"""What the type of a node says of its kind where there is no ``z:itemType``."""

# Creator types: the role that each one stands for. The first creator type of an item is what CSL calls the author,
# except where CSL 1.0.2 has a word of its own (director, performer).
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

_BOOKISH: Final = "author editor translator seriesEditor"
_CREATORS: Final[dict[str, str]] = {
    "artwork": "artist",
    "audioRecording": "performer composer",
    "bill": "sponsor",
    "book": _BOOKISH,
    "bookSection": f"{_BOOKISH} bookAuthor",
    "computerProgram": "programmer",
    "conferencePaper": _BOOKISH,
    "dictionaryEntry": _BOOKISH,
    "document": "author editor translator reviewedAuthor",
    "email": "author recipient",
    "encyclopediaArticle": _BOOKISH,
    "film": "director scriptwriter producer",
    "hearing": "contributor",
    "instantMessage": "author recipient",
    "interview": "interviewee interviewer translator",
    "journalArticle": "author editor translator reviewedAuthor",
    "letter": "author recipient",
    "magazineArticle": "author translator reviewedAuthor",
    "manuscript": "author translator",
    "map": "cartographer seriesEditor",
    "newspaperArticle": "author translator reviewedAuthor",
    "patent": "inventor",
    "podcast": "podcaster guest",
    "preprint": "author editor translator reviewedAuthor",
    "presentation": "presenter",
    "radioBroadcast": "director scriptwriter producer castMember guest",
    "report": "author translator seriesEditor",
    "tvBroadcast": "director scriptwriter producer castMember guest",
    "videoRecording": "director scriptwriter producer castMember",
    "webpage": "author translator",
}
"""The creator types that Zotero reads for an item type, its main one first; every type has ``contributor`` too."""


def _element(creator_type: str) -> str:
    return ("bib:" if creator_type in {"author", "editor", "contributor"} else "z:") + creator_type + "s"


def creators_of(item_type: str) -> dict[str, str]:
    """The property that Zotero reads each role from, for one item type. ``""`` is for every other role.

    Zotero drops creators whose type the item's type does not have, so those become contributors.

    >>> creators_of("patent")
    {'': 'bib:contributors', 'contributor': 'bib:contributors', 'author': 'z:inventors'}
    """
    types = _CREATORS.get(item_type, "author").split()
    elements = {"": "bib:contributors", "contributor": "bib:contributors"}
    for creator_type in types:
        elements.setdefault(CREATOR_ROLES[creator_type], _element(creator_type))
    elements.setdefault("author", _element(types[0]))
    return elements


AFFILIATION_SEPARATOR: Final = " · "
"""Zotero keeps one value of ``z:affiliation``, so the institutions stand in one, as topic pages show them."""
