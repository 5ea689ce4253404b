"""Reads PubMed XML: articles and books to the same tags and values as MEDLINE text has.

Knows: the elements of ``PubmedArticleSet`` and which tag PubMed gives their content.
Must not know: what a tag means (`table`), which tags belong together (`record`).

Source: NLM, "MEDLINE PubMed XML Element Descriptions". What has no tag is kept as XML, as ``pubmed-xml:ELEMENT``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import BinaryIO, Final

from bibkit import Paper, ReadContext
from bibkit.codecs.xml.elements import Element, children_named, local_name, xml_of
from bibkit.codecs.xml.records import read_records
from bibkit_pubmed.pubmed_people import people
from bibkit_pubmed.pubmed_text import abstract_of, compact_date, printed_date, rich_of, slashed_date
from bibkit_pubmed.record import decode_record

__all__ = ["read", "sniff"]

Pair = tuple[str, str]

_SNIFF: Final = re.compile(r"<(?:PubmedArticleSet|PubmedArticle|PubmedBookArticle|MedlineCitationSet)[\s>]")
_ROOTS: Final = frozenset(("PubmedArticleSet", "PubmedArticle", "PubmedBookArticle", "PubmedBookArticleSet"))
_RECORDS: Final = ("PubmedArticle", "PubmedBookArticle")


def sniff(sample: str) -> bool:
    """Whether the beginning of a file looks like PubMed XML."""
    return _SNIFF.search(sample) is not None


def read(stream: BinaryIO, context: ReadContext) -> Iterator[Paper]:
    """Yield the papers of a file.

    Diagnostics: those of `bibkit.codecs.xml.records`.
    Raises `bibkit.InputError` when the file is no PubMed XML.
    """
    for record in read_records(
        stream, _RECORDS, context.diagnose, source=context.source, title="PubMed XML", roots=_ROOTS
    ):
        yield _paper(record)


def _paper(record: Element) -> Paper:
    rors: dict[str, str] = {}
    kept: dict[str, tuple[str, ...]] = {}
    pairs: list[Pair] = []
    abbreviation = ""
    for tag, value in _walk(record, rors):
        if not value:
            continue
        if ":" in tag:
            kept[tag] = (*kept.get(tag, ()), value)
        elif tag == _ISO:
            abbreviation = value
        elif tag != "AID" or ("LID", value) not in pairs:
            pairs.append((tag, value))
    if abbreviation and not any(tag == "TA" for tag, _ in pairs):
        pairs.append(("TA", abbreviation))
    return decode_record(pairs, rors=rors, kept=kept)


# ---------------------------------------------------------------- elements to pairs

_GROUPS: Final = frozenset(
    (
        "MedlineCitation", "PubmedData", "Article", "Journal", "JournalIssue", "MedlineJournalInfo",
        "PublicationTypeList", "ArticleIdList", "History", "GrantList", "ChemicalList", "MeshHeadingList",
        "DataBankList", "BookDocument", "PubmedBookData", "Book", "Publisher", "SupplMeshList", "GeneSymbolList",
        "CommentsCorrectionsList",
    )
)  # fmt: skip
"""Elements whose children are read each by itself."""

_PLAIN: Final = {
    "PMID": "PMID", "Volume": "VI", "Issue": "IP", "Title": "JT", "MedlineTA": "TA", "ISOAbbreviation": "ISO",
    "ArticleTitle": "TI", "VernacularTitle": "TT", "Language": "LA", "PublicationType": "PT",
    "Country": "PL", "NlmUniqueID": "JID", "CitationSubset": "SB", "NumberOfReferences": "RF", "CoiStatement": "COIS",
    "PublicationStatus": "PST", "GeneralNote": "GN", "SpaceFlightMission": "SFM", "PublisherName": "PB",
    "PublisherLocation": "PL", "BookTitle": "BTI", "CollectionTitle": "CTI", "VolumeTitle": "VTI", "Edition": "EN",
    "Isbn": "ISBN", "GeneSymbol": "GS", "OtherID": "OID", "CopyrightInformation": "CI",
}  # fmt: skip
_DATES: Final = {
    "DateCompleted": ("DCOM", compact_date), "DateRevised": ("LR", compact_date), "PubDate": ("DP", printed_date),
    "ContributionDate": ("CTDT", compact_date), "ArticleDate": ("DEP", compact_date), "DateCreated": ("DA", compact_date),
}  # fmt: skip
_HISTORY: Final = {"entrez": "EDAT", "medline": "MHDA", "pubmed": "CRDT"}
_COMMENTS: Final = {
    "CommentOn": "CON", "CommentIn": "CIN", "ErratumIn": "EIN", "ErratumFor": "EFR", "RepublishedFrom": "RPF",
    "RepublishedIn": "RPI", "RetractionOf": "ROF", "RetractionIn": "RIN", "UpdateIn": "UIN", "UpdateOf": "UOF",
    "SummaryForPatientsIn": "SPIN", "OriginalReportIn": "ORI",
}  # fmt: skip
_ISO: Final = "ISO"
"""The abbreviated title by ISO 4; MEDLINE text has NLM's own, and this one only where that is missing."""
_PEOPLE: Final = frozenset(("AuthorList", "InvestigatorList"))


