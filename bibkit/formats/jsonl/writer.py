"""Writes bibkit JSON Lines: a line for each paper, then one for each topic.

Knows: the order of lines, and which characters JSON has no place for.
Must not know: what a field means. The JSON itself is msgspec's work.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from bibkit.model import Paper
from bibkit.plugins.records import WriteContext

__all__ = ["write"]

_ENCODER: Final = msgspec.json.Encoder()
_SURROGATE: Final = re.compile(r"[\ud800-\udfff]")


def write(papers: Iterable[Paper], context: WriteContext) -> Iterator[bytes]:
    """Yield a line for each paper, then one for each topic of ``context.topics``."""
    for paper in papers:
        yield _line(paper, context, paper.key)
    for topic in context.topics:
        yield _line({"topic": topic}, context, "")


def _line(value: Any, context: WriteContext, key: str) -> bytes:
    try:
        return _ENCODER.encode(value) + b"\n"
    except UnicodeEncodeError:
        # Half a surrogate pair is no character: neither UTF-8 nor JSON has a place for it (RFC 8259, 8.2).
        context.diagnose("illegal-characters", "characters that UTF-8 cannot hold were removed", key=key)
        return _ENCODER.encode(_without_surrogates(msgspec.to_builtins(value))) + b"\n"


def _without_surrogates(value: Any) -> Any:
    if isinstance(value, str):
        return _SURROGATE.sub("", value)
    if isinstance(value, dict):
        return {_without_surrogates(name): _without_surrogates(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_without_surrogates(item) for item in value]
    return value
