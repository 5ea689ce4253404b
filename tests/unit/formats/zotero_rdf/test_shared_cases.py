"""Public faults and the inputs of Zotero's own translators, read in place."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from bibkit.codecs.identifiers import decode_doi
from bibkit.formats.zotero_rdf import read
from bibkit.model import Author, Date, Paper
from bibkit.plugins.records import ReadContext
from bibkit.zotero import CREATOR_ROLES, item_type_of

from .helpers import read as read_data
from .helpers import write, written_and_read

# What Zotero stores otherwise, and why ours is right. An entry that no longer differs fails, as does a difference
# that has no entry.
DIFFERENCES: dict[tuple[str, str], str] = {
    (
        "005",
        "itemType",
    ): "Zotero has no item type for treaties and makes a document with `Type: treaty`; CSL has the kind",
    ("002", "date"): "the date stands on the issue that the article is part of, where Zotero does not look",
    ("005", "extra"): "volume and pages are fields of every kind here, not lines of Extra",
    ("005", "volume"): "see extra",
    ("005", "pages"): "see extra",
    ("001", "extra"): "the medium is a field; Zotero repeats it for two of its types",
    ("001", "language"): "the address of a language is cut down to its code",
}


def stored_items(folder: Path) -> list[tuple[str, Path, list[dict[str, Any]]]]:
    return [
        (
            path.name.split(".")[0],
            path.with_name(path.name.replace("stored.json", "input")),
            json.loads(path.read_text()),
        )
        for path in sorted(folder.glob("*.stored.json"))
    ]


def name_of(author: Author) -> str:
    family = f"{author.particle} {author.family}".strip()
    return author.literal or f"{family}, {author.given}"


def as_zotero(paper: Paper) -> dict[str, Any]:
    item_type, exact = item_type_of(paper.kind)
    kept = paper.extra.get("zotero-rdf:z:itemType", ("",))[0]
    return {
        "itemType": exact or kept or item_type,
        "title": paper.title,
        "date": str(paper.year or ""),
        "DOI": paper.doi,
        "ISBN": paper.isbn,
        "ISSN": paper.issn,
        "url": paper.url,
        "publicationTitle": paper.container_title,
        "publisher": paper.publisher,
        "volume": paper.volume,
        "issue": paper.issue,
        "pages": paper.page,
        "reportNumber": paper.number,
        "language": paper.language,
        "abstractNote": paper.abstract,
        "extra": paper.note,
        "creators": [(author.role, name_of(author)) for author in paper.authors],
        "tags": list(paper.tags),
        "notes": list(paper.notes),
        "collections": [path[-1] for path in paper.collections],
    }


def as_stored(item: dict[str, Any]) -> dict[str, Any]:
    simple = ("itemType", "title", "ISBN", "ISSN", "url", "publicationTitle", "publisher", "volume", "issue", "pages")
    return {
        **{name: item.get(name, "") for name in (*simple, "reportNumber", "language", "abstractNote", "extra")},
        "DOI": decode_doi(item.get("DOI", "")),
        "date": item.get("date", "")[:4],
        "creators": [
            (CREATOR_ROLES[person["creatorType"]], person.get("name") or f"{person['lastName']}, {person['firstName']}")
            for person in item["creators"]
        ],
        "tags": [tag["tag"] for tag in item["tags"]],
        "notes": [note["note"] for note in item["notes"]],
        "collections": item["collections"],
    }


def test_zoteros_own_inputs(shared: Path):
    found: set[tuple[str, str]] = set()
    for number, path, items in stored_items(shared / "zotero-cases" / "rdf"):
        with path.open("rb") as stream:
            papers = list(read(stream, ReadContext(path.name)))
        assert len(papers) == len(items), number
        for paper, item in zip(papers, items, strict=True):
            ours, theirs = as_zotero(paper), as_stored(item)
            found |= {(number, name) for name in ours if (ours[name] or "") != (theirs[name] or "")}
    assert found == set(DIFFERENCES)


def test_zoteros_own_inputs_come_back_from_our_writer(shared: Path):
    for _, path, _ in stored_items(shared / "zotero-cases" / "rdf"):
        papers, _ = read_data(path.read_bytes())
        assert read_data(write(papers)[0])[0] == papers


def test_case_49_a_creator_in_a_single_field(shared: Path):
    papers, context = read_data((shared / "cases/49-zotero-rdf-single-field-creator/input.rdf").read_bytes())
    (paper,) = papers
    assert context.report.diagnostics == []
    assert (paper.kind, paper.title, paper.issued, paper.abstract, paper.url) == (
        "article", "Weirs that Learn", Date(2031, 1, 5), "One & two.", "http://arxiv.org/abs/3101.00042",
    )  # fmt: skip
    assert paper.authors == (Author(literal="Institute of Salt and Silt"), Author("Abara", "Tunde"))
    assert paper.tags == ("cs.LG", "Estuaries, Tidal")
    assert paper.automatic_tags == ("Estuaries, Tidal",)
    assert paper.notes == ("<p>A child note</p>",)
    assert paper.collections == (("Ponds, topic",),)
    assert [affiliation.name for affiliation in paper.affiliations] == ["University of Silt", "Tidal Institute"]
    assert (paper.eprint, paper.eprint_type, paper.eprint_class) == ("3101.00042", "arxiv", "cs.LG")
    assert written_and_read(paper) == paper


def test_case_45_characters_that_xml_forbids():
    paper = Paper(
        kind="article-journal",
        title="Shared pro\x0cfits of ponds\x0b and <tags> & more",
        abstract="Copied\x02 from a PDF with\x00 nulls, a soft\u00adhyphen, a line sep\u2028arator, \ufffe and ]]> too.",
        authors=(Author("Fer\x07ro", "Lia"),),
    )
    data, context = write([paper])
    etree.parse(io.BytesIO(data), etree.XMLParser(recover=False))
    assert len(context.report.diagnostics) == 1
    found = read_data(data)[0][0]
    assert found.title == "Shared profits of ponds and <tags> & more"
    assert found.authors[0].family == "Ferro"


def test_case_06_nobody_is_called_others():
    paper = Paper(kind="article-journal", authors=tuple([Author(n) for n in ("Abara", "Beek")]), authors_omitted=-1)
    data, _ = write([paper])
    assert b"others" not in data.lower()
    assert b"Authors omitted: unknown" in data
    assert written_and_read(paper) == paper


@pytest.mark.parametrize("name", ["rl-for-language-models.txt", "rl-for-language-model-reasoning.txt"])
def test_topics_become_preprints_in_a_collection(shared: Path, name: str):
    topic_page = pytest.importorskip("bibkit.formats.topic_page")
    context = ReadContext(name)
    with (shared / "topics" / name).open(encoding="utf-8") as stream:
        papers = list(topic_page.read(stream, context))
    data, written = write(papers, context.topics)
    assert written.report.losses == {}
    assert data.count(b"<z:itemType>preprint<") == len(papers) == 30
    found, again = read_data(data)
    assert again.report.diagnostics == []
    assert found == papers
