"""What each field of a Hayagriva entry means, type by type.

Knows: Hayagriva's file format (its documentation of fields, entry types and parents).
Must not know: YAML. Tags are paths: ``"parent/title"`` is the title of the parent, ``"event/..."`` stands for a parent
of the type Conference, ``"original/..."`` for one of the type Original.
"""

from __future__ import annotations

from typing import Final

from bibkit import KINDS, Codec, FieldMap, Kind, KindMap, Rule
from bibkit.codecs.identifiers import decode_doi
from bibkit.codecs.pages import decode_pages
from bibkit_hayagriva.values import DATE, PERSON

__all__ = ["DEFAULT_PARENTS", "FIELDS", "FORMATTABLE", "KIND_MAP", "ROLES"]

KIND_MAP: Final = KindMap(
    [
        ("article", "article"),
        ("article>periodical", "article-journal"),
        ("article>newspaper", "article-newspaper"),
        ("article>blog", "post-weblog"),
        ("article>proceedings", "paper-conference"),
        ("article>conference", "speech"),
        ("anthos>anthology", "chapter"),
        ("chapter>book", "chapter"),
        ("chapter", "chapter"),
        ("anthos", "chapter"),
        ("book", "book"),
        ("anthology", "collection"),
        ("proceedings", "book"),
        ("entry>reference", "entry-encyclopedia"),
        ("entry>repository", "dataset"),
        ("entry", "entry"),
        ("report", "report"),
        ("thesis", "thesis"),
        ("web", "webpage"),
        ("blog", "webpage"),
        ("artwork", "graphic"),
        ("patent", "patent"),
        ("case", "legal_case"),
        ("legislation", "legislation"),
        ("manuscript", "manuscript"),
        ("post", "post"),
        ("tweet", "post"),
        ("thread", "post"),
        ("misc", "document"),
        ("performance", "performance"),
        ("newspaper", "periodical"),
        ("periodical", "periodical"),
        ("reference", "book"),
        ("conference", "event"),
        ("exhibition", "event"),
        ("repository", "software"),
        ("video", "motion_picture"),
        ("scene", "motion_picture"),
        ("audio", "song"),
    ],
    fallback="misc",
)
"""``type>type of the parent``. A kind without a row becomes Misc."""

DEFAULT_PARENTS: Final = {
    "article": "periodical",
    "chapter": "book",
    "entry": "reference",
    "anthos": "anthology",
    "web": "web",
    "scene": "video",
    "artwork": "exhibition",
    "legislation": "anthology",
    "post": "post",
    "tweet": "tweet",
    "video": "video",
    "audio": "audio",
}
"""The type of a parent that names none ("Entry Type")."""

FORMATTABLE: Final = frozenset(
    ("title", "short", "publisher", "location", "organization", "archive", "archive-location", "call-number", "genre",
     "abstract", "note")
)  # fmt: skip
"""Fields whose braces and dollars Hayagriva reads: "formattable strings"."""

ROLES: Final = {
    "translator": "translator",
    "afterword": "afterword",
    "foreword": "foreword",
    "introduction": "introduction",
    "annotator": "annotator",
    "commentator": "commentator",
    "holder": "holder",
    "compiler": "compiler",
    "organizer": "organizer",
    "cast-member": "performer",
    "composer": "composer",
    "producer": "producer",
    "executive-producer": "executive-producer",
    "writer": "script-writer",
    "director": "director",
    "illustrator": "illustrator",
    "narrator": "narrator",
    "collaborator": "contributor",
}
"""Roles of ``affiliated`` persons, and ours."""

_WHOLE: Final[tuple[Kind, ...]] = (
    "book",
    "collection",
    "report",
    "thesis",
    "periodical",
    "patent",
    "manuscript",
    "classic",
)
"""Kinds whose parent is the series; that of other kinds is the container."""
_PART: Final[tuple[Kind, ...]] = (
    "article-journal",
    "article-newspaper",
    "chapter",
    "paper-conference",
    "entry-encyclopedia",
)
"""Kinds whose parent was published, with a volume, a number and a publisher of its own."""
_NUMBERED: Final[tuple[Kind, ...]] = tuple(kind for kind in KINDS if kind not in _WHOLE)


