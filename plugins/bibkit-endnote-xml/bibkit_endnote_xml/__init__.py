"""EndNote XML for bibkit.

Knows: the record that names the format. The modules that do the work are loaded on first use.
"""

from __future__ import annotations

from bibkit import Format, Option, hookimpl

__all__ = ["bibkit_formats"]


@hookimpl
def bibkit_formats() -> list[Format]:
    """The format that this plugin adds."""
    return [
        Format(
            name="endnote-xml",
            title="EndNote XML",
            suffixes=(".xml",),
            sniff="bibkit_endnote_xml.reader:sniff",
            read="bibkit_endnote_xml.reader:read",
            write="bibkit_endnote_xml.writer:write",
            fields="bibkit_endnote_xml.table:FIELDS",
            options=(Option("zotero", False, "write the address of a paper where Zotero looks for it"),),
            binary=True,
            description="what EndNote, Mendeley and Zotero export to one another",
        )
    ]
