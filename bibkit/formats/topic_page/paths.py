"""The heaviest way through a line: which spans of words, one after another, weigh most in sum.

Knows: dynamic programming over spans.
Must not know: what the spans are.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, TypeAlias

__all__ = ["Span", "Table", "heaviest", "heaviest_of"]

Span: TypeAlias = tuple[int, int]
Table: TypeAlias = list[dict[int, float]]
"""For each place where a span may end, the places where it may begin, each with the weight of that span."""

_NEVER: Final = -1e18


def heaviest(
    table: Table, through: Span = (0, 0), others: Collection[Span] = (), penalty: float = 0.0
) -> tuple[float, list[Span]]:
    """The path with the greatest weight of those that hold the span ``through``; ``others`` weigh less.

    >>> heaviest([{}, {0: 1.0}, {0: 2.0, 1: 0.5}])
    (2.0, [(0, 2)])
    >>> heaviest([{}, {0: 1.0}, {0: 2.0, 1: 0.5}], (1, 2))
    (1.5, [(0, 1), (1, 2)])
    """
    first, last = through
    best = [0.0]
    came = [0]
    for end in range(1, len(table)):
        top, origin = _NEVER, 0
        if end == last:
            top, origin = table[end][first] + best[first], first
        elif end <= first or end > last:
            for start, weight in table[end].items():
                if start < last < end:
                    continue
                if others and (start, end) in others:
                    weight -= penalty
                total = weight + best[start]
                if total > top:
                    top, origin = total, start
        best.append(top)
        came.append(origin)
    spans = []
    end = len(table) - 1
    while end:
        spans.append((came[end], end))
        end = came[end]
    return best[-1], spans[::-1]


def heaviest_of(table: Table, count: int) -> list[Span] | None:
    """The path of exactly ``count`` labels with the greatest weight, if there is one."""
    size = len(table) - 1
    best = [0.0] + [_NEVER] * size
    history: list[list[int]] = []
    for _ in range(count):
        following = [_NEVER] * (size + 1)
        came = [0] * (size + 1)
        for end, starts in enumerate(table):
            for start, weight in starts.items():
                if best[start] + weight > following[end]:
                    following[end], came[end] = best[start] + weight, start
        best = following
        history.append(came)
    if best[-1] <= _NEVER / 2:
        return None
    spans = []
    end = size
    for came in reversed(history):
        spans.append((came[end], end))
        end = came[end]
    return spans[::-1]
