r"""Words that a bibliography style would spoil when it makes a title lower case.

Knows: which words those are, and where their braces go.
Must not know: TeX's escapes; it works on literal text, before they are written.

BibTeX (``change.case$``) and biblatex leave alone what stands in braces. In braces go, whole, the words that they
would spoil and no others:

- with a capital after the first character: ``LLMs``, ``iPhone``, ``McDonald``, ``R&D``, ``Pass@K``;
- with a capital and a digit: ``Qwen3``, ``4B``;
- single capitals but the article "A": ``C#``, ``Q``-learning, Part ``I``.

Parts of a compound (``-``, ``/``) are looked at one by one. Neighbours share their braces where each needs them or
holds a digit: ``{GPT-4o}``, ``{LLM}-Based``. A title of three words and more that is all in capitals says nothing about
its words and is left alone.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

__all__ = ["PROTECTED_END", "PROTECTED_START", "protect_words"]

PROTECTED_START: Final = "\x05"
PROTECTED_END: Final = "\x06"
"""Stand-ins for the braces, since real ones would be escaped by the step that follows."""

_PART: Final = r"(?:(?:[^\W\d_]\.){2,}|[^\W_](?:[\w\u0300-\u036f.'’@&+]*[\w\u0300-\u036f])?)"
_COMPOUND: Final = re.compile(rf"(?<![\\\w]){_PART}(?:[-‐‑–/]{_PART})*")
_SEPARATOR: Final = re.compile(r"([-‐‑–/])")
_LONG_TITLE: Final = 3


def protect_words(text: str) -> str:
    r"""Put stand-ins for braces around the words of a title that a style would spoil.

    >>> protect_words("Scaling GPT-4o: A LLM-Based Survey").replace("\x05", "{").replace("\x06", "}")
    'Scaling {GPT-4o}: A {LLM}-Based Survey'
    """
    if text.isupper() and len(text.split()) >= _LONG_TITLE:
        return text
    return " ".join(map(_protect_word, text.split(" ")))


@lru_cache(maxsize=8192)
def _protect_word(word: str) -> str:
    """What stands between two blanks. Titles of one library have their words in common."""
    if _is_ordinary(word):
        return word
    return _COMPOUND.sub(_protect_compound, word)


def _is_ordinary(word: str) -> bool:
    """Whether no style spoils a word: all lower, or letters with a capital first."""
    return word.islower() or (word.istitle() and len(word) > 1 and word.isalpha())


def _protect_compound(match: re.Match[str]) -> str:
    word = match[0]
    if _is_ordinary(word):
        return word
    pieces = _SEPARATOR.split(word)
    if len(pieces) == 1:
        return f"{PROTECTED_START}{word}{PROTECTED_END}" if _needs(word, alone=True) else word
    return _joined(pieces[::2], [*pieces[1::2], ""])


def _joined(parts: list[str], separators: list[str]) -> str:
    """The compound with braces around each run of neighbours that need them or hold a digit."""
    out: list[str] = []
    run: list[str] = []  # parts and separators between them
    needed = False
    for part, separator in zip(parts, separators, strict=True):
        needs = _needs(part, alone=False)
        if needs or any([char.isdigit() for char in part]):
            run += [part, separator]
            needed = needed or needs
            continue
        out += _braced(run, needed=needed)
        run, needed = [], False
        out += [part, separator]
    return "".join([*out, *_braced(run, needed=needed)])


def _braced(run: list[str], *, needed: bool) -> list[str]:
    return [PROTECTED_START, *run[:-1], PROTECTED_END, run[-1]] if needed else run


def _needs(word: str, *, alone: bool) -> bool:
    """Whether a style would spoil a word, or a part of a compound."""
    if len(word) == 1:
        return word.isupper() and not (alone and word == "A")
    if any([char.isupper() for char in word[1:]]):
        return True
    return word[0].isupper() and any([char.isdigit() for char in word])
