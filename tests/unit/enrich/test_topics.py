"""Institutions and tags find their papers, and no other's."""

from __future__ import annotations

import msgspec
import pytest

from bibkit.enrich.topics import SOURCE, enrich
from bibkit.errors import Cancelled
from bibkit.model import Affiliation, Author, Date, Paper
from bibkit.plugins.records import EnrichContext
from bibkit.report import Report

ABARA, LIND = Author("Abara", "Tunde"), Author("Lind", "Ossian")
KNOWN = Paper(
    kind="article",
    title="MARSH: Memory-Aware Reservoir Scheduling in Practice",
    authors=(ABARA, LIND),
    authors_omitted=2,
    issued=Date(2031, 1, 5),
    affiliations=(Affiliation("Salt University"),),
    affiliations_omitted=1,
    tags=("Weirs", "Rain"),
    extra={SOURCE: ("topic.txt",)},
)


def changed(paper: Paper, **values) -> Paper:
    return msgspec.structs.replace(paper, **values)


def enriched(papers, sources, **more) -> tuple[list[Paper], Report]:
    report = Report()
    context = EnrichContext(report=report, sources=lambda: iter(sources), **more)
    return list(enrich(iter(papers), context)), report


def mine(title: str = KNOWN.title, **more) -> Paper:
    values = {"key": "mine", "kind": "article", "authors": (Author("Abara", "T."),), "authors_omitted": -1}
    return Paper(title=title, **{"issued": Date(2031), **values, **more})


@pytest.mark.parametrize(
    "paper",
    [
        mine(),
        mine("MARSH"),
        mine("Memory-aware reservoir scheduling in practice"),
        mine("Memory-Aware Reservoir Scheduling"),
        mine("{MARSH}: Memory-Aware Reservoir Scheduling in Practise"),
        mine(issued=None),
        mine(kind="paper-conference", container_title="Proceedings of Water", issued=Date(2032)),
    ],
)
def test_a_paper_gets_what_its_twin_has(paper: Paper) -> None:
    (found,), report = enriched([paper], [KNOWN])
    assert found.affiliations == KNOWN.affiliations
    assert found.tags == KNOWN.tags
    assert changed(found, affiliations=(), tags=(), affiliations_omitted=0, tags_omitted=0) == paper
    (said,) = report.diagnostics
    assert (said.code, said.location.key) == ("enriched", "mine")
    assert "Salt University" in said.message
    assert "topic.txt" in said.message


@pytest.mark.parametrize(
    "paper",
    [
        mine("MARSH: Memory-Free Reservoir Scheduling"),
        mine("Reservoir Scheduling"),
        mine("MARSH", authors=(LIND,)),
        mine("MARSH", issued=Date(2029)),
        mine(authors=(Author("Abara", "Zoe"),)),
        mine(""),
    ],
)
def test_a_paper_gets_nothing_of_another(paper: Paper) -> None:
    (found,), report = enriched([paper], [KNOWN])
    assert found == paper
    assert not report.diagnostics


def test_what_a_person_wrote_stays_and_only_what_is_missing_is_added() -> None:
    paper = mine(tags=("rain", "read twice"), affiliations=(Affiliation("SALT UNIVERSITY"), Affiliation("Silt Lab")))
    (found,), _ = enriched([paper], [KNOWN])
    assert found.tags == ("rain", "read twice", "Weirs")
    assert found.affiliations == paper.affiliations


def test_a_second_run_changes_nothing() -> None:
    first, _ = enriched([mine()], [KNOWN])
    again, report = enriched(first, [KNOWN])
    assert again == first
    assert not report.diagnostics


def test_a_paper_on_two_pages_gives_what_both_know() -> None:
    (found,), report = enriched([mine()], [KNOWN, changed(KNOWN, tags=("Dams",), extra={SOURCE: ("other.txt",)})])
    assert found.tags == ("Weirs", "Rain", "Dams")
    assert "topic.txt, other.txt" in report.diagnostics[0].message


def test_two_copies_in_a_library_both_gain() -> None:
    found, _ = enriched([mine(), mine(key="copy")], [KNOWN])
    assert [paper.tags for paper in found] == [KNOWN.tags, KNOWN.tags]


def test_a_shortened_title_gives_way_to_the_whole_one() -> None:
    longer = mine("Memory-Aware Reservoir Scheduling in Practice and Theory", key="other")
    short = mine("MARSH: Memory-Aware Reservoir Scheduling", key="short")
    found, _ = enriched([short, mine(), longer], [KNOWN])
    assert [bool(paper.tags) for paper in found] == [False, True, False]


def test_introductions_are_told_apart_or_left_alone() -> None:
    one = changed(KNOWN, title="Introduction", tags=("One",), container_title="Weirs")
    two = changed(one, tags=("Two",), container_title="Dams", affiliations=(Affiliation("Other"),))
    paper = mine("Introduction", container_title="Dams")
    (found,), _ = enriched([paper], [one, two])
    assert found.tags == ("Two",)
    (unknown,), report = enriched([mine("Introduction")], [one, two])
    assert not unknown.tags
    assert [each.code for each in report.diagnostics] == ["ambiguous-match"]


def test_an_identifier_goes_before_everything() -> None:
    (found,), _ = enriched(
        [mine("Old Name", eprint="3101.00001", eprint_type="arxiv")], [changed(KNOWN, doi="10.48550/arXiv.3101.00001")]
    )
    assert found.tags == KNOWN.tags


def test_progress_and_cancelling() -> None:
    steps: list[tuple[int, int | None]] = []
    enriched([mine(), mine(key="b")], [KNOWN], progress=lambda done, total: steps.append((done, total)))
    assert steps == [(1, 2), (2, 2)]
    with pytest.raises(Cancelled):
        enriched([mine()], [KNOWN], cancelled=lambda: True)
