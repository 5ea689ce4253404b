"""Authors and affiliations of a paper on a topic page, from their lines.

Knows: commas between names, ``·`` between institutions, "+2" for those left out, which name is a group's.
Must not know: where in a paper the lines stand.
"""

from __future__ import annotations

import re
from typing import Final

from bibkit.codecs import names
from bibkit.formats.topic_page.label_model import word_set
from bibkit.formats.topic_page.syntax import AFFILIATION_SEPARATOR, split_omitted
from bibkit.model import Affiliation, Author

__all__ = [
    "names_an_institution",
    "rate_name",
    "read_affiliations",
    "read_authors",
    "split_authors",
]

_SUFFIX: Final = re.compile(r"(?:Jr|Sr|Jnr|Snr)\.?|I{2,3}|IV|VI{0,3}|(?:M\.?D|Ph\.?D|D\.?Sc|Esq)\.?")
_GROUP_LAST: Final = word_set(
    "ai agency alliance association authors center centre club collaboration collective committee community company "
    "consortium contributors corporation council department developers experiment foundation group inc inc. initiative "
    "institute lab laboratories laboratory labs llc ltd ltd. network observatory organization organisation partnership "
    "project research society survey taskforce team teams university workgroup"
)
_GROUP_PHRASE: Final = re.compile(
    r"\b(?:Team|Collaboration|Consortium|Working Group|Task Force|Laboratory|University|Institute|Initiative)\b"
)
_INSTITUTION: Final = re.compile(
    r"\b(?:Univ(?:ersit[a-zéàäy]{1,4}|\.)?|Institut[a-z]{0,3}|Inst\.|Coll[eè]ge|Schools?|École|Escuela|Facult[a-zéäy]{1,4}|Department|Dept\.?"
    r"|Laborator(?:y|ies)|Labs?|Laboratoire|Academ(?:y|ia)|Cent(?:re|er|rum)|Hospital|Clinic|Hochschule|Polit[eé]cnic[oa]"
    r"|Polytechni[a-z]{1,3}|Observator(?:y|io)|Inc|Ltd|LLC|GmbH|Corp(?:oration)?|Co\.|Company|Technologies|Foundation|Ministry|Council|Agency"
    r"|Bureau|Museum|Tech|ETH|MIT|CNRS|Inria|INRIA|KAIST|NASA|CERN|Max[- ]Planck|Fraunhofer|Research Group)(?![\w])"
)
_PARTICLES: Final = names.PARTICLES | word_set(
    "aan ab abd abu an ap as ash at bat ben bint cum dalle dela delle dit et ferch ha het in ivan mac na nic ní oglu "
    "ould r s san st thoe ua ud uí ul und ur zade"
)
_PREFIXES: Final = ("al-", "el-", "d'", "d’", "l'", "l’", "'", "’")
_JOINS_OF_GROUPS: Final = word_set("for of the and on behalf")
_IN_NO_NAME: Final = frozenset('0123456789!?;:"#$%&+/<=>@[]^_{|}~…')
_MOST_WORDS: Final = 8


def read_authors(text: str) -> tuple[tuple[Author, ...], int]:
    """Read a line of authors.

    >>> authors, omitted = read_authors("Ada van der Berg, Salt Marsh Team +2")
    >>> authors[0].family, authors[1].literal, omitted
    ('Berg', 'Salt Marsh Team', 2)
    """
    text, omitted = split_omitted(text)
    return tuple([_read_author(name) for name in split_authors(text)]), omitted


def split_authors(text: str) -> list[str]:
    """Cut a line at the commas between names; "Jr." after a comma belongs to the name before it.

    >>> split_authors("Tunde Abara, Jr., Mei Lin")
    ['Tunde Abara, Jr.', 'Mei Lin']
    >>> split_authors("Tunde Abara and Mei Lin")
    ['Tunde Abara', 'Mei Lin']
    """
    found: list[str] = []
    for piece in text.split(","):
        name = piece.strip()
        if found and _SUFFIX.fullmatch(name):
            found[-1] += ", " + name
        elif name:
            found.append(name)
    if found and " and " in found[-1] and not is_group(found[-1]):
        found[-1:] = [name for name in found[-1].removeprefix("and ").split(" and ") if name]
    elif found and found[-1].startswith("and "):
        found[-1] = found[-1][4:]
    return found


def _read_author(name: str) -> Author:
    if is_group(name):
        return Author(literal=name)
    if "," in name:
        main, _, suffix = name.partition(", ")
        author = names.decode_display(main)
        if author.family:
            return Author(author.family, author.given, author.particle, suffix)
        return Author(literal=name)
    return names.decode_display(name)


def is_group(name: str) -> bool:
    """Whether a name is that of a team or an institution.

    >>> is_group("Fractal Coast Team"), is_group("The LORAN Collaboration"), is_group("Ana Lab")
    (True, True, True)
    """
    words = name.split()
    if len(words) < 2:
        return False
    if words[-1].lower() in _GROUP_LAST or words[0] == "The":
        return True
    return _GROUP_PHRASE.search(name) is not None


def rate_name(text: str) -> int:
    """How well a piece between commas may be an author's name: 0 not at all, 1 it is odd, 2 well.

    >>> rate_name("Ana de la Cruz"), rate_name("danah boyd"), rate_name("of the weir")
    (2, 1, 0)
    """
    words = text.split()
    if not 0 < len(words) <= _MOST_WORDS:
        return 0
    capitals = odd = 0
    for word in words:
        letters = word.lstrip("('’‘`ʻ")
        if not letters[:1].isalpha():
            if word != "&" or not is_group(text):
                return 0
        elif ".." in word or not _IN_NO_NAME.isdisjoint(word):
            return 0
        elif letters[0].islower() and word.islower() and word not in _PARTICLES and not word.startswith(_PREFIXES):
            if word not in _JOINS_OF_GROUPS:
                odd += 1
            elif not is_group(text):
                return 0
        elif not letters[0].islower() or not word.islower():
            capitals += 1
    if odd:
        return int(odd + capitals <= 3)
    return 2 if capitals else 0


def names_an_institution(text: str) -> bool:
    """Whether a line holds a word such as "University"."""
    return _INSTITUTION.search(text) is not None


def read_affiliations(text: str) -> tuple[tuple[Affiliation, ...], int]:
    """Read a line of institutions.

    >>> read_affiliations("Weir Institute, Delft · Salt University +1")
    ((Affiliation(name='Weir Institute, Delft', ...), Affiliation(name='Salt University', ...)), 1)
    """
    text, omitted = split_omitted(text)
    parts = [part.strip() for part in text.split(f" {AFFILIATION_SEPARATOR} ")]
    return tuple([Affiliation(part) for part in parts if part]), omitted
