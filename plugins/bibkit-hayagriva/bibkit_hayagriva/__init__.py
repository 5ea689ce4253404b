"""Hayagriva YAML for bibkit: the bibliographies of Typst.

Knows: the record that names the format. The modules that do the work are loaded on first use.
"""

from __future__ import annotations

from bibkit import Code, Format, Target, hookimpl

__all__ = ["bibkit_formats", "bibkit_targets"]


@hookimpl
def bibkit_formats() -> list[Format]:
    """The format that this plugin adds."""
    return [
        Format(
            name="hayagriva",
            title="Hayagriva YAML",
            suffixes=(".yml", ".yaml"),
            sniff="bibkit_hayagriva.reader:sniff",
            read="bibkit_hayagriva.reader:read",
            write="bibkit_hayagriva.writer:write",
            fields="bibkit_hayagriva.table:FIELDS",
            codes=(
                Code("bad-yaml", "error", "YAML cannot read an entry", "`title: [Ponds`"),
                Code("not-an-entry", "error", "a key has no fields below it", "`ponds: 3`"),
                Code(
                    "renamed-key",
                    "info",
                    "a key stands twice; the later paper is written under another",
                    "`sol2031` becomes `sol2031-2`",
                ),
                Code(
                    "too-large",
                    "error",
                    "aliases of aliases make an entry too large",
                    "a thousand aliases of a list of aliases",
                ),
            ),
            description="the bibliographies of Typst",
        )
    ]


@hookimpl
def bibkit_targets() -> list[Target]:
    """The program that reads the format."""
    return [Target(name="typst", title="Typst", format="hayagriva", also={"biblatex": {}})]
