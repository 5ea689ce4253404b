"""Papers to RIS.

Knows: which tags and ``M2`` lines a paper needs, in which order they stand, and what each dialect leaves out.
Must not know: how values are made safe (`text`), what a single tag means (`table`).

A line is the tag, two blanks, a hyphen, a blank and the value; lines end with a newline alone, which every
program at hand reads (the specification of 2001 asks for CR LF). A record ends with ``ER  - ``; a blank line
stands between records. An abstract's paragraphs are lines with a blank line between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import compress
from operator import attrgetter
from typing import Any, Final, NamedTuple

from bibkit.codecs.dates import decode_free_date, encode_edtf
from bibkit.codecs.identifiers import split_arxiv
from bibkit.codecs.names import encode_inverted, is_others
from bibkit.codecs.pages import join_pages, normalise_pages, split_pages
from bibkit.formats.ris.attachments import decode_attachment, encode_attachment
from bibkit.formats.ris.dates import decode_issued, decode_tag_date, encode_tag_date, encode_year, fits_tag
from bibkit.formats.ris.dialects import Dialect, dialect_of
from bibkit.formats.ris.labels import (
    AFFILIATION,
    LITERAL_NAME,
    OMISSIONS,
    REPOSITORIES,
    TAG,
    TEXT_FIELDS,
    encode_count,
    encode_role,
    label_of,
    note_lines,
)
from bibkit.formats.ris.names import decode_name
from bibkit.formats.ris.numbers import encode_arxiv_line, is_issn, sort_serial_numbers
from bibkit.formats.ris.table import FIELDS, NUMBER_IN_SN, PAGES_IN_SP
from bibkit.formats.ris.text import Spelling
from bibkit.formats.ris.types import TYPES, encode_type_label
from bibkit.model import Author, Date, Kind, Paper
from bibkit.records import WriteContext

__all__ = ["write"]

Pair = tuple[str, str]

_HEAD: Final = frozenset(("TI", "ST", "AU", "A2", "A3", "A4", "ED"))
"""Tags before the dates, for people who read the file."""
_OWN: Final = frozenset(
    ("key", "eprint", "eprint_type", "eprint_class", "eprint_version", "event_place", "isbn", "issn", "number_of_pages", "page")
)  # fmt: skip
"""Text fields that this module writes itself."""


class _Label(NamedTuple):
    """An ``M2`` line, and what a dialect without such lines loses."""

    field: str
    name: str
    value: str


class _Untagged(NamedTuple):
    """What a kind has no tags for: text fields, and the roles that have one."""

    fields: tuple[str, ...]
    values: Any
    roles: frozenset[str]


@cache
def _untagged(kind: Kind) -> _Untagged:
    plan = FIELDS.plan(kind)
    chosen = {rule.theirs: rule for rule in FIELDS.rules if rule.kinds is None}
    seen: set[str] = set()
    for rule in FIELDS.rules:
        if rule.kinds is not None and kind in rule.kinds and rule.theirs not in seen:
            seen.add(rule.theirs)
            chosen[rule.theirs] = rule
    tagged = {rule.field for rule in chosen.values() if rule.write}
    fields = tuple([name for name in TEXT_FIELDS if name not in tagged and name not in _OWN])
    return _Untagged(fields, attrgetter(*fields), frozenset(row.role for row in plan.write if row.role))


def write(papers: Iterable[Paper], context: WriteContext) -> Iterator[str]:
    r"""Yield the records of a RIS file, one by one.

    Option ``dialect``: ``plain``, ``zotero``, ``mendeley`` or ``endnote`` (`bibkit.formats.ris.dialects`).
    Code of what it says: ``illegal-characters``.

    >>> "".join(write([Paper(kind="book", title="Ponds", issued=Date(2031))], WriteContext()))
    'TY  - BOOK\nTI  - Ponds\nPY  - 2031\nER  - \n'
    """
    dialect = dialect_of(context.options.get("dialect"), context.target)
    spelling = Spelling(dialect)
    between = ""
    for paper in papers:
        context.report.lose_all(FIELDS.losses(paper))
        record = _record(paper, dialect, spelling)
        if spelling.lost:
            context.report.lose_all(dict.fromkeys(spelling.lost))
            spelling.lost = []
        yield between + record
        between = "\n"
    if spelling.illegal:
        context.say("illegal-characters", f"{spelling.illegal} characters that no text file may hold were left out")


def _record(paper: Paper, dialect: Dialect, spelling: Spelling) -> str:
    lost = spelling.lost
    theirs = _type(paper)
    labels: list[_Label] = []
    if TYPES.needs_label(theirs, paper.kind):
        labels.append(_Label("kind", "Type", encode_type_label(paper.kind)))
    pairs = FIELDS.encode(paper)
    dates = _dates(paper, dialect, labels, lost)
    rest: list[Pair] = []
    _add_numbers(paper, rest, labels)
    if paper.eprint or paper.eprint_type or paper.eprint_class or paper.eprint_version:
        _add_eprint(paper, rest, labels, dialect)
    pairs = _adapt(paper, pairs, labels, dialect, lost)
    _add_labels(paper, labels, lost)
    if paper.attachments:
        _add_attachments(paper, rest, lost)
    if paper.key:
        rest.append(("ID", paper.key))
        labels.append(_Label("", "Citation Key", paper.key))
    if dialect.labels:
        rest += [("M2", f"{label.name}: {label.value}" if label.name else label.value) for label in labels]
    else:
        lost += [label.field for label in labels if label.field]
    if paper.extra:
        rest += [(tag, value) for tag, values in FIELDS.kept_extra(paper) if tag != "TY" for value in values]
    return _text(theirs, pairs, dates, rest, spelling)


def _text(theirs: str, pairs: list[Pair], dates: list[Pair], rest: list[Pair], spelling: Spelling) -> str:
    cut = len(pairs)
    for index, (tag, _) in enumerate(pairs):
        if tag not in _HEAD:
            cut = index
            break
    pairs[cut:cut] = dates
    pairs += rest
    return f"TY  - {theirs}\n{spelling.lines(pairs)}ER  - \n"


def _type(paper: Paper) -> str:
    """Give the type of the kind, or the one that the record had when it was read."""
    kept = paper.extra.get("ris:TY")
    if kept and (not TYPES.knows(kept[0].upper()) or TYPES.decode(kept[0].upper()) == paper.kind):
        return " ".join(kept[0].split()) or TYPES.encode(paper.kind)
    return TYPES.encode(paper.kind)


# --- dates ---------------------------------------------------------------------------------------


def _dates(paper: Paper, dialect: Dialect, labels: list[_Label], lost: list[str]) -> list[Pair]:
    pairs: list[Pair] = []
    date = paper.issued
    if date is not None:
        year, full = encode_year(date), encode_tag_date(date)
        if year:
            pairs.append(("PY", year))
        if full and full != year:
            if dialect.full_date:
                pairs.append(("DA", full))
            else:
                lost.append("issued: month and day")
        if not fits_tag(date):
            _label_date("issued", date, decode_issued(full, "", year), labels, lost)
    date = paper.accessed
    if date is not None:
        full = encode_tag_date(date)
        if full:
            pairs.append(("Y2", full))
        if not fits_tag(date):
            _label_date("accessed", date, decode_tag_date(full), labels, lost)
    others = _other_dates(paper)
    if any(others):
        for field, date in zip(_OTHER_DATES, others, strict=True):
            if date is not None:
                _label_date(field, date, None, labels, lost)
    return pairs


_OTHER_DATES: Final = ("submitted", "available_date", "event_date", "original_date")
_other_dates: Final = attrgetter(*_OTHER_DATES)


def _label_date(field: str, date: Date, tagged: Date | None, labels: list[_Label], lost: list[str]) -> None:
    """Add a line for a date that its tag does not say whole."""
    if tagged == date:
        return
    text = encode_edtf(date)
    labels.append(_Label(field if tagged is None else f"{field}: all but the first day", label_of(field), text))
    if decode_free_date(text) != date:
        lost.append(f"{field}: parts beside the words")


# --- numbers -------------------------------------------------------------------------------------


def _add_numbers(paper: Paper, rest: list[Pair], labels: list[_Label]) -> None:
    """SP, EP and SN, whose meaning hangs on one another and on the kind."""
    kind, page = paper.kind, paper.page
    counts = kind in PAGES_IN_SP
    if page:
        first, last = split_pages(page)
        if first.isalnum() and last.isalnum() and kind != "motion_picture":
            rest += [("SP", first), ("EP", last)]
        elif (last or not counts) and kind != "motion_picture" and join_pages(first, last) == normalise_pages(page):
            rest += [("SP", first)] if first else []
            rest += [("EP", last)] if last else []
        else:
            labels.append(_Label("page", label_of("page"), page))
    total = paper.number_of_pages
    if total:
        if counts and not (page and split_pages(page)[1]) and not split_pages(total)[1]:
            rest.append(("SP", total))
        else:
            labels.append(_Label("number_of_pages", label_of("number_of_pages"), total))
    if paper.isbn or paper.issn:
        _add_serial_numbers(paper, rest, labels)


def _add_serial_numbers(paper: Paper, rest: list[Pair], labels: list[_Label]) -> None:
    isbn, issn = paper.isbn, paper.issn
    if not isbn and is_issn(issn) and paper.kind not in NUMBER_IN_SN:
        rest.append(("SN", issn))
        return
    numbers = [*isbn.split(), *issn.split()]
    if paper.kind not in NUMBER_IN_SN and sort_serial_numbers(numbers, paper.kind) == (isbn, issn):
        rest += [("SN", number) for number in numbers]
        return
    labels += [_Label(name, label_of(name), value) for name, value in (("isbn", isbn), ("issn", issn)) if value]


def _add_eprint(paper: Paper, rest: list[Pair], labels: list[_Label], dialect: Dialect) -> None:
    """The archive's name in PB, its identifier in the lines that Zotero reads (the bare one) and people know."""
    identifier, archive = paper.eprint, paper.eprint_type
    repository = REPOSITORIES.get(archive, "")
    if paper.kind == "article" and repository and identifier:
        if not paper.publisher:
            rest.append(("PB", repository))
        elif paper.publisher == repository:
            labels.append(_Label("", "Repository", repository))
        if dialect.source_in_t2 and not paper.container_title:
            rest.append(("T2", repository))
    version, category = paper.eprint_version, paper.eprint_class
    if identifier and archive == "arxiv" and split_arxiv(identifier) == (identifier, ""):
        labels.append(_Label("eprint", "Archive ID", identifier))
        if not dialect.labels and not paper.url:
            rest.append(("UR", f"https://arxiv.org/abs/{identifier}"))
        line = encode_arxiv_line(identifier, version, category)
        if (version or category) and (not version or version.isdigit()) and not set(category) & set(" []"):
            labels.append(_Label("eprint_class" if category else "eprint_version", "arXiv", line))
            return
    else:
        # An identifier of an unnamed archive is no "Archive ID": that would be taken for arXiv's.
        labels += [_Label("eprint", "Archive ID" if archive else label_of("eprint"), identifier)] if identifier else []
        labels += [_Label("eprint_type", label_of("eprint_type"), archive)] if archive else []
    labels += [
        _Label(name, label_of(name), value)
        for name, value in (("eprint_class", category), ("eprint_version", version))
        if value
    ]


