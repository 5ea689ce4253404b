"""``bibkit cite``, as a user calls it."""

from __future__ import annotations

import pytest

LIBRARY = """\
@article{whole, author = {Abara, Tunde}, title = {Weirs}, journal = {Salt}, year = 2031}
@article{bare, author = {Lin, Mei}, title = {Sluices}, year = 2030}
@book{untitled, author = {Roe, R.}}
@inproceedings{nowhere, title = {Gates}}
"""


@pytest.fixture
def library(tmp_path):
    (tmp_path / "refs.bib").write_text(LIBRARY, "utf-8")
    return "refs.bib"


@pytest.mark.parametrize("style", ["plain", "unsrt", "alpha", "unsrtalpha"])
@pytest.mark.parametrize("kind", ["text", "markdown", "html", "latex"])
def test_a_list_in_every_style_and_kind(bibkit, project, style, kind):
    done = bibkit("cite", project / "examples" / "tidal-computing.txt", "--style", style, "--as", kind)
    assert done.status == 0
    assert done.stdout.count("arXiv") == 12


def test_a_paper_that_lacks_a_field_costs_no_other_its_place(bibkit, library):
    done = bibkit("cite", library, "--style", "unsrt")
    assert done.status == 0
    lines = done.stdout.splitlines()
    assert [line[:3] for line in lines] == ["[1]", "[2]", "[3]", "[4]"]
    assert "Salt, 2031" in lines[0]
    assert "Sluices" in lines[1]
    assert "Gates" in lines[3]
    said = [line for line in done.error_lines if "incomplete-reference" in line]
    assert [line.partition(":")[0] for line in said] == ["bare", "untitled", "nowhere"]


def test_only_the_papers_that_a_query_finds(bibkit, library):
    done = bibkit("cite", library, "--where", "year:2031")
    assert done.stdout.count("[") == 1


def test_a_style_that_is_not_there_is_one_clear_line(bibkit, library):
    done = bibkit("cite", library, "--style", "roman")
    assert done.status == 2
    (line,) = done.error_lines
    assert "no style 'roman'" in line
    assert "plain" in line
