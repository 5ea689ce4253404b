"""crossref and xdata: fields that entries take from others."""

from __future__ import annotations

import pytest

from bibkit.model import Date

PROCEEDINGS = "@proceedings{p, title = {Proceedings}, subtitle = {Part 2}, year = 2030, month = jun, editor = {E, F}, shorttitle = {P}}"
CHILD = "@inproceedings{c, title = {Child}, crossref = {p}}"


@pytest.mark.parametrize("text", [f"{PROCEEDINGS}\n{CHILD}", f"{CHILD}\n@misc{{m, year = 1}}\n{PROCEEDINGS}"])
def test_a_parent_before_or_after_its_child(text, load):
    papers = {paper.key: paper for paper in load(text).papers}
    assert papers["c"].container_title == "Proceedings: Part 2"
    assert papers["c"].issued == Date(2030, 6)
    assert papers["c"].title_short == ""
    assert papers["p"].kind == "book"
    assert [paper.key for paper in load(text).papers] == [
        part.split("{")[1].split(",")[0] for part in text.split("\n@")
    ]


def test_own_fields_win_and_a_date_is_one_thing(load):
    text = f"{PROCEEDINGS}\n@inproceedings{{c, title = {{C}}, date = {{2029}}, editor = {{G, H}}, crossref = {{p}}}}"
    child = load(text).papers[1]
    assert child.issued == Date(2029)
    assert [author.family for author in child.by_role("editor")] == ["G"]


def test_book_and_multivolume_chain(load):
    text = (
        "@inbook{c, title = {Chapter}, crossref = {b}}\n@book{b, title = {Volume}, crossref = {mv}, volume = 2}\n"
        "@mvbook{mv, title = {Whole}, author = {A, B}, publisher = {Salt}}"
    )
    seen = load(text)
    child = seen.papers[0]
    assert (child.container_title, child.publisher, child.volume) == ("Volume", "Salt", "2")
    assert {(author.family, author.role) for author in child.authors} == {("A", "author"), ("A", "container-author")}
    assert seen.diagnostics == []


def test_periodical(load):
    text = "@periodical{p, title = {Tides}, subtitle = {B}, number = 3, year = 2030}\n@article{c, title = {x}, crossref = {p}}"
    child = load(text).papers[1]
    assert (child.container_title, child.issue, child.year) == ("Tides: B", "3", 2030)


def test_xdata_is_no_paper(load):
    seen = load(
        "@xdata{x, publisher = {Salt}, xdata = {y}}\n@book{b, title = {B}, xdata = {x}}\n@xdata{y, location = {Port}}"
    )
    assert [paper.key for paper in seen.papers] == ["b"]
    assert (seen.paper.publisher, seen.paper.publisher_place) == ("Salt", "Port")


def test_what_is_missing_or_goes_round_is_told(load):
    seen = load(
        "@misc{a, title = {A}, crossref = {gone}}\n@book{b, crossref = {c}, title = {B}}\n@book{c, crossref = {b}}"
    )
    assert [paper.key for paper in seen.papers] == ["a", "b", "c"]
    assert set(seen.codes) == {"unknown-crossref"}


def test_nothing_is_inherited_that_must_not_be(load):
    child = load(
        "@book{p, title = {P}, related = {x}, entrysubtype = {magazine}, shorthand = {S}}\n@inbook{c, crossref = {p}}"
    ).papers[1]
    assert (child.kind, child.citation_label, child.extra) == ("chapter", "", {"bibtex:type": ("inbook",)})


def test_a_flat_file_has_no_crossref(load, dump):
    text = dump(load(f"{CHILD}\n{PROCEEDINGS}").papers).text
    assert "crossref" not in text
    assert text.count("Proceedings: Part 2") == 2
