"""A paper from what the statements of an item said.

Knows: kinds, Extra, eprints, what an identifier is, pages given in two pieces.
Must not know: nodes that stand elsewhere, XML.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from bibkit.codecs.identifiers import looks_like_doi, split_arxiv, valid_isbn, valid_issn
from bibkit.codecs.names import is_others
from bibkit.codecs.pages import join_pages
from bibkit.formats.zotero_rdf.graph import Node
from bibkit.formats.zotero_rdf.people import Creator
from bibkit.formats.zotero_rdf.table import FIELDS
from bibkit.formats.zotero_rdf.types import RDF_TYPES
from bibkit.model import UNKNOWN_NUMBER, Affiliation, Attachment, Author, Kind, Paper
from bibkit.text.markup import from_plain
from bibkit.zotero import decode_extra, is_implied, kind_in_extra, kind_named

__all__ = ["PARTS", "TITLES", "Item", "identifier_place", "make_paper"]

TITLES: Final = ("dc:title", "dcterms:title", "schema:name", "schema:headline", "eprints:title", "og:title")
PARTS: Final = frozenset(("dcterms:isPartOf", "schema:isPartOf"))
_LABELS: Final = ("DOI", "ISBN", "ISSN", "PMID", "PMCID")
_ARTICLES: Final[dict[str, Kind]] = {
    "bib:Journal": "article-journal",
    "bibo:Journal": "article-journal",
    "bib:Periodical": "article-magazine",
    "bibo:Magazine": "article-magazine",
    "bib:Newspaper": "article-newspaper",
    "bibo:Newspaper": "article-newspaper",
    "bib:CourtReporter": "legal_case",
    "bibo:CourtReporter": "legal_case",
    "z:Blog": "post-weblog",
    "z:Forum": "post",
    "bibo:Proceedings": "paper-conference",
}
_VERBATIM: Final = frozenset(("identifier/URL", "z:url", "schema:url", "schema:sameAs", "z:path"))
_ARCHIVE_IDS: Final = ("prism:number", "z:archiveID", "z:number")
_LAST_PAGES: Final = frozenset(("bibo:pageEnd", "schema:pageEnd", "prism:endingPage"))


class Item:
    """An item on its way: what its statements have said so far."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.type = node.text("z:itemType")
        self.pairs: list[tuple[str, Any]] = []
        self.people: list[tuple[str, Creator]] = []
        self.tags: list[str] = []
        self.automatic: list[str] = []
        self.notes: list[str] = []
        self.attachments: list[Attachment] = []
        self.affiliations: list[str] = []
        self.descriptions: list[str] = []
        self.containers: list[str] = []
        self.kept: dict[str, tuple[str, ...]] = {}

    def keep(self, name: str, value: str) -> None:
        """Put aside what has no place in the model."""
        key = f"{FIELDS.name}:{name}"
        self.kept[key] = (*self.kept.get(key, ()), value)


def identifier_place(text: str, *, is_address: bool) -> tuple[str, str] | None:
    """The place in the table of an identifier, with its value; None for a kind that is not known.

    >>> identifier_place("DOI 10.5555/12", is_address=False)
    ('identifier/DOI', '10.5555/12')
    """
    label, _, rest = text.partition(" ")
    if rest and label.upper() in _LABELS:
        label = label.upper()
        return (f"extra/{label}" if label.startswith("PM") else f"identifier/{label}", rest)
    if is_address:
        return ("identifier/URL", text)
    if valid_isbn(text):
        return ("identifier/ISBN", text)
    if valid_issn(text):
        return ("identifier/ISSN", text)
    if looks_like_doi(text):
        return ("identifier/DOI", text)
    return ("identifier/URL", text) if text.startswith(("http://", "https://")) else None


