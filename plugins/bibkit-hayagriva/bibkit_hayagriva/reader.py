"""Reads Hayagriva YAML, entry by entry: a faulty entry does not cost its neighbours.

Knows: how YAML's maps become tags and values of the table.
Must not know: what a tag means (`table`).

A file is cut at the lines that begin in the first column, which is where YAML's block style puts each key. All scalars
are read as text: ``serial-number: 2003.10`` is no number.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Final, TextIO

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from bibkit import InputError, Location, Paper, ReadContext
from bibkit.codecs.identifiers import split_arxiv
from bibkit_hayagriva.table import DEFAULT_PARENTS, FIELDS, FORMATTABLE, KIND_MAP, ROLES
from bibkit_hayagriva.values import decode_text

__all__ = ["decode_entry", "read", "sniff"]

_SNIFF: Final = re.compile(
    r"^(?!---)[^\s#\-][^\n]*:[ \t]*\r?\n(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]+[A-Za-z-]+:", re.MULTILINE
)
_FIELD: Final = re.compile(
    r"^[ \t]+(?:type|title|author|date|parent|serial-number|page-range|url|editor|publisher|affiliated):", re.MULTILINE
)
_ANCHOR: Final = re.compile(r"(?:^|[\s\[{,:])&\w")
_MOST_VALUES: Final = 20_000
"""More than any entry has; aliases of aliases could make it billions."""
_OTHER_IDS: Final = frozenset(
    ("doi", "isbn", "issn", "pmid", "pmcid", "serial", "version", "printing", "primary-class")
)


def sniff(sample: str) -> bool:
    """Whether the beginning of a file looks like Hayagriva: keys with fields below them."""
    return _SNIFF.search(sample) is not None and _FIELD.search(sample) is not None


def read(stream: TextIO, context: ReadContext) -> Iterator[Paper]:
    """Yield the papers of a file.

    Diagnostics: ``bad-yaml`` (an entry that YAML cannot read), ``not-an-entry`` (a key without fields),
    ``too-large`` (aliases of aliases).
    Raises `bibkit.InputError` when the file is no map of entries.
    """
    anchors = ""
    found = False
    for line, text in _blocks(stream):
        document = anchors + text if anchors and "*" in text else text
        try:
            entries = _load(document)
        except (YAMLError, RecursionError, ValueError) as error:
            column = error.problem_mark.column + 1 if isinstance(error, MarkedYAMLError) and error.problem_mark else 0
            context.diagnose(
                "bad-yaml",
                f"YAML cannot read this entry: {_problem(error)}",
                line=line,
                column=column,
                severity="error",
            )
            continue
        if entries is None:
            continue
        if not isinstance(entries, Mapping):
            if found:
                context.diagnose("not-an-entry", "a key with fields was expected", line=line, severity="error")
                continue
            raise InputError(
                "no Hayagriva file: a map of entries was expected", location=Location(context.source, line)
            )
        found = True
        if document is not text:
            entries = dict([list(entries.items())[-1]])
        if _ANCHOR.search(text):
            anchors += text
        for key, entry in entries.items():
            if _size(entry, {}) > _MOST_VALUES:
                context.diagnose(
                    "too-large", "aliases make this entry too large", line=line, key=str(key), severity="error"
                )
            elif isinstance(entry, Mapping):
                context.line = line
                yield decode_entry(str(key), entry)
            else:
                context.diagnose(
                    "not-an-entry", "a key with fields was expected", line=line, key=str(key), severity="error"
                )


def _problem(error: Exception) -> str:
    problem = getattr(error, "problem", None)
    return " ".join(str(problem or type(error).__name__).split())


def _load(text: str) -> Any:
    yaml = YAML(typ="base", pure=True)
    yaml.allow_duplicate_keys = True
    return yaml.load(io.StringIO(text))


def _size(value: Any, known: dict[int, int]) -> int:
    """How many values an entry has when its aliases are written out."""
    if not isinstance(value, (Mapping, list)):
        return 1
    if id(value) not in known:
        known[id(value)] = 1  # an alias of itself
        children = value.values() if isinstance(value, Mapping) else value
        known[id(value)] = 1 + sum([_size(child, known) for child in children])
    return known[id(value)]


def _blocks(stream: TextIO) -> Iterator[tuple[int, str]]:
    """The text of each entry and the line where it begins; a file in flow style is one block."""
    start = 1
    held: list[str] = []
    for number, line in enumerate(stream, 1):
        first = line[:1]
        if number == 1 or not held:
            stripped = line.lstrip()
            if stripped[:1] in {"{", "["} and not held:
                yield number, line + "".join(stream)
                return
        if first and not first.isspace() and first not in "#}]":
            if held:
                yield start, "".join(held)
            start, held = number, []
            if line.startswith(("---", "...", "%")):
                continue
        if held or line.strip():
            if not held:
                start = number
            held.append(line)
    if held:
        yield start, "".join(held)


# ---------------------------------------------------------------- an entry


def decode_entry(key: str, entry: Mapping[str, Any]) -> Paper:
    """The paper that an entry describes."""
    pairs = list(_flat(entry, "", 0))
    theirs = _type(entry)
    kind = KIND_MAP.decode(theirs)
    if not KIND_MAP.knows(theirs):
        pairs.append(("type", theirs))
    values = FIELDS.decode([(tag, value) for tag, value in pairs if not _is_eprint(tag)], kind)
    values.update(_eprint(pairs))
    return Paper(key=key, **values)


_TYPES: Final = frozenset(("original", *(name for types, _ in KIND_MAP.rows for name in types.split(">"))))
"""Every type that a work or its parent may have."""


def _merged(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """An entry with what its ``<<`` names (YAML's merge key)."""
    base = entry.get("<<")
    if isinstance(base, Mapping):
        return {**_merged(base), **{name: value for name, value in entry.items() if name != "<<"}}
    return entry


def _kind_of(entry: Mapping[str, Any], default: str = "misc") -> str:
    return str(entry.get("type") or default).strip().lower()


def _parents(entry: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """The parents with their types."""
    held = entry.get("parent")
    default = DEFAULT_PARENTS.get(_kind_of(entry), "misc")
    given = held if isinstance(held, list) else [held]
    parents = [_merged(parent) for parent in given if isinstance(parent, Mapping)]
    return [(_kind_of(parent, default), parent) for parent in parents]


def _type(entry: Mapping[str, Any]) -> str:
    entry = _merged(entry)
    own = _kind_of(entry)
    together = "".join([f"{own}>{parent}" for parent, _ in _parents(entry)[:1]])
    return together if KIND_MAP.knows(together) else own


def _flat(entry: Mapping[str, Any], path: str, depth: int) -> Iterator[tuple[str, Any]]:
    entry = _merged(entry)
    taken: set[str] = set()
    for name, value in entry.items():
        if name == "parent" and depth < 4:
            for kind, parent in _parents(entry):
                place = {"conference": "event", "original": "original"}.get(kind, f"{path}parent")
                if place in taken:  # a second publication of the same work
                    place = f"{place}-{len(taken)}"
                taken.add(place)
                if kind not in _TYPES:
                    yield f"{place}/type", kind
                yield from _flat(parent, f"{place}/", depth + 1)
        elif name in {"author", "editor"}:
            yield from ((f"{path}{name}", person) for person in _listed(value))
        elif name == "affiliated":
            yield from _affiliated(value, path)
        elif name == "keywords" and isinstance(value, list):
            yield from ((f"{path}{name}", _plain(item)) for item in value)
        elif name == "serial-number":
            yield from _serial(value, path)
        elif name != "type":
            yield from _field(f"{path}{name}", name, value)


def _field(tag: str, name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        if "value" in value or "name" in value:
            yield tag, decode_text(value) if name != "url" else value.get("value")
        for part, held in value.items():
            if part not in {"value", "name", "verbatim"} and held:
                at = "location" if tag.endswith("publisher") and part == "location" else None
                where = f"{tag.rpartition('/')[0]}/location".lstrip("/") if at else f"{tag}/{part}"
                yield where, decode_text(held)
    elif isinstance(value, list):
        yield from ((tag, _plain(item)) for item in value)
    elif value is not None:
        yield tag, decode_text(value) if name in FORMATTABLE else str(value)


def _plain(value: Any) -> str:
    return str(value) if not isinstance(value, Mapping) else decode_text(value)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value] if value else []


def _affiliated(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    for group in _listed(value):
        if isinstance(group, Mapping):
            role = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", str(group.get("role", ""))).lower()
            for person in _listed(group.get("names")):
                known = role in ROLES and not path
                yield f"{path}affiliated/{role}", person if known else _plain(person)


def _serial(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        yield from ((f"{path}serial-number/{name}", _plain(held)) for name, held in value.items() if held)
    elif value:
        identifier, _ = split_arxiv(_plain(value))
        yield f"{path}serial-number/{'arxiv' if identifier else 'serial'}", _plain(value)


def _is_eprint(tag: str) -> bool:
    head, _, name = tag.partition("/")
    return head == "serial-number" and name not in _OTHER_IDS


def _eprint(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The first identifier of an archive; others have no place in the model."""
    values: dict[str, Any] = {}
    for tag, value in chain(pairs):
        if not _is_eprint(tag):
            continue
        archive = tag.partition("/")[2]
        identifier, version = split_arxiv(value) if archive == "arxiv" else (value, "")
        if not values:
            values = {"eprint_type": archive.lower(), "eprint": identifier or value, "eprint_version": version}
    return values
