"""Gives each paper a citation key that is its own.

Knows: which keys are taken and how two papers that want one key are told apart.
Must not know: how a key is made of a paper (`bibkit.citekeys.patterns`), any format.

Keys are public: they stand in manuscripts. So

* a key that a paper has is never changed (unless asked), and counts as taken;
* no two keys differ only in case, since BibTeX compares them without case;
* papers are served oldest first, whatever their order in the input, so that one that is added later changes no
  other's key. Who finds a key taken adds words of its own title to it, then its identifier, then letters of its
  content; only papers with the very same content are numbered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

import msgspec

from bibkit.citekeys.patterns import PaperWords, Pattern, compile_pattern, content_hash, spelled
from bibkit.errors import Location
from bibkit.model import Paper
from bibkit.report import Diagnostic, Report

__all__ = ["DEFAULT_PATTERN", "KeyMaker", "assign_keys", "compile_pattern"]

DEFAULT_PATTERN: Final = "{family}{year}{title:1}"

Rule = Callable[[Paper], str | None]


_NOT_KEY: Final = re.compile(r"[^A-Za-z0-9_:.+-]+")
_NEW_ARXIV: Final = re.compile(r"([0-9]{2})([0-9]{2})\.")
_MORE_WORDS: Final = 4
_UNKNOWN: Final = 9999


def assign_keys(
    papers: Iterable[Paper], pattern: str, report: Report, *, rule: Rule | None = None, rekey: bool = False
) -> Iterator[Paper]:
    """Yield the papers in their order, each with a key; those that have one keep it, unless ``rekey``.

    ``rule`` (a plugin's) is asked before the pattern. Papers stream through as long as they have keys; from
    the first without one, the rest is gathered. A key that came before is reported as ``duplicate-key`` and
    the later paper gets a longer one; keys that differ only in case are reported and kept.
    Raises `UsageError` for a wrong pattern.
    """
    return _assign(papers, KeyMaker(pattern, rule=rule), report, rekey)


def _assign(papers: Iterable[Paper], maker: KeyMaker, report: Report, rekey: bool) -> Iterator[Paper]:
    waiting: list[Paper] = []
    for paper in papers:
        if not waiting and paper.key and not rekey:
            yield _keep(paper, maker, report)
        else:
            waiting.append(paper)
    if not waiting:
        return
    kept = [_keep(paper, maker, report) if paper.key and not rekey else None for paper in waiting]
    fresh = iter(maker.name_all([paper for paper, old in zip(waiting, kept, strict=True) if old is None]))
    for paper, old in zip(waiting, kept, strict=True):
        yield old if old is not None else msgspec.structs.replace(paper, key=next(fresh))


def _keep(paper: Paper, maker: KeyMaker, report: Report) -> Paper:
    """A paper with a key: as it is, or with a longer key when another paper came with the same one before."""
    other = maker.holder(paper.key)
    if other is None:
        maker.take(paper.key)
        return paper
    if other != paper.key:
        message = f"the keys {other!r} and {paper.key!r} differ only in case; BibTeX takes them for one"
        report.add(Diagnostic("duplicate-key", message, "warning", Location(key=paper.key)))
        return paper
    key = maker.name(paper, wish=paper.key)
    message = f"the key {paper.key!r} came twice; the later paper is now {key!r}"
    report.add(Diagnostic("duplicate-key", message, "warning", Location(key=paper.key)))
    return msgspec.structs.replace(paper, key=key)


class KeyMaker:
    """Makes keys and remembers which are taken.

    >>> maker = KeyMaker(DEFAULT_PATTERN, taken=["abara2031weirs"])
    >>> maker.name(paper)
    'abara2031weirslearn'

    Raises `UsageError` for a wrong pattern.
    """

    def __init__(self, pattern: str = DEFAULT_PATTERN, *, rule: Rule | None = None, taken: Iterable[str] = ()) -> None:
        self._pattern: Pattern = compile_pattern(pattern)
        self._rule = rule
        self._taken: dict[str, str] = {}
        self._copies: dict[str, int] = {}
        for key in taken:
            self.take(key)

    def take(self, key: str) -> None:
        """Say that a key is in use."""
        folded = key.casefold()
        self._taken.setdefault(key if folded == key else folded, key)  # one string a key, most being in small letters

    def holder(self, key: str) -> str | None:
        """The key in use that equals ``key`` without regard to case, or None."""
        return self._taken.get(key.casefold())

    def name_all(self, papers: list[Paper]) -> list[str]:
        """Keys for papers, in their order; the same for each paper whatever that order is."""
        sources = [PaperWords(paper) for paper in papers]
        wishes = [self._wish(source) for source in sources]
        folded = {wish.casefold() for wish in wishes}
        if len(folded) == len(wishes) and folded.isdisjoint(self._taken):
            for wish in wishes:
                self.take(wish)
            return wishes
        keys = [""] * len(papers)
        for index in sorted(range(len(papers)), key=lambda place: _age(sources[place])):
            keys[index] = self._settle(sources[index], wishes[index])
        return keys

    def name(self, paper: Paper, *, wish: str = "") -> str:
        """A key for one paper: ``wish``, or what rule and pattern say, made longer where it is taken."""
        source = PaperWords(paper)
        return self._settle(source, wish or self._wish(source))

    def _wish(self, source: PaperWords) -> str:
        if self._rule is not None:
            given = self._rule(source.paper)
            wish = _NOT_KEY.sub("", given or "").lstrip("_:.+-")
            if wish:
                return wish
        return self._pattern(source) or _fallback(source)

    def _settle(self, source: PaperWords, wish: str) -> str:
        key = next(key for key in self._longer(source, wish) if key.casefold() not in self._taken)
        self.take(key)
        return key

    def _longer(self, source: PaperWords, wish: str) -> Iterator[str]:
        """What a key may be, one wish after another."""
        yield wish
        longer = wish
        start = next((n for n in range(self._pattern.title_words, 0, -1) if self._ends_with_title(source, wish, n)), 0)
        for word in source.title[start or self._pattern.title_words :][:_MORE_WORDS]:
            longer += word
            yield longer
        identifier = _identifier(source)
        if identifier and identifier not in wish:
            yield f"{wish}-{identifier}"
        digest = content_hash(source.paper)
        for length in (4, 8, 16):
            yield f"{wish}-{digest[:length]}"
        same = f"{wish}-{digest[:4]}".casefold()
        while True:
            self._copies[same] = number = self._copies.get(same, 1) + 1
            yield f"{wish}-{digest[:4]}-{number}"

    @staticmethod
    def _ends_with_title(source: PaperWords, wish: str, count: int) -> bool:
        return count <= len(source.title) and wish.casefold().endswith(source.title[count - 1])


def _age(source: PaperWords) -> tuple[int, int, int, str, str, str, bytes]:
    """What papers are served by: date, then identifiers, then content; the same for the very same paper only."""
    paper = source.paper
    issued = paper.issued
    year, month, day = (_UNKNOWN, 0, 0)
    if issued is not None and issued.year is not None:
        year, month, day = issued.year, issued.month, issued.day
    arxiv = source.arxiv
    if not month:
        stamp = _NEW_ARXIV.match(arxiv)
        if stamp is not None:
            year, month = (2000 + int(stamp[1]) if year == _UNKNOWN else year), int(stamp[2])
    import hashlib  # noqa: PLC0415 - loads OpenSSL, and few keys need it

    everything = hashlib.sha256(msgspec.json.encode(paper, order="sorted")).digest()
    return year, month or 13, day or 32, arxiv, paper.doi.lower(), content_hash(paper), everything


def _identifier(source: PaperWords) -> str:
    """The paper's best identifier, spelled with what a key can hold."""
    paper = source.paper
    return spelled(source.arxiv or paper.doi or paper.eprint or paper.pmid or paper.pmcid or paper.isbn)


def _fallback(source: PaperWords) -> str:
    """The key of a paper without names and title: its identifier with its kind, else letters of its content."""
    paper = source.paper
    for label, value in (
        ("arxiv", source.arxiv),
        ("doi", paper.doi),
        (paper.eprint_type or "eprint", paper.eprint),
        ("pmid", paper.pmid),
        ("isbn", paper.isbn),
    ):
        if spelled(value):
            return f"{_NOT_KEY.sub('', label).lstrip('_:.+-')}{spelled(value)}"
    return f"paper{content_hash(paper)[:8]}"
