"""Names in BibTeX: cut as BibTeX cuts them, spelled so that they read back."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bibkit.codecs import latex
from bibkit.codecs.bibtex_names import (
    decode_bibtex_name,
    decode_usual_name,
    encode_bibtex_name,
    split_bibtex_names,
)
from bibkit.model import Author


def parts(author: Author) -> str:
    return f"{author.given}|{author.particle}|{author.family}|{author.suffix}"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("ten brink, Ada", "Ada|ten|brink|"),
        ("De la Ruelle, Jo", "Jo|De la|Ruelle|"),
        ("Ada {ten Brink}", "Ada||ten Brink|"),
        ("Jo de la Ruelle", "Jo|de la|Ruelle|"),
        ("Okri, Jr, Sam", "Sam||Okri|Jr"),
        ("{Okri Jr}, Sam", "Sam||Okri Jr|"),
        ("van der quint Marlow, Iris", "Iris|van der quint|Marlow|"),
        ("Fluvia", "||Fluvia|"),
        ("Ruth Quennell Jr", "Ruth Quennell||Jr|"),
        ("Iris~B.~Marlow", "Iris B.||Marlow|"),
        ("Jean-Paul Weir", "Jean-Paul||Weir|"),
        ("  Marlow ,\n Iris ", "Iris||Marlow|"),
        ("A, B, C, D", "C, D||A|B"),
        (r"\v{S}\'arka B\`{\i}l\~{n}a", "Šárka||Bìlña|"),
        (r"G{\"o}ksel {\c{C}}al{\i}{\c s}kan", "Göksel||Çalışkan|"),
        (r"Jan J\o rgensen", "Jan||Jørgensen|"),
        (r"Ada {\'e}lan Sol", "Ada|élan|Sol|"),
        ("family=Villarenne, given=Odile, prefix=de, useprefix=true", "Odile|de|Villarenne|"),
        ("given={Mei Lan}, family=Zhou, suffix=III", "Mei Lan||Zhou|III"),
        ("given={Salt, Silt}, family={and Sand}", "Salt, Silt||and Sand|"),
        ("Marlow} Iris", "Marlow||Iris|"),
    ],
)
def test_a_bibtex_name_is_cut_into_its_parts(source, expected):
    assert parts(decode_bibtex_name(source)) == expected


def test_a_name_wholly_in_braces_is_an_organisation():
    assert decode_bibtex_name("{Institute of Salt and Silt}") == Author(literal="Institute of Salt and Silt")
    assert decode_bibtex_name(r"{Salt \& Silt, Ltd.}").literal == "Salt & Silt, Ltd."


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("Abara, Tunde and Sol, Petra", ["Abara, Tunde", "Sol, Petra"]),
        ("Abara AND Sol\n  and\tOsei", ["Abara", "Sol", "Osei"]),
        ("{Salt and Silt} and Sol", ["{Salt and Silt}", "Sol"]),
        ("{A {and} B and C} and Sol", ["{A {and} B and C}", "Sol"]),
        ("Anderson and Brandt", ["Anderson", "Brandt"]),
        ("and Sol and and Osei and", ["Sol", "Osei"]),
        ("given={Ada and Bo}, family=Sol and Osei", ["given={Ada and Bo}, family=Sol", "Osei"]),
        ("", []),
    ],
)
def test_a_list_is_cut_at_and_outside_braces(source, names):
    assert split_bibtex_names(source) == names


@pytest.mark.parametrize(
    ("author", "source"),
    [
        (Author("Sol", "Petra"), "Sol, Petra"),
        (Author("Ruelle", "Jo", "de la"), "de la Ruelle, Jo"),
        (Author("Zhou", "Mei Lan", "", "III"), "Zhou, III, Mei Lan"),
        (Author("De la Ruelle", "Jo"), "{De la Ruelle}, Jo"),
        (Author("Sol, Luna", "Petra"), "{Sol, Luna}, Petra"),
        (Author("Sol", "Petra and Ada"), "Sol, {Petra and Ada}"),
        (Author(literal="Institute of Salt and Silt"), "{Institute of Salt and Silt}"),
        (Author("Fluvia"), "Fluvia"),
        (Author("Tidal Works"), "{Tidal Works}{}"),
        (Author("", "Plato"), "{}, Plato"),
    ],
)
def test_a_name_is_spelled_so_that_it_reads_back(author, source):
    assert encode_bibtex_name(author) == source
    assert decode_bibtex_name(source) == author


def test_a_capitalised_particle_needs_the_extended_form():
    author = Author("Berg", "Ada", "Von")
    assert decode_bibtex_name(encode_bibtex_name(author, extended=True)) == author


word = st.text(st.sampled_from("abcXYZéößŁд'.-&"), min_size=1, max_size=6)


words = (
    st.lists(word | st.sampled_from(["de", "von", "and", "Jr"]), min_size=1, max_size=3)
    .map(" ".join)
    .filter(lambda text: "--" not in text and "''" not in text)  # TeX has other characters for these
)


@given(family=words, given=words, suffix=words | st.just(""))
def test_any_family_given_and_suffix_survive(family, given, suffix):
    author = Author(family, given, "", suffix)
    assert decode_bibtex_name(encode_bibtex_name(author)) == author


@given(st.text())
def test_any_text_gives_a_name(text):
    for name in split_bibtex_names(text):
        assert isinstance(decode_bibtex_name(name), Author)


@given(
    st.lists(
        st.sampled_from(
            ["Berg", "van", "der", "De", "Ada", "J.", "Jr.", "III", "and", "AND", ",", ", ", " ", "  ", "-", "'", "~", "=",
             "{", "}", "\\'e", "{\\v{S}}", "\\o ", "e\u0301", "é", "et al.", "others", "given=", "--", "$x$"]
        ),
        max_size=8,
    )
)  # fmt: skip
def test_what_is_read_fast_is_what_the_grammar_gives(pieces):
    name = "".join(pieces)
    author = decode_usual_name(name)
    assert author is None or author == decode_bibtex_name(name)


@pytest.mark.parametrize("name", ["Sol, Ada", "van der Sol, Ada B.", "{\\O}stby, Ad\\`ele", "Sołtys, Ada-Mária"])
def test_names_as_nearly_all_are_read_fast(name):
    assert decode_usual_name(name) == decode_bibtex_name(name)


def test_ascii_letters_are_special_characters_and_read_back():
    author = Author("Łabędź", "Þóra")
    written = encode_bibtex_name(author, lambda text: latex.encode(text, ascii=True))
    assert written.isascii()
    assert decode_bibtex_name(written) == author


@pytest.mark.parametrize(
    ("author", "written"),
    [
        (Author("Peña-Ortega", "José"), "Pe{\\~n}a-Ortega, Jos{\\'e}"),
        (Author("Prado", "Sofía Núñez"), "Prado, Sof{\\'\\i}a N{\\'u}{\\~n}ez"),
        (Author("Guimarães", "Ana"), "Guimar{\\~a}es, Ana"),
    ],
)
def test_a_tilde_over_a_letter_needs_no_braces_around_the_name(author, written):
    name = encode_bibtex_name(author, partial(latex.encode, ascii=True))
    assert name == written
    assert decode_bibtex_name(name) == author
