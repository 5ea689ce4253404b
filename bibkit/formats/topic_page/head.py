"""The top of a topic document: title, parent area, momentum, chart axis, total.

Knows: the sentences and labels that stand above the first paper.
Must not know: papers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import msgspec

from bibkit.codecs.months import month_number
from bibkit.formats.topic_page.syntax import MONTH, Paragraph
from bibkit.model import Topic

__all__ = ["PageHead", "has_landmark", "read_head"]

_FOLLOW: Final = re.compile(r"(?:Follow(?:ing)?(?: this)? topic)?\s*(?:Ask about this topic)?")
_MOMENTUM: Final = "Momentum"
_NUMBER: Final = r"[0-9][0-9,. ]*"
_LATEST: Final = re.compile(rf"Latest papers?:?\s*(?P<total>{_NUMBER})?(?:papers?)?", re.IGNORECASE)
_RECENT: Final = re.compile(
    r"(?P<count>[0-9][0-9,]*|No|One) (?:new )?papers? in the (?:last|past) four weeks", re.IGNORECASE
)
_CHANGE: Final = re.compile(r"\b(?P<way>up|down) (?:by )?(?P<percent>[0-9][0-9,]*(?:\.[0-9]+)?)\s?%", re.IGNORECASE)


@cache
def _unchanged() -> re.Pattern[str]:
    return re.compile(r"\b(?:unchanged|no change|level with|flat|the same as|as many as)\b", re.IGNORECASE)


_SHARE: Final = re.compile(r"(?<![<\d.,])(?P<share>[0-9]+(?:\.[0-9]+)?)\s?% of (?:all )?(?:new )?papers", re.IGNORECASE)
_LESS: Final = re.compile(r"(?:less than|under|<)\s*$", re.IGNORECASE)
_DAY: Final = rf"(?:Week of )?{MONTH} [0-9]{{1,2}}(?:, [0-9]{{4}})?"
_AXIS: Final = re.compile(rf"(?P<start>{_DAY})(?:\s*(?:[–—-]\s*)?(?P<end>{_DAY}))?")


class PageHead(msgspec.Struct, frozen=True):
    """What the top of a document says, and which of its paragraphs say nothing known."""

    topic: Topic | None
    """None where no title is found."""
    ignored: tuple[Paragraph, ...] = ()


def has_landmark(text: str) -> bool:
    """Whether a paragraph is one of those that only a topic document has above its papers.

    >>> has_landmark("Latest papers 1,204"), has_landmark("Latest papers are read aloud")
    (True, False)
    """
    if len(text) > 400:
        return False
    return bool(_is_follow(text) or _LATEST.fullmatch(text) or _RECENT.match(text))


def _is_follow(text: str) -> bool:
    return text.endswith("topic") and _FOLLOW.fullmatch(text) is not None


def read_head(paragraphs: Sequence[Paragraph], tails: Sequence[str]) -> PageHead:
    """Read the paragraphs above the first paper.

    ``tails`` are the last lines of the papers: nearly every one names the page's own topic, so among several
    lines above the landmarks (a browser's menu, say) they tell which is the title.
    """
    values: dict[str, Any] = {}
    names: list[Paragraph] = []
    ignored: list[Paragraph] = []
    landmark = False
    axis: list[str] = []
    for paragraph in paragraphs:
        text = paragraph.text
        if _is_follow(text) or text == _MOMENTUM:
            landmark = True
        elif match := _LATEST.fullmatch(text):
            landmark = True
            values["total"] = _whole(match["total"])
        elif len(text) < 400 and _RECENT.search(text):
            landmark = True
            values.update(_read_momentum(text))
        elif ends := _read_axis(text):
            landmark = landmark or len(ends) > 1
            axis = ends if len(ends) > 1 else [*axis, *ends]
        elif landmark:
            ignored.append(paragraph)
        else:
            names.append(paragraph)
    if axis:
        values["axis_start"] = axis[0]
        values["axis_end"] = axis[1] if len(axis) > 1 else ""
    if not names:
        return PageHead(None, tuple(ignored))
    place = _find_title(names, tails)
    after = names[place + 1 :]
    parent = after[0].text if after else ""
    topic = Topic(title=names[place].text, parent=parent, **values)
    return PageHead(topic, (*names[:place], *after[1:], *ignored))


def _read_axis(text: str) -> list[str]:
    """The days at the ends of a chart's axis, or the one of them that stands in a paragraph of its own."""
    match = _AXIS.fullmatch(text) if text[-1:].isdigit() else None
    days = [day for day in match.groups() if day] if match is not None else []
    return days if all([month_number(day.removeprefix("Week of ").partition(" ")[0]) for day in days]) else []


def _find_title(names: Sequence[Paragraph], tails: Sequence[str]) -> int:
    """The place of the title: the line that most papers carry as a tag, else the last but one."""
    counts = [sum(_has_words(tail, name.text) for tail in tails) for name in names]
    best = max(counts)
    if best:
        return counts.index(best)
    return max(0, len(names) - 2)


def _has_words(line: str, words: str) -> bool:
    return words in line and f" {words} " in f" {line} "


def _read_momentum(text: str) -> dict[str, Any]:
    values: dict[str, Any] = {"momentum": text}
    if match := _RECENT.search(text):
        values["recent_papers"] = (
            {"no": 0, "one": 1}.get(match["count"].lower()) if match["count"].isalpha() else _whole(match["count"])
        )
    if match := _CHANGE.search(text):
        percent = round(float(match["percent"].replace(",", "")))
        values["change_percent"] = percent if match["way"].lower() == "up" else -percent
    elif _unchanged().search(text):
        values["change_percent"] = 0
    match = _SHARE.search(text)
    if match and not _LESS.search(text[: match.start()]):
        values["share_percent"] = float(match["share"])
    return values


def _whole(text: str | None) -> int | None:
    """A whole number written with any separator of thousands.

    >>> _whole("1,204")
    1204
    """
    digits = re.sub(r"[^0-9]", "", text or "")
    return int(digits) if digits and len(digits) < 16 else None
