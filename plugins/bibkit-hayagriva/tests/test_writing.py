"""What Typst gets of a paper: every file compiles."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

import bibkit
import bibkit.text.markup
from bibkit import KINDS, Author, Date, Paper, Report
from bibkit.testing import papers
from bibkit.testing.samples import SAMPLES


@pytest.fixture(scope="module")
def compile_(tmp_path_factory):
    """A function that compiles a bibliography with Typst; what Typst refuses raises."""
    typst = pytest.importorskip("typst")
    folder = tmp_path_factory.mktemp("typst")

    def run(text: str) -> str:
        (folder / "refs.yml").write_text(text, "utf-8")
        (folder / "main.typ").write_text('#bibliography("refs.yml", full: true, style: "apa")\n', "utf-8")
        return typst.compile(str(folder / "main.typ"), format="svg").decode()

    return run


def test_an_article():
    paper = Paper(
        key="abara2031",
        kind="article-journal",
        title='The <span class="nocase">RNA</span> of ponds',
        authors=(Author("Abara", "Tunde"), Author("Berg", "Ada", "van der"), Author(literal="Salt, Silt Inc.")),
        issued=Date(2031, 3),
        container_title="Sluice Review",
        container_title_short="Sluice",
        volume="4",
        page="11-19",
        doi="10.5555/w",
        eprint="3103.01230",
        eprint_type="arxiv",
        eprint_version="2",
        eprint_class="cs.LG",
        tags=("ponds", "weirs, tidal"),
    )
    report = Report()
    text = bibkit.dumps([paper], "hayagriva", report=report)
    assert text == (
        "abara2031:\n"
        "  type: article\n"
        '  title: "The {RNA} of ponds"\n'
        "  author:\n"
        '    - "Abara, Tunde"\n'
        "    - name: Berg\n"
        "      given-name: Ada\n"
        '      prefix: "van der"\n'
        '    - name: "Salt, Silt Inc."\n'
        '  date: "2031-03"\n'
        '  page-range: "11-19"\n'
        "  serial-number:\n"
        '    doi: "10.5555/w"\n'
        "    primary-class: cs.LG\n"
        '    arxiv: "3103.01230v2"\n'
        "  keywords:\n"
        "    - ponds\n"
        '    - "weirs, tidal"\n'
        "  parent:\n"
        "    type: periodical\n"
        "    title:\n"
        "      value: Sluice Review\n"
        "      short: Sluice\n"
        '    volume: "4"\n'
    ).replace('"van der"', "van der")
    assert report.losses == {}
    assert bibkit.loads(text, "hayagriva") == [paper]


def test_every_kind_with_every_field_compiles(compile_):
    values = {name: value for name, value in SAMPLES.items() if name not in {"key", "kind", "extra"}}
    for number, kind in enumerate(KINDS):
        values["authors"] = tuple(Author("Sol", "Petra", role=role) for role in bibkit.ROLES)
        assert "<svg" in compile_(bibkit.dumps([Paper(key=f"k{number}", kind=kind, **values)], "hayagriva"))


@settings(max_examples=40, deadline=None)
@given(paper=papers())
def test_whatever_is_written_compiles(compile_, paper):
    assert "<svg" in compile_(bibkit.dumps([paper], "hayagriva"))


@pytest.mark.parametrize(
    "value",
    [
        "a } b",
        "{",
        "$5 and \\$6",
        "back\\slash",
        "x: y",
        "- z",
        "# no",
        "yes",
        "null",
        "'q'",
        '"q"',
        "1",
        " &a *b",
        "@c",
        "a\u2028b",
    ],
)
def test_odd_text_compiles_and_reads_back(compile_, value):
    text = bibkit.dumps(
        [Paper(key=value.strip(), title=value, publisher=value, volume=value, tags=(value,))], "hayagriva"
    )
    compile_(text)
    (paper,) = bibkit.loads(text, "hayagriva")
    assert paper.title.replace("\\$", "$").strip() == bibkit.text.markup.clean(value).replace("\\$", "$").strip()


def test_simple_mathematics_is_shown_as_text_and_that_is_said(compile_):
    report = Report()
    text = bibkit.dumps([Paper(key="a", title="On $O(k \\log k)$")], "hayagriva", report=report)
    compile_(text)
    assert "$" not in text
    assert report.losses == {"title: exact form": 1}


def test_what_typst_refuses_is_left_out_and_said(compile_):
    paper = Paper(
        key="a",
        kind="book",
        number_of_pages="xii",
        language="german2",
        url="nowhere",
        issued=Date(literal="in press"),
        dimensions="long",
    )
    report = Report()
    compile_(bibkit.dumps([paper], "hayagriva", report=report))
    assert report.losses == dict.fromkeys(("number_of_pages", "language", "url", "issued", "dimensions"), 1)


def test_two_papers_of_one_key_compile(compile_):
    text = bibkit.dumps([Paper(key="a", title="One"), Paper(key="a", title="Two")], "hayagriva")
    compile_(text)
    assert [paper.key for paper in bibkit.loads(text, "hayagriva")] == ["a", "a-2"]


def test_the_target_is_known():
    assert bibkit.Registry.default().target("typst").format == "hayagriva"
