"""The tag lines of one page: what their words, and the page's texts, show of where labels begin and end.

Knows: tag lines as words; sequences that return; what is certain at the ends of lines; which words titles and
abstracts use side by side.
Must not know: how a cut is chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, pairwise
from typing import Final

import msgspec

from bibkit.formats.topic_page.label_model import JOINING_WORDS, Keys, label_keys, stem, word_key

__all__ = ["MOST_SHOWN", "Edges", "PageTexts", "TagLine", "find_returning", "read_tag_line", "topic_places"]

MOST_SHOWN: Final = 6
"""A page shows at most six tags of a paper; with "+N" exactly six."""
_UNBOUNDED: Final = 0.3
"""How much a sequence counts that never begins, or never ends, at a certain boundary: it may be part of a label."""
_LONGEST_RETURNING: Final = 6


class TagLine(msgspec.Struct, frozen=True):
    """The words of a tag line, and the form in which they are compared."""

    words: tuple[str, ...]
    keys: Keys
    number: int
    exactly: int
    """The number of labels that the line must have, or 0."""


def read_tag_line(text: str, number: int, *, cut_short: bool) -> TagLine:
    """A tag line, without "+N"; ``cut_short`` tells whether it had one."""
    return TagLine(tuple(text.split()), label_keys(text), number, MOST_SHOWN if cut_short else 0)


class PageTexts:
    """Which words the titles and abstracts of a page use side by side, in singular or plural.

    >>> texts = PageTexts(["How tidal weirs leak.", "Of a tidal weir"])
    >>> texts.count_together("tidal", "weir"), texts.has_together(1, "weir", "control")
    (2, False)
    """

    def __init__(self, texts: Sequence[str]) -> None:
        lists = [text.replace("-", " ").split() for text in texts]
        stems = {word: _text_stem(word) for word in set(chain.from_iterable(lists))}
        lists = [[stems[word] for word in words] for words in lists]
        self._own = [set(pairwise(words)) for words in lists]
        self._pairs = Counter(chain.from_iterable(self._own))
        self._words = Counter(chain.from_iterable(lists))

    def count_together(self, left: str, right: str) -> int:
        """In how many texts the two words beside a gap stand side by side."""
        return self._pairs[_joint(left, right)]

    def has_together(self, number: int, left: str, right: str) -> bool:
        """Whether they do so in the text that belongs to line ``number``."""
        return number < len(self._own) and _joint(left, right) in self._own[number]

    def are_frequent(self, left: str, right: str) -> bool:
        """Whether both words are used more than once."""
        return all([self._words[word] > 1 for word in _joint(left, right)])


def _text_stem(word: str) -> str:
    return stem(word_key(word).removesuffix("'s"))


def _joint(left: str, right: str) -> tuple[str, str]:
    """The stems that meet between two words: of compounds, the last part and the first."""
    return stem(left.rpartition("-")[2]), stem(right.partition("-")[0])


def find_returning(lines: Sequence[TagLine], topic: Keys) -> dict[Keys, float]:
    """Word sequences that return among different neighbours, and so may be labels, with how often they return."""
    parts = [part for line in lines for part in _beside_topic(line.keys, topic)]
    places: dict[Keys, list[tuple[str, str]]] = {}
    for keys in parts:
        for start in range(1, len(keys) - 1):
            if keys[start] in JOINING_WORDS:
                continue
            for end in range(start + 1, min(len(keys), start + _LONGEST_RETURNING + 1)):
                if keys[end - 1] not in JOINING_WORDS:
                    places.setdefault(keys[start:end], []).append((keys[start - 1], keys[end]))
    returning: dict[Keys, float] = {}
    for label, neighbours in places.items():
        if len(neighbours) > 1:
            sides = tuple(zip(*neighbours, strict=True))
            if all([_differ(side) for side in sides]):
                bounded = all(["" in side for side in sides])
                returning[label] = min(len(neighbours) - 1, 3) * (1.0 if bounded else _UNBOUNDED)
    return returning


def _differ(words: Sequence[str]) -> bool:
    """Whether a sequence has several neighbours on one side; each end of a line is one of its own."""
    return words.count("") + len(set(words) - {""}) > 1


def _beside_topic(keys: Keys, topic: Keys) -> list[Keys]:
    """What stands before and after the page's own topic, with an empty word at both ends."""
    places = topic_places(keys, topic)
    if len(places) != 1:
        return [("", *keys, "")]
    return [("", *keys[: places[0]], ""), ("", *keys[places[0] + len(topic) :], "")]


class Edges:
    """For each word of a page's tag lines, how often it is known to begin a label or not, and to end one or not."""

    def __init__(self, lines: Sequence[TagLine], topic: Keys) -> None:
        self._known: Counter[tuple[str, int]] = Counter()
        self._so: Counter[tuple[str, int]] = Counter()
        for line in lines:
            self._learn(line, topic)

    def _learn(self, line: TagLine, topic: Keys) -> None:
        keys = line.keys
        if not keys:
            return
        self._note(keys[0], 0, so=True)
        self._note(keys[-1], 1, so=True)
        places = topic_places(keys, topic)
        if len(places) == 1 and not line.exactly:
            start, end = places[0], places[0] + len(topic)
            if start:
                self._note(keys[start - 1], 1, so=True)
            if end < len(keys):
                self._note(keys[end], 0, so=True)
        for left, right in pairwise(keys):
            if left in JOINING_WORDS:
                self._note(right, 0, so=False)
            if right in JOINING_WORDS:
                self._note(left, 1, so=False)

    def _note(self, key: str, side: int, *, so: bool) -> None:
        self._known[key, side] += 1
        self._so[key, side] += so

    def counts(self, key: str, side: int) -> tuple[int, int]:
        """How often it is known whether a word begins (``side`` 0) or ends (1) a label, and how often it does."""
        return self._known[key, side], self._so[key, side]


def topic_places(keys: Keys, topic: Keys) -> list[int]:
    """Where the page's own topic may stand as a label of its own."""
    size = len(topic)
    if not size:
        return []
    places = [at for at in range(len(keys) - size + 1) if keys[at] == topic[0] and keys[at : at + size] == topic]
    return [
        at
        for at in places
        if not (at and keys[at - 1] in JOINING_WORDS)
        and not (at + size < len(keys) and keys[at + size] in JOINING_WORDS)
    ]
