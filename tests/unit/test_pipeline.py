"""The way of a paper: which step comes before which, and how what fails becomes one line that names its format."""

from __future__ import annotations

import io
from contextlib import ExitStack
from types import SimpleNamespace

import pytest

from bibkit.errors import InputError, LossError, OutputError, PluginError, UsageError
from bibkit.model import Paper, Topic
from bibkit.pipeline import choose_destination, export, open_source, read_papers, read_together, write_papers
from bibkit.plugins.hookspecs import hookimpl
from bibkit.plugins.records import Enricher, Format, Option, Target
from bibkit.plugins.registry import Owner, Registry
from bibkit.report import Report


def read_titles(stream, context):
    context.topics.append(Topic(title=context.options.get("topic") or context.source))
    for line in stream:
        yield Paper(title=line.strip())


def write_titles(papers, context):
    for paper in papers:
        if paper.note:
            context.lose("note")
        yield f"{paper.key}: {paper.title}\n"


def shout(papers, context):
    for paper in papers:
        yield Paper(title=f"Loud{paper.title}", note=paper.note)


def read_and_fail(stream, context):
    yield Paper(title=stream.readline().strip())
    raise KeyError("the tide")


def write_and_fail(papers, context):
    yield "half"
    raise ZeroDivisionError("no water")


FORMATS = (
    Format(
        name="lines",
        title="Lines",
        suffixes=(".lines", ".list"),
        read=read_titles,
        write=write_titles,
        sniff=lambda text: text.startswith("Pond"),
        options=(Option("topic", "", "the topic's title"),),
    ),
    Format(name="rows", title="Rows", suffixes=(".list",), read=read_titles, sniff=lambda text: text.startswith("Row")),
    Format(name="half", title="Half", suffixes=(".half",), read=read_and_fail, write=write_and_fail),
    Format(name="numbers", title="Numbers", suffixes=(".numbers",), read=lambda *_: iter([7]), write=lambda *_: [7]),
    Format(name="no-text", title="No text", suffixes=(".no-text",), read=lambda *_: iter(()), sniff=lambda _: False),
)
TARGETS = (Target(name="board", title="A board", format="lines", options={"topic": "Board"}, also={"half": {}}),)


@pytest.fixture
def registry():
    made = Registry(strict=True)
    plugin = SimpleNamespace(
        bibkit_formats=hookimpl(lambda: FORMATS),
        bibkit_targets=hookimpl(lambda: TARGETS),
        bibkit_enrichers=hookimpl(lambda: [Enricher(name="shout", title="Loud titles", enrich=shout)]),
    )
    made.add(lambda: plugin, Owner("ponds", "1.2", "ponds"))
    return made


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.lines").write_text("Ponds\nDams\n")
    (tmp_path / "in.half").write_text("Ponds\n")
    return tmp_path


def test_papers_are_selected_before_they_are_enriched_and_enriched_before_they_get_keys(registry, folder):
    export(
        ["in.lines"],
        choose_destination("out.lines", registry),
        registry,
        Report(),
        select=lambda paper: paper.title == "Ponds",  # which it is not any more when it is enriched
        enrichers=["shout"],
        keys="{title}",
    )
    assert (folder / "out.lines").read_text() == "loudponds: LoudPonds\n"


def test_every_paper_read_and_written_is_counted(registry, folder):
    report = Report()
    export(["in.lines", "in.lines"], choose_destination("out.lines", registry), registry, report)
    assert (report.papers_read, report.papers_written) == (4, 4)


def test_an_unwritable_destination_is_said_before_anything_is_read(registry, folder):
    report = Report()
    with pytest.raises(OutputError, match="does not exist"):
        export(["in.half"], choose_destination("no/out.lines", registry), registry, report)
    assert report.papers_read == 0


def test_strict_writes_nothing_when_something_is_lost(registry, folder):
    destination = choose_destination("out.lines", registry)
    papers = iter([Paper(title="Ponds", note="deep")])
    report = Report()
    assert list(write_papers(papers, destination, registry, report)) == [": Ponds\n"]
    assert report.losses == {"note": 1}
    (folder / "in.noted").write_text("Ponds")
    noted = Format(
        name="noted",
        title="Noted",
        suffixes=(".noted",),
        read=lambda stream, context: iter([Paper(title="Ponds", note="deep")]),
    )
    registry.add(lambda: SimpleNamespace(bibkit_formats=hookimpl(lambda: [noted])), Owner("noted", "1", "noted"))
    with pytest.raises(LossError, match=r"Lines has no place for note \(1\)"):
        export(["in.noted"], destination, registry, Report(), strict=True)
    assert not (folder / "out.lines").exists()
    export(["in.lines"], destination, registry, Report(), strict=True, keys="{title}")
    assert (folder / "out.lines").read_text() == "ponds: Ponds\ndams: Dams\n"


# -- faults --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "words"), [("in.half", "'half'.*KeyError: 'the tide'"), ("in.numbers", "'numbers'.*int where a Paper")]
)
def test_a_reader_that_fails_is_one_line_that_names_format_and_plugin(registry, folder, source, words):
    (folder / "in.numbers").write_text("x")
    with pytest.raises(PluginError, match=words) as caught:
        list(read_papers([source], registry, Report()))
    assert "plugin ponds 1.2" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("name", "words"), [("half", "ZeroDivisionError: no water"), ("numbers", "int where text")])
