"""Writes MEDLINE text (nbib), and says what a record does not hold.

Knows: the layout of lines, which tags follow a name.
Must not know: what a tag means (`table`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bibkit import Author, Paper, WriteContext
from bibkit.text.markup import clean, count_illegal, literal_pieces
from bibkit_pubmed.record import HEADINGS, decode_record, decode_serial, without_star
from bibkit_pubmed.table import FIELDS, ORDER
from bibkit_pubmed.types import KIND_MAP
from bibkit_pubmed.values import encode_name, encode_preprint, short_name

__all__ = ["in_order", "write"]

Pair = tuple[str, str]

_WIDTH: Final = 89
_PLACES: Final = {tag: place for place, tag in enumerate(ORDER)}
_LAST: Final = _PLACES["SO"]
_PEOPLE_AT: Final = _PLACES["AD"]
_BLANKS: Final = re.compile(r"[ \t\n]+")
_FIRST_LINE: Final = "PMID- \n"
"""By its first line a file is known, to Zotero too."""
_SERIALS: Final = ("IS", "ISSN")


def write(papers: Iterable[Paper], context: WriteContext) -> Iterator[str]:
    """Yield the file piece by piece, a record a piece.

    Diagnostic: ``illegal-characters``.
    """
    removed = 0
    separator = ""
    for paper in papers:
        pairs = []
        for tag, value in _pairs(paper):
            value = _plain(value)
            removed += count_illegal(value)
            pairs.append((tag, _BLANKS.sub(" ", clean(value)).strip(" ")))
        context.report.lose_all(FIELDS.losses(paper))
        context.report.lose_all(FIELDS.changes(in_order(paper), decode_record(pairs)))
        head = _FIRST_LINE if not separator and not paper.pmid else separator
        yield head + "".join([_lines(tag, value) for tag, value in pairs])
        separator = "\n"
    if removed:
        context.diagnose("illegal-characters", f"{removed} characters that no text can hold were left out")


def in_order(paper: Paper) -> Paper:
    """A paper with its affiliations in the order in which a record names them: those of no author, then author by author.

    Nothing is said by that order, so that a change of it is no loss.
    """
    affiliations = paper.affiliations
    if not affiliations:
        return paper
    linked = [number for author in _by_role(paper) for number in author.affiliations if number < len(affiliations)]
    order = sorted(set(range(len(affiliations))) - set(linked)) + list(dict.fromkeys(linked))
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


def _by_role(paper: Paper) -> list[Author]:
    return [*paper.by_role("author"), *paper.by_role("editor")]


# ---------------------------------------------------------------- paper to pairs


def _pairs(paper: Paper) -> list[Pair]:
    """A record's tags and values in PubMed's order."""
    extra = dict(FIELDS.kept_extra(paper))
    pairs: list[Pair] = [("PT", KIND_MAP.encode(paper.kind))]
    for tag, value in FIELDS.encode(paper):
        if tag == "IS:issn":
            pairs.extend(_serials(value, extra))
        else:
            pairs.append((tag.partition(":")[0], value))
    if paper.eprint and paper.eprint_type:
        pairs.append(("AID", encode_preprint(paper.eprint, paper.eprint_type, paper.eprint_version)))
    pairs.extend(_headings(paper.tags, extra))
    for tag, values in extra.items():
        if tag not in _SERIALS and len(tag) <= 4 and tag.isalnum() and tag.isupper():
            pairs.extend([(tag, value) for value in values])
    pairs.sort(key=lambda pair: _PLACES.get(pair[0], _LAST - 0.5))
    people = next((place for place, (tag, _) in enumerate(pairs) if _PLACES.get(tag, _LAST) > _PEOPLE_AT), len(pairs))
    pairs[people:people] = _people(paper)
    return pairs


def _serials(issn: str, extra: dict[str, tuple[str, ...]]) -> Iterator[Pair]:
    """ISSNs, with what the record that they came from said of each."""
    qualified = [(tag, value) for tag in _SERIALS for value in extra.get(tag, ())]
    said = {decode_serial(value) for _, value in qualified}
    for number in issn.split(" "):
        if number not in said:
            yield "IS", number
    yield from [(tag, value) for tag, value in qualified if decode_serial(value) in issn.split(" ")]


def _headings(tags: Sequence[str], extra: dict[str, tuple[str, ...]]) -> Iterator[Pair]:
    """Subject labels: NLM's headings with their stars where the paper has them from there, else as keywords."""
    headings = {without_star(value): (tag, value) for tag in HEADINGS for value in extra.pop(tag, ())}
    for label in tags:
        yield headings.get(label, ("OT", label))


def _people(paper: Paper) -> Iterator[Pair]:
    """Names, each followed by its affiliations; those that belong to no author come before all of them."""
    names = [affiliation.name for affiliation in paper.affiliations]
    people = _by_role(paper)
    linked = {number for author in people for number in author.affiliations}
    for number, name in enumerate(names):
        if number not in linked:
            yield "AD", name
    for author in people:
        if author.role == "editor":
            yield "FED", encode_name(author)
            if not author.literal:
                yield "ED", short_name(author)
        elif author.literal:
            yield "CN", author.literal
        else:
            yield "FAU", encode_name(author)
            yield "AU", short_name(author)
        if author.orcid:
            yield "AUID", f"ORCID: {author.orcid}"
        for number in author.affiliations:
            if number < len(names):
                yield "AD", names[number]
    if paper.authors_omitted:
        yield "FAU", "et al."
        yield "AU", "et al."


# ---------------------------------------------------------------- pairs to lines


def _plain(text: str) -> str:
    """A text without the backslashes before literal dollars, unless a reader would then see a formula.

    Tags and formulas stay as they are: Zotero shows them.
    """
    if "\\" not in text or "$" not in text:
        return text
    pieces = literal_pieces(text)
    plain = "".join([piece for _, piece in pieces])
    return plain if literal_pieces(plain) == pieces else text


def _lines(tag: str, value: str) -> str:
    """One value, wrapped at blanks as PubMed does."""
    line = f"{tag:<4}- {value}"
    if len(line) <= _WIDTH:
        return line + "\n"
    lines = []
    line = f"{tag:<4}-"
    for word in value.split(" "):
        if len(line) + len(word) >= _WIDTH and len(line) > 6:
            lines.append(line)
            line = "      " + word
        else:
            line += " " + word
    return "\n".join([*lines, line]) + "\n"
