"""Dates are read as they are spelled, and what cannot be read is kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bibkit.codecs.dates import (
    EDTF,
    days_in_month,
    decode_edtf,
    decode_free_date,
    encode_edtf,
    is_calendar_date,
    month_number,
    season_number,
)
from bibkit.model import Date


@st.composite
def points(draw):
    year = draw(st.integers(-12_000, 12_000) | st.integers(1900, 2100))
    month = draw(st.integers(0, 12))
    day = draw(st.integers(0, days_in_month(year, month))) if month else 0
    season = 0 if month else draw(st.integers(0, 4))
    time = draw(st.sampled_from(["", "10:11", "10:11:12", "23:59:59Z", "00:00:00+05:30"])) if day else ""
    return Date(
        year, month, day, season, time=time, approximate=draw(st.booleans()), uncertain=draw(st.booleans())
    )  # fmt: skip


@st.composite
def dates(draw):
    start = draw(points())
    shape = draw(st.sampled_from(["point", "range", "open end", "open start"]))
    values = {name: getattr(start, name) for name in Date.__struct_fields__}
    if shape == "range":
        values["end"] = draw(points())
    elif shape == "open end":
        values["open_end"] = True
    elif shape == "open start":
        values["open_start"] = True
    return Date(**values)


@given(dates())
def test_every_date_survives_edtf(date):
    assert decode_edtf(encode_edtf(date)) == date


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


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("1987", Date(1987)),
        ("2031-04", Date(2031, 4)),
        ("2031-04-30", Date(2031, 4, 30)),
        ("1987/", Date(1987, open_end=True)),
        ("1987/..", Date(1987, open_end=True)),
        ("/1987", Date(1987, open_start=True)),
        ("../1987-05", Date(1987, 5, open_start=True)),
        ("2004~", Date(2004, approximate=True)),
        ("2004?", Date(2004, uncertain=True)),
        ("2004%", Date(2004, approximate=True, uncertain=True)),
        ("2004-06~/2006?", Date(2004, 6, approximate=True, end=Date(2006, uncertain=True))),
        ("2001-21", Date(2001, season=1)),
        ("2001-24/2002-21", Date(2001, season=4, end=Date(2002, season=1))),
        ("2007-08-09T10:11:12", Date(2007, 8, 9, time="10:11:12")),
        ("2007-08-09T10:11:12.5+01:00", Date(2007, 8, 9, time="10:11:12.5+01:00")),
        ("-0099", Date(-99)),
        ("0000", Date(0)),
        ("Y17000", Date(17000)),
        ("2030-03-09/2030-04", Date(2030, 3, 9, end=Date(2030, 4))),
        ("2004-XX", Date(2004)),
        ("2004-02-XX", Date(2004, 2)),
        ("199X", Date(1990, end=Date(1999), literal="199X")),
        ("19XX", Date(1900, end=Date(1999), literal="19XX")),
    ],
)
def test_edtf(text, date):
    assert decode_edtf(text) == date
    assert decode_free_date(text) == date


@pytest.mark.parametrize(
    "text",
    ["", "..", "/", "../..", "2019-13", "2031-02-30", "2031-00", "2031-04-31", "2001-25", "2004T10:00", "2019-1",
     "2019-01-01T25:00", "1987/open", "1987//1988", "19X9", "XXXX", "soon"],
)  # fmt: skip
def test_what_is_not_edtf(text):
    assert decode_edtf(text) is None


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


def test_a_literal_is_written_as_it_stands():
    assert encode_edtf(Date(2031, literal="[2031]")) == "[2031]"
    assert encode_edtf(Date()) == ""


@pytest.mark.parametrize(
    ("text", "number"),
    [("Sept.", 9), ("märz", 3), ("03", 3), ("13", 0), ("jui", 0), ("juin", 6), ("DEC", 12), ("maj", 5), ("ma", 0), ("", 0)],
)  # fmt: skip
def test_months(text, number):
    assert month_number(text) == number


def test_seasons():
    assert [season_number(word) for word in ("Spring", "été", "Fall", "WINTER", "May")] == [1, 2, 3, 4, 0]
