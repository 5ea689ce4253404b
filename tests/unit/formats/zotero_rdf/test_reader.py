"""What Zotero and others write is read: items, and the nodes that hang on them, wherever those stand."""

from __future__ import annotations

import io

import pytest

from bibkit.formats import zotero_rdf
from bibkit.model import Affiliation, Attachment, Author, Date, Kind, Paper, Topic
from bibkit.plugins.records import ReadContext

from .helpers import document, item, read, read_item


def test_nodes_that_stand_elsewhere_are_found():
    data = document(
        '<bib:Article rdf:about="http://example.org/1"><z:itemType>journalArticle</z:itemType><dc:title>One</dc:title>'
        '<dcterms:isPartOf rdf:resource="urn:issn:0378-5955"/><dcterms:isReferencedBy rdf:resource="#n"/>'
        '<link:link rdf:resource="#f"/></bib:Article>',
        '<bib:Memo rdf:about="#n"><rdf:value>&lt;p&gt;Note&lt;/p&gt;</rdf:value></bib:Memo>',
        '<z:Attachment rdf:about="#f"><z:itemType>attachment</z:itemType><dc:title>PDF</dc:title>'
        '<rdf:resource rdf:resource="files/1/a.pdf"/><link:type>application/pdf</link:type>'
        "<dc:identifier><dcterms:URI><rdf:value>http://example.org/a.pdf</rdf:value></dcterms:URI></dc:identifier>"
        "</z:Attachment>",
        '<bib:Journal rdf:about="urn:issn:0378-5955"><dc:title>Ponds</dc:title><prism:volume>3</prism:volume>'
        "<prism:number>4</prism:number><dcterms:alternative>Pd.</dcterms:alternative>"
        "<dc:identifier>ISSN 0378-5955</dc:identifier><dc:identifier>DOI 10.5555/silt</dc:identifier></bib:Journal>",
        '<bib:Article rdf:about="http://example.org/2"><z:itemType>journalArticle</z:itemType><dc:title>Two</dc:title>'
        '<dcterms:isPartOf rdf:resource="urn:issn:0378-5955"/></bib:Article>',
    )
    papers, context = read(data)
    assert context.report.diagnostics == []
    journal = {
        "container_title": "Ponds", "container_title_short": "Pd.", "volume": "3", "issue": "4", "issn": "0378-5955",
        "doi": "10.5555/silt",
    }  # fmt: skip
    assert papers == [
        Paper(
            kind="article-journal",
            title="One",
            notes=("<p>Note</p>",),
            attachments=(Attachment("PDF", "files/1/a.pdf", "http://example.org/a.pdf", "application/pdf"),),
            **journal,
        ),
        Paper(kind="article-journal", title="Two", **journal),
    ]


def test_collections_are_paths_and_empty_ones_topics():
    data = document(
        item("book", "<dc:title>A</dc:title>", "#1"),
        item("book", "<dc:title>B</dc:title>", "#2"),
        '<z:Collection rdf:about="#c1"><dc:title>HY: Hydrology</dc:title><dcterms:hasPart rdf:resource="#c2"/>'
        '<dcterms:hasPart rdf:resource="#1"/><dcterms:hasPart rdf:resource="#c3"/></z:Collection>',
        '<z:Collection rdf:about="#c2"><dc:title>Ponds, &amp; weirs</dc:title><dcterms:hasPart rdf:resource="#1"/>'
        '<dcterms:hasPart rdf:resource="#2"/><dcterms:hasPart rdf:resource="#gone"/></z:Collection>',
        '<z:Collection rdf:about="#c3"><dc:title>Empty</dc:title></z:Collection>',
        '<z:Collection rdf:about="#c4"><dc:title>Alone</dc:title></z:Collection>',
    )
    papers, context = read(data)
    assert papers[0].collections == (("HY: Hydrology",), ("HY: Hydrology", "Ponds, & weirs"))
    assert papers[1].collections == (("HY: Hydrology", "Ponds, & weirs"),)
    assert context.topics == [Topic(title="Empty", parent="HY: Hydrology"), Topic(title="Alone")]


def test_an_empty_collection_that_lies_too_deep_is_said():
    data = document(
        *[
            f'<z:Collection rdf:about="#c{number}"><dc:title>C{number}</dc:title>'
            f'<dcterms:hasPart rdf:resource="#c{number + 1}"/></z:Collection>'
            for number in range(3)
        ]
    )
    _, context = read(data)
    assert context.topics == []
    assert [said.code for said in context.report.diagnostics] == ["empty-collection"]


