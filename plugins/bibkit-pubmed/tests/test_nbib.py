"""MEDLINE text, read and written."""

from __future__ import annotations

import pytest

import bibkit
from bibkit import UNKNOWN_NUMBER, Affiliation, Author, Date, Paper, Report


def read(text, report=None):
    return bibkit.loads(text, "nbib", report=report)


def write(*papers, report=None):
    return bibkit.dumps(papers, "nbib", report=report)


def lines(text, tag):
    return [line[6:] for line in text.splitlines() if line.startswith(f"{tag:<4}- ")]


RECORD = """
PMID- 90000001
OWN - NLM
IS  - 2999-0010 (Electronic)
IS  - 2999-0002 (Linking)
DP  - 2030 Mar 5
TI  - Weirs that learn, with a heading long enough that the service
      wraps it with six blanks.
LID - S2999(30)17 [pii]
LID - 10.5555/weir.30 [doi]
AB  - METHODS: Ponds were counted. RESULTS: There are
      twelve.
AD  - Sluice Office, Saltby.
FAU - Abara, Tunde
AU  - Abara T
AUID- ORCID: 0000-0002-1825-0097
AD  - Institute of Ponds, Saltby.
AD  - Weir Office, Port Marrow.
FAU - van der Meer, Jan-Luc B Jr
AU  - van der Meer JB Jr
AD  - Institute of Ponds, Saltby.
CN  - Weir Consortium
AD  - Weir Office, Port Marrow.
FED - Sol, Petra
ED  - Sol P
LA  - eng
GR  - R01 SI000001/SI/NSI NIH HHS/United States
PT  - Journal Article
PT  - Review
DEP - 20300102
TA  - Sluice
JT  - Sluice Review
MH  - Locks/*history
MH  - *Estuaries, Tidal
OT  - weirs
PHST- 2029/12/24 00:00 [received]
PHST- 2030/01/01 [accepted]
AID - 10.5555/weir.30 [doi]
SO  - Sluice. 2030 Mar 5;31(2):1388-97.
"""


def test_a_record():
    (paper,) = read(RECORD)
    assert (paper.kind, paper.pmid, paper.doi) == ("article-journal", "90000001", "10.5555/weir.30")
    assert paper.title == "Weirs that learn, with a heading long enough that the service wraps it with six blanks."
    assert paper.abstract == "METHODS: Ponds were counted. RESULTS: There are twelve."
    assert [affiliation.name for affiliation in paper.affiliations] == [
        "Sluice Office, Saltby.",
        "Institute of Ponds, Saltby.",
        "Weir Office, Port Marrow.",
    ]
    assert paper.authors == (
        Author("Abara", "Tunde", orcid="0000-0002-1825-0097", affiliations=(1, 2)),
        Author("Meer", "Jan-Luc B", "van der", "Jr", affiliations=(1,)),
        Author(literal="Weir Consortium", affiliations=(2,)),
        Author("Sol", "Petra", role="editor"),
    )
    assert (paper.issued, paper.available_date, paper.submitted) == (
        Date(2030, 3, 5),
        Date(2030, 1, 2),
        Date(2029, 12, 24),
    )
    assert (paper.container_title, paper.container_title_short) == ("Sluice Review", "Sluice")
    assert (paper.issn, paper.language) == ("2999-0010 2999-0002", "eng")
    assert paper.tags == ("Locks/history", "Estuaries, Tidal", "weirs")
    assert paper.extra["nbib:GR"] == ("R01 SI000001/SI/NSI NIH HHS/United States",)
    assert paper.extra["nbib:PT"] == ("Review",)
    assert paper.extra["nbib:LID"] == ("S2999(30)17 [pii]",)


def test_a_record_is_written_as_it_was():
    report = Report()
    text = write(*read(RECORD), report=report)
    assert report.losses == {}
    assert set(RECORD.strip("\n").split("\n")) - set(text.split("\n")) == {
        "AU  - van der Meer JB Jr",
        "PHST- 2029/12/24 00:00 [received]",
        "TI  - Weirs that learn, with a heading long enough that the service",
        "      wraps it with six blanks.",
        "AB  - METHODS: Ponds were counted. RESULTS: There are",
        "      twelve.",
    }
    assert lines(text, "MH") == ["Locks/*history", "*Estuaries, Tidal"]
    assert lines(text, "IS") == ["2999-0010 (Electronic)", "2999-0002 (Linking)"]
    assert read(text) == read(RECORD)


def test_the_shared_case(shared):
    first, second = bibkit.read(shared / "cases" / "43-nbib-affiliations-and-dates" / "input.nbib")
    names = [affiliation.name for affiliation in first.affiliations]
    assert [(author.family or author.literal, len(author.affiliations)) for author in first.authors] == [
        ("Quennell", 2),
        ("Meer", 0),
        ("Osei", 1),
        ("Weir Consortium", 0),
    ]
    assert first.authors[1] == Author("Meer", "Jan", "van der")
    assert first.authors[3] == Author(literal="Weir Consortium")
    assert [names[number] for number in first.authors[2].affiliations] == ["Tidal Institute, Saltby."]
    assert (first.issued, second.issued) == (Date(2030, season=2), Date(2011, 5, 31))
    assert "  " not in first.title
    assert "\n" not in first.title
    assert (first.doi, first.page) == ("10.5555/sluice.2030.17", "1388-97")
    assert first.tags == ("Locks/history", "Estuaries, Tidal", "weirs")
    assert (first.container_title, first.container_title_short) == ("Sluice Review", "Sluice")
    assert (first.language, first.pmid) == ("eng", "90000001")


