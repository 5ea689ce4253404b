"""bibkit JSON Lines: the model itself, one paper a line, without loss.

Knows: how papers and topics stand on lines, and what to say about a line that cannot be read.
Must not know: what a field means or any other format. The JSON itself is msgspec's work.

A line is one JSON object and says by itself what it is::

    {"key":"abara2031","kind":"article","title":"Weirs that Learn","authors":[{"family":"Abara","given":"Tunde"}]}
    {"topic":{"title":"Ponds","parent":"HY: Hydrology","total":12}}

A paper has the members of `bibkit.Paper` that differ from their defaults, in the model's order. A topic stands
under ``topic``; topics follow the papers, since a writer knows them all only when the last paper has come.
Lines end with a line feed; blank lines mean nothing. (https://jsonlines.org)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, Final

import msgspec

from bibkit.errors import InputError, Location
from bibkit.fields import FieldMap, KindMap
from bibkit.model import ASPECTS, KINDS, PAPER_FIELDS, Paper, Topic
from bibkit.plugins.records import ReadContext, WriteContext

__all__ = ["FIELDS", "read", "sniff", "write"]

FIELDS: Final = FieldMap(
    "bibkit-jsonl",
    KindMap([(kind, kind) for kind in KINDS], fallback="document"),
    [],
    handled_fields=(*PAPER_FIELDS, *ASPECTS),
    foreign_extra=True,
)
"""Every field, carried as it is."""


class _TopicLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    topic: Topic


_PAPER: Final = msgspec.json.Decoder(Paper)
_TOPIC: Final = msgspec.json.Decoder(_TopicLine)
_ENCODER: Final = msgspec.json.Encoder()
_TOPIC_START: Final = re.compile(rb'\{\s*"topic"\s*:')
_FIRST_MEMBER: Final = re.compile(r'\ufeff?\s*\{[ \t]*(?:"(\w+)"[ \t]*:|\}[ \t]*(?:\r?\n|$))')
_SURROGATE: Final = re.compile(r"[\ud800-\udfff]")
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
