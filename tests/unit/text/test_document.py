"""A text is changed by insertions only: every other byte stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bibkit.errors import InputError
from bibkit.report import Report
from bibkit.text.document import Document, Edit

TEXT = "@misc{k,\n  title = {Über Wehre, Größe},\n}\n"


def encodings(text: str):
    yield text.encode()
    yield b"\xef\xbb\xbf" + text.encode()
    yield text.encode("cp1252")
    yield b"\xff\xfe" + text.encode("utf-16-le")
    yield b"\xfe\xff" + text.encode("utf-16-be")
    yield text.encode("utf-16-le")


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("number", range(6))
def test_the_rest_stays_byte_for_byte_in_every_encoding(number: int, newline: str) -> None:
    data = list(encodings(TEXT.replace("\n", newline)))[number]
    document = Document(data, "x.bib", Report())
    assert document.text == TEXT
    assert document.with_edits([]) == data
    inserted = document.with_edits([Edit(TEXT.index("}\n"), "\n  note = {neu}"), Edit(0, "% a\n")])
    again = Document(inserted, "x.bib", Report())
    expected = "% a\n" + TEXT[: TEXT.index("}\n")] + "\n  note = {neu}" + TEXT[TEXT.index("}\n") :]
    assert again.text == expected
    assert len(inserted) > len(data)


def test_stray_bytes_in_utf_8_stay_as_they_are() -> None:
    data = "Größe äöü ".encode() + b"\xfc\x80 \x93quoted\x94\r\nnext\n"
    document = Document(data, "x.bib", Report())
    assert document.with_edits([Edit(document.text.index("next"), "new ")]) == data.replace(b"next", b"new next")


def test_mixed_line_ends_stay_mixed() -> None:
    data = b"a\r\nb\nc\rd\r\n"
    document = Document(data, "x.bib", Report())
    assert document.with_edits([Edit(document.text.index("d"), "x\n")]) == b"a\r\nb\nc\rx\r\nd\r\n"
    assert document.line_of(document.text.index("c")) == 3


@given(st.binary(max_size=200))
def test_any_bytes_come_back_or_are_refused(data: bytes) -> None:
    try:
        document = Document(data, "x.bib", Report())
    except InputError:
        return
    assert document.with_edits([]) == data
