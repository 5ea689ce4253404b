"""The contract notices a format that breaks its promises."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

from bibkit.fields import FieldMap, KindMap, Rule
from bibkit.model import KINDS, Affiliation, Author, Date, Paper
from bibkit.plugins.records import Format, WriteContext
from bibkit.report import Code
from bibkit.testing import FormatContract, affiliations, authors, dates, keys, papers, tags, titles, words
from bibkit.text.markup import clean, literal_pieces, protect_dollars

FIELDS = FieldMap(
    "toy",
    KindMap([(kind, kind) for kind in KINDS], fallback="document"),
    [Rule("title", "title"), Rule("volume", "volume")],
)


def write(papers, context):
    for paper in papers:
        context.report.lose_all(FIELDS.losses(paper))
        kept = {name: values[0] for name, values in paper.extra.items() if name.startswith("toy:")}
        item = {"key": paper.key, "kind": paper.kind, **dict(FIELDS.encode(paper))}
        yield json.dumps(item | {name.removeprefix("toy:"): text for name, text in kept.items()}) + "\n"


def items(stream, context):
    for number, line in enumerate(stream, 1):
        try:
            yield msgspec.json.decode(line, type=dict[str, str])
        except msgspec.MsgspecError:
            context.diagnose("bad-item", "no paper", line=number)
        except RecursionError:
            context.diagnose("bad-item", "nested too deeply", line=number)


def decode(item):
    kind = item.get("kind", "")
    pairs = [
        (tag, text) for tag, text in item.items() if tag != "key" and (tag != "kind" or not FIELDS.kinds.knows(kind))
    ]
    return Paper(key=item.get("key", ""), **FIELDS.decode(pairs, FIELDS.kinds.decode(kind)))


def read(stream, context):
    yield from map(decode, items(stream, context))


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
        yield decode(msgspec.json.decode(line, type=dict[str, str]))


def invents(stream, context):
    for paper in read(stream, context):
        yield msgspec.structs.replace(paper, note="seen")


def forgets_kinds(stream, context):
    for paper in read(stream, context):
        yield msgspec.structs.replace(paper, kind="document")


def drops_unknown_tags(stream, context):
    for item in items(stream, context):
        yield decode({tag: text for tag, text in item.items() if tag in {"key", "kind", "title", "volume"}})


def drops_unknown_types(stream, context):
    for item in items(stream, context):
        kind = item.get("kind", "")
        yield decode(item | {"kind": kind if FIELDS.kinds.knows(kind) else "document"})


def drops_what_it_kept(papers, context):
    for paper in papers:
        yield from write([msgspec.structs.replace(paper, extra={})], context)


def keeps_losses_to_itself(papers, context):
    yield from write(papers, WriteContext())


def makes_up_a_code(stream, context):
    context.diagnose("toy-trouble", "this is never explained")
    yield from read(stream, context)


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
        ("test_what_is_written_reads_back", {"read": makes_up_a_code}),
        ("test_the_record_is_complete", {"codes": (Code("Toy trouble", "info", "trouble", "a toy"),)}),
        ("test_unknown_tags_are_kept_or_said", {"read": drops_unknown_tags}),
        ("test_unknown_types_are_kept_or_said", {"read": drops_unknown_types}),
        ("test_what_was_kept_is_written_again", {"write": drops_what_it_kept}),
        ("test_extra_of_other_formats_is_kept_or_counted", {"write": keeps_losses_to_itself}),
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


def test_a_code_that_the_record_declares_is_known(monkeypatch):
    monkeypatch.undo()  # the tests' own look at codes, which knows those of bibkit
    codes = (Code("toy-trouble", "info", "trouble with a toy", "a toy"),)
    broken(read=makes_up_a_code, codes=codes).test_what_is_written_reads_back()


def test_a_format_without_foreign_input_must_say_why():
    class Silent(Toy):
        __test__ = False

        def unknown_tags(self):
            yield from ()

    class Says(Silent):
        only_known = "a toy has no tags"

    with pytest.raises(AssertionError, match="override unknown_tags"):
        Silent().test_unknown_tags_are_kept_or_said()
    with pytest.raises(pytest.skip.Exception, match="no tags"):
        Says().test_unknown_tags_are_kept_or_said()


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
