"""What is written is read back: every field, every kind, every role, and any text."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bibkit.formats.zotero_rdf import FIELDS
from bibkit.model import KINDS, PAPER_FIELDS, ROLES, UNKNOWN_NUMBER, Affiliation, Attachment, Author, Date, Kind, Paper

from .helpers import full_paper, read, write, written_and_read

LEGAL = st.text(
    st.characters(
        blacklist_categories=("Cs",), blacklist_characters=[chr(n) for n in range(32) if n not in (9, 10, 13)]
    )
).map(lambda text: text.replace("\ufffe", "").replace("\uffff", ""))


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_of_every_kind_comes_back(kind: Kind):
    paper = full_paper(kind=kind)
    found = written_and_read(paper)
    for name in PAPER_FIELDS:
        assert getattr(found, name) == getattr(paper, name), name


@pytest.mark.parametrize("kind", KINDS)
def test_a_second_writing_is_the_same(kind: Kind):
    data, _ = write([full_paper(kind=kind)])
    assert write(read(data)[0])[0] == data


@pytest.mark.parametrize("kind", KINDS)
def test_every_role_comes_back(kind: Kind):
    papers = [Paper(kind=kind, title="A", authors=(Author("Abara", "Tunde", role=role),)) for role in ROLES]
    assert read(write(papers)[0])[0] == papers


def test_only_ror_identifiers_are_lost():
    paper = full_paper(affiliations=(Affiliation("Silt", "05dxps055"), Affiliation("Salt")))
    assert FIELDS.losses(paper) == ["affiliations.ror"]
    assert write([paper])[1].report.losses == {"affiliations.ror": 1}


@pytest.mark.parametrize(
    "author",
    [
        Author("Beethoven", "Ludwig", "van"),
        Author("Berg", "Ada", "van der", "Jr."),
        Author("van Berg", "Ada"),
        Author("Berg", "Ada van"),
        Author("Silva", "Rui", "e"),
        Author("Alembert", "Jean", "d'"),
        Author("Vries", "Ada", "De"),
        Author("Plato"),
        Author("Plato", suffix="III"),
        Author("Berg", particle="van"),
        Author(given="Madonna"),
        Author("Pond", "Ada, Jr."),
        Author("Pond", "Ada", suffix="Keeper of Weirs"),
        Author("hooks", "bell"),
        Author(literal="Salt, Silt and Sons"),
        Author("Li", "伟"),
        Author("Abara", "Tunde", orcid="0000-0002-1825-0097"),
    ],
)
def test_names_come_back(author: Author):
    paper = Paper(kind="book", authors=(author,))
    assert written_and_read(paper).authors == (author,)


@pytest.mark.parametrize(
    "date",
    [
        Date(2031),
        Date(2031, 1),
        Date(2031, 1, 5),
        Date(2031, season=2),
        Date(-43, 3, 15),
        Date(98),
        Date(2031, approximate=True),
        Date(2031, 2, uncertain=True),
        Date(2030, 3, 9, end=Date(2030, 4)),
        Date(1987, open_end=True),
        Date(literal="in press"),
    ],
)
@pytest.mark.parametrize("field", ["issued", "accessed", "submitted", "original_date"])
def test_dates_come_back(field: str, date: Date):
    paper = Paper(**{field: date})
    assert written_and_read(paper) == paper


def test_the_time_of_a_visit_comes_back():
    for time in ("10:20:30", "10:20:30Z", "10:20+02:00"):
        paper = Paper(accessed=Date(2031, 1, 5, time=time))
        assert written_and_read(paper) == paper


@pytest.mark.parametrize("kind", ["article", "article-journal", "document"])
@pytest.mark.parametrize(
    "values",
    [
        {"eprint": "3101.00042", "eprint_type": "arxiv"},
        {"eprint": "3101.00042", "eprint_type": "arxiv", "eprint_class": "cs.LG"},
        {"eprint": "hep-th/9901001", "eprint_type": "arxiv", "eprint_version": "2"},
        {"eprint": "3101.00042", "eprint_type": "arxiv", "publisher": "arXiv"},
        {"eprint": "3101.00042", "eprint_type": "arxiv", "publisher": "Pond Press"},
        {"eprint": "not an id", "eprint_type": "arxiv"},
        {"eprint": "hal-01234", "eprint_type": "hal", "publisher": "HAL"},
        {"eprint": "3101.00042", "publisher": "arXiv"},
        {"eprint": "X-1"},
        {"eprint_type": "hal"},
        {"eprint_type": "arxiv", "eprint_class": "cs.LG"},
        {"eprint_type": "arxiv", "eprint_class": "cs.LG", "publisher": "arXiv"},
        {"eprint_type": "arxiv"},
        {"eprint_class": "cs.LG", "eprint_version": "1"},
        {"eprint": "hal-01234", "eprint_type": "hal", "number": "7"},
        {"number": "7"},
    ],
)
def test_eprints_come_back(kind: Kind, values: dict[str, str]):
    paper = Paper(kind=kind, title="A", **values)
    assert written_and_read(paper) == paper


@pytest.mark.parametrize(
    "note",
    [
        "A remark",
        "First\n\nthird: line",
        "DOI: 10.5555/not-a-field",
        "See\nPMID: 12\nthere",
        "Note: what?",
        "\nstarts blank",
        "ends blank\n",
        "  indented",
        "Type: review",
        "Authors omitted: 2",
        "arXiv:3101.00042",
        "Editor: Pond || Ada",
        "tex.mood: calm",
        "Mood: calm",
    ],
)
def test_notes_are_not_taken_for_fields(note: str):
    paper = Paper(title="A", note=note)
    assert written_and_read(paper) == paper


def test_counts_that_nobody_knows_come_back():
    paper = Paper(title="A", authors_omitted=UNKNOWN_NUMBER, tags_omitted=3)
    assert written_and_read(paper) == paper


def test_a_type_of_zoteros_that_the_model_has_no_kind_for_comes_back():
    from .helpers import document, item

    papers, _ = read(document(item("email", "<dc:title>A</dc:title>"), item("videoRecording", "", "#2")))
    assert [paper.kind for paper in papers] == ["personal_communication", "motion_picture"]
    data = write(papers)[0]
    assert b"<z:itemType>email<" in data
    assert b"<z:itemType>videoRecording<" in data
    changed = msgspec.structs.replace(papers[0], kind="book")
    assert b"<z:itemType>book<" in write([changed])[0]


def test_statements_that_mean_nothing_to_us_come_back():
    paper = Paper(
        title="A",
        extra={
            "zotero-rdf:z:mood": ("calm", "wet & cold"),
            "zotero-rdf:dc:rights": ("CC0",),
            "zotero-rdf:owl:sameAs": ("<http://example.org/a?b=1&c=2>",),
            "zotero-rdf:{http://example.org/terms#}weight": ("3 kg",),
        },
    )
    assert written_and_read(paper) == paper


def test_what_cannot_be_a_statement_is_a_loss():
    paper = Paper(title="A", extra={"zotero-rdf:no name": ("x",), "ris:C7": ("y",)})
    data, context = write([paper])
    assert read(data)[0] == [Paper(title="A")]
    assert context.report.losses == {"ris:C7": 1, "zotero-rdf:no name": 1}


@given(LEGAL, LEGAL, st.lists(LEGAL.filter(bool), max_size=3))
def test_any_text_comes_back(text: str, other: str, tags: list[str]):
    import unicodedata

    text, other = (unicodedata.normalize("NFC", value) for value in (text, other))
    paper = Paper(
        kind="chapter", title=text, note=other, original_title=text, publisher=other, tags=tuple(tags), annote=text,
        authors=(Author(literal=text),) if text else (), affiliations=(Affiliation(other),) if other else (),
        notes=(text,) if text else (), attachments=(Attachment(text, other),) if text else (),
    )  # fmt: skip
    assert written_and_read(paper) == paper


@given(LEGAL)
def test_an_abstract_keeps_its_words(text: str):
    import unicodedata

    from bibkit.text.markup import to_plain

    text = unicodedata.normalize("NFC", text)
    paper = Paper(title="A", abstract=text)
    data, context = write([paper])
    found = read(data)[0][0].abstract
    assert found == text or (to_plain(found) == to_plain(text) and "abstract: markup" in context.report.losses)


PARTS = st.text(st.sampled_from("abcXYZ éß'’-,. vandeJr|·"), max_size=12).map(lambda text: " ".join(text.split()))


@given(st.builds(Author, PARTS.filter(bool), PARTS, PARTS, PARTS))
def test_any_name_comes_back(author: Author):
    paper = Paper(title="A", authors=(author,))
    assert written_and_read(paper) == paper


@given(st.lists(PARTS.filter(bool), max_size=4, unique=True))
def test_any_affiliations_come_back(names: list[str]):
    paper = Paper(title="A", affiliations=tuple([Affiliation(name) for name in names]))
    assert written_and_read(paper) == paper
