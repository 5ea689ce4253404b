"""Many lists of papers become one in which every paper stands once.

Knows: how two records of one paper are united, and what is said about it.
Must not know: how a match is found (`bibkit.identity.matching`), formats, files.

What is united: an empty field takes the other's value; lists are joined; of two author lists the fuller one is kept;
where two values contradict, the first one stays and the other is reported. Nothing is guessed: a paper that fits two
others equally well stays by itself and is reported.

A preprint and its published version stay two papers unless they share an identifier, or are joined on request; then
the published one takes the preprint's identifier, and its date as the date on which it became available.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec

from bibkit.errors import Location
from bibkit.identity.matching import Certainty, Fingerprint, Index, fingerprint
from bibkit.identity.people import read_people, same_person
from bibkit.model import (
    LIST_FIELDS,
    OMISSION_FIELDS,
    PAPER_FIELDS,
    UNKNOWN_NUMBER,
    Affiliation,
    Author,
    Date,
    Paper,
    Topic,
)
from bibkit.report import Diagnostic, Report, Severity
from bibkit.text.words import fold

__all__ = ["are_versions", "join_affiliations", "join_tags", "join_topic_papers", "merge_papers", "unite"]

Conflict = Callable[[str, object, object], None]

_OWN_RULE: Final = frozenset(
    (*LIST_FIELDS, *OMISSION_FIELDS, "key", "kind", "extra", "title", "issued", "eprint_version", "abstract")
)
_SCALARS: Final = tuple(name for name in PAPER_FIELDS if name not in _OWN_RULE)
_PREPRINT_ONLY: Final = frozenset(("publisher", "status", "genre", "url", "doi", "number"))
"""What a preprint has in place of what its published version has: never a conflict, never taken over."""
_JOINED: Final = tuple(name for name in LIST_FIELDS if name not in {"authors", "affiliations", "tags"})


def merge_papers(papers: Iterable[Paper], report: Report, *, join_versions: bool = False) -> Iterator[Paper]:
    """Yield each paper once, in the order of first appearance. All papers are gathered first.

    >>> [paper.title for paper in merge_papers([weirs, weirs, dams], Report())]
    ['Weirs that Learn', 'Dams']
    """
    joined = _Joined(report, join_versions=join_versions)
    for paper in papers:
        joined.add(paper)
    return iter(joined.papers.values())


def join_topic_papers(papers: Iterable[Paper], topics: Sequence[Topic], report: Report) -> Iterator[Paper]:
    """Yield papers; one that stands on several topic pages comes once, in the collection of each.

    Papers stream through as long as they have keys, as those of libraries do; a topic page gives none. ``topics``
    must be complete when the last paper was taken. Papers of other inputs are left alone.
    """
    stream = iter(papers)
    waiting: list[Paper] = []
    for paper in stream:
        if not paper.key:
            waiting = [paper, *stream]
            break
        yield paper
    pages = {topic.collection for topic in topics}
    on_pages = [not paper.key and not pages.isdisjoint(paper.collections) for paper in waiting]
    joined = _Joined(report, join_versions=False)
    places = [joined.add(paper) if listed else -1 for paper, listed in zip(waiting, on_pages, strict=True)]
    given: set[int] = set()
    for paper, place in zip(waiting, places, strict=True):
        number = joined.settled(place)
        if number < 0:
            yield paper
        elif number not in given:
            given.add(number)
            yield joined.papers[number]


class _Joined:
    """The papers so far, each once. Where one turns out to be two earlier ones, the later of them goes."""

    def __init__(self, report: Report, *, join_versions: bool) -> None:
        self._report = report
        self._join_versions = join_versions
        self._index = Index()
        self.papers: dict[int, Paper] = {}
        """By number, in the order of first appearance."""
        self._moved: dict[int, int] = {}

    def settled(self, number: int) -> int:
        """Where the paper of a number that `add` gave stands in the end."""
        while number in self._moved:
            number = self._moved[number]
        return number

    def add(self, paper: Paper) -> int:
        """Join a paper to its earlier self, or append it; gives its number."""
        print_of_it = fingerprint(paper)
        twins = self._twins(print_of_it)
        if not twins:
            number = self._index.add(print_of_it)
            self.papers[number] = paper
            return number
        first, *others = twins
        united = self._unite(self.papers[first], paper)
        for number in others:
            united = self._unite(united, self.papers.pop(number))
            self._moved[number] = first
        self.papers[first] = united
        self._index.replace(first, fingerprint(united))
        return first

    def _twins(self, wanted: Fingerprint) -> list[int]:
        """The earlier papers that are this one: all that share an identifier, else the one whose title is nearest."""
        found = []
        for match in self._index.matches(wanted):
            if match.number not in self.papers or match.certainty < Certainty.TITLE:
                continue
            versions = are_versions(self.papers[match.number], wanted.paper)
            if match.certainty is Certainty.IDENTIFIER or self._join_versions or not versions:
                found.append(match)
        sure = sorted([match.number for match in found if match.certainty is Certainty.IDENTIFIER])
        if sure:
            return sure
        best = [match.number for match in found if match.rank == found[0].rank]
        if len(best) <= 1:
            return best
        keys = ", ".join([repr(_shown(self.papers[number])) for number in best])
        message = f"{_shown(wanted.paper)!r} may be any of {keys}; it was left by itself"
        self._diagnose("ambiguous-duplicate", message, wanted.paper.key, "warning")
        return []

    def _unite(self, first: Paper, second: Paper) -> Paper:
        name = _shown(first)

        def conflict(field: str, kept: object, other: object) -> None:
            message = f"{field}: kept {_brief(kept)}, the other record says {_brief(other)}"
            self._diagnose("conflicting-field", message, first.key or name, "warning")

        united = unite(first, second, conflict)
        also = f" (was {second.key})" if second.key and second.key != united.key else ""
        self._diagnose("duplicate-joined", f"{_shown(second)!r} was joined to {name!r}{also}", united.key, "info")
        return united

    def _diagnose(self, code: str, message: str, key: str, severity: Severity) -> None:
        self._report.add(Diagnostic(code, message, severity, Location(key=key)))


def _shown(paper: Paper) -> str:
    return paper.key or paper.title or paper.doi or paper.eprint or "a paper without a title"


def _brief(value: object) -> str:
    text = value if isinstance(value, str) else _date_text(value) if isinstance(value, Date) else str(value)
    text = " ".join(text.split())
    return repr(text if len(text) <= 60 else text[:59] + "…")


def _date_text(date: Date) -> str:
    if date.year is None:
        return date.literal
    parts = [f"{date.year:04}", *[f"{part:02}" for part in (date.month, date.day) if part]]
    return "-".join(parts)


def are_versions(one: Paper, other: Paper) -> bool:
    """Whether one is a preprint and the other a published version."""
    return _is_preprint(one) != _is_preprint(other)


def _is_preprint(paper: Paper) -> bool:
    return paper.kind == "article" or (paper.kind in {"document", "manuscript"} and bool(paper.eprint))


def unite(first: Paper, second: Paper, conflict: Conflict | None = None) -> Paper:
    """One paper out of two records of it; the first goes before where both say something.

    ``conflict(field, kept, other)`` is told of what was not kept.
    """
    tell = conflict or (lambda _field, _kept, _other: None)
    versions = are_versions(first, second)
    if versions and _is_preprint(first):
        return _unite(second, first, tell, versions=True, key=first.key or second.key)
    return _unite(first, second, tell, versions=versions, key=first.key or second.key)


def _unite(main: Paper, other: Paper, tell: Conflict, *, versions: bool, key: str) -> Paper:
    values: dict[str, Any] = {"key": key}
    for name in _SCALARS:
        mine, theirs = getattr(main, name), getattr(other, name)
        if not theirs or mine == theirs or (versions and name in _PREPRINT_ONLY):
            continue
        if not mine:
            values[name] = theirs
        elif not _same_text(mine, theirs):
            tell(name, mine, theirs)
    values["kind"] = main.kind
    if main.kind != other.kind and not versions:
        if main.kind == "document":
            values["kind"] = other.kind
        elif other.kind != "document":
            tell("kind", main.kind, other.kind)
    values["title"] = _title(main, other, tell)
    values["abstract"] = max(main.abstract, other.abstract, key=len)
    values["eprint_version"] = max(main.eprint_version, other.eprint_version, key=lambda text: int(text or 0))
    values.update(_dates(main, other, tell, versions=versions))
    values.update(_people(main, other))
    values["tags"], values["tags_omitted"] = join_tags(main, other)
    for name in _JOINED:
        values[name] = tuple(dict.fromkeys([*getattr(main, name), *getattr(other, name)]))
    values["extra"] = _extra(main, other)
    return msgspec.structs.replace(main, **values)


def _same_text(one: object, other: object) -> bool:
    return isinstance(one, str) and isinstance(other, str) and fold(one).rstrip(".") == fold(other).rstrip(".")


def _title(main: Paper, other: Paper, tell: Conflict) -> str:
    """The longer title where one is the beginning or end of the other, else the first."""
    if not other.title or _same_text(main.title, other.title):
        return main.title
    mine, theirs = fold(main.title).rstrip("."), fold(other.title).rstrip(".")
    if theirs.startswith(mine) or theirs.endswith(mine):
        return other.title
    if not (mine.startswith(theirs) or mine.endswith(theirs)):
        tell("title", main.title, other.title)
    return main.title


def _dates(main: Paper, other: Paper, tell: Conflict, *, versions: bool) -> dict[str, Any]:
    if main.issued is None or other.issued is None:
        return {"issued": main.issued or other.issued}
    if main.issued == other.issued:
        return {}
    if versions:
        return {} if main.available_date is not None else {"available_date": other.issued}
    precise = _more_precise(main.issued, other.issued)
    if precise is None:
        tell("issued", main.issued, other.issued)
    return {"issued": precise or main.issued}


def _more_precise(one: Date, other: Date) -> Date | None:
    """The date that says more, where they do not contradict; else None. Ranges with other ends contradict."""
    if any([getattr(one, part) != getattr(other, part) for part in ("year", "end", "open_start", "open_end")]):
        return None
    details = [(date.month, date.day, date.season, date.time) for date in (one, other)]
    if any([mine and theirs and mine != theirs for mine, theirs in zip(*details, strict=True)]):
        return None
    return one if [bool(detail) for detail in details[0]] >= [bool(detail) for detail in details[1]] else other


# -- people and lists ---------------------------------------------------------------------------------------


def _people(main: Paper, other: Paper) -> dict[str, Any]:
    """The fuller list of each role, institutions joined, links between both kept."""
    affiliations, omitted, mine, theirs = join_affiliations(main, other)
    authors: list[Author] = []
    cut: dict[str, int] = {"author": main.authors_omitted, "editor": main.editors_omitted}
    for role in dict.fromkeys([author.role for author in (*main.authors, *other.authors)]):
        first = [_relink(author, mine) for author in main.by_role(role)]
        second = [_relink(author, theirs) for author in other.by_role(role)]
        cuts = (_omitted(main, role), _omitted(other, role))
        if _fullness(second, cuts[1]) > _fullness(first, cuts[0]):
            first, second = second, first
            cuts = cuts[::-1]
        authors.extend(_completed(first, second))
        cut[role] = cuts[0]
    return {
        "authors": tuple(authors),
        "authors_omitted": cut["author"],
        "editors_omitted": cut["editor"],
        "affiliations": affiliations,
        "affiliations_omitted": omitted,
    }


def _omitted(paper: Paper, role: str) -> int:
    return {"author": paper.authors_omitted, "editor": paper.editors_omitted}.get(role, 0)


def _fullness(authors: list[Author], omitted: int) -> tuple[int, bool, int]:
    """How much a list says: people, whether it is complete, letters of given names."""
    return len(authors), not omitted, sum([len(author.given) for author in authors])


def _relink(author: Author, places: dict[int, int]) -> Author:
    if not author.affiliations:
        return author
    return msgspec.structs.replace(
        author, affiliations=tuple([places[place] for place in author.affiliations if place in places])
    )


def _completed(kept: list[Author], other: list[Author]) -> list[Author]:
    """A list whose people take ORCID, longer given names and institutions from their twins in the other list."""
    if not other:
        return kept
    twins = list(zip(other, read_people(other), strict=False))
    done = []
    for author, person in zip(kept, read_people(kept), strict=False):
        twin = next((found for found, name in twins if same_person(person, name)), None)
        done.append(author if twin is None else _with_twin(author, twin))
    return [*done, *kept[len(done) :]]


def _with_twin(author: Author, twin: Author) -> Author:
    longer = author.family == twin.family and len(twin.given) > len(author.given)
    return msgspec.structs.replace(
        author,
        given=twin.given if longer else author.given,
        orcid=author.orcid or twin.orcid,
        affiliations=author.affiliations or twin.affiliations,
    )


def join_affiliations(main: Paper, other: Paper) -> tuple[tuple[Affiliation, ...], int, dict[int, int], dict[int, int]]:
    """The institutions of two records, how many are still left out, and where each record's stand now."""
    joined: list[Affiliation] = []
    places: dict[str, int] = {}
    moved: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for paper, move in zip((main, other), moved, strict=True):
        for place, affiliation in enumerate(paper.affiliations):
            name = fold(affiliation.name)
            if name not in places:
                places[name] = len(joined)
                joined.append(affiliation)
            elif affiliation.ror and not joined[places[name]].ror:
                joined[places[name]] = Affiliation(joined[places[name]].name, affiliation.ror)
            move[place] = places[name]
    sides = [(len(paper.affiliations), paper.affiliations_omitted) for paper in (main, other) if paper.affiliations]
    return tuple(joined), _still_omitted(len(joined), sides), moved[0], moved[1]


def join_tags(main: Paper, other: Paper) -> tuple[tuple[str, ...], int]:
    """The tags of two records, each once without regard to case, and how many are still left out."""
    joined: dict[str, str] = {}
    for tag in (*main.tags, *other.tags):
        joined.setdefault(fold(tag), tag)
    sides = [(len(paper.tags), paper.tags_omitted) for paper in (main, other) if paper.tags]
    return tuple(joined.values()), _still_omitted(len(joined), sides)


def _still_omitted(count: int, sides: list[tuple[int, int]]) -> int:
    """What each side left out, less what the other has brought."""
    if any([omitted == UNKNOWN_NUMBER for _, omitted in sides]):
        return UNKNOWN_NUMBER
    return max([max(0, omitted - (count - shown)) for shown, omitted in sides], default=0)


def _extra(main: Paper, other: Paper) -> dict[str, tuple[str, ...]]:
    joined = dict(main.extra)
    for name, values in other.extra.items():
        joined[name] = tuple(dict.fromkeys([*joined.get(name, ()), *values]))
    return joined
