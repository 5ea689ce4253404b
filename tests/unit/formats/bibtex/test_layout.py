"""Entries in the layout that programs write: what is cut at once is what the grammar gives."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bibkit.formats.bibtex.syntax.grammar import Broken, parse
from bibkit.formats.bibtex.syntax.layout import Layout
from bibkit.formats.bibtex.syntax.macros import Macros


def by_grammar(text: str):
    entry, end, tolerated = parse(text, 0, len(text), Macros(), whole=True)
    assert not tolerated
    return entry, end


def described(entry, end):
    place = entry.at, entry.key_start, entry.key_end, entry.spans, end
    return entry.kind, entry.key, list(entry.fields.items()), entry.expressions, entry.repeated, place


@pytest.mark.parametrize(
    "text",
    [
        "@misc{a,\n  title = {Ponds},\n  year = {2031},\n}\n",
        "@Article{a,\n  title={Ponds {and} {W{ei}rs}},\n  YEAR={2031}\n}",
        "@misc{a,\n  year = 2031,\n  month = jan,\n  title = {Ponds},\n  volume = 3\n}\n",
        '@misc{a,\n  month = jan # "~3",\n  title = {Ponds},\n  note = "a, b" # 3 # acm ,\n}\n'.replace("acm", "tcs"),
        "@misc{a,\n  journal = TCS,\n  title = {Ponds\n  in the\n    hills},\n}\n",
        "@misc{a, title = {Ponds},\nyear = {2031}\n}",
    ],
)
def test_what_programs_write_is_cut_at_once(text):
    found = Layout(Macros()).entry(text, 0)
    assert found is not None
    assert described(*found) == described(*by_grammar(text))


@pytest.mark.parametrize(
    "text",
    [
        "@misc{a,\n  title = {Ponds},\n  title = {Weirs},\n}\n",
        "@misc{a,\n  title = {Ponds} and {Weirs},\n}\n",
        "@misc{a,\n  title = {Ponds}, year = {20{31},\n}\n",
        "@misc{a,\n  title = {Ponds,\n  year = {2031},\n}\n",
        "@misc{a,\n  title = },\n  year = {2031},\n}\n",
        "@misc{a,\n  journal = nobody,\n  year = {2031},\n}\n",
        "@misc{a,\n  title = {Ponds},\n@misc{b,\n  year = {2031},\n}\n",
        "@comment{a,\n  title = {Ponds},\n}\n",
        "@misc(a,\n  title = {Ponds},\n)\n",
        "@misc{a, title = {Ponds}}",
    ],
)
def test_the_rest_is_left_to_the_grammar(text):
    assert Layout(Macros()).entry(text, 0) is None


@given(
    st.lists(
        st.sampled_from(
            [
                "title", " = ", "{", "}", "{a}", ",\n", "},\n", ",", "\n", '"', '"b"', "year", "2031", "tcs", " # ", "%",
                "month = jan", "=", " ", "\\", "  note = {x},\n", "@", "é",
            ]
        ),
        max_size=16,
    )
)  # fmt: skip
def test_never_anything_else_than_the_grammar(pieces):
    text = f"@misc{{a,\n{''.join(pieces)}\n}}\n"
    found = Layout(Macros()).entry(text, 0)
    if found is None:
        return
    try:
        expected = by_grammar(text)
    except Broken:
        pytest.fail(f"{text!r} is no entry")
    assert described(*found) == described(*expected)
