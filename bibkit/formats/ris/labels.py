"""The ``Name: value`` lines of ``M2``: where RIS carries what it has no tag for.

Zotero puts ``M2`` into its field Extra, reads such lines back into fields, and takes CSL's names there too
("Original Date: 1900"); Zotero's own RIS export writes Extra into ``M2``. So the same lines serve Zotero and
bibkit's reader.

Knows: the name of each line, and which field, role or remark it stands for.
Must not know: other tags, when a line is needed.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from bibkit.codecs.names import decode_inverted, encode_inverted
from bibkit.formats.ris.types import decode_type_label
from bibkit.model import DATE_FIELDS, OMISSION_FIELDS, ROLES, TEXT_FIELDS, UNKNOWN_NUMBER, Author, Kind, Paper

__all__ = [
    "AFFILIATION",
    "LABELLED_TEXTS",
    "LITERAL_NAME",
    "REPOSITORIES",
    "TAG",
    "Labelled",
    "decode_count",
    "decode_role",
    "encode_count",
    "encode_role",
    "label_of",
    "note_lines",
    "read_labels",
    "target_of",
]

AFFILIATION: Final = "Affiliation"
TAG: Final = "Tag"
LITERAL_NAME: Final = "Literal Name"
REPOSITORIES: Final = {"arxiv": "arXiv", "biorxiv": "bioRxiv", "hal": "HAL", "medrxiv": "medRxiv"}
"""Archives whose name PB tells; Zotero makes it the repository of a preprint."""
_LISTS: Final = frozenset((AFFILIATION, LITERAL_NAME, TAG))
_NOTE: Final = "Note"
_TYPE: Final = "type"

LABELLED_TEXTS: Final = tuple(name for name in TEXT_FIELDS if name != "note")
"""Fields that hold one text, each with a label of its own."""

_ODD_NAMES: Final = {
    "key": "Citation Key",
    "eprint": "Eprint",
    "doi": "DOI",
    "url": "URL",
    "isbn": "ISBN",
    "issn": "ISSN",
    "pmid": "PMID",
    "pmcid": "PMCID",
}
_SYNONYMS: Final = {
    "archive id": "archive id",
    "archiveid": "archive id",
    "arxiv": "arxiv",
    "citekey": "key",
    "conference name": "event_title",
    "journal abbreviation": "container_title_short",
    "place": "publisher_place",
    "proceedings title": "container_title",
    "publication title": "container_title",
    "repository": "publisher",
    "short title": "title_short",
}
"""What Zotero calls things, and the lines that need more than copying ("archive id", "arxiv")."""


def label_of(field: str) -> str:
    """Give the name of a field's line.

    >>> label_of("original_date"), label_of("key")
    ('Original Date', 'Citation Key')
    """
    return _ODD_NAMES.get(field) or field.replace("_", " ").title()


_TARGETS: Final[dict[str, str]] = {
    **{label_of(name).lower(): name for name in (*LABELLED_TEXTS, *DATE_FIELDS, *OMISSION_FIELDS)},
    **_SYNONYMS,
    **{role.replace("-", " "): f"role:{role}" for role in ROLES},
    AFFILIATION.lower(): AFFILIATION,
    TAG.lower(): TAG,
    LITERAL_NAME.lower(): LITERAL_NAME,
    _NOTE.lower(): "note",
    _TYPE: _TYPE,
}
_LONGEST: Final = 64
"""No label is longer; sentences with a colon are."""


class Labelled(NamedTuple):
    """What the lines of a record say."""

    kind: Kind | None
    values: list[tuple[str, str]]
    """Fields, ``role:ROLE`` and so on, each with its value, in the order of the lines."""
    lists: dict[str, tuple[str, ...]]
    """Values of `AFFILIATION`, `TAG` and `LITERAL_NAME`, which belong to what other tags say."""
    note: list[str]
    """Lines that are no labels: the remark on the paper."""

    def all_of(self, target: str) -> tuple[str, ...]:
        """Give the values of one field."""
        return tuple([value for name, value in self.values if name == target])

    def list_of(self, target: str) -> tuple[str, ...]:
        """Give the values of `AFFILIATION`, `TAG` or `LITERAL_NAME`."""
        return self.lists.get(target, ())


def target_of(line: str) -> tuple[str, str]:
    """Cut a line into what its label stands for and its value; an empty target where it has no known label.

    >>> target_of("citation-key: abara2031"), target_of("Seen: twice")
    (('key', 'abara2031'), ('', 'Seen: twice'))
    """
    label, colon, value = line.partition(":")
    if colon and len(label) <= _LONGEST:
        target = _target(label)
        value = value.strip()
        if target and value and (target != _TYPE or decode_type_label(value)):
            return target, value
    return "", line


@lru_cache(maxsize=1024)
def _target(label: str) -> str:
    return _TARGETS.get(label.strip().lower().replace("-", " ").replace("_", " "), "")


def read_labels(lines: Iterable[str]) -> Labelled:
    """Sort the lines of ``M2`` into labelled values and the remark.

    >>> read_labels(["Type: preprint", "Lent to Sol"])
    Labelled(kind='article', values=[], lists={}, note=['Lent to Sol'])
    """
    kind: Kind | None = None
    values: list[tuple[str, str]] = []
    lists: dict[str, list[str]] = {}
    note: list[str] = []
    for line in lines:
        target, value = found = target_of(line)
        if target in _LISTS:
            lists.setdefault(target, []).append(value)
        elif not target or target == "note":
            note.append(value)
        elif target != _TYPE:
            values.append(found)
        elif kind is None:
            kind = decode_type_label(value)
    return Labelled(kind, values, {target: tuple(texts) for target, texts in lists.items()} if lists else {}, note)


def note_lines(paper: Paper) -> list[str]:
    """Give the lines of the remark, labelled only where one would be taken for something else."""
    lines = [line.strip() for line in paper.note.splitlines()]
    return [f"{_NOTE}: {line}" if target_of(line)[0] else line for line in lines if line]


def encode_count(count: int) -> str:
    """Spell how many were left out.

    >>> encode_count(2), encode_count(UNKNOWN_NUMBER)
    ('2', 'unknown')
    """
    return "unknown" if count == UNKNOWN_NUMBER else str(count)


def decode_count(text: str) -> int:
    """Read how many were left out; words mean an unknown number."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else UNKNOWN_NUMBER


def encode_role(author: Author) -> str:
    """Spell a person as Zotero reads one in Extra: ``Family || Given``.

    >>> encode_role(Author("Sol", "Petra"))
    'Sol || Petra'
    """
    return author.literal or encode_inverted(author).replace(", ", " || ", 1)


def decode_role(text: str, role: str) -> Author:
    """Read a person of a role line."""
    if "||" not in text and not text.endswith(","):
        return Author(literal=text, role=role)
    family, _, given = text.partition("||")
    author = decode_inverted(f"{family.strip()}, {given.strip()}" if given else text)
    return Author(author.family, author.given, author.particle, author.suffix, author.literal, role)
