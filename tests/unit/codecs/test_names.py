"""Names as people and other formats write them: read into their parts, and spelled again."""

from __future__ import annotations

import pytest

from bibkit.codecs.names import decode_display, decode_inverted, encode_display, encode_inverted, is_others
from bibkit.model import Author


def test_others_are_nobody_in_any_case():
    assert all(is_others(name) for name in ("others", "Others", "OTHERS", "et al.", "et al"))
    assert not is_others("Brothers")


@pytest.mark.parametrize(
    ("source", "author"),
    [
        ("Berg, Ada", Author("Berg", "Ada")),
        ("van der Berg, Ada, Jr.", Author("Berg", "Ada", "van der", "Jr.")),
        ("Berg, Jr., Ada", Author("Berg", "Ada", "", "Jr.")),
        ("Berg,", Author("Berg")),
        ("Institute of Salt and Silt", Author(literal="Institute of Salt and Silt")),
    ],
)
def test_inverted_names(source, author):
    assert decode_inverted(source) == author
    assert decode_inverted(encode_inverted(author)) == author


@pytest.mark.parametrize(
    ("source", "author"),
    [
        ("Ada Berg", Author("Berg", "Ada")),
        ("Ada van der Berg Jr.", Author("Berg", "Ada", "van der", "Jr.")),
        ("Ada B. Berg, III", Author("Berg", "Ada B.", "", "III")),
        ("van Gogh", Author("Gogh", "", "van")),
        ("danah ebb", Author("ebb", "danah")),
        ("Fluvia", Author(literal="Fluvia")),
        ("Snehan V", Author("V", "Snehan")),
    ],
)
def test_display_names(source, author):
    assert decode_display(source) == author


def test_display_and_back():
    assert encode_display(decode_display("Ada van der Berg Jr.")) == "Ada van der Berg Jr."
