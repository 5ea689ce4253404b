"""What each BibTeX and BibLaTeX field means: one table for both, with the two spellings side by side.

Knows: names of fields, kinds that give a name another meaning, which fields are verbatim.
Must not know: TeX escaping (the writer's), dates, names and eprints (`dates`, `name_decoder`, `eprints`).

Sources: btxdoc section 3.2, biblatex manual "Entry Fields" and "Field Aliases". Both formats share the prefix
``bibtex`` in `Paper.extra`, so that each keeps what the other's files hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from bibkit.codecs import Codec, latex, same
from bibkit.codecs.identifiers import decode_doi
from bibkit.codecs.pages import decode_pages, encode_bibtex_pages
from bibkit.fields import FieldMap, KindMap, Rule
from bibkit.formats.bibtex.eprints import EPRINT_FIELDS
from bibkit.formats.bibtex.name_decoder import PEOPLE_FIELDS, ROLE_FIELDS, TYPED_ROLES
from bibkit.formats.bibtex.types import BIBLATEX_TYPES, BIBTEX_TYPES
from bibkit.model import KINDS, OMISSION_FIELDS, Kind

__all__ = ["FIELDS", "JOURNAL_KINDS", "PROTECTED", "RARE", "VERBATIM", "table_of"]

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


def _decode_pages(raw: str) -> str:
    first, dashes, last = raw.partition("--")
    if dashes and first.isdecimal() and last.isdecimal():
        return f"{first}-{last}"
    return decode_pages(latex.decode(raw) if "\\" in raw or "{" in raw or "~" in raw else raw)


def _encode_pages(page: str) -> str:
    first, _, last = page.partition("-")
    if first.isdecimal() and last.isdecimal() and len(first) == len(last) and first < last:  # as nearly all are
        return f"{first}--{last}"
    return encode_bibtex_pages(page)


_STATUSES: Final = {"inpress": "in press", "inpreparation": "in preparation"}
"""BibLaTeX's localisation keys that are not the words themselves (manual, field ``pubstate``)."""
_STATUS_KEYS: Final = {words: key for key, words in _STATUSES.items()}


def _decode_status(raw: str) -> str:
    text = latex.decode(raw)
    return _STATUSES.get(text, text)


def _decode_preprint_status(raw: str) -> str:
    """The status of a preprint; that it is one needs no saying."""
    status = _decode_status(raw)
    return "" if status == "prepublished" else status


def _encode_status(status: str) -> str:
    return _STATUS_KEYS.get(status, status)


