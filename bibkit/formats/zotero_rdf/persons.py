"""Names of people as Zotero has them: a last name and a first name, or one field.

Knows: how particles and suffixes stand in Zotero's two fields, and when that says all of a name.
Must not know: XML, roles.

Zotero keeps "van" at the beginning of the last name or at the end of the first, and "Jr." behind a comma in
the first name; citeproc-js takes them apart again when it prints (citeproc-js, "Names: particles and suffixes").
"""

from __future__ import annotations

from typing import Final

from bibkit.model import Author

__all__ = ["join_name", "split_name"]

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
    if not (particle or suffix or " " in family or " " in given or "," in given):
        return (family, given, bool(family)) if family and given else (family or given, "", False)
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
