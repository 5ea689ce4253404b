"""PubMed XML."""

from __future__ import annotations

import contextlib

import pytest

import bibkit
from bibkit import UNKNOWN_NUMBER, Affiliation, Author, Date, Report

ARTICLE = """<?xml version="1.0" ?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2031//EN" "https://dtd.invalid/pubmed.dtd">
<PubmedArticleSet>
<PubmedArticle><MedlineCitation Status="MEDLINE" Owner="NLM"><PMID Version="1">90000001</PMID>
<DateRevised><Year>2031</Year><Month>05</Month><Day>06</Day></DateRevised>
<Article PubModel="Print-Electronic"><Journal><ISSN IssnType="Electronic">2999-0010</ISSN>
<JournalIssue CitedMedium="Internet"><Volume>31</Volume><Issue>2</Issue><PubDate><Year>2030</Year><Season>Summer</Season></PubDate>
</JournalIssue><Title>Sluice Review</Title><ISOAbbreviation>Sluice Rev.</ISOAbbreviation></Journal>
<ArticleTitle>Weirs of <i>Natrix</i> in H<sub>2</sub>O &amp; silt.</ArticleTitle>
<Pagination><StartPage>1388</StartPage><EndPage>1397</EndPage><MedlinePgn>1388-97</MedlinePgn></Pagination>
<ELocationID EIdType="doi" ValidYN="Y">10.5555/weir.30</ELocationID>
<Abstract><AbstractText Label="METHODS" NlmCategory="METHODS">Ponds were <b>counted</b>.</AbstractText>
<AbstractText Label="RESULTS">There are twelve.</AbstractText><CopyrightInformation>(c) 2030 Ponds.</CopyrightInformation></Abstract>
<AuthorList CompleteYN="N"><Author ValidYN="Y"><LastName>Abara</LastName><ForeName>Tunde</ForeName><Initials>T</Initials>
<Identifier Source="ORCID">https://orcid.org/0000-0002-1825-0097</Identifier>
<AffiliationInfo><Affiliation>Institute of Ponds, Saltby.</Affiliation><Identifier Source="ROR">https://ror.org/05dxps055</Identifier></AffiliationInfo>
<AffiliationInfo><Affiliation>Weir Office.</Affiliation></AffiliationInfo></Author>
<Author ValidYN="Y"><LastName>van der Meer</LastName><ForeName>Jan</ForeName><Initials>J</Initials><Suffix>Jr</Suffix></Author>
<Author ValidYN="Y"><CollectiveName>Weir Consortium</CollectiveName></Author></AuthorList>
<Language>eng</Language><GrantList><Grant><GrantID>R01</GrantID><Acronym>SI</Acronym><Agency>NSI</Agency><Country>Siltland</Country></Grant></GrantList>
<PublicationTypeList><PublicationType UI="D016428">Journal Article</PublicationType></PublicationTypeList>
<ArticleDate DateType="Electronic"><Year>2030</Year><Month>01</Month><Day>02</Day></ArticleDate></Article>
<MedlineJournalInfo><Country>Siltland</Country><MedlineTA>Sluice</MedlineTA><NlmUniqueID>123</NlmUniqueID><ISSNLinking>2999-0002</ISSNLinking></MedlineJournalInfo>
<MeshHeadingList><MeshHeading><DescriptorName MajorTopicYN="N">Locks</DescriptorName><QualifierName MajorTopicYN="Y">history</QualifierName></MeshHeading></MeshHeadingList>
<KeywordList Owner="NOTNLM"><Keyword MajorTopicYN="Y">weirs</Keyword></KeywordList>
</MedlineCitation><PubmedData><History><PubMedPubDate PubStatus="received"><Year>2029</Year><Month>12</Month><Day>4</Day></PubMedPubDate></History>
<ArticleIdList><ArticleId IdType="pubmed">90000001</ArticleId><ArticleId IdType="doi">10.5555/weir.30</ArticleId><ArticleId IdType="pmc">PMC7654321</ArticleId></ArticleIdList>
<ReferenceList><Reference><Citation>Sol P. Ponds.</Citation></Reference></ReferenceList></PubmedData></PubmedArticle>
{more}
</PubmedArticleSet>"""

BOOK = """<PubmedBookArticle><BookDocument><PMID>90000002</PMID><ArticleIdList><ArticleId IdType="bookaccession">NBK1</ArticleId></ArticleIdList>
<Book><Publisher><PublisherName>Pond Press</PublisherName><PublisherLocation>Saltby</PublisherLocation></Publisher>
<BookTitle book="ponds">Ponds of the World</BookTitle><PubDate><Year>2030</Year></PubDate>
<AuthorList Type="editors"><Author><LastName>Sol</LastName><ForeName>Petra</ForeName></Author></AuthorList></Book>
<ArticleTitle>Silt</ArticleTitle><Language>eng</Language>
<AuthorList Type="authors"><Author><LastName>Abara</LastName><ForeName>Tunde</ForeName></Author></AuthorList>
<PublicationType>Review</PublicationType></BookDocument></PubmedBookArticle>"""


