"""Patterns of keys: what each placeholder gives, and where a pattern is wrong."""

from __future__ import annotations

import pytest

from bibkit.citekeys.patterns import PLACEHOLDERS, PaperWords, compile_pattern
from bibkit.errors import UsageError
from bibkit.model import Paper


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
