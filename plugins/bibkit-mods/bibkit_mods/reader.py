"""Reads MODS, record by record.

Knows: how elements become the paths and values of the table.
Must not know: what a path means (`table`), how XML is parsed safely (`bibkit.codecs.xml.records`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, Final

from bibkit import Kind, Paper, ReadContext
from bibkit.codecs.pages import join_pages
from bibkit.codecs.xml.elements import Element, children_named, local_name, xml_of
from bibkit.codecs.xml.records import read_records
from bibkit_mods.composed import ARCHIVES, DATES, first_host, read_addresses, read_dates, read_preprint
from bibkit_mods.creators import read_creators
from bibkit_mods.kinds import HOSTED, MARC_GENRES, RESOURCE_TYPES, Clues, choose_kind
from bibkit_mods.paths import leaves, plain_text, step
from bibkit_mods.people import decode_name
from bibkit_mods.table import FIELDS, HOST, decode_isbn, decode_pages_total

__all__ = ["decode_mods", "expected_issuance", "read", "sniff"]

Pair = tuple[str, str]

_SNIFF: Final = re.compile(r"<(?:[A-Za-z_][\w.-]*:)?mods(?:Collection)?(?=[\s>])|http://www\.loc\.gov/mods/v3")
_ROOTS: Final = frozenset(("mods", "modsCollection"))
_RELATED: Final = frozenset(("host", "series", "original", "reviewOf"))
"""Related items that the table knows; others are kept whole."""


def sniff(sample: str) -> bool:
    """Whether the beginning of a file looks like MODS."""
    return _SNIFF.search(sample) is not None


def read(stream: BinaryIO, context: ReadContext) -> Iterator[Paper]:
    """Yield the papers of a file.

    Diagnostics: those of `bibkit.codecs.xml.records`. Raises `bibkit.InputError` when the file is no MODS.
    """
    for record in read_records(stream, ("mods",), context.diagnose, source=context.source, title="MODS", roots=_ROOTS):
        yield decode_mods(record)


def decode_mods(mods: Element) -> Paper:
    """The paper that a ``mods`` element describes."""
    kind, consumed = _kind(mods)
    values = FIELDS.decode(_Walk(kind, consumed).pairs(mods, ""), kind)
    values.update(read_creators(mods))
    extra: dict[str, tuple[str, ...]] = values.get("extra", {})
    for name, value in (
        *read_dates(mods, extra).items(),
        *read_addresses(mods, extra).items(),
        *read_preprint(mods).items(),
    ):
        values[name] = value
    if not values.get("key") and mods.get("ID"):
        values["key"] = mods.get("ID", "")
    if extra:
        values["extra"] = extra
    return Paper(**values)


# ---------------------------------------------------------------- what it is


def _genres(element: Element) -> list[tuple[str, str]]:
    return [(child.get("authority", ""), plain_text(child)) for child in children_named(element, "genre")]


def _kind(mods: Element) -> tuple[Kind, list[tuple[str, str]]]:
    host = first_host(mods)
    issuance = host.iterfind("{*}originInfo/{*}issuance") if host is not None else ()
    return choose_kind(
        Clues(
            genres=_genres(mods),
            collections=[plain_text(child) for child in mods.iterfind("{*}extension/{*}collectionCode")],
            host_genres=_genres(host) if host is not None else [],
            resources=[plain_text(child) for child in children_named(mods, "typeOfResource")],
            media=[plain_text(child) for child in mods.iterfind("{*}physicalDescription/{*}internetMediaType")],
            host_issuance=[plain_text(child) for child in issuance],
            has_host=host is not None,
        )
    )


def expected_issuance(kind: Kind, prefix: str) -> str:
    """What ``issuance`` says of a kind anyway, of the work or of its host."""
    if prefix == HOST:
        return (
            "continuing" if "periodical" in MARC_GENRES.get(kind, ("", ""))[1] or "article" in kind else "monographic"
        )
    return "monographic" if kind not in HOSTED else ""


# ---------------------------------------------------------------- elements to pairs


class _Walk:
    """Gives the paths and values of a record; knows its kind, and which genres told it."""

    def __init__(self, kind: Kind, consumed: list[tuple[str, str]]) -> None:
        self._kind = kind
        self._consumed = consumed

    def pairs(self, parent: Element, prefix: str) -> Iterator[Pair]:
        """Paths and values of an element, but for names, dates and addresses."""
        main_title = _main_title(parent)
        seen: set[str] = set()
        for child in parent:
            name = local_name(child)
            if name == "titleInfo":
                yield from _title(child, prefix, is_main=child is main_title)
            elif name == "name":
                yield from self._name(child, prefix)
            elif name == "relatedItem":
                yield from self._related(child, prefix, seen)
            elif name == "extension":
                yield prefix + name, xml_of(child)
            elif name in _READERS:
                yield from _READERS[name](self, child, prefix)
            elif name:
                yield from leaves(child, prefix)

    def _name(self, element: Element, prefix: str) -> Iterator[Pair]:
        if prefix in {"", HOST, "relatedItem[series]/", HOST + "relatedItem[series]/", "relatedItem[reviewOf]/"}:
            name = decode_name(element, "author")
            if name.other and name.text:
                yield f"{'' if name.other == 'conference' else prefix}name[{name.other}]", name.text
        else:
            yield prefix + "name", xml_of(element)

    def _related(self, element: Element, prefix: str, seen: set[str]) -> Iterator[Pair]:
        kind = element.get("type", "")
        if kind in _RELATED and kind not in seen and prefix in {"", HOST}:
            seen.add(kind)
            yield from self.pairs(element, f"{prefix}relatedItem[{kind}]/")
        else:
            yield prefix + step(element), xml_of(element)

    def _origin(self, element: Element, prefix: str) -> Iterator[Pair]:
        for child in element:
            name = local_name(child)
            if name in DATES:
                continue
            if name == "issuance" and plain_text(child) == expected_issuance(self._kind, prefix):
                continue
            if name == "place":
                yield from _place(child, prefix)
            elif name:
                yield from leaves(child, f"{prefix}originInfo/")

    def _part(self, element: Element, prefix: str) -> Iterator[Pair]:
        for child in element:
            name = local_name(child)
            path = f"{prefix}part/{step(child)}"
            if name == "detail":
                yield from _detail(child, path)
            elif name == "extent":
                yield from _extent(child, path)
            elif name and name != "date":
                yield from leaves(child, f"{prefix}part/")

    def _subject(self, element: Element, prefix: str) -> Iterator[Pair]:
        for child in element:
            if local_name(child) == "topic" and not prefix:
                yield "subject/topic", plain_text(child)
            elif local_name(child):
                yield from leaves(child, f"{prefix}subject/")

    def _genre(self, element: Element, prefix: str) -> Iterator[Pair]:
        genre = (element.get("authority", ""), plain_text(element))
        if not prefix and genre in self._consumed:
            return
        if prefix == HOST and (genre[1] == MARC_GENRES.get(self._kind, ("", ""))[1] or genre[0] == "bibutilsgt"):
            return
        yield from leaves(element, prefix)

    def _resource(self, element: Element, prefix: str) -> Iterator[Pair]:
        if prefix or plain_text(element) != RESOURCE_TYPES.get(self._kind, "text"):
            yield from leaves(element, prefix)

    def _language(self, element: Element, prefix: str) -> Iterator[Pair]:
        """A code counts before a name; languages of parts, and second ones, are kept beside."""
        terms = list(children_named(element, "languageTerm"))
        if not terms and not prefix:
            yield "language", plain_text(element)
            return
        terms.sort(key=lambda term: term.get("type") == "text")
        for number, term in enumerate(terms):
            if number == 0 and not prefix and not element.get("objectPart"):
                yield "language", plain_text(term)
            else:
                yield from leaves(term, f"{prefix}language/")

    def _description(self, element: Element, prefix: str) -> Iterator[Pair]:
        for child in element:
            if local_name(child) == "extent" and child.get("unit") == "pages":
                yield f"{prefix}physicalDescription/extent:pages", plain_text(child)
            elif local_name(child) == "extent" and not child.get("unit"):
                text = plain_text(child)
                total, is_all = decode_pages_total(text)
                if total:
                    yield f"{prefix}physicalDescription/extent:pages", total
                if not is_all:
                    yield f"{prefix}physicalDescription/extent", text
            elif local_name(child):
                yield from leaves(child, f"{prefix}physicalDescription/")

    def _location(self, element: Element, prefix: str) -> Iterator[Pair]:
        for child in element:
            if local_name(child) != "url" or prefix:
                yield from leaves(child, f"{prefix}location/")

    def _identifier(self, element: Element, prefix: str) -> Iterator[Pair]:
        kind, text = element.get("type", "").strip().lower(), plain_text(element)
        if element.get("invalid") == "yes":
            yield f"{prefix}identifier[invalid {kind}]", text
        elif kind == "isbn":
            number = decode_isbn(text)
            yield f"{prefix}identifier[isbn]", number
            if number != text:
                yield f"{prefix}identifier[isbn]:qualified", text
        elif prefix or not (kind in ARCHIVES or (kind == "uri" and text.startswith("http"))):
            yield f"{prefix}identifier[{kind}]" if kind in _LOWER else prefix + step(element), text

    def _note(self, element: Element, prefix: str) -> Iterator[Pair]:
        if prefix or element.get("type") != "affiliation":
            yield from leaves(element, prefix)


_LOWER: Final = frozenset(("doi", "issn", "pmid", "pubmed", "pmc", "pmcid", "citekey"))
_READERS: Final = {
    "originInfo": _Walk._origin,  # noqa: SLF001 - a table of the class's own methods
    "part": _Walk._part,  # noqa: SLF001
    "subject": _Walk._subject,  # noqa: SLF001
    "genre": _Walk._genre,  # noqa: SLF001
    "typeOfResource": _Walk._resource,  # noqa: SLF001
    "language": _Walk._language,  # noqa: SLF001
    "physicalDescription": _Walk._description,  # noqa: SLF001
    "location": _Walk._location,  # noqa: SLF001
    "identifier": _Walk._identifier,  # noqa: SLF001
    "note": _Walk._note,  # noqa: SLF001
}


def _place(element: Element, prefix: str) -> Iterator[Pair]:
    for child in element:
        path = f"{prefix}originInfo/place/{step(child)}"
        if local_name(child) == "text":  # MODS 3.0 had no placeTerm
            path = f"{prefix}originInfo/place/placeTerm[text]"
        elif path.endswith("placeTerm"):
            path += "[text]"
        yield path, plain_text(child)


def _main_title(parent: Element) -> Element | None:
    titles = [title for title in children_named(parent, "titleInfo") if title.get("type") != "abbreviated"]
    return next((title for title in titles if not title.get("type")), titles[0] if titles else None)


def _title(element: Element, prefix: str, *, is_main: bool) -> Iterator[Pair]:
    parts = {
        name: [plain_text(child) for child in children_named(element, name)] for name in ("partNumber", "partName")
    }
    whole = _composed_title(element)
    for child in element:
        if (name := local_name(child)) and name not in {"nonSort", "title", "subTitle", *parts}:
            yield f"{prefix}{step(element)}/{name}", plain_text(child)
    if is_main and prefix in {"", "relatedItem[series]/"}:
        yield f"{prefix}titleInfo", whole
        for name, texts in parts.items():
            for text in texts:
                yield f"{prefix}titleInfo/{name}", text
        return
    for text in (*parts["partNumber"], *parts["partName"]):
        whole = f"{whole.rstrip('.')}. {text}" if whole else text
    yield prefix + ("titleInfo" if is_main else step(element)), whole


def _composed_title(element: Element) -> str:
    """Article, title and subtitle: ``The`` + ``Pond`` + ``a survey`` is ``The Pond: a survey``."""
    article, title, subtitle = (
        next((plain_text(child) for child in children_named(element, name)), "")
        for name in ("nonSort", "title", "subTitle")
    )
    if not title and not len(element):
        title = plain_text(element)
    if article and not article.endswith(("'", "\u2019", "-")):
        article += " "
    title = article + title
    return f"{title.rstrip(' :')}: {subtitle}" if subtitle else title


def _detail(element: Element, path: str) -> Iterator[Pair]:
    numbers = [plain_text(child) for child in children_named(element, "number")]
    captions = [plain_text(child) for child in children_named(element, "caption")]
    titles = [plain_text(child) for child in children_named(element, "title")]
    if not numbers and not titles:
        numbers = captions or [plain_text(element)]
    for text in numbers:
        yield path, text
    for text in titles:
        yield f"{path}/title", text


def _extent(element: Element, path: str) -> Iterator[Pair]:
    """Pages: a start and an end, or a list; ``page`` is another spelling of the unit."""
    unit = element.get("unit", "").lower()
    if unit not in {"page", "pages"}:
        yield from leaves(element, path.rpartition("/")[0] + "/")
        return
    path = path.rpartition("/")[0] + "/extent[pages]"
    parts = {local_name(child): plain_text(child) for child in element}
    if parts.get("start") or parts.get("end"):
        yield path, join_pages(parts.get("start", ""), parts.get("end", ""))
    elif parts.get("list") or not parts:
        yield path, parts.get("list") or plain_text(element)
