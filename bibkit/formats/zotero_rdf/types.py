"""What nodes of Zotero RDF are: item types, containers, the properties of creators.

Knows: in which elements Zotero's RDF export puts an item of a type and what it is part of, which property holds which
creators, and what a node's type in other vocabularies says of its kind.
Must not know: files, XML, how a value is spelled, which field a property fills (`table`). Item types and creator types
themselves are in `bibkit.zotero`.
"""

from __future__ import annotations

from typing import Final

from bibkit.model import KINDS, Kind
from bibkit.zotero import CREATOR_ROLES, ITEM_CREATORS, creator_types_of, item_type_of

__all__ = ["CONTAINERS", "CONTAINER_KINDS", "CREATOR_PROPERTIES", "ELEMENTS", "RDF_TYPES", "creator_properties_of"]

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

CREATOR_PROPERTIES: Final = {
    f"{prefix}:{name}s": role for name, role in CREATOR_ROLES.items() for prefix in ("bib", "z")
}
"""The role that the persons of a property have."""


def _property(creator_type: str) -> str:
    return ("bib:" if creator_type in {"author", "editor", "contributor"} else "z:") + creator_type + "s"


def creator_properties_of(item_type: str) -> dict[str, str]:
    """The property that Zotero reads each role from, for one item type. ``""`` is for every other role.

    Zotero drops creators whose type the item's type does not have, so those become contributors. An item type without
    authors has its main creators instead.

    >>> creator_properties_of("patent")
    {'contributor': 'bib:contributors', 'author': 'z:inventors', '': 'bib:contributors'}
    """
    properties = {role: _property(creator_type) for role, creator_type in creator_types_of(item_type).items()}
    properties.setdefault("author", _property(ITEM_CREATORS.get(item_type, ("author",))[0]))
    return {**properties, "": "bib:contributors"}
