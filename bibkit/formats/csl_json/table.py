"""CSL-JSON's table: which variable is which field.

Knows: the variables of CSL 1.0.2 (appendix IV), their older spellings, the members that bibkit adds to
``custom``, and which types and members Zotero's import takes.
Must not know: how a file is cut into items.

The JSON schema spells three number variables otherwise than the specification (``part``, ``printing``,
``supplement``); styles use the specification's names, so those are written and both are read.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from bibkit.codecs import Codec
from bibkit.fields import FieldMap, KindMap, Rule
from bibkit.formats.csl_json.dates import decode_date, encode_date, encode_raw
from bibkit.formats.csl_json.values import (
    AFFILIATIONS,
    ATTACHMENTS,
    COUNT,
    DOI,
    IDENTIFIERS,
    KEYWORD,
    LONG_TEXT,
    NAMES,
    PAGES,
    PATHS,
    STRINGS,
    TEXT,
    VERBATIM,
)
from bibkit.model import DATE_FIELDS, EXTENSION_ROLES, KINDS, OMISSION_FIELDS, ROLES, Kind
from bibkit.zotero import ITEM_KINDS, item_type_of

__all__ = ["CUSTOM", "DATES", "FIELDS", "KIND_ALIASES", "LEFT_OUT", "NAME_VARIABLES", "SCHEMA_EXTRAS", "ZOTERO_FIELDS"]

CUSTOM: Final = "custom."
"""How the table marks a member of an item's ``custom`` object."""

KIND_ALIASES: Final[tuple[tuple[str, Kind], ...]] = (
    # Crossref, DataCite and hand-written files use these for CSL's types.
    ("journal-article", "article-journal"),
    ("proceedings-article", "paper-conference"),
    ("conference-paper", "paper-conference"),
    ("posted-content", "article"),
    ("preprint", "article"),
    ("article-preprint", "article"),
    ("book-chapter", "chapter"),
    ("book-section", "chapter"),
    ("book-part", "chapter"),
    ("monograph", "book"),
    ("edited-book", "book"),
    ("reference-book", "book"),
    ("proceedings", "book"),
    ("reference-entry", "entry"),
    ("dissertation", "thesis"),
    ("peer-review", "review"),
    ("computer-program", "software"),
    ("legal-case", "legal_case"),
    ("motion-picture", "motion_picture"),
    ("musical-score", "musical_score"),
    ("personal-communication", "personal_communication"),
    ("report-component", "report"),
    ("database", "dataset"),
    ("journal", "periodical"),
)

_ZOTERO_TAKES: Final[tuple[Kind, ...]] = (
    "article",
    "article-journal",
    "article-magazine",
    "article-newspaper",
    "bill",
    "book",
    "broadcast",
    "chapter",
    "dataset",
    "document",
    "entry-dictionary",
    "entry-encyclopedia",
    "graphic",
    "hearing",
    "interview",
    "legal_case",
    "legislation",
    "manuscript",
    "map",
    "motion_picture",
    "paper-conference",
    "patent",
    "personal_communication",
    "post",
    "post-weblog",
    "report",
    "song",
    "speech",
    "standard",
    "thesis",
    "webpage",
)
"""The types that Zotero's CSL-JSON import knows; any other makes it refuse the whole file."""


def _zotero_type(kind: Kind) -> Kind:
    nearest = ITEM_KINDS.decode(item_type_of(kind)[0])
    return nearest if nearest in _ZOTERO_TAKES else "document"


_ZOTERO_WRITES: Final = {kind: _zotero_type(kind) for kind in KINDS}
"""For each kind the type that Zotero is given."""

DATES: Final = {field.replace("_", "-"): field for field in DATE_FIELDS}
"""The field of each variable that is a date."""
_DATE: Final[Codec[Any, Any]] = Codec(decode_date, encode_date)
_RAW_DATE: Final[Codec[Any, Any]] = Codec(decode_date, encode_raw)

NAME_VARIABLES: Final = tuple(role for role in ROLES if role not in EXTENSION_ROLES)

# Read first, written by the writer itself beside the table.
LEFT_OUT: Final = frozenset(("id", "citation-key", "type", "custom"))

SCHEMA_EXTRAS: Final = frozenset(
    ("journalAbbreviation", "shortTitle", "event", "locator", "first-reference-note-number", "volume-title-short")
)
"""Variables of the JSON schema that no field stands for; the writer puts any other unknown one into ``custom``."""


