"""A file is changed by insertions only, or not at all."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bibkit.errors import InputError, OutputError
from bibkit.library.locked_file import lock, unified_diff
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


def test_a_file_that_was_changed_in_the_meantime_is_not_overwritten(tmp_path) -> None:
    path = tmp_path / "refs.bib"
    path.write_text("mine")
    with lock(path, Report()) as held:
        path.write_text("hers")
        with pytest.raises(OutputError, match="changed by another program"):
            held.replace(b"ours")
    assert path.read_text() == "hers"
    assert [each.name for each in tmp_path.iterdir()] == ["refs.bib"]


def test_a_file_that_appeared_in_the_meantime_is_not_overwritten(tmp_path) -> None:
    path = tmp_path / "refs.bib"
    with lock(path, Report()) as held:
        path.write_text("hers")
        with pytest.raises(OutputError, match="changed by another program"):
            held.replace(b"ours")
    assert path.read_text() == "hers"


def test_a_file_that_was_deleted_in_the_meantime_does_not_come_back(tmp_path) -> None:
    path = tmp_path / "refs.bib"
    path.write_text("mine")
    with lock(path, Report()) as held:
        path.unlink()
        with pytest.raises(OutputError, match="changed by another program"):
            held.replace(b"ours")
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file_that_was_deleted_in_the_meantime_does_not_come_back(tmp_path) -> None:
    path = tmp_path / "refs.bib"
    path.touch()
    with lock(path, Report()) as held:
        path.unlink()
        with pytest.raises(OutputError, match="changed by another program"):
            held.replace(b"ours")
    assert list(tmp_path.iterdir()) == []


HOLDER = """
import fcntl, sys
file = open(sys.argv[1], "r+b")
getattr(fcntl, sys.argv[2])(file, fcntl.LOCK_EX)
print("held", flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX locks")
@pytest.mark.parametrize("kind", ["flock", "lockf"])
def test_a_file_that_another_program_holds_is_left_alone(tmp_path, kind: str) -> None:
    path = tmp_path / "refs.bib"
    path.write_text("mine")
    command = [sys.executable, "-c", HOLDER, str(path), kind]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        with pytest.raises(OutputError, match="locked by another program"), lock(path, Report()):
            pass
        with lock(path, Report(), to_write=False) as held:
            assert held.data == b"mine"
        holder.communicate()
    with lock(path, Report()) as held:
        held.replace(b"new")
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("mark", [".#refs.bib", ".refs.bib.swp"])
def test_an_editor_s_mark_is_told_of(tmp_path, mark: str) -> None:
    path = tmp_path / "refs.bib"
    path.write_text("mine")
    (tmp_path / mark).symlink_to("nowhere")
    report = Report()
    with lock(path, report):
        pass
    assert [diagnostic.code for diagnostic in report.diagnostics] == ["open-elsewhere"]


def test_a_link_to_a_file_stays_a_link(tmp_path) -> None:
    (tmp_path / "real.bib").write_text("mine")
    (tmp_path / "refs.bib").symlink_to("real.bib")
    with lock(tmp_path / "refs.bib", Report()) as held:
        held.replace(b"new")
    assert (tmp_path / "refs.bib").is_symlink()
    assert (tmp_path / "real.bib").read_bytes() == b"new"


@pytest.mark.parametrize("make", [lambda path: path.mkdir(), lambda path: None])
def test_folders_and_missing_folders_are_refused(tmp_path, make) -> None:
    path = tmp_path / "deep" / "refs.bib"
    make(path.parent)
    target = path.parent if path.parent.exists() else path
    with pytest.raises((InputError, OutputError)), lock(target, Report()):
        pass


def test_a_diff_says_where_the_line_end_is_missing() -> None:
    assert "\\ No newline at end of file" in unified_diff(b"a", b"a\nb", "x")
    assert unified_diff(b"a\n", b"a\n", "x") == ""
