"""TeX field text to rich text.

Knows: how TeX reads a bibliography's text: control words and the blanks they eat, accents, groups, ligatures,
mathematics; and how much of that people get wrong.
Must not know: fields, entries, names; which field holds TeX and which is verbatim.

The steps, each skipped where the text has nothing for it:

1. formulas, addresses and the like are hidden behind placeholders, so that nothing changes in them;
2. ligatures (``--``, ``---``, quotation marks) become their characters;
3. control words that are one character become it, eating the blanks after them;
4. accents go over their letters, from the innermost outwards;
5. what still has a backslash is walked through group by group: fonts, unknown words;
6. the braces go. A brace that is text is a stand-in by then (`tables`).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final

from bibkit.codecs.latex.placeholders import hide, reveal
from bibkit.codecs.latex.tables import (
    ACCENTS,
    ARGUMENT_DROPPED,
    BACKSLASH,
    CHARACTERS,
    CLOSE_BRACE,
    OPEN_BRACE,
    SPACING_ACCENTS,
    SWITCHES,
    TAG_COMMANDS,
    TRANSPARENT,
    WORDS,
    restore,
)
from bibkit.text.characters import normalize
from bibkit.text.markup import protect_dollars

__all__ = ["decode", "decode_with_unknown"]

_STAND_INS: Final = "\x01\x02\x03\x04\x05\x06\x07\x08"
_BLANKS: Final = re.compile(r"[ \t\r\n]+")
_EDGES: Final = " \t\r\n"
_SIGNS: Final = ("\\", "{", "}", "$", "~", "\n", "\t", "\r", "  ", "--", "''", "``", "?`", "!`")
"""What means something to TeX; most values have none of it."""


def decode(text: str) -> str:
    r"""Read TeX text as rich text, in NFC. Never fails: what is not understood stays, backslash and all.

    Fonts become tags, formulas stay as they are between dollars, case-protecting braces go.

    >>> decode(r"Stra{\ss}enb{\"a}ume: \emph{Tilia} for \$5 in $O(k\log k)$ -- {NASA}")
    'Straßenbäume: <i>Tilia</i> for $5 in $O(k\\log k)$ – NASA'
    """
    for sign in _SIGNS:
        if sign in text:
            common = _decode_common(text)
            return _decode(text, None) if common is None else common
    text = text.strip(" ")
    return text if text.isascii() else normalize("NFC", text)


def decode_with_unknown(text: str) -> tuple[str, tuple[str, ...]]:
    r"""`decode`, and the names of the control words that are not known and stay in the text.

    >>> decode_with_unknown(r"Ponds \frobnicate{x}")
    ('Ponds \\frobnicate{x}', ('frobnicate',))
    """
    unknown: dict[str, None] = {}
    return _decode(text, unknown), tuple(unknown)


def _decode(text: str, unknown: dict[str, None] | None) -> str:
    for char in _STAND_INS:
        if char in text:
            text = text.replace(char, "")
    hidden: list[tuple[bool, str]] = []
    if "\\" in text or "$" in text:
        text = hide(text, hidden)
    text = _ligatures(text)
    if "{{}" in text:  # the writer's sign for words that keep their case
        text = text.replace("{{}", _NOCASE)
    if "\\" in text:
        text = _controls(text, unknown)
    if "~" in text:
        text = text.replace("~", "\u00a0")
    if "{" in text or "}" in text:
        text = text.replace("{", "").replace("}", "")
    text = _blanks(text)
    if hidden:
        text = protect_dollars(reveal(text, hidden))
    else:
        text = restore(text)
        if "$" in text:
            text = protect_dollars([(False, text)])
    return text if text.isascii() else normalize("NFC", text)


def _blanks(text: str) -> str:
    """One blank for any number, but a blank line, which parts paragraphs, stays."""
    if "\n" in text or "\t" in text or "\r" in text or "  " in text:
        text = _BLANKS.sub(_one_blank, text)
    return text.strip(_EDGES)


def _one_blank(match: re.Match[str]) -> str:
    blanks = match.group()
    if blanks.count("\n") < 2 and ("\n" in blanks or blanks.count("\r") < 2):
        return " "
    return "\n\n"


def _ligatures(text: str) -> str:
    if "-" in text and "--" in text:
        text = text.replace("---", "—").replace("--", "–")
    if "`" in text:
        text = text.replace("``", "“").replace("?`", "¿").replace("!`", "¡")
    if "'" in text:
        text = text.replace("''", "”")
    return text


# ---------------------------------------------------------------- what is common

_BIT: Final = re.compile(
    r"\\(?:(?:ss|[oOlLij]|ae|AE|oe|OE|aa|AA)(?![A-Za-z])[ \t\r\n]*+"
    r"|['`^\"~=.](?:[A-Za-z](?![\u0300-\u036f])|\{(?:[A-Za-z]|\\[ij])\}|\\[ij](?![A-Za-z])[ \t\r\n]*+(?![\u0300-\u036f]))"
    r"|[uvHckrdb](?:\{[A-Za-z]\}| [A-Za-z](?![\u0300-\u036f]))"
    r"|[%&#_]|(emph|textit|textbf|textsc|textsuperscript|textsubscript)\{([^\\{}$]*+)\})"
)
"""TeX that means the same wherever it stands: letters, escapes, words in italics."""
_CLEAR_FORMULA: Final = re.compile(
    r"(?![\s^_0-9])(?:[^\\\n]++|\\(?![(\[]|url|path|nolinkurl|href|ensuremath|texorpdfstring)[^\n])++(?<![\s\\])"
)
"""What between two dollars is a formula and nothing else, and stays as it is."""


def _decode_common(text: str) -> str | None:
    """Decode text in which all TeX is of the common kinds; None for any other.

    A library is read an eighth faster for it; the tests hold that `_decode` gives the same.
    """
    for char in _STAND_INS:
        if char in text:
            return None
    # What stands for TeX is in NFC, and composes with no ASCII before it.
    is_normal = text.isascii()
    formulas: list[str] = []
    if "$" in text:
        parts = text.split("$")
        formulas = parts[1::2]
        del parts[1::2]
        if len(parts) == len(formulas) or not _are_clear(formulas, parts):
            return None
        text = "\x03".join(parts)
    text = _ligatures(text)
    if "{" in text and "{{}" in text:
        return None
    if "\\" in text:
        bits = _bits(text)
        if bits is None:
            return None
        text = bits
    if "~" in text:
        text = text.replace("~", "\u00a0")
    if "{" in text or "}" in text:
        text = text.replace("{", "").replace("}", "")
    text = _blanks(text)
    if formulas:
        parts = text.split("\x03")
        for index, formula in enumerate(formulas):
            if parts[index + 1][:1].isdecimal():
                return None
            parts[index] += f"${formula}$"
        text = "".join(parts)
    return text if is_normal or text.isascii() else normalize("NFC", text)


def _are_clear(formulas: list[str], parts: list[str]) -> bool:
    """Whether no dollar is money or escaped, but for what follows a formula, and no formula changes."""
    if any([part.endswith("\\") for part in parts]):
        return False
    return all([_CLEAR_FORMULA.fullmatch(formula) is not None for formula in formulas])


def _bits(text: str) -> str | None:
    """Text with each control sequence replaced by what it means; None where one is not of the common kinds."""
    start = 0
    at = text.find("\\")
    parts = []
    while at >= 0:
        match = _BIT.match(text, at)
        if match is None:
            return None
        parts.append(text[start:at])
        if match[1] is None:
            parts.append(_special_character(match[0]))
        else:
            parts.append(match[2].join(TAG_COMMANDS[match[1]]))
        start = match.end()
        at = text.find("\\", start)
    parts.append(text[start:])
    return "".join(parts)


@lru_cache(maxsize=4096)
def _special_character(text: str) -> str:
    return _decode(text, None)


# ---------------------------------------------------------------- control sequences

_CONTROL: Final = re.compile(r"\\(?:([A-Za-z]+)[ \t\r\n]*|(.))", re.DOTALL)
_LETTER: Final = r"[^\W\d_][\u0300-\u036f]*"
_ACCENT: Final = re.compile(
    r"\\(?:([`'^\"~=.])|([uvHckrdbtGUhf]|textcommabelow|textsubring)(?![A-Za-z]))\s*((?:\{\s*)*+)(" + _LETTER + ")"
)
_DOTLESS: Final = {"ı": "i", "ȷ": "j"}
_BELOW: Final = frozenset("\u0323\u0325\u0326\u0327\u0328\u0331")
_NOCASE: Final = "\\bibkitnocase{"
_MOST_STACKED: Final = 4


def _controls(text: str, unknown: dict[str, None] | None) -> str:
    text = _CONTROL.sub(_control, text)
    for _ in range(_MOST_STACKED):
        if "\\" not in text:
            return text
        text, count = _ACCENT.subn(_accent, text)
        if not count:
            break
    return _Walker(text, unknown).run() if "\\" in text else text


def _control(match: re.Match[str]) -> str:
    word = match[1]
    meaning = WORDS.get(word) if word is not None else CHARACTERS.get(match[2])
    return match[0] if meaning is None else meaning


def _accent(match: re.Match[str]) -> str:
    mark = ACCENTS[match[1] or match[2]]
    letter = match[4]
    if letter in _DOTLESS and mark not in _BELOW:
        letter = _DOTLESS[letter]
    if letter == "i" and mark == "\u0307":
        return match[3] + letter
    return match[3] + normalize("NFC", letter + mark)


# ---------------------------------------------------------------- groups

_TOKEN: Final = re.compile(r"\\[A-Za-z]+\*?[ \t\r\n]*|\\.|[{}]|[^\\{}]+|\\", re.DOTALL)
_FIRST: Final = re.compile("\x03[0-9]+\x04|.", re.DOTALL)


class _Walker:
    """Goes through groups: what closes each is on a stack, so that depth costs nothing."""

    def __init__(self, text: str, unknown: dict[str, None] | None) -> None:
        self._tokens = _TOKEN.findall(text)
        self._at = 0
        self._out: list[str] = []
        self._closers: list[list[str]] = [[]]
        self._unknown = unknown
        self._literal = False  # whether a group that begins here is the argument of an unknown word

    def run(self) -> str:
        """The text without control sequences and braces."""
        while (item := self._next()) is not None:
            literal, self._literal = self._literal, False
            if item == "{":
                self._closers.append([CLOSE_BRACE] if literal else [])
                if literal:
                    self._out.append(OPEN_BRACE)
            elif item == "}":
                if len(self._closers) > 1:
                    self._close()
            elif item[0] != "\\":
                self._out.append(item)
            elif item[1:2].isalpha() and item[1:2].isascii():
                self._word(item)
            else:
                self._sign(item)
        while len(self._closers) > 1:
            self._close()
        self._close()
        return "".join(self._out)

    def _next(self) -> str | None:
        if self._at == len(self._tokens):
            return None
        self._at += 1
        item: str = self._tokens[self._at - 1]
        return item

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _close(self) -> None:
        closers = self._closers.pop()
        self._out.extend(reversed(closers))
        self._literal = closers == [CLOSE_BRACE]

    def _word(self, item: str) -> None:
        name = item[1:].rstrip(_EDGES)
        bare = name.rstrip("*")
        if name in TAG_COMMANDS:
            self._tag(*TAG_COMMANDS[name])
        elif bare in SWITCHES:
            if SWITCHES[bare]:
                opening, closing = TAG_COMMANDS[SWITCHES[bare]]
                self._out.append(opening)
                self._closers[-1].append(closing)
        elif name in ARGUMENT_DROPPED:
            if self._peek() == "{":
                self._skip_group()
        elif bare in TRANSPARENT or (bare in ACCENTS and self._peek() == "{"):
            return
        elif (meaning := _beyond_the_table(bare)) is not None:
            self._out.append(meaning)
        else:
            self._keep(item, bare)

    def _tag(self, opening: str, closing: str) -> None:
        """A tag around the argument: a group, or one character."""
        following = self._peek()
        if following == "{":
            self._at += 1
            self._out.append(opening)
            self._closers.append([closing])
        elif following and following[0] not in "\\}":
            match = _FIRST.match(following)
            first = match.group() if match is not None else ""
            self._out.append(opening + first + closing)
            self._tokens[self._at] = following[len(first) :]
            if not self._peek():
                self._at += 1

    def _skip_group(self) -> None:
        depth = 0
        while (item := self._next()) is not None:
            depth += (item == "{") - (item == "}")
            if depth <= 0:
                return

    def _sign(self, item: str) -> None:
        """An accent without a letter to go over, or a backslash that means nothing."""
        spacing = SPACING_ACCENTS.get(item[1:2])
        if spacing is not None and self._tokens[self._at : self._at + 2] == ["{", "}"]:
            self._at += 2
            self._out.append(spacing)
        elif spacing is not None and self._peek() == "}":
            self._out.append(spacing)
        else:
            self._keep(item, item[1:])

    def _keep(self, item: str, name: str) -> None:
        self._out.append(BACKSLASH + item[1:])
        self._literal = True
        if self._unknown is not None:
            self._unknown[name] = None


@lru_cache(maxsize=1)
def _pylatexenc() -> Any:
    """The words that pylatexenc knows. Imported when first needed: it is slow."""
    from pylatexenc.latex2text import get_default_latex_context_db  # noqa: PLC0415 (slow to import, seldom needed)

    return get_default_latex_context_db()


def _beyond_the_table(name: str) -> str | None:
    """The character that pylatexenc knows for a control word, or None."""
    text = getattr(_pylatexenc().get_macro_spec(name), "simplify_repl", None)
    if isinstance(text, str) and text and "%" not in text and not text.isascii():
        return text
    return None
