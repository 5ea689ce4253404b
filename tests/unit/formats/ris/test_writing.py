"""Papers to RIS: what each dialect writes, and what is said about the rest."""

from __future__ import annotations

from itertools import product

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bibkit.formats.ris import FIELDS, write
from bibkit.model import ASPECTS, KINDS, UNKNOWN_NUMBER, Affiliation, Attachment, Author, Date, Paper
from bibkit.plugins.records import WriteContext
from bibkit.testing import strategies

from .helpers import lines_of, losses, read_one, read_text, written

PREPRINT = Paper(
    key="abara2031weirs",
    kind="article",
    title=r"Weirs & Tides: a sharp $\tilde{O}(\log K)$ bound where $a<b$",
    authors=(Author("Abara", "Tunde"), Author(literal="Institute of Salt and Silt")),
    authors_omitted=2,
    affiliations=(Affiliation("University of Silt"), Affiliation("Tidal Institute, Saltby")),
    abstract="First paragraph.\n\nER  - and second.",
    tags=("Estuaries, Tidal", "deep learning"),
    issued=Date(2031, 3, 7),
    eprint="3103.01234",
    eprint_type="arxiv",
    eprint_class="cs.LG",
    eprint_version="2",
    url="https://example.org/?a=1&copy=2",
    notes=("Language: en",),
)


def test_a_preprint():
    assert written(PREPRINT) == (
        "TY  - UNPB\n"
        "TI  - Weirs & Tides: a sharp $\\tilde{O}(\\log K)$ bound where $a<b$\n"
        "AU  - Abara, Tunde\n"
        "AU  - Institute of Salt and Silt\n"
        "PY  - 2031\n"
        "DA  - 2031/03/07\n"
        "AD  - University of Silt; Tidal Institute, Saltby\n"
        "AB  - First paragraph.\n"
        "\n"
        " ER  - and second.\n"
        "KW  - Estuaries, Tidal\n"
        "KW  - deep learning\n"
        "UR  - https://example.org/?a=1&copy=2\n"
        "N1  - Language: en\n"
        "PB  - arXiv\n"
        "ID  - abara2031weirs\n"
        "M2  - Type: preprint\n"
        "M2  - Repository: arXiv\n"
        "M2  - Archive ID: 3103.01234\n"
        "M2  - arXiv: 3103.01234v2 [cs.LG]\n"
        "M2  - Authors omitted: 2\n"
        "M2  - Affiliation: University of Silt\n"
        "M2  - Affiliation: Tidal Institute, Saltby\n"
        "M2  - Citation Key: abara2031weirs\n"
        "ER  - \n"
    )
    assert losses(PREPRINT) == {}
    assert read_one(written(PREPRINT)) == PREPRINT


def test_zotero_reads_html():
    lines = lines_of(PREPRINT, dialect="zotero")
    assert r"TI  - Weirs &amp; Tides: a sharp $\tilde{O}(\log K)$ bound where $a&lt;b$" in lines
    assert "UR  - https://example.org/?a=1&amp;copy=2" in lines
    assert "AB  - First paragraph." in lines
    assert "N1  - <p>Language: en</p>" in lines
    assert "M2  - Affiliation: University of Silt" in lines
    assert not [line for line in lines if line.startswith("AD")]
    assert "TI  - <i>Natrix</i> at $5" in lines_of(Paper(title=r"<i>Natrix</i> at \$5"), dialect="zotero")


def test_what_zotero_would_cut_is_said():
    assert "tags: `;`" in losses(Paper(tags=("a; b", "c")), dialect="zotero")
    assert "tags: comma in the only tag" in losses(Paper(tags=("Estuaries, Tidal",)), dialect="zotero")
    assert losses(Paper(tags=("Estuaries, Tidal", "c")), dialect="zotero") == {}


def test_mendeley():
    lines = lines_of(PREPRINT, dialect="mendeley")
    assert [line for line in lines if line.startswith(("DA", "AD", "M2"))] == []
    assert {"PY  - 2031", "KW  - Estuaries, Tidal", "T2  - arXiv", "AB  - First paragraph. ER  - and second."} <= set(
        lines
    )
    assert set(losses(PREPRINT, dialect="mendeley")) >= {
        "kind",
        "issued: month and day",
        "affiliations",
        "authors_omitted",
        "eprint",
        "eprint_class",
        "eprint_version",
    }
    book = Paper(kind="book", title="Ponds", authors=(Author("Sol", "Petra", role="editor"),))
    assert "A2  - Sol, Petra" in lines_of(book, dialect="mendeley")


def test_endnote():
    lines = lines_of(PREPRINT, dialect="endnote")
    assert [line for line in lines if line.startswith("M2")] == []
    assert {"DA  - 2031/03/07", "AD  - University of Silt; Tidal Institute, Saltby"} <= set(lines)
    assert set(losses(PREPRINT, dialect="endnote")) >= {"kind", "authors_omitted", "eprint"}
    assert "UR  - https://arxiv.org/abs/3103.01234" in lines_of(
        Paper(kind="article", eprint="3103.01234", eprint_type="arxiv"), dialect="endnote"
    )


