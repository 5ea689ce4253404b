"""The columns of a table of papers: what each heading means and how a cell is spelled.

Knows: our headings, and those that other programs (Zotero, Scopus, Web of Science) export.
Must not know: files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from bibkit import (
    DATE_FIELDS,
    KINDS,
    LIST_FIELDS,
    OMISSION_FIELDS,
    PAPER_FIELDS,
    ROLES,
    UNKNOWN_NUMBER,
    Affiliation,
    Attachment,
    Codec,
    FieldMap,
    KindMap,
    Paper,
    Report,
    Rule,
    UsageError,
)
from bibkit.codecs.dates import EDTF
from bibkit.codecs.identifiers import decode_doi
from bibkit.codecs.names import INVERTED
from bibkit.codecs.pages import decode_pages

__all__ = ["CSV_FIELDS", "XLSX_FIELDS", "choose", "decode_row", "encode_row", "known", "read_headings"]

_USUAL: Final = (
    "key", "kind", "title", "authors:author", "authors_omitted", "authors:editor", "issued", "container_title", "volume",
    "issue", "page", "publisher", "publisher_place", "collection_title", "edition", "number", "doi", "url", "accessed",
    "eprint_type", "eprint", "eprint_class", "eprint_version", "isbn", "issn", "pmid", "tags", "tags_omitted", "affiliations",
    "affiliations_omitted", "collections", "abstract", "language", "genre", "note", "notes",
)  # fmt: skip
"""The columns that are written unless the user chooses."""

_HEADINGS: Final = {
    "kind": "Type",
    "authors:author": "Authors",
    "authors:editor": "Editors",
    "issued": "Date",
    "container_title": "Published in",
    "container_title_short": "Published in (short)",
    "collection_title": "Series",
    "collection_number": "Number in series",
    "page": "Pages",
    "publisher_place": "Place",
    "doi": "DOI",
    "url": "URL",
    "isbn": "ISBN",
    "issn": "ISSN",
    "pmid": "PMID",
    "pmcid": "PMCID",
    "eprint_type": "Archive of preprint",
    "eprint": "Preprint",
    "eprint_class": "Preprint category",
    "eprint_version": "Preprint version",
}

_YEAR: Final = "year"
"""A column beside that of the whole date, in tables of other programs."""

_ALIASES: Final = {
    "title": "documenttitle articletitle papertitle",
    "authors:author": "author authorfullnames",
    "authors:editor": "editor",
    _YEAR: "year publicationyear",
    "issued": "publicationdate dateofpublication coverdate",
    "container_title": "journal publicationtitle sourcetitle booktitle container venue source",
    "container_title_short": "journalabbreviation abbreviatedsourcetitle",
    "collection_title": "seriestitle",
    "page": "pagerange",
    "issue": "issuenumber",
    "publisher_place": "publisherplace location",
    "url": "link",
    "abstract": "abstractnote summary",
    "tags": "keywords keyword tag manualtags authorkeywords subjects",
    "kind": "itemtype documenttype publicationtype kind",
    "key": "citationkey citekey bibtexkey id",
    "pmid": "pubmedid",
    "eprint": "arxiv arxivid eprint",
    "affiliations": "affiliation institutions",
    "number": "artno reportnumber articlenumber",
    "attachments": "fileattachments linkattachments files",
}

_LABELS: Final = {"article": "preprint", "article-journal": "journal article", "paper-conference": "conference paper"}
_KIND_ALIASES: Final = {
    "article": "article-journal",
    "journalarticle": "article-journal",
    "conferencepaper": "paper-conference",
    "inproceedings": "paper-conference",
    "proceedingspaper": "paper-conference",
    "preprint": "article",
    "booksection": "chapter",
    "bookchapter": "chapter",
    "incollection": "chapter",
    "magazinearticle": "article-magazine",
    "newspaperarticle": "article-newspaper",
    "computerprogram": "software",
    "blogpost": "post-weblog",
    "letter": "personal_communication",
    "film": "motion_picture",
    "phdthesis": "thesis",
    "reviewarticle": "article-journal",
}
_SEPARATOR: Final = re.compile(r";;|;\s*")
_PATH: Final = " > "
_BAR: Final = " | "


def _same(text: str) -> str:
    return text


def _decode_count(text: str) -> int:
    text = text.strip().lstrip("+")
    return int(text) if text.isdecimal() and len(text) < 10 else UNKNOWN_NUMBER


def _encode_count(count: int) -> str:
    return "?" if count == UNKNOWN_NUMBER else str(count)


def _decode_attachment(text: str) -> Attachment:
    """``address``, ``address | title`` or ``address | title | media type``."""
    where, _, rest = text.partition(_BAR)
    title, _, media_type = rest.partition(_BAR)
    if "://" in where:
        return Attachment(title, url=where, media_type=media_type)
    return Attachment(title, path=where, media_type=media_type)


def _encode_attachment(attachment: Attachment) -> str:
    parts = [attachment.url or attachment.path, attachment.title, attachment.media_type]
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    return _BAR.join(parts)


_CODECS: Final[dict[str, Codec[Any, Any]]] = {
    **dict.fromkeys(DATE_FIELDS, EDTF),
    **dict.fromkeys(OMISSION_FIELDS, Codec(_decode_count, _encode_count)),
    "doi": Codec(decode_doi, _same),
    "page": Codec(decode_pages, _same),
    "affiliations": Codec(Affiliation, lambda affiliation: affiliation.name),
    "collections": Codec(lambda text: tuple(text.split(_PATH)), _PATH.join),
    "attachments": Codec(_decode_attachment, _encode_attachment),
}


def _heading(name: str) -> str:
    role = name.partition(":")[2]
    words = (f"{role}s" if role else name).replace("_", " ").replace("-", " ")
    return _HEADINGS.get(name, words[:1].upper() + words[1:])


def _plain(heading: object) -> str:
    return re.sub(r"[^a-z0-9]", "", str(heading).lower())


_NAMES: Final = tuple(name for name in PAPER_FIELDS if name not in {"authors", "extra"})
_ALL: Final = tuple(dict.fromkeys((*_USUAL, *_NAMES, *(f"authors:{role}" for role in ROLES))))
"""Every column that can be written, in their order: fields, and the authors of each role."""

_BY_HEADING: Final = {
    **{alias: name for name, aliases in _ALIASES.items() for alias in aliases.split()},
    **{_plain(name): name for name in _NAMES},
    **{_plain(_heading(name)): name for name in _ALL},
}


def _fields(format_name: str) -> FieldMap:
    """The table of one of the formats: a column for each field and for the authors of each role."""
    return FieldMap(
        format_name,
        KindMap([(_LABELS.get(kind, kind), kind) for kind in KINDS], fallback="document"),
        [
            Rule(name, name, INVERTED if ":" in name else _CODECS.get(name, Codec(_same, _same)), many=_is_list(name))
            for name in _ALL
            if name != "kind"
        ]
        + [Rule(_YEAR, "issued", EDTF, write=False)],
    )


def _is_list(name: str) -> bool:
    return name in LIST_FIELDS or ":" in name


CSV_FIELDS: Final = _fields("csv")
XLSX_FIELDS: Final = _fields("xlsx")


def known(headings: Iterable[object]) -> int:
    """How many of some headings mean a field."""
    return len({_BY_HEADING[plain] for heading in headings if (plain := _plain(heading)) in _BY_HEADING})


def read_headings(headings: Iterable[object]) -> list[str]:
    """For each column the name of our field, or the heading itself where it means none."""
    return [
        _BY_HEADING.get(_plain(heading), str(heading if heading is not None else "").strip()) for heading in headings
    ]


def choose(wanted: str) -> tuple[dict[str, str], frozenset[str]]:
    """The columns to write: names and their headings, and the names that are left out.

    Raises `bibkit.UsageError` for a name that no column has.
    """
    if wanted == "all":
        names: Sequence[str] = _ALL
    else:
        names = [_BY_HEADING.get(_plain(name), name) for name in wanted.split(",") if name.strip()] or list(_USUAL)
    names = ["issued" if name == _YEAR else name for name in names]
    for name in names:
        if name not in _ALL:
            raise UsageError(f"no column is called {name.strip()!r}", hint=f"columns are {', '.join(_ALL)}")
    return {name: _heading(name) for name in names}, frozenset(_ALL) - set(names)


def decode_row(cells: Iterable[tuple[str, str]], fields: FieldMap) -> Paper | None:
    """The paper that a row describes, from names of fields and cells; None for an empty row."""
    pairs: list[tuple[str, str]] = []
    kind = "document"
    for name, cell in cells:
        if not cell.strip():
            continue
        if name == "kind":
            plain = _plain(cell)
            found = _KIND_ALIASES.get(plain) or next((one for one in KINDS if _plain(one) == plain), "")
            if not found:
                pairs.append((name, cell))  # no row of the table has it, so that it is kept in extra
            kind = found or "document"
        elif name and _is_list(name):
            pairs.extend([(name, item) for item in _split(cell)])
        elif name:
            pairs.append((name, cell))
    dates = [cell for name, cell in pairs if name == "issued"]
    pairs = [pair for pair in pairs if pair[0] != _YEAR or not any([pair[1].strip() in date for date in dates])]
    return Paper(**fields.decode(pairs, kind)) if pairs else None  # type: ignore[arg-type] # it is one of KINDS


def encode_row(
    paper: Paper,
    columns: Mapping[str, str],
    left_out: frozenset[str],
    fields: FieldMap,
    report: Report,
    longest: int = 0,
) -> list[str]:
    """The cells of a paper. What has no column, or comes back otherwise, is counted as lost."""
    cells: dict[str, list[str]] = {"kind": [fields.kinds.encode(paper.kind)]}
    lost: set[str] = set()
    for name, value in fields.encode(paper):
        if name in left_out:
            lost.add(name)
        elif value:
            cells.setdefault(name, []).append(value)
    row = {name: _join(name, cells[name]) if name in cells else "" for name in columns}
    if longest:
        row = {name: cell[:longest] for name, cell in row.items()}
    if "kind" in left_out and paper.kind != "document":
        lost.add("kind")
    lost.update(fields.losses(paper))
    lost.update(name for name in paper.extra)
    again = decode_row(row.items(), fields) or Paper()
    report.lose_all(sorted(_names(lost)))
    gone = {name.partition(":")[0] for name in lost}
    report.lose_all([name for name in fields.changes(paper, again) if name.partition(":")[0] not in gone])
    return list(row.values())


def _names(lost: set[str]) -> set[str]:
    """``authors:author`` is a role that may be left out as a column."""
    return {name for name in lost if name != "authors"}


def _split(cell: str) -> list[str]:
    """The values in a cell: a semicolon parts them, two stand for one in a value."""
    parts, start, held = [], 0, ""
    for match in _SEPARATOR.finditer(cell):
        held += cell[start : match.start()]
        if match[0] == ";;":
            held += ";"
        else:
            parts.append(held)
            held = ""
        start = match.end()
    parts.append(held + cell[start:])
    return [part.strip() for part in parts if part.strip()]


def _join(name: str, values: list[str]) -> str:
    if _is_list(name):
        return "; ".join([value.replace(";", ";;") for value in values])
    return values[0]
