"""EDTF, level 1, both ways."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bibkit.codecs.edtf import days_in_month, decode_edtf, encode_edtf
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


@pytest.mark.parametrize(
    "text",
    ["", "..", "/", "../..", "2019-13", "2031-02-30", "2031-00", "2031-04-31", "2001-25", "2004T10:00", "2019-1",
     "2019-01-01T25:00", "1987/open", "1987//1988", "19X9", "XXXX", "soon"],
)  # fmt: skip
def test_what_is_not_edtf(text):
    assert decode_edtf(text) is None


def test_a_literal_is_written_as_it_stands():
    assert encode_edtf(Date(2031, literal="[2031]")) == "[2031]"
    assert encode_edtf(Date()) == ""
