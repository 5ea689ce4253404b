"""What the model promises: falsy defaults, frozen values, a description for every field."""

from __future__ import annotations

import subprocess
import sys

import msgspec
import pytest

from bibkit import model
from bibkit.model import (
    ASPECTS,
    DATE_FIELDS,
    EXTENSION_ROLES,
    KINDS,
    LIST_FIELDS,
    OMISSION_FIELDS,
    PAPER_FIELDS,
    ROLES,
    TEXT_FIELDS,
    UNKNOWN_NUMBER,
    Affiliation,
    Attachment,
    Author,
    Date,
    Paper,
    Topic,
    describe_fields,
)


def test_every_field_is_described_once_in_the_models_order():
    described = list(describe_fields())
    assert tuple(name for name, _ in described) == PAPER_FIELDS
    assert [name for name, meaning in described if not meaning.strip()] == []
    assert [meaning for _, meaning in described if meaning.endswith(".") or "\n" in meaning] == []


@pytest.mark.parametrize("name", PAPER_FIELDS)
def test_a_field_without_a_value_is_falsy(name: str):
    assert not getattr(Paper(), name) or name == "kind"


def test_no_two_papers_share_what_can_be_changed():
    assert Paper().extra is not Paper().extra


@pytest.mark.parametrize(
    "value",
    [Paper(title="A"), Author("Abara"), Affiliation("Silt"), Attachment("A"), Date(2031), Topic(title="A")],
)
def test_values_are_frozen(value: msgspec.Struct):
    with pytest.raises(AttributeError):
        setattr(value, value.__struct_fields__[0], "other")


def test_kinds_and_roles_are_told_apart():
    assert len(KINDS) == len(set(KINDS)) == 45
    assert len(ROLES) == len(set(ROLES))
    assert set(EXTENSION_ROLES) < set(ROLES)
    assert "article" in KINDS
    assert "preprint" not in KINDS


FIELD_LISTS = {
    msgspec.inspect.StrType: TEXT_FIELDS,
    msgspec.inspect.IntType: OMISSION_FIELDS,
    msgspec.inspect.VarTupleType: LIST_FIELDS,
    msgspec.inspect.UnionType: DATE_FIELDS,
    msgspec.inspect.LiteralType: ("kind",),
    msgspec.inspect.DictType: ("extra",),
}


def type_of(field: msgspec.inspect.Field) -> msgspec.inspect.Type:
    return field.type.type if isinstance(field.type, msgspec.inspect.Metadata) else field.type


@pytest.mark.parametrize("kind", FIELD_LISTS, ids=lambda kind: kind.__name__)
def test_a_list_of_fields_is_what_msgspec_finds_of_that_type(kind: type[msgspec.inspect.Type]):
    found = [field.name for field in msgspec.inspect.type_info(Paper).fields if isinstance(type_of(field), kind)]
    assert tuple(found) == FIELD_LISTS[kind]


def test_every_field_is_in_one_list():
    assert sorted(name for names in FIELD_LISTS.values() for name in names) == sorted(PAPER_FIELDS)


def test_every_format_and_query_knows_every_date_and_omission():
    """A new date or omission of the model has a place at once where a format has one for all."""
    from bibkit.formats.csl_json.table import FIELDS as CSL_FIELDS
    from bibkit.formats.ris import FIELDS as RIS_FIELDS
    from bibkit.query.fields import QUERY_FIELDS

    for name in (*DATE_FIELDS, *OMISSION_FIELDS):
        paper = Paper(**{name: 2 if name in OMISSION_FIELDS else Date(2031)})
        assert CSL_FIELDS.losses(paper) == RIS_FIELDS.losses(paper) == []
        assert QUERY_FIELDS[name].sort == ("number" if name in OMISSION_FIELDS else "date")


def test_an_unknown_number_is_not_none():
    assert UNKNOWN_NUMBER
    assert Paper(authors_omitted=UNKNOWN_NUMBER) != Paper()


def test_a_paper_is_json_and_back_without_its_defaults():
    paper = Paper(
        kind="article",
        title="Weirs",
        authors=(Author("Abara", "Tunde", affiliations=(0,)),),
        affiliations=(Affiliation("Silt"),),
        issued=Date(2031, 1, end=Date(2032)),
        collections=(("HY", "Ponds"),),
        extra={"ris:C7": ("x",)},
    )
    data = msgspec.json.encode(paper)
    assert msgspec.json.decode(data, type=Paper) == paper
    assert set(msgspec.json.decode(data)) == {
        "kind", "title", "authors", "affiliations", "issued", "collections", "extra",
    }  # fmt: skip


@pytest.mark.parametrize(
    "data", [b'{"kind": "poem"}', b'{"titel": "A"}', b'{"authors": [{"name": "A"}]}', b'{"issued": 2031}']
)
def test_what_the_model_does_not_know_is_refused(data: bytes):
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(data, type=Paper)


def test_roles_and_identifiers_are_looked_up():
    editor = Author("Beek", role="editor")
    paper = Paper(authors=(Author("Abara"), editor), eprint="3101.00042", eprint_type="arxiv", issued=Date(0))
    assert paper.by_role("editor") == (editor,)
    assert paper.by_role("translator") == ()
    assert paper.arxiv == "3101.00042"
    assert Paper(eprint="hal-1", eprint_type="hal").arxiv == ""
    assert paper.year == 0
    assert Paper().year is None


def test_a_topic_becomes_a_collection_under_its_area():
    assert Topic(title="Ponds", parent="HY: Hydrology").collection == ("HY: Hydrology", "Ponds")
    assert Topic(title="Ponds").collection == ("Ponds",)


@pytest.mark.parametrize("name", ASPECTS)
def test_an_aspect_is_held_until_it_is_dropped(name: str):
    paper = Paper(
        authors=(Author("Abara", orcid="0000-0002-1825-0097", affiliations=(0,)), Author("Beek")),
        affiliations=(Affiliation("Silt", "05dxps055"),),
    )
    aspect = ASPECTS[name]
    assert aspect.holds(paper)
    dropped = aspect.drop(paper)
    assert not aspect.holds(dropped)
    assert aspect.drop(dropped) == dropped
    assert [author.family for author in dropped.authors] == ["Abara", "Beek"]
    assert not aspect.holds(Paper())
    assert name.partition(".")[0] in PAPER_FIELDS
    assert aspect.meaning


def test_the_model_imports_nothing_of_ours():
    program = "import sys, bibkit.model; print(*sorted(name for name in sys.modules if name.startswith('bibkit')))"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert set(found) <= {"bibkit", "bibkit.model", "bibkit._version"}


def test_every_public_name_exists():
    assert all(hasattr(model, name) for name in model.__all__)