@pytest.mark.parametrize(
    ("text", "author"),
    [
        ("AU  - Quennell RB", Author("Quennell", "R B")),
        ("AU  - van der Meer J", Author("Meer", "J", "van der")),
        ("AU  - van Groen, Maaike M.", Author("Groen", "Maaike M.", "van")),
        ("AU  - King ML Jr", Author("King", "M L", suffix="Jr")),
        ("FAU - Plato", Author("Plato")),
        ("FAU - Sol, Petra 3rd", Author("Sol", "Petra", suffix="3rd")),
        ("FAU - Sol, Petra\nAU  - Sol P", Author("Sol", "Petra")),
    ],
)
def test_names(text, author):
    assert read(f"PMID- 1\n{text}")[0].authors == (author,)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2030", Date(2030)),
        ("2030 Mar", Date(2030, 3)),
        ("2030 Mar 5", Date(2030, 3, 5)),
        ("2030 Summer", Date(2030, season=2)),
        ("2030 Mar-Apr", Date(2030, 3, end=Date(2030, 4))),
        ("2030 Mar 5-9", Date(2030, 3, 5, end=Date(2030, 3, 9))),
        ("2030 Dec-2031 Jan", Date(2030, 12, end=Date(2031, 1))),
        ("2030-2031", Date(2030, end=Date(2031))),
        ("2030 1st Quart", Date(2030, literal="2030 1st Quart")),
    ],
)
def test_dates_go_there_and_back(text, date):
    (paper,) = read(f"PMID- 1\nDP  - {text}")
    assert paper.issued == date
    assert lines(write(paper), "DP") == [text]


@pytest.mark.parametrize(
    ("types", "kind"),
    [
        (["Journal Article", "Preprint"], "article"),
        (["Comparative Study", "Journal Article"], "article-journal"),
        (["Case Reports"], "article-journal"),
        (["Book"], "book"),
        (["Book Chapter"], "chapter"),
        (["Technical Report"], "report"),
        (["Dissertations/Theses - Doctoral Dissertations"], "thesis"),
        (["Reports - Research"], "report"),
        (["Journal Articles", "Reports - Research"], "article-journal"),
        (["Interview", "Journal Article"], "article-journal"),
        (["Dataset"], "dataset"),
        ([], "article-journal"),
    ],
)
def test_types(types, kind):
    text = "PMID- 1\nTI  - A\n" + "".join(f"PT  - {name}\n" for name in types)
    (paper,) = read(text)
    assert paper.kind == kind
    assert read(write(paper)) == [paper]


def test_a_list_that_was_cut_short():
    (paper,) = read("PMID- 1\nFAU - Sol, Petra\nAU  - Sol P\nFAU - et al.\nAU  - et al.\n")
    assert (paper.authors, paper.authors_omitted) == ((Author("Sol", "Petra"),), UNKNOWN_NUMBER)
    assert "et al." in write(paper)
    report = Report()
    write(Paper(authors=(Author("Sol", "Petra"),), authors_omitted=2), report=report)
    assert report.losses == {"authors_omitted: exact form": 1}


def test_no_affiliation_is_pinned_to_an_author():
    paper = Paper(authors=(Author("Sol", "Petra"),), affiliations=(Affiliation("Pond Office"),))
    text = write(paper)
    assert text.index("AD  - ") < text.index("FAU - ")
    assert read(text)[0].authors == paper.authors


def test_a_preprint_for_zotero():
    paper = Paper(
        kind="article", title="Weirs", publisher="arXiv", eprint="2609.01234", eprint_type="arxiv", eprint_version="2"
    )
    text = write(paper)
    assert text.startswith("PMID- \n")
    assert lines(text, "PT") == ["Preprint"]
    assert lines(text, "AID") == ["arXiv:2609.01234v2 [pii]"]
    assert lines(text, "PB") == ["arXiv"]
    assert read(text) == [paper]


def test_long_lines_are_wrapped_at_blanks_only():
    title = " ".join(["weirs"] * 40) + " " + "x" * 200
    text = write(Paper(title=title, pmid="1"))
    assert all(len(line) < 90 or "x" * 200 in line for line in text.split("\n"))
    assert all(line[:6].strip() == "" or line[4:6] == "- " for line in text.split("\n"))
    assert read(text)[0].title == title


def test_losses_are_said():
    report = Report()
    paper = Paper(key="k", title="A", abstract="One.\n\nTwo.", note="n", authors=(Author("B", role="translator"),))
    write(paper, report=report)
    assert report.losses == {"key": 1, "note": 1, "authors:translator": 1, "abstract: exact form": 1}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_missing_blank_lines(end):
    text = "PMID- 1\nTI  - A\n  b\nPMID- 2\nTI  - C\n\n\n\nPMID- 3\nTI  - D".replace("\n", end)
    assert [(paper.pmid, paper.title) for paper in read(text.encode())] == [("1", "A b"), ("2", "C"), ("3", "D")]


def test_text_without_a_tag_is_said():
    report = Report()
    assert len(read("something before\n\nPMID- 1\nTI  - A", report)) == 1
    assert [(d.code, d.location.line) for d in report.diagnostics] == [("stray-line", 1)]


@pytest.mark.parametrize("text", ["plain words", "<xml/>", "{}", "@article{a, title={b}}"])
def test_what_is_no_medline_is_one_error(text):
    with pytest.raises(bibkit.InputError):
        read(text)


def test_illegal_characters_are_counted_once(shared):
    report = Report()
    papers = list(bibkit.read(shared / "cases" / "45-xml-illegal-control-characters" / "input.json"))
    text = write(*papers, Paper(title="Po\x0bnds\u2028x"), report=report)
    assert not any(ord(character) < 32 and character != "\n" for character in text)
    assert [d.code for d in report.diagnostics] == ["illegal-characters"]
