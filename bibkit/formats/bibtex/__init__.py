"""BibTeX and BibLaTeX, both ways.

Knows: the names under which the format's record finds its parts; each is loaded when it is asked for.
Must not know: how any of them works.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from bibkit.formats.bibtex.biblatex import BIBLATEX_FIELDS
    from bibkit.formats.bibtex.editing import edit, edit_biblatex
    from bibkit.formats.bibtex.reader import read, read_biblatex
    from bibkit.formats.bibtex.table import FIELDS
    from bibkit.formats.bibtex.writer import write, write_biblatex

__all__ = [
    "BIBLATEX_FIELDS",
    "FIELDS",
    "edit",
    "edit_biblatex",
    "read",
    "read_biblatex",
    "sniff",
    "sniff_biblatex",
    "write",
    "write_biblatex",
]

_HOMES: Final = {
    "BIBLATEX_FIELDS": "biblatex",
    "FIELDS": "table",
    "edit": "editing",
    "edit_biblatex": "editing",
    "read": "reader",
    "read_biblatex": "reader",
    "write": "writer",
    "write_biblatex": "writer",
}


@cache
def _entry() -> re.Pattern[str]:
    return re.compile(r"^[ \t]*@[ \t]*[A-Za-z]+\s*[{(]", re.MULTILINE)


@cache
def _only_biblatex() -> re.Pattern[str]:
    return re.compile(
        r"^[ \t]*(?:date|journaltitle|eprinttype|eprintclass|location|urldate|shortjournal|langid|pubstate)\s*="
        r"|^[ \t]*@(?:online|thesis|report|dataset|software|collection|mv[a-z]+|inreference|xdata|periodical)\s*[{(]",
        re.MULTILINE | re.IGNORECASE,
    )


def sniff(text: str) -> bool:
    r"""Whether a text may be BibTeX: a line begins an entry.

    >>> sniff("% refs\n@book{a, title = {Ponds}}"), sniff("TY  - BOOK")
    (True, False)
    """
    return _entry().search(text) is not None


def sniff_biblatex(text: str) -> bool:
    r"""Whether a text may be BibLaTeX: an entry, and a field or a type that BibTeX does not have.

    >>> sniff_biblatex("@book{a,\n  date = {2031}}"), sniff_biblatex("@book{a, year = 2031}")
    (True, False)
    """
    return sniff(text) and _only_biblatex().search(text) is not None


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 -- needed on first use only

    return getattr(import_module(f"{__name__}.{home}"), name)
