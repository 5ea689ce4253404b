"""Regular expressions that are compiled when they are first used.

Knows: nothing of what they look for. Must not know: anything of ours.

A module of tables holds a dozen expressions, and a run needs few of them: compiling all that an export loads takes
twice as long as reading a page. What every paper goes through is better compiled where it stands, with `re.compile`.
"""

from __future__ import annotations

import re
from typing import Any, AnyStr, Generic, cast

__all__ = ["expression"]


def expression(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """What ``re.compile`` gives, compiled on first use; a wrong pattern is found only then.

    >>> expression(r"[0-9]+").findall("12 weirs, 3 ponds")
    ['12', '3']
    """
    return cast("re.Pattern[AnyStr]", _Expression(pattern, flags))


class _Expression(Generic[AnyStr]):
    """Stands for an expression: each method is fetched once, so that later calls cost what they cost of a pattern."""

    def __init__(self, source: AnyStr, options: int) -> None:
        self._source: AnyStr = source
        self._options = options

    def __getattr__(self, name: str) -> Any:
        value = getattr(re.compile(self._source, self._options), name)
        setattr(self, name, value)
        return value
