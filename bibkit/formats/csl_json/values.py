"""How CSL-JSON spells single values: text, names, lists.

Knows: that numbers may be strings and the reverse, the parts of a name, CSL's HTML subset in text.
Must not know: which variable a value belongs to. Dates are in `bibkit.formats.csl_json.dates`.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Any, Final, TypeVar

import msgspec

from bibkit.codecs import Codec, same
from bibkit.codecs.identifiers import decode_doi, decode_orcid
from bibkit.codecs.names import decode_inverted, is_others
from bibkit.codecs.pages import decode_pages
from bibkit.model import Affiliation, Attachment, Author
from bibkit.text.markup import clean, literal_pieces

__all__ = [
    "AFFILIATIONS",
    "ATTACHMENTS",
    "COUNT",
    "DOI",
    "IDENTIFIERS",
    "KEYWORD",
    "LONG_TEXT",
    "NAMES",
    "PAGES",
    "PATHS",
    "STRINGS",
    "TEXT",
    "VERBATIM",
    "as_text",
    "decode_name",
    "encode_name",
    "name_leftovers",
]

T = TypeVar("T")

# Crossref and others escape text for HTML although CSL-JSON is none; only these are undone (and written back
# doubly escaped where a text really holds one).
_ENTITY: Final = re.compile(r"&(?:amp|lt|gt|quot|apos|nbsp|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});")
_BREAK: Final = re.compile(r"[ \t]*[\n\r\t\v\f\x85\u2028\u2029]+[ \t]*")
_JATS: Final = re.compile(r"<(/?)jats:([a-z-]+)[^<>]*>")
_JATS_TAGS: Final = {"italic": "i", "bold": "b", "sub": "sub", "sup": "sup"}
_JATS_HEADING: Final = re.compile(r"<jats:title>\s*Abstract\s*</jats:title>", re.IGNORECASE)


def as_text(value: Any) -> str:
    """Any JSON value as text; several strings are joined, objects and null are nothing.

    >>> as_text(12), as_text(["1234-5679", "2049-3630"])
    ('12', '1234-5679 2049-3630')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, int | float):
        return str(int(value)) if abs(value) < 2**53 and value == int(value) else str(value)
    if isinstance(value, list):
        return " ".join([text for text in map(as_text, value) if text])
    return ""


def _decode_text(value: Any) -> str:
    text = as_text(value)
    return _one_line(_ENTITY.sub(_unescape, text) if "&" in text else text)


def _one_line(value: Any) -> str:
    """Clean text on one line; blanks that the text itself has are left alone.

    Most texts are clean: without asking for that first, reading takes 1.3 times as long.
    """
    text = as_text(value)
    return text.strip() if text.isascii() and text.isprintable() else _BREAK.sub(" ", clean(text)).strip()


def _decode_long_text(value: Any) -> str:
    text = as_text(value)
    if "<jats:" in text:
        text = _without_jats(text)
    if "&" in text:
        text = _ENTITY.sub(_unescape, text)
    return clean(text).strip()


def _unescape(match: re.Match[str]) -> str:
    return html.unescape(match[0])


def _without_jats(text: str) -> str:
    """Crossref's abstracts are JATS fragments: keep the four tags that CSL has, and paragraphs."""

    def tag(match: re.Match[str]) -> str:
        name = _JATS_TAGS.get(match[2])
        if name is not None:
            return f"<{match[1]}{name}>"
        return "\n\n" if match[2] in ("p", "title", "sec") and match[1] else ""

    return re.sub(r"\s*\n\s*\n\s*", "\n\n", _JATS.sub(tag, _JATS_HEADING.sub("", text)))


def _encode_text(text: str) -> str:
    r"""Rich text as CSL-JSON has it: tags stay, a dollar that opens no formula needs no backslash."""
    if "\\" in text and "\\$" in text:
        pieces = literal_pieces(text)
        plain = "".join([piece for _, piece in pieces])
        if literal_pieces(plain) == pieces:
            text = plain
    return _ENTITY.sub(lambda match: "&amp;" + match[0][1:], text) if "&" in text else text


def _decode_verbatim(value: Any) -> str:
    return clean(as_text(value).strip())


def _decode_doi(value: Any) -> str:
    text = _decode_verbatim(value)
    return decode_doi(_ENTITY.sub(_unescape, text) if "&" in text else text)


def _decode_pages(value: Any) -> str:
    return decode_pages(_decode_text(value))


def _each(decode: Callable[[Any], T | None], encode: Callable[[T], Any]) -> Codec[Any, tuple[T, ...]]:
    """The codec of a list, out of the two functions for one of its elements; a lone element is a list of one.

    Elements that say nothing are left out.
    """

    def decode_all(value: Any) -> tuple[T, ...]:
        return tuple([item for item in map(decode, value if isinstance(value, list) else [value]) if item])

    return Codec(decode_all, lambda items: [encode(item) for item in items])


