"""Values as they may stand in a line of RIS, for each program that will read them.

Knows: what each program does with RIS that differs from the specification, as data; what would break a line or be read
as something else, and how rich text is written.
Must not know: which tags a paper has, tables.

- ``plain``: the specification, with ``M2`` lines that Zotero (and bibkit) read and others show as notes or skip
- ``zotero``: as plain, but its importer reads every value except AB and N1 as HTML, and drops AD
- ``mendeley``: takes DA for the day of access, editors from A2, tags from KW; knows neither M2 nor AD
- ``endnote``: EndNote's own tags only
"""

from __future__ import annotations

import html
import re
from typing import Final, NamedTuple

from bibkit.formats.ris.syntax import VERBATIM, looks_like_tag, read_value
from bibkit.text.markup import clean, count_illegal, literal_pieces, protect_dollars, to_html, to_plain, tokens

__all__ = ["DIALECTS", "TagDialect", "ValueWriter", "dialect_of"]


class TagDialect(NamedTuple):
    """How one program's reading differs."""

    labels: bool = True
    """Whether ``M2`` lines are read."""
    affiliations: bool = True
    """Whether AD is read."""
    html: bool = False
    """Whether values are read as HTML."""
    full_date: bool = True
    """Whether DA is the date of publication."""
    editors_in_a2: bool = False
    """Whether A2 is the editor of every kind of work."""
    paragraphs: bool = True
    """Whether an abstract may have blank lines."""
    source_in_t2: bool = False
    """Whether a preprint's archive is expected where a journal stands."""


DIALECTS: Final[dict[str, TagDialect]] = {
    "plain": TagDialect(),
    "zotero": TagDialect(affiliations=False, html=True),
    "mendeley": TagDialect(
        labels=False,
        affiliations=False,
        full_date=False,
        editors_in_a2=True,
        paragraphs=False,
        source_in_t2=True,
    ),
    "endnote": TagDialect(labels=False),
}


def dialect_of(option: object, target: str) -> TagDialect:
    """Give the dialect of an option, else that of the target, else the plain one.

    >>> dialect_of("plain", "endnote") is DIALECTS["endnote"]
    True
    """
    if isinstance(option, str) and option != "plain" and option in DIALECTS:
        return DIALECTS[option]
    return DIALECTS.get(target, DIALECTS["plain"])


_MULTILINE: Final = frozenset(("AB", "N1"))
_PARAGRAPH: Final = re.compile(r"\n[ \t]*\n\s*")
_ENTITY_LIKE: Final = re.compile(r"&(?=#?[A-Za-z0-9]{2,32};)")
_ZOTERO_FIELD: Final = re.compile(r"\s*[A-Z][A-Za-z ,/]{1,40}: ?\S")


class ValueWriter:
    """Spells values for one dialect, and counts the characters that no text file may hold."""

    def __init__(self, dialect: TagDialect) -> None:
        self.dialect = dialect
        self.illegal = 0
        """Characters that were left out."""

    def spell(self, tag: str, value: str) -> str:
        """Give the text that stands behind a tag, of several lines where the tag may have them.

        >>> ValueWriter(DIALECTS["zotero"]).spell("TI", "Ponds & a<b")
        'Ponds &amp; a&lt;b'
        """
        if self.is_plain(value) and not (self.dialect.html and tag == "N1"):
            return value
        if not value.isprintable():
            self.illegal += count_illegal(value)
            value = clean(value)
        if tag == "AB":
            return self._abstract(value)
        if tag == "N1":
            return self._note(value)
        value = _one_line(value)
        if self.dialect.html:
            return html.escape(value, quote=False) if tag in VERBATIM else _marked(value)
        return _ENTITY_LIKE.sub("&amp;", value if tag in VERBATIM else _plain(value))

    def is_plain(self, text: str) -> bool:
        """Tell whether a text stands as it is, in whatever tag but a note."""
        if "<" in text or "\\$" in text or not text.isprintable():
            return False
        return "&" not in text or (not self.dialect.html and _ENTITY_LIKE.search(text) is None)

    def keeps(self, tag: str, value: str, text: str) -> bool:
        """Tell whether ``text``, which `spell` gave for a value, says all of it to its reader."""
        if text == value:
            return True
        if self.dialect.html and tag not in _MULTILINE:
            return _one_line(clean(value)) == value
        if tag == "AB":
            value = "\n\n".join([_one_line(part) for part in _paragraphs(clean(value))])
        return read_value(tag, text) == value

    def _abstract(self, value: str) -> str:
        """Paragraphs with a blank line between them, or all in one where the program takes no blank lines."""
        first, *rest = [
            part if self.is_plain(part) else _ENTITY_LIKE.sub("&amp;", _plain(part))
            for part in map(_one_line, _paragraphs(value))
        ] or [""]
        return "\n\n".join([first, *map(_guarded, rest)]) if self.dialect.paragraphs else " ".join([first, *rest])

    def _note(self, value: str) -> str:
        value = value.strip()
        if self.dialect.html and "<" not in value and _ZOTERO_FIELD.match(value):
            value = f"<p>{html.escape(value, quote=False)}</p>"
        first, *rest = [line.strip() for line in value.split("\n")]
        return "\n".join([first, *map(_guarded, rest)])


def _marked(value: str) -> str:
    """Rich text as HTML; a dollar that opens no formula needs no backslash."""
    marked = to_html(value)
    bare = "".join([piece for _, piece in literal_pieces(marked)]) if "\\" in marked else marked
    return marked if "\\$" in bare else bare


def _plain(value: str) -> str:
    """Rich text without its markup."""
    plain = to_plain(value)
    if "\\$" in plain:  # a backslash before a dollar would be read as an escape: keep the escapes
        return protect_dollars(
            [(token.kind == "math", token.value) for token in tokens(value) if token.kind in ("text", "math")]
        )
    return plain


def _paragraphs(text: str) -> list[str]:
    return [part for part in _PARAGRAPH.split(text) if part.strip()]


def _one_line(text: str) -> str:
    """Put blanks where lines end."""
    return " ".join([bare for line in text.split("\n") if (bare := line.strip())]).replace("\t", " ")


def _guarded(line: str) -> str:
    """Move a line that looks like a tag away from the margin."""
    return f" {line}" if looks_like_tag(line) else line
