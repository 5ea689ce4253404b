"""The contract notices a format that breaks its promises."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

from bibkit.fields import FieldMap, KindMap, Rule
from bibkit.model import KINDS, Affiliation, Author, Date, Paper
from bibkit.plugins.records import Format
from bibkit.testing import FormatContract, affiliations, authors, dates, keys, papers, tags, titles, words
from bibkit.text.markup import clean, literal_pieces, protect_dollars

FIELDS = FieldMap("toy", KindMap([(kind, kind) for kind in KINDS], fallback="document"), [Rule("title", "title")])


def write(papers, context):
    for paper in papers:
        context.report.lose_all(FIELDS.losses(paper))
        yield json.dumps({"key": paper.key, "kind": paper.kind, "title": paper.title}) + "\n"


def read(stream, context):
    for number, line in enumerate(stream, 1):
        try:
            yield msgspec.json.decode(line, type=Paper)
        except msgspec.MsgspecError:
            context.diagnose("bad-item", "no paper", line=number)
        except RecursionError:
            context.diagnose("bad-item", "nested too deeply", line=number)


class Toy(FormatContract):
    """A small format that keeps every promise, and the start of those that do not."""

    examples = 15
    changes = {}  # noqa: RUF012 - test data

    @property
    def format(self):
        values = {"name": "toy", "title": "Toy", "read": read, "write": write, "fields": FIELDS}
        return Format(**(values | self.changes))


class TestToy(Toy):
    pass


def broken(**changes):
    contract = type("Broken", (Toy,), {"changes": changes, "__test__": False})
    return contract()


def loses_silently(papers, context):
    for paper in papers:
        yield json.dumps({"key": paper.key, "kind": paper.kind}) + "\n"


def gathers(papers, context):
    yield from list(write(papers, context))


def takes_all(stream, context):
    yield from list(read(iter(stream.read().splitlines()), context))


def raises(stream, context):
    for line in stream:
        yield msgspec.json.decode(line, type=Paper)


def invents(stream, context):
    for paper in read(stream, context):
        yield msgspec.structs.replace(paper, note="seen")


def forgets_kinds(stream, context):
    for paper in read(stream, context):
        yield msgspec.structs.replace(paper, kind="document")


def joins(stream, context):
    found = list(read(stream, context))
    if found:
        yield msgspec.structs.replace(found[0], title=" ".join([paper.title for paper in found]))


@pytest.mark.parametrize(
    ("test", "changes"),
    [
        ("test_the_record_is_complete", {"name": "To Y"}),
        ("test_the_record_is_complete", {"suffixes": ("toy",)}),
        ("test_it_knows_its_own_files", {"sniff": lambda text: "%TOY" in text}),
        ("test_what_is_written_reads_back", {"write": loses_silently}),
        ("test_what_is_written_reads_back", {"read": invents}),
        ("test_neighbours_stay_apart", {"read": joins}),
        ("test_writing_is_lazy", {"write": gathers}),
        ("test_reading_is_lazy", {"read": takes_all}),
        ("test_every_kind_is_mapped", {"read": forgets_kinds}),
    ],
)
def test_a_broken_promise_is_noticed(test, changes):
    with pytest.raises(AssertionError):
        getattr(broken(**changes), test)()


def test_a_stray_exception_is_noticed():
    with pytest.raises((msgspec.MsgspecError, ExceptionGroup)):
        broken(read=raises).test_any_text_gives_papers_or_an_error()


def test_a_loss_that_names_nothing_is_noticed():
    def write_more(papers, context):
        context.lose("colour")
        yield from write(papers, context)

    with pytest.raises(AssertionError, match="names nothing"):
        broken(write=write_more).test_what_is_written_reads_back()


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(words(), titles())
def test_texts_are_rich_text_as_the_model_wants_it(word, title):
    for text in (word, title):
        assert text == clean(text) == text.strip() == protect_dollars(literal_pieces(text))


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(papers())
def test_papers_are_sound(paper):
    assert msgspec.json.decode(msgspec.json.encode(paper), type=Paper) == paper
    assert paper.authors or not (paper.authors_omitted or paper.editors_omitted)
    assert set(paper.automatic_tags) <= set(paper.tags)
    for author in paper.authors:
        assert bool(author.literal) != bool(author.family)
        assert all(0 <= place < len(paper.affiliations) for place in author.affiliations)


@settings(max_examples=20, deadline=None)
@given(
    authors(role="editor"),
    affiliations(),
    dates(plain=True),
    keys(),
    tags(),
    papers(fields=("title",), kinds=("book",)),
)
def test_parts_can_be_drawn_alone(author, affiliation, date, key, tag, paper):
    assert isinstance(author, Author)
    assert author.role == "editor"
    assert isinstance(affiliation, Affiliation)
    assert date == Date(date.year, date.month, date.day)
    assert key.isascii()
    assert tag
    assert (paper.kind, paper.authors, paper.issued) == ("book", (), None)
