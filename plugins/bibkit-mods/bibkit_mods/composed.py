"""Values that several elements of a record make together: dates, addresses, the number of a preprint.

Knows: which of several dates and addresses counts. Must not know: paths of the table.
"""

from __future__ import annotations

import mimetypes
import re
from typing import Any, Final

from bibkit import Attachment, Date
from bibkit.codecs.dates import decode_free_date
from bibkit.codecs.identifiers import split_arxiv
from bibkit.codecs.xml.elements import Element, children_named, local_name
from bibkit_mods.dates import decode_group
from bibkit_mods.paths import plain_text, step
from bibkit_mods.table import HOST

__all__ = ["ARCHIVES", "DATES", "first_host", "read_addresses", "read_dates", "read_preprint"]

DATES: Final = frozenset(
    ("dateIssued", "copyrightDate", "dateCreated", "dateCaptured", "dateOther", "dateModified", "dateValid")
)
ARCHIVES: Final = frozenset(
    ("arxiv", "biorxiv", "chemrxiv", "eartharxiv", "hal", "medrxiv", "osf", "psyarxiv", "socarxiv", "ssrn")
)
_VERSION: Final = re.compile(r"(\S+?)v([0-9]+)")


def first_host(mods: Element) -> Element | None:
    """The host whose fields are read; further hosts are kept whole."""
    return next((item for item in children_named(mods, "relatedItem") if item.get("type") == "host"), None)


_ISSUED: Final = ("dateIssued", "copyrightDate")


def read_dates(mods: Element, extra: dict[str, tuple[str, ...]]) -> dict[str, Any]:
    """The dates of a record; those of publication that are not the one that counts are kept beside."""
    own = _groups(mods, "originInfo/")
    host_element = first_host(mods)
    host = _groups(host_element, HOST + "originInfo/") if host_element is not None else {}
    parts = {}
    for prefix, element in (("", mods), (HOST, host_element)):
        if element is not None:
            parts[f"{prefix}part/date"] = [
                date for part in children_named(element, "part") for date in children_named(part, "date")
            ]
    key = [path for path, group in own.items() if any(element.get("keyDate") == "yes" for element in group)]
    ranked = [
        *key,
        *[f"originInfo/{name}" for name in _ISSUED],
        HOST + "part/date",
        "part/date",
        *[f"{HOST}originInfo/{name}" for name in _ISSUED],
        "originInfo/dateCreated",
        HOST + "originInfo/dateCreated",
    ]
    groups = {**own, **host, **parts}
    found: dict[str, Any] = {}
    for path, field in (
        ("originInfo/dateOther[submitted]", "submitted"),
        ("originInfo/dateOther[available]", "available_date"),
        ("originInfo/dateCaptured", "accessed"),
    ):
        if date := decode_group(groups.pop(path, [])):
            found[field] = date
    for path in dict.fromkeys(ranked):
        if "issued" not in found and (date := decode_group(groups.pop(path, []))):
            found["issued"] = date
    for path, group in groups.items():
        date = decode_group(group)
        if date is not None and not _says_no_more(date, found.get("issued")):
            extra[f"mods:{path}"] = tuple([plain_text(element) for element in group])
    for item in children_named(mods, "relatedItem"):
        if item.get("type") == "original" and (date := decode_group(_groups(item, "").get("dateIssued", []))):
            found["original_date"] = date
    return found


def _says_no_more(date: Date, issued: Date | None) -> bool:
    """Whether a second date of publication only repeats the first, or a part of it."""
    if issued is None:
        return False
    return date in (issued, Date(issued.year), Date(issued.year, issued.month))


def _groups(element: Element, prefix: str) -> dict[str, list[Element]]:
    groups: dict[str, list[Element]] = {}
    for origin in children_named(element, "originInfo"):
        for child in origin:
            if local_name(child) in DATES:
                groups.setdefault(prefix + step(child), []).append(child)
    return groups


def read_addresses(mods: Element, extra: dict[str, tuple[str, ...]]) -> dict[str, Any]:
    """The paper's own address, when it was visited, and the files; other addresses of the paper are kept beside."""
    urls = [
        url for place in children_named(mods, "location") for url in children_named(place, "url") if plain_text(url)
    ]
    own = [url for url in urls if url.get("access") not in {"raw object", "preview"}]
    main = next((url for url in urls if url.get("usage", "").startswith("primary")), own[0] if own else None)
    found: dict[str, Any] = {}
    if main is not None:
        found["url"] = plain_text(main)
        if visited := decode_free_date(main.get("dateLastAccessed", "")):
            found["accessed"] = visited
    files: dict[str, Attachment] = {}
    for url in urls:
        address = plain_text(url)
        if url is not main and address != found.get("url"):
            media_type = mimetypes.guess_type(address.partition("?")[0])[0] or ""
            files.setdefault(address, Attachment(title=url.get("displayLabel", ""), url=address, media_type=media_type))
    if files:
        found["attachments"] = tuple(files.values())
    uris = [plain_text(child) for child in children_named(mods, "identifier") if child.get("type") == "uri"]
    addresses = [uri for uri in uris if uri.startswith("http")]
    if addresses and "url" not in found:
        found["url"] = addresses[0]
    others = tuple(dict.fromkeys([uri for uri in addresses if uri != found["url"]])) if addresses else ()
    if others:
        extra["mods:identifier[uri]"] = (*extra.get("mods:identifier[uri]", ()), *others)
    return found


def read_preprint(mods: Element) -> dict[str, str]:
    """The number of a preprint, with its archive and version: ``<identifier type="arxiv">2609.01234v2</identifier>``."""
    for child in children_named(mods, "identifier"):
        archive, text = child.get("type", "").lower(), plain_text(child)
        if archive not in ARCHIVES or not text:
            continue
        identifier, version = split_arxiv(text) if archive == "arxiv" else ("", "")
        if not identifier:
            match = _VERSION.fullmatch(text)
            identifier, version = (match[1], match[2]) if match else (text, "")
        return {"eprint": identifier, "eprint_type": archive, **({"eprint_version": version} if version else {})}
    return {}
