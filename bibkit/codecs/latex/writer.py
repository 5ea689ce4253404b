r"""Rich text to TeX field text.

Knows: what is special to TeX, which words a BibTeX style would spoil, how letters beyond ASCII are spelled in it.
Must not know: fields, entries, names.

**What is escaped.** In UTF-8 the ten specials of TeX and nothing else: ``\& \% \# \_ \$ \{ \}``,
``\textasciitilde{}``, ``\textasciicircum{}``, ``\textbackslash{}``; a no-break space is ``~``. Literal ``--``,
``''``, ``` `` ``` and ``?``` get a ``{}`` between, since TeX would make one character of them. Formulas stay as
they are, except for bare ``%``, ``#`` and ``&``, which would not compile.

**TeX that is in the text already** (abstracts from arXiv hold it) is not escaped twice: the font commands of the
kernel with a balanced argument and escaped specials stay, accents and words that make a letter become it. Any other
backslash is a character.

**Braces.** BibTeX counts braces, escaped or not. Pairs become ``\{ \}``; one without its partner becomes
``\textbraceleft{}`` or ``\textbraceright{}``.

**ASCII** (``ascii=True``): each letter is one BibTeX special character: ``{\"o}``, ``{\l}``, ``{\d{\^a}}``.
What has no spelling is transliterated and its script reported.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import msgspec

from bibkit.codecs.latex.placeholders import is_raised
from bibkit.codecs.latex.protection import PROTECTED_END, PROTECTED_START, protect_words
from bibkit.codecs.latex.tables import ACCENTS, ESCAPES, WORDS
from bibkit.text.characters import normalize
from bibkit.text.markup import tokens

__all__ = ["encode", "encode_reporting"]

# Stand-ins, as in tables: a formula, an empty group, tags (braces of protection: protection).
_FORMULA: Final = "\x03"
_BREAK: Final = "\x07"
_OPENING: Final = {"i": "\x10", "b": "\x11", "sup": "\x12", "sub": "\x13", "sc": "\x14", "nocase": "\x15"}
_CLOSING: Final = "\x16"
_AS_TEX: Final = (
    (PROTECTED_START, "{"),
    (PROTECTED_END, "}"),
    (_BREAK, "{}"),
    ("\x10", "\\emph{"),
    ("\x11", "\\textbf{"),
    ("\x12", "\\textsuperscript{"),
    ("\x13", "\\textsubscript{"),
    ("\x14", "\\textsc{"),
    ("\x15", "{{}"),
    ("\x16", "}"),
)
_CONTROLS: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


def encode(text: str, *, ascii: bool = False, protect: bool = False) -> str:  # noqa: A002 (the option's name)
    r"""Write rich text as TeX. ``protect`` is for titles, ``ascii`` for programs that know no UTF-8.

    >>> encode(r"R&D of LLMs at 5% in $O(k\log k)$", protect=True)
    '{R\\&D} of {LLMs} at 5\\% in $O(k\\log k)$'
    >>> encode("Łódź", ascii=True)
    "{\\L}{\\'o}d{\\'z}"
    """
    return encode_reporting(text, ascii=ascii, protect=protect)[0]


def encode_reporting(
    text: str,
    *,
    ascii: bool = False,  # noqa: A002 (the option's name)
    protect: bool = False,
) -> tuple[str, frozenset[str]]:
    """`encode`, and what ASCII could only transliterate: names of scripts, "sign" for what is no letter.

    >>> encode_reporting("Рівне", ascii=True)
    ('Rivne', frozenset({'Cyrillic'}))
    """
    if not text.isascii():
        text = normalize("NFC", text)
    text = _CONTROLS.sub("", text)
    formulas: list[str] = []
    if "<" in text or "$" in text:
        text = _flatten(text, formulas)
    if protect:
        text = protect_words(text)
    text = _part_ligatures(text, spelled=ascii)
    text = _escape(text)
    lost: set[str] = set()
    if ascii and not text.isascii():
        from bibkit.codecs.latex.ascii import to_ascii  # noqa: PLC0415 - its tables are needed for few files

        text = to_ascii(text, lost)
    for stand_in, tex in _AS_TEX:
        text = text.replace(stand_in, tex)
    if formulas:
        parts = text.split(_FORMULA)
        for index, formula in enumerate(formulas):
            parts[index] += _formula(formula, lost if ascii else None)
        text = "".join(parts)
    return text, frozenset(lost)


def _flatten(text: str, formulas: list[str]) -> str:
    """Literal text with stand-ins for tags and formulas."""
    parts = []
    for kind, value in tokens(text):
        if kind == "text":
            parts.append(value)
        elif kind == "math":
            formulas.append(value)
            parts.append(_FORMULA)
        else:
            parts.append(_OPENING[value] if kind == "open" else _CLOSING)
    return "".join(parts)


# ---------------------------------------------------------------- escapes

_JOINED: Final = re.compile(r"[?!](?=`)")


@cache
def _joined_ascii() -> re.Pattern[str]:
    return re.compile(r"[-–—](?=[-–—])|[`“?!](?=[`“])|['”](?=['”])")


_TWO: Final = r"\g<0>" + _BREAK

_BITS: Final = re.compile(
    r"\\(?P<font>emph|textit|textbf|textsc|texttt|textrm|textsf|textsl|textup|textnormal|textsuperscript"
    r"|textsubscript|underline|mbox)\{"
    r"|(?P<escape>\\[&%#_])"
    r"|(?P<braced>\{)?\\(?P<word>textbackslash|textasciitilde|textasciicircum|ldots|dots|LaTeX|TeX|"
    r"ss|o|O|l|L|ae|AE|oe|OE|aa|AA|i|j)(?(braced)\}|\{\})"
    r"|(?P<accented>(?P<group>\{)?\\(?:(?P<sign>['`^\"~])|(?P<letter>[vcHkrudb=.])(?=\{|\ [a-zA-Z]\}))"
    r"(?:\{(?:\\i|(?P<inner>[A-Za-z]))\}|\ ?(?P<bare>[A-Za-z])|\\i(?![A-Za-z]))(?(group)\}))"
    r"|\\?(?P<brace>[{}])"
    r"|(?P<special>[\\&%#_~^$\u00a0])"
    r"|(?P<tag>[\x10-\x15])|(?P<end>\x16)"
)
_BEGINS: Final = re.compile(r"[\\{}&%#_~^$\u00a0\x10-\x16]")
"""Where one of them can begin: a search for a set of characters is ten times as fast as one for `_BITS`."""

_CANONICAL: Final = {ESCAPES[char][1:-2]: ESCAPES[char] for char in "\\~^"}
_ACUTE_BASES: Final = frozenset("aeiouyAEIOUYcnzCNZ")
"""Letters over which a backslash and an apostrophe are an accent in plain text; ``model\\'s`` is an escape."""


