"""Writes EndNote XML, record by record, and says what a record does not hold.

Knows: how tags and values of the table become elements.
Must not know: what a tag means (`table`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from lxml import etree

from bibkit import Paper, WriteContext
from bibkit.codecs.xml.elements import Builder, Element, local_name, parse_fragment, serialise
from bibkit_endnote_xml.reader import decode_record
from bibkit_endnote_xml.styles import STYLE, encode_text
from bibkit_endnote_xml.table import FIELDS, ORDER, PERIODICALS
from bibkit_endnote_xml.types import EDITED_BOOK, KIND_MAP, split_type
from bibkit_endnote_xml.values import encode_dates, encode_eprint

__all__ = ["write"]

_PLACES: Final = {name: place for place, name in enumerate(ORDER)}
_LINES: Final = frozenset(("auth-address", "isbn"))
"""Fields that hold several values, one a line."""


def write(papers: Iterable[Paper], context: WriteContext) -> Iterator[bytes]:
    """Yield the file piece by piece, a record a piece.

    The option ``zotero`` writes the paper's address where Zotero looks for it. Diagnostic: ``illegal-characters``.
    """
    builder = Builder()
    zotero = bool(context.options.get("zotero"))
    yield b'<?xml version="1.0" encoding="UTF-8"?>\n<xml>\n<records>\n'
    for paper in papers:
        record = _record(paper, builder, zotero=zotero)
        context.report.lose_all(FIELDS.losses(paper))
        context.report.lose_all(FIELDS.changes(paper, decode_record(record)))
        yield serialise(record, 1, inline=(STYLE,))
    yield b"</records>\n</xml>\n"
    if builder.removed:
        context.diagnose("illegal-characters", f"{builder.removed} characters that no XML can hold were left out")


def _record(paper: Paper, builder: Builder, *, zotero: bool) -> Element:
    record = builder.element("record")
    name, number, qualifier = split_type(KIND_MAP.encode(paper.kind))
    edited = paper.kind == "book" and not paper.by_role("author") and bool(paper.by_role("editor"))
    if edited:
        name, number, _ = split_type(EDITED_BOOK)
    builder.add(record, "ref-type", str(number), {"name": name})
    if qualifier:
        builder.add(record, "work-type", qualifier)
    for tag, value in _joined(FIELDS.encode(paper)):
        if edited and tag == "contributors/tertiary-authors":
            tag = "contributors/authors"
        _add(builder, record, tag, value)
    if paper.kind in PERIODICALS and paper.container_title:
        _add(builder, record, "periodical/full-title", paper.container_title)
        if paper.container_title_short:
            _add(builder, record, "periodical/abbr-1", paper.container_title_short)
    _add_composed(builder, record, paper, main="web-urls" if zotero else "related-urls")
    for tag, values in FIELDS.kept_extra(paper):
        if tag != "ref-type":
            for value in values:
                _add_extra(builder, record, tag.partition(":")[0], value)
    record[:] = sorted(record, key=lambda child: _PLACES.get(local_name(child), len(ORDER)))
    return record


def _joined(pairs: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The pairs, with the values of one field that takes several joined: lines of a list, paragraphs of notes.

    A report's or patent's number keeps the field that it shares with ISBN and ISSN to itself.
    """
    lines: dict[str, list[str]] = {}
    numbered = any(tag == "isbn:number" for tag, _ in pairs)
    for tag, value in pairs:
        if numbered and tag in {"isbn:isbn", "isbn:issn"}:
            continue
        field = tag.partition(":")[0]
        if field in _LINES or field == "research-notes":
            lines.setdefault(field, []).append(value)
        else:
            yield field, value
    for field, values in lines.items():
        yield field, ("\n\n" if field == "research-notes" else "\n").join(values)


def _add(builder: Builder, record: Element, tag: str, value: str) -> None:
    *groups, name = f"{tag}/author".split("/") if tag.startswith("contributors/") else tag.split("/")
    parent = record
    for group in groups:
        parent = builder.child(parent, group)
    field = encode_text(builder, parent, name, value.rstrip(" "))
    if name == "author" and value.endswith(", "):
        # Without a comma EndNote would take the first word for a given name; this attribute says what it is.
        field.text = builder.legal(value[:-2])
        field.set("last-name", field.text)


def _add_composed(builder: Builder, record: Element, paper: Paper, *, main: str) -> None:
    """What is written into several elements: dates, addresses, the number of a preprint."""
    if paper.issued is not None:
        year, date = encode_dates(paper.issued)
        if year:
            _add(builder, record, "dates/year", year)
        if date:
            _add(builder, record, "dates/pub-dates/date", date)
    if paper.eprint and paper.eprint_type:
        number = encode_eprint(paper.eprint, paper.eprint_type, paper.eprint_version, paper.eprint_class)
        for other in record.findall("accession-num"):
            record.remove(other)
        _add(builder, record, "accession-num", number)
    if paper.url:
        _add(builder, record, f"urls/{main}/url", paper.url)
    for attachment in paper.attachments:
        where = attachment.path or attachment.url
        if where:
            _add(builder, record, f"urls/{_group_of(attachment.media_type, where)}/url", where)


def _group_of(media_type: str, where: str) -> str:
    if media_type == "application/pdf" or (not media_type and where.lower().endswith(".pdf")):
        return "pdf-urls"
    return "image-urls" if media_type.startswith("image/") else "text-urls"


def _add_extra(builder: Builder, record: Element, tag: str, value: str) -> None:
    """Write back what only this format knows: a text, or an element that was kept whole."""
    if value.startswith("<"):
        try:
            kept = parse_fragment(value)
        except etree.XMLSyntaxError:
            pass
        else:
            if kept.tag == tag:
                record.append(kept)
                return
    try:
        _add(builder, record, tag, value)
    except ValueError:  # a name that no element can have, from an extra that did not come from EndNote XML
        return
