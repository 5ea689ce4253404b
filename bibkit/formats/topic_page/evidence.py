"""What one page teaches about its tags: its texts, what its lines share, what is certain at their ends.

Knows: tag lines as words, titles and abstracts as words side by side.
Must not know: how a cut is chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, pairwise
from typing import Final, TypeAlias

import msgspec

from bibkit.formats.topic_page.vocabulary import JOINING_WORDS, word_key

__all__ = [
    "MOST_SHOWN",
    "NO_EDGES",
    "Keys",
    "Line",
    "Texts",
    "find_edges",
    "find_returning",
    "label_keys",
    "read_line",
    "topic_places",
]

MOST_SHOWN: Final = 6
"""A page shows at most six tags of a paper; with "+N" exactly six."""

Keys: TypeAlias = tuple[str, ...]

_UNBOUNDED: Final = 0.3
"""How much a sequence counts that never begins, or never ends, at a certain boundary: it may be part of a label."""


class Line(msgspec.Struct, frozen=True):
    """The words of a tag line, and the form in which they are compared."""

    words: Keys
    keys: Keys
    number: int
    exactly: int
    """The number of labels that the line must have, or 0."""


NO_EDGES: Final = ((0, 0), (0, 0))


class Texts:
    """Which words the titles and abstracts of a page use side by side; only what its lines ask for is kept."""

    def __init__(self, texts: Sequence[str], lines: Sequence[Line]) -> None:
        sides = {key: _sides(key) for key in {key for line in lines for key in line.keys}}
        gaps = {pair for line in lines for pair in pairwise(line.keys)}
        self._joints = {(left, right): (sides[left][1], sides[right][0]) for left, right in gaps}
        wanted = set(self._joints.values())
        stems = _spellings({stem for pair in wanted for stem in pair})
        self._pairs: Counter[tuple[str, str]] = Counter()
        self._own: list[set[tuple[str, str]]] = []
        self._words: Counter[str] = Counter()
        for text in texts:
            words = map(stems.get, text.casefold().replace("-", " ").split())
            known = [(place, stem) for place, stem in enumerate(words) if stem is not None]
            self._words.update([stem for _, stem in known])
            pairs = {(left, right) for (at, left), (after, right) in pairwise(known) if after - at == 1} & wanted
            self._pairs.update(pairs)
            self._own.append(pairs)

    def together(self, left: str, right: str) -> int:
        """In how many texts the two words beside a gap stand side by side."""
        return self._pairs.get(self._joints[left, right], 0)

    def together_in(self, number: int, left: str, right: str) -> bool:
        """Whether they do so in the text that belongs to line ``number``."""
        return number < len(self._own) and self._joints[left, right] in self._own[number]

    def are_frequent(self, left: str, right: str) -> bool:
        """Whether both words are used more than once."""
        before, after = self._joints[left, right]
        return self._words.get(before, 0) > 1 and self._words.get(after, 0) > 1


def _spellings(stems: set[str]) -> dict[str, str]:
    """How words stand in running text, with their stems: with a plural and with punctuation around them."""
    found: dict[str, str] = {}
    for ending in ("s", ""):  # a word that is a stem itself is no plural of another
        for stem in stems:
            word = stem + ending
            around = (f"{word},", f"{word}.", f"{word})", f"({word}", f"({word})", f"{word};", f"{word}:", f"{word}'s")
            found.update(dict.fromkeys((word, *around), stem))
    return found


def _sides(key: str) -> tuple[str, str]:
    """The stems of what a word begins and ends with: of compounds, the first and the last part."""
    if "-" not in key:
        stem = _stem(key)
        return stem, stem
    return _stem(key.partition("-")[0]), _stem(key.rpartition("-")[2])


def _stem(word: str) -> str:
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


def find_returning(lines: Sequence[Line], topic: Keys) -> dict[Keys, float]:
    """Word sequences that return among different neighbours, and so may be labels, with how often they return."""
    parts = [part for line in lines for part in _beside_topic(line.keys, topic)]
    counts = Counter(chain.from_iterable(parts))
    places: dict[Keys, list[tuple[str, str]]] = {}
    for keys in parts:
        for start in range(1, len(keys) - 1):
            if keys[start] in JOINING_WORDS:
                continue
            for end in range(start + 1, min(len(keys), start + 7)):
                last = keys[end - 1]
                if counts[last] == 1:  # no sequence with this word returns
                    break
                if last not in JOINING_WORDS:
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


def find_edges(lines: Sequence[Line], topic: Keys) -> dict[str, tuple[tuple[int, int], tuple[int, int]]]:
    """For each word, how often it is known to begin a label or not, and to end one or not."""
    counts: dict[str, list[list[int]]] = {}

    def note(key: str, side: int, yes: bool) -> None:
        entry = counts.setdefault(key, [[0, 0], [0, 0]])[side]
        entry[0] += 1
        entry[1] += yes

    for line in lines:
        keys = line.keys
        if not keys:
            continue
        note(keys[0], 0, True)
        note(keys[-1], 1, True)
        places = topic_places(keys, topic)
        if len(places) == 1 and not line.exactly:
            start, end = places[0], places[0] + len(topic)
            if start:
                note(keys[start - 1], 1, True)
            if end < len(keys):
                note(keys[end], 0, True)
        for left, right in pairwise(keys):
            if left in JOINING_WORDS:
                note(right, 0, False)
            if right in JOINING_WORDS:
                note(left, 1, False)
    return {key: ((a[0], a[1]), (b[0], b[1])) for key, (a, b) in counts.items()}


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


def label_keys(label: str) -> Keys:
    """A label as it is compared."""
    return tuple([word_key(word) for word in label.split()])


def read_line(text: str, number: int, cut_short: bool) -> Line:
    """A tag line, without "+N"; ``cut_short`` tells whether it had one."""
    words = tuple(text.split())
    return Line(words, tuple([word_key(word) for word in words]), number, MOST_SHOWN if cut_short else 0)
