"""Papers to and from the real library of bibtexparser."""

from __future__ import annotations

import bibtexparser
from bibtexparser import middlewares
from hypothesis import given, settings

import bibkit
from bibkit import Author, Date, interop
from bibkit.testing import papers

from .helpers import ODD, through_bibtex


@settings(max_examples=60, deadline=None)
@given(papers())
def test_papers_go_through_bibtexparser_as_through_a_file(paper):
    assert interop.from_bibtexparser(interop.to_bibtexparser([paper])) == through_bibtex(paper)


def test_an_odd_paper_survives_bibtexparser():
    library = interop.to_bibtexparser([ODD])
    assert library.failed_blocks == []
    assert interop.from_bibtexparser(library) == [ODD]
    text = bibtexparser.write_string(library)
    assert bibkit.loads(text, "bibtex") == [ODD]


def test_biblatex_is_a_choice():
    entry = interop.to_bibtexparser([ODD], format="biblatex").entries_dict["sliwa2031"]
    assert entry["date"] == "2031-01-05"
    assert entry["journaltitle"] == "Pond Review"


def test_names_may_be_split():
    text = "@book{a, author = {van der Berg, Jr., Ada and {Salt and Silt} and Sol and others}, title = {P}}"
    split = [middlewares.SeparateCoAuthors(), middlewares.SplitNameParts()]
    library = bibtexparser.parse_string(text, append_middleware=split)
    (paper,) = interop.from_bibtexparser(library)
    assert paper == bibkit.loads(text, "bibtex")[0]
    assert paper.authors_omitted == bibkit.UNKNOWN_NUMBER


def test_months_may_be_numbers():
    library = bibtexparser.parse_string(
        "@misc{a, month = feb, year = 2031}", append_middleware=[middlewares.MonthIntMiddleware()]
    )
    assert interop.from_bibtexparser(library)[0].issued == Date(2031, 2)


def test_macros_and_comments_are_no_trouble():
    text = """@string{pr = {Pond Review}} @preamble{"\\x"} @comment{so} free text
@article{a, journal = pr, title = pr # { again}}
"""
    (paper,) = interop.from_bibtexparser(bibtexparser.parse_string(text))
    assert (paper.container_title, paper.title) == ("Pond Review", "Pond Review again")


def test_what_bibtexparser_refuses_is_read_by_bibkit():
    text = "@misc{a, title = {One}}\n@misc{a, title = {Two}}\n@misc{b, title = {Three}, title = {Four}}\n"
    library = bibtexparser.parse_string(text)
    assert library.failed_blocks
    report = bibkit.Report()
    found = interop.from_bibtexparser(library, report=report)
    assert [paper.title for paper in found] == ["One", "Two", "Three"]
    assert len({paper.key for paper in found}) == 3


def test_a_library_made_by_hand_becomes_papers():
    model = bibtexparser.model
    fields = [
        model.Field("title", "Ponds"),
        model.Field("year", 2031),
        model.Field("author", ["Sol, Petra", "Abara, Tunde"]),
    ]
    entries = [model.Entry("book", "k", fields), model.Entry("book", "k", fields)]
    library = bibtexparser.Library(entries, fail_on_duplicate_key=False)
    first, second = interop.from_bibtexparser(library)
    assert first.authors == (Author("Sol", "Petra"), Author("Abara", "Tunde"))
    assert first.issued == Date(2031)
    assert second.title == "Ponds"
