r"""Zotero's field Extra: lines ``Name: value`` that stand for fields, and free text. The one grammar of both.

Knows: which names a line may begin with, how its value is spelled, and how free text is kept from being taken for a
line.
Must not know: any file format. How each one carries Extra (``dc:description``, ``M2``, ``note``) is its own business.

Read is what Zotero's desktop takes out of Extra (``extractExtraFields`` in its ``utilities_internal.js``) and what it
leaves there for citeproc-js, which prints it:

- CSL's variables and names, for every type of item: ``Original Date: 1967``, ``Director: Family || Given``. A name
  without ``||`` is one whole. Case, blanks, hyphens, underscores and humps make no difference: ``original-date``,
  ``originalDate``, ``ORIGINAL_DATE``.
- Zotero's own fields, under which its imports put what the item's type has no field for (``Place: Port``); creator types
  and names that are ordinary words, where the item's type has them (``University: Silt`` of a thesis).
- ``Type: review``: what the item really is, in Zotero's or CSL's words.
- citeproc-js's older spelling, anywhere in the text: ``{:original-date: 1967}``.

The first line that says something counts. Where the item says the same by itself, the line is dropped; where the item
says something else, it stays text, and so does everything else. bibkit's own lines, text to Zotero:

- ``arXiv: 2609.01234v2 [cs.LG]``, as Zotero's import of arXiv writes it, or ``arXiv category: cs.LG``; ``Archive ID:``,
  ``Eprint:``, ``Eprint Type:``, ``Eprint Class:`` and ``Eprint Version:`` for all archives.
- ``Affiliation: A · B``; ``Authors omitted: 2`` (and editors, affiliations, tags; ``unknown`` for an unknown number);
  ``Category: a``; ``Available Date:`` and other fields that only bibkit's model has.
- ``Note: text``: a line of the paper's note that would be taken for one of these.

>>> extra = decode_extra("Type: review\nPMID: 12\nAuthors omitted: 2\nA remark: read twice", "article-journal")
>>> extra.kind, extra.values, extra.note
('review', {'pmid': '12', 'authors_omitted': 2}, 'A remark: read twice')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from bibkit.codecs.dates import decode_free_date, encode_edtf
from bibkit.codecs.identifiers import decode_doi, split_arxiv
from bibkit.codecs.names import decode_inverted, encode_inverted
from bibkit.codecs.pages import decode_pages
from bibkit.model import (
    DATE_FIELDS,
    KINDS,
    OMISSION_FIELDS,
    ROLES,
    TEXT_FIELDS,
    UNKNOWN_NUMBER,
    Affiliation,
    Author,
    Kind,
    Paper,
)
from bibkit.text.markup import from_plain
from bibkit.zotero.schema import CREATOR_ROLES, FIELD_NAMES, ITEM_CREATORS, ITEM_FIELDS, ITEM_KINDS, item_type_of

__all__ = [
    "Extra",
    "decode_extra",
    "encode_affiliation",
    "encode_affiliations",
    "encode_creator",
    "encode_eprint",
    "encode_fields",
    "encode_note",
    "encode_omissions",
    "encode_value",
    "fits_line",
    "is_line",
    "kind_in_extra",
    "kind_named",
    "label_of",
    "split_affiliations",
]

_HUMP: Final = re.compile(r"([a-z])([A-Z])")
_BRACES: Final = re.compile(r"\{:([A-Za-z][A-Za-z _-]{0,40}):([^{}\n]*)\}")
_NOTE: Final = re.compile(r"Note:(?: (.*))?", re.DOTALL)
_ARXIV: Final = re.compile(r"([^\s\[\]]+)?\s*(?:\[([^\[\]\n]+)\])?")
_LONGEST_NAME: Final = 40
"""No name of a line is longer; sentences with a colon are."""
_UNKNOWN: Final = "unknown"
_SEPARATOR: Final = " · "
_DOTS: Final = re.compile(r"(?<!\S)(·+)(?!\S)")
_MORE_DOTS: Final = re.compile(r"(?<!\S)·(·+)(?!\S)")

# ---- names of lines

_ODD_LABELS: Final = {
    "key": "Citation Key",
    "categories": "Category",
    **{name: name.upper() for name in ("doi", "url", "isbn", "issn", "pmid", "pmcid")},
    **{name: name.replace("_", " ").capitalize() for name in OMISSION_FIELDS},
}
_SYNONYMS: Final = {
    "arXiv": "arxiv",
    "arXiv ID": "arxiv",
    "arXiv Category": "arxiv category",
    "Archive ID": "archive id",
    "Affiliation": "affiliations",
    "Affiliations": "affiliations",
    "Category": "categories",
    "BibTeX": "key",
    "Citekey": "key",
    "Event": "event_title",
    "Journal Abbreviation": "container_title_short",
    "Short Title": "title_short",
    "PubMed ID": "pmid",
    "Type": "type",
}
"""Lines of ours, CSL's older names, and what other programs call them."""
_ANY_TYPE: Final = "any"


