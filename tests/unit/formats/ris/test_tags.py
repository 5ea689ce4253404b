"""What the tags mean: types, people, titles, dates, pages, numbers, notes, links."""

from __future__ import annotations

import pytest

from bibkit.formats.ris.types import TYPES
from bibkit.model import KINDS, UNKNOWN_NUMBER, Attachment, Author, Date

from .helpers import codes, read_text, record


def people(paper):
    return [(author.role, author.literal or f"{author.family}/{author.given}") for author in paper.authors]


@pytest.mark.parametrize(
    ("ty", "kind"),
    [
        ("JOUR", "article-journal"),
        ("EJOUR", "article-journal"),
        ("CONF", "paper-conference"),
        ("CPAPER", "paper-conference"),
        ("CHAP", "chapter"),
        ("ECHAP", "chapter"),
        ("THES", "thesis"),
        ("RPRT", "report"),
        ("COMP", "software"),
        ("DATA", "dataset"),
        ("ELEC", "webpage"),
        ("PAT", "patent"),
        ("CASE", "legal_case"),
        ("BILL", "bill"),
        ("STAT", "legislation"),
        ("STAND", "standard"),
        ("MAP", "map"),
        ("NEWS", "article-newspaper"),
        ("MGZN", "article-magazine"),
        ("VIDEO", "motion_picture"),
        ("SLIDE", "speech"),
        ("GEN", "document"),
        ("UNPB", "manuscript"),
    ],
)
def test_types_are_kinds(ty, kind):
    assert record("TI  - Ponds", ty=ty).kind == kind


def test_every_kind_has_a_type():
    for kind in KINDS:
        assert TYPES.knows(TYPES.encode(kind))


def test_a_type_line_names_the_kind():
    assert record("M2  - Type: preprint", ty="GEN").kind == "article"
    assert record("M2  - type: conferencePaper", ty="GEN").kind == "paper-conference"
    assert record("M1  - Type: broadcast", ty="GEN").kind == "broadcast"
    assert record("M2  - Type: Essay", ty="JOUR").kind == "article-journal"


def test_authors_stand_in_the_order_of_the_file():
    paper = record("A1  - Quennell, Ruth", "AU  - Ibori, Femi", "ED  - Second, Editor", "A1  - Lindqvist, Maja K.")
    assert people(paper) == [
        ("author", "Quennell/Ruth"),
        ("author", "Ibori/Femi"),
        ("editor", "Second/Editor"),
        ("author", "Lindqvist/Maja K."),
    ]


@pytest.mark.parametrize(
    ("text", "author"),
    [
        ("Sol,P.", Author("Sol", "P.")),
        ("Sol, Petra, Jr.", Author("Sol", "Petra", suffix="Jr.")),
        ("van der Berg, Ada", Author("Berg", "Ada", "van der")),
        ("Osei K.", Author("Osei", "K.")),
        ("Osei K.-J. B.", Author("Osei", "K.-J. B.")),
        ("Institute of Salt and Silt", Author(literal="Institute of Salt and Silt")),
        ("Sol, ", Author("Sol")),
    ],
)
def test_names(text, author):
    assert record(f"AU  - {text}").authors == (author,)


def test_names_of_all_shapes_in_one_record():
    names = ("Tidal Commission", "Sol, Petra, Jr.", "van der Berg, Ada", "Abara, Tunde", "Silt, Inc.", ", Olu")
    expected = [record(f"AU  - {name}").authors[0] for name in names]
    assert list(record(*[f"AU  - {name}" for name in names]).authors) == expected
    assert expected[4] == Author(literal="Silt, Inc.")


def test_all_authors_in_one_tag():
    assert people(record("AU  - Sol, Petra; Abara, Tunde;")) == [("author", "Sol/Petra"), ("author", "Abara/Tunde")]


