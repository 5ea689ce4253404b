"""``bibkit topic`` as a user meets it."""

from __future__ import annotations

import json
import shutil

import pytest

NAMES = ("tidal-computing.txt", "salt-marsh-ecology.txt")


@pytest.fixture
def pages(tmp_path, project):
    for name in NAMES:
        shutil.copy(project / "examples" / name, tmp_path)
    return tmp_path


def test_stated_and_listed_stand_side_by_side(bibkit, pages) -> None:
    done = bibkit("topic", NAMES[0])
    assert done.status == 0
    assert done.stdout.startswith(
        "Tidal Computing\nin ET: Emerging Technologies\nstated: 48 papers in the last four weeks"
    )
    assert "12 papers of 1,204" in done.stdout
    assert "Papers a week" in done.stdout
    assert "\x1b" not in done.stdout


def test_json(bibkit, pages) -> None:
    data = json.loads(bibkit("topic", *NAMES, "--json", "--most", "3").stdout)
    first, second = data["topics"]
    assert (first["title"], first["listed"], first["stated"]["recent_papers"]) == ("Tidal Computing", 12, 48)
    assert sum(week["papers"] for week in first["weeks"]) == first["listed"] - first["undated"]
    assert len(second["tags"]) == 3
    assert len(data["shared"]["papers"]) == 1


def test_a_library_has_figures_too(bibkit, pages) -> None:
    bibkit("export", NAMES[0], "-o", "x.jsonl")
    done = bibkit("topic", "x.jsonl")
    assert done.status == 0
    assert done.stdout.startswith("x.jsonl\n") or done.stdout.startswith("Tidal Computing\n")


def test_the_real_documents(bibkit, shared) -> None:
    names = [
        shared / "topics" / "rl-for-language-model-reasoning.txt",
        shared / "topics" / "rl-for-language-models.txt",
    ]
    data = json.loads(bibkit("topic", *names, "--json").stdout)
    assert [(each["listed"], each["stated"]["total"], each["stated"]["recent_papers"]) for each in data["topics"]] == [
        (30, 707, 91),
        (30, 271, 36),
    ]
    assert [week["start"] for week in data["topics"][1]["weeks"]] == ["2026-09-21", "2026-09-28", "2026-10-05"]
