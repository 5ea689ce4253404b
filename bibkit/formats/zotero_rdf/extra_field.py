"""Zotero's Extra field: lines ``Label: value`` that stand for fields, and free text.

Knows: which labels mean what, and how free text is kept from being taken for a label.
Must not know: XML, the other properties of an item.

The lines that Zotero and citeproc-js know (https://www.zotero.org/support/kb/item_types_and_fields, "Citing
fields from Extra") are those of the table, ``Type: review``, ``Editor: Family || Given``. Ours besides:

- ``arXiv:2609.01234v2 [cs.LG]``, as Zotero's arXiv import writes it; ``arXiv category: cs.LG`` where only that is
  known; ``Eprint:``, ``Eprint Type:``, ``Eprint Class:`` and ``Eprint Version:`` for other archives.
- ``Affiliation: A · B`` (also ``Affiliations:``).
- ``Authors omitted: 2``, and the same for editors, affiliations and tags; ``unknown`` for a number not known.
- ``Note: text``, where a line of the paper's note would be taken for one of these.

What is left is the paper's ``note``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from bibkit.codecs.identifiers import split_arxiv
from bibkit.formats.zotero_rdf.table import extra_place, label_key
from bibkit.formats.zotero_rdf.vocabulary import AFFILIATION_SEPARATOR, ITEM_KINDS
from bibkit.model import KINDS, OMISSION_FIELDS, ROLES, UNKNOWN_NUMBER, Author, Kind, Paper

__all__ = [
    "Extra",
    "eprint_lines",
    "join_affiliations",
    "kind_named",
    "note_lines",
    "omission_lines",
    "read_extra",
    "split_affiliations",
]

_LINE: Final = re.compile(r"\s*([A-Za-z][A-Za-z0-9 ._-]{0,40}?)\s*:[ \t]*(\S.*)")
_NOTE: Final = re.compile(r"Note:(?: (.*))?", re.DOTALL)
_ARXIV: Final = re.compile(r"(\S+?)(?:\s*\[([^\]\n]+)\])?\s*")
_OMISSIONS: Final = {name.replace("_", " ").capitalize(): name for name in OMISSION_FIELDS}
_OMITTED: Final = {label_key(label): field for label, field in _OMISSIONS.items()}
_EPRINT: Final = {
    "eprint": "eprint",
    "eprinttype": "eprint_type",
    "eprintclass": "eprint_class",
    "eprintversion": "eprint_version",
}
_ROLES: Final = {label_key(role): role for role in ROLES}
_KINDS: Final = frozenset(KINDS)
_UNKNOWN: Final = "unknown"


class Extra:
    """What one Extra field says. ``pairs`` are for the table; ``fields`` are fields of `Paper`."""

    __slots__ = ("affiliations", "authors", "fields", "kind", "note", "pairs")

    def __init__(self) -> None:
        self.pairs: list[tuple[str, str]] = []
        self.fields: dict[str, str | int] = {}
        self.authors: list[Author] = []
        self.affiliations: tuple[str, ...] = ()
        self.kind: Kind | None = None
        self.note = ""


def kind_named(name: str) -> Kind | None:
    """The kind that a type of Zotero's or CSL's names.

    >>> kind_named("preprint"), kind_named("treaty"), kind_named("poem")
    ('article', 'treaty', None)
    """
    if ITEM_KINDS.knows(name):
        return ITEM_KINDS.decode(name)
    lowered = name.lower()
    return lowered if lowered in _KINDS else None


def read_extra(text: str) -> Extra:
    r"""Take an Extra field apart.

    >>> extra = read_extra("PMID: 12\nAuthors omitted: 2\nA remark")
    >>> extra.pairs, extra.fields, extra.note
    ([('extra/PMID', '12')], {'authors_omitted': 2}, 'A remark')
    """
    extra = Extra()
    rest: list[str] = []
    for line in text.split("\n"):
        exact = _NOTE.fullmatch(line)
        if exact is not None:
            rest.append("\n" + (exact[1] or ""))
        elif not _read_line(line, extra):
            rest.append(line)
    while rest and not rest[0].strip(" \t\r") and rest[0][:1] != "\n":
        del rest[0]
    while rest and not rest[-1].strip(" \t\r") and rest[-1][:1] != "\n":
        rest.pop()
    extra.note = "\n".join([line.removeprefix("\n") for line in rest])
    return extra


def _read_line(line: str, extra: Extra) -> bool:
    match = _LINE.match(line)
    if match is None:
        return False
    label, value = match[1], match[2].rstrip()
    key = label_key(label)
    if place := extra_place(label):
        extra.pairs.append((place, value))
    elif key == "arxiv":
        return _read_arxiv(value, extra)
    elif key == "arxivcategory":
        extra.fields.update(eprint_type="arxiv", eprint_class=value)
    elif key in _EPRINT:
        extra.fields[_EPRINT[key]] = value
    elif key in _OMITTED:
        if not (value.isascii() and value.isdigit() and len(value) < 10) and value != _UNKNOWN:
            return False
        extra.fields[_OMITTED[key]] = UNKNOWN_NUMBER if value == _UNKNOWN else int(value)
    elif key in {"affiliation", "affiliations"}:
        extra.affiliations += split_affiliations(value)
    elif key == "type":
        kind = kind_named(value)
        extra.kind = kind or extra.kind
        return kind is not None
    elif "||" in value and key in _ROLES:
        family, _, given = value.partition("||")
        extra.authors.append(Author(family.strip(), given.strip(), role=_ROLES[key]))
    elif label.startswith("tex."):
        extra.pairs.append((f"extra/{label}", value))
    else:
        return False
    return True


def _read_arxiv(value: str, extra: Extra) -> bool:
    match = _ARXIV.fullmatch(value)
    identifier, version = split_arxiv(match[1]) if match is not None else ("", "")
    if match is None or not identifier:
        return False
    extra.fields.update(eprint_type="arxiv", eprint=identifier, eprint_version=version, eprint_class=match[2] or "")
    return True


def note_lines(note: str) -> str:
    """The paper's note as free text, each line marked where one would be taken for a field.

    >>> note_lines("See there"), note_lines("PMID: none")
    ('See there', 'Note: PMID: none')
    """
    if note and read_extra(note).note == note and not any([_LINE.match(line) for line in note.split("\n")]):
        return note
    if read_extra(note).note == note and not _has_fields(note):
        return note
    return "\n".join([f"Note: {line}" for line in note.split("\n")])


def _has_fields(text: str) -> bool:
    extra = read_extra(text)
    return bool(extra.pairs or extra.fields or extra.authors or extra.affiliations or extra.kind) or "Note:" in text


def omission_lines(paper: Paper) -> Iterator[str]:
    """What the source cut off, one line for each list.

    >>> list(omission_lines(Paper(authors_omitted=2, tags_omitted=-1)))
    ['Authors omitted: 2', 'Tags omitted: unknown']
    """
    for label, field in _OMISSIONS.items():
        count = getattr(paper, field)
        if count:
            yield f"{label}: {count if count > 0 else _UNKNOWN}"


def eprint_lines(paper: Paper, *, in_number: bool) -> list[str]:
    """The lines for an eprint. ``in_number``: the item's archive id says ``eprint`` already.

    >>> eprint_lines(Paper(eprint="2609.01234", eprint_type="arxiv", eprint_class="cs.LG"), in_number=True)
    ['arXiv:2609.01234 [cs.LG]']
    """
    named, kind, archive_class, version = paper.eprint, paper.eprint_type, paper.eprint_class, paper.eprint_version
    if kind == "arxiv" and named:
        if in_number and not (archive_class or version):
            return []
        line = f"arXiv:{named}" + (f"v{version}" if version else "") + (f" [{archive_class}]" if archive_class else "")
        found = read_extra(line).fields
        expected = {"eprint_type": kind, "eprint": named, "eprint_version": version, "eprint_class": archive_class}
        if found == expected:
            return [line]
    if kind == "arxiv" and archive_class and not (named or version):
        return [f"arXiv category: {archive_class}"]
    lines = [f"Eprint: {named}"] if named and not (in_number and kind and kind != "arxiv") else []
    for label, value in (("Type", kind), ("Class", archive_class), ("Version", version)):
        if value:
            lines.append(f"Eprint {label}: {value}")
    return lines


_DOTS: Final = re.compile(r"(?<!\S)(·+)(?!\S)")
_MORE_DOTS: Final = re.compile(r"(?<!\S)·(·+)(?!\S)")


def join_affiliations(names: list[str]) -> str:
    """Institutions in one line. A dot that stands alone within a name is doubled.

    >>> join_affiliations(["University of Silt", "Tidal Institute"])
    'University of Silt · Tidal Institute'
    """
    return AFFILIATION_SEPARATOR.join([_DOTS.sub(r"·\1", name) if "·" in name else name for name in names])


def split_affiliations(text: str) -> tuple[str, ...]:
    """The institutions of one line, the inverse of `join_affiliations`.

    >>> split_affiliations("University of Silt · Tidal Institute")
    ('University of Silt', 'Tidal Institute')
    """
    names = [_MORE_DOTS.sub(r"\1", name) if "·" in name else name for name in text.split(AFFILIATION_SEPARATOR)]
    return tuple([name for name in names if name])