def test_nobody_is_called_et_al():
    paper = record("AU  - Sol, Petra", "AU  - et al.", "A2  - others")
    assert people(paper) == [("author", "Sol/Petra")]
    assert paper.authors_omitted == paper.editors_omitted == UNKNOWN_NUMBER


@pytest.mark.parametrize(
    ("ty", "roles"),
    [
        ("JOUR", {"A2": "editor", "A3": "collection-editor", "A4": "translator"}),
        ("CHAP", {"A2": "editor", "A3": "collection-editor", "A4": "translator"}),
        ("BOOK", {"A2": "collection-editor", "A3": "editor", "A4": "translator", "ED": "editor"}),
        ("RPRT", {"A2": "collection-editor"}),
        ("CONF", {"A2": "editor", "A4": "contributor"}),
        ("PCOMM", {"A2": "recipient"}),
        ("SOUND", {"A2": "performer"}),
        ("MPCT", {"A3": "producer", "A4": "performer"}),
        ("THES", {"A3": "contributor"}),
    ],
)
def test_people_beside_the_author_depend_on_the_type(ty, roles):
    for tag, role in roles.items():
        assert people(record(f"{tag}  - Sol, Petra", ty=ty)) == [(role, "Sol/Petra")]


def test_books_of_the_edition_of_2001():
    paper = record("T1  - Ponds", "A1  - Sol, P.", "A2  - Abara, T.", "A3  - Ferro, L.", "T3  - Silt Series", ty="BOOK")
    assert people(paper) == [("author", "Sol/P."), ("editor", "Abara/T."), ("collection-editor", "Ferro/L.")]
    assert paper.collection_title == "Silt Series"


def test_the_authors_of_an_edited_book_are_its_editors():
    paper = record("AU  - Sol, Petra", "TI  - Ponds", ty="EDBOOK")
    assert (paper.kind, people(paper)) == ("book", [("editor", "Sol/Petra")])


@pytest.mark.parametrize(
    ("ty", "field"),
    [
        ("JOUR", "container_title"),
        ("CHAP", "container_title"),
        ("CONF", "container_title"),
        ("BOOK", "collection_title"),
        ("RPRT", "collection_title"),
        ("COMP", "collection_title"),
        ("SLIDE", "event_title"),
    ],
)
def test_t2_depends_on_the_type(ty, field):
    assert getattr(record("T2  - Marsh Letters", ty=ty), field) == "Marsh Letters"


def test_titles_of_a_journal():
    assert (
        record("T2  - Marsh Letters", "JF  - Marsh Letters", "JO  - Marsh Letters").container_title == "Marsh Letters"
    )
    for tag in ("T2", "JF", "JO", "JA", "BT"):
        assert record(f"{tag}  - Marsh Lett").container_title == "Marsh Lett"
    for tag in ("JO", "JA", "J2"):
        paper = record(f"{tag}  - Marsh Lett", "JF  - Marsh Letters")
        assert (paper.container_title, paper.container_title_short) == ("Marsh Letters", "Marsh Lett")


def test_conference_and_proceedings():
    paper = record("T2  - Pond Days", "C3  - Proceedings of Pond Days", "C1  - Saltby", "CY  - Port Marrow", ty="CONF")
    assert (paper.event_title, paper.container_title) == ("Pond Days", "Proceedings of Pond Days")
    assert (paper.event_place, paper.publisher_place) == ("Port Marrow", "Saltby")


