"""The cases and Zotero's own test inputs that lie beside the repository."""

from __future__ import annotations

import io
import json
import re

import pytest

from bibkit.formats.ris import read
from bibkit.model import Date
from bibkit.plugins.records import ReadContext
from bibkit.zotero import kind_named

from .helpers import codes, read_text, written


def case(shared, number):
    """Papers and context of a case; the byte order mark is taken off before the reader, as the program does."""
    (path,) = shared.glob(f"cases/{number}-*/input.ris")
    return read_text(path.read_bytes().decode("utf-8-sig"))


def test_32_byte_order_mark(shared):
    (path,) = shared.glob("cases/32-*/input.ris")
    for encoding in ("utf-8", "utf-8-sig"):
        found, context = read_text(path.read_bytes().decode(encoding))
        assert [(paper.kind, paper.title, paper.issued) for paper in found] == [
            ("article-journal", "Ponds", Date(2030))
        ]
        assert (found[0].authors[0].family, found[0].authors[0].given) == ("Sahin", "G\u00fcl")
        assert codes(context) == []


def test_33_junk_between_records(shared):
    found, context = case(shared, 33)
    assert [(paper.kind, paper.title, paper.issued) for paper in found] == [
        ("article-journal", "First Pond", Date(2030)),
        ("article-journal", "Second Pond", Date(2031, 2)),
    ]
    assert [(paper.authors[0].family, paper.authors[0].given) for paper in found] == [("Osei", "K."), ("Sol", "P.")]
    assert not re.search("Database:|Search Strategy|Open the fictional", str(found))
    assert [code for code, _ in codes(context)] == ["text-outside-records"]


def test_34_empty_tags_and_type_of_work(shared):
    (paper,), _ = case(shared, 34)
    assert (paper.page, paper.publisher, paper.issue, paper.volume) == ("0417", "Tidewater Press Limited", "9", "1")
    assert (paper.issn, paper.source) == ("", "")
    assert (paper.doi, paper.genre) == ("10.5555/nos-031-0417", "Essay")
    assert (paper.issued.year, paper.issued.month, paper.issued.day) == (2031, 5, 2)
    assert " -'" not in str(paper)


def test_35_no_final_newline_and_missing_end(shared):
    found, context = case(shared, 35)
    assert [(paper.kind, paper.title) for paper in found] == [
        ("article-journal", "One Space Before the Hyphen"),
        ("book", "No End Tag Here"),
        ("article-journal", "Last Line Has No Newline"),
    ]
    assert codes(context) == [("no-end-of-record", 13)]
    for text in written(*found).split("\n\n"):
        assert re.fullmatch(r"([A-Z][A-Z0-9]  - .*\n)+(ER  - \n?)", text.rstrip("\n") + "\n")


def test_37_dates_and_double_abstract(shared):
    (paper,), _ = case(shared, 37)
    assert (paper.issued, paper.accessed) == (Date(2030, 6, 20), Date(2033, 1, 31))
    assert paper.abstract == "Marsh maps need two surveys."
    assert (paper.container_title, paper.container_title_short) == ("Marsh Letters", "")
    assert (paper.doi, paper.notes) == ("10.5555/marsh.2030.7", ())


def test_39_author_tags(shared):
    (paper,), _ = case(shared, 39)
    assert [f"{author.family}, {author.given}" for author in paper.by_role("author")] == [
        "Quennell, Ruth",
        "Ibori, Femi",
        "Lindqvist, Maja K.",
    ]
    assert [author.family for author in paper.by_role("editor")] == ["Editora", "Second"]
    assert [author.family for author in paper.by_role("collection-editor")] == ["Serieson"]
    assert len(paper.affiliations) == 2
    lines = [line for line in written(paper).splitlines() if line.startswith(("AU", "A1"))]
    assert lines == ["AU  - Quennell, Ruth", "AU  - Ibori, Femi", "AU  - Lindqvist, Maja K."]


# --- Zotero's own inputs: every difference has a reason, and a reason without a difference is an error ---

DIFFERENCES = {
    ("002", "creators"): "the assignee (PB) of a patent is its holder; Zotero keeps it as a field",
    ("005", "creators"): "Zotero makes creators of ProCite's notes; directors, composers and sponsors are authors here",
    ("005", "date"): "words are no year: kept as they stand, where Zotero puts the year 0000 before their last word",
    (
        "005",
        "kind",
    ): "CSL has closer kinds than Zotero: a document (GEN), a periodical (JFULL), a score (MUSIC), a manuscript (UNPB)",
    ("005", "notes"): "Zotero takes fields out of ProCite's notes; here a note stays a note",
}
_DATE_FIELDS = ("date", "issueDate", "dateEnacted", "dateDecided")
_TITLES = ("title", "subject", "caseName", "nameOfAct")


def _ours(paper):
    creators = [(author.literal or author.family, author.given) for author in paper.authors]
    issued = paper.issued
    date = (
        ""
        if issued is None
        else issued.literal
        or "-".join([f"{issued.year:04d}"] + [f"{part:02d}" for part in (issued.month, issued.day) if part])
    )
    return {
        "kind": paper.kind,
        "title": paper.title,
        "creators": sorted(creators),
        "date": date,
        "doi": paper.doi,
        "tags": list(paper.tags),
        "notes": list(paper.notes),
    }


def _theirs(item):
    creators = [(who.get("name") or who.get("lastName"), who.get("firstName", "")) for who in item["creators"]]
    return {
        "kind": kind_named(item["itemType"]) or item["itemType"],
        "title": next((item[name] for name in _TITLES if name in item), ""),
        "creators": sorted(creators),
        "date": next((item[name] for name in _DATE_FIELDS if name in item), ""),
        "doi": item.get("DOI", ""),
        "tags": [tag["tag"] for tag in item["tags"]],
        "notes": [re.sub(r"^<p>|</p>$", "", note["note"]) for note in item["notes"]],
    }


@pytest.mark.parametrize("number", ["001", "002", "004", "005", "007", "008", "010", "011"])
def test_zotero_keeps_the_same(shared, number):
    folder = shared / "zotero-cases" / "ris"
    text = (folder / f"{number}.input").read_bytes().decode("utf-8-sig")
    stored = json.loads((folder / f"{number}.stored.json").read_text(encoding="utf-8"))
    found = list(read(io.StringIO(text, newline=""), ReadContext()))
    assert len(found) == len(stored)
    differing = set()
    for paper, item in zip(found, stored, strict=True):
        ours, theirs = _ours(paper), _theirs(item)
        differing |= {(number, name) for name in ours if ours[name] != theirs[name]}
    assert differing == {entry for entry in DIFFERENCES if entry[0] == number}
