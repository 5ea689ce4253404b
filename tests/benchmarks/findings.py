"""What a program found in a file, as plain values in the words of ``generate.records``.

Knows: how each program spells a name, a date, a field. Must not know: what is right.

Each function takes what a program handed over and yields a dict for each record. A name is (particles and family,
given), or a string where the program does not divide names; a date is numbers, or a string where it does not read dates.
None stands for what the program cannot be asked.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Finding = dict[str, Any]

TEXTS = ("title", "journal", "volume", "number", "pages", "doi", "issn", "eprint", "category", "url", "abstract")
BIBTEX_NAMES = {"category": "primaryclass"}
CSL_NAMES = {
    "journal": "container-title", "number": "issue", "pages": "page", "doi": "DOI", "issn": "ISSN", "url": "URL",
}  # fmt: skip
RIS_NAMES = {"journal": "secondary_title", "url": "urls"}
NOT_IN_RIS = ("eprint", "category")
"""What RIS has no tag for; bibkit writes it as text of M2, and nobody else can be asked to find it there."""


def from_papers(papers: Iterable[Any]) -> Iterator[Finding]:
    """bibkit's papers."""
    for paper in papers:
        yield {
            "key": paper.key,
            "authors": [
                one.literal or (_join(one.particle, one.family), _join(one.given, one.suffix)) for one in paper.authors
            ],
            "date": _numbers(paper.issued.year, paper.issued.month, paper.issued.day) if paper.issued else "",
            "keywords": list(paper.tags),
            "title": paper.title,
            "journal": paper.container_title,
            "volume": paper.volume,
            "number": paper.issue,
            "pages": paper.page,
            "doi": paper.doi,
            "issn": paper.issn,
            "eprint": paper.eprint,
            "category": paper.eprint_class,
            "url": paper.url,
            "abstract": paper.abstract,
        }


def from_text(name: str, text: str | bytes) -> Iterator[Finding]:
    """Text that a program wrote in a format, read back by bibkit."""
    import tempfile
    from pathlib import Path

    import bibkit

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"written.{name}"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        yield from from_papers(bibkit.read(path))


def from_bibtexparser(entries: Iterable[Any]) -> Iterator[Finding]:
    for entry in entries:
        fields = {field.key.lower(): field.value for field in entry.fields}
        names = [(_join(*name.von, *name.last), _join(*name.first, *name.jr)) for name in fields.get("author", ())]
        yield _from_fields(entry.key, names, fields)


def from_pybtex(entries: Iterable[tuple[str, Any]]) -> Iterator[Finding]:
    for key, entry in entries:
        names = [
            (_join(*one.prelast_names, *one.last_names), _join(*one.first_names, *one.middle_names, *one.lineage_names))
            for one in entry.persons.get("author", ())
        ]
        yield _from_fields(key, names, {name.lower(): value for name, value in entry.fields.items()})


def from_citerra(entries: Iterable[tuple[str, list[tuple[str, str]], Any]]) -> Iterator[Finding]:
    for key, fields, authors in entries:
        names = [(_join(*one.prefix, *one.family), _join(*one.given, *one.suffix)) for one in authors]
        yield _from_fields(key, names, {name.lower(): value for name, value in fields})


def _from_fields(key: str, names: list[Any], fields: Mapping[str, Any]) -> Finding:
    """A record of a program that gives BibTeX's fields as strings, dates among them."""
    finding: Finding = {name: fields.get(BIBTEX_NAMES.get(name, name), "") for name in TEXTS}
    date = _join(fields.get("year", ""), fields.get("month", ""))
    return finding | {"key": key, "authors": names, "date": date, "keywords": fields.get("keywords", "")}


def from_refkit(records: Iterable[Mapping[str, Any]]) -> Iterator[Finding]:
    for record in records:
        parent = (record["parents"] or [{}])[0]
        other = record["extensions"].get("biblatex", {})
        names = [(_join(one["prefix"] or "", one["family"] or ""), one["given"] or "") for one in record["authors"]]
        date = (((record["date"] or {}).get("value") or {}).get("date")) or {}
        yield {
            **dict.fromkeys(TEXTS, ""),
            **record["identifiers"],
            "key": record["key"],
            "authors": names,
            "date": _numbers(date.get("year"), date.get("month"), date.get("day")),
            "keywords": record["keywords"],
            "title": _plain(record["title"]),
            "abstract": _plain(record["abstract_text"]),
            "journal": _plain(parent.get("title")),
            "volume": _plain(parent.get("volume")),
            "number": _plain(parent.get("issue")),
            "pages": _plain(record["page_range"]),
            "eprint": record["identifiers"].get("arxiv", ""),
            "category": _plain(other.get("primaryclass")),
            "url": _plain(record["url"]),
        }


def from_rispy(records: Iterable[Mapping[str, Any]]) -> Iterator[Finding]:
    for record in records:
        finding: Finding = {name: _plain(record.get(RIS_NAMES.get(name, name))) for name in TEXTS}
        first, last = record.get("start_page", ""), record.get("end_page", "")
        yield finding | {
            "key": record.get("id", ""),
            "authors": list(record.get("authors", ())),
            "date": record.get("date", record.get("year", "")),
            "keywords": record.get("keywords", ""),
            "pages": f"{first}-{last}" if last else first,
            **dict.fromkeys(NOT_IN_RIS),
        }


def from_csl(text: str | bytes) -> Iterator[Finding]:
    """CSL-JSON as it stands in a file."""
    for item in json.loads(text):
        finding: Finding = {name: item.get(CSL_NAMES.get(name, name), "") for name in TEXTS}
        custom = item.get("custom") or {}
        issued = item.get("issued") or {}
        yield finding | {
            "key": item.get("id", ""),
            "authors": [_csl_name(name) for name in item.get("author", ())],
            "date": _numbers(*issued["date-parts"][0]) if issued.get("date-parts") else _plain(issued.get("literal")),
            "keywords": item.get("keyword", ""),
            "eprint": _plain(item.get("number")).removeprefix("arXiv:"),
            "category": _plain(custom.get("eprint_class")),
        }


def _csl_name(name: Mapping[str, str]) -> Any:
    particles = _join(name.get("dropping-particle", ""), name.get("non-dropping-particle", ""))
    return name.get("literal") or (_join(particles, name.get("family", "")), name.get("given", ""))


def from_retorquere(text: str | bytes) -> Iterator[Finding]:
    """The JSON of @retorquere/bibtex-parser."""
    for entry in json.loads(text)["entries"]:
        fields = entry["fields"]
        names = [
            one.get("name")
            or (
                _join(one.get("prefix", ""), one.get("lastName", "")),
                _join(one.get("firstName", ""), one.get("suffix", "")),
            )
            for one in fields.get("author", ())
        ]
        finding = _from_fields(entry["key"], names, fields)
        date = finding["date"].split()
        if all(part.isdigit() for part in date):
            finding["date"] = _numbers(*map(int, date))
        yield finding


def _numbers(*parts: int | None) -> tuple[int, ...]:
    """A date without the parts that it lacks."""
    return tuple(part for part in parts if part)


def _join(*parts: str) -> str:
    return " ".join([part for part in parts if part])


def _plain(value: Any) -> str:
    """One string out of what holds one: a list, refkit's wrapped values and pieces of text."""
    if isinstance(value, list):
        return _plain(value[0]) if value else ""
    if isinstance(value, dict):
        return "".join([piece["text"] for piece in value["chunks"]]) if "chunks" in value else _plain(value["value"])
    return "" if value is None else str(value)
