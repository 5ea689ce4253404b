"""Raw records of RIS to papers.

Knows: the tags whose meaning hangs on other tags, and the habits of programs that write RIS.
Must not know: lines (`scanner`), what a single tag means (`table`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, TextIO

from bibkit.codecs.dates import decode_free_date
from bibkit.codecs.identifiers import decode_doi, looks_like_doi, split_arxiv
from bibkit.codecs.names import is_others
from bibkit.codecs.pages import join_pages, split_pages
from bibkit.formats.ris.attachments import decode_attachment
from bibkit.formats.ris.dates import decode_issued, decode_tag_date
from bibkit.formats.ris.labels import (
    AFFILIATION,
    DATE_FIELDS,
    LITERAL_NAME,
    OMISSIONS,
    REPOSITORIES,
    TAG,
    Labelled,
    decode_count,
    decode_role,
    label_of,
    read_labels,
)
from bibkit.formats.ris.numbers import decode_arxiv_line, sort_serial_numbers
from bibkit.formats.ris.scanner import Record, scan, sniff
from bibkit.formats.ris.table import FIELDS, NUMBER_IN_SN, PAGES_IN_SP, SERIES_FIRST
from bibkit.formats.ris.types import EDITED_BOOK, TYPES
from bibkit.model import UNKNOWN_NUMBER, Affiliation, Author, Kind, Paper
from bibkit.records import ReadContext

__all__ = ["read", "sniff"]

Pair = tuple[str, str]
Apart = dict[str, list[str]]
Values = dict[str, Any]

_APART: Final = frozenset(
    ("AD", "DA", "EP", "ID", "JA", "JO", "KW", "L1", "L2", "L3", "L4", "M1", "M2", "M3", "N1", "PY", "SN", "SP", "Y1", "Y2")
)  # fmt: skip
"""Tags that are looked at together with others, before or after the table has its turn."""
_LINKS: Final = frozenset(("L1", "L2", "L3", "L4"))
_PEOPLE: Final = frozenset(("AU", "A1", "A2", "A3", "A4", "ED"))
_ABSTRACTS: Final = frozenset(("AB", "N2"))
_CONTAINERS: Final = frozenset(("BT", "JF", "T2"))
_EDITION_OF_2001: Final = frozenset(("A1", "BT", "CT", "JF", "N2", "T1", "Y1"))
"""Tags that only programs following the specification of 2001 write."""
_TWO_PERSONS: Final = re.compile(r"[^,]+,[^,]+(?: and [^,]+,[^,]+)+")
_NO_LABELS: Final = Labelled(None, [], [])


def read(stream: TextIO, context: ReadContext) -> Iterator[Paper]:
    r"""Yield the papers of a RIS file, one by one.

    Codes of what it says: ``no-end-of-record``, ``text-outside-records``, ``unknown-type``, ``bad-date``.
    Raises `bibkit.errors.InputError` where the file has text and no record.

    >>> import io
    >>> [paper.title for paper in read(io.StringIO("TY  - BOOK\nTI  - Ponds\nER  - "), ReadContext())]
    ['Ponds']
    """
    for record in scan(stream, context):
        paper = _paper(record, context)
        context.line = record.line
        yield paper


def _paper(record: Record, context: ReadContext) -> Paper:
    apart: Apart = {}
    pairs: list[Pair] = []
    for pair in record.pairs:
        tag = pair[0]
        if tag not in _APART:
            pairs.append(pair)
        elif tag in apart:
            apart[tag].append(pair[1])
        else:
            apart[tag] = [pair[1]]
    labels = read_labels(apart["M2"]) if "M2" in apart else _NO_LABELS
    if "M1" in apart:
        labels = _take_m1(apart["M1"], labels, pairs)
    theirs = record.type.upper()
    kind = labels.kind or TYPES.decode(theirs)
    values = FIELDS.decode(_rewrite(pairs, apart, kind, theirs, labels), kind)
    _take_type(values, record, kind, context, labelled=labels.kind is not None)
    if "authors" in values:
        _take_omitted(values, labels)
    _take_dates(values, apart, record, context)
    if "SP" in apart or "EP" in apart:
        _take_pages(values, apart, kind)
    if "SN" in apart:
        _take_numbers(values, apart["SN"], kind)
    _take_lists(values, apart, labels)
    if "ID" in apart:
        values["key"] = apart["ID"][0]
        _keep(values, "ID", apart["ID"][1:])
    if labels is not _NO_LABELS:
        _take_labels(values, labels)
    return Paper(**values)


def _keep(values: Values, tag: str, texts: Iterable[str]) -> None:
    """Keep what has no place, under the tag's own name."""
    if more := tuple(texts):
        extra = values.setdefault("extra", {})
        extra[f"ris:{tag}"] = extra.get(f"ris:{tag}", ()) + more


