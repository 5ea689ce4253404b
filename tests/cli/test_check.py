"""``bibkit check``: what is wrong, where, and the exit status for CI."""

from __future__ import annotations

import json

import pytest

BAD = r"""@string{jse = {Journal of Synthetic Estuaries}}
@article{abara2031ponds,
  title = {Ponds that Remember},
  author = {Abara, Tunde},
  journal = jse,
  year = 2031,
  doi = {10.5555/ponds},
}

@article{sol2031weirs,
  title = {Weirs},
  author = {Ruth Sol Jr},
  year = {in press},
  journal = tides,
  issn = {2049-3631},
  jounral = {Pond Letters},
  note = {},
}

@book{osei2031book, title = {A Book}, author = {Osei, Kwabena}, year = 2031, isbn = {978-3-16-148410-1}}
@misc{abara2031again, title = {Ponds that Remember}, author = {Abara, T.}, year = 2031, doi = {10.5555/PONDS}}
@misc{lost, title = {Never closed
@misc{good2031, title = {Good}, author = {Good, Al}, year = 2031, url = {https://example.org}}
"""


@pytest.fixture
def library(tmp_path):
    (tmp_path / "refs.bib").write_text(BAD)


def found(done):
    """Findings as (line, code) pairs."""
    rows = [row.split(":", 4) for row in done.stdout.splitlines()]
    return {(int(row[1]), row[3].strip()) for row in rows if row[2].isdigit()}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (20, "missing-field"),
        (10, "bad-date"),
        (10, "undefined-macro"),
        (10, "bad-issn"),
        (10, "unknown-field"),
        (10, "bad-name"),
        (10, "empty-field"),
        (20, "bad-isbn"),
        (21, "duplicate-doi"),
        (22, "bad-entry"),
    ],
)
def test_each_fault_is_found_in_its_line(bibkit, library, line, code):
    done = bibkit("check", "refs.bib")
    assert (line, code) in {(at, what) for at, what in found(done)} or any(
        what == code and line <= at <= line + 8 for at, what in found(done)
    ), done.stdout


def test_a_good_entry_has_no_finding(bibkit, library):
    assert not [at for at, _ in found(bibkit("check", "refs.bib")) if at in {2, 23}]


def test_a_good_file_passes(bibkit, tmp_path):
    (tmp_path / "good.bib").write_text(BAD.splitlines(keepends=True)[-1])
    done = bibkit("check", "good.bib")
    assert (done.status, done.stdout) == (0, "")
    assert done.error_lines == ["1 paper, 0 findings"]


def test_findings_make_the_exit_status(bibkit, library):
    assert bibkit("check", "refs.bib").status == 1
    assert bibkit("check", "refs.bib", "--fail-on", "never").status == 0
    assert bibkit("check", "refs.bib", "--fail-on", "error").status in {0, 1}


def test_a_code_can_be_left_out(bibkit, library):
    done = bibkit("check", "refs.bib", "--ignore", "bad-isbn", "--ignore", "missing-field")
    assert "bad-isbn" not in done.stdout
    assert "missing-field" not in done.stdout
    assert "bad-issn" in done.stdout


def test_json_has_every_finding_with_its_place(bibkit, library):
    findings = json.loads(bibkit("check", "refs.bib", "--format", "json").stdout)
    (isbn,) = [finding for finding in findings if finding["code"] == "bad-isbn"]
    assert isbn["location"] == {"source": "refs.bib", "line": 20, "column": 1, "key": "osei2031book"}
    assert isbn["severity"] == "warning"


def test_github_shows_findings_at_their_lines(bibkit, library):
    lines = bibkit("check", "refs.bib", "--format", "github").stdout.splitlines()
    assert any(line.startswith("::warning file=refs.bib,line=20,col=1,title=bad-isbn::") for line in lines)


def test_duplicates_are_found_between_files_and_formats(bibkit, tmp_path):
    (tmp_path / "a.bib").write_text(
        "@book{a, title = {Ponds that Remember}, author = {Abara, Tunde}, year = 2031, publisher = {D}}"
    )
    (tmp_path / "b.ris").write_text(
        "TY  - BOOK\nTI  - Ponds that remember!\nAU  - Abara, Tunde\nPY  - 2031\nPB  - D\nER  - \n"
    )
    done = bibkit("check", "a.bib", "b.ris")
    assert "b.ris:1: duplicate-title" in done.stdout
    assert "a.bib:1:1 (a)" in done.stdout


def test_one_missing_file_does_not_hide_the_others(bibkit, library):
    done = bibkit("check", "missing.bib", "refs.bib")
    assert done.status == 1
    assert "missing.bib: unreadable: " in done.stdout
    assert "bad-isbn" in done.stdout


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("x.ris", "TY  - BOOK\nTI  - A\nER  - \n\nTY  - BOOK\nTI  - B\nSN  - 978-3-16-148410-1\nER  - \n", 5),
        (
            "x.json",
            '[\n {"type": "book", "title": "A"},\n {"type": "book", "title": "B", "ISBN": "978-3-16-148410-1"}\n]',
            3,
        ),
        ("x.jsonl", '{"kind":"book","title":"A"}\n{"kind":"book","title":"B","isbn":"978-3-16-148410-1"}\n', 2),
    ],
)
def test_every_format_tells_the_line(bibkit, tmp_path, name, text, line):
    (tmp_path / name).write_text(text)
    assert f"{name}:{line}: bad-isbn: " in bibkit("check", name).stdout
