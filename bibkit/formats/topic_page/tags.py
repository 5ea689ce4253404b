"""Tag lines: labels that stand one after another with nothing but blanks between, cut apart again.

Knows: how to weigh the cuts of a line, and what the lines and texts of one page teach about them.
Must not know: files, the rest of a paper.

A line is cut where the sum of weights is greatest (a dynamic program over the words of the line). What counts:
labels that are known (shipped, the user's, the page's own topic), word sequences that return in other lines of
the page, how the words around a gap begin and end known labels, whether the page's texts use two words together,
and the length of labels. No word is ever lost or moved: cutting only chooses among gaps.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import log
from typing import Final, NamedTuple, TypeAlias

from bibkit.formats.topic_page.vocabulary import JOINING_WORDS, Habits, is_modifier, shipped_habits, word_key

__all__ = ["Cut", "TagCutter", "split_omitted"]

MOST_SHOWN: Final = 6
"""A page shows at most six tags of a paper; with "+N" exactly six."""

Keys: TypeAlias = tuple[str, ...]
Span: TypeAlias = tuple[int, int]

_OMITTED: Final = re.compile(r"(?<![+])\s*\+(?P<count>[0-9][0-9,]{0,6})$")
_TEXT_WORD: Final = re.compile(r"[^\W_]+")
_LONGEST: Final = 9
_FORBIDDEN: Final = -1000.0

# Weights of the dynamic program: natural logarithms, set on pages of invented labels.
_LENGTHS: Final = (0.0, -2.2, 1.2, 1.0, -0.2, -1.2, -1.8, -2.6, -3.6, -4.6)
"""By the number of words in a label, joining words and the words before them not counted."""
_JOIN: Final = 0.6
_KNOWN: Final = 0.8
_TOPIC: Final = 12.0
_USER: Final = 9.0
_RETURNS: Final = 0.7
_FOUND_BEFORE: Final = 0.3
_REPEATED_WORD: Final = -0.3
_ENDS_OPEN: Final = -1.0
_PRIOR: Final = 0.3
_IN_LABELS: Final = (0.0, 3.0, 4.0, 4.0)
"""Against a cut between two words that known labels have side by side: never, once, twice, more often."""
_IN_TEXTS: Final = (0.0, 2.0, 3.0, 4.0)
"""The same for the page's titles and abstracts."""
_IN_OWN_TEXT: Final = 0.4
_APART_IN_TEXTS: Final = 0.2
_EDGE_STRENGTH: Final = 2.0
_HABIT_STRENGTH: Final = 1.4
"""What is certain on the page is weighed against habits as this many sightings."""


class Cut(NamedTuple):
    """The labels of one line, and whether a boundary between them is a guess."""

    tags: tuple[str, ...]
    guessed: bool


class _Line(NamedTuple):
    words: Keys
    keys: Keys
    number: int
    exactly: int
    """The number of labels that the line must have, or 0."""


