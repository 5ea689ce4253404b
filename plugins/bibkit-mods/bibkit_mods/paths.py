"""Elements as paths, and back: ``relatedItem[host]/identifier[issn]``.

Knows: which attribute tells apart elements of one name, how texts are laid out.
Must not know: what an element means.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from bibkit.codecs.xml.elements import Builder, Element, local_name, text_of
from bibkit.text.markup import clean

__all__ = ["NAMESPACE", "add", "leaves", "plain_text", "step"]

NAMESPACE: Final = "http://www.loc.gov/mods/v3"

_TELLING: Final = {
    "accessCondition": "type", "classification": "authority", "dateOther": "type", "detail": "type", "extent": "unit",
    "form": "authority", "genre": "authority", "identifier": "type", "languageTerm": "type", "name": "type",
    "namePart": "type", "note": "type", "placeTerm": "type", "relatedItem": "type", "titleInfo": "type",
}  # fmt: skip
"""The attribute that a path shows in brackets."""
_STEP: Final = re.compile(r"(?P<name>[A-Za-z][A-Za-z0-9]*)(?:\[(?P<value>[^\[\]]*)\])?")
_STEPS: Final = re.compile(r"(?:[^/\[]|\[[^\]]*\]?)+")
_BLANKS: Final = re.compile(r"[ \t\n]+")
_PARAGRAPH: Final = re.compile(r"\n[ \t]*\n\s*")
_LAYOUT: Final = re.compile(r"[ \t]*\n[ \t]+")
_LINES: Final = frozenset(("abstract", "note", "tableOfContents", "accessCondition"))
"""Elements whose text may have several lines and paragraphs."""
_ALONE: Final = frozenset(("subject", "note", "identifier", "classification", "genre"))
"""Elements that are repeated rather than added to."""


def step(element: Element) -> str:
    """One step of a path.

    >>> step(parse_fragment('<identifier type="doi">10.5555/1</identifier>'))
    'identifier[doi]'
    """
    name = local_name(element)
    telling = _TELLING.get(name)
    value = element.get(telling, "").strip() if telling else ""
    return f"{name}[{value}]" if value and "[" not in value and "]" not in value else name


def plain_text(element: Element) -> str:
    """An element's text; a line break with an indentation after it is the layout of the file."""
    text = clean(text_of(element)).strip()
    if "\n" not in text:
        return text
    if local_name(element) not in _LINES:
        return _BLANKS.sub(" ", text)
    return "\n\n".join([_LAYOUT.sub(" ", paragraph) for paragraph in _PARAGRAPH.split(text)])


def leaves(element: Element, prefix: str = "") -> Iterator[tuple[str, str]]:
    """The paths and texts of an element and all that it holds."""
    path = prefix + step(element)
    held = [child for child in element if local_name(child)]
    if not held:
        if text := plain_text(element):
            yield path, text
        return
    for child in held:
        yield from leaves(child, path + "/")


def add(builder: Builder, root: Element, path: str, text: str) -> Element | None:
    """Add the element that a path names; None where it names none.

    Elements on the way are shared with what is there, but for those that stand for one thing each.
    """
    steps = [_STEP.fullmatch(part) for part in _STEPS.findall(path)]
    parent = root
    for number, match in enumerate(steps):
        if match is None:
            return None
        name, value = match["name"], match["value"]
        telling = _TELLING.get(name)
        if value and telling is None:
            return None
        attributes = {telling: value} if telling and value else None
        if number == len(steps) - 1:
            return builder.add(parent, name, text, attributes)
        if name in _ALONE:
            parent = builder.add(parent, name, "", attributes)
        else:
            parent = builder.child(parent, name, attributes)
    return None
