"""One entry to one paper.

Knows: which fields go through the table and which are read together (dates, names, eprints, keywords ...), and
what is kept in ``extra`` so that BibTeX gets it back.
Must not know: streams, the grammar, other entries.

``extra`` holds, with the prefix ``bibtex:``, unknown fields as raw TeX under their names, and

- ``type``: the entry type, where the kind does not tell it again;
- ``before`` and ``after``: what stands before the entry, and after the last one;
- ``macro.FIELD``: the expression that gave the field its value (or TeX with commands that nobody knows), and that value;
- ``year``, ``month``, ``day``: the source of a date that is not regular.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from bibkit.codecs import latex
from bibkit.formats.bibtex.dates import add_words, decode_date, decode_year, encode_year
from bibkit.formats.bibtex.eprints import Eprint, settle_kind
from bibkit.formats.bibtex.jabref import decode_group_names
from bibkit.formats.bibtex.name_decoder import AFFILIATION_NAMES, TYPED_ROLES, Annotations, NameDecoder
from bibkit.formats.bibtex.syntax.grammar import MERGED, Entry
from bibkit.formats.bibtex.table import FIELDS, RARE
from bibkit.formats.bibtex.types import decode_subtype, is_exact
from bibkit.formats.bibtex.values import decode_annotations, decode_files, decode_list, decode_tags
from bibkit.model import UNKNOWN_NUMBER, Affiliation, Date, Paper

__all__ = ["ENCODING_LINE", "EntryDecoder"]

Diagnose = Callable[[str, str, Entry], None]

ENCODING_LINE: Final = re.compile(r"^%[ \t]*+Encoding:.*$", re.IGNORECASE | re.MULTILINE)
"""JabRef's word on the encoding; what is written has its own."""

_DATE_FIELDS: Final = {
    "urldate": "accessed",
    "lastchecked": "accessed",  # before biblatex
    "eventdate": "event_date",
    "origdate": "original_date",
}
_RARE: Final = RARE | frozenset(("booksubtitle", "journalsubtitle"))
_SUBTITLES: Final = (("journaltitle", "journalsubtitle"), ("journal", "journalsubtitle"), ("booktitle", "booksubtitle"))
_GENRES: Final = {
    "phdthesis": "PhD thesis",
    "mathesis": "Master's thesis",
    "mastersthesis": "Master's thesis",
    "Thesis": "",
}
"""Localisation keys and types that stand for a genre; "Thesis" says no more than the kind."""
_PARAGRAPHS: Final = frozenset(("abstract", "note", "annote", "extra"))
"""Fields in which a blank line means something."""
_MANY_DATES: Final = 10_000


