"""Writes CSL-JSON: one item after the other, one member a line.

Knows: the layout, which values need ``custom`` beside or instead of a variable, and what Zotero wants otherwise.
Must not know: how single values are spelled (`values`, `dates`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, Final

import msgspec

from bibkit.codecs.identifiers import split_arxiv
from bibkit.formats.csl_json.dates import decode_date, encode_exact, is_plain
from bibkit.formats.csl_json.people import encode_people
from bibkit.formats.csl_json.table import (
    CUSTOM,
    DATES,
    FIELDS,
    NAME_VARIABLES,
    SCHEMA_EXTRAS,
    ZOTERO_FIELDS,
)
from bibkit.formats.csl_json.values import KEYWORD, STRINGS
from bibkit.model import Paper
from bibkit.plugins.records import WriteContext
from bibkit.zotero import encode_affiliation, encode_note

__all__ = ["write"]

_ENCODER: Final = msgspec.json.Encoder()
_LEFTOVERS: Final = msgspec.json.Decoder(dict[str, dict[str, dict[str, Any]]])
_NAMES: Final = frozenset(NAME_VARIABLES)


def write(papers: Iterable[Paper], context: WriteContext) -> Iterator[bytes]:
    """Yield a JSON list, an item a piece.

    The option ``zotero`` leaves out what Zotero's import does not read and writes what it reads in its own way.
    """
    zotero = bool(context.options.get("zotero"))
    make = _zotero_item if zotero else _item
    separator = b"["
    for number, paper in enumerate(papers, 1):
        lost = _zotero_losses(paper) if zotero else FIELDS.losses(paper)
        if lost:
            context.report.lose_all(lost)
        yield separator + _layout(make(paper, number))
        separator = b","
    yield b"[]\n" if separator == b"[" else b"\n]\n"


def _layout(item: dict[str, Any]) -> bytes:
    """One member a line; in lists of names and in ``custom`` one element a line."""
    encode = _ENCODER.encode
    lines = []
    for name, value in item.items():
        if name in _NAMES:
            text = b"[\n      " + b",\n      ".join(map(encode, value)) + b"\n    ]"
        elif name == "custom":
            members = [encode(member) + b": " + encode(content) for member, content in value.items()]
            text = b"{\n      " + b",\n      ".join(members) + b"\n    }"
        else:
            text = encode(value)
        lines.append(b"    " + encode(name) + b": " + text)
    return b"\n  {\n" + b",\n".join(lines) + b"\n  }"


def _item(paper: Paper, number: int) -> dict[str, Any]:
    item: dict[str, Any] = {"id": paper.key or number}
    if paper.key:
        item["citation-key"] = paper.key
    item["type"] = paper.kind
    custom: dict[str, Any] = {}
    for name, value in FIELDS.encode(paper):
        if name.startswith(CUSTOM):
            custom[name.removeprefix(CUSTOM)] = value
        else:
            item[name] = value
    _add_exact(paper, item, custom)
    if paper.kind == "article" and paper.eprint_type == "arxiv":
        _add_arxiv(paper, item, custom)
    if paper.extra:
        _add_extra(paper, item, custom)
    if custom:
        item["custom"] = custom
    return item


def _add_exact(paper: Paper, item: dict[str, Any], custom: dict[str, Any]) -> None:
    """Put into ``custom`` what the item's variables cannot say exactly."""
    if paper.tags and KEYWORD.decode(item["keyword"]) != paper.tags:
        custom["tags"] = STRINGS.encode(paper.tags)
    for variable, field in DATES.items():
        date = getattr(paper, field)
        if date is None or is_plain(date):
            continue
        if not item[variable]:
            del item[variable]
        if decode_date(item.get(variable)) != date:
            custom[variable] = encode_exact(date)
    if paper.note and encode_note(paper.note) != paper.note:
        custom["note"] = item["note"]
    people = encode_people(paper) if paper.authors else None
    if people:
        custom["people"] = people


def _add_arxiv(paper: Paper, item: dict[str, Any], custom: dict[str, Any]) -> None:
    """Write the archive of a preprint as its publisher and the identifier as its number, as Zotero does."""
    number = arxiv_number(paper) if not paper.number else ""
    if number:
        item["number"] = number
        for name in ("eprint", "eprint_type", "eprint_version"):
            custom.pop(name, None)
    if not paper.publisher:
        item["publisher"] = "arXiv"
        custom["derived"] = ["publisher"]


def arxiv_number(paper: Paper) -> str:
    """``arXiv:ID`` with its version, where that reads back as the same identifier.

    >>> arxiv_number(Paper(kind="article", eprint="2609.01234", eprint_type="arxiv", eprint_version="2"))
    'arXiv:2609.01234v2'
    """
    if not paper.eprint:
        return ""
    number = f"arXiv:{paper.eprint}" + (f"v{paper.eprint_version}" if paper.eprint_version else "")
    return number if split_arxiv(number) == (paper.eprint, paper.eprint_version) else ""


