"""Authors, editors and investigators of PubMed XML.

Knows: how a person's parts become a name as MEDLINE writes it, and what is said of the person after it.
Must not know: how names are read (`values`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bibkit.codecs.xml.elements import Element, children_named, local_name
from bibkit_pubmed.pubmed_text import rich_of

__all__ = ["people"]

Pair = tuple[str, str]

_TAGS: Final = {"editors": ("FED", "ED"), "InvestigatorList": ("FIR", "IR")}
_ROR: Final = ("https://ror.org/", "http://ror.org/")


def people(element: Element, rors: dict[str, str]) -> Iterator[Pair]:
    """The names of a list with what belongs to each; ``rors`` takes the identifiers of affiliations."""
    full, short = _TAGS.get(element.get("Type", "")) or _TAGS.get(local_name(element)) or ("FAU", "AU")
    for person in element:
        if person.get("ValidYN") == "N":
            continue
        collective = _text(person, "CollectiveName")
        if collective and full == "FAU":
            yield "CN", collective
        elif collective:
            yield full, collective
        else:
            yield from _names(person, full, short)
        for identifier in children_named(person, "Identifier"):
            yield "AUID", f"{identifier.get('Source', '')}: {rich_of(identifier)}"
        if full != "FIR":
            yield from _affiliations(person, rors)
    if element.get("CompleteYN") == "N" and full == "FAU":
        yield "FAU", "et al."


def _text(element: Element, name: str) -> str:
    return next((rich_of(child) for child in children_named(element, name)), "")


def _names(person: Element, full: str, short: str) -> Iterator[Pair]:
    family, given = _text(person, "LastName"), _text(person, "ForeName") or _text(person, "FirstName")
    initials, suffix = _text(person, "Initials"), _text(person, "Suffix")
    given = given or " ".join(initials)
    rest = " ".join([part for part in (given, suffix) if part])
    if family:
        yield full, f"{family}, {rest}" if rest or " " in family else family
        yield short, " ".join([part for part in (family, initials, suffix) if part])


def _affiliations(person: Element, rors: dict[str, str]) -> Iterator[Pair]:
    for child in person:
        if local_name(child) == "Affiliation":  # before 2015
            yield "AD", rich_of(child)
        for affiliation in children_named(child, "Affiliation"):
            name = rich_of(affiliation)
            yield "AD", name
            for identifier in children_named(child, "Identifier"):
                if identifier.get("Source") == "ROR" and name:
                    text = rich_of(identifier)
                    for resolver in _ROR:
                        text = text.removeprefix(resolver)
                    rors[name] = text
