"""Rich text: what is a formula, what is a tag, what no format may hold."""

from __future__ import annotations

import json
import unicodedata
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bibkit.text.markup import (
    SMALL_CAPS,
    clean,
    count_illegal,
    from_html,
    from_plain,
    literal_pieces,
    protect_dollars,
    split_math,
    to_html,
    to_plain,
    tokens,
    unicode_math,
)

FORMULAS = st.sampled_from(["$x$", r"$\mu$", "$$a+b$$", "$a_1$", r"$O(k\log k)$", r"$\text{\$5}$", "${n}$", r"$a\\b$"])
LITERAL = st.text(alphabet=st.sampled_from([*"$$$\\ a1{}<b.,-"]), min_size=1, max_size=10)


@st.composite
def pieces(draw: st.DrawFn) -> list[tuple[bool, str]]:
    """Formulas and literal text by turns, as a decoder finds them."""
    result: list[tuple[bool, str]] = []
    for is_math in draw(st.lists(st.booleans(), max_size=6)):
        if is_math:
            result.append((True, draw(FORMULAS)))
        elif not result or result[-1][0]:
            text = draw(LITERAL)
            # "$x$2" is money by pandoc's rule: a decoder writes "${x}$2" there
            if not (text[0].isdigit() and result and result[-1][1] in {"$x$", "$$a+b$$"}):
                result.append((False, text))
    return result


def formulas(text: str) -> list[str]:
    return [piece for is_math, piece in split_math(text) if is_math]


class TestFormulas:
    @pytest.mark.parametrize(
        ("text", "found"),
        [
            (r"Noise $\mu$$\nu$ in $O(k\log k)$", [r"$\mu$", r"$\nu$", r"$O(k\log k)$"]),
            ("a $$x+y$$ b", ["$$x+y$$"]),
            (r"about $\sim$50 or 10$\times$10", [r"$\sim$", r"$\times$"]),
            ("the $n$-th and ($k$)", ["$n$", "$k$"]),
            (r"cost $\text{\$5}$", [r"$\text{\$5}$"]),
        ],
    )
    def test_found(self, text, found):
        assert formulas(text) == found

    @pytest.mark.parametrize(
        "text",
        [
            "from $310 to $75 each",
            "$5-$10 a day",
            "US$30 and nothing more",
            r"\$5 and \$6",
            "a $ b $ c",
            "$20,000 and $30,000",
            "$}{$",
            "$a\n\nb$",
            "$",
            "$$",
            "$$$",
        ],
    )
    def test_money_is_none(self, text):
        assert formulas(text) == []

    @given(st.text(alphabet=st.sampled_from([*"$\\ a1{}\n"])))
    def test_pieces_joined_are_the_text(self, text):
        assert "".join([piece for _, piece in split_math(text)]) == text

    @given(pieces())
    def test_literal_dollars_round_trip(self, given_pieces):
        assert literal_pieces(protect_dollars(given_pieces)) == given_pieces

    def test_only_the_dollars_that_need_it_are_escaped(self):
        assert protect_dollars([(False, "$5 in A$s, "), (True, "$x$"), (False, " for $7")]) == r"\$5 in A$s, $x$ for $7"

    def test_very_many_dollars_round_trip(self):
        text = "$a\\" * 5000
        assert literal_pieces(protect_dollars([(False, text)])) == [(False, text)]


class TestTags:
    def test_partners_only(self):
        found = [(token.kind, token.value) for token in tokens("</b>a <i>b <sup>c</i></sup> < d")]
        assert ("text", "</b>") in found
        assert ("text", "<i>") in found
        assert [value for kind, value in found if kind in {"open", "close"}] == ["sup", "sup"]

    def test_no_tag_within_a_formula(self):
        assert [token.kind for token in tokens("$a<i>b</i>c$")] == ["math"]

    def test_plain(self):
        text = rf"<i>Natrix</i> at \$5 in $x$ of {SMALL_CAPS}abc</span>, a < b <tags>"
        assert to_plain(text) == "Natrix at $5 in $x$ of abc, a < b <tags>"

    def test_html_is_well_formed_and_reads_back(self):
        text = rf"<i>a</i> < b & $c<d$ {SMALL_CAPS}x</span> <span class=" + '"nocase">US</span> <i> </b>'
        made = to_html(text)
        assert ET.fromstring(f"<p>{made}</p>") is not None
        assert from_html(made) == text

    @pytest.mark.parametrize(
        ("source", "text"),
        [
            ("<em>a</em> <strong>b</strong>", "<i>a</i> <b>b</b>"),
            ("<jats:p>One.</jats:p><jats:p>Two &amp; three</jats:p>", "One.\n\nTwo & three"),
            ('<span style="font-variant: small-caps">x</span><span lang="fr">y</span>', f"{SMALL_CAPS}x</span>y"),
            ("a<br/>b", "a\nb"),
            ("<a href='https://example.org'>here</a>", "here"),
            ("kept: <tags> & a < b", "kept: <tags> & a < b"),
            ("<!-- gone -->x", "x"),
            ("caf&eacute; cafe&#x301;", "café café"),
        ],
    )
    def test_from_html(self, source, text):
        assert from_html(source) == text

    @given(st.text())
    def test_any_text_is_taken(self, text):
        for read in (from_html, to_html, to_plain, unicode_math, clean, from_plain):
            assert isinstance(read(text), str)


class TestClean:
    @pytest.mark.parametrize(
        ("text", "cleaned"),
        [
            ("pro\x0cfits of ponds\x0b and", "pro fits of ponds and"),
            ("with\x00 nulls, \ufffe and", "with nulls, and"),
            ("sep\u2028arator", "sep arator"),
            ("Fer\x07ro", "Ferro"),
            ("\x0cstart and end\x0c", "start and end"),
            ("a\x0c\x0b\x0cb", "a b"),
            ("lone \ud800x", "lone x"),
            ("it\x92s", "it’s"),
            ("tab\tand\r\nline", "tab\tand\nline"),
            ("cafe\u0301 soft\u00adhyphen", "café soft\u00adhyphen"),
        ],
    )
    def test_cleaned(self, text, cleaned):
        assert clean(text) == cleaned

    def test_count(self):
        assert count_illegal("a\x00b\x0cc\ufffe") == 3
        assert count_illegal("a\tb\nc\u00a0") == 0

    @given(st.text(st.characters(blacklist_categories=())))
    def test_nothing_illegal_is_left(self, text):
        cleaned = clean(text)
        assert count_illegal(cleaned) == 0
        assert unicodedata.is_normalized("NFC", cleaned)
        assert clean(cleaned) == cleaned

    def test_case_45(self, shared):
        record = json.loads((shared / "cases/45-xml-illegal-control-characters/input.json").read_text("utf-8"))[0]
        assert clean(record["title"]) == "Shared pro fits of ponds and <tags> & more"
        assert clean(record["author"][0]["family"]) == "Ferro"
        assert ET.fromstring(f"<p>{to_html(clean(record['abstract']))}</p>").text == clean(record["abstract"])
