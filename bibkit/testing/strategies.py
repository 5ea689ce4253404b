r"""Hypothesis strategies for papers and their parts.

Knows: what the model allows in each field, in all its breadth: any script, mathematics, markup, odd dates.
Must not know: what any format can hold.

All text is rich text as the model wants it: NFC, no control characters, no blanks at the ends, literal dollars
written ``\$`` only where they would open a formula.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from bibkit.codecs.dates import days_in_month
from bibkit.model import (
    DATE_FIELDS,
    KINDS,
    ROLES,
    TEXT_FIELDS,
    UNKNOWN_NUMBER,
    Affiliation,
    Attachment,
    Author,
    Date,
    Paper,
)
from bibkit.text.markup import clean, protect_dollars, tokens

__all__ = ["affiliations", "authors", "dates", "keys", "papers", "tags", "titles", "words"]

_PLAIN_WORDS: Final = (
    "weirs", "of", "the", "and", "Pond", "learning", "AlphaNet", "RNA", "estuary", "Größe", "naïve", "Łódź", "Über",
    "Ørsted", "Čapek", "Đặng", "Ελλάς", "Річки", "堰", "水門", "日本", "עין", "نهر", "self-supervised", "x", "3D", "2031",
)  # fmt: skip
_SIGNS: Final = (
    "&", "R&D", "5%", "#1", "a_b", "{set}", "~", "^", "\\", "<", "a<b", ">", '"so"', "'so'", "it's", "\u2014", "\u2013",
    "\u201cso\u201d", "--", "?", "!", "(a;b)", "a:", "A.", "[x]", "@home", "$5", "=", "+", "*", "/", "|", "`", "\u00a0b",
    "&amp;", "\u2192", "\U0001d4d0", "\U0001f30a", "e\u0323\u0301", "ﬁn",
)  # fmt: skip
_FORMULAS: Final = (
    "$x$", "$\\mu$", "$O(k\\log k)$", "$\\tilde{O}(\\log K)$", "$x_1^2 \\le \\frac{a}{b}$", "$a<b$", "$a \\& b$", "$L^2$",
)  # fmt: skip
_TAGS: Final = (
    ("<i>", "</i>"),
    ("<b>", "</b>"),
    ("<sup>", "</sup>"),
    ("<sub>", "</sub>"),
    ('<span style="font-variant:small-caps;">', "</span>"),
    ('<span class="nocase">', "</span>"),
)

_LETTERS: Final = st.characters(exclude_categories=("Cc", "Cs", "Cn", "Co", "Cf", "Zl", "Zp", "Zs"))


def _tidy(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", clean(text)).split(" ")).strip()


def words(max_words: int = 6) -> SearchStrategy[str]:
    """Text without markup or mathematics: words of many scripts, signs that some format treats specially."""
    odd = st.text(_LETTERS, min_size=1, max_size=6)
    word = st.one_of(st.sampled_from(_PLAIN_WORDS), st.sampled_from(_PLAIN_WORDS), st.sampled_from(_SIGNS), odd)
    return (
        st.lists(word, min_size=1, max_size=max_words)
        .map(" ".join)
        .map(_tidy)
        .map(lambda text: protect_dollars([(False, text)]))
        .filter(_is_text)
    )


def _is_text(text: str) -> bool:
    """Whether there is something to read, and no tag that was put together by chance."""
    return any([letter.isalnum() for letter in text]) and all([token.kind == "text" for token in tokens(text)])


@st.composite
def titles(draw: DrawFn) -> str:
    """Rich text: words, formulas and CSL's tags side by side and inside one another."""
    pieces: list[tuple[bool, str]] = [(False, draw(words(3)))]
    for _ in range(draw(st.integers(0, 3))):
        shape = draw(st.sampled_from(("words", "formula", "tag")))
        if shape == "words":
            pieces.append((False, " " + draw(words(3)).replace("\\$", "")))
        elif shape == "formula":
            pieces += [(False, " "), (True, draw(st.sampled_from(_FORMULAS)))]
        else:
            opening, closing = draw(st.sampled_from(_TAGS))
            inside = draw(st.sampled_from(_PLAIN_WORDS))
            pieces.append((False, f" {opening}{inside}{closing}"))
    return _tidy(protect_dollars(pieces))


