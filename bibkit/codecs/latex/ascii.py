r"""Letters and signs beyond ASCII as TeX spells them in ASCII.

Knows: how accents stack in TeX, and what to do where TeX has no spelling.
Must not know: which characters are special to TeX in a text (`writer` has escaped them before).

A letter is one BibTeX "special character", a group that begins with a backslash: ``{\"o}``, ``{\l}``. Of several
marks, those above go next to the letter and those below around them (``{\d{\^a}}``), since TeX cannot set the reverse.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from bibkit.codecs.latex.tables import ACCENTS, ESCAPES, TO_TEX
from bibkit.text.characters import normalize
from bibkit.text.mathtext import SYMBOLS as MATH_SYMBOLS

__all__ = ["formula_to_ascii", "to_ascii"]

_CLUSTER: Final = re.compile(r"[^\W\d_][\u0300-\u036f]+|[^\x00-\x7f]")
_BEYOND: Final = re.compile(r"[^\x00-\x7f]")
_MARKS: Final = {mark: name for name, mark in ACCENTS.items() if name not in {"h", "U", "G", "f", "t", "textsubring"}}
_BELOW: Final = frozenset("\u0323\u0326\u0327\u0328\u0331")
_IN_FORMULA: Final = {
    sign: name for name, sign in reversed(MATH_SYMBOLS.items()) if len(sign) == 1 and not sign.isascii()
}
_ESCAPES: Final = str.maketrans(ESCAPES)


def to_ascii(text: str, lost: set[str]) -> str:
    r"""Spell TeX text in ASCII; scripts that are only transliterated are added to ``lost``.

    >>> print(to_ascii("naïve Trận", set()))
    na{\"\i}ve Tr{\d{\^a}}n
    """

    def spell(match: re.Match[str]) -> str:
        spelled, script = _spell(match.group())
        if script:
            lost.add(script)
        return spelled

    return _CLUSTER.sub(spell, text)


def formula_to_ascii(formula: str, lost: set[str]) -> str:
    """Spell the characters of a formula: symbols as control words, letters as boxes of text."""

    def spell(match: re.Match[str]) -> str:
        char = match.group()
        if char in _IN_FORMULA:
            return f"{{\\{_IN_FORMULA[char]}}}"
        spelled, script = _spell(char)
        if script:
            lost.add(script)
        return f"\\mbox{{{spelled}}}"

    return _BEYOND.sub(spell, formula)


@lru_cache(maxsize=4096)
def _spell(cluster: str) -> tuple[str, str]:
    """The TeX of a letter with its marks, and the name of the script where it is a transliteration."""
    known = TO_TEX.get(cluster)
    if known is not None:
        return known, ""
    decomposed = normalize("NFD", cluster)
    base, marks = decomposed[0], list(decomposed[1:])
    stem = base if base.isascii() and base.isalpha() else TO_TEX.get(base)
    if marks and stem is not None and all([mark in _MARKS for mark in marks]):
        return "{" + _stack(stem, marks) + "}", ""
    return _transliterate(cluster)


def _stack(stem: str, marks: list[str]) -> str:
    above = [mark for mark in marks if mark not in _BELOW]
    if above and stem in {"i", "j"}:
        stem = "\\" + stem
    for mark in above + [mark for mark in marks if mark in _BELOW]:
        name = _MARKS[mark]
        if stem[0] == "{" or len(stem.lstrip("\\")) > 1 or name.isalpha():
            stem = f"\\{name}{stem}" if stem[0] == "{" else f"\\{name}{{{stem}}}"
        else:
            stem = f"\\{name}{stem}"
    return stem


def _transliterate(cluster: str) -> tuple[str, str]:
    """The nearest ASCII. A letter never vanishes: what has no transliteration is given by its number."""
    category = unicodedata.category(cluster[0])
    if cluster == "\u00ad":
        return "\\-", ""
    if category == "Zs":
        return " ", ""
    if category == "Cf":
        return "", ""
    from anyascii import anyascii  # noqa: PLC0415 (its tables are large and seldom needed)

    script = unicodedata.name(cluster[0], "unknown").split(" ")[0].split("-")[0]
    plain: str = anyascii(cluster).translate(_ESCAPES)
    if not plain and category[0] in "LNS":
        plain = f"[U+{ord(cluster[0]):04X}]"
    if category[0] != "L":
        return plain, "sign"
    return plain, script if script == "CJK" else script.capitalize()
