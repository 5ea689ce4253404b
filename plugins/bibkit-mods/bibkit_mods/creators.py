"""Who made a work and its host, in the order of the record, with the institutions that they belong to.

Knows: where names may stand and what their roles are there. Must not know: the parts of a name (`people`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from bibkit import Affiliation, Author, Paper
from bibkit.codecs.xml.elements import Builder, Element, children_named
from bibkit_mods.kinds import HOSTED
from bibkit_mods.paths import plain_text
from bibkit_mods.people import add_etal, add_name, decode_name

__all__ = ["HOST_ROLES", "add_creators", "in_order", "read_creators", "without_lost_identifiers"]

HOST_ROLES: Final = {"author": "container-author", "editor": "editor", "contributor": "contributor"}
"""Roles in the host, and what they are for the part."""


def read_creators(mods: Element) -> dict[str, Any]:
    """Authors, affiliations, and which lists were cut short."""
    authors: list[Author] = []
    places: dict[Affiliation, int] = {}
    found: dict[str, Any] = {}
    for element, default, roles in _names(mods):
        name = decode_name(element, default)
        if name.omitted and not name.text:
            role = name.author.role if name.author is not None else "author"
            found["editors_omitted" if role == "editor" else "authors_omitted"] = name.omitted
            continue
        author = name.author
        if author is None:
            continue
        links = tuple([places.setdefault(affiliation, len(places)) for affiliation in name.affiliations])
        role = roles.get(author.role, author.role)
        authors.append(
            Author(
                author.family, author.given, author.particle, author.suffix, author.literal, role, author.orcid, links
            )
        )
    for note in children_named(mods, "note"):
        if note.get("type") == "affiliation":
            places.setdefault(Affiliation(plain_text(note)), len(places))
    if authors:
        found["authors"] = tuple(authors)
    if places:
        found["affiliations"] = tuple(places)
    return found


def _names(mods: Element) -> Iterator[tuple[Element, str, dict[str, str]]]:
    """Each name with the role that it has where it says none, and what roles mean at its place."""
    for name in children_named(mods, "name"):
        yield name, "author", {}
    hosts = 0
    for item in children_named(mods, "relatedItem"):
        kind = item.get("type")
        if kind == "host" and not hosts:
            hosts += 1
            for name in children_named(item, "name"):
                yield name, "contributor", HOST_ROLES
            for inner in children_named(item, "relatedItem"):
                if inner.get("type") == "series":
                    for name in children_named(inner, "name"):
                        yield name, "collection-editor", {"editor": "collection-editor"}
        elif kind == "series":
            for name in children_named(item, "name"):
                yield name, "collection-editor", {"editor": "collection-editor"}
        elif kind == "reviewOf":
            for name in children_named(item, "name"):
                yield name, "reviewed-author", {"author": "reviewed-author"}


# ---------------------------------------------------------------- writing


def _place(author: Author, paper: Paper) -> str:
    """Where a name is written: in the record itself, or in a related item."""
    if author.role == "container-author":
        return "host"
    if author.role == "reviewed-author":
        return "reviewOf"
    return "host" if author.role == "editor" and paper.kind in HOSTED and paper.container_title else ""


def _written(paper: Paper) -> list[tuple[str, Author]]:
    """Names and their places, in the order in which they are read again."""
    placed = [(_place(author, paper), author) for author in paper.authors]
    return [pair for place in ("", "host", "reviewOf") for pair in placed if pair[0] == place]


def add_creators(builder: Builder, mods: Element, paper: Paper) -> None:
    """Add the names of a paper, and notes for institutions that belong to none of them."""
    affiliations = paper.affiliations
    linked: set[int] = set()
    for place, author in _written(paper):
        numbers = [number for number in author.affiliations if number < len(affiliations)]
        linked.update(numbers)
        parent = builder.child(mods, "relatedItem", {"type": place}) if place else mods
        role = "author" if author.role in {"container-author", "reviewed-author"} else author.role
        author = Author(author.family, author.given, author.particle, author.suffix, author.literal, role, author.orcid)
        add_name(builder, parent, author, [affiliations[number] for number in numbers])
    if paper.authors_omitted:
        add_etal(builder, mods, "author", paper.authors_omitted)
    if paper.editors_omitted:
        add_etal(builder, mods, "editor", paper.editors_omitted)
    for number, affiliation in enumerate(affiliations):
        if number not in linked:
            builder.add(mods, "note", affiliation.name, {"type": "affiliation"})


def without_lost_identifiers(paper: Paper) -> Paper:
    """A paper whose institutions without a person have no identifier: a note has no place for it."""
    linked = {number for author in paper.authors for number in author.affiliations}
    if not any(affiliation.ror and number not in linked for number, affiliation in enumerate(paper.affiliations)):
        return paper
    kept = [
        affiliation if number in linked else Affiliation(affiliation.name)
        for number, affiliation in enumerate(paper.affiliations)
    ]
    return Paper(**{**{name: getattr(paper, name) for name in paper.__struct_fields__}, "affiliations": tuple(kept)})


def in_order(paper: Paper) -> Paper:
    """A paper with its affiliations in the order in which a record names them: author by author, then the others.

    Nothing is said by that order, so that a change of it is no loss.
    """
    affiliations = paper.affiliations
    if not affiliations:
        return paper
    linked = [n for _, author in _written(paper) for n in author.affiliations if n < len(affiliations)]
    order = list(dict.fromkeys([*linked, *range(len(affiliations))]))
    places = {old: new for new, old in enumerate(order)}
    authors = tuple(
        [
            Author(
                author.family, author.given, author.particle, author.suffix, author.literal, author.role, author.orcid,
                tuple([places[number] for number in author.affiliations if number in places]),
            )
            for author in paper.authors
        ]
    )  # fmt: skip
    values = {name: getattr(paper, name) for name in paper.__struct_fields__}
    return Paper(**{**values, "authors": authors, "affiliations": tuple([affiliations[number] for number in order])})
