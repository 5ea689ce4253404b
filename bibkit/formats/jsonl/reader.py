"""Reads bibkit JSON Lines: a paper or a topic a line.

Knows: how papers and topics stand on lines, and what to say about a line that cannot be read.
Must not know: what a field means. The JSON itself is msgspec's work.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, Final

import msgspec

from bibkit.errors import InputError, Location
from bibkit.model import PAPER_FIELDS, Paper, Topic
from bibkit.plugins.records import ReadContext

__all__ = ["read", "sniff"]


class _TopicLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    topic: Topic


_PAPER: Final = msgspec.json.Decoder(Paper)
_TOPIC: Final = msgspec.json.Decoder(_TopicLine)
_TOPIC_START: Final = re.compile(rb'\{\s*"topic"\s*:')
_FIRST_MEMBER: Final = re.compile(r'\ufeff?\s*\{[ \t]*(?:"(\w+)"[ \t]*:|\}[ \t]*(?:\r?\n|$))')
_NAMES: Final = frozenset((*PAPER_FIELDS, "topic"))
_BOM: Final = b"\xef\xbb\xbf"


def sniff(head: str) -> bool:
    """Whether a text begins with a line of this format.

    >>> sniff('{"kind":"article","title":"Ponds"}'), sniff('{"id":"a","type":"book"}')
    (True, False)
    """
    match = _FIRST_MEMBER.match(head)
    if match is None:
        return False
    first, end, _ = head.lstrip("\ufeff \t\r\n").partition("\n")
    if not end:
        return match[1] is None or match[1] in _NAMES
    try:
        members = msgspec.json.decode(first)
    except (msgspec.DecodeError, RecursionError):
        return False
    return isinstance(members, dict) and members.keys() <= _NAMES


def read(stream: BinaryIO, context: ReadContext) -> Iterator[Paper]:
    """Yield the papers of a stream of bytes, line by line; topics go to ``context.topics``.

    A line that is no paper is a diagnostic; its neighbours are read.
    Raises `InputError` when the first line is no JSON object at all.
    """
    decode = _PAPER.decode
    started = False
    for number, line in enumerate(stream, 1):
        if not started:
            text = line.removeprefix(_BOM).strip()
            if not text:
                continue
            if not text.startswith(b"{"):
                raise InputError(
                    "this is no bibkit JSON Lines file",
                    location=Location(context.source, number),
                    hint="each line holds one JSON object",
                )
            line = text
            started = True
        elif line.isspace():
            continue
        try:
            if _TOPIC_START.match(line):
                context.topics.append(_TOPIC.decode(line).topic)
                continue
            paper = decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            context.diagnose("bad-json", f"this line holds no paper: {_reason(error)}", line=number, severity="error")
            continue
        context.line = number
        yield paper


def _reason(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8"
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return str(error)
