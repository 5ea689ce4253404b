"""Files are replaced whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from bibkit.errors import OutputError
from bibkit.output import write_file


def failing(pieces):
    yield from pieces
    raise RuntimeError("half way")


def test_pieces_become_a_file(tmp_path):
    write_file(tmp_path / "out", ["Bäche ", b"und ", "Weiher"])
    assert (tmp_path / "out").read_text("utf-8") == "Bäche und Weiher"


def test_a_failure_half_way_leaves_the_old_file_and_nothing_else(tmp_path):
    (tmp_path / "out").write_text("old")
    with pytest.raises(RuntimeError):
        write_file(tmp_path / "out", failing(["new" * 100_000]))
    assert (tmp_path / "out").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_the_mode_of_a_replaced_file_is_kept_and_a_new_file_obeys_the_umask(tmp_path):
    (tmp_path / "out").write_text("old")
    (tmp_path / "out").chmod(0o640)
    write_file(tmp_path / "out", ["new"])
    assert stat.S_IMODE((tmp_path / "out").stat().st_mode) == 0o640
    old = os.umask(0o027)
    try:
        write_file(tmp_path / "fresh", ["new"])
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "fresh").stat().st_mode) == 0o640


def test_a_link_keeps_pointing(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    write_file(tmp_path / "link", ["new"])
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


def test_a_folder_or_a_missing_folder_is_said_so(tmp_path):
    with pytest.raises(OutputError, match="is a folder"):
        write_file(tmp_path, ["x"])
    with pytest.raises(OutputError, match="does not exist"):
        write_file(tmp_path / "no" / "out", ["x"])


def test_a_device_is_written_to_directly():
    write_file(Path(os.devnull), ["x"])
    assert Path(os.devnull).exists()


def test_the_data_are_on_disk_before_the_name_and_the_name_before_the_end(tmp_path, monkeypatch):
    """A power cut leaves the old file or the new one: the data are synced, then renamed, then the folder is synced."""
    told = []
    fsync, replace = os.fsync, os.replace

    def record_fsync(descriptor):
        status = os.fstat(descriptor)
        told.append(("fsync", "folder" if stat.S_ISDIR(status.st_mode) else f"{status.st_size} bytes"))
        fsync(descriptor)

    def record_replace(source, target):
        told.append(("replace", Path(target).name))
        replace(source, target)

    monkeypatch.setattr(os, "fsync", record_fsync)
    monkeypatch.setattr(os, "replace", record_replace)
    write_file(tmp_path / "out", ["Weir" * 1000])
    assert told == [("fsync", "4000 bytes"), ("replace", "out"), ("fsync", "folder")]
