"""The example documents, against readings written by hand (``expected/*.json``)."""

from __future__ import annotations

import io
import json

import pytest

from bibkit.codecs.dates import encode_edtf
from bibkit.codecs.names import encode_display
from bibkit.formats.topic_page import read, sniff
from bibkit.model import Paper
from bibkit.plugins.records import ReadContext

EXAMPLES = ("salt-marsh-ecology", "tidal-computing")


def read_example(project, name: str) -> tuple[list[Paper], ReadContext]:
    context = ReadContext(f"{name}.txt")
    text = (project / "examples" / f"{name}.txt").read_text("utf-8")
    return list(read(io.StringIO(text), context)), context


def shown(paper: Paper) -> dict[str, object]:
    return {
        "date": encode_edtf(paper.issued),
        "category": paper.eprint_class,
        "title": paper.title,
        "abstract": paper.abstract,
        "authors": [f"{{{author.literal}}}" if author.literal else encode_display(author) for author in paper.authors],
        "authors_omitted": paper.authors_omitted,
        "affiliations": [affiliation.name for affiliation in paper.affiliations],
        "affiliations_omitted": paper.affiliations_omitted,
        "tags": list(paper.tags),
        "tags_omitted": paper.tags_omitted,
    }


@pytest.mark.parametrize("name", EXAMPLES)
def test_reading(project, name):
    expected = json.loads((project / f"tests/unit/formats/topic_page/expected/{name}.json").read_text("utf-8"))
    papers, context = read_example(project, name)
    (topic,) = context.topics
    assert {key: getattr(topic, key) for key in expected["topic"]} == expected["topic"]
    assert [paper.title for paper in papers] == [paper["title"] for paper in expected["papers"]]
    for paper, wanted in zip(papers, expected["papers"], strict=True):
        assert shown(paper) == wanted
        assert paper.collections == ((topic.parent, topic.title),)


@pytest.mark.parametrize("name", EXAMPLES)
def test_nothing_but_guesses_is_said(project, name):
    _, context = read_example(project, name)
    assert {diagnostic.code for diagnostic in context.report.diagnostics} == {"guessed-tags"}
    lines = [diagnostic.location.line for diagnostic in context.report.diagnostics]
    assert lines == sorted(set(lines))


def test_one_paper_is_on_both(project):
    (first, _), (second, _) = (read_example(project, name) for name in EXAMPLES)
    shared = {paper.title for paper in first} & {paper.title for paper in second}
    assert shared == {"Barnacles Grow Faster on Warm Racks"}
    pair = [shown(paper) for paper in (*first, *second) if paper.title in shared]
    assert pair[0] == pair[1]


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_are_recognised(project, name):
    text = (project / "examples" / f"{name}.txt").read_text("utf-8")
    assert sniff(text[:4096])
