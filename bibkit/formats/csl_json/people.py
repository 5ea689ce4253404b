"""What CSL names have no member for: ORCID and which institutions a person belongs to.

Knows: ``custom.people`` (by role and place in the list) and Crossref's ``affiliation`` member of a name.
Must not know: how names are spelled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from bibkit.codecs.identifiers import decode_orcid
from bibkit.formats.csl_json.values import AFFILIATIONS, as_text, decode_name
from bibkit.model import ROLES, Author, Paper

__all__ = ["apply_affiliations", "apply_people", "encode_people"]


def _placed(authors: tuple[Author, ...]) -> Iterator[tuple[int, Author]]:
    """The authors with their places in the list of their role."""
    places = Counter[str]()
    for author in authors:
        yield places[author.role], author
        places[author.role] += 1


def encode_people(paper: Paper) -> dict[str, dict[str, Any]]:
    """The ``custom.people`` of a paper; empty where all is in the names.

    >>> encode_people(Paper(authors=(Author("Berg"), Author("Sol", affiliations=(0,)))))
    {'author': {'1': {'affiliations': (0,)}}}
    """
    people: dict[str, dict[str, Any]] = {}
    for place, author in _placed(paper.authors):
        if author.orcid or author.affiliations:
            details: dict[str, Any] = {"orcid": author.orcid} if author.orcid else {}
            if author.affiliations:
                details["affiliations"] = author.affiliations
            people.setdefault(author.role, {})[str(place)] = details
    return {role: people[role] for role in ROLES if role in people} if len(people) > 1 else people


def apply_people(values: dict[str, Any], people: dict[str, Any]) -> None:
    """Give the authors in ``values`` what ``custom.people`` says of them; a place that does not exist is passed over."""
    count = len(values.get("affiliations", ()))
    authors = []
    for place, author in _placed(values["authors"]):
        role = people.get(author.role)
        details = role.get(str(place)) if isinstance(role, dict) else None
        authors.append(_detailed(author, details, count) if isinstance(details, dict) else author)
    values["authors"] = tuple(authors)


def _detailed(author: Author, details: dict[str, Any], count: int) -> Author:
    links = details.get("affiliations")
    positions = (
        [link for link in links if isinstance(link, int) and 0 <= link < count] if isinstance(links, list) else []
    )
    return msgspec.structs.replace(
        author, orcid=decode_orcid(as_text(details.get("orcid"))) or author.orcid, affiliations=tuple(positions)
    )


def apply_affiliations(values: dict[str, Any], role: str, names: list[Any]) -> None:
    """Read ``affiliation`` members, which link a person to institutions, as Crossref gives them."""
    affiliations = list(values.get("affiliations", ()))
    given = [name.get("affiliation") if isinstance(name, dict) else None for name in names if decode_name(name)]
    authors = []
    for place, author in _placed(values["authors"]):
        if author.role == role:
            links = list(author.affiliations)
            for affiliation in AFFILIATIONS.decode(given[place] or []) if place < len(given) else ():
                if affiliation not in affiliations:
                    affiliations.append(affiliation)
                links.append(affiliations.index(affiliation))
            author = msgspec.structs.replace(author, affiliations=tuple(dict.fromkeys(links)))
        authors.append(author)
    values["authors"] = tuple(authors)
    if affiliations:
        values["affiliations"] = tuple(affiliations)
