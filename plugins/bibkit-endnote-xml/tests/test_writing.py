"""What EndNote gets of a paper, and what is said of the rest."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from lxml import etree

import bibkit
from bibkit import Affiliation, Author, Date, Paper, Report


def write(paper, report=None, **options):
    text = bibkit.dumps([paper], "endnote-xml", report=report, **options)
    return etree.fromstring(text.encode()).find("records/record")


def test_a_preprint_goes_there_and_back():
    paper = Paper(
        key="abara2031weirs",
        kind="article",
        title="Weirs of <i>Natrix</i> with $\\tilde{O}(\\log K)$",
        authors=(Author("Abara", "Tunde"), Author(literal="Weirs, Ponds and Silt")),
        affiliations=(Affiliation("Institute of Ponds"), Affiliation("Weir Office & Co.")),
        abstract="One.\n\nTwo.",
        issued=Date(2031, 3, 5),
        eprint="3103.01234",
        eprint_type="arxiv",
        eprint_class="cs.LG",
        tags=("ponds", "weirs, tidal"),
        url="https://example.org/a?b=1&c=2",
    )
    report = Report()
    record = write(paper, report)
    assert (record.find("ref-type").get("name"), record.findtext("ref-type")) == ("Electronic Article", "43")
    assert [author.text for author in record.iterfind("contributors/authors/author")] == [
        "Abara, Tunde",
        "Weirs,, Ponds and Silt",
    ]
    assert record.findtext("auth-address") == "Institute of Ponds\nWeir Office & Co."
    assert [(style.get("face"), style.text) for style in record.iterfind("titles/title/style")] == [
        ("normal", "Weirs of "),
        ("italic", "Natrix"),
        ("normal", " with $\\tilde{O}(\\log K)$"),
    ]
    assert record.findtext("dates/year") == "2031"
    assert report.losses == {}
    assert bibkit.loads(bibkit.dumps([paper], "endnote-xml"), "endnote-xml") == [paper]


def test_elements_stand_in_the_order_of_the_document_type():
    paper = Paper(kind="book", title="A", key="k", publisher="P", issued=Date(2031), abstract="B", language="en")
    assert [child.tag for child in write(paper)] == [
        "ref-type", "titles", "dates", "publisher", "abstract", "label", "language",
    ]  # fmt: skip


def test_a_book_of_editors_is_an_edited_book():
    record = write(Paper(kind="book", authors=(Author("Sol", "Petra", role="editor"),)))
    assert record.find("ref-type").get("name") == "Edited Book"
    assert record.findtext("contributors/authors/author") == "Sol, Petra"


def test_what_has_no_place_is_said():
    report = Report()
    paper = Paper(
        kind="book",
        title='A <span class="nocase">Pond</span>',
        authors=(Author("De Silt", "Jo", "Von"), Author("A", orcid="0000-0002-1825-0097")),
        authors_omitted=2,
        notes=("one", "two"),
        extra={"ris:C1": ("x",)},
    )
    write(paper, report)
    assert report.losses == {
        "authors_omitted": 1,
        "authors.orcid": 1,
        "ris:C1": 1,
        "title: exact form": 1,
        "authors: exact form": 1,
        "notes: exact form": 1,
    }


def test_characters_that_xml_cannot_hold_are_counted_once(shared):
    report = Report()
    papers = list(bibkit.read(shared / "cases" / "45-xml-illegal-control-characters" / "input.json"))
    text = bibkit.dumps([*papers, Paper(title="Po\x0bnds", notes=("\ufffe",))], "endnote-xml", report=report)
    etree.fromstring(text.encode())
    assert [d.code for d in report.diagnostics] == ["illegal-characters"]
    again = bibkit.loads(text, "endnote-xml")
    assert again[0].title.replace(" ", "") == "Sharedprofitsofpondsand<tags>&more"
    assert again[0].authors[0].family == "Ferro"


def test_what_only_endnote_knows_is_written_back():
    text = (
        "<xml><records><record><foreign-keys><key app='EN'>3</key></foreign-keys><ref-type name='Book'>6</ref-type>"
        "<titles><title>A</title><translated-title>B &amp; C</translated-title></titles><custom4>D</custom4>"
        "<image file='x.png'>E</image></record></records></xml>"
    )
    first = bibkit.loads(text, "endnote-xml")
    report = Report()
    again = bibkit.dumps(first, "endnote-xml", report=report)
    assert report.losses == {}
    assert bibkit.loads(again, "endnote-xml") == first
    assert '<image file="x.png">E</image>' in again


def test_an_extra_that_makes_no_element_does_no_harm():
    report = Report()
    paper = Paper(title="A", extra={"endnote-xml:no element": ("x",), "endnote-xml:<b": ("<c/>",)})
    assert write(paper, report).findtext("titles/title") == "A"
    assert report.losses == {"endnote-xml:no element": 1, "endnote-xml:<b": 1}


def test_zotero_finds_the_address_in_its_own_place():
    paper = Paper(url="https://example.org/")
    assert write(paper).findtext("urls/related-urls/url") == "https://example.org/"
    assert write(paper, zotero=True).findtext("urls/web-urls/url") == "https://example.org/"


def test_bibutils_reads_what_is_written(tmp_path):
    program = shutil.which("endx2xml")
    if program is None:
        pytest.skip("bibutils (endx2xml) is not installed")
    papers = [
        Paper(kind="article-journal", title="Weirs & <i>Ponds</i>", authors=(Author("Abara", "Tunde"),), volume="4",
              container_title="Sluice Review", issued=Date(2031, 3, 5), page="11-19", doi="10.5555/weir.1"),
        Paper(kind="book", title="Silt", authors=(Author("Sol", "Petra"),), publisher="Pond Press", issued=Date(2030)),
    ]  # fmt: skip
    bibkit.write(papers, tmp_path / "x.xml", format="endnote-xml")
    done = subprocess.run([program, tmp_path / "x.xml"], capture_output=True, check=True)
    mods = {"m": "http://www.loc.gov/mods/v3"}
    found = etree.fromstring(done.stdout)
    assert found.xpath("m:mods/m:titleInfo/m:title/text()", namespaces=mods) == ["Weirs & Ponds", "Silt"]
    assert found.xpath("m:mods/m:name/m:namePart[@type='family']/text()", namespaces=mods) == ["Abara", "Sol"]
    assert found.xpath("//m:identifier[@type='doi']/text()", namespaces=mods) == ["10.5555/weir.1"]
    assert found.xpath("//m:extent/m:start/text()", namespaces=mods) == ["11"]