_WRAPPED: Final = re.compile(r"[ \t]*[\r\n]\s*")
_ENTITIES: Final = (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"))
"""What programs that read a page leave in a DOI; none of these is a part of one."""


def _decode_address(raw: str) -> str:
    text = latex.decode_verbatim(raw)
    if "\n" in text or "\r" in text:
        text = _WRAPPED.sub("", text)
    return text[1:-1] if text[:1] == "<" and text[-1:] == ">" else text


def _decode_doi(raw: str) -> str:
    text = _decode_address(raw)
    if "&" in text:
        for entity, character in _ENTITIES:
            text = text.replace(entity, character)
    return decode_doi(text)


TEXT: Final[Codec[str, str]] = Codec(latex.decode, same)
"""TeX text; how it is escaped is an option of the writer, which does it after the table."""
ADDRESS: Final[Codec[str, str]] = Codec(_decode_address, same)
DOI: Final[Codec[str, str]] = Codec(_decode_doi, same)
PAGES: Final[Codec[str, str]] = Codec(_decode_pages, _encode_pages)
STATUS: Final[Codec[str, str]] = Codec(_decode_status, _encode_status)
PREPRINT_STATUS: Final[Codec[str, str]] = Codec(_decode_preprint_status, _encode_status)


class _Row(msgspec.Struct, frozen=True):
    """A row as in `Rule`; ``biblatex`` is BibLaTeX's name for the field where it has another."""

    tag: str
    field: str
    codec: Codec[str, str] = TEXT
    kinds: tuple[Kind, ...] | None = None
    write: bool = True
    biblatex: str = ""


_ROWS: Final[tuple[_Row, ...]] = (
    _Row("title", "title"),
    _Row("journal", "container_title", kinds=(*JOURNAL_KINDS, "article"), biblatex="journaltitle"),
    _Row("booktitle", "container_title", kinds=(*JOURNAL_KINDS, "article"), write=False),
    _Row("booktitle", "container_title"),
    _Row("journal", "container_title", write=False),
    _Row("journaltitle", "container_title", write=False),
    _Row("shortjournal", "container_title_short"),
    _Row("series", "collection_title"),
    _Row("volume", "volume"),
    _Row("number", "issue", kinds=JOURNAL_KINDS),
    _Row("issue", "issue", kinds=JOURNAL_KINDS, write=False),
    _Row("number", "number", kinds=_NUMBERED),
    _Row("eid", "number", kinds=_NUMBERED, write=False),
    _Row("number", "collection_number"),
    _Row("eid", "number"),
    _Row("issue", "issue"),
    _Row("pages", "page", codec=PAGES),
    _Row("edition", "edition"),
    _Row("chapter", "chapter_number"),
    _Row("part", "part_number"),
    _Row("volumes", "number_of_volumes"),
    _Row("pagetotal", "number_of_pages"),
    _Row("numpages", "number_of_pages", write=False),
    _Row("school", "publisher", kinds=("thesis",), biblatex="institution"),
    _Row("institution", "publisher", kinds=("report",)),
    _Row("publisher", "publisher", kinds=_UNPUBLISHED, biblatex="organization"),
    _Row("howpublished", "publisher", kinds=("article",), write=False),
    _Row("publisher", "publisher", kinds=("thesis", "report"), write=False),
    _Row("publisher", "publisher"),
    _Row("institution", "publisher", write=False),
    _Row("school", "publisher", write=False),
    _Row("organization", "publisher", write=False),
    _Row("address", "publisher_place", biblatex="location"),
    _Row("eventtitle", "event_title"),
    _Row("venue", "event_place"),
    _Row("type", "genre"),
    _Row("howpublished", "medium"),
    _Row("version", "version"),
    _Row("language", "language"),
    _Row("langid", "language", write=False),
    _Row("pubstate", "status", codec=PREPRINT_STATUS, kinds=("article",)),
    _Row("pubstate", "status", codec=STATUS),
    _Row("doi", "doi", codec=DOI),
    _Row("url", "url", codec=ADDRESS),
    _Row("isbn", "isbn"),
    _Row("issn", "issn"),
    _Row("pmid", "pmid"),
    _Row("pmcid", "pmcid"),
    _Row("pmc", "pmcid", write=False),
    _Row("shorttitle", "title_short"),
    _Row("shorthand", "citation_label"),
    _Row("library", "call_number"),
    _Row("origtitle", "original_title"),
    _Row("origpublisher", "original_publisher"),
    _Row("origlocation", "original_publisher_place"),
    _Row("note", "note"),
    _Row("annote", "annote", biblatex="annotation"),
    _Row("abstract", "abstract"),
)


def _rules(*, biblatex: bool) -> Iterator[Rule]:
    """The rules of one dialect: of two spellings its own is written, the other is read."""
    for row in _ROWS:
        names = (row.biblatex, row.tag) if biblatex and row.biblatex else (row.tag, row.biblatex)
        yield Rule(names[0], row.field, row.codec, row.kinds, row.write)
        if row.biblatex:
            yield Rule(names[1], row.field, row.codec, row.kinds, write=False)


RARE: Final = frozenset(
    (
        "affiliation", "affiliations", "comment", "entrysubtype", "eventdate", "file", "fjournal", "groups", "keyword",
        "lastchecked", "origdate", "subtitle", "urldate",
    )
)  # fmt: skip
_HANDLED_TAGS: Final = frozenset(("date", "year", "month", "day", "keywords")) | RARE | EPRINT_FIELDS | PEOPLE_FIELDS
"""Fields that `bibkit.formats.bibtex.entry_decoder` reads itself."""

_HANDLED: Final = (  # the kind too: where the type does not tell it, ``entrysubtype`` does
    "key", "kind", "extra", "issued", "accessed", "event_date", "original_date", "eprint", "eprint_type",
    "eprint_class", "eprint_version", *OMISSION_FIELDS, "tags", "affiliations", "collections", "notes", "attachments", "authors.orcid",
    "authors.affiliations",
    *(f"authors:{role}" for role in (*ROLE_FIELDS.values(), *TYPED_ROLES.values())),
)  # fmt: skip


def table_of(kinds: KindMap, *, biblatex: bool) -> FieldMap:
    """The table of one dialect, with its types."""
    return FieldMap("bibtex", kinds, _rules(biblatex=biblatex), handled_fields=_HANDLED, handled_tags=_HANDLED_TAGS)


FIELDS: Final = table_of(BIBTEX_TYPES, biblatex=False)
