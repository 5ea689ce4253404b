"""Reads the objects of a JSON array one after another, and goes on behind a faulty one.

Knows: JSON's grammar as far as objects in an array go. Must not know: what an object holds.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Final

__all__ = ["objects"]

_MOST_DIGITS: Final = 20
_CHUNK: Final = 1 << 16
_LONGEST: Final = 1 << 24
"""An object longer than this is taken for one that does not end."""
_START: Final = re.compile(r"\s*(?:\{\s*\"items\"\s*:\s*)?\[")
_NEXT: Final = re.compile(r"\{\s*\"(?:itemType|key|version|data|library)\"\s*:")
_BETWEEN: Final = re.compile(r"[\s,]*")


def objects(stream: BinaryIO, fault: Callable[[int, str], None]) -> Iterator[tuple[int, Any]]:
    """Yield the line and the value of each element of an array, of ``{"items": [...]}``, or of one value alone.

    ``fault`` is told the line and the reason of what cannot be read.
    """
    decoder = json.JSONDecoder(parse_int=_number)
    decode = codecs.getincrementaldecoder("utf-8-sig")("replace")
    buffer, place, line = decode.decode(stream.read(_CHUNK)), 0, 1
    start = _START.match(buffer)
    if start is None:
        yield from _alone(buffer + decode.decode(stream.read(), final=True), fault)
        return
    place = start.end()
    line += buffer.count("\n", 0, place)
    ended = False
    while True:
        between = _BETWEEN.match(buffer, place)
        at = between.end() if between else place
        if at < len(buffer) and buffer[at] == "]":
            return
        try:
            if at >= len(buffer):
                raise json.JSONDecodeError("the array does not end", buffer, at)
            value, end = decoder.raw_decode(buffer, at)
            if end == len(buffer) and not ended:
                raise json.JSONDecodeError("there may be more", buffer, end)
        except (json.JSONDecodeError, RecursionError) as error:
            if not ended and len(buffer) - at < _LONGEST:
                more = stream.read(max(_CHUNK, len(buffer) - at))
                ended = not more
                line += buffer.count("\n", place, at)
                buffer, place = buffer[at:] + decode.decode(more, final=ended), 0
                continue
            line += buffer.count("\n", place, at)
            if at < len(buffer):
                fault(line, getattr(error, "msg", "nested too deeply"))
            following = _NEXT.search(buffer, at + 1)
            if following is None:
                return
            line += buffer.count("\n", at, following.start())
            place = following.start()
            continue
        line += buffer.count("\n", place, at)
        yield line, value
        line += buffer.count("\n", at, end)
        place = end


def _alone(text: str, fault: Callable[[int, str], None]) -> Iterator[tuple[int, Any]]:
    try:
        value = json.loads(text, parse_int=_number)
    except (json.JSONDecodeError, RecursionError) as error:
        fault(getattr(error, "lineno", 1), getattr(error, "msg", "nested too deeply"))
        return
    items = value.get("items") if isinstance(value, dict) else None
    for item in items if isinstance(items, list) else [value]:
        yield 1, item


def _number(digits: str) -> int | str:
    """A number; as text where Python would refuse to make one of so many digits."""
    return int(digits) if len(digits) < _MOST_DIGITS else digits
