"""``bibkit follow``: a library grows, and nothing that a person wrote changes."""

from __future__ import annotations

import difflib
import os
import re
import shutil
import stat
import subprocess
import sys

import pytest

import bibkit as library

HAND_WRITTEN = """\
% My papers. Do not sort!
@comment{jabref-meta: databaseType:bibtex;}
@STRING{ wp   = "Weir Press" }

@String (jow = {Journal of Weirs})


@Article{abara:weirs,
   author =    {Abara, T. and Lind, O.},
   title =     "{Weirs} that {L}earn",   % seen in Oslo
   journal =   jow # { (Letters)},
   year =      2031,  month = jan,
   myrating =  {*****},
   private-note = {ask T. about {\\"o}fen}
}
    some words between entries, e.g. mail@example.org

@book { dams, title={Dams},publisher=wp,year=1999 }

@misc(Salt, title = {Salt, "the" mineral}, year = 2001)
% the end, without a line end"""


def inserted(before: bytes, after: bytes) -> bytes:
    """What was added; fails when anything else changed."""
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    added = []
    for what, _, _, start, end in matcher.get_opcodes():
        assert what in {"equal", "insert"}, what
        if what == "insert":
            added.append(after[start:end])
    return b"".join(added)


def is_subsequence(before: bytes, after: bytes) -> bool:
    """Whether only insertions lead from one to the other."""
    rest = iter(after)
    return all(byte in rest for byte in before)


@pytest.fixture
def pages(tmp_path, project):
    names = ["tidal-computing.txt", "salt-marsh-ecology.txt"]
    for name in names:
        shutil.copy(project / "examples" / name, tmp_path)
    return names


def keys_of(path) -> list[str]:
    return [paper.key for paper in library.read(path)]


def test_new_papers_are_added_at_the_end_and_a_second_run_changes_nothing(bibkit, tmp_path, pages) -> None:
    path = tmp_path / "mine.bib"
    path.write_text(HAND_WRITTEN)
    before = path.read_bytes()
    done = bibkit("follow", *pages, "--into", "mine.bib")
    assert done.status == 0, done.stderr
    after = path.read_bytes()
    assert after.startswith(before)
    assert len(keys_of(path)) == 3 + 23
    assert len(done.stdout.splitlines()) == 23
    assert "23 papers added" in done.stderr
    again = bibkit("follow", *reversed(pages), "--into", "mine.bib")
    assert again.status == 0
    assert path.read_bytes() == after
    assert "0 papers added" in again.stderr


def test_only_what_is_new_is_added_and_old_keys_stay(bibkit, tmp_path, pages) -> None:
    path = tmp_path / "mine.bib"
    bibkit("follow", pages[0], "--into", "mine.bib")
    renamed = path.read_text().replace("{abara2031barrage,", "{My:Own.Key,")
    path.write_text(renamed)
    done = bibkit("follow", *pages, "--into", "mine.bib")
    assert done.status == 0, done.stderr
    assert path.read_text().startswith(renamed)
    assert "My:Own.Key" in keys_of(path)
    assert "abara2031barrage" not in keys_of(path)
    assert "11 papers added" in done.stderr


def test_a_key_in_use_is_not_given_again(bibkit, tmp_path, pages) -> None:
    path = tmp_path / "mine.bib"
    path.write_text("@misc{Abara2031Barrage,\n  title = {Quite Another Thing},\n  year = 1999\n}\n")
    assert bibkit("follow", pages[0], "--into", "mine.bib").status == 0
    lowered = [key.lower() for key in keys_of(path)]
    assert len(set(lowered)) == len(lowered) == 13


def test_a_dry_run_shows_a_diff_and_writes_nothing(bibkit, tmp_path, pages) -> None:
    path = tmp_path / "mine.bib"
    path.write_text(HAND_WRITTEN)
    done = bibkit("follow", pages[0], "--into", "mine.bib", "--dry-run", "--remember")
    assert done.status == 0, done.stderr
    assert path.read_text() == HAND_WRITTEN
    assert not (tmp_path / "mine.bib.seen").exists()
    lines = done.stdout.splitlines()
    assert lines[:2] == ["--- a/mine.bib", "+++ b/mine.bib"]
    removed = [line for line in lines[2:] if line.startswith("-")]
    assert removed in ([], ["-% the end, without a line end"])


def test_what_was_deleted_stays_away_if_the_list_is_kept(bibkit, tmp_path, pages) -> None:
    path = tmp_path / "mine.bib"
    bibkit("follow", pages[0], "--into", "mine.bib", "--remember")
    text = path.read_text()
    kept = re.sub(r"@\w+\{abara2031barrage,.*?\n\}\n", "", text, flags=re.DOTALL)
    assert kept != text
    path.write_text(kept)
    done = bibkit("follow", *pages, "--into", "mine.bib", "--remember")
    assert "abara2031barrage" not in keys_of(path)
    assert "11 papers added" in done.stderr
    assert "1 stay" in done.stderr
    bibkit("follow", pages[0], "--into", "mine.bib")
    assert "abara2031barrage" in keys_of(path)


