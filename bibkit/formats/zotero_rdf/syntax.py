"""RDF/XML as text: names with their prefixes, statements, nodes.

Knows: the namespaces, escaping, which characters XML forbids, how a statement and a node are spelled.
Must not know: papers, what a property means.

A property is named by the usual prefix of its namespace and its local name: ``dc:title``. A property of a namespace
without a prefix here is named in James Clark's notation: ``{http://example.org/}weight``.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = [
    "NAME",
    "NAMESPACES",
    "WRITTEN_PREFIXES",
    "escape",
    "kept_statement",
    "nested",
    "own_property",
    "quoted",
    "short_name",
    "statement",
    "to_bytes",
]

NAMESPACES: Final[dict[str, str]] = {
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "z": "http://www.zotero.org/namespaces/export#",
    "bib": "http://purl.org/net/biblio#",
    "dc": "http://purl.org/dc/elements/1.1/",
    "dcterms": "http://purl.org/dc/terms/",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "prism": "http://prismstandard.org/namespaces/1.2/basic/",
    "link": "http://purl.org/rss/1.0/modules/link/",
    "vcard": "http://nwalsh.com/rdf/vCard#",
    "v": "http://www.w3.org/2006/vcard/ns#",
    "bibo": "http://purl.org/ontology/bibo/",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "schema": "http://schema.org/",
    "eprints": "http://purl.org/eprint/terms/",
    "og": "http://ogp.me/ns#",
    "xml": "http://www.w3.org/XML/1998/namespace",
}
WRITTEN_PREFIXES: Final = ("rdf", "z", "bib", "dc", "dcterms", "foaf", "prism", "link", "vcard", "v", "bibo")
"""The namespaces that a written file declares."""

# Older and newer spellings of the same vocabularies.
_PREFIXES: Final[dict[str, str]] = {
    **{uri: prefix for prefix, uri in NAMESPACES.items()},
    "http://purl.org/dc/elements/1.0/": "dc",
    "https://schema.org/": "schema",
    "http://prismstandard.org/namespaces/basic/2.0/": "prism",
    "http://prismstandard.org/namespaces/basic/2.1/": "prism",
    "http://prismstandard.org/namespaces/basic/3.0/": "prism",
}


def short_name(tag: str) -> str:
    """A name in Clark notation with the prefix of its namespace, where that is known.

    >>> short_name("{http://purl.org/dc/terms/}title"), short_name("{urn:x}y")
    ('dcterms:title', '{urn:x}y')
    """
    if tag[:1] != "{":
        return tag
    namespace, _, local = tag[1:].partition("}")
    prefix = _PREFIXES.get(namespace)
    return f"{prefix}:{local}" if prefix is not None else tag


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
