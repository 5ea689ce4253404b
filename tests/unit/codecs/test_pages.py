"""Pages: the model's spelling, BibTeX's, and the two tags of RIS."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bibkit.codecs.pages import decode_pages, encode_bibtex_pages, join_pages, split_pages


@pytest.mark.parametrize(
    ("source", "model", "bibtex", "ends"),
    [
        ("24-1--24-7", "24-1\u201324-7", "24-1--24-7", ("24-1", "24-7")),
        ("24-1-24-7", "24-1\u201324-7", "24-1--24-7", ("24-1", "24-7")),
        ("11-19", "11-19", "11--19", ("11", "19")),
        ("11\u201319", "11-19", "11--19", ("11", "19")),
        ("11----19", "11-19", "11--19", ("11", "19")),
        ("11 \u2014 19", "11-19", "11--19", ("11", "19")),
        ("11\u221219", "11-19", "11--19", ("11", "19")),
        ("S12--S19, 23+", "S12-S19, 23+", "S12--S19, 23+", ("S12", "S19, 23+")),
        ("091234", "091234", "091234", ("091234", "")),
        ("xiv--xx", "xiv-xx", "xiv--xx", ("xiv", "xx")),
        ("iv-12", "iv-12", "iv--12", ("iv", "12")),
        ("e2004567", "e2004567", "e2004567", ("e2004567", "")),
        ("1388--97", "1388-97", "1388--97", ("1388", "97")),
        ("0007-9", "0007-9", "0007--9", ("0007", "9")),
        ("24-1", "24-1", "24-1", ("24-1", "")),
        ("S-12", "S-12", "S-12", ("S-12", "")),
        ("A\u201112", "A-12", "A-12", ("A-12", "")),
        ("pp. 5--9", "5-9", "5--9", ("5", "9")),
        ("Pages 5-9", "5-9", "5--9", ("5", "9")),
        ("p7", "p7", "p7", ("p7", "")),
        ("1-3, 5-7", "1-3, 5-7", "1--3, 5--7", ("1", "3, 5-7")),
        ("12, 17-19", "12, 17-19", "12, 17--19", ("12, 17", "19")),
        ("--19", "\u201319", "--19", ("", "19")),
        ("19--", "19\u2013", "19--", ("19\u2013", "")),
        ("", "", "", ("", "")),
    ],
)
def test_every_spelling_means_the_same_pages(source, model, bibtex, ends):
    assert decode_pages(source) == model
    assert encode_bibtex_pages(model) == bibtex
    assert decode_pages(bibtex) == model
    assert split_pages(model) == ends
    assert join_pages(*ends) == model


@pytest.mark.parametrize(
    ("first", "last", "page"),
    [
        ("11", "", "11"),
        ("", "19", "\u201319"),
        ("11", "11", "11"),
        ("11-19", "19", "11-19"),
        ("11-19", "", "11-19"),
        (" 11 ", " 19", "11-19"),
        ("24-1", "24-7", "24-1\u201324-7"),
    ],
)
def test_two_tags_make_one_value(first, last, page):
    assert join_pages(first, last) == page


_PAGES = st.text(alphabet="0123456789aeSxv-\u2013\u2014 ,;+", max_size=20) | st.text(max_size=20)


@given(_PAGES)
def test_a_second_run_changes_nothing(text):
    once = decode_pages(text)
    assert decode_pages(once) == once
    bibtex = encode_bibtex_pages(once)
    assert encode_bibtex_pages(decode_pages(bibtex)) == bibtex


@given(_PAGES)
def test_splitting_loses_nothing(text):
    page = decode_pages(text)
    assert join_pages(*split_pages(page)) == page