def _paragraphs() -> SearchStrategy[str]:
    return st.lists(titles(), min_size=1, max_size=3).map("\n\n".join)


# ---------------------------------------------------------------- names

_FAMILIES: Final = (
    "Abara", "Sol", "Lindqvist", "Ng", "O'Hara", "Smith-Jones", "García Márquez", "Łabędź", "Плавненко", "王", "Weiß",
    "Đặng", "Ibn Rushd", "St. Clair",
)  # fmt: skip
_GIVENS: Final = ("", "Tunde", "Petra", "A. B.", "Jean-Luc", "Þóra", "О. Л.", "伟", "Mei Lan", "J.", "Ye-won")
_PARTICLES: Final = ("", "", "", "von", "van der", "de la", "ten", "d'")
_SUFFIXES: Final = ("", "", "", "Jr.", "III", "Sr.")
_ORGANISATIONS: Final = (
    "Institute of Salt and Silt", "Tidal Commission", "Ministry of Rivers, Ponds and Weirs", "王伟", "R&D Group", "NATO",
    "Société des étangs",
)  # fmt: skip
_ORCIDS: Final = ("", "", "0000-0002-1825-0097", "0000-0001-5109-3700", "0000-0002-1694-233X")


@st.composite
def authors(draw: DrawFn, *, role: str = "author", affiliations: int = 0) -> Author:
    """One person or organisation with a role; ``affiliations`` is how many the paper has to point at."""
    orcid = draw(st.sampled_from(_ORCIDS))
    links = tuple(draw(st.lists(st.integers(0, affiliations - 1), unique=True, max_size=2))) if affiliations else ()
    if draw(st.integers(0, 4)) == 0:
        return Author(literal=draw(st.sampled_from(_ORGANISATIONS)), role=role, orcid=orcid, affiliations=links)
    given = draw(st.sampled_from(_GIVENS))
    return Author(
        draw(st.sampled_from(_FAMILIES)),
        given,
        draw(st.sampled_from(_PARTICLES)) if given else "",
        draw(st.sampled_from(_SUFFIXES)) if given else "",
        role=role,
        orcid=orcid,
        affiliations=links,
    )


@st.composite
def affiliations(draw: DrawFn) -> Affiliation:
    """One institution; its name may hold commas and ampersands."""
    name = draw(
        st.sampled_from(
            ("University of Silt", "Salt & Silt, Inc.", "École des Étangs", "河川研究所", "ETH Weirs, Dept. of Ponds")
        )
        | words(3)
    )
    return Affiliation(name, draw(st.sampled_from(("", "", "05dxps055", "03yrm5c26"))))


# ---------------------------------------------------------------- dates


@st.composite
def _days(draw: DrawFn) -> Date:
    year = draw(st.one_of(st.integers(1900, 2100), st.integers(1900, 2100), st.integers(-3000, 9999)))
    month = draw(st.integers(0, 12))
    day = draw(st.integers(0, days_in_month(year, month))) if month else 0
    return Date(year, month, day)


@st.composite
def dates(draw: DrawFn, *, plain: bool = False) -> Date:
    """A date; unless ``plain``, also seasons, ranges, open ranges, doubts, times of day and mere words."""
    start = draw(_days())
    shape = draw(
        st.sampled_from(
            ("plain", "plain", "plain", "season", "range", "open end", "open start", "doubt", "time", "words")
        )
    )
    if plain or shape == "plain":
        return start
    year, month, day = start.year, start.month, start.day
    if shape == "season":
        return Date(year, season=draw(st.integers(1, 4)))
    if shape == "range":
        return Date(year, month, day, end=draw(_days().filter(lambda end: _key(end) > _key(start))))
    if shape == "doubt":
        approximate = draw(st.booleans())
        return Date(year, month, day, approximate=approximate, uncertain=not approximate or draw(st.booleans()))
    if shape == "time":
        return Date(year, month or 5, day or 2, time=draw(st.sampled_from(("10:11", "10:11:12", "23:59:59Z"))))
    if shape == "words":
        return Date(literal=draw(st.sampled_from(("in press", "forthcoming", "no date given"))))
    return Date(year, month, day, open_end=shape == "open end", open_start=shape == "open start")