def label_of(field: str) -> str:
    """The name of the line that stands for a field of `Paper` or a role.

    >>> label_of("original_date"), label_of("key"), label_of("authors_omitted"), label_of("script-writer")
    ('Original Date', 'Citation Key', 'Authors omitted', 'Script Writer')
    """
    return _ODD_LABELS.get(field) or field.replace("_", " ").replace("-", " ").title()


@lru_cache(maxsize=1024)
def _normalised(name: str) -> str:
    """What all spellings of a name have in common, as Zotero's ``_normalizeExtraKey`` makes it."""
    return _HUMP.sub(r"\1-\2", name.strip()).lower().replace(" ", "-").replace("_", "-")


_EVERYWHERE: Final[dict[str, str]] = {
    **{_normalised(role): f"authors:{role}" for role in ROLES},
    **{_normalised(label_of(name)): name for name in (*TEXT_FIELDS, *DATE_FIELDS, *OMISSION_FIELDS) if name != "note"},
    **{_normalised(name): target for name, target in _SYNONYMS.items()},
    **{_normalised(name.lower()): target for name, target in _SYNONYMS.items()},
}
"""What a name stands for whatever the type of the item: a field, ``authors:ROLE`` or a line of its own kind."""


_ORDINARY_WORDS: Final = frozenset(
    ("code", "company", "court", "distributor", "format", "history", "identifier", "institution", "label", "network",
     "organization", "reporter", "repository", "studio", "subject", "university")
)  # fmt: skip
"""Fields of Zotero that sentences may begin with: they count where the item's type has them."""


@cache
def _targets(item_type: str) -> Mapping[str, str]:
    """The same for an item of one type, with Zotero's own names; `_ANY_TYPE` has the names of all."""
    fields, creators = ITEM_FIELDS.get(item_type, frozenset()), ITEM_CREATORS.get(item_type, ())
    names = [(name, field) for field, names in FIELD_NAMES.items() for name in names.split()]
    if item_type == _ANY_TYPE:
        fields, creators = frozenset([name for name, _ in names]), tuple(CREATOR_ROLES)
    return {
        **{_normalised(name): f"authors:{CREATOR_ROLES[name]}" for name in creators},
        **{_normalised(name): field for name, field in names if name in fields or name not in _ORDINARY_WORDS},
        **_EVERYWHERE,
    }


_KINDS: Final[dict[str, Kind]] = {
    **{_normalised(name): kind for name, kind in ITEM_KINDS.rows if "/" not in name},
    **{_normalised(kind): kind for kind in KINDS},
}


def kind_named(name: str) -> Kind | None:
    """The kind that one of Zotero's or CSL's types is; None for other words.

    >>> kind_named("preprint"), kind_named("Conference Paper"), kind_named("treaty"), kind_named("poem")
    ('article', 'paper-conference', 'treaty', None)
    """
    return _KINDS.get(_normalised(name))


# ---- reading


class Extra(NamedTuple):
    """What an Extra field says."""

    kind: Kind | None
    """What a line ``Type:`` names."""
    values: dict[str, Any]
    """Fields of `Paper` that the item does not say itself; ``authors`` holds only those of Extra."""
    note: str
    """The rest: free text."""


