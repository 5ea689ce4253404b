"""bibkit's formats as plugins of pybtex, in pybtex's own groups and with their suffixes.

Knows: pybtex's parser and writer classes. Must not know: how a format is read or written.

With bibkit installed, ``pybtex-convert refs.ris refs.bib`` and ``pybtex.database.parse_file("refs.ris")`` work.
Entries are made of what bibkit writes as BibTeX. A record that could not be read is reported as pybtex reports
errors (an exception in strict mode, else a line); what a written format has no place for is a warning.
"""

from __future__ import annotations

import warnings
from typing import Any, BinaryIO, ClassVar

from pybtex.database import BibliographyData
from pybtex.database.input import BaseParser
from pybtex.database.output import BaseWriter
from pybtex.errors import report_error
from pybtex.exceptions import PybtexError

from bibkit.api import dumps, loads
from bibkit.errors import BibkitError
from bibkit.interop.pybtex import Database, from_pybtex, to_pybtex
from bibkit.plugins.registry import Registry
from bibkit.report import Report

__all__ = [
    "BiblatexParser",
    "BiblatexWriter",
    "CslJsonParser",
    "CslJsonWriter",
    "JsonlParser",
    "JsonlWriter",
    "RisParser",
    "RisWriter",
    "TopicPageParser",
    "ZoteroRdfParser",
    "ZoteroRdfWriter",
]


def _is_text(name: str) -> bool:
    """Whether an encoding that the caller names matters; JSON and XML say themselves what they are in."""
    return not Registry.default().format(name).binary


class _Parser(BaseParser):  # type: ignore[misc] # pybtex is not typed
    """Reads one of bibkit's formats for pybtex. Raises `PybtexError` when the input cannot be read."""

    format_name: ClassVar[str]
    unicode_io = False

    def __init__(self, encoding: str | None = None, **options: Any) -> None:
        super().__init__(encoding, **options)
        self._named = encoding if _is_text(self.format_name) else None
        self.data = Database(
            wanted_entries=options.get("wanted_entries"), min_crossrefs=options.get("min_crossrefs", 2)
        )

    def parse_string(self, value: str) -> BibliographyData:
        """Add the papers of a text to ``self.data``."""
        if isinstance(value, bytes):
            raise TypeError("a text is expected; parse_bytes() takes bytes")
        return self._add(value)

    def parse_stream(self, stream: BinaryIO) -> BibliographyData:
        """Add the papers of a byte stream to ``self.data``."""
        data = stream.read()
        return self._add(data if self._named is None else data.decode(self._named))

    def _add(self, data: str | bytes) -> BibliographyData:
        report = Report()
        try:
            papers = loads(data, self.format_name, report=report)
        except BibkitError as error:
            raise PybtexError(str(error), filename=self.filename) from error
        for diagnostic in report.by_severity("error"):
            where = f"line {diagnostic.location.line}: " if diagnostic.location.line else ""
            report_error(PybtexError(f"{where}{diagnostic.message}", filename=self.filename))
        for key, entry in to_pybtex(papers).entries.items():
            self.data.add_entry(key, entry)
        return self.data


class _Writer(BaseWriter):  # type: ignore[misc] # pybtex is not typed
    """Writes one of bibkit's formats for pybtex."""

    format_name: ClassVar[str]
    unicode_io = False

    def __init__(self, encoding: str | None = None) -> None:
        super().__init__(encoding if _is_text(self.format_name) else "utf-8")

    def write_stream(self, bib_data: Any, stream: BinaryIO) -> None:
        """Write a database to a byte stream. Raises `PybtexError` for a letter that the encoding lacks."""
        report = Report()
        text = dumps(from_pybtex(bib_data), self.format_name, report=report)
        try:
            stream.write(text.encode(self.encoding))
        except UnicodeEncodeError as error:
            raise PybtexError(f"{self.encoding} has no {error.object[error.start]!r}: choose utf-8") from error
        if report.losses:
            fields = ", ".join(f"{field} ({count})" for field, count in sorted(report.losses.items()))
            warnings.warn(f"{self.format_name} has no place for: {fields}", stacklevel=3)


class BiblatexParser(_Parser):
    """BibLaTeX for pybtex, with the fields that BibTeX has for its own."""

    default_suffix = ".biblatex"
    format_name = "biblatex"


class RisParser(_Parser):
    """RIS for pybtex."""

    default_suffix = ".ris"
    format_name = "ris"


class CslJsonParser(_Parser):
    """CSL-JSON for pybtex."""

    default_suffix = ".json"
    format_name = "csl-json"


class ZoteroRdfParser(_Parser):
    """Zotero RDF for pybtex."""

    default_suffix = ".rdf"
    format_name = "zotero-rdf"


class JsonlParser(_Parser):
    """bibkit JSON Lines for pybtex."""

    default_suffix = ".jsonl"
    format_name = "bibkit-jsonl"


class TopicPageParser(_Parser):
    """Topic documents for pybtex."""

    default_suffix = ".txt"
    format_name = "topic-page"


class BiblatexWriter(_Writer):
    """BibLaTeX out of pybtex."""

    format_name = "biblatex"


class RisWriter(_Writer):
    """RIS out of pybtex."""

    format_name = "ris"


class CslJsonWriter(_Writer):
    """CSL-JSON out of pybtex."""

    format_name = "csl-json"


class ZoteroRdfWriter(_Writer):
    """Zotero RDF out of pybtex."""

    format_name = "zotero-rdf"


class JsonlWriter(_Writer):
    """bibkit JSON Lines out of pybtex."""

    format_name = "bibkit-jsonl"
