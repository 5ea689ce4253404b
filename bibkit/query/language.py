"""Queries: ``tag:"policy gradient" year>=2025 -author:abara`` as a test on papers.

Knows: the grammar, and where in a query something is wrong.
Must not know: what a field holds or how values are compared (`bibkit.query.fields`).

Grammar::

    query   = all *( "OR" all )
    all     = one *( [ "AND" ] one )
    one     = ( "NOT" / "-" ) one / "(" query ")" / term
    term    = [ field operator ] value / ( "has" / "missing" ) ":" field
    operator= ":" / "=" / "!=" / "<" / "<=" / ">" / ">="
    value   = word / quoted phrase / first ".." last

``AND``, ``OR`` and ``NOT`` are operators in capitals only. A value without a field is searched in all text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from bibkit.errors import UsageError
from bibkit.model import Paper
from bibkit.query.fields import QueryFieldError, Test, View, day_span, make_test, overlaps, parse_day

__all__ = ["compile_query", "date_filter", "selection"]

_TOKEN: Final = re.compile(
    r"""\s*(?:
        (?P<open>\() | (?P<close>\)) |
        (?P<minus>-)(?=[^\s)]) |
        (?:(?P<field>[A-Za-z][A-Za-z_-]*)(?P<operator>:(?!//)|!=|<=|>=|[<>=]))?
        (?: "(?P<phrase>[^"]*)" | (?P<quote>") | (?P<word>(?(operator)(?:[^\s()"]|\([^\s()"]*\))+|[^\s()"]+)) )?
    )""",
    re.VERBOSE,
)
_DEPTH: Final = 100


class _Token(NamedTuple):
    sort: str
    """"(", ")", "not", "and", "or" or "term"."""
    column: int
    field: str = ""
    operator: str = ""
    value: str = ""
    value_column: int = 0


def compile_query(text: str) -> Callable[[Paper], bool]:
    """Make a test of a query.

    Raises `UsageError` that names the column of what is wrong.

    >>> wanted = compile_query('title:weirs year:2030..2032 -"field study"')
    >>> wanted(Paper(title="Weirs that Learn", issued=Date(2031)))
    True
    """
    test = _Parser(text).parse()
    return lambda paper: test(View(paper))


class _Parser:
    """Recursive descent over the tokens of one query."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = list(self._scan())
        self.place = 0
        self.depth = 0

    def parse(self) -> Test:
        """The whole query as one test."""
        if not self.tokens:
            raise UsageError("the query is empty", hint="for instance: title:weirs year>=2025")
        test = self._any()
        if self.place < len(self.tokens):
            raise self._wrong(self.tokens[self.place].column, "this ) was not opened")
        return test

    def _scan(self) -> list[_Token]:
        tokens: list[_Token] = []
        position = 0
        end = len(self.text.rstrip())
        while position < end:
            match = _TOKEN.match(self.text, position)
            if match is None or match.end() == position:  # pragma: no cover - every character fits an alternative
                raise self._wrong(position, f"{self.text[position]!r} is not understood")
            start = position + len(match[0]) - len(match[0].lstrip())
            tokens.append(self._token(match, start))
            position = match.end()
        return tokens

    def _token(self, match: re.Match[str], start: int) -> _Token:
        if match["open"]:
            return _Token("(", start)
        if match["close"]:
            return _Token(")", start)
        if match["minus"]:
            return _Token("not", start)
        if match["quote"]:
            raise self._wrong(match.start("quote"), "this quotation mark is not closed")
        phrase, word, operator = match["phrase"], match["word"], match["operator"] or ""
        if operator and not phrase and not word:
            raise self._wrong(match.end(), f"a value is missing after {match['field']}{operator}")
        if not operator and word in {"AND", "OR", "NOT"}:
            return _Token(word.lower(), start)
        value = word if phrase is None else phrase
        value_column = match.start("word") if phrase is None else match.start("phrase")
        return _Token("term", start, match["field"] or "", operator, value or "", value_column)

    def _peek(self) -> str:
        return self.tokens[self.place].sort if self.place < len(self.tokens) else ""

    def _any(self) -> Test:
        tests = [self._all()]
        while self._peek() == "or":
            self.place += 1
            tests.append(self._all())
        return tests[0] if len(tests) == 1 else lambda view: any(test(view) for test in tests)

    def _all(self) -> Test:
        tests = [self._one()]
        while self._peek() not in {"", "or", ")"}:
            if self._peek() == "and":
                self.place += 1
            tests.append(self._one())
        return tests[0] if len(tests) == 1 else lambda view: all(test(view) for test in tests)

    def _one(self) -> Test:
        if self.place >= len(self.tokens):
            raise self._wrong(len(self.text.rstrip()), "the query ends where a word is due")
        token = self.tokens[self.place]
        self.place += 1
        if token.sort == "not":
            return self._deeper(token, self._negated)
        if token.sort == "(":
            return self._deeper(token, lambda: self._group(token))
        if token.sort != "term":
            shown = token.sort.upper()
            raise self._wrong(token.column, f"a word is due before {shown}", "put it in quotes to search for it")
        try:
            return make_test(token.field, token.operator, token.value)
        except QueryFieldError as fault:
            raise self._wrong(token.value_column if fault.at_value else token.column, str(fault), fault.hint) from None

    def _deeper(self, token: _Token, parse: Callable[[], Test]) -> Test:
        self.depth += 1
        if self.depth > _DEPTH:
            raise self._wrong(token.column, f"the query is nested more than {_DEPTH} deep")
        test = parse()
        self.depth -= 1
        return test

    def _negated(self) -> Test:
        inner = self._one()
        return lambda view: not inner(view)

    def _group(self, opened: _Token) -> Test:
        if self._peek() == ")":
            raise self._wrong(opened.column, "there is nothing between these parentheses")
        test = self._any()
        if self._peek() != ")":
            raise self._wrong(opened.column, "this ( is not closed")
        self.place += 1
        return test

    def _wrong(self, position: int, message: str, hint: str = "") -> UsageError:
        return UsageError(f"query, column {position + 1}: {message}", hint=hint)


def selection(where: str | None = None, since: str | None = None, until: str | None = None) -> Callable[[Paper], bool]:
    """The test that a query and two dates make together; any of them may be left out.

    Raises `UsageError`.
    """
    dated = date_filter(since, until)
    if not where:
        return dated
    wanted = compile_query(where)
    if not since and not until:
        return wanted
    return lambda paper: dated(paper) and wanted(paper)


def date_filter(since: str | None = None, until: str | None = None) -> Callable[[Paper], bool]:
    """A test for papers that may have been published within a span of days, both ends included.

    A paper without a date is left out, unless neither end is given. Raises `UsageError` for what is not a date.

    >>> date_filter(since="2026-09")(Paper(issued=Date(2026, 9, 29)))
    True
    """
    start = _bound(since, "--since")
    end = _bound(until, "--until")
    if start is None and end is None:
        return lambda _paper: True
    fits = overlaps(start, end)

    def test(paper: Paper) -> bool:
        span = day_span(paper.issued)
        return span is not None and fits(span)

    return test


def _bound(text: str | None, option: str) -> tuple[tuple[int, int, int], tuple[int, int, int]] | None:
    if not text:
        return None
    try:
        return parse_day(text)
    except QueryFieldError as fault:
        raise UsageError(f"{option}: {fault}", hint=fault.hint) from None