def _named(variables: str) -> tuple[Rule, ...]:
    """Rows of one-line texts whose field has the variable's name, with underscores for hyphens."""
    return tuple(Rule(variable, variable.replace("-", "_"), TEXT) for variable in variables.split())


_NAMES: Final = tuple(Rule(role, f"authors:{role}", NAMES) for role in NAME_VARIABLES)

_PUBLICATION: Final = (
    Rule("title", "title", TEXT),
    Rule("title-short", "title_short", TEXT),
    Rule("shortTitle", "title_short", TEXT, write=False),
    Rule("short-title", "title_short", TEXT, write=False),
    *_NAMES,
)

_DATE_RULES: Final = tuple(Rule(variable, field, _DATE) for variable, field in DATES.items())

_TEXTS: Final = (
    *_named("container-title container-title-short collection-title collection-number volume volume-title issue"),
    Rule("page", "page", PAGES),
    *_named("page-first number number-of-pages number-of-volumes chapter-number part-number part-title"),
    *_named("printing-number supplement-number edition version publisher publisher-place authority jurisdiction"),
    *_named("event-title event-place genre medium status archive"),
    Rule("archive_collection", "archive_collection", TEXT),
    Rule("archive_location", "archive_location", TEXT),
    *_named("archive-place call-number source dimensions division scale section references"),
    *_named("original-title original-publisher original-publisher-place reviewed-title reviewed-genre"),
    *_named("year-suffix citation-label citation-number"),
    Rule("language", "language", VERBATIM),
    Rule("DOI", "doi", DOI),
    Rule("URL", "url", VERBATIM),
    Rule("ISBN", "isbn", IDENTIFIERS),
    Rule("ISSN", "issn", IDENTIFIERS),
    Rule("PMID", "pmid", VERBATIM),
    Rule("PMCID", "pmcid", VERBATIM),
    Rule("abstract", "abstract", LONG_TEXT),
    # Older spellings, and the schema's.
    Rule("journalAbbreviation", "container_title_short", TEXT, write=False),
    Rule("event", "event_title", TEXT, write=False),
    Rule("part", "part_number", TEXT, write=False),
    Rule("printing", "printing_number", TEXT, write=False),
    Rule("supplement", "supplement_number", TEXT, write=False),
)

_LABELS: Final = (
    Rule("custom.tags", "tags", STRINGS, write=False),
    Rule("keyword", "tags", KEYWORD),
    Rule("categories", "categories", STRINGS),
)

_REMARKS: Final = (
    Rule("annote", "annote", LONG_TEXT),
    Rule("note", "note", LONG_TEXT),
)

_CUSTOM: Final = (
    Rule("custom.affiliations", "affiliations", AFFILIATIONS),
    *(Rule(f"custom.{name}", name, COUNT) for name in sorted(OMISSION_FIELDS)),
    Rule("custom.automatic_tags", "automatic_tags", STRINGS),
    Rule("custom.collections", "collections", PATHS),
    Rule("custom.notes", "notes", STRINGS),
    Rule("custom.attachments", "attachments", ATTACHMENTS),
    *(Rule(f"custom.{name}", name, VERBATIM) for name in ("eprint", "eprint_type", "eprint_class", "eprint_version")),
    *(Rule(f"custom.{role}", f"authors:{role}", NAMES) for role in EXTENSION_ROLES),
)

FIELDS: Final = FieldMap(
    "csl-json",
    KindMap([*((kind, kind) for kind in KINDS), *KIND_ALIASES], fallback="document"),
    (*_PUBLICATION, *_DATE_RULES, *_TEXTS, *_LABELS, *_REMARKS, *_CUSTOM),
    handled_fields=("key", "authors.orcid", "authors.affiliations", "affiliations.ror"),
)
"""The whole format: ``custom`` is a proper place of CSL-JSON, so a paper loses nothing in it."""

ZOTERO_FIELDS: Final = FieldMap(
    "csl-json",
    KindMap(
        [
            *((kind, kind) for kind in _ZOTERO_TAKES),
            *((theirs, kind) for kind, theirs in _ZOTERO_WRITES.items()),
            *((kind, kind) for kind in KINDS),
        ],
        fallback="document",
    ),
    (
        *_PUBLICATION,
        *(msgspec.structs.replace(rule, codec=_RAW_DATE) for rule in _DATE_RULES),
        *_TEXTS,
        *_REMARKS,
    ),
    # The number of an arXiv preprint and lines of the note hold these.
    handled_fields=("key", "affiliations", "eprint", "eprint_type", "eprint_version"),
)
"""What Zotero's import keeps: no ``custom``, no tags; dates as they are written; affiliations go into the note."""
