r"""Values as they stand in a .bib file: escaped, balanced, on one line.

Knows: which fields are TeX text, which are verbatim, which keep their capitals, and how a field's line looks.
Must not know: which fields a paper has.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from bibkit.codecs import latex
from bibkit.formats.bibtex.dialects import Dialect
from bibkit.formats.bibtex.table import PROTECTED, VERBATIM
from bibkit.text.markup import count_illegal, unicode_math

__all__ = ["Escaper", "Pair", "balanced", "lines"]

Pair = tuple[str, str]
"""A field's name and its value, spelled."""

_BLANKS: Final = re.compile(r"[ \t\r\n\f\v]+")
_PARAGRAPH: Final = re.compile(r"[ \t]*\n[ \t]*\n\s*")


@cache
def _special_in_pages() -> re.Pattern[str]:
    return re.compile(r"[^\w ,;:.()/+*\u2010-\u2015-]")


_HARMLESS_FORMULA: Final = re.compile(r"\$[^$%#&\s](?:[^$%#&]*+(?<=[^\s\\]))?\$(?![$\d])")
_SPECIALS: Final = b"%&_$\\{}<#~^`"
_HARMLESS: Final = bytes([code for code in range(0x20, 0x7F) if code not in _SPECIALS])
"""ASCII that TeX and people see alike, but for what two of a kind mean."""
_LETTERS: Final = bytes(range(0x80, 0xC0)) + bytes(range(0xC3, 0xCB))
"""The bytes of U+00C0 to U+02BF; of any other character one is left."""
_BRACE: Final = re.compile(r"[{}]")


class Escaper:
    """Spells values for one dialect, and collects what the spelling changes."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.scripts: set[str] = set()
        """Scripts of which letters were transliterated."""
        self.illegal = 0
        """Characters that no text file may hold and that were left out."""
        self.subject = ""
        """The field of `Paper` that is being spelled."""
        self.changed: set[str] = set()
        """Fields of `Paper` with a value that reads back otherwise; the caller empties it."""
        self._plain = not dialect.ascii and not dialect.unicode_math
        self._harmless = _HARMLESS if dialect.ascii else _HARMLESS + _LETTERS
        self._paragraph = "\n\n" if dialect.zotero else " \\par "

    def tex(self, text: str) -> str:
        """Rich text as TeX."""
        odd = self._odd(text)
        return text if _is_plain(text, odd) else self._spell(text, printable=_is_printable(text, odd), protect=False)

    def _odd(self, text: str) -> bytes:
        """What of a text is not harmless. Deleting bytes is several times as fast as looking at each letter."""
        return text.encode("utf-8", "surrogatepass").translate(None, self._harmless)

    def _spell(self, text: str, *, printable: bool, protect: bool) -> str:
        """Rich text as TeX; with ``protect`` the capitals of acronyms and names are in braces."""
        plain = text
        if self.dialect.unicode_math and "$" in text:
            plain = unicode_math(text)
        written, scripts = latex.encode_reporting(plain, ascii=self.dialect.ascii, protect=protect)
        if scripts:
            self.scripts |= scripts
        if (not printable or self._is_doubtful(text)) and latex.decode(written) != text:
            self.changed.add(self.subject)
        return written

    def field(self, name: str, value: str) -> str:
        """A value of the table, spelled as its field wants it."""
        odd = self._odd(value)
        protect = name in PROTECTED and self.dialect.protect
        if not protect and _is_plain(value, odd):
            return value
        printable = _is_printable(value, odd)
        if not printable:
            self.illegal += count_illegal(value)
        if name in VERBATIM:
            return balanced(_BLANKS.sub(" ", value))
        if name == "pages":
            if _special_in_pages().search(value) is not None:
                value = "--".join([self.tex(part) for part in value.split("--")])
            return value
        written = self._spell(value, printable=printable, protect=protect)
        return self.one_line(written) if "\n" in written else written

    def _is_doubtful(self, value: str) -> bool:
        """Whether a value may hold what does not survive: TeX that is there already, odd blanks, ASCII's limits."""
        if "$" in value:
            if self.dialect.unicode_math:
                return True
            value = _HARMLESS_FORMULA.sub("x", value)
        if "\\" in value or "$" in value or "  " in value or ("-" in value and "--" in value):
            return True
        if "``" in value or ("'" in value and "''" in value):
            return True
        return not self._plain and not value.isascii()

    def one_line(self, value: str) -> str:
        r"""A value without line breaks; a blank line, which parts paragraphs, becomes ``\par``."""
        paragraphs = [_BLANKS.sub(" ", paragraph) for paragraph in _PARAGRAPH.split(value.strip())]
        return self._paragraph.join(paragraphs)


def _is_plain(text: str, odd: bytes) -> bool:
    """Whether TeX sees in a text what people see."""
    return not odd and "  " not in text and "--" not in text and "''" not in text


def _is_printable(text: str, odd: bytes) -> bool:
    return not odd.translate(None, _SPECIALS) or text.isprintable()


def balanced(value: str) -> str:
    """A verbatim value whose braces pair; others are percent-encoded, as addresses have it (RFC 3986).

    >>> balanced("https://example.org/{x}"), balanced("https://example.org/}x")
    ('https://example.org/{x}', 'https://example.org/%7Dx')
    """
    if "{" not in value and "}" not in value:
        return value
    depth = 0
    for match in _BRACE.finditer(value):
        depth += 1 if match[0] == "{" else -1
        if depth < 0:
            break
    return value if depth == 0 else value.replace("{", "%7B").replace("}", "%7D")


def lines(kind: str, key: str, pairs: list[Pair], bare: frozenset[str] | set[str]) -> list[str]:
    """The pieces of an entry: one field a line, names padded so that the signs stand below one another.

    Fields in ``bare`` are macros or expressions and get no braces.
    """
    pieces = [f"@{kind}{{{key},\n"]
    for name, value in pairs:
        if name in bare:
            pieces += (f"  {name:<13} = ", value, ",\n")
        else:
            pieces += (_label(name), value, "},\n")
    pieces.append("}\n")
    return pieces


@lru_cache(maxsize=1024)
def _label(name: str) -> str:
    return f"  {name:<13} = {{"
