"""Reads a topic document: paragraphs, then the top, then each paper; says what is missing or doubtful.

Knows: the order of the steps and the diagnostics.
Must not know: how a paragraph is recognised, how tags are cut.

A document is read whole before the first paper is given, since its tag lines teach one another; a page is
some fifty kilobytes.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, TextIO

from bibkit.codecs.dates import decode_free_date
from bibkit.codecs.identifiers import arxiv_category
from bibkit.errors import InputError, Location, UsageError
from bibkit.formats.topic_page.head import PageHead, has_landmark, read_head
from bibkit.formats.topic_page.label_model import parse_labels
from bibkit.formats.topic_page.mathematics import join_paragraphs
from bibkit.formats.topic_page.paper_parts import PaperParts, divide, is_tag_line
from bibkit.formats.topic_page.people import read_affiliations, read_authors
from bibkit.formats.topic_page.syntax import (
    LONGEST_DATE,
    DateLine,
    Paragraph,
    parse_date_line,
    split_omitted,
    split_paragraphs,
)
from bibkit.formats.topic_page.tags import TagCutter
from bibkit.model import Date, Paper
from bibkit.plugins.records import ReadContext

__all__ = ["read", "read_text", "sniff"]

_LONGEST_SHOWN: Final = 60


def sniff(text: str) -> bool:
    r"""Whether text may be (the beginning of) a topic document.

    >>> sniff("Salt Marshes\n\nFollow this topic Ask about this topic\n")
    True
    """
    paragraphs = split_paragraphs(text)
    return any(has_landmark(paragraph.text) or parse_date_line(paragraph.text) for paragraph in paragraphs)


def read(stream: TextIO, context: ReadContext) -> Iterator[Paper]:
    """Read the papers of a topic document; its topic goes to ``context.topics``.

    The option ``tags`` is a file of known tags, one a line, or the tags themselves.
    Raises `InputError` when the document is no topic document, `UsageError` when the list cannot be read.
    """
    yield from read_text(stream.read(), context)


def read_text(text: str, context: ReadContext) -> Iterator[Paper]:
    """Read the papers of a topic document that is at hand as text."""
    known = _known_tags(context.options.get("tags"))
    paragraphs = split_paragraphs(text)
    starts = _find_papers(paragraphs)
    above = paragraphs[: starts[0][0]] if starts else paragraphs
    if not starts and not any(has_landmark(paragraph.text) for paragraph in above):
        raise InputError(
            "this is not a topic document: no line such as `Sep 29, 2026cs.LG` begins a paper",
            location=Location(context.source),
            hint="save the text of a topic page, or name the format with --from",
        )
    ends = [*[start for start, _ in starts], len(paragraphs)][1:]
    head = read_head(above, [paragraphs[end - 1].text for end in ends])
    topic = head.topic.title if head.topic else ""
    starts = _with_bare_dates(starts, paragraphs, topic)
    ends = [*[start for start, _ in starts], len(paragraphs)][1:]
    bodies = [
        (paragraphs[start], date, paragraphs[start + 1 : end]) for (start, date), end in zip(starts, ends, strict=True)
    ]
    _say_head(head, above, context, papers=bool(bodies))
    parts = [
        divide(date, line.line, body, topic, last=number == len(bodies))
        for number, (line, date, body) in enumerate(bodies, 1)
    ]
    yield from _build(parts, head, known, context)


def _find_papers(paragraphs: Sequence[Paragraph]) -> list[tuple[int, DateLine]]:
    """Where papers begin. Dates without a category count only where no line has one."""
    for bare in (False, True):
        found = []
        for number, paragraph in enumerate(paragraphs):
            date = parse_date_line(paragraph.text, bare=bare)
            if date is not None:
                found.append((number, date))
        if found:
            return found
    return []


def _with_bare_dates(
    starts: list[tuple[int, DateLine]], paragraphs: Sequence[Paragraph], topic: str
) -> list[tuple[int, DateLine]]:
    """Also the papers whose date stands without a category, right after the tags of the paper before."""
    known = dict(starts)
    more = [
        (number, date)
        for number in range(min(known, default=len(paragraphs)) + 1, len(paragraphs))
        if number not in known
        and len(paragraphs[number].text) <= LONGEST_DATE
        and is_tag_line(paragraphs[number - 1].text, topic)
        and (date := parse_date_line(paragraphs[number].text, bare=True))
    ]
    return sorted([*starts, *more]) if more else starts


def _build(parts: Sequence[PaperParts], head: PageHead, known: Iterable[str], context: ReadContext) -> Iterator[Paper]:
    topic = head.topic.title if head.topic else ""
    tagged = [part for part in parts if part.tags.text]
    lines = [split_omitted(part.tags.text) for part in tagged]
    cutter = TagCutter(
        [(line, omitted > 0) for line, omitted in lines],
        [part.text for part in tagged],
        topic=topic,
        parent=head.topic.parent if head.topic else "",
        known=known,
    )
    collections = (head.topic.collection,) if head.topic else ()
    number = 0
    for part in parts:
        tags: tuple[str, ...] = ()
        omitted = 0
        if part.tags.text:
            cut = cutter.cut(number)
            tags, omitted = cut.tags, lines[number][1]
            number += 1
        fault = _find_fault(part, parts, topic)
        if fault:
            context.diagnose("cut-off-paper", fault, line=part.line, severity="error")
            continue
        if tags and cut.guessed:
            message = "tags cut by guess: " + " | ".join(tags)
            context.diagnose("guessed-tags", message, line=part.tags.line, severity="info")
        paper = _paper(part, tags, omitted, collections, context)
        context.line = part.line
        yield paper
        if any([is_tag_line(paragraph.text, topic) for paragraph in part.abstract[2:]]):
            message = f"`{_shorten(paper.title)}` and a paper after it may have been read as one"
            context.diagnose("joined-papers", message, line=part.line)
        if part.rest:
            context.diagnose(
                "ignored-text",
                f"text after the paper's tags is not read: {_shorten(part.rest[0].text)}",
                line=part.rest[0].line,
                severity="info",
            )


def _find_fault(part: PaperParts, parts: Sequence[PaperParts], topic: str) -> str:
    """Why a paper cannot be read: the page was cut off inside it."""
    if not part.title:
        return "a paper ends after its date"
    if part is not parts[-1]:
        return ""
    name = _shorten(part.title[0].text)
    if not part.authors.text:
        return f"the page ends before the authors of `{name}`; the paper is not read"
    if part.rest or len(parts) < 2 or not all([other.tags.text for other in parts[:-1]]):
        return ""
    if not part.tags.text or _lacks_topic(part, parts, topic):
        return f"the page ends before the tags of `{name}`; the paper is not read"
    return ""


def _lacks_topic(part: PaperParts, parts: Sequence[PaperParts], topic: str) -> bool:
    """Whether what seems to be the last tags must be affiliations: each line of tags has the topic, but this one."""
    if not topic or part.affiliations.text or topic in part.tags.text or split_omitted(part.tags.text)[1]:
        return False
    return len(parts) > 2 and all([topic in other.tags.text for other in parts[:-1]])


def _paper(
    part: PaperParts,
    tags: tuple[str, ...],
    omitted: int,
    collections: tuple[tuple[str, ...], ...],
    context: ReadContext,
) -> Paper:
    authors, authors_omitted = read_authors(part.authors.text)
    affiliations, affiliations_omitted = read_affiliations(part.affiliations.text)
    if not authors:
        context.diagnose("no-authors", f"no authors found for `{_shorten(part.title[0].text)}`", line=part.line)
    return Paper(
        kind="article",
        title=join_paragraphs([paragraph.text for paragraph in part.title]),
        abstract=join_paragraphs([paragraph.text for paragraph in part.abstract]),
        authors=authors,
        authors_omitted=authors_omitted,
        affiliations=affiliations,
        affiliations_omitted=affiliations_omitted,
        tags=tags,
        tags_omitted=omitted,
        collections=collections,
        issued=_date(part, context),
        eprint_type="arxiv",
        eprint_class=_category(part, context),
        publisher="arXiv",
    )


def _date(part: PaperParts, context: ReadContext) -> Date | None:
    written = part.date.date
    date = decode_free_date(written)
    if date is None or date.year is None or not date.day:
        context.diagnose("bad-date", f"`{written}` is no day of the calendar", line=part.line)
    return date


def _category(part: PaperParts, context: ReadContext) -> str:
    written = part.date.category
    known = arxiv_category(written)
    if not known and written:
        context.diagnose("unknown-category", f"`{written}` is no category of arXiv that is known", line=part.line)
    return known or written


def _say_head(head: PageHead, above: Sequence[Paragraph], context: ReadContext, *, papers: bool) -> None:
    if head.topic is None:
        line = above[0].line if above else 1
        context.diagnose("no-topic", "no title of a topic stands above the papers", line=line)
    else:
        context.topics.append(head.topic)
    for paragraph in head.ignored:
        context.diagnose(
            "ignored-text",
            f"text above the papers is not read: {_shorten(paragraph.text)}",
            line=paragraph.line,
            severity="info",
        )
    if not papers:
        context.diagnose("no-papers", "the page lists no papers", line=above[-1].line)


def _known_tags(option: Any) -> list[str]:
    """The user's tags: a file's lines, or the tags themselves."""
    if not option:
        return []
    if not isinstance(option, str | os.PathLike):
        return parse_labels(option)
    try:
        with open(option, encoding="utf-8-sig") as file:  # noqa: PTH123 - see bibkit.output
            return parse_labels(file.read().splitlines())
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise UsageError(
            f"the list of tags {option} cannot be read: {reason}", hint="give a file, one tag a line"
        ) from error


def _shorten(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1].rstrip() + "…"
