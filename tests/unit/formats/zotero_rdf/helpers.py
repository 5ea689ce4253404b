"""Reading and writing in memory, and a paper that has something in every field."""

from __future__ import annotations

import io
from collections.abc import Iterable

from bibkit.formats import zotero_rdf
from bibkit.model import PAPER_FIELDS, Affiliation, Attachment, Author, Date, Paper, Topic
from bibkit.plugins.records import ReadContext, WriteContext

NAMESPACES = (
    'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#"'
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"'
    ' xmlns:bib="http://purl.org/net/biblio#" xmlns:foaf="http://xmlns.com/foaf/0.1/"'
    ' xmlns:prism="http://prismstandard.org/namespaces/1.2/basic/" xmlns:link="http://purl.org/rss/1.0/modules/link/"'
    ' xmlns:vcard="http://nwalsh.com/rdf/vCard#" xmlns:bibo="http://purl.org/ontology/bibo/"'
    ' xmlns:schema="http://schema.org/"'
)


def document(*nodes: str) -> str:
    return f"<rdf:RDF {NAMESPACES}>\n" + "\n".join(nodes) + "\n</rdf:RDF>\n"


def item(item_type: str, statements: str, about: str = "#item_1") -> str:
    return (
        f'<rdf:Description rdf:about="{about}"><z:itemType>{item_type}</z:itemType>\n{statements}\n</rdf:Description>'
    )


def read(data: str | bytes) -> tuple[list[Paper], ReadContext]:
    context = ReadContext("library.rdf")
    stream = io.BytesIO(data if isinstance(data, bytes) else data.encode())
    return list(zotero_rdf.read(stream, context)), context


def read_item(item_type: str, statements: str, *others: str) -> Paper:
    papers, context = read(document(item(item_type, statements), *others))
    assert context.report.diagnostics == []
    (paper,) = papers
    return paper


def write(papers: Iterable[Paper], topics: Iterable[Topic] = ()) -> tuple[bytes, WriteContext]:
    context = WriteContext(topics=topics)
    return b"".join(zotero_rdf.write(papers, context)), context


def written_and_read(paper: Paper) -> Paper:
    papers, context = read(write([paper])[0])
    assert context.report.diagnostics == []
    (found,) = papers
    return found


def full_paper(**changes: object) -> Paper:
    """A paper in which every field has a value that says which field it is."""
    values: dict[str, object] = {
        name: f"{name.replace('_', ' ')} é & <x> $a<b$" for name in PAPER_FIELDS if name not in {"authors", "extra"}
    }
    for name in ("issued", "accessed", "submitted", "available_date", "event_date", "original_date"):
        values[name] = Date(2031, 1, 5)
    for name in ("authors", "editors", "affiliations", "tags"):
        values[f"{name}_omitted"] = 2
    values |= {
        "kind": "article",
        "authors": (
            Author("Abara", "Tunde", affiliations=(1,), orcid="0000-0002-1825-0097"),
            Author("Beek", "Ada", "van der", "Jr."),
            Author(literal="Institute of Salt"),
            Author("Ochoa", "Lia", role="editor"),
            Author("Silt", "Bo", role="illustrator"),
        ),
        "affiliations": (Affiliation("University of Silt"), Affiliation("Tidal Institute, Port · Town")),
        "tags": ("Weirs", "Estuaries, Tidal"),
        "automatic_tags": ("Weirs",),
        "collections": (("HY: Hydrology", "Ponds"), ("Mine",)),
        "notes": ("<p>A note</p>", "plain & < text\nin two lines"),
        "attachments": (
            Attachment("Full text", "files/1.pdf", "https://example.org/1", "application/pdf"),
            Attachment(url="https://example.org/2"),
        ),
        "categories": ("mine", "yours"),
        "page": "12-34",
        "doi": "10.5555/silt",
        "eprint": "3101.00042",
        "eprint_type": "arxiv",
        "eprint_class": "cs.LG",
        "eprint_version": "3",
        "extra": {"zotero-rdf:z:mood": ("calm",)},
    }
    return Paper(**(values | changes))
