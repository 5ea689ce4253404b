"""One paper to the fields of one entry.

Knows: the entry type, which fields beside the table a paper needs, what each dialect leaves out, the order of fields.
Must not know: keys, macros, comments, groups and the stream (`writer`).
"""

from __future__ import annotations

import re
from typing import Final

from bibkit.codecs.dates import encode_edtf
from bibkit.codecs.identifiers import split_arxiv
from bibkit.codecs.months import MONTH_MACROS
from bibkit.formats.bibtex.dates import decode_year, encode_year, is_plain
from bibkit.formats.bibtex.dialects import Dialect
from bibkit.formats.bibtex.eprints import archive_spelling, certain_kind
from bibkit.formats.bibtex.escaper import Escaper, Pair, balanced
from bibkit.formats.bibtex.name_encoder import NameEncoder, encode_count
from bibkit.formats.bibtex.types import BIBTEX_TYPES, CLASSIC, encode_subtype
from bibkit.formats.bibtex.values import encode_files, encode_list
from bibkit.model import Date, Paper

__all__ = ["EntryEncoder", "kept"]

_ORDER: Final = (
    "author", "title", "shorttitle", "editor", "editora", "editoratype", "editorb", "editorbtype", "editorc",
    "editorctype", "bookauthor", "translator", "annotator", "commentator", "introduction", "foreword", "afterword",
    "holder", "journal", "journaltitle", "booktitle", "shortjournal", "year", "month", "day", "date", "volume",
    "number", "issue", "pages", "eid", "series", "edition", "chapter", "part", "volumes", "pagetotal", "type",
    "school", "institution", "publisher", "organization", "howpublished", "address", "location", "eventtitle",
    "eventdate", "venue", "version", "pubstate", "eprint", "archiveprefix", "primaryclass", "eprinttype",
    "eprintclass", "doi", "url", "urldate", "isbn", "issn", "pmid", "pmcid", "language", "shorthand", "library",
    "origdate", "origtitle", "origpublisher", "origlocation", "entrysubtype", "keywords", "affiliation", "file",
    "note", "annote", "annotation", "comment", "abstract",
)  # fmt: skip
_RANKS: Final = {name: rank for rank, name in enumerate(_ORDER)}
_LAST: Final = len(_ORDER)
_DATES: Final = (("urldate", "accessed"), ("eventdate", "event_date"), ("origdate", "original_date"))
_FIELD_NAME: Final = re.compile(r"[^\s\"#%'(),={}@\\]+")
_SEPARATOR: Final = re.compile(r"\s*[,;]\s*")
_ZOTERO_TYPES: Final = {"dataset": "misc", "webpage": "online", "software": "software"}
"""Types that Zotero's import takes although BibTeX does not know them; it drops ``@dataset`` silently."""
_MASTER: Final = "Master's thesis"
_GENRES: Final = {"PhD thesis": "phdthesis", _MASTER: "mathesis"}
"""Genres that BibTeX has types for, and BibLaTeX localisation keys."""


def kept(paper: Paper, name: str) -> str:
    """What BibTeX left in ``extra`` under a name; empty where nothing."""
    values = paper.extra.get(f"bibtex:{name}")
    return values[0] if values else ""


