"""Adds fields and entries to BibTeX text without touching a letter of what stands there.

Knows: which field a gain goes to, and the habits of the person who wrote an entry (indent, alignment, delimiters,
commas, case), so that what is added looks as if that person had added it.
Must not know: files, what is added and why, how an entry is cut (`syntax`) or a value spelled (`encoding`).
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from bibkit.formats.bibtex.dialects import dialect_of
from bibkit.formats.bibtex.entry_encoder import EntryEncoder
from bibkit.formats.bibtex.escaper import Escaper, Pair
from bibkit.formats.bibtex.syntax.grammar import Entry, FieldSpan, keys_in
from bibkit.formats.bibtex.syntax.macros import Macros
from bibkit.formats.bibtex.syntax.scanner import Scanner
from bibkit.formats.bibtex.writer import write, write_biblatex
from bibkit.model import Paper
from bibkit.plugins.records import ReadContext, WriteContext
from bibkit.text.document import Document, Edit

__all__ = ["BibtexEditor", "add_fields", "append_entries", "append_items", "edit", "edit_biblatex", "find_entries"]

_LINE_COMMENT: Final = re.compile(r"[ \t]*+%[^\n]*+(?=\n)")


_AROUND: Final = frozenset(("bibtex:before", "bibtex:after"))


class _List(NamedTuple):
    """A list that goes on where an entry has one: the fields that may hold it, and what separates its items."""

    fields: frozenset[str]
    separator: str


_LISTS: Final = {
    "affiliations": _List(frozenset(("affiliation", "author+an:affiliation")), "; "),
    "tags": _List(frozenset(("keywords",)), ", "),
}
"""The lists of `Paper` that are fields of an entry."""
_NOT_FIELDS: Final[dict[str, Any]] = {
    "tags": (),
    "automatic_tags": (),
    "tags_omitted": 0,
    "affiliations": (),
    "affiliations_omitted": 0,
    "collections": (),
    "extra": {},
}
"""What is no field that an entry gains: lists, which are looked at apart, and what BibTeX itself left in a paper."""


def edit(document: Document, context: ReadContext) -> BibtexEditor:
    """The editor of a BibTeX file. Codes: ``duplicate-key``."""
    return BibtexEditor(document, context, biblatex=False)


def edit_biblatex(document: Document, context: ReadContext) -> BibtexEditor:
    """The editor of a BibLaTeX file. Codes: ``duplicate-key``."""
    return BibtexEditor(document, context, biblatex=True)


class BibtexEditor:
    """An `bibkit.plugins.records.Editor`. Of two entries with one key the later is known by another."""

    def __init__(self, document: Document, context: ReadContext, *, biblatex: bool) -> None:
        self._document = document
        self._biblatex = biblatex
        self._write = write_biblatex if biblatex else write
        self._entries: dict[str, Entry] = {}
        """By the key in lower case that the entry has in `text`."""
        self.text = self._with_unique_keys(context)
        self.keys = [*keys_in(document.text), *[entry.key for entry in self._entries.values()]]

    def _with_unique_keys(self, context: ReadContext) -> str:
        """The text with another key for each entry whose key came before or is missing."""
        text = self._document.text
        pieces: list[str] = []
        done = 0
        for entry in find_entries(text):
            key, number = entry.key, 1
            while not key or key.casefold() in self._entries:
                number += 1
                key = f"{entry.key or 'no-key'}~{number}"
            if entry.key and key != entry.key:
                line = self._document.line_of(entry.at)
                message = f"the key {entry.key!r} came twice; the later entry is called {key!r} here"
                context.diagnose("duplicate-key", message, line=line, key=entry.key)
            self._entries[key.casefold()] = entry
            pieces += [text[done : entry.at + entry.key_start], key]
            done = entry.at + entry.key_end
        return "".join([*pieces, text[done:]])

    def additions(self, papers: Iterable[Paper], context: WriteContext) -> list[Edit]:
        """The insertion that adds papers at the end.

        Collections are lost: JabRef keeps them in one block, which is the person's own.
        """
        entries = []
        for paper in papers:
            extra = {name: values for name, values in paper.extra.items() if name not in _AROUND}
            alone = msgspec.structs.replace(paper, collections=(), extra=extra)
            entries.append(self._entry(alone, context))
            if paper.collections:
                context.lose("collections")
        return append_entries(self._document.text, entries)

    def gains(self, before: Paper, after: Paper, context: WriteContext) -> list[Edit] | None:
        """The insertions that add to an entry the fields that are new, and to its lists the items that are."""
        entry = self._entries.get(before.key.casefold())
        if entry is None:
            return None
        added: list[Pair] = []
        edits: list[Edit] = []
        untold = WriteContext(options=context.options)  # what is compared, and what is counted already
        bare = _bare(before), _bare(after)
        if bare[0] != bare[1]:
            known = {name for name, _ in self._fields(bare[0], untold)} | set(entry.fields)
            added += [pair for pair in self._fields(bare[1], untold) if pair[0] not in known]
        for name in _LISTS:
            had = getattr(before, name)
            new = [item for item in getattr(after, name) if item not in had]
            found = self._list(name, new, context) if new else None
            if found is None:
                continue
            place = next((span for span in _places(entry) if span.name == found[0]), None)
            if place is None:
                added.append(found)
            else:
                items = [one[1][1:-1] for item in new if (one := self._list(name, [item], untold))]
                edits += append_items(self._document.text, place, items, _LISTS[name].separator)
        return [*edits, *add_fields(self._document.text, entry, added)]

    def _entry(self, paper: Paper, context: WriteContext) -> str:
        """The text of a paper's entry."""
        [(_, text)] = self._spelled(lambda other: [(paper.key, "".join(self._write([paper], other)))], context)
        return text

    def _fields(self, paper: Paper, context: WriteContext) -> list[Pair]:
        """The fields that the writer makes of a paper, each with its expression."""
        return self._spelled(lambda other: self._pairs(paper, other), context)

    def _list(self, name: str, items: Sequence[Any], context: WriteContext) -> Pair | None:
        """The field that the writer makes of a list, and its expression; None where it has no place for one."""
        paper = msgspec.structs.replace(Paper(kind="article", title="x"), **{name: tuple(items)})
        return next((pair for pair in self._fields(paper, context) if pair[0] in _LISTS[name].fields), None)

    def _pairs(self, paper: Paper, context: WriteContext) -> list[Pair]:
        dialect = dialect_of(context.options, biblatex=self._biblatex)
        encoder = EntryEncoder(dialect, Escaper(dialect))
        _, pairs = encoder.entry(paper)
        context.report.lose_all([*dialect.table.losses(paper), *dict.fromkeys(encoder.lost)])
        return [(name, value if name in encoder.bare else f"{{{value}}}") for name, value in pairs]

    def _spelled(self, make: Callable[[WriteContext], list[Pair]], context: WriteContext) -> list[Pair]:
        """What ``make`` gives, in ASCII where the file can't hold it otherwise; its losses are counted once."""
        for options in (context.options, {**context.options, "ascii": True}):
            attempt = WriteContext(options=options)
            made = make(attempt)
            if self._document.can_hold("".join([text for _, text in made])):
                break
        for field, count in attempt.report.losses.items():
            context.lose(field, count)
        return made


