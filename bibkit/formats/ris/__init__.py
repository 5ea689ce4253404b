"""RIS, the tagged format of Research Information Systems: tables, reader and writer.

Knows: what the parts of this package are for.
Must not know: other formats.

- `types`: reference types (``TY``) and kinds, and what a record is about
- `table`: what each tag means, kind by kind (`FIELDS`)
- `labels`: the ``Name: value`` lines of ``M2``, in which Zotero's field Extra travels
- `values`: names, dates, numbers and links
- `syntax`: lines to raw records
- `spelling`: values to lines, for each program that will read them
- `reader`, `writer`: raw records to papers, and papers to lines
"""

from __future__ import annotations

from bibkit.formats.ris.reader import read, sniff
from bibkit.formats.ris.table import FIELDS
from bibkit.formats.ris.writer import write

__all__ = ["FIELDS", "read", "sniff", "write"]
