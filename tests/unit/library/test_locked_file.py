"""A file is held while it is changed, and replaced only where nobody else touched it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bibkit.errors import InputError, OutputError
from bibkit.library.locked_file import lock, unified_diff
from bibkit.report import Report


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


@pytest.mark.parametrize(
    ("mark", "editor"),
    [(".#refs.bib", "Emacs"), (".refs.bib.swp", "Vim"), (".~lock.refs.bib#", "another program")],
)
def test_an_editor_s_mark_is_told_of_where_the_file_is_to_be_written(tmp_path, mark: str, editor: str) -> None:
    path = tmp_path / "refs.bib"
    path.write_text("mine")
    (tmp_path / mark).symlink_to("nowhere")
    report = Report()
    with lock(path, report):
        pass
    (diagnostic,) = report.diagnostics
    assert (diagnostic.code, diagnostic.location.source) == ("open-elsewhere", str(path))
    assert diagnostic.message.startswith(f"{editor} has refs.bib open")
    with lock(path, report, to_write=False):
        pass
    assert len(report.diagnostics) == 1


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
    assert unified_diff(b"a", b"a\nb\n", "x.bib") == (
        "--- a/x.bib\n+++ b/x.bib\n@@ -1 +1,2 @@\n-a\n\\ No newline at end of file\n+a\n+b\n"
    )
    assert unified_diff(b"a\n", b"a\n", "x") == ""


def test_a_diff_shows_letters_in_their_encoding_and_lines_that_end_as_a_terminal_s() -> None:
    assert unified_diff(b"\xe9\r\n", b"\xe8\r\n", "x", "cp1252") == "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-\xe9\n+\xe8\n"


def test_a_file_that_is_only_read_need_not_be_there() -> None:
    with lock(Path("no") / "such" / "refs.bib", Report(), to_write=False) as held:
        assert (held.exists, held.data) == (False, b"")
