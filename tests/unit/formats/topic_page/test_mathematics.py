"""Formulas that stand in paragraphs of their own come back into the sentence."""

from __future__ import annotations

import pytest

from bibkit.formats.topic_page.mathematics import is_mathematics, join_paragraphs
from bibkit.text import markup


@pytest.mark.parametrize(
    "text",
    [
        "Q", "q", "n", "m=1", "+0.001", "-0.5", "3.13", "1,204", "10^{-6}", r"\le", r"\times", r"95\%", "x_1, x_2", "n \\log n",
        r"\tilde{\mathcal O}(\log K)", r"\mathrm{Avg@12}", r"\text{precision}", r"D_{\mathrm{KL}}(p \| q)", r"10^5 M_\odot",
        r"\sqrt{s}=13\,\mathrm{TeV}", "p < 0.05", "f(x) = x", "2k+1", r"\mathbb{R}^3", "α", "O(n^{3/2})", r"\operatorname{rank}(A) \geq 2",
    ],
)  # fmt: skip
def test_formulas(text):
    assert is_mathematics(text) is True
    assert join_paragraphs(["of", text, "and"]) == f"of ${text}$ and"


@pytest.mark.parametrize(
    "text",
    [
        "and", "or", "is", "respectively.", "in", "into an aligned form", "at 2.3B to", "(2.3B) to", "i.e.,", "e.g.", ").", ", and",
        r"decides \weirTwo% of the items at", r"We call it \emph{Slack}, a harness.", "hours", "5% error, versus", "has a higher yield than",
        "the tide", "We show this for any tide.",
    ],
)  # fmt: skip
def test_words(text):
    assert is_mathematics(text) is False


@pytest.mark.parametrize("text", ["AdS", "SU(2)", "GaAs", "K3", "95%", "2.3B"])
def test_what_only_the_neighbours_can_tell(text):
    assert is_mathematics(text) is None
    assert join_paragraphs(["the case of", text, "is open."]) == f"the case of ${text}$ is open."
    assert join_paragraphs([text]) == text


@pytest.mark.parametrize(
    ("paragraphs", "expected"),
    [
        (["a sharp", r"O(\log K)", "regret bound"], r"a sharp $O(\log K)$ regret bound"),
        (["the rate (", "10^{-6}", ") for"], "the rate ($10^{-6}$) for"),
        (["the best-of-", "n", "rule"], "the best-of-$n$ rule"),
        (["an", "m", "--length row"], "an $m$--length row"),
        (["a", "k", "-tree"], "a $k$-tree"),
        (["A", "k", "-tree is", "x", "a", "y", "tree"], "A $k$-tree is $x$ a $y$ tree"),
        (["for", "a", "and", "A", "alike"], "for $a$ and $A$ alike"),
        (["for", "x", ", not for", "y", "."], "for $x$, not for $y$."),
        (["is it", "x", "? Or", "y", "!"], "is it $x$? Or $y$!"),
        (["the", "i", "th and", "j", "-th"], "the $i$th and $j$-th"),
        (["of", "x", "'s own"], "of $x$'s own"),
        (["of", "x", "'quoted' words"], "of $x$ 'quoted' words"),
        (["for", "n=1", "-- and only then --", "m", "falls"], "for $n=1$ -- and only then -- $m$ falls"),
        (["for", "n=1", "— and only then —", "m", "falls"], "for $n=1$ — and only then — $m$ falls"),
        (["by", "12", "% of"], "by $12$% of"),
        (["one", "x", "/day rate at half/", "y"], "one $x$/day rate at half/$y$"),
        (["with", "x", "y", "z", "in order"], "with $x$ $y$ $z$ in order"),
        (["x", "begins and ends with", "y"], "$x$ begins and ends with $y$"),
        (["a quoted “", "x", "” and ‘", "y", "’"], "a quoted “$x$” and ‘$y$’"),
        (["Pass@", "k", "falls"], "Pass@$k$ falls"),
        (["see [", "a", ", ", "b", "]"], "see [$a$, $b$]"),
    ],
)
def test_blanks_around_formulas(paragraphs, expected):
    assert join_paragraphs([text.strip() for text in paragraphs]) == expected


def test_paragraphs_stay_apart():
    assert join_paragraphs(["One ends.", "Two begins."]) == "One ends.\n\nTwo begins."
    assert join_paragraphs(["One ends.", "So it is with", "x", "."]) == "One ends.\n\nSo it is with $x$."


def test_a_sentence_that_goes_on_stays_one():
    assert join_paragraphs(["a sentence that", "goes on."]) == "a sentence that goes on."


@pytest.mark.parametrize("written", ["$x^2$", "$$x^2$$", r"\(x^2\)", r"\[x^2\]"])
def test_a_formula_with_its_own_delimiters_has_one_pair(written):
    assert join_paragraphs(["for", written, "only"]) == "for $x^2$ only"


@pytest.mark.parametrize(
    "text", ["pay $5 or $7", "pay $five or six$ now", "US$3 and C$4 for $k$-trees", r"pay \$5", "only $"]
)
def test_dollars_stay_readable(text):
    joined = join_paragraphs([text])
    assert markup.to_plain(joined) == text.replace("\\$", "$")


def test_money_beside_formulas():
    joined = join_paragraphs(["it costs $n a ton for", "x", "tons and $m more"])
    assert [piece for is_formula, piece in markup.split_math(joined) if is_formula] == ["$x$"]


def test_no_abstract():
    assert join_paragraphs([]) == ""
