"""The grammar of lines: where a record begins and ends, what a value is, what is said about the rest."""

from __future__ import annotations

import io
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bibkit.errors import InputError
from bibkit.formats.ris import read, sniff
from bibkit.model import Paper
from bibkit.plugins.records import ReadContext

from .helpers import codes, read_one, read_text, record

STRICT = "TY  - BOOK\nTI  - Ponds\nAU  - Sol, Petra\nER  - \n"


@pytest.mark.parametrize(
    "text",
    [
        STRICT,
        STRICT.replace("\n", "\r\n"),
        STRICT.replace("\n", "\r"),
        "\ufeff" + STRICT,
        "\n\n  \n" + STRICT,
        STRICT.rstrip("\n"),
        STRICT.rstrip("\n ").removesuffix("-") + "-",
        STRICT.replace("  - ", " - "),
        STRICT.replace("  - ", "  -  "),
        STRICT.replace("  - ", "  -"),
        STRICT.replace("TY  - BOOK", "  TY  - BOOK"),
        STRICT.replace("TY", "ty").replace("TI", "ti").replace("AU", "au").replace("ER", "er"),
        STRICT.replace("BOOK", "book"),
        STRICT.replace("  - ", "  \u2013 "),
        STRICT.replace("TI  - Ponds", "TI  - \nTI  - Ponds\nSN  -\nDB  - "),
    ],
)
def test_every_spelling_of_a_line_is_read(text):
    found, context = read_text(text)
    assert [(paper.kind, paper.title, paper.authors[0].family) for paper in found] == [("book", "Ponds", "Sol")]
    assert codes(context) == []


def test_what_stands_between_records_is_counted_once():
    text = "Record 1 of 2\n\n1.\n" + STRICT + "\nC1  - Database: Pondbase\nSearch: ponds\n" + STRICT + "end"
    found, context = read_text(text)
    assert [paper.title for paper in found] == ["Ponds", "Ponds"]
    assert "Database" not in str(found)
    assert codes(context) == [("text-outside-records", 1)]
    assert context.report.diagnostics[0].severity == "info"
    assert "5 lines" in context.report.diagnostics[0].message


def test_a_record_without_end_does_not_take_the_next():
    found, context = read_text("TY  - BOOK\nTI  - One\nTY  - JOUR\nTI  - Two\nER  - \nTY  - MAP\nTI  - Three")
    assert [(paper.kind, paper.title) for paper in found] == [
        ("book", "One"),
        ("article-journal", "Two"),
        ("map", "Three"),
    ]
    assert codes(context) == [("no-end-of-record", 3), ("no-end-of-record", 7)]


def test_an_unknown_type_is_said_and_kept():
    found, context = read_text("TY  - SCROLL\nTI  - Ponds\nER  - \nTY  - \nTI  - Weirs\nER  - ")
    assert [paper.kind for paper in found] == ["document", "document"]
    assert found[0].extra == {"ris:TY": ("SCROLL",)}
    assert codes(context) == [("unknown-type", 1), ("unknown-type", 4)]


@pytest.mark.parametrize("text", ["@book{a, title = {b}}", "nothing here", "TI  - Ponds\nER  - "])
def test_another_format_is_refused_in_one_line(text):
    with pytest.raises(InputError) as caught:
        read_text(text)
    assert "test.ris:1" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_empty_file_has_no_papers():
    assert read_text("")[0] == []
    assert read_text(" \n\n")[0] == []


def test_wrapped_values_are_joined():
    paper = record(
        "T1  - Breach of the dam following", "heavy rain", "AB  - First line", "goes on.", "", "New paragraph."
    )
    assert paper.title == "Breach of the dam following heavy rain"
    assert paper.abstract == "First line goes on.\n\nNew paragraph."


def test_lines_of_notes_stay_lines():
    assert record("N1  - one", "two", "", "three", "VL  - 3").notes == ("one\ntwo\n\nthree",)


def test_further_lines_of_a_list_are_further_values():
    paper = record("KW  - ponds", "weirs", "L1  - a.pdf", "b.pdf", "AD  - Tidal Institute", "Dept of Silt")
    assert paper.tags == ("ponds", "weirs")
    assert [attachment.path for attachment in paper.attachments] == ["a.pdf", "b.pdf"]
    assert [affiliation.name for affiliation in paper.affiliations] == ["Tidal Institute", "Dept of Silt"]


