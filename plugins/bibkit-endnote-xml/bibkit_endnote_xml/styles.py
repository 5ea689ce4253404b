"""Type styles inside a field's text, to and from bibkit's rich text.

Knows: EndNote's ``<style face="bold italic">`` runs. Must not know: which field a text belongs to.

EndNote wraps every field in runs, plain ones too (``face="normal"``); it takes a text without any as plain.
Underline has no place in rich text, small capitals and protected case have none in EndNote.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from bibkit.codecs.xml.elements import Builder, Element, local_name, text_of
from bibkit.text.markup import TAGS, clean, literal_pieces, protect_dollars, split_math, tokens

__all__ = ["STYLE", "decode_text", "encode_text"]

STYLE: Final = "style"
_FACES: Final = {"bold": "b", "italic": "i", "superscript": "sup", "subscript": "sub"}
_FACE_OF: Final = {tag: face for face, tag in _FACES.items()}
_BLANKS: Final = re.compile(r"[ \t\n]+")
_MULTILINE: Final = frozenset(("abstract", "notes", "research-notes", "auth-address", "isbn"))
"""Fields in which a line break means something."""


def decode_text(element: Element) -> str:
    """A field's text as rich text; the order of a run's faces is the order in which the tags open.

    >>> decode_text(parse_fragment('<title>Of <style face="italic">Natrix</style></title>'))
    'Of <i>Natrix</i>'
    """
    if not len(element):
        text = element.text or ""
    elif any(local_name(child) == STYLE for child in element):
        text = "".join(_tagged(element))
    else:
        text = text_of(element)
    return _tidy(clean(text), local_name(element))


def _tagged(element: Element) -> Iterator[str]:
    opened: list[str] = []
    for piece, faces in _runs(element):
        if not piece:
            continue
        wanted = [_FACES[face] for face in dict.fromkeys(faces.lower().split()) if face in _FACES]
        while opened and not set(opened) <= set(wanted):
            yield TAGS[opened.pop()][1]
        for tag in wanted:
            if tag not in opened:
                opened.append(tag)
                yield TAGS[tag][0]
        yield piece
    while opened:
        yield TAGS[opened.pop()][1]


def _runs(element: Element) -> Iterator[tuple[str, str]]:
    """The pieces of a text, each with its faces. What stands between runs is the layout of the file if it is blank."""
    yield _unless_layout(element.text), ""
    for child in element:
        if local_name(child) == STYLE:
            yield text_of(child), child.get("face", "")
        else:
            yield text_of(child), ""
        yield _unless_layout(child.tail), ""


def _unless_layout(text: str | None) -> str:
    return text if text and not ("\n" in text and text.isspace()) else ""


def _tidy(text: str, field: str) -> str:
    if "\n" not in text:
        return text.strip()
    if field not in _MULTILINE:
        return _BLANKS.sub(" ", text).strip()
    return "\n".join([line.strip() for line in text.strip().split("\n")])


def _shown(text: str) -> str:
    """Rich text that stands for what is written: literal dollars keep their backslash where they need it to be read."""
    if "\\" not in text or "$" not in text:
        return text
    pieces = literal_pieces(text)
    if literal_pieces("".join([piece for _, piece in pieces])) == pieces:
        return text
    return protect_dollars(split_math(text))


def encode_text(builder: Builder, parent: Element, name: str, text: str) -> Element:
    """Add a field with a rich text; runs are written only where it has tags."""
    if "<" not in text and "\\" not in text:
        return builder.add(parent, name, text)
    runs: list[tuple[str, tuple[str, ...]]] = []
    opened: list[str] = []
    for kind, value in tokens(_shown(text)):
        if kind == "open":
            opened.append(value)
        elif kind == "close":
            opened.pop()
        else:
            faces = tuple([_FACE_OF[tag] for tag in opened if tag in _FACE_OF])
            if runs and runs[-1][1] == faces:
                value = runs.pop()[0] + value
            runs.append((value, faces))
    if not any([faces for _, faces in runs]):
        return builder.add(parent, name, "".join([piece for piece, _ in runs]))
    field = builder.add(parent, name)
    for piece, faces in runs:
        attributes = {"face": " ".join(faces) or "normal", "font": "default", "size": "100%"}
        builder.add(field, STYLE, piece, attributes)
    return field