# --- what a tag means in this record -------------------------------------------------------------


def _take_m1(texts: list[str], labels: Labelled, pairs: list[Pair]) -> Labelled:
    """Zotero's Extra may stand in M1 too; what is not labelled there is M1 as the table has it."""
    found = read_labels(texts)
    pairs.extend([("M1", text) for text in found.note])
    if not found.values and found.kind is None:
        return labels
    return Labelled(labels.kind or found.kind, [*labels.values, *found.values], labels.note)


def _rewrite(pairs: list[Pair], apart: Apart, kind: Kind, theirs: str, labels: Labelled) -> list[Pair]:
    """Give each tag the meaning that it has in this record, in the terms of the table."""
    if any([(";" in text or " and " in text) and tag in _PEOPLE for tag, text in pairs]):
        pairs = _split_people(pairs, kind, labels)
    if theirs == EDITED_BOOK:
        pairs = [("ED", text) if tag in ("AU", "A1") else (tag, text) for tag, text in pairs]
    elif kind in SERIES_FIRST:
        pairs = _rewrite_book(pairs)
    elif kind == "paper-conference":
        pairs = _rewrite_conference(pairs, labels)
    if sum([tag in _ABSTRACTS for tag, _ in pairs]) > 1:
        pairs = _abstracts(pairs)
    if "JO" in apart or "JA" in apart:
        pairs += _journal(pairs, apart)
    if "M3" in apart:
        pairs += _work_types(pairs, apart["M3"])
    return pairs


def _split_people(pairs: list[Pair], kind: Kind, labels: Labelled) -> list[Pair]:
    """Cut the tags in which a program put all authors, with semicolons or as BibTeX has them."""
    whole = labels.all_of(LITERAL_NAME)
    rows = FIELDS.plan(kind).read
    result: list[Pair] = []
    for tag, text in pairs:
        if tag in _PEOPLE and ";" in text and text not in whole and rows[tag].role:
            result.extend([(tag, name.strip()) for name in text.split(";") if name.strip()])
        elif tag in _PEOPLE and _TWO_PERSONS.fullmatch(text) is not None and text not in whole and rows[tag].role:
            result.extend([(tag, name.strip()) for name in text.split(" and ")])
        else:
            result.append((tag, text))
    return result


def _rewrite_book(pairs: list[Pair]) -> list[Pair]:
    """2001: A2 is the editor of a book, A3 that of the series; since 2011 it is the other way round."""
    tags = {tag for tag, _ in pairs}
    if tags.isdisjoint(("A2", "A3")) or tags.isdisjoint(_EDITION_OF_2001):
        return pairs
    swapped = {"A2": "A3", "A3": "A2"}
    return [(swapped.get(tag, tag), text) for tag, text in pairs]


def _rewrite_conference(pairs: list[Pair], labels: Labelled) -> list[Pair]:
    """Tell the event from the proceedings, and its place from the publisher's.

    2011: T2 is the conference, C3 the proceedings; CY is the conference's place, C1 the publisher's. Most
    programs write neither C1 nor C3 and mean the proceedings and the publisher by T2 and CY.
    """
    tags = {tag for tag, _ in pairs}
    event = labels.all_of("event_title")
    renamed: dict[str, str] = {}
    if "C3" in tags:
        renamed = {"C3": "T2", "T2": "event_title"}
    if "C1" in tags:
        renamed |= {"C1": "CY", "CY": "event_place"}
    return [(renamed.get(tag, tag), text) for tag, text in pairs if not (tag == "T2" and text in event)]


def _journal(pairs: list[Pair], apart: Apart) -> list[Pair]:
    """Tell full from abbreviated titles: JO is both in the wild, and JA may be the only title.

    Where T2 or JF has the full title, JO and JA are abbreviations (or the same again).
    """
    full = next((text for tag, text in pairs if tag in _CONTAINERS), "")
    result: list[Pair] = []
    for text in [*apart.get("JO", ()), *apart.get("JA", ())]:
        if not full:
            full = text
            result.append(("JF", text))
        elif text != full:
            result.append(("JA", text))
    return result


