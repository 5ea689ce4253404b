"""Statements of RDF/XML as text.

Knows: escaping, which characters XML forbids, how a statement and a node are spelled.
Must not know: papers, Zotero.
"""

from __future__ import annotations

import re
from typing import Final

from bibkit.formats.zotero_rdf.vocabulary import NAMESPACES, WRITTEN_PREFIXES

__all__ = ["NAME", "escape", "kept_statement", "nested", "own_property", "quoted", "statement", "to_bytes"]

NAME: Final = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)
"""A name without a prefix, of ASCII letters: a part of what XML allows."""
_URI: Final = re.compile(r"<([^<>\s\"{}|\\^`]+)>")
# The complement of XML's Char.
_ILLEGAL: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_CONTROLS: Final = bytes([number for number in range(0x20) if chr(number) not in "\t\n\r"])
_NEAR_FFFE: Final = b"\xef\xbf"


def to_bytes(piece: str) -> tuple[bytes, int]:
    r"""A piece as UTF-8, and how many characters were removed because XML forbids them (XML 1.0, 2.2).

    >>> to_bytes("pro\x0cfits")
    (b'profits', 1)
    """
    try:
        data = piece.encode()
    except UnicodeEncodeError:
        data = _NEAR_FFFE
    # Three quick looks tell nearly always that the slow one is not needed.
    if len(data.translate(None, _CONTROLS)) == len(data) and _NEAR_FFFE not in data:
        return data, 0
    piece, count = _ILLEGAL.subn("", piece)
    return piece.encode(), count


def escape(text: str) -> str:
    """Text for the content of an element. A carriage return would come back as a line feed (XML 1.0, 2.11)."""
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text:
        text = text.replace("<", "&lt;")
    if ">" in text:
        text = text.replace(">", "&gt;")
    return text.replace("\r", "&#13;") if "\r" in text else text


def quoted(text: str) -> str:
    """Text for an attribute in double quotes."""
    return escape(text).replace('"', "&quot;").replace("\n", "&#10;").replace("\t", "&#9;")


def statement(name: str, text: str) -> str:
    """A property with a text, which must not be empty.

    >>> statement("dc:title", "Salt & Silt")
    '<dc:title>Salt &amp; Silt</dc:title>'
    """
    # Readers may trim; the attribute keeps them from it.
    space = ' xml:space="preserve"' if text[0].isspace() or text[-1].isspace() else ""
    return f"<{name}{space}>{escape(text)}</{name}>"


def own_property(label: str) -> str:
    """Zotero's spelling of a label as a property of its own namespace.

    >>> own_property("Original Date")
    'z:originalDate'
    """
    words = label.split(" ")
    return "z:" + words[0].lower() + "".join([word[:1].upper() + word[1:] for word in words[1:]])


def nested(name: str, node: str, inner: str) -> str:
    """A property whose value is a node of a type, with that node's statements."""
    return f"<{name}><{node}>{inner}</{node}></{name}>"


def kept_statement(name: str, text: str) -> str | None:
    """A statement that was put aside when the item was read; None where the name can be no element."""
    declared = ""
    if name.startswith("{"):
        namespace, _, local = name[1:].partition("}")
        if not namespace or NAME.fullmatch(local) is None or _ILLEGAL.search(namespace) is not None:
            return None
        declared, name = f' xmlns:k="{quoted(namespace)}"', f"k:{local}"
    else:
        prefix, _, local = name.partition(":")
        if prefix not in NAMESPACES or prefix in {"rdf", "xml"} or NAME.fullmatch(local) is None:
            return None
        if prefix not in WRITTEN_PREFIXES:
            declared = f' xmlns:{prefix}="{NAMESPACES[prefix]}"'
    if not text:
        return None
    address = _URI.fullmatch(text)
    if address is not None:
        return f'<{name}{declared} rdf:resource="{quoted(address[1])}"/>'
    return statement(name, text).replace(f"<{name}", f"<{name}{declared}", 1)