TEXT: Final[Codec[Any, str]] = Codec(_decode_text, _encode_text)
"""Rich text of one line."""
PAGES: Final[Codec[Any, str]] = Codec(_decode_pages, _encode_text)
"""Page ranges, with any of the dashes that people write."""
LONG_TEXT: Final[Codec[Any, str]] = Codec(_decode_long_text, _encode_text)
"""Rich text that may have paragraphs."""
VERBATIM: Final[Codec[Any, str]] = Codec(_decode_verbatim, same)
"""Text without markup: identifiers and addresses."""
DOI: Final[Codec[Any, str]] = Codec(_decode_doi, same)
IDENTIFIERS: Final[Codec[Any, str]] = Codec(lambda value: " ".join(as_text(value).replace(",", " ").split()), same)
"""ISBN and ISSN: several in a list, or parted by blanks or commas."""


def _decode_count(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


COUNT: Final[Codec[Any, int]] = Codec(_decode_count, same)


# ---------------------------------------------------------------- names


def decode_name(value: Any) -> Author | None:
    """Read one name: CSL's parts, Crossref's ``name``, or a bare string; None where it is no name.

    A dropping particle and a non-dropping one both come before the family name: the model has one place.

    >>> decode_name({"family": "Berg", "given": "Ada", "non-dropping-particle": "van der"})
    Author(family='Berg', given='Ada', particle='van der', ...)
    """
    if isinstance(value, str):
        return decode_inverted(clean(value)) if "," in value else _literal(_one_line(value))
    if not isinstance(value, dict):
        return None
    get = value.get
    family, given = _one_line(get("family")), _one_line(get("given"))
    dropping, particle = get("dropping-particle"), _one_line(get("non-dropping-particle"))
    if dropping:
        particle = f"{_one_line(dropping)} {particle}".strip()
    if not (family or given or particle):
        return _literal(_one_line(get("literal") or get("name")))
    suffix = _one_line(get("suffix"))
    if get("parse-names") and not particle:
        family, given, particle, suffix = _parse_names(family, given, suffix)
    return Author(family, given, particle, suffix, orcid=decode_orcid(as_text(get("ORCID"))) if get("ORCID") else "")


def _literal(name: str) -> Author | None:
    return Author(literal=name) if name else None


def _parse_names(family: str, given: str, suffix: str) -> tuple[str, str, str, str]:
    """Take particle and suffix out of the other parts, as ``parse-names`` asks (citeproc-js manual, "Names")."""
    words = family.split()
    count = 0
    while count < len(words) - 1 and words[count][:1].islower():
        count += 1
    if "," in given and not suffix:
        given, _, suffix = (part.strip() for part in given.partition(","))
    return " ".join(words[count:]), given, " ".join(words[:count]), suffix


def encode_name(author: Author) -> dict[str, str]:
    """Write one name; the particle is one that does not drop, as in "van Gogh" (CSL specification, "Names")."""
    if author.literal:
        return {"literal": author.literal}
    name: dict[str, str] = {}
    if author.family:
        name["family"] = author.family
    if author.given:
        name["given"] = author.given
    if author.particle:
        name["non-dropping-particle"] = author.particle
    if author.suffix:
        name["suffix"] = author.suffix
    return name


_KNOWN_PARTS: Final = frozenset(
    ("family", "given", "non-dropping-particle", "suffix", "literal", "ORCID", "name", "affiliation", "sequence")
)
_KEPT_PARTS: Final = frozenset(("comma-suffix", "static-ordering", "dropping-particle"))


def name_leftovers(value: Any) -> dict[str, Any]:
    """The members of a name that the model has no place for and the format writes back."""
    if not isinstance(value, dict) or value.keys() <= _KNOWN_PARTS:
        return {}
    return {part: value[part] for part in sorted(value.keys() & _KEPT_PARTS) if value[part] not in (None, "", False)}


def _decode_listed_name(value: Any) -> Author | None:
    """Read one name of a list; "et al." is nobody's."""
    author = decode_name(value)
    return author if author and (author.given or not is_others(author.literal or author.family)) else None


NAMES: Final = _each(_decode_listed_name, encode_name)
"""All names of one role."""


# ---------------------------------------------------------------- lists


STRINGS: Final = _each(_decode_long_text, _encode_text)
PATHS: Final = _each(STRINGS.decode, STRINGS.encode)


def _decode_keyword(value: Any) -> tuple[str, ...]:
    """Tags are parted by semicolons; by commas only where there is no semicolon, as Mendeley writes."""
    if isinstance(value, list):
        return STRINGS.decode(value)
    text = _decode_text(value)
    return tuple(filter(None, map(str.strip, text.split(";" if ";" in text else ","))))


KEYWORD: Final[Codec[Any, tuple[str, ...]]] = Codec(_decode_keyword, lambda tags: "; ".join(map(_encode_text, tags)))


def _decode_affiliation(value: Any) -> Affiliation | None:
    name, ror = (value.get("name"), value.get("ror")) if isinstance(value, dict) else (value, None)
    text = _decode_text(name)
    return Affiliation(text, _decode_verbatim(ror)) if text else None


def _encode_affiliation(affiliation: Affiliation) -> str | dict[str, str]:
    name = _encode_text(affiliation.name)
    return {"name": name, "ror": affiliation.ror} if affiliation.ror else name


AFFILIATIONS: Final = _each(_decode_affiliation, _encode_affiliation)


def _decode_attachment(value: Any) -> Attachment | None:
    try:
        attachment = msgspec.convert(value, Attachment)
    except msgspec.ValidationError:
        return None
    return attachment if attachment != Attachment() else None


ATTACHMENTS: Final = _each(_decode_attachment, same)
