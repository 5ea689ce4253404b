"""Whether two papers are one: by identifier, else by title, authors and year.

Knows: which evidence is enough, and how to find candidates without comparing everything with everything.
Must not know: what is done with papers that match (`bibkit.identity.merge`, `bibkit.enrich`), any format.

Precision goes first: a paper that gets another's institutions is worse than one that gets none. Two titles with
different words never match, however many letters they share; a generic title ("Introduction") needs the same
author, year and container.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Final, NamedTuple

from bibkit.codecs.identifiers import split_arxiv
from bibkit.identity.people import Agreement, Person, compare_people, read_people
from bibkit.identity.titles import Likeness, Rank, Title, compare_titles, read_title
from bibkit.model import Paper

__all__ = ["Certainty", "Fingerprint", "Index", "Match", "compare", "fingerprint", "identifiers", "normalise_title"]

_BLOCK: Final = 40
"""A block with more papers than this says too little to be searched."""


class Certainty(IntEnum):
    """How sure it is that two papers are one."""

    NO = 0
    LIKELY = 1
    """A shortened title by the same people in the same year: enough to add tags, too little to join two papers."""
    TITLE = 2
    """Title, authors and year agree."""
    IDENTIFIER = 3


class Fingerprint(NamedTuple):
    """What a paper is recognised by."""

    paper: Paper
    identifiers: frozenset[str]
    title: Title
    people: tuple[Person, ...]
    cut: bool
    year: int | None


def identifiers(paper: Paper) -> frozenset[str]:
    """Every identifier of a paper, each as ``scheme:value``; an arXiv DOI counts as the arXiv identifier.

    >>> identifiers(Paper(doi="10.48550/arXiv.2609.01234"))
    frozenset({'arxiv:2609.01234'})
    """
    found = []
    doi = paper.doi.lower()
    for text in (
        paper.arxiv,
        doi if doi.startswith("10.48550/arxiv.") else "",
        paper.url if "arxiv" in paper.url else "",
    ):
        arxiv = split_arxiv(text)[0] if text else ""
        if arxiv:
            found.append(f"arxiv:{arxiv.lower()}")
    if doi and not doi.startswith("10.48550/arxiv."):
        found.append(f"doi:{doi}")
    if paper.eprint and paper.eprint_type not in {"", "arxiv"}:
        found.append(f"{paper.eprint_type}:{paper.eprint.lower()}")
    if paper.pmid:
        found.append(f"pmid:{paper.pmid}")
    return frozenset(found)


def normalise_title(title: str) -> str:
    """A title's words in ASCII lower case: equal for two spellings of one title.

    >>> normalise_title("{W}eirs -- that <i>Learn</i>!")
    'weirs that learn'
    """
    return " ".join(read_title(title).words)


def fingerprint(paper: Paper) -> Fingerprint:
    """Make a paper comparable."""
    authors = paper.by_role("author") or paper.by_role("editor")
    return Fingerprint(
        paper,
        identifiers(paper),
        read_title(paper.title),
        read_people(authors),
        bool(paper.authors_omitted),
        paper.year,
    )


def compare(one: Fingerprint, other: Fingerprint) -> Certainty:
    """Whether two papers are one, and how sure that is.

    >>> compare(fingerprint(paper), fingerprint(paper))
    <Certainty.IDENTIFIER: 3>
    """
    likeness = compare_titles(one.title, other.title)
    common = one.identifiers & other.identifiers
    if not common and (likeness.rank is Rank.DIFFERENT or _contradict(one, other)):
        return Certainty.NO
    agreement, shared = compare_people(one.people, other.people, cut=one.cut or other.cut)
    if common:
        same = likeness.rank > Rank.DIFFERENT or agreement is not Agreement.NONE
        return Certainty.IDENTIFIER if same or any([name.startswith("arxiv:") for name in common]) else Certainty.NO
    years = None if one.year is None or other.year is None else abs(one.year - other.year)
    return _weigh(likeness, agreement, shared, years, _in_other_places(one.paper, other.paper))


def _contradict(one: Fingerprint, other: Fingerprint) -> bool:
    """Whether both have an identifier of one scheme, and not the same. A preprint has another DOI than the article."""
    if (one.paper.kind == "article") != (other.paper.kind == "article"):
        return False
    schemes = {name.partition(":")[0] for name in one.identifiers}
    return any([name.partition(":")[0] in schemes for name in other.identifiers])


def _in_other_places(one: Paper, other: Paper) -> bool:
    """Whether two papers stand in different containers, or in different places of one, as far as that is known."""
    for name in ("container_title", "volume", "page", "number"):
        left, right = getattr(one, name), getattr(other, name)
        if left and right and compare_titles(read_title(left), read_title(right)).rank is Rank.DIFFERENT:
            return True
    return False


def _weigh(
    likeness: Likeness, agreement: Agreement, shared: int, years: int | None, in_other_places: bool
) -> Certainty:
    """The table of evidence: how like the titles are, who agrees, how far the years are apart."""
    apart = 0 if years is None else years
    known = years is not None
    rank, words = likeness
    if rank >= Rank.SPELLING and words > 2:
        if agreement is Agreement.UNKNOWN:
            return Certainty.TITLE if words >= 4 and apart <= 1 and (known or words >= 6) else Certainty.NO
        limit = 3 if agreement is Agreement.ALL else 2
        return Certainty.TITLE if agreement is not Agreement.NONE and apart <= limit else Certainty.NO
    if rank >= Rank.SPELLING:
        sure = agreement >= Agreement.FIRST and apart == 0 and not in_other_places
        return Certainty.TITLE if sure and (known or shared > 1) else Certainty.NO
    if rank is Rank.SUBTITLE:
        limit = 1 if words > 1 or shared > 1 else 0
        known_people = agreement >= Agreement.FIRST or shared > 1
        return Certainty.TITLE if known_people and apart <= limit and not in_other_places else Certainty.NO
    likely = words >= 3 and apart == 0 and known and not in_other_places
    return Certainty.LIKELY if likely and agreement >= Agreement.FIRST else Certainty.NO


class Match(NamedTuple):
    """A paper of an index that may be another one: how sure that is, how near the titles are, its number."""

    certainty: Certainty
    rank: Rank
    number: int


class Index:
    """Papers that can be found again. Adding and finding take the same time however many papers there are.

    >>> index = Index([paper])
    >>> index.find(paper).number
    0

    ``thorough`` also finds shortened titles, at the price of memory.
    """

    def __init__(self, papers: Iterable[Paper] = (), *, thorough: bool = False) -> None:
        self._thorough = thorough
        self.fingerprints: list[Fingerprint] = []
        self._blocks: dict[str, list[int]] = {}
        for paper in papers:
            self.add(fingerprint(paper))

    def add(self, added: Fingerprint) -> int:
        """Add a paper; gives its number."""
        number = len(self.fingerprints)
        self.fingerprints.append(added)
        for name in self._block_names(added):
            self._blocks.setdefault(name, []).append(number)
        return number

    def replace(self, number: int, changed: Fingerprint) -> None:
        """Let a paper be found by what it has gained as well."""
        known = set(self._block_names(self.fingerprints[number]))
        self.fingerprints[number] = changed
        for name in self._block_names(changed):
            if name not in known:
                self._blocks.setdefault(name, []).append(number)

    def matches(self, wanted: Fingerprint) -> list[Match]:
        """Everything in the index that may be the paper, the surest first, then in the order of adding."""
        candidates: set[int] = set()
        for name in self._block_names(wanted):
            block = self._blocks.get(name, ())
            candidates.update(block if name.startswith("id ") else block[:_BLOCK])
        found = []
        for number in sorted(candidates):
            candidate = self.fingerprints[number]
            certainty = compare(wanted, candidate)
            if certainty:
                found.append(Match(certainty, compare_titles(wanted.title, candidate.title).rank, number))
        return sorted(found, key=lambda match: (-match.certainty, -match.rank))

    def find(self, paper: Paper) -> Match | None:
        """The paper of the index that this one most surely is; the first added of several as sure. None if there is none."""
        return next(iter(self.matches(fingerprint(paper))), None)

    def _block_names(self, one: Fingerprint) -> Iterator[str]:
        """The blocks that a paper belongs to: whatever two spellings of one paper have in common."""
        for name in one.identifiers:
            yield f"id {name}"
        title = one.title
        if not title.words:
            return
        yield f"begins {title.compact[:12]}"
        for part in (title.words, title.content, *title.parts):
            yield f"title {''.join(part)}"
        yield f"sorted {' '.join(sorted(title.content))}"
        words = sorted(set(title.content), key=lambda word: (-len(word), word))[: None if self._thorough else 3]
        for person in one.people[: 3 if self._thorough else 2]:
            for word in words:
                yield f"by {person.family[:4]} {word[:4]}"
