"""The built-in formats and targets, as records. The modules that do the work are loaded on first use.

Knows: each format's name, suffixes, description and options, and what each target asks for.
Must not know: how a format is read or written.
"""

from __future__ import annotations

from typing import Final

from bibkit.plugins.hookspecs import hookimpl
from bibkit.plugins.records import Format, Option, Target
from bibkit.report import Code

__all__ = ["FORMATS", "TARGETS"]

_ASCII = Option("ascii", False, "write letters beyond ASCII as TeX commands")
_PROTECT = Option("protect", True, "keep the case of acronyms and mixed-case words with braces")
_AND_OTHERS = Option("and-others", True, "end a list that the source cut short with `and others`")

# What only one format reports; codes of several stand in `bibkit.diagnostics`.
_BIBTEX_CODES: Final = (
    Code("bad-entry", "error", "a BibTeX entry cannot be read; its neighbours are", "`@misc{a, title = {Never closed`"),
    Code(
        "bad-eprint-class",
        "warning",
        "a primary category is not one of arXiv's; it is cleaned or left out",
        "`primaryclass = {Category(id='math.CO')}`",
    ),
    Code(
        "bad-name",
        "warning",
        "a name does not follow BibTeX's grammar, or seems not to mean what it says",
        "`Ruth Sol Jr`",
    ),
    Code("bad-type", "warning", "a BibTeX entry's type is no name; it is read without one", "`@['Review']{a,`"),
    Code("cleaned-key", "warning", "a citation key had characters that BibTeX cannot hold", "`a b` becomes `a-b`"),
    Code(
        "crossref-case",
        "warning",
        "a crossref differs in case from the key that it is taken for",
        "`crossref = {Tidal}`",
    ),
    Code("duplicate-field", "warning", "a field comes twice in an entry; the first is taken", "two times `title`"),
    Code("empty-field", "warning", "a BibTeX field has no value; said by `bibkit check`", "`note = {}`"),
    Code(
        "late-groups",
        "warning",
        "JabRef's groups stand behind the entries and were not applied",
        "a `groupstree` comment at the end of a stream",
    ),
    Code("missing-comma", "warning", "a comma is missing in a BibTeX entry", "`@misc{a title = {x}}`"),
    Code("no-key", "warning", "an entry has no citation key", "`@misc{ title = {x}}`"),
    Code("repaired-entry", "warning", "a BibTeX entry was read although it is faulty", "a missing comma"),
    Code(
        "transliterated",
        "warning",
        "ASCII has no spelling for letters; they were transliterated",
        "`Рівне` with `--ascii`",
    ),
    Code("unclosed-entry", "warning", "the brace that ends a BibTeX entry is missing", "`@misc{a, title = {x}`"),
    Code("undefined-macro", "warning", "a macro has no definition; its name is kept", "`journal = jse`"),
    Code("unknown-crossref", "warning", "no entry has the key that fields are to be taken from", "`crossref = {gone}`"),
)
_RIS_CODES: Final = (
    Code("no-end-of-record", "warning", "a RIS record has no `ER`", "`TY` follows before `ER`"),
    Code("text-outside-records", "info", "lines outside RIS records were left out", "`Database: Pond Index`"),
)
_ZOTERO_RDF_CODES: Final = (
    Code("bad-xml", "error", "a node of an XML file is faulty and was not read", "`<dc:title>a & b</dc:title>`"),
    Code(
        "empty-collection",
        "info",
        "an empty collection lies too deep to be kept",
        "a collection without items in a collection without items",
    ),
    Code("entity", "warning", "text refers to an XML entity, which is never followed", "`a &x; b`"),
    Code(
        "too-large", "error", "an XML node is larger than any record and was not read", "100,000 elements in one item"
    ),
    Code("unread-statement", "info", "a statement of an RDF file has no place; said once a property", "`dc:relation`"),
)
_TOPIC_PAGE_CODES: Final = (
    Code(
        "cut-off-paper",
        "error",
        "a topic document ends in the middle of a paper",
        "`Sep 28, 2031cs.LG` as the last line",
    ),
    Code(
        "guessed-tags",
        "info",
        "a line of tags was cut by guess; `--tags` makes it certain",
        "`Food Webs / Null Models`",
    ),
    Code("ignored-text", "info", "text around the papers of a topic document is not read", "`Load more`"),
    Code(
        "joined-papers",
        "warning",
        "two papers of a topic document may have been read as one: no date that can be read stands between them",
        "`Yesterday cs.LG`",
    ),
    Code(
        "no-authors",
        "warning",
        "a paper of a topic document has no line of authors",
        "a title and an abstract, and the next date follows",
    ),
    Code("no-papers", "warning", "a topic document lists no papers", "a page that ends after `Latest papers 0`"),
    Code("no-topic", "warning", "a topic document has no title above its papers", "a page that begins with `Momentum`"),
    Code("unknown-category", "warning", "a category is not one of arXiv's; it is kept", "`Sep 28, 2031cs.ZQ`"),
)

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
        codes=_BIBTEX_CODES,
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
        codes=_BIBTEX_CODES,
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
        codes=_RIS_CODES,
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
        codes=_ZOTERO_RDF_CODES,
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
        options=(Option("tags", "", "a file with known tags, one a line", old_names=("topics",)),),
        codes=_TOPIC_PAGE_CODES,
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


@hookimpl
def bibkit_formats() -> tuple[Format, ...]:
    """Hand over the formats of this package."""
    return FORMATS


@hookimpl
def bibkit_targets() -> tuple[Target, ...]:
    """Hand over the targets of this package."""
    return TARGETS
