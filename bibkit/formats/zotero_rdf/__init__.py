"""Zotero RDF: the format that Zotero exports and imports without leaving anything behind.

Knows: the four names by which the registry finds this format.
Must not know: how any of it works (see the modules beside this one).

- `types`: what nodes are, and which property holds which creators; `table`: the two-way table of fields.
- `syntax`: namespaces and the text of statements; `people`: persons among the nodes and their names; `collections`.
- `prescan`: the first look through a file, for its collections; `graph`: XML to nodes, safely and piece by piece;
  `recovery`: going on behind a fault.
- `reader` and `items`: papers from nodes; `writer`: papers to XML.

Item types, creator types and the field Extra are Zotero's, not this format's: `bibkit.zotero`.
Other RDF/XML with Dublin Core, BIBO, PRISM or schema.org in it is read as well.
"""

from __future__ import annotations

from bibkit.formats.zotero_rdf.reader import read, sniff
from bibkit.formats.zotero_rdf.table import FIELDS
from bibkit.formats.zotero_rdf.writer import write

__all__ = ["FIELDS", "read", "sniff", "write"]
