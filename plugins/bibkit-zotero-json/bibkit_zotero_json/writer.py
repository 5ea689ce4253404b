"""Writes Zotero API JSON: a list of items that the API, the connector and pyzotero take.

Knows: how tags and values of the table become members of an item that Zotero's schema allows.
Must not know: what a field means (`table`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from bibkit import OMISSION_FIELDS, PAPER_FIELDS, Author, Paper, WriteContext
from bibkit.zotero import (
    ITEM_FIELDS,
    creator_types_of,
    encode_affiliation,
    encode_creator,
    encode_eprint,
    encode_fields,
    encode_note,
    item_type_of,
)
from bibkit_zotero_json.reader import decode_item
from bibkit_zotero_json.table import FIELDS, spelled

__all__ = ["write"]

_KEY: Final = re.compile(r"[2-9A-HIJ-NP-Z]{8}")
"""A key of the API, such as a collection's."""
_ELSEWHERE: Final = frozenset(
    (
        "kind",
        "authors",
        "affiliations",
        "tags",
        "automatic_tags",
        "collections",
        "notes",
        "attachments",
        "extra",
        "categories",
        "note",
        "eprint",
        "eprint_type",
        "eprint_class",
        "eprint_version",
    )
)
_STRUCTURED: Final = frozenset(("version", "relations"))


def write(papers: Iterable[Paper], context: WriteContext) -> Iterator[bytes]:
    """Yield the list, an item a piece. Every item is read back: what does not come back as it was is a loss."""
    before = b"[\n"
    for paper in papers:
        item = _item(paper)
        lost = FIELDS.losses(paper)
        lost += [name for name in FIELDS.changes(paper, decode_item(item)) if name not in lost]
        context.report.lose_all(lost)
        yield before + json.dumps(item, ensure_ascii=False, indent=1).encode("utf-8", "replace")
        before = b",\n"
    yield (before if before == b"[\n" else b"\n") + b"]\n"


def _item(paper: Paper) -> dict[str, Any]:
    item_type, exact = item_type_of(paper.kind)
    kept = dict(FIELDS.kept_extra(paper))
    item_type = kept.pop("itemType", (item_type,))[0] if not exact else item_type
    allowed = ITEM_FIELDS.get(item_type, frozenset(("title",)))
    item: dict[str, Any] = {"itemType": item_type, **spelled(paper, item_type)}
    creators, people = _creators(paper, item_type)
    item["creators"] = creators
    if paper.eprint and "archiveID" in allowed:
        version = f"v{paper.eprint_version}" if paper.eprint_version and paper.eprint_type == "arxiv" else ""
        archive = {"arxiv": "arXiv:", "": ""}.get(paper.eprint_type, f"{paper.eprint_type}:")
        item["archiveID"] = f"{archive}{paper.eprint}{version}"
    lines = [f"Type: {exact}"] if exact else []
    lines += encode_fields(paper, _missing(paper, item))
    lines += encode_eprint(paper, is_shown="archiveID" in item)
    lines += [encode_affiliation(affiliation.name) for affiliation in paper.affiliations]
    lines += map(encode_creator, people)
    if paper.note:
        lines.append(encode_note(paper.note))
    if lines:
        item["extra"] = "\n".join(lines)
    for name, values in kept.items():
        item.setdefault(name, _restored(name, values[0]))
    item["tags"] = [{"tag": tag, "type": 1} if tag in paper.automatic_tags else {"tag": tag} for tag in paper.tags]
    if paper.notes:
        item["notes"] = [{"note": note} for note in paper.notes]
    if paper.attachments:
        item["attachments"] = [_attachment(attachment) for attachment in paper.attachments]
    item["collections"] = [path[0] for path in paper.collections if len(path) == 1 and _KEY.fullmatch(path[0])]
    return item


def _restored(name: str, text: str) -> Any:
    """A member that was no text when it was read."""
    if name in _STRUCTURED or text[:1] in {"{", "["}:
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return text
    return text


def _missing(paper: Paper, item: dict[str, Any]) -> list[str]:
    """Our fields that the item does not show, read back from it: they become lines of Extra."""
    again = decode_item({name: value for name, value in item.items() if name != "creators"})
    return [
        name
        for name in PAPER_FIELDS
        if name not in _ELSEWHERE
        and (value := getattr(paper, name))
        and not getattr(again, name)
        and _fits(name, value)
    ]


def _fits(name: str, value: Any) -> bool:
    return name in OMISSION_FIELDS or not isinstance(value, str) or "\n" not in value


def _creators(paper: Paper, item_type: str) -> tuple[list[dict[str, str]], list[Author]]:
    """The creators that the item's type allows, and the authors whose role it has no creator for."""
    types = creator_types_of(item_type)
    creators, people = [], []
    for author in paper.authors:
        creator_type = types.get(author.role, "")
        if not creator_type:
            people.append(author)
        elif author.literal:
            creators.append({"creatorType": creator_type, "name": author.literal})
        else:
            given = ", ".join(filter(None, (author.given, author.suffix)))
            family = " ".join(filter(None, (author.particle, author.family)))
            creators.append({"creatorType": creator_type, "firstName": given, "lastName": family})
    return creators, people


def _attachment(attachment: Any) -> dict[str, str]:
    members = {
        "title": attachment.title,
        "path": attachment.path,
        "url": attachment.url,
        "contentType": attachment.media_type,
    }
    return {"itemType": "attachment", **{name: value for name, value in members.items() if value}}
