"""From the tags and values of a MEDLINE record to a paper, whichever way they were spelled.

Knows: which tags belong together (a name and the affiliations after it), which share a tag.
Must not know: lines, XML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from bibkit import UNKNOWN_NUMBER, Affiliation, Author, Paper
from bibkit.codecs.identifiers import decode_orcid
from bibkit_pubmed.table import FIELDS
from bibkit_pubmed.types import choose_type
from bibkit_pubmed.values import decode_name, decode_preprint, decode_short_name

__all__ = ["HEADINGS", "decode_record", "decode_serial", "without_star"]

Pair = tuple[str, str]

_FULL: Final = {"FAU": "author", "FED": "editor"}
_OTHERS: Final = frozenset(("et al.", "et al"))
"""The last "author" of a list that was cut short."""
_SHORT: Final = {"AU": "author", "ED": "editor"}
_PEOPLE: Final = frozenset((*_FULL, *_SHORT, "CN", "AD", "AUID"))
HEADINGS: Final = ("MH", "OT", "KW")
"""Tags of subject labels: NLM's headings, the authors' keywords, KoreaMed's."""
_BOOK: Final = re.compile(r"(?:97[89][- ]?)?(?:[0-9][- ]?){9}[0-9Xx]")
_LABEL: Final = re.compile(r"^(?:E?ISSN|ISBN)-")


def decode_record(
    pairs: Sequence[Pair], *, rors: dict[str, str] | None = None, kept: dict[str, tuple[str, ...]] | None = None
) -> Paper:
    """The paper that a record's tags and values describe, in their order.

    ``rors`` has identifiers of affiliations, by name; ``kept`` is what another spelling has beyond tags.
    """
    types = [value for tag, value in pairs if tag == "PT"]
    chosen, kind = choose_type(
        types, {tag for tag, _ in pairs}, is_eric_journal=any(t == "OID" and v.startswith("EJ") for t, v in pairs)
    )
    if chosen:
        pairs = list(pairs)
        pairs.remove(("PT", chosen))
    values = FIELDS.decode(_simple(pairs, kind), kind)
    values.update(_People(pairs, rors or {}).result())
    labels = tuple(dict.fromkeys([without_star(value) for tag, value in pairs if tag in HEADINGS]))
    if labels:
        values["tags"] = labels
    _add_serials(pairs, values)
    for tag, value in pairs:
        if tag in {"AID", "LID"}:
            values.update(decode_preprint(value))
    if kept:
        values["extra"] = {**values.get("extra", {}), **kept}
    return Paper(**values)


def _simple(pairs: Sequence[Pair], kind: str) -> Iterator[Pair]:
    """The pairs that the table reads, shared tags told apart; headings stay in extra with their stars."""
    for tag, value in pairs:
        if (
            (tag in _PEOPLE and not _other_identifier(tag, value))
            or tag in {"IS", "ISSN"}
            or (tag == "OT" and "*" not in value)
        ):
            continue
        if tag in {"LID", "AID"}:
            if value.endswith("[doi]"):
                yield f"{tag}:doi", value
            elif value.startswith(("http://", "https://")):
                yield f"{tag}:url", value
            elif not decode_preprint(value):
                yield tag, value
        elif tag == "PHST" and value.endswith("[received]"):
            yield "PHST:received", value
        elif tag == "ISBN":
            yield tag, _LABEL.sub("", value)
        elif tag == "SO" and kind == "thesis":
            yield from _thesis(value)
        else:
            yield tag, value


def _other_identifier(tag: str, value: str) -> bool:
    """Whether a person's identifier is of a registry that the model does not have (``ISNI: ...``)."""
    return tag == "AUID" and not value.upper().startswith("ORCID")


def _thesis(source: str) -> Iterator[Pair]:
    """ERIC names the university after a comma: ``Ph.D. Dissertation, University of Silt``."""
    _, comma, university = source.partition(", ")
    if comma and "," not in university:
        yield "PB", university
    yield "SO", source


def without_star(heading: str) -> str:
    """A heading without the stars that mark it as a main point: ``Locks/*history``."""
    if "*" not in heading:
        return heading
    return "/".join([part.removeprefix("*") for part in heading.split("/")])


def decode_serial(value: str) -> str:
    """The number in a value of ``IS`` or ``ISSN``.

    >>> decode_serial("2999-0010 (Electronic)"), decode_serial("EISSN-2375-5636")
    ('2999-0010', '2375-5636')
    """
    return _LABEL.sub("", value).partition(" (")[0].strip()


def _add_serials(pairs: Sequence[Pair], values: dict[str, Any]) -> None:
    """ISSNs and ISBNs, without what says of which edition they are; that stays in extra."""
    issn: dict[str, None] = {}
    isbn: dict[str, None] = {}
    qualified: dict[str, tuple[str, ...]] = {}
    for tag, value in pairs:
        if tag not in {"IS", "ISSN"}:
            continue
        number = decode_serial(value)
        if _BOOK.fullmatch(number):
            isbn[number] = None
        elif number:
            issn[number] = None
        if number and number != value:
            name = f"nbib:{tag}"
            qualified[name] = (*qualified.get(name, ()), value)
    if issn:
        values["issn"] = " ".join(issn)
    if isbn:
        values.setdefault("isbn", " ".join(isbn))
    if qualified:
        values["extra"] = {**values.get("extra", {}), **qualified}


class _People:
    """Names and what follows each of them: its short form, its identifiers, its affiliations."""

    def __init__(self, pairs: Sequence[Pair], rors: dict[str, str]) -> None:
        self._rors = rors
        self._affiliations: dict[str, int] = {}
        self._authors: list[Author] = []
        self._orcid = ""
        self._links: list[int] = []
        self._current: Author | None = None
        self._omitted = 0
        full = {tag for tag, _ in pairs if tag in _FULL}
        for tag, value in pairs:
            if tag in _PEOPLE:
                self._take(tag, value, full)
        self._close()

    def _take(self, tag: str, value: str, full: set[str]) -> None:
        if value.lower() in _OTHERS:
            self._omitted = UNKNOWN_NUMBER
        elif tag in _FULL:
            self._open(decode_name(value), _FULL[tag])
        elif tag == "CN":
            self._open(Author(literal=value), "author")
        elif tag in _SHORT:
            # FAU is preferred; AU is its short form. A record has either both or AU alone.
            if "F" + tag not in full:
                self._open(decode_short_name(value), _SHORT[tag])
        elif tag == "AUID":
            if value.upper().startswith("ORCID") and self._current is not None:
                self._orcid = decode_orcid(value)
        else:
            number = self._affiliations.setdefault(value, len(self._affiliations))
            if self._current is not None and number not in self._links:
                self._links.append(number)

    def _open(self, author: Author, role: str) -> None:
        self._close()
        self._current = Author(author.family, author.given, author.particle, author.suffix, author.literal, role)

    def _close(self) -> None:
        author = self._current
        if author is not None:
            self._authors.append(
                Author(
                    author.family, author.given, author.particle, author.suffix, author.literal, author.role,
                    self._orcid, tuple(self._links),
                )
            )  # fmt: skip
        self._current, self._orcid, self._links = None, "", []

    def result(self) -> dict[str, Any]:
        """The authors, the affiliations that they point at, and whether the list goes on."""
        found = {
            "authors": tuple(self._authors),
            "affiliations": tuple([Affiliation(name, self._rors.get(name, "")) for name in self._affiliations]),
            "authors_omitted": self._omitted,
        }
        return {name: value for name, value in found.items() if value}
