"""DOI, arXiv, ISBN, ISSN and ORCID in all their spellings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bibkit.codecs.identifiers import (
    ARXIV_CATEGORIES,
    arxiv_category,
    arxiv_category_of,
    decode_doi,
    decode_orcid,
    looks_like_doi,
    split_arxiv,
    valid_doi,
    valid_isbn,
    valid_issn,
    valid_orcid,
)


@pytest.mark.parametrize(
    ("source", "doi"),
    [
        ("10.5555/nos-031-0417", "10.5555/nos-031-0417"),
        (" 10.5555/nos \n", "10.5555/nos"),
        ("https://doi.org/10.5555/Nos", "10.5555/Nos"),
        ("http://dx.doi.org/10.5555/nos", "10.5555/nos"),
        ("doi.org/10.5555/nos", "10.5555/nos"),
        ("DOI: 10.5555/nos", "10.5555/nos"),
        ("doi 10.5555/nos", "10.5555/nos"),
        ("doi:https://doi.org/10.5555/nos", "10.5555/nos"),
        ("info:doi/10.5555/nos", "10.5555/nos"),
        ("https://doi.org/10.5555/a%3C1%3E", "10.5555/a<1>"),
        ("10.5555/a%3C1%3E", "10.5555/a%3C1%3E"),
        (
            "10.5555/(SICI)1097(2030)18:12<1450::AID-X3>3.0.CO;2-I",
            "10.5555/(SICI)1097(2030)18:12<1450::AID-X3>3.0.CO;2-I",
        ),
        ("https://example.org/10", "https://example.org/10"),
        ("none", "none"),
    ],
)
def test_doi_is_bare(source, doi):
    assert decode_doi(source) == doi
    assert decode_doi(doi) == doi


def test_only_a_doi_looks_like_one():
    assert looks_like_doi("doi:10.5555/12")
    assert not looks_like_doi("Essay")
    assert not looks_like_doi("see 10.5555/12")
    assert not valid_doi("10.55/12")


@pytest.mark.parametrize(
    ("source", "parts"),
    [
        ("2609.01234", ("2609.01234", "")),
        ("2609.01234v3", ("2609.01234", "3")),
        ("0704.0001", ("0704.0001", "")),
        ("arXiv:2609.01234v3", ("2609.01234", "3")),
        ("arXiv: 2609.01234", ("2609.01234", "")),
        ("arXiv preprint arXiv:2609.01234", ("2609.01234", "")),
        ("arXiv:2609.01234 [cs.LG]", ("2609.01234", "")),
        ("CoRR abs/2609.01234", ("2609.01234", "")),
        ("https://arxiv.org/abs/2609.01234", ("2609.01234", "")),
        ("https://arxiv.org/pdf/2609.01234v2.pdf", ("2609.01234", "2")),
        ("http://export.arxiv.org/abs/cs/0309136", ("cs/0309136", "")),
        ("10.48550/arXiv.2609.01234", ("2609.01234", "")),
        ("https://doi.org/10.48550/ARXIV.2609.01234", ("2609.01234", "")),
        ("hep-th/9901001v1", ("hep-th/9901001", "1")),
        ("math.GT/0309136", ("math.GT/0309136", "")),
        ("2631.01234", ("", "")),
        ("shelf/1234567", ("", "")),
        ("12.5", ("", "")),
        ("10.5555/2609.01234", ("", "")),
        ("Volume 2609.01234 of it", ("", "")),
        ("", ("", "")),
    ],
)
def test_arxiv_identifiers(source, parts):
    assert split_arxiv(source) == parts


def test_arxiv_categories():
    assert arxiv_category("cs.LG") == arxiv_category("[cs.lg]") == "cs.LG"
    assert arxiv_category("hep-th") == "hep-th"
    assert arxiv_category("physics.optics") == "physics.optics"
    assert arxiv_category("cs.XX") == arxiv_category("") == ""
    assert arxiv_category_of("math.GT/0309136") == "math.GT"
    assert arxiv_category_of("2609.01234") == ""
    assert len({name.lower() for name in ARXIV_CATEGORIES}) == len(ARXIV_CATEGORIES)


def test_check_digits():
    assert valid_isbn("978-0-306-40615-7")
    assert valid_isbn("0-8044-2957-x")
    assert not valid_isbn("978-0-306-40615-8")
    assert not valid_isbn("12345")
    assert valid_issn("2434-561X")
    assert valid_issn("03785955")
    assert not valid_issn("0378-5954")
    assert valid_orcid("0000-0002-1694-233X")
    assert not valid_orcid("0000-0002-1825-0098")
    assert decode_orcid("https://orcid.org/0000-0002-1694-233x") == "0000-0002-1694-233X"
    assert decode_orcid("unknown") == "unknown"


@given(st.text())
def test_any_text_is_taken(text):
    for decode in (decode_doi, decode_orcid):
        assert decode(decode(text)) == decode(text)
    for check in (looks_like_doi, valid_isbn, valid_issn, valid_orcid, valid_doi):
        assert check(text) in {True, False}
    identifier, version = split_arxiv(text)
    assert identifier in text
    assert version in text
    for category in (arxiv_category(text), arxiv_category_of(text)):
        assert category in {"", *ARXIV_CATEGORIES}
