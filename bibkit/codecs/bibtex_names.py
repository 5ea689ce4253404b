r"""People's names as BibTeX writes them: lists joined by ``and``, parts told apart by commas, braces and letter case.

Knows: BibTeX's and biblatex's grammar of names, and how to spell a name so that it reads back.
Must not know: fields, formats, other ways to write a name (`bibkit.codecs.names`).

The rules are those of BibTeX 0.99d ("Tame the BeaST", section 11; biber differs in one point: it keeps
the capitalised first word of "De la Ruelle, Jo" in the family name, BibTeX counts it to the particle).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final
from unicodedata import is_normalized

from bibkit.codecs import latex
from bibkit.codecs.names import SUFFIXES, is_others
from bibkit.model import Author

__all__ = [
    "decode_bibtex_name",
    "decode_usual_name",
    "encode_bibtex_name",
    "one_line",
    "split_bibtex_names",
    "without_others",
]

_AND_OTHERS: Final = re.compile(r",?[ ~]+\{?et[ ~.]++al(?:ii)?+\.?+\}?\Z", re.IGNORECASE)
_BLANKS: Final = re.compile(r"[ \t\r\n]+")
_AND: Final = re.compile(r"(?:(?<= )|^)and(?= |$)", re.IGNORECASE)
_NEEDS_TEX: Final = re.compile(r"[\\{}$~%]|--|``|''")
# A control word takes the blanks after it along, as TeX does: "J\o rgensen" is one word.
_TOKEN: Final = re.compile(r"\\(?:[A-Za-z]+\s*|.)?|[{},]|[\s~]+|[^\\{},\s~]+", re.DOTALL)
_PLAIN_WORD: Final = r"[\w.]++(?:['-][\w.]++)*+"
_PLAIN_NAME: Final = re.compile(rf"({_PLAIN_WORD}(?: {_PLAIN_WORD})*+), ({_PLAIN_WORD}(?: {_PLAIN_WORD})*+)")
"""The two parts of a name without TeX and of letters, as nearly all are."""
_TEX: Final = r"(?:[^\\{}\s,~]|\\[^A-Za-z\s{},]|\\[A-Za-z]++(?!\s)|\{(?:[^\\{},]|\\[^{},]|\{[^{},]*+\})*+\})++"


@cache
def _tex_word() -> re.Pattern[str]:
    return re.compile(_TEX)


@cache
def _tex_name() -> re.Pattern[str]:
    """The same with TeX whose braces pair, without commas in them."""
    return re.compile(rf"({_TEX}(?: {_TEX})*+), ({_TEX}(?: {_TEX})*+)")


@cache
def _extended() -> re.Pattern[str]:
    return re.compile(
        r"\s*\"?(?:family|given|prefix|suffix|useprefix|id|(?:family|given|prefix|suffix)-i)\s*=", re.IGNORECASE
    )


@cache
def _quoted_part() -> re.Pattern[str]:
    """A part or its value in quotes, in which commas are text: biber reads the parts as a line of CSV."""
    return re.compile(r'(?<![^,=])(\s*)"([^"=]*=)?\s*((?:[^"\\]|\\.)*+)"\s*(?![^,])', re.DOTALL)


_NAME_PARTS: Final = {"family": "family", "given": "given", "prefix": "particle", "suffix": "suffix"}


def without_others(name: str) -> str:
    """A name without the "et al." that someone put behind it.

    >>> without_others("Abara, T. et al."), without_others("Sol, Al")
    ('Abara, T.', 'Sol, Al')
    """
    match = _AND_OTHERS.search(name) if "al" in name[-4:] else None
    return name if match is None else name[: match.start()]


def one_line(text: str) -> str:
    """A name list with its blanks collapsed."""
    if "\n" in text or "  " in text or "\t" in text or "\r" in text:
        text = _BLANKS.sub(" ", text)
    return text.strip(" ")


def split_bibtex_names(text: str) -> list[str]:
    """Cut a BibTeX name list at each ``and`` outside braces; blanks are collapsed, empty names left out.

    >>> split_bibtex_names("Abara, Tunde and {Salt and Silt} AND others")
    ['Abara, Tunde', '{Salt and Silt}', 'others']
    """
    text = one_line(text)
    pieces = text.split(" and ")
    lower = text.lower()
    if (
        lower.count(" and ") == len(pieces) - 1
        and " and and " not in lower
        and not lower.startswith("and ")
        and not lower.endswith(" and")
        and ("{" not in text or all([piece.count("{") == piece.count("}") for piece in pieces]))
    ):
        return pieces if text else []
    pieces = []
    start = depth = position = 0
    for match in _AND.finditer(text):
        depth += _depth_change(text, position, match.start())
        position = match.start()
        if depth <= 0:
            pieces.append(text[start : match.start()].strip())
            start = match.end()
    pieces.append(text[start:].strip())
    return [piece for piece in pieces if piece]


def _depth_change(text: str, start: int, end: int) -> int:
    return text.count("{", start, end) - text.count("}", start, end)


def decode_bibtex_name(text: str) -> Author:
    r"""Read one name of a BibTeX list; TeX is decoded.

    Accepts ``First von Last``, ``von Last, First``, ``von Last, Jr, First``, a name wholly in braces (an
    organisation, kept whole) and biblatex's ``given=..., family=...`` (biblatex manual, "name lists").

    >>> decode_bibtex_name("Jo de la Ruelle")
    Author(family='Ruelle', given='Jo', particle='de la', ...)
    >>> decode_bibtex_name("{Institute of Salt and Silt}").literal
    'Institute of Salt and Silt'
    """
    usual = _family_and_given(text)
    if usual is not None:
        return usual
    if "=" in text and _extended().match(text):
        return _decode_extended(text)
    if _NEEDS_TEX.search(text) is None:
        if not text.isascii():
            text = latex.decode(text)
        return _assemble([part.split() for part in text.split(",")], _starts_lower, " ".join)
    parts = _tokenise(text)
    if len(parts) == 1 and len(parts[0]) == 1 and _is_braced(parts[0][0]):
        return Author(literal=_decode_words(parts[0]))
    return _assemble(parts, _tex_starts_lower, _decode_words)


def decode_usual_name(text: str) -> Author | None:
    r"""Read a name in the form that nearly all have, "Family, Given", with or without TeX; None for any other.

    `decode_bibtex_name` gives the same for it. Names about which a reader might have something to say (suffixes out of
    place, "et al.", a capitalised AND) are none of these.

    >>> decode_usual_name("van der Berg, Ad{\\'e}le"), decode_usual_name("Ada Berg")
    (Author(family='Berg', given='Adéle', particle='van der', ...), None)
    """
    author = _family_and_given(text)
    if author is None or without_others(text) != text or " and " in f" {text.lower()} ":
        return None
    odd = author.given.rstrip(".").lower() in SUFFIXES or author.family.lower() in SUFFIXES
    return None if odd else author


def _family_and_given(text: str) -> Author | None:
    """A name of two parts with one comma between, with or without TeX; None for any other."""
    match = _PLAIN_NAME.fullmatch(text)
    if match is not None:
        last, given = match.groups()
        if not text.isascii() and not is_normalized("NFC", text):
            return None
        particle, last = _last_part(last) if " " in last else ("", last)
        return Author(last, given, particle)
    match = _tex_name().fullmatch(text)
    if match is None or ("=" in text and _extended().match(text)):
        return None
    particle, last = _last_part(match[1])
    return Author(last, _decode_part(match[2]), particle)


@lru_cache(maxsize=4096)
def _last_part(text: str) -> tuple[str, str]:
    """Particle and family name of what stands before a comma. The same few come again and again."""
    if " " not in text:
        return "", _decode_words([text])
    name = _assemble([_tex_word().findall(text), ["J."]], _tex_starts_lower, _decode_words)
    return name.particle, name.family


@lru_cache(maxsize=4096)
def _decode_part(text: str) -> str:
    return _decode_words([text])


def _decode_words(words: list[str]) -> str:
    text = " ".join(words)
    return latex.decode(text).strip() if _NEEDS_TEX.search(text) or not text.isascii() else text


def _tokenise(text: str) -> list[list[str]]:
    """The words of each part between commas; blanks and commas inside braces do not count."""
    parts: list[list[str]] = [[]]
    word = ""
    depth = 0
    for match in _TOKEN.finditer(text):
        piece = match[0]
        first = piece[0]
        if first == "{":
            depth += 1
        elif first == "}":
            if depth == 0:  # a stray brace: TeX would stop here, the letters are what matters
                continue
            depth -= 1
        elif depth == 0 and (first in ",~" or first.isspace()):
            if word:
                parts[-1].append(word)
                word = ""
            if first == ",":
                parts.append([])
            continue
        word += piece
    if word:
        parts[-1].append(word + "}" * depth)
    return parts


def _assemble(parts: list[list[str]], starts_lower: Callable[[str], bool], text: Callable[[list[str]], str]) -> Author:
    while len(parts) > 1 and not parts[-1]:  # BibTeX takes away a comma at the end of a name
        parts.pop()
    last = parts[0]
    if len(parts) == 1:
        if len(last) < 2:
            return Author(text(last)) if last else Author()
        start = end = len(last) - 1
        lower = [index for index, word in enumerate(last[:-1]) if starts_lower(word)]
        if lower:
            start, end = lower[0], lower[-1] + 1
        return Author(text(last[end:]), text(last[:start]), text(last[start:end]))
    end = len(last) - 1
    while end > 0 and not starts_lower(last[end - 1]):
        end -= 1
    end = max(end, 0)
    suffix = text(parts[1]) if len(parts) > 2 else ""
    given = ", ".join([text(part) for part in parts[2:]]) if len(parts) > 2 else text(parts[1])
    return Author(text(last[end:]), given, text(last[:end]) if end else "", suffix)


def _starts_lower(word: str) -> bool:
    for character in word:
        if character.isalpha():
            return character.islower()
    return False


def _tex_starts_lower(word: str) -> bool:
    """Judge a word by BibTeX's rule: braces have no case, but for a special character, which counts as a letter."""
    if word.startswith(("\\", "{\\")):
        return _starts_lower(latex.decode(word))
    if "{" not in word:
        return _starts_lower(word)
    depth = 0
    for match in _TOKEN.finditer(word):
        piece = match[0]
        if piece == "{":
            depth += 1
        elif piece == "}":
            depth -= 1
        elif depth == 0 and any([character.isalpha() for character in piece]):
            return _starts_lower(piece)
    return False


