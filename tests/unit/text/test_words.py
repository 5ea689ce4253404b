"""Words of any text: letters in ASCII as anyascii gives them, and words that mean something."""

from __future__ import annotations

import unicodedata

from anyascii import anyascii
from hypothesis import given
from hypothesis import strategies as st

from bibkit.text.words import _LETTERS, to_ascii, words

ACCENTED = [
    letter
    for letter in map(chr, range(0x80, 0x2000))
    if unicodedata.normalize("NFD", letter)[0].isascii() and unicodedata.normalize("NFD", letter) != letter
]


def test_every_accented_letter_is_the_bare_one():
    assert len(ACCENTED) > 400
    assert [letter for letter in [*ACCENTED, *map(chr, _LETTERS)] if to_ascii(letter) != anyascii(letter)] == []


@given(st.text(st.sampled_from([*ACCENTED, *"aZ9 -'–ßæŒøþŁŋжΩ王\u0301\u0323\u0363"]), max_size=12))
def test_any_text_is_written_as_anyascii_writes_it(text):
    assert to_ascii(text) == anyascii(unicodedata.normalize("NFC", text))


def test_words_leave_out_what_means_nothing() -> None:
    assert words("On the Self-Play of Weirs: a Survey") == ["selfplay", "weirs", "survey"]
    assert words("β-VAE, ς and \u03a2") == ["betavae", "sigma"]
    assert words("Wehre und die Flut") == ["wehre", "flut"]