def test_the_target_chooses_the_dialect():
    text = "".join(write([PREPRINT], WriteContext(target="endnote", options={"dialect": "plain"})))
    assert "M2  - " not in text


@pytest.mark.parametrize(
    ("issued", "lines"),
    [
        (Date(2031), ["PY  - 2031"]),
        (Date(2031, 3), ["PY  - 2031", "DA  - 2031/03//"]),
        (Date(2031, 3, 7), ["PY  - 2031", "DA  - 2031/03/07"]),
        (Date(2031, season=4), ["PY  - 2031", "DA  - 2031///winter"]),
        (Date(literal="Spring issue, undated"), ["DA  - Spring issue, undated"]),
        (Date(2030, 9, end=Date(2031, 2)), ["PY  - 2030", "DA  - 2030/09//", "M2  - Issued: 2030-09/2031-02"]),
        (Date(2031, approximate=True), ["PY  - 2031", "M2  - Issued: 2031~"]),
        (Date(-69), ["M2  - Issued: -0069"]),
    ],
)
def test_dates(issued, lines):
    paper = Paper(kind="book", issued=issued)
    assert lines_of(paper)[1:-1] == lines
    assert read_one(written(paper)).issued == issued
    assert losses(paper) == {}


@pytest.mark.parametrize(
    ("page", "lines"),
    [
        ("24-1\u201324-7", ["SP  - 24-1", "EP  - 24-7"]),
        ("11-19", ["SP  - 11", "EP  - 19"]),
        ("091234", ["SP  - 091234"]),
        ("e2004567", ["SP  - e2004567"]),
        ("1388-97", ["SP  - 1388", "EP  - 97"]),
        ("S12-S19, 23+", ["SP  - S12", "EP  - S19, 23+"]),
    ],
)
def test_pages(page, lines):
    paper = Paper(kind="article-journal", page=page)
    assert lines_of(paper)[1:-1] == lines
    assert read_one(written(paper)) == paper


def test_a_value_stays_on_its_line():
    paper = Paper(title="Pro\x0cfits\u2028of\nponds\x00 \ufffe and \x0bmore", authors=(Author("Fer\x07ro", "Lia"),))
    context = WriteContext()
    text = "".join(write([paper, paper], context))
    assert text.count("\n") == 9
    assert "TI  - Pro fits of ponds and more\n" in text
    assert "AU  - Ferro, Lia\n" in text
    assert [(diagnostic.code, diagnostic.message.split()[0]) for diagnostic in context.report.diagnostics] == [
        ("illegal-characters", "12")
    ]


def test_notes_keep_their_lines():
    paper = Paper(notes=("one\n\nTY  - two", "<p>three</p>"))
    assert read_one(written(paper)).notes == paper.notes
    assert len(read_text(written(paper))[0]) == 1


def test_markup_is_a_loss_in_plain_text():
    paper = Paper(title="<i>Natrix</i> & ponds", abstract=r"costs \$75, then \$310")
    assert "TI  - Natrix & ponds" in lines_of(paper)
    assert "AB  - costs $75, then $310" in lines_of(paper)
    assert "title: exact form" in losses(paper)


def test_organisations_stay_whole():
    paper = Paper(authors=(Author(literal="Silt, Salt and Company"), Author(literal="Osei K."), Author("Sol", "Petra")))
    assert "AU  - Silt, Salt and Company" in lines_of(paper)
    assert read_one(written(paper)).authors == paper.authors
    assert "authors: exact form" in losses(paper, dialect="endnote")


def test_lists_cut_short():
    paper = Paper(authors=(Author("Sol", "Petra"),), authors_omitted=UNKNOWN_NUMBER, tags_omitted=3)
    assert "others" not in written(paper).lower()
    assert read_one(written(paper)) == paper


def test_links():
    paper = Paper(
        attachments=(
            Attachment(path="a/pond.pdf", media_type="application/pdf"),
            Attachment(url="https://a.example/full.html", media_type="text/html"),
            Attachment(path="pond.png", media_type="image/png"),
        )
    )
    assert lines_of(paper)[1:-1] == ["L1  - a/pond.pdf", "L2  - https://a.example/full.html", "L4  - pond.png"]
    assert read_one(written(paper)) == paper
    assert "attachments: title" in losses(Paper(attachments=(Attachment(title="Scan", path="a.pdf"),)))


def test_every_kind_comes_back():
    for kind in KINDS:
        assert read_one(written(Paper(kind=kind, title="Ponds"))).kind == kind


def test_a_rare_type_is_written_again():
    for ty in ("EJOUR", "CPAPER", "EBOOK", "SCROLL"):
        assert written(read_one(f"TY  - {ty}\nTI  - Ponds\nER  - \n")).startswith(f"TY  - {ty}\n")


def test_records_end_strictly():
    text = written(Paper(title="Ponds"), Paper(title="Weirs"))
    assert text == "TY  - GEN\nTI  - Ponds\nER  - \n\nTY  - GEN\nTI  - Weirs\nER  - \n"