def test_a_writer_that_fails_is_one_line_and_leaves_no_file(registry, folder, name, words):
    with pytest.raises(PluginError, match=words):
        export(["in.lines"], choose_destination(f"out.{name}", registry), registry, Report())
    assert not list(folder.glob("*out*"))


def test_what_the_writer_is_given_may_fail_as_itself(registry):
    def papers():
        yield Paper(title="Ponds")
        raise InputError("the next file is gone")

    with pytest.raises(InputError, match="gone"):
        list(write_papers(papers(), choose_destination("out.lines", registry), registry, Report()))


# -- inputs --------------------------------------------------------------------------------------------------


def test_a_suffix_of_two_formats_is_told_by_content(registry, folder):
    (folder / "a.list").write_text("Rows\n")
    (folder / "b.LIST").write_text("Ponds\n")
    with ExitStack() as stack:
        names = [open_source(name, registry, Report(), stack).format.name for name in ("a.list", "b.LIST")]
    assert names == ["rows", "lines"]


@pytest.mark.parametrize(
    ("name", "content", "options", "error", "words"),
    [
        ("a.lines", None, {}, InputError, "no such file"),
        (".", None, {}, InputError, "is a folder"),
        ("a.lines", " \n", {}, InputError, "the file is empty"),
        ("a.unknown", "x", {}, InputError, "not recognised.*--from lines, rows"),
        ("a.no-text", "Pond", {}, InputError, "no No text records.*looks like lines: add --from lines"),
        ("a.no-text", "x", {}, InputError, "no No text records.*name its format"),
        ("a.lines", "x", {"from_format": "ponds"}, UsageError, "no format 'ponds'"),
        ("x\0y", None, {}, InputError, "not a file name"),
    ],
)
def test_an_input_that_cannot_be_read_says_what_to_do(registry, folder, name, content, options, error, words):
    if content is not None:
        (folder / name).write_text(content)
    with pytest.raises(error, match=words):
        list(read_papers([name], registry, Report(), **options))


def test_a_hyphen_is_standard_input(registry, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"Ponds\n")))
    topics = []
    (paper,) = read_papers(["-"], registry, Report(), topics)
    assert paper.title == "Ponds"
    assert [topic.title for topic in topics] == ["<stdin>"]


def test_a_reader_gets_the_options_that_its_format_has(registry, folder):
    topics = []
    list(read_papers(["in.lines"], registry, Report(), topics, options={"topic": "Water", "depth": 3}))
    assert [topic.title for topic in topics] == ["Water"]


def test_a_paper_on_two_pages_comes_once(project):
    page = str(project / "examples" / "tidal-computing.txt")
    registry = Registry.default({"BIBKIT_PLUGINS": "none"})
    once = list(read_together([page], registry, Report(), []))
    twice = list(read_together([page, page], registry, Report(), []))
    assert [paper.title for paper in twice] == [paper.title for paper in once]


# -- destinations --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "choice", "name", "options"),
    [
        ("out.lines", {}, "lines", {"topic": ""}),
        ("out.LINES", {}, "lines", {"topic": ""}),
        ("out.list", {}, "lines", {"topic": ""}),
        ("out.half", {"to_format": "lines"}, "lines", {"topic": ""}),
        ("out.lines", {"target": "board"}, "lines", {"topic": "Board"}),
        (None, {"target": "board"}, "lines", {"topic": "Board"}),
        ("out.half", {"target": "board"}, "half", {}),
        ("out.lines", {"target": "board", "options": {"topic": "Mine"}}, "lines", {"topic": "Mine"}),
    ],
)
def test_a_name_a_target_or_the_suffix_tells_the_format(registry, path, choice, name, options):
    destination = choose_destination(path, registry, **choice)
    assert (destination.format.name, destination.options) == (name, options)
    assert destination.path == (path or "-")
    assert destination.target == choice.get("target", "")


@pytest.mark.parametrize(
    ("path", "choice", "words"),
    [
        (None, {}, "standard output has no suffix.*--to FORMAT, one of lines, half"),
        ("out", {}, "out has no suffix"),
        ("out.unknown", {}, "no format is written to .unknown files"),
        ("out.no-text", {}, r"No text \(.no-text\) can be read, not written"),
        ("out.x", {"to_format": "rows"}, "Rows can be read, not written"),
        ("out.numbers", {"target": "board"}, "not what A board takes.*end its name with .lines or .half"),
        ("out.lines", {"target": "boat"}, "no target 'boat'"),
        ("out.lines", {"options": {"depth": "3"}}, "lines has no option 'depth'"),
    ],
)
def test_a_destination_that_fits_nothing_is_wrong_use(registry, path, choice, words):
    with pytest.raises(UsageError, match=words):
        choose_destination(path, registry, **choice)


def test_a_hyphen_is_standard_output(registry, folder, capfdbinary):
    export(["in.lines"], choose_destination(None, registry, to_format="lines"), registry, Report(), keys="{title}")
    assert capfdbinary.readouterr().out == b"ponds: Ponds\ndams: Dams\n"
