"""What an EndNote library says of a paper."""

from __future__ import annotations

import contextlib
import tracemalloc

import pytest

import bibkit
from bibkit import Affiliation, Attachment, Author, Date

RECORD = """<?xml version="1.0" encoding="UTF-8"?><xml><records><record>
<database name="ponds.enl" path="C:\\ponds.enl">ponds.enl</database><source-app name="EndNote" version="21.0">EndNote</source-app>
<rec-number>12</rec-number><foreign-keys><key app="EN" db-id="xyz">12</key></foreign-keys>
<ref-type name="{type}">{number}</ref-type>{body}</record></records></xml>"""


def read(body, kind="Journal Article", number="17", report=None):
    return bibkit.loads(RECORD.format(body=body, type=kind, number=number), "endnote-xml", report=report)[0]


def test_a_journal_article():
    paper = read(
        """<contributors><authors><author><style face="normal" font="default" size="100%">Abara, Tunde</style></author>
        <author>van der Berg, Ada, Jr.</author><author>Pond Institute,</author><author>Salt,, Silt Inc.</author></authors>
        <translated-authors><author>Абара, Т.</author></translated-authors></contributors>
        <auth-address>Institute of Ponds, Saltby&#xD;Weir Office, Port Marrow</auth-address>
        <titles><title><style face="normal" font="default" size="100%">Weirs of </style><style face="italic"
        font="default" size="100%">Natrix</style><style face="normal" font="default" size="100%"> in H</style><style
        face="subscript" font="default" size="100%">2</style><style face="normal" font="default" size="100%">O</style></title>
        <secondary-title>Sluice Review</secondary-title><alt-title>Sluice Rev.</alt-title><short-title>Weirs</short-title></titles>
        <periodical><full-title>Sluice Review</full-title><abbr-1>Sluice Rev.</abbr-1></periodical>
        <pages>11&#x2013;19</pages><volume>4</volume><number>2</number><edition>2031-01-02</edition>
        <keywords><keyword>Ponds</keyword><keyword>Weirs, Tidal</keyword></keywords>
        <dates><year>2031</year><pub-dates><date>Mar 5</date></pub-dates></dates>
        <isbn>2999-0010 (Electronic)&#xD;2999-0002 (Linking)</isbn><accession-num>90000001</accession-num>
        <electronic-resource-num>https://doi.org/10.5555/weir.1</electronic-resource-num>
        <abstract>One.

Two.</abstract><notes>A remark</notes><research-notes>My own</research-notes>
        <urls><related-urls><url>https://example.org/w</url><url>https://example.org/x</url></related-urls>
        <pdf-urls><url>internal-pdf://1/w.pdf</url></pdf-urls></urls>
        <custom2>PMC1234567</custom2><custom4>what we never know</custom4><language>eng</language>"""
    )
    assert paper.kind == "article-journal"
    assert paper.title == "Weirs of <i>Natrix</i> in H<sub>2</sub>O"
    assert paper.title_short == "Weirs"
    assert paper.authors == (
        Author("Abara", "Tunde"),
        Author("Berg", "Ada", "van der", "Jr."),
        Author(literal="Pond Institute"),
        Author(literal="Salt, Silt Inc."),
    )
    assert paper.affiliations == (Affiliation("Institute of Ponds, Saltby"), Affiliation("Weir Office, Port Marrow"))
    assert (paper.container_title, paper.container_title_short) == ("Sluice Review", "Sluice Rev.")
    assert (paper.page, paper.volume, paper.issue) == ("11-19", "4", "2")
    assert (paper.issued, paper.available_date) == (Date(2031, 3, 5), Date(2031, 1, 2))
    assert paper.tags == ("Ponds", "Weirs, Tidal")
    assert (paper.issn, paper.isbn, paper.pmid, paper.pmcid) == ("2999-0010 2999-0002", "", "90000001", "PMC1234567")
    assert paper.doi == "10.5555/weir.1"
    assert paper.abstract == "One.\n\nTwo."
    assert (paper.note, paper.notes, paper.language) == ("A remark", ("My own",), "eng")
    assert paper.url == "https://example.org/w"
    assert paper.attachments == (
        Attachment(url="https://example.org/x"),
        Attachment(path="internal-pdf://1/w.pdf", media_type="application/pdf"),
    )
    assert paper.extra["endnote-xml:custom4"] == ("what we never know",)
    assert paper.extra["endnote-xml:foreign-keys"] == (
        '<foreign-keys><key app="EN" db-id="xyz">12</key></foreign-keys>',
    )
    assert paper.extra["endnote-xml:contributors/translated-authors"] == ("Абара, Т.",)


@pytest.mark.parametrize(
    ("name", "number", "kind"),
    [
        ("Book", "99", "book"),
        ("", "6", "book"),
        ("Conference Proceedings", "10", "paper-conference"),
        ("Thesis", "32", "thesis"),
        ("Report", "10", "report"),
        ("Dataset", "59", "dataset"),
        ("Web Page", "12", "webpage"),
        ("Computer Program", "9", "software"),
        ("Preprint", "70", "article"),
        ("Electronic Article", "43", "article-journal"),
    ],
)
def test_the_name_of_a_type_counts_before_its_number(name, number, kind):
    assert read("", name, number).kind == kind


def test_a_type_that_nobody_knows_is_said_and_kept():
    report = bibkit.Report()
    paper = read("", "Pond Diary", "99", report)
    assert (paper.kind, paper.extra["endnote-xml:ref-type"]) == ("document", ("Pond Diary",))
    assert [(d.code, d.location.line) for d in report.diagnostics] == [("unknown-type", 1)]


