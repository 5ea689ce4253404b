"""The people and institutions of one paper as fields.

Knows: role fields, ``and others``, and data annotations for what has no field: ORCIDs, whose institution it is, how
many names were left out. biber accepts them without a warning, BibTeX ignores them.
Must not know: other fields, or how one name is spelled (`bibkit.codecs.bibtex_names`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import attrgetter
from typing import Final

from bibkit.codecs.bibtex_names import decode_bibtex_name, encode_bibtex_name
from bibkit.formats.bibtex.dialects import Dialect
from bibkit.formats.bibtex.escaper import Escaper, Pair
from bibkit.formats.bibtex.name_decoder import ROLE_FIELDS, TYPED_EDITORS, TYPED_ROLES
from bibkit.formats.bibtex.values import Annotation, encode_annotations, encode_list
from bibkit.model import Author, Paper

__all__ = ["NameEncoder", "encode_count"]

_TYPED: Final = {role: type_ for type_, role in TYPED_ROLES.items()}
_PLAIN_NAME: Final = re.compile(r"[^\W_]+(?:['-][^\W_]+)*+, [^\W_]+\.?(?:[ '-][^\W_]+\.?)*+")
"""A name that is spelled as it is."""
_PLAIN_PARTICLE: Final = re.compile(r"(?!and\b)[a-z]++(?: (?!and\b)[a-z]++)*+")
_ODD_NAME: Final = re.compile(r"[^\w\s.,'-]")
_MANY_NAMES: Final = 20_000
_ROLE: Final = attrgetter("role")
_ORCID: Final = attrgetter("orcid")
_ONLY_AUTHORS: Final = frozenset(("author",))
_NAME_PARTS: Final = ("family", "given", "particle", "suffix", "literal")


def encode_count(count: int) -> str:
    """The annotation that says how many were left out; "some" where that is not known.

    >>> encode_count(2), encode_count(-1)
    ('="2"', '="some"')
    """
    return f'="{count if count > 0 else "some"}"'


class NameEncoder:
    """Makes the fields. ``lost`` names what the last paper lost beyond the table's losses."""

    def __init__(self, dialect: Dialect, escaper: Escaper) -> None:
        self.dialect = dialect
        self.escaper = escaper
        self.lost: list[str] = []
        self._pairs: list[Pair] = []
        self._names: dict[Author, str] = {}
        """How names are spelled that were written before: the same people come again and again."""

    def pairs(self, paper: Paper) -> list[Pair]:
        """The fields of a paper's people and institutions."""
        self.lost = []
        self._pairs = []
        if paper.authors or paper.authors_omitted or paper.editors_omitted:
            self.escaper.subject = "authors"
            self._add_people(paper)
        if paper.affiliations or paper.affiliations_omitted:
            self.escaper.subject = "affiliations"
            self._add_affiliations(paper)
        return self._pairs

    def _add_people(self, paper: Paper) -> None:
        if not paper.editors_omitted and _ONLY_AUTHORS.issuperset(map(_ROLE, paper.authors)):
            self._add_names("author", paper.authors, paper.authors_omitted, paper)
            return
        by_role: dict[str, list[Author]] = {}
        for author in paper.authors:
            by_role.setdefault(author.role, []).append(author)
        omitted = {"author": paper.authors_omitted, "editor": paper.editors_omitted}
        for field, role in ROLE_FIELDS.items():
            count = omitted.get(field, 0)
            if count or role in by_role:
                self._add_names(field, by_role.pop(role, []), count, paper)
        places = iter(TYPED_EDITORS)
        for role, authors in by_role.items():
            place = next(places, "") if role in _TYPED else ""
            if place:
                self._add_names(place, authors, 0, paper)
                self._pairs.append((f"{place}type", _TYPED[role]))

    def _add_names(self, field: str, authors: Sequence[Author], omitted: int, paper: Paper) -> None:
        dialect = self.dialect
        known = list(map(self._names.get, authors))
        names = [name or self._name(author) for name, author in zip(known, authors, strict=True)]
        with_others = bool(omitted and names and dialect.and_others)
        if with_others:
            names.append("others")
        if omitted > 0 or (omitted and not with_others):
            self._annotate(f"{field}+an:omitted", f"{field}s_omitted", encode_count(omitted))
        if names:
            self._pairs.append((field, " and ".join(names)))
        if any(map(_ORCID, authors)):
            orcids = [Annotation(number, author.orcid) for number, author in enumerate(authors, 1) if author.orcid]
            self._annotate(f"{field}+an:orcid", "authors.orcid", encode_annotations(orcids, self.escaper.tex))
        if field != "author" or not dialect.biblatex:  # BibLaTeX has them with the paper's own
            links = _links(authors, paper)
            if links:
                text = encode_annotations(links, self.escaper.tex)
                self._annotate(f"{field}+an:affiliation", "authors.affiliations", text)

    def _name(self, author: Author) -> str:
        """How a name is spelled that was not met before."""
        name = self._spell(author)
        if "authors" not in self.escaper.changed:
            if len(self._names) > _MANY_NAMES:
                self._names.clear()
            self._names[author] = name
        return name

    def _spell(self, author: Author) -> str:
        given, particle = author.given, author.particle
        name = f"{author.family}, {given}"
        if (
            _PLAIN_NAME.fullmatch(name) is not None
            and (not particle or _PLAIN_PARTICLE.fullmatch(particle) is not None)
            and not author.suffix
            and "and" not in given
            and not (self.dialect.ascii and not name.isascii())
        ):
            return f"{particle} {name}" if particle else name
        name = encode_bibtex_name(author, self.escaper.tex, extended=self.dialect.biblatex)
        if (author.particle or _ODD_NAME.search(name) is not None) and not _reads_back(author, name):
            self.escaper.changed.add("authors")
        return name

    def _annotate(self, name: str, field: str, text: str) -> None:
        if self.dialect.zotero:
            self.lost.append(field)
        else:
            self._pairs.append((name, text))

    def _add_affiliations(self, paper: Paper) -> None:
        tex = self.escaper.tex
        names = [affiliation.name for affiliation in paper.affiliations if affiliation.name]
        if self.dialect.zotero:
            if names:
                self.lost.append("affiliations")
        elif self.dialect.biblatex:
            links = _links(paper.by_role("author"), paper)
            if list(dict.fromkeys([value for _, value in links])) != names:
                links = [*(Annotation(0, name) for name in names), *links]
            if links:
                self._annotate("author+an:affiliation", "affiliations", encode_annotations(links, tex))
        elif names:
            self._pairs.append(("affiliation", encode_list(names, ";", tex)))
        if paper.affiliations_omitted:
            count = encode_count(paper.affiliations_omitted)
            self._annotate("author+an:omittedaffiliations", "affiliations_omitted", count)


def _links(authors: Sequence[Author], paper: Paper) -> list[Annotation]:
    """Which author belongs to which institution, as annotations of single names."""
    if not paper.affiliations:
        return []
    return [
        Annotation(number, paper.affiliations[position].name)
        for number, author in enumerate(authors, 1)
        for position in author.affiliations
        if 0 <= position < len(paper.affiliations)
    ]


def _reads_back(author: Author, name: str) -> bool:
    """Whether a name that was written is cut into the same parts again."""
    again = decode_bibtex_name(name)
    return all([getattr(again, part) == getattr(author, part) for part in _NAME_PARTS])