def read(text, report=None):
    return bibkit.loads(text, "pubmed-xml", report=report)


def test_an_article():
    (paper,) = read(ARTICLE.replace("{more}", ""))
    assert (paper.kind, paper.pmid, paper.pmcid, paper.doi) == (
        "article-journal",
        "90000001",
        "PMC7654321",
        "10.5555/weir.30",
    )
    assert paper.title == "Weirs of <i>Natrix</i> in H<sub>2</sub>O & silt."
    assert paper.abstract == "METHODS: Ponds were <b>counted</b>.\n\nRESULTS: There are twelve."
    assert paper.authors == (
        Author("Abara", "Tunde", orcid="0000-0002-1825-0097", affiliations=(0, 1)),
        Author("Meer", "Jan", "van der", "Jr"),
        Author(literal="Weir Consortium"),
    )
    assert paper.authors_omitted == UNKNOWN_NUMBER
    assert paper.affiliations == (Affiliation("Institute of Ponds, Saltby.", "05dxps055"), Affiliation("Weir Office."))
    assert (paper.issued, paper.available_date, paper.submitted) == (
        Date(2030, season=2),
        Date(2030, 1, 2),
        Date(2029, 12, 4),
    )
    assert (paper.container_title, paper.container_title_short, paper.page) == ("Sluice Review", "Sluice", "1388-97")
    assert (paper.volume, paper.issue, paper.issn, paper.language) == ("31", "2", "2999-0010 2999-0002", "eng")
    assert paper.tags == ("Locks/history", "weirs")
    assert paper.extra["nbib:MH"] == ("Locks/*history",)
    assert paper.extra["nbib:GR"] == ("R01/SI/NSI/Siltland",)
    assert paper.extra["nbib:CI"] == ("(c) 2030 Ponds.",)
    assert "Sol P. Ponds." in paper.extra["pubmed-xml:ReferenceList"][0]


def test_a_chapter_and_its_neighbour():
    first, second = read(ARTICLE.replace("{more}", BOOK))
    assert first.pmid == "90000001"
    assert (second.kind, second.title, second.container_title) == ("chapter", "Silt", "Ponds of the World")
    assert [(author.family, author.role) for author in second.authors] == [("Sol", "editor"), ("Abara", "author")]
    assert (second.publisher, second.publisher_place, second.issued) == ("Pond Press", "Saltby", Date(2030))


def test_what_it_says_goes_into_nbib():
    papers = read(ARTICLE.replace("{more}", BOOK))
    report = Report()
    text = bibkit.dumps(papers, "nbib", report=report)
    again = bibkit.loads(text, "nbib")
    assert [paper.title for paper in again] == [paper.title for paper in papers]
    for role in ("author", "editor"):
        assert [paper.by_role(role) for paper in again] == [paper.by_role(role) for paper in papers]
    assert report.losses == {
        "affiliations.ror": 1,
        "abstract: exact form": 1,
        "pubmed-xml:ReferenceList": 1,
    }


@pytest.mark.parametrize("text", ["", "words", "<html/>", "<PubmedArticleSet"])
def test_what_is_no_pubmed_xml_is_one_error(text):
    with pytest.raises(bibkit.InputError):
        read(text)


def test_a_damaged_record_costs_no_neighbour():
    report = Report()
    damaged = "<PubmedArticle><MedlineCitation><PMID>2</PMID><Article></MedlineCitation></PubmedArticle>\n" + BOOK
    papers = read(ARTICLE.replace("{more}", damaged), report)
    assert [paper.pmid for paper in papers] == ["90000001", "90000002"]
    assert [d.code for d in report.diagnostics] == ["xml-fault"]


def test_a_bomb_does_not_go_off():
    laughs = "".join(f"<!ENTITY a{n} '{f'&a{n - 1};' * 10}'>" for n in range(1, 12))
    text = ARTICLE[ARTICLE.index("<PubmedArticleSet>") :].replace("Summer", "&a11;").replace("{more}", "")
    with contextlib.suppress(bibkit.InputError):
        papers = read(f"<!DOCTYPE PubmedArticleSet [<!ENTITY a0 'ha'>{laughs}]>{text}")
        assert all(len(str(paper)) < 20000 for paper in papers)