def _key(date: Date) -> tuple[int, int, int]:
    return date.year or 0, date.month or 12, date.day or 31


# ---------------------------------------------------------------- papers


def keys() -> SearchStrategy[str]:
    """Citation keys as bibkit makes them."""
    return st.from_regex(r"[a-z]{2,8}(?:19|20)[0-9]{2}[a-z]{2,8}", fullmatch=True)


def tags() -> SearchStrategy[str]:
    """Subject labels; a label may hold a comma."""
    return st.sampled_from(("Estuaries, Tidal", "deep learning", "C#", "R&D", "Weirs", "機械学習", "cs.LG")) | words(2)


def _one_of(*values: str) -> SearchStrategy[str]:
    return st.sampled_from(values)


_NUMBERS: Final = _one_of("1", "12", "S1", "IV", "2031", "12a")

_ODD_TEXTS: Final[dict[str, SearchStrategy[Any]]] = {
    "title": titles(),
    "title_short": titles(),
    "container_title": titles(),
    "collection_title": titles(),
    "abstract": _paragraphs(),
    "doi": _one_of("10.5555/12345678", "10.5555/Weir.2031-7", "10.1002/(SICI)1097-0000(2030)18:12<1450::AID>3.0.CO;2-I"),
    "url": _one_of(
        "https://example.org/", "https://example.org/a%20b/c_d?x=1&y=2#frag~z", "https://example.org/{set}/ü?q=$5"
    ),
    "isbn": _one_of("978-3-642-32156-6", "9783642321566", "0-306-40615-2"),
    "issn": _one_of("0378-5955", "2049-3630"),
    "pmid": _one_of("12345678"),
    "pmcid": _one_of("PMC1234567"),
    "page": _one_of("12-15", "7", "e102", "S12-S15", "xii-xv"),
    "language": _one_of("en", "de-AT", "pt-BR"),
    "year_suffix": _one_of("a", "b"),
    "edition": _one_of("2", "Second", "2., erw. Aufl."),
}  # fmt: skip
_NUMBER_FIELDS: Final = (
    "volume", "issue", "number", "number_of_pages", "number_of_volumes", "chapter_number", "part_number",
    "printing_number", "supplement_number", "collection_number", "version", "page_first", "citation_number",
)  # fmt: skip
_OMITTED: Final = st.sampled_from((UNKNOWN_NUMBER, 1, 2, 17))
_LISTS: Final[dict[str, SearchStrategy[Any]]] = {
    "notes": st.lists(words(), min_size=1, max_size=2, unique=True),
    "categories": st.lists(words(2), min_size=1, max_size=2, unique=True),
    "collections": st.lists(st.lists(words(2), min_size=1, max_size=2).map(tuple), min_size=1, max_size=2, unique=True),
    "attachments": st.lists(
        st.builds(
            Attachment,
            title=words(2),
            url=_one_of("https://example.org/weirs.pdf", "https://example.org/a?b=1&c=2"),
            media_type=_one_of("", "application/pdf"),
        ),
        min_size=1,
        max_size=2,
        unique_by=lambda attachment: attachment.url,
    ),
}
_SINGLE: Final[dict[str, SearchStrategy[Any]]] = {
    **{name: words() for name in TEXT_FIELDS if name != "key" and not name.startswith("eprint")},
    **dict.fromkeys(_NUMBER_FIELDS, _NUMBERS),
    **_ODD_TEXTS,
    **dict.fromkeys(DATE_FIELDS, dates()),
    **_LISTS,
}
_GROUPS: Final = ("authors", "affiliations", "tags", "eprint")

