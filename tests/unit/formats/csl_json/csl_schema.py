"""The rules of CSL's data schema, in our own words: what a strict reader takes.

Built from the specification's lists (CSL 1.0.2, appendices III and IV); three number variables are spelled as the
specification has them and not as the published schema does.
"""

from __future__ import annotations

from bibkit.model import EXTENSION_ROLES, KINDS, ROLES

STRING = {"type": "string"}
NUMBER = {"type": ["string", "number"]}
FLAG = {"type": ["string", "number", "boolean"]}

NAME = {
    "type": "object",
    "additionalProperties": False,
    "minProperties": 1,
    "properties": {
        "family": STRING,
        "given": STRING,
        "dropping-particle": STRING,
        "non-dropping-particle": STRING,
        "suffix": STRING,
        "comma-suffix": FLAG,
        "static-ordering": FLAG,
        "literal": STRING,
        "parse-names": FLAG,
    },
}
DATE = {
    "type": "object",
    "additionalProperties": False,
    "minProperties": 1,
    "properties": {
        "date-parts": {
            "type": "array",
            "minItems": 1,
            "maxItems": 2,
            "items": {"type": "array", "minItems": 1, "maxItems": 3, "items": {"type": "number"}},
        },
        "season": NUMBER,
        "circa": FLAG,
        "literal": STRING,
        "raw": STRING,
    },
}
STRINGS = (
    "abstract annote archive archive_collection archive_location archive-place authority call-number citation-key"
    " citation-label collection-title container-title container-title-short dimensions division DOI event event-title"
    " event-place genre ISBN ISSN journalAbbreviation jurisdiction keyword language license medium note"
    " original-publisher original-publisher-place original-title part-title PMCID PMID publisher publisher-place"
    " references reviewed-genre reviewed-title scale shortTitle source status title title-short URL version"
    " volume-title volume-title-short year-suffix"
)
NUMBERS = (
    "chapter-number citation-number collection-number edition first-reference-note-number issue locator number"
    " number-of-pages number-of-volumes page page-first part-number printing-number section supplement-number volume"
)
DATES = "accessed available-date event-date issued original-date submitted"

SCHEMA = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["id", "type"],
        "additionalProperties": False,
        "properties": {
            "id": NUMBER,
            "type": {"enum": list(KINDS)},
            "categories": {"type": "array", "items": STRING},
            "custom": {"type": "object"},
            **dict.fromkeys(STRINGS.split(), STRING),
            **dict.fromkeys(NUMBERS.split(), NUMBER),
            **dict.fromkeys(DATES.split(), DATE),
            **{role: {"type": "array", "items": NAME} for role in ROLES if role not in EXTENSION_ROLES},
        },
    },
}
