"""What each BibTeX and BibLaTeX field means: one table for both, with the two spellings side by side.

Knows: names of fields, kinds that give a name another meaning, which fields are verbatim.
Must not know: TeX escaping (the writer's), dates, names and eprints (`dates`, `people`, `eprints`).

Sources: btxdoc section 3.2, biblatex manual "Entry Fields" and "Field Aliases". Both formats share the prefix
``bibtex`` in `Paper.extra`, so that each keeps what the other's files hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bibkit.codecs import Codec, latex
from bibkit.codecs.identifiers import decode_doi
from bibkit.codecs.pages import encode_bibtex_pages, normalise_pages
from bibkit.fields import FieldMap, KindMap, Rule
from bibkit.formats.bibtex.people import ROLE_FIELDS, TYPED_ROLES
from bibkit.formats.bibtex.types import BIBLATEX_TYPES, BIBTEX_TYPES
from bibkit.model import KINDS, Kind, Paper

__all__ = ["BIBLATEX_FIELDS", "FIELDS", "JOURNAL_KINDS", "PROTECTED", "VERBATIM"]

PROTECTED: Final = frozenset(("title", "booktitle", "maintitle", "shorttitle", "eventtitle", "series"))
"""Fields whose capitals a style may change."""
VERBATIM: Final = frozenset(("url", "doi", "eprint", "file"))
"""Fields that are not TeX text (biblatex manual, "Verbatim fields")."""

JOURNAL_KINDS: Final[tuple[Kind, ...]] = (
    "article-journal", "article-magazine", "article-newspaper", "review", "review-book", "periodical",
)  # fmt: skip
_NUMBERED: Final[tuple[Kind, ...]] = (
    "report", "patent", "standard", "software", "dataset", "thesis", "manuscript", "webpage", "document", "article",
    "legal_case", "legislation", "bill", "regulation", "treaty", "hearing", "speech", "pamphlet",
)  # fmt: skip
"""Kinds whose ``number`` is their own and not that of a series."""
_UNPUBLISHED: Final[tuple[Kind, ...]] = tuple(
    [kind for kind in KINDS if BIBLATEX_TYPES.encode(kind) in {"misc", "online", "software", "unpublished"}]
)
"""Kinds whose publisher BibLaTeX calls ``organization``."""


def _decode_text(raw: str) -> str:
    return latex.decode(raw)


def _same(value: str) -> str:
    return value


def _decode_pages(raw: str) -> str:
    return normalise_pages(latex.decode(raw) if "\\" in raw or "{" in raw or "~" in raw else raw)


_STATUSES: Final = {"inpress": "in press", "inpreparation": "in preparation"}
"""BibLaTeX's localisation keys that are not the words themselves (manual, field ``pubstate``)."""
_STATUS_KEYS: Final = {words: key for key, words in _STATUSES.items()}


def _decode_status(raw: str) -> str:
    text = latex.decode(raw)
    return _STATUSES.get(text, text)


def _encode_status(status: str) -> str:
    return _STATUS_KEYS.get(status, status)


def _decode_doi(raw: str) -> str:
    return decode_doi(latex.decode_verbatim(raw))


TEXT: Final[Codec[str, str]] = Codec(_decode_text, _same)
"""TeX text; how it is escaped is an option of the writer, which does it after the table."""
VERBATIM_TEXT: Final[Codec[str, str]] = Codec(latex.decode_verbatim, _same)
DOI: Final[Codec[str, str]] = Codec(_decode_doi, _same)
PAGES: Final[Codec[str, str]] = Codec(_decode_pages, encode_bibtex_pages)
STATUS: Final[Codec[str, str]] = Codec(_decode_status, _encode_status)


