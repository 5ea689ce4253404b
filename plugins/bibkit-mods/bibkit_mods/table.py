"""What each element of MODS means, as paths.

Knows: which field stands where, in the work itself or in its host.
Must not know: XML. A path with a colon is one of the things that an element may hold.

Source: MODS user guidelines, version 3.8.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from bibkit import KINDS, Codec, FieldMap, Kind, Rule, identity
from bibkit.codecs.dates import decode_free_date, encode_edtf
from bibkit.codecs.identifiers import decode_doi
from bibkit.codecs.pages import decode_pages
from bibkit_mods.kinds import HOSTED, KIND_MAP

__all__ = ["FIELDS", "HOST", "ORDER", "decode_isbn", "decode_pages_total"]

HOST: Final = "relatedItem[host]/"
_OWN: Final[tuple[Kind, ...]] = tuple(kind for kind in KINDS if kind not in HOSTED)

_ISBN: Final = re.compile(r"(?:97[89][- ]?)?(?:[0-9][- ]?){9}[0-9Xx]\b")
_TOTAL: Final = re.compile(
    r"(?P<whole>[0-9]+|[ivxlcdm]+) ?p(?:p?\.|ages)?|.*?\b(?P<count>[0-9]+) ?p(?:ages?|\.)?(?![\w.]* ?[0-9])\b.*",
    re.DOTALL,
)


def _same(text: str) -> str:
    return text


def decode_isbn(text: str) -> str:
    """The number of a value that also says what it is of: ``0801486394 (pbk.)``."""
    match = _ISBN.search(text)
    return match[0].strip() if match else text


def decode_pages_total(text: str) -> tuple[str, bool]:
    """How many pages an extent has, and whether it says no more; an empty string where it tells no number.

    >>> decode_pages_total("322 p."), decode_pages_total("vii, 322 p. ; 23 cm."), decode_pages_total("1 disc")
    (('322', True), ('322', False), ('', False))
    """
    match = _TOTAL.fullmatch(text)
    if match is None:
        return "", False
    return (match["whole"], True) if match["whole"] else (match["count"], False)


_PAGES: Final = Codec(decode_pages, _same)
_DOI: Final = Codec(decode_doi, _same)
_DATE: Final[Codec[str, Any]] = Codec(decode_free_date, encode_edtf)


def _placed(path: str, field: str, codec: Codec[Any, Any] = identity) -> Iterator[Rule]:
    """A value that belongs to the host of a part, and to the work itself where that is no part; read in both places."""
    yield Rule(HOST + path, field, codec, kinds=HOSTED)
    yield Rule(path, field, codec, kinds=HOSTED, write=False)
    yield Rule(path, field, codec, kinds=_OWN)
    yield Rule(HOST + path, field, codec, kinds=_OWN, write=False)


FIELDS: Final = FieldMap(
    "mods",
    KIND_MAP,
    [
        Rule("titleInfo", "title"),
        Rule("titleInfo/partNumber", "part_number"),
        Rule("titleInfo/partName", "part_title"),
        Rule("titleInfo[abbreviated]", "title_short"),
        Rule("genre", "genre"),
        Rule(HOST + "titleInfo", "container_title"),
        Rule(HOST + "titleInfo[abbreviated]", "container_title_short"),
        *_placed("relatedItem[series]/titleInfo", "collection_title"),
        Rule(HOST + "relatedItem[host]/titleInfo", "collection_title", write=False),  # bibutils
        *_placed("relatedItem[series]/part/detail[volume]", "collection_number"),
        Rule("relatedItem[series]/titleInfo/partNumber", "collection_number", write=False),
        Rule("relatedItem[original]/titleInfo", "original_title"),
        Rule("relatedItem[original]/originInfo/publisher", "original_publisher"),
        Rule("relatedItem[original]/originInfo/place/placeTerm[text]", "original_publisher_place"),
        Rule("relatedItem[reviewOf]/titleInfo", "reviewed_title"),
        Rule("relatedItem[reviewOf]/genre", "reviewed_genre"),
        # A name of the type "conference" is what MODS has for this; other programs take every name for an author.
        Rule("note[conference]", "event_title"),
        Rule("name[conference]", "event_title", write=False),
        *_placed("originInfo/publisher", "publisher"),
        Rule("name[dgg]", "publisher", kinds=("thesis",), write=False),  # degree grantor
        *_placed("originInfo/place/placeTerm[text]", "publisher_place"),
        *_placed("originInfo/edition", "edition"),
        *_placed("part/detail[volume]", "volume"),
        *_placed("part/detail[volume]/title", "volume_title"),
        *_placed("part/detail[issue]", "issue"),
        Rule(HOST + "part/detail[number]", "issue", kinds=HOSTED, write=False),
        *_placed("part/detail[chapter]", "chapter_number"),
        *_placed("part/detail[section]", "section"),
        *_placed("part/detail[supplement]", "supplement_number"),
        *_placed("part/extent[pages]", "page", _PAGES),
        Rule("part/detail[number]", "number"),
        *_placed("identifier[isbn]", "isbn"),
        *_placed("identifier[issn]", "issn"),
        Rule("identifier[doi]", "doi", _DOI),
        Rule("identifier[pmid]", "pmid"),
        Rule("identifier[pubmed]", "pmid", write=False),
        Rule("identifier[pmcid]", "pmcid"),
        Rule("identifier[pmc]", "pmcid", write=False),
        Rule("identifier[citekey]", "key"),
        Rule("language", "language"),
        Rule("physicalDescription/extent:pages", "number_of_pages"),
        Rule("physicalDescription/extent[volumes]", "number_of_volumes"),
        Rule("physicalDescription/extent[dimensions]", "dimensions"),
        Rule("physicalDescription/form", "medium"),
        Rule("abstract", "abstract"),
        Rule("note", "notes", many=True),
        Rule("note[general]", "note"),
        Rule("note[annotation]", "annote"),
        Rule("note[publication status]", "status"),
        Rule("note[venue]", "event_place"),
        Rule("note[event date]", "event_date", _DATE),
        Rule("note[version identification]", "version"),
        Rule("note[references]", "references"),
        Rule("subject/topic", "tags", many=True),
        Rule("subject/cartographics/scale", "scale"),
        Rule("classification", "call_number"),
        Rule("classification[arxiv]", "eprint_class"),
        Rule("location/physicalLocation", "archive"),
        Rule("location/shelfLocator", "archive_location"),
        Rule("recordInfo/recordContentSource", "source"),
    ],
    handled_fields=(
        "authors", "authors.orcid", "authors.affiliations", "authors_omitted", "editors_omitted",
        "affiliations", "affiliations.ror", "issued", "accessed", "submitted", "available_date", "original_date",
        "url", "attachments", "eprint", "eprint_type", "eprint_version",
    ),
)  # fmt: skip
"""MODS. Names, dates, addresses and preprint numbers are composed by the reader and the writer."""

ORDER: Final = [
    "titleInfo",
    "name",
    "typeOfResource",
    "genre",
    "originInfo",
    "language",
    "physicalDescription",
    "abstract",
    "tableOfContents",
    "targetAudience",
    "note",
    "subject",
    "classification",
    "relatedItem",
    "identifier",
    "location",
    "accessCondition",
    "part",
    "extension",
    "recordInfo",
]
"""The elements of a record in the order of the user guidelines."""
