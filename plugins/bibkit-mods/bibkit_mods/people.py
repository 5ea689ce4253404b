"""Names of MODS: persons and organisations with their roles, affiliations and identifiers.

Knows: ``name`` and its parts, MARC's relator codes. Must not know: other elements.

Source: MODS user guidelines, ``name``; "MARC Code List for Relators".
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from bibkit import ROLES, UNKNOWN_NUMBER, Affiliation, Author
from bibkit.codecs.identifiers import decode_orcid
from bibkit.codecs.names import decode_display, decode_inverted
from bibkit.codecs.xml.elements import Builder, Element, children_named
from bibkit_mods.paths import plain_text

__all__ = ["NO_CREATORS", "Name", "add_etal", "add_name", "decode_name"]

_RELATORS: Final = {
    "aut": "author", "cre": "author", "dis": "author", "inv": "author", "prg": "programmer", "edt": "editor",
    "trl": "translator", "ctb": "contributor", "asn": "contributor", "cmp": "composer", "ill": "illustrator",
    "ivr": "interviewer", "drt": "director", "fmd": "director", "pro": "producer", "prf": "performer",
    "com": "compiler", "nrt": "narrator", "rcp": "recipient", "hst": "host", "cur": "curator", "orm": "organizer",
    "aft": "afterword", "aui": "introduction", "wpr": "foreword", "ann": "annotator", "cwt": "commentator",
    "cph": "holder", "aus": "script-writer", "pbd": "collection-editor",
}  # fmt: skip
"""MARC's relator codes and roles. ``pbd`` stands for series editors in Zotero's MODS."""
_TERMS: Final = {
    "creator": "author", "author of afterword": "afterword", "author of introduction": "introduction",
    "series editor": "collection-editor", "screenwriter": "script-writer", "copyright holder": "holder",
    "inventor": "author", "associated name": "contributor", "verfasser": "author", "herausgeber": "editor",
    "adressat": "recipient", "writer of preface": "foreword", "commentator for written text": "commentator",
    **{role.replace("-", " "): role for role in ROLES},
    **{role: role for role in ROLES},
}  # fmt: skip
NO_CREATORS: Final = {"pbl": "pbl", "publisher": "pbl", "dst": "dst", "distributor": "dst", "dgg": "dgg",
                      "degree grantor": "dgg", "fnd": "fnd", "funder": "fnd", "spn": "spn", "sponsor": "spn"}  # fmt: skip
"""Roles of those who did not make the work but published, paid or examined it."""
_CODE_OF: Final = {role: code for code, role in reversed(_RELATORS.items())} | {"contributor": "ctb", "author": "aut"}
_DATES: Final = re.compile(r"\s*[\[(][^A-Za-z\])]*[\])]")
_MORE: Final = re.compile(r"([1-9][0-9]{0,5}) more\b")
_ROR: Final = re.compile(r"https?://ror\.org/")


class Name(NamedTuple):
    """What a ``name`` element says: who, and what else it is about."""

    author: Author | None
    affiliations: tuple[Affiliation, ...]
    other: str
    """A role of `NO_CREATORS`, or ``conference``; empty for those who made the work."""
    text: str
    """The whole name."""
    omitted: int
    """How many more there are: `bibkit.UNKNOWN_NUMBER` where that is not said, 0 where the name says nothing of it."""


def decode_name(element: Element, default_role: str) -> Name:
    """Read a ``name``; ``default_role`` is for names without a role that is known."""
    parts = _parts(element)
    kind = element.get("type", "")
    role, other = _role(element, default_role)
    untyped = parts.get("", [])
    text = " ".join(untyped) or " ".join([*parts.get("given", ()), *parts.get("family", ())])
    affiliations = tuple([_affiliation(child) for child in children_named(element, "affiliation")])
    omitted = next((_count(child) for child in children_named(element, "etal")), 0)
    if kind == "conference":
        return Name(None, (), "conference", text, omitted)
    if not text or other:
        return Name(Author(role=role) if omitted else None, (), other, text, omitted)
    found = _person(parts, kind, untyped)
    author = Author(found.family, found.given, found.particle, found.suffix, found.literal, role, _orcid(element))
    return Name(author, affiliations, "", text, omitted)


def _count(etal: Element) -> int:
    match = _MORE.match(plain_text(etal))
    return int(match[1]) if match is not None else UNKNOWN_NUMBER


def _parts(element: Element) -> dict[str, list[str]]:
    parts: dict[str, list[str]] = {}
    for child in children_named(element, "namePart"):
        if text := plain_text(child):
            parts.setdefault(child.get("type", ""), []).append(text)
    return parts


def _person(parts: dict[str, list[str]], kind: str, untyped: list[str]) -> Author:
    terms = ", ".join(parts.get("termsOfAddress", ()))
    if "family" in parts or "given" in parts:
        family, given = " ".join(parts.get("family", ())), " ".join(parts.get("given", ()))
        if not family:
            return Author(literal=given) if not terms else Author(given, suffix=terms)
        read = decode_inverted(f"{family}, ")
        return Author(read.family, given, read.particle, terms)
    if kind != "personal":
        return Author(literal=". ".join([part.rstrip(".") for part in untyped[:-1]] + untyped[-1:]))
    text = _DATES.sub("", " ".join(untyped)).strip().rstrip(",")
    if "," in text:
        read = decode_inverted(text.rstrip(".") if len(text) > 2 and text[-3].islower() else text)
        return Author(read.family, read.given, read.particle, read.suffix or terms)
    if " " in text:
        read = decode_display(text)
        return Author(read.family, read.given, read.particle, read.suffix or terms)
    return Author(text, suffix=terms)


def _role(element: Element, default: str) -> tuple[str, str]:
    """The first role that is known, and the first that says the name made nothing."""
    other = ""
    for role in children_named(element, "role"):
        for term in children_named(role, "roleTerm"):
            text = plain_text(term).lower()
            found = _RELATORS.get(text) or _TERMS.get(text)
            if found is not None:
                return found, ""
            other = other or NO_CREATORS.get(text, "")
    return default, other


def _orcid(element: Element) -> str:
    for child in children_named(element, "nameIdentifier"):
        text = plain_text(child)
        if child.get("type", "").lower() == "orcid" or "orcid.org" in text:
            return decode_orcid(text)
    return ""


def _affiliation(element: Element) -> Affiliation:
    address = element.get("valueURI", "")
    return Affiliation(plain_text(element), _ROR.sub("", address) if _ROR.match(address) else "")


# ---------------------------------------------------------------- writing


def add_name(builder: Builder, parent: Element, author: Author, affiliations: list[Affiliation]) -> None:
    """Add a ``name`` with its parts, role, identifier and affiliations."""
    name = builder.add(parent, "name", attributes={"type": "corporate" if author.literal else "personal"})
    if author.literal:
        builder.add(name, "namePart", author.literal)
    else:
        family = f"{author.particle} {author.family}".strip()
        for kind, text in (("family", family), ("given", author.given), ("termsOfAddress", author.suffix)):
            if text:
                builder.add(name, "namePart", text, {"type": kind})
    _add_role(builder, name, author.role)
    for affiliation in affiliations:
        attributes = {"authority": "ror", "valueURI": f"https://ror.org/{affiliation.ror}"} if affiliation.ror else None
        builder.add(name, "affiliation", affiliation.name, attributes)
    if author.orcid:
        builder.add(name, "nameIdentifier", author.orcid, {"type": "orcid"})


def add_etal(builder: Builder, parent: Element, role: str, count: int) -> None:
    """Add the ``name`` that says that a list goes on (MODS 3.5, ``etal``), and how far where that is known."""
    name = builder.add(parent, "name")
    builder.add(name, "etal", f"{count} more" if count > 0 else "")
    _add_role(builder, name, role)


def _add_role(builder: Builder, name: Element, role: str) -> None:
    element = builder.add(name, "role")
    code = _CODE_OF.get(role)
    if code:
        builder.add(element, "roleTerm", code, {"authority": "marcrelator", "type": "code"})
    builder.add(
        element, "roleTerm", role.replace("-", " "), {"authority": "marcrelator" if code else "", "type": "text"}
    )
