"""The real documents beside the repository: one against its right reading, one against a reading checked by eye."""

from __future__ import annotations

import io
import json
from hashlib import sha256

import pytest

from bibkit.codecs.dates import encode_edtf
from bibkit.codecs.names import encode_display
from bibkit.formats.topic_page import read
from bibkit.model import Paper
from bibkit.plugins.records import ReadContext

FIRST = "rl-for-language-model-reasoning"
SECOND = "rl-for-language-models"


def read_document(shared, name: str, change=str) -> tuple[list[Paper], ReadContext]:
    context = ReadContext(name)
    text = (shared / "topics" / f"{name}.txt").read_text("utf-8")
    return list(read(io.StringIO(change(text)), context)), context


def values(paper: Paper) -> dict[str, object]:
    return {
        "date": encode_edtf(paper.issued),
        "category": paper.eprint_class,
        "title": paper.title,
        "authors": [encode_display(author) for author in paper.authors],
        "more_authors": paper.authors_omitted,
        "affiliations": [affiliation.name for affiliation in paper.affiliations],
        "more_affiliations": paper.affiliations_omitted,
        "topics": list(paper.tags),
        "more_topics": paper.tags_omitted,
    }


def test_every_field_equals_the_right_reading(shared):
    papers, context = read_document(shared, FIRST)
    gold = json.loads((shared / "gold" / f"{FIRST}.json").read_text("utf-8"))
    text = (shared / "topics" / f"{FIRST}.txt").read_text("utf-8")
    assert len(papers) == len(gold["papers"]) == 30
    for paper, right in zip(papers, gold["papers"], strict=True):
        found = values(paper)
        assert found == {key: right[key] for key in found}
        pieces = paper.abstract.split("$")
        assert pieces[1::2] == right["math_fragments"]
        for piece in pieces[0::2]:
            assert piece.strip() in text
    (topic,) = context.topics
    assert [
        topic.title,
        topic.parent,
        topic.momentum,
        topic.axis_start + topic.axis_end,
        f"Latest papers {topic.total}",
    ] == [line for line in gold["head"] if line not in {"Follow this topic Ask about this topic", "Momentum"}]
    assert (topic.recent_papers, topic.change_percent, topic.share_percent) == (91, 176, 0.9)


# A digest of each paper's reading (all fields, with the abstract) after a person compared it with the page.
CHECKED = (
    "532fb59389ca",
    "32c80c3747ad",
    "cd7fe8684aab",
    "8ab7f25ba5a7",
    "f40127159fc4",
    "d2f00ae4c9a0",
    "a08ca404b79a",
    "eea12bf836f5",
    "3a35602047ce",
    "9514b5d08dc5",
    "69db521faa75",
    "2108233b367b",
    "8f58f45e1623",
    "273b303a9d4d",
    "e6f1fcf5c692",
    "50d7585bf452",
    "8dc9c75474a1",
    "b23edb784689",
    "18bfd64b670e",
    "8dfbef8f70e9",
    "ed468beca99b",
    "1051927b4d29",
    "fa5a74b30138",
    "a5f6c157a292",
    "fd69563c34e1",
    "7d39024ef279",
    "d7111cd7d151",
    "9642e337aa82",
    "53cf99f9d709",
    "712c4d0b64a6",
)


def test_every_field_equals_the_reading_checked_by_eye(shared):
    papers, context = read_document(shared, SECOND)
    found = [digest(paper) for paper in papers]
    assert found == list(CHECKED)
    (topic,) = context.topics
    assert (topic.recent_papers, topic.change_percent, topic.share_percent, topic.total) == (36, 71, 0.4, 271)
    assert {diagnostic.code for diagnostic in context.report.diagnostics} == {"guessed-tags"}


def digest(paper: Paper) -> str:
    text = json.dumps({**values(paper), "abstract": paper.abstract}, ensure_ascii=True, sort_keys=True)
    return sha256(text.encode()).hexdigest()[:12]


def test_papers_on_both_pages_are_the_same(shared):
    first = {paper.title: values(paper) for paper in read_document(shared, FIRST)[0]}
    second = {paper.title: values(paper) for paper in read_document(shared, SECOND)[0]}
    both = first.keys() & second.keys()
    assert len(both) == 2
    for title in both:
        assert first[title] == second[title]


@pytest.mark.parametrize("name", [FIRST, SECOND])
@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n\n", "\n\n\n \n"),
        lambda text: text.replace("\n\n", "\n"),
        lambda text: text + "\n\nLoad more\n\nAbout\n",
        lambda text: "Skip to content\n\n" + text,
    ],
    ids=["crlf", "bom", "blank-lines", "tight", "footer", "menu"],
)
def test_the_same_page_copied_otherwise(shared, name, change):
    assert read_document(shared, name, change)[0] == read_document(shared, name)[0]


@pytest.mark.parametrize("name", [FIRST, SECOND])
def test_a_page_cut_anywhere_keeps_the_papers_before(shared, name):
    papers, _ = read_document(shared, name)
    text = (shared / "topics" / f"{name}.txt").read_text("utf-8")
    step = 1 + len(text) // 40
    for end in range(4000, len(text), step):
        context = ReadContext(name)
        kept = list(read(io.StringIO(text[:end]), context))
        complete = [paper for paper in papers if text.find(paper.title) != -1 and text.find(paper.title) < end][:-1]
        titles = [paper.title for paper in kept]
        assert titles[: len(complete)] == [paper.title for paper in complete]
        assert len(kept) <= len(complete) + 1
        for paper, whole in zip(kept, complete, strict=False):
            assert paper.abstract == whole.abstract
            assert paper.authors == whole.authors
            assert paper.affiliations == whole.affiliations
