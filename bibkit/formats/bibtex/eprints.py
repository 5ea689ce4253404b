"""Preprints: every way in which people write down an arXiv identifier, and the kind that follows from it.

Knows: ``eprint`` and its companions under both names, identifiers in a journal, a DOI, an address or a note.
Must not know: TeX beyond verbatim values, other fields.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final, NamedTuple

from bibkit.codecs import latex
from bibkit.codecs.identifiers import arxiv_category, decode_doi, split_arxiv
from bibkit.formats.bibtex.types import BIBTEX_TYPES, PREPRINT_TYPES, decode_subtype
from bibkit.model import Kind

__all__ = ["EPRINT_FIELDS", "Eprint", "archive_spelling", "certain_kind", "settle_kind"]

EPRINT_FIELDS: Final = frozenset(
    ("eprint", "eprinttype", "archiveprefix", "eprintclass", "primaryclass", "eprintversion", "arxiv", "arxivid")
)
_ARCHIVES: Final = {
    "arxiv": "arXiv",
    "biorxiv": "bioRxiv",
    "medrxiv": "medRxiv",
    "chemrxiv": "ChemRxiv",
    "hal": "HAL",
    "ssrn": "SSRN",
}
"""Archives by their names in lower case."""


@cache
def _arxiv_alone() -> re.Pattern[str]:
    """A journal or publisher that is arXiv and nothing else."""
    return re.compile(r"(?:arxiv(?:\.org)?(?: e-?prints?| preprints?)?|corr)[ ,:.]*", re.IGNORECASE)


_CLASS: Final = re.compile(r"\[([a-z-]+(?:\.[A-Za-z-]{2,})?)\]|id='([^']+)'")
_ARXIV: Final = re.compile("arxiv|abs/", re.IGNORECASE)


@cache
def _nothing_else() -> re.Pattern[str]:
    return re.compile(r"(?:arxiv[ :]*(?:e-?prints?|preprints?)?[ ,:]*)+[\w./-]+(?: *\[[\w.-]+\])?", re.IGNORECASE)


_JOURNALS: Final = ("journal", "journaltitle", "booktitle", "fjournal")
_NUMBERS: Final = ("volume", "pages", "number", "eid", "issue")
"""Fields that hold the identifier where the journal is arXiv."""
_PLACES: Final = (
    "doi", "url", "howpublished", "publisher", "institution", "school", "organization", "note", "number", "eid", "issue",
)  # fmt: skip
"""Fields in which an identifier may stand when the entry has no journal."""
_MENTIONS: Final = tuple([name for name in _PLACES if name != "issue"])
"""Fields of a work without a journal in which a mention of arXiv is no accident."""
_ARCHIVE_FIELDS: Final = ("eprint", "archiveprefix", "eprinttype")
_HINTS: Final = (*_JOURNALS, *_PLACES)
_HINT: Final = re.compile(r"arxiv|^CoRR$", re.IGNORECASE | re.MULTILINE)


def archive_spelling(eprint_type: str) -> str:
    """An archive's name as it spells itself.

    >>> archive_spelling("arxiv"), archive_spelling("x")
    ('arXiv', 'x')
    """
    return _ARCHIVES.get(eprint_type, eprint_type)


class Eprint(NamedTuple):
    """What an entry says of a preprint, in whatever way."""

    identifier: str = ""
    archive: str = ""
    category: str = ""
    version: str = ""
    no_category: str = ""
    """What stands for the category and is none of arXiv's as it stands."""
    journal: str = ""
    """Where the work appeared; empty where that is arXiv."""
    repeated: frozenset[str] = frozenset()
    """Raw fields that say nothing else: a journal that is arXiv, pages that are the identifier."""


def settle_kind(type_: str, fields: Mapping[str, str]) -> tuple[Kind, Eprint | None]:
    """The kind of an entry by its type and raw fields, and what they say of a preprint.

    The reader asks before it decodes a field; the writer asks `certain_kind`.

    >>> settle_kind("misc", {"howpublished": "arXiv:3101.00042"})[0], settle_kind("misc", {"note": "Ponds"})
    ('article', ('document', None))
    """
    eprint = _find_eprint(type_, fields)
    kind = decode_subtype(fields["entrysubtype"]) if "entrysubtype" in fields else None
    if kind is None and eprint is not None and type_ in PREPRINT_TYPES and not eprint.journal:
        kind = "article" if eprint.identifier or eprint.archive else None
    return kind or BIBTEX_TYPES.decode(type_), eprint


def certain_kind(type_: str, fields: Mapping[str, str]) -> Kind | None:
    """The kind that a written entry tells without ``entrysubtype``; None where programs differ.

    They differ where arXiv stands for the journal, or is mentioned with neither a journal nor an ``eprint``.

    >>> certain_kind("unpublished", {"note": "Ponds"}), certain_kind("unpublished", {"note": "As told on arxiv.org"})
    ('manuscript', None)
    """
    if type_ not in PREPRINT_TYPES:
        return BIBTEX_TYPES.decode(type_)
    if not fields.keys().isdisjoint(_JOURNALS):
        kind, eprint = settle_kind(type_, fields)
        return None if eprint is not None and not eprint.journal else kind
    if not fields.keys().isdisjoint(_ARCHIVE_FIELDS):
        return "article"
    texts = "\n".join(filter(None, map(fields.get, _MENTIONS)))
    return None if _ARXIV.search(texts) is not None else settle_kind(type_, fields)[0]


