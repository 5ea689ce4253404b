"""BibLaTeX's table, made for the runs that write BibLaTeX: all files are read with BibTeX's, which knows both names.

Knows: which of the two names of a field is written. Must not know: the rows themselves (`table`).
"""

from __future__ import annotations

from typing import Final

from bibkit.formats.bibtex.table import table_of
from bibkit.formats.bibtex.types import BIBLATEX_TYPES

__all__ = ["BIBLATEX_FIELDS"]

BIBLATEX_FIELDS: Final = table_of(BIBLATEX_TYPES, biblatex=True)