def test_what_no_tag_and_no_line_has_a_place_for():
    for kind in KINDS:
        assert set(FIELDS.lost_fields(kind)) == {"collections", "automatic_tags", "categories"}
    assert set(ASPECTS) - FIELDS.handled_fields == {"authors.orcid", "authors.affiliations", "affiliations.ror"}


@pytest.mark.parametrize(
    ("paper", "lost"),
    [
        (Paper(kind="paper-conference", event_title="Tides"), {"event_title"}),
        (Paper(kind="paper-conference", event_place="Bern"), {"event_place"}),
        (Paper(kind="article", page="12"), {"kind", "page"}),
        (Paper(kind="interview", authors=(Author("Sol", "P.", role="interviewer"),)), {"kind", "authors:interviewer"}),
        (Paper(kind="book", authors=(Author("Sol", "P.", role="editor"),)), set()),
    ],
)
def test_what_another_kind_would_read_otherwise_is_lost(paper, lost):
    """Without lines that name the kind, the type alone says what a tag means."""
    assert set(losses(paper, dialect="endnote")) == lost
    assert losses(paper) == {}


def test_losses_are_counted():
    paper = Paper(
        title="Ponds",
        collections=(("Water",),),
        authors=(Author("Sol", "Petra", orcid="0000-0002-1825-0097"),),
        extra={"bibtex:owner": ("me",)},
    )
    assert losses(paper) == {"collections": 1, "authors.orcid": 1, "bibtex:owner": 1}


_FULL = Paper(
    kind="article-journal",
    key="sol2031",
    title="Ponds",
    issued=Date(2031, 6),
    accessed=Date(2032, 1, 2),
    page="3-9",
    issn="1755-0998",
    tags=("silt",),
    volume="4",
)


_BARE = (Paper(kind="book"), Paper(kind="report", number="7", issued=Date(literal="Soon")))
_VALUES = ("2030", "silt", "5", "M. Sol; K. Osei", "Type: book", "")
_BY_CODE = {"DA", "EP", "ID", "JO", "L1", "L4", "M2", "PY", "SP", "TY", "Y1", "Y2"}


@pytest.mark.parametrize("dialect", ["plain", "zotero", "mendeley", "endnote"])
@pytest.mark.parametrize("tag", sorted({"C9", "ER", "no tag", *_BY_CODE, *(rule.tag for rule in FIELDS.rules)}))
def test_what_extra_holds_comes_back_or_is_counted(tag, dialect):
    """Also where the tag has a meaning that the paper's own line doesn't take from it."""
    for paper, value in product((_FULL, *_BARE), _VALUES):
        paper = msgspec.structs.replace(paper, extra={f"ris:{tag}": (value,)})
        again = read_one(written(paper, dialect=dialect))
        lost = losses(paper, dialect=dialect)
        assert again.extra.get(f"ris:{tag}") == (value,) or f"ris:{tag}" in lost
        told = {name.partition(":")[0] for name in lost} | {"kind"}
        assert {name.partition(":")[0] for name in FIELDS.changes(paper, again)} <= told


@pytest.mark.parametrize(
    ("tag", "values", "lines"),
    [
        ("PY", ("2030",), ["PY  - 2031", "PY  - 2030"]),
        ("Y2", ("2030",), ["Y2  - 2032/01/02", "Y2  - 2030"]),
        ("EP", ("12", "13"), ["EP  - 9", "EP  - 12", "EP  - 13"]),
        ("ID", ("other",), ["ID  - sol2031", "ID  - other"]),
        ("VL", ("5",), ["VL  - 4", "VL  - 5"]),
        ("C9", ("x",), ["C9  - x"]),
    ],
)
def test_a_second_value_stands_behind_the_first(tag, values, lines):
    paper = msgspec.structs.replace(_FULL, extra={f"ris:{tag}": values})
    assert [line for line in lines_of(paper) if line.startswith(tag)] == lines
    assert read_one(written(paper)) == paper
    assert losses(paper) == {}


@pytest.mark.parametrize("tag", ["PY", "Y2", "SP", "EP", "ID", "KW", "VL"])
def test_a_second_value_without_a_first_is_lost(tag):
    assert f"ris:{tag}" in losses(Paper(kind="book", extra={f"ris:{tag}": ("2030",)}))


@pytest.mark.parametrize("dialect", ["plain", "zotero", "mendeley", "endnote"])
@given(paper=strategies.papers())
def test_nothing_is_lost_in_silence(dialect, paper):
    """Whatever comes back otherwise is among the losses."""
    again = read_one(written(paper, dialect=dialect))
    told = {name.partition(":")[0] for name in losses(paper, dialect=dialect)} | {"kind"}
    assert {name.partition(":")[0] for name in FIELDS.changes(paper, again)} <= told


@given(st.text(), st.text(), st.text())
def test_any_text_can_be_written(title, note, tag):
    paper = Paper(title=title, notes=(note,), abstract=note, tags=(tag,), authors=(Author(literal=tag),), key="k")
    for dialect in ("plain", "zotero"):
        assert read_one(written(paper, dialect=dialect)).key == "k"
