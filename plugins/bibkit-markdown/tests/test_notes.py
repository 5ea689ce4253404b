"""What Obsidian and Quarto get of a paper."""

from __future__ import annotations

import io
import zipfile

import pytest
from hypothesis import given, settings
from ruamel.yaml import YAML

import bibkit
import bibkit.text.markup
from bibkit import Affiliation, Author, Date, Paper, Report
from bibkit.testing import papers, write_out

PAPER = Paper(
    key="abara2031",
    kind="article",
    title="Weirs: <i>Natrix</i> of $O(k_1)$ & a*b",
    authors=(Author("Abara", "Tunde", affiliations=(0,)), Author("Berg", "Ada", "van der")),
    authors_omitted=2,
    affiliations=(Affiliation("Institute of Ponds"),),
    issued=Date(2031, 3, 5),
    tags=("ponds", "Weirs, Tidal"),
    abstract="One_two.\n\n# Three $x_1$",
    url="https://example.org/a",
    doi="10.5555/w",
    collections=(("Rivers", "Weirs"),),
    notes=("<p>Read <b>twice</b>.</p>",),
    eprint="3103.01230",
    eprint_type="arxiv",
)


def split(text: str):
    """The front matter of a note as values, and its body."""
    _, head, body = text.split("---\n", 2)
    return YAML(typ="safe", pure=True).load(head), body


def test_a_note_for_obsidian():
    report = Report()
    head, body = split(bibkit.dumps([PAPER], "markdown", report=report))
    assert head["title"] == "Weirs: Natrix of $O(k_1)$ & a*b"
    assert head["aliases"] == [head["title"]]
    assert head["citekey"] == "abara2031"
    assert head["authors"] == ["Abara, Tunde", "van der Berg, Ada"]
    assert head["authors-omitted"] == 2
    assert head["tags"] == ["ponds", "Weirs-Tidal"]
    assert str(head["date"]) == "2031-03-05"
    assert head["collections"] == ["Rivers / Weirs"]
    assert "# Weirs: <i>Natrix</i> of $O(k_1)$ &amp; a\\*b\n" in body
    assert "Tunde Abara, Ada van der Berg, and 2 more" in body
    assert "One\\_two.\n\n\\# Three $x_1$\n" in body
    assert "- <https://doi.org/10.5555/w>\n- <https://example.org/a>\n" in body
    assert "Read <b>twice</b>." in body
    assert report.losses == {"authors.affiliations": 1, "tags: exact form": 1}


def test_a_note_for_quarto():
    head, _ = split(bibkit.dumps([PAPER], "markdown", flavour="quarto"))
    assert head["author"][0] == {"name": {"given": "Tunde", "family": "Abara"}, "affiliations": ["Institute of Ponds"]}
    assert head["author"][1]["name"] == {"given": "Ada", "family": "van der Berg"}
    assert head["categories"] == ["ponds", "Weirs, Tidal"]
    assert head["citation"]["type"] == "article"
    assert head["citation"]["url"] == "https://example.org/a"
    assert head["abstract"] == PAPER.abstract


def test_one_file_a_paper():
    keys = ["abara2031", "ABARA2031", "../../etc/x", "a:b/c", "", "con", "größe"]
    data, _ = write_out("markdown-zip", [Paper(key=key, title=f"T {key}") for key in keys])
    archive = zipfile.ZipFile(io.BytesIO(data))
    assert archive.testzip() is None
    names = archive.namelist()
    assert names == ["abara2031.md", "ABARA2031-2.md", "etc-x.md", "a-b-c.md", "paper.md", "con-.md", "größe.md"]
    assert split(archive.read("a-b-c.md").decode())[0]["citekey"] == "a:b/c"
    assert write_out("markdown-zip", [PAPER])[0] == write_out("markdown-zip", [PAPER])[0]


@pytest.mark.parametrize(("target", "suffix"), [("obsidian", ".md"), ("quarto", ".qmd")])
def test_the_targets_write_a_folder(tmp_path, target, suffix):
    bibkit.write([PAPER], tmp_path / "notes.zip", target=target)
    assert zipfile.ZipFile(tmp_path / "notes.zip").namelist() == [f"abara2031{suffix}"]


@pytest.mark.parametrize("flavour", ["obsidian", "quarto"])
@settings(max_examples=50, deadline=None)
@given(paper=papers())
def test_the_front_matter_is_yaml(flavour, paper):
    text = bibkit.dumps([paper], "markdown", flavour=flavour)
    head, _ = split(text)
    assert head.get("citekey", paper.key) == paper.key
    assert bibkit.text.markup.to_plain(paper.title) == head.get("title", "")


def test_notes_stand_one_after_another():
    text = bibkit.dumps([PAPER, Paper(key="b", title="Ponds")], "markdown")
    assert text.count("\n---\n") == 3
    assert text.startswith("---\n")
