"""Papers to RIS.

Knows: which tags and ``M2`` lines a paper needs, in which order they stand, and what each dialect leaves out.
Must not know: how values are made safe (`text`), what a single tag means (`table`).

A line is the tag, two blanks, a hyphen, a blank and the value; lines end with a newline alone, which every
program at hand reads (the specification of 2001 asks for CR LF). A record ends with ``ER  - ``; a blank line
stands between records. An abstract's paragraphs are lines with a blank line between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from io import StringIO
from itertools import compress
from operator import attrgetter
from typing import Any, Final, NamedTuple

from bibkit.codecs.names import encode_inverted, is_others
from bibkit.formats.ris.dialects import Dialect, dialect_of
from bibkit.formats.ris.labels import (
    AFFILIATION,
    LABELLED_TEXTS,
    LITERAL_NAME,
    TAG,
    note_lines,
)
from bibkit.formats.ris.names import decode_company, decode_name
from bibkit.formats.ris.reader import read
from bibkit.formats.ris.shared_tags import Label, add_attachments, add_eprint, add_numbers, dates
from bibkit.formats.ris.table import FIELDS
from bibkit.formats.ris.text import Spelling
from bibkit.formats.ris.types import TYPES, encode_type_label
from bibkit.model import OMISSION_FIELDS, Author, Kind, Paper
from bibkit.plugins.records import ReadContext, WriteContext
from bibkit.zotero import encode_affiliations, encode_creator, encode_value, label_of

__all__ = ["write"]

Pair = tuple[str, str]

_HEAD: Final = frozenset(("TI", "ST", "AU", "A2", "A3", "A4", "ED"))
"""Tags before the dates, for people who read the file."""
_MARKED: Final = frozenset(("TI", "AB"))
"""Tags that stand for one field, whose values are text with markup."""
_OWN: Final = frozenset(
    ("key", "eprint", "eprint_type", "eprint_class", "eprint_version", "event_place", "isbn", "issn", "number_of_pages", "page")
)  # fmt: skip
"""Text fields that this module writes itself."""


class _Untagged(NamedTuple):
    """What a kind has no tags for: text fields, and the roles that have one."""

    fields: tuple[str, ...]
    values: Any
    rare: Any
    """The same, and what else needs a line; most papers have nothing of it."""
    roles: frozenset[str]


@cache
def _untagged(kind: Kind) -> _Untagged:
    written = [rule for rule in FIELDS.rules_for(kind).values() if rule.write]
    tagged = {rule.paper_field for rule in written}
    fields = tuple([name for name in LABELLED_TEXTS if name not in tagged and name not in _OWN])
    rare = attrgetter(*fields, *OMISSION_FIELDS, "affiliations", "note")
    return _Untagged(fields, attrgetter(*fields), rare, frozenset([rule.role for rule in written]))


def write(papers: Iterable[Paper], context: WriteContext) -> Iterator[str]:
    r"""Yield the records of a RIS file, one by one.

    Option ``dialect``: ``plain``, ``zotero``, ``mendeley`` or ``endnote`` (`bibkit.formats.ris.dialects`).
    Code of what it says: ``illegal-characters``.

    >>> from bibkit.model import Date
    >>> "".join(write([Paper(kind="book", title="Ponds", issued=Date(2031))], WriteContext()))
    'TY  - BOOK\nTI  - Ponds\nPY  - 2031\nER  - \n'
    """
    dialect = dialect_of(context.options.get("dialect"), context.target)
    spelling = Spelling(dialect)
    between = ""
    for paper in papers:
        names = _usual_names(paper.authors)
        if _may_lose(paper, usual=names is not None):
            context.report.lose_all(FIELDS.losses(paper))
        lost: list[str] = []
        spelling.doubtful = False
        record = _record(paper, names, dialect, spelling, lost)
        if spelling.unmarked:
            _count_unmarked(paper, spelling, lost)
        if spelling.doubtful:
            lost += _changes(paper, record, lost)
        if lost:
            context.report.lose_all(dict.fromkeys(lost))
        yield between + record
        between = "\n"
    if spelling.illegal:
        context.diagnose(
            "illegal-characters", f"{spelling.illegal} characters that no text file may hold were left out"
        )


def _may_lose(paper: Paper, *, usual: bool) -> bool:
    """Ask quickly for what `FIELDS` declares lost; most papers have nothing of it."""
    return bool(
        paper.extra
        or paper.collections
        or paper.automatic_tags
        or paper.categories
        or (not usual and any([author.orcid or author.affiliations for author in paper.authors]))
        or (paper.affiliations and any([affiliation.ror for affiliation in paper.affiliations]))
    )


def _count_unmarked(paper: Paper, spelling: Spelling, lost: list[str]) -> None:
    """Name the fields of titles and abstracts that lost their italics; what else it is about, reading back will tell."""
    rules = FIELDS.rules_for(paper.kind)
    for tag in spelling.unmarked:
        if tag in _MARKED and f"ris:{tag}" not in paper.extra:
            lost.append(f"{rules[tag].field}: exact form")
        else:
            spelling.doubtful = True
    spelling.unmarked.clear()


def _changes(paper: Paper, record: str, lost: list[str]) -> list[str]:
    """Read a record again and tell what changed, where its values may have lost something."""
    again = next(read(StringIO(record), ReadContext()))
    known = {name.partition(":")[0] for name in lost}
    return [name for name in FIELDS.changes(paper, again) if name.partition(":")[0] not in known]


def _record(paper: Paper, names: list[str] | None, dialect: Dialect, spelling: Spelling, lost: list[str]) -> str:
    theirs = _type(paper) if "ris:TY" in paper.extra else TYPES.encode(paper.kind)
    labels: list[Label] = []
    if TYPES.needs_label(theirs, paper.kind):
        labels.append(Label("kind", "Type", encode_type_label(paper.kind)))
    pairs = FIELDS.encode(paper)
    dated = dates(paper, dialect, labels, lost)
    rest: list[Pair] = []
    if not add_numbers(paper, rest, labels):
        spelling.doubtful = True
    if paper.eprint or paper.eprint_type or paper.eprint_class or paper.eprint_version:
        add_eprint(paper, rest, labels, dialect)
    pairs = _adapt(paper, pairs, labels, dialect, lost)
    _add_labels(paper, labels)
    if names is None:
        _add_people(paper, labels)
        if _has_odd_names(paper.authors):
            spelling.doubtful = True
    if paper.attachments:
        add_attachments(paper, rest, lost)
    if paper.key:
        rest.append(("ID", paper.key))
        labels.append(Label("", "Citation Key", paper.key))
    if dialect.labels:
        rest += [("M2", f"{label.name}: {label.value}" if label.name else label.value) for label in labels]
    else:
        lost += [label.field for label in labels if label.field]
        if "eprint" in lost and paper.eprint_type:
            lost.append("eprint_type")
        if lost:  # without its kind, a record's tags may mean something else
            spelling.doubtful = True
    if paper.extra:
        rest += [(tag, value) for tag, values in FIELDS.kept_extra(paper) if tag != "TY" for value in values]
    return _text(theirs, pairs, dated, rest, spelling)


def _text(theirs: str, pairs: list[Pair], dated: list[Pair], rest: list[Pair], spelling: Spelling) -> str:
    cut = 0
    for tag, _ in pairs:
        if tag not in _HEAD:
            break
        cut += 1
    lines = spelling.lines([*pairs[:cut], *dated, *pairs[cut:], *rest])
    return f"TY  - {theirs}\n{lines}ER  - \n"


def _type(paper: Paper) -> str:
    """Give the type of the kind, or the one that the record had when it was read."""
    kept = paper.extra["ris:TY"]
    if kept and (not TYPES.knows(kept[0].upper()) or TYPES.decode(kept[0].upper()) == paper.kind):
        return " ".join(kept[0].split()) or TYPES.encode(paper.kind)
    return TYPES.encode(paper.kind)


# --- what depends on the dialect or on other values --------------------------------------------


def _adapt(paper: Paper, pairs: list[Pair], labels: list[Label], dialect: Dialect, lost: list[str]) -> list[Pair]:
    if paper.kind == "paper-conference" and (paper.event_title or paper.event_place):
        pairs = _conference(paper, pairs, labels, dialect)
    elif paper.event_place:
        labels.append(Label("event_place", label_of("event_place"), paper.event_place))
    if dialect.html:
        lost += _zotero_losses(paper)
    if paper.affiliations:
        pairs = _address(paper, pairs, dialect, lost)
    if dialect.editors_in_a2 and any([tag == "ED" for tag, _ in pairs]):
        if any([tag == "A2" for tag, _ in pairs]):
            lost.append("authors:collection-editor")
        pairs = [("A2" if tag == "ED" else tag, value) for tag, value in pairs if tag != "A2"]
    return pairs


def _address(paper: Paper, pairs: list[Pair], dialect: Dialect, lost: list[str]) -> list[Pair]:
    """Put all institutions into one AD.

    The specification has one address a record; of several AD, rispy keeps the first and bibutils complains.
    """
    first = next(index for index, (tag, _) in enumerate(pairs) if tag == "AD")
    others = [pair for pair in pairs if pair[0] != "AD"]
    if dialect.affiliations:
        others.insert(first, ("AD", "; ".join([affiliation.name for affiliation in paper.affiliations])))
    elif not dialect.labels:
        lost.append("affiliations")
    return others


def _zotero_losses(paper: Paper) -> list[str]:
    """Tell what Zotero's importer cuts or leaves, which our own reader does not."""
    lost = []
    if any([";" in tag for tag in paper.tags]):
        lost.append("tags: `;`")
    elif len(paper.tags) == 1 and "," in paper.tags[0]:
        lost.append("tags: comma in the only tag")
    if ":" in paper.key:
        lost.append("key: colon")
    return lost


