"""Writes MODS 3.8, record by record, and says what a record does not hold.

Knows: how paths and values of the table become elements.
Must not know: what a path means (`table`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from lxml import etree

from bibkit import Paper, WriteContext
from bibkit.codecs.dates import encode_edtf
from bibkit.codecs.pages import split_pages
from bibkit.codecs.xml.elements import Builder, Element, local_name, parse_fragment, serialise
from bibkit.text.markup import literal_pieces
from bibkit.zotero import item_type_of
from bibkit_mods.creators import add_creators, in_order, without_lost_identifiers
from bibkit_mods.dates import add_date
from bibkit_mods.kinds import HOSTED, MARC_GENRES, RESOURCE_TYPES
from bibkit_mods.paths import NAMESPACE, add
from bibkit_mods.reader import decode_mods, expected_issuance
from bibkit_mods.table import FIELDS, HOST, ORDER, decode_pages_total

__all__ = ["write"]

_PLACES: Final = {name: place for place, name in enumerate(ORDER)}
_HEAD: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    f'<modsCollection xmlns="{NAMESPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
    f' xsi:schemaLocation="{NAMESPACE} http://www.loc.gov/standards/mods/v3/mods-3-8.xsd">\n'
)
_DECLARATION: Final = f' xmlns="{NAMESPACE}"'.encode()
"""Said once, in the first line."""
_XML_ID: Final = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)
_THREE_LETTERS: Final = re.compile(r"[a-z]{3}")
_LANGUAGE_TAG: Final = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*")


def write(papers: Iterable[Paper], context: WriteContext) -> Iterator[bytes]:
    """Yield the file piece by piece, a record a piece.

    Diagnostic: ``illegal-characters``.
    """
    builder = Builder(NAMESPACE)
    yield _HEAD.encode()
    for paper in papers:
        mods = _mods(paper, builder)
        context.report.lose_all(FIELDS.losses(paper))
        kept = without_lost_identifiers(paper)
        if kept is not paper:
            context.lose("affiliations.ror")
        context.report.lose_all(FIELDS.changes(in_order(kept), decode_mods(mods)))
        yield serialise(mods, 1).replace(_DECLARATION, b"", 1)
    yield b"</modsCollection>\n"
    if builder.removed:
        context.diagnose("illegal-characters", f"{builder.removed} characters that no XML can hold were left out")


def _mods(paper: Paper, builder: Builder) -> Element:
    mods = builder.element("mods", {"version": "3.8", "ID": paper.key if _XML_ID.fullmatch(paper.key) else ""})
    _add_kind(builder, mods, paper)
    for path, value in FIELDS.encode(paper):
        _add(builder, mods, path, _plain(value))
    add_creators(builder, mods, paper)
    _add_dates(builder, mods, paper)
    _add_addresses(builder, mods, paper)
    if paper.eprint and paper.eprint_type:
        version = f"v{paper.eprint_version}" if paper.eprint_version else ""
        builder.add(mods, "identifier", paper.eprint + version, {"type": paper.eprint_type})
    for path, values in FIELDS.kept_extra(paper):
        for value in values:
            _add_extra(builder, mods, path, value, paper)
    for element in (*mods.iterfind(f"{{{NAMESPACE}}}relatedItem"), mods):
        element[:] = sorted(element, key=lambda child: _PLACES.get(local_name(child), len(ORDER)))
    return mods


def _plain(text: str) -> str:
    """A text without the backslashes before literal dollars, unless a reader would then see a formula.

    Tags and formulas stay as they are: Zotero shows them.
    """
    if "\\" not in text or "$" not in text:
        return text
    pieces = literal_pieces(text)
    plain = "".join([piece for _, piece in pieces])
    return plain if literal_pieces(plain) == pieces else text


# ---------------------------------------------------------------- single elements


def _add_kind(builder: Builder, mods: Element, paper: Paper) -> None:
    builder.add(mods, "typeOfResource", RESOURCE_TYPES.get(paper.kind, "text"))
    local, csl = item_type_of(paper.kind)
    own, of_host = MARC_GENRES.get(paper.kind, ("", ""))
    if paper.kind != "paper-conference" or not paper.container_title:
        # bibutils takes this one for proceedings; the genre of the host says it as well.
        builder.add(mods, "genre", local, {"authority": "local"})
    if csl:
        builder.add(mods, "genre", csl, {"authority": "csl"})
    if own:
        builder.add(mods, "genre", own, {"authority": "marcgt"})
    if of_host and paper.container_title:
        host = builder.child(mods, "relatedItem", {"type": "host"})
        builder.add(host, "genre", of_host, {"authority": "marcgt"})
        builder.add(builder.child(host, "originInfo"), "issuance", expected_issuance(paper.kind, HOST))


def _add(builder: Builder, mods: Element, path: str, value: str) -> None:
    """Add what a row of the table says; some elements hold their text in another one."""
    if path == "language":
        _add_language(builder, mods, value)
    elif path == "physicalDescription/extent:pages":
        if decode_pages_total(f"{value} p.") == (value, True):
            add(builder, mods, "physicalDescription/extent", f"{value} p.")
        else:
            add(builder, mods, "physicalDescription/extent[pages]", value)
    elif path.endswith("extent[pages]"):
        _add_pages(builder, mods, path, value)
    elif path.endswith(("titleInfo", "titleInfo[abbreviated]")):
        add(builder, mods, f"{path}/title", value)
    elif path.rpartition("/")[2].startswith("detail["):
        add(builder, mods, f"{path}/number", value)
    elif path == "subject/cartographics/scale":
        cartographics = builder.add(builder.add(mods, "subject"), "cartographics")
        builder.add(cartographics, "scale", value)
    else:
        add(builder, mods, path, value)


def _add_language(builder: Builder, mods: Element, value: str) -> None:
    if _THREE_LETTERS.fullmatch(value):
        attributes = {"authority": "iso639-2b", "type": "code"}
    elif _LANGUAGE_TAG.fullmatch(value) and (len(value) == 2 or "-" in value):
        attributes = {"authority": "rfc5646", "type": "code"}
    else:
        attributes = {"type": "text"}
    builder.add(builder.add(mods, "language"), "languageTerm", value, attributes)


def _add_pages(builder: Builder, mods: Element, path: str, value: str) -> None:
    first, last = split_pages(value)
    if last and "," not in last and ";" not in last:
        add(builder, mods, f"{path}/start", first)
        add(builder, mods, f"{path}/end", last)
    elif value.isalnum():
        add(builder, mods, f"{path}/start", value)
    else:
        add(builder, mods, f"{path}/list", value)


# ---------------------------------------------------------------- several elements


def _add_dates(builder: Builder, mods: Element, paper: Paper) -> None:
    if paper.issued is not None:
        add_date(builder, builder.child(mods, "originInfo"), "dateIssued", paper.issued, {"keyDate": "yes"})
        if paper.kind in HOSTED and paper.container_title and not paper.issued.literal:
            host = builder.child(mods, "relatedItem", {"type": "host"})
            builder.add(builder.child(host, "part"), "date", encode_edtf(paper.issued))
    for date, kind in ((paper.submitted, "submitted"), (paper.available_date, "available")):
        if date is not None:
            add_date(builder, builder.child(mods, "originInfo"), "dateOther", date, {"type": kind})
    if paper.accessed is not None and not paper.url:
        add_date(builder, builder.child(mods, "originInfo"), "dateCaptured", paper.accessed)
    if paper.original_date is not None:
        original = builder.child(mods, "relatedItem", {"type": "original"})
        add_date(builder, builder.child(original, "originInfo"), "dateIssued", paper.original_date)


def _add_addresses(builder: Builder, mods: Element, paper: Paper) -> None:
    if paper.url:
        visited = encode_edtf(paper.accessed) if paper.accessed is not None else ""
        place = builder.add(mods, "location")
        builder.add(place, "url", paper.url, {"usage": "primary display", "dateLastAccessed": visited})
    for attachment in paper.attachments:
        if attachment.url:
            place = builder.add(mods, "location")
            builder.add(place, "url", attachment.url, {"displayLabel": attachment.title, "access": "raw object"})


def _add_extra(builder: Builder, mods: Element, path: str, value: str, paper: Paper) -> None:
    """Write back what only this format knows: a text, or an element that was kept whole."""
    if path.startswith("name") or path.endswith(":qualified"):
        return
    if path == "physicalDescription/extent" and decode_pages_total(value)[0] == paper.number_of_pages:
        for extent in mods.iterfind(f"{{{NAMESPACE}}}physicalDescription/{{{NAMESPACE}}}extent"):
            if extent.text == f"{paper.number_of_pages} p.":
                extent.text = builder.legal(value)
                return
    if value.startswith("<"):
        try:
            kept = parse_fragment(value)
        except etree.XMLSyntaxError:
            pass
        else:
            if path.rpartition("/")[2].partition("[")[0] == local_name(kept):
                parent = builder.child(mods, "relatedItem", {"type": "host"}) if path.startswith(HOST) else mods
                parent.append(kept)
                return
    _add(builder, mods, path, value)
