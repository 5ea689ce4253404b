"""The pieces on their own: names, Extra's lines, the table, addresses of collections."""

from __future__ import annotations

import doctest
import importlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bibkit.formats.zotero_rdf import FIELDS
from bibkit.formats.zotero_rdf.extra_field import join_affiliations, read_extra, split_affiliations
from bibkit.formats.zotero_rdf.persons import split_name
from bibkit.formats.zotero_rdf.table import extra_place
from bibkit.formats.zotero_rdf.vocabulary import (
    CONTAINERS,
    CREATOR_ROLES,
    ELEMENTS,
    ITEM_KINDS,
    creators_of,
    short_name,
)
from bibkit.model import KINDS, PAPER_FIELDS, ROLES, Author


@pytest.mark.parametrize(
    "name",
    ["extra_field", "items", "people", "persons", "reader", "recovery", "statements", "table", "tree", "vocabulary"],
)
def test_the_examples_in_the_documentation(name: str):
    module = importlib.import_module(f"bibkit.formats.zotero_rdf.{name}")
    assert doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed == 0


def test_every_kind_is_kept_and_no_field_is_lost():
    for kind in KINDS:
        assert ITEM_KINDS.keeps(kind)
        assert FIELDS.lost_fields(kind) == ()


def test_every_field_is_written_in_one_place():
    for kind in KINDS:
        places: dict[str, list[str]] = {}
        for row in FIELDS.rules:
            if row.write and row in [rule for rule in FIELDS.rules if rule.kinds is None or kind in rule.kinds]:
                places.setdefault(row.field, []).append(row.tag)
        specific = {row.tag for row in FIELDS.rules if row.kinds is not None and kind in row.kinds and not row.write}
        for field, found in places.items():
            assert len([place for place in found if place not in specific]) == 1, (kind, field)
        assert set(PAPER_FIELDS) - set(places) <= FIELDS.handled_fields | {"authors"}


def test_the_vocabulary_names_what_exists():
    item_types = {theirs.partition("/")[0] for theirs, _ in ITEM_KINDS.rows}
    assert set(CONTAINERS) <= item_types
    assert set(ELEMENTS) <= item_types
    assert set(CREATOR_ROLES.values()) <= set(ROLES)
    for item_type in item_types:
        assert creators_of(item_type)["author"]


@pytest.mark.parametrize(
    ("surname", "given", "expected"),
    [
        ("van der Berg", "Ada", Author("Berg", "Ada", "van der")),
        ("Berg", "Ada van der", Author("Berg", "Ada", "van der")),
        ("Berg", "Ada, Jr.", Author("Berg", "Ada", "", "Jr.")),
        ("Berg", "Ada, Keeper", Author("Berg", "Ada, Keeper")),
        ("De Vries", "Ada", Author("De Vries", "Ada")),
        ("van", "Ada", Author("van", "Ada")),
        ("World Weir Body", "", Author(literal="World Weir Body")),
    ],
)
def test_names_in_two_fields(surname: str, given: str, expected: Author):
    assert split_name(surname, given) == expected


@pytest.mark.parametrize("label", ["Original Date", "original-date", "original_date", "OriginalDate", "ORIGINAL DATE"])
def test_labels_are_known_however_they_are_spelled(label: str):
    assert extra_place(label) == "extra/Original Date"


@pytest.mark.parametrize(
    "line",
    [
        "Remark: a",
        "DOI:",
        "http://example.org/a: b",
        "Authors omitted: some",
        "arXiv: nothing",
        "12:30",
        "Type: poem",
        ": a",
    ],
)
def test_lines_that_are_text(line: str):
    extra = read_extra(line)
    assert extra.note == line
    assert (extra.pairs, extra.fields, extra.kind) == ([], {}, None)


def test_a_known_namespace_has_one_prefix_in_all_its_versions():
    assert short_name("{http://purl.org/dc/elements/1.0/}title") == "dc:title"
    assert short_name("{https://schema.org/}name") == "schema:name"
    assert short_name("title") == "title"


WORDS = st.lists(st.sampled_from(["·", "··", "a", "b·c", "Ü", "·d"]), min_size=1, max_size=5).map(" ".join)


@given(st.lists(WORDS, min_size=1, max_size=4))
def test_affiliations_in_one_line_come_apart_again(names: list[str]):
    assert split_affiliations(join_affiliations(names)) == tuple(names)


@given(st.text(max_size=200))
def test_any_extra_is_read(text: str):
    extra = read_extra(text)
    assert len(extra.note) <= len(text)
    assert all(tag.startswith("extra/") for tag, _ in extra.pairs)