def _conference(paper: Paper, pairs: list[Pair], labels: list[Label], dialect: Dialect) -> list[Pair]:
    """T2 is the event where C3 is the proceedings, CY its place where C1 is the publisher's (2011)."""
    event, place = paper.event_title, paper.event_place
    result: list[Pair] = []
    for tag, value in pairs:
        if tag == "T2" and event:
            result += [("T2", event), ("C3", value)]
        elif tag == "CY" and place:
            result += [("CY", place), ("C1", value)]
        else:
            result.append((tag, value))
    if event and not paper.container_title:
        result.append(("T2", event))
        labels.append(Label("", label_of("event_title"), event))
    if place and not paper.publisher_place:
        if not dialect.labels:
            result.append(("CY", place))
        labels.append(Label("", label_of("event_place"), place))
    return result


_omissions: Final = attrgetter(*OMISSION_FIELDS)


def _add_labels(paper: Paper, labels: list[Label]) -> None:
    """Lines for what the kind has no tag for."""
    untagged = _untagged(paper.kind)
    if not any(untagged.rare(paper)) and len(paper.tags) != 1:
        return
    values = untagged.values(paper)
    if any(values):
        labels += [
            Label(field, label_of(field), value)
            for field, value in compress(zip(untagged.fields, values, strict=True), values)
            if not (field == "event_title" and paper.kind == "paper-conference")
        ]
    omitted = _omissions(paper)
    if any(omitted):
        labels += [
            Label(name, label_of(name), encode_value(name, count))
            for name, count in compress(zip(OMISSION_FIELDS, omitted, strict=True), omitted)
        ]
    if paper.affiliations:
        names = [affiliation.name for affiliation in paper.affiliations]
        cut = any([";" in name for name in names])
        labels += [
            Label("affiliations: `;`" if cut else "", AFFILIATION, encode_affiliations([name])) for name in names
        ]
    if len(paper.tags) == 1 and ";" in paper.tags[0]:
        labels.append(Label("tags: `;`", TAG, paper.tags[0]))
    if paper.note:
        labels += [Label("note", "", line) for line in note_lines(paper)]