class TagCutter:
    """Cuts the tag lines of one page.

    ``lines`` are the page's tag lines, each with whether "+N" followed it; ``texts`` are the titles and abstracts
    that belong to them. ``topic`` and ``parent`` are the page's own names, ``known`` the user's labels.

    >>> cutter = TagCutter([("Weir Control Salt Marshes", False)], topic="Salt Marshes")
    >>> cutter.cut(0).tags
    ('Weir Control', 'Salt Marshes')
    """

    def __init__(
        self,
        lines: Sequence[tuple[str, bool]],
        texts: Sequence[str] = (),
        *,
        topic: str = "",
        parent: str = "",
        known: Iterable[str] = (),
        habits: Habits | None = None,
    ) -> None:
        self._habits = habits or shipped_habits()
        self._topic = _keys(topic)
        self._user = {_keys(label) for label in (*known, parent.partition(": ")[2] or parent) if label}
        self._lines = [_read_line(text, number, cut_short) for number, (text, cut_short) in enumerate(lines)]
        self._texts = _Texts(texts)
        self._returning = _find_returning(self._lines, self._topic)
        self._edges = _find_edges(self._lines, self._topic)
        self._found: Counter[Keys] = Counter()
        self._odds: dict[str, tuple[float, float]] = {}
        first = [self._solve(line) for line in self._lines]
        for line, spans in zip(self._lines, first, strict=True):
            self._found.update([line.keys[start:end] for start, end in spans])
        self._spans = [self._solve(line) for line in self._lines]

    def cut(self, number: int) -> Cut:
        """The labels of line ``number``."""
        line, spans = self._lines[number], self._spans[number]
        tags = tuple([" ".join(line.words[start:end]) for start, end in spans])
        return Cut(tags, not all([self._is_certain(line.keys[start:end]) for start, end in spans]))

    def _is_certain(self, label: Keys) -> bool:
        if label == self._topic or label in self._user or label in self._habits.labels:
            return True
        return self._found[label] > 1 and label in self._returning

    # -- weights ---------------------------------------------------------------------------------------------

    def _word(self, key: str) -> tuple[float, float]:
        """Log odds that a word begins, and that it ends a label: habits, and what is certain on this page."""
        known = self._odds.get(key)
        if known is None:
            chances = []
            for chance, (seen, times) in zip(self._habits.odds(key), self._edges.get(key, _NO_EDGES), strict=True):
                share = (times * _EDGE_STRENGTH + _HABIT_STRENGTH * chance) / (seen * _EDGE_STRENGTH + _HABIT_STRENGTH)
                chances.append(log(share / (1 - share)))
            known = self._odds[key] = (chances[0], chances[1])
        return known

    def _gap(self, line: _Line, at: int) -> float:
        """What a cut before word ``at`` is worth."""
        left, right = line.keys[at - 1], line.keys[at]
        if left in JOINING_WORDS or right in JOINING_WORDS:
            return _FORBIDDEN
        weight = _PRIOR + self._word(left)[1] + self._word(right)[0]
        together = self._habits.pairs.get((left, right), 0)
        return weight - _IN_LABELS[min(together, 3)] - self._texts.bond(left, right, line.number)

    def _label(self, keys: Keys) -> float:
        """What one label is worth by itself."""
        size = len(keys)
        if keys == self._topic:
            return _TOPIC
        joins = sum([key in JOINING_WORDS for key in keys])
        weight = _LENGTHS[max(1, size - 2 * joins)] - _JOIN * joins
        if is_modifier(keys[-1]):
            weight += _ENDS_OPEN
        if keys in self._user:
            weight += _USER
        elif keys in self._habits.labels:
            weight += _KNOWN
        returns = self._returning.get(keys, 0) if size > 1 else 0
        if returns:
            weight += _RETURNS * min(returns, 3)
            if self._found[keys] > 1:
                weight += _FOUND_BEFORE
        if size > 1 and len(set(keys)) < size:
            weight += _REPEATED_WORD
        return weight

    # -- the dynamic program ---------------------------------------------------------------------------------

    def _solve(self, line: _Line) -> list[Span]:
        """The best spans of labels in a line."""
        size = len(line.keys)
        gaps = [0.0, *[self._gap(line, at) for at in range(1, size)]]
        places = _topic_places(line.keys, self._topic)
        if not places or line.exactly:
            return self._best(line, gaps, None)[1]
        return max([self._best(line, gaps, (at, at + len(self._topic))) for at in places], key=lambda best: best[0])[1]

    def _best(self, line: _Line, gaps: list[float], anchor: Span | None) -> tuple[float, list[Span]]:
        size = len(line.keys)
        labels: list[list[tuple[int, float]]] = []  # for each end, the starts with their weights
        for end in range(1, size + 1):
            starts = range(max(0, end - _LONGEST), end)
            if anchor is not None:
                if anchor[0] < end < anchor[1]:
                    starts = range(0)
                elif end == anchor[1]:
                    starts = range(anchor[0], anchor[0] + 1)
                elif end > anchor[1]:
                    starts = range(max(anchor[1], end - _LONGEST), end)
            labels.append([(start, gaps[start] + self._label(line.keys[start:end])) for start in starts])
        score, spans = _shortest(labels)
        wanted = line.exactly or (MOST_SHOWN if len(spans) > MOST_SHOWN else 0)
        if wanted and len(spans) != wanted and size >= wanted:
            return _with_count(labels, wanted)
        return score, spans


def _shortest(labels: list[list[tuple[int, float]]]) -> tuple[float, list[Span]]:
    """The path with the greatest weight."""
    best = [0.0]
    came = [0]
    for choices in labels:
        top, origin = -1e18, 0
        for start, weight in choices:
            weight += best[start]
            if weight > top:
                top, origin = weight, start
        best.append(top)
        came.append(origin)
    spans = []
    end = len(labels)
    while end:
        spans.append((came[end], end))
        end = came[end]
    return best[-1], spans[::-1]