def _abstracts(pairs: list[Pair]) -> list[Pair]:
    """Several AB are paragraphs of one abstract; an N2 that says the same is left out."""
    texts = {" ".join(text.split()): text for tag, text in pairs if tag == "AB"}
    others = {" ".join(text.split()): text for tag, text in pairs if tag == "N2"}
    result = [pair for pair in pairs if pair[0] not in _ABSTRACTS]
    if texts:
        result.append(("AB", "\n\n".join(texts.values())))
    return result + [("N2", text) for key, text in others.items() if key not in texts]


def _work_types(pairs: list[Pair], texts: list[str]) -> list[Pair]:
    """M3 is the type of work; old programs put a DOI there."""
    known = [decode_doi(text) for tag, text in pairs if tag == "DO"]
    result: list[Pair] = []
    for text in texts:
        if not looks_like_doi(text):
            result.append(("M3", text))
        elif decode_doi(text) not in known:
            result.append(("DO", text))
    return result


# --- what the table leaves to code ---------------------------------------------------------------


def _take_type(values: Values, record: Record, kind: Kind, context: ReadContext, *, labelled: bool) -> None:
    """Keep a type that is not the one written for its kind, so that RIS to RIS does not change it."""
    theirs = record.type.upper()
    if labelled and TYPES.knows(theirs):
        return
    if not TYPES.knows(theirs):
        shown = f"`{record.type[:40]}` is no type of RIS" if theirs else "the record has no type"
        context.say("unknown-type", f"{shown}; the paper is read as `{kind}`", line=record.line)
    if theirs and theirs not in (TYPES.encode(kind), EDITED_BOOK):
        _keep(values, "TY", [record.type])


def _take_omitted(values: Values, labels: Labelled) -> None:
    """Nobody is called "et al."; such a name says that the list was cut."""
    authors: tuple[Author, ...] = values["authors"]
    cut = [author for author in authors if author.literal and is_others(author.literal)]
    for author in cut:
        if author.role in ("author", "editor"):
            values[f"{author.role}s_omitted"] = UNKNOWN_NUMBER
    if cut:
        values["authors"] = tuple([author for author in authors if author not in cut])
    whole = labels.all_of(LITERAL_NAME)
    if whole:
        _take_whole_names(values, whole)


def _take_whole_names(values: Values, whole: tuple[str, ...]) -> None:
    """Put the names of organisations together again that a comma cut."""
    from bibkit.formats.ris.names import decode_name  # noqa: PLC0415 -- hardly ever needed

    parts = {(name := decode_name(text)).family + "\0" + name.given + "\0" + name.suffix: text for text in whole}
    values["authors"] = tuple(
        [
            Author(literal=text, role=author.role)
            if (text := parts.get(author.family + "\0" + author.given + "\0" + author.suffix)) and not author.literal
            else author
            for author in values["authors"]
        ]
    )


def _take_dates(values: Values, apart: Apart, record: Record, context: ReadContext) -> None:
    da, y1, py = [apart[tag][0] if tag in apart else "" for tag in ("DA", "Y1", "PY")]
    if da or y1 or py:
        date = decode_issued(da, y1, py)
        if date is not None:
            values["issued"] = date
        if date is None or date.year is None:
            context.say("bad-date", f"`{(da or y1 or py)[:60]}` is no date", line=record.line)
    if "Y2" in apart:
        text = apart["Y2"][0]
        date = decode_tag_date(text)
        if date is not None:
            values["accessed"] = date
        if date is None or date.year is None:
            context.say("bad-date", f"`{text[:60]}` is no date", line=record.line)
    for tag in ("DA", "Y1", "PY", "Y2"):
        if len(apart.get(tag, ())) > 1:
            _keep(values, tag, [text for text in apart[tag][1:] if text != apart[tag][0]])


def _take_pages(values: Values, apart: Apart, kind: Kind) -> None:
    starts, ends = apart.get("SP", []), apart.get("EP", [])
    first, last = starts[0] if starts else "", ends[0] if ends else ""
    if first and not last and kind == "motion_picture":
        values["dimensions"] = first  # 2011: running time
    elif first and not last and kind in PAGES_IN_SP and not split_pages(first)[1]:
        values["number_of_pages"] = first
    else:
        values["page"] = join_pages(first, last)
    _keep(values, "SP", [text for text in starts[1:] if text != first])
    _keep(values, "EP", [text for text in ends[1:] if text != last])