@pytest.mark.parametrize(
    ("lines", "date"),
    [
        (["PY  - 2030"], Date(2030)),
        (["PY  - 2031/02//"], Date(2031, 2)),
        (["PY  - 2031/05/02"], Date(2031, 5, 2)),
        (["DA  - 2031-05-02"], Date(2031, 5, 2)),
        (["Y1  - 2030/06/19", "PY  - 2030", "DA  - 2030/06/20", "Y2  - 2033/01/31/"], Date(2030, 6, 20)),
        (["PY  - 2030", "Y1  - 2030/06/19"], Date(2030, 6, 19)),
        (["PY  - 2031///winter"], Date(2031, season=4)),
        (["DA  - July", "PY  - 1948"], Date(1948, 7)),
        (["DA  - JUN 29", "PY  - 2031"], Date(2031, 6, 29)),
        (["DA  - 2031/13/45", "PY  - 2031"], Date(2031, literal="2031/13/45")),
        (["DA  - 0000/00/00", "PY  - 2031"], Date(2031)),
        (["PY  - 0000"], None),
        (["DA  - ///", "PY  - "], None),
    ],
)
def test_dates(lines, date):
    for order in (lines, lines[::-1]):
        assert record(*order).issued == date


def test_what_is_no_date_is_kept_and_said():
    found, context = read_text("TY  - JOUR\nPY  - in press\nER  - ")
    assert found[0].issued == Date(literal="in press")
    assert codes(context) == [("bad-date", 1)]


def test_other_information_stays_out_of_the_day():
    issued = record("PY  - 2031/05/02/online").issued
    assert (issued.year, issued.month, issued.day) == (2031, 5, 2)


def test_the_day_of_access():
    assert record("Y2  - 2033/01/31/").accessed == Date(2033, 1, 31)


@pytest.mark.parametrize(
    ("ty", "lines", "field", "value"),
    [
        ("JOUR", ["SP  - 11", "EP  - 19"], "page", "11-19"),
        ("JOUR", ["SP  - 24-1", "EP  - 24-7"], "page", "24-1\u201324-7"),
        ("JOUR", ["SP  - 0417", "EP  -"], "page", "0417"),
        ("JOUR", ["SP  - 11--19", "EP  - 19"], "page", "11-19"),
        ("BOOK", ["SP  - 312"], "number_of_pages", "312"),
        ("BOOK", ["SP  - 11-19"], "page", "11-19"),
        ("THES", ["SP  - xii, 240 p."], "number_of_pages", "xii, 240 p."),
        ("MPCT", ["SP  - 90 min"], "dimensions", "90 min"),
        ("JOUR", ["SN  - 1755-0998"], "issn", "1755-0998"),
        ("JOUR", ["SN  - 17550998", "SN  - 1755-0999 (Electronic)"], "issn", "17550998 1755-0999"),
        ("JOUR", ["SN  - unknown"], "issn", "unknown"),
        ("BOOK", ["SN  - 978-0-306-40615-7"], "isbn", "978-0-306-40615-7"),
        ("CONF", ["SN  - 1755-0998"], "issn", "1755-0998"),
        ("RPRT", ["SN  - TR-12"], "number", "TR-12"),
        ("PAT", ["SN  - 4,629,783"], "number", "4,629,783"),
        ("JOUR", ["C7  - e12"], "number", "e12"),
        ("JOUR", ["M1  - 9"], "issue", "9"),
        ("JOUR", ["C2  - PMC12"], "pmcid", "PMC12"),
        ("CHAP", ["SE  - 4"], "chapter_number", "4"),
        ("NEWS", ["SE  - Weather"], "section", "Weather"),
        ("COMP", ["ET  - 2.1"], "version", "2.1"),
        ("BOOK", ["ET  - 2nd"], "edition", "2nd"),
        ("CASE", ["PB  - Court of Tides"], "authority", "Court of Tides"),
        ("CASE", ["SV  - 12-3"], "number", "12-3"),
        ("MAP", ["C1  - 1:25000"], "scale", "1:25000"),
        ("BILL", ["T3  - House of Ponds"], "authority", "House of Ponds"),
        ("THES", ["M3  - PhD thesis"], "genre", "PhD thesis"),
        ("JOUR", ["DB  - Pondbase"], "source", "Pondbase"),
        ("JOUR", ["LA  - en"], "language", "en"),
    ],
)
def test_numbers_and_names_of_the_work(ty, lines, field, value):
    assert getattr(record(*lines, ty=ty), field) == value


