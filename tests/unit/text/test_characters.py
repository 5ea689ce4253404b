"""Unicode's normal forms in linear time."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bibkit.text.characters import normalize

MARKS = st.text(st.sampled_from("aé\u0301\u0316\u0327\u0345\u05b0\u094d\u0344\u1161\uff9e가ﬁ "), max_size=40)


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
@given(text=MARKS)
def test_long_runs_of_marks_come_out_as_from_python(form, text):
    text += "\u0301\u0316\u0327" * 200
    assert normalize(form, text) == unicodedata.normalize(form, text)


def test_a_file_of_marks_is_normalised_at_once():
    text = normalize("NFC", "a" + "\u0301\u0316" * 500_000)
    assert text == "á" + "\u0316" * 500_000 + "\u0301" * 499_999
