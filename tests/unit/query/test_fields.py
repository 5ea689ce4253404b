"""What can be asked of each field: which values are found, and which are not."""

from __future__ import annotations

import pytest

from bibkit.model import KINDS, OMISSION_FIELDS, TEXT_FIELDS, Attachment, Author, Date, Paper
from bibkit.query.fields import QUERY_FIELDS, QueryFieldError, parse_day
from bibkit.query.language import compile_query
from bibkit.testing.samples import SAMPLES

PERIODS = ("2026", "2026-09", "2026-09-29")
"""A year, a month in it, a day in that."""


BEFORE = (Date(2025), Date(2025, 12, 31))


WITHIN = (Date(2026, 9, 29),)


AFTER = (Date(2027), Date(2027, 1, 1))


@pytest.mark.parametrize("period", PERIODS)
@pytest.mark.parametrize(
    ("operator", "found"),
    [
        ("<", BEFORE), ("<=", (*BEFORE, *WITHIN)), (">", AFTER), (">=", (*AFTER, *WITHIN)), (":", WITHIN), ("=", WITHIN),
        ("!=", (*BEFORE, *AFTER)),
    ],
)  # fmt: skip
def test_a_year_or_a_month_is_compared_as_a_whole(period: str, operator: str, found: tuple[Date, ...]) -> None:
    wanted = compile_query(f"issued{operator}{period}")
    assert {date for date in (*BEFORE, *WITHIN, *AFTER) if wanted(Paper(issued=date))} == set(found)


@pytest.mark.parametrize(
    ("query", "dates"),
    [
        # a paper of a year may be of any day in it, but it is not sure to be of one
        ("issued>2026-06", {"2026": True, "2026-06": False, "2026-07": True}),
        ("issued<2026-06", {"2026": True, "2026-06": False, "2026-05": True}),
        ("issued>=2026-06", {"2026": True, "2026-06": True, "2026-05": False}),
        ("issued<=2026-06", {"2026": True, "2026-06": True, "2026-07": False}),
        ("issued:2026-06", {"2026": False, "2026-06": True, "2026-06-30": True, "2026-07-01": False}),
        ("issued:2026-06..2026-07", {"2026": True, "2026-05-31": False, "2026-06-01": True, "2026-08": False}),
        ("issued:2026..", {"2025-12-31": False, "2026": True, "2027": True}),
        ("issued:..2026", {"2025": True, "2026-12-31": True, "2027-01-01": False}),
        ("year>2026", {"2026-12-31": False, "2027": True}),
        ("year<2026", {"2026-01-01": False, "2025": True}),
    ],
)
def test_dates_at_the_edges_of_a_period(query: str, dates: dict[str, bool]) -> None:
    wanted = compile_query(query)
    papers = {text: Paper(issued=Date(*map(int, text.split("-")))) for text in dates}
    assert {text: wanted(paper) for text, paper in papers.items()} == dates


PAPER = Paper(
    **{
        **SAMPLES,
        "authors": (
            Author("Abara", "Tunde", suffix="Jr.", orcid="0000-0002-1825-0097"),
            Author(literal="Society of Silt"),
            Author("Ede", role="editor"),
        ),
        "automatic_tags": ("machined",),
        "attachments": (Attachment("Reprint", "papers/pond.pdf", "https://example.org/pond"),),
        "isbn": "978-3-642-32156-6 0-8044-2957-X",
        "extra": {"ris:C7": ("brackish",)},
    }
)
"""Every field has a value."""


@pytest.mark.parametrize("name", QUERY_FIELDS)
def test_every_field_is_there_or_missing(name: str) -> None:
    assert compile_query(f"has:{name}")(PAPER)
    assert not compile_query(f"missing:{name}")(PAPER)
    assert compile_query(f"missing:{name}")(Paper(kind="")) or name in OMISSION_FIELDS
    assert not compile_query(f"has:{name}")(Paper(kind="")) or name in OMISSION_FIELDS


@pytest.mark.parametrize("name", [name for name in TEXT_FIELDS if QUERY_FIELDS[name].sort == "text"])
def test_texts_are_found_by_a_word_in_their_field_and_in_all(name: str) -> None:
    word = getattr(PAPER, name).split()[-1]
    for query in (f'{name}:"{word}"', f'"{word}"', f'{name.upper().replace("_", "-")}:"{word}"'):
        assert compile_query(query)(PAPER)
    assert not compile_query(f'{name}:"no such thing"')(PAPER)


