"""Values as they may stand in a line of RIS.

Knows: what would break a line or be read as something else, and how each dialect wants rich text.
Must not know: which tags a paper has.
"""

from __future__ import annotations

import html
import re
from typing import Final

from bibkit.formats.ris.dialects import Dialect
from bibkit.formats.ris.scanner import VERBATIM, looks_like_tag
from bibkit.text.markup import clean, count_illegal, literal_pieces, protect_dollars, to_html, to_plain, tokens

__all__ = ["Spelling"]

_MULTILINE: Final = frozenset(("AB", "N1"))
_ASCII: Final = bytes([code for code in range(0x20, 0x7F) if chr(code) != "<"])
_LETTERS: Final = _ASCII + bytes(range(0x80, 0xC0)) + bytes(range(0xC3, 0xCA))
"""The same with the bytes of U+00C0 to U+027F, which are printable; of any other character one is left."""
_PARAGRAPH: Final = re.compile(r"\n[ \t]*\n\s*")
_ENTITY_LIKE: Final = re.compile(r"&(?=#?[A-Za-z0-9]{2,32};)")
_ZOTERO_FIELD: Final = re.compile(r"\s*[A-Z][A-Za-z ,/]{1,40}: ?\S")


class _Beginnings(dict[str, str]):
    """How a line with a tag begins."""

    def __missing__(self, tag: str) -> str:
        self[tag] = text = f"{tag}  - "
        return text


class Spelling:
    """Spells values for one dialect, and counts what a spelling loses."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.illegal = 0
        """Characters that were left out."""
        self.doubtful = False
        """Whether a value of the record at hand may have lost something."""
        self.unmarked: list[str] = []
        """Tags of values of the record at hand that have lost their markup, and nothing else."""
        self._beginnings = _Beginnings()

    def lines(self, pairs: list[tuple[str, str]]) -> str:
        r"""Give the lines of a record, each with its newline.

        >>> from bibkit.formats.ris.dialects import DIALECTS
        >>> Spelling(DIALECTS["plain"]).lines([("TI", "Ponds"), ("PY", "2031")])
        'TI  - Ponds\nPY  - 2031\n'
        """
        beginnings = self._beginnings
        text = "\n".join([beginnings[tag] + value for tag, value in pairs]) + "\n"
        if self._is_plain(text, len(pairs)) and not (self.dialect.html and any([tag == "N1" for tag, _ in pairs])):
            return text
        return "".join([f"{line}\n" for line in [self.line(tag, value) for tag, value in pairs] if line])

    def line(self, tag: str, value: str) -> str:
        """Give one line, or the several of a text that may have them; empty where no value is left.

        >>> from bibkit.formats.ris.dialects import DIALECTS
        >>> Spelling(DIALECTS["zotero"]).line("TI", "Ponds & a<b")
        'TI  - Ponds &amp; a&lt;b'
        """
        if self._is_plain(value) and not (self.dialect.html and tag == "N1"):
            return f"{tag}  - {value}" if value else ""
        if not value.isprintable():
            self.illegal += count_illegal(value)
            self.doubtful = self.doubtful or tag not in _MULTILINE
            value = clean(value)
        if tag in _MULTILINE:
            value = self._lines(tag, value)
        else:
            value = _one_line(value)
            value = self._escaped(value) if tag in VERBATIM else self._text(tag, value)
        return f"{tag}  - {value}" if value else ""

    def _is_plain(self, text: str, ends: int = 0) -> bool:
        """Tell whether a text with so many line ends stands as it is.

        Deleting bytes first is several times as fast as looking at each letter.
        """
        data = text.encode("utf-8", "surrogatepass")
        odd = data.translate(None, _LETTERS)
        if odd.count(b"\n") != ends or (len(odd) != ends and not _is_printable(data)):
            return False
        if b"&" in data and (self.dialect.html or (b";" in data and _ENTITY_LIKE.search(text) is not None)):
            return False
        first = data.find(b"\\")
        return first < 0 or data.find(b"\\$", first, data.rfind(b"$") + 1) < 0

    def _escaped(self, value: str) -> str:
        if self.dialect.html:
            return html.escape(value, quote=False)
        return _ENTITY_LIKE.sub("&amp;", value) if "&" in value else value

    def _text(self, tag: str, value: str) -> str:
        """Spell rich text: as HTML for a program that reads that, else without markup."""
        if self.dialect.html:
            marked = to_html(value)
            bare = "".join([piece for _, piece in literal_pieces(marked)]) if "\\" in marked else marked
            return marked if "\\$" in bare else bare
        return self._plain(tag, value)

    def _plain(self, tag: str, value: str) -> str:
        plain = to_plain(value)
        if "\\$" in plain:  # a backslash before a dollar would be read as an escape: keep the escapes
            plain = protect_dollars(
                [(token.kind == "math", token.value) for token in tokens(value) if token.kind in ("text", "math")]
            )
        if plain != value:
            if "\\$" in value:  # an escaped dollar may be read as one again
                self.doubtful = True
            else:
                self.unmarked.append(tag)
        return _ENTITY_LIKE.sub("&amp;", plain) if "&" in plain else plain

    def _lines(self, tag: str, value: str) -> str:
        """Spell a text of several lines: an abstract's paragraphs, a note's lines."""
        if tag == "AB":
            paragraphs = [_one_line(part) for part in _PARAGRAPH.split(value)]
            lines = [self._plain(tag, part) for part in paragraphs if part]
            if len(lines) > 1 and not self.dialect.paragraphs:
                self.doubtful = True
                return " ".join(lines)
            return "\n\n".join([lines[0], *[_guarded(line) for line in lines[1:]]]) if lines else ""
        self.doubtful = True
        value = value.strip()
        if self.dialect.html and "<" not in value and _ZOTERO_FIELD.match(value):
            value = f"<p>{html.escape(value, quote=False)}</p>"
        first, *rest = [line.strip() for line in value.split("\n")]
        return "\n".join([first, *[_guarded(line) for line in rest]])


def _is_printable(data: bytes) -> bool:
    rest = data.translate(None, _ASCII).replace(b"\n", b"")
    return b"<" not in rest and rest.decode("utf-8", "surrogatepass").isprintable()


def _one_line(text: str) -> str:
    """Put blanks where lines end."""
    return " ".join([bare for line in text.split("\n") if (bare := line.strip())]).replace("\t", " ")


def _guarded(line: str) -> str:
    """Move a line that looks like a tag away from the margin."""
    return f" {line}" if looks_like_tag(line) else line
