"""A library in any style takes in fields and papers, reads back as it should, and loses no byte."""

from __future__ import annotations

import io
from types import SimpleNamespace

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bibkit.errors import InputError, UsageError
from bibkit.formats.bibtex import read
from bibkit.library.library import EditedLibrary, WholeLibrary, open_library
from bibkit.library.locked_file import LockedFile
from bibkit.model import Affiliation, Author, Date, Paper
from bibkit.plugins.hookspecs import hookimpl
from bibkit.plugins.records import Format, ReadContext
from bibkit.plugins.registry import Owner, Registry
from bibkit.report import Report
from bibkit.text.document import Edit

REGISTRY = Registry.default({"BIBKIT_PLUGINS": "none"})

blanks = st.sampled_from(["", " ", "  ", "\t"])
junk = st.sampled_from(
    [
        "",
        "\n",
        "\n\n",
        "% a remark with @misc in it\n",
        "free text\n",
        "@string{x = {y}}\n",
        "@comment{ {a} @misc{b} }\n",
        "@preamble{ {\\x} }\n",
    ]
)
values = st.sampled_from(
    [
        "{Weirs}",
        '"Weirs"',
        '{{W}eirs and {"o}fen}',
        "2031",
        "x",
        'x # {, y} # "z"',
        "{a,\n   b}",
        '"{q"q} a"',
        "{50\\% of $x_{1}$}",
        "{}",
    ]
)
names = st.sampled_from(
    ["title", "Author", "YEAR", "note", "keywords", "Affiliation", "month", "my-field", "doi", "annote"]
)


@st.composite
def entries(draw: st.DrawFn, key: str) -> str:
    """One entry in some style."""
    used = draw(st.lists(names, min_size=0, max_size=6, unique_by=str.lower))
    lead = draw(st.sampled_from(["\n  ", "\n\t", " ", "", "\n"]))
    before, after = draw(blanks), draw(blanks)
    comma_first = draw(st.booleans())
    fields = [f"{name}{before}={after}{draw(values)}" for name in used]
    body = f"{lead}, ".join(["", *fields]) if comma_first else ",".join(["", *[lead + field for field in fields]])
    if not fields:
        body = draw(st.sampled_from(["", ",", ",\n"]))
    elif not comma_first and draw(st.booleans()):
        body += ","
    if fields and draw(st.booleans()) and "\n" in lead:
        body += draw(st.sampled_from([" % remark", "\n  % remark"])) + "\n"
    body += draw(st.sampled_from(["", "\n", " "]))
    opener, closer = draw(st.sampled_from(["{}", "()"]))
    return (
        f"@{draw(st.sampled_from(['misc', 'Article', 'BOOK']))}{draw(blanks)}{opener}{draw(blanks)}{key}{body}{closer}"
    )


@st.composite
def libraries(draw: st.DrawFn) -> str:
    """A whole file."""
    count = draw(st.integers(1, 4))
    pieces = [draw(junk)]
    for number in range(count):
        key = draw(st.sampled_from([f"k{number}", f"k{number}", "same"]))
        pieces += [draw(entries(key)), "\n", draw(junk)]
    text = "".join(pieces)
    return text.replace("\n", draw(st.sampled_from(["\n", "\n", "\r\n"])))


def opened(data: bytes, report: Report | None = None) -> EditedLibrary:
    class Path(type(__import__("pathlib").Path())):
        """A path of a file that is nowhere."""

    return EditedLibrary(
        LockedFile(Path("mine.bib"), io.BytesIO(data)), REGISTRY.format("bibtex"), REGISTRY, report or Report()
    )


def papers_of(data: bytes) -> list[Paper]:
    text = data.decode().replace("\r\n", "\n")
    return list(read(io.StringIO(text), ReadContext("mine.bib")))


def bare(paper: Paper) -> Paper:
    """The paper less what may change: lists that grow, and how their expressions and an odd month were spelled."""
    spelled = ("bibtex:month", "macro", "expression", "keywords", "affiliation")
    extra = {name: value for name, value in paper.extra.items() if not any(part in name for part in spelled)}
    return msgspec.structs.replace(paper, key="", tags=(), affiliations=(), extra=extra)


def only_insertions(before: bytes, after: bytes) -> bool:
    rest = iter(after)
    return all(byte in rest for byte in before)


NEW_TAGS = ("Weirs & Rain", 'the "wet" tag')
NEW_PLACES = (Affiliation("Université de l'Eau, Genève"), Affiliation("Silt {Lab}"))


@settings(max_examples=150, deadline=None)
@given(libraries())
def test_any_style_takes_in_tags_and_institutions(text: str) -> None:
    data = text.encode()
    report = Report()
    library = opened(data, report)
    before = library.papers
    changed = {
        place: msgspec.structs.replace(
            paper, tags=(*paper.tags, *NEW_TAGS), affiliations=(*paper.affiliations, *NEW_PLACES)
        )
        for place, paper in enumerate(before)
    }
    after = library.with_changes(changed)
    assert only_insertions(data, after)
    again = papers_of(after)
    assert [bare(paper) for paper in again] == [bare(paper) for paper in before]
    left = {each.location.key for each in report.diagnostics if each.code == "not-edited"}
    for old, new in zip(before, again, strict=True):
        if old.key in left:
            continue
        assert new.tags == (*old.tags, *NEW_TAGS)
        assert new.affiliations[-2:] == NEW_PLACES
        assert new.affiliations[: len(old.affiliations)] == old.affiliations


