r"""Patterns of citation keys: ``{family}{year}{title:1}`` and what may stand in the braces.

Knows: the grammar of patterns, each placeholder, and how words become ASCII.
Must not know: which keys are taken (`bibkit.citekeys.keys`), any format.

Grammar::

    pattern     = 1*( text / placeholder )
    text        = 1*( letter / digit / "_" / ":" / "." / "+" / "-" )
    placeholder = "{" name *( ":" argument ) "}"
    argument    = number / "etal" / "lower" / "upper" / "cap" / "abbr"

A number counts letters (``{family:3}``), words (``{title:2}``) or persons (``{families:3:etal}``), whichever the
placeholder is made of. ``etal`` says so when persons were left out. ``lower`` is the default; ``cap`` writes
each word with a capital, ``abbr`` keeps the first letter of each word. The placeholders are the rows of `PLACEHOLDERS`.

Everything is ASCII: markup, mathematics and TeX are taken off, other scripts transliterated by anyascii. Title
words leave out articles, prepositions and conjunctions; a word with a hyphen is one word ("selfplay").
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from bibkit.codecs.identifiers import split_arxiv
from bibkit.errors import UsageError
from bibkit.model import Author, Paper
from bibkit.text.words import ascii_letters, bare_text, words

__all__ = ["PLACEHOLDERS", "PaperWords", "Pattern", "compile_pattern", "content_hash", "spelled"]

_MAX_LENGTH: Final = 100

_NOT_KEY: Final = re.compile(r"[^A-Za-z0-9_:.+-]+")
_TOKEN: Final = re.compile(r"\{([^{}]*)\}|([A-Za-z0-9_:.+-]+)")
_NUMBER: Final = re.compile(r"[1-9][0-9]?")

Case = Literal["lower", "upper", "cap"]
_CASES: Final[dict[str, Case]] = {"lower": "lower", "upper": "upper", "cap": "cap"}
Source = Callable[["PaperWords"], list[str]]


def content_hash(paper: Paper) -> str:
    """Letters and digits made of what a paper is (title, authors, date, identifiers), the same on every machine.

    Tags, abstract, collections and the key do not count: they may change while the paper stays the same.
    """
    import hashlib  # noqa: PLC0415 - loads OpenSSL, and few keys need it

    authors = [(author.family, author.given, author.literal, author.role) for author in paper.authors]
    same = (paper.kind, paper.title, authors, paper.issued, paper.eprint, paper.doi, paper.url, paper.isbn, paper.note)
    return hashlib.sha256(msgspec.json.encode(same)).hexdigest()


class PaperWords:
    """The words of one paper that a key can be made of, each list made when it is asked for."""

    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self._title: list[str] | None = None

    @property
    def title(self) -> list[str]:
        """The title's words that mean something, numbers aside ("The 5% Problem"); all of them when none does."""
        if self._title is None:
            found = words(self.paper.title)
            self._title = [word for word in found if not word.isdigit()] or found
        return self._title

    @property
    def names(self) -> tuple[Author, ...]:
        """The authors, else the editors, else whoever is named."""
        return self.paper.by_role("author") or self.paper.by_role("editor") or self.paper.authors

    @property
    def omitted(self) -> bool:
        """Whether the source cut the list of names short."""
        return bool(self.paper.authors_omitted)

    @property
    def arxiv(self) -> str:
        """The arXiv identifier, wherever the paper has it."""
        return self.paper.arxiv or split_arxiv(self.paper.note)[0] or split_arxiv(self.paper.url)[0]


def family(author: Author) -> str:
    """The letters of a person's family name (without its particle), or of an organisation's first words."""
    name = author.family or author.given
    if name:
        return ascii_letters(bare_text(name)).lower()
    return "".join(words(author.literal)[:3])


def _families(source: PaperWords) -> list[str]:
    found = [name for name in [family(author) for author in source.names] if name]
    return found or source.title[:1]


def _given(source: PaperWords) -> list[str]:
    return [ascii_letters(bare_text(author.given)).lower() for author in source.names[:1]]


