"""Papers to and from pybtex's data."""

from __future__ import annotations

import msgspec
import pybtex.database
import pybtex.errors
from hypothesis import given, settings
from pybtex.database import BibliographyData, Entry, Person

import bibkit
from bibkit import Author, Date, Paper, interop
from bibkit.testing import papers

from .helpers import ODD, through_bibtex


def test_a_database_writes_every_format(tmp_path):
    data = interop.to_pybtex([ODD])
    for suffix in ("ris", "json", "rdf", "jsonl"):
        data.to_file(str(tmp_path / f"x.{suffix}"))
        (paper,) = bibkit.read(tmp_path / f"x.{suffix}")
        assert paper.title == ODD.title


@settings(max_examples=60, deadline=None)
@given(papers())
def test_papers_go_through_pybtex_as_through_a_file(paper):
    paper = msgspec.structs.replace(paper, collections=())  # JabRef's groups are comments, which pybtex drops
    data = interop.to_pybtex([paper])
    assert interop.from_pybtex(data) == through_bibtex(paper)
    written = data.to_string("bibtex")
    assert pybtex.database.parse_string(written, "bibtex") == data


def test_an_odd_paper_survives_pybtex():
    (back,) = interop.from_pybtex(interop.to_pybtex([ODD]))
    assert back == ODD


def test_ascii_only_is_written_as_tex():
    text = interop.to_pybtex([ODD]).to_bytes("bibtex", encoding="ascii").decode("ascii")
    (back,) = bibkit.loads(text, "bibtex")
    assert (back.title, back.authors) == (ODD.title, ODD.authors)


def test_a_database_made_by_hand_becomes_papers():
    entry = Entry("Article", [("title", "{Ponds} \\& Weirs"), ("month", "jan"), ("year", "2031")])
    entry.persons["author"] = [
        Person(first="Ada", middle="M.", prelast="van der", last="Berg", lineage="Jr."),
        Person("{Salt and Silt}"),
        Person(last="Sol"),
    ]
    (paper,) = interop.from_pybtex(BibliographyData({"k": entry}, preamble=["\\newcommand{\\x}{y}"]))
    assert paper.kind == "article-journal"
    assert paper.title == "Ponds & Weirs"
    assert paper.authors == (
        Author("Berg", "Ada M.", "van der", "Jr."),
        Author(literal="Salt and Silt"),
        Author("Sol"),
    )
    assert paper.issued == Date(2031, 1)


def test_papers_without_a_key_get_one():
    assert len(interop.to_pybtex([Paper(title="Ponds"), Paper(title="Ponds")]).entries) == 2
