"""bibkit's formats in the real programs and in the real library of pybtex."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pybtex.database
import pybtex.errors
import pytest
from pybtex.exceptions import PybtexError

import bibkit
from bibkit import Paper, interop

from .helpers import ODD, RIS


@pytest.fixture
def pybtex_convert(tmp_path):
    """A function that runs the real ``pybtex-convert`` in a folder of its own."""
    program = Path(sys.executable).with_name("pybtex-convert")
    if not program.exists():
        pytest.skip("pybtex-convert is not installed")

    def run(*arguments: str, status: int = 0) -> str:
        done = subprocess.run([program, *arguments], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
        assert done.returncode == status, done.stderr
        assert "Traceback" not in done.stderr
        return done.stderr

    return run


def test_pybtex_convert_makes_bibtex_of_ris(pybtex_convert, tmp_path):
    (tmp_path / "x.ris").write_text(RIS, "utf-8")
    assert pybtex_convert("x.ris", "x.bib") == ""
    text = (tmp_path / "x.bib").read_text("utf-8")
    assert "A\\_b at 50\\% of {C}\\# \\& $x_1$" in text
    assert "https://example.org/a_b%20c?d=1&e=~f#g" in text
    (paper,) = bibkit.read(tmp_path / "x.bib")
    (there,) = bibkit.read(tmp_path / "x.ris")
    assert paper == msgspec.structs.replace(there, key=paper.key)


@pytest.mark.parametrize("suffix", ["ris", "json", "rdf", "jsonl"])
def test_pybtex_convert_there_and_back(pybtex_convert, tmp_path, suffix):
    (tmp_path / "x.bib").write_text(bibkit.dumps([ODD], "bibtex"), "utf-8")
    pybtex_convert("x.bib", f"y.{suffix}")
    pybtex_convert(f"y.{suffix}", "z.bib")
    (there,) = bibkit.read(tmp_path / "x.bib")
    (back,) = bibkit.read(tmp_path / "z.bib")
    kept = ["title", "authors", "issued", "container_title", "volume", "page", "doi", "url", "abstract"]
    assert [getattr(back, name) for name in kept] == [getattr(there, name) for name in kept]


def test_pybtex_convert_reads_a_topic_document(pybtex_convert, tmp_path, project):
    (tmp_path / "topic.txt").write_bytes((project / "examples" / "tidal-computing.txt").read_bytes())
    pybtex_convert("topic.txt", "topic.bib")
    found = list(bibkit.read(tmp_path / "topic.bib"))
    topic = list(bibkit.read(tmp_path / "topic.txt"))
    assert [paper.title for paper in found] == [paper.title for paper in topic]
    assert [len(paper.authors) for paper in found] == [len(paper.authors) for paper in topic]


def test_what_is_lost_is_said_to_pybtex_users(pybtex_convert, tmp_path):
    (tmp_path / "x.bib").write_text("@misc{a, title = {Ponds}, pond-depth = {3}}")
    assert "csl-json has no place for: bibtex:pond-depth (1)" in pybtex_convert("x.bib", "y.json")


def test_a_file_that_cannot_be_read_is_an_error_of_pybtex(pybtex_convert, tmp_path):
    (tmp_path / "x.rdf").write_text("no XML at all")
    assert "x.rdf" in pybtex_convert("x.rdf", "y.bib", status=1)
    assert not (tmp_path / "y.bib").exists()


def test_an_encoding_may_be_named(pybtex_convert, tmp_path):
    (tmp_path / "x.ris").write_bytes("TY  - BOOK\nTI  - Größe\nER  - \n".encode("cp1250"))
    pybtex_convert("-e", "cp1250", "x.ris", "x.bib")
    assert "Größe" in (tmp_path / "x.bib").read_bytes().decode("cp1250")


def test_parse_file_reads_ris(tmp_path):
    (tmp_path / "x.ris").write_text(RIS, "utf-8")
    data = pybtex.database.parse_file(str(tmp_path / "x.ris"))
    (entry,) = data.entries.values()
    assert entry.type == "article"
    assert entry.fields["journal"] == "Pond Review"
    assert [str(person) for person in entry.persons["author"]] == ["Śliwa, Ana-Łucja", "van der Berg, Jr., Jo"]


def test_parse_string_and_bytes_read_alike():
    assert pybtex.database.parse_string(RIS, "ris") == pybtex.database.parse_bytes(RIS.encode(), "ris")


def test_only_the_wanted_entries_are_read():
    text = bibkit.dumps([Paper(key="a", title="A"), Paper(key="b", title="B")], "bibkit-jsonl")
    assert list(pybtex.database.parse_string(text, "bibkit-jsonl", wanted_entries=["b"]).entries) == ["b"]


def test_a_record_that_cannot_be_read_is_reported_as_pybtex_does():
    text = '[{"id": "a", "type": "book", "title": "Ponds"}, 7]'
    with pybtex.errors.capture() as errors:
        data = pybtex.database.parse_string(text, "csl-json")
    assert [entry.fields["title"] for entry in data.entries.values()] == ["Ponds"]
    assert len(errors) == 1
    with pytest.raises(PybtexError):
        pybtex.database.parse_string(text, "csl-json")


def test_a_letter_that_the_encoding_lacks_is_an_error():
    with pytest.raises(PybtexError, match="utf-8"):
        interop.to_pybtex([Paper(key="a", title="水門")]).to_bytes("ris", encoding="latin-1")


def test_pybtex_renders_what_bibkit_reads():
    from pybtex.style.formatting.unsrt import Style

    data = pybtex.database.parse_string(RIS, "ris")
    (entry,) = Style().format_bibliography(data)
    from pybtex.backends.plaintext import Backend

    shown = entry.text.render(Backend())
    assert "A_b at 50% of C# & " in shown
    assert "Ana-Łucja Śliwa and Jo van\xa0der Berg, Jr." in shown.replace("\xa0", " ").replace("van der", "van\xa0der")
