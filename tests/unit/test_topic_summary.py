"""What a topic's papers show, counted."""

from __future__ import annotations

from bibkit.model import Affiliation, Author, Date, Paper, Topic
from bibkit.topic_summary import Count, Pair, Week, shared_between, summarise

TOPIC = Topic(title="Weirs", parent="Water", momentum="8 papers in the last four weeks.", recent_papers=8, total=40)


def paper(title: str, day: Date | None, *tags: str, place: str = "Salt University", category: str = "cs.LG") -> Paper:
    return Paper(
        kind="article",
        title=title,
        authors=(Author("Abara", "Tunde"),),
        issued=day,
        tags=tags,
        affiliations=(Affiliation(place),),
        eprint_class=category,
    )


PAPERS = [
    paper("Weirs that Learn to Hold", Date(2031, 3, 31), "Weirs", "Rain", "Salt"),  # a Monday
    paper("Dams that Learn to Hold", Date(2031, 3, 30), "weirs", "rain", "Salt"),
    paper("Locks that Learn to Hold", Date(2031, 3, 10), "Weirs", "Mud", place="SALT UNIVERSITY", category="cs.AI"),
    paper("Canals that Learn to Hold", Date(2031), "Weirs"),
]


def test_the_figures() -> None:
    summary = summarise(PAPERS, TOPIC, "topic.txt")
    assert (summary.title, summary.listed, summary.first, summary.last) == ("Weirs", 4, "2031-03-10", "2031-03-31")
    assert (summary.last_four_weeks, summary.listed_share, summary.undated) == (3, 10.0, 1)
    assert summary.per_week == 1.0
    assert summary.weeks == (
        Week("2031-03-10", 1),
        Week("2031-03-17", 0),
        Week("2031-03-24", 1),
        Week("2031-03-31", 1),
    )
    assert summary.tags == (Count("Weirs", 4), Count("Rain", 2), Count("Salt", 2), Count("Mud", 1))
    assert summary.tag_pairs == (Pair(("Rain", "Salt"), 2),)
    assert summary.affiliations == (Count("Salt University", 4),)
    assert summary.categories == (Count("cs.LG", 3), Count("cs.AI", 1))


def test_many_years_are_counted_by_year() -> None:
    summary = summarise(
        [paper("a", Date(1999, 1, 1)), paper("b", Date(2031, 1, 1)), paper("c", Date(1999))], None, "x.bib"
    )
    assert summary.period == "year"
    assert summary.weeks == (Week("1999", 2), Week("2031", 1))


def test_nothing_listed() -> None:
    summary = summarise([], None, "x.bib")
    assert (summary.title, summary.listed, summary.weeks, summary.per_week) == ("x.bib", 0, (), None)


def test_what_topics_share() -> None:
    shared = shared_between([PAPERS[:2], PAPERS[1:], PAPERS[1:2]])
    assert shared.papers == ("Dams that Learn to Hold",)
    assert [tag.lower() for tag in shared.tags] == ["weirs", "rain", "salt"]
    assert shared.affiliations == ("Salt University",)
    assert shared.categories == ("cs.LG",)
