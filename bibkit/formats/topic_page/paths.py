"""The heaviest way through a line: which spans of words, one after another, weigh most in sum.

Knows: dynamic programming over spans.
Must not know: what the spans are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

__all__ = ["Span", "Table", "around", "heaviest", "heaviest_of"]

Span: TypeAlias = tuple[int, int]
Table: TypeAlias = list[dict[int, float]]
"""For each place where a span may end, the places where it may begin, each with the weight of that span."""

_NEVER: Final = -1e18


def around(table: Table, start: int, end: int, others: Sequence[int], penalty: float) -> Table:
    """The table without spans that overlap the one from ``start`` to ``end``; its likes elsewhere weigh less.

    >>> around([{}, {0: 1.0}, {0: 2.0, 1: 0.5}], 1, 2, [], 0.0)
    [{}, {0: 1.0}, {1: 0.5}]
    """
    size = end - start
    around = [
        *[dict(starts) for starts in table[: start + 1]],
        *[{} for _ in range(start + 1, end)],
        {start: table[end][start]},
        *[{at: weight for at, weight in starts.items() if at >= end} for starts in table[end + 1 :]],
    ]
    for other in others:
        if other in around[other + size]:
            around[other + size][other] -= penalty
    return around


def heaviest(table: Table) -> tuple[float, list[Span]]:
    """The path with the greatest weight."""
    best = [0.0]
    came = [0]
    for starts in table[1:]:
        top, origin = _NEVER, 0
        for start, weight in starts.items():
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