def _is_braced(word: str) -> bool:
    """Whether one pair of braces holds the whole word."""
    if not (word.startswith("{") and word.endswith("}")):
        return False
    depth = 0
    for match in _TOKEN.finditer(word):
        piece = match[0]
        if piece == "{":
            depth += 1
        elif piece == "}":
            depth -= 1
            if depth == 0:
                return match.end() == len(word)
    return False


def _decode_extended(text: str) -> Author:
    values: dict[str, str] = {}
    if '"' in text:
        text = _quoted_part().sub(r"\1\2{\3}", text)
    for part in _tokenise(text):
        name, equals, value = " ".join(part).partition("=")
        target = _NAME_PARTS.get(name.strip(' "').lower())
        if equals and target:
            value = value.strip(' "')
            values[target] = _decode_words([value[1:-1] if _is_braced(value) else value])
    if not values.get("given") and not values.get("particle") and not values.get("suffix"):
        return Author(values.get("family", ""))
    return Author(
        values.get("family", ""), values.get("given", ""), values.get("particle", ""), values.get("suffix", "")
    )


def encode_bibtex_name(author: Author, tex: Callable[[str], str] = latex.encode, *, extended: bool = False) -> str:
    """Spell one name so that BibTeX, biber and `decode_bibtex_name` cut it into the same parts.

    ``tex`` turns text into TeX. With ``extended``, names that BibTeX's grammar cannot hold (a capitalised
    particle) take biblatex's ``given=..., family=...`` form.

    >>> encode_bibtex_name(Author("Ruelle", "Jo", "de la"))
    'de la Ruelle, Jo'
    >>> encode_bibtex_name(Author(literal="Institute of Salt and Silt"))
    '{Institute of Salt and Silt}'
    """
    if author.literal:
        return "{" + tex(author.literal) + "}"
    particle, family, given, suffix = (
        _encode_part(part, tex) for part in (author.particle, author.family, author.given, author.suffix)
    )
    if extended and author.particle and not _is_particle(author):
        parts = (("family", family), ("given", given), ("prefix", particle), ("suffix", suffix))
        return ", ".join([f"{name}={_in_braces(part)}" for name, part in parts if part])
    words = author.family.split(" ")
    if any([_starts_lower(word) for word in words[:-1]]):
        family = _in_braces(family)
    last = f"{particle} {family}" if particle else family or "{}"
    if suffix:
        return f"{last}, {suffix}, {given or '{}'}"
    if given:
        return f"{last}, {given}"
    if not particle and (_is_braced(family) or len(words) > 1 or is_others(family)):
        # Braces alone would make an organisation of it; the empty pair keeps it a family name.
        return _in_braces(family) + "{}"
    return f"{last}, {{}}" if particle and not _starts_lower(particle) else last


_ODD_PART: Final = re.compile(r"[,\u00a0]|(?<!\\)~|(?:^| )and(?: |$)", re.IGNORECASE)


def _is_particle(author: Author) -> bool:
    """Whether BibTeX's grammar can hold the particle: it must end with a lower-case word and have a family name."""
    return bool(
        author.family and _starts_lower(author.particle.split(" ")[-1]) and _ODD_PART.search(author.particle) is None
    )


def _encode_part(text: str, tex: Callable[[str], str]) -> str:
    if not text:
        return ""
    encoded = tex(text)
    return _in_braces(encoded) if _ODD_PART.search(encoded) else encoded


def _in_braces(text: str) -> str:
    return text if _is_braced(text) else "{" + text + "}"
