"""Reads CSL-JSON: items to papers, one by one.

Knows: what real files have where the schema has something else, and how ``custom`` and ``note`` are taken apart.
Must not know: how the file is cut (`syntax`), how single values are spelled (`values`, `dates`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

import msgspec

from bibkit.codecs.identifiers import split_arxiv
from bibkit.codecs.names import is_others
from bibkit.errors import InputError, Location
from bibkit.formats.csl_json.dates import decode_exact, encode_date
from bibkit.formats.csl_json.people import apply_affiliations, apply_people
from bibkit.formats.csl_json.syntax import BrokenItem, NotJSONError, RawItem, read_items
from bibkit.formats.csl_json.table import CUSTOM, DATES, FIELDS, LEFT_OUT, NAME_VARIABLES
from bibkit.formats.csl_json.values import LONG_TEXT, as_text, name_leftovers
from bibkit.model import KINDS, UNKNOWN_NUMBER, Kind, Paper
from bibkit.plugins.records import ReadContext
from bibkit.text.markup import clean, count_illegal
from bibkit.zotero import decode_extra, kind_in_extra

__all__ = ["read", "sniff"]

_SNIFFED: Final = re.compile(
    r'"type"\s*:\s*"(?:' + "|".join(sorted(KINDS)) + r')"|"(?:citation-key|date-parts|container-title)"\s*:'
)
_FIRST_MEMBER: Final = re.compile(r'\[\s*\{\s*"([^"]{1,40})"\s*:')
_ESCAPES: Final = (b"\\u00", b"\\f", b"\\b", b"\\uf", b"\\uF", b"\\ud", b"\\uD", b"\\u2028", b"\\u2029")
_BYTES: Final = tuple((sign[0], sign) for sign in (b"\xc2", b"\xef\xbf", b"\x7f", b"\xe2\x80\xa8", b"\xe2\x80\xa9"))
"""How JSON may spell the characters that are forbidden elsewhere."""
_ARXIV: Final = re.compile(r"arxiv:\s*(\S+?)(?:\s*\[([A-Za-z.-]{1,20})\])?", re.IGNORECASE)
_KEY: Final = re.compile(r"[^\s{}(),%#~\\\"'/=]+")
_KNOWN: Final = frozenset(rule.tag for rule in FIELDS.rules)
_EMPTY: Final[tuple[Any, ...]] = (None, "", [], {})
_EXACT: Final = frozenset((*DATES, "note", "derived", "people"))
"""Members of ``custom`` that say exactly what variables say roughly."""
_ROLES_READ: Final = frozenset(NAME_VARIABLES)


def sniff(text: str) -> bool:
    """Whether the first characters of a file look like CSL-JSON.

    >>> sniff('[{"id": "a", "type": "book"}]'), sniff('{"kind": "book"}')
    (True, False)
    """
    start = text.lstrip("\ufeff \t\r\n")
    if start[:1] == "[" and start[1:].lstrip()[:1] == "]":
        return True
    if start[:1] not in ("[", "{"):
        return False
    first = _FIRST_MEMBER.match(start)
    return _SNIFFED.search(start) is not None or (first is not None and first[1] in _KNOWN)


def read(stream: BinaryIO, context: ReadContext) -> Iterator[Paper]:
    """Yield the papers of a CSL-JSON file: a list of items, one item, or ``{"items": [...]}``.

    Raises `InputError` when the file is of another kind or nothing of it can be read.
    """
    papers = 0
    only: tuple[int, str] | None = None  # the first fault, as long as nothing else was found
    faults = 0
    try:
        for number, item in enumerate(read_items(stream), 1):
            found = item if isinstance(item, BrokenItem) else _read_item(item, number, context)
            if only is not None:
                _say_fault(context, *only)
                only = None
            if isinstance(found, Paper):
                papers += 1
                context.line = item.line
                yield found
                continue
            faults += 1
            if papers or faults > 1:
                _say_fault(context, *found)
            else:
                only = found
    except NotJSONError as error:
        raise _not_csl(context, error.line, str(error)) from error
    if only is not None:
        raise _not_csl(context, *only)
    if faults and not papers:
        raise _not_csl(context, 1, "no item could be read")


def _say_fault(context: ReadContext, line: int, message: str) -> None:
    context.diagnose("bad-item", f"no item could be read here: {message}", line=line, severity="error")


def _not_csl(context: ReadContext, line: int, message: str) -> InputError:
    return InputError(
        f"the file is not CSL-JSON: {message}",
        location=Location(context.source, line),
        hint="a JSON list of objects with id and type is expected",
    )


def _read_item(item: RawItem, number: int, context: ReadContext) -> Paper | BrokenItem:
    try:
        value, repaired = item.read()
    except ValueError as error:
        return BrokenItem(item.line, str(error))
    if not isinstance(value, dict):
        return BrokenItem(item.line, "expected an object")
    if value.keys().isdisjoint(_KNOWN) and value.get("type") not in KINDS:
        return BrokenItem(item.line, "the object has no member that CSL knows")
    reader = _ItemReader(value, number, item, context)
    paper = reader.paper()
    if _is_suspicious(item.raw):
        reader.say_illegal()
    if repaired:
        message = "bytes that are not UTF-8 were read as Windows-1252"
        context.diagnose("guessed-encoding", message, line=item.line, key=paper.key)
    return paper


class _ItemReader:
    """Turns one item into a paper; what it doubts is said with the item's line and key."""

    def __init__(self, value: dict[str, Any], number: int, item: RawItem, context: ReadContext) -> None:
        self.value = value
        self.number = number
        self.item = item
        self.context = context
        custom = value.get("custom")
        self.custom: dict[str, Any] = custom if isinstance(custom, dict) else {}
        self.extra: dict[str, tuple[str, ...]] = {}
        self.key = ""

    def diagnose(self, code: str, message: str) -> None:
        self.context.diagnose(code, message, line=self.item.line, key=self.key)

    def keep(self, name: str, member: Any) -> None:
        """Keep a member that the model has no place for: text as it is, anything else as JSON."""
        if member in _EMPTY:
            return
        if isinstance(member, str):
            self.extra[f"csl-json:{name}"] = (clean(member),)
        else:
            self.extra[f"csl-json:json:{name}"] = (clean(msgspec.json.encode(member, order="sorted").decode()),)

    def paper(self) -> Paper:
        value, custom = self.value, self.custom
        self.read_key()
        kind = self.read_kind()
        pairs = [pair for pair in value.items() if pair[0] in _KNOWN]
        if len(pairs) + len(LEFT_OUT.intersection(value)) < len(value):
            for name, member in value.items():
                if name not in _KNOWN and name not in LEFT_OUT:
                    self.keep(name, member)
        if custom:
            pairs = self.with_custom(pairs)
        elif "custom" in value:
            self.keep("custom", value["custom"])
        note = ""
        if "note" in value and custom.get("note") != value["note"]:
            note = clean(as_text(value["note"]))
            kind = kind_in_extra(note) or kind
            pairs = [pair for pair in pairs if pair[0] != "note"]
        values = FIELDS.decode(pairs, kind)
        self.check_dates(values)
        self.read_eprint(values)
        self.read_people(values)
        if note:
            self.read_note(note, values)
        if self.key:
            values["key"] = self.key
        if self.extra:
            values["extra"] = values.get("extra", {}) | self.extra
        return Paper(**values)

    def read_key(self) -> None:
        """The citation key; an ``id`` that is a number or an address is no key, and is kept apart."""
        identifier = self.value.get("id")
        key = as_text(self.value.get("citation-key")).strip()
        if not key and isinstance(identifier, str) and _KEY.fullmatch(identifier.strip()):
            key = identifier.strip()
        self.key = clean(key)
        if identifier != self.number and as_text(identifier).strip() != key:
            self.keep("id", identifier)

    def read_kind(self) -> Kind:
        theirs = self.value.get("type")
        if isinstance(theirs, str) and FIELDS.kinds.knows(theirs):
            return FIELDS.kinds.decode(theirs)
        return self.kind_of(as_text(theirs).strip())

    def kind_of(self, name: str) -> Kind:
        """The kind that a type names, however it is spelled; a type that nobody knows is said and kept."""
        if FIELDS.kinds.knows(name):
            return FIELDS.kinds.decode(name)
        kind = FIELDS.kinds.decode(name.lower().replace(" ", "-"))
        if not FIELDS.kinds.knows(name.lower().replace(" ", "-")):
            self.diagnose(
                "unknown-type", f"CSL has no type {name!r}; read as document" if name else "the item has no type"
            )
            self.keep("type", name)
        return kind

    def with_custom(self, pairs: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
        """The members of ``custom`` as well; its tags are more exact than ``keyword``."""
        if isinstance(self.custom.get("tags"), list):
            pairs = [pair for pair in pairs if pair[0] != "keyword"]
        for name, member in self.custom.items():
            if CUSTOM + name in _KNOWN:
                pairs.append((CUSTOM + name, member))
            elif name not in _EXACT:
                self.keep(name, member)
        return pairs

    def read_note(self, note: str, values: dict[str, Any]) -> None:
        """The lines of the note that stand for fields: Zotero exports its field Extra as the note."""
        known = {**values, "key": self.key} if "citation-key" in self.value else values
        extra = decode_extra(note, values["kind"], known)
        self.key = extra.values.pop("key", self.key)
        affiliations = (*values.get("affiliations", ()), *extra.values.get("affiliations", ()))
        authors = (*values.get("authors", ()), *extra.values.get("authors", ()))
        values.update(extra.values)
        values.update(authors=authors, affiliations=affiliations, note=LONG_TEXT.decode(extra.note))

    def check_dates(self, values: dict[str, Any]) -> None:
        """Say which dates were not understood, and take the exact form that ``custom`` has of some."""
        for variable, field in DATES.items():
            if variable not in self.value and variable not in self.custom:
                continue
            member = self.value.get(variable)
            if variable in self.custom:
                exact = decode_exact(self.custom[variable])
                if exact is not None and encode_date(exact) == (member or {}):
                    values[field] = exact
                    continue
            if not member:
                continue
            date = values.get(field)
            if date is None or (date.literal and not (isinstance(member, dict) and member.get("literal"))):
                shown = date.literal if date is not None else msgspec.json.encode(member).decode()
                self.diagnose("bad-date", f"{variable}: {shown[:60]!r} is not a date that CSL knows")

    def read_eprint(self, values: dict[str, Any]) -> None:
        """A preprint's number is its archive identifier."""
        if values["kind"] != "article":
            return
        match = _ARXIV.fullmatch(values.get("number", ""))
        if match is not None and "eprint" not in values:
            identifier, version = split_arxiv(f"arXiv:{match[1]}")
            if identifier:
                del values["number"]
                values.update(eprint=identifier, eprint_type="arxiv")
                if version:
                    values["eprint_version"] = version
                if match[2]:
                    values.setdefault("eprint_class", match[2])
        publisher = values.get("publisher", "").lower()
        if publisher == "arxiv" and "eprint" not in values and (doi := values.get("doi")):
            identifier, version = split_arxiv(doi)
            if identifier:
                values.update(eprint=identifier, eprint_type="arxiv")
        derived = self.custom.get("derived")
        if publisher == "arxiv" and isinstance(derived, list) and "publisher" in derived:
            del values["publisher"]

    def read_people(self, values: dict[str, Any]) -> None:
        """What is said of people beside their names: ORCID, institutions, leftovers, and lists cut short."""
        unusual: dict[str, list[Any]] = {
            role: names for role, names in self.value.items() if role in _ROLES_READ and isinstance(names, list)
        }
        for role, field in (("author", "authors_omitted"), ("editor", "editors_omitted")):
            if role in unusual and any(map(_is_others, unusual[role])):
                values.setdefault(field, UNKNOWN_NUMBER)
        if not values.get("authors"):
            return
        people = self.custom.get("people")
        if isinstance(people, dict):
            apply_people(values, people)
        kept: dict[str, dict[str, Any]] = {}
        for role, names in unusual.items():
            leftovers = {str(index): rest for index, name in enumerate(names) if (rest := name_leftovers(name))}
            if leftovers:
                kept[role] = leftovers
            if any([isinstance(name, dict) and "affiliation" in name for name in names]):
                apply_affiliations(values, role, names)
        if kept:
            self.keep("names", kept)

    def say_illegal(self) -> None:
        """Say which characters were removed."""
        count = _count_illegal(self.value)
        if count:
            self.diagnose("illegal-characters", f"{count} characters that no format may hold were removed")


def _is_suspicious(raw: bytes) -> bool:
    """Whether JSON may hold characters that are forbidden elsewhere; single bytes are found fastest."""
    if raw.count(b"\\") > 2 * raw.count(b"\\\\") and any([sign in raw for sign in _ESCAPES]):
        return True
    return any([first in raw and sign in raw for first, sign in _BYTES])


def _count_illegal(value: Any) -> int:
    if isinstance(value, str):
        return count_illegal(value)
    if isinstance(value, dict):
        return sum([_count_illegal(member) for member in value.values()])
    return sum([_count_illegal(member) for member in value]) if isinstance(value, list) else 0


def _is_others(name: Any) -> bool:
    if isinstance(name, dict):
        return not name.get("given") and is_others(as_text(name.get("family") or name.get("literal")))
    return isinstance(name, str) and is_others(name)
