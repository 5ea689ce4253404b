"""Raw records of RIS to papers.

Knows: the habits of programs that write RIS, and which values are made of several tags.
Must not know: lines (`syntax`), what a single tag means (`table`), what kind of work a record is about (`types`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Any, Final, TextIO

from bibkit.codecs.identifiers import decode_doi, looks_like_doi
from bibkit.codecs.names import is_others
from bibkit.formats.ris.labels import (
    AFFILIATION,
    LITERAL_NAME,
    REPOSITORIES,
    TAG,
    Labelled,
    is_label,
    read_labels,
)
from bibkit.formats.ris.syntax import RawRecord, scan, sniff
from bibkit.formats.ris.table import FIELDS, NUMBER_IN_SN
from bibkit.formats.ris.types import TYPES, settle
from bibkit.formats.ris.values import (
    decode_attachment,
    decode_issued,
    decode_name,
    decode_page_tags,
    decode_tag_date,
    sort_serial_numbers,
    split_people,
)
from bibkit.model import DATE_FIELDS, OMISSION_FIELDS, UNKNOWN_NUMBER, Affiliation, Author, Date, Kind, Paper
from bibkit.plugins.records import ReadContext
from bibkit.zotero import decode_extra

__all__ = ["read", "read_record", "sniff"]

Pair = tuple[str, str]
Groups = dict[str, list[str]]
"""The values of each tag of a record."""
Values = dict[str, Any]

_PEOPLE: Final = frozenset(("AU", "A1", "A2", "A3", "A4", "ED"))
_BESIDE: Final = frozenset(
    ("AD", "DA", "EP", "ID", "JA", "JO", "KW", "L1", "L2", "L3", "L4", "M1", "M2", "M3", "N1", "PY", "SN", "SP", "Y1", "Y2")
)  # fmt: skip
"""Tags that are looked at together with others, before or after the table has its turn."""
_APART: Final = _BESIDE | {"AU"}
"""What a usual record has beside tags that stand once and say one thing."""
_UNUSUAL: Final = _PEOPLE - {"AU"} | {"JA", "JO", "M1", "M3", "N2"}
"""Tags whose meaning hangs on other tags."""
_TOGETHER: Final = frozenset(("AB", "JA", "JO", "M1", "M3", "N2"))
"""Tags whose values are told from one another."""
_DATES: Final = ("DA", "Y1", "PY", "Y2")
_LINKS: Final = frozenset(("L1", "L2", "L3", "L4"))
_ABSTRACTS: Final = frozenset(("AB", "N2"))
_CONTAINERS: Final = frozenset(("BT", "JF", "T2"))
_CUT_PARTS: Final = attrgetter("family", "given", "suffix")
_NO_LABELS: Final = read_labels(())
_NOTHING: Final = [""]


def read(stream: TextIO, context: ReadContext) -> Iterator[Paper]:
    r"""Yield the papers of a RIS file, one by one.

    Codes of what it says: ``no-end-of-record``, ``text-outside-records``, ``unknown-type``, ``bad-date``.
    Raises `bibkit.errors.InputError` where the file has text and no record.

    >>> import io
    >>> [paper.title for paper in read(io.StringIO("TY  - BOOK\nTI  - Ponds\nER  - "), ReadContext())]
    ['Ponds']
    """
    for record in scan(stream, context):
        paper = read_record(record, context)
        context.line = record.line
        yield paper


def read_record(record: RawRecord, context: ReadContext) -> Paper:
    """Give the paper that one record stands for; ``context`` hears of types and dates that nobody knows."""
    groups: Groups = {}
    for tag, text in zip(record.tags, record.values, strict=True):
        if tag in groups:
            groups[tag].append(text)
        else:
            groups[tag] = [text]
    labels = read_labels(groups["M2"]) if "M2" in groups else _NO_LABELS
    if "M1" in groups:
        labels = _take_m1(groups)
    theirs = record.type.upper()
    kind, renamed = settle(theirs, labels.kind, groups)
    values = _table_values(record, groups, kind, renamed, labels)
    if theirs != TYPES.encode(kind):
        _take_type(values, record, kind, context, labelled=labels.kind is not None)
    if "authors" in values:
        _take_omitted(values, labels)
    _take_dates(values, groups, record, context)
    if "SP" in groups or "EP" in groups:
        _take_pages(values, groups, kind)
    if "SN" in groups:
        _take_numbers(values, groups["SN"], kind)
    _take_lists(values, groups, labels)
    if not _LINKS.isdisjoint(groups):
        _take_links(values, groups)
    if "ID" in groups:
        values["key"], *others = groups["ID"]
        _keep(values, "ID", others)
    if labels is not _NO_LABELS:
        _take_labels(values, labels)
    return Paper(**values)


def _table_values(record: RawRecord, groups: Groups, kind: Kind, renamed: dict[str, str], labels: Labelled) -> Values:
    """What the table says of a record's tags, in the terms of its kind."""
    usual = None if renamed or kind == "paper-conference" else _usual_values(groups, kind)
    if usual is not None:
        return usual
    pairs = [pair for pair in zip(record.tags, record.values, strict=True) if pair[0] not in _BESIDE]
    pairs = _renamed(pairs, renamed, labels, kind)
    if not _TOGETHER.isdisjoint(groups):
        pairs = _taken_together(pairs, groups)
    return FIELDS.decode(pairs, kind)


