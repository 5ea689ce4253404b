r"""pybtex's database with a BibTeX writer that takes values for what they are: TeX.

Knows: pybtex's classes. Must not know: papers, formats.

pybtex reads ``50\%`` as it stands, and its writer escapes the sign once more (``50\\%``, a line break and a comment
in LaTeX). A database that bibkit has made is written by a writer that leaves values alone, but for letters that the
encoding of the file lacks: they become TeX.
"""

from __future__ import annotations

from typing import Any

from pybtex.database import BibliographyData
from pybtex.database.input.bibtex import Parser
from pybtex.database.output.bibtex import Writer
from pybtex.plugin import find_plugin

from bibkit.codecs.latex import encode

__all__ = ["Database", "TexWriter", "parse_tex"]


class TexWriter(Writer):  # type: ignore[misc] # pybtex is not typed
    """pybtex's BibTeX writer for values that are TeX already."""

    def _encode(self, text: str) -> str:
        try:
            text.encode(self.encoding)
        except UnicodeEncodeError:
            return "".join([letter if _has(self.encoding, letter) else encode(letter, ascii=True) for letter in text])
        return text

    _encode_with_comments = _encode


def _has(encoding: str, letter: str) -> bool:
    try:
        letter.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


class Database(BibliographyData):  # type: ignore[misc] # pybtex is not typed
    """`pybtex.database.BibliographyData` that is written to BibTeX as it is."""

    def to_string(self, bib_format: Any, **options: Any) -> str:
        """The database as text in one of pybtex's formats."""
        return str(_writer(bib_format, None, options).to_string(self))

    def to_bytes(self, bib_format: Any, **options: Any) -> bytes:
        """The database as bytes in one of pybtex's formats."""
        return bytes(_writer(bib_format, None, options).to_bytes(self))

    def to_file(self, file: Any, bib_format: Any = None, **options: Any) -> Any:
        """Write the database to a file whose name, or ``bib_format``, tells the format."""
        name = file if isinstance(file, str) else getattr(file, "name", None)
        return _writer(bib_format, name, options).write_file(self, file)


def _writer(bib_format: Any, filename: str | None, options: dict[str, Any]) -> Any:
    writer = find_plugin("pybtex.database.output", bib_format, filename=filename)
    return (TexWriter if writer is Writer else writer)(**options)


def parse_tex(text: str) -> Database:
    """Read BibTeX into a `Database`."""
    data = Parser().parse_string(text)
    return Database(data.entries, data.preamble_list)