def _same(text: str) -> str:
    return text


_PAGES: Final = Codec(decode_pages, _same)
_DOI: Final = Codec(decode_doi, _same)


def _of_part(theirs: str, ours: str) -> list[Rule]:
    """A field that stands with the parent for parts of something, and with the entry for all other kinds."""
    return [
        Rule(f"parent/{theirs}", ours, kinds=_PART),
        Rule(theirs, ours, kinds=_PART, write=False),
        Rule(theirs, ours),
        Rule(f"parent/{theirs}", ours, write=False),
    ]


FIELDS: Final = FieldMap(
    "hayagriva",
    KIND_MAP,
    [
        Rule("title", "title"),
        Rule("title/short", "title_short"),
        Rule("author", "authors:author", PERSON, many=True),
        Rule("date", "issued", DATE),
        Rule("parent/date", "issued", DATE, write=False),
        Rule("parent/title", "collection_title", kinds=_WHOLE),
        Rule("parent/volume", "collection_number", kinds=_WHOLE),
        Rule("parent/title", "container_title"),
        Rule("parent/title/short", "container_title_short"),
        Rule("parent/parent/title", "collection_title"),
        Rule("parent/parent/volume", "collection_number"),
        Rule("parent/author", "authors:container-author", PERSON, many=True),
        Rule(
            "parent/editor",
            "authors:editor",
            PERSON,
            kinds=("chapter", "paper-conference", "entry-encyclopedia"),
            many=True,
        ),
        Rule(
            "editor",
            "authors:editor",
            PERSON,
            kinds=("chapter", "paper-conference", "entry-encyclopedia"),
            many=True,
            write=False,
        ),
        Rule("editor", "authors:editor", PERSON, many=True),
        Rule("parent/editor", "authors:collection-editor", PERSON, kinds=_WHOLE, many=True),
        Rule("parent/parent/editor", "authors:collection-editor", PERSON, many=True),
        *[Rule(f"affiliated/{theirs}", f"authors:{ours}", PERSON, many=True) for theirs, ours in ROLES.items()],
        *_of_part("publisher", "publisher"),
        *_of_part("location", "publisher_place"),
        *_of_part("volume", "volume"),
        *_of_part("issue", "issue"),
        *_of_part("edition", "edition"),
        *_of_part("volume-total", "number_of_volumes"),
        *_of_part("serial-number/issn", "issn"),
        *_of_part("serial-number/isbn", "isbn"),
        Rule("issn", "issn", write=False),
        Rule("isbn", "isbn", write=False),
        Rule("parent/issn", "issn", write=False),
        Rule("parent/isbn", "isbn", write=False),
        Rule("chapter", "chapter_number"),
        Rule("page-range", "page", _PAGES),
        Rule("page-total", "number_of_pages"),
        Rule("organization", "authority"),
        Rule("runtime", "dimensions"),
        Rule("url", "url"),
        Rule("url/date", "accessed", DATE),
        Rule("serial-number/doi", "doi", _DOI),
        Rule("doi", "doi", _DOI, write=False),
        Rule("serial-number/pmid", "pmid"),
        Rule("serial-number/pmcid", "pmcid"),
        Rule("serial-number/serial", "number"),
        Rule("serial-number/version", "version"),
        Rule("serial-number/printing", "printing_number"),
        Rule("serial-number/primary-class", "eprint_class"),
        Rule("language", "language"),
        Rule("genre", "genre"),
        Rule("abstract", "abstract"),
        Rule("note", "note"),
        Rule("archive", "archive"),
        Rule("archive-location", "archive_location"),
        Rule("call-number", "call_number"),
        Rule("keywords", "tags", many=True),
        Rule("event/title", "event_title"),
        Rule("event/location", "event_place"),
        Rule("event/date", "event_date", DATE),
        Rule("original/title", "original_title"),
        Rule("original/date", "original_date", DATE),
        Rule("original/publisher", "original_publisher"),
        Rule("original/location", "original_publisher_place"),
    ],
    handled_fields=("key", "eprint", "eprint_type", "eprint_version"),
)
"""Hayagriva's fields. ``keywords`` is ours: Hayagriva passes over fields that it does not know."""
