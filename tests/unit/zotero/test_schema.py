"""The tables of Zotero's schema agree with one another and with the model."""

from __future__ import annotations

from typing import Any

import pytest

from bibkit.model import KINDS, PAPER_FIELDS, ROLES
from bibkit.zotero import (
    CREATOR_ROLES,
    FIELD_NAMES,
    ITEM_CREATORS,
    ITEM_FIELDS,
    ITEM_KINDS,
    ITEM_TYPES,
    creator_types_of,
    field_name,
    item_type_of,
)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_an_item_type_and_comes_back(kind: Any):
    item_type, exact = item_type_of(kind)
    assert item_type in ITEM_TYPES
    assert exact in {"", kind}
    assert ITEM_KINDS.keeps(kind)


def test_every_item_type_is_some_kind():
    assert all(ITEM_KINDS.knows(item_type) for item_type in ITEM_TYPES)
    assert set(ITEM_CREATORS) == set(ITEM_FIELDS)


def test_fields_and_roles_are_the_models():
    assert set(FIELD_NAMES) <= set(PAPER_FIELDS)
    assert set(CREATOR_ROLES.values()) <= set(ROLES)
    assert {name for types in ITEM_CREATORS.values() for name in types} <= set(CREATOR_ROLES)


def test_no_name_of_a_field_stands_for_two():
    names = [name for names in FIELD_NAMES.values() for name in names.split()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("item_type", ITEM_TYPES)
def test_what_an_item_type_calls_a_field_is_one_of_its_fields(item_type: str):
    assert {field_name(item_type, field) for field in FIELD_NAMES} <= ITEM_FIELDS[item_type] | {""}
    assert set(creator_types_of(item_type).values()) <= {*ITEM_CREATORS[item_type], "contributor"}
