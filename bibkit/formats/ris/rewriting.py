"""Tags whose meaning hangs on other tags or on the kind, in the terms of the table.

Knows: the habits of programs that write RIS, and where the editions of the specification disagree.
Must not know: lines (`scanner`), what a single tag means (`table`), papers.
"""

from __future__ import annotations

import re
from typing import Final

from bibkit.codecs.identifiers import decode_doi, looks_like_doi
from bibkit.formats.ris.labels import LITERAL_NAME, Labelled
from bibkit.formats.ris.table import FIELDS, SERIES_FIRST
from bibkit.formats.ris.types import EDITED_BOOK
from bibkit.model import Kind

__all__ = ["PEOPLE", "Groups", "Pair", "rewrite"]

Pair = tuple[str, str]
Groups = dict[str, list[str]]
"""The values of each tag of a record."""

PEOPLE: Final = frozenset(("AU", "A1", "A2", "A3", "A4", "ED"))
_ABSTRACTS: Final = frozenset(("AB", "N2"))
_CONTAINERS: Final = frozenset(("BT", "JF", "T2"))
_EDITION_OF_2001: Final = frozenset(("A1", "BT", "CT", "JF", "N2", "T1", "Y1"))
"""Tags that only programs following the specification of 2001 write."""
_TWO_PERSONS: Final = re.compile(r"[^,]+,[^,]+(?: and [^,]+,[^,]+)+")


def rewrite(pairs: list[Pair], groups: Groups, kind: Kind, theirs: str, labels: Labelled) -> list[Pair]:
    """Give each tag the meaning that it has in this record, in the terms of the table."""
    if any([(";" in text or " and " in text) and tag in PEOPLE for tag, text in pairs]):
        pairs = _split_people(pairs, kind, labels)
    if theirs == EDITED_BOOK:
        pairs = [("ED", text) if tag in ("AU", "A1") else (tag, text) for tag, text in pairs]
    elif kind in SERIES_FIRST:
        pairs = _rewrite_book(pairs)
    elif kind == "paper-conference":
        pairs = _rewrite_conference(pairs, labels)
    if "N2" in groups or ("AB" in groups and len(groups["AB"]) > 1):
        pairs = _abstracts(pairs)
    if "JO" in groups or "JA" in groups:
        pairs += _journal(pairs, groups)
    if "M3" in groups:
        pairs += _work_types(pairs, groups["M3"])
    return pairs


def _split_people(pairs: list[Pair], kind: Kind, labels: Labelled) -> list[Pair]:
    """Cut the tags in which a program put all authors, with semicolons or as BibTeX has them."""
    whole = labels.list_of(LITERAL_NAME)
    rules = FIELDS.rules_for(kind)
    result: list[Pair] = []
    for tag, text in pairs:
        if tag in PEOPLE and ";" in text and text not in whole and rules[tag].role:
            result.extend([(tag, name.strip()) for name in text.split(";") if name.strip()])
        elif tag in PEOPLE and _TWO_PERSONS.fullmatch(text) is not None and text not in whole and rules[tag].role:
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
