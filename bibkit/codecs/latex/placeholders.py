r"""What TeX text holds that is not text: formulas, addresses; and the fields that are not TeX text at all.

Knows: how formulas are marked (``$``, ``\(``, ``\ensuremath``), which dollars are money, what an escaped URL is.
Must not know: the text around them (`bibkit.codecs.latex.reader`).

What is hidden is replaced by a placeholder (two control characters with a number between), so that no later step changes
anything in it; `reveal` cuts the text at the placeholders again.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from bibkit.codecs.latex.tables import DOLLAR, LINE_BREAK, restore
from bibkit.text.mathtext import SYMBOLS as MATH_SYMBOLS

__all__ = ["decode_verbatim", "hide", "is_raised", "reveal"]

_BLANKS: Final = re.compile(r"[ \t\r\n]+")
_EDGES: Final = " \t\r\n"
_TEX_MATH: Final = re.compile(r"\$\$([^$]+)\$\$|\$([^$]+)\$")
_TEX_SIGN: Final = re.compile(r"[\\^_{}]")
_PLACEHOLDER: Final = re.compile("\x03([0-9]+)\x04")
_EARLY: Final = re.compile(r"\\(url|doi|path|nolinkurl|href|ensuremath|texorpdfstring)(?![A-Za-z])[ \t\r\n]*\{")
_BRACE: Final = re.compile(r"\\.|[{}]", re.DOTALL)


@cache
def _raised_text() -> re.Pattern[str]:
    return re.compile(
        r"([0-9]*)([_^])\s*(?:([0-9+])|\{([0-9+\-]+|[A-Za-z0-9+\-]{2,})\}|\{?\\(?:text|textrm|mathrm|textnormal|mbox|textit|rm)\s*"
        r"\{([^{}$\\^_]*)\}\s*\}?|\{\\(?:rm|it)\s+([^{}$\\^_]*)\})\s*\Z"
    )


_SCRIPTS: Final = {"^": "textsuperscript", "_": "textsubscript"}


def hide(text: str, hidden: list[tuple[bool, str]]) -> str:
    r"""Replace formulas and addresses of a text by placeholders; what they stand for is added to ``hidden``.

    >>> hidden = []
    >>> hide(r"Ponds in $L^2$ at \url{https://example.org}", hidden)
    'Ponds in \x031\x04 at \x030\x04'
    """
    if "\\" in text and _EARLY.search(text) is not None:
        text = _early(text, hidden)
    if "\\(" in text:
        text = _delimited(text, "\\(", "\\)", "$", hidden)
    if "\\[" in text:
        text = _delimited(text, "\\[", "\\]", "$$", hidden)
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
            _formula(body.replace(LINE_BREAK, "\\\\").replace(DOLLAR, "\\$"), "$$" if match[1] else "$", hidden)
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
    if following.isdecimal() and bare[0].isdecimal():
        return True
    return len(bare.split(None, 1)) > 1 and (len(bare) < len(body) or following.isdecimal())


def _formula(body: str, dollars: str, hidden: list[tuple[bool, str]]) -> str:
    """Hide a formula; a purely textual superscript or subscript becomes a tag."""
    body = body.strip()
    if "\n" in body:
        body = _BLANKS.sub(" ", body)
    if body.endswith("\\") and not body.endswith("\\\\"):  # of a control space at the end the blank has gone
        body = body[:-1].rstrip()
    if not body:
        return ""
    if "\x03" in body:
        body = _PLACEHOLDER.sub(lambda match: hidden[int(match[1])][1].strip("$"), body)
    if dollars == "$" and (raised := _raised(body)):
        return raised
    return _placeholder(True, f"{dollars}{body}{dollars}", hidden)


def _raised(body: str) -> str:
    """A formula that is only text raised or lowered, as the command for that; else an empty string."""
    if body[0] not in "^_0123456789" or (match := _raised_text().match(body)) is None:
        return ""
    raised = next((part for part in match.groups()[2:] if part is not None), "")
    if not raised or (match[1] and not raised.isalpha()):  # "$10^{3}$" is a number
        return ""
    return f"{match[1]}\\{_SCRIPTS[match[2]]}{{{raised}}}"


def is_raised(body: str) -> bool:
    r"""Whether `decode` takes a formula for text raised or lowered: ``_2``, ``^{\textrm{th}}``, ``4^{\text{th}}``."""
    return bool(_raised(body))


def _placeholder(is_math: bool, piece: str, hidden: list[tuple[bool, str]]) -> str:
    hidden.append((is_math, piece))
    return f"\x03{len(hidden) - 1}\x04"


def _delimited(text: str, opening: str, closing: str, dollars: str, hidden: list[tuple[bool, str]]) -> str:
    r"""Hide the formulas between ``\(`` and ``\)``."""
    parts: list[str] = []
    at = 0
    while (start := text.find(opening, at)) >= 0 and (end := text.find(closing, start)) >= 0:
        if start and text[start - 1] == "\\":  # a line break and a parenthesis
            parts.append(text[at : start + 2])
            at = start + 2
            continue
        parts.append(text[at:start])
        parts.append(_formula(text[start + 2 : end], dollars, hidden))
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


def _early(text: str, hidden: list[tuple[bool, str]]) -> str:
    """Hide addresses, and formulas that a command marks. Stops at a group that never ends."""
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
            parts.append(_ensured(body, hidden))
        elif match[1] in {"texorpdfstring", "href"}:
            end = _group_end(text, at + 1) if text[at : at + 1] == "{" else at - 1
            is_link = match[1] == "href"
            parts.append(_link(text[at : end + 1], decode_verbatim(body), hidden) if is_link else f"{{{body}}}")
            if end < 0:
                break
            at = end + 1
        else:
            parts.append(_placeholder(False, decode_verbatim(body), hidden))
    parts.append(text[at:])
    return "".join(parts)


def _ensured(body: str, hidden: list[tuple[bool, str]]) -> str:
    r"""``\ensuremath{\alpha}`` is the letter; anything longer is a formula."""
    bare = body.strip()
    if bare[:1] == "\\" and (sign := MATH_SYMBOLS.get(bare[1:])) is not None and not sign.isascii():
        return f"{{{sign}}}"
    if "$" in body:
        return f"{{{body}}}"
    return _placeholder(True, f"${bare}$", hidden) if bare else ""


def _link(words: str, address: str, hidden: list[tuple[bool, str]]) -> str:
    r"""``\href{address}{words}``: the words, and the address where it says something else."""
    if words[1:-1].strip() == address:
        return words
    placeholder = _placeholder(False, address, hidden)
    return f"{words} ({placeholder})" if words else placeholder


def reveal(text: str, hidden: list[tuple[bool, str]]) -> list[tuple[bool, str]]:
    """The text cut into formulas and literal text again."""
    split = _PLACEHOLDER.split(text)
    pieces: list[tuple[bool, str]] = []
    for index, part in enumerate(split):
        if index % 2 == 0:
            if part:
                pieces.append((False, restore(part)))
            continue
        is_math, piece = hidden[int(part)]
        if is_math and split[index + 1][:1].isdecimal() and _TEX_SIGN.search(piece) is None:
            piece = f"${{{piece[1:-1]}}}$"  # else rich text would take "$k$2" for money
        pieces.append((is_math, piece))
    return pieces


# ---------------------------------------------------------------- verbatim fields

_ADDRESS: Final = re.compile(r"\\(url|path|nolinkurl|href)\s*\{")


@cache
def _verbatim_escape() -> re.Pattern[str]:
    return re.compile(
        r"\{\\textasciitilde\s*\}|\\textasciitilde(?:\{\}|\s)?|\{\\~\{?\}?\}|\\~(?:\{\s*\})?|\$\\sim\$|\{\\sim\}"
        r"|\{\\?([_%&#$~^\\])\}|\\([_%&#${}])|\{\\textunderscore\s*\}"
        r"|\\textunderscore(?:\{\}|\s)?|\\(?:slash|allowbreak)(?:\{\}|\s+|(?![A-Za-z]))|\\[-/](?:\{\}|(?![A-Za-z]))"
        r"|\{\\text(?:less|greater)\s*\}|\\text(?:less|greater)(?:\{\}|\s+|(?![A-Za-z]))|\$[<>]\$|\\ensuremath\s*\{[<>]\}"
    )


def decode_verbatim(text: str) -> str:
    r"""The text of a verbatim field (URL, DOI, eprint) without the escapes that people and programs put there.

    biblatex takes such fields as they stand (manual, 2.2.1 "verbatim", "uri"), but many are written as TeX text.

    >>> decode_verbatim(r"\url{https://example.org/c\_d?p=10\%}")
    'https://example.org/c_d?p=10%'
    """
    text = text.strip(_EDGES)
    if "\\" in text or "{" in text or "$" in text:
        if (match := _ADDRESS.search(text)) is not None and (end := _group_end(text, match.end())) >= 0:
            rest = "" if match[1] == "href" else text[end + 1 :]
            text = text[: match.start()] + text[match.end() : end] + rest
        text = _verbatim_escape().sub(_verbatim, text)
        if text[:1] == "{" and text[-1:] == "}" and "{" not in text[1:]:
            text = text[1:-1].strip(_EDGES)
    return text


def _verbatim(match: re.Match[str]) -> str:
    escaped = match[1] or match[2]
    if escaped is not None:
        return escaped
    whole = match.group()
    if "underscore" in whole:
        return "_"
    if "slash" in whole:
        return "/"
    if "less" in whole or "<" in whole:
        return "<"
    if "greater" in whole or ">" in whole:
        return ">"
    return "" if "allowbreak" in whole or whole[1:2] in {"-", "/"} else "~"