def _add_people(paper: Paper, labels: list[Label]) -> None:
    roles = _untagged(paper.kind).roles
    for author in paper.authors:
        if author.role not in roles:
            labels.append(Label(f"authors:{author.role}", "", encode_creator(author)))
        elif author.literal and _decoder(author)(author.literal).literal != author.literal:
            labels.append(Label("authors: exact form", LITERAL_NAME, author.literal))


def _decoder(author: Author) -> Callable[[str], Author]:
    return decode_company if author.role == "holder" else decode_name


def _usual_names(authors: tuple[Author, ...]) -> list[str] | None:
    """Spell plain authors, whose names are read back in the same parts and say all; None where one is not like that."""
    names = []
    for author in authors:
        family, given, particle = author.family, author.given, author.particle
        if author.role != "author" or not (given and family.isalpha() and family[0].isupper()):
            return None
        if author.suffix or author.literal or author.orcid or author.affiliations:
            return None
        if not particle:
            names.append(f"{family}, {given}")
        elif _is_plain_particle(particle):
            names.append(f"{particle} {family}, {given}")
        else:
            return None
    whole = "".join(names)
    return names if whole.count(",") == len(names) and ";" not in whole else None


def _has_odd_names(authors: tuple[Author, ...]) -> bool:
    """Tell whether a name is not read back in the same parts; most are one plain word and given names."""
    for author in authors:
        family, given, particle = author.family, author.given, author.particle
        if (
            not given
            or author.suffix
            or (particle and not _is_plain_particle(particle))
            or not (family.isalpha() and family[0].isupper())
            or "," in given
            or ";" in given
        ) and not _comes_back(author):
            return True
    return False


@lru_cache(256)
def _is_plain_particle(particle: str) -> bool:
    """Tell whether lower-case words stand before the family name, which the reader takes for a particle."""
    words = particle.split(" ")
    return all([word.isalpha() and word.islower() for word in words])


def _comes_back(author: Author) -> bool:
    """Spell a name and read it, as the two ends do."""
    text = encode_inverted(author)
    again = _decoder(author)(text)
    return (
        again.family == author.family
        and again.given == author.given
        and again.particle == author.particle
        and again.suffix == author.suffix
        and again.literal == author.literal
        and ";" not in text
        and not is_others(text)
    )