def _usual_values(groups: Groups, kind: Kind) -> Values | None:
    """What the table says of a record like most: people in AU, one a line, any other tag once; None for the rest.

    The short way to what `_renamed`, `_taken_together` and the table give: without it 10,000 records take 1.2 to 1.4 times
    as long to read.
    """
    if not _UNUSUAL.isdisjoint(groups):
        return None
    values: Values = {"kind": kind}
    if "AU" in groups:
        whole = "\n".join(groups["AU"])
        if ";" in whole or " and " in whole:
            return None
        values["authors"] = tuple(map(decode_name, groups["AU"]))
    rules = FIELDS.rules_for(kind)
    for tag, texts in groups.items():
        if tag in _APART:
            continue
        rule = rules.get(tag)
        if rule is None or len(texts) > 1 or rule.field in values or rule.role or rule.many:
            return None
        values[rule.field] = rule.codec.decode(texts[0])
    return values


def _keep(values: Values, tag: str, texts: Iterable[str]) -> None:
    """Keep what has no place, under the tag's own name."""
    if more := tuple(texts):
        extra = values.setdefault("extra", {})
        extra[f"ris:{tag}"] = extra.get(f"ris:{tag}", ()) + more


def _keep_others(values: Values, tag: str, texts: list[str]) -> None:
    """Keep what a tag says after its first value and otherwise."""
    _keep(values, tag, [text for text in texts[1:] if text != texts[0]])


# --- what a tag means in this record -------------------------------------------------------------


def _renamed(pairs: list[Pair], renamed: dict[str, str], labels: Labelled, kind: Kind) -> list[Pair]:
    """Give the tags in the terms of the table, with one person in each."""
    if kind == "paper-conference" and (events := labels.all_of("event_title")):
        pairs = [(tag, text) for tag, text in pairs if not (tag == "T2" and text in events)]
    if any([tag in _PEOPLE and (";" in text or " and " in text) for tag, text in pairs]):
        rules, whole = FIELDS.rules_for(kind), labels.lists.get(LITERAL_NAME, ())
        pairs = [
            (tag, person)
            for tag, text in pairs
            for person in (split_people(text) if tag in _PEOPLE and text not in whole and rules[tag].role else [text])
        ]
    return [(renamed.get(tag, tag), text) for tag, text in pairs] if renamed else pairs


def _taken_together(pairs: list[Pair], groups: Groups) -> list[Pair]:
    """Give tags that several programs use otherwise the meaning that they have in this record."""
    if "M1" in groups:
        pairs += [("M1", text) for text in groups["M1"]]
    if "N2" in groups or len(groups.get("AB", ())) > 1:
        pairs = _abstracts(pairs)
    if "JO" in groups or "JA" in groups:
        pairs += _journal(pairs, groups)
    if "M3" in groups:
        pairs += _work_types(pairs, groups["M3"])
    return pairs


def _journal(pairs: list[Pair], groups: Groups) -> list[Pair]:
    """Tell full from abbreviated titles: JO is both in the wild, and JA may be the only title.

    Where T2 or JF has the full title, JO and JA are abbreviations (or the same again).
    """
    full = next((text for tag, text in pairs if tag in _CONTAINERS), "")
    result: list[Pair] = []
    for text in [*groups.get("JO", ()), *groups.get("JA", ())]:
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


def _take_m1(groups: Groups) -> Labelled:
    """Zotero's Extra may stand in M1 too; what is no line of it is M1 as the table has it."""
    found = [text for text in groups["M1"] if is_label(text)]
    groups["M1"] = [text for text in groups["M1"] if text not in found]
    return read_labels([*groups.get("M2", ()), *found])


# --- what the table leaves to code ---------------------------------------------------------------


