"""How single values are spelled: pairs of pure functions, without any format's tags.

Knows: what a codec is. Must not know: formats.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, NamedTuple, TypeVar

__all__ = ["Codec", "identity", "same"]

Theirs = TypeVar("Theirs")
Ours = TypeVar("Ours")


class Codec(NamedTuple, Generic[Theirs, Ours]):
    """How one value is spelled: two pure functions.

    ``decode`` never raises on odd input: it keeps what it cannot read (as text, or in a ``literal``).
    ``encode(decode(x))`` may normalise; ``decode(encode(y)) == y`` for every ``y`` that the format can hold.
    """

    decode: Callable[[Theirs], Ours]
    encode: Callable[[Ours], Theirs]


def same(value: Any) -> Any:
    """The value as it is: one direction of a codec that changes only the other. Tables need not call it."""
    return value


identity: Final[Codec[Any, Any]] = Codec(same, same)
"""The codec of values that are spelled alike on both sides."""
