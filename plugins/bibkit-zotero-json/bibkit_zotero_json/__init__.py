"""Zotero API JSON for bibkit.

Knows: the record that names the format. The modules that do the work are loaded on first use.
"""

from __future__ import annotations

from bibkit import Code, Format, hookimpl

__all__ = ["bibkit_formats"]


@hookimpl
def bibkit_formats() -> list[Format]:
    """The format that this plugin adds."""
    return [
        Format(
            name="zotero-json",
            title="Zotero API JSON",
            suffixes=(".json",),
            sniff="bibkit_zotero_json.reader:sniff",
            read="bibkit_zotero_json.reader:read",
            write="bibkit_zotero_json.writer:write",
            fields="bibkit_zotero_json.table:FIELDS",
            binary=True,
            codes=(
                Code(
                    "child-without-item",
                    "warning",
                    "a note or file belongs to no item of the file; it is left out",
                    '`"parentItem": "ABCD2345"` without that item',
                ),
                Code("not-an-item", "error", "a member of the list is no Zotero item", '`[{"title": "Ponds"}]`'),
                Code(
                    "unknown-item-type",
                    "warning",
                    "Zotero has no such item type; the paper is read as a document",
                    '`"itemType": "pond"`',
                ),
            ),
            description="items as Zotero's API and connector exchange them",
        )
    ]
