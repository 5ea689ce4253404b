r"""TeX field text to and from rich text.

Knows: which way is which; the work is done in `reader`, `writer` and their helpers.
Must not know: fields, entries, names.

What ``decode(encode(text))`` normalises: white space (runs become one blank, a blank line stays), TeX that stood
in the text already (``\emph{x}`` comes back as ``<i>x</i>``), escaped dollars that need no escape, bare ``%``,
``#`` and ``&`` in formulas. In ASCII, besides: what had to be transliterated, soft hyphens and other invisible
characters, blanks of other widths, and characters beyond ASCII within formulas.
"""

from __future__ import annotations

from bibkit.codecs.latex.placeholders import decode_verbatim
from bibkit.codecs.latex.reader import decode, decode_with_unknown
from bibkit.codecs.latex.writer import encode, encode_reporting

__all__ = ["decode", "decode_verbatim", "decode_with_unknown", "encode", "encode_reporting"]