class EntryDecoder:
    """Turns entries into papers. Remembers names, dates and keys of the entries before."""

    def __init__(
        self, diagnose: Diagnose, locate: Callable[[Entry], tuple[int, int]], places: dict[str, tuple[int, int]] | None
    ) -> None:
        self._diagnose = diagnose
        self._locate = locate
        self._places = places
        self._people = NameDecoder()
        self._keys: set[str] = set()
        self._copies: dict[str, int] = {}
        self._dates: dict[tuple[str, str, str], tuple[Date | None, bool]] = {}

    def paper(self, entry: Entry) -> tuple[Paper, tuple[str, ...]]:
        """The paper of an entry, and the names of the JabRef groups that the entry gives."""
        fields = entry.fields
        kind, eprint = settle_kind(entry.kind, fields)
        annotated = "+" in "".join(fields)
        repeated = eprint.repeated if eprint is not None else ()
        values = FIELDS.decode(
            [pair for pair in fields.items() if "+" not in pair[0] and pair[0] not in repeated]
            if annotated or repeated
            else fields.items(),
            kind,
        )
        values["key"] = key = self._unique(entry)
        if self._places is not None:
            self._places[key] = self._locate(entry)
            if empty := [name for name, value in fields.items() if not value.strip()]:
                self._diagnose("empty-field", f"no value: {', '.join(empty)}", entry)
        for name, value in values.items():
            if "\n" in value and name not in _PARAGRAPHS:
                values[name] = value.replace("\n\n", " ")
        self._add_issued(entry, values)
        if "keywords" in fields:
            values["tags"] = decode_tags(fields["keywords"])
        if entry.repeated:
            _add_repeated_tags(entry.repeated, values)
        affiliations: list[Affiliation] = []
        names: tuple[str, ...] = ()
        if not _RARE.isdisjoint(fields):
            names = self._add_rare(entry, values, affiliations)
        self._add_people(entry, values, affiliations, annotated=annotated)
        if eprint is not None:
            self._add_eprint(entry, eprint, values)
        self._add_genre(entry, values)
        self._add_extra(entry, values)
        _keep_unknown_commands(entry, values)
        return Paper(**values), names

    def _unique(self, entry: Entry) -> str:
        key = entry.key
        if key not in self._keys:
            if key:
                self._keys.add(key)
            return key
        number = self._copies.get(key, 2)
        while f"{key}-{number}" in self._keys:
            number += 1
        self._copies[key] = number + 1
        self._diagnose("duplicate-key", f"the key {key!r} was there before; this entry is called {key}-{number}", entry)
        self._keys.add(f"{key}-{number}")
        return f"{key}-{number}"

    # ------------------------------------------------------------ dates

    def _add_issued(self, entry: Entry, values: dict[str, Any]) -> None:
        fields = entry.fields
        if "date" in fields:
            date = self._date(entry, "date")
            if date is not None and "year" in fields and not date.literal:
                date = add_words(date, fields["year"])
        else:
            source = fields.get("year", ""), fields.get("month", ""), fields.get("day", "")
            known = self._dates.get(source)
            if known is None:
                known = decode_year(*source)
                if len(self._dates) < _MANY_DATES:
                    self._dates[source] = known
            date, regular = known
            if not regular:
                text = " ".join([part for part in reversed(source) if part])
                self._diagnose(
                    "bad-date", f"{text!r} is kept as it stands: a date is a year of four digits, a month, a day", entry
                )
                if date is None or source != (encode_year(date)[0], "", ""):
                    for name in ("year", "month", "day"):
                        if fields.get(name):
                            _keep(values, name, fields[name])
        if date is not None:
            values["issued"] = date

    def _date(self, entry: Entry, name: str) -> Date | None:
        date, is_edtf = decode_date(entry.fields[name])
        if not is_edtf:
            self._diagnose(
                "bad-date", f"{entry.fields[name]!r} in the field {name!r} is no date as ISO 8601 writes it", entry
            )
        return date

    # ------------------------------------------------------------ people

    def _add_people(
        self, entry: Entry, values: dict[str, Any], affiliations: list[Affiliation], *, annotated: bool
    ) -> None:
        fields = entry.fields
        annotations: Annotations = {}
        if annotated:
            annotations = _annotations(fields, values)
            _add_annotations(annotations, values, affiliations)
        people = self._people
        authors = people.read(fields, annotations, affiliations)
        if authors:
            values["authors"] = authors
        if people.omitted:
            for field, count in people.omitted.items():
                if field in {"author", "editor"}:
                    values.setdefault(f"{field}s_omitted", count)
                else:
                    self._diagnose("bad-name", f"'and others' in the field {field!r} is dropped", entry)
        for doubt in people.doubts:
            self._diagnose("bad-name", doubt, entry)
        if affiliations:
            values["affiliations"] = tuple(affiliations)
        if "editor" not in fields and "editortype" not in fields and "editoratype" not in fields:
            return
        for name in ("editor", "editora", "editorb", "editorc"):
            type_ = fields.get(f"{name}type", "")
            if type_ and type_ not in TYPED_ROLES and type_ != "editor":
                _keep(values, f"{name}type", type_)

    # ------------------------------------------------------------ the rest

    def _add_rare(self, entry: Entry, values: dict[str, Any], affiliations: list[Affiliation]) -> tuple[str, ...]:
        fields = entry.fields
        _complete_titles(fields, values)
        for name, target in _DATE_FIELDS.items():
            if fields.get(name) and target not in values:
                values[target] = self._date(entry, name)
        if "keyword" in fields:
            values["tags"] = (*values.get("tags", ()), *decode_tags(fields["keyword"]))
        for name in ("affiliation", "affiliations"):
            if name in fields:
                affiliations.extend([Affiliation(item) for item in decode_list(fields[name], ";")])
        if "file" in fields:
            values["attachments"] = decode_files(latex.decode_verbatim(fields["file"]))
        if "comment" in fields:
            extra = values.get("extra", {})
            more = [extra.pop(name)[0] for name in [name for name in extra if name.startswith("bibtex:comment-")]]
            values["notes"] = tuple([note for raw in (fields["comment"], *more) if (note := latex.decode(raw))])
        if "entrysubtype" in fields and decode_subtype(fields["entrysubtype"]) is None:
            _keep(values, "entrysubtype", fields["entrysubtype"])
        return tuple(decode_group_names(fields["groups"])) if "groups" in fields else ()

    def _add_eprint(self, entry: Entry, eprint: Eprint, values: dict[str, Any]) -> None:
        values.update(
            eprint=eprint.identifier,
            eprint_type=eprint.archive,
            eprint_class=eprint.category,
            eprint_version=eprint.version,
        )
        if wrong := eprint.no_category:
            self._diagnose("bad-eprint-class", f"{wrong!r} is no category of arXiv as it stands", entry)

    @staticmethod
    def _add_genre(entry: Entry, values: dict[str, Any]) -> None:
        genre = values.get("genre")
        if genre is not None:
            if genre in _GENRES and values["kind"] == "thesis":
                values["genre"] = _GENRES[genre]
        elif entry.kind in _GENRES:
            values["genre"] = _GENRES[entry.kind]

    @staticmethod
    def _add_extra(entry: Entry, values: dict[str, Any]) -> None:
        if entry.kind and not is_exact(entry.kind):
            _keep(values, "type", entry.kind)
        if entry.repeated:
            others: dict[str, list[str]] = {}
            for name, raw in entry.repeated:
                if raw != entry.fields.get(name, raw) and name not in MERGED:
                    others.setdefault(name, []).append(raw)
            for name, texts in others.items():
                _keep(values, name, *texts)
        if entry.expressions:
            for name, expression in entry.expressions.items():
                if name in entry.fields:  # a reference to a parent is gone by now
                    _keep(values, f"macro.{name}", expression, entry.fields[name])
        if entry.before:
            before = ENCODING_LINE.sub("", entry.before).strip()
            if before:
                _keep(values, "before", before)


