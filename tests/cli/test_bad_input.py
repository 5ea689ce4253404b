"""Whatever is wrong costs one clear line, the right exit status, and nothing half written."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import pytest

GOOD = "@misc{a, title = {Ponds}, author = {Abara, Tunde}, year = 2031}\n"
RANDOM = random.Random(7).randbytes(5000)


@pytest.fixture
def files(tmp_path):
    (tmp_path / "good.bib").write_text(GOOD)
    (tmp_path / "empty.bib").write_text("")
    (tmp_path / "blank.bib").write_text(" \n\n")
    (tmp_path / "page.bib").write_text("<!DOCTYPE html>\n<html><body><p>Sign in to go on</p></body></html>\n")
    (tmp_path / "prose.ris").write_text("Dear all,\n\nthe ponds are frozen.\n")
    (tmp_path / "prose.txt").write_text("Dear all,\n\nthe ponds are frozen.\n")
    (tmp_path / "prose.json").write_text("Dear all,\n\nthe ponds are frozen.\n")
    (tmp_path / "prose.rdf").write_text("Dear all,\n\nthe ponds are frozen.\n")
    (tmp_path / "prose.jsonl").write_text("Dear all,\n\nthe ponds are frozen.\n")
    (tmp_path / "settings.json").write_text('{"colour": "red"}')
    (tmp_path / "cut.json").write_text('[{"id": "a", "type": "bo')
    (tmp_path / "prose").write_text("Dear all,\n\nthe ponds are frozen.\n")
    for suffix in ("bib", "ris", "txt", "json", "rdf", "jsonl"):
        (tmp_path / f"noise.{suffix}").write_bytes(RANDOM)
    (tmp_path / "folder.bib").mkdir()
    return tmp_path


CASES = [
    # arguments, exit status, words of the line
    (["missing.bib", "-o", "out.ris"], 1, ["missing.bib", "no such file"]),
    (["folder.bib", "-o", "out.ris"], 1, ["folder.bib", "is a folder"]),
    (["empty.bib", "-o", "out.ris"], 1, ["empty.bib", "empty"]),
    (["blank.bib", "-o", "out.ris"], 1, ["blank.bib", "empty"]),
    (["page.bib", "-o", "out.ris"], 1, ["page.bib"]),
    (["prose.ris", "-o", "out.bib"], 1, ["prose.ris"]),
    (["prose.txt", "-o", "out.bib"], 1, ["prose.txt"]),
    (["prose.json", "-o", "out.bib"], 1, ["prose.json"]),
    (["settings.json", "-o", "out.bib"], 1, ["settings.json:1", "CSL-JSON"]),
    (["cut.json", "-o", "out.bib"], 1, ["cut.json:1", "CSL-JSON"]),
    (["prose.rdf", "-o", "out.bib"], 1, ["prose.rdf"]),
    (["prose.jsonl", "-o", "out.bib"], 1, ["prose.jsonl"]),
    (["prose", "-o", "out.bib"], 1, ["prose", "--from"]),
    *[
        ([f"noise.{suffix}", "-o", "out.bib"], 1, [f"noise.{suffix}"])
        for suffix in ("bib", "ris", "txt", "json", "rdf", "jsonl")
    ],
    (["good.bib", "-o", "out.ris", "--to", "risk"], 2, ["risk", "ris"]),
    (["good.bib", "-o", "out.ris", "--from", "bibtx"], 2, ["bibtx", "bibtex"]),
    (["good.bib", "-o", "out.ris", "--for", "zotera"], 2, ["zotera", "zotero"]),
    (["good.bib", "-o", "out.xyz"], 2, ["xyz", "--to"]),
    (["good.bib", "-o", "out"], 2, ["out", "--to"]),
    (["good.bib"], 2, ["--to"]),
    (["good.bib", "-o", "out.txt"], 2, ["read, not written"]),
    (["good.bib", "-o", "out.ris", "--enrich", "nobody"], 2, ["nobody"]),
    (["good.bib", "-o", "out.ris", "-O", "colour=red"], 2, ["colour"]),
    (["good.bib", "-o", "out.ris", "--keys", "{nonsense}"], 2, ["nonsense"]),
    (["good.bib", "-o", "out.ris", "--where", "title:(("], 2, []),
    (["good.bib", "-o", "out.ris", "--since", "yesterday"], 2, ["yesterday"]),
    (["good.bib", "-o", "no/such/out.ris"], 1, ["no/such"]),
    (["good.bib", "-o", "out.ris", "--report", "no/such/report.json"], 1, ["no/such"]),
    (["good.bib", "-o", "folder.bib"], 1, ["folder.bib", "folder"]),
    (["good.bib", "missing.bib", "-o", "out.ris"], 1, ["missing.bib"]),
    (["--nonsense"], 2, ["nonsense"]),
    ([], 2, ["INPUT"]),
]


@pytest.mark.parametrize(
    ("arguments", "status", "words"), CASES, ids=[" ".join(case[0]) or "nothing" for case in CASES]
)
def test_one_line_says_what_is_wrong(bibkit, files, arguments, status, words):
    before = sorted(path.name for path in files.iterdir())
    done = bibkit("export", *arguments)
    assert done.status == status, done.stderr
    assert done.stdout == ""
    assert len(done.error_lines) == 1, done.stderr
    assert done.stderr.startswith("bibkit: ")
    for word in words:
        assert word in done.stderr
    assert sorted(path.name for path in files.iterdir()) == before


def test_an_unknown_command_is_one_line(bibkit):
    done = bibkit("exprot")
    assert (done.status, len(done.error_lines)) == (2, 1)
    assert "export" in done.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_is_said_so(bibkit, files):
    (files / "good.bib").chmod(0)
    done = bibkit("export", "good.bib", "-o", "out.ris")
    assert done.status == 1
    assert "Permission denied" in done.stderr


def test_a_failed_export_leaves_the_old_file(bibkit, files):
    (files / "out.ris").write_text("old")
    assert bibkit("export", "good.bib", "noise.bib", "-o", "out.ris").status == 1
    assert (files / "out.ris").read_text() == "old"
    assert not list(files.glob(".*"))


def test_strict_leaves_the_old_file_and_says_what_would_be_lost(bibkit, files):
    (files / "in.jsonl").write_text('{"key":"a","title":"Ponds","collections":[["Water"]]}\n')
    (files / "out.ris").write_text("old")
    done = bibkit("export", "in.jsonl", "-o", "out.ris", "--strict")
    assert done.status == 3
    assert "collections" in done.stderr
    assert (files / "out.ris").read_text() == "old"


def test_a_record_that_cannot_be_read_shows_in_the_exit_status(bibkit, files):
    (files / "bad.bib").write_text(GOOD + "@misc{b, title = {Never closed\n\n" + GOOD.replace("{a,", "{c,"))
    done = bibkit("export", "bad.bib", "-o", "out.jsonl")
    assert done.status == 1
    assert "bad.bib:2" in done.stderr
    assert len((files / "out.jsonl").read_text().splitlines()) >= 2


def test_a_closed_pipe_is_no_error(bibkit, files):
    (files / "many.bib").write_text("".join(GOOD.replace("{a,", f"{{a{number},") for number in range(20_000)))

    command = f"{sys.executable} -m bibkit export many.bib --to ris | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False, text=True)
    assert done.stdout.startswith("TY  - ")
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr


def test_standard_input_and_output(bibkit):
    done = bibkit("export", "-", "--from", "bibtex", "--to", "ris", stdin=GOOD)
    assert done.status == 0
    assert "TI  - Ponds" in done.stdout
    assert done.error_lines == [line for line in done.error_lines if "1 paper written to standard output" in line]


def test_standard_input_is_recognised_without_a_name(bibkit):
    assert "TI  - Ponds" in bibkit("export", "-", "--to", "ris", stdin=GOOD).stdout
