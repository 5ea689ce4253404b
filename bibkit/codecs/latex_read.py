"""TeX field text to rich text.

Knows: how TeX reads a bibliography's text: control words and the blanks they eat, accents, groups, ligatures,
mathematics; and how much of that people get wrong.
Must not know: fields, entries, names; which field holds TeX and which is verbatim.

The steps, each skipped where the text has nothing for it:

1. formulas, addresses and the like are set aside, so that nothing changes in them;
2. ligatures (``--``, ``---``, quotation marks) become their characters;
3. control words that are one character become it, eating the blanks after them;
4. accents go over their letters, from the innermost outwards;
5. what still has a backslash is walked through group by group: fonts, unknown words;
6. the braces go. A brace that is text is a stand-in by then (`latex_tables`).
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from bibkit.codecs.latex_tables import (
    ACCENTS,
    ARGUMENT_DROPPED,
    BACKSLASH,
    CHARACTERS,
    CLOSE_BRACE,
    DOLLAR,
    LINE_BREAK,
    OPEN_BRACE,
    RESTORED,
    SPACING_ACCENTS,
    SWITCHES,
    TAG_COMMANDS,
    TRANSPARENT,
    WORDS,
)
from bibkit.markup import protect_dollars
from bibkit.mathtext import SYMBOLS as MATH_SYMBOLS

__all__ = ["decode", "decode_verbatim", "decode_with_unknown", "is_raised"]

_SPECIAL: Final = ("\\", "{", "}", "$", "\n", "~", "--", "''", "``", "  ", "\t", "\r")
_STAND_INS: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_BLANKS: Final = re.compile(r"[ \t\r\n]+")
_EDGES: Final = " \t\r\n"


def decode(text: str) -> str:
    r"""Read TeX text as rich text, in NFC. Never fails: what is not understood stays, backslash and all.

    Fonts become tags, formulas stay as they are between dollars, case-protecting braces go.

    >>> decode(r"Stra{\ss}enb{\"a}ume: \emph{Tilia} for \$5 in $O(k\log k)$ -- {NASA}")
    'Straßenbäume: <i>Tilia</i> for $5 in $O(k\\log k)$ – NASA'
    """
    for mark in _SPECIAL:
        if mark in text:
            return _decode(text, None)
    text = text.strip(_EDGES)
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def decode_with_unknown(text: str) -> tuple[str, tuple[str, ...]]:
    r"""`decode`, and the names of the control words that are not known and stay in the text.

    >>> decode_with_unknown(r"Ponds \frobnicate{x}")
    ('Ponds \\frobnicate{x}', ('frobnicate',))
    """
    unknown: dict[str, None] = {}
    return _decode(text, unknown), tuple(unknown)


def _decode(text: str, unknown: dict[str, None] | None) -> str:
    if _STAND_INS.search(text) is not None:
        text = _STAND_INS.sub("", text)
    aside: list[tuple[bool, str]] = []
    if "\\" in text or "$" in text:
        text = _set_aside(text, aside)
    text = _ligatures(text)
    if "\\" in text:
        text = _controls(text, unknown)
    if "~" in text:
        text = text.replace("~", "\u00a0")
    if "{" in text or "}" in text:
        text = text.replace("{", "").replace("}", "")
    text = _blanks(text)
    if aside:
        text = protect_dollars(_put_back(text, aside))
    else:
        text = text.translate(RESTORED)
        if "$" in text:
            text = protect_dollars([(False, text)])
    return text if text.isascii() else unicodedata.normalize("NFC", text)


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
    if "--" in text:
        text = text.replace("---", "—").replace("--", "–")
    if "``" in text:
        text = text.replace("``", "“")
    if "''" in text:
        text = text.replace("''", "”")
    if "`" in text and ("?`" in text or "!`" in text):
        text = text.replace("?`", "¿").replace("!`", "¡")
    return text


# ---------------------------------------------------------------- what is set aside

_TEX_MATH: Final = re.compile(r"\$\$([^$]+)\$\$|\$([^$]+)\$")
_TEX_SIGN: Final = re.compile(r"[\\^_{}]")
_ASIDE: Final = re.compile("\x03([0-9]+)\x04")
_EARLY: Final = re.compile(r"\\(url|path|nolinkurl|href|ensuremath|texorpdfstring)(?![A-Za-z])[ \t\r\n]*\{")
_BRACE: Final = re.compile(r"\\.|[{}]", re.DOTALL)
_RAISED: Final = re.compile(
    r"([0-9]*)([_^])\s*(?:([0-9+])|\{([0-9+\-]+|th|st|nd|rd)\}|\{?\\(?:text|textrm|mathrm|textnormal|mbox|textit|rm)\s*"
    r"\{([^{}$\\^_]*)\}\s*\}?|\{\\(?:rm|it)\s+([^{}$\\^_]*)\})\s*\Z"
)

_SCRIPTS: Final = {"^": "textsuperscript", "_": "textsubscript"}


def _set_aside(text: str, aside: list[tuple[bool, str]]) -> str:
    """Replace formulas and addresses by marks that point into ``aside``."""
    if (
        "\\url" in text
        or "\\href" in text
        or "\\ensuremath" in text
        or "\\path" in text
        or "\\no" in text
        or "\\tex" in text
    ):
        text = _early(text, aside)
    if "\\(" in text:
        text = _delimited(text, "\\(", "\\)", "$", aside)
    if "\\[" in text:
        text = _delimited(text, "\\[", "\\]", "$$", aside)
    if "$" not in text:
        return text
    if "\\\\" in text:
        text = text.replace("\\\\", LINE_BREAK)
    if "\\$" in text:
        text = text.replace("\\$", DOLLAR)
    parts: list[str] = []
    at = 0
    while (match := _TEX_MATH.search(text, at)) is not None:
        body = match[1] or match[2]
        if _is_money(body, text[match.end() : match.end() + 1]):
            parts.append(text[at : match.start()] + DOLLAR)
            at = match.start() + 1
            continue
        parts.append(text[at : match.start()])
        parts.append(
            _formula(body.replace(LINE_BREAK, "\\\\").replace(DOLLAR, "\\$"), "$$" if match[1] else "$", aside)
        )
        at = match.end()
    parts.append(text[at:])
    return "".join(parts).replace("$", DOLLAR)


def _is_money(body: str, following: str) -> bool:
    """Whether two dollars that are not escaped are prices: ``from $310 to $75``. People do that."""
    if _TEX_SIGN.search(body) is not None:
        return False
    bare = body.strip()
    if not bare:
        return True
    if following.isdigit() and bare[0].isdigit():
        return True
    return len(bare.split(None, 1)) > 1 and (len(bare) < len(body) or following.isdigit())


def _formula(body: str, dollars: str, aside: list[tuple[bool, str]]) -> str:
    """Set a formula aside; a purely textual superscript or subscript becomes a tag."""
    body = body.strip()
    if "\n" in body:
        body = _BLANKS.sub(" ", body)
    if body.endswith("\\") and not body.endswith("\\\\"):  # of a control space at the end the blank has gone
        body = body[:-1].rstrip()
    if not body:
        return ""
    if "\x03" in body:
        body = _ASIDE.sub(lambda match: aside[int(match[1])][1].strip("$"), body)
    if dollars == "$" and (raised := _raised(body)):
        return raised
    return _mark(True, f"{dollars}{body}{dollars}", aside)


def _raised(body: str) -> str:
    """A formula that is only text raised or lowered, as the command for that; else an empty string."""
    if body[0] not in "^_0123456789" or (match := _RAISED.match(body)) is None:
        return ""
    raised = next((part for part in match.groups()[2:] if part is not None), "")
    if not raised or (match[1] and not raised.isalpha()):  # "$10^{3}$" is a number
        return ""
    return f"{match[1]}\\{_SCRIPTS[match[2]]}{{{raised}}}"


def is_raised(body: str) -> bool:
    r"""Whether `decode` takes a formula for text raised or lowered: ``_2``, ``^{\textrm{th}}``, ``4^{\text{th}}``."""
    return bool(_raised(body))


def _mark(is_math: bool, piece: str, aside: list[tuple[bool, str]]) -> str:
    aside.append((is_math, piece))
    return f"\x03{len(aside) - 1}\x04"


def _delimited(text: str, opening: str, closing: str, dollars: str, aside: list[tuple[bool, str]]) -> str:
    r"""Set aside the formulas between ``\(`` and ``\)``."""
    parts: list[str] = []
    at = 0
    while (start := text.find(opening, at)) >= 0 and (end := text.find(closing, start)) >= 0:
        if start and text[start - 1] == "\\":  # a line break and a parenthesis
            parts.append(text[at : start + 2])
            at = start + 2
            continue
        parts.append(text[at:start])
        parts.append(_formula(text[start + 2 : end], dollars, aside))
        at = end + 2
    parts.append(text[at:])
    return "".join(parts)


def _group_end(text: str, at: int) -> int:
    """The place of the brace that closes the group whose inside begins at ``at``, or -1."""
    depth = 1
    for match in _BRACE.finditer(text, at):
        if match.group() == "{":
            depth += 1
        elif match.group() == "}":
            depth -= 1
            if not depth:
                return match.start()
    return -1


def _early(text: str, aside: list[tuple[bool, str]]) -> str:
    """Set aside addresses, and formulas that a command marks."""
    parts: list[str] = []
    at = 0
    while (match := _EARLY.search(text, at)) is not None:
        end = _group_end(text, match.end())
        if end < 0:
            break
        parts.append(text[at : match.start()])
        at = end + 1
        body = text[match.end() : end]
        if match[1] == "ensuremath":
            parts.append(_ensured(body, aside))
        elif match[1] == "texorpdfstring":
            parts.append(f"{{{body}}}")
            if text[at : at + 1] == "{" and (end := _group_end(text, at + 1)) >= 0:
                at = end + 1
        elif match[1] == "href":
            at = _link(text, at, decode_verbatim(body), parts, aside)
        else:
            parts.append(_mark(False, decode_verbatim(body), aside))
    parts.append(text[at:])
    return "".join(parts)


def _ensured(body: str, aside: list[tuple[bool, str]]) -> str:
    r"""``\ensuremath{\alpha}`` is the letter; anything longer is a formula."""
    bare = body.strip()
    if bare[:1] == "\\" and (sign := MATH_SYMBOLS.get(bare[1:])) is not None and not sign.isascii():
        return f"{{{sign}}}"
    if "$" in body:
        return f"{{{body}}}"
    return _mark(True, f"${bare}$", aside) if bare else ""


def _link(text: str, at: int, address: str, parts: list[str], aside: list[tuple[bool, str]]) -> int:
    r"""``\href{address}{words}``: the words, and the address where it says something else."""
    end = _group_end(text, at + 1) if text[at : at + 1] == "{" else -1
    if end < 0:
        parts.append(_mark(False, address, aside))
        return at
    words = text[at : end + 1]
    parts.append(words)
    if words[1:-1].strip() != address:
        parts.append(" (" + _mark(False, address, aside) + ")")
    return end + 1


def _put_back(text: str, aside: list[tuple[bool, str]]) -> list[tuple[bool, str]]:
    """The text cut into formulas and literal text again."""
    split = _ASIDE.split(text)
    pieces: list[tuple[bool, str]] = []
    for index, part in enumerate(split):
        if index % 2 == 0:
            if part:
                pieces.append((False, part.translate(RESTORED)))
            continue
        is_math, piece = aside[int(part)]
        if is_math and split[index + 1][:1].isdigit() and _TEX_SIGN.search(piece) is None:
            piece = f"${{{piece[1:-1]}}}$"  # else rich text would take "$k$2" for money
        pieces.append((is_math, piece))
    return pieces


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
    if "{{}" in text:  # the writer's sign for words that keep their case
        text = text.replace("{{}", _NOCASE)
    text = _CONTROL.sub(_control, text)
    for _ in range(_MOST_STACKED):
        if "\\" not in text:
            return text
        text, count = _ACCENT.subn(_accent, text)
        if not count:
            break
    return _walk(text, unknown) if "\\" in text else text


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
    return match[3] + unicodedata.normalize("NFC", letter + mark)


# ---------------------------------------------------------------- groups

_TOKEN: Final = re.compile(r"\\[A-Za-z]+\*?[ \t\r\n]*|\\.|[{}]|[^\\{}]+|\\", re.DOTALL)
_FIRST: Final = re.compile("\x03[0-9]+\x04|.", re.DOTALL)


def _walk(text: str, unknown: dict[str, None] | None) -> str:
    return _Walker(text, unknown).run()


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
                self._open([CLOSE_BRACE] if literal else [])
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

    def _open(self, closers: list[str]) -> None:
        self._closers.append(closers)

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
            self._open([closing])
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


def _beyond_the_table(name: str) -> str | None:
    """The character that pylatexenc knows for a control word, or None. Imported when first needed: it is slow."""
    from pylatexenc.latex2text import get_default_latex_context_db  # noqa: PLC0415 (slow to import, seldom needed)

    spec = get_default_latex_context_db().get_macro_spec(name)
    text = getattr(spec, "simplify_repl", None)
    if isinstance(text, str) and text and "%" not in text and not text.isascii():
        return text
    return None


# ---------------------------------------------------------------- verbatim fields

_VERBATIM: Final = re.compile(
    r"\{\\textasciitilde\s*\}|\\textasciitilde(?:\{\}|\s)?|\{\\~\{?\}?\}|\\~(?:\{\s*\})?|\$\\sim\$|\{\\sim\}"
    r"|\{\\?([_%&#$~^\\])\}|\\([_%&#${}])|\\(?:url|path|nolinkurl)\s*\{([^{}]*)\}|\{\\textunderscore\s*\}"
    r"|\\textunderscore(?:\{\}|\s)?|\\(?:slash|allowbreak|-|/)(?:\{\}|(?![A-Za-z]))"
)


def decode_verbatim(text: str) -> str:
    r"""The text of a verbatim field (URL, DOI, eprint) without the escapes that people and programs put there.

    biblatex takes such fields as they stand (manual, 2.2.1 "verbatim", "uri"), but many are written as TeX text.

    >>> decode_verbatim(r"\url{https://example.org/c\_d?p=10\%}")
    'https://example.org/c_d?p=10%'
    """
    text = text.strip(_EDGES)
    if "\\" in text or "{" in text:
        text = _VERBATIM.sub(_verbatim, text)
        if text[:1] == "{" and text[-1:] == "}" and "{" not in text[1:]:
            text = text[1:-1].strip(_EDGES)
    return text


def _verbatim(match: re.Match[str]) -> str:
    escaped = match[1] or match[2]
    if escaped is not None:
        return escaped
    if match[3] is not None:
        return _VERBATIM.sub(_verbatim, match[3])
    whole = match.group()
    if "underscore" in whole:
        return "_"
    if "slash" in whole:
        return "/"
    return "" if "allowbreak" in whole or whole[1:2] in {"-", "/"} else "~"