class EntryEncoder:
    """Makes the fields of entries. ``lost`` names what the last paper lost beyond the table's losses."""

    def __init__(self, dialect: Dialect, escaper: Escaper) -> None:
        self.dialect = dialect
        self.escaper = escaper
        self.lost: list[str] = []
        self.names = NameEncoder(dialect, escaper)
        self.bare: set[str] = set()
        """Fields of the last paper whose value is a macro."""

    def entry(self, paper: Paper) -> tuple[str, list[Pair]]:
        """Type and fields of a paper, in order."""
        self.lost = []
        self.bare = set()
        self.escaper.changed.clear()
        kind = self._type(paper)
        pairs = self._table_pairs(paper, kind)
        pairs += self.names.pairs(paper)
        self._add_dates(paper, pairs)
        if paper.eprint or paper.eprint_type or paper.eprint_class or paper.eprint_version:
            self._add_eprint(paper, pairs)
        self._add_tags(paper, pairs)
        if paper.notes:
            self._add_notes(paper, pairs)
        if paper.attachments:
            self._add_files(paper, pairs)
        if certain_kind(kind, dict(pairs)) != paper.kind:
            pairs.append(("entrysubtype", encode_subtype(paper.kind)))
        if paper.extra:
            self._add_extra(paper, pairs)
        self.lost += self.names.lost
        if self.escaper.changed:
            self.lost += [f"{name}: exact form" for name in sorted(self.escaper.changed)]
        pairs.sort(key=_rank)
        return kind, pairs

    # ------------------------------------------------------------ types

    def _type(self, paper: Paper) -> str:
        dialect = self.dialect
        own = kept(paper, "type")
        if own:
            known = BIBTEX_TYPES.knows(own)
            fits = BIBTEX_TYPES.decode(own) == paper.kind and (dialect.biblatex or own in CLASSIC)
            if (fits if known else _FIELD_NAME.fullmatch(own) is not None) and own != "xdata":
                return own
            self.lost.append("bibtex:type")
        if paper.kind == "article":
            return self._preprint_type(paper)
        if dialect.biblatex:
            return dialect.table.kinds.encode(paper.kind)
        if paper.kind == "thesis":
            return "mastersthesis" if paper.genre == _MASTER else "phdthesis"
        if paper.kind == "report":
            return "techreport"
        if dialect.zotero and paper.kind in _ZOTERO_TYPES:
            return _ZOTERO_TYPES[paper.kind]
        kind = BIBTEX_TYPES.encode(paper.kind)
        return kind if kind in CLASSIC else "misc"

    def _preprint_type(self, paper: Paper) -> str:
        """BibLaTeX's ``online`` must have an address or identifier (its data model); ``misc`` need not."""
        if paper.container_title:
            return "article"
        if self.dialect.biblatex and (paper.eprint or paper.doi or paper.url):
            return "online"
        return "misc"

    def _table_pairs(self, paper: Paper, kind: str) -> list[Pair]:
        """The table's fields, but for those that the type changes."""
        dialect, escaper = self.dialect, self.escaper
        genre = paper.genre
        thesis = paper.kind == "thesis"
        pairs: list[Pair] = []
        rules = dialect.table.rules_for(paper.kind)
        for name, value in dialect.table.encode(paper):
            escaper.subject = rules[name].paper_field
            if name == "type" and thesis:
                if genre in _GENRES:
                    if dialect.biblatex:
                        pairs.append((name, _GENRES[genre]))
                    continue
            elif name == "publisher" and paper.kind == "article" and not paper.eprint and not dialect.zotero:
                name = "howpublished"
            pairs.append((name, escaper.field(name, value)))
        if thesis and not genre and kind != "thesis":
            pairs.append(("type", "Thesis"))
        if dialect.biblatex and paper.kind == "article" and not paper.status:
            pairs.append(("pubstate", "prepublished"))
        return pairs

    # ------------------------------------------------------------ dates

    def _add_dates(self, paper: Paper, pairs: list[Pair]) -> None:
        if paper.issued is not None:
            self._add_issued(paper, paper.issued, pairs)
        for name, field in _DATES:
            date: Date | None = getattr(paper, field)
            if date is not None:
                pairs.append((name, self._date(date)))

    def _date(self, date: Date) -> str:
        return self.escaper.tex(date.literal) if date.literal else encode_edtf(date)

    def _add_issued(self, paper: Paper, date: Date, pairs: list[Pair]) -> None:
        if self.dialect.biblatex and not date.literal:
            pairs.append(("date", encode_edtf(date)))
            return
        if paper.extra:
            source = [(name, kept(paper, name)) for name in ("year", "month", "day")]
            if any([value for _, value in source]) and decode_year(*[value for _, value in source])[0] == date:
                pairs += [pair for pair in source if pair[1]]
                return
        plain = _plain_date(date)
        if plain:
            pairs += plain
            if date.month:
                self.bare.add("month")
            return
        words, edtf = encode_year(date)
        if words:
            pairs.append(("year", words))
        if edtf:
            pairs.append(("date", edtf))

    # ------------------------------------------------------------ the rest

    def _add_eprint(self, paper: Paper, pairs: list[Pair]) -> None:
        identifier = paper.eprint
        if paper.eprint_version:
            if paper.eprint_type != "arxiv" or not identifier:
                self.lost.append("eprint_version")
            elif split_arxiv(paper.url) != (identifier, paper.eprint_version):
                identifier = f"{identifier}v{paper.eprint_version}"
        archive = archive_spelling(paper.eprint_type)
        dialect = self.dialect
        if identifier:
            pairs.append(("eprint", balanced(identifier)))
        for value, classic, modern in (
            (archive, "archiveprefix", "eprinttype"),
            (paper.eprint_class, "primaryclass", "eprintclass"),
        ):
            if value and not dialect.biblatex:
                pairs.append((classic, balanced(value)))
            if value and (dialect.biblatex or dialect.zotero):
                pairs.append((modern, balanced(value.lower() if modern == "eprinttype" else value)))

    def _add_tags(self, paper: Paper, pairs: list[Pair]) -> None:
        tags = paper.tags
        if tags:
            self.escaper.subject = "tags"
            if self.dialect.zotero and any([_SEPARATOR.search(tag) for tag in tags]):
                self.lost.append("tags: exact form")
                tags = tuple([_SEPARATOR.sub(" - ", tag) for tag in tags])
            pairs.append(("keywords", encode_list(tags, ",", self.escaper.tex)))
        if paper.tags_omitted:
            if self.dialect.zotero:
                self.lost.append("tags_omitted")
            else:
                pairs.append(("keywords+an:omitted", encode_count(paper.tags_omitted)))

    def _add_notes(self, paper: Paper, pairs: list[Pair]) -> None:
        escaper = self.escaper
        escaper.subject = "notes"
        if self.dialect.zotero:  # Zotero makes a note of it
            note = "\n\n".join([escaper.one_line(escaper.tex(note)) for note in paper.notes])
            pairs[:] = [(name, f"{value}\n\n{note}" if name == "annote" else value) for name, value in pairs]
            if not paper.annote:
                pairs.append(("annote", note))
            return
        for number, note in enumerate(paper.notes, 1):
            pairs.append(("comment" if number == 1 else f"comment-{number}", escaper.one_line(escaper.tex(note))))

    def _add_files(self, paper: Paper, pairs: list[Pair]) -> None:
        if any([attachment.path and attachment.url for attachment in paper.attachments]):
            self.lost.append("attachments: address beside the path")
        pairs.append(("file", balanced(encode_files(paper.attachments))))

    def _add_extra(self, paper: Paper, pairs: list[Pair]) -> None:
        """Write back what BibTeX had and the model has not; a field that is written already is lost."""
        written = {name for name, _ in pairs}
        for name, values in self.dialect.table.kept_extra(paper):
            if name in _NOT_FIELDS or name.startswith("macro."):
                continue
            if name in written or not _FIELD_NAME.fullmatch(name) or len(values) > 1:
                self.lost.append(f"bibtex:{name}")
                if name in written:
                    continue
            if values and _FIELD_NAME.fullmatch(name):
                pairs.append((name, _raw(values[0])))


def _plain_date(date: Date) -> tuple[Pair, ...]:
    """Year, month and day where they say all of a date; else nothing."""
    if not is_plain(date):
        return ()
    month = MONTH_MACROS[date.month - 1] if date.month else ""
    day = str(date.day) if date.day else ""
    return tuple([pair for pair in (("year", str(date.year)), ("month", month), ("day", day)) if pair[1]])


_NOT_FIELDS: Final = frozenset(("type", "before", "after", "year", "month", "day"))


def _raw(value: str) -> str:
    """A raw value, with its braces made to pair."""
    return value if balanced(value) == value else value.replace("{", "").replace("}", "")


def _rank(pair: Pair) -> int:
    """Data annotations come last: they are for programs, and would stand in the way of people who read the entry."""
    name = pair[0]
    rank = _RANKS.get(name)
    return _LAST + ("+an" in name) if rank is None else rank