def _add_attachments(paper: Paper, rest: list[Pair], lost: list[str]) -> None:
    for attachment in paper.attachments:
        tag, value = encode_attachment(attachment)
        if not value:
            lost.append("attachments")
            continue
        rest.append((tag, value))
        again = decode_attachment(tag, value)
        if attachment.title:
            lost.append("attachments: title")
        if (again.path, again.url) != (attachment.path, attachment.url):
            lost.append("attachments: path or address")
        if again.media_type != attachment.media_type:
            lost.append("attachments: media type")


# --- what depends on the dialect or on other values --------------------------------------------


def _adapt(paper: Paper, pairs: list[Pair], labels: list[_Label], dialect: Dialect, lost: list[str]) -> list[Pair]:
    if paper.kind == "paper-conference" and (paper.event_title or paper.event_place):
        pairs = _conference(paper, pairs, labels, dialect)
    elif paper.event_place:
        labels.append(_Label("event_place", label_of("event_place"), paper.event_place))
    if not dialect.affiliations and paper.affiliations:
        pairs = [pair for pair in pairs if pair[0] != "AD"]
    if dialect.editors_in_a2 and any([tag == "ED" for tag, _ in pairs]):
        if any([tag == "A2" for tag, _ in pairs]):
            lost.append("authors:collection-editor")
        pairs = [("A2" if tag == "ED" else tag, value) for tag, value in pairs if tag != "A2"]
    return pairs


