"""What Zotero's items say of a paper, and what Zotero gets of one."""

from __future__ import annotations

import json

import pytest

import bibkit
from bibkit import KINDS, ROLES, Affiliation, Attachment, Author, Date, Paper, Report
from bibkit.testing.samples import SAMPLES
from bibkit.zotero import ITEM_CREATORS, ITEM_FIELDS, ITEM_TYPES

ITEM = {
    "key": "AB23CD45",
    "version": 7,
    "itemType": "journalArticle",
    "title": "Weirs of <i>Natrix</i>",
    "creators": [
        {"creatorType": "author", "firstName": "Tunde", "lastName": "Abara"},
        {"creatorType": "author", "firstName": "Ada, Jr.", "lastName": "van der Berg"},
        {"creatorType": "editor", "name": "Pond Institute"},
    ],
    "publicationTitle": "Sluice Review",
    "date": "2031-03-05",
    "pages": "11–19",
    "DOI": "https://doi.org/10.5555/w",
    "rights": "CC0",
    "extra": "Citation Key: abara2031\nPMID: 90000001\nOriginal Date: 1998\nTranslator: Sol || Petra\nsome words",
    "tags": [{"tag": "ponds"}, {"tag": "weirs, tidal", "type": 1}],
    "collections": ["XY23ZW45"],
    "relations": {"owl:sameAs": "http://example.org/1"},
}


def load(value, report=None):
    return bibkit.loads(json.dumps(value), "zotero-json", report=report)


@pytest.mark.parametrize(
    "shape",
    [
        ITEM,
        [ITEM],
        {"items": [ITEM]},
        [{"key": "AB23CD45", "version": 7, "library": {"id": 1}, "data": ITEM}],
        {"key": "AB23CD45", "data": ITEM},
    ],
)
def test_every_shape_is_read(shape):
    (paper,) = load(shape)
    assert (paper.kind, paper.key, paper.title) == ("article-journal", "abara2031", "Weirs of <i>Natrix</i>")
    assert paper.authors == (
        Author("Abara", "Tunde"),
        Author("Berg", "Ada", "van der", "Jr."),
        Author(literal="Pond Institute", role="editor"),
        Author("Sol", "Petra", role="translator"),
    )
    assert (paper.issued, paper.original_date) == (Date(2031, 3, 5), Date(1998))
    assert (paper.page, paper.doi, paper.pmid) == ("11-19", "10.5555/w", "90000001")
    assert (paper.tags, paper.automatic_tags) == (("ponds", "weirs, tidal"), ("weirs, tidal",))
    assert paper.collections == (("XY23ZW45",),)
    assert paper.extra["zotero-json:rights"] == ("CC0",)
    assert paper.note == "some words"


def test_an_item_is_written_back_with_what_only_zotero_knows():
    (paper,) = load([ITEM])
    (again,) = json.loads(bibkit.dumps([paper], "zotero-json"))
    for name in ("key", "version", "relations", "rights", "tags", "collections"):
        assert again[name] == ITEM[name]
    assert again["extra"].splitlines()[-1] == "some words"


def test_children_apart_find_their_item():
    note = {"itemType": "note", "parentItem": "AB23CD45", "note": "<p>Read.</p>"}
    file = {
        "itemType": "attachment",
        "parentItem": "AB23CD45",
        "title": "PDF",
        "url": "https://e.org/x",
        "contentType": "application/pdf",
    }
    report = Report()
    (paper,) = load([note, ITEM, file, {"itemType": "note", "note": "alone"}], report)
    assert paper.notes == ("<p>Read.</p>",)
    assert paper.attachments == (Attachment("PDF", url="https://e.org/x", media_type="application/pdf"),)
    assert [diagnostic.code for diagnostic in report.diagnostics] == ["child-without-item"]


