r"""Values that are lists or have a grammar of their own: keywords, affiliations, annotations, files.

Knows: how each is cut and joined so that it reads back as the same list.
Must not know: which field holds what.

Lists are separated by commas or semicolons; braces protect a separator within an item (biblatex manual, "Separated
value fields"). Everything else in an item is TeX text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple

from bibkit.codecs import latex
from bibkit.model import Attachment

__all__ = [
    "Annotation",
    "decode_annotations",
    "decode_files",
    "decode_list",
    "decode_tags",
    "encode_annotations",
    "encode_files",
    "encode_list",
    "split_protected",
]

Tex = Callable[[str], str]


def split_protected(text: str, separator: str) -> list[str]:
    """Cut a text at each ``separator`` (one character) outside braces; no empty pieces.

    >>> split_protected("{Estuaries, Tidal}, deep learning,", ",")
    ['{Estuaries, Tidal}', 'deep learning']
    """
    pieces = text.split(separator)
    if "{" in text:
        groups: list[list[str]] = []
        depth = 0
        for piece in pieces:
            if depth > 0:
                groups[-1].append(piece)
            else:
                groups.append([piece])
            depth += piece.count("{") - piece.count("}")
        pieces = [separator.join(group) for group in groups]
    return [bare for piece in pieces if (bare := piece.strip())]


def decode_list(text: str, separator: str) -> tuple[str, ...]:
    r"""Read a list of TeX texts.

    >>> decode_list("Salt {\\& Silt; Ltd}; Tidewater", ";")
    ('Salt & Silt; Ltd', 'Tidewater')
    """
    if "\\" not in text and "{" not in text:
        text = latex.decode(text)
        return tuple([bare for piece in text.split(separator) if (bare := piece.strip())])
    return tuple([bare for piece in split_protected(text, separator) if (bare := latex.decode(piece))])


def decode_tags(text: str) -> tuple[str, ...]:
    """Read keywords: separated by semicolons where one stands outside braces, else by commas.

    >>> decode_tags("Estuaries, Tidal; deep learning"), decode_tags("{Estuaries, Tidal}, {A; B}")
    (('Estuaries, Tidal', 'deep learning'), ('Estuaries, Tidal', 'A; B'))
    """
    if ";" in text and ("{" not in text or len(split_protected(text, ";")) > 1):
        return decode_list(text, ";")
    return decode_list(text, ",")


_SEPARATORS: Final = {",": ",;", ";": ";"}
"""What must not stand bare in an item: keywords are cut at either, see `decode_tags`."""


def encode_list(items: Sequence[str], separator: str, tex: Tex) -> str:
    """Join items; one that holds a separator is put in braces.

    >>> encode_list(["Estuaries, Tidal", "weirs"], ",", latex.encode)
    '{Estuaries, Tidal}, weirs'
    """
    odd = _SEPARATORS[separator]
    joined = f"{separator} ".join(items)
    if sum(map(joined.count, odd)) == len(items) - 1 and not any([sign in joined for sign in _NOT_ALONE]):
        return tex(joined)
    written = [tex(item) for item in items]
    return f"{separator} ".join([f"{{{item}}}" if any(map(item.count, odd)) else item for item in written])


_NOT_ALONE: Final = "{}$\\<"
"""What may mean something else together with the next item."""


class Annotation(NamedTuple):
    """One value of a data annotation: the number of the item that it is about, from 1, or 0 for the whole field."""

    item: int
    value: str


@cache
def _annotation() -> re.Pattern[str]:
    return re.compile(r'\s*+([0-9]{1,6})?+(?::[\w-]*+)?+\s*+=\s*+(?:"([^"]*+)"|([^;"]*+))[^;]*+(?:;|\Z)')


_SYMBOLS: Final = (("\\symbol{59}", ";"), ("\\symbol{34}", '"'))


def decode_annotations(text: str) -> list[Annotation]:
    r"""Read a data annotation (biblatex manual, "Data annotations"): ``1="..."; 2="..."``, ``="..."`` for the field.

    >>> decode_annotations('="Tidewater"; 2="Salt \\symbol{59} Silt"')
    [Annotation(item=0, value='Tidewater'), Annotation(item=2, value='Salt ; Silt')]
    """
    found = []
    for match in _annotation().finditer(text):
        value = match[2] or match[3] or ""
        for symbol, character in _SYMBOLS:
            value = value.replace(symbol, character)
        value = latex.decode(value)
        if value:
            found.append(Annotation(int(match[1] or 0), value))
    return found


def encode_annotations(annotations: Iterable[Annotation], tex: Tex) -> str:
    r"""Write a data annotation. biber cuts at every semicolon and quote, so that these are written as symbols.

    >>> encode_annotations([Annotation(1, "Salt; Silt")], latex.encode)
    '1="Salt\\symbol{59} Silt"'
    """
    pieces = []
    for item, value in annotations:
        written = tex(value)
        for symbol, character in _SYMBOLS:
            written = written.replace(character, symbol)
        pieces.append(f'{item or ""}="{written}"')
    return "; ".join(pieces)


# ---------------------------------------------------------------- files

_FILE_PIECE: Final = re.compile(r"((?:[^\\;:]++|\\.?)*+)([;:]|\Z)", re.DOTALL)
_FILE_ESCAPE: Final = re.compile(r"\\([\\;:_&%#${}])")
_FILE_SPECIAL: Final = re.compile(r"[\\;:]")
_MEDIA_TYPES: Final = {
    "PDF": "application/pdf",
    "PostScript": "application/postscript",
    "ePUB": "application/epub+zip",
    "Text": "text/plain",
    "URL": "text/html",
    "HTML": "text/html",
    "PNG image": "image/png",
    "JPG image": "image/jpeg",
}
"""JabRef's names of file types."""


