"""What was decoded before, by how it was spelled: the same people, dates and journals come again and again in a file.

Knows: how much is worth remembering.
Must not know: what is decoded, formats.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, TypeVar

__all__ = ["Remembered"]

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_MANY: Final = 1 << 14
_LONGEST: Final = 200
"""What is longer is hardly said twice."""


class Remembered(dict[K, V]):
    """The results of a function for texts, or tuples of texts; one for each file, so that nothing outlives it.

    Too many are forgotten all at once.

    >>> lengths = Remembered(len)
    >>> lengths["pond"], lengths
    (4, {'pond': 4})
    """

    __slots__ = ("_function",)

    def __init__(self, function: Callable[[K], V]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, key: K) -> V:
        """The result for what is not known yet."""
        value = self._function(key)
        if (len(key) if isinstance(key, str) else sum(map(len, key))) <= _LONGEST:  # type: ignore[call-overload]
            if len(self) >= _MANY:
                self.clear()
            self[key] = value
        return value