def kind_in_extra(text: str) -> Kind | None:
    r"""The kind that Extra names, which decides what the item's own fields mean.

    >>> kind_in_extra("PMID: 12\nType: dataset"), kind_in_extra("Type: poem")
    ('dataset', None)
    """
    if "ype" not in text and "YPE" not in text:
        return None
    spelled = [match.groups() for match in _BRACES.finditer(text)]
    for name, value in [*[line.partition(":")[::2] for line in text.split("\n")], *spelled]:
        if len(name) <= _LONGEST_NAME and _normalised(name) == "type" and (kind := kind_named(value)):
            return kind
    return None


def decode_extra(text: str, kind: Kind = "document", known: Mapping[str, Any] | None = None) -> Extra:
    r"""Take an Extra field apart.

    ``kind`` is the item's, as far as it is known without Extra; ``known`` holds the fields of `Paper` that the item
    says itself.

    >>> decode_extra("Place: Port\nLent to Sol", "book", {"title": "Ponds"})
    Extra(kind=None, values={'publisher_place': 'Port'}, note='Lent to Sol')
    >>> decode_extra("DOI: 10.5555/2", known={"doi": "10.5555/1"}).note
    'DOI: 10.5555/2'
    """
    named = kind_in_extra(text)
    reading = _Reading(item_type_of(named or kind)[0], known or {})
    note = reading.read(text)
    return Extra(named, reading.values, note)


class _Reading:
    """The lines of one Extra field, one after the other."""

    def __init__(self, item_type: str, known: Mapping[str, Any]) -> None:
        self.targets = _targets(item_type)
        self.known = known
        self.roles = frozenset([author.role for author in known.get("authors", ())])
        self.values: dict[str, Any] = {}
        self.has_type = False

    def read(self, text: str) -> str:
        """Take every line that stands for something, and give the rest of the text without blank lines around it."""
        rest: list[tuple[str, bool]] = []  # lines, and whether they are marked as text
        for line in text.split("\n"):
            marked = _NOTE.fullmatch(line)
            if marked is not None:
                rest.append((marked[1] or "", True))
                continue
            if "{:" in line:
                whole = line
                line = _BRACES.sub(lambda match: "" if self.take(match[1], match[2]) else match[0], line)
                if line != whole:
                    line = line.strip()
                    if not line:
                        continue
            name, colon, value = line.partition(":")
            if not (colon and len(name) <= _LONGEST_NAME and self.take(name, value)):
                rest.append((line, False))
        while rest and not rest[0][1] and not rest[0][0].strip():
            del rest[0]
        while rest and not rest[-1][1] and not rest[-1][0].strip():
            rest.pop()
        return "\n".join([line for line, _ in rest])

    def take(self, name: str, text: str) -> bool:
        """Take one value; False where the name is unknown, the value is none, or the item says something else."""
        target = self.targets.get(_normalised(name))
        text = from_plain(text.strip())
        if not target or not text:
            return False
        if target.startswith("authors:"):
            return self.take_creator(target[8:], text)
        if target in _TAKERS:
            return _TAKERS[target](self, text)
        value = _decode(target, text)
        return value is not None and self.set(target, value)

    def set(self, field: str, value: Any) -> bool:
        """Fill a field, unless another value was first; one that is there already needs no second."""
        current = self.values.get(field) or self.known.get(field)
        if not current:
            self.values[field] = value
        return not current or bool(current == value)

    def add(self, field: str, values: tuple[Any, ...]) -> None:
        self.values[field] = self.values.get(field, ()) + values

    def take_creator(self, role: str, text: str) -> bool:
        """A person, unless the item has people of that role: then citeproc-js heeds no line, and Zotero keeps it."""
        if role in self.roles:
            return False
        self.add("authors", (_decode_creator(text, role),))
        return True

    def take_type(self, text: str) -> bool:
        if self.has_type or kind_named(text) is None:
            return False
        self.has_type = True
        return True

    def take_arxiv(self, text: str) -> bool:
        """An arXiv identifier with its version and category, or a category alone."""
        match = _ARXIV.fullmatch(text)
        if match is None:
            return False
        identifier, version = split_arxiv(match[1] or "")
        if match[1] and not identifier:
            return False
        found = {
            "eprint_type": "arxiv",
            "eprint": identifier,
            "eprint_version": version,
            "eprint_class": match[2] or "",
        }
        return self.set_eprint(found)

    def take_arxiv_category(self, text: str) -> bool:
        return self.set_eprint({"eprint_type": "arxiv", "eprint_class": text})

    def take_archive_id(self, text: str) -> bool:
        """Zotero's archive identifier: arXiv's, unless a line has named another archive."""
        identifier, version = split_arxiv(text)
        if identifier and (self.values.get("eprint_type") or self.known.get("eprint_type") or "arxiv") == "arxiv":
            return self.set_eprint({"eprint_type": "arxiv", "eprint": identifier, "eprint_version": version})
        return self.set("eprint", text)

    def set_eprint(self, found: dict[str, str]) -> bool:
        """Fill the fields of an eprint together, or none of them."""
        found = {field: value for field, value in found.items() if value}
        current = {field: self.values.get(field) or self.known.get(field) or value for field, value in found.items()}
        if current == found:
            self.values.update({field: value for field, value in found.items() if not self.known.get(field)})
        return current == found

    def take_affiliations(self, text: str) -> bool:
        self.add("affiliations", tuple([Affiliation(name) for name in split_affiliations(text)]))
        return True

    def take_category(self, text: str) -> bool:
        self.add("categories", (text,))
        return True


