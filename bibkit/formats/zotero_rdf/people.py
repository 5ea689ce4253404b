"""Persons and organisations: among RDF's nodes, and their names as Zotero has them.

Knows: FOAF, vCard and schema.org names, RDF containers, the marks by which a written name is read exactly; how
particles and suffixes stand in Zotero's last and first name, and when those two say all of a name.
Must not know: which property a person hangs on (`types`), XML.

Zotero keeps "van" at the beginning of the last name or at the end of the first, and "Jr." behind a comma in
the first name; citeproc-js takes them apart again when it prints (citeproc-js, "Names: particles and suffixes").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from bibkit.codecs.identifiers import decode_orcid, valid_orcid
from bibkit.codecs.names import decode_display, decode_inverted
from bibkit.formats.zotero_rdf.graph import Node, Value
from bibkit.model import ROLES, Author

__all__ = ["Creator", "join_name", "read_people", "split_name"]

_CONTAINERS: Final = frozenset(("rdf:Seq", "rdf:Bag", "rdf:Alt"))
_MEMBER: Final = re.compile(r"rdf:_([0-9]{1,9})")
_SURNAMES: Final = ("foaf:familyName", "foaf:lastName", "foaf:surname", "foaf:family_name", "schema:familyName")
_GIVEN: Final = ("foaf:givenName", "foaf:firstName", "foaf:givenname", "foaf:given_name", "schema:givenName")
_EXACT: Final = ("v:family-name", "v:given-name", "bibo:prefixName", "v:honorific-suffix")
_NAMES: Final = ("foaf:name", "schema:name", "v:fn", "rdfs:label", "dc:title", "dcterms:title", "rdf:value")
_ORGANISATIONS: Final = frozenset(("foaf:Organization", "foaf:Group", "schema:Organization", "v:Organization"))
_ORCID: Final = (
    "dcterms:identifier",
    "schema:identifier",
    "schema:sameAs",
    "{http://vivoweb.org/ontology/core#}orcidId",
)
_ROLES: Final = frozenset(ROLES)
_DEEPEST: Final = 20


class Creator(NamedTuple):
    """A person, the role that its node claims, and the institutions that its node names."""

    author: Author
    role: str
    affiliations: tuple[str, ...]


def read_people(value: Value, resolve: Callable[[Value], Node | None], depth: int = 0) -> list[Creator]:
    """The persons that a value stands for: a name, a person, or a container of them.

    >>> read_people("Abara, Tunde", lambda value: None)[0].author
    Author(family='Abara', given='Tunde', ...)
    """
    if type(value) is str:
        return [Creator(_decode(value), "", ())] if value.strip() else []
    node = resolve(value)
    if node is None or depth > _DEEPEST:
        return []
    if node.type in _CONTAINERS or node.type == "rdf:List":
        return [person for member in _members(node) for person in read_people(member, resolve, depth + 1)]
    author = _author(node)
    if author is None:
        return []
    role = node.text("z:role")
    return [Creator(author, role if role in _ROLES else "", tuple(_texts(node, "z:affiliation")))]


def _decode(name: str) -> Author:
    return decode_inverted(name) if "," in name else decode_display(name)


def _members(node: Node) -> Iterator[Value]:
    numbered = [
        (int(match[1]), value) for key, value in node.properties if (match := _MEMBER.fullmatch(key)) is not None
    ]
    yield from [value for _, value in sorted(numbered, key=lambda pair: pair[0])]
    for key, value in node.properties:
        if key in {"rdf:li", "rdf:first", "rdf:rest"}:
            yield value


def _texts(node: Node, name: str) -> Iterator[str]:
    return (value for key, value in node.properties if key == name and type(value) is str)


def _author(node: Node) -> Author | None:
    exact = [node.text(name) for name in _EXACT]
    if any(exact):
        family, given, particle, suffix = exact
        author = Author(family, given, particle, suffix)
    elif surname := node.text(*_SURNAMES):
        author = split_name(surname, node.text(*_GIVEN))
    elif given := node.text(*_GIVEN):
        author = Author(literal=given)
    elif name := node.text(*_NAMES):
        author = Author(literal=name) if node.type in _ORGANISATIONS else _decode(name)
    else:
        return None
    orcid = _orcid(node)
    if orcid:
        return Author(author.family, author.given, author.particle, author.suffix, author.literal, orcid=orcid)
    return author


def _orcid(node: Node) -> str:
    for key, value in node.properties:
        if key in _ORCID and not isinstance(value, Node):
            orcid = decode_orcid(value)
            if valid_orcid(orcid) or (key == "dcterms:identifier" and "orcid.org/" in value):
                return orcid.removeprefix("https://orcid.org/")
    if "orcid.org/" in node.about:
        return decode_orcid(node.about)
    return ""


# ---- Zotero's two fields

_PARTICLES: Final = frozenset(
    ("af", "al", "auf", "av", "aus", "'d", "'t", "d'", "da", "dal", "dalla", "dalle", "das", "dei", "del", "dela",
     "dell'", "della", "delle", "dello", "dem", "den", "der", "des", "di", "do", "dos", "du", "e", "el", "l'", "la",
     "las", "le", "los", "of", "op", "'s", "te", "ten", "ter", "to", "und", "van", "vande", "vanden", "vander", "vom",
     "von", "vor", "vz", "y", "zu", "zum", "zur")
)  # fmt: skip
_SUFFIXES: Final = frozenset(("jr", "jr.", "sr", "sr.", "ii", "iii", "iv", "v", "vi", "vii", "viii", "esq", "esq."))


def split_name(surname: str, given: str) -> Author:
    """The person that Zotero's last and first name stand for; a last name alone is a name in one field.

    >>> split_name("van Beethoven", "Ludwig, Jr.")
    Author(family='Beethoven', given='Ludwig', particle='van', suffix='Jr.', ...)
    >>> split_name("Institute of Salt", "")
    Author(..., literal='Institute of Salt', ...)
    """
    if not given:
        return Author(literal=surname)
    particle = suffix = ""
    if "," in given:
        head, _, tail = given.rpartition(",")
        if tail.strip().lower() in _SUFFIXES:
            given, suffix = head.rstrip(), tail.strip()
    if " " in surname:
        words = surname.split(" ")
        count = 0
        while count < len(words) - 1 and words[count] in _PARTICLES:
            count += 1
        particle, surname = " ".join(words[:count]), " ".join(words[count:])
    if not particle and " " in given:
        words = given.split(" ")
        count = len(words)
        while count > 1 and words[count - 1] in _PARTICLES:
            count -= 1
        given, particle = " ".join(words[:count]), " ".join(words[count:])
    return Author(surname, given, particle, suffix)


def join_name(author: Author) -> tuple[str, str, bool]:
    """Zotero's last and first name for an author, and whether `split_name` makes the same author of them.

    >>> join_name(Author("Beethoven", "Ludwig", "van"))
    ('van Beethoven', 'Ludwig', True)
    >>> join_name(Author("Plato"))
    ('Plato', '', False)
    """
    if author.literal:
        return author.literal, "", not (author.family or author.given)
    family, given, particle, suffix = author.family, author.given, author.particle, author.suffix
    surname = family
    if particle:
        surname = particle + ("" if particle[-1] in "'’-" else " ") + family if family else particle
    first = f"{given}, {suffix}" if suffix and given else given
    if suffix and not given:
        surname = f"{surname}, {suffix}"
    if not surname:
        return first, "", False
    found = split_name(surname, first)
    same = (found.family, found.given, found.particle, found.suffix) == (family, given, particle, suffix)
    return surname, first, same and not found.literal
