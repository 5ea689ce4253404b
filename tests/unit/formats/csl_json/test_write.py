"""What is written is valid, easy to compare line by line, and loses nothing."""

from __future__ import annotations

import json
import subprocess

import pytest
from hypothesis import HealthCheck, given, settings
from jsonschema import Draft7Validator

from bibkit.formats.csl_json import ZOTERO_FIELDS
from bibkit.model import KINDS, Affiliation, Author, Date, Paper
from bibkit.testing import papers, write_out
from tests.unit.formats.csl_json.csl_schema import SCHEMA

VALIDATOR = Draft7Validator(SCHEMA)
WEIRS = Paper(
    key="abara2031weirs",
    kind="article",
    title="Weirs that Learn",
    authors=(Author("Abara", "Tunde"), Author("Berg", "Ada", "van der", "Jr."), Author(literal="Tidal Commission")),
    authors_omitted=2,
    affiliations=(Affiliation("University of Silt"),),
    tags=("Estuaries, Tidal", "C#"),
    issued=Date(2031, 1, 5),
    eprint="3101.00001",
    eprint_type="arxiv",
    eprint_class="cs.LG",
    publisher="arXiv",
)


def test_one_member_a_line(csl):
    assert (
        csl.write(WEIRS).decode()
        == """[
  {
    "id": "abara2031weirs",
    "citation-key": "abara2031weirs",
    "type": "article",
    "title": "Weirs that Learn",
    "author": [
      {"family":"Abara","given":"Tunde"},
      {"family":"Berg","given":"Ada","non-dropping-particle":"van der","suffix":"Jr."},
      {"literal":"Tidal Commission"}
    ],
    "issued": {"date-parts":[[2031,1,5]]},
    "publisher": "arXiv",
    "keyword": "Estuaries, Tidal; C#",
    "number": "arXiv:3101.00001",
    "custom": {
      "affiliations": ["University of Silt"],
      "authors_omitted": 2,
      "eprint_class": "cs.LG"
    }
  }
]
"""
    )
    assert csl.written.report.losses == {}


def test_no_papers_are_an_empty_list(csl):
    assert csl.write() == b"[]\n"


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(papers())
def test_everything_written_is_valid(paper):
    for options in ({}, {"zotero": True}):
        data, _ = write_out("csl-json", [paper], options)
        assert [error.message for error in VALIDATOR.iter_errors(json.loads(data))] == []


@pytest.mark.parametrize(
    ("date", "member", "exact"),
    [
        (Date(2031), {"date-parts": [[2031]]}, None),
        (Date(-99), {"date-parts": [[-100]]}, None),
        (Date(0), {"date-parts": [[-1]]}, None),
        (Date(2031, season=4), {"date-parts": [[2031]], "season": 4}, None),
        (Date(2030, 9, end=Date(2031, 2)), {"date-parts": [[2030, 9], [2031, 2]]}, None),
        (Date(literal="in press"), {"literal": "in press"}, None),
        (Date(1987, open_end=True), {"date-parts": [[1987]]}, "1987/.."),
        (Date(1987, open_start=True), {"literal": "../1987"}, "../1987"),
        (Date(2004, uncertain=True), {"date-parts": [[2004]]}, "2004?"),
        (Date(2007, 8, 9, time="10:11:12"), {"date-parts": [[2007, 8, 9]]}, "2007-08-09T10:11:12"),
        (Date(month=5, literal="May"), {"literal": "May"}, {"month": 5, "literal": "May"}),
    ],
)
def test_dates(csl, date, member, exact):
    paper = Paper(key="a", kind="book", issued=date)
    (item,) = csl.items(paper)
    assert item["issued"] == member
    assert item.get("custom", {}).get("issued") == exact
    assert csl.read(csl.write(paper)) == [paper]


def test_an_edited_date_beats_the_exact_one(csl):
    (item,) = csl.items(Paper(key="a", kind="book", issued=Date(1987, open_end=True)))
    item["issued"] = {"date-parts": [[1988]]}
    assert csl.read([item])[0].issued == Date(1988)


