"""Adds fields and entries to BibTeX text without touching a letter of what stands there.

Knows: where the fields of an entry stand, and the habits of the person who wrote it (indent, alignment, delimiters,
commas, case), so that what is added looks as if that person had added it.
Must not know: papers, files, what a field means.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from bibkit.formats.bibtex.syntax.grammar import HEAD, closing_brace
from bibkit.formats.bibtex.syntax.macros import Macros
from bibkit.formats.bibtex.syntax.scanner import Scanner
from bibkit.text.document import Edit

__all__ = ["EntrySpan", "FieldSpan", "add_fields", "append_entries", "append_items", "find_entries"]

_KEY: Final = re.compile(r"\s*+([^\s,{}=\"()#%]*+)\s*+(,|(?=[)}]))")
_GAP: Final = re.compile(r"(?:[\s,]++|%[^\n]*+)*+")
_NAME: Final = re.compile(r"([^\s\"#%'(),={}@]++)\s*+=\s*+")
_BARE: Final = re.compile(r"[^\s\"#%'(),={}@]++")
_JOIN: Final = re.compile(r"\s*+#\s*+")
_LINE_COMMENT: Final = re.compile(r"[ \t]*+%[^\n]*+(?=\n)")


class FieldSpan(NamedTuple):
    """Where a field stands: its name, its equals sign, and its value with the delimiters."""

    name: str
    start: int
    equals: int
    value: int
    end: int


class EntrySpan(NamedTuple):
    """Where an entry stands. ``end`` is after its closing brace."""

    kind: str
    key: str
    start: int
    key_start: int
    key_end: int
    fields: tuple[FieldSpan, ...]
    end: int

    def field(self, name: str) -> FieldSpan | None:
        """The first field of that name, without regard to case."""
        return next((field for field in self.fields if field.name.lower() == name), None)


def find_entries(text: str) -> Iterator[EntrySpan]:
    r"""Yield the entries of a text (``\\n`` line ends) that can be edited; a broken entry is left out."""
    starts = [0, *[match.end() for match in re.finditer("\n", text)]]
    scanner = Scanner(io.StringIO(text), Macros(), lambda *_args, **_more: None)
    for entry in scanner.entries():
        line, column = scanner.window.locate(entry.at)
        span = _entry(text, starts[line - 1] + column - 1)
        if (
            span is not None
            and span.kind == entry.kind
            and {field.name.lower() for field in span.fields} >= set(entry.fields)
        ):
            yield span


def _entry(text: str, start: int) -> EntrySpan | None:
    head = HEAD.match(text, start)
    key = _KEY.match(text, head.end()) if head is not None else None
    if head is None or key is None:
        return None
    closer = "}" if head[2] == "{" else ")"
    fields: list[FieldSpan] = []
    position = key.end()
    while True:
        gap = _GAP.match(text, position)
        position = gap.end() if gap is not None else position
        if text.startswith(closer, position):
            return EntrySpan(head[1].lower(), key[1], start, key.start(1), key.end(1), tuple(fields), position + 1)
        name = _NAME.match(text, position)
        end = _expression_end(text, name.end()) if name is not None else -1
        if name is None or end < 0:
            return None
        fields.append(FieldSpan(name[1], position, text.index("=", name.end(1)), name.end(), end))
        position = end


def _expression_end(text: str, position: int) -> int:
    """The position after an expression (terms joined by ``#``); -1 where it is broken."""
    while True:
        end = _term_end(text, position)
        join = _JOIN.match(text, end) if end >= 0 else None
        if join is None:
            return end
        position = join.end()


def _term_end(text: str, position: int) -> int:
    if text.startswith("{", position):
        return closing_brace(text, position + 1, len(text)) + 1 or -1
    if text.startswith('"', position):
        return _closing_quote(text, position + 1) + 1 or -1
    bare = _BARE.match(text, position)
    return bare.end() if bare is not None else -1


def _closing_quote(text: str, position: int) -> int:
    depth = 0
    for match in re.compile(r"[{}\"]").finditer(text, position):
        if match[0] == "{":
            depth += 1
        elif match[0] == "}":
            depth -= 1
            if depth < 0:
                return -1
        elif not depth:
            return match.start()
    return -1


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


def _style(text: str, entry: EntrySpan) -> _Style:
    fields = entry.fields
    if not fields:
        return _Style("\n  ", -1, -1, " ", " ", quoted=False, comma_first=False, comma_last=True, case=str.lower)
    last = fields[-1]
    lead, comma_first = _lead(text, entry)
    column = value_column = -1
    if "\n" in lead and len({len(field.name) for field in fields}) > 1:
        column = _common([field.equals - _line_start(text, field.start) for field in fields])
        if column < 0:
            value_column = _common([field.value - _line_start(text, field.start) for field in fields])
    after = text[last.equals + 1 : last.value]
    delimiters = [text[field.value] for field in fields if text[field.value] in '{"']
    return _Style(
        lead,
        column,
        value_column,
        text[last.start + len(last.name) : last.equals],
        after if "\n" not in after else " ",
        quoted=delimiters.count('"') * 2 > len(delimiters),
        comma_first=comma_first,
        comma_last=_after_comma(text, last.end) >= 0,
        case=_case([field.name for field in fields]),
    )


def _common(columns: list[int]) -> int:
    return columns[0] if len(set(columns)) == 1 else -1


def _line_start(text: str, position: int) -> int:
    return text.rfind("\n", 0, position) + 1


def _lead(text: str, entry: EntrySpan) -> tuple[str, bool]:
    """What stands before the last field, from the end of the line before, and whether its comma does."""
    field = entry.fields[-1]
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


def add_fields(text: str, entry: EntrySpan, added: Sequence[tuple[str, str]]) -> list[Edit]:
    """The insertions that add fields at the end of an entry.

    Values are expressions as they stand in a file (``{weirs}``, ``jan``).
    """
    if not added:
        return []
    style = _style(text, entry)
    lines = [_field_text(name, value, style) for name, value in added]
    last = entry.fields[-1].end if entry.fields else entry.key_end
    comma = _after_comma(text, last)
    place = comma if comma >= 0 else last
    comment = _LINE_COMMENT.match(text, place) if "\n" in style.lead else None
    rest = comment.end() if comment is not None else place
    if style.comma_first:
        return [Edit(rest, "".join([style.lead + line for line in lines]))]
    if comma >= 0:
        closing = "," if style.comma_last and entry.fields else ""
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