def _complete_titles(fields: dict[str, str], values: dict[str, Any]) -> None:
    """Join subtitles to their titles, and take a journal's full title where one stands beside the short one."""
    if "subtitle" in fields:
        title, subtitle = values.get("title", ""), latex.decode(fields["subtitle"])
        values["title"] = _with_subtitle(title, subtitle)
    for title, subtitle in _SUBTITLES:
        if subtitle in fields and title in fields and values.get("container_title") == latex.decode(fields[title]):
            values["container_title"] = _with_subtitle(values["container_title"], latex.decode(fields[subtitle]))
            values["extra"].pop(f"bibtex:{subtitle}", None)
    if "fjournal" in fields:  # MathSciNet's full title, beside a short one in ``journal``
        title, short = latex.decode(fields["fjournal"]), values.get("container_title", "")
        if title and title != short:
            values["container_title"] = title
            values.setdefault("container_title_short", short)


def _keep_unknown_commands(entry: Entry, values: dict[str, Any]) -> None:
    r"""Keep the source of a value with TeX commands that nobody knows (``\cite``, a person's own macros).

    In the paper's text they stand as they are typed, and only BibTeX can write them so that TeX obeys them again.
    """
    texts = [text for text in values.values() if text.__class__ is str and "\\" in text]
    if not texts or not any([_is_command_outside_formulas(text) for text in texts]):
        return
    for name, raw in entry.fields.items():
        if "\\" in raw and name not in (entry.expressions or ()):
            text, unknown = latex.decode_with_unknown(raw)
            if unknown and text in texts:
                _keep(values, f"macro.{name}", f"{{{raw}}}", raw)


def _is_command_outside_formulas(text: str) -> bool:
    pieces = text.split("$")
    return any(["\\" in piece for piece in pieces[::2]]) or (len(pieces) % 2 == 0 and "\\" in pieces[-1])


def _add_repeated_tags(repeated: list[tuple[str, str]], values: dict[str, Any]) -> None:
    for name, raw in repeated:
        if name in MERGED:
            tags = values.get("tags", ())
            values["tags"] = (*tags, *[tag for tag in decode_tags(raw) if tag not in tags])


def _keep(values: dict[str, Any], name: str, *texts: str) -> None:
    extra = values.setdefault("extra", {})
    name = f"bibtex:{name}"
    extra[name] = (*extra.get(name, ()), *texts)


def _with_subtitle(title: str, subtitle: str) -> str:
    if not title or not subtitle:
        return title or subtitle
    return f"{title} {subtitle}" if title[-1] in ".?!:" else f"{title}: {subtitle}"


def _annotations(fields: dict[str, str], values: dict[str, Any]) -> Annotations:
    """The data annotations of an entry; those that nothing is known of are kept as they are."""
    found: Annotations = {}
    for field, raw in fields.items():
        name, mark, rest = field.partition("+an")
        if not mark:
            if "+" in field:
                _keep(values, field, raw)
            continue
        rest = rest.removeprefix(":")
        if rest in AFFILIATION_NAMES or rest in {"orcid", "omitted", "omittedaffiliations"}:
            found.setdefault(name, {})[rest] = raw
        else:
            _keep(values, field, raw)
    return found


def _add_annotations(annotations: Annotations, values: dict[str, Any], affiliations: list[Affiliation]) -> None:
    """What annotations say of whole fields: institutions, and how many were left out."""
    for field, named in annotations.items():
        for name, raw in named.items():
            if name == "omitted" and field in _OMITTED:
                values[_OMITTED[field]] = _count(raw)
            elif name == "omittedaffiliations":
                values["affiliations_omitted"] = _count(raw)
            elif name in AFFILIATION_NAMES:
                for item, text in decode_annotations(raw):
                    if not item and Affiliation(text) not in affiliations:
                        affiliations.append(Affiliation(text))


_OMITTED: Final = {"author": "authors_omitted", "editor": "editors_omitted", "keywords": "tags_omitted"}


def _count(raw: str) -> int:
    found = decode_annotations(raw)
    return int(found[0].value) if found and found[0].value.isdecimal() and len(found[0].value) < 10 else UNKNOWN_NUMBER
