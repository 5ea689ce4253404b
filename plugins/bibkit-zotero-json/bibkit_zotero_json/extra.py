"""Zotero's Extra: a free text whose lines ``Name: value`` stand for fields that an item's type lacks.

Knows: how Zotero and citeproc-js read such lines (CSL variables, names as ``Family || Given``), and bibkit's own.
Must not know: item types.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from bibkit import DATE_FIELDS, KINDS, OMISSION_FIELDS, ROLES, TEXT_FIELDS, UNKNOWN_NUMBER, Affiliation, Author, Paper
from bibkit.codecs.dates import EDTF
from bibkit.codecs.identifiers import decode_doi, split_arxiv

__all__ = ["decode_extra", "encode_lines"]

_LINE: Final = re.compile(r"([A-Za-z][A-Za-z _-]{0,40}?)\s*:\s+(\S.*)")
_FIELDS: Final = frozenset((*TEXT_FIELDS, *DATE_FIELDS, *OMISSION_FIELDS))
_ALIASES: Final = {
    "citation key": "key", "citekey": "key", "arxiv": "eprint", "original date": "original_date", "place": "publisher_place",
    "series": "collection_title", "short title": "title_short", "pages": "page", "number of pages": "number_of_pages",
    "event": "event_title", "journal abbreviation": "container_title_short",
}  # fmt: skip
_NAMES: Final = {"key": "Citation Key", "doi": "DOI", "isbn": "ISBN", "issn": "ISSN", "pmid": "PMID", "pmcid": "PMCID"}


def decode_extra(text: str) -> tuple[dict[str, Any], list[Author], str, str]:
    """What Extra says: fields, persons, the exact kind (or ""), and the lines that mean nothing to us."""
    values: dict[str, Any] = {}
    people: list[Author] = []
    kind, rest = "", []
    for line in text.split("\n"):
        match = _LINE.fullmatch(line.strip())
        if match is None or not _take(match[1].lower().replace("-", " ").replace("_", " "), match[2], values, people):
            if match is not None and match[1].lower() == "type" and match[2] in KINDS and not kind:
                kind = match[2]
            else:
                rest.append(line)
    return values, people, kind, "\n".join(rest).strip("\n")


def _take(name: str, value: str, values: dict[str, Any], people: list[Author]) -> bool:
    """Take one line's value; False where the name means nothing, or the field has one already."""
    role = name.replace(" ", "-")
    if role in ROLES and "||" in value:
        family, given = (part.strip() for part in value.split("||", 1))
        people.append(Author(family, given, role=role))
        return True
    if role in ROLES:
        people.append(Author(literal=value, role=role))
        return True
    if name == "affiliation":
        values["affiliations"] = (*values.get("affiliations", ()), Affiliation(value))
        return True
    field = _ALIASES.get(name, name.replace(" ", "_"))
    if field in values or field not in _FIELDS:
        return False
    if field in OMISSION_FIELDS:
        values[field] = int(value) if value.isdecimal() and len(value) < 10 else UNKNOWN_NUMBER
    elif name == "arxiv":
        identifier, version = split_arxiv(value.partition(" ")[0])
        values.update(eprint=identifier or value, eprint_type="arxiv", eprint_version=version)
    elif field in DATE_FIELDS:
        values[field] = EDTF.decode(value)
    else:
        values[field] = decode_doi(value) if field == "doi" else value
    return True


def encode_lines(paper: Paper, fields: list[str], people: list[Author]) -> Iterator[str]:
    """The lines of Extra for what has no place elsewhere."""
    for name in fields:
        value = getattr(paper, name)
        if name in DATE_FIELDS:
            value = EDTF.encode(value)
        elif name in OMISSION_FIELDS:
            value = "unknown" if value == UNKNOWN_NUMBER else value
        label = _NAMES.get(name, name.replace("_", " ").capitalize())
        yield f"{label}: {' '.join(str(value).split())}"
    for affiliation in paper.affiliations:
        yield f"Affiliation: {' '.join(affiliation.name.split())}"
    for author in people:
        label = author.role.replace("-", " ").capitalize()
        if author.literal:
            yield f"{label}: {author.literal}"
        else:
            family = " ".join(filter(None, (author.particle, author.family)))
            yield f"{label}: {family} || {', '.join(filter(None, (author.given, author.suffix)))}"
