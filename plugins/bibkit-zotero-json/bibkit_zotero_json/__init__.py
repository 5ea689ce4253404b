"""Zotero API JSON for bibkit.

Knows: the record that names the format. The modules that do the work are loaded on first use.
"""

from __future__ import annotations

from bibkit import Format, hookimpl

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
            description="items as Zotero's API and connector exchange them",
        )
    ]
