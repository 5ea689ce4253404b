"""What other programs get of a paper."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from lxml import etree

import bibkit
from bibkit import Affiliation, Author, Date, Paper, Report

M = {"m": "http://www.loc.gov/mods/v3"}
PEOPLE = (Author("Berg", "Ada", "van der"), Author(literal="Weir Office"))


def write(*papers, report=None):
    return etree.fromstring(bibkit.dumps(papers, "mods", report=report).encode())


def texts(element, path):
    return element.xpath(f"{path}/text()", namespaces=M)


def test_a_preprint_stays_one():
    paper = Paper(
        key="berg2026weirs",
        kind="article",
        title="Weirs with $\\tilde{O}(\\log K)$",
        authors=(Author("Berg", "Ada", affiliations=(0,)), Author("Sol", "Petra")),
        authors_omitted=2,
        affiliations=(Affiliation("Institute of Ponds", "05dxps055"), Affiliation("Weir Office")),
        publisher="arXiv",
        eprint="2609.01234",
        eprint_type="arxiv",
        eprint_class="cs.LG",
        issued=Date(2026, 9, 29),
        tags=("ponds", "weirs, tidal"),
        abstract="One.\n\nTwo.",
        url="https://arxiv.org/abs/2609.01234",
    )
    report = Report()
    mods = write(paper, report=report)[0]
    assert texts(mods, "m:genre[@authority='local']") == ["preprint"]
    assert texts(mods, "m:originInfo/m:publisher") == ["arXiv"]
    assert texts(mods, "m:name[1]/m:affiliation") == ["Institute of Ponds"]
    assert texts(mods, "m:name[2]/m:affiliation") == []
    assert texts(mods, "m:note[@type='affiliation']") == ["Weir Office"]
    assert texts(mods, "m:subject/m:topic") == ["ponds", "weirs, tidal"]
    assert report.losses == {}
    assert bibkit.loads(bibkit.dumps([paper], "mods"), "mods") == [paper]


def test_dates_are_written_as_w3cdtf_where_that_can_say_them():
    def dates(date):
        mods = write(Paper(issued=date))
        return [(d.get("encoding"), d.get("point"), d.text) for d in mods.iter("{*}dateIssued")]

    assert dates(Date(2031, 3)) == [("w3cdtf", None, "2031-03")]
    assert dates(Date(2031, end=Date(2032))) == [("w3cdtf", "start", "2031"), ("w3cdtf", "end", "2032")]
    assert dates(Date(2031, season=2)) == [("edtf", None, "2031-22")]
    assert dates(Date(literal="in press")) == [(None, None, "in press")]


def test_what_has_no_place_is_said():
    report = Report()
    write(Paper(title="A \\$5 b$", collections=(("X",),), jurisdiction="j", extra={"ris:C1": ("x",)}), report=report)
    assert report.losses == {"collections": 1, "jurisdiction": 1, "ris:C1": 1}


def test_an_extra_that_makes_no_element_is_said():
    report = Report()
    write(Paper(extra={"mods:no path": ("x",), "mods:a[b": ("y",)}), report=report)
    assert report.losses == {"mods:no path": 1, "mods:a[b": 1}


def test_bibutils_reads_what_is_written(tmp_path):
    program = shutil.which("xml2bib")
    if program is None:
        pytest.skip("bibutils (xml2bib) is not installed")
    papers = [
        Paper(key="a1", kind="article-journal", title="Weirs & Ponds", authors=PEOPLE, container_title="Sluice Review",
              volume="4", issue="2", page="11-19", issued=Date(2031, 3, 5), doi="10.5555/x", issn="2999-0010",
              tags=("ponds",), url="https://example.org/x", abstract="One."),
        Paper(key="b1", kind="chapter", title="Silt", authors=(*PEOPLE, Author("Sol", "Petra", role="editor")),
              container_title="Ponds", publisher="Pond Press", publisher_place="Saltby", page="3-4", issued=Date(2030)),
        Paper(key="c1", kind="paper-conference", title="Mud", authors=PEOPLE, container_title="Pond Days 2030",
              event_title="Pond Days", issued=Date(2030)),
        Paper(key="d1", kind="thesis", title="Reeds", authors=PEOPLE[:1], publisher="University of Silt", issued=Date(2029)),
        Paper(key="e1", kind="book", title="Locks", authors=PEOPLE, publisher="Pond Press", edition="2", issued=Date(2028)),
        Paper(key="f1", kind="article", title="Tides", authors=PEOPLE, authors_omitted=1, eprint="2609.01234",
              eprint_type="arxiv", issued=Date(2026, 9)),
    ]  # fmt: skip
    bibkit.write(papers, tmp_path / "x.mods")
    done = subprocess.run([program, "-nb", tmp_path / "x.mods"], capture_output=True, check=True)
    again = list(bibkit.loads(done.stdout.decode("utf-8-sig"), "bibtex"))
    assert [paper.key for paper in again] == [paper.key for paper in papers]
    assert [paper.title for paper in again] == [paper.title for paper in papers]
    assert [paper.kind for paper in again][:5] == ["article-journal", "chapter", "paper-conference", "thesis", "book"]
    for paper, read in zip(papers, again, strict=True):
        assert read.by_role("author") == paper.by_role("author")
        assert read.issued.year == paper.issued.year
    first = again[0]
    assert (first.container_title, first.volume, first.issue, first.page) == ("Sluice Review", "4", "2", "11-19")
    assert (first.doi, first.issn, first.url, first.tags) == (
        "10.5555/x",
        "2999-0010",
        "https://example.org/x",
        ("ponds",),
    )
    assert again[1].container_title == "Ponds"
    assert [author.family for author in again[1].by_role("editor")] == ["Sol"]
    assert again[5].eprint == "2609.01234"


def test_illegal_characters_are_counted_once(shared):
    report = Report()
    papers = list(bibkit.read(shared / "cases" / "45-xml-illegal-control-characters" / "input.json"))
    write(*papers, Paper(title="Po\x0bnds"), report=report)
    assert [d.code for d in report.diagnostics] == ["illegal-characters"]