def _take_type(values: Values, record: RawRecord, kind: Kind, context: ReadContext, *, labelled: bool) -> None:
    """Keep a type that is not the one written for its kind, so that RIS to RIS does not change it."""
    theirs = record.type.upper()
    if labelled and TYPES.knows(theirs):
        return
    if not TYPES.knows(theirs):
        shown = f"`{record.type[:40]}` is no type of RIS" if theirs else "the record has no type"
        context.diagnose("unknown-type", f"{shown}; the paper is read as `{kind}`", line=record.line)
    if theirs and theirs not in (TYPES.encode(kind), "EDBOOK"):
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
    # Names of organisations that a comma cut are put together again.
    whole = {_CUT_PARTS(decode_name(text)): text for text in labels.lists.get(LITERAL_NAME, ())}
    if whole:
        values["authors"] = tuple(
            [
                Author(literal=text, role=author.role)
                if (text := whole.get(_CUT_PARTS(author))) and not author.literal
                else author
                for author in values["authors"]
            ]
        )


def _take_dates(values: Values, groups: Groups, record: RawRecord, context: ReadContext) -> None:
    da, y1, py, y2 = [groups[tag][0] if tag in groups else "" for tag in _DATES]
    if da or y1 or py:
        _take_date(values, "issued", decode_issued((da, y1, py)), da or y1 or py, record, context)
    if y2:
        _take_date(values, "accessed", decode_tag_date(y2), y2, record, context)
    for tag in _DATES:
        if tag in groups and len(groups[tag]) > 1:
            _keep_others(values, tag, groups[tag])


def _take_date(
    values: Values, field: str, date: Date | None, text: str, record: RawRecord, context: ReadContext
) -> None:
    if date is not None:
        values[field] = date
    if date is None or date.year is None:
        context.diagnose("bad-date", f"`{text[:60]}` is no date", line=record.line)


def _take_pages(values: Values, groups: Groups, kind: Kind) -> None:
    starts, ends = groups.get("SP", _NOTHING), groups.get("EP", _NOTHING)
    field, value = decode_page_tags(starts[0], ends[0], kind)
    values[field] = value
    _keep_others(values, "SP", starts)
    _keep_others(values, "EP", ends)


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


def _take_lists(values: Values, groups: Groups, labels: Labelled) -> None:
    if "KW" in groups:
        values["tags"] = tuple(_split_lone(groups["KW"], labels.lists.get(TAG, ())))
    named = labels.lists.get(AFFILIATION, ())
    if "AD" in groups or named:
        whole = "; ".join(named)
        listed = _split_lone([text for text in groups.get("AD", []) if text != whole], named)
        names = [*named, *[name for name in listed if name not in named]] if named else listed
        values["affiliations"] = tuple([Affiliation(name) for name in names])
    if "N1" in groups:
        repeated = ("", f"doi:{values['doi']}".lower()) if "doi" in values else ("",)
        notes = [text for text in groups["N1"] if text.lower().replace(" ", "") not in repeated]
        if notes:
            values["notes"] = (*notes, *values.get("notes", ()))


def _take_links(values: Values, groups: Groups) -> None:
    doi = values.get("doi")
    if doi is None and "L3" in groups and looks_like_doi(groups["L3"][0]):  # as old programs wrote it
        doi = values["doi"] = decode_doi(groups["L3"][0])
    links = [
        decode_attachment(tag, text)
        for tag in groups
        if tag in _LINKS
        for text in groups[tag]
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
    known = {name: value for name, value in values.items() if name not in _BETTER_IN_LINES}
    extra = decode_extra("\n".join(labels.lines), values["kind"], known)
    if "key" in extra.values and values.get("key", extra.values["key"]) != extra.values["key"]:
        _keep(values, "ID", [values["key"]])
    authors = (*values.get("authors", ()), *extra.values.get("authors", ()))
    values.update(extra.values)
    values.update(authors=authors, note=extra.note)
    if "eprint" in values and "publisher" in values:
        _forget_repository(values, labels)


_BETTER_IN_LINES: Final = frozenset(("key", *DATE_FIELDS, *OMISSION_FIELDS))
"""What a tag may say less exactly than its line."""


def _forget_repository(values: Values, labels: Labelled) -> None:
    """The writer names the archive of a preprint in PB, and says so in a line, where the paper has no publisher."""
    if (
        values["kind"] == "article"
        and values["publisher"] == REPOSITORIES.get(values.get("eprint_type", ""))
        and values["publisher"] in labels.all_of("publisher")
    ):
        del values["publisher"]