def _rules(*, biblatex: bool) -> Iterator[Rule]:
    """The rows; of two spellings the dialect's own comes first and is written, the other is read."""

    def both(
        bibtex: str, other: str, ours: str, codec: Codec[str, str] = TEXT, kinds: tuple[Kind, ...] | None = None
    ) -> Iterator[Rule]:
        first, second = (other, bibtex) if biblatex else (bibtex, other)
        yield Rule(first, ours, codec, kinds)
        if first != second:
            yield Rule(second, ours, codec, kinds, write=False)

    yield Rule("title", "title", TEXT)
    yield from both("journal", "journaltitle", "container_title", kinds=(*JOURNAL_KINDS, "article"))
    yield Rule("booktitle", "container_title", TEXT, (*JOURNAL_KINDS, "article"), write=False)
    yield Rule("booktitle", "container_title", TEXT)
    yield Rule("journal", "container_title", TEXT, write=False)
    yield Rule("journaltitle", "container_title", TEXT, write=False)
    yield Rule("shortjournal", "container_title_short", TEXT)
    yield Rule("series", "collection_title", TEXT)
    yield Rule("volume", "volume", TEXT)
    yield Rule("number", "issue", TEXT, JOURNAL_KINDS)
    yield Rule("issue", "issue", TEXT, JOURNAL_KINDS, write=False)
    yield Rule("number", "number", TEXT, _NUMBERED)
    yield Rule("eid", "number", TEXT, _NUMBERED, write=False)
    yield Rule("number", "collection_number", TEXT)
    yield Rule("eid", "number", TEXT)
    yield Rule("issue", "issue", TEXT)
    yield Rule("pages", "page", PAGES)
    yield Rule("edition", "edition", TEXT)
    yield Rule("chapter", "chapter_number", TEXT)
    yield Rule("part", "part_number", TEXT)
    yield Rule("volumes", "number_of_volumes", TEXT)
    yield Rule("pagetotal", "number_of_pages", TEXT)
    yield Rule("numpages", "number_of_pages", TEXT, write=False)
    yield from both("school", "institution", "publisher", kinds=("thesis",))
    yield Rule("institution", "publisher", TEXT, ("report",))
    yield from both("publisher", "organization", "publisher", kinds=_UNPUBLISHED)
    yield Rule("howpublished", "publisher", TEXT, ("article",), write=False)
    yield Rule("publisher", "publisher", TEXT, ("thesis", "report"), write=False)
    yield Rule("publisher", "publisher", TEXT)
    yield Rule("institution", "publisher", TEXT, write=False)
    yield Rule("school", "publisher", TEXT, write=False)
    yield Rule("organization", "publisher", TEXT, write=False)
    yield from both("address", "location", "publisher_place")
    yield Rule("eventtitle", "event_title", TEXT)
    yield Rule("venue", "event_place", TEXT)
    yield Rule("type", "genre", TEXT)
    yield Rule("howpublished", "medium", TEXT)
    yield Rule("version", "version", TEXT)
    yield Rule("language", "language", TEXT)
    yield Rule("langid", "language", TEXT, write=False)
    yield Rule("pubstate", "status", STATUS)
    yield Rule("doi", "doi", DOI)
    yield Rule("url", "url", VERBATIM_TEXT)
    yield Rule("isbn", "isbn", TEXT)
    yield Rule("issn", "issn", TEXT)
    yield Rule("pmid", "pmid", TEXT)
    yield Rule("pmcid", "pmcid", TEXT)
    yield Rule("pmc", "pmcid", TEXT, write=False)
    yield Rule("shorttitle", "title_short", TEXT)
    yield Rule("shorthand", "citation_label", TEXT)
    yield Rule("library", "call_number", TEXT)
    yield Rule("origtitle", "original_title", TEXT)
    yield Rule("origpublisher", "original_publisher", TEXT)
    yield Rule("origlocation", "original_publisher_place", TEXT)
    yield Rule("note", "note", TEXT)
    yield from both("annote", "annotation", "annote")
    yield Rule("abstract", "abstract", TEXT)


_CARRIED: Final = (
    "key", "kind", "extra", "issued", "accessed", "event_date", "original_date", "eprint", "eprint_type",
    "eprint_class", "eprint_version", "tags", "tags_omitted", "affiliations", "affiliations_omitted",
    "authors_omitted", "editors_omitted", "collections", "notes", "attachments", "authors.orcid",
    "authors.affiliations",
    *(f"authors:{role}" for role in (*ROLE_FIELDS.values(), *TYPED_ROLES.values())),
)  # fmt: skip


class _BibtexFieldMap(FieldMap):
    """Every kind survives: where the type does not tell it, ``entrysubtype`` does."""

    def losses(self, paper: Paper) -> list[str]:
        return [name for name in super().losses(paper) if name != "kind"]


def _table(kinds: KindMap, *, biblatex: bool) -> FieldMap:
    return _BibtexFieldMap("bibtex", kinds, _rules(biblatex=biblatex), carried=_CARRIED)


FIELDS: Final = _table(BIBTEX_TYPES, biblatex=False)
BIBLATEX_FIELDS: Final = _table(BIBLATEX_TYPES, biblatex=True)
