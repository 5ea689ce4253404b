"""Reads EndNote XML, record by record.

Knows: how the elements of a record become tags and values of the table.
Must not know: what a tag means (`table`), how XML is parsed safely (`bibkit.codecs.xml.records`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from bibkit import Attachment, Kind, Paper, ReadContext
from bibkit.codecs.identifiers import looks_like_doi
from bibkit.codecs.xml.elements import Element, children_named, line_of, local_name, text_of, xml_of
from bibkit.codecs.xml.records import read_records
from bibkit.text.markup import clean
from bibkit_endnote_xml.styles import STYLE, decode_text
from bibkit_endnote_xml.table import FIELDS, NUMBERED, PERIODICALS
from bibkit_endnote_xml.types import EDITED_BOOK, KIND_MAP, type_of
from bibkit_endnote_xml.values import decode_dates, decode_eprint, is_abbreviation, split_numbers

__all__ = ["decode_record", "read", "sniff"]

_SNIFF: Final = re.compile(r"<(?:xml|records)(?:\s[^<>]*)?>\s*<records?[\s>]|<ref-type[\s>]")
_ROOTS: Final = frozenset(("xml", "records", "record"))
_GROUPS: Final = frozenset(("titles", "periodical", "alt-periodical", "keywords"))
"""Elements whose children are fields."""
_MAIN_ADDRESSES: Final = ("related-urls", "web-urls")
_FILES: Final = {"pdf-urls": "application/pdf", "text-urls": "", "image-urls": ""}
_PMID: Final = re.compile(r"[1-9][0-9]{0,7}")


def sniff(sample: str) -> bool:
    """Whether the beginning of a file looks like EndNote XML."""
    return _SNIFF.search(sample) is not None


def read(stream: BinaryIO, context: ReadContext) -> Iterator[Paper]:
    """Yield the papers of a file.

    Diagnostics: those of `bibkit.codecs.xml.records`, ``unknown-type``.
    Raises `bibkit.InputError` when the file is no EndNote XML.
    """
    records = read_records(
        stream, ("record",), context.diagnose, source=context.source, title="EndNote XML", roots=_ROOTS
    )
    for record in records:
        name, number = _ref_type(record)
        if (name or number) and not type_of(name, number, ""):
            context.diagnose(
                "unknown-type",
                f"EndNote has no reference type {name or number!r}: read as a document",
                line=line_of(record),
            )
        yield decode_record(record)


def decode_record(record: Element) -> Paper:
    """The paper that a ``record`` element describes."""
    name, number = _ref_type(record)
    work_type = next((decode_text(child) for child in children_named(record, "work-type")), "")
    theirs = type_of(name, number, work_type)
    kind = KIND_MAP.decode(theirs)
    pairs = list(_pairs(record, kind))
    if "|" in theirs:
        pairs.remove(("work-type", work_type))
    if theirs == EDITED_BOOK:
        pairs = [
            ("contributors/tertiary-authors" if tag == "contributors/authors" else tag, text) for tag, text in pairs
        ]
    if (name or number) and not theirs:
        pairs.append(("ref-type", name or number))
    values = FIELDS.decode(_with_full_title_first(pairs), kind)
    values.update(_composed(record))
    return Paper(**values)


def _ref_type(record: Element) -> tuple[str, str]:
    for child in children_named(record, "ref-type"):
        return (child.get("name") or "").strip(), text_of(child).strip()
    return "", ""


# ---------------------------------------------------------------- elements to pairs


def _pairs(record: Element, kind: Kind) -> Iterator[tuple[str, str]]:
    """Tags and values of a record, but for what `_composed` reads."""
    for child in record:
        name = local_name(child)
        if name in {"ref-type", "dates", "urls", ""}:
            continue
        if name in _GROUPS:
            yield from [(f"{name}/{local_name(field)}", text) for field in child for text in _values(field)]
        elif name == "contributors":
            yield from [(f"{name}/{local_name(group)}", _name(author)) for group in child for author in group]
        elif not _is_text(child):
            yield name, xml_of(child)
        elif name == "auth-address":
            yield from [(name, line) for line in decode_text(child).split("\n") if line]
        elif name in {"isbn", "accession-num", "electronic-resource-num"}:
            yield from _identifiers(name, decode_text(child), kind)
        else:
            yield name, decode_text(child)


def _values(field: Element) -> list[str]:
    """The text of a field, or the keywords that EndNote keeps in one, a carriage return between them."""
    text = text_of(field)
    if local_name(field) == "keyword" and "\r" in text:
        return [keyword for line in clean(text).split("\n") if (keyword := line.strip())]
    return [decode_text(field)]


def _name(author: Element) -> str:
    family = author.get("last-name")
    text = decode_text(author)
    return f"{text}, " if family is not None and family == text else text


def _is_text(element: Element) -> bool:
    return not element.attrib and all(local_name(child) in {STYLE, ""} for child in element)


def _identifiers(name: str, text: str, kind: Kind) -> Iterator[tuple[str, str]]:
    """What stands in a field that several identifiers share."""
    if name == "isbn":
        numbers = split_numbers(text)
        if numbers is not None:
            yield "isbn:isbn", numbers[0]
            yield "isbn:issn", numbers[1]
        elif kind in NUMBERED:
            yield "isbn:number", text
        else:
            yield "isbn:issn" if kind in PERIODICALS else "isbn:isbn", " ".join(text.split())
    elif name == "accession-num":
        if _PMID.fullmatch(text):
            yield "accession-num:pmid", text
        elif not decode_eprint(text):
            yield name, text
    elif looks_like_doi(text):
        yield name, text
    else:
        yield "electronic-resource-num:other", text


def _with_full_title_first(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """EndNote's import from PubMed writes the abbreviated journal as the title and the full one as the other."""
    titles = dict(pairs)
    if not is_abbreviation(titles.get("titles/secondary-title", ""), titles.get("titles/alt-title", "")):
        return pairs
    exchanged = {
        "titles/secondary-title": "titles/alt-title",
        "titles/alt-title": "titles/secondary-title",
        "periodical/full-title": "periodical/abbr-1",
        "alt-periodical/full-title": "periodical/full-title",
    }
    return [(exchanged.get(tag, tag), text) for tag, text in pairs]