ADDED = Paper(
    key="new1", kind="article", title="Öfen & Weirs", authors=(Author("Abara", "Tunde"),), issued=Date(2031, 1, 5)
)


@settings(max_examples=50, deadline=None)
@given(libraries())
def test_any_library_takes_in_papers_at_its_end(text: str) -> None:
    data = text.encode()
    library = opened(data)
    after = library.with_papers([ADDED, msgspec.structs.replace(ADDED, key="new2")])
    assert after.startswith(data)
    again = papers_of(after)
    assert [paper.key for paper in again][-2:] == ["new1", "new2"]
    assert [bare(paper) for paper in again[:-2]] == [bare(paper) for paper in library.papers] or library.papers[
        -1
    ].extra


def test_a_new_file_is_an_empty_library_of_its_suffix(tmp_path) -> None:
    held = LockedFile(tmp_path / "x.bib", None)
    library = open_library(held, REGISTRY, Report())
    assert (library.papers, library.format.name) == ([], "bibtex")
    assert isinstance(open_library(LockedFile(tmp_path / "x.ris", None), REGISTRY, Report()), WholeLibrary)
    with pytest.raises(UsageError, match="suffix"):
        open_library(LockedFile(tmp_path / "x", None), REGISTRY, Report())
    with pytest.raises(UsageError, match="read, not written"):
        open_library(held, REGISTRY, Report(), from_format="topic-page")


def test_a_file_of_another_kind_is_refused(tmp_path) -> None:
    path = tmp_path / "x.bib"
    path.write_text("no library at all\n")
    with path.open("rb") as file, pytest.raises(InputError):
        open_library(LockedFile(path, file), REGISTRY, Report())


def test_an_entry_that_is_too_odd_to_edit_is_told_and_left() -> None:
    data = b"@misc{a,\n  title = {Weirs},\n  year = {2031\n\n@misc{b, title = {Dams}}\n"
    report = Report()
    library = opened(data, report)
    changed = {place: msgspec.structs.replace(paper, tags=("Rain",)) for place, paper in enumerate(library.papers)}
    after = library.with_changes(changed)
    assert b"{Dams}, keywords = {Rain}}" in after
    assert only_insertions(data, after)
    assert {"not-edited", "bad-entry", "repaired-entry", "unclosed-entry"} & {each.code for each in report.diagnostics}


def test_papers_of_another_file_come_with_values_and_not_with_its_macros() -> None:
    other = b"@string{pl = {Pond Letters}}\n@article{n, title = {Weirs}, journal = pl, month = 3 # { May}}\n"
    after = opened(b"@misc{a, title = {Dams}}\n").with_papers(papers_of(other))
    assert b"{Pond Letters}" in after
    assert papers_of(after)[1].container_title == "Pond Letters"


def read_lines(lines, context):
    """An invented format: a paper a line, its key, title and tags between bars."""
    for line in lines:
        key, title, *tags = line.rstrip("\n").split("|")
        yield Paper(key=key, title=title, tags=tuple(tags))


def write_lines(papers, context):
    for paper in papers:
        yield "|".join([paper.key, paper.title, *paper.tags]) + "\n"


class LineEditor:
    """Adds tags at the end of a line; a line whose title is unknown is left alone."""

    def __init__(self, document, context):
        self.text = document.text
        self.keys = [line.partition("|")[0] for line in self.text.splitlines()]

    def additions(self, papers, context):
        return [Edit(len(self.text), "".join(write_lines(papers, context)))]

    def gains(self, before, after, context):
        if before.title == "?":
            return None
        end = self.text.index("\n", self.text.index(f"{before.key}|"))
        return [Edit(end, "".join([f"|{tag}" for tag in after.tags[len(before.tags) :]]))]


def test_the_editor_that_a_plugin_brings_edits_its_libraries_in_place(tmp_path) -> None:
    record = Format(
        name="lines", title="Lines", suffixes=(".lines",), read=read_lines, write=write_lines, edit=LineEditor
    )
    registry = Registry.default({"BIBKIT_PLUGINS": "none"})
    hooks = SimpleNamespace(bibkit_formats=hookimpl(lambda: [record]))
    registry.add(lambda: hooks, Owner("pond-formats", "1.2", "ponds"))
    path = tmp_path / "mine.lines"
    path.write_bytes("a|Wéirs|rain\r\nb|?\r\nc|Dams\r\n".encode())
    report = Report()
    with path.open("rb") as file:
        library = open_library(LockedFile(path, file), registry, report, from_format="lines")
    changed = {
        place: msgspec.structs.replace(paper, tags=(*paper.tags, "sé")) for place, paper in enumerate(library.papers)
    }
    assert library.keys == ["a", "b", "c"]
    assert library.with_changes(changed).decode() == "a|Wéirs|rain|sé\r\nb|?\r\nc|Dams|sé\r\n"
    assert [(each.code, each.location.key) for each in report.diagnostics] == [("not-edited", "b")]
    added = library.with_papers([Paper(key="d", title="Öfen")], ())
    assert added.decode() == "a|Wéirs|rain\r\nb|?\r\nc|Dams\r\nd|Öfen\r\n"
