"""BibTeX's macros: what ``@string`` defines and what the standard styles define beforehand.

Knows: names of macros and their values (raw TeX), without regard to case.
Must not know: how a block is cut into tokens.
"""

from __future__ import annotations

from typing import Final

from bibkit.codecs.months import MONTH_MACROS, MONTHS

__all__ = ["MONTH_VALUES", "Macros", "Term"]

_LARGE: Final = 1_000
_BUDGET: Final = 1 << 24
"""Letters that the values above `_LARGE` may come to, all uses together: definitions that double one another
would grow without bound."""

Term = tuple[bool, str]
"""One part of an expression: whether it names a macro, and its text."""

MONTH_VALUES: Final[dict[str, str]] = dict(zip(MONTH_MACROS, MONTHS, strict=True))

_JOURNALS: Final[dict[str, str]] = {
    "acmcs": "ACM Computing Surveys",
    "acta": "Acta Informatica",
    "cacm": "Communications of the ACM",
    "ibmjrd": "IBM Journal of Research and Development",
    "ibmsj": "IBM Systems Journal",
    "ieeese": "IEEE Transactions on Software Engineering",
    "ieeetc": "IEEE Transactions on Computers",
    "ieeetcad": "IEEE Transactions on Computer-Aided Design of Integrated Circuits",
    "ipl": "Information Processing Letters",
    "jacm": "Journal of the ACM",
    "jcss": "Journal of Computer and System Sciences",
    "scp": "Science of Computer Programming",
    "sicomp": "SIAM Journal on Computing",
    "tcs": "Theoretical Computer Science",
    "tocs": "ACM Transactions on Computer Systems",
    "tods": "ACM Transactions on Database Systems",
    "tog": "ACM Transactions on Graphics",
    "toms": "ACM Transactions on Mathematical Software",
    "toois": "ACM Transactions on Office Information Systems",
    "toplas": "ACM Transactions on Programming Languages and Systems",
}
"""The journals that plain.bst and its kin define (btxdoc, section 3.1)."""


class Macros:
    """The macros that are known at one point of a file.

    >>> macros = Macros()
    >>> macros.define("PUBL", "Tidewater Press")
    >>> macros.get("publ"), macros.get("Feb"), macros.get("nobody")
    ('Tidewater Press', 'February', None)
    """

    def __init__(self) -> None:
        self._values = {**_JOURNALS, **MONTH_VALUES}
        self._budget = _BUDGET

    def copy(self) -> Macros:
        """The same macros, to be defined further without a change here."""
        other = Macros()
        other._values, other._budget = dict(self._values), self._budget
        return other

    def define(self, name: str, value: str) -> None:
        """Give a macro its value; a later definition replaces an earlier one, as in BibTeX."""
        self._values[name.lower()] = value

    def get(self, name: str) -> str | None:
        """The value of a macro; None where it is not defined, or large and used too often."""
        value = self._values.get(name.lower())
        if value is not None and len(value) > _LARGE:
            self._budget -= len(value)
            if self._budget < 0:
                return None
        return value

    def fault(self, name: str) -> str:
        """Why `get` gave None for a macro."""
        return "is too long to be used so often" if name.lower() in self._values else "is not defined"

    def value(self, field: str, terms: list[Term], undefined: list[str]) -> str:
        """The value of a field; see `join`. The months of BibTeX's styles stay as they are, and mean the same."""
        if field == "month" and len(terms) == 1 and terms[0][1].lower() in MONTH_VALUES:
            return terms[0][1]
        return self.join(terms, undefined)

    def join(self, terms: list[Term], undefined: list[str]) -> str:
        """The value of an expression. Of a macro without one the name is kept, and added to ``undefined``."""
        if len(terms) == 1 and not terms[0][0]:
            return terms[0][1]
        parts = []
        for is_macro, text in terms:
            value = self.get(text) if is_macro else text
            if value is None:
                undefined.append(text)
                value = text
            parts.append(value)
        return "".join(parts)
