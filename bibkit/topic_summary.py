"""What a topic says of itself, and what the papers that it lists show.

Knows: how papers are counted by week, tag, institution and category, and what several topics share.
Must not know: how a summary is shown, formats.

A page lists only its newest papers, so its list and its own figures are set side by side, never mixed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from itertools import combinations
from typing import Final

import msgspec

from bibkit.identity.matching import Index
from bibkit.model import Paper, Topic
from bibkit.text.words import fold

__all__ = ["Count", "Pair", "Shared", "Summary", "Week", "shared_between", "summarise"]

_MOST: Final = 10
_WEEKS: Final = 60
_FOUR_WEEKS: Final = 28


class Count(msgspec.Struct, frozen=True):
    """How many papers have something."""

    name: str
    papers: int


class Pair(msgspec.Struct, frozen=True):
    """How many papers have two tags."""

    names: tuple[str, str]
    papers: int


class Week(msgspec.Struct, frozen=True):
    """How many papers a week, a month or a year has; ``start`` is its first day, month or year."""

    start: str
    papers: int


class Summary(msgspec.Struct, frozen=True):
    """One topic: what it states, and what its papers show."""

    title: str
    source: str
    stated: Topic | None
    listed: int
    first: str
    """The date of the oldest paper listed, or an empty string."""
    last: str
    last_four_weeks: int
    """Papers listed that are of the four weeks up to the newest."""
    per_week: float | None
    """Papers a week over the days that the list reaches."""
    listed_share: float | None
    """Per cent of the stated total that is listed."""
    undated: int
    period: str
    """What a bar stands for: "week", "month" or "year"."""
    weeks: tuple[Week, ...]
    tags: tuple[Count, ...]
    tag_pairs: tuple[Pair, ...]
    affiliations: tuple[Count, ...]
    categories: tuple[Count, ...]


class Shared(msgspec.Struct, frozen=True):
    """What several topics have in common."""

    papers: tuple[str, ...]
    tags: tuple[str, ...]
    affiliations: tuple[str, ...]
    categories: tuple[str, ...]


def summarise(papers: Sequence[Paper], topic: Topic | None, source: str = "", *, most: int = _MOST) -> Summary:
    """Count what a topic's papers show; ``most`` limits each list.

    >>> summarise([paper], topic).tags[0]
    Count(name='Weir Control', papers=1)
    """
    days = sorted([day for day in [_day(paper) for paper in papers] if day is not None])
    title = topic.title if topic is not None else source
    period, weeks = _periods(papers, days)
    total = topic.total if topic is not None else None
    span = (days[-1] - days[0]).days + 1 if days else 0
    return Summary(
        title=title,
        source=source,
        stated=topic,
        listed=len(papers),
        first=days[0].isoformat() if days else "",
        last=days[-1].isoformat() if days else "",
        last_four_weeks=sum([day > days[-1] - timedelta(days=_FOUR_WEEKS) for day in days]),
        per_week=round(len(days) * 7 / span, 1) if span >= 7 else None,
        listed_share=round(100 * len(papers) / total, 1) if total else None,
        undated=len(papers) - len(days),
        period=period,
        weeks=weeks,
        tags=_top([paper.tags for paper in papers], most),
        tag_pairs=_pairs(papers, title, most),
        affiliations=_top([[one.name for one in paper.affiliations] for paper in papers], most),
        categories=_top([[paper.eprint_class] for paper in papers if paper.eprint_class], most),
    )


def _day(paper: Paper) -> date | None:
    issued = paper.issued
    if issued is None or issued.year is None or not issued.month or not issued.day:
        return None
    try:
        return date(issued.year, issued.month, issued.day)
    except ValueError:
        return None


def _periods(papers: Sequence[Paper], days: Sequence[date]) -> tuple[str, tuple[Week, ...]]:
    """Papers a week (Monday to Sunday), empty weeks in between included; by year where that were too many weeks."""
    if not days or (days[-1] - days[0]).days > 7 * _WEEKS or len(days) * 2 < len(papers):
        years = Counter([paper.year for paper in papers if paper.year is not None])
        return "year", tuple([Week(str(year), years[year]) for year in sorted(years)])
    counts = Counter([day - timedelta(days=day.weekday()) for day in days])
    monday, last = min(counts), max(counts)
    weeks = []
    while monday <= last:
        weeks.append(Week(monday.isoformat(), counts[monday]))
        monday += timedelta(days=7)
    return "week", tuple(weeks)


def _top(lists: Iterable[Iterable[str]], most: int) -> tuple[Count, ...]:
    """The commonest names; spellings that differ in case count as one, shown as they came first."""
    counts: Counter[str] = Counter()
    shown: dict[str, str] = {}
    for names in lists:
        folded = {fold(name): name for name in names}
        counts.update(folded.keys())
        for key, name in folded.items():
            shown.setdefault(key, name)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple([Count(shown[name], papers) for name, papers in ordered[:most]])


def _pairs(papers: Iterable[Paper], title: str, most: int) -> tuple[Pair, ...]:
    """The tags that come together most often, at least twice; the topic's own name is with everything."""
    counts: Counter[tuple[str, str]] = Counter()
    shown: dict[str, str] = {}
    for paper in papers:
        folded = {fold(tag): tag for tag in paper.tags[:50] if fold(tag) != fold(title)}
        for key, tag in folded.items():
            shown.setdefault(key, tag)
        counts.update(combinations(sorted(folded), 2))
    ordered = sorted([item for item in counts.items() if item[1] > 1], key=lambda item: (-item[1], item[0]))
    return tuple([Pair((shown[one], shown[other]), number) for (one, other), number in ordered[:most]])


def shared_between(groups: Sequence[Sequence[Paper]]) -> Shared:
    """What every group of papers has: papers (by title), tags, institutions, categories.

    >>> shared_between([[weirs, dams], [weirs]]).papers
    ('Weirs that Learn',)
    """
    first, *others = groups
    indexes = [Index(group) for group in others]
    common = [paper.title for paper in first if all([index.find(paper) is not None for index in indexes])]
    return Shared(
        papers=tuple(common),
        tags=_common([[tag for paper in group for tag in paper.tags] for group in groups]),
        affiliations=_common([[one.name for paper in group for one in paper.affiliations] for group in groups]),
        categories=_common([[paper.eprint_class for paper in group if paper.eprint_class] for group in groups]),
    )


def _common(lists: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The names that are in every list, the commonest first."""
    sets = [{fold(name) for name in names} for names in lists]
    counts = _top([[name] for names in lists for name in names], len(set().union(*sets)) or 1)
    return tuple([count.name for count in counts if all([fold(count.name) in names for names in sets])])
