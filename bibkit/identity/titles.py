"""When two titles may be the titles of one work.

Knows: what people change when they write a title down (case, punctuation, TeX, a subtitle dropped, a plural, an
abbreviation) and what tells works apart ("Part II", another word). Must not know: authors, dates, papers.
"""

from __future__ import annotations

import html
import re
from enum import IntEnum
from typing import Final, NamedTuple

from rapidfuzz.distance import OSA

from bibkit.text.words import STOP_WORDS, bare_text, to_ascii

__all__ = ["Likeness", "Rank", "Title", "compare_titles", "plain_words", "read_title"]

_WORD: Final = re.compile(r"[a-z0-9]+")
_APOSTROPHE: Final = re.compile(r"(?<=\w)['\u2019](?=\w)")
_SUBTITLE: Final = re.compile(
    r"\s*[:\uff1a;]\s+|\s+[-\u2013\u2014|]+\s+|\s*\u2014\s*|\s*---\s*|(?<=[?!.])\s+(?=[A-Z])|\s*\((?=[^()]*\)\s*\Z)"
)
_HAN: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_PARTS: Final = frozenset(
    ("part", "parts", "pt", "vol", "volume", "chapter", "episode", "lecture", "teil", "partie", "parte", "supplement")
)
_ROMAN: Final = {
    name: str(number)
    for number, name in enumerate("i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx".split(), 1)  # noqa: SIM905
}
_COUNTED: Final = {
    name: str(number)
    for names in ("one two three four five six seven eight nine ten", "first second third fourth fifth sixth seventh")
    for number, name in enumerate(names.split(), 1)
}
_ENDINGS: Final = ("ings", "ing", "ies", "ied", "ers", "ed", "es", "er", "s", "y", "e")
_DOUBLED: Final = re.compile(r"(.)\1")
_TELLING: Final = frozenset(("without", "up", "over", "against"))
"""Stop words that change what a title says."""
_STEM: Final = 4
_TYPO: Final = 6
_DOTS: Final = ("...", "\u2026")
_LETTERS: Final = 12
"""So many letters of a title that is cut off must be there."""
_UMLAUT: Final = re.compile(r"(?<=[aou])e")
_HOPELESS: Final = 3
"""More words than these that stand in one title only, on both sides, are not looked at one by one."""


class Title(NamedTuple):
    """A title ready to be compared."""

    words: tuple[str, ...]
    """Its words in ASCII lower case, split at hyphens; "Part II" is ``part 2``."""
    content: tuple[str, ...]
    """The words that mean something."""
    compact: str
    """All words without anything between them."""
    parts: tuple[tuple[str, ...], ...]
    """The content words of its main title and its subtitle, where it has both."""
    cut: bool = False
    """Whether dots at its end say that it goes on."""


class Rank(IntEnum):
    """How close two titles are."""

    DIFFERENT = 0
    SHORTENED = 1
    """One is the beginning of the other, or of its subtitle."""
    SUBTITLE = 2
    """One is the other without its subtitle, or without its main title."""
    SPELLING = 3
    """The same words in another spelling or order, articles and the like aside."""
    SAME = 4


class Likeness(NamedTuple):
    """How two titles relate, and how many words speak for it."""

    rank: Rank
    words: int


_DIFFERENT: Final = Likeness(Rank.DIFFERENT, 0)


def plain_words(text: str) -> list[str]:
    """The words of any text in ASCII lower case.

    >>> plain_words("Müller's <i>Étude</i>")
    ['mullers', 'etude']
    """
    if text.isalpha() and text.isascii():
        return [text.lower()]
    bare = bare_text(html.unescape(text) if "&" in text else text)
    if not bare.isascii():
        bare = to_ascii(_APOSTROPHE.sub("", _HAN.sub(lambda match: f" {match[0]} ", bare)))
    return _WORD.findall(_APOSTROPHE.sub("", bare).lower())


def _numbered(words: list[str]) -> list[str]:
    """Write "Part II" and "Part Two" as ``part 2``."""
    for place in range(1, len(words)):
        if words[place - 1] in _PARTS:
            words[place] = _ROMAN.get(words[place]) or _COUNTED.get(words[place]) or words[place]
    return words


def _content(words: list[str]) -> tuple[str, ...]:
    return tuple([word for word in words if word not in STOP_WORDS or word in _TELLING]) or tuple(words)