def _bare(paper: Paper) -> Paper:
    """A paper less what is no field, and without links to institutions."""
    authors = tuple([msgspec.structs.replace(author, affiliations=()) for author in paper.authors])
    return msgspec.structs.replace(paper, **_NOT_FIELDS, authors=authors)


def find_entries(text: str) -> Iterator[Entry]:
    r"""Yield the entries of a text (``\\n`` line ends) that can be edited, with ``at`` for a position in all of it.

    An entry that had to be repaired to be read is left out.
    """
    scanner = Scanner(io.StringIO(text), Macros(), lambda *_args, **_more: None)
    for entry in scanner.entries():
        if entry.is_exact:
            entry.at += scanner.window.forgotten
            yield entry


def _places(entry: Entry) -> list[FieldSpan]:
    """Where the fields of an entry stand in the whole text."""
    at = entry.at
    return [FieldSpan(name, at + a, at + b, at + c, at + d) for name, a, b, c, d in entry.spans]


# -- habits -------------------------------------------------------------------------------------------------


class _Style(NamedTuple):
    """How a person writes fields."""

    lead: str
    """What stands before a field's name: a line end and an indent, or a blank."""
    column: int
    """Where the equals signs stand, where they are aligned; else -1."""
    value_column: int
    """Where the values stand, where they are aligned and the equals signs are not; else -1."""
    before: str
    after: str
    quoted: bool
    comma_first: bool
    comma_last: bool
    case: Callable[[str], str]


def _style(text: str, fields: Sequence[FieldSpan]) -> _Style:
    if not fields:
        return _Style("\n  ", -1, -1, " ", " ", quoted=False, comma_first=False, comma_last=True, case=str.lower)
    last = fields[-1]
    lead, comma_first = _lead(text, fields[-1])
    column = value_column = -1
    if "\n" in lead and len({field.stop - field.start for field in fields}) > 1:
        column = _common([_equals(text, field) - _line_start(text, field.start) for field in fields])
        if column < 0:
            value_column = _common([field.value - _line_start(text, field.start) for field in fields])
    equals = _equals(text, last)
    after = text[equals + 1 : last.value]
    delimiters = [text[field.value] for field in fields if text[field.value] in '{"']
    return _Style(
        lead,
        column,
        value_column,
        text[last.stop : equals],
        after if "\n" not in after else " ",
        quoted=delimiters.count('"') * 2 > len(delimiters),
        comma_first=comma_first,
        comma_last=_after_comma(text, last.end) >= 0,
        case=_case([text[field.start : field.stop] for field in fields]),
    )


