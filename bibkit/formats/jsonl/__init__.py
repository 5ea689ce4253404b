"""bibkit JSON Lines: the model itself, one paper a line, without loss.

Knows: the public names of the format.
Must not know: any other format.

A line is one JSON object and says by itself what it is::

    {"key":"abara2031","kind":"article","title":"Weirs that Learn","authors":[{"family":"Abara","given":"Tunde"}]}
    {"topic":{"title":"Ponds","parent":"HY: Hydrology","total":12}}

A paper has the members of `bibkit.Paper` that differ from their defaults, in the model's order. A topic stands
under ``topic``; topics follow the papers, since a writer knows them all only when the last paper has come.
Lines end with a line feed; blank lines mean nothing. (https://jsonlines.org)
"""

from __future__ import annotations

from bibkit.formats.jsonl.reader import read, sniff
from bibkit.formats.jsonl.table import FIELDS
from bibkit.formats.jsonl.writer import write

__all__ = ["FIELDS", "read", "sniff", "write"]
