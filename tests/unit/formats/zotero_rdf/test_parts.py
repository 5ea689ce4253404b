"""The pieces on their own: names, the table, addresses of collections."""

from __future__ import annotations

import doctest
import importlib

import pytest

from bibkit.formats.zotero_rdf import FIELDS
from bibkit.formats.zotero_rdf.people import split_name
from bibkit.formats.zotero_rdf.syntax import short_name
from bibkit.formats.zotero_rdf.types import CONTAINERS, ELEMENTS, creator_properties_of
from bibkit.model import KINDS, PAPER_FIELDS, Author
from bibkit.zotero import ITEM_TYPES


@pytest.mark.parametrize(
    "name",
    ["collections", "items", "people", "reader", "recovery", "syntax", "table", "types"],
)
def test_the_examples_in_the_documentation(name: str):
    module = importlib.import_module(f"bibkit.formats.zotero_rdf.{name}")
    assert doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed == 0


def test_every_kind_is_kept_and_no_field_is_lost():
    for kind in KINDS:
        assert FIELDS.kinds.keeps(kind)
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
    assert set(CONTAINERS) <= set(ITEM_TYPES)
    assert set(ELEMENTS) <= set(ITEM_TYPES)
    for item_type in ITEM_TYPES:
        assert creator_properties_of(item_type)["author"]


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


def test_a_known_namespace_has_one_prefix_in_all_its_versions():
    assert short_name("{http://purl.org/dc/elements/1.0/}title") == "dc:title"
    assert short_name("{https://schema.org/}name") == "schema:name"
    assert short_name("title") == "title"