_USUAL: Final = (
    *_GROUPS,
    "title",
    "abstract",
    "issued",
    "doi",
    "url",
    "container_title",
    "volume",
    "issue",
    "page",
    "publisher",
)
"""Fields that most papers have; the others come one or two at a time."""


@st.composite
def papers(draw: DrawFn, *, fields: Sequence[str] | None = None, kinds: Sequence[str] = KINDS) -> Paper:
    """A paper of any kind with any of ``fields`` (all, where not given); the key and the kind are always there."""
    chosen = draw(_choice(fields))
    values: dict[str, Any] = {"key": draw(keys()), "kind": draw(st.sampled_from(kinds))}
    for field in chosen:
        if field in _GROUPS:
            _FILL[field](draw, values)
    for field in chosen:
        if field in _SINGLE:
            value = draw(_SINGLE[field])
            values[field] = tuple(value) if isinstance(value, list) else value
    return Paper(**values)


def _choice(fields: Sequence[str] | None) -> SearchStrategy[list[str]]:
    if fields is not None:
        return st.lists(st.sampled_from(sorted(fields)), unique=True)
    usual = st.lists(st.sampled_from(_USUAL), unique=True, max_size=8)
    rest = st.lists(st.sampled_from(sorted(_SINGLE)), unique=True, max_size=4)
    return st.builds(lambda some, more: sorted({*some, *more}), usual, rest)


def _fill_affiliations(draw: DrawFn, values: dict[str, Any]) -> None:
    values["affiliations"] = tuple(draw(st.lists(affiliations(), min_size=1, max_size=3, unique_by=lambda a: a.name)))
    if draw(st.booleans()):
        values["affiliations_omitted"] = draw(_OMITTED)


def _fill_authors(draw: DrawFn, values: dict[str, Any]) -> None:
    count = len(values.get("affiliations", ()))
    people = draw(st.lists(authors(affiliations=count), min_size=1, max_size=3))
    others = draw(st.lists(st.sampled_from(ROLES), max_size=2))
    editors = 0
    for role in others:
        people.append(draw(authors(role=role, affiliations=count)))
        editors += role == "editor"
    values["authors"] = tuple(people)
    if draw(st.integers(0, 3)) == 0:
        values["authors_omitted"] = draw(_OMITTED)
    if editors and draw(st.booleans()):
        values["editors_omitted"] = draw(_OMITTED)


def _fill_tags(draw: DrawFn, values: dict[str, Any]) -> None:
    chosen = draw(st.lists(tags(), min_size=1, max_size=4, unique_by=str.lower))
    values["tags"] = tuple(chosen)
    if draw(st.integers(0, 3)) == 0:
        values["tags_omitted"] = draw(_OMITTED)
    if draw(st.integers(0, 3)) == 0:
        values["automatic_tags"] = (chosen[0],)


def _fill_eprint(draw: DrawFn, values: dict[str, Any]) -> None:
    archive = draw(st.sampled_from(("arxiv", "arxiv", "biorxiv", "hal")))
    values["eprint_type"] = archive
    if archive != "arxiv":
        values["eprint"] = draw(_one_of("2031.01.05.123456", "hal-01234567"))
        return
    values["eprint"] = draw(_one_of("3101.00001", "2609.01234", "hep-th/9901001"))
    if draw(st.booleans()):
        old = "/" in values["eprint"]
        values["eprint_class"] = "hep-th" if old else draw(_one_of("cs.LG", "stat.ML", "quant-ph"))
    if draw(st.booleans()):
        values["eprint_version"] = draw(_one_of("1", "3"))


_FILL: Final[dict[str, Callable[[DrawFn, dict[str, Any]], None]]] = {
    "affiliations": _fill_affiliations,
    "authors": _fill_authors,
    "tags": _fill_tags,
    "eprint": _fill_eprint,
}
