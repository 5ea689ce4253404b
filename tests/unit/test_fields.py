"""The table engine: what a table must not hold, which row wins, and which losses follow."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bibkit.fields import Codec, FieldMap, FieldMapError, KindMap, Rule
from bibkit.model import KINDS, PAPER_FIELDS, Affiliation, Author, Paper

MAP = KindMap(
    [("JOUR", "article-journal"), ("BOOK", "book"), ("CHAP", "chapter"), ("ART", "article-journal")], fallback="GEN"
)
NAME = Codec(lambda text: Author(*text.split(", ")), lambda author: f"{author.family}, {author.given}")
PIPES = Codec(lambda text: tuple(text.split("|")), "|".join)


def table(*rules: Rule, handled_fields: Iterable[str] = (), foreign_extra: bool = False) -> FieldMap:
    return FieldMap("pond", MAP, rules, handled_fields=handled_fields, foreign_extra=foreign_extra)


# -- what is refused ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "word"),
    [
        ([Rule("TI", "titel")], "titel"),
        ([Rule("AU", "authors")], "authors"),
        ([Rule("AU", "authors:autor")], "autor"),
        ([Rule("TI", "title:author")], "title:author"),
        ([Rule("TI", "title", kinds=("poem",))], "poem"),  # type: ignore[arg-type]  # what is tested
        ([Rule("TI", "title"), Rule("TI", "title_short")], "TI"),
        ([Rule("TI", "title"), Rule("TI", "title_short", write=False)], "TI"),
        ([Rule("TI", "title", kinds=("book",)), Rule("TI", "note", kinds=("chapter", "book"))], "book"),
    ],
)
def test_a_table_that_contradicts_the_model_or_itself_is_refused(rules: list[Rule], word: str):
    with pytest.raises(FieldMapError, match=word) as caught:
        table(*rules)
    assert "pond" in str(caught.value)


@pytest.mark.parametrize("handled", ["titel", "authors.mood", "authors:autor"])
def test_carried_names_what_exists(handled: str):
    with pytest.raises(FieldMapError, match=r"mood|titel|autor"):
        table(handled_fields=(handled,))


def test_a_kind_map_refuses_an_unknown_kind():
    with pytest.raises(FieldMapError, match="poem"):
        KindMap([("POEM", "poem")], fallback="GEN")  # type: ignore[list-item]  # what is tested


def test_rows_for_kinds_stand_beside_one_for_the_rest():
    fields = table(Rule("T2", "container_title", kinds=("chapter",)), Rule("T2", "collection_title"))
    assert fields.decode([("T2", "Ponds")], "chapter")["container_title"] == "Ponds"
    assert fields.decode([("T2", "Ponds")], "book")["collection_title"] == "Ponds"
    assert fields.encode(Paper(kind="chapter", container_title="P", collection_title="S")) == [("T2", "P")]
    assert fields.encode(Paper(kind="book", container_title="P", collection_title="S")) == [("T2", "S")]


# -- kinds -------------------------------------------------------------------------------------------------------


def test_the_first_row_of_a_kind_is_written_and_every_row_read():
    assert MAP.encode("article-journal") == "JOUR"
    assert MAP.decode("ART") == "article-journal"


def test_what_has_no_row_falls_back():
    assert MAP.encode("song") == "GEN"
    assert MAP.decode("XYZ") == "document"
    assert (MAP.knows("ART"), MAP.knows("XYZ")) == (True, False)
    assert [kind for kind in KINDS if MAP.keeps(kind)] == ["article-journal", "book", "chapter", "document"]


# -- reading -----------------------------------------------------------------------------------------------------


def test_the_row_higher_up_wins_and_the_other_value_is_kept():
    fields = table(Rule("TI", "title"), Rule("T1", "title", write=False))
    for pairs in ([("TI", "A"), ("T1", "B")], [("T1", "B"), ("TI", "A")]):
        assert fields.decode(pairs, "book") == {"kind": "book", "title": "A", "extra": {"pond:T1": ("B",)}}


def test_of_one_tag_the_earlier_value_wins():
    fields = table(Rule("TI", "title"))
    assert fields.decode([("TI", "A"), ("TI", "B"), ("TI", "C")], "book")["extra"] == {"pond:TI": ("B", "C")}


def test_a_value_that_says_the_same_is_not_kept():
    fields = table(Rule("TI", "title"), Rule("T1", "title", write=False))
    assert fields.decode([("TI", "A"), ("T1", "A"), ("TI", "A")], "book") == {"kind": "book", "title": "A"}


def test_unknown_tags_are_kept_and_empty_values_are_nothing():
    fields = table(Rule("TI", "title"))
    found = fields.decode([("C9", "x"), ("C9", "y"), ("C8", ""), ("TI", ""), ("N", 3)], "book")
    assert found == {"kind": "book", "extra": {"pond:C9": ("x", "y"), "pond:N": ("3",)}}


def test_lists_grow_and_persons_get_their_role():
    fields = table(
        Rule("KW", "tags", many=True),
        Rule("AU", "authors:author", NAME, many=True),
        Rule("ED", "authors:editor", NAME, many=True),
    )
    found = Paper(**fields.decode([("KW", "a"), ("ED", "Beek, Ada"), ("AU", "Abara, Bo"), ("KW", "b")], "book"))
    assert found.tags == ("a", "b")
    assert found.authors == (Author("Beek", "Ada", role="editor"), Author("Abara", "Bo"))


def test_a_codec_may_give_a_whole_list():
    fields = table(Rule("KW", "tags", PIPES))
    assert fields.decode([("KW", "a|b")], "book")["tags"] == ("a", "b")
    assert fields.encode(Paper(tags=("a", "b"))) == [("KW", "a|b")]


# -- writing and losses ------------------------------------------------------------------------------------------


def test_pairs_come_in_the_tables_order_and_only_where_there_is_a_value():
    fields = table(
        Rule("TI", "title"), Rule("VL", "volume"), Rule("KW", "tags", many=True), Rule("XX", "issue", write=False)
    )
    paper = Paper(tags=("a", "b"), volume="3", issue="4")
    assert fields.encode(paper) == [("VL", "3"), ("KW", "a"), ("KW", "b")]


def test_a_value_without_a_place_is_lost():
    fields = table(Rule("TI", "title"), Rule("IS", "issue", write=False), handled_fields=("note",))
    paper = Paper(kind="book", title="A", volume="3", issue="4", note="kept")
    assert fields.losses(paper) == ["volume", "issue"]
    assert fields.losses(Paper(kind="book")) == []


def test_rows_for_other_kinds_do_not_keep_a_value():
    fields = table(Rule("T2", "container_title", kinds=("chapter",)))
    assert fields.losses(Paper(kind="chapter", container_title="P")) == []
    assert fields.losses(Paper(kind="book", container_title="P")) == ["container_title"]


def test_persons_whose_role_has_no_place_are_lost():
    paper = Paper(kind="book", authors=(Author("A"), Author("B", role="host"), Author("C", role="host")))
    assert table(Rule("AU", "authors:author", many=True)).losses(paper) == ["authors:host"]
    assert table(handled_fields=("authors:author", "authors:host")).losses(paper) == []
    assert table(handled_fields=("authors",)).losses(paper) == []


def test_aspects_are_lost_unless_they_are_carried():
    paper = Paper(kind="book", affiliations=(Affiliation("Silt", "05dxps055"),))
    assert table(handled_fields=("affiliations",)).losses(paper) == ["affiliations.ror"]
    assert table(handled_fields=("affiliations", "affiliations.ror")).losses(paper) == []


def test_what_another_format_left_is_lost_unless_all_is_kept():
    paper = Paper(kind="book", extra={"pond:C9": ("x",), "ris:C7": ("y",)})
    assert table().losses(paper) == ["ris:C7"]
    assert table(foreign_extra=True).losses(paper) == []
    assert list(table().kept_extra(paper)) == [("C9", ("x",))]


def test_a_kind_that_does_not_come_back_is_lost():
    assert table().losses(Paper(kind="song")) == ["kind"]


@given(
    st.sampled_from([name for name in PAPER_FIELDS if isinstance(getattr(Paper(), name), str) and name != "kind"]),
    st.text(min_size=1),
)
def test_a_row_gives_back_what_it_writes_and_the_rest_is_told(name: str, text: str):
    paper = Paper(kind="book", **{name: text})
    kept = table(Rule("XX", name))
    assert Paper(**kept.decode(kept.encode(paper), "book")) == paper
    assert kept.losses(paper) == []
    assert table().losses(paper) == ([] if name == "key" and "key" in table().handled_fields else [name])


# -- what formats ask of a table -----------------------------------------------------------------------------------


def test_the_rule_of_a_tag_depends_on_the_kind():
    fields = table(
        Rule("T2", "container_title", kinds=("chapter",)), Rule("TI", "title"), Rule("T2", "collection_title")
    )
    assert [(tag, rule.field) for tag, rule in fields.rules_for("chapter").items()] == [
        ("T2", "container_title"),
        ("TI", "title"),
    ]
    assert [(tag, rule.field) for tag, rule in fields.rules_for("book").items()] == [
        ("TI", "title"),
        ("T2", "collection_title"),
    ]


def test_a_tag_that_the_formats_own_code_reads_is_not_unknown():
    fields = FieldMap("pond", MAP, [Rule("TI", "title")], handled_tags=("PY",))
    assert fields.decode([("PY", "2031"), ("C9", "x")], "book") == {"kind": "book", "extra": {"pond:C9": ("x",)}}


def test_a_kind_that_the_formats_own_code_tells_is_kept():
    assert table(handled_fields=("kind",)).losses(Paper(kind="song")) == []


@pytest.mark.parametrize(
    ("paper", "expected"),
    [
        (Paper(kind="book"), "BOOK"),
        (Paper(kind="song"), "GEN"),
        (Paper(extra={"pond:TY": ("POEM",)}), "POEM"),
        (Paper(extra={"ris:TY": ("POEM",)}), "GEN"),
        (Paper(kind="book", extra={"pond:TY": ("POEM",)}), "BOOK"),  # it was made a book after it was read
    ],
)
def test_a_kept_type_is_written_while_the_kind_is_unknown(paper: Paper, expected: str):
    assert table().type_of(paper, "TY") == expected
