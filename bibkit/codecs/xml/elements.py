"""Elements: their text, and how they are made out of text that XML may not be able to hold. For plugins too.

Knows: which characters XML can hold (XML 1.0, production 2 "Char"), and where white space may be added.
Must not know: any format's elements, fields, the model.
"""

from __future__ import annotations

import copy
import html
import re
from collections.abc import Collection, Iterator
from typing import Any, Final, TypeAlias, cast

from lxml import etree

from bibkit.text.markup import clean, count_illegal

__all__ = [
    "Builder",
    "Element",
    "children_named",
    "legal_text",
    "line_of",
    "local_name",
    "parse_fragment",
    "serialise",
    "text_of",
    "xml_of",
]

Element: TypeAlias = etree._Element  # noqa: SLF001 - the only name that lxml has for an element's type

_LAYOUT: Final = re.compile(r">\s*\n\s*<")
_ILLEGAL: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def local_name(element: Element) -> str:
    """An element's name without its namespace; empty for comments, instructions and entity references.

    >>> local_name(parse_fragment('<m:title xmlns:m="urn:x"/>'))
    'title'
    """
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def line_of(element: Element) -> int:
    """The line on which an element of a file begins; 0 where that is not known."""
    return cast("int | None", element.sourceline) or 0


def children_named(element: Element, name: str) -> Iterator[Element]:
    """The children of an element that have a name, whatever their namespace."""
    return (child for child in element if local_name(child) == name)


def text_of(element: Element) -> str:
    """All text within an element.

    A reference to an entity that was not expanded stands as it was written, but for HTML's names of characters
    (``&nbsp;``), which are understood.

    >>> text_of(parse_fragment("<title>Ponds <i>of</i> Silt</title>"))
    'Ponds of Silt'
    """
    if not len(element):
        return element.text or ""
    pieces = cast("Iterator[str]", element.itertext())
    return "".join([html.unescape(piece) if _is_reference(piece) else piece for piece in pieces])


def _is_reference(piece: str) -> bool:
    return piece.startswith("&") and piece.endswith(";") and len(piece) > 2


def legal_text(text: str) -> str:
    r"""A text without the characters that no XML 1.0 file can hold, not even as references.

    >>> legal_text("pro\x0cfits")
    'profits'
    """
    return text if text.isascii() and text.isprintable() else _ILLEGAL.sub("", text)


def xml_of(element: Element) -> str:
    """An element as XML without its layout, for keeping what a format does not understand.

    `parse_fragment` reads it again.

    >>> xml_of(parse_fragment('<key app="EN">7</key>'))
    '<key app="EN">7</key>'
    """
    alone = copy.deepcopy(element)
    etree.cleanup_namespaces(alone)
    return _LAYOUT.sub("><", etree.tostring(alone, encoding="unicode", with_tail=False))


def parse_fragment(xml: str) -> Element:
    """Parse one element with the same care as a file.

    Raises `lxml.etree.XMLSyntaxError` when it is not well formed.
    """
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    return etree.fromstring(xml, parser)


# ---------------------------------------------------------------- writing


class Builder:
    r"""Makes elements of one namespace out of text that need not be legal; ``removed`` counts what was not.

    >>> builder = Builder()
    >>> record = builder.element("record")
    >>> title = builder.add(record, "title", "Pon\x01ds")
    >>> serialise(record), builder.removed
    (b'<record>\n  <title>Ponds</title>\n</record>\n', 1)
    """

    def __init__(self, namespace: str = "") -> None:
        self.removed = 0
        self._namespace = namespace
        self._prefix = f"{{{namespace}}}" if namespace else ""

    def element(self, name: str, attributes: dict[str, str] | None = None) -> Element:
        """A new element without a parent."""
        names: Any = {None: self._namespace} if self._namespace else None
        made = etree.Element(self._prefix + name, nsmap=names)
        self._set(made, attributes)
        return made

    def add(self, parent: Element, name: str, text: str = "", attributes: dict[str, str] | None = None) -> Element:
        """A new child with a text."""
        made = etree.SubElement(parent, self._prefix + name)
        if text:
            made.text = self.legal(text)
        self._set(made, attributes)
        return made

    def child(self, parent: Element, name: str, attributes: dict[str, str] | None = None) -> Element:
        """The first child of a name with the same attributes, made where there is none."""
        for found in parent.iterchildren(self._prefix + name):
            if dict(cast("Any", found.attrib)) == (attributes or {}):
                return found
        return self.add(parent, name, attributes=attributes)

    def legal(self, text: str) -> str:
        """A text that XML can hold and people can read (`bibkit.text.markup.clean`)."""
        self.removed += count_illegal(text)
        return clean(text)

    def _set(self, element: Element, attributes: dict[str, str] | None) -> None:
        for name, value in (attributes or {}).items():
            if value:
                element.set(name, self.legal(value))


def serialise(element: Element, depth: int = 0, inline: Collection[str] = ()) -> bytes:
    """An element as indented UTF-8, with a line break at its end.

    White space is put only between elements: not where text stands beside them, nor beside ``inline`` ones.
    """
    _indent(element, depth, frozenset(inline))
    return b"  " * depth + etree.tostring(element, encoding="utf-8", with_tail=False) + b"\n"


def _indent(element: Element, depth: int, inline: frozenset[str]) -> None:
    if not len(element) or element.text or any([child.tail or local_name(child) in inline for child in element]):
        return
    element.text = "\n" + "  " * (depth + 1)
    for child in element:
        _indent(child, depth + 1, inline)
        child.tail = element.text
    element[-1].tail = "\n" + "  " * depth