def _take_numbers(values: Values, texts: list[str], kind: Kind) -> None:
    if kind in NUMBER_IN_SN:
        values.setdefault("number", texts[0])
        _keep(values, "SN", [text for text in texts if text != values["number"]])
        return
    isbn, issn = sort_serial_numbers(texts, kind)
    if isbn:
        values["isbn"] = isbn
    if issn:
        values["issn"] = issn


def _take_lists(values: Values, apart: Apart, labels: Labelled) -> None:
    if "KW" in apart:
        values["tags"] = tuple(_split_lone(apart["KW"], labels.all_of(TAG)))
    named = labels.all_of(AFFILIATION)
    if "AD" in apart or named:
        whole = "; ".join(named)
        listed = _split_lone([text for text in apart.get("AD", []) if text != whole], named)
        names = [*named, *[name for name in listed if name not in named]] if named else listed
        values["affiliations"] = tuple([Affiliation(name) for name in names])
    if "N1" in apart:
        repeated = ("", f"doi:{values['doi']}".lower()) if "doi" in values else ("",)
        notes = [text for text in apart["N1"] if text.lower().replace(" ", "") not in repeated]
        if notes:
            values["notes"] = (*notes, *values.get("notes", ()))
    doi = values.get("doi")
    if doi is None and "L3" in apart and looks_like_doi(apart["L3"][0]):  # as old programs wrote it
        doi = values["doi"] = decode_doi(apart["L3"][0])
    links = [
        decode_attachment(tag, text)
        for tag in apart
        if tag in _LINKS
        for text in apart[tag]
        if not (doi and decode_doi(text) == doi)
    ]
    if links:
        values["attachments"] = tuple(links)


def _split_lone(texts: list[str], whole: tuple[str, ...]) -> list[str]:
    """Cut the only value of a list at semicolons: many programs write the whole list into one tag."""
    if len(texts) != 1 or ";" not in texts[0] or texts[0] in whole:
        return texts
    return [part for part in [piece.strip() for piece in texts[0].split(";")] if part]


# --- labelled lines -----------------------------------------------------------------------------


def _take_labels(values: Values, labels: Labelled) -> None:
    people: list[Author] = []
    other_keys: list[str] = []
    others: list[str] = []
    for target, text in labels.values:
        if target.startswith("role:"):
            people.append(decode_role(text, target[5:]))
        elif target in DATE_FIELDS:
            date = decode_free_date(text)
            if date is not None:
                values[target] = date
        elif target in OMISSIONS:
            values[target] = decode_count(text)
        elif target == "key":
            if values.get("key", text) != text:
                other_keys.append(values["key"])
            values["key"] = text
        elif target in _SPECIAL_LABELS:
            _SPECIAL_LABELS[target](values, text)
        elif target not in (AFFILIATION, TAG, LITERAL_NAME) and values.setdefault(target, text) != text:
            others.append(f"{label_of(target)}: {text}")
    _keep(values, "ID", other_keys)
    _keep(values, "M2", others)
    if people:
        values["authors"] = (*values.get("authors", ()), *people)
    if labels.note:
        values["note"] = "\n".join(labels.note)
    if "eprint" in values and "publisher" in values:
        _forget_repository(values, labels)


def _take_archive_id(values: Values, text: str) -> None:
    identifier, version = split_arxiv(text)
    if not identifier or "eprint_type" in values:
        values.setdefault("eprint", text)
        return
    values.setdefault("eprint", identifier)
    values["eprint_type"] = "arxiv"
    if version:
        values["eprint_version"] = version


def _take_arxiv(values: Values, text: str) -> None:
    identifier, version, category = decode_arxiv_line(text)
    found, found_version = split_arxiv(identifier)
    if identifier:
        values.setdefault("eprint", found or identifier)
    values.setdefault("eprint_type", "arxiv")
    if version or found_version:
        values.setdefault("eprint_version", version or found_version)
    if category:
        values.setdefault("eprint_class", category)


_SPECIAL_LABELS: Final = {"archive id": _take_archive_id, "arxiv": _take_arxiv}


def _forget_repository(values: Values, labels: Labelled) -> None:
    """The writer names the archive of a preprint in PB, and says so in a line, where the paper has no publisher."""
    if (
        values["kind"] == "article"
        and values["publisher"] == REPOSITORIES.get(values.get("eprint_type", ""))
        and values["publisher"] in labels.all_of("publisher")
    ):
        del values["publisher"]
