"""RDF/XML to nodes, one top-level node at a time, and safely.

Knows: XML, RDF's striped syntax (https://www.w3.org/TR/rdf-syntax-grammar/).
Must not know: what a property means for a paper.

A node that has been given is forgotten, so memory does not grow with the file. No entity, DTD or address is ever
followed; libxml2's limits for deep nesting, long text (10 MB) and entities hold.

XML has no rule for going on after a fault. `nodes` looks for the end of the faulty node and goes on behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, Final, NamedTuple, TypeAlias

from lxml import etree

from bibkit.errors import InputError, Location
from bibkit.formats.zotero_rdf.prescan import COLLECTIONS, MOST_NAMES, address_of, class_name
from bibkit.formats.zotero_rdf.recovery import Cleaned, Joined, resume_behind, root_tag, spelled
from bibkit.formats.zotero_rdf.syntax import NAMESPACES, short_name
from bibkit.plugins.records import ReadContext

__all__ = ["Node", "Ref", "Value", "nodes"]

_RDF: Final = "{" + NAMESPACES["rdf"] + "}"
_ROOT: Final = _RDF + "RDF"
_RESOURCE: Final = _RDF + "resource"
_SPACE: Final = "{" + NAMESPACES["xml"] + "}space"
_LARGEST_NODE: Final = 100_000
"""Elements that one node may have. (A collection may have any number.)"""
_MOST_FAULTS: Final = 1000
_MOST_ATTRIBUTES: Final = 1000


class Ref(str):
    """A node that is named and stands elsewhere: its address."""

    __slots__ = ()


class Node:
    """A node with its properties in the order of the file."""

    __slots__ = ("about", "line", "properties", "type")

    def __init__(self, about: str, type_: str, line: int) -> None:
        self.about = about
        self.type = type_
        self.line = line
        self.properties: list[tuple[str, Value]] = []

    def all(self, *names: str) -> list[Value]:
        """The values of the first of ``names`` that has any."""
        for name in names:
            found = [value for key, value in self.properties if key == name]
            if found:
                return found
        return []

    def text(self, *names: str) -> str:
        """The first text among the values of ``names``."""
        for name in names:
            for key, value in self.properties:
                if key == name and type(value) is str and value:
                    return value
        return ""


Value: TypeAlias = str | Ref | Node


class _Fault(NamedTuple):
    message: str
    line: int
    column: int
    open_tag: str
    """The tag, as it is spelled, of the top-level node that has the fault; empty where none was open."""
    is_complete: bool
    """The document was read to its end all the same (an undeclared prefix)."""


def _fault(error: etree.XMLSyntaxError, log: Any, top: Any, *, is_complete: bool) -> _Fault:
    message, (line, column) = error.msg or "", error.position or (0, 0)
    for entry in log:  # the first is the cause; the exception tells of the last
        if entry.line:
            message, line, column = entry.message, entry.line, entry.column
            break
    if not line:
        line, column = (_line(top) if top is not None else 1), 0
    message = message.partition(", line")[0].partition(" (line")[0] or "not well-formed"
    return _Fault(message, line, column, spelled(top) if top is not None else "", is_complete)


class _Pass:
    """One run of the parser over a stream, from a root element to its end or to a fault."""

    def __init__(self, context: ReadContext, names: dict[str, str], first_line: int) -> None:
        self.context = context
        self.names = names
        self.first_line = first_line
        self.fault: _Fault | None = None
        self.root: Any = None
        self.cleaned_at = 0

    def nodes(self, stream: Any) -> Iterator[Node]:
        """Yield the nodes up to the end or a fault, which is kept in ``fault``."""
        depth = size = 0
        top: Any = None
        in_collection = False
        cleaned = Cleaned(stream)
        source: Any = cleaned
        events = etree.iterparse(
            source, events=("start", "end"), resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False
        )
        try:
            for event, element in events:
                if event == "start":
                    depth += 1
                    if depth == 1:
                        self._check_root(element)
                    elif depth == 2:
                        top, size = element, 0
                        in_collection = self.name(element.tag) in COLLECTIONS
                    continue
                depth -= 1
                size += 1
                if depth == 1:
                    top = None
                    if size > _LARGEST_NODE and not in_collection:
                        self.diagnose(
                            "too-large", "a node with too many elements was not read", _line(element), "error"
                        )
                    elif not in_collection:
                        yield self.node(element)
                    _drop(element)
                elif in_collection and self.name(element.tag) == "dcterms:hasPart":
                    yield from self._parts(element)
                    _drop(element)
                elif size > _LARGEST_NODE:
                    _drop(element)
        except etree.XMLSyntaxError as error:
            self.fault = _fault(error, events.error_log, top, is_complete=depth == 0 and self.root is not None)
        if cleaned.found_at:
            self.cleaned_at = cleaned.found_at + self.first_line

    def _parts(self, element: Any) -> Iterator[Node]:
        """The items that stand within a collection instead of beside it."""
        for child in element:
            if isinstance(child.tag, str) and self.name(child.tag) not in COLLECTIONS:
                yield self.node(child)

    def _check_root(self, element: Any) -> None:
        self.root = element
        if element.tag != _ROOT:
            raise InputError(
                f"this is XML, but no RDF: its root is {spelled(element)!r}",
                location=Location(self.context.source, _line(element)),
                hint="Zotero RDF begins with rdf:RDF",
            )

    def diagnose(self, code: str, message: str, line: int, severity: Any = "warning") -> None:
        self.context.diagnose(code, message, line=line + self.first_line, severity=severity)

    def name(self, tag: Any) -> str:
        name = self.names.get(tag)
        if name is None:
            name = short_name(tag) if isinstance(tag, str) else ""
            if len(self.names) < MOST_NAMES:
                self.names[tag] = name
        return name

    def node(self, element: Any) -> Node:
        """The node that a node element describes."""
        node = Node(address_of(element.attrib), self.name(element.tag), _line(element) + self.first_line)
        if node.type == "rdf:Description":
            node.type = ""
        for key, text in _attributes(element):
            if not key.startswith((_RDF, "{http://www.w3.org/XML/1998/")) and key[:1] == "{":
                node.properties.append((self.name(key), text))
        for child in element:
            if isinstance(child.tag, str):
                self._add_property(node, child)
        if not node.type:
            node.type = next(
                (self.name(class_name(value)) for name, value in node.properties if name == "rdf:type"), ""
            )
        return node

    def _add_property(self, node: Node, element: Any) -> None:
        name = self.name(element.tag)
        attributes = element.attrib
        if len(element) == 0:
            reference = attributes.get(_RESOURCE)
            if reference is None and attributes.get(_RDF + "nodeID") is not None:
                reference = "_:" + attributes[_RDF + "nodeID"]
            if reference is not None:
                node.properties.append((name, Ref(reference)))
            else:
                text = element.text or ""
                node.properties.append((name, text if attributes.get(_SPACE) == "preserve" else text.strip()))
            return
        kind = attributes.get(_RDF + "parseType")
        if kind == "Resource":
            node.properties.append((name, self.node(element)))
            return
        # An XML literal; and HTML that somebody forgot to escape, which is in no namespace.
        if kind == "Literal" or any([isinstance(child.tag, str) and child.tag[:1] != "{" for child in element]):
            node.properties.append((name, _markup(element).strip()))
            return
        found = False
        for child in element:
            if isinstance(child.tag, str):
                found = True
                node.properties.append((name, self.node(child)))
        if not found:  # text around comments, or around entities, which are never followed
            if any([child.tag is etree.Entity for child in element]):
                self.diagnose("entity", f"{name} refers to an entity, which is not followed", _line(element))
            pieces = [element.text or ""]
            for child in element:
                pieces += [child.text or "" if child.tag is etree.Entity else "", child.tail or ""]
            node.properties.append((name, "".join(pieces).strip()))


def _markup(element: Any) -> str:
    """What is within an element, tags included, as text."""
    pieces = [element.text or ""]
    for child in element:
        if isinstance(child.tag, str):
            tag = child.tag.rpartition("}")[2]
            attributes = "".join([f' {key}="{text}"' for key, text in _attributes(child) if key[:1] != "{"])
            pieces.append(f"<{tag}{attributes}>{_markup(child)}</{tag}>")
        pieces.append(child.tail or "")
    return "".join(pieces)


def _attributes(element: Any) -> Iterable[tuple[str, str]]:
    """Names and values. libxml2 looks for a value from the first on: thousands would take the square of their number."""
    found = element.attrib
    if len(found) < _MOST_ATTRIBUTES:
        return found.items()  # type: ignore[no-any-return]
    return [(key, found[key]) for key in found.keys()[:_MOST_ATTRIBUTES]]


def _line(element: Any) -> int:
    return int(element.sourceline or 0)


def _drop(element: Any) -> None:
    """Free an element that has been read, and what stands before it."""
    element.clear()
    parent = element.getparent()
    if parent is not None:
        while element.getprevious() is not None:
            del parent[0]


def nodes(stream: BinaryIO, context: ReadContext) -> Iterator[Node]:
    """Yield the top-level nodes of a file except its collections. The stream must be seekable.

    Raises `InputError` when the file is no RDF/XML. A fault further on is a diagnostic; what stands before it is
    given, and what stands behind the node that has it.
    """
    names: dict[str, str] = {}
    start = offset = stream.tell()
    step = _Pass(context, names, 0)
    yield from step.nodes(stream)
    if step.fault is not None and step.root is None:
        raise InputError(
            f"this is no XML: {step.fault.message}",
            location=Location(context.source, step.fault.line, step.fault.column),
            hint="Zotero RDF begins with rdf:RDF",
        )
    head = b""
    said = False
    for _ in range(_MOST_FAULTS):
        if step.cleaned_at and not said:
            said = True
            message = "control characters that XML forbids were read as blanks"
            context.diagnose("illegal-characters", message, line=step.cleaned_at)
        fault = step.fault
        if fault is None:
            return
        column = fault.column if fault.line > 1 else max(fault.column - len(head), 0)
        if fault.is_complete:
            context.diagnose("bad-xml", fault.message, line=fault.line + step.first_line, column=column)
            return
        found = resume_behind(stream, fault.open_tag, offset, fault.line, column)
        lost = f"this {fault.open_tag} was not read" if found else "nothing behind it was read"
        context.diagnose(
            "bad-xml",
            f"{fault.message}; {lost}",
            line=fault.line + step.first_line,
            column=column,
            severity="error",
        )
        if found is None or step.root is None:
            return
        offset = found.offset
        head = head or root_tag(step.root, stream, start)
        step = _Pass(context, names, step.first_line + found.line - 1)
        yield from step.nodes(Joined(head, stream, offset))
