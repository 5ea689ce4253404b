"""The first look through a file: which nodes there are, and the collections, which Zotero writes last.

Knows: where addresses stand in RDF/XML and how a collection names its parts.
Must not know: what any other node says.

No tree is built: only start tags are looked at, and the text of collections' titles.
"""

from __future__ import annotations

from typing import Any, BinaryIO, Final

from lxml import etree

from bibkit.formats.zotero_rdf.recovery import Cleaned
from bibkit.formats.zotero_rdf.syntax import NAMESPACES, short_name

__all__ = ["COLLECTIONS", "MOST_NAMES", "Prescan", "address_of", "class_name", "prescan"]

COLLECTIONS: Final = frozenset(("z:Collection", "bib:Collection"))
MOST_NAMES: Final = 10_000
"""Names whose short form is remembered."""
_LONGEST_TITLE: Final = 10_000
_PIECE: Final = 1 << 16
_RDF: Final = "{" + NAMESPACES["rdf"] + "}"
_RESOURCE: Final = _RDF + "resource"
_OWNING: Final = frozenset(
    ("dcterms:isPartOf", "bib:presentedAt", "link:link", "dcterms:isReferencedBy", "schema:isPartOf", "dc:publisher",
     "dcterms:publisher", "dcterms:creator", "dc:creator", "schema:author")
)  # fmt: skip
"""Properties whose object belongs to the subject: it is no item by itself."""


def address_of(attributes: Any) -> str:
    """The address of the node that an element names by ``about``, ``ID`` or ``nodeID``, or an empty string."""
    about = attributes.get(_RDF + "about")
    if about is not None:
        return str(about)
    if (name := attributes.get(_RDF + "ID")) is not None:
        return f"#{name}"
    return f"_:{name}" if (name := attributes.get(_RDF + "nodeID")) is not None else ""


def class_name(uri: Any) -> str:
    """An address of a class in Clark notation: the local name follows the last "#" or "/"."""
    cut = max(uri.rfind("#"), uri.rfind("/")) + 1 if isinstance(uri, str) else 0
    return f"{{{uri[:cut]}}}{uri[cut:]}" if cut else ""


class _Open:
    """A node whose end has not come: at the top, or a collection within another."""

    __slots__ = ("about", "depth", "is_collection", "parts", "title")

    def __init__(self, about: str, depth: int, *, is_collection: bool) -> None:
        self.about = about
        self.depth = depth
        self.is_collection = is_collection
        self.parts: list[str] = []
        self.title = ""


class Prescan:
    """What a file holds: the addresses of nodes and owned nodes, and the collections by address.

    It is also the target of the parser, which calls ``start``, ``end`` and ``data``.
    """

    def __init__(self) -> None:
        self.defined: set[str] = set()
        self.owned: set[str] = set()
        self.titles: dict[str, str] = {}
        self.children: dict[str, list[str]] = {}
        self._names: dict[str, str] = {}
        self._depth = 0
        self._open: list[_Open] = []
        self._property = ""
        self._taking_title = 0
        self._part_depth = 0

    def start(self, tag: str, attributes: Any) -> None:
        """Take a start tag."""
        self._depth = depth = self._depth + 1
        name = self._names.get(tag)
        if name is None:
            name = short_name(tag)
            if len(self._names) < MOST_NAMES:
                self._names[tag] = name
        if name in _OWNING:
            self._property = name
        if attributes:
            self._take_addresses(name, attributes)
        if depth == 2 or name in COLLECTIONS:
            self._start_node(name, address_of(attributes))
        elif self._open and depth == self._open[-1].depth + 1:
            if name in {"dc:title", "dcterms:title"}:
                self._taking_title = depth
            elif name == "dcterms:hasPart":
                self._part_depth = depth + 1
                if _RESOURCE in attributes:
                    self._open[-1].parts.append(attributes[_RESOURCE])
            elif name == "rdf:type" and short_name(class_name(attributes.get(_RESOURCE))) in COLLECTIONS:
                self._open[-1].is_collection = True
        elif depth == self._part_depth and attributes:
            self._open[-1].parts.append(address_of(attributes))

    def _take_addresses(self, name: str, attributes: Any) -> None:
        about = address_of(attributes)
        if about and self._depth % 2 == 0:
            self.defined.add(about)
            if self._property and self._depth > 3:
                self.owned.add(about)
        elif name in _OWNING:
            self.owned.add(attributes.get(_RESOURCE) or about)

    def _start_node(self, name: str, about: str) -> None:
        about = about or f"_:{len(self.titles)} "
        is_collection = name in COLLECTIONS
        if is_collection and self._open:
            self._open[-1].parts.append(about)
        self._open.append(_Open(about, self._depth, is_collection=is_collection))

    def data(self, text: str) -> None:
        """Take text."""
        if self._taking_title and len(self._open[-1].title) < _LONGEST_TITLE:
            self._open[-1].title += text

    def end(self, _tag: str) -> None:
        """Take an end tag."""
        depth = self._depth
        if depth == 3:
            self._property = ""
        if depth == self._taking_title:
            self._taking_title = 0
        if depth == self._part_depth - 1:
            self._part_depth = 0
        if self._open and self._open[-1].depth == depth:
            node = self._open.pop()
            if node.is_collection:
                self.titles.setdefault(node.about, node.title)
                self.children.setdefault(node.about, []).extend(node.parts)
        self._depth = depth - 1

    def close(self) -> Prescan:
        """The parser's last call."""
        return self


def prescan(stream: BinaryIO) -> Prescan:
    """Look through a file. Faults are passed over; the second reading reports them."""
    found = Prescan()
    target: Any = found
    parser = etree.XMLParser(target=target, resolve_entities=False, load_dtd=False, no_network=True, recover=True)
    source = Cleaned(stream)
    try:
        while piece := source.read(_PIECE):
            parser.feed(piece)
        parser.close()
    except etree.XMLSyntaxError:
        pass
    return found
