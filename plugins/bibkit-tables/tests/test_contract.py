"""The contract of every format."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import strategies as st

from bibkit import BibkitError, Paper
from bibkit.testing import FormatContract, read_back


class TestCsv(FormatContract):
    format = "csv"


class TestCsvWithAllColumns(FormatContract):
    format = "csv"
    options = {"columns": "all", "delimiter": "semicolon"}  # noqa: RUF012
    examples = 30


class TestXlsx(FormatContract):
    format = "xlsx"
    options = {"columns": "all"}  # noqa: RUF012
    examples = 20
    surveys = True  # a zip's list of contents stands at its end

    def test_a_second_write_gives_the_same_bytes(self) -> None:
        def check(paper: Paper) -> None:
            first = self.write(paper)
            assert self.write(*self.read(first)) == first

        self.check(self.papers(), check)

    def test_any_text_gives_papers_or_an_error(self) -> None:
        whole = self.write(Paper(title="Ponds"))

        def check(cut: tuple[int, bytes]) -> None:
            start, middle = cut
            with suppress(BibkitError):
                read_back(self.record, whole[:start] + middle + whole[start + 3 :])

        self.check(st.tuples(st.integers(0, len(whole)), st.binary(max_size=5)), check)

    def test_reading_is_lazy(self) -> None:
        pytest.skip("a zip's list of contents stands at its end")
