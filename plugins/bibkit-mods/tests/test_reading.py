"""What a record of a library or repository says."""

from __future__ import annotations

import contextlib

import pytest

import bibkit
from bibkit import UNKNOWN_NUMBER, Affiliation, Attachment, Author, Date, Report

COLLECTION = '<modsCollection xmlns="http://www.loc.gov/mods/v3">{}</modsCollection>'


def read(body, report=None):
    return bibkit.loads(COLLECTION.format(f"<mods>{body}</mods>"), "mods", report=report)[0]


ARTICLE = """
<titleInfo><nonSort>The</nonSort><title>Weirs</title><subTitle>a survey</subTitle></titleInfo>
<titleInfo type="abbreviated"><title>Weirs</title></titleInfo>
<titleInfo type="translated"><title>Die Wehre</title></titleInfo>
<name type="personal"><namePart type="given">Ada</namePart><namePart type="family">van der Berg</namePart>
  <namePart type="termsOfAddress">Jr.</namePart><namePart type="date">1999-</namePart>
  <role><roleTerm type="code" authority="marcrelator">aut</roleTerm></role>
  <affiliation>Institute of Ponds,
     Saltby</affiliation><affiliation authority="ror" valueURI="https://ror.org/05dxps055">Weir Office</affiliation>
  <nameIdentifier type="orcid">https://orcid.org/0000-0002-1825-0097</nameIdentifier></name>
<name type="personal"><namePart>Sol, Petra</namePart><role><roleTerm type="text">Author</roleTerm></role>
  <affiliation authority="ror" valueURI="https://ror.org/05dxps055">Weir Office</affiliation></name>
<name type="corporate"><namePart>Weir Consortium</namePart></name>
<name><etal/></name>
<typeOfResource>text</typeOfResource><genre authority="local">journalArticle</genre><genre>survey</genre>
<language><languageTerm type="text">English</languageTerm><languageTerm type="code" authority="iso639-2b">eng</languageTerm></language>
<abstract>One
   line.

Two.</abstract>
<note>A note.</note><note type="bibliography">Has references.</note><note type="publication status">in press</note>
<subject authority="lcsh"><topic>Weirs</topic><geographic>Saltby</geographic></subject><subject><topic>Ponds, tidal</topic></subject>
<classification authority="ddc">627</classification>
<relatedItem type="host"><titleInfo><title>Sluice Review</title></titleInfo><titleInfo type="abbreviated"><title>Sluice Rev.</title></titleInfo>
  <name type="personal"><namePart type="family">Abara</namePart><namePart type="given">Tunde</namePart><role><roleTerm>editor</roleTerm></role></name>
  <originInfo><publisher>Pond Press</publisher><place><placeTerm type="text">Saltby</placeTerm></place></originInfo>
  <part><detail type="volume"><number>4</number><caption>vol.</caption></detail><detail type="issue"><number>2</number></detail>
  <extent unit="page"><start>11</start><end>19</end></extent><date>2031</date></part>
  <identifier type="issn">2999-0010</identifier></relatedItem>
<relatedItem type="constituent"><titleInfo><title>A part</title></titleInfo></relatedItem>
<originInfo><dateIssued>c2031</dateIssued><dateIssued encoding="w3cdtf" keyDate="yes">2031-03-05</dateIssued></originInfo>
<identifier type="doi">https://doi.org/10.5555/weir.1</identifier><identifier type="oclc">123</identifier>
<identifier type="arxiv">arXiv:2609.01234v2</identifier>
<location><url usage="primary display" dateLastAccessed="2031-04-01">https://example.org/w</url>
  <url displayLabel="PDF" access="raw object">https://example.org/w.pdf</url></location>
<location><physicalLocation>Pond Library</physicalLocation><shelfLocator>B 12</shelfLocator></location>
<recordInfo><recordContentSource>Pond Catalogue</recordContentSource><recordIdentifier>77</recordIdentifier></recordInfo>
"""