def _find_eprint(type_: str, fields: Mapping[str, str]) -> Eprint | None:
    archive = identifier = version = category = ""
    if not EPRINT_FIELDS.isdisjoint(fields):
        archive = _verbatim(fields.get("eprinttype") or fields.get("archiveprefix")).lower()
        identifier = _verbatim(fields.get("eprint"))
        version = _verbatim(fields.get("eprintversion")).lstrip("v")
        category = _verbatim(fields.get("eprintclass") or fields.get("primaryclass"))
    elif type_ not in PREPRINT_TYPES or not _mentions_arxiv(fields):
        return None
    if not identifier and (identifier := _verbatim(fields.get("arxivid") or fields.get("arxiv"))):
        archive = archive or "arxiv"
    journal = ""
    for name in _JOURNALS:
        if name in fields and not journal:
            journal = _text(name, fields)
    repeated: set[str] = set()
    if archive in {"", "arxiv"}:
        found, named = _arxiv(identifier, journal, fields, repeated)
        if found[0]:
            identifier, archive = found[0], "arxiv"
            version = version or found[1]
        category = category or named
    no_category = ""
    if archive == "arxiv":
        if _is_arxiv(journal):
            journal = ""
            repeated.update([name for name in _JOURNALS if _is_arxiv(_text(name, fields))])
            repeated.update(
                [name for name in _NUMBERS if identifier and split_arxiv(_text(name, fields))[0] == identifier]
            )
        version = version or _version(identifier, fields)
        clean = _category(category)
        no_category = category if clean != category else ""
        category = clean
    return Eprint(identifier, archive, category, version, no_category, journal, frozenset(repeated))


def _mentions_arxiv(fields: Mapping[str, str]) -> bool:
    """Whether any field in which people write an arXiv identifier may hold one."""
    texts = "\n".join(filter(None, map(fields.get, _HINTS)))
    return _HINT.search(texts.replace("{", "").replace("}", "")) is not None


def _verbatim(raw: str | None) -> str:
    return latex.decode_verbatim(raw).strip() if raw else ""


def _text(name: str, fields: Mapping[str, str]) -> str:
    """The text of a field; empty where the entry has none."""
    raw = fields.get(name, "")
    if name == "doi":
        return decode_doi(_verbatim(raw))
    return _verbatim(raw) if name == "url" else latex.decode(raw)


@lru_cache(maxsize=1024)
def _category(text: str) -> str:
    """The category that a text is, or holds, such as ``Category(id='math.CO', ...)``. The same come again and again."""
    if not text:
        return ""
    match = _CLASS.search(text)
    text = text.partition(",")[0].strip() if "(" not in text else text
    return arxiv_category(text) or (arxiv_category(match[1] or match[2]) if match else "")


def _is_arxiv(journal: str) -> bool:
    """Whether a journal is arXiv.

    >>> _is_arxiv("arXiv preprint arXiv:3101.00042 [cs.LG]"), _is_arxiv("CoRR"), _is_arxiv("Tides")
    (True, True, False)
    """
    return bool(journal) and (
        _arxiv_alone().fullmatch(journal) is not None or bool(_labelled(journal.partition("[")[0])[0])
    )


def _labelled(text: str) -> tuple[str, str]:
    """Identifier and version of a text, which may begin with arXiv's name in any of its forms."""
    text = text.strip()
    found = split_arxiv(text)
    if not found[0] and (name := _arxiv_alone().match(text)) is not None:
        return split_arxiv(text[name.end() :])
    return found


def _arxiv(identifier: str, journal: str, fields: Mapping[str, str], repeated: set[str]) -> tuple[tuple[str, str], str]:
    """Identifier and version, and a category where it stands beside them."""
    if identifier:
        return split_arxiv(identifier.partition("[")[0].strip()), _category(identifier) if "[" in identifier else ""
    names: tuple[str, ...] = _PLACES
    if _is_arxiv(journal):
        found = _labelled(journal.partition("[")[0])
        if found[0]:
            return found, _category(journal)
        for name in _NUMBERS:
            found = split_arxiv(_text(name, fields))
            if found[0]:
                return found, ""
    elif journal:
        names = ("doi",)  # published elsewhere: only a DOI of arXiv's says more
    for name in names:
        text = _text(name, fields)
        if text and _ARXIV.search(text) and (name != "doi" or text.lower().startswith("10.48550/arxiv.")):
            found = split_arxiv(text.partition("[")[0].strip())
            if found[0]:
                if name not in {"doi", "url", "note"} and _nothing_else().fullmatch(text):
                    repeated.add(name)
                return found, _category(text)
    return ("", ""), ""


def _version(identifier: str, fields: Mapping[str, str]) -> str:
    for name in ("url", "doi"):
        text = _text(name, fields)
        if identifier and f"{identifier}v" in text:
            found, version = split_arxiv(text)
            if version and found == identifier:
                return version
    return ""
