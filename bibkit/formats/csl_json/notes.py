"""Variables that people keep in ``note``, since their program has no field for them.

Knows: citeproc-js's two spellings, ``{:original-date: 1999}`` and lines ``Original Date: 1999``, and the names
that Zotero's Extra field uses.
Must not know: how values are decoded.

What a variable of its own already says is left in the note, and so is every line whose name is not known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from bibkit.codecs.dates import decode_free_date
from bibkit.formats.csl_json.dates import encode_date
from bibkit.formats.csl_json.table import DATES, FIELDS, NAME_VARIABLES

__all__ = ["has_variables", "take_variables"]

_LINE: Final = re.compile(r"[ \t]*([A-Za-z][A-Za-z _-]{0,30}?)[ \t]*:[ \t]*(\S.*?)[ \t]*")
_BRACES: Final = re.compile(r"\{:([A-Za-z_-]{1,30}):[ \t]*([^{}\n]*)\}")

# Names that are neither variables nor variables with blanks.
_ALIASES: Final = {
    "arxiv": "arxiv",
    "arxiv-id": "arxiv",
    "eprint": "arxiv",
    "citation-key": "citation-key",
    "type": "type",
    "affiliation": "custom.affiliations",
    "affiliations": "custom.affiliations",
    "place": "publisher-place",
    "repository": "publisher",
    "archive-id": "number",
    "original-publication-date": "original-date",
}
_TOO_COMMON: Final = frozenset(("note", "annote", "references", "abstract", "source", "section", "custom"))
"""Words that begin an ordinary sentence of a note."""


def _names() -> dict[str, str]:
    names = {rule.tag.lower().replace("_", "-"): rule.tag for rule in FIELDS.rules if "custom." not in rule.tag}
    return {name: theirs for name, theirs in names.items() if name not in _TOO_COMMON} | _ALIASES


_VARIABLES: Final = _names()


def _variable(name: str) -> str:
    return _VARIABLES.get(name.lower().replace(" ", "-").replace("_", "-"), "")


def has_variables(note: str) -> bool:
    """Whether a note would be read as more than a note."""
    return ":" in note and bool(take_variables(note, lambda _name: False)[0])


def take_variables(note: str, taken: Callable[[str], bool]) -> tuple[list[tuple[str, Any]], str]:
    r"""Cut a note into the variables that it holds and what remains of it.

    ``taken`` tells which variables the item has already.

    >>> take_variables("arXiv: 2609.01234\nRead twice.", lambda name: False)
    ([('arxiv', '2609.01234')], 'Read twice.')
    """
    found: list[tuple[str, Any]] = []

    def take(name: str, text: str) -> bool:
        variable = _variable(name)
        if not variable or not text or taken(variable):
            return False
        found.append((variable, text))
        return True

    if "{:" in note:
        note = _BRACES.sub(lambda match: "" if take(match[1], match[2].strip()) else match[0], note).strip()
    kept = [line for line in note.split("\n") if not ((match := _LINE.fullmatch(line)) and take(*match.groups()))]
    return list(_joined(found)), "\n".join(kept).strip()


def _joined(found: Iterable[tuple[str, str]]) -> Iterable[tuple[str, Any]]:
    """Give each variable once; names and affiliations stand one a line, all else is said by the first line."""
    values: dict[str, Any] = {}
    for variable, text in found:
        if variable in NAME_VARIABLES:
            family, _, given = (part.strip() for part in text.partition("||"))
            name = {"family": family, "given": given} if given else {"literal": family}
            values.setdefault(variable, []).append(name)
        elif variable == "custom.affiliations":
            values.setdefault(variable, []).append(text)
        elif variable in DATES:
            values.setdefault(variable, encode_date(date) if (date := decode_free_date(text)) else text)
        else:
            values.setdefault(variable, text)
    return values.items()
