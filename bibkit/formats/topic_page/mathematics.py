"""An abstract's paragraphs made one text again: mathematics stands in paragraphs of its own.

Knows: which paragraph is mathematics, and where a blank stood between it and the words around it.
Must not know: papers, TeX beyond what tells a formula from a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from bibkit.formats.topic_page.label_model import word_set
from bibkit.text import markup

__all__ = ["is_mathematics", "join_paragraphs", "plain_text"]

_MATH_LETTERS: Final = re.compile(
    r"\\(?:text|mathrm|operatorname|mathbf|mathsf|mathit|mathtt|mbox|hbox|rm)\*?\s*\{[^{}]*\}"
)
_SCRIPTS: Final = re.compile(r"[_^](?:\{[^{}]*\}|\\?\w)")
_COMMAND: Final = re.compile(r"\\[A-Za-z]+")
_WORD: Final = re.compile(r"(?<![A-Za-z\\])[A-Za-z]{2,}(?:['’-][A-Za-z]+)*")
_FORMULA_MARKS: Final = frozenset("\\^_=<>≤≥∈×±∼≈→+*|∞√∑∫")
_NUMBER: Final = re.compile(r"[-+−±]?[0-9][0-9.,]*")
_ESCAPE: Final = re.compile(r"\\[$%&#_{} ]")
_LETTERS: Final = frozenset("ℓℏ") | {
    chr(code) for first, last in ("09", "AZ", "az", "ΑΩ", "αω") for code in range(ord(first), ord(last) + 1)
}
_DOTTED: Final = re.compile(r"\(?(?:[A-Za-z]\.)+[,;:)]*")
_SMALL_WORDS: Final = word_set(
    "an and are as at be but by can do each for from given has have if in into is it its let no not of on only or "
    "over per so such than that the then there these they this to under up us using via vs was we were when where "
    "which while whose with"
)
_FUNCTIONS: Final = word_set(
    "arg argmax argmin cos cosh cot deg det diag dim div erf exp gcd grad ker lcm lim ln log max min mod poly polylog "
    "rank rot sgn sin sinh span sup inf tan tanh tr var"
)
_ARTICLES: Final = ("a", "A", "I")
_LONGEST_DOUBTFUL: Final = 40
_LONGEST_FORMULA: Final = 400

_SIGNS_AFTER: Final = frozenset(".,;:!?)]}%’”/…@")
_SIGNS_BEFORE: Final = frozenset("([{/‘“@~#")
"""Signs that stand close behind a formula, and close before one."""
_NO_BLANK_BEFORE: Final = re.compile(r"['\"](?:s\b|[\s.,;:)]|$)|(?:st|nd|rd|th)\b|[-–—]++(?=\S)")
_NO_BLANK_AFTER: Final = re.compile(r"(?:(?:^|\s)['\"]|(?<![\s–—-])[-–—]+)$")
_SENTENCE_ENDS: Final = (".", "!", "?", ":", "…")
_CLOSING: Final = ")]'\"’”"


def is_mathematics(text: str) -> bool | None:
    r"""Whether a paragraph is a formula; None where only its neighbours can tell.

    >>> is_mathematics(r"\tilde{\mathcal O}(\log K)"), is_mathematics("at 2.3B to"), is_mathematics("AdS")
    (True, False, None)
    """
    if len(text) > _LONGEST_FORMULA or (len(text) > 60 and "\\" not in text and text.count(" ") > 9):
        return False
    bare = _MATH_LETTERS.sub(" ", text)
    bare = _COMMAND.sub(" ", _SCRIPTS.sub(" ", bare))
    words = [word for word in _WORD.findall(bare) if word not in _FUNCTIONS]
    if any(word.lower() in _SMALL_WORDS for word in words):
        return False
    prose = [word for word in words if len(word) > 2 and not word[1:].isupper() and word[1:].islower()]
    if len(prose) > 1:
        return False
    if prose:
        return not _FORMULA_MARKS.isdisjoint(_ESCAPE.sub("", text))
    marked = not _FORMULA_MARKS.isdisjoint(text)
    if _LETTERS.isdisjoint(text) or _DOTTED.fullmatch(text):
        return marked
    if text in _ARTICLES:
        return None
    return True if marked or len(text) == 1 or _NUMBER.fullmatch(text) else None


def join_paragraphs(paragraphs: Sequence[str]) -> str:
    r"""Join an abstract: formulas as ``$...$`` inside the sentence, true paragraphs with a blank line between.

    >>> join_paragraphs(["of any", "k", "-tree (in", r"O(\log n)", "steps)."])
    'of any $k$-tree (in $O(\\log n)$ steps).'
    """
    if len(paragraphs) == 1:
        return plain_text(paragraphs[0])
    pieces: list[tuple[bool, str]] = []
    before = ""
    after_formula = False
    for text, formula in zip(paragraphs, _classify(paragraphs), strict=True):
        if pieces:
            pieces.append((False, _between(before, text, after_formula=after_formula, formula=formula)))
        pieces.extend([(True, f"${_formula(text)}$")] if formula else _pieces(text))
        before, after_formula = text, formula
    return markup.from_plain(markup.protect_dollars(pieces))


def _classify(paragraphs: Sequence[str]) -> list[bool]:
    """Decide the doubtful paragraphs by their neighbours: text goes on, so what stands inside it is a formula."""
    kinds: list[bool] = []
    for number, text in enumerate(paragraphs):
        kind = is_mathematics(text)
        if kind is None and text in _ARTICLES:
            # An article stands alone between formulas, or before the first one; elsewhere the letter is a formula.
            after = paragraphs[number + 1] if number + 1 < len(paragraphs) else ""
            kind = not (number == 0 or kinds[-1]) or not is_mathematics(after)
        elif kind is None:
            goes_on = number == 0 or (not kinds[-1] and not _ends_sentence(paragraphs[number - 1]))
            kind = len(text) <= _LONGEST_DOUBTFUL and goes_on
        kinds.append(kind)
    return kinds


def _ends_sentence(text: str) -> bool:
    return text.rstrip(_CLOSING).endswith(_SENTENCE_ENDS)


def _between(before: str, text: str, *, after_formula: bool, formula: bool) -> str:
    if after_formula and not formula:
        return "" if text[:1] in _SIGNS_AFTER or _NO_BLANK_BEFORE.match(text) else " "
    if formula:
        close = before[-1:] in _SIGNS_BEFORE or _NO_BLANK_AFTER.search(before)
        return "" if not after_formula and close else " "
    # Two pieces of text: a sentence that goes on has lost its formula, else a paragraph ends.
    return "\n\n" if _ends_sentence(before) or not text[:1].islower() else " "


def _formula(text: str) -> str:
    for opening, closing in (("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]")):
        if len(text) > len(opening) * 2 and text.startswith(opening) and text.endswith(closing):
            text = text[len(opening) : -len(closing)].strip()
            break
    return text.replace("\\$", "$").replace("$", "\\$") if "$" in text else text


def plain_text(text: str) -> str:
    r"""Make running text rich text: a dollar that is money is kept from opening mathematics.

    >>> plain_text("pay $five or six$, for $k$-trees")
    'pay \\$five or six$, for $k$-trees'
    """
    return markup.from_plain(markup.protect_dollars(_pieces(text)) if "$" in text else text)


def _pieces(text: str) -> list[tuple[bool, str]]:
    """Text cut into formulas (between dollars, where they hold one) and literal text."""
    if "$" not in text:
        return [(False, text)]
    if text.count("$") == text.count("\\$"):
        text = text.replace("\\$", "$")
    return [(formula and _looks_like_formula(piece[1:-1]), piece) for formula, piece in markup.split_math(text)]


def _looks_like_formula(text: str) -> bool:
    return "\\" in text or is_mathematics(text.strip("$")) is True
