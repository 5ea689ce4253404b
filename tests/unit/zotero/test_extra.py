"""The lines of Extra: written and read, and text that is none."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bibkit.codecs.dates import decode_free_date, encode_edtf
from bibkit.model import DATE_FIELDS, KINDS, OMISSION_FIELDS, ROLES, TEXT_FIELDS, Author, Paper
from bibkit.testing import affiliations, dates, words
from bibkit.zotero import (
    decode_extra,
    encode_affiliation,
    encode_affiliations,
    encode_creator,
    encode_eprint,
    encode_fields,
    encode_note,
    encode_omissions,
    kind_in_extra,
    kind_named,
    split_affiliations,
)

LINES = st.sampled_from(
    [
        "PMID: 1",
        "Note: x",
        "Note:",
        "",
        " ",
        "a",
        "Type: book",
        "{:genre: x}",
        "a {:genre: x}",
        "Host: A",
        "12:30",
        " DOI: 1",
    ]
)


@given(st.sampled_from([name for name in TEXT_FIELDS if name not in {"note", "doi", "page"}]), words())
def test_a_text_comes_back(field: str, text: str):
    text = " ".join(text.split())
    (line,) = encode_fields(Paper(**{field: text}), [field])
    assert decode_extra(line).values == {field: text}


@given(st.sampled_from(DATE_FIELDS), dates())
def test_a_date_comes_back_as_its_words_say(field: str, date: Any):
    spelled = " ".join(encode_edtf(date).split())
    lines = list(encode_fields(Paper(**{field: date}), [field]))
    if decode_free_date(spelled) == date:
        assert decode_extra(lines[0]).values == {field: date}


@given(st.sampled_from(OMISSION_FIELDS), st.integers(-1, 10**8).filter(bool))
def test_a_number_of_omitted_ones_comes_back(field: str, count: int):
    assert decode_extra("\n".join(encode_omissions(Paper(**{field: count})))).values == {field: count}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(
    "author",
    [
        Author("Sol", "Petra"),
        Author("Berg", "Ada", "van der"),
        Author("Berg", "Ada", suffix="Jr."),
        Author("Plato"),
        Author(literal="Institute of Salt, Silt and Tides"),
    ],
)
def test_a_person_comes_back_in_every_role(author: Author, role: str):
    author = Author(author.family, author.given, author.particle, author.suffix, author.literal, role)
    assert decode_extra(encode_creator(author)).values == {"authors": (author,)}


@given(affiliations())
def test_an_institution_comes_back(affiliation: Any):
    name = " ".join(affiliation.name.split())
    found = decode_extra(encode_affiliation(name)).values
    assert [one.name for one in found.get("affiliations", ())] == ([name] if name else [])


@given(st.lists(st.lists(st.sampled_from(["·", "··", "a", "b·c", "Ü", "·d"]), min_size=1).map(" ".join), min_size=1))
def test_institutions_in_one_line_come_apart_again(names: list[str]):
    assert split_affiliations(encode_affiliations(names)) == tuple(names)


EPRINTS = {
    "eprint": st.sampled_from(["", "2609.01234", "hep-th/9901001", "silt-17"]),
    "eprint_type": st.sampled_from(["", "arxiv", "hal"]),
    "eprint_version": st.sampled_from(["", "2"]),
    "eprint_class": st.sampled_from(["", "cs.LG", "hep-th"]),
}


@given(st.fixed_dictionaries(EPRINTS))
def test_an_eprint_comes_back(fields: dict[str, str]):
    lines = encode_eprint(Paper(**fields))
    assert decode_extra("\n".join(lines)).values == {name: value for name, value in fields.items() if value}


@given(st.lists(LINES | st.text(max_size=20), max_size=6).map("\n".join))
def test_any_note_comes_back_and_says_nothing_else(note: str):
    text = encode_note(note)
    assert decode_extra(text) == (None, {}, note)
    assert decode_extra(f"PMID: 12\n{text}", "thesis").note == note


@given(st.text(max_size=200), st.sampled_from(KINDS))
def test_any_text_can_be_read_as_an_item_of_any_kind(text: str, kind: Any):
    found = decode_extra(text, kind)
    assert Paper(**found.values)
    assert len(found.note) <= len(text)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_named(kind: Any):
    assert kind_named(kind) == kind
    assert kind_in_extra(f"PMID: 1\nType: {kind}") == kind


def test_ordinary_words_are_fields_where_the_item_has_them():
    assert decode_extra("University: Silt", "thesis").values == {"publisher": "Silt"}
    assert decode_extra("University: Silt", "book").note == "University: Silt"
    assert decode_extra("Presenter: Sol || Petra", "speech").values == {"authors": (Author("Sol", "Petra"),)}
    assert decode_extra("Type: thesis\nUniversity: Silt", "book").values == {"publisher": "Silt"}


def test_what_the_item_says_itself_needs_no_line():
    known = {"pmid": "1", "authors": (Author("Sol", "Petra"),)}
    assert decode_extra("PMID: 1", known=known) == (None, {}, "")
    assert decode_extra("PMID: 2\nAuthor: Beek || Ada", known=known) == (None, {}, "PMID: 2\nAuthor: Beek || Ada")


def test_an_eprint_of_the_item_is_completed_and_not_contradicted():
    known = {"eprint": "2609.01234", "eprint_type": "arxiv"}
    assert decode_extra("arXiv: 2609.01234v2 [cs.LG]", known=known).values == {
        "eprint_version": "2",
        "eprint_class": "cs.LG",
    }
    assert decode_extra("arXiv: 2609.99999", known=known).note == "arXiv: 2609.99999"