def test_a_note_that_looks_like_variables_stays_a_note(csl):
    paper = Paper(key="a", kind="book", note="DOI: 10.5555/1\nStatus: fine")
    assert csl.read(csl.write(paper)) == [paper]


def test_dollars_are_written_as_people_write_them(csl):
    paper = Paper(key="a", kind="book", title="$5 and $x^2$", abstract="\\$5 in A$s")
    (item,) = csl.items(paper)
    assert item["title"] == "$5 and $x^2$"
    assert csl.read(csl.write(paper)) == [paper]


def test_the_repository_of_a_preprint_is_its_publisher(csl):
    paper = Paper(key="a", kind="article", eprint="3101.00001", eprint_type="arxiv")
    assert csl.items(paper)[0]["publisher"] == "arXiv"
    assert csl.read(csl.write(paper)) == [paper]


def test_keyless_papers_are_numbered(csl):
    items = csl.items(Paper(kind="book", title="One"), Paper(kind="book", title="Two"))
    assert [item["id"] for item in items] == [1, 2]
    assert [paper.key for paper in csl.read(items)] == ["", ""]


def test_extras_of_other_formats_are_lost_and_said(csl):
    csl.write(Paper(key="a", extra={"ris:C7": ("x",)}))
    assert csl.written.report.losses == {"ris:C7": 1}


# ---------------------------------------------------------------- Zotero


def test_zotero_gets_what_it_reads(csl):
    (item,) = csl.items(WEIRS, zotero=True)
    assert item == {
        "id": "abara2031weirs",
        "citation-key": "abara2031weirs",
        "type": "article",
        "title": "Weirs that Learn",
        "author": [
            {"family": "Abara", "given": "Tunde"},
            {"family": "van der Berg", "given": "Ada, Jr."},
            {"literal": "Tidal Commission"},
        ],
        "issued": {"raw": "2031-01-05"},
        "number": "arXiv:3101.00001",
        "publisher": "arXiv",
        "note": "Affiliation: University of Silt",
    }
    assert csl.written.report.losses.keys() >= {"tags", "authors_omitted", "eprint_class"}


@pytest.mark.parametrize("kind", KINDS)
def test_zotero_never_refuses_a_type(csl, kind):
    paper = Paper(key="a", kind=kind, title="Weirs")
    (item,) = csl.items(paper, zotero=True)
    assert item["type"] != "software"
    assert ZOTERO_FIELDS.kinds.decode(item["type"]) == item["type"]
    assert csl.read(csl.write(paper, zotero=True))[0].kind == kind


# ---------------------------------------------------------------- pandoc


def test_pandoc_reads_it(csl, program, tmp_path):
    file = tmp_path / "refs.json"
    others = [
        Paper(key="b", kind="book", title="Ponds <i>in</i> Spring", authors=(Author("Sol", "Petra"),), issued=Date(2030, 9)),
        Paper(key="c", kind="report", title="Silt & Salt", issued=Date(2029, end=Date(2030)), note="x"),
        Paper(key="d", kind="article-journal", title="Tides", issued=Date(-99)),
    ]  # fmt: skip
    file.write_bytes(csl.write(WEIRS, *others))
    done = subprocess.run(
        [program("pandoc"), "-f", "csljson", "-t", "csljson", file], capture_output=True, check=True, timeout=60
    )
    assert done.stderr == b""
    items = json.loads(done.stdout)
    assert [item["id"] for item in items] == ["abara2031weirs", "b", "c", "d"]
    assert [item["title"] for item in items] == ["Weirs that Learn", "Ponds <i>in</i> Spring", "Silt & Salt", "Tides"]
    assert [author.get("family", author.get("literal")) for author in items[0]["author"]] == [
        "Abara",
        "Berg",
        "Tidal Commission",
    ]
    assert [item["issued"]["date-parts"] for item in items] == [[[2031, 1, 5]], [[2030, 9]], [[2029], [2030]], [[-100]]]
