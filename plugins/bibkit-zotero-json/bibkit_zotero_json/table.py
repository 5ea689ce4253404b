"""The two-way table of Zotero's items: what the fields of each item type are, from `bibkit.zotero`.

Knows: how the value of a field is spelled in an item.
Must not know: JSON.
"""

from __future__ import annotations

from typing import Any, Final

from bibkit import DATE_FIELDS, OMISSION_FIELDS, Codec, FieldMap, Kind, Paper, Rule
from bibkit.codecs.dates import EDTF
from bibkit.codecs.identifiers import decode_doi
from bibkit.codecs.pages import decode_pages
from bibkit.zotero import FIELD_NAMES, ITEM_KINDS, field_name, item_type_of

__all__ = ["FIELDS", "spelled"]


def _same(text: str) -> str:
    return text


_CODECS: Final[dict[str, Codec[Any, Any]]] = {
    **dict.fromkeys(DATE_FIELDS, EDTF),
    "doi": Codec(decode_doi, _same),
    "page": Codec(decode_pages, _same),
}


def spelled(paper: Paper, item_type: str) -> dict[str, str]:
    """The fields of an item of some type that a paper fills."""
    item: dict[str, str] = {}
    for ours in FIELD_NAMES:
        value, name = getattr(paper, ours), field_name(item_type, ours)
        if value and name:
            codec = _CODECS.get(ours)
            item[name] = codec.encode(value) if codec else value
    return item


def _rules() -> list[Rule]:
    kinds: tuple[Kind, ...] = tuple(dict.fromkeys(kind for _, kind in ITEM_KINDS.rows))
    rules: list[Rule] = []
    for ours, names in FIELD_NAMES.items():
        codec = _CODECS.get(ours, Codec(_same, _same))
        for theirs in names.split():
            own = tuple(kind for kind in kinds if field_name(item_type_of(kind)[0], ours) == theirs)
            if own:
                rules.append(Rule(theirs, ours, codec, kinds=own))
            rules.append(Rule(theirs, ours, codec, write=False))
    return rules


FIELDS: Final = FieldMap(
    "zotero-json",
    ITEM_KINDS,
    _rules(),
    handled_fields=(
        *FIELD_NAMES, "authors", "affiliations", "tags", "automatic_tags", "collections", "notes", "attachments", "eprint",
        "eprint_type", "eprint_version", "eprint_class", *OMISSION_FIELDS, "available_date", "event_date", "original_date", "page_first", "chapter_number", "part_number",
        "part_title", "printing_number", "supplement_number", "volume_title", "jurisdiction", "event_place", "note",
        "annote", "archive_collection", "archive_place", "division", "original_title", "original_publisher",
        "original_publisher_place", "reviewed_title", "reviewed_genre", "year_suffix", "citation_label", "citation_number",
    ),
)  # fmt: skip
"""Zotero's fields. What an item's type has no field for is carried as lines of Extra."""
