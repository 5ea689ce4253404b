"""Queries: what they find, and where they say they are wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bibkit.errors import UsageError
from bibkit.model import Affiliation, Author, Date, Paper
from bibkit.query.language import compile_query, date_filter

PAPER = Paper(
    key="abara2031weirs",
    kind="article",
    title="Self-Play for <i>Weirs</i> at 5\\$",
    authors=(Author("Müller", "Jørgen"), Author("Beethoven", "Ludwig", particle="van"), Author("Ede", role="editor")),
    issued=Date(2031, 9, 5),
    tags=("Deep Reinforcement Learning",),
    doi="10.5555/Ab(1)",
    eprint="3109.00001",
    eprint_type="arxiv",
    eprint_class="cs.LG",
    collections=(("Water", "Weirs"),),
    abstract="Learning to hold water back.",
    affiliations=(Affiliation("Universität Nirgendwo"),),
    volume="12",
    authors_omitted=2,
)


@pytest.mark.parametrize(
    "query",
    [
        "weirs", "WEIRS", "weir", "learn", '"self play"', '"self-play for weirs"', "hold water",
        "author:muller", "author:müller", 'author:"jorgen muller"', 'author:"Müller, J"', 'author:"van beethoven"',
        "editor:ede", "authors:ede", "tag:deep", 'tag:"reinforcement learn"', 'tag="deep reinforcement learning"',
        "title:self*weirs", "title=self*", "title=*weirs*", "affiliation:universitat", "institution:nirgendwo", "collection:water/weirs",
        "topic:weirs", "year>=2031", "year=2031", "year:2020..2031", "year:2031..", "year:..2031", "year!=2030",
        "issued<2031-10-01", "issued<=2031-09-05", "issued>2031-08", "issued:2031-09", "issued:2031-09-01..2031-10",
        "issued=2031-9-5", "volume>9", "authors_omitted>1", "category:cs.LG", "category:cs.*", "category:CS.lg",
        "kind:article", "kind:preprint", "doi:10.5555/ab(1)", "doi:https://doi.org/10.5555/AB(1)",
        "arxiv:arXiv:3109.00001v2", "arxiv:3109.*", "key:abara*", "has:abstract", "has:issued", "missing:isbn",
        "weirs AND water", "salt OR weirs", "NOT salt", "-salt", "weirs -salt", "(salt OR weirs) year:2031",
        "-(salt OR sand)", "NOT NOT weirs", "salt OR sand OR weirs", "salt weirs OR water", '"AND" OR weirs', "5$",
    ],
)  # fmt: skip
def test_found(query: str) -> None:
    assert compile_query(query)(PAPER)


@pytest.mark.parametrize(
    "query",
    [
        "salt", "eirs", "author:ede", 'tag="reinforcement learning"', "title:water", "year>2031", "year:2020..2030",
        "issued>2031-09", "issued:2031-09-06..", "issued:2031-08", "category:cs", "kind:book", "doi:10.5555/ab",
        "key:abara", "missing:doi", "has:isbn", "NOT weirs", "weirs -water", "weirs AND salt", "accessed>1900",
        "volume<9", "title=*weir", "http://x.example",
    ],
)  # fmt: skip
def test_not_found(query: str) -> None:
    assert not compile_query(query)(PAPER)


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("(weirs", "column 1"),
        ("weirs)", "column 6"),
        ("weirs ()", "column 7"),
        ('weirs "salt', "column 7"),
        ('title:"', "column 7"),
        ("title:", "column 7"),
        ("titel:x", "column 1.*title"),
        ("has:titel", "column 1.*title"),
        ("year>=x", "column 7"),
        ("year:..", "column 6"),
        ("issued:2031-13", "column 8"),
        ("kind:artcle", "column 6.*article"),
        ("weirs OR", "column 9"),
        ("OR weirs", "column 1"),
        ("weirs AND", "column 10"),
        ("weirs AND OR salt", "column 11"),
        ("NOT", "column 4"),
        ("*", "column 1"),
        ("(" * 300, "column 101"),
    ],
)
def test_wrong_queries_say_where(query: str, place: str) -> None:
    with pytest.raises(UsageError, match=place):
        compile_query(query)


PIECES = [*'ab():"-*<>=!. .', " AND ", " OR ", "title:", "year", "issued:", "kind="]


@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join) | st.text(max_size=20))
def test_any_text_is_a_query_or_wrong_use(text: str) -> None:
    try:
        wanted = compile_query(text)
    except UsageError:
        return
    assert wanted(PAPER) in {True, False}


@pytest.mark.parametrize(
    ("issued", "since", "until", "kept"),
    [
        (Date(2026, 9, 29), "2026-09-29", None, True),
        (Date(2026, 9, 29), "2026-09-30", None, False),
        (Date(2026, 9, 29), None, "2026-09", True),
        (Date(2026, 9, 29), None, "2026-08", False),
        (Date(2026), "2026-09-30", None, True),
        (Date(2025), "2026", None, False),
        (Date(2025, end=Date(2026)), "2026", None, True),
        (Date(2025, open_end=True), "2026", None, True),
        (None, "2026", None, False),
        (Date(literal="in press"), None, "2026", False),
        (None, None, None, True),
    ],
)
def test_dates(issued, since, until, kept) -> None:
    assert date_filter(since, until)(Paper(issued=issued)) is kept


def test_a_wrong_date_names_its_option() -> None:
    with pytest.raises(UsageError, match="--until: 'soon'"):
        date_filter("2026", "soon")
