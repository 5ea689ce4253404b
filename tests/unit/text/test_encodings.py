"""Bytes to text: the right letters, or a diagnostic."""

from __future__ import annotations

import io

import pytest

from bibkit.errors import InputError
from bibkit.report import Report
from bibkit.text.encodings import open_text

WESTERN = "@book{k, title = {Über Bäche – ein Überblick}, author = {Noëllé, Anaïs}}\n"


def decode(data: bytes) -> tuple[str, Report]:
    report = Report()
    return open_text(io.BytesIO(data), "refs.bib", report).read(), report


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"]
)
def test_unicode_in_all_its_forms_is_read_without_a_word(encoding):
    text, report = decode(WESTERN.encode(encoding))
    assert text == WESTERN
    assert report.diagnostics == []


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_line_ends_arrive_as_one(ends):
    assert decode(f"a{ends}b{ends}".encode())[0] == "a\nb\n"


@pytest.mark.parametrize(
    ("declared", "encoding"),
    [("Cp1252", "cp1252"), ("ISO8859_1", "cp1252"), ("windows-1251", "cp1251"), ("MacRoman", "mac-roman")],
)
def test_a_declared_encoding_is_believed(declared, encoding):
    words = "Реки" if encoding == "cp1251" else "Bäche"
    text, report = decode(f"% Encoding: {declared}\n@book{{k, title = {{{words}}}}}\n".encode(encoding))
    assert words in text
    assert report.diagnostics == []


def test_undeclared_western_text_is_right_and_said_to_be_a_guess():
    text, report = decode(WESTERN.encode("cp1252"))
    assert text == WESTERN
    (diagnostic,) = report.diagnostics
    assert diagnostic.code == "guessed-encoding"
    assert str(diagnostic.location) == "refs.bib:1"


def test_the_guess_says_on_which_line_it_began():
    _, report = decode(("plain\n" * 70000 + WESTERN).encode("cp1252"))
    assert report.diagnostics[0].location.line == 70001


def test_undeclared_cyrillic_is_never_wrong_without_a_word():
    text, report = decode(("@book{k, title = {Тихие реки и придуманные приливы}}\n" * 20).encode("cp1251"))
    assert "Тихие реки" in text or report.diagnostics
    assert report.diagnostics


def test_stray_bytes_in_a_utf8_file_leave_its_other_letters_right():
    data = (WESTERN * 10).encode() + "@book{l, title = {Bäche}}\n".encode("cp1252")
    text, report = decode(data)
    assert text == WESTERN * 10 + "@book{l, title = {Bäche}}\n"
    (diagnostic,) = report.diagnostics
    assert diagnostic.location.line == 11


def test_a_letter_cut_at_the_edge_of_a_piece_is_whole():
    text = "x" * ((1 << 20) - 1) + "é\n" + "y" * 100
    assert decode(text.encode())[0] == text


@pytest.mark.parametrize(
    "data", [bytes(range(256)) * 20, b"\x7fELF\x02\x01\x01" + bytes(400), b"\x89PNG\r\n\x1a\n" + bytes(range(32)) * 90]
)
def test_what_is_no_text_is_refused(data):
    with pytest.raises(InputError, match=r"refs\.bib: the file is not text"):
        decode(data)
