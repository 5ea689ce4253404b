"""Months and seasons by their names in several languages."""

from __future__ import annotations

import pytest

from bibkit.codecs.months import month_number, season_number


@pytest.mark.parametrize(
    ("text", "number"),
    [("Sept.", 9), ("märz", 3), ("03", 3), ("13", 0), ("jui", 0), ("juin", 6), ("DEC", 12), ("maj", 5), ("ma", 0), ("", 0)],
)  # fmt: skip
def test_months(text, number):
    assert month_number(text) == number


def test_seasons():
    assert [season_number(word) for word in ("Spring", "été", "Fall", "WINTER", "May")] == [1, 2, 3, 4, 0]
