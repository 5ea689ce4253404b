"""Zotero RDF: the format that Zotero exports and imports without leaving anything behind.

Knows: the four names by which the registry finds this format.
Must not know: how any of it works (see the modules beside this one).

- `vocabulary`: namespaces, item types, creator types, and where Zotero keeps what.
- `table`: the two-way table of fields.
- `extra_field`: the lines of Zotero's Extra field.
- `survey`: the first look through a file, for its collections.
- `graph`: XML to nodes, safely and piece by piece; `recovery`: going on behind a fault.
- `people`, `persons`: persons among the nodes, and names as Zotero cuts them.
- `tree`: collections.
- `reader`, `items`: papers from nodes; `writer`, `statements`: papers to XML.

Other RDF/XML with Dublin Core, BIBO, PRISM or schema.org in it is read as well.
"""

from __future__ import annotations

from bibkit.formats.zotero_rdf.reader import read, sniff
from bibkit.formats.zotero_rdf.table import FIELDS
from bibkit.formats.zotero_rdf.writer import write

__all__ = ["FIELDS", "read", "sniff", "write"]
