"""One paper of a topic document: which of its paragraphs is what.

Knows: the order date, title, abstract, authors, affiliations (may be absent), tags (may be absent), and how to
tell the last four apart.
Must not know: how tags are cut, the top of the document.

Title and date stand first, so the question is where the abstract ends. Each way to read the last paragraphs
(authors alone; authors and tags; authors and affiliations; all three) gets a score, and the best is taken.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

import msgspec

from bibkit.formats.topic_page.label_model import JOINING_WORDS, label_model, word_key
from bibkit.formats.topic_page.mathematics import is_mathematics
from bibkit.formats.topic_page.people import names_an_institution, rate_name, split_authors
from bibkit.formats.topic_page.syntax import AFFILIATION_SEPARATOR, DateLine, Paragraph, split_omitted

__all__ = ["PaperParts", "divide", "is_tag_line"]

_NOTHING: Final = Paragraph("", 0)
_IMPOSSIBLE: Final = -99.0
_WAYS: Final = (((0.5, 0, 0),), ((1.0, 1, 0), (1.5, 0, 1)), ((2.5, 1, 2),))
"""By the number of paragraphs after the authors: a bonus, and how far below affiliations and tags stand (0: absent)."""


@cache
def _footer() -> re.Pattern[str]:
    return re.compile(
        r"(?:Load|Show|See|View|Read) (?:more|all|fewer|less|older|newer)\b.{0,40}|(?:Next|Previous|Older|Newer)(?: page| papers)?"
        r"|Page [0-9]+(?: of [0-9]+)?|Showing [0-9].{0,40}|Back to top|[©(].{0,3}(?:19|20)[0-9]{2}\b.{0,80}|Related topics?|Share|Sign (?:in|up)"
        r"|(?:About|Contact|Privacy|Terms|Imprint|Help|Cookies)(?: .{0,60})?|[0-9 …<>‹›←→]{1,40}|Loading.{0,10}",
        re.IGNORECASE,
    )


_LONGEST_TITLE_PART: Final = 150
_SENTENCE_MARK: Final = re.compile(r"[.;:?!](?:\s|$)")
_SENTENCE_ENDS: Final = (".", "!", "?", "…", ":", ")", "]", "'", '"', "’", "”")


class PaperParts(msgspec.Struct, frozen=True):
    """The paragraphs of one paper by what they are; absent ones are empty."""

    date: DateLine
    line: int
    title: tuple[Paragraph, ...]
    """More than one where the title holds mathematics."""
    abstract: tuple[Paragraph, ...]
    authors: Paragraph
    affiliations: Paragraph
    tags: Paragraph
    rest: tuple[Paragraph, ...]
    """What follows the paper: a footer."""

    @property
    def text(self) -> str:
        """Title and abstract."""
        return ". ".join([paragraph.text for paragraph in (*self.title, *self.abstract)])


def divide(date: DateLine, line: int, paragraphs: Sequence[Paragraph], topic: str, *, last: bool) -> PaperParts:
    """Tell the paragraphs of one paper apart. ``last`` papers may be followed by a footer."""
    paragraphs, rest = _without_footer(paragraphs, topic, last=last)
    if not paragraphs:
        return PaperParts(date, line, (), (), _NOTHING, _NOTHING, _NOTHING, rest)
    names, affiliations, tags = _find_tail(paragraphs, topic)
    known = [at for at in (names, affiliations, tags) if at]
    body = paragraphs[: min(known)] if known else paragraphs
    size = _title_size(body)

    def paragraph(at: int) -> Paragraph:
        return paragraphs[at] if at else _NOTHING

    title, abstract = tuple(body[:size]), tuple(body[size:])
    return PaperParts(date, line, title, abstract, paragraph(names), paragraph(affiliations), paragraph(tags), rest)


def _without_footer(
    paragraphs: Sequence[Paragraph], topic: str, *, last: bool
) -> tuple[Sequence[Paragraph], tuple[Paragraph, ...]]:
    """Cut off what follows the paper: everything after the tags, or lines such as "Load more" at the end."""
    if topic:
        for at in range(len(paragraphs) - 1, 1, -1):
            if is_tag_line(paragraphs[at].text, topic):
                return paragraphs[: at + 1], tuple(paragraphs[at + 1 :])
    end = len(paragraphs)
    if last:
        for at in range(2, end):
            if _footer().fullmatch(paragraphs[at].text):
                end = at
                break
    return paragraphs[:end], tuple(paragraphs[end:])


def _find_tail(paragraphs: Sequence[Paragraph], topic: str) -> tuple[int, int, int]:
    """Where authors, affiliations and tags stand; 0 for those that are absent."""
    end = len(paragraphs) - 1
    best, found = 0.0, (0, 0, 0)
    for names in range(max(1, end - 2), end + 1):
        people = _author_score(paragraphs[names].text)
        if people <= _IMPOSSIBLE:
            continue
        people += _body_score(paragraphs[names - 1].text, names)
        for bonus, affiliations, tags in _WAYS[end - names]:
            score = people + bonus
            if affiliations:
                score += _affiliation_score(paragraphs[names + affiliations].text, topic)
            if tags:
                score += _tag_score(paragraphs[names + tags].text, topic)
            if score > best:
                best, found = score, (names, affiliations and names + affiliations, tags and names + tags)
    return found


def _body_score(text: str, names: int) -> float:
    """Whether a paragraph may be the last of an abstract (or a title without one)."""
    if names == 1:
        return -1.0
    if len(text) > 250 or is_mathematics(text) is True:
        return 2.0
    if _looks_like_authors(text) or AFFILIATION_SEPARATOR in text:
        return -4.0
    return 1.5 if text.endswith(_SENTENCE_ENDS) or text[:1].islower() else -1.5


def _looks_like_authors(text: str) -> bool:
    shown, omitted = split_omitted(text)
    return (omitted > 0 or ", " in shown) and _author_score(text) > 0


def _author_score(text: str) -> float:
    """How well a line may be one of authors."""
    if len(text) > 400 or AFFILIATION_SEPARATOR in text:
        return _IMPOSSIBLE
    shown, omitted = split_omitted(text)
    people = split_authors(shown)
    rates = [rate_name(name.partition(",")[0]) for name in people]
    if not people or not all(rates) or (1 in rates and 2 not in rates):
        return _IMPOSSIBLE
    score = 2.0 - rates.count(1) / len(rates)
    if len(people) > 1:
        score += 1.0
    if omitted and text[len(shown)] == " ":
        score += 2.0
    if names_an_institution(shown):
        score -= 2.5
    words = [len(name.split()) for name in people]
    if max(words) == 1:
        score -= 1.0
    if len(people) == 1 and words[0] > 4:
        score -= 1.0
    return score


def _affiliation_score(text: str, topic: str) -> float:
    if is_tag_line(text, topic):
        return _IMPOSSIBLE
    score = 0.0
    if f" {AFFILIATION_SEPARATOR} " in text:
        score += 5.0
    if names_an_institution(text):
        score += 2.0
    if len(text) > 60 and text.endswith(".") and AFFILIATION_SEPARATOR not in text:
        score -= 2.0
    lower = sum([word[0].islower() and word not in JOINING_WORDS for word in text.split()])
    return score - min(lower, 8) * 0.5


def _tag_score(text: str, topic: str) -> float:
    if is_tag_line(text, topic):
        return 8.0
    if AFFILIATION_SEPARATOR in text or len(text) > 500:
        return _IMPOSSIBLE
    shown, omitted = split_omitted(text)
    words = shown.split()
    if any([word[0].islower() and word not in JOINING_WORDS for word in words]) or _SENTENCE_MARK.search(shown):
        return -5.0
    model = label_model()
    score = 0.5 + (2.0 if omitted and text[len(shown)] == "+" else 0.0)
    if "," in shown:
        score -= 2.0
    if names_an_institution(text):
        score -= 3.0
    known = sum([model.knows(word_key(word)) for word in words])
    return score + 2.0 * known / len(words) if words else _IMPOSSIBLE


def is_tag_line(text: str, topic: str) -> bool:
    """Whether a paragraph holds the page's own topic among words that are all capitalised."""
    if not topic or topic not in text or AFFILIATION_SEPARATOR in text:
        return False
    shown = split_omitted(text)[0]
    if f" {topic} " not in f" {shown} ":
        return False
    words = shown.replace(topic, " ").split()
    return not any([word[0].islower() and word not in JOINING_WORDS for word in words]) and not _SENTENCE_MARK.search(
        shown
    )


def _title_size(body: Sequence[Paragraph]) -> int:
    """How many paragraphs the title takes: mathematics inside it stands in a paragraph of its own.

    An abstract may begin with a formula too, so the words around it must show that the title goes on.
    """
    size = 2 if len(body) > 2 and is_mathematics(body[0].text) is True else 1
    while size + 1 < len(body) and is_mathematics(body[size].text) is True:
        after = body[size + 1].text
        open_ended = _is_open(body[size - 1].text)
        if len(after) < _LONGEST_TITLE_PART and not after.endswith(_SENTENCE_ENDS):
            if not (open_ended or after[0] in "-–,:" or _is_title_case(after)):
                break
            size += 2
        elif open_ended and after[:1].isupper():
            return size + 1
        else:
            break
    return size


def _is_open(text: str) -> bool:
    """Whether a title cannot end with these words."""
    return text[-1] in "-(–" or text.rpartition(" ")[2].lower() in JOINING_WORDS


def _is_title_case(text: str) -> bool:
    return all([word in JOINING_WORDS or not word[0].islower() for word in text.split()])
