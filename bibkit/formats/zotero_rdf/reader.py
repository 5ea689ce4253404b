"""Papers from the nodes of Zotero RDF, and of other RDF/XML about publications.

Knows: which nodes are items, how an item's notes, attachments, persons and containers hang on it, and collections.
Must not know: XML, how a single value is spelled (`table`, `people`, `bibkit.zotero`).

An item is given as soon as all that it points at has been read; Zotero writes that right behind the item. What a
later item may point at as well (a journal) is kept. So a file is read in a stream, after one look through it for
the collections, which Zotero writes last.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import BinaryIO, Final, TypeAlias

from bibkit.formats.zotero_rdf.collections import Collections, topic_of
from bibkit.formats.zotero_rdf.graph import Node, Ref, Value, nodes
from bibkit.formats.zotero_rdf.items import PARTS, TITLES, Item, identifier_place, make_paper
from bibkit.formats.zotero_rdf.people import read_people
from bibkit.formats.zotero_rdf.prescan import COLLECTIONS, Prescan, prescan
from bibkit.formats.zotero_rdf.syntax import NAMESPACES
from bibkit.formats.zotero_rdf.table import FIELDS
from bibkit.formats.zotero_rdf.types import CREATOR_PROPERTIES, RDF_TYPES
from bibkit.model import Attachment, Paper
from bibkit.plugins.records import ReadContext
from bibkit.text.encodings import seekable
from bibkit.zotero import split_affiliations

__all__ = ["read", "sniff"]

_NOT_ITEMS: Final = frozenset(
    ("bib:Journal", "bib:Periodical", "bib:Newspaper", "bib:CourtReporter", "bib:Series", "bib:Part", "bib:Conference",
     "bibo:Journal", "bibo:Periodical", "bibo:Magazine", "bibo:Newspaper", "bibo:Series", "bibo:Conference",
     "bibo:CourtReporter", "bibo:Issue", "z:Website", "z:Blog", "z:Forum", "schema:Periodical",
     "schema:PublicationIssue", "schema:PublicationVolume", "schema:Person", "schema:Organization",
     "skos:Concept", "skos:ConceptScheme", "owl:Ontology", "owl:Class", "rdfs:Class")
)  # fmt: skip
_MEMOS: Final = frozenset(("bib:Memo", "z:Attachment"))
_POINTERS: Final = frozenset(
    ("dcterms:isPartOf", "schema:isPartOf", "bib:presentedAt", "link:link", "dcterms:isReferencedBy", "dc:publisher",
     "dcterms:publisher", "schema:publisher", "dc:creator", "dcterms:creator", "dc:contributor", "dcterms:contributor",
     "schema:author", "dc:identifier", "dc:subject", "dcterms:subject", "rdf:li", "rdf:first", "rdf:rest", "vcard:adr")
)  # fmt: skip
_WITH_POINTERS: Final = frozenset(("rdf:Seq", "rdf:Bag", "rdf:Alt", "rdf:List", "foaf:Organization", "z:Attachment"))
_CREATORS: Final[dict[str, str]] = {
    **CREATOR_PROPERTIES,
    "dc:creator": "author",
    "dcterms:creator": "author",
    "schema:author": "author",
    "schema:editor": "editor",
    "bibo:editor": "editor",
    "bibo:translator": "translator",
    "schema:translator": "translator",
    "dc:contributor": "contributor",
    "dcterms:contributor": "contributor",
}
_CONTRIBUTORS: Final = frozenset(("dc:contributor", "dcterms:contributor"))
_AUTHORS: Final = frozenset(("bib:authors", "dc:creator", "dcterms:creator"))
_SUBJECTS: Final = frozenset(("dc:subject", "dcterms:subject", "schema:about", "schema:keywords", "prism:keyword"))
_IDENTIFIERS: Final = frozenset(("dc:identifier", "dcterms:identifier"))
_CALL_NUMBERS: Final = frozenset(("dcterms:LCC", "dcterms:DDC", "dcterms:UDC"))
_DESCRIPTIONS: Final = frozenset(("dc:description", "dcterms:description"))
_PUBLISHER_NAMES: Final = ("foaf:name", "schema:name", "v:organization-name", "rdfs:label", *TITLES)
_PUBLISHERS: Final = frozenset(("dc:publisher", "dcterms:publisher", "schema:publisher"))
_SERIES: Final = frozenset(("bib:Series", "bibo:Series"))
_NOT_OF_CONTAINERS: Final = frozenset(("z:itemType", "rdf:type", "dcterms:abstract", "dc:description", "schema:url"))
_HEADS: Final = ("rdf:RDF", NAMESPACES["rdf"])


def sniff(head: str) -> bool:
    """Whether a text begins like RDF/XML.

    >>> sniff('<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">')
    True
    """
    return "<" in head[:200] and all([mark in head for mark in _HEADS])


def read(stream: BinaryIO, context: ReadContext) -> Iterator[Paper]:
    """Yield the papers of an RDF/XML file; empty collections go to ``context.topics``.

    Raises `InputError` when the file is no RDF/XML.
    """
    source = seekable(stream)
    try:
        start = source.tell()
        found = prescan(source)
        source.seek(start)
        yield from _Reader(found, context).papers(source)
    finally:
        if source is not stream:
            source.close()


class _Reader:
    """The state of one reading: nodes that stand beside the items, collections, what was said already."""

    def __init__(self, found: Prescan, context: ReadContext) -> None:
        self.found = found
        self.context = context
        self.side: dict[str, Node] = {}
        self.used: set[str] = set()
        self.said: set[str] = set()
        self.collections = Collections(found)

    # -- the stream of items ---------------------------------------------------------------------------------

    def papers(self, stream: BinaryIO) -> Iterator[Paper]:
        """Yield the papers in the file's order; notes and attachments without an item come last."""
        waiting: deque[Node] = deque()
        for node in nodes(stream, self.context):
            self._register(node, top=True)
            if self._is_item(node):
                waiting.append(node)
            elif node.about:
                self.side[node.about] = node
            while waiting and self._is_complete(waiting[0]):
                self.context.line = waiting[0].line
                yield self._paper(waiting.popleft())
        for node in waiting:
            self.context.line = node.line
            yield self._paper(node)
        for node in list(self.side.values()):
            if node.type in _MEMOS and node.about not in self.used:
                yield self._standalone(node)
        for path in self.collections.empty():
            topic = topic_of(path)
            if topic is not None:
                self.context.topics.append(topic)
            else:
                self.context.diagnose(
                    "empty-collection", f"{' / '.join(path)}: it is empty and lies too deep to be kept", severity="info"
                )

    def _register(self, node: Node, *, top: bool = False) -> None:
        """Note the addresses of nodes within a node: other nodes may point at them."""
        if node.about and not top:
            self.side.setdefault(node.about, node)
        for _, value in node.properties:
            if isinstance(value, Node):
                self._register(value)

    def _is_item(self, node: Node) -> bool:
        if node.type in _MEMOS or node.type in COLLECTIONS:
            return False
        if node.text("z:itemType"):
            return True
        if node.type in _NOT_ITEMS or node.type.startswith("foaf:") or node.about in self.found.owned:
            return False
        return node.type in RDF_TYPES or any([node.text(title) for title in TITLES])

    def _is_complete(self, node: Node, depth: int = 0) -> bool:
        """Whether all that an item points at has come, or will never come."""
        for name, value in node.properties:
            if name in _POINTERS or name in _CREATORS or name.startswith("rdf:_"):
                target = self._node(value)
                if target is None:
                    if type(value) is Ref and value in self.found.defined and value not in self.used:
                        return False
                elif (
                    (name in PARTS or target.type in _WITH_POINTERS)
                    and depth < 4
                    and not self._is_complete(target, depth + 1)
                ):
                    return False
        return True

    def _node(self, value: Value) -> Node | None:
        if isinstance(value, Node):
            return value
        return self.side.get(value) if type(value) is Ref else None

    def _diagnose_once(self, message: str, node: Node) -> None:
        if message not in self.said:
            self.said.add(message)
            self.context.diagnose("unread-statement", message, line=node.line, severity="info")

    # -- the statements of one item --------------------------------------------------------------------------

    def _paper(self, node: Node) -> Paper:
        item = Item(node)
        for name, value in node.properties:
            if name in _CREATORS:
                self.take_people(item, name, value)
            else:
                take = _TAKERS.get(name)
                if take is None:
                    self.take_other(item, name, value)
                else:
                    take(self, item, name, value)
        return make_paper(item, self.collections.of(node.about))

    def take_other(self, item: Item, name: str, value: Value) -> None:
        """A statement whose property needs no care of its own: the table knows it, or it is kept."""
        if isinstance(value, Node):
            text = value.text("rdf:value", "rdfs:label", *TITLES)
            if text:
                item.pairs.append((name, text))
            else:
                self._diagnose_once(f"{name} holds a node of its own, which was left out", item.node)
        elif type(value) is Ref:
            if name in _TABLED:
                item.pairs.append((name, str(value)))
            elif ":" in value and not value.startswith("_:"):
                item.keep(name, f"<{value}>")
            else:
                self._diagnose_once(f"{name} between items was left out", item.node)
        elif value:
            if name == "dcterms:dateSubmitted" and not item.type:
                name = "extra/Submitted"  # only Zotero takes this for the date of access
            item.pairs.append((name, value))

    def take_people(self, item: Item, name: str, value: Value) -> None:
        """Persons of one role."""
        people = read_people(value, self._node)
        if not people and type(value) is Ref and ":" in value and not value.startswith("_:"):
            item.keep(name, f"<{value}>")
        role = _CREATORS[name]
        if name in _CONTRIBUTORS and not any([key in _AUTHORS for key, _ in item.node.properties]):
            role = "author"
        item.people.extend([(person.role or role, person) for person in people])

    def take_subject(self, item: Item, name: str, value: Value) -> None:
        """A tag, an automatic tag or a call number."""
        node = self._node(value)
        if node is not None:
            text = node.text("rdf:value", "skos:prefLabel", "rdfs:label", *TITLES)
            if node.type in _CALL_NUMBERS:
                item.pairs.append(("subject/dcterms:LCC", text))
            elif text:
                item.tags.append(text)
                if node.type == "z:AutomaticTag":
                    item.automatic.append(text)
        elif type(value) is Ref:
            item.keep(name, f"<{value}>")
        elif isinstance(value, str) and value:
            item.tags.extend(filter(None, map(str.strip, value.split(","))) if name == "schema:keywords" else [value])

    def take_identifier(self, item: Item, name: str, value: Value) -> None:
        """An identifier, or the URL."""
        node = self._node(value)
        text = (node.text("rdf:value") or node.about) if node is not None else value
        if isinstance(text, str) and text:
            place = identifier_place(text, is_address=type(value) is not str)
            if place is None:
                item.keep(name, str(text))
            else:
                item.pairs.append(place)

    def take_part(self, item: Item, name: str, value: Value) -> None:
        """What the item is part of: a container, a series, a section."""
        if type(value) is str:
            item.containers.append("")
            item.pairs.append(("series/dc:title" if item.node.type == "bibo:Book" else "isPartOf/dc:title", value))
        elif self._node(value) is None and type(value) is Ref:
            item.keep(name, f"<{value}>")
        else:
            self.take_container(item, value, 0)

    def take_container(self, item: Item, value: Value, depth: int) -> None:
        """A container or series with what it is part of itself."""
        node = self._node(value)
        if node is None or depth > 4:
            return
        if node.type in _SERIES:
            item.pairs.extend([(f"series/{key}", text) for key, text in node.properties if type(text) is str])
            return
        if node.type == "bib:Part":
            item.pairs.append(("section/dc:title", node.text(*TITLES)))
        else:
            item.containers.append(node.type)
            item.pairs.append(("isPartOf/dc:title", node.text(*TITLES)))
        for key, part in node.properties:
            if key in PARTS:
                self.take_container(item, part, depth + 1)
            elif key in _IDENTIFIERS:
                self.take_identifier(item, key, part)
            elif key in _PUBLISHERS:
                self.take_publisher(item, key, part)
            elif type(part) is str and key not in TITLES and key not in _NOT_OF_CONTAINERS:
                item.pairs.append((f"isPartOf/{key}" if f"isPartOf/{key}" in _TABLED else key, part))

    def take_publisher(self, item: Item, name: str, value: Value) -> None:
        """A publisher or repository, and its place."""
        node = self._node(value)
        if node is not None:
            text = node.text(*_PUBLISHER_NAMES)
            item.pairs.append(("publisher/foaf:name", text))
            for address in node.all("vcard:adr"):
                place = self._node(address)
                if place is not None:
                    item.pairs.append(("publisher/vcard:locality", place.text("vcard:locality")))
                    self.keep_rest(item, place, "vcard:locality")
            self.keep_rest(item, node, *_PUBLISHER_NAMES)
        elif type(value) is Ref:
            item.keep(name, f"<{value}>")
        else:
            item.pairs.append(("publisher/foaf:name", value))

    def take_event(self, item: Item, _name: str, value: Value) -> None:
        """A conference."""
        node = self._node(value)
        text = node.text(*TITLES) if node is not None else value
        item.pairs.append(("presentedAt/dc:title", text))
        if node is not None:
            self.keep_rest(item, node, *TITLES)

    def keep_rest(self, item: Item, node: Node, *taken: str) -> None:
        """Keep what a node within an item says besides what was taken; what would be the item's own there is only said."""
        for name, value in node.properties:
            if name in taken or type(value) is not str or not value:
                continue
            if name in _TABLED or name in _TAKERS:
                self._diagnose_once(f"{name} of a {node.type} was left out", item.node)
            else:
                item.keep(name, value)

    def take_note(self, item: Item, _name: str, value: Value) -> None:
        """A child note."""
        node = self._owned(value)
        if node is not None and node.type == "bib:Memo":
            # A plain note is written as HTML for Zotero; the text itself then stands in dcterms:description.
            item.notes.append(node.text("dcterms:description") or node.text("rdf:value", "dc:description"))

    def take_attachment(self, item: Item, _name: str, value: Value) -> None:
        """A file or page."""
        node = self._owned(value)
        if node is not None:
            item.attachments.append(self._attachment(node))

    def _owned(self, value: Value) -> Node | None:
        node = self._node(value)
        if node is not None and node.about:
            self.used.add(node.about)
            self.side.pop(node.about, None)
        return node

    def _attachment(self, node: Node) -> Attachment:
        url = ""
        for value in node.all("dc:identifier", "dcterms:identifier"):
            target = self._node(value)
            url = url or (target.text("rdf:value") if target is not None else str(value))
        paths = [str(path) for path in node.all("z:path", "rdf:resource") if not isinstance(path, Node)]
        return Attachment(node.text(*TITLES), paths[0] if paths else "", url, node.text("link:type"))

    def take_description(self, item: Item, _name: str, value: Value) -> None:
        """Extra, or an abstract."""
        if type(value) is str and value:
            item.descriptions.append(value)

    def take_affiliation(self, item: Item, _name: str, value: Value) -> None:
        """Institutions."""
        if type(value) is str:
            item.affiliations.extend(split_affiliations(value))

    def ignore(self, item: Item, name: str, value: Value) -> None:
        """What has been looked at elsewhere."""

    def _standalone(self, node: Node) -> Paper:
        """A note or a file that belongs to no item."""
        collections = self.collections.of(node.about)
        if node.type == "z:Attachment":
            attachment = self._attachment(node)
            return Paper(title=attachment.title, url=attachment.url, attachments=(attachment,), collections=collections)
        tags = tuple([tag for tag in node.all("dc:subject") if type(tag) is str])
        note = node.text("dcterms:description") or node.text("rdf:value", "dc:description")
        return Paper(notes=(note,) if note else (), tags=tags, collections=collections)


_Taker: TypeAlias = Callable[[_Reader, Item, str, Value], None]


def _takers() -> dict[str, _Taker]:
    table: dict[str, _Taker] = {
        "bib:presentedAt": _Reader.take_event,
        "dcterms:isReferencedBy": _Reader.take_note,
        "link:link": _Reader.take_attachment,
        "z:affiliation": _Reader.take_affiliation,
    }
    for names, take in (
        (_SUBJECTS, _Reader.take_subject),
        (_IDENTIFIERS, _Reader.take_identifier),
        (PARTS, _Reader.take_part),
        (_PUBLISHERS, _Reader.take_publisher),
        (_DESCRIPTIONS, _Reader.take_description),
        (("rdf:type", "z:itemType"), _Reader.ignore),
    ):
        table.update(dict.fromkeys(names, take))
    return table


_TAKERS: Final = _takers()
_TABLED: Final = frozenset([rule.tag for rule in FIELDS.rules])
