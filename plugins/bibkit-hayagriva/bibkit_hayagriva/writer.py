"""Writes Hayagriva YAML, entry by entry, and says what an entry does not hold.

Knows: how tags and values of the table become YAML that Typst compiles.
Must not know: what a tag means (`table`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from bibkit import Paper, WriteContext
from bibkit.text.markup import clean
from bibkit_hayagriva.reader import decode_entry
from bibkit_hayagriva.table import FIELDS, FORMATTABLE, KIND_MAP
from bibkit_hayagriva.values import encode_text, fits

__all__ = ["write"]

_PLAIN: Final = re.compile(r"[A-Za-z][\w/()+.-]*(?: [\w/()+.-]+)*", re.ASCII)
"""Text that YAML reads as text without quotation marks, whatever its version."""
_LISTS: Final = frozenset(("author", "editor", "keywords"))
_WORDS: Final = frozenset(("true", "false", "yes", "no", "on", "off", "null", "y", "n"))


def write(papers: Iterable[Paper], context: WriteContext) -> Iterator[str]:
    """Yield the file, an entry a piece. Typst wants each key once: a second one is numbered."""
    used: set[str] = set()
    for paper in papers:
        entry = _entry(paper)
        key = _unused(paper.key or "paper", used)
        if key != paper.key:
            context.diagnose("renamed-key", f"written under the key {key}", key=paper.key, severity="info")
        context.report.lose_all(FIELDS.losses(paper))
        context.report.lose_all(FIELDS.changes(paper, decode_entry(paper.key, _as_text(entry))))
        yield "".join(_lines({key: entry}, 0))


def _unused(key: str, used: set[str]) -> str:
    wanted, number = key, 2
    while key in used:
        key, number = f"{wanted}-{number}", number + 1
    used.add(key)
    return key


def _entry(paper: Paper) -> dict[str, Any]:
    own, _, parent = FIELDS.type_of(paper, "type").partition(">")
    entry: dict[str, Any] = {"type": own}
    for tag, value in FIELDS.encode(paper):
        if value and fits(tag.rpartition("/")[2], value):
            _put(entry, tag.split("/"), value)
    if paper.eprint:
        version = f"v{paper.eprint_version}" if paper.eprint_version and paper.eprint_type == "arxiv" else ""
        _put(entry, ["serial-number", paper.eprint_type or "serial"], paper.eprint + version)
    for tag, values in FIELDS.kept_extra(paper):
        for value in values:
            if "/" not in tag and tag not in entry:
                entry[tag] = value
    parents = _take_parents(entry, parent)
    if parents:
        entry["parent"] = parents[0] if len(parents) == 1 else parents
    return entry


def _put(entry: dict[str, Any], path: list[str], value: Any) -> None:
    *groups, name = path
    place = entry
    for group in groups:
        held = place.get(group)
        if not isinstance(held, dict):
            held = place[group] = {} if held is None else {"value": held}
        place = held
    if groups[-1:] == ["affiliated"] or name in _LISTS:
        place.setdefault(name, []).append(value)
    else:
        place[name] = encode_text(value) if name in FORMATTABLE else value


def _take_parents(entry: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    """The parents that `_put` has gathered under names of their own, with their types."""
    held = entry.pop("parent", None)
    event = entry.pop("event", None)
    original = entry.pop("original", None)
    parents: list[dict[str, Any]] = []
    if kind == "conference":
        parents.append({"type": kind, **_tidy(event or {})})
        event, kind = None, ""
    if held is not None or kind:
        held = held or {}
        above = held.pop("parent", None)
        parents.append({"type": kind or "misc", **_tidy(held)})
        if above is not None:
            parents[-1]["parent"] = {"type": "misc", **_tidy(above)}
    if event is not None:
        if not parents and KIND_MAP.knows(f"{entry['type']}>conference"):
            parents.append({"type": "misc"})  # the first parent tells the kind: this is no talk
        parents.append({"type": "conference", **_tidy(event)})
    if original is not None:
        parents.append({"type": "original", **_tidy(original)})
    tidy = _tidy(entry)
    entry.clear()
    entry.update(tidy)
    return parents


def _tidy(entry: dict[str, Any]) -> dict[str, Any]:
    """Fields in the shape that Hayagriva wants: one person alone, roles as a list, a publisher with its place."""
    tidy = dict(entry)
    for name in ("author", "editor"):
        if len(tidy.get(name, ())) == 1:
            tidy[name] = tidy[name][0]
    if "affiliated" in tidy:
        tidy["affiliated"] = [{"role": role, "names": names} for role, names in tidy["affiliated"].items()]
    if "publisher" in tidy and "location" in tidy:
        tidy["publisher"] = {"name": tidy["publisher"], "location": tidy.pop("location")}
    url = tidy.get("url")
    if isinstance(url, dict) and "value" not in url:
        del tidy["url"]
    title = tidy.get("title")
    if isinstance(title, dict) and "value" not in title:
        tidy["title"] = {"value": "", **title}
    return tidy


# ---------------------------------------------------------------- YAML


def _as_text(value: Any) -> Any:
    """What the reader would see."""
    if isinstance(value, dict):
        return {name: _as_text(held) for name, held in value.items()}
    return [_as_text(item) for item in value] if isinstance(value, list) else str(value)


def _lines(entry: Mapping[str, Any], depth: int) -> Iterator[str]:
    for name, value in entry.items():
        yield f"{'  ' * depth}{_scalar(name)}:"
        yield from _value(value, depth + 1)


def _value(value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, dict):
        yield "\n"
        yield from _lines(value, depth)
    elif isinstance(value, list):
        yield "\n"
        for item in value:
            if isinstance(item, dict):
                inner = "".join(_lines(item, depth + 1))
                yield f"{'  ' * depth}- {inner.lstrip(' ')}"
            else:
                yield f"{'  ' * depth}- {_scalar(item)}\n"
    else:
        yield f" {_scalar(value)}\n"


def _scalar(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    text = clean(str(value))
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS:
        return text
    return json.dumps(text, ensure_ascii=False)