@pytest.mark.parametrize(
    ("found", "not_found"),
    [
        ("author:society", "editor:society"),
        ('author:"Tunde Abara Jr."', 'author:"Jr. Abara"'),
        ('author:"abara, tunde"', 'author:"abara tunde"'),
        ("author:0000-0002-1825-0097", "author:0000-0002-1825-0098"),
        ("authors:ede", "author:ede"),
        ('author="society of silt"', "author=society"),
        ("isbn:978-3-642-32156-6", "isbn:978-3-642-32156-7"),
        ("isbn:9783642321566", "isbn:97836423"),
        ("isbn:0-8044-2957-X", "isbn:X"),
        ("issn:0378-5955", "issn:0378"),
        ("language:EN", "language:e"),
        ("language:e*", "language:*n*x"),
        ("eprint:3101.00001", "eprint:3101"),
        ("arxiv:https://arxiv.org/abs/3101.00001v3", "arxiv:3101.00002"),
        ("pmid:12345678", "pmid:1234"),
        ("kind:journal", "kind:preprint"),
        ("kind:article*", "kind:book*"),
        ("journal:container", "journal:silt"),
        ("topic:weirs", "topic:rivers"),
        ("collection:rivers", "collection:ponds"),
        ("attachments:reprint", "attachments:scan"),
        ("attachments:pond.pdf", "attachments:lake.pdf"),
        ("notes:read", "notes:unread"),
        ("notes:some", "note:read"),
        ("automatic_tags:machined", "tags:machined"),
        ("extra:brackish", "extra:salty"),
        ("reprint", "brackish"),
        ("estuaries", "machined"),
        ('"read twice"', '"read thrice"'),
        ("tag:estu*s", "tag:estu*z"),
        ("number>=42", "number>42"),
        ("number<=42", "number<42"),
        ("year:2030..2031", "year:2032.."),
        ("year:..2031", "year:..2030"),
        ("year=2031.0", "year:2031.5"),
        ("volume>-1", "volume<-1"),
        ("authors_omitted:1", "authors_omitted:2"),
        ("has:issued", "missing:issued"),
        ("issued:2031/1/5", "issued:2031/1/6"),
        ("issued:2031-01-05", "issued:2031-12-31"),
    ],
)
def test_what_a_field_finds_and_what_not(found: str, not_found: str) -> None:
    assert compile_query(found)(PAPER)
    assert not compile_query(not_found)(PAPER)


@pytest.mark.parametrize("word", ["preprint", "journal", "conference", "proceedings", "misc"])
def test_words_that_people_use_for_kinds(word: str) -> None:
    kinds = {kind for kind in KINDS if compile_query(f"kind:{word}")(Paper(kind=kind))}
    assert (
        kinds
        == {
            "preprint": {"article"},
            "journal": {"article-journal"},
            "conference": {"paper-conference"},
            "proceedings": {"paper-conference"},
            "misc": {"document"},
        }[word]
    )


@pytest.mark.parametrize(
    ("issued", "found"),
    [
        (Date(2026, end=Date(2028)), {"issued>2027": True, "issued<2026": False, "issued:2026..2028": True, "issued:2027": False}),
        (Date(2026, open_end=True), {"issued>2030": True, "issued<2026": False, "issued>=2026": True, "issued=2026": False}),
        (Date(2026, open_start=True), {"issued<1900": True, "issued>2026": False, "issued=2026": False}),
        (Date(literal="in press"), {"issued>1900": False, "issued<2100": False, "issued!=2026": True}),
    ],
)  # fmt: skip
def test_ranges_of_dates(issued: Date, found: dict[str, bool]) -> None:
    assert {query: compile_query(query)(Paper(issued=issued)) for query in found} == found


@pytest.mark.parametrize("text", ["2026-0", "2026-1-0", "2026-13", "2026-1-32", "2026-1-1-1", "26a", "20261", ""])
def test_what_is_no_date(text: str) -> None:
    with pytest.raises(QueryFieldError, match="is not a date"):
        parse_day(text)


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("2026", ((2026, 0, 0), (2026, 99, 99))),
        ("2026-12", ((2026, 12, 0), (2026, 12, 99))),
        (" 2026-12-31 ", ((2026, 12, 31), (2026, 12, 31))),
        ("2026/1/1", ((2026, 1, 1), (2026, 1, 1))),
        ("-44", ((-44, 0, 0), (-44, 99, 99))),
    ],
)
def test_the_days_of_a_date(text: str, span) -> None:
    assert parse_day(text) == span
