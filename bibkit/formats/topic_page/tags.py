"""Tag lines: labels that stand one after another with nothing but blanks between, cut apart again.

Knows: how to weigh the cuts of a line, and what the lines and texts of one page teach about them.
Must not know: files, the rest of a paper.

A line is cut where the sum of weights is greatest (a dynamic program over the words of the line). What counts:
labels that are known (shipped, the user's, the page's own topic), word sequences that return in other lines of
the page, how the words around a gap begin and end known labels, whether the page's texts use two words together,
and the length of labels. No word is ever lost or moved: cutting only chooses among gaps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import log
from operator import itemgetter
from typing import Final, NamedTuple

from bibkit.formats.topic_page.best_path import Span, Table, best_path, best_path_of
from bibkit.formats.topic_page.label_model import JOINING_WORDS, Keys, LabelModel, is_modifier, label_keys, label_model
from bibkit.formats.topic_page.tag_lines import (
    MOST_SHOWN,
    Edges,
    PageTexts,
    TagLine,
    find_returning,
    read_tag_line,
    topic_places,
)

__all__ = ["Cut", "TagCutter"]

_LONGEST: Final = 9
_FORBIDDEN: Final = -1000.0

# Weights of the dynamic program: natural logarithms, set on pages of invented labels.
_LENGTHS: Final = (0.0, -3.4, 1.6, 1.9, 0.3, -1.9, -2.9, -3.8, -5.5, -7.0)
"""By the number of words in a label, joining words and the words before them not counted."""
_JOIN: Final = 0.7
_KNOWN: Final = 1.4
_TOPIC: Final = 12.0
_USER: Final = 9.0
_RETURNS: Final = 1.5
_FOUND_BEFORE: Final = 1.6
_REPEATED_WORD: Final = -1.6
_ENDS_OPEN: Final = -4.0
_PRIOR: Final = 0.7
_BEFORE_JOIN: Final = 2.0
"""For a cut before a single word that "of", "in" ... follow: most such phrases begin with one ("Theory of Mind")."""
_IN_LABELS: Final = (0.0, 2.1, 4.8, 5.0)
"""Against a cut between two words that known labels have side by side: never, once, twice, more often."""
_IN_TEXTS: Final = (0.0, 2.8, 3.9, 4.4)
"""The same for the page's titles and abstracts."""
_IN_OWN_TEXT: Final = 1.1
_APART_IN_TEXTS: Final = 0.2
_EDGE_STRENGTH: Final = 2.9
_MODEL_STRENGTH: Final = 2.1
"""What is certain on the page is weighed against the model as this many sightings."""


