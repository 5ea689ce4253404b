"""``bibkit ask`` as a user meets it."""

from __future__ import annotations

import pytest

import bibkit as library
from bibkit.model import Author, Date, Paper


@pytest.fixture
def papers(tmp_path):
    found = [
        Paper(
            key="abara2031weirs",
            title="Weirs that <i>Learn</i>",
            authors=(Author("Abara", "Tunde"),),
            issued=Date(2031),
        ),
        Paper(title="Dams", authors=(Author("Lind"), Author("Roe"), Author("Ode"), Author("Moe")), authors_omitted=2),
    ]
    library.write(found, tmp_path / "a.jsonl")
    return tmp_path


def test_hits_are_listed_with_key_year_authors_and_title(bibkit, papers) -> None:
    done = bibkit("ask", "a.jsonl", "weirs OR author:roe")
    assert done.status == 0
    assert done.stdout.splitlines() == [
        "abara2031weirs\t2031\tTunde Abara\tWeirs that Learn",
        "linddams\t\tLind, Roe, Ode +3\tDams",
    ]
    assert done.error_lines == ["2 papers of 2"]


def test_nothing_found(bibkit, papers) -> None:
    done = bibkit("ask", "a.jsonl", "kelp")
    assert (done.status, done.stdout, done.error_lines) == (0, "", ["0 papers of 2"])


def test_hits_in_a_format(bibkit, papers) -> None:
    done = bibkit("ask", "a.jsonl", "year:2031", "--to", "bibkit-jsonl")
    assert done.status == 0
    assert [paper.key for paper in library.loads(done.stdout, "bibkit-jsonl")] == ["abara2031weirs"]


def test_counting(bibkit, papers) -> None:
    assert bibkit("ask", "a.jsonl", "missing:year", "--count").stdout == "1\n"


@pytest.mark.parametrize(("arguments", "words"), [(("a.jsonl", "titel:x"), "column 1"), (("weirs",), "INPUT")])
def test_wrong_use_is_one_line(bibkit, papers, arguments, words) -> None:
    done = bibkit("ask", *arguments)
    assert done.status == 2
    assert len(done.error_lines) == 1
    assert words in done.stderr


def test_keys_are_those_of_an_export(bibkit, tmp_path, project) -> None:
    pages = [project / "examples" / name for name in ("tidal-computing.txt", "salt-marsh-ecology.txt")]
    bibkit("export", *pages, "-o", "all.jsonl")
    listed = [line.partition("\t")[0] for line in bibkit("ask", *pages, "year>0").stdout.splitlines()]
    assert listed == [paper.key for paper in library.read(tmp_path / "all.jsonl")]
    assert len(listed) == 23
