"""bibkit's formats as plugins of pybtex, in pybtex's own groups and with their suffixes.

Knows: pybtex's parser and writer classes. Must not know: how a format is read or written.

With bibkit installed, ``pybtex-convert refs.ris refs.bib`` and ``pybtex.database.parse_file("refs.ris")`` work.
Entries are made of what bibkit writes as BibTeX. pybtex opens files as bytes here, and bibkit decodes them.
"""

from __future__ import annotations

from typing import Any, BinaryIO, ClassVar

from pybtex.database import BibliographyData
from pybtex.database.input import BaseParser
from pybtex.database.output import BaseWriter
from pybtex.exceptions import PybtexError

from bibkit.api import dumps, loads
from bibkit.errors import BibkitError
from bibkit.interop import from_pybtex, to_pybtex

__all__ = [
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


class _Parser(BaseParser):  # type: ignore[misc] # pybtex is not typed
    """Reads one of bibkit's formats for pybtex. Raises `PybtexError` when the input cannot be read."""

    format_name: ClassVar[str]
    unicode_io = False

    def parse_stream(self, stream: BinaryIO) -> BibliographyData:
        """Add the papers of a byte stream to ``self.data``."""
        try:
            papers = loads(stream.read(), self.format_name)
        except BibkitError as error:
            raise PybtexError(str(error), filename=self.filename) from error
        for key, entry in to_pybtex(papers).entries.items():
            self.data.add_entry(key, entry)
        return self.data


class _Writer(BaseWriter):  # type: ignore[misc] # pybtex is not typed
    """Writes one of bibkit's formats for pybtex."""

    format_name: ClassVar[str]
    unicode_io = False

    def write_stream(self, bib_data: Any, stream: BinaryIO) -> None:
        """Write a database to a byte stream."""
        stream.write(dumps(from_pybtex(bib_data), self.format_name).encode("utf-8"))


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
