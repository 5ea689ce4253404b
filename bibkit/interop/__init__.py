r"""Papers to and from the values of bibtexparser 2 and pybtex, for people who have code for those.

Knows: which module has what. Must not know: the two libraries, which are loaded by those who use them.

The road goes through BibTeX text, so that what these libraries see is exactly what bibkit writes to a file.
Both libraries hold TeX: a value that a middleware has decoded (``50%`` for ``50\%``) must be encoded again first.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bibkit.interop.bibtexparser import from_bibtexparser, to_bibtexparser
    from bibkit.interop.pybtex import from_pybtex, to_pybtex

__all__ = ["from_bibtexparser", "from_pybtex", "to_bibtexparser", "to_pybtex"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'bibkit.interop' has no attribute {name!r}")
    return getattr(import_module(f"bibkit.interop.{name.partition('_')[2]}"), name)