def _with_count(labels: list[list[tuple[int, float]]], count: int) -> tuple[float, list[Span]]:
    """The path of exactly ``count`` labels with the greatest weight."""
    size = len(labels)
    best = [0.0] + [-1e18] * size
    history: list[list[int]] = []
    for _ in range(count):
        following = [-1e18] * (size + 1)
        came = [0] * (size + 1)
        for end, choices in enumerate(labels, 1):
            for start, weight in choices:
                if best[start] + weight > following[end]:
                    following[end], came[end] = best[start] + weight, start
        best = following
        history.append(came)
    spans = []
    end = size
    for came in reversed(history):
        spans.append((came[end], end))
        end = came[end]
    return best[-1], spans[::-1]


# -- what a page teaches -------------------------------------------------------------------------------------

_NO_EDGES: Final = ((0, 0), (0, 0))


class _Texts:
    """Which words the titles and abstracts of a page use side by side."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._pairs: Counter[tuple[str, str]] = Counter()
        self._own: list[set[tuple[str, str]]] = []
        self._words: Counter[str] = Counter()
        for text in texts:
            stems = [_stem(word) for word in _TEXT_WORD.findall(text.casefold())]
            self._words.update(stems)
            pairs = set(pairwise(stems))
            self._pairs.update(pairs)
            self._own.append(pairs)

    def bond(self, left: str, right: str, number: int) -> float:
        """How strongly two words of a line belong together."""
        left = _stem(left.rpartition("-")[2])
        right = _stem(right.partition("-")[0])
        used = self._pairs.get((left, right), 0)
        if used:
            own = number < len(self._own) and (left, right) in self._own[number]
            return _IN_TEXTS[min(used, 3)] + (_IN_OWN_TEXT if own else 0.0)
        if self._words.get(left, 0) > 1 and self._words.get(right, 0) > 1:
            return -_APART_IN_TEXTS
        return 0.0


def _stem(word: str) -> str:
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


def _find_returning(lines: Sequence[_Line], topic: Keys) -> dict[Keys, int]:
    """Word sequences that return among different neighbours, and so may be labels, with how often they return."""
    places: dict[Keys, list[tuple[str, str]]] = {}
    for line in lines:
        for keys in _beside_topic(line.keys, topic):
            for start in range(1, len(keys) - 1):
                if keys[start] in JOINING_WORDS:
                    continue
                for end in range(start + 1, min(len(keys), start + 7)):
                    if keys[end - 1] not in JOINING_WORDS:
                        places.setdefault(keys[start:end], []).append((keys[start - 1], keys[end]))
    returning: dict[Keys, int] = {}
    for label, neighbours in places.items():
        if len(neighbours) > 1 and all([_differ(side) for side in zip(*neighbours, strict=True)]):
            returning[label] = len(neighbours) - 1
    return returning


def _differ(words: Sequence[str]) -> bool:
    """Whether a sequence has several neighbours on one side; each end of a line is one of its own."""
    return words.count("") + len(set(words) - {""}) > 1


def _beside_topic(keys: Keys, topic: Keys) -> list[Keys]:
    """What stands before and after the page's own topic, with an empty word at both ends."""
    places = _topic_places(keys, topic)
    if len(places) != 1:
        return [("", *keys, "")]
    return [("", *keys[: places[0]], ""), ("", *keys[places[0] + len(topic) :], "")]


def _find_edges(lines: Sequence[_Line], topic: Keys) -> dict[str, tuple[tuple[int, int], tuple[int, int]]]:
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
        places = _topic_places(keys, topic)
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


def _topic_places(keys: Keys, topic: Keys) -> list[int]:
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


def _keys(label: str) -> Keys:
    return tuple([word_key(word) for word in label.split()])


def _read_line(text: str, number: int, cut_short: bool) -> _Line:
    words = tuple(text.split())
    return _Line(words, tuple([word_key(word) for word in words]), number, MOST_SHOWN if cut_short else 0)


def split_omitted(text: str) -> tuple[str, int]:
    """Take the count of what a list leaves out from its end.

    >>> split_omitted("Weir Control Actor-Critic Methods+2"), split_omitted("C++20")
    (('Weir Control Actor-Critic Methods', 2), ('C++20', 0))
    """
    match = _OMITTED.search(text)
    if match is None:
        return text, 0
    return text[: match.start()], int(match["count"].replace(",", ""))