class Cut(NamedTuple):
    """The labels of one line, and whether a boundary between them is a guess."""

    tags: tuple[str, ...]
    guessed: bool


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
        model: LabelModel | None = None,
    ) -> None:
        self._model = model or label_model()
        self._topic = label_keys(topic)
        self._user = {label_keys(label) for label in known}
        self._names = {self._topic, label_keys(parent.partition(": ")[2] or parent)}
        self._lines = [read_tag_line(text, number, cut_short=cut) for number, (text, cut) in enumerate(lines)]
        self._texts = PageTexts(texts)
        self._returning = find_returning(self._lines, self._topic)
        edges = Edges(self._lines, self._topic)
        self._odds = {key: self._weigh_word(key, edges) for key in {key for line in self._lines for key in line.keys}}
        self._known = self._weigh_labels()
        self._found: Counter[Keys] = Counter()
        self._spans: list[list[Span]] = []
        tables = [self._weigh(line) for line in self._lines]
        for line, table in zip(self._lines, tables, strict=True):
            spans = self._solve(line, table)
            self._spans.append(spans)
            self._found.update([line.keys[start:end] for start, end in spans])
        favourites: dict[str, list[Keys]] = {}
        for keys, times in self._found.items():
            if times > 1 and len(keys) > 1 and keys in self._returning:
                favourites.setdefault(keys[0], []).append(keys)
        for number, (line, table) in enumerate(zip(self._lines, tables, strict=True)):
            if _favour(favourites, line, table):
                self._spans[number] = self._solve(line, table)

    def cut(self, number: int) -> Cut:
        """The labels of line ``number``."""
        line, spans = self._lines[number], self._spans[number]
        tags = tuple([" ".join(line.words[start:end]) for start, end in spans])
        return Cut(tags, not all([self._is_certain(line.keys[start:end]) for start, end in spans]))

    def _is_certain(self, label: Keys) -> bool:
        if label in self._names or label in self._user or self._model.has_label(label):
            return True
        return self._found[label] > 1 and label in self._returning

    # -- weights ---------------------------------------------------------------------------------------------

    def _weigh_word(self, key: str, edges: Edges) -> tuple[float, float]:
        """Log odds that a word begins, and that it ends a label: what the model says, and what is certain on this page."""
        weights = []
        for side, chance in enumerate(self._model.odds(key)):
            seen, times = edges.counts(key, side)
            share = (times * _EDGE_STRENGTH + _MODEL_STRENGTH * chance) / (seen * _EDGE_STRENGTH + _MODEL_STRENGTH)
            weights.append(log(share / (1 - share)))
        return weights[0], weights[1]

    def _gap(self, line: TagLine, at: int) -> float:
        """What a cut before word ``at`` is worth."""
        left, right = line.keys[at - 1], line.keys[at]
        if left in JOINING_WORDS or right in JOINING_WORDS:
            return _FORBIDDEN
        weight = _PRIOR + self._odds[left][1] + self._odds[right][0]
        if at + 1 < len(line.keys) and line.keys[at + 1] in JOINING_WORDS:
            weight += _BEFORE_JOIN
        weight -= _IN_LABELS[min(self._model.count_pair(left, right), 3)]
        times = self._texts.count_together(left, right)
        if times:
            own = self._texts.has_together(line.number, left, right)
            return weight - _IN_TEXTS[min(times, 3)] - (_IN_OWN_TEXT if own else 0.0)
        return weight + _APART_IN_TEXTS if self._texts.are_frequent(left, right) else weight

    def _weigh_labels(self) -> dict[Keys, float]:
        """What labels are worth for what is known of them: to the user, to the page, to other lines of the page."""
        weights = dict.fromkeys(self._names, _KNOWN) | dict.fromkeys(self._user, _USER)
        for keys, returns in self._returning.items():
            if len(keys) > 1:
                weights[keys] = weights.get(keys, self._worth_to_all(keys)) + _RETURNS * returns
        return weights

    def _worth_to_all(self, keys: Keys) -> float:
        return _KNOWN if self._model.has_label(keys) else 0.0

    # -- the dynamic program ---------------------------------------------------------------------------------

    def _weigh(self, line: TagLine, *, every_gap: bool = False) -> Table:
        """For each place where a label may end, the places where it may begin, with the label's weight.

        With ``every_gap``, even beside a word such as "for".
        """
        keys = line.keys
        size = len(keys)
        gaps = [0.0, *[self._gap(line, at) for at in range(1, size)], 0.0]
        places = [at for at in range(size + 1) if every_gap or gaps[at] > _FORBIDDEN]
        joins = list(accumulate([key in JOINING_WORDS for key in keys], initial=0))
        again = _repetitions(keys)
        table: Table = [{} for _ in range(size + 1)]
        for count, end in enumerate(places[1:], 1):
            ends_open = _ENDS_OPEN if is_modifier(keys[end - 1]) else 0.0
            for start in places[max(0, count - _LONGEST) : count]:
                length = end - start
                if length > _LONGEST and start != places[count - 1]:
                    continue
                joining = joins[end] - joins[start]
                label = keys[start:end]
                weight = (
                    _LENGTHS[max(1, length - 2 * joining)] - _JOIN * joining + ends_open * (3 if length == 1 else 1)
                )
                if start <= again[end]:
                    weight += _REPEATED_WORD
                known = self._known.get(label)
                table[end][start] = weight + gaps[start] + (self._worth_to_all(label) if known is None else known)
        return table

    def _solve(self, line: TagLine, table: Table) -> list[Span]:
        """The best spans of labels in a line: the topic counts once, the number of labels is kept where it is known."""
        size = len(self._topic)
        places = [at for at in topic_places(line.keys, self._topic) if at in table[at + size]]
        if 0 < len(places) <= MOST_SHOWN and not line.exactly:
            spots = [(at, at + size) for at in places]
            ways = [best_path(table, spot, [other for other in spots if other != spot], _TOPIC) for spot in spots]
            _, spans = max(ways, key=itemgetter(0))
            if len(spans) <= MOST_SHOWN:
                return spans
        # What "+N" hides may be the topic itself, so there it is only a strong reason.
        for at in places:
            table[at + size][at] += _TOPIC / len(places)
        return self._with_count(line, table)

    def _with_count(self, line: TagLine, table: Table) -> list[Span]:
        """The best spans, exactly six with "+N" and never more than six."""
        spans = best_path(table)[1]
        wanted = line.exactly or min(len(spans), MOST_SHOWN)
        if len(spans) == wanted or len(line.keys) < wanted:
            return spans
        return best_path_of(table, wanted) or best_path_of(self._weigh(line, every_gap=True), wanted) or spans


def _repetitions(keys: Keys) -> list[int]:
    """For each place, the last one such that a word comes twice between them, or -1."""
    last: dict[str, int] = {}
    found = [-1]
    for at, key in enumerate(keys):
        found.append(max(found[-1], last.get(key, -1)))
        last[key] = at
    return found


def _favour(favourites: dict[str, list[Keys]], line: TagLine, table: Table) -> bool:
    """Add weight to labels that return and were found in several lines; tell whether there are any."""
    favoured = False
    for start, first in enumerate(line.keys):
        for keys in favourites.get(first, ()):
            end = start + len(keys)
            if line.keys[start:end] == keys and start in table[end]:
                table[end][start] += _FOUND_BEFORE
                favoured = True
    return favoured
