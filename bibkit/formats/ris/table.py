"""What each tag of RIS means, kind by kind: the one table for reading and writing.

Knows: the tags of both editions of the specification, "RIS Format Specifications" (Reference Manager, 2001) and
the table of reference types in EndNote's RIS export style (2011).
Must not know: lines, dialects. Tags whose meaning hangs on other tags (dates, pages, SN, ID, TY, M2, L1 to L4) are read
and written by `reader` and `writer`; their fields stand in ``handled_fields``.

Where the editions disagree, the row follows 2011; `bibkit.formats.ris.types.settle` knows records of 2001's shape.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from bibkit.codecs.identifiers import decode_doi
from bibkit.codecs.names import encode_inverted
from bibkit.fields import Codec, FieldMap, Rule, identity
from bibkit.formats.ris.types import SERIES_FIRST, TYPES
from bibkit.formats.ris.values import decode_company, decode_name
from bibkit.model import DATE_FIELDS, OMISSION_FIELDS, TEXT_FIELDS, Affiliation, Author, Kind

__all__ = ["FIELDS", "NUMBER_IN_SN"]

NAME: Final[Codec[str, Author]] = Codec(decode_name, encode_inverted)
COMPANY: Final[Codec[str, Author]] = Codec(decode_company, encode_inverted)
DOI: Final[Codec[str, str]] = Codec(decode_doi, identity.encode)
INSTITUTION: Final[Codec[str, Affiliation]] = Codec(Affiliation, attrgetter("name"))

NUMBER_IN_SN: Final[tuple[Kind, ...]] = ("report", "patent", "standard")
"""Kinds whose SN is the number of the work itself (2011), not an ISBN or ISSN."""

_ARTICLES: Final[tuple[Kind, ...]] = ("article-journal", "article-magazine")
_LAWS: Final[tuple[Kind, ...]] = ("bill", "hearing", "legislation")
_OTHER_A2: Final[tuple[Kind, ...]] = (
    *SERIES_FIRST,
    "bill",
    "interview",
    "legal_case",
    "patent",
    "personal_communication",
    "song",
)
"""Kinds whose A2 is somebody else than the editor; there the editor is ED."""


def _read(theirs: str, ours: str, codec: Codec[str, object] = identity, *kinds: Kind, many: bool = False) -> Rule:
    """Give a row that is read and never written."""
    return Rule(theirs, ours, codec, kinds or None, write=False, many=many)


def _people(theirs: str, role: str, *kinds: Kind, write: bool = True) -> Rule:
    return Rule(theirs, f"authors:{role}", NAME, kinds or None, write=write, many=True)


_RULES: Final = (
    Rule("TI", "title"),
    _read("T1", "title"),
    _read("CT", "title"),
    _read("BT", "title", identity, *SERIES_FIRST, "thesis", "manuscript"),
    Rule("ST", "title_short"),
    # --- people ---
    _people("AU", "author"),
    _people("A1", "author", write=False),
    _people("A2", "editor"),
    _people("A2", "collection-editor", *SERIES_FIRST),
    _people("A2", "contributor", "bill"),  # sponsor
    _people("A2", "interviewer", "interview"),
    _people("A2", "performer", "song"),
    _people("A2", "recipient", "personal_communication"),
    Rule("A2", "authority", kinds=("patent",)),  # issuing organisation
    Rule("A2", "container_title", kinds=("legal_case",)),  # reporter
    _people("ED", "editor", *_OTHER_A2),
    _people("ED", "editor", write=False),
    _people("A3", "collection-editor"),
    _people("A3", "editor", *SERIES_FIRST, write=False),
    _people("A3", "contributor", "thesis"),  # adviser
    _people("A3", "contributor", "bill", "legal_case", write=False),
    _people("A3", "producer", "motion_picture", "broadcast"),
    _people("A4", "translator"),
    _people("A4", "contributor", "paper-conference", "legal_case"),  # sponsor; counsel
    _people("A4", "performer", "motion_picture", "broadcast"),
    _people("A4", "producer", "musical_score"),
    Rule("AD", "affiliations", INSTITUTION, many=True),
    # --- what holds the work ---
    Rule("T2", "container_title"),
    Rule("T2", "collection_title", kinds=SERIES_FIRST),
    Rule("T2", "event_title", kinds=("speech",)),
    _read("event_title", "event_title", identity, "paper-conference"),  # `settle` names it so
    _read("T2", "container_title", identity, "legal_case"),
    _read("JF", "container_title"),
    _read("BT", "container_title"),
    Rule("J2", "container_title_short"),
    _read("JA", "container_title_short"),
    _read("J1", "container_title_short"),
    Rule("T3", "collection_title"),
    _read("T3", "collection_title", identity, *SERIES_FIRST),
    Rule("T3", "authority", kinds=("bill", "hearing")),  # legislative body
    _read("T3", "references", identity, "legal_case", "legislation"),  # 2001: history
    Rule("VL", "volume"),
    _read("VL", "genre", identity, "thesis"),  # degree
    Rule("IS", "issue"),
    _read("IS", "number", identity, "patent"),  # 2001
    _read("IS", "version", identity, "software", "dataset"),  # 2001
    Rule("M1", "number", kinds=(*_LAWS, "regulation", "thesis", "dataset", "broadcast")),
    Rule("M1", "collection_number", kinds=("book",)),
    _read("M1", "issue", identity, *_ARTICLES),
    Rule("SV", "number", kinds=("legal_case",)),  # docket number
    Rule("SN", "number", kinds=NUMBER_IN_SN),
    Rule("C7", "number", kinds=("article-journal",)),  # article number
    Rule("SE", "section"),
    Rule("SE", "page_first", kinds=("article-journal",)),  # start page
    Rule("SE", "chapter_number", kinds=("chapter",)),
    Rule("ET", "edition"),
    Rule("ET", "version", kinds=("software",)),
    Rule("ET", "chapter_number", kinds=_LAWS),  # session
    Rule("NV", "number_of_volumes"),
    Rule("NV", "collection_number", kinds=("report",)),
    Rule("PB", "publisher"),
    Rule("PB", "authority", kinds=("legal_case",)),  # court
    Rule("PB", "authors:holder", COMPANY, kinds=("patent",), many=True),  # assignee
    Rule("CY", "publisher_place"),
    _read("event_place", "event_place", identity, "paper-conference"),
    Rule("M3", "genre"),  # type of work
    Rule("C1", "scale", kinds=("map",)),
    Rule("C2", "pmcid", kinds=("article-journal",)),
    Rule("C3", "dimensions", kinds=("graphic", "map")),
    Rule("C6", "status", kinds=("patent",)),
    Rule("OP", "references", kinds=(*_LAWS, "legal_case")),  # history
    Rule("RI", "reviewed_title"),
    # --- what the work says of itself ---
    Rule("AB", "abstract"),
    _read("N2", "abstract"),
    Rule("KW", "tags", many=True),
    Rule("LA", "language"),
    Rule("DO", "doi", DOI),
    Rule("UR", "url"),
    _read("LK", "url"),
    # --- where it was found ---
    Rule("DP", "source"),
    _read("DB", "source"),
    _read("H1", "source"),
    Rule("AN", "archive_location"),
    _read("AV", "archive_location"),
    Rule("CN", "call_number"),
    _read("H2", "call_number"),
    Rule("LB", "citation_label"),
    Rule("N1", "notes", many=True),
    _read("RN", "notes", many=True),
)

FIELDS: Final = FieldMap(
    "ris",
    TYPES,
    _RULES,
    handled_fields=("kind", "authors", "attachments", *DATE_FIELDS, *OMISSION_FIELDS, *TEXT_FIELDS),
)
"""The table. Text fields, dates, counts and roles without a tag of their own travel in ``M2`` lines
(`bibkit.formats.ris.labels`)."""
