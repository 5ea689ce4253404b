"""The table of bibkit JSON Lines: every field is carried as it is.

Knows: that this format is the model itself.
Must not know: lines, JSON.
"""

from __future__ import annotations

from typing import Final

from bibkit.fields import FieldMap, KindMap
from bibkit.model import ASPECTS, KINDS, PAPER_FIELDS

__all__ = ["FIELDS"]

FIELDS: Final = FieldMap(
    "bibkit-jsonl",
    KindMap([(kind, kind) for kind in KINDS], fallback="document"),
    [],
    handled_fields=(*PAPER_FIELDS, *ASPECTS),
    foreign_extra=True,
)
