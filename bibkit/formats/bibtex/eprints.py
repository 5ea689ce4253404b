"""Preprints: every way in which people write down an arXiv identifier, and when a work is a preprint.

Knows: ``eprint`` and its companions under both names, identifiers in a journal, a DOI, an address or a note.
Must not know: TeX beyond verbatim values, other fields.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final

from bibkit.codecs import latex
from bibkit.codecs.identifiers import arxiv_category, split_arxiv
from bibkit.formats.bibtex.types import PREPRINT_TYPES

__all__ = ["EPRINT_FIELDS", "add_eprint", "archive_spelling"]

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
_IS_ARXIV: Final = re.compile(r"(?:arxiv(?:\.org)?(?: e-?prints?| preprints?)?|corr)[ ,:.]*", re.IGNORECASE)
"""A journal or publisher that is arXiv and nothing else."""
_CLASS: Final = re.compile(r"\[([a-z-]+(?:\.[A-Za-z-]{2,})?)\]|id='([^']+)'")
_ARXIV: Final = re.compile("arxiv|abs/", re.IGNORECASE)
_NOTHING_ELSE: Final = re.compile(
    r"(?:arxiv[ :]*(?:e-?prints?|preprints?)?[ ,:]*)+[\w./-]+(?: *\[[\w.-]+\])?", re.IGNORECASE
)
_PLACES: Final = ("doi", "url", "medium", "publisher", "note", "number", "issue")
"""Fields in which an identifier may stand when the entry has no journal."""


def archive_spelling(eprint_type: str) -> str:
    """An archive's name as it spells itself.

    >>> archive_spelling("arxiv"), archive_spelling("x")
    ('arXiv', 'x')
    """
    return _ARCHIVES.get(eprint_type, eprint_type)


def add_eprint(kind: str, fields: dict[str, str], values: dict[str, Any]) -> str:
    """Fill the eprint fields of ``values`` (arguments for `Paper`); give the category text that is no category.

    ``fields`` are the raw ones of the entry, ``kind`` its type.
    """
    archive = identifier = version = category = ""
    if not EPRINT_FIELDS.isdisjoint(fields):
        archive = _verbatim(fields.get("eprinttype") or fields.get("archiveprefix")).lower()
        identifier = _verbatim(fields.get("eprint"))
        version = _verbatim(fields.get("eprintversion")).lstrip("v")
        category = _verbatim(fields.get("eprintclass") or fields.get("primaryclass"))
    elif not _mentions_arxiv(values):
        return ""
    if not identifier and (identifier := _verbatim(fields.get("arxivid") or fields.get("arxiv"))):
        archive = archive or "arxiv"
    if archive in {"", "arxiv"}:
        found, named = _arxiv(identifier, values)
        if found[0]:
            identifier, archive = found[0], "arxiv"
            version = version or found[1]
        category = category or named
    wrong = ""
    if archive == "arxiv":
        if _is_arxiv(values.get("container_title", "")):
            _drop_journal(identifier, values)
        version = version or _version(identifier, values)
        clean = _category(category)
        wrong = category if clean != category else ""
        category = clean
    values.update(eprint=identifier, eprint_type=archive, eprint_class=category, eprint_version=version)
    if (identifier or archive) and kind in PREPRINT_TYPES and not values.get("container_title"):
        values["kind"] = "article"
    return wrong


def _mentions_arxiv(values: dict[str, Any]) -> bool:
    """Whether any field in which people write an arXiv identifier may hold one."""
    texts = "\n".join([values.get(name, "") for name in _HINTS])
    return _HINT.search(texts) is not None


_HINTS: Final = ("container_title", *_PLACES)
_HINT: Final = re.compile(r"arxiv|^CoRR$", re.IGNORECASE | re.MULTILINE)


def _verbatim(raw: str | None) -> str:
    return latex.decode_verbatim(raw).strip() if raw else ""


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
    return bool(journal) and (_IS_ARXIV.fullmatch(journal) is not None or bool(_labelled(journal.partition("[")[0])[0]))


def _labelled(text: str) -> tuple[str, str]:
    """Identifier and version of a text, which may begin with arXiv's name in any of its forms."""
    text = text.strip()
    found = split_arxiv(text)
    if not found[0] and (name := _IS_ARXIV.match(text)) is not None:
        return split_arxiv(text[name.end() :])
    return found


def _arxiv(identifier: str, values: dict[str, Any]) -> tuple[tuple[str, str], str]:
    """Identifier and version, and a category where it stands beside them."""
    if identifier:
        return split_arxiv(identifier.partition("[")[0].strip()), _category(identifier) if "[" in identifier else ""
    journal = values.get("container_title", "")
    if _is_arxiv(journal):
        found = _labelled(journal.partition("[")[0])
        if found[0]:
            return found, _category(journal)
        for name in ("volume", "page", "number", "issue"):
            found = split_arxiv(values.get(name, ""))
            if found[0]:
                return found, ""
        names: tuple[str, ...] = ("volume", "page", "number", "issue", *_PLACES)
    elif journal:
        names = ("doi",)  # published elsewhere: only a DOI of arXiv's says more
    else:
        names = _PLACES
    for name in names:
        text = values.get(name, "")
        if text and _ARXIV.search(text) and (name != "doi" or text.lower().startswith("10.48550/arxiv.")):
            found = split_arxiv(text.partition("[")[0].strip())
            if found[0]:
                named = _category(text)
                if name in {"medium", "publisher", "number", "issue"} and _NOTHING_ELSE.fullmatch(text):
                    del values[name]
                return found, named
    return ("", ""), ""


def _drop_journal(identifier: str, values: dict[str, Any]) -> None:
    """Take away the journal that is arXiv, and the identifier where volume or pages repeat it."""
    del values["container_title"]
    for name in ("volume", "page", "number", "issue"):
        if identifier and split_arxiv(values.get(name, ""))[0] == identifier:
            del values[name]


def _version(identifier: str, values: dict[str, Any]) -> str:
    for name in ("url", "doi"):
        text = values.get(name, "")
        if identifier and f"{identifier}v" in text:
            found, version = split_arxiv(text)
            if version and found == identifier:
                return version
    return ""
