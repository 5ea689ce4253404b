"""What is known about subject labels: the labels themselves, and how their words stand in them.

Knows: the shipped list (``subjects.txt``), the user's own list, and the habits of words that follow from them:
"Learning" mostly ends a label, "Multi-" words begin one, "for" does neither.
Must not know: documents, lines, papers.
"""

from __future__ import annotations

import os
import re
import sys
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import accumulate, pairwise, repeat
from typing import Final, TypeAlias

__all__ = [
    "JOINING_WORDS",
    "Habits",
    "is_modifier",
    "load_subjects",
    "parse_labels",
    "shipped_habits",
    "word_key",
    "word_set",
]


def word_set(text: str) -> frozenset[str]:
    """The words of a text, for tables that are easier to read as prose.

    >>> sorted(word_set("of for"))
    ['for', 'of']
    """
    return frozenset(text.split())


JOINING_WORDS: Final = word_set(
    "a across after against among an and around as at based before behind between beyond by de during for from in "
    "into of on or over per the through to toward towards under using versus via vs vs. with within without & - / +"
)
"""Words that neither begin nor end a label."""

_MODIFIERS: Final = word_set(
    "adaptive agnostic assisted augmented aware based calibrated centered centric conditioned constrained controlled "
    "correlated critical dependent dimensional driven efficient enabled enhanced equivariant free friendly grained "
    "grounded guided implicit induced informed inspired intensive invariant laden level like limited modal mediated "
    "oriented only order oriented parametric powered preserving purpose range related resolved robust scale sensitive "
    "shot side specific state stage step supervised symmetric term time tolerant triggered type view vocabulary wide "
    "wise world"
)
"""Last parts of compounds that ask for a noun: "-aware", "-free", "-level"."""
_NOUNS_LIKE_MODIFIERS: Final = ("eed", "embly", "fly", "maly", "mily", "poly", "pply")
_OPENERS: Final = word_set(
    "anti bi class coarse cross data deep double dual early end fast few fine first full half hard heavy hetero high "
    "hybrid inter intra large late light long low many mid mixed mono multi near next non off on one open out "
    "peer per point poly post pre rate real second semi short sim single slow small soft source spatio state strong "
    "sub test third three two type ultra un uni variable weak wet whole word zero"
)
"""First parts of compounds that mostly make a modifier: "Multi-", "Low-", "Few-"."""
_AROUND_WORDS: Final = ".,;:()\"'’“”"
_REMARK: Final = re.compile(r"(?:^|\s)#.*")
_BORDER: Final = "."
"""Stands between labels where their words are counted; no word is one, since punctuation is taken off."""
_LONGEST_ENDING: Final = 6
_LAST_LETTER: Final = chr(sys.maxunicode)
_STRENGTH: Final = 3.0
"""How many sightings of a word outweigh what its ending says."""
_SUREST: Final = 0.02
_Count: TypeAlias = tuple[int, int, int]
_NEVER_SEEN: Final[_Count] = (0, 0, 0)
_USUAL: Final = 0.45


def word_key(word: str) -> str:
    """The form under which a word's habits are counted.

    >>> word_key("Networks,")
    'networks'
    """
    return word.strip(_AROUND_WORDS).casefold()


def parse_labels(lines: Iterable[str]) -> list[str]:
    """Read a list of labels, one a line; ``#`` begins a remark, blanks are collapsed.

    >>> parse_labels(["# mine", "Weir  Control   # a remark", ""])
    ['Weir Control']
    """
    labels = []
    for line in lines:
        words = (_REMARK.sub("", line) if "#" in line else line).split()
        if words:
            labels.append(" ".join(words))
    return labels


@cache
def load_subjects() -> tuple[str, ...]:
    """The shipped labels."""
    name = os.path.join(os.path.dirname(__file__), "subjects.txt")  # noqa: PTH118, PTH120 - pathlib takes longer to load
    with open(name, encoding="utf-8") as file:  # noqa: PTH123
        return tuple([line for line in file.read().split("\n") if line and "#" not in line])


@cache
def shipped_habits() -> Habits:
    """What the shipped labels teach."""
    return Habits(load_subjects())


