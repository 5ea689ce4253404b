"""``bibkit merge`` as a user meets it."""

from __future__ import annotations

import json
import shutil

import pytest

import bibkit as library
from bibkit.model import Author, Date, Paper

WEIRS = Paper(
    kind="article",
    key="weirs",
    title="Weirs that Learn from Sparse Rainfall",
    authors=(Author("Abara", "Tunde"), Author("Lind", "Ossian")),
    issued=Date(2031, 1, 5),
    eprint="3101.00001",
    eprint_type="arxiv",
)


@pytest.fixture
def two(tmp_path):
    more = {"key": "other", "authors": (Author("Abara", "T."), Author("Lind", "O.")), "volume": "4"}
    import msgspec

    library.write([msgspec.structs.replace(WEIRS, volume="3")], tmp_path / "a.jsonl")
    library.write([msgspec.structs.replace(WEIRS, **more), Paper(title="Dams", key="dams")], tmp_path / "b.jsonl")
    return tmp_path


def test_duplicates_are_joined_and_contradictions_told(bibkit, two) -> None:
    done = bibkit("merge", "a.jsonl", "b.jsonl", "-o", "c.jsonl", "--report", "r.json")
    assert done.status == 0
    assert [paper.key for paper in library.read(two / "c.jsonl")] == ["weirs", "dams"]
    assert any("conflicting-field" in line and "volume" in line for line in done.error_lines)
    assert "1 duplicate joined" in done.stderr
    codes = [each["code"] for each in json.loads((two / "r.json").read_text())["diagnostics"]]
    assert codes.count("duplicate-joined") == 1


def test_the_output_may_be_an_input(bibkit, two) -> None:
    done = bibkit("merge", "a.jsonl", "b.jsonl", "-o", "a.jsonl")
    assert done.status == 0
    assert len(list(library.read(two / "a.jsonl"))) == 2


def test_a_failing_input_leaves_the_output_alone(bibkit, two) -> None:
    before = (two / "a.jsonl").read_bytes()
    done = bibkit("merge", "a.jsonl", "missing.bib", "-o", "a.jsonl")
    assert done.status == 1
    assert "missing.bib: no such file" in done.error_lines[-1]
    assert (two / "a.jsonl").read_bytes() == before
    assert sorted(path.name for path in two.iterdir()) == ["a.jsonl", "b.jsonl"]


def test_a_paper_on_two_topic_pages_ends_in_two_collections(bibkit, tmp_path, project) -> None:
    names = ("tidal-computing.txt", "salt-marsh-ecology.txt")
    for name in names:
        shutil.copy(project / "examples" / name, tmp_path)
    done = bibkit("merge", *names, "-o", "both.jsonl")
    assert done.status == 0
    shelves = [paper.collections for paper in library.read(tmp_path / "both.jsonl")]
    assert sum(len(each) == 2 for each in shelves) == 1