def test_an_article():
    paper = read(ARTICLE)
    assert (paper.kind, paper.title, paper.title_short) == ("article-journal", "The Weirs: a survey", "Weirs")
    assert paper.authors == (
        Author("Berg", "Ada", "van der", "Jr.", orcid="0000-0002-1825-0097", affiliations=(0, 1)),
        Author("Sol", "Petra", affiliations=(1,)),
        Author(literal="Weir Consortium"),
        Author("Abara", "Tunde", role="editor"),
    )
    assert paper.authors_omitted == UNKNOWN_NUMBER
    assert paper.affiliations == (Affiliation("Institute of Ponds, Saltby"), Affiliation("Weir Office", "05dxps055"))
    assert (paper.issued, paper.accessed) == (Date(2031, 3, 5), Date(2031, 4, 1))
    assert paper.abstract == "One line.\n\nTwo."
    assert (paper.notes, paper.status, paper.genre) == (("A note.",), "in press", "survey")
    assert paper.tags == ("Weirs", "Ponds, tidal")
    assert (paper.container_title, paper.container_title_short) == ("Sluice Review", "Sluice Rev.")
    assert (paper.volume, paper.issue, paper.page, paper.issn) == ("4", "2", "11-19", "2999-0010")
    assert (paper.publisher, paper.publisher_place, paper.language) == ("Pond Press", "Saltby", "eng")
    assert (paper.doi, paper.eprint, paper.eprint_type, paper.eprint_version) == (
        "10.5555/weir.1",
        "2609.01234",
        "arxiv",
        "2",
    )
    assert paper.url == "https://example.org/w"
    assert paper.attachments == (Attachment("PDF", url="https://example.org/w.pdf", media_type="application/pdf"),)
    assert (paper.archive, paper.archive_location, paper.source) == ("Pond Library", "B 12", "Pond Catalogue")
    assert paper.extra["mods:note[bibliography]"] == ("Has references.",)
    assert paper.extra["mods:titleInfo[translated]"] == ("Die Wehre",)
    assert paper.extra["mods:subject/geographic"] == ("Saltby",)
    assert paper.extra["mods:identifier[oclc]"] == ("123",)
    assert "A part" in paper.extra["mods:relatedItem[constituent]"][0]


def test_what_only_mods_knows_is_written_back():
    first = read(ARTICLE)
    report = Report()
    again = bibkit.dumps([first], "mods", report=report)
    assert report.losses == {}
    assert bibkit.loads(again, "mods") == [first]


def test_any_prefix_and_a_single_record():
    text = '<m:mods xmlns:m="http://www.loc.gov/mods/v3"><m:titleInfo><m:title>A</m:title></m:titleInfo></m:mods>'
    assert [paper.title for paper in bibkit.loads(text, "mods")] == ["A"]


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ('<genre authority="local">preprint</genre>', "article"),
        ('<genre authority="marcgt">thesis</genre>', "thesis"),
        ("<genre>journal article</genre>", "article-journal"),
        ("<genre>Web site</genre>", "webpage"),
        ("<typeOfResource>software, multimedia</typeOfResource>", "software"),
        ('<relatedItem type="host"><genre authority="marcgt">periodical</genre></relatedItem>', "article-journal"),
        (
            '<relatedItem type="host"><genre authority="marcgt">conference publication</genre></relatedItem>',
            "paper-conference",
        ),
        ('<relatedItem type="host"><genre authority="marcgt">book</genre></relatedItem>', "chapter"),
        (
            '<relatedItem type="host"><originInfo><issuance>continuing</issuance></originInfo></relatedItem>',
            "article-journal",
        ),
        ('<relatedItem type="host"><titleInfo><title>B</title></titleInfo></relatedItem>', "chapter"),
        ("<physicalDescription><internetMediaType>text/html</internetMediaType></physicalDescription>", "webpage"),
        ("", "document"),
    ],
)
def test_kinds(body, kind):
    assert read(body).kind == kind


