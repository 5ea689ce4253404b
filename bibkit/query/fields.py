"""What a query can ask about: the fields, how their values are compared, and how text is folded.

Knows: which test a field, an operator and a value make. Must not know: the grammar of queries (`bibkit.query.language`).

Text is compared without case, accents, markup and the difference between hyphen, slash and blank. A word or phrase
is found where a word begins with it ("learn" finds "learning", "rl" does not find "world"); ``*`` stands for any
letters; ``=`` asks for the whole value.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, Final, NamedTuple

from bibkit.codecs.identifiers import decode_doi, split_arxiv
from bibkit.model import DATE_FIELDS, KINDS, LIST_FIELDS, OMISSION_FIELDS, TEXT_FIELDS, Author, Date, Paper
from bibkit.text.words import fold

__all__ = ["QUERY_FIELDS", "QueryFieldError", "View", "day_span", "make_test", "overlaps", "parse_day"]

Test = Callable[["View"], bool]
Day = tuple[int, int, int]
Span = tuple[Any, Any]
"""Two numbers or two days, the first and the last that a value may mean."""

_NUMBER: Final = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_DAY: Final = re.compile(r"(-?[0-9]{1,4})(?:[-/]([0-9]{1,2})(?:[-/]([0-9]{1,2}))?)?")
_LAST: Final = 99


class QueryFieldError(ValueError):
    """What is wrong with a field, an operator or a value; `bibkit.query.language` adds the column. ``at_value`` tells where."""

    def __init__(self, message: str, hint: str = "", *, at_value: bool = False) -> None:
        super().__init__(message)
        self.hint = hint
        self.at_value = at_value


class View:
    """A paper while it is asked; what several terms need is made once."""

    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self._everything: str | None = None
        self._fields: dict[str, list[str]] = {}

    @property
    def everything(self) -> str:
        """All text of the paper, folded, one value a line."""
        if self._everything is None:
            values: list[str] = []
            for name in _SEARCHED:
                value = getattr(self.paper, name)
                if value:
                    values.append(value)
            for take in _SEARCHED_LISTS:
                values.extend(take(self.paper))
            self._everything = "\n".join([fold(value) for value in values])
        return self._everything

    def folded(self, field: str, values: Callable[[Paper], Iterable[str]]) -> list[str]:
        """The values of one field, folded."""
        if field not in self._fields:
            self._fields[field] = [fold(value) for value in values(self.paper) if value]
        return self._fields[field]


# -- taking values ------------------------------------------------------------------------------------------


def _names(paper: Paper, role: str = "") -> Iterable[str]:
    for author in paper.authors:
        if not role or author.role == role:
            yield from _spellings(author)


def _spellings(author: Author) -> Iterable[str]:
    if author.literal:
        yield author.literal
        return
    family = f"{author.particle} {author.family}".strip()
    yield f"{author.given} {family} {author.suffix}".strip()
    if author.given:
        yield f"{family}, {author.given}"
    if author.orcid:
        yield author.orcid


def _text(name: str) -> Callable[[Paper], Iterable[str]]:
    return lambda paper: (getattr(paper, name),)


_LISTS: Final[dict[str, Callable[[Paper], Iterable[str]]]] = {
    **{name: attrgetter(name) for name in LIST_FIELDS},
    "authors": _names,
    "affiliations": lambda paper: [affiliation.name for affiliation in paper.affiliations],
    "collections": lambda paper: ["/".join(path) for path in paper.collections],
    "attachments": lambda paper: [value for item in paper.attachments for value in (item.title, item.path, item.url)],
    "extra": lambda paper: [value for values in paper.extra.values() for value in values],
}
_SEARCHED: Final = ("kind", *TEXT_FIELDS)
_SEARCHED_LISTS: Final = tuple(take for name, take in _LISTS.items() if name not in {"automatic_tags", "extra"})


class QueryField(NamedTuple):
    """One row: what kind of value a field has, and how it is taken from a paper."""

    sort: str
    """"text", "exact" (identifiers and codes), "date" or "number"."""
    take: Callable[[Paper], Iterable[str]]
    clean: Callable[[str], str] = str.strip


def _bare_arxiv(text: str) -> str:
    return split_arxiv(text)[0] or text.strip()


def _without_hyphens(text: str) -> str:
    return text.replace("-", "").strip()


QUERY_FIELDS: Final[dict[str, QueryField]] = {
    **{name: QueryField("text", _text(name)) for name in _SEARCHED},
    **{name: QueryField("text", take) for name, take in _LISTS.items()},
    **{name: QueryField("date", _text(name)) for name in DATE_FIELDS},
    **{name: QueryField("number", _text(name)) for name in OMISSION_FIELDS},
    "year": QueryField("number", lambda paper: ("" if paper.year is None else str(paper.year),)),
    "author": QueryField("text", lambda paper: _names(paper, "author")),
    "editor": QueryField("text", lambda paper: _names(paper, "editor")),
    "affiliation": QueryField("text", _LISTS["affiliations"]),
    "institution": QueryField("text", _LISTS["affiliations"]),
    "tag": QueryField("text", _LISTS["tags"]),
    "collection": QueryField("text", _LISTS["collections"]),
    "topic": QueryField("text", lambda paper: [path[-1] for path in paper.collections if path]),
    "journal": QueryField("text", _text("container_title")),
    "notes": QueryField("text", lambda paper: (*paper.notes, paper.note)),
    "kind": QueryField("exact", _text("kind")),
    "key": QueryField("exact", _text("key")),
    "doi": QueryField("exact", _text("doi"), decode_doi),
    "arxiv": QueryField("exact", lambda paper: (paper.arxiv,), _bare_arxiv),
    "eprint": QueryField("exact", _text("eprint")),
    "eprint_class": QueryField("exact", _text("eprint_class")),
    "category": QueryField("exact", _text("eprint_class")),
    "isbn": QueryField("exact", lambda paper: paper.isbn.replace("-", "").split(), _without_hyphens),
    "issn": QueryField("exact", lambda paper: paper.issn.replace("-", "").split(), _without_hyphens),
    "pmid": QueryField("exact", _text("pmid")),
    "language": QueryField("exact", _text("language")),
}
"""Every field of a paper by its name, and the short names that people type."""


def field_named(name: str) -> tuple[str, QueryField]:
    """The field of that name, without regard to case. Raises `QueryFieldError` with the nearest name."""
    wanted = name.lower().replace("-", "_")
    field = QUERY_FIELDS.get(wanted)
    if field is None:
        near = difflib.get_close_matches(wanted, QUERY_FIELDS, 1)
        hint = f"did you mean {near[0]}:?" if near else 'put the text in quotes ("...") to search for it'
        raise QueryFieldError(f"there is no field {name!r}", hint)
    return wanted, field


# -- making tests -------------------------------------------------------------------------------------------


def make_test(name: str, operator: str, value: str) -> Test:
    """The test that ``name operator value`` stands for; an empty name asks all text.

    Raises `QueryFieldError` for an unknown field or a value that the field cannot have.
    """
    if not name:
        return _everywhere(value)
    if name.lower() in {"has", "missing"}:
        return _presence(name.lower() == "has", value)
    wanted, field = field_named(name)
    if operator == "!=":
        equal = make_test(name, "=", value)
        return lambda view: not equal(view)
    if field.sort == "date":
        return _date_test(wanted, operator, value)
    if operator in {"<", "<=", ">", ">="} or (field.sort == "number"):
        return _number_test(field, operator, value)
    if field.sort == "exact":
        return _exact_test(wanted, field, value)
    return _text_test(wanted, field, value, whole=operator == "=")


def _glob(folded: str, *, whole: bool) -> str:
    """An expression for a text in which ``*`` stands for anything within a line.

    Each piece is taken where it first occurs and never looked for again (atomic groups), so that the time stays
    linear in the text; only the last piece of a whole value may have to stand later.
    """
    first, *rest = re.split(r"\*+", folded)
    pieces = [re.escape(piece) for piece in rest]
    if not whole or not pieces:
        return re.escape(first) + "".join([f"(?>[^\n]*?{piece})" for piece in pieces]) + (r"\Z" if whole else "")
    return re.escape(first) + "".join([f"(?>[^\n]*?{piece})" for piece in pieces[:-1]]) + rf"[^\n]*{pieces[-1]}\Z"


def _pattern(value: str, *, whole: bool = False) -> re.Pattern[str]:
    """A word or phrase as an expression."""
    folded = fold(value)
    body = _glob(folded, whole=whole)
    return re.compile(rf"(?<!\w){body}" if folded[:1].isalnum() and not whole else body)


def _everywhere(value: str) -> Test:
    folded = fold(value)
    if not folded.strip("* "):
        raise QueryFieldError("there is nothing to search for", at_value=True)
    search = _pattern(value).search
    return lambda view: search(view.everything) is not None


def _text_test(name: str, field: QueryField, value: str, *, whole: bool) -> Test:
    pattern = _pattern(value, whole=whole)
    find = pattern.match if whole else pattern.search
    take = field.take
    return lambda view: any([find(text) for text in view.folded(name, take)])


def _exact_test(name: str, field: QueryField, value: str) -> Test:
    wanted = field.clean(value).lower()
    if name == "kind":
        wanted = _KIND_WORDS.get(wanted, wanted)
        _check_kind(wanted)
    match = re.compile(_glob(wanted, whole=True)).match
    take = field.take
    return lambda view: any([match(text.lower()) for text in take(view.paper) if text])


_KIND_WORDS: Final = {
    "preprint": "article",
    "journal": "article-journal",
    "conference": "paper-conference",
    "proceedings": "paper-conference",
    "misc": "document",
}
"""What people call some kinds."""


def _check_kind(wanted: str) -> None:
    if wanted not in KINDS and "*" not in wanted:
        near = difflib.get_close_matches(wanted, KINDS, 1)
        hint = f"did you mean {near[0]}?" if near else "article is a preprint; kinds are named as CSL names them"
        raise QueryFieldError(f"there is no kind {wanted!r}", hint, at_value=True)


def _presence(wanted: bool, value: str) -> Test:
    name, field = field_named(value)
    take = field.take
    if field.sort == "date":
        return lambda view: bool(getattr(view.paper, name)) == wanted
    return lambda view: any([bool(text) for text in take(view.paper)]) == wanted


def _parse_number(text: str) -> Span:
    if not _NUMBER.fullmatch(text):
        raise QueryFieldError(f"{text!r} is not a number", "for instance year>=2025 or year:2020..2026", at_value=True)
    return float(text), float(text)


def _number_test(field: QueryField, operator: str, value: str) -> Test:
    fits = _compare(operator, value, _parse_number)
    take = field.take
    return lambda view: any(
        [fits((float(text), float(text))) for text in map(str, take(view.paper)) if _NUMBER.fullmatch(text)]
    )


def _compare(operator: str, value: str, parse: Callable[[str], Span]) -> Callable[[Span], bool]:
    """A test of spans, each a first and a last moment, against a value or a range ``first..last``.

    Before, after and a range hold where some moment of the span fits; ``:`` and ``=`` where all of it lies within the value.
    """
    first, dots, last = value.partition("..") if operator in {":", "="} else (value, "", "")
    if not dots:
        low, high = parse(value)
        return {
            ":": lambda span: low <= span[0] and span[1] <= high,
            "=": lambda span: low <= span[0] and span[1] <= high,
            "<": lambda span: span[0] < low,
            "<=": lambda span: span[0] <= high,
            ">": lambda span: span[1] > high,
            ">=": lambda span: span[1] >= low,
        }[operator]
    if not first and not last:
        raise QueryFieldError("a range needs a beginning or an end", "for instance 2020..2026", at_value=True)
    return overlaps(parse(first) if first else None, parse(last) if last else None)


def overlaps(first: Span | None, last: Span | None) -> Callable[[Span], bool]:
    """Whether a span may lie between the beginning of ``first`` and the end of ``last``; either may be open."""
    return lambda span: (first is None or span[1] >= first[0]) and (last is None or span[0] <= last[1])


# -- dates --------------------------------------------------------------------------------------------------


def parse_day(text: str) -> tuple[Day, Day]:
    """The first and the last day that a date names; parts may be left out from the right.

    Raises `QueryFieldError`.

    >>> parse_day("2026-09")
    ((2026, 9, 0), (2026, 9, 99))
    """
    match = _DAY.fullmatch(text.strip())
    year, month, day = (int(part) if part else 0 for part in match.groups()) if match else (0, 0, 0)
    if match is None or month > 12 or day > 31 or (match[2] and not month) or (match[3] and not day):
        raise QueryFieldError(f"{text!r} is not a date", "write YYYY, YYYY-MM or YYYY-MM-DD", at_value=True)
    return (year, month, day), (year, month or _LAST, day or _LAST)


def day_span(date: Date | None) -> tuple[Day, Day] | None:
    """The first and the last day that a paper's date may mean; None where it has no year."""
    if date is None or date.year is None:
        return None
    first = (date.year, date.month, date.day)
    end = date.end if date.end is not None and date.end.year is not None else date
    year = _LAST * _LAST if date.open_end else end.year or 0
    last = (year, end.month or _LAST, end.day or _LAST)
    return ((-_LAST * _LAST, 0, 0) if date.open_start else first), last


def _date_test(name: str, operator: str, value: str) -> Test:
    fits = _compare(operator, value, parse_day)

    def test(view: View) -> bool:
        span = day_span(getattr(view.paper, name))
        return span is not None and fits(span)

    return test
