"""Entries in the layout that programs write: what is cut at once is what the grammar gives."""

from __future__ import annotations

import io
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bibkit.errors import InputError
from bibkit.formats.bibtex import read
from bibkit.formats.bibtex.syntax import scanner
from bibkit.formats.bibtex.syntax.grammar import Broken, parse
from bibkit.formats.bibtex.syntax.layout import Layout
from bibkit.formats.bibtex.syntax.macros import Macros
from bibkit.plugins.records import ReadContext


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


class NoLayout:
    """Refuses every entry, so that the grammar reads all of them."""

    def __init__(self, macros: Macros) -> None:
        del macros

    def entry(self, text: str, position: int) -> None:
        del text, position


def everything(text: str):
    """The entries with all positions, the papers, and what was said of both."""
    said = []
    found = scanner.Scanner(io.StringIO(text), Macros(), lambda *words, **more: said.append((words, more)))
    entries = [(*described(entry, 0), entry.text, entry.before, entry.is_exact) for entry in found.entries()]
    context = ReadContext("x.bib")
    try:
        papers = list(read(io.StringIO(text), context))
    except InputError as error:
        return entries, said, str(error)
    return entries, said, papers, context.report.diagnostics


def both_agree(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        fast = everything(text)
        patch.setattr(scanner, "Layout", NoLayout)
        assert fast == everything(text)


SIGNS = (
    "{",
    "}",
    '"',
    "@",
    "\n",
    ",",
    "=",
    "#",
    "\\",
    "%",
    "(",
    ")",
    "},\n",
    "\n}",
    "é",
    " and ",
    "\t",
    "month = jan,\n",
)


def mutated(text: str, pick: random.Random) -> str:
    """A text with a few faults, of the kinds that hands and programs make."""
    for _ in range(pick.randint(1, 4)):
        at = pick.randrange(len(text) + 1)
        rest = text[at + pick.choice((0, 0, 1, 1, 12)) :]
        again = text[at : at + 30] if pick.random() < 0.3 else ""
        text = text[:at] + pick.choice((*SIGNS, again)) + rest
    return text


def test_both_ways_agree_on_files_and_on_faulty_ones(shared):
    pick = random.Random(7)
    paths = [path for path in sorted(shared.glob("cases*/**/*.bib")) if path.stat().st_size < 40_000]
    assert paths
    for path in paths:
        text = path.read_text(encoding="utf-8", errors="replace")
        both_agree(text)
        for _ in range(4):
            both_agree(mutated(text, pick))


@given(
    st.lists(
        st.sampled_from(
            [
                "@misc{a,\n", "@article{b,\n", "  title = {Ponds},\n", "  title = {W{ei}rs}\n", "  month = jan,\n", "}\n",
                "  journal = tcs # { x},\n", "  year = 2031\n", "@string{jan = {Janvier}}\n", "@string{x = {y}}\n",
                "@comment{z}\n", "  note = x,\n", '  note = "a" # x,\n', "{", "}", ",", "% remark\n", "\n", " ",
            ]
        ),
        max_size=24,
    )
)  # fmt: skip
def test_both_ways_agree_on_whole_files(pieces):
    both_agree("".join(pieces))