_TAKERS: Final[dict[str, Callable[[_Reading, str], bool]]] = {
    "type": _Reading.take_type,
    "arxiv": _Reading.take_arxiv,
    "arxiv category": _Reading.take_arxiv_category,
    "archive id": _Reading.take_archive_id,
    "affiliations": _Reading.take_affiliations,
    "categories": _Reading.take_category,
}
_DATES: Final = frozenset(DATE_FIELDS)
_COUNTS: Final = frozenset(OMISSION_FIELDS)


def _decode(field: str, text: str) -> Any:
    """The value of a field; None where the text is none."""
    if field in _DATES:
        return decode_free_date(text)
    if field in _COUNTS:
        if text == _UNKNOWN:
            return UNKNOWN_NUMBER
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
    if field == "doi":
        return decode_doi(text)
    return decode_pages(text) if field == "page" else text


def _decode_creator(text: str, role: str) -> Author:
    family, bars, given = [part.strip() for part in text.partition("||")]
    if not bars:
        return Author(literal=text, role=role)
    author = decode_inverted(f"{family}, {given}")
    return Author(author.family, author.given, author.particle, author.suffix, role=role)


def split_affiliations(text: str) -> tuple[str, ...]:
    """The institutions of one line, the inverse of `encode_affiliations`.

    >>> split_affiliations("University of Silt · Tidal Institute")
    ('University of Silt', 'Tidal Institute')
    """
    names = [_MORE_DOTS.sub(r"\1", name) if "·" in name else name for name in text.split(_SEPARATOR)]
    return tuple([name for name in names if name])


# ---- writing


def is_line(line: str) -> bool:
    """Whether a line of text would be taken for more than text, in an item of some type.

    >>> is_line("PMID: 12"), is_line("Seen: twice")
    (True, False)
    """
    return ":" in line and _Reading(_ANY_TYPE, {}).read(line) != line


def encode_note(note: str) -> str:
    r"""The paper's note as free text, each line marked that would be taken for a field.

    >>> encode_note("See there"), encode_note("See there\nPMID: none")
    ('See there', 'See there\nNote: PMID: none')
    """
    lines = note.split("\n")
    ends = (0, len(lines) - 1)
    return "\n".join(
        [
            f"Note: {line}" if is_line(line) or (place in ends and not line.strip()) else line
            for place, line in enumerate(lines)
        ]
        if note
        else []
    )


