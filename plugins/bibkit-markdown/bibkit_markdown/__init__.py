"""Markdown notes for bibkit: one note a paper, with YAML front matter.

Knows: the records that name the formats. The modules that do the work are loaded on first use.
"""

from __future__ import annotations

from bibkit import Format, Option, Target, hookimpl

__all__ = ["bibkit_formats", "bibkit_targets"]

_FLAVOUR = Option("flavour", "obsidian", "whose front matter to write", choices=("obsidian", "quarto"))


@hookimpl
def bibkit_formats() -> list[Format]:
    """The formats that this plugin adds."""
    return [
        Format(
            name="markdown",
            title="Markdown notes",
            suffixes=(".md", ".qmd"),
            write="bibkit_markdown.notes:write",
            fields="bibkit_markdown.table:FIELDS",
            options=(_FLAVOUR,),
            description="notes with YAML front matter, one after another; write only",
        ),
        Format(
            name="markdown-zip",
            title="Folder of Markdown notes",
            suffixes=(".zip",),
            write="bibkit_markdown.folder:write",
            fields="bibkit_markdown.table:FIELDS",
            options=(_FLAVOUR,),
            binary=True,
            description="one note a paper, as a zip archive to unpack into a vault or project; write only",
        ),
    ]


@hookimpl
def bibkit_targets() -> list[Target]:
    """The programs that the notes are for."""
    return [
        Target(
            name="obsidian",
            title="Obsidian",
            format="markdown-zip",
            options={"flavour": "obsidian"},
            also={"markdown": {"flavour": "obsidian"}},
        ),
        Target(
            name="quarto",
            title="Quarto",
            format="markdown-zip",
            options={"flavour": "quarto"},
            also={"markdown": {"flavour": "quarto"}},
        ),
    ]