def _walk(element: Element, rors: dict[str, str]) -> Iterator[Pair]:
    for child in element:
        name = local_name(child)
        if name == "MedlineCitation":
            yield "OWN", child.get("Owner", "")
            yield "STAT", child.get("Status", "")
        if name in _GROUPS:
            yield from _walk(child, rors)
        elif name in _PLAIN:
            yield _PLAIN[name], rich_of(child)
        elif name in _DATES:
            tag, spell = _DATES[name]
            yield tag, spell(child)
        elif name in _PEOPLE:
            yield from people(child, rors)
        elif name in _SPECIAL:
            yield from _SPECIAL[name](child)
        elif name:
            yield f"pubmed-xml:{name}", xml_of(child)


def _text(element: Element, name: str) -> str:
    return next((rich_of(child) for child in children_named(element, name)), "")


def _issn(element: Element) -> Iterator[Pair]:
    kind = {"Electronic": " (Electronic)", "Print": " (Print)"}.get(element.get("IssnType", ""), "")
    yield "IS", rich_of(element) + kind


def _linking_issn(element: Element) -> Iterator[Pair]:
    yield "IS", f"{rich_of(element)} (Linking)"


def _location(element: Element) -> Iterator[Pair]:
    if element.get("ValidYN", "Y") != "N":
        yield "LID", f"{rich_of(element)} [{element.get('EIdType', '')}]"


def _identifier(element: Element) -> Iterator[Pair]:
    kind, value = element.get("IdType", ""), rich_of(element)
    if kind in {"pubmed", "pmcid"} or not value:
        return
    if kind == "pmc":
        yield "PMC", value
    elif kind == "mid":
        yield "MID", value
    else:
        yield "AID", f"{value} [{kind}]"


def _abstract(element: Element) -> Iterator[Pair]:
    yield "AB", abstract_of(element)
    yield "CI", _text(element, "CopyrightInformation")


def _other_abstract(element: Element) -> Iterator[Pair]:
    yield "OAB", " ".join(abstract_of(element).split("\n\n"))
    yield "OABL", element.get("Language", "")


def _heading(element: Element) -> Iterator[Pair]:
    """A subject heading with its qualifiers; a star marks what is a main point of the paper."""
    parts = [
        ("*" if part.get("MajorTopicYN") == "Y" else "") + rich_of(part)
        for part in element
        if local_name(part) in {"DescriptorName", "QualifierName"}
    ]
    yield "MH", "/".join(parts)


def _keywords(element: Element) -> Iterator[Pair]:
    yield "OTO", element.get("Owner", "")
    for keyword in children_named(element, "Keyword"):
        yield "OT", ("*" if keyword.get("MajorTopicYN") == "Y" else "") + rich_of(keyword)


def _grant(element: Element) -> Iterator[Pair]:
    yield (
        "GR",
        "/".join([part for name in ("GrantID", "Acronym", "Agency", "Country") if (part := _text(element, name))]),
    )


def _chemical(element: Element) -> Iterator[Pair]:
    yield "RN", f"{_text(element, 'RegistryNumber')} ({_text(element, 'NameOfSubstance')})"


def _data_bank(element: Element) -> Iterator[Pair]:
    name = _text(element, "DataBankName")
    numbers = [rich_of(number) for listed in children_named(element, "AccessionNumberList") for number in listed]
    for number in numbers or [""]:
        yield "SI", f"{name}/{number}" if number else name


def _status_date(element: Element) -> Iterator[Pair]:
    status = element.get("PubStatus", "")
    if status in _HISTORY:
        yield _HISTORY[status], slashed_date(element)
    else:
        yield "PHST", f"{slashed_date(element, clock=False)} [{status}]"


def _comment(element: Element) -> Iterator[Pair]:
    tag = _COMMENTS.get(element.get("RefType", ""), "")
    text = " ".join([part for name in ("RefSource", "PMID", "Note") if (part := _text(element, name))])
    yield (tag or "pubmed-xml:CommentsCorrections"), text if tag else xml_of(element)


def _pages(element: Element) -> Iterator[Pair]:
    start, end = _text(element, "StartPage"), _text(element, "EndPage")
    yield "PG", _text(element, "MedlinePgn") or (f"{start}-{end}" if end else start)


_SPECIAL: Final[dict[str, Callable[[Element], Iterator[Pair]]]] = {
    "ISSN": _issn,
    "ISSNLinking": _linking_issn,
    "ELocationID": _location,
    "ArticleId": _identifier,
    "Abstract": _abstract,
    "OtherAbstract": _other_abstract,
    "MeshHeading": _heading,
    "KeywordList": _keywords,
    "Grant": _grant,
    "Chemical": _chemical,
    "DataBank": _data_bank,
    "PubMedPubDate": _status_date,
    "CommentsCorrections": _comment,
    "Pagination": _pages,
}