def test_extra_is_taken_apart():
    paper = read_item(
        "journalArticle",
        "<dc:description>PMID: 12345\nOriginal Date: 1967-05\noriginal-title: Vom Wehr\nPMCID: PMC9\n"
        "Citation Key: abara2031\narXiv:3101.00042v2 [cs.LG]\nAffiliations: University of Silt · Tidal Institute\n"
        "Authors omitted: 2\nTags omitted: unknown\nEditor: Beek || Ada\ntex.mood: calm\nEvent Place: Port\n\n"
        "A remark: with a colon\nand a line</dc:description>",
    )
    assert paper == Paper(
        kind="article-journal",
        key="abara2031",
        pmid="12345",
        pmcid="PMC9",
        original_date=Date(1967, 5),
        original_title="Vom Wehr",
        eprint="3101.00042",
        eprint_type="arxiv",
        eprint_version="2",
        eprint_class="cs.LG",
        affiliations=(Affiliation("University of Silt"), Affiliation("Tidal Institute")),
        authors=(Author("Beek", "Ada", role="editor"),),
        authors_omitted=2,
        tags_omitted=-1,
        event_place="Port",
        note="tex.mood: calm\n\nA remark: with a colon\nand a line",
    )


@pytest.mark.parametrize(
    ("line", "kind"),
    [("Type: review", "review"), ("Type: dataset", "dataset"), ("type: computerProgram", "software")],
)
def test_a_type_in_extra_is_the_kind(line: str, kind: Kind):
    assert read_item("document", f"<dc:description>{line}</dc:description>").kind == kind


def test_a_field_wins_over_extra_and_the_other_is_kept():
    paper = read_item(
        "book", "<dc:identifier>DOI 10.5555/1</dc:identifier><dc:description>DOI: 10.5555/2</dc:description>"
    )
    assert paper.doi == "10.5555/1"
    assert paper.note == "DOI: 10.5555/2"


@pytest.mark.parametrize(
    ("item_type", "kind"),
    [
        ("preprint", "article"),
        ("treaty", "treaty"),
        ("videoRecording", "motion_picture"),
        ("instantMessage", "personal_communication"),
        ("podcast", "broadcast"),
        ("poem", "document"),
    ],
)
def test_item_types(item_type: str, kind: Kind):
    papers, _ = read(document(item(item_type, "<dc:title>A</dc:title>")))
    assert papers[0].kind == kind


@pytest.mark.parametrize(
    ("number", "publisher", "expected"),
    [
        ("arXiv:3101.00042", "arXiv", ("3101.00042", "arxiv")),
        ("arXiv:3101.00042v3", "", ("3101.00042", "arxiv")),
        ("3101.00042", "arXiv", ("3101.00042", "arxiv")),
        ("2031.01.05.123456", "bioRxiv", ("2031.01.05.123456", "")),
    ],
)
def test_archive_ids_of_preprints(number: str, publisher: str, expected: tuple[str, str]):
    organisation = (
        f"<dc:publisher><foaf:Organization><foaf:name>{publisher}</foaf:name></foaf:Organization></dc:publisher>"
    )
    for element in ("prism:number", "z:archiveID"):
        paper = read_item("preprint", f"{organisation if publisher else ''}<{element}>{number}</{element}>")
        assert (paper.eprint, paper.eprint_type) == expected
        assert paper.publisher == publisher


def test_persons_in_zoteros_and_others_spellings():
    people = "".join(
        f"<rdf:li><foaf:Person>{names}</foaf:Person></rdf:li>"
        for names in (
            "<foaf:surname>van der Berg</foaf:surname><foaf:givenname>Ada, Jr.</foaf:givenname>",
            "<foaf:surname>Institute of Salt</foaf:surname>",
            "<foaf:familyName>Ochoa</foaf:familyName><foaf:firstName>Lia</foaf:firstName>",
            "<foaf:name>Bo Silt</foaf:name>",
        )
    )
    paper = read_item("book", f"<bib:authors><rdf:Seq>{people}</rdf:Seq></bib:authors>")
    assert paper.authors == (
        Author("Berg", "Ada", "van der", "Jr."),
        Author(literal="Institute of Salt"),
        Author("Ochoa", "Lia"),
        Author("Silt", "Bo"),
    )


def test_members_of_a_sequence_stand_in_their_order():
    data = document(
        '<bibo:Book rdf:about="#1"><dc:title>A</dc:title><dc:creator><rdf:Seq><rdf:_2>Beek, Ada</rdf:_2>'
        "<rdf:_1>Abara, Tunde</rdf:_1></rdf:Seq></dc:creator></bibo:Book>"
    )
    assert [author.family for author in read(data)[0][0].authors] == ["Abara", "Beek"]


