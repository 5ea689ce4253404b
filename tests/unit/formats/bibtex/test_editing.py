"""What is added to BibTeX text looks as if the person had added it, and nothing else changes."""

from __future__ import annotations

import pytest

from bibkit.formats.bibtex.editing import add_fields, append_entries, append_items, find_entries
from bibkit.report import Report
from bibkit.text.document import Document

NEW = [("keywords", "{weirs, rain}"), ("affiliation", "{Silt Lab}")]


def edited(text: str, added=NEW) -> str:
    (entry,) = find_entries(text)
    document = Document(text.encode(), "refs.bib", Report())
    return document.with_edits(add_fields(text, entry, added)).decode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (  # two blanks, aligned, no comma at the end
            "@misc{k,\n  title  = {Weirs},\n  author = {Abara, T.}\n}\n",
            "@misc{k,\n  title  = {Weirs},\n  author = {Abara, T.},\n  keywords = {weirs, rain},\n  affiliation = {Silt Lab}\n}\n",
        ),
        (  # wide alignment, a comma at the end
            "@misc{k,\n\ttitle       = {Weirs},\n\tyear        = 2031,\n}\n",
            "@misc{k,\n\ttitle       = {Weirs},\n\tyear        = 2031,\n\tkeywords    = {weirs, rain},\n\taffiliation = {Silt Lab},\n}\n",
        ),
        (  # no blanks around =
            "@misc{k,\n title={Weirs},\n year={2031}}",
            "@misc{k,\n title={Weirs},\n year={2031},\n keywords={weirs, rain},\n affiliation={Silt Lab}}",
        ),
        (  # values aligned, equals signs not
            "@misc{k,\n title =        {Weirs},\n author =       {Abara},\n}",
            "@misc{k,\n title =        {Weirs},\n author =       {Abara},\n keywords =     {weirs, rain},\n affiliation =  {Silt Lab},\n}",
        ),
        (  # quotes, capitals
            '@misc{k,\n  TITLE = "Weirs",\n  YEAR = "2031"\n}',
            '@misc{k,\n  TITLE = "Weirs",\n  YEAR = "2031",\n  KEYWORDS = "weirs, rain",\n  AFFILIATION = "Silt Lab"\n}',
        ),
        (  # capitalised names, parentheses
            "@Misc(k,\n  Title = {Weirs},\n  Year = 2031\n)",
            "@Misc(k,\n  Title = {Weirs},\n  Year = 2031,\n  Keywords = {weirs, rain},\n  Affiliation = {Silt Lab}\n)",
        ),
        (  # commas first
            "@misc{k\n  , title = {Weirs}\n  , year = 2031\n  }",
            "@misc{k\n  , title = {Weirs}\n  , year = 2031\n  , keywords = {weirs, rain}\n  , affiliation = {Silt Lab}\n  }",
        ),
        (  # one line
            "@misc{k, title={Weirs}, year=2031}",
            "@misc{k, title={Weirs}, year=2031, keywords={weirs, rain}, affiliation={Silt Lab}}",
        ),
        (  # one line, tight, comma at the end
            "@misc{k,title={Weirs},year=2031,}",
            "@misc{k,title={Weirs},year=2031,keywords={weirs, rain},affiliation={Silt Lab},}",
        ),
        (  # a remark behind the last field
            "@misc{k,\n  title = {Weirs},\n  year = 2031 % sure?\n}",
            "@misc{k,\n  title = {Weirs},\n  year = 2031, % sure?\n  keywords = {weirs, rain},\n  affiliation = {Silt Lab}\n}",
        ),
        (
            "@misc{k,\n  title = {Weirs},\n  year = 2031, % sure?\n}",
            "@misc{k,\n  title = {Weirs},\n  year = 2031, % sure?\n  keywords = {weirs, rain},\n  affiliation = {Silt Lab},\n}",
        ),
        ("@misc{k}", "@misc{k,\n  keywords = {weirs, rain},\n  affiliation = {Silt Lab}}"),
        ("@misc{k,\n}", "@misc{k,\n  keywords = {weirs, rain},\n  affiliation = {Silt Lab}\n}"),
        (  # macros and joins
            '@misc{k,\n  title = {Weirs},\n  month = jan # "~5"\n}',
            '@misc{k,\n  title = {Weirs},\n  month = jan # "~5",\n  keywords = {weirs, rain},\n  affiliation = {Silt Lab}\n}',
        ),
    ],
)  # fmt: skip
def test_fields_are_added_in_the_entry_s_own_style(before: str, after: str) -> None:
    assert edited(before) == after
    (entry,) = find_entries(after)
    assert [field.name for field in entry.spans][-2:] == ["keywords", "affiliation"]


@pytest.mark.parametrize(
    ("value", "after"),
    [
        ("{water}", "{water, weirs, rain}"),
        ('"water"', '"water, weirs, rain"'),
        ("{water; mud}", "{water; mud; weirs; rain}"),
        ("{water,}", "{water, weirs, rain}"),
        ("{water,\n    mud\n  }", "{water,\n    mud, weirs, rain\n  }"),
        ("{}", "{weirs, rain}"),
        ("wet", "wet # {, weirs, rain}"),
        ("wet # {, mud}", "wet # {, mud, weirs, rain}"),
        ('{water} # "; mud"', '{water} # "; mud; weirs; rain"'),
    ],
)
def test_a_list_goes_on_after_what_stands_there(value: str, after: str) -> None:
    text = f"@misc{{k, keywords = {value}, year = 2031}}"
    (entry,) = find_entries(text)
    edits = append_items(text, entry.spans[0], ["weirs", "rain"])
    expected = text.replace(value, after, 1)
    assert Document(text.encode(), "x.bib", Report()).with_edits(edits).decode() == expected


def test_quotes_in_a_quoted_list_are_kept_apart() -> None:
    text = '@misc{k, keywords = "water"}'
    (entry,) = find_entries(text)
    edits = append_items(text, entry.spans[0], ['"wet" rain'])
    assert (
        Document(text.encode(), "x", Report()).with_edits(edits).decode()
        == '@misc{k, keywords = "water" # {, "wet" rain}}'
    )


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("", "@misc{a}\n\n@misc{b}\n"),
        ("% mine\n", "% mine\n\n@misc{a}\n\n@misc{b}\n"),
        ("% mine", "% mine\n\n@misc{a}\n\n@misc{b}\n"),
        ("% mine\n\n", "% mine\n\n@misc{a}\n\n@misc{b}\n"),
    ],
)
def test_entries_are_added_at_the_end(text: str, after: str) -> None:
    edits = append_entries(text, ["@misc{a}\n", "@misc{b}"])
    assert Document(text.encode(), "x", Report()).with_edits(edits).decode() == after


def test_broken_entries_and_comments_are_left_out() -> None:
    text = "@comment{ @misc{no, title={x}} }\n@string{a = {b}}\n@misc{broken, title = {x\n\n@misc{good, year = 2031}\n"
    assert [entry.key for entry in find_entries(text)] == ["good"]
