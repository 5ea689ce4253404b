"""What is new to a library, and what is not."""

from __future__ import annotations

import msgspec
import pytest

from bibkit.errors import InputError
from bibkit.library.follow import Seen, find_new_papers, seen_path
from bibkit.model import Author, Date, Paper
from bibkit.report import Report

PEOPLE = (Author("Abara", "Tunde"), Author("Lind", "Ossian"))
WEIRS = Paper(
    kind="article", title="Memory-Aware Reservoir Scheduling in Practice", authors=PEOPLE, issued=Date(2031, 1)
)
DAMS = Paper(kind="article", title="Dams and Their Discontents", authors=PEOPLE, issued=Date(2031, 2))


class Shelf:
    """A library that holds papers and nothing else."""

    def __init__(self, *papers: Paper) -> None:
        self.papers = list(papers)

    @property
    def keys(self) -> list[str]:
        return [paper.key for paper in self.papers]


def find(papers, *shelf: Paper, **more):
    report = Report()
    found = find_new_papers(papers, Shelf(*shelf), report, **more)
    return found, [diagnostic.code for diagnostic in report.diagnostics]


def keyed(paper: Paper, key: str, **values) -> Paper:
    return msgspec.structs.replace(paper, key=key, **values)


def test_only_what_is_new_with_a_free_key() -> None:
    found, codes = find([WEIRS, DAMS, WEIRS], keyed(WEIRS, "Abara2031Dams"))
    assert [paper.key for paper in found.added] == ["abara2031damsdiscontents"]
    assert (found.present, found.kept_away, codes) == (1, 0, [])


def test_a_key_of_its_own_is_kept_if_it_is_free() -> None:
    found, _ = find([keyed(DAMS, "d"), keyed(WEIRS, "w")], Paper(title="x", key="D"))
    assert found.added[1].key == "w"
    assert found.added[0].key.lower() not in {"d", "w"}


def test_a_shortened_title_counts_as_present_and_is_told() -> None:
    found, codes = find([WEIRS], keyed(WEIRS, "w", title="Memory-aware reservoir scheduling"))
    assert (found.added, found.present, codes) == ([], 1, ["taken-for-present"])


def test_a_shorter_title_that_is_another_paper_s_does_not_hide_a_new_one() -> None:
    short = msgspec.structs.replace(WEIRS, title="Memory-Aware Reservoir Scheduling")
    found, codes = find([WEIRS, short], keyed(short, "w"))
    assert [paper.title for paper in found.added] == [WEIRS.title]
    assert codes == []


def test_a_list_of_papers_seen_keeps_them_away_and_can_be_read_again(tmp_path) -> None:
    path = tmp_path / "mine.bib.seen"
    Seen.load(path).save(path, [WEIRS, WEIRS])
    assert len(path.read_text().splitlines()) == 1
    found, _ = find([WEIRS, DAMS], seen=Seen.load(path))
    assert [paper.title for paper in found.added] == [DAMS.title]
    assert found.kept_away == 1
    before = path.stat().st_mtime_ns
    Seen.load(path).save(path, [WEIRS])
    assert path.stat().st_mtime_ns == before


def test_of_two_new_papers_that_want_one_key_the_older_gets_it_whatever_their_order() -> None:
    younger = Paper(kind="article", title="Weirs of Winter", authors=PEOPLE, issued=Date(2031, 5))
    older = Paper(kind="article", title="Weirs of Spring", authors=PEOPLE, issued=Date(2031, 4))
    for papers in ([younger, older], [older, younger]):
        found, _ = find(papers)
        assert {paper.title: paper.key for paper in found.added} == {
            "Weirs of Spring": "abara2031weirs",
            "Weirs of Winter": "abara2031weirswinter",
        }


def test_a_list_that_cannot_be_read_says_on_which_line(tmp_path) -> None:
    path = seen_path(tmp_path / "mine.bib")
    assert path.name == "mine.bib.seen"
    path.write_text('{"title": "Dams"}\n\n{"titel": 3}\n')
    with pytest.raises(InputError, match="no paper") as caught:
        Seen.load(path)
    assert caught.value.location.line == 3