def _conference(paper: Paper, pairs: list[Pair], labels: list[_Label], dialect: Dialect) -> list[Pair]:
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
        labels.append(_Label("", label_of("event_title"), event))
    if place and not paper.publisher_place:
        if not dialect.labels:
            result.append(("CY", place))
        labels.append(_Label("", label_of("event_place"), place))
    return result


_omissions: Final = attrgetter(*OMISSIONS)


def _add_labels(paper: Paper, labels: list[_Label], lost: list[str]) -> None:
    """Lines for what the kind has no tag for."""
    untagged = _untagged(paper.kind)
    values = untagged.values(paper)
    if any(values):
        labels += [
            _Label(field, label_of(field), value)
            for field, value in compress(zip(untagged.fields, values, strict=True), values)
            if not (field == "event_title" and paper.kind == "paper-conference")
        ]
    labels += [
        _Label(name, label_of(name), encode_count(getattr(paper, name))) for name in OMISSIONS if getattr(paper, name)
    ]
    labels += [_Label("", AFFILIATION, affiliation.name) for affiliation in paper.affiliations]
    if len(paper.tags) == 1 and ";" in paper.tags[0]:
        labels.append(_Label("tags: `;`", TAG, paper.tags[0]))
    if paper.note:
        labels += [_Label("note", "", line) for line in note_lines(paper)]
    _add_people(paper.authors, untagged.roles, labels, lost)


def _add_people(authors: tuple[Author, ...], roles: frozenset[str], labels: list[_Label], lost: list[str]) -> None:
    for author in authors:
        family = author.family
        if (
            author.role in roles
            and author.given
            and not (author.particle or author.suffix or author.literal)
            and family.isalpha()
            and family[0].isupper()
            and "," not in author.given
            and ";" not in author.given
        ):
            continue
        text = encode_inverted(author)
        if author.role not in roles:
            labels.append(
                _Label(f"authors:{author.role}", label_of(author.role.replace("-", "_")), encode_role(author))
            )
        elif author.role == "holder":
            if not author.literal:
                lost.append("authors: parts of a name")
        elif author.literal:
            if "," in text or ";" in text or decode_name(text).literal != text:
                labels.append(_Label("authors: names of organisations", LITERAL_NAME, text))
        elif author.particle or author.suffix or ";" in text or text.count(",") != 1 or not text[0].isupper():
            again = decode_name(text)
            if (again.family, again.given, again.particle, again.suffix) != (
                author.family, author.given, author.particle, author.suffix
            ) or is_others(text):  # fmt: skip
                lost.append("authors: parts of a name")
