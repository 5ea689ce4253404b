r"""Rich text: the text of the model, with CSL's HTML subset and mathematics, to and from plain text and HTML.

Knows: what counts as mathematics and as a tag in rich text, how literal dollars are kept apart from formulas,
what HTML makes of them. Characters that no format may hold: `bibkit.text.characters`, whose functions are here too.
Must not know: TeX beyond a formula's borders (`bibkit.codecs.latex`), fields, formats.

Mathematics (pandoc's rule for ``tex_math_dollars``, with one addition):

- ``$`` opens a formula when a character other than white space follows, and the next ``$`` without a backslash
  closes it, stands after a character other than white space, and no digit follows. So ``$5 to $9`` is money.
- Addition: a digit may follow when the formula holds a backslash, ``^``, ``_`` or braces, as in ``$\times$10``.
- ``$$...$$`` is a formula too. A formula has balanced braces and no blank line.
- An odd number of backslashes before a dollar makes it literal: ``\$`` is a dollar. The others stand for half as
  many literal backslashes. Backslashes that no dollar follows stand for themselves.

`literal_pieces` takes these escapes away and `protect_dollars` puts them back, only where they are needed:
decoders hand their text to the latter and never write an escape themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias

from bibkit.text.characters import clean, count_illegal, normalize
from bibkit.text.mathtext import formula_to_unicode

__all__ = [
    "SMALL_CAPS",
    "TAGS",
    "Token",
    "clean",
    "count_illegal",
    "from_html",
    "from_plain",
    "literal_pieces",
    "protect_dollars",
    "split_math",
    "to_html",
    "to_plain",
    "tokens",
    "unicode_math",
]

TagName: TypeAlias = Literal["i", "b", "sup", "sub", "sc", "nocase"]

SMALL_CAPS: Final = '<span style="font-variant:small-caps;">'

TAGS: Final[dict[str, tuple[str, str]]] = {
    "i": ("<i>", "</i>"),
    "b": ("<b>", "</b>"),
    "sup": ("<sup>", "</sup>"),
    "sub": ("<sub>", "</sub>"),
    "sc": (SMALL_CAPS, "</span>"),
    "nocase": ('<span class="nocase">', "</span>"),
}
"""The tags of rich text: name, opening and closing form (CSL-JSON's "rich text" section)."""


class Token(NamedTuple):
    """A piece of rich text: literal ``text``, a formula with its dollars, or a tag's name."""

    kind: Literal["text", "math", "open", "close"]
    value: str


# ---------------------------------------------------------------- mathematics

_INLINE: Final = re.compile(r"\$(?![\s$])((?:[^$\\]+|\\.)*+)(?<!\s)\$(?:(?=(\d))|)", re.DOTALL)
_DISPLAY: Final = re.compile(r"\$\$((?:[^$\\]+|\\.)++)\$\$(?:(?=(\d))|)", re.DOTALL)
_TEX_SIGN: Final = re.compile(r"[\\^_{}]")
_BACKSLASHES_AND_DOLLAR: Final = re.compile(r"(\\+)\$")
_MANY_DOLLARS: Final = 64


def _balanced(body: str) -> bool:
    if "{" not in body and "}" not in body:
        return True
    depth = 0
    for brace in re.findall(r"\\.|[{}]", body, re.DOTALL):
        if brace == "{":
            depth += 1
        elif brace == "}":
            depth -= 1
            if depth < 0:
                return False
    return depth == 0


def _formula(text: str, at: int) -> int:
    """Where the formula that opens at ``at`` ends, or 0 where none does."""
    match = _INLINE.match(text, at) or _DISPLAY.match(text, at)
    if match is None:
        return 0
    body, digit = match.groups()
    if digit is not None and _TEX_SIGN.search(body) is None:
        return 0
    if "\n\n" in body or not _balanced(body):
        return 0
    return match.end()


def _escaped(text: str, at: int) -> bool:
    """Whether an odd number of backslashes stands before ``at``."""
    before = at
    while before and text[before - 1] == "\\":
        before -= 1
    return (at - before) % 2 == 1


def split_math(text: str) -> list[tuple[bool, str]]:
    r"""Cut rich text into ``(is_formula, piece)``; the pieces joined are the text again.

    >>> split_math(r"a $\mu$ for \$5")
    [(False, 'a '), (True, '$\\mu$'), (False, ' for \\$5')]
    """
    if "$" not in text:
        return [(False, text)] if text else []
    pieces: list[tuple[bool, str]] = []
    start = at = 0
    while (at := text.find("$", at)) >= 0:
        if _escaped(text, at) or not (end := _formula(text, at)):
            at += 1
            continue
        if at > start:
            pieces.append((False, text[start:at]))
        pieces.append((True, text[at:end]))
        start = at = end
    if start < len(text):
        pieces.append((False, text[start:]))
    return pieces


def _halve(match: re.Match[str]) -> str:
    return "\\" * (len(match.group(1)) // 2) + "$"


def literal_pieces(text: str) -> list[tuple[bool, str]]:
    r"""Cut rich text into formulas and *literal* text, in which ``$`` and backslashes stand for themselves.

    >>> literal_pieces(r"\$5 or $x$")
    [(False, '$5 or '), (True, '$x$')]
    """
    pieces = split_math(text)
    if "\\" not in text or "$" not in text:
        return pieces
    last = len(pieces) - 1
    result: list[tuple[bool, str]] = []
    for index, (is_math, piece) in enumerate(pieces):
        if not is_math:
            if "\\$" in piece:
                piece = _BACKSLASHES_AND_DOLLAR.sub(_halve, piece)
            if index < last and piece.endswith("\\"):  # backslashes before a formula come in pairs
                bare = piece.rstrip("\\")
                piece = bare + "\\" * ((len(piece) - len(bare)) // 2)
        result.append((is_math, piece))
    return result


def _double_last(text: str) -> str:
    """Double the backslashes at the end, since a dollar follows."""
    return text + text[len(text.rstrip("\\")) :] if text.endswith("\\") else text


def protect_dollars(pieces: Iterable[tuple[bool, str]]) -> str:
    r"""Join formulas and literal text into rich text; literal dollars that would open a formula become ``\$``.

    A formula is given with its dollars. Adjacent pieces of text are joined. The inverse of `literal_pieces`.

    >>> protect_dollars([(False, "$5 in A$s, "), (True, "$x$"), (False, " for $7")])
    '\\$5 in A$s, $x$ for $7'
    """
    chosen = list(pieces)
    if not any([not is_math and ("$" in piece or piece[-1:] == "\\") for is_math, piece in chosen]):
        return "".join([piece for _, piece in chosen])
    if sum([piece.count("$") for is_math, piece in chosen if not is_math]) > _MANY_DOLLARS:
        return _escape_all(chosen)
    # From right to left: whether a dollar opens a formula depends on what follows it.
    rest = ""
    for is_math, piece in reversed(chosen):
        if is_math:
            rest = piece + rest
            continue
        for chunk in reversed(re.split(r"(\$)", piece)):
            if chunk == "$":
                rest = ("\\$" if _formula("$" + rest, 0) else "$") + rest
            else:
                rest = (_double_last(chunk) if rest.startswith(("$", "\\$")) else chunk) + rest
    return rest


def _escape_all(pieces: list[tuple[bool, str]]) -> str:
    """Escape every literal dollar: what `protect_dollars` does with very many, so that its time stays linear."""
    result: list[str] = []
    for is_math, piece in pieces:
        if is_math:
            if result:
                result.append(_double_last(result.pop()))
            result.append(piece)
        else:
            result.append(_BACKSLASHES_AND_DOLLAR.sub(r"\1\1$", piece).replace("$", "\\$"))
    return "".join(result)


# ---------------------------------------------------------------- tags


@cache
def _tag() -> re.Pattern[str]:
    return re.compile(
        r"<(?:(?P<close>/)?(?P<name>i|b|sup|sub)|(?P<span>/span)"
        r"|span\s+(?:style=\"font-variant:\s*(?P<sc>small-caps);?\"|class=\"(?P<nocase>nocase)\"))>"
    )


def tokens(text: str) -> list[Token]:
    """Cut rich text into literal text, formulas and tags; tags without a partner are literal text.

    >>> [token.value for token in tokens("<i>Natrix</i> in $x$")]
    ['i', 'Natrix', 'i', ' in ', '$x$']
    """
    return _tokens(literal_pieces(text))


def _tokens(pieces: list[tuple[bool, str]]) -> list[Token]:
    found: list[Token] = []
    open_at: list[int] = []
    for is_math, piece in pieces:
        if is_math or "<" not in piece:
            found.append(Token("math" if is_math else "text", piece))
            continue
        at = 0
        for match in _tag().finditer(piece):
            if match.start() > at:
                found.append(Token("text", piece[at : match.start()]))
            at = match.end()
            _take_tag(match, found, open_at)
        if at < len(piece):
            found.append(Token("text", piece[at:]))
    for at in open_at:
        found[at] = Token("text", TAGS[found[at].value][0])
    return found


def _take_tag(match: re.Match[str], found: list[Token], open_at: list[int]) -> None:
    """Add a tag to ``found``; ``open_at`` is the stack of the tags still open."""
    name = "sc" if match["sc"] else match["nocase"] or (None if match["close"] else match["name"])
    if name is not None:
        open_at.append(len(found))
        found.append(Token("open", name))
        return
    opened = found[open_at[-1]].value if open_at else ""
    closes = match["name"]
    if opened and (opened == closes or (closes is None and opened in {"sc", "nocase"})):
        open_at.pop()
        found.append(Token("close", opened))
    else:
        found.append(Token("text", match.group()))


def to_plain(text: str) -> str:
    r"""Rich text for readers that show plain text: no tags, ``\$`` as ``$``, formulas as ``$...$``.

    >>> to_plain("<i>Natrix</i> at \\$5")
    'Natrix at $5'
    """
    return "".join([token.value for token in tokens(text) if token.kind in {"text", "math"}])


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def to_html(text: str) -> str:
    r"""Rich text as HTML: ``&``, ``<`` and ``>`` as entities, in formulas too, except in the tags of rich text.

    An escaped dollar stays escaped, so that `from_html` gives the same rich text again; readers that show
    the dollar want `to_plain`.

    >>> to_html("<i>a</i> < b & $c<d$")
    '<i>a</i> &lt; b &amp; $c&lt;d$'
    """
    return "".join(
        [
            TAGS[value][kind == "close"] if kind in {"open", "close"} else _escape(value)
            for kind, value in _tokens(split_math(text))
        ]
    )


@cache
def _html_tag() -> re.Pattern[str]:
    return re.compile(r"<!--.*?(?:-->|\Z)|<(/?)(?:jats:|mml:)?([A-Za-z][A-Za-z0-9]*)((?:\s[^<>]*|/)?)>", re.DOTALL)


_AS_TAG: Final = {
    "i": "i", "em": "i", "italic": "i", "cite": "i", "dfn": "i", "var": "i",
    "b": "b", "strong": "b", "bold": "b",
    "sup": "sup", "sub": "sub", "sc": "sc",
}  # fmt: skip
_BLOCK_ELEMENTS: Final = "p div section title blockquote li ul ol h1 h2 h3 h4 h5 h6 tr table"
_OTHER_ELEMENTS: Final = (
    "a abbr acronym bdi bdo big center code font img kbd mark q s samp small strike tt u ins del wbr hr dl dt dd td th"
    " tbody thead math mi mn mo mrow msub msup msubsup mfrac msqrt mtext mover munder mspace mstyle semantics annotation"
    " inline-formula tex-math monospace underline xref"
)
_BLOCKS: Final = frozenset(_BLOCK_ELEMENTS.split())
_DROPPED: Final = frozenset(_OTHER_ELEMENTS.split())


def from_html(text: str) -> str:
    """HTML or JATS as rich text: entities decoded, rich text's tags (and their synonyms) kept, others dropped.

    Blocks become paragraphs and ``<br>`` a line. What is not an element of HTML, such as ``<tags>`` or
    ``a < b``, is text and stays.

    >>> from_html("<p>An <em>old</em> pond &amp; <a href='x'>more</a></p>")
    'An <i>old</i> pond & more'
    """
    from html import unescape  # noqa: PLC0415 (brings a table of 2,000 entities, which most runs never need)

    result: list[str] = []
    spans: list[str] = []
    at = 0
    for match in _html_tag().finditer(text):
        result.append(unescape(text[at : match.start()]))
        result.append(_element(match, spans))
        at = match.end()
    result.append(unescape(text[at:]))
    joined = "".join(result)
    return from_plain(_BLANK_LINES.sub("\n\n", joined).strip() if "\n" in joined else joined)


_BLANK_LINES: Final = re.compile(r"(?<!\s)\s*\n\s*\n\s*")


def _element(match: re.Match[str], spans: list[str]) -> str:
    """What stands in rich text for one HTML tag; ``spans`` is the stack of what closes the open spans."""
    name = (match[2] or "").lower()
    closing = match[1] == "/"
    if name == "span":
        if closing:
            return spans.pop() if spans else ""
        attributes = match[3].lower()
        style = "sc" if "small-caps" in attributes else "nocase" if "nocase" in attributes else ""
        spans.append("</span>" if style else "")
        return TAGS[style][0] if style else ""
    if name in _AS_TAG:
        return TAGS[_AS_TAG[name]][closing]
    if name in _BLOCKS:
        return "\n\n"
    if name == "br":
        return "\n"
    return "" if not name or name in _DROPPED else match.group()


def from_plain(text: str) -> str:
    r"""A plain string as rich text: NFC, else unchanged.

    >>> from_plain("cafe\u0301")
    'café'
    """
    return text if text.isascii() else normalize("NFC", text)


def unicode_math(text: str) -> str:
    r"""Rich text with its formulas as plain Unicode, as far as Unicode goes.

    >>> unicode_math(r"a sharp $\tilde{\mathcal O}(\log K)$ bound")
    'a sharp Õ(log K) bound'
    """
    if "$" not in text:
        return text
    pieces = literal_pieces(text)
    if not any([is_math for is_math, _ in pieces]):
        return text
    plain = "".join([formula_to_unicode(piece.strip("$")) if is_math else piece for is_math, piece in pieces])
    return from_plain(protect_dollars([(False, plain)]))
