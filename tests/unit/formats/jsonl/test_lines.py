"""bibkit JSON Lines: what is written comes back, and one bad line costs no other."""

from __future__ import annotations

import contextlib
import io
import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bibkit.errors import BibkitError, InputError
from bibkit.formats import jsonl
from bibkit.model import KINDS, PAPER_FIELDS, Affiliation, Attachment, Author, Date, Paper, Topic
from bibkit.plugins.records import ReadContext, WriteContext

EVERYTHING = {
    "key": "abara2031",
    "kind": "article",
    "authors": (
        Author("Abara", "Tunde", "van", "Jr.", orcid="0000-0002-1825-0097", affiliations=(0,)),
        Author(literal="Institute of Salt", role="editor"),
    ),
    "affiliations": (Affiliation("University of Silt", "05dxps055"),),
    "tags": ("Weirs", "Estuaries, Tidal"),
    "automatic_tags": ("Weirs",),
    "collections": (("HY: Hydrology", "Ponds"),),
    "notes": ("<p>A note</p>",),
    "attachments": (Attachment("PDF", "files/1.pdf", "https://example.org/1", "application/pdf"),),
    "categories": ("mine",),
    "extra": {"ris:C7": ("x", "y"), "bibtex:file": ("z",)},
}


def full_paper() -> Paper:
    values = dict(EVERYTHING)
    for name in PAPER_FIELDS:
        if name not in values:
            if "date" in name or name in {"issued", "accessed", "submitted"}:
                values[name] = Date(2031, 1, 5, end=Date(2032), approximate=True, literal="about then")
            elif name.endswith("_omitted"):
                values[name] = 2
            else:
                values[name] = f"{name} é $x$\u2028<i>y</i>"
    return Paper(**values)


def lines(*papers: Paper, topics: tuple[Topic, ...] = ()) -> bytes:
    return b"".join(jsonl.write(papers, WriteContext(topics=topics)))


def papers_of(data: bytes) -> tuple[list[Paper], ReadContext]:
    context = ReadContext("papers.jsonl")
    return list(jsonl.read(io.BytesIO(data), context)), context


def test_every_field_comes_back():
    paper = full_paper()
    assert papers_of(lines(paper))[0] == [paper]


def test_the_table_loses_nothing():
    assert jsonl.FIELDS.losses(full_paper()) == []
    assert all(jsonl.FIELDS.kinds.keeps(kind) for kind in KINDS)


def test_topics_come_back():
    topics = (Topic(title="Ponds", parent="HY: Hydrology", total=12, share_percent=0.5), Topic(title="Empty"))
    _, context = papers_of(lines(Paper(title="A"), topics=topics))
    assert context.topics == list(topics)


def test_topics_known_only_at_the_end_are_written():
    topics: list[Topic] = []

    def papers():
        yield Paper(title="A")
        topics.append(Topic(title="Late"))

    data = b"".join(jsonl.write(papers(), WriteContext(topics=topics)))
    assert papers_of(data)[1].topics == [Topic(title="Late")]


def test_a_line_is_one_json_object():
    for line in lines(full_paper(), Paper(title="B"), topics=(Topic(title="T"),)).splitlines():
        assert isinstance(json.loads(line), dict)


def test_a_bad_line_is_named_and_its_neighbours_are_read():
    data = b'{"title":"A"}\n{"title":\n\n{"titel":"typo"}\n{"title":"\xff"}\n{"kind":"poem"}\n{"title":"B"}'
    papers, context = papers_of(data)
    assert [paper.title for paper in papers] == ["A", "B"]
    assert [diagnostic.location.line for diagnostic in context.report.diagnostics] == [2, 4, 5, 6]
    assert {diagnostic.severity for diagnostic in context.report.diagnostics} == {"error"}
    assert "titel" in context.report.diagnostics[1].message


def test_windows_line_ends_blank_lines_and_a_byte_order_mark():
    papers, context = papers_of(b'\xef\xbb\xbf\r\n{"title":"A"}\r\n\r\n{"title":"B"}\r\n')
    assert [paper.title for paper in papers] == ["A", "B"]
    assert context.report.diagnostics == []


def test_another_format_is_refused():
    with pytest.raises(InputError, match=r"papers\.jsonl:1"):
        papers_of(b"@article{a, title = {A}}\n")


def test_half_a_surrogate_pair_is_removed_and_said():
    context = WriteContext()
    data = b"".join(jsonl.write([Paper(title="a\ud800b")], context))
    assert papers_of(data)[0] == [Paper(title="ab")]
    assert [diagnostic.code for diagnostic in context.report.diagnostics] == ["illegal-characters"]


def test_deep_nesting_is_a_diagnostic():
    papers, context = papers_of(b'{"title":"A"}\n{"title":' + b"[" * 100_000 + b"\n" + b'{"title":"B"}\n')
    assert [paper.title for paper in papers] == ["A", "B"]
    assert context.report.has_errors()


def test_reading_and_writing_are_lazy():
    taken: list[int] = []

    def papers():
        for number in range(3):
            taken.append(number)
            yield Paper(title=str(number))

    pieces = jsonl.write(papers(), WriteContext())
    next(pieces)
    assert taken == [0]
    stream = io.BytesIO(b'{"title":"A"}\n{"title":"B"}\n')
    next(jsonl.read(stream, ReadContext()))
    assert stream.tell() < len(stream.getvalue())


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ('{"kind":"article","title":"A"}\n{"title":"B"}\n', True),
        ('{"topic":{"title":"T"}}\n', True),
        ('{"key":"a","abstract":"cut off in the mid', True),
        ("\ufeff\n{}\n", True),
        ('{"id":"a","type":"book"}', False),
        ('{"id":"a","title":"A"}\n', False),
        ('{"title":"A","type":"book"}\n', False),
        ('{\n  "title": "A"\n}', False),
        ('[{"title":"A"}]', False),
        ("TY  - BOOK", False),
        ("", False),
    ],
)
def test_sniff(head: str, expected: bool):
    assert jsonl.sniff(head) is expected


@given(st.binary(max_size=300))
def test_any_bytes_give_papers_or_an_error_of_ours(data: bytes):
    papers: list[Paper] = []
    with contextlib.suppress(BibkitError):
        papers = papers_of(data)[0]
    assert papers_of(lines(*papers))[0] == papers


@given(st.text(max_size=60), st.lists(st.text(max_size=10), max_size=3))
def test_any_text_comes_back(text: str, tags: list[str]):
    paper = Paper(title=text, abstract=text, tags=tuple(tags), extra={"x:" + text: (text,)} if text else {})
    if any("\ud800" <= letter <= "\udfff" for letter in text + "".join(tags)):
        return
    assert papers_of(lines(paper))[0] == [paper]
    assert lines(*papers_of(lines(paper))[0]) == lines(paper)


def test_the_model_decides_what_a_line_may_hold():
    assert msgspec.json.decode(lines(Paper(title="A")), type=Paper) == Paper(title="A")