def _particle(source: PaperWords) -> list[str]:
    return [ascii_letters(bare_text(author.particle)).lower() for author in source.names[:1]]


def _title(source: PaperWords) -> list[str]:
    """Where `{family}` had to borrow the first word of the title, the title goes on with the second."""
    borrowed = not any([family(author) for author in source.names])
    return source.title[1:] if borrowed and len(source.title) > 1 else source.title


def year_text(year: int | None) -> str:
    """A year as a key shows it: "2031", "70bce", or nothing.

    >>> year_text(2031), year_text(-69), year_text(None)
    ('2031', '70bce', '')
    """
    if year is None:
        return ""
    return str(year) if year > 0 else f"{1 - year}bce"


def spelled(value: str) -> str:
    """An identifier in the letters that a key can hold.

    >>> spelled("10.5555/Ab(1)")
    '10.5555_Ab_1'
    """
    return _NOT_KEY.sub("_", value).strip("_:.+-")


def _date_part(part: str) -> Source:
    def take(source: PaperWords) -> list[str]:
        value: int = getattr(source.paper.issued, part, 0) if source.paper.issued is not None else 0
        return [f"{value:02}"] if value else []

    return take


def _field(name: str) -> Source:
    def take(source: PaperWords) -> list[str]:
        return [spelled(getattr(source.paper, name))]

    return take


class Placeholder(msgspec.Struct, frozen=True):
    """One row: what gives the pieces, and what a number in the pattern counts."""

    source: Source
    counts: Literal["letters", "pieces"]
    meaning: str
    only_date: bool = False


PLACEHOLDERS: Final[dict[str, Placeholder]] = {
    "family": Placeholder(lambda s: _families(s)[:1], "letters", "family name of the first author"),
    "families": Placeholder(_families, "pieces", "family names of the authors"),
    "given": Placeholder(_given, "letters", "given names of the first author"),
    "particle": Placeholder(_particle, "letters", "particle of the first author (`van`)"),
    "year": Placeholder(lambda s: [year_text(s.paper.year)], "letters", "year of publication", only_date=True),
    "shortyear": Placeholder(
        lambda s: [year_text(s.paper.year)[-2:]], "letters", "its last two digits", only_date=True
    ),
    "month": Placeholder(_date_part("month"), "letters", "month, two digits", only_date=True),
    "day": Placeholder(_date_part("day"), "letters", "day, two digits", only_date=True),
    "title": Placeholder(_title, "pieces", "words of the title"),
    "shorttitle": Placeholder(lambda s: _title(s)[:3], "pieces", "its first three words"),
    "container": Placeholder(lambda s: words(s.paper.container_title), "pieces", "words of the journal or book"),
    "publisher": Placeholder(lambda s: words(s.paper.publisher), "pieces", "words of the publisher"),
    "kind": Placeholder(lambda s: [s.paper.kind], "letters", "kind of work (`article-journal`)"),
    "arxiv": Placeholder(lambda s: [spelled(s.arxiv)], "letters", "arXiv identifier"),
    "category": Placeholder(lambda s: [s.paper.eprint_class], "letters", "category in the archive (`cs.LG`)"),
    "doi": Placeholder(_field("doi"), "letters", "DOI; what a key cannot hold becomes `_`"),
    "pmid": Placeholder(_field("pmid"), "letters", "PubMed identifier"),
    "isbn": Placeholder(_field("isbn"), "letters", "ISBN"),
    "volume": Placeholder(_field("volume"), "letters", "volume", only_date=True),
    "page": Placeholder(_field("page"), "letters", "pages", only_date=True),
    "hash": Placeholder(lambda s: [content_hash(s.paper)], "letters", "letters made of the paper's content"),
}
"""What may stand in braces. ``only_date`` rows alone do not make a key."""


