"""TeX field text to and from rich text (first version)."""

from __future__ import annotations

__all__ = ["decode", "decode_verbatim", "decode_with_unknown", "encode", "encode_reporting"]


def decode(text: str) -> str:
    """TeX to rich text."""
    return decode_with_unknown(text)[0]


def decode_with_unknown(text: str) -> tuple[str, tuple[str, ...]]:
    """TeX to rich text, and the names of the control words that are not known."""
    return text, ()


def decode_verbatim(text: str) -> str:
    """The text of a verbatim field (URL, DOI) without the escapes that people put there."""
    return text


def encode(text: str, *, ascii: bool = False, protect: bool = False) -> str:  # noqa: A002 (agreed name)
    """Rich text to TeX."""
    return encode_reporting(text, ascii=ascii, protect=protect)[0]


def encode_reporting(
    text: str, *, ascii: bool = False, protect: bool = False  # noqa: A002 (agreed name)
) -> tuple[str, frozenset[str]]:
    """Rich text to TeX, and the names of the scripts that had to be transliterated."""
    return text, frozenset()