def _part_ligatures(text: str, *, spelled: bool) -> str:
    """Part what TeX would join; but dashes and quotation marks as TeX spells them become their characters.

    They stand in abstracts (arXiv's are TeX text), where TeX would set the character.
    """
    if "-" in text and "--" in text:  # one character is found ten times as fast as two
        text = text.replace("---", "—").replace("--", "–")
    if "`" in text:
        text = text.replace("``", "“")
    if "'" in text:
        text = text.replace("''", "”")
    if spelled and not text.isascii():
        return _joined_ascii().sub(_TWO, text)
    return _JOINED.sub(_TWO, text) if "`" in text else text


class _Opened(msgspec.Struct, frozen=True):
    """A brace, command or tag that waits for its end."""

    kind: str
    at: int
    if_alone: str


def _escape(text: str) -> str:
    """Escape what TeX would take for its own, so that the result has balanced braces."""
    out: list[str] = []
    waiting: list[_Opened] = []
    at = 0
    while (found := _BEGINS.search(text, at)) is not None:
        match = _BITS.match(text, found.start())
        if match is None:  # cannot be: each sign of the one is a sign of the other
            break
        if match.start() > at:
            out.append(text[at : match.start()])
        at = match.end()
        kind = match.lastgroup
        if kind == "special":
            out.append(ESCAPES[match.group()])
        elif kind == "font":
            waiting.append(_Opened("font", len(out), f"\\textbackslash{{}}{match['font']}\\textbraceleft{{}}"))
            out.append("\\emph{" if match["font"] in {"textit", "textsl"} else match.group())
        elif kind == "brace":
            _brace(match["brace"], out, waiting)
        elif kind == "tag":
            waiting.append(_Opened("tag", len(out), ""))
            out.append(match.group())
        elif kind == "end":
            while waiting and (opened := waiting.pop()).kind != "tag":
                out[opened.at] = opened.if_alone
            out.append(match.group())
        else:
            out.append(_already_tex(match))
    out.append(text[at:])
    for opened in waiting:
        out[opened.at] = opened.if_alone
    return "".join(out)


def _brace(brace: str, out: list[str], waiting: list[_Opened]) -> None:
    if brace == "{":
        waiting.append(_Opened("brace", len(out), ESCAPES["{"]))
        out.append("\\{")
    elif waiting and waiting[-1].kind != "tag":
        out.append("}" if waiting.pop().kind == "font" else "\\}")
    else:
        out.append(ESCAPES["}"])


def _already_tex(match: re.Match[str]) -> str:
    """What stands for TeX in the text: escapes as they are, accents and words as the letters that they make."""
    text = match.group()
    if match["escape"]:
        return text
    if match["word"]:
        return _CANONICAL.get(match["word"]) or WORDS[match["word"]]
    mark = ACCENTS[match["sign"] or match["letter"]]
    base = match["inner"] or match["bare"] or "i"
    letter = normalize("NFC", base + mark)
    bare = match["sign"] is not None and match["group"] is None and match["inner"] is None
    if len(letter) > 1 or (bare and base not in _ACUTE_BASES and not (match["sign"] == "~" and base in "no")):
        return _escaped_whole(text)
    return letter


def _escaped_whole(text: str) -> str:
    """A sequence that is no TeX after all; its braces are a pair."""
    return "".join([{"{": "\\{", "}": "\\}"}.get(char) or ESCAPES.get(char, char) for char in text])


# ---------------------------------------------------------------- formulas

_IN_FORMULA: Final = re.compile(r"\\.|[%#&]", re.DOTALL)


def _formula(formula: str, lost: set[str] | None) -> str:
    """A formula as it is, but so that it compiles, and reads back as a formula."""
    if "%" in formula or "#" in formula or "&" in formula:
        kept = "&" if "\\begin" in formula else ""
        formula = _IN_FORMULA.sub(
            lambda match: match[0] if len(match[0]) > 1 or match[0] == kept else "\\" + match[0], formula
        )
    if ("\\{" in formula or "\\}" in formula) and not _counts(formula):
        formula = formula.replace("\\{", "\\lbrace ").replace("\\}", "\\rbrace ")
    if lost is not None and not formula.isascii():
        from bibkit.codecs.latex.ascii import formula_to_ascii  # noqa: PLC0415 - as above

        formula = formula_to_ascii(formula, lost)
    if formula[1] != "$" and is_raised(formula[1:-1]):
        return f"\\ensuremath{{{formula[1:-1]}}}"
    return formula


def _counts(formula: str) -> bool:
    """Whether braces, escaped or not, are balanced as BibTeX counts them."""
    depth = 0
    for brace in re.findall(r"[{}]", formula):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0