class _Part(msgspec.Struct, frozen=True):
    text: str
    placeholder: Placeholder | None = None
    number: int = 0
    case: Case = "lower"
    abbreviate: bool = False
    etal: bool = False

    def __call__(self, source: PaperWords) -> str:
        if self.placeholder is None:
            return self.text
        pieces = [piece for piece in self.placeholder.source(source) if piece]
        cut = False
        if self.number and self.placeholder.counts == "pieces":
            cut = len(pieces) > self.number
            pieces = pieces[: self.number]
        if self.abbreviate:
            pieces = [piece[:1] for piece in pieces]
        if self.etal and pieces and (cut or source.omitted):
            pieces = [*pieces, "etal"]
        if self.case == "cap":
            pieces = [piece[:1].upper() + piece[1:] for piece in pieces]
        text = "".join(pieces)
        if self.number and self.placeholder.counts == "letters":
            text = text[: self.number]
        return text.upper() if self.case == "upper" else text


class Pattern:
    """A compiled pattern. Call it with the words of a paper; an empty string means that they do not suffice."""

    def __init__(self, parts: tuple[_Part, ...]) -> None:
        self._parts = parts
        of_title = (PLACEHOLDERS["title"], PLACEHOLDERS["shorttitle"])
        self.title_words: Final = max([part.number or 99 for part in parts if part.placeholder in of_title], default=0)
        """How many words of the title the pattern uses."""

    def __call__(self, source: PaperWords) -> str:
        """The key that the pattern makes of a paper, or an empty string."""
        made = [(part, part(source)) for part in self._parts]
        if not any([text for part, text in made if part.placeholder is not None and not part.placeholder.only_date]):
            return ""
        return "".join([text for _, text in made]).lstrip("_:.+-")[:_MAX_LENGTH]


def compile_pattern(pattern: str) -> Pattern:
    """Make a function of a pattern.

    Raises `UsageError` that names the column of what is wrong.

    >>> compile_pattern("{family:3}{shortyear}")(PaperWords(paper))
    'aba31'
    """
    parts: list[_Part] = []
    position = 0
    while position < len(pattern):
        match = _TOKEN.match(pattern, position)
        if match is None:
            raise _wrong(pattern, position, _misfit(pattern, position))
        parts.append(_Part(match[2]) if match[1] is None else _placeholder(pattern, position, match[1]))
        position = match.end()
    if not any([part.placeholder is not None for part in parts]):
        raise UsageError(f"the key pattern {pattern!r} has no placeholder", hint=f"for instance {{{'family'}}}{{year}}")
    return Pattern(tuple(parts))


def _misfit(pattern: str, position: int) -> str:
    character = pattern[position]
    if character == "{":
        return "this { is not closed"
    if character == "}":
        return "this } was not opened"
    return f"{character!r} cannot stand in a citation key"


def _placeholder(pattern: str, position: int, inside: str) -> _Part:
    name, *arguments = inside.split(":")
    column = position + 1
    placeholder = PLACEHOLDERS.get(name)
    if placeholder is None:
        import difflib  # noqa: PLC0415 - only for a misspelt pattern

        near = difflib.get_close_matches(name, PLACEHOLDERS, 1)
        meant = f"did you mean {{{near[0]}}}?" if near else f"known: {', '.join(PLACEHOLDERS)}"
        raise _wrong(pattern, column, f"there is no {{{name}}}", meant)
    part = _Part("", placeholder)
    column += len(name) + 1
    for argument in arguments:
        if _NUMBER.fullmatch(argument):
            part = replace(part, number=int(argument))
        elif argument in _CASES:
            part = replace(part, case=_CASES[argument])
        elif argument == "abbr":
            part = replace(part, abbreviate=True)
        elif argument == "etal" and name == "families":
            part = replace(part, etal=True)
        else:
            known = "a number from 1 to 99, lower, upper, cap, abbr" + (", etal" if name == "families" else "")
            raise _wrong(pattern, column, f"{{{name}}} takes {known}, not {argument!r}")
        column += len(argument) + 1
    return part


def _wrong(pattern: str, position: int, message: str, hint: str = "") -> UsageError:
    return UsageError(f"key pattern {pattern!r}, column {position + 1}: {message}", hint=hint)
