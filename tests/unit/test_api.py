"""The library's front door."""

from __future__ import annotations

import pytest

import bibkit

BOOK = "@book{abara2031ponds, title = {Ponds}, author = {Abara, Tunde and others}, year = 2031}\n"


def test_read_and_write_take_paths(tmp_path):
    (tmp_path / "in.bib").write_text(BOOK)
    report = bibkit.write(bibkit.read(tmp_path / "in.bib"), tmp_path / "out.jsonl")
    assert report.papers_written == 1
    assert report.losses == {}
    (paper,) = bibkit.read(tmp_path / "out.jsonl")
    assert (paper.title, paper.authors_omitted) == ("Ponds", bibkit.UNKNOWN_NUMBER)


def test_reading_is_lazy_and_says_at_once_what_is_missing(tmp_path):
    papers = bibkit.read(tmp_path / "missing.bib")
    with pytest.raises(bibkit.InputError, match="no such file"):
        next(papers)


def test_convert_gives_keys_and_counts_losses(tmp_path):
    (tmp_path / "in.jsonl").write_text('{"title":"Ponds","collections":[["Water"]],"kind":"book"}\n')
    report = bibkit.convert(tmp_path / "in.jsonl", tmp_path / "out.ris")
    assert report.losses == {"collections": 1}
    assert "ID  - ponds" in (tmp_path / "out.ris").read_text()


def test_convert_strictly_writes_nothing_that_loses(tmp_path):
    (tmp_path / "in.jsonl").write_text('{"title":"Ponds","collections":[["Water"]],"kind":"book"}\n')
    with pytest.raises(bibkit.LossError, match="collections"):
        bibkit.convert(tmp_path / "in.jsonl", tmp_path / "out.ris", strict=True)
    assert not (tmp_path / "out.ris").exists()


def test_options_are_named_as_python_names_them():
    paper = bibkit.Paper(key="a", title="Ponds", authors=(bibkit.Author("Grün", "Zoë"),), authors_omitted=2)
    text = bibkit.dumps([paper], "bibtex", ascii=True, and_others=False)
    assert text.isascii()
    assert "others" not in text


def test_loads_takes_text_and_bytes():
    assert bibkit.loads(BOOK, "bibtex") == bibkit.loads(BOOK.encode("utf-16"), "bibtex")


def test_what_was_found_is_in_the_report():
    report = bibkit.Report()
    bibkit.loads(BOOK + BOOK, "bibtex", report=report)
    assert [diagnostic.code for diagnostic in report.diagnostics] == ["duplicate-key"]
    assert report.diagnostics[0].location.line == 2