def test_text_that_looks_like_a_loose_tag_is_text():
    paper = record("AB  - Scans were made.", "CT - computed tomography", "AU - gold", "AU  - Sol, Petra")
    assert paper.abstract == "Scans were made. CT - computed tomography AU - gold"
    assert len(paper.authors) == 1


def test_values_are_text():
    paper = record(
        "TI  - AT&amp;T &lt;weirs&gt; cafe\u0301 \ufeff& more &copy=2", "UR  - https://example.org/?a=1&copy=2"
    )
    assert paper.title == "AT&T <weirs> caf\u00e9 & more &copy=2"
    assert paper.url == "https://example.org/?a=1&copy=2"


def test_reading_takes_a_piece_at_a_time():
    stream = io.StringIO("".join([f"TY  - BOOK\nTI  - {number}\nER  - \n" for number in range(100_000)]))
    papers = read(stream, ReadContext())
    assert next(papers).title == "0"
    assert stream.tell() < 100_000
    assert next(papers).title == "1"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("size", [1, 2, 3, 7, 40, 1000])
def test_where_a_piece_ends_changes_nothing(end, size, monkeypatch):
    text = (
        "\ufeffTY  - JOUR\nTI  - Ponds\nER  - \n\n1.\nTY  - BOOK\nAB  - One\n\nTwo\nER  -\n\nstray\n"
        "TY  - CHAP\nTI  - E\u0301tude &amp; more\nTY  - THES\nKW  - a\nb\nER  - \n\nTY - GEN\nTI - x\nER - "
    )
    whole, pieces = ReadContext(), ReadContext()
    expected = list(read(io.StringIO(text, newline=""), whole))
    assert [paper.title for paper in expected] == ["Ponds", "", "\u00c9tude & more", "", "x"]
    monkeypatch.setattr("bibkit.formats.ris.syntax._PIECE", size)
    monkeypatch.setattr("bibkit.formats.ris.syntax._PATIENCE", size)
    assert list(read(io.StringIO(text.replace("\n", end), newline=""), pieces)) == expected
    assert pieces.report.diagnostics == whole.report.diagnostics
    assert whole.report.diagnostics


def test_a_long_title_at_the_end_of_a_file_is_kept():
    assert read_one("TY  - BOOK\nTI  - Ponds that\nfreeze\nAU  - Sol, Petra\nER  - ").title == "Ponds that freeze"


@given(
    st.lists(
        st.tuples(
            st.sampled_from(
                ["TI", "T1", "AU", "A2", "A3", "T2", "C1", "C3", "JO", "JA", "AB", "N2", "M3", "PY", "SP", "VL", "Q1"]
            ),
            st.sampled_from(
                ["Sol, Petra", "van der Berg, A.", "Silt", "a & b", "a; b", "x and y", " 2031 ", "", "10.1/x"]
            ),
        )
    ),
    st.sampled_from(["JOUR", "BOOK", "EDBOOK", "CONF", "UNPB", "odd"]),
)
def test_short_ways_read_what_the_rules_read(pairs, ty):
    """Records as programs write them are cut at once, and tags that stand once are looked up without the rest."""
    text = "".join([f"TY  - {ty}\n", *[f"{tag}  - {value}\n" for tag, value in pairs], "ER  - \n\n"]) * 2
    expected = read_text(text)[0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bibkit.formats.ris.syntax._clean_record", lambda _text, _line: None)
        patch.setattr("bibkit.formats.ris.reader._usual_values", lambda _groups, _kind: None)
        assert read_text(text)[0] == expected


def test_its_own_files_are_known():
    assert sniff(STRICT)
    assert sniff("\ufeff\n 1. \nTY - JOUR")
    assert not sniff("PMID- 12345\nTI  - Ponds")
    assert not sniff('{"type": "book"}')


@given(
    st.text()
    | st.lists(st.sampled_from([*STRICT.splitlines(), "", "TY - X", "M2  - Type: preprint", "PY  - ?", "x"])).map(
        "\n".join
    )
)
def test_any_text_gives_papers_or_one_error(text):
    context = ReadContext("any.ris")
    papers: list[Paper] = []
    with suppress(InputError):
        papers = list(read(io.StringIO(text, newline=""), context))
    assert all(isinstance(paper, Paper) for paper in papers)
    assert all(diagnostic.location.line <= len(text.splitlines()) + 1 for diagnostic in context.report.diagnostics)
