"""The contract of every format."""

from __future__ import annotations

from contextlib import suppress
from io import BytesIO

import pytest
from hypothesis import strategies as st
from openpyxl import load_workbook

from bibkit import BibkitError, Paper
from bibkit.testing import MADE_UP, FormatContract, read_back


class TestCsv(FormatContract):
    format = "csv"

    def unknown_tags(self):
        """The table names fields; what stands in the file is their heading."""
        yield "Volume", self.write(Paper(title="Weirs", volume=MADE_UP)).replace(b"Volume", b"Zqzqzq")


class TestCsvWithAllColumns(TestCsv):
    options = {"columns": "all", "delimiter": "semicolon"}  # noqa: RUF012
    examples = 30


class TestXlsx(FormatContract):
    format = "xlsx"
    options = {"columns": "all"}  # noqa: RUF012
    examples = 20
    surveys = True  # a zip's list of contents stands at its end

    def renamed(self, data: bytes, name: str, made_up: str) -> bytes:
        """The workbook with one cell's text replaced by another."""
        book = load_workbook(BytesIO(data))
        for row in book.active.iter_rows():
            for cell in row:
                if cell.value == name:
                    cell.value = made_up
        held = BytesIO()
        book.save(held)
        return held.getvalue()

    def unknown_tags(self):
        yield "Volume", self.renamed(self.write(Paper(title="Weirs", volume=MADE_UP)), "Volume", "Zqzqzq")

    def unknown_types(self):
        yield "book", self.renamed(self.write(Paper(kind="book", title="Weirs")), "book", MADE_UP)

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