@pytest.mark.parametrize(
    ("body", "date"),
    [
        ("<dateIssued>2031</dateIssued>", Date(2031)),
        ('<dateIssued>c2031</dateIssued><dateIssued encoding="marc">2031</dateIssued>', Date(2031)),
        ('<dateIssued point="start">2030</dateIssued><dateIssued point="end">2031</dateIssued>', Date(2030, end=Date(2031))),
        ('<dateIssued point="start" encoding="marc">2030</dateIssued><dateIssued point="end" encoding="marc">9999</dateIssued>',
         Date(2030, open_end=True)),
        ('<dateIssued encoding="edtf">2031-21</dateIssued>', Date(2031, season=1)),
        ('<dateIssued encoding="iso8601">20310305</dateIssued>', Date(2031, 3, 5)),
        ('<dateIssued qualifier="approximate" encoding="w3cdtf">2031</dateIssued>', Date(2031, approximate=True)),
        ("<copyrightDate>2031</copyrightDate><dateCreated>2029</dateCreated>", Date(2031)),
        ('<dateCreated keyDate="yes">2029</dateCreated><dateIssued>2031</dateIssued>', Date(2029)),
    ],
)  # fmt: skip
def test_dates(body, date):
    assert read(f"<originInfo>{body}</originInfo>").issued == date


@pytest.mark.parametrize(
    ("name", "author"),
    [
        ('<name type="personal"><namePart>Sol, Petra [1999-]</namePart></name>', Author("Sol", "Petra")),
        ('<name type="personal"><namePart>Petra van der Sol</namePart></name>', Author("Sol", "Petra", "van der")),
        ('<name type="corporate"><namePart>Pond Office</namePart><namePart>Weir Unit</namePart></name>',
         Author(literal="Pond Office. Weir Unit")),
        ("<name><namePart>University of Silt, Saltby</namePart></name>", Author(literal="University of Silt, Saltby")),
        ('<name type="personal"><namePart>Sol, P.</namePart><role><roleTerm type="code">ill</roleTerm></role></name>',
         Author("Sol", "P.", role="illustrator")),
    ],
)  # fmt: skip
def test_names(name, author):
    assert read(name).authors == (author,)


def test_a_publisher_and_a_conference_are_no_authors():
    paper = read(
        '<name type="conference"><namePart>Pond Days</namePart></name>'
        "<name><namePart>Pond Press</namePart><role><roleTerm>publisher</roleTerm></role></name>"
    )
    assert (paper.authors, paper.event_title) == ((), "Pond Days")


def test_old_versions():
    paper = read(
        "<originInfo><place><text>Saltby</text></place></originInfo><language authority='iso639-2b'>eng</language>"
        "<physicalDescription><extent>vii, 322 p. ; 23 cm.</extent></physicalDescription>"
        "<identifier type='isbn'>0801486394 (pbk.)</identifier>"
    )
    assert (paper.publisher_place, paper.language, paper.number_of_pages, paper.isbn) == (
        "Saltby",
        "eng",
        "322",
        "0801486394",
    )


@pytest.mark.parametrize("text", ["", "words", "<html/>", "<mods", "{}"])
def test_what_is_no_mods_is_one_error(text):
    with pytest.raises(bibkit.InputError):
        bibkit.loads(text, "mods")


def test_a_damaged_record_costs_no_neighbour():
    report = Report()
    records = [
        f"<mods><titleInfo><title>{title}</title></titleInfo></mods>\n" for title in ("One", "A & B", "<b>", "Four")
    ]
    papers = bibkit.loads(COLLECTION.format("\n" + "".join(records)), "mods", report=report)
    assert [paper.title for paper in papers] == ["One", "A & B", "Four"]
    assert [(d.code, d.location.line) for d in report.diagnostics] == [("xml-repaired", 3), ("xml-fault", 4)]


def test_a_bomb_does_not_go_off():
    laughs = "".join(f"<!ENTITY a{n} '{f'&a{n - 1};' * 10}'>" for n in range(1, 12))
    text = f"<!DOCTYPE m [<!ENTITY a0 'ha'>{laughs}]>" + COLLECTION.format(
        "<mods><titleInfo><title>&a11;</title></titleInfo></mods>"
    )
    with contextlib.suppress(bibkit.InputError):
        assert all(len(paper.title) < 100 for paper in bibkit.loads(text, "mods"))


@pytest.mark.parametrize(
    ("item_type", "kept"), [("document", {}), ("book", {}), ("map", {"mods:genre[local]": ("map",)})]
)
def test_a_neutral_local_genre_says_no_more_than_the_csl_genre(item_type, kept):
    paper = read(
        "<titleInfo><title>Odes</title></titleInfo>"
        f'<genre authority="local">{item_type}</genre><genre authority="csl">classic</genre>'
    )
    assert (paper.kind, paper.extra) == ("classic", kept)