def decode_files(text: str) -> tuple[Attachment, ...]:
    r"""Read ``description:path:type;...`` as JabRef and Zotero write it; a lone part is a path.

    >>> decode_files("Reprint:papers/a\\;b.pdf:PDF")
    (Attachment(title='Reprint', path='papers/a;b.pdf', ..., media_type='application/pdf'),)
    """
    files: list[list[str]] = [[]]
    for match in _FILE_PIECE.finditer(text):
        files[-1].append(match[1])
        if match[2] == ";":
            files.append([])
        elif not match[2]:
            break
    return tuple([_attachment(parts) for parts in files if any(parts)])


def _attachment(parts: list[str]) -> Attachment:
    parts = [_FILE_ESCAPE.sub(r"\1", part.strip()) for part in parts]
    title = media_type = ""
    if len(parts) > 2:
        title, media_type = parts[0], parts[-1]
        parts = parts[1:-1]
    elif len(parts) == 2 and (not parts[0] or parts[1] in _MEDIA_TYPES or ("/" not in parts[1] and "." in parts[1])):
        title, parts = (parts[0], parts[1:]) if parts[1] not in _MEDIA_TYPES else ("", parts)
        if len(parts) == 2:
            media_type, parts = parts[1], parts[:1]
    path = ":".join(parts)
    is_address = "://" in path and not path.startswith("file:")
    return Attachment(
        title,
        "" if is_address else path,
        path if is_address else "",
        _MEDIA_TYPES.get(media_type, media_type),
    )


def encode_files(attachments: Iterable[Attachment]) -> str:
    r"""Write attachments as ``description:path:type``.

    >>> encode_files([Attachment("Reprint", "a;b.pdf", media_type="application/pdf")])
    'Reprint:a\\;b.pdf:application/pdf'
    """
    return ";".join(
        [
            ":".join(
                [
                    _FILE_SPECIAL.sub(lambda match: "\\" + match[0], part)
                    for part in (attachment.title, attachment.path or attachment.url, attachment.media_type)
                ]
            )
            for attachment in attachments
        ]
    )