def test_a_patents_owner_is_its_holder():
    assert people(record("PB  - Silt, Inc.", ty="PAT")) == [("holder", "Silt, Inc.")]


def test_doi_and_type_of_work():
    paper = record("M3  - Essay", "DO  - https://doi.org/10.5555/nos-031", "L3  - 10.5555/nos-031")
    assert (paper.doi, paper.genre, paper.attachments) == ("10.5555/nos-031", "Essay", ())
    assert record("M3  - doi:10.5555/nos-031").doi == "10.5555/nos-031"
    both = record("M3  - 10.5555/other", "DO  - 10.5555/nos-031")
    assert (both.doi, both.genre) == ("10.5555/nos-031", "")
    assert both.extra == {"ris:DO": ("10.5555/other",)}


def test_an_abstract_given_twice_is_one():
    paper = record("N2  - Marsh maps.", "AB  - Marsh maps.", "DO  - 10.5555/m", "N1  - doi: 10.5555/m", "N1  - Lent.")
    assert (paper.abstract, paper.notes) == ("Marsh maps.", ("Lent.",))


def test_tags():
    assert record("KW  - Estuaries, Tidal", "KW  - a; b").tags == ("Estuaries, Tidal", "a; b")
    assert record("KW  - ponds; weirs;").tags == ("ponds", "weirs")
    assert record("KW  - Estuaries, Tidal").tags == ("Estuaries, Tidal",)


def test_affiliations():
    paper = record("AD  - Dept of Ponds, University of Silt", "AD  - Tidal Institute")
    assert [affiliation.name for affiliation in paper.affiliations] == [
        "Dept of Ponds, University of Silt",
        "Tidal Institute",
    ]
    assert len(record("AD  - Dept of Ponds, Saltby; Tidal Institute").affiliations) == 2


def test_links():
    paper = record(
        "UR  - https://a.example/1",
        "UR  - https://a.example/2",
        "L1  - file:///a/pond.pdf",
        "L2  - https://a.example/full",
    )
    assert paper.url == "https://a.example/1"
    assert paper.extra == {"ris:UR": ("https://a.example/2",)}
    assert paper.attachments == (
        Attachment(path="file:///a/pond.pdf", media_type="application/pdf"),
        Attachment(url="https://a.example/full", media_type="text/html"),
    )


def test_unknown_tags_are_kept():
    assert record("U5  - Distributor", "U5  - Two", "C8  - x").extra == {
        "ris:U5": ("Distributor", "Two"),
        "ris:C8": ("x",),
    }


def test_the_lines_that_zotero_writes():
    paper = record(
        "ID  - 4711",
        "PB  - arXiv",
        "M2  - Type: preprint",
        "M2  - Citation Key: abara2031",
        "M2  - Archive ID: 2609.01234",
        "M2  - arXiv: 2609.01234v2 [cs.LG]",
        "M2  - Affiliation: Tidal Institute",
        "M2  - Affiliation: Dept of Silt; Saltby",
        "M2  - original-date: 1900",
        "M2  - PMID: 12",
        "M2  - Director: Sol || Petra",
        "M2  - Lent to Ferro",
        "M1  - Status: in press",
    )
    assert paper.kind == "article"
    assert paper.key == "abara2031"
    assert (paper.eprint, paper.eprint_type, paper.eprint_class, paper.eprint_version) == (
        "2609.01234",
        "arxiv",
        "cs.LG",
        "2",
    )
    assert [affiliation.name for affiliation in paper.affiliations] == ["Tidal Institute", "Dept of Silt; Saltby"]
    assert (paper.original_date, paper.pmid, paper.status) == (Date(1900), "12", "in press")
    assert people(paper) == [("director", "Sol/Petra")]
    assert paper.note == "Lent to Ferro"
    assert paper.extra == {"ris:ID": ("4711",)}