def test_a_library_that_does_not_exist_is_made(bibkit, tmp_path, pages) -> None:
    assert bibkit("follow", pages[0], "--into", "new.bib").status == 0
    assert len(keys_of(tmp_path / "new.bib")) == 12


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_encoding_and_line_ends_of_the_library_are_kept(bibkit, tmp_path, pages, encoding, newline) -> None:
    path = tmp_path / "mine.bib"
    text = "% Größe, Höhe, Übermaß\n@misc{wehr,\n  title = {Über Wehre},\n  year = 1999,\n}\n".replace("\n", newline)
    before = text.encode(encoding)
    path.write_bytes(before)
    done = bibkit("follow", pages[0], "--into", "mine.bib")
    assert done.status == 0, done.stderr
    after = path.read_bytes()
    assert after.startswith(before)
    added = after.decode(encoding)[len(text) :]
    assert added.count("\n") == added.count(newline)
    assert len(keys_of(path)) == 13
    assert next(paper.title for paper in library.read(path)) == "Über Wehre"


def test_a_read_only_file_is_left_alone(bibkit, tmp_path, pages) -> None:
    path = tmp_path / "mine.bib"
    path.write_text(HAND_WRITTEN)
    path.chmod(stat.S_IREAD)
    if os.access(path, os.W_OK):
        pytest.skip("this user may write everywhere")
    done = bibkit("follow", pages[0], "--into", "mine.bib")
    assert done.status == 1
    assert "read-only" in done.error_lines[-1]


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX locks")
def test_a_library_that_another_program_holds_is_left_alone(bibkit, tmp_path, pages) -> None:
    path = tmp_path / "mine.bib"
    path.write_text(HAND_WRITTEN)
    code = "import fcntl, sys; f = open('mine.bib', 'r+'); fcntl.flock(f, fcntl.LOCK_EX); print(1, flush=True); sys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path, stdin=-1, stdout=-1) as holder:
        holder.stdout.readline()
        done = bibkit("follow", pages[0], "--into", "mine.bib")
        holder.communicate()
    assert done.status == 1
    assert "locked by another program" in done.error_lines[-1]
    assert path.read_text() == HAND_WRITTEN


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["missing.txt", "--into", "mine.bib"], 1, "no such file"),
        (["PAGE", "--into", "PAGE"], 2, "can be read, not written"),
        (["PAGE", "--into", "nowhere/mine.bib"], 1, "does not exist"),
        (["PAGE", "--into", "mine.xyz"], 2, "suffix"),
        (["PAGE", "--into", "-"], 2, "library.bib"),
        (["PAGE", "--into", "mine.bib", "--keys", "{nope}"], 2, "column 2"),
        (["PAGE"], 2, "--into"),
    ],
)
def test_wrong_calls_are_one_line_and_write_nothing(bibkit, tmp_path, pages, arguments, status, words) -> None:
    (tmp_path / "mine.bib").write_text(HAND_WRITTEN)
    before = sorted(path.name for path in tmp_path.iterdir())
    done = bibkit("follow", *[pages[0] if each == "PAGE" else each for each in arguments])
    assert done.status == status, done.stderr
    assert words in done.error_lines[-1]
    assert "Traceback" not in done.stderr
    assert (tmp_path / "mine.bib").read_text() == HAND_WRITTEN
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_a_broken_list_is_named_with_its_line(bibkit, tmp_path, pages) -> None:
    (tmp_path / "mine.bib.seen").write_text("\n{oops\n")
    done = bibkit("follow", pages[0], "--into", "mine.bib", "--remember")
    assert done.status == 1
    assert "mine.bib.seen:2" in done.error_lines[-1]
    assert not (tmp_path / "mine.bib").exists()


def test_the_real_documents_into_a_hand_written_library(bibkit, tmp_path, shared) -> None:
    names = [
        shared / "topics" / "rl-for-language-model-reasoning.txt",
        shared / "topics" / "rl-for-language-models.txt",
    ]
    bibkit("export", *names, "-o", "exported.bib")
    path = tmp_path / "mine.bib"
    first_half = (tmp_path / "exported.bib").read_text().split("\n\n")
    text = HAND_WRITTEN + "\n\n" + "\n\n".join(first_half[: len(first_half) // 2]) + "\n"
    path.write_text(text)
    before = path.read_bytes()
    known = len(keys_of(path))
    done = bibkit("follow", *names, "--into", "mine.bib")
    assert done.status == 0, done.stderr
    after = path.read_bytes()
    assert after.startswith(before)
    titles = [paper.title for paper in library.read(path)]
    assert len(titles) == len(set(titles))
    assert known < len(titles)
    again = bibkit("follow", *names, "--into", "mine.bib")
    assert again.status == 0
    assert path.read_bytes() == after
