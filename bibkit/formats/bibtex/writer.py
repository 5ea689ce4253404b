"""Papers to BibTeX and BibLaTeX.

Knows: what stands between entries (comments, preamble, ``@string``), keys, macros that may be written again, groups.
Must not know: how a paper becomes fields (`entry_encoder`), how values are spelled (`escaper`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from bibkit.codecs import latex
from bibkit.formats.bibtex.dialects import dialect_of
from bibkit.formats.bibtex.entry_encoder import EntryEncoder, kept
from bibkit.formats.bibtex.escaper import Escaper, Pair, lines
from bibkit.formats.bibtex.syntax.macros import Macros
from bibkit.model import Paper
from bibkit.plugins.records import WriteContext

__all__ = ["write", "write_biblatex"]

_NOT_IN_KEYS: Final = re.compile(r"[\s,{}#%~\\\"'()=@\x00-\x1f\x7f]+")
_GROUPS_VERSION: Final = "@comment{jabref-meta: groupsversion:3;}\n"
_ALIASES: Final = {
    "journal": "journaltitle", "journaltitle": "journal", "address": "location", "location": "address",
    "annote": "annotation", "annotation": "annote",
}  # fmt: skip
"""Fields under their names in the other format."""
_MACRO: Final = "bibtex:macro."
_GROUPS: Final = "jabref-meta: group"


def write(papers: Iterable[Paper], context: WriteContext) -> Iterator[str]:
    r"""Yield the entries of a BibTeX file, one by one, with what belongs between them.

    Options: ``ascii``, ``protect``, ``and-others``, ``math`` (``tex`` or ``unicode``), ``zotero``.
    Codes: ``cleaned-key``, ``duplicate-key``, ``no-key``, ``transliterated``, ``illegal-characters``.

    >>> print("".join(write([Paper(key="a", kind="book", title="Ponds", issued=Date(2031))], WriteContext())))
    @book{a,
      title         = {Ponds},
      year          = {2031},
    }
    <BLANKLINE>
    """
    return _Writer(context, biblatex=False).pieces(papers)


def write_biblatex(papers: Iterable[Paper], context: WriteContext) -> Iterator[str]:
    """Yield the entries of a BibLaTeX file; see `write`."""
    return _Writer(context, biblatex=True).pieces(papers)


class _Writer:
    def __init__(self, context: WriteContext, *, biblatex: bool) -> None:
        self.context = context
        self.dialect = dialect_of(context.options, biblatex=biblatex)
        self.escaper = Escaper(self.dialect)
        self.encoder = EntryEncoder(self.dialect, self.escaper)
        self.macros = Macros()
        self.keys: set[str] = set()
        self.copies: dict[str, int] = {}
        self.members: dict[tuple[str, ...], list[str]] = {}
        self.has_groups = False
        """Whether a comment that was kept holds groups already."""

    def pieces(self, papers: Iterable[Paper]) -> Iterator[str]:
        """The text of the file."""
        table, report, encoder = self.dialect.table, self.context.report, self.encoder
        between = ""
        for paper in papers:
            report.lose_all(table.losses(paper))
            key = self._key(paper)
            before = self._before(paper, key)
            kind, pairs = encoder.entry(paper)
            bare = encoder.bare
            if paper.extra:
                self._restore_macros(paper, pairs, bare)
            if encoder.lost:
                report.lose_all(dict.fromkeys(encoder.lost))
            yield "".join([between, before, *lines(kind, key, pairs, bare), self._after(paper)])
            between = "\n"
        yield from self._end(between)

    # ------------------------------------------------------------ keys

    def _key(self, paper: Paper) -> str:
        key = paper.key
        if key in self.keys or not key or _NOT_IN_KEYS.search(key) is not None:
            key = self._new_key(key)
        self.keys.add(key)
        return key

    def _new_key(self, old: str) -> str:
        key = _NOT_IN_KEYS.sub("-", old).strip("-")
        code = "cleaned-key" if key != old else "duplicate-key"
        if not key:
            key, code = f"entry-{len(self.keys) + 1}", "no-key"
        stem = key
        while key in self.keys:
            self.copies[stem] = number = self.copies.get(stem, 1) + 1
            key = f"{stem}-{number}"
        self.context.diagnose(code, f"the key {old!r} is written as {key!r}", key=old)
        return key

    # ------------------------------------------------------------ between entries

    def _before(self, paper: Paper, key: str) -> str:
        text = self._between(paper, "before") if paper.extra else ""
        if text:
            text += "\n\n"
        if paper.collections:
            if not self.members and not self.has_groups:
                text += _GROUPS_VERSION + "\n"
            for path in paper.collections:
                self.members.setdefault(path, []).append(key)
        return text

    def _after(self, paper: Paper) -> str:
        text = self._between(paper, "after") if paper.extra else ""
        return f"\n{text}\n" if text else ""

    def _between(self, paper: Paper, name: str) -> str:
        """What stood before or after an entry, made harmless where it would take an entry with it."""
        text = kept(paper, name)
        if "@" in text:
            from bibkit.formats.bibtex.syntax.scanner import macros_after  # noqa: PLC0415 -- few files hold such text

            macros = macros_after(text, self.macros)
            if macros is None:
                self.context.lose(f"bibtex:{name}")
                return text.replace("@", "(at)")
            self.macros = macros
            self.has_groups = self.has_groups or _GROUPS in text
        return text

    def _end(self, between: str) -> Iterator[str]:
        version = "" if self.members else _GROUPS_VERSION
        for topic in self.context.topics:
            self.members.setdefault(topic.collection, [])
        if self.members and not self.has_groups:
            from bibkit.formats.bibtex.jabref import encode_groups  # noqa: PLC0415 -- few files have groups

            yield between + version + encode_groups(self.members)
        for script in sorted(self.escaper.scripts):
            self.context.diagnose("transliterated", f"ASCII has no spelling for {script}; it was transliterated")
        if self.escaper.illegal:
            self.context.diagnose(
                "illegal-characters", f"{self.escaper.illegal} characters that no text file may hold were left out"
            )

    # ------------------------------------------------------------ macros

    def _restore_macros(self, paper: Paper, pairs: list[Pair], bare: set[str]) -> None:
        """Write an expression again where it still says the value, and its macros are defined in this file."""
        start = len(_MACRO)
        sources = {name[start:]: source for name, source in paper.extra.items() if name.startswith(_MACRO)}
        if not sources:
            return
        for index, (name, value) in enumerate(pairs):
            source = sources.get(name) or sources.get(_ALIASES.get(name, ""))
            if source is None or len(source) != 2:
                continue
            expression, raw = source
            if self._is_still_said(expression, raw, value):
                pairs[index] = name, expression
                bare.add(name)

    def _is_still_said(self, expression: str, raw: str, value: str) -> bool:
        """Whether an expression has the value of its source as the macros are now, and that is what is written."""
        from bibkit.formats.bibtex.syntax.grammar import parse_value  # noqa: PLC0415 -- few papers have expressions

        return parse_value(expression, self.macros) == raw and latex.decode(raw) == latex.decode(value)