def encode_value(field: str, value: Any) -> str:
    """A field's value as its line spells it.

    >>> encode_value("authors_omitted", -1), encode_value("pmid", "12")
    ('unknown', '12')
    """
    if field in _DATES:
        return encode_edtf(value)
    if field in _COUNTS:
        return _UNKNOWN if value == UNKNOWN_NUMBER else str(value)
    return str(value)


def fits_line(text: str) -> bool:
    r"""Whether a value can stand in a line: one line, no blanks around it.

    >>> fits_line("one"), fits_line("one\ntwo")
    (True, False)
    """
    return "\n" not in text and "\r" not in text and text == text.strip()


def encode_fields(paper: Paper, fields: Iterable[str]) -> Iterator[str]:
    """The lines of fields that hold one text, date or number; blanks and line breaks become single blanks.

    >>> list(encode_fields(Paper(pmid="12", tags_omitted=-1), ("pmid", "pmcid", "tags_omitted")))
    ['PMID: 12', 'Tags omitted: unknown']
    """
    for field in fields:
        value = getattr(paper, field)
        if value:
            yield f"{label_of(field)}: {' '.join(encode_value(field, value).split())}"


def encode_omissions(paper: Paper) -> Iterator[str]:
    """What the source cut off, one line for each list.

    >>> list(encode_omissions(Paper(authors_omitted=2, tags_omitted=-1)))
    ['Authors omitted: 2', 'Tags omitted: unknown']
    """
    return encode_fields(paper, OMISSION_FIELDS)


def encode_creator(author: Author) -> str:
    """The line of a person, ``Role: Family || Given``, or of an organisation.

    >>> encode_creator(Author("Sol", "Petra", role="translator")), encode_creator(Author(literal="Tidal Institute"))
    ('Translator: Sol || Petra', 'Author: Tidal Institute')
    """
    name = author.literal
    if not name:
        family, _, rest = encode_inverted(author).partition(",")
        name = f"{family} || {rest.strip()}".strip()
    return f"{label_of(author.role)}: {' '.join(name.split())}"


def encode_affiliation(name: str) -> str:
    """The line of one institution. A dot that stands alone within its name is doubled.

    >>> encode_affiliation("Tidal Institute")
    'Affiliation: Tidal Institute'
    """
    return f"Affiliation: {' '.join(encode_affiliations([name]).split())}"


def encode_affiliations(names: Iterable[str]) -> str:
    """Institutions in one line, where there is room for one value only.

    >>> encode_affiliations(["University of Silt", "Tidal Institute"])
    'University of Silt · Tidal Institute'
    """
    return _SEPARATOR.join([_DOTS.sub(r"·\1", name) if "·" in name else name for name in names])


def encode_eprint(paper: Paper, *, is_shown: bool = False) -> list[str]:
    """The lines of an eprint. ``is_shown``: the item has a field that says archive and identifier already.

    >>> encode_eprint(Paper(eprint="2609.01234", eprint_type="arxiv", eprint_class="cs.LG"))
    ['arXiv:2609.01234 [cs.LG]']
    """
    named, archive, archive_class, version = paper.eprint, paper.eprint_type, paper.eprint_class, paper.eprint_version
    if archive == "arxiv" and named:
        if is_shown and not (archive_class or version):
            return []
        line = f"arXiv:{named}" + (f"v{version}" if version else "") + (f" [{archive_class}]" if archive_class else "")
        found = decode_extra(line).values
        expected = {"eprint_type": archive, "eprint": named, "eprint_version": version, "eprint_class": archive_class}
        if found == {field: value for field, value in expected.items() if value}:
            return [line]
    if archive == "arxiv" and archive_class and not (named or version):
        return [f"arXiv category: {archive_class}"]
    lines = [f"Eprint: {named}"] if named and not (is_shown and archive and archive != "arxiv") else []
    for label, value in (("Type", archive), ("Class", archive_class), ("Version", version)):
        if value:
            lines.append(f"Eprint {label}: {value}")
    return lines
