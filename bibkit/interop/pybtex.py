r"""Papers to and from the data of pybtex, whose database is written as it is.

Knows: pybtex's classes. Must not know: formats other than BibTeX, and how its values are decoded.

pybtex reads ``50\%`` as it stands, and its writer escapes the sign once more (``50\\%``, a line break and a comment
in LaTeX). A database that bibkit has made is written by a writer that leaves values alone, but for letters that the
encoding of the file lacks: they become TeX.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pybtex.database import BibliographyData, Person
from pybtex.database.input.bibtex import Parser
from pybtex.database.output.bibtex import Writer
from pybtex.plugin import find_plugin

from bibkit.api import dumps, loads
from bibkit.codecs.latex import encode
from bibkit.interop.bibtex_text import name_text, with_keys
from bibkit.model import Paper
from bibkit.report import Report

__all__ = ["Database", "TexWriter", "from_pybtex", "to_pybtex"]


def to_pybtex(papers: Iterable[Paper], **options: Any) -> BibliographyData:
    """Papers as `pybtex.database.BibliographyData`; a paper without a citation key gets one.

    >>> to_pybtex([Paper(key="a", kind="book", title="Ponds")]).entries["a"].fields["title"]
    'Ponds'
    """
    data = Parser().parse_string(dumps(with_keys(papers), "bibtex", **options))
    return Database(data.entries, data.preamble_list)


def from_pybtex(data: BibliographyData, *, report: Report | None = None) -> list[Paper]:
    r"""The papers of `pybtex.database.BibliographyData`, whose values are TeX text.

    pybtex's own BibTeX writer escapes values a second time (``c\_d`` becomes ``c\\_d``), so the text is made here.
    """
    return loads("\n".join(_pybtex_entries(data)), "bibtex", report=report)


def _pybtex_entries(data: BibliographyData) -> Iterator[str]:
    if data.preamble:
        yield f"@preamble{{{{{data.preamble}}}}}"
    for key, entry in data.entries.items():
        yield f"@{entry.original_type or entry.type}{{{key},"
        for role, persons in entry.persons.items():
            yield f"  {role} = {{{' and '.join(_person_text(person) for person in persons)}}},"
        for name, value in entry.fields.items():
            yield f"  {name} = {{{value}}},"
        yield "}"


def _person_text(person: Person) -> str:
    parts = (person.prelast_names, person.last_names, person.lineage_names, person.bibtex_first_names)
    return name_text(*(" ".join(part) for part in parts))


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