def read_title(text: str) -> Title:
    """Make a title comparable.

    >>> read_title("Weirs that {L}earn: a Field Study").parts
    (('weirs', 'learn'), ('field', 'study'))
    """
    bare = bare_text(text)
    pieces = [plain_words(piece) for piece in _SUBTITLE.split(bare, maxsplit=1)]
    pieces = [_numbered(words) for words in pieces if words]
    words = [word for piece in pieces for word in piece]
    parts = tuple([_content(piece) for piece in pieces]) if len(pieces) > 1 else ()
    return Title(tuple(words), _content(words), "".join(words), parts, bare.rstrip().endswith(_DOTS))


def compare_titles(one: Title, other: Title) -> Likeness:
    """How two titles relate.

    >>> compare_titles(read_title("Weirs that Learn"), read_title("Weirs That Learn: a Field Study"))
    Likeness(rank=<Rank.SUBTITLE: 2>, words=2)
    """
    if not one.words or not other.words:
        return _DIFFERENT
    if one.compact == other.compact:
        return Likeness(Rank.SAME, len(one.content))
    if one.cut != other.cut:
        short, long = (one, other) if one.cut else (other, one)
        if len(short.compact) >= _LETTERS and long.compact.startswith(short.compact):
            return Likeness(Rank.SUBTITLE, len(short.content))
    left, right = _unmatched(one.content, other.content)
    if not left and not right:
        return Likeness(Rank.SPELLING, len(one.content))
    if left and right:
        return _DIFFERENT
    return _shortened(one, other) if right else _shortened(other, one)


def _shortened(short: Title, long: Title) -> Likeness:
    """Whether a title is another's main title, its subtitle, or the beginning of either."""
    count = len(short.content)
    for part, dropped in zip(long.parts, reversed(long.parts), strict=True):
        if not any(_unmatched(short.content, part)):
            numbered = any([word in _PARTS for word in dropped]) or all([_is_number(word) for word in dropped])
            return _DIFFERENT if numbered else Likeness(Rank.SUBTITLE, count)
    for part in (long.content, *long.parts):
        left, right = _unmatched(short.content, part)
        if left or any(_unmatched(short.content, part[: len(part) - len(right)])):
            continue
        if not any([_is_number(word) or word in _PARTS for word in right]):
            return Likeness(Rank.SHORTENED, count)
    return _DIFFERENT


def _is_number(word: str) -> bool:
    return word.isdigit() or word in _ROMAN or word in _COUNTED or len(word) == 1


def _unmatched(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The words of each title without a counterpart in the other."""
    right = list(other)
    left = []
    for word in one:
        if word in right:
            right.remove(word)
        else:
            left.append(word)
    if min(len(left), len(right)) > _HOPELESS:
        return left, right
    if left and right:
        left = [word for word in left if not _take_twin(word, right)]
    if left and right:
        left = [word for word in left if not _take_run(word, right)]
        right = [word for word in right if not _take_run(word, left)]
    return left, right


def _take_twin(word: str, others: list[str]) -> bool:
    """Remove the first of ``others`` that is ``word`` in another spelling."""
    for place, other in enumerate(others):
        if _same_word(word, other):
            del others[place]
            return True
    return False


def _take_run(word: str, others: list[str]) -> bool:
    """Remove the first run of ``others`` that ``word`` joins ("selfplay") or abbreviates ("rl", "llms")."""
    letters = word[:-1] if word.endswith("s") and len(word) > 3 else word
    for start in range(len(others)):
        joined = initials = ""
        for end in range(start, min(start + len(word), len(others))):
            joined += others[end]
            initials += others[end][0]
            if end > start and (joined == word or (initials in {word, letters} and len(initials) > 1)):
                del others[start : end + 1]
                return True
    return False


def _same_word(one: str, other: str) -> bool:
    """Whether two words are one in another number or form, or with one letter wrong."""
    if one[0] != other[0] or one.isdigit() or other.isdigit():
        return False
    if _stem(one) == _stem(other) or _UMLAUT.sub("", one) == _UMLAUT.sub("", other):
        return True
    if min(len(one), len(other)) < _TYPO or one[-1] != other[-1]:
        return False
    return OSA.distance(one, other) <= 1 or _DOUBLED.sub(r"\1", one) == _DOUBLED.sub(r"\1", other)


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _STEM:
            return word[: -len(ending)]
    return word