class Habits:
    """How often words, and kinds of words, begin and end labels, and which pairs stand inside them.

    ``labels`` have no punctuation around their words.
    """

    def __init__(self, labels: Iterable[str] = ()) -> None:
        lines = "\n".join(labels).casefold()
        words = f"\n{lines}\n".replace("\n", f" {_BORDER} ").split()
        self._labels = frozenset(lines.split("\n"))
        self._seen = Counter(words)
        self._pairs = Counter(pairwise(words))
        self._odds: dict[str, tuple[float, float]] = {}

    def has_label(self, keys: Sequence[str]) -> bool:
        """Whether words are one of the labels."""
        return " ".join(keys) in self._labels

    def count_pair(self, pair: tuple[str, str]) -> int:
        """How often two words stand side by side in labels."""
        return self._pairs.get(pair, 0)

    def _count(self, key: str) -> _Count:
        """How often a word was seen, began a label, and ended one."""
        seen = self._seen.get(key, 0)
        return (seen, self._pairs.get((_BORDER, key), 0), self._pairs.get((key, _BORDER), 0)) if seen else _NEVER_SEEN

    @cached_property
    def _endings(self) -> _Endings:
        plain = [key for key in self._seen if "-" not in key and key != _BORDER]
        plain.sort(key=_without_beginning)
        seen = map(self._seen.get, plain, repeat(0))
        begun = map(self._pairs.get, zip(repeat(_BORDER), plain, strict=False), repeat(0))
        ended = map(self._pairs.get, zip(plain, repeat(_BORDER), strict=False), repeat(0))
        return _Endings(list(map(_without_beginning, plain)), seen, begun, ended)

    @cached_property
    def _compounds(self) -> dict[str, _Count]:
        """The counts of classes of compounds."""
        found: dict[str, _Count] = {}
        for key in self._seen:
            if "-" in key:
                for form in _compound_forms(key):
                    found[form] = _add(found.get(form, _NEVER_SEEN), self._count(key))
        return found

    def _classes(self, key: str) -> Iterator[_Count]:
        """The counts of the classes that a word belongs to, the widest first, the word itself last."""
        if "-" in key:
            for form in reversed(_compound_forms(key)):
                yield self._compounds.get(form, _NEVER_SEEN)
        else:
            yield from self._endings.counts(_without_beginning(key)[:_LONGEST_ENDING])
            stem = _stem(key)
            yield _add(
                self._count(stem) if _stem(stem) == stem else _NEVER_SEEN,
                self._count(stem + "s") if _stem(stem + "s") == stem else _NEVER_SEEN,
            )
        yield self._count(key)

    def knows(self, key: str) -> bool:
        """Whether a word stands in one of the labels."""
        return key in self._seen

    def odds(self, key: str) -> tuple[float, float]:
        """The shares of labels with this word that begin with it, and that end with it.

        A word that was seen seldom takes after words with the same ending.
        """
        known = self._odds.get(key)
        if known is None:
            begins = ends = _USUAL
            for seen, begun, ended in self._classes(key):
                begins = (begun + _STRENGTH * begins) / (seen + _STRENGTH)
                ends = (ended + _STRENGTH * ends) / (seen + _STRENGTH)
            known = self._odds[key] = (_doubt(begins), _doubt(ends))
        return known


def _without_beginning(key: str) -> str:
    """A word backwards, without its first two letters: what may be an ending leaves at least these."""
    return key[:1:-1]


class _Endings:
    """Counts of all words with an ending: sorted by their last letters, such words stand side by side.

    ``backwards`` are the words that way, sorted.
    """

    def __init__(
        self, backwards: Sequence[str], seen: Iterable[int], begun: Iterable[int], ended: Iterable[int]
    ) -> None:
        self._backwards = backwards
        sums = [accumulate(column, initial=0) for column in (seen, begun, ended)]
        self._sums: list[_Count] = list(zip(*sums, strict=True))

    def counts(self, backwards: str) -> Iterator[_Count]:
        """How often words with an ending, given backwards, were seen, began a label, and ended one.

        First for its last letter, then for two, and so on: the words with a longer ending stand among the former.
        """
        start, end = 0, len(self._backwards)
        for size in range(1, len(backwards) + 1):
            ending = backwards[:size]
            start = bisect_left(self._backwards, ending, start, end)
            end = bisect_left(self._backwards, ending + _LAST_LETTER, start, end)
            before, after = self._sums[start], self._sums[end]
            yield after[0] - before[0], after[1] - before[1], after[2] - before[2]


def _add(left: _Count, right: _Count) -> _Count:
    return left[0] + right[0], left[1] + right[1], left[2] + right[2]


def _doubt(share: float) -> float:
    """Never quite sure: the same sightings stand behind a word and its endings."""
    return min(max(share, _SUREST), 1 - _SUREST)


def is_modifier(key: str) -> bool:
    """Whether a word asks for a noun after it: many compounds, participles, adverbs.

    >>> is_modifier("noise-aware"), is_modifier("multi-agent"), is_modifier("self-training")
    (True, True, False)
    """
    if "-" not in key:
        return len(key) > 5 and key.endswith(("ed", "ly")) and not key.endswith(_NOUNS_LIKE_MODIFIERS)
    first, _, last = key.partition("-")
    last = last.rpartition("-")[2]
    return last in _MODIFIERS or (last.endswith("ed") and len(last) > 4) or (first in _OPENERS and not _is_noun(last))


def _is_noun(word: str) -> bool:
    return word.endswith(("ing", "tion", "ment", "ance", "ence", "ity", "ism", "ics", "s"))


def _compound_forms(key: str) -> tuple[str, str]:
    """Classes that a compound belongs to, the narrower first: its last part, and what kind of word that makes it."""
    last = key.rpartition("-")[2]
    kind = "modifier" if is_modifier(key) else "nouns" if last.endswith("s") and not last.endswith("ss") else "noun"
    return "-" + last, f"-{kind}"


def _stem(key: str) -> str:
    return key[:-1] if key.endswith("s") and not key.endswith("ss") else key
