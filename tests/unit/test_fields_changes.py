"""What a table says of values that came back otherwise."""

from __future__ import annotations

from bibkit.fields import FieldMap, KindMap, Rule
from bibkit.model import Author, Paper

FIELDS = FieldMap(
    "pond",
    KindMap([("GEN", "document")], fallback="GEN"),
    [Rule("TI", "title"), Rule("AU", "authors:author", many=True), Rule("ED", "authors:editor", many=True)],
)

ADA, BO = Author("Abara", "Ada", orcid="0000-0002-1825-0097"), Author("Berg", "Bo", role="editor")


def test_a_value_that_came_back_whole_is_no_change():
    paper = Paper(title="Ponds", authors=(BO, ADA))
    assert FIELDS.changes(paper, Paper(title="Ponds", authors=(Author("Abara", "Ada"), BO))) == []


def test_changed_and_missing_values_are_named_unless_the_table_told_them():
    paper = Paper(title="Ponds", authors=(ADA,), volume="3", extra={"pond:X": ("1",), "ris:Y": ("2",)})
    assert FIELDS.changes(paper, Paper(title="ponds")) == ["title: exact form", "authors", "pond:X"]
    assert "volume" in FIELDS.losses(paper)
