"""How Hayagriva spells single values: formattable strings, persons, dates, numbers, languages, addresses.

Knows: Hayagriva's data types ("Data types" in the documentation of its file format), and which texts it refuses: Typst
does not compile a document with one such value.
Must not know: which field a value belongs to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from bibkit import Author, Codec, Date
from bibkit.codecs.dates import decode_free_date, encode_edtf, is_calendar_date
from bibkit.codecs.names import decode_inverted
from bibkit.text.markup import clean, from_plain, to_plain, unicode_math

__all__ = ["DATE", "PERSON", "decode_text", "encode_text", "fits"]

_NO_CASE: Final = '<span class="nocase">'
_NO_CASE_SPAN: Final = re.compile(r'<span class="nocase">([^<>{}$\\]*)</span>')
_CONTROL: Final = re.compile(r"[{}$\\]")
_GROUP: Final = re.compile(r"\{([^{}$\\]*)\}")
_NUMBER: Final = re.compile(r"[^\d\s-]{0,9}\d{1,9}[^\d\s,&-]{0,9}")
_LANGUAGE: Final = re.compile(r"[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?")
_DURATION: Final = re.compile(r"(?:(?:[0-9]+:)?[0-2][0-9]:)?[0-5][0-9]:[0-5][0-9](?:,[0-9]{1,3})?")
_HOST: Final = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9a-fA-F:]+\]")


def encode_text(text: str) -> Any:
    """A formattable string. Where braces or dollars would be taken for marks, Hayagriva's verbatim form.

    >>> encode_text('The <span class="nocase">RNA</span> of ponds'), encode_text("a {b}")
    ('The {RNA} of ponds', {'value': 'a {b}', 'verbatim': True})
    """
    shown = to_plain(unicode_math(_NO_CASE_SPAN.sub(r"\1", text)))
    if _CONTROL.search(shown):
        return {"value": clean(shown), "verbatim": True}
    if _NO_CASE in text:
        grouped = _NO_CASE_SPAN.sub(r"{\1}", text)
        return clean(to_plain(unicode_math(grouped)))
    return clean(shown)


def decode_text(value: Any) -> str:
    """The rich text of a formattable string, with the parts whose case is fixed marked as such."""
    if isinstance(value, Mapping):
        inner = value.get("value", value.get("name", ""))
        if isinstance(inner, Mapping):
            return decode_text(inner)
        return from_plain(str(inner)) if value.get("verbatim") in {"true", "True", True} else decode_text(inner)
    text = from_plain(str(value))
    if "{" in text:
        text = _GROUP.sub(rf"{_NO_CASE}\1</span>", text)
    return re.sub(r"\\([{}])", r"\1", text) if "\\" in text else text


def _encode_person(author: Author) -> Any:
    """``Family, Given`` where that reads back, else a map. Hayagriva has one form for a family name and an institution."""
    whole = author.literal or (author.family if not (author.given or author.particle or author.suffix) else "")
    if whole:
        return {"name": whole} if "," in whole or any([word[:1].islower() for word in whole.split(" ")]) else whole
    parts = (author.family, author.given, author.particle, author.suffix)
    simple = author.given and not author.particle and not author.suffix and not any(["," in part for part in parts])
    if simple and not any([word[:1].islower() for word in author.family.split(" ")]):
        return f"{author.family}, {author.given}"
    names = ("name", "given-name", "prefix", "suffix")
    return {name: part for name, part in zip(names, parts, strict=True) if part or name == "name"}


def _decode_person(value: Any) -> Author | None:
    """A person; a name without a given name is an institution's ("UNICEF")."""
    if isinstance(value, Mapping):
        name, given, prefix, suffix = (
            str(value.get(part) or "") for part in ("name", "given-name", "prefix", "suffix")
        )
        if not name and not given:
            return None
        return Author(name, given, prefix, suffix) if given or prefix or suffix else Author(literal=name)
    text = " ".join(str(value).split())
    return (decode_inverted(text) if "," in text else Author(literal=text)) if text else None


def _decode_date(value: Any) -> Date | None:
    text = str(value).strip()
    if text.startswith("~"):
        date = decode_free_date(text[1:])
        return date if date is None else Date(date.year, date.month, date.day, approximate=True)
    return decode_free_date(text)


def _encode_date(date: Date) -> str:
    """``YYYY-MM-DD``, shorter where less is known; ranges, seasons and words have no place."""
    if date.year is None or abs(date.year) > 9999:
        return ""
    month = date.month if 1 <= date.month <= 12 else 0
    day = date.day if month and is_calendar_date(date.year, month, date.day) else 0
    return ("~" if date.approximate else "") + encode_edtf(Date(date.year, month, day))


def _is_url(text: str) -> bool:
    """An address that the URL standard accepts: with a scheme, and a host where the scheme wants one."""
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return False
    if not parts.scheme or (text.isspace() or not text.split(":", 1)[1]):
        return False
    if parts.scheme in {"http", "https", "ftp", "ws", "wss"}:
        host = parts.netloc.rpartition("@")[2].rpartition(":")[0] or parts.netloc.rpartition("@")[2]
        return _HOST.fullmatch(host) is not None
    return True


PERSON: Final[Codec[Any, Any]] = Codec(_decode_person, _encode_person)
DATE: Final[Codec[Any, Any]] = Codec(_decode_date, _encode_date)

_CHECKS: Final[dict[str, Callable[[str], object]]] = {
    "page-total": _NUMBER.fullmatch,
    "volume-total": _NUMBER.fullmatch,
    "language": _LANGUAGE.fullmatch,
    "runtime": _DURATION.fullmatch,
    "url": _is_url,
}


def fits(field: str, text: str) -> bool:
    """Whether Hayagriva takes a text for a field that is not free text.

    >>> fits("page-total", "xii"), fits("url", "https://example.org/")
    (False, True)
    """
    check = _CHECKS.get(field)
    return check is None or bool(check(text))
