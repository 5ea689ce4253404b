"""The ``Name: value`` lines of ``M2``: where RIS carries what it has no tag for.

Zotero puts ``M2`` into its field Extra and writes Extra into ``M2``, so these are the lines of Extra (`bibkit.zotero`).
Two more say of other tags how they are to be read: ``Tag:``, that the only KW is one tag in spite of its semicolon, and
``Literal Name:``, that a name with a comma in it is an organisation's.

Knows: what of M2 belongs to other tags.
Must not know: other tags, when a line is needed, what lines of Extra mean.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from bibkit.model import TEXT_FIELDS, Kind, Paper
from bibkit.zotero import encode_note, is_line, kind_in_extra, label_of, split_affiliations

__all__ = [
    "AFFILIATION",
    "LABELLED_TEXTS",
    "LITERAL_NAME",
    "REPOSITORIES",
    "TAG",
    "Labelled",
    "is_label",
    "note_lines",
    "read_labels",
]

AFFILIATION: Final = "Affiliation"
TAG: Final = "Tag"
LITERAL_NAME: Final = "Literal Name"
REPOSITORIES: Final = {"arxiv": "arXiv", "biorxiv": "bioRxiv", "hal": "HAL", "medrxiv": "medRxiv"}
"""Archives whose name PB tells; Zotero makes it the repository of a preprint."""
LABELLED_TEXTS: Final = tuple(name for name in TEXT_FIELDS if name != "note")
"""Fields that hold one text, each with a label of its own."""

_LISTS: Final = {"affiliation": AFFILIATION, "affiliations": AFFILIATION, "tag": TAG, "literal name": LITERAL_NAME}
_ZOTERO_LABELS: Final = {"publisher": "Repository"}


class Labelled(NamedTuple):
    """What the lines of a record say."""

    kind: Kind | None
    lines: tuple[str, ...]
    """Zotero's Extra."""
    lists: dict[str, tuple[str, ...]]
    """Values of `AFFILIATION`, `TAG` and `LITERAL_NAME`, which belong to what other tags say."""

    def all_of(self, field: str) -> tuple[str, ...]:
        """Give what the lines say of a field whose value a tag has as well."""
        label = _ZOTERO_LABELS.get(field) or label_of(field)
        return tuple([line.removeprefix(f"{label}: ") for line in self.lines if line.startswith(f"{label}: ")])


def _cut(line: str) -> tuple[str, str]:
    """Give the list that a line belongs to, and its value; an empty string for a line of Extra."""
    name, _, value = line.partition(":")
    return _LISTS.get(name.strip().lower(), ""), value.strip()


def is_label(line: str) -> bool:
    """Tell whether a line is more than text.

    >>> is_label("citation-key: abara2031"), is_label("Tag: a; b"), is_label("Seen: twice")
    (True, True, False)
    """
    name, value = _cut(line)
    return bool(name and value) or is_line(line)


def read_labels(texts: Iterable[str]) -> Labelled:
    """Sort the lines of ``M2``.

    >>> read_labels(["Type: preprint", "Affiliation: Tidal Institute"])
    Labelled(kind='article', lines=('Type: preprint',), lists={'Affiliation': ('Tidal Institute',)})
    """
    lines: list[str] = []
    lists: dict[str, tuple[str, ...]] = {}
    for line in texts:
        name, value = _cut(line)
        if name and value:
            lists[name] = lists.get(name, ()) + (split_affiliations(value) if name == AFFILIATION else (value,))
        else:
            lines.append(line)
    return Labelled(kind_in_extra("\n".join(lines)), tuple(lines), lists)


def note_lines(paper: Paper) -> list[str]:
    """Give the lines of the remark, labelled only where one would be taken for something else."""
    lines = [line.strip() for line in paper.note.splitlines()]
    return [f"Note: {line}" if _cut(line)[0] else encode_note(line) for line in lines if line]
