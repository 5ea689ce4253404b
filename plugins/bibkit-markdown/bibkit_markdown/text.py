r"""Rich text as Markdown, and values as YAML.

Knows: what Markdown, Obsidian and YAML take for marks. Both programs take ``$...$`` for mathematics and a little HTML.
Must not know: papers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from bibkit.text.markup import clean, from_html, split_math, to_html

__all__ = ["front_matter", "markdown", "note_markdown", "obsidian_tag"]

_MARKS: Final = re.compile(r"[\\`*_\[\]#|~{}$]|(?<![^\n])(?:[-+>=]|\d+(?=[.)]))")
_TAG: Final = re.compile(r"(<[^<>]*>)")
_NO_CASE: Final = '<span class="nocase">'
_PLAIN: Final = re.compile(r"[A-Za-z][\w/()-]*(?: [\w/()-]+)*", re.ASCII)
_WORDS: Final = frozenset(("true", "false", "yes", "no", "on", "off", "null", "y", "n"))
_NOT_IN_TAGS: Final = re.compile(r"[^\w/-]+")


def markdown(text: str) -> str:
    r"""Rich text as Markdown that shows it: marks escaped, mathematics and tags kept.

    >>> markdown("a*b of $x_1$ in H<sub>2</sub>O")
    'a\\*b of $x_1$ in H<sub>2</sub>O'
    """
    return "".join([f"${piece[1:-1]}$" if math else _escaped(piece) for math, piece in split_math(clean(text))])


def _escaped(text: str) -> str:
    html = to_html(text).replace(_NO_CASE, "<span>")
    pieces = [piece if piece.startswith("<") else _MARKS.sub(r"\\\g<0>", piece) for piece in _TAG.split(html)]
    return "".join(pieces).replace("<span>", "").replace("</span>", "") if _NO_CASE in text else "".join(pieces)


def note_markdown(text: str) -> str:
    """A note, which is HTML or plain text, as Markdown."""
    return markdown(from_html(text) if "<" in text else text)


def obsidian_tag(tag: str) -> str:
    """A tag as Obsidian allows it: letters, digits, ``_ - /``, no blanks, not only digits.

    >>> obsidian_tag("Estuaries, Tidal"), obsidian_tag("2031")
    ('Estuaries-Tidal', 'y2031')
    """
    allowed = _NOT_IN_TAGS.sub("-", tag).strip("-/")
    return f"y{allowed}" if allowed.isdecimal() else allowed


def front_matter(values: dict[str, Any]) -> str:
    """A block of YAML between two lines of hyphens; empty values are left out."""
    return "---\n" + "".join(_lines(values, 0)) + "---\n"


def _lines(values: dict[str, Any], depth: int) -> Iterator[str]:
    indent = "  " * depth
    for name, value in values.items():
        if not value:
            continue
        if isinstance(value, dict):
            yield f"{indent}{name}:\n"
            yield from _lines(value, depth + 1)
        elif isinstance(value, list):
            yield f"{indent}{name}:\n"
            for item in value:
                if isinstance(item, dict):
                    inner = "".join(_lines(item, depth + 2))
                    yield f"{indent}  - {inner.lstrip(' ')}"
                else:
                    yield f"{indent}  - {_scalar(item)}\n"
        else:
            yield f"{indent}{name}: {_scalar(value)}\n"


def _scalar(value: Any) -> str:
    if isinstance(value, int):
        return str(value)
    text = clean(str(value))
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS:
        return text
    return json.dumps(text, ensure_ascii=False)
