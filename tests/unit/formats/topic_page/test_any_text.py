"""Whatever the text: papers or an `InputError`, no word of a paper lost, and the same answer each time."""

from __future__ import annotations

import io
from itertools import chain

from hypothesis import given, settings
from hypothesis import strategies as st

from bibkit.errors import InputError
from bibkit.formats.topic_page import read
from bibkit.model import Paper
from bibkit.plugins.records import ReadContext

BLOCKS = st.one_of(
    st.sampled_from(
        (
            "Sep 29, 2031cs.LG",
            "Feb 31, 2031q-bio.PE",
            "Weir Ecology",
            "Follow this topic Ask about this topic",
            "Latest papers 1,204",
            "Eels at the Sluice",
            "We count eels, and find that they wait.",
            r"\alpha",
            "N",
            "Tunde Abara, Mei Lin +2",
            "KAIST",
            "Weir University · Brook, Inc +1",
            "Fish Migration Weir Ecology River Engineering+3",
            "Load more",
        )
    ),
    st.text(max_size=60),
)


WORDS = ("Deep", "Graph", "Weirs", "Theory", "of", "for", "Multi-Agent", "Eel", "Learning")


def read_it(text: str) -> tuple[list[Paper], ReadContext]:
    context = ReadContext()
    try:
        return list(read(io.StringIO(text, newline=""), context)), context
    except InputError:
        return [], context


@settings(deadline=None, max_examples=60)
@given(st.lists(BLOCKS, max_size=24))
def test_papers_or_an_input_error(blocks):
    text = "\n\n".join(blocks)
    papers, context = read_it(text)
    assert read_it(text)[0] == papers
    lines = len(text.splitlines()) + 1
    assert all(1 <= diagnostic.location.line <= lines for diagnostic in context.report.diagnostics)
    for paper in papers:
        assert paper.title
        assert all(chain(paper.tags, (affiliation.name for affiliation in paper.affiliations)))
        assert all(author.literal or author.family for author in paper.authors)


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=300))
def test_any_text(text):
    papers, context = read_it(text)
    assert all(paper.title for paper in papers)
    assert all(diagnostic.location.line <= len(text.splitlines()) + 1 for diagnostic in context.report.diagnostics)


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.sampled_from(WORDS), min_size=3, max_size=14),
    st.integers(0, 3),
)
def test_no_word_of_a_tag_line_is_lost(words, omitted):
    line = " ".join(["Weir Ecology", *words])
    shown = f"{line}+{omitted}" if omitted else line
    page = [
        "Weir Ecology",
        "Sep 29, 2031cs.LG",
        "Eels",
        "We count eels.",
        "Tunde Abara, Mei Lin +2",
        "Weir University",
        shown,
    ]
    (paper,), _ = read_it("\n\n".join(page))
    assert " ".join(paper.tags) == line
    assert paper.tags_omitted == omitted
    if omitted and len(line.split()) >= 6:
        assert len(paper.tags) == 6