def test_a_preprint():
    paper = Paper(
        key="k", kind="article", title="T", eprint="3103.01230", eprint_type="arxiv", eprint_version="2", eprint_class="cs.LG",
        publisher="arXiv", affiliations=(Affiliation("Institute of Ponds"),), authors_omitted=2, issued=Date(2031, 3),
    )  # fmt: skip
    report = Report()
    text = bibkit.dumps([paper], "zotero-json", report=report)
    (item,) = json.loads(text)
    assert (item["itemType"], item["archiveID"], item["repository"]) == ("preprint", "arXiv:3103.01230v2", "arXiv")
    assert item["citationKey"] == "k"
    assert item["extra"] == "Authors omitted: 2\narXiv:3103.01230v2 [cs.LG]\nAffiliation: Institute of Ponds"
    assert report.losses == {}
    assert bibkit.loads(text, "zotero-json") == [paper]


@pytest.mark.parametrize("kind", KINDS)
def test_every_item_that_is_written_is_allowed_by_the_schema(kind):
    values = {name: value for name, value in SAMPLES.items() if name not in {"kind", "extra"}}
    values["authors"] = tuple(Author("Sol", "Petra", role=role) for role in ROLES)
    text = bibkit.dumps([Paper(kind=kind, **values)], "zotero-json")
    (item,) = json.loads(text)
    beside = {"itemType", "creators", "tags", "notes", "attachments", "collections"}
    assert set(item) - beside <= ITEM_FIELDS[item["itemType"]]
    assert {creator["creatorType"] for creator in item["creators"]} <= set(ITEM_CREATORS[item["itemType"]])
    (again,) = bibkit.loads(text, "zotero-json")
    assert again.kind == kind
    lost = {"collections", "categories"}
    for name, value in values.items():
        if name not in {*lost, "authors", "eprint_type"}:
            assert getattr(again, name) == value, name
    assert {(author.role, author.family) for author in again.authors} == {(role, "Sol") for role in ROLES}


@pytest.mark.parametrize("item_type", ITEM_TYPES)
def test_every_field_of_every_type_is_kept(item_type):
    item = {"itemType": item_type, **{name: f"v {name}" for name in ITEM_FIELDS[item_type] - {"extra"}}}
    item["creators"] = [
        {"creatorType": one, "firstName": "A", "lastName": f"B{one}"} for one in ITEM_CREATORS[item_type]
    ]
    (paper,) = load([item])
    (again,) = json.loads(bibkit.dumps([paper], "zotero-json"))
    assert again["itemType"] == item_type
    dates = {"date", "accessDate", "dateDecided", "dateEnacted", "issueDate", "filingDate"}
    for name in ITEM_FIELDS[item_type] - {"extra", "archiveID"} - dates:
        assert again.get(name) == item[name], name
    assert len(again["creators"]) == len(item["creators"])


def test_a_faulty_item_does_not_cost_its_neighbours():
    text = '[{"itemType": "book", "title": "One"},\n{"itemType": "book", "title": \x00oops},\n7,\n{"itemType": "book", "title": "Three"},\n'
    report = Report()
    found = bibkit.loads(text, "zotero-json", report=report)
    assert [paper.title for paper in found] == ["One", "Three"]
    assert ("bad-json", 2) in [(diagnostic.code, diagnostic.location.line) for diagnostic in report.diagnostics]


def test_a_number_of_thousands_of_digits_is_text():
    item = '[{"itemType": "book", "title": "Ponds", "volume": ' + "7" * 5000 + "}]"
    assert bibkit.loads(item, "zotero-json")[0].volume == "7" * 5000


def test_another_file_is_refused():
    with pytest.raises(bibkit.InputError):
        bibkit.loads("no JSON", "zotero-json")


def test_it_is_told_from_csl_json(tmp_path):
    (tmp_path / "x.json").write_text(json.dumps([ITEM]))
    assert next(iter(bibkit.read(tmp_path / "x.json"))).key == "abara2031"


@pytest.mark.parametrize(
    ("item_type", "kept"), [("document", {}), ("book", {}), ("map", {"zotero-json:itemType": ("map",)})]
)
def test_a_neutral_item_type_says_no_more_than_the_type_in_extra(item_type, kept):
    (paper,) = load([{"itemType": item_type, "title": "Odes", "extra": "Type: classic"}])
    assert (paper.kind, paper.note, paper.extra) == ("classic", "", kept)