def test_a_preprint_is_an_electronic_article_of_that_type():
    paper = read(
        "<work-type>preprint</work-type><accession-num>arXiv:2609.01234v2 [cs.LG]</accession-num>",
        "Electronic Article",
        "43",
    )
    assert (paper.kind, paper.genre) == ("article", "")
    assert (paper.eprint, paper.eprint_type, paper.eprint_class, paper.eprint_version) == (
        "2609.01234",
        "arxiv",
        "cs.LG",
        "2",
    )


def contributors(**groups):
    return "".join(
        f"<contributors><{role.replace('_', '-')}><author>{name}</author></{role.replace('_', '-')}></contributors>"
        for role, name in groups.items()
    )


@pytest.mark.parametrize(
    ("name", "roles"),
    [
        ("Book Section", ["author", "editor", "collection-editor", "translator"]),
        ("Book", ["author", "collection-editor", "editor", "translator"]),
        ("Edited Book", ["editor", "collection-editor", "editor", "translator"]),
        ("Personal Communication", ["author", "recipient", "collection-editor", "translator"]),
    ],
)
def test_what_contributors_did_depends_on_the_type(name, roles):
    paper = read(
        contributors(authors="A, A", secondary_authors="B, B", tertiary_authors="C, C", subsidiary_authors="D, D"), name
    )
    assert {author.family: author.role for author in paper.authors} == dict(zip("ABCD", roles, strict=True))


@pytest.mark.parametrize(
    ("dates", "issued"),
    [
        ("<year>2031</year>", Date(2031)),
        ("<year>2031</year><pub-dates><date>Mar</date></pub-dates>", Date(2031, 3)),
        ("<year>2031</year><pub-dates><date>2031-03-05</date></pub-dates>", Date(2031, 3, 5)),
        ("<year>2031</year><pub-dates><date>Summer</date></pub-dates>", Date(2031, season=2)),
        ("<year>2031</year><pub-dates><date>odd words</date></pub-dates>", Date(2031, literal="odd words")),
        ("<year>in press</year>", Date(literal="in press")),
        ("<pub-dates><date>March 2031</date></pub-dates>", Date(2031, 3)),
        ("", None),
    ],
)
def test_dates(dates, issued):
    assert read(f"<dates>{dates}</dates>").issued == issued


def test_the_journal_of_pubmed_s_import_is_the_full_one():
    paper = read(
        "<titles><title>T</title><secondary-title>J Pond Sci</secondary-title><alt-title>Journal of pond science</alt-title></titles>"
        "<periodical><full-title>J Pond Sci</full-title></periodical>"
        "<alt-periodical><full-title>Journal of pond science</full-title></alt-periodical>"
    )
    assert (paper.container_title, paper.container_title_short) == ("Journal of pond science", "J Pond Sci")
    assert not any("title" in key or "periodical" in key for key in paper.extra)


def test_lists_that_are_one_field():
    paper = read(
        "<auth-address>Pond Office&#xD;&#xD;Weir Office</auth-address><keywords><keyword>a&#xD;b c</keyword></keywords>"
    )
    assert [affiliation.name for affiliation in paper.affiliations] == ["Pond Office", "Weir Office"]
    assert paper.tags == ("a", "b c")


def test_numbers_that_share_a_field():
    assert read("<isbn>978-0-306-40615-7 (hbk.)</isbn>", "Book").isbn == "978-0-306-40615-7"
    assert read("<isbn>0027-8424</isbn>", "Book").issn == "0027-8424"
    assert read("<isbn>WO2031US1</isbn>", "Patent").number == "WO2031US1"
    assert read("<electronic-resource-num>Artn 17</electronic-resource-num>").doi == ""


@pytest.mark.parametrize("text", ["", "plain words", "<html><body/></html>", "{}", "<xml"])
def test_what_is_no_endnote_xml_is_one_error(text):
    with pytest.raises(bibkit.InputError):
        bibkit.loads(text, "endnote-xml")


def test_a_damaged_record_costs_no_neighbour():
    report = bibkit.Report()
    records = [
        "<record><ref-type name='Book'>6</ref-type><titles><title>One</title></titles></record>",
        "<record><ref-type name='Book'>6</ref-type><titles><title>Salt & Silt</title></titles></record>",
        "<record><ref-type name='Book'>6</ref-type><titles><title>Lost</titles></record>",
        "<record><ref-type name='Book'>6</ref-type><titles><title>Four</title></titles></record>",
    ]
    papers = bibkit.loads("<xml><records>\n" + "\n".join(records) + "\n</records></xml>", "endnote-xml", report=report)
    assert [paper.title for paper in papers] == ["One", "Salt & Silt", "Four"]
    assert [(d.code, d.location.line) for d in report.diagnostics] == [("xml-repaired", 3), ("xml-fault", 4)]


def test_entities_are_never_expanded(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("secret")
    laughs = "".join(f"<!ENTITY a{n} '{f'&a{n - 1};' * 10}'>" for n in range(1, 12))
    text = (
        f"<!DOCTYPE xml [<!ENTITY s SYSTEM '{secret.as_uri()}'><!ENTITY a0 'ha'>{laughs}]>"
        "<xml><records><record><titles><title>x &s; y</title></titles></record>{}</records></xml>"
    )
    assert bibkit.loads(text.replace("{}", ""), "endnote-xml")[0].title == "x &s; y"
    tracemalloc.start()
    bomb = text.replace("{}", "<record><titles><title>&a11;</title></titles></record>")
    with contextlib.suppress(bibkit.InputError):
        assert all(len(paper.title) < 100 for paper in bibkit.loads(bomb, "endnote-xml"))
    assert tracemalloc.get_traced_memory()[1] < 10 << 20
    tracemalloc.stop()
