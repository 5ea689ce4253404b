"""People who have code for pybtex and bibtexparser: the real programs and the real libraries."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import bibtexparser
import msgspec
import pybtex.database
import pybtex.errors
import pytest
from bibtexparser import middlewares
from hypothesis import given, settings
from pybtex.database import BibliographyData, Entry, Person
from pybtex.exceptions import PybtexError

import bibkit
from bibkit import Author, Date, Paper, interop
from bibkit.testing import papers

ODD = Paper(
    key="sliwa2031",
    kind="article-journal",
    title='A_b at 50% of C# with $O(k_1\\log k)$ & naïve Größe {braces} ~ \\ "done"',
    authors=(
        Author("Śliwa", "Ana-Łucja"),
        Author("Berg", "Jo", "van der", "Jr."),
        Author(literal="Institute of Salt & Silt, Inc."),
    ),
    authors_omitted=bibkit.UNKNOWN_NUMBER,
    container_title="Pond Review",
    issued=Date(2031, 1, 5),
    volume="3",
    page="12-15",
    tags=("weirs, tidal", "ponds"),
    doi="10.5555/a_b%c",
    url="https://example.org/a_b%20c?d=1&e=~f#g",
    abstract="One % of $x_1$.\n\nTwo & {three}.",
)
"""A paper with every sign that TeX, BibTeX or these libraries treat specially."""

RIS = """TY  - JOUR
AU  - Śliwa, Ana-Łucja
AU  - van der Berg, Jo, Jr.
TI  - A_b at 50% of C# & $x_1$
T2  - Pond Review
PY  - 2031
UR  - https://example.org/a_b%20c?d=1&e=~f#g
KW  - weirs, tidal
ER  -
"""


def through_bibtex(*chosen: Paper) -> list[Paper]:
    """What the road through BibTeX text leaves of papers: the measure for both libraries."""
    return bibkit.loads(bibkit.dumps(chosen, "bibtex"), "bibtex")


# ---------------------------------------------------------------- pybtex, the programs


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


# ---------------------------------------------------------------- pybtex, the library


def test_parse_file_reads_ris(tmp_path):
    (tmp_path / "x.ris").write_text(RIS, "utf-8")
    data = pybtex.database.parse_file(str(tmp_path / "x.ris"))
    (entry,) = data.entries.values()
    assert entry.type == "article"
    assert entry.fields["journal"] == "Pond Review"
    assert [str(person) for person in entry.persons["author"]] == ["Śliwa, Ana-Łucja", "van der Berg, Jr., Jo"]


def test_parse_string_and_bytes_read_alike():
    assert pybtex.database.parse_string(RIS, "ris") == pybtex.database.parse_bytes(RIS.encode(), "ris")


def test_a_database_writes_every_format(tmp_path):
    data = interop.to_pybtex([ODD])
    for suffix in ("ris", "json", "rdf", "jsonl"):
        data.to_file(str(tmp_path / f"x.{suffix}"))
        (paper,) = bibkit.read(tmp_path / f"x.{suffix}")
        assert paper.title == ODD.title


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


@settings(max_examples=60, deadline=None)
@given(papers())
def test_papers_go_through_pybtex_as_through_a_file(paper):
    paper = msgspec.structs.replace(paper, collections=())  # JabRef's groups are comments, which pybtex drops
    data = interop.to_pybtex([paper])
    assert interop.from_pybtex(data) == through_bibtex(paper)
    written = data.to_string("bibtex")
    assert pybtex.database.parse_string(written, "bibtex") == data


def test_an_odd_paper_survives_pybtex():
    (back,) = interop.from_pybtex(interop.to_pybtex([ODD]))
    assert back == ODD


def test_ascii_only_is_written_as_tex():
    text = interop.to_pybtex([ODD]).to_bytes("bibtex", encoding="ascii").decode("ascii")
    (back,) = bibkit.loads(text, "bibtex")
    assert (back.title, back.authors) == (ODD.title, ODD.authors)


def test_a_database_made_by_hand_becomes_papers():
    entry = Entry("Article", [("title", "{Ponds} \\& Weirs"), ("month", "jan"), ("year", "2031")])
    entry.persons["author"] = [
        Person(first="Ada", middle="M.", prelast="van der", last="Berg", lineage="Jr."),
        Person("{Salt and Silt}"),
        Person(last="Sol"),
    ]
    (paper,) = interop.from_pybtex(BibliographyData({"k": entry}, preamble=["\\newcommand{\\x}{y}"]))
    assert paper.kind == "article-journal"
    assert paper.title == "Ponds & Weirs"
    assert paper.authors == (
        Author("Berg", "Ada M.", "van der", "Jr."),
        Author(literal="Salt and Silt"),
        Author("Sol"),
    )
    assert paper.issued == Date(2031, 1)


def test_papers_without_a_key_get_one():
    assert len(interop.to_pybtex([Paper(title="Ponds"), Paper(title="Ponds")]).entries) == 2


# ---------------------------------------------------------------- bibtexparser


@settings(max_examples=60, deadline=None)
@given(papers())
def test_papers_go_through_bibtexparser_as_through_a_file(paper):
    assert interop.from_bibtexparser(interop.to_bibtexparser([paper])) == through_bibtex(paper)


def test_an_odd_paper_survives_bibtexparser():
    library = interop.to_bibtexparser([ODD])
    assert library.failed_blocks == []
    assert interop.from_bibtexparser(library) == [ODD]
    text = bibtexparser.write_string(library)
    assert bibkit.loads(text, "bibtex") == [ODD]


def test_biblatex_is_a_choice():
    entry = interop.to_bibtexparser([ODD], format="biblatex").entries_dict["sliwa2031"]
    assert entry["date"] == "2031-01-05"
    assert entry["journaltitle"] == "Pond Review"


def test_names_may_be_split():
    text = "@book{a, author = {van der Berg, Jr., Ada and {Salt and Silt} and Sol and others}, title = {P}}"
    split = [middlewares.SeparateCoAuthors(), middlewares.SplitNameParts()]
    library = bibtexparser.parse_string(text, append_middleware=split)
    (paper,) = interop.from_bibtexparser(library)
    assert paper == bibkit.loads(text, "bibtex")[0]
    assert paper.authors_omitted == bibkit.UNKNOWN_NUMBER


def test_months_may_be_numbers():
    library = bibtexparser.parse_string(
        "@misc{a, month = feb, year = 2031}", append_middleware=[middlewares.MonthIntMiddleware()]
    )
    assert interop.from_bibtexparser(library)[0].issued == Date(2031, 2)


def test_macros_and_comments_are_no_trouble():
    text = """@string{pr = {Pond Review}} @preamble{"\\x"} @comment{so} free text
