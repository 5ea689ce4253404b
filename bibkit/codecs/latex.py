r"""TeX field text to and from rich text.

Knows: which way is which; the work is done in `latex_read`, `latex_write` and their tables.
Must not know: fields, entries, names.

What ``decode(encode(text))`` normalises: white space (runs become one blank, a blank line stays), TeX that stood
in the text already (``\emph{x}`` comes back as ``<i>x</i>``), escaped dollars that need no escape. In ASCII, besides,
what had to be transliterated, soft hyphens, and characters beyond ASCII within formulas.
"""

from __future__ import annotations

from bibkit.codecs.latex_read import decode, decode_verbatim, decode_with_unknown

__all__ = ["decode", "decode_verbatim", "decode_with_unknown", "encode", "encode_reporting"]


def encode(text: str, *, ascii: bool = False, protect: bool = False) -> str:  # noqa: A002 (agreed name)
    """Rich text to TeX."""
    return encode_reporting(text, ascii=ascii, protect=protect)[0]


def encode_reporting(
    text: str,
    *,
    ascii: bool = False,
    protect: bool = False,  # noqa: A002 (agreed name)
) -> tuple[str, frozenset[str]]:
    """Rich text to TeX, and the names of the scripts that had to be transliterated."""
    return text, frozenset()
