"""For whom a .bib file is written: BibTeX's styles, biblatex, or Zotero's import.

Knows: the options of the formats and what each audience cannot read.
Must not know: how a paper is spelled.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from bibkit.fields import FieldMap
from bibkit.formats.bibtex.table import FIELDS

__all__ = ["Dialect", "dialect_of"]


class Dialect(msgspec.Struct, frozen=True):
    """The audience of a file, and the options of the run."""

    table: FieldMap
    biblatex: bool
    zotero: bool
    ascii: bool
    protect: bool
    and_others: bool
    unicode_math: bool


def dialect_of(options: Mapping[str, Any], *, biblatex: bool) -> Dialect:
    """The dialect that options ask for.

    Zotero's import takes ``and others`` for a person, strips braces and reads TeX's mathematics letter by letter.
    """
    table = FIELDS
    if biblatex:
        from bibkit.formats.bibtex.biblatex import BIBLATEX_FIELDS  # noqa: PLC0415 - see there

        table = BIBLATEX_FIELDS
    zotero = bool(options.get("zotero", False)) and not biblatex
    return Dialect(
        table=table,
        biblatex=biblatex,
        zotero=zotero,
        ascii=bool(options.get("ascii", False)),
        protect=bool(options.get("protect", True)) and not zotero,
        and_others=bool(options.get("and-others", True)) and not zotero,
        unicode_math=zotero or options.get("math", "tex") == "unicode",
    )
