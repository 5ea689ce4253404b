"""What a person sees in a spreadsheet, and what is read of one that a person made."""

from __future__ import annotations

import csv
import io

import openpyxl
import pytest

import bibkit
from bibkit import Affiliation, Author, Date, Paper, Report

PAPER = Paper(
    key="abara2031",
    kind="article",
    title="Weirs; or, Ponds",
    authors=(Author("Abara", "Tunde"), Author("Berg", "Ada", "van der"), Author(literal="Pond Institute")),
    authors_omitted=2,
    issued=Date(2031, 3, 5),
    tags=("ponds; deep", "weirs, tidal", "C#"),
    affiliations=(Affiliation("Salt & Silt; Inc."), Affiliation("Tidal Commission")),
    collections=(("Rivers", "Weirs"),),
    abstract='One, "two".\n\nThree.',
    page="11-19",
)


def rows(text: str, **options):
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff")), **options))


def sheet(papers, **options):
    record = bibkit.Registry.default().format("xlsx")
    from bibkit.testing import write_out

    data, report = write_out(record, papers, options)
    return openpyxl.load_workbook(io.BytesIO(data)).worksheets[0], report, data


def test_a_row_is_what_a_person_expects():
    text = bibkit.dumps([PAPER], "csv")
    assert text.startswith("\ufeffKey,Type,Title,Authors,")
    (row,) = rows(text)
    assert row["Type"] == "preprint"
    assert row["Title"] == "Weirs; or, Ponds"
    assert row["Authors"] == "Abara, Tunde; van der Berg, Ada; Pond Institute"
    assert row["Authors omitted"] == "2"
    assert row["Date"] == "2031-03-05"
    assert row["Tags"] == "ponds;; deep; weirs, tidal; C#"
    assert row["Collections"] == "Rivers > Weirs"
    assert row["Abstract"] == PAPER.abstract


@pytest.mark.parametrize("name", ["csv", "xlsx"])
def test_it_reads_back(name, tmp_path):
    report = bibkit.write([PAPER], tmp_path / f"x.{name}")
    assert report.losses == {}
    assert list(bibkit.read(tmp_path / f"x.{name}")) == [PAPER]


@pytest.mark.parametrize("value", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "'=1", "''@x", '=HYPERLINK("http://x")'])
def test_no_cell_of_a_csv_file_is_a_formula(value):
    paper = Paper(key="a", title=value, publisher="'quoted'")
    text = bibkit.dumps([paper], "csv")
    for cell in next(iter(rows(text))).values():
        assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))
    assert bibkit.loads(text, "csv")[0].title == value
    assert bibkit.loads(text, "csv")[0].publisher == "'quoted'"


def test_no_cell_of_a_workbook_is_a_formula_or_a_date():
    cells, _, _ = sheet([Paper(key="1e5", title="=1+1", page="3-5", issued=Date(2031, 3))])
    for row in cells.iter_rows():
        assert {cell.data_type for cell in row} <= {"s", "inlineStr", "n"}
        assert all(cell.value is None or isinstance(cell.value, str) for cell in row)
    assert {cell.number_format for cell in cells[2]} == {"@"}
    assert cells["A1"].font.b
    assert cells.freeze_panes == "A2"


def test_the_same_papers_give_the_same_bytes():
    assert sheet([PAPER])[2] == sheet([PAPER])[2]


def test_a_cell_that_excel_calls_too_long_is_cut_and_said():
    cells, report, data = sheet([Paper(key="a", title="T", abstract="x" * 40_000)])
    assert max(len(str(cell.value)) for cell in cells[2] if cell.value) == 32_767
    assert report.losses == {"abstract: exact form": 1}
    assert bibkit.loads(data, "xlsx")[0].title == "T"


def test_what_has_no_column_is_said():
    report = Report()
    paper = Paper(
        key="a",
        title="T",
        scale="1:100",
        authors=(Author("Sol", "Petra", role="translator"),),
        extra={"ris:C1": ("x",)},
    )
    bibkit.dumps([paper], "csv", report=report)
    assert report.losses == {"scale": 1, "authors:translator": 1, "ris:C1": 1}
    report = Report()
    bibkit.dumps([paper], "csv", report=report, columns="all")
    assert report.losses == {"ris:C1": 1}


def test_columns_may_be_chosen():
    text = bibkit.dumps([PAPER], "csv", columns="title, Authors, year")
    assert text.removeprefix("\ufeff").splitlines()[0] == "Title,Authors,Date"
    with pytest.raises(bibkit.UsageError, match="colour"):
        bibkit.dumps([PAPER], "csv", columns="title,colour")


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_delimiters_are_found(delimiter, mark):
    lines = [["Title", "Author(s)".replace("(s)", ""), "Year"], ["Ponds, Weirs", "Sol, Petra; Abara, Tunde", "2031"]]
    held = io.StringIO()
    csv.writer(held, delimiter=delimiter).writerows(lines)
    (paper,) = bibkit.loads(mark + held.getvalue(), "csv")
    assert paper.title == "Ponds, Weirs"
    assert paper.authors == (Author("Sol", "Petra"), Author("Abara", "Tunde"))
    assert paper.issued == Date(2031)


def test_a_table_of_another_program():
    text = (
        '"Key","Item Type","Publication Year","Author","Title","Publication Title","DOI","Url","Abstract Note","Date",'
        '"Pages","Issue","Manual Tags","Automatic Tags","Fooish"\n'
        '"AB12CD34","journalArticle","2031","Sol, Petra; Abara, Tunde","Ponds","Sluice Review","https://doi.org/10.5555/w",'
        '"https://example.org","Text","2031-03-05","11–19","2","ponds; weirs","auto","bar"\n'
    )
    (paper,) = bibkit.loads(text, "csv")
    assert (paper.kind, paper.container_title, paper.doi) == ("article-journal", "Sluice Review", "10.5555/w")
    assert (paper.issued, paper.page, paper.issue) == (Date(2031, 3, 5), "11-19", "2")
    assert paper.tags == ("ponds", "weirs")
    assert paper.automatic_tags == ("auto",)
    assert paper.extra["csv:Fooish"] == ("bar",)


def test_a_workbook_that_a_person_made(tmp_path):
    workbook = openpyxl.Workbook()
    cells = workbook.active
    cells.append(["TITLE", "Year", "Volume", "Date accessed", "Accessed", None])
    import datetime as dt

    cells.append(["Ponds", 2031, 4.0, "x", dt.datetime(2031, 3, 5), None])
    cells.append([None] * 6)
    cells.append(["Weirs", None, None, None, None, None])
    workbook.save(tmp_path / "x.xlsx")
    found = list(bibkit.read(tmp_path / "x.xlsx"))
    assert [paper.title for paper in found] == ["Ponds", "Weirs"]
    assert (found[0].issued, found[0].volume, found[0].accessed) == (Date(2031), "4", Date(2031, 3, 5))


def test_rows_that_are_odd_cost_no_neighbour():
    report = Report()
    found = bibkit.loads("Title,Year\nOne,2031,x\nTwo\n\nThree,2030\n", "csv", report=report)
    assert [paper.title for paper in found] == ["One", "Two", "Three"]
    assert [(diagnostic.code, diagnostic.location.line) for diagnostic in report.diagnostics] == [("bad-row", 2)]


@pytest.mark.parametrize("data", ["a,b\n1,2\n", "", "\x00\x01"])
def test_another_file_is_refused(data):
    for name in ("csv", "xlsx"):
        with pytest.raises(bibkit.InputError):
            bibkit.loads(data, name)
