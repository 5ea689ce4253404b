"""Reads Zotero API JSON: items alone or in a list, with or without the API's envelope, children nested or apart.

Knows: how the members of an item become tags and values of the table.
Must not know: what a field means (`table`), how JSON is read in pieces (`stream`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO, Final

from bibkit import Attachment, Author, InputError, Location, Paper, ReadContext
from bibkit.codecs.identifiers import split_arxiv
from bibkit.codecs.names import decode_inverted, is_suffix
from bibkit.zotero import CREATOR_ROLES, ITEM_KINDS, decode_extra, is_implied, kind_in_extra
from bibkit_zotero_json.stream import objects
from bibkit_zotero_json.table import FIELDS

__all__ = ["decode_item", "read", "sniff"]

_SNIFF: Final = re.compile(r'"(?:itemType|creatorType|abstractNote)"\s*:')
_LISTS: Final = frozenset(("creators", "tags", "notes", "attachments", "collections", "itemType", "extra", "archiveID"))
_EMPTY: Final[tuple[Any, ...]] = (None, "", [], {})


class _Children:
    """Notes and attachments that stand apart from their items, by the key of the item."""

    def __init__(self) -> None:
        self.held: dict[str, list[dict[str, Any]]] = {}

    def add(self, item: dict[str, Any]) -> bool:
        parent = item.get("parentItem")
        if isinstance(parent, str) and item.get("itemType") in {"note", "attachment"}:
            self.held.setdefault(parent, []).append(item)
            return True
        return False


def sniff(sample: str) -> bool:
    """Whether the beginning of a file looks like Zotero's items."""
    return sample.lstrip("\ufeff \t\r\n")[:1] in {"[", "{"} and _SNIFF.search(sample) is not None


def read(stream: BinaryIO, context: ReadContext) -> Iterator[Paper]:
    """Yield the papers of a file, in two passes: a child may stand before or behind its item.

    Diagnostics: ``bad-json``, ``not-an-item``, ``unknown-item-type``, ``child-without-item``.
    Raises `bibkit.InputError` when the file holds no item at all.
    """
    faults: list[tuple[int, str]] = []
    start = stream.tell()
    children = _Children()
    found = False
    for _, value in objects(stream, lambda line, reason: faults.append((line, reason))):
        item = _bare(value)
        if item is not None:
            found = True
            children.add(item)
    for line, reason in faults:
        context.diagnose("bad-json", f"this item cannot be read: {reason}", line=line, severity="error")
    if not found and faults:
        raise InputError("no Zotero items", location=Location(context.source, faults[0][0]))
    stream.seek(start)
    for line, value in objects(stream, lambda _line, _reason: None):
        item = _bare(value)
        context.line = line
        if item is None:
            context.diagnose("not-an-item", "an object with an itemType was expected", line=line, severity="error")
        elif item["itemType"] in {"note", "attachment", "annotation"}:
            if not isinstance(item.get("parentItem"), str):
                context.diagnose("child-without-item", f"a {item['itemType']} without an item is left out", line=line)
        else:
            if not ITEM_KINDS.knows(item["itemType"]):
                context.diagnose("unknown-item-type", f"{item['itemType']!r} is read as a document", line=line)
            yield decode_item(item, children.held.pop(str(item.get("key", "")), ()))
    for held in children.held.values():
        context.diagnose("child-without-item", f"a {held[0]['itemType']} belongs to an item that is not in the file")


def _bare(value: Any) -> dict[str, Any] | None:
    """An item without the API's envelope, or None."""
    if isinstance(value, dict) and isinstance(value.get("data"), dict):
        data = value["data"]
        value = {**{name: value[name] for name in ("key", "version") if name in value}, **data}
    return value if isinstance(value, dict) and isinstance(value.get("itemType"), str) else None


def decode_item(item: Mapping[str, Any], children: Any = ()) -> Paper:
    """The paper that an item describes."""
    text = str(item.get("extra") or "")
    kind = kind_in_extra(text) or ITEM_KINDS.decode(item["itemType"])
    pairs = [(name, _text(value)) for name, value in item.items() if name not in _LISTS and value not in _EMPTY]
    if not ITEM_KINDS.knows(item["itemType"]) or not is_implied(item["itemType"], kind):
        pairs.append(("itemType", item["itemType"]))
    values = {**FIELDS.decode(pairs, kind), **_lists(item, children)}
    if archive := str(item.get("archiveID") or ""):
        values.update(_eprint(archive))
    extra = decode_extra(text, kind, values)
    authors = (*values.get("authors", ()), *extra.values.pop("authors", ()))
    return Paper(**{**values, **extra.values, "authors": authors, "note": extra.note})


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)


def _eprint(text: str) -> dict[str, Any]:
    """``arXiv:2609.01234``: the archive before the colon."""
    identifier, version = split_arxiv(text)
    if identifier:
        return {"eprint": identifier, "eprint_type": "arxiv", "eprint_version": version}
    archive, colon, bare = text.partition(":")
    if colon and archive.isalnum():
        return {"eprint": bare, "eprint_type": archive.lower()}
    return {"eprint": text}


def _lists(item: Mapping[str, Any], children: Any) -> dict[str, Any]:
    creators = [author for author in map(_author, _members(item, "creators")) if author is not None]
    tags = [(str(tag["tag"]), tag.get("type") == 1) for tag in _members(item, "tags") if tag.get("tag")]
    notes = [*_members(item, "notes"), *[child for child in children if child["itemType"] == "note"]]
    files = [*_members(item, "attachments"), *[child for child in children if child["itemType"] == "attachment"]]
    held = item.get("collections")
    values = {
        "authors": tuple(creators),
        "tags": tuple([tag for tag, _ in tags]),
        "automatic_tags": tuple([tag for tag, automatic in tags if automatic]),
        "notes": tuple([str(note["note"]) for note in notes if note.get("note")]),
        "attachments": tuple([_attachment(file) for file in files]),
        "collections": tuple([(key,) for key in held if isinstance(key, str)]) if isinstance(held, list) else (),
    }
    return {name: value for name, value in values.items() if value}


def _members(item: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    held = item.get(name)
    members = held if isinstance(held, list) else []
    key = "note" if name == "notes" else "tag"
    return [member if isinstance(member, dict) else {key: member} for member in members]


def _author(creator: Mapping[str, Any]) -> Author | None:
    role = CREATOR_ROLES.get(str(creator.get("creatorType", "author")), "contributor")
    if creator.get("name"):
        return Author(literal=str(creator["name"]), role=role)
    family, given = (str(creator.get(part) or "").strip() for part in ("lastName", "firstName"))
    if not family and not given:
        return None
    first, comma, suffix = given.rpartition(", ")
    if not (comma and is_suffix(suffix)):
        first, suffix = given, ""
    if family[:1].islower() and "," not in family and given:
        cut = decode_inverted(f"{family}, x")
        return Author(cut.family, first, cut.particle, suffix, role=role)
    return Author(family, first, suffix=suffix, role=role)


def _attachment(file: Mapping[str, Any]) -> Attachment:
    title, path, url = (str(file.get(name) or "") for name in ("title", "path", "url"))
    return Attachment(title, path, url, str(file.get("contentType") or file.get("mimeType") or ""))