def _equals(text: str, field: FieldSpan) -> int:
    return text.index("=", field.stop)


def _common(columns: list[int]) -> int:
    return columns[0] if len(set(columns)) == 1 else -1


def _line_start(text: str, position: int) -> int:
    return text.rfind("\n", 0, position) + 1


def _lead(text: str, field: FieldSpan) -> tuple[str, bool]:
    """What stands before a field, from the end of the line before, and whether its comma does."""
    before = text[_line_start(text, field.start) : field.start]
    if before.strip(" \t,"):
        return " " if before.endswith((" ", "\t")) else "", False
    return "\n" + before, "," in before


def _after_comma(text: str, position: int) -> int:
    """The position after the comma that follows, or -1."""
    while position < len(text) and text[position] in " \t\n":
        position += 1
    return position + 1 if text.startswith(",", position) else -1


def _case(names: Sequence[str]) -> Callable[[str], str]:
    if all([name.isupper() for name in names]):
        return str.upper
    if all([name[:1].isupper() for name in names]):
        return str.capitalize
    return str.lower


# -- adding -------------------------------------------------------------------------------------------------


def add_fields(text: str, entry: Entry, added: Sequence[Pair]) -> list[Edit]:
    """The insertions that add fields at the end of an entry.

    Values are expressions as they stand in a file (``{weirs}``, ``jan``).
    """
    if not added:
        return []
    fields = _places(entry)
    style = _style(text, fields)
    lines = [_field_text(name, value, style) for name, value in added]
    last = fields[-1].end if fields else entry.at + entry.key_end
    comma = _after_comma(text, last)
    place = comma if comma >= 0 else last
    comment = _LINE_COMMENT.match(text, place) if "\n" in style.lead else None
    rest = comment.end() if comment is not None else place
    if style.comma_first:
        return [Edit(rest, "".join([style.lead + line for line in lines]))]
    if comma >= 0:
        closing = "," if style.comma_last and fields else ""
        body = ",".join([style.lead + line for line in lines]) + closing
        return [Edit(rest, body)]
    body = ",".join([style.lead + line for line in lines])
    if rest == last:
        return [Edit(last, "," + body)]
    return [Edit(last, ","), Edit(rest, body)]


def _field_text(name: str, value: str, style: _Style) -> str:
    name = style.case(name)
    before, after = style.before, style.after
    indent = len(style.lead) - 1
    if style.column >= 0:
        before = " " * (style.column - indent - len(name)) or (" " if style.before else "")
    elif style.value_column >= 0:
        after = " " * (style.value_column - indent - len(name) - len(before) - 1) or " "
    if style.quoted and value.startswith("{") and value.endswith("}") and '"' not in value and "{" not in value[1:-1]:
        value = f'"{value[1:-1]}"'
    return f"{name}{before}={after}{value}"


def append_items(text: str, field: FieldSpan, items: Sequence[str], separator: str = ", ") -> list[Edit]:
    """The insertion that adds items at the end of a list such as ``keywords``, after what stands there.

    A list that uses semicolons goes on with semicolons; one that is built of macros goes on with ``#``.
    """
    if not items:
        return []
    closer = text[field.end - 1]
    content = text[field.value + 1 : field.end - 1]
    separator = "; " if ";" in content else separator
    joined = separator.join(items)
    unquotable = closer == '"' and any(['"' in item for item in items])
    if closer not in '}"' or unquotable or content.rstrip().endswith("\\"):
        return [Edit(field.end, f" # {{{separator}{joined}}}")]
    kept = content.rstrip()
    place = field.value + 1 + len(kept)
    if not kept or (text[field.value] not in '{"' and text[place - 1] in '{"'):
        return [Edit(place, joined)]
    if kept.endswith(separator.strip()):
        return [Edit(place, " " + joined)]
    return [Edit(place, separator + joined)]


def append_entries(text: str, entries: Sequence[str]) -> list[Edit]:
    """The insertion that adds whole entries at the end of a text, each after an empty line."""
    if not entries:
        return []
    blank = "" if not text.strip() or text.endswith("\n\n") else "\n" if text.endswith("\n") else "\n\n"
    return [Edit(len(text), blank + "\n\n".join([entry.strip("\n") for entry in entries]) + "\n")]
