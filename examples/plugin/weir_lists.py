"""The worked example of docs/plugins.md: a small format, a target, an enricher, a citation-key rule and a check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TextIO

import bibkit
from bibkit import FieldMap, KindMap, Paper, Rule
from bibkit.codecs.dates import EDTF
from bibkit.codecs.names import INVERTED

# ---- table ----
KINDS = KindMap([("A", "article-journal"), ("B", "book"), ("P", "article"), ("X", "document")], fallback="X")
FIELDS = FieldMap(
    "weir-list",
    KINDS,
    [
        Rule("key", "key"),
        Rule("title", "title"),
        Rule("by", "authors:author", INVERTED, many=True),
        Rule("on", "issued", EDTF),
        Rule("in", "container_title", kinds=("article-journal",)),
        Rule("series", "collection_title", kinds=("book",)),
        Rule("about", "tags", many=True),
    ],
)


# ---- reader ----
def decode(pairs: list[tuple[str, str]]) -> Paper:
    """The paper that a record's tags and values describe; a type that the table lacks goes into ``extra``."""
    kind = KINDS.decode(dict(pairs).get("kind", ""))
    return Paper(**FIELDS.decode([pair for pair in pairs if pair[0] != "kind" or not KINDS.knows(pair[1])], kind))


def read(stream: TextIO, context: bibkit.ReadContext) -> Iterator[Paper]:
    """Yield the papers of a weir list. Diagnostic: ``no-value``."""
    pairs: list[tuple[str, str]] = []
    for number, line in enumerate(stream, 1):
        tag, equals, value = (part.strip() for part in line.partition("="))
        if tag == "%":
            if pairs:
                yield decode(pairs)
            pairs, context.line = [], number
        elif equals:
            pairs.append((tag, value))
        elif tag:
            context.diagnose("no-value", f"{tag!r} has no value", line=number)
    if pairs:
        yield decode(pairs)


# ---- writer ----
def write(papers: Iterable[Paper], context: bibkit.WriteContext) -> Iterator[str]:
    """Yield the text of a weir list, a record a piece."""
    for paper in papers:
        pairs = [("kind", FIELDS.type_of(paper, "kind")), *FIELDS.encode(paper)]
        pairs += [(tag, value) for tag, values in FIELDS.kept_extra(paper) if tag != "kind" for value in values]
        pairs = [(tag, " ".join(value.split())) for tag, value in pairs]
        context.report.lose_all(FIELDS.losses(paper))
        context.report.lose_all(FIELDS.changes(paper, decode(pairs)))
        yield "%\n" + "".join(f"{tag} = {value}\n" for tag, value in pairs)


# ---- format ----
def sniff(sample: str) -> bool:
    """Whether a file begins like a weir list."""
    return sample.startswith("%\nkind = ")


@bibkit.hookimpl
def bibkit_formats() -> list[bibkit.Format]:
    """The formats of this plugin."""
    record = bibkit.Format(
        name="weir-list",
        title="Weir list",
        suffixes=(".weirs",),
        sniff=sniff,
        read=read,
        write=write,
        fields=FIELDS,
        codes=(bibkit.Code("no-value", "warning", "a line of a weir list has no equals sign", "`title Ponds`"),),
    )
    return [record]


# ---- target ----
@bibkit.hookimpl
def bibkit_targets() -> list[bibkit.Target]:
    """The programs that this plugin knows how to write for."""
    return [bibkit.Target(name="tidebook", title="Tidebook", format="bibtex", options={"ascii": True})]


# ---- enricher ----
def name_journals(papers: Iterator[Paper], context: bibkit.EnrichContext) -> Iterator[Paper]:
    """Give abbreviated journals their full names."""
    names = {"Sluice Rev.": "Sluice Review"}
    for paper in papers:
        context.check_cancelled()
        full = names.get(paper.container_title)
        yield bibkit.replace(paper, container_title=full) if full else paper


@bibkit.hookimpl
def bibkit_enrichers() -> list[bibkit.Enricher]:
    """The enrichers of this plugin."""
    return [bibkit.Enricher(name="journal-names", title="Full names of journals", enrich=name_journals)]


# ---- key ----
@bibkit.hookimpl
def bibkit_citation_key(paper: Paper) -> str | None:
    """Key preprints by their arXiv number; leave other papers to the next plugin, or to --keys."""
    return f"arxiv-{paper.arxiv}" if paper.arxiv else None


# ---- check ----
def shouting(paper: Paper) -> Iterator[tuple[str, str]]:
    """A title wholly in capitals."""
    if paper.title.isupper():
        yield "the title is all capitals", "title"


@bibkit.hookimpl
def bibkit_checks() -> list[bibkit.Check]:
    """The checks that ``bibkit check`` runs besides its own."""
    return [bibkit.Check(name="shouting-title", title="a title all in capitals", check=shouting, example="PONDS")]