def make_paper(item: Item, collections: tuple[tuple[str, ...], ...]) -> Paper:
    """The paper that an item stands for."""
    text, abstract = _read_descriptions(item)
    kind = _kind(item, kind_in_extra(text))
    pairs = item.pairs
    if abstract:
        pairs.append(("dcterms:abstract", abstract))
    archive_id = ""
    if kind == "article":
        archive_id = next((text for name, text in pairs if name in _ARCHIVE_IDS and text), "")
        pairs = [pair for pair in pairs if pair[0] not in _ARCHIVE_IDS]
    if any([name in _LAST_PAGES or name == "schema:pageStart" for name, _ in pairs]):
        pairs = _with_joined_pages(pairs)
    values = FIELDS.decode(
        [(name, text if text.isascii() or name in _VERBATIM else from_plain(text)) for name, text in pairs], kind
    )
    said = decode_extra(text, kind, {**values, "authors": _authors(item, [])})
    values.update(said.values)
    if item.kept:
        found = values.get("extra", {})
        values["extra"] = {name: (*item.kept.get(name, ()), *found.get(name, ())) for name in (*item.kept, *found)}
    if kind == "article":
        _read_archive(values, archive_id, is_derived=("z:repository", "arXiv") in pairs)
    named = [affiliation.name for affiliation in said.values.get("affiliations", ())]
    affiliations = list(dict.fromkeys([*item.affiliations, *named]))
    authors = _authors(item, affiliations)
    cut = [author for author in authors if is_others(author.literal or ("" if author.given else author.family))]
    for author in cut:  # what Zotero makes of BibTeX's "and others"
        if author.role in {"author", "editor"}:
            values.setdefault(f"{author.role}s_omitted", UNKNOWN_NUMBER)
    values["authors"] = (*[author for author in authors if author not in cut], *said.values.get("authors", ()))
    values["affiliations"] = tuple([Affiliation(name) for name in affiliations])
    values["tags"] = tuple(item.tags)
    values["automatic_tags"] = tuple(item.automatic)
    values["notes"] = tuple([note for note in item.notes if note])
    values["attachments"] = tuple(item.attachments)
    return Paper(**values, collections=collections, note=said.note)


def _read_descriptions(item: Item) -> tuple[str, str]:
    """Extra, and an abstract: a description outside Zotero's own files is one where there is no other."""
    if not item.type and not any([name in _ABSTRACTS for name, _ in item.pairs]):
        return "", "\n\n".join(item.descriptions)
    return "\n".join(item.descriptions), ""


_ABSTRACTS: Final = frozenset([rule.tag for rule in FIELDS.rules if rule.field == "abstract"])


def _kind(item: Item, named: Kind | None) -> Kind:
    """The kind that Extra names, or that of the item's type, its node's type or its container."""
    kind: Kind | None
    if item.type:
        kind = named or kind_named(item.type) or "document"
        if not is_implied(item.type, kind) and kind != item.type:
            item.keep("z:itemType", item.type)
        return kind
    kind = RDF_TYPES.get(item.node.type)
    for container in item.containers:
        if kind in {"article-journal", "webpage", None} and container in _ARTICLES:
            kind = _ARTICLES[container]
    if kind is None:
        declared = item.node.text("dc:type", "dcterms:type", "z:type", "schema:additionalType")
        kind = kind_named(declared) or RDF_TYPES.get(f"bib:{declared.replace(' ', '')}")
    return named or kind or "document"


def _read_archive(values: dict[str, Any], archive_id: str, *, is_derived: bool) -> None:
    """Take a preprint's archive id for an eprint. Extra, where it says anything, says it better.

    ``is_derived``: the repository is written beside the publisher; it followed from the archive then, and is no field of
    the paper.
    """
    is_arxiv = values.get("publisher") == "arXiv"
    if archive_id and "eprint" not in values:
        labelled = archive_id.lower().startswith("arxiv:")
        identifier, version = split_arxiv(archive_id) if labelled or is_arxiv else ("", "")
        if labelled and not identifier:
            identifier = archive_id[6:]
        if identifier and values.get("eprint_type", "arxiv") == "arxiv":
            values.update(eprint_type="arxiv", eprint=identifier)
            if version:
                values["eprint_version"] = version
        else:
            values["eprint"] = archive_id
    elif archive_id and archive_id not in {values["eprint"], f"arXiv:{values['eprint']}"}:
        values["extra"] = {**values.get("extra", {}), f"{FIELDS.name}:z:archiveID": (archive_id,)}
    if is_derived and is_arxiv and values.get("eprint_type") == "arxiv":
        del values["publisher"]


def _with_joined_pages(pairs: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    found = dict(reversed(pairs))
    last = next((found[name] for name in _LAST_PAGES if name in found), "")
    first = next(
        (found[name] for name in ("schema:pageStart", "bibo:pageStart", "prism:startingPage") if name in found), ""
    )
    rest = [
        pair for pair in pairs
        if pair[0] not in _LAST_PAGES and pair[0] not in {"schema:pageStart", "bibo:pageStart", "prism:startingPage"}
    ]  # fmt: skip
    return [*rest, ("bib:pages", join_pages(first, last) if first and last else first or last)]


def _authors(item: Item, affiliations: list[str]) -> list[Author]:
    authors: list[Author] = []
    for role, person in item.people:
        author: Author = person.author
        places = tuple([affiliations.index(name) for name in person.affiliations if name in affiliations])
        if role != "author" or places:
            author = msgspec.structs.replace(author, role=role, affiliations=places)
        authors.append(author)
    return authors
