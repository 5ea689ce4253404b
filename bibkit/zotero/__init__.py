"""What Zotero is, without any file format: its item types with their fields and creators, and its field Extra.

Knows: `schema`, the tables of item types, fields and creator types, and what they are in bibkit; `extra`, the one
grammar of the lines ``Name: value`` in Extra.
Must not know: any file format. Formats for Zotero use these names instead of tables of their own; plugins may, too::

    from bibkit.zotero import decode_extra, item_type_of
"""

from __future__ import annotations

from bibkit.zotero.extra import (
    Extra,
    decode_extra,
    encode_affiliation,
    encode_affiliations,
    encode_creator,
    encode_eprint,
    encode_fields,
    encode_note,
    encode_omissions,
    encode_value,
    fits_line,
    is_line,
    kind_in_extra,
    kind_named,
    label_of,
    split_affiliations,
)
from bibkit.zotero.schema import (
    CREATOR_ROLES,
    FIELD_NAMES,
    ITEM_CREATORS,
    ITEM_FIELDS,
    ITEM_KINDS,
    ITEM_TYPES,
    creator_types_of,
    field_name,
    is_implied,
    item_type_of,
)

__all__ = [
    "CREATOR_ROLES",
    "FIELD_NAMES",
    "ITEM_CREATORS",
    "ITEM_FIELDS",
    "ITEM_KINDS",
    "ITEM_TYPES",
    "Extra",
    "creator_types_of",
    "decode_extra",
    "encode_affiliation",
    "encode_affiliations",
    "encode_creator",
    "encode_eprint",
    "encode_fields",
    "encode_note",
    "encode_omissions",
    "encode_value",
    "field_name",
    "fits_line",
    "is_implied",
    "is_line",
    "item_type_of",
    "kind_in_extra",
    "kind_named",
    "label_of",
    "split_affiliations",
]
