"""Patterns of keys: what each placeholder gives, and where a pattern is wrong."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bibkit.citekeys.patterns import PLACEHOLDERS, PaperWords, compile_pattern, content_hash
from bibkit.errors import UsageError
from bibkit.model import Author, Date, Paper


@pytest.mark.parametrize(
    ("pattern", "place"),
    [
        ("{famly}{year}", "column 2"),
        ("{family", "column 1"),
        ("family}", "column 7"),
        ("{family}{year:zz}", "column 15"),
        ("{family:0}", "column 9"),
        ("{title:etal}", "column 8"),
        ("{year} {title}", "column 7"),
        ("paper", "placeholder"),
        ("", "placeholder"),
    ],
)
def test_a_wrong_pattern_says_where(pattern: str, place: str) -> None:
    with pytest.raises(UsageError, match=place):
        compile_pattern(pattern)


@pytest.mark.parametrize("name", PLACEHOLDERS)
def test_every_placeholder_works_on_an_empty_paper_and_says_what_it_means(name: str) -> None:
    assert isinstance(compile_pattern(f"x{{{name}}}")(PaperWords(Paper())), str)
    assert PLACEHOLDERS[name].meaning


MADE_OF = Paper(
    kind="article-journal",
    title="The Weirs that Learn from 3 Rains",
    authors=(
        Author("Abara", "Tunde Kofi", "van der"),
        Author("Collo", "Ada"),
        Author(literal="The Silt Society of Ponds"),
    ),
    issued=Date(2031, 1, 5),
    container_title="Journal of Weirs",
    publisher="The Weir Press",
    eprint="3101.00001",
    eprint_type="arxiv",
    eprint_class="cs.LG",
    doi="10.5555/A(b)",
    pmid="12",
    isbn="978-3",
    volume="4",
    page="11-19",
)
"""What each placeholder is tried on."""


@pytest.mark.parametrize(
    ("pattern", "key"),
    [
        ("{family}", "abara"),
        ("{families}", "abaracollosiltsocietyponds"),
        ("{families:2}", "abaracollo"),
        ("{families:2:etal}", "abaracolloetal"),
        ("{families:3:etal}", "abaracollosiltsocietyponds"),
        ("{given}", "tundekofi"),
        ("{particle}{family}", "vanderabara"),
        ("{family}{year}{shortyear}", "abara203131"),
        ("{family}{month}{day}", "abara0105"),
        ("{title}", "weirslearnrains"),
        ("{title:2:upper}", "WEIRSLEARN"),
        ("{title:abbr}", "wlr"),
        ("{shorttitle}", "weirslearnrains"),
        ("{container}", "journalweirs"),
        ("{publisher:cap}", "WeirPress"),
        ("{kind}", "article-journal"),
        ("{arxiv}", "3101.00001"),
        ("{category}", "cs.LG"),
        ("{doi}", "10.5555_A_b"),
        ("{doi:6}", "10.555"),
        ("{pmid}-{isbn}", "12-978-3"),
        ("{family}{volume}:{page}", "abara4:11-19"),
        ("-.{family}.x", "abara.x"),
        ("{title:99}", "weirslearnrains"),
    ],
)
def test_what_each_placeholder_gives(pattern: str, key: str) -> None:
    assert compile_pattern(pattern)(PaperWords(MADE_OF)) == key


@pytest.mark.parametrize("pattern", ["{year}", "{shortyear}{month}{day}", "{volume}:{page}", "x{year}"])
def test_a_date_or_a_place_alone_is_no_key(pattern: str) -> None:
    assert compile_pattern(pattern)(PaperWords(MADE_OF)) == ""


def test_keys_are_not_longer_than_a_hundred_letters() -> None:
    assert compile_pattern("{title}")(PaperWords(Paper(title="Weirs" * 30))) == ("weirs" * 30)[:100]


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("{family", "this { is not closed"),
        ("family}", "this } was not opened"),
        ("{family} x", "' ' cannot stand"),
        ("{famly}", r"did you mean \{family\}"),
        ("{zzz}", "known: family"),
        ("{family:100}", "a number from 1 to 99"),
        ("{families:x}", "etal"),
    ],
)
def test_a_wrong_pattern_says_what_is_wrong(pattern: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        compile_pattern(pattern)


def test_the_content_of_a_paper_does_not_change_with_its_tags() -> None:
    one = content_hash(MADE_OF)
    assert content_hash(replace(MADE_OF, tags=("a",), abstract="b", key="c", collections=(("d",),))) == one
    for values in ({"title": "x"}, {"authors": ()}, {"issued": None}, {"eprint": ""}, {"doi": ""}, {"kind": "book"}):
        assert content_hash(replace(MADE_OF, **values)) != one
