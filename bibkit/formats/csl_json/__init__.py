"""CSL-JSON: what citeproc processors, pandoc and Zotero exchange.

Knows: the public names of the format.
Must not know: any other format.

Sources: the CSL 1.0.2 specification (appendices III and IV) and its JSON schema ``csl-data.json``. What CSL has
no variable for stands in the item's ``custom`` object, which CSL reserves for such things: nothing is lost.
"""

from __future__ import annotations

from bibkit.formats.csl_json.reader import read, sniff
from bibkit.formats.csl_json.table import FIELDS, ZOTERO_FIELDS
from bibkit.formats.csl_json.writer import write

__all__ = ["FIELDS", "ZOTERO_FIELDS", "read", "sniff", "write"]