def test_a_document_in_dublin_core_and_bibo():
    data = document(
        '<bibo:AcademicArticle rdf:about="http://example.org/1"><dcterms:title>Weirs</dcterms:title>'
        '<dcterms:creator rdf:resource="http://example.org/p"/><dcterms:creator>Beek, Ada</dcterms:creator>'
        "<dcterms:issued>2031-01</dcterms:issued><bibo:doi>https://doi.org/10.5555/1</bibo:doi>"
        "<bibo:pageStart>12</bibo:pageStart><bibo:pageEnd>34</bibo:pageEnd><bibo:volume>3</bibo:volume>"
        "<dc:description>About weirs.</dc:description><dcterms:subject>Ponds</dcterms:subject>"
        '<dcterms:isPartOf rdf:resource="http://example.org/j"/></bibo:AcademicArticle>',
        '<foaf:Person rdf:about="http://example.org/p"><foaf:givenName>Tunde</foaf:givenName>'
        "<foaf:familyName>Abara</foaf:familyName></foaf:Person>",
        '<bibo:Journal rdf:about="http://example.org/j"><dcterms:title>Ponds</dcterms:title>'
        "<bibo:issn>0378-5955</bibo:issn></bibo:Journal>",
    )
    assert read(data)[0] == [
        Paper(
            kind="article-journal",
            title="Weirs",
            authors=(Author("Abara", "Tunde"), Author("Beek", "Ada")),
            issued=Date(2031, 1),
            doi="10.5555/1",
            page="12-34",
            volume="3",
            abstract="About weirs.",
            tags=("Ponds",),
            container_title="Ponds",
            issn="0378-5955",
        )
    ]


def test_a_document_in_schema_org():
    data = document(
        '<schema:ScholarlyArticle rdf:nodeID="n1"><schema:name>Weirs</schema:name>'
        "<schema:author><schema:Person><schema:name>Tunde Abara</schema:name></schema:Person></schema:author>"
        "<schema:author><schema:Organization><schema:name>Salt and Silt</schema:name></schema:Organization></schema:author>"
        "<schema:datePublished>2031</schema:datePublished><schema:about>Ponds</schema:about></schema:ScholarlyArticle>"
    )
    assert read(data)[0] == [
        Paper(
            kind="article-journal",
            title="Weirs",
            authors=(Author("Abara", "Tunde"), Author(literal="Salt and Silt")),
            issued=Date(2031),
            tags=("Ponds",),
        )
    ]


def test_properties_as_attributes():
    papers, _ = read(document('<rdf:Description rdf:about="#1" dc:title="Weirs" dc:date="2031"/>'))
    assert papers == [Paper(title="Weirs", issued=Date(2031))]


def test_a_note_and_a_file_of_their_own():
    data = document(
        '<bib:Memo rdf:about="#n"><rdf:value>&lt;p&gt;Alone&lt;/p&gt;</rdf:value><dc:subject>Ponds</dc:subject></bib:Memo>',
        '<z:Attachment rdf:about="#f"><z:itemType>attachment</z:itemType><dc:title>Map</dc:title></z:Attachment>',
        item("book", "<dc:title>A</dc:title>"),
    )
    papers, _ = read(data)
    assert papers == [
        Paper(kind="book", title="A"),
        Paper(notes=("<p>Alone</p>",), tags=("Ponds",)),
        Paper(title="Map", attachments=(Attachment("Map"),)),
    ]


def test_space_around_a_text_is_layout():
    assert read_item("book", "<dc:title>\n      Weirs\n    </dc:title>").title == "Weirs"


def test_letters_in_pieces_are_joined():
    assert read_item("book", "<dc:title>Caf\u0065\u0301</dc:title>").title == "Café"


def test_items_come_before_the_rest_of_the_file_is_built():
    data = document(*[item("book", f"<dc:title>{number}</dc:title>", f"#{number}") for number in range(5000)]).encode()

    class Watched(io.BytesIO):
        passes = 0

        def seek(self, *arguments: int) -> int:
            self.passes += 1
            return super().seek(*arguments)

    stream = Watched(data)
    papers = zotero_rdf.read(stream, ReadContext())
    assert next(papers).title == "0"
    assert stream.passes == 1
    assert stream.tell() < len(data) / 4


def test_a_stream_that_cannot_be_read_twice():
    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

    data = document(item("book", "<dc:title>A</dc:title>")).encode()
    assert list(zotero_rdf.read(Pipe(data), ReadContext())) == [Paper(kind="book", title="A")]


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (document()[:4096], True),
        ('<?xml version="1.0"?>\n' + document()[:4096], True),
        ("<html><body>", False),
        ("TY  - BOOK", False),
        ("", False),
    ],
)
def test_sniff(head: str, expected: bool):
    assert zotero_rdf.sniff(head) is expected


@pytest.mark.parametrize(
    ("item_type", "kept"), [("document", {}), ("book", {}), ("map", {"zotero-rdf:z:itemType": ("map",)})]
)
def test_a_neutral_item_type_says_no_more_than_the_type_in_extra(item_type, kept):
    paper = read_item(item_type, "<dc:title>Odes</dc:title><dc:description>Type: classic</dc:description>")
    assert (paper.kind, paper.note, paper.extra) == ("classic", "", kept)
