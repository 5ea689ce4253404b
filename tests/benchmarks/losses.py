"""What a program lost on a file: what it found, held against what ``generate.py`` put in.

Knows: what counts as the same. Must not know: any program.

``python tests/benchmarks/losses.py KIND FILE COUNT`` looks at a file that a program wrote (``csl``, ``retorquere``, or a
suffix that bibkit reads), and prints the counts as JSON.
"""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import findings
from generate import MACROS, records

TEXTS = {"title": "titles", "journal": "journals", "abstract": "abstracts"}
OTHER = ("volume", "number", "pages", "doi", "issn", "eprint", "category", "url")
ASPECTS = ("names", "dates", "keywords", *TEXTS.values(), *OTHER)
"""What is counted, each for itself."""
_TAG = re.compile(r"</?\w[^>]*>")
_MATHEMATICS = re.compile(r"\$[^$]*\$|O\(\\log \w\)")
_SPACE = re.compile(r"[\s\u00a0]+")
_DASH = re.compile(r"--|[–—]")

Lost = dict[str, dict[str, Any]]
"""By aspect: "counts" by what became of a value, and, where one was changed, an "example" as it should be and as it is."""


class Tally:
    """What became of the values of one aspect."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.example: tuple[str, str] | None = None

    def add(self, outcome: str, meant: Any, found: Any) -> None:
        self.counts[outcome] += 1
        if outcome == "changed" and self.example is None:
            self.example = _around_difference(_show(meant), _show(found))


def compare(found: Iterable[findings.Finding], count: int) -> Lost:
    """Count, for each aspect, how the values of a file of ``count`` records came out: the same, or in what way not.

    What stands in the file and is not found is "missing"; a value is "as TeX", "cut short", "not divided" (a name, keywords)
    or "not read" (a date as text), "macro" (left as it is written), "capitals" (other ones), or else "changed".
    """
    by_key = {one["key"]: one for one in found}
    tallies = {aspect: Tally() for aspect in ASPECTS}
    for made in records(count):
        one = by_key.get(str(made.meaning["key"]))
        if one is not None:
            _compare_record(made.meaning, one, tallies)
    return {aspect: {"counts": dict(tally.counts), "example": tally.example} for aspect, tally in tallies.items()}


def _compare_record(meaning: dict[str, Any], one: findings.Finding, tallies: dict[str, Tally]) -> None:
    names = one["authors"]
    for number, name in enumerate(meaning["authors"]):
        found = names[number] if number < len(names) else ""
        tallies["names"].add(_name(name, found), name, found)
    tallies["dates"].add(_date(meaning["date"], one["date"]), meaning["date"], one["date"])
    tallies["keywords"].add(_keywords(meaning["keywords"], one["keywords"]), meaning["keywords"], one["keywords"])
    for field in (*TEXTS, *OTHER):
        if field in meaning and one[field] is not None:
            tallies[TEXTS.get(field, field)].add(_text(meaning[field], one[field]), meaning[field], one[field])


def _show(value: Any) -> str:
    return _clean(value) if isinstance(value, str) else ", ".join(map(str, value))


def _around_difference(meant: str, found: str) -> tuple[str, str]:
    start = next((place for place, (one, other) in enumerate(zip(meant, found, strict=False)) if one != other), 0)
    window = slice(max(0, start - 12), start + 16)
    return meant[window], found[window]


def _name(meant: tuple[str, str], found: Any) -> str:
    if isinstance(found, str):
        if not found:
            return "missing"
        return "not divided" if _clean(found) == ", ".join(meant) else _text(", ".join(meant), found)
    return _text(", ".join(meant), ", ".join(found))


def _date(meant: tuple[int, ...], found: Any) -> str:
    if not found:
        return "missing"
    if isinstance(found, str):
        return "not read"
    if tuple(found) == meant:
        return "same"
    return "cut short" if tuple(found) == meant[: len(found)] else "changed"


def _keywords(meant: list[str], found: Any) -> str:
    if isinstance(found, str):
        parts = [part.strip() for part in re.split("[,;]", found)]
        return "not divided" if parts == meant else _text(", ".join(meant), found)
    return "same" if set(found) == set(meant) else _text(", ".join(meant), ", ".join(found))


def _text(meant: str, found: str) -> str:
    if not found:
        return "missing"
    meant, cleaned = _clean(meant), _clean(found)
    if cleaned == meant:
        return "same"
    if "\\" in _MATHEMATICS.sub("", found) or "{" in found:
        return "as TeX"
    if "#" in found or found in MACROS:
        return "macro"
    return "capitals" if cleaned.casefold() == meant.casefold() else "changed"


def _clean(text: str) -> str:
    """A text without markup, in one normal form and with one dash."""
    return unicodedata.normalize("NFC", _SPACE.sub(" ", _DASH.sub("-", _TAG.sub("", text)).replace("$", ""))).strip()


WRITTEN: dict[str, Callable[[bytes], Iterable[findings.Finding]]] = {
    "csl": findings.from_csl,
    "retorquere": findings.from_retorquere,
    **{suffix: partial(findings.from_text, suffix) for suffix in ("bib", "ris", "rdf")},
}


if __name__ == "__main__":
    kind, file, size = sys.argv[1:]
    sys.stdout.write(json.dumps(compare(WRITTEN[kind](Path(file).read_bytes()), int(size))) + "\n")