def _add_extra(paper: Paper, item: dict[str, Any], custom: dict[str, Any]) -> None:
    """Write back what this format kept: variables of the schema as such, anything else in ``custom``."""
    for name, values in FIELDS.kept_extra(paper):
        value: Any = values[0]
        if name == "json:names":
            with suppress(msgspec.DecodeError, RecursionError):  # another program may have written it
                _add_leftovers(item, _LEFTOVERS.decode(value))
            continue
        if name.startswith("json:"):
            name = name.removeprefix("json:")
            with suppress(msgspec.DecodeError, RecursionError):
                value = msgspec.json.decode(value)
        if name == "id" and not paper.key:
            item["id"] = value
        elif name in SCHEMA_EXTRAS and name not in item:
            item[name] = value
        elif name not in custom:
            custom[name] = value


def _add_leftovers(item: dict[str, Any], kept: dict[str, dict[str, dict[str, Any]]]) -> None:
    """Give names their ``comma-suffix``, ``static-ordering`` and dropping particle back."""
    for role, names in kept.items():
        written = item.get(role, []) if role in _NAMES else []
        for place, parts in names.items():
            if not place.isdecimal() or len(place) > 9 or int(place) >= len(written):
                continue
            name = written[int(place)]
            dropping = str(parts.get("dropping-particle", ""))
            particle = name.get("non-dropping-particle", "")
            if dropping and not f"{particle} ".startswith(f"{dropping} "):
                continue
            name.update(parts)
            if dropping:
                name.pop("non-dropping-particle")
                if particle != dropping:
                    name["non-dropping-particle"] = particle.removeprefix(dropping).strip()


# ---------------------------------------------------------------- Zotero


def _zotero_losses(paper: Paper) -> list[str]:
    # A line of the note tells the kind.
    lost = [name for name in ZOTERO_FIELDS.losses(paper) if name != "kind"]
    lost.extend([f"{ZOTERO_FIELDS.name}:{tag}" for tag, _ in ZOTERO_FIELDS.kept_extra(paper)])
    if paper.eprint_type != "arxiv":
        lost.extend([name for name in ("eprint", "eprint_type", "eprint_version") if getattr(paper, name)])
    if any([author.particle or author.suffix for author in paper.authors]):
        lost.append("authors: particle and suffix as parts of their own")
    return lost


def _zotero_item(paper: Paper, number: int) -> dict[str, Any]:
    """An item that Zotero's import takes whole (measured: types, dates, names, note)."""
    item: dict[str, Any] = {"id": paper.key or number}
    if paper.key:
        item["citation-key"] = paper.key
    item["type"] = kind = ZOTERO_FIELDS.kinds.encode(paper.kind)
    arxiv = arxiv_number(paper) if paper.eprint_type == "arxiv" else ""
    lines = _extra_lines(paper, kind, arxiv if paper.number or kind != "article" else "")
    if paper.eprint_type == "arxiv" and kind == "article":
        paper = msgspec.structs.replace(
            paper, publisher=paper.publisher or "arXiv", number=paper.number or arxiv, note="\n".join(lines)
        )
    elif lines:
        paper = msgspec.structs.replace(paper, note="\n".join(lines))
    for name, value in ZOTERO_FIELDS.encode(paper):
        if value:
            item[name] = [_zotero_name(parts) for parts in value] if name in _NAMES else value
    return item


def _extra_lines(paper: Paper, kind: str, arxiv: str) -> list[str]:
    """Zotero keeps the note as its Extra field, whose lines ``Name: value`` are fields again."""
    lines = [encode_note(paper.note)] if paper.note else []
    if kind != paper.kind:
        lines.append(f"Type: {paper.kind}")
    if arxiv:
        lines.append(f"arXiv: {arxiv.removeprefix('arXiv:')}")
    lines.extend([encode_affiliation(affiliation.name) for affiliation in paper.affiliations])
    return lines


def _zotero_name(name: dict[str, str]) -> dict[str, str]:
    """Particle and suffix inside the two parts that Zotero has."""
    if "literal" in name:
        return name
    particle, family = name.get("non-dropping-particle", ""), name.get("family", "")
    given, suffix = name.get("given", ""), name.get("suffix", "")
    if particle:
        family = particle + family if particle.endswith(("'", "\u2019")) else f"{particle} {family}".strip()
    if suffix:
        given = f"{given}, {suffix}" if given else suffix
    return {"family": family, "given": given} if given else {"family": family}
