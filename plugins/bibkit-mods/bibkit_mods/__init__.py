"""MODS for bibkit.

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
            name="mods",
            title="MODS",
            suffixes=(".mods", ".xml"),
            sniff="bibkit_mods.reader:sniff",
            read="bibkit_mods.reader:read",
            write="bibkit_mods.writer:write",
            fields="bibkit_mods.table:FIELDS",
            binary=True,
            description="the Metadata Object Description Schema, of libraries and repositories",
        )
    ]
