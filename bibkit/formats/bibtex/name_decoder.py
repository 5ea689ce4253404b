"""Who did what: the fields that hold names, and the annotations that say more about a name.

Knows: which field is which role, ``editora`` and ``editoratype``, ``and others``, ORCIDs and affiliations of single
authors as data annotations (``author+an:orcid``).
Must not know: how one name is cut (`bibkit.codecs.bibtex_names`), other fields.
"""

from __future__ import annotations

from typing import Final, cast

import msgspec

from bibkit.codecs.bibtex_names import (
    decode_bibtex_name,
    decode_usual_name,
    one_line,
    split_bibtex_names,
    without_others,
)
from bibkit.codecs.identifiers import decode_orcid
from bibkit.codecs.names import is_others, is_suffix
from bibkit.formats.bibtex.values import decode_annotations
from bibkit.model import UNKNOWN_NUMBER, Affiliation, Author

__all__ = ["AFFILIATION_NAMES", "PEOPLE_FIELDS", "ROLE_FIELDS", "TYPED_EDITORS", "TYPED_ROLES", "NameDecoder"]

ROLE_FIELDS: Final[dict[str, str]] = {
    "author": "author",
    "editor": "editor",
    "bookauthor": "container-author",
    "translator": "translator",
    "annotator": "annotator",
    "commentator": "commentator",
    "introduction": "introduction",
    "foreword": "foreword",
    "afterword": "afterword",
    "holder": "holder",
}
"""Fields that hold names (biblatex manual, "Data fields")."""

TYPED_ROLES: Final[dict[str, str]] = {
    "compiler": "compiler",
    "collaborator": "contributor",
    "organizer": "organizer",
}
"""Values of ``editortype`` and ``editoratype`` that are roles of their own."""
TYPED_EDITORS: Final = ("editora", "editorb", "editorc")

PEOPLE_FIELDS: Final = frozenset(
    (*ROLE_FIELDS, *TYPED_EDITORS, *(f"{name}type" for name in ("editor", *TYPED_EDITORS)))
)
_BESIDE_AUTHOR: Final = PEOPLE_FIELDS - {"author"}
AFFILIATION_NAMES: Final = frozenset(("", "affiliation", "affiliations", "affil", "inst", "institution", "institute"))
"""Names of annotations (none is one too) whose texts are institutions."""

_MANY_NAMES: Final = 50_000

_GENERATIONS: Final = frozenset(("jr", "sr", "jnr", "snr", "junior", "senior", "iii"))
"""Suffixes that are no initials."""

Annotations = dict[str, dict[str, str]]
"""Raw annotations by field and name."""


class NameDecoder:
    """Reads the names of one entry after the other, and remembers them: the same people come again and again."""

    def __init__(self) -> None:
        self._names: dict[str, Author] = {}
        self.omitted: dict[str, int] = {}
        """Lists of the last entry that ended with ``and others``: -1 by field."""
        self.doubts: list[str] = []
        """What is odd about names of the last entry."""

    def read(
        self, fields: dict[str, str], annotations: Annotations, affiliations: list[Affiliation]
    ) -> tuple[Author, ...]:
        """The authors of an entry in all roles. Institutions that annotations name join ``affiliations``."""
        self.omitted = {}
        self.doubts = []
        found: list[Author] = []
        for field, role in _roles(fields):
            authors = self._list(fields[field], role, field)
            if field in annotations:
                authors = _annotated(authors, annotations[field], affiliations)
            found += authors
        return tuple(found)

    def _list(self, raw: str, role: str, field: str) -> list[Author]:
        names = one_line(raw).split(" and ")
        found = list(map(self._names.get, names))
        if not all(found):
            found = [author or self._new(name) for author, name in zip(found, names, strict=True)]
        authors = cast("list[Author]", found) if all(found) else self._odd_list(raw, field)
        return authors if role == "author" else [msgspec.structs.replace(author, role=role) for author in authors]

    def _new(self, name: str) -> Author | None:
        """A name that is whole and raises no doubts, remembered; None for any other."""
        author = decode_usual_name(name) or self._plain(name)
        if author is not None:
            if len(self._names) > _MANY_NAMES:
                self._names.clear()
            self._names[name] = author
        return author

    def _plain(self, name: str) -> Author | None:
        if not name or name.count("{") != name.count("}") or " and " in f" {name} ".lower() or is_others(name):
            return None
        author, doubt = self._decode(name)
        return None if doubt or without_others(name) != name else author

    def _odd_list(self, raw: str, field: str) -> list[Author]:
        names = split_bibtex_names(raw)
        people = [whole for name in names if not is_others(name) and (whole := without_others(name))]
        if people != names:
            self.omitted[field] = UNKNOWN_NUMBER
        found = [self._decode(name) for name in people]
        self.doubts += [doubt for _, doubt in found if doubt]
        return [author for author, _ in found]

    @staticmethod
    def _decode(name: str) -> tuple[Author, str]:
        """The author, and what is odd about the name."""
        author = decode_bibtex_name(name)
        if name.count(",") > 2 and "=" not in name and "{" not in name:
            return author, f"the name {name!r} has too many commas"
        if not author.suffix and is_suffix(author.family):
            given, _, family = author.given.rpartition(" ")
            return author, (
                f"the name {name!r} has the family name {author.family!r}; write '{family}, {author.family}, {given}'"
            )
        if author.given.rstrip(".").casefold() in _GENERATIONS and author.family:
            given, _, family = author.family.rpartition(" ")
            given, family = (author.suffix, author.family) if author.suffix else (given, family)
            return author, (
                f"the name {name!r} has the given name {author.given!r}; write '{family}, {author.given}, {given}'"
            )
        return author, ""


def _roles(fields: dict[str, str]) -> list[tuple[str, str]]:
    """The fields of an entry that hold names, with their roles."""
    found = [("author", "author")] if "author" in fields else []
    if _BESIDE_AUTHOR.isdisjoint(fields):
        return found
    for field, role in ROLE_FIELDS.items():
        if field in fields and field != "author":
            if field == "editor":
                role = TYPED_ROLES.get(fields.get("editortype", ""), role)
            found.append((field, role))
    return found + [
        (field, TYPED_ROLES.get(fields.get(f"{field}type", ""), "editor")) for field in TYPED_EDITORS if field in fields
    ]


def _annotated(authors: list[Author], annotations: dict[str, str], affiliations: list[Affiliation]) -> list[Author]:
    orcids: dict[int, str] = {}
    links: dict[int, list[int]] = {}
    for name, raw in annotations.items():
        if name == "orcid":
            orcids.update({item: decode_orcid(value) for item, value in decode_annotations(raw) if item})
        elif name in AFFILIATION_NAMES:
            for item, value in decode_annotations(raw):
                affiliation = Affiliation(value)
                if affiliation not in affiliations:
                    affiliations.append(affiliation)
                if item:
                    links.setdefault(item, []).append(affiliations.index(affiliation))
    return [
        msgspec.structs.replace(author, orcid=orcids.get(number, ""), affiliations=tuple(links.get(number, ())))
        for number, author in enumerate(authors, 1)
    ]