@article{a, journal = pr, title = pr # { again}}
"""
    (paper,) = interop.from_bibtexparser(bibtexparser.parse_string(text))
    assert (paper.container_title, paper.title) == ("Pond Review", "Pond Review again")


def test_what_bibtexparser_refuses_is_read_by_bibkit():
    text = "@misc{a, title = {One}}\n@misc{a, title = {Two}}\n@misc{b, title = {Three}, title = {Four}}\n"
    library = bibtexparser.parse_string(text)
    assert library.failed_blocks
    report = bibkit.Report()
    found = interop.from_bibtexparser(library, report=report)
    assert [paper.title for paper in found] == ["One", "Two", "Three"]
    assert len({paper.key for paper in found}) == 3


def test_a_library_made_by_hand_becomes_papers():
    model = bibtexparser.model
    fields = [
        model.Field("title", "Ponds"),
        model.Field("year", 2031),
        model.Field("author", ["Sol, Petra", "Abara, Tunde"]),
    ]
    entries = [model.Entry("book", "k", fields), model.Entry("book", "k", fields)]
    library = bibtexparser.Library(entries, fail_on_duplicate_key=False)
    first, second = interop.from_bibtexparser(library)
    assert first.authors == (Author("Sol", "Petra"), Author("Abara", "Tunde"))
    assert first.issued == Date(2031)
    assert second.title == "Ponds"
