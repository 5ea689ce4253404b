"""The tolerant second reader: bibtexparser, for blocks that the grammar refuses.

Knows: how to ask bibtexparser for one block.
Must not know: streams, or what fields mean. The module is loaded with the first broken block.
"""

from __future__ import annotations

import logging
from typing import Final

from bibtexparser.entrypoint import parse_string

from bibkit.formats.bibtex.syntax.grammar import Entry, parse_value
from bibkit.formats.bibtex.syntax.macros import Macros

__all__ = ["read_block"]

_LONGEST: Final = 1 << 16
_NOT_IN_NAMES: Final = '{}"=,#% \n'


def read_block(block: str, macros: Macros) -> Entry | None:
    """What bibtexparser makes of a block: an entry, or None where it gives up too.

    Its values are taken raw: it finds their ends, TeX and macros are read as in every other block.
    """
    if len(block) > _LONGEST:
        return None
    logger = logging.getLogger("bibtexparser.splitter")
    disabled, logger.disabled = logger.disabled, True
    try:
        library = parse_string(block, parse_stack=[])
    except Exception:  # noqa: BLE001 -- a fault of the library must not cost the neighbours
        return None
    finally:
        logger.disabled = disabled
    if len(library.entries) != 1:
        return None
    found = library.entries[0]
    fields: dict[str, str] = {}
    for field in found.fields:
        value = parse_value(str(field.value).strip(), macros)
        if value is None or not field.key.strip() or any([sign in field.key for sign in _NOT_IN_NAMES]):
            return None
        fields.setdefault(field.key.lower(), value)
    entry = Entry(found.entry_type.lower(), found.key, fields, 0)
    entry.is_exact = False
    return entry if fields else None