# ---------------------------------------------------------------- values out of several elements


def _composed(record: Element) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for child in children_named(record, "accession-num"):
        values.update(decode_eprint(decode_text(child)))
    for child in children_named(record, "dates"):
        issued = decode_dates(_first(child, "year"), _first_within(child, "pub-dates"))
        if issued is not None:
            values["issued"] = issued
    for child in children_named(record, "urls"):
        values.update(_addresses(child))
    return values


def _first(element: Element, name: str) -> str:
    return next((decode_text(child) for child in children_named(element, name)), "")


def _first_within(element: Element, name: str) -> str:
    for child in children_named(element, name):
        return _first(child, "date") or (decode_text(child) if not len(child) else "")
    return ""


def _addresses(urls: Element) -> dict[str, Any]:
    """The first address that is no file's is the paper's own; the others are attachments."""
    url = ""
    attachments: list[Attachment] = []
    groups = sorted(urls, key=lambda group: local_name(group) not in _MAIN_ADDRESSES)
    for group in groups:
        name = local_name(group)
        for text in [decode_text(child) for child in group] or [decode_text(group)]:
            if not text:
                continue
            if name not in _FILES and not url:
                url = text
            elif "://" in text and not text.startswith("internal-"):
                attachments.append(Attachment(url=text, media_type=_FILES.get(name, "")))
            else:
                attachments.append(Attachment(path=text, media_type=_FILES.get(name, "")))
    found = {"url": url, "attachments": tuple(attachments)}
    return {name: value for name, value in found.items() if value}
