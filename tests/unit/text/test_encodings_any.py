"""Any text in any encoding that a bibliography comes in, and any bytes at all."""

from __future__ import annotations

import codecs
import io
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bibkit.errors import InputError
from bibkit.report import Report
from bibkit.text.characters import count_illegal
from bibkit.text.encodings import open_text

HEAD = "@book{abara2031, title = {Weirs that Learn}, note = {"
TAIL = "}, year = 2031}\n"
MARKS = {"utf-8-sig": b"", "utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE, "utf-32-le": codecs.BOM_UTF32_LE}  # fmt: skip
LETTERS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cn", "Co"), exclude_characters="\ufeff\u2028\u2029"), max_size=60)  # fmt: skip


def decode(data: bytes) -> tuple[str, Report]:
    report = Report()
    return open_text(io.BytesIO(data), "refs.bib", report).read(), report


@pytest.mark.parametrize("encoding", MARKS)
@given(text=LETTERS)
def test_any_text_with_a_mark_is_read_without_a_word(encoding, text):
    found, report = decode(MARKS[encoding] + (HEAD + text + TAIL).encode(encoding))
    assert found == HEAD + text + TAIL
    assert report.diagnostics == []


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@given(text=LETTERS)
def test_any_text_without_a_mark_is_read_right_or_with_a_word(encoding, text):
    found, report = decode((HEAD + text + TAIL).encode(encoding))
    assert found == HEAD + text + TAIL
    assert report.diagnostics == []


@pytest.mark.parametrize(("name", "encoding"), [("Cp1252", "cp1252"), ("ISO-8859-1", "latin-1"), ("cp1251", "cp1251")])
@given(data=st.data())
def test_any_text_in_a_declared_encoding_is_read_right_or_with_a_word(name, encoding, data):
    letters = st.characters(codec=encoding, exclude_categories=("Cc", "Cs"))
    text = f"% Encoding: {name}\n{HEAD}{data.draw(st.text(letters, max_size=60))}{TAIL}"
    found, report = decode(text.encode(encoding))
    assert found == text or report.diagnostics or _is_utf8(text.encode(encoding))


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


@settings(max_examples=300)
@given(
    start=st.sampled_from([b"", b"@book{a, title = {", b"\xff\xfe", b"\xfe\xff", b"\xff\xfe\0\0", b"\xef\xbb\xbf", b"\0\0\xfe\xff"]),
    data=st.binary(max_size=400),
)  # fmt: skip
def test_any_bytes_are_a_text_or_no_text(start, data):
    with suppress(InputError):
        assert count_illegal(decode(start + data)[0]) == 0


@pytest.mark.parametrize(
    "name",
    ["hex", "base64", "rot13", "zlib", "idna", "punycode", "undefined", "unicode_escape", "utf-16", "utf-7", "cp037", "x" * 300],
)  # fmt: skip
def test_an_encoding_that_is_none_is_not_believed(name):
    found, report = decode(f"% Encoding: {name}\n{HEAD}Bäche am Übergang{TAIL}".encode("cp1252"))
    assert "Bäche am Übergang" in found
    assert [diagnostic.code for diagnostic in report.diagnostics] == ["guessed-encoding"]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-32-be"])
def test_a_marked_file_that_breaks_off_is_told(encoding):
    mark = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-32-be": codecs.BOM_UTF32_BE}[encoding]
    found, report = decode(mark + (HEAD + TAIL).encode(encoding)[:-1])
    assert found.startswith(HEAD)
    assert [diagnostic.code for diagnostic in report.diagnostics] == ["guessed-encoding"]


def test_bytes_that_look_like_wide_letters_are_a_text():
    data = (
        b"Weirs\n\nLatest papers 0\n"
        + b"\xff\x9e\xff\xff\xff\xff\n" * 3
        + b"T\xff\xff\xff\xff\xff\xff\xff mmm\x01\x00\x00\n"
    )
    assert decode(data)[0].startswith("Weirs")
