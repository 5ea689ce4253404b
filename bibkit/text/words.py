"""Words and letters of a text, for keys, for comparing and for searching.

Knows: markup, mathematics and TeX that stand in titles, other scripts (by anyascii), words that mean nothing.
Must not know: papers, keys, titles that are compared.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

from bibkit.text.characters import normalize

__all__ = ["STOP_WORDS", "ascii_letters", "bare_text", "fold", "to_ascii", "words"]

STOP_WORDS: Final = frozenset(
    word
    for language in (
        (
            "a an and are as at be but by for from how in into is it its nor of on onto or over so some than that the "
            "their this to towards toward up via what when where which why with without yet"
        ),
        "das dem den der des die ein eine einem einen einer eines für im mit und vom von zu zum zur über",
        "au aux avec chez dans de des du en et la le les l d ou par pour sur un une",
        (
            "al con da dal dalla de degli dei del della di e ed el gli i il in la las le lo los nel nella o para per por "
            "sobre su sul sulla un una uno unas unos y"
        ),
        "aan bij een en het naar om op te uit van voor",
        "à ao aos as com da das do dos em na nas no nos os pela pelo um uma",
    )
    for word in language.split()
)
"""Articles, prepositions and conjunctions of English, German, French, Spanish, Italian, Dutch and Portuguese."""

_TAG: Final = re.compile(r"</?[A-Za-z][^<>]*>")
_MATHS: Final = re.compile(r"(?<!\\)\$(.+?)(?<!\\)\$", re.DOTALL)
_COMMAND: Final = re.compile(r"\\([A-Za-z]+)\s*|\\(.)", re.DOTALL)
_LETTER_COMMANDS: Final = {
    "aa": "a", "AA": "A", "ae": "ae", "AE": "Ae", "dj": "d", "DJ": "D", "i": "i", "j": "j", "l": "l", "L": "L", "ng": "ng",
    "o": "o", "O": "O", "oe": "oe", "OE": "Oe", "ss": "ss", "th": "th", "TH": "Th",
}  # fmt: skip
"""TeX's letters (The TeXbook, chapter 9), by command."""
_GREEK_NAMES: Final = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega "
    "ell infty"
)
_GREEK: Final = frozenset(_GREEK_NAMES.split())
_LONE_GREEK: Final = re.compile(
    r"(?<![\u0370-\u03ff\u1f00-\u1fff])[\u03b1-\u03c9\u0391-\u03a9](?![\u0370-\u03ff\u1f00-\u1fff])"
)
_BREAKS: Final = str.maketrans(
    dict.fromkeys([*"/:;,|()[]\u2013\u2014\u2026\uff0c\uff1a", *map(chr, range(0x3000, 0x3040))], " ")
)
"""Signs between words; the last are of Chinese and Japanese."""
_DASHES: Final = re.compile("--+")


@cache
def _han() -> re.Pattern[str]:
    return re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]{1,2}")


_NOT_FORMULA: Final = re.compile(r"[\W_]+")
_NOT_WORD: Final = re.compile(r"[^A-Za-z0-9]+")
_LETTERS: Final = str.maketrans(
    {"ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D",
     "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ħ": "h", "Ħ": "H", "ı": "i", "ŋ": "ng", "Ŋ": "Ng",
     "‐": "-", "‑": "-", "–": "-", "—": "-", "‘": "'", "’": "'", "“": '"', "”": '"'}
)  # fmt: skip
"""Letters and signs without a decomposition, as anyascii has them."""
_ACCENT: Final = re.compile("[\u0300-\u0362]")
_SOFT: Final = re.compile(r"[\s/_\u00a0\u2010-\u2015-]+")


def fold(text: str) -> str:
    """A text as it is compared.

    >>> fold("Self‐Play for <i>Weirs</i> by Jørgen Müller")
    'self play for weirs by jorgen muller'
    """
    if "<" in text:
        text = _TAG.sub("", text)
    if "\\$" in text:
        text = text.replace("\\$", "$")
    if not text.isascii():
        decomposed = normalize("NFKD", text.casefold().translate(_LETTERS))
        text = "".join([character for character in decomposed if not unicodedata.combining(character)])
    return _SOFT.sub(" ", text.lower()).strip()


def ascii_letters(text: str) -> str:
    """The ASCII letters and digits of a text, other scripts transliterated.

    >>> ascii_letters("Łukasiewicz-Þór"), ascii_letters("王伟")
    ('LukasiewiczThor', 'WangWei')
    """
    if text.isalnum() and text.isascii():
        return text
    return _NOT_WORD.sub("", to_ascii(text))


def to_ascii(text: str) -> str:
    """A text in ASCII: letters without their accents, other scripts transliterated.

    >>> to_ascii("Müller, Þór, 王")
    'Muller, Thor, Wang'
    """
    if text.isascii():
        return text
    bare = _ACCENT.sub("", normalize("NFD", text)).translate(_LETTERS)
    if bare.isascii():  # as anyascii has it, whose tables take longer to load than most titles to read
        return bare
    from anyascii import anyascii  # noqa: PLC0415

    return anyascii(text)


def bare_text(text: str) -> str:
    r"""Rich text or TeX without its markup, for making words of it.

    >>> bare_text(r"<i>Weirs</i> in $L^2$ by {\'E}mile")
    'Weirs in L2 by Emile'
    """
    if "<" in text:
        text = _TAG.sub("", text)
    if "$" in text:
        text = _MATHS.sub(lambda match: _NOT_FORMULA.sub("", _COMMAND.sub(_maths_command, match[1])), text)
    if "\\" in text:
        text = _COMMAND.sub(_text_command, text)
    if "{" in text or "}" in text:
        text = text.replace("{", "").replace("}", "")
    return text if text.isascii() else _LONE_GREEK.sub(_greek_name, text)


def _greek_name(match: re.Match[str]) -> str:
    """A Greek letter by itself is read by its name, as in mathematics: "β-VAE" is a beta VAE."""
    return unicodedata.name(match[0], match[0]).split()[-1].lower()


def _maths_command(match: re.Match[str]) -> str:
    name = match[1] or ""
    return name.lower() if name.lower() in _GREEK else ""


def _text_command(match: re.Match[str]) -> str:
    if match[1] is None:
        return match[2] if match[2].isspace() else ""
    return _LETTER_COMMANDS.get(match[1], "")


def words(text: str) -> list[str]:
    """The words of a text that mean something, in ASCII lower case; all its words when none does.

    >>> words("On the Self-Play of Weirs: a Survey")
    ['selfplay', 'weirs', 'survey']
    """
    if not text:
        return []
    text = bare_text(text)
    if not text.isascii():
        text = _han().sub(lambda match: f" {match[0]} ", text)
    if "--" in text:
        text = _DASHES.sub(" ", text)
    pieces = text.translate(_BREAKS).lower().split()
    found = [word for word in [ascii_letters(piece) for piece in pieces if piece not in STOP_WORDS] if word]
    found = [word for word in found if word not in STOP_WORDS] or found
    return [word.lower() for word in found or [ascii_letters(piece) for piece in pieces] if word]
