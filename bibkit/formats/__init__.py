"""The built-in formats and targets, as records. The modules that do the work are loaded on first use.

Knows: each format's name, suffixes, description and options, and what each target asks for.
Must not know: how a format is read or written.
"""

from __future__ import annotations

from typing import Final

from bibkit.plugins.records import Format, Option, Target

__all__ = ["BIBKIT_RECORDS", "FORMATS", "TARGETS"]

_ASCII = Option("ascii", False, "write letters beyond ASCII as TeX commands")
_PROTECT = Option("protect", True, "keep the case of acronyms and mixed-case words with braces")
_AND_OTHERS = Option("and-others", True, "end a list that the source cut short with `and others`")

FORMATS: Final[tuple[Format, ...]] = (
    Format(
        name="bibtex",
        title="BibTeX",
        suffixes=(".bib", ".bibtex"),
        sniff="bibkit.formats.bibtex:sniff",
        read="bibkit.formats.bibtex:read",
        write="bibkit.formats.bibtex:write",
        fields="bibkit.formats.bibtex:FIELDS",
        edit="bibkit.formats.bibtex:edit",
        options=(
            _ASCII,
            _PROTECT,
            _AND_OTHERS,
            Option("math", "tex", "mathematics as TeX source, or as plain Unicode", choices=("tex", "unicode")),
            Option("zotero", False, "write what Zotero's BibTeX import can read"),
        ),
        description="for LaTeX with BibTeX",
    ),
    Format(
        name="biblatex",
        title="BibLaTeX",
        suffixes=(".bib", ".biblatex"),
        sniff="bibkit.formats.bibtex:sniff_biblatex",
        read="bibkit.formats.bibtex:read_biblatex",
        write="bibkit.formats.bibtex:write_biblatex",
        fields="bibkit.formats.bibtex:BIBLATEX_FIELDS",
        edit="bibkit.formats.bibtex:edit_biblatex",
        options=(_ASCII, _PROTECT, _AND_OTHERS),
        description="for LaTeX with biblatex and biber",
    ),
    Format(
        name="ris",
        title="RIS",
        suffixes=(".ris",),
        sniff="bibkit.formats.ris:sniff",
        read="bibkit.formats.ris:read",
        write="bibkit.formats.ris:write",
        fields="bibkit.formats.ris:FIELDS",
        options=(
            Option(
                "dialect",
                "plain",
                "whose reading of the tags to write for",
                choices=("plain", "zotero", "mendeley", "endnote"),
            ),
        ),
        description="for reference managers; the one for Mendeley",
    ),
    Format(
        name="csl-json",
        title="CSL-JSON",
        suffixes=(".json", ".csljson"),
        sniff="bibkit.formats.csl_json:sniff",
        read="bibkit.formats.csl_json:read",
        write="bibkit.formats.csl_json:write",
        fields="bibkit.formats.csl_json:FIELDS",
        options=(Option("zotero", False, "write what Zotero's CSL-JSON import keeps"),),
        binary=True,
        description="for pandoc, citeproc and Quarto",
    ),
    Format(
        name="zotero-rdf",
        title="Zotero RDF",
        suffixes=(".rdf",),
        sniff="bibkit.formats.zotero_rdf:sniff",
        read="bibkit.formats.zotero_rdf:read",
        write="bibkit.formats.zotero_rdf:write",
        fields="bibkit.formats.zotero_rdf:FIELDS",
        binary=True,
        description="the complete one for Zotero: collections, notes, tags",
    ),
    Format(
        name="bibkit-jsonl",
        title="bibkit JSON Lines",
        suffixes=(".jsonl",),
        sniff="bibkit.formats.jsonl:sniff",
        read="bibkit.formats.jsonl:read",
        write="bibkit.formats.jsonl:write",
        fields="bibkit.formats.jsonl:FIELDS",
        binary=True,
        description="the model itself, one paper a line, without loss",
    ),
    Format(
        name="topic-page",
        title="Topic document",
        suffixes=(".txt",),
        sniff="bibkit.formats.topic_page:sniff",
        read="bibkit.formats.topic_page:read",
        options=(Option("topics", "", "a file with known tags, one a line"),),
        description="a text copy of a topic page; read only",
    ),
)

# ``also`` names formats of plugins too: what is not installed is passed over.
TARGETS: Final[tuple[Target, ...]] = (
    Target(name="latex", title="LaTeX with BibTeX", format="bibtex"),
    Target(name="biblatex", title="LaTeX with biblatex", format="biblatex"),
    Target(
        name="zotero",
        title="Zotero",
        format="zotero-rdf",
        also={
            "bibtex": {"zotero": True},
            "ris": {"dialect": "zotero"},
            "csl-json": {"zotero": True},
            "endnote-xml": {"zotero": True},
            "mods": {},
            "nbib": {},
        },
    ),
    Target(
        name="mendeley",
        title="Mendeley",
        format="ris",
        options={"dialect": "mendeley"},
        also={"bibtex": {"and-others": False}, "endnote-xml": {}},
    ),
    Target(name="endnote", title="EndNote", format="ris", options={"dialect": "endnote"}, also={"endnote-xml": {}}),
)

BIBKIT_RECORDS: Final = {"format": FORMATS, "target": TARGETS}
"""What `bibkit.plugins.registry` takes in; the same as hooks give, without pluggy."""
