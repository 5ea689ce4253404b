"""The best way through a line: which spans of words, one after another, weigh most in sum.

Knows: dynamic programming over spans.
Must not know: what the spans are.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, TypeAlias

__all__ = ["Span", "Table", "best_path", "best_path_of"]

Span: TypeAlias = tuple[int, int]
Table: TypeAlias = list[dict[int, float]]
"""For each place where a span may end, the places where it may begin, each with the weight of that span."""

_NEVER: Final = -1e18


def best_path(
    table: Table, through: Span = (0, 0), others: Collection[Span] = (), penalty: float = 0.0
) -> tuple[float, list[Span]]:
    """The path with the greatest weight of those that hold the span ``through``; ``others`` weigh less.

    >>> best_path([{}, {0: 1.0}, {0: 2.0, 1: 0.5}])
    (2.0, [(0, 2)])
    >>> best_path([{}, {0: 1.0}, {0: 2.0, 1: 0.5}], (1, 2))
    (1.5, [(0, 1), (1, 2)])
    """
    first, last = through
    best = [0.0]
    came = [0]
    for end in range(1, len(table)):
        top, origin = _NEVER, 0
        for start, weight in table[end].items():
            if start < last and end > first and (start, end) != through:  # it would overlap
                continue
            total = (weight - penalty if (start, end) in others else weight) + best[start]
            if total > top:
                top, origin = total, start
        best.append(top)
        came.append(origin)
    return best[-1], _spans(came)


def _spans(came: list[int]) -> list[Span]:
    """The path that ends at the last place; each place tells where its span began."""
    spans = []
    end = len(came) - 1
    while end:
        spans.append((came[end], end))
        end = came[end]
    return spans[::-1]


def best_path_of(table: Table, count: int) -> list[Span] | None:
    """The path of exactly ``count`` spans with the greatest weight, if there is one.

    >>> best_path_of([{}, {0: 1.0}, {0: 2.0, 1: 0.5}], 2)
    [(0, 1), (1, 2)]
    """
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
