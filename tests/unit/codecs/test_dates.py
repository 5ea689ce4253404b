"""Dates are read as they are spelled, and what cannot be read is kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bibkit.codecs.dates import EDTF, decode_edtf, decode_free_date, encode_edtf, is_calendar_date
from bibkit.model import Date


@given(st.text(max_size=60) | st.text("0123456789-/.~?%XTY: janfebspr", max_size=30))
def test_any_text_is_a_date_or_is_kept(text):
    date = decode_free_date(text)
    if date is None:
        assert not text.strip()
        return
    assert date.year is not None or date.literal == " ".join(text.split())
    if not date.literal:
        assert is_calendar_date(date.year, date.month, date.day)
        assert decode_edtf(encode_edtf(date)) == date


@pytest.mark.parametrize("text", ["1987", "2031-04-30", "1987/..", "2004?", "2001-21", "199X"])
def test_edtf_is_read_as_edtf(text):
    assert decode_free_date(text) == decode_edtf(text)
    assert decode_edtf(text) is not None


@pytest.mark.parametrize("text", ["2019-13", "2031-02-30", "2031-04-31"])
def test_a_day_that_no_calendar_has_is_kept_as_it_stands(text):
    date = decode_free_date(text)
    assert (date.literal, date.year, date.month, date.day) == (text, int(text[:4]), 0, 0)
    assert EDTF.encode(date) == text


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("June 29, 2018", Date(2018, 6, 29)),
        ("29 Jun 2018", Date(2018, 6, 29)),
        ("29th of June 2018", Date(2018, 6, 29)),
        ("Fri, 29 June 2018", Date(2018, 6, 29)),
        ("29-Jun-2018", Date(2018, 6, 29)),
        ("2018 Jun 29", Date(2018, 6, 29)),
        ("29 de junio de 2018", Date(2018, 6, 29)),
        ("29. Juni 2018", Date(2018, 6, 29)),
        ("1er août 2018", Date(2018, 8, 1)),
        ("29.6.2018", Date(2018, 6, 29)),
        ("6/29/2018", Date(2018, 6, 29)),
        ("6/2018", Date(2018, 6)),
        ("2031/05/02", Date(2031, 5, 2)),
        ("2031/05/02/", Date(2031, 5, 2)),
        ("2031///", Date(2031)),
        ("2031///winter", Date(2031, season=4)),
        ("20310502", Date(2031, 5, 2)),
        ("2031-5-2", Date(2031, 5, 2)),
        ("2031年5月2日", Date(2031, 5, 2)),
        ("1993-00-00", Date(1993)),
        ("2031-03-07T12:00:00Z", Date(2031, 3, 7, time="12:00:00Z")),
        ("2031-03-07 12:00:00", Date(2031, 3, 7, time="12:00:00")),
        ("Feb./1993", Date(1993, 2)),
        ("Summer 2020", Date(2020, season=2)),
        ("Summer 0000", Date(0, season=2)),
        ("Sep--Oct 2030", Date(2030, 9, end=Date(2030, 10))),
        ("2030 Sep-Oct", Date(2030, 9, end=Date(2030, 10))),
        ("29\u201330 June 2018", Date(2018, 6, 29, end=Date(2018, 6, 30))),
        ("June 29-30, 2018", Date(2018, 6, 29, end=Date(2018, 6, 30))),
        ("June 29 - July 2, 2018", Date(2018, 6, 29, end=Date(2018, 7, 2))),
        ("Sep 2030 to Feb 2031", Date(2030, 9, end=Date(2031, 2))),
        ("1999-2000", Date(1999, end=Date(2000))),
        ("1999\u2013", Date(1999, open_end=True)),
        ("70 BCE", Date(-69)),
        ("5 March 44 BC", Date(-43, 3, 5)),
        ("c. 1850", Date(1850, approximate=True)),
        ("ca. May 1850?", Date(1850, 5, approximate=True, uncertain=True)),
    ],
)
def test_what_people_type(text, date):
    assert decode_free_date(text) == date


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("in press", None),
        ("Spring issue, undated", None),
        ("Jul 13", None),
        ("[2031] \u00a92031", 2031),
        ("2031/05/02/online", 2031),
        ("03/04/2031", 2031),
        ("Q3 2031", 2031),
        ("2030 or 2031", None),
        ("Spring -1000", None),
        ("31 June 2031", 2031),
        ("word " * 100_000 + "2031", None),
    ],
)
def test_what_is_not_understood_is_kept_whole(text, year):
    date = decode_free_date(text)
    assert date.literal == text.strip()
    assert date.year == year


@pytest.mark.parametrize("text", ["", "  \n"])
def test_no_text_is_no_date(text):
    assert decode_free_date(text) is None
