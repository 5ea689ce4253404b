"""The graph that Zotero reads: every statement that its import looks for (checked with rdflib)."""

from __future__ import annotations

import io

import pytest
from rdflib import RDF, Graph, Literal, Namespace, URIRef

from bibkit.formats import zotero_rdf
from bibkit.model import KINDS, PAPER_FIELDS, Affiliation, Attachment, Author, Date, Kind, Paper, Topic
from bibkit.plugins.records import ReadContext, WriteContext

from .helpers import full_paper, read, write

Z = Namespace("http://www.zotero.org/namespaces/export#")
BIB = Namespace("http://purl.org/net/biblio#")
DC = Namespace("http://purl.org/dc/elements/1.1/")
DCTERMS = Namespace("http://purl.org/dc/terms/")
FOAF = Namespace("http://xmlns.com/foaf/0.1/")
PRISM = Namespace("http://prismstandard.org/namespaces/1.2/basic/")
LINK = Namespace("http://purl.org/rss/1.0/modules/link/")
BASE = "http://example.org/library.rdf"


def graph_of(data: bytes) -> Graph:
    graph = Graph()
    graph.parse(data=data, format="xml", publicID=BASE)
    return graph


PREPRINT = Paper(
    key="abara2031weirs",
    kind="article",
    title="Weirs that <i>Learn</i> & $a<b$",
    authors=(Author("Abara", "Tunde"), Author("Beek", "Ada", "van"), Author(literal="Institute of Salt")),
    authors_omitted=2,
    affiliations=(Affiliation("University of Silt"), Affiliation("Tidal Institute")),
    affiliations_omitted=1,
    abstract="A sharp $\\tilde{O}(\\log K)$ bound.",
    tags=("Weirs", "Estuaries, Tidal"),
    automatic_tags=("Estuaries, Tidal",),
    tags_omitted=3,
    collections=(("HY: Hydrology", "Ponds"), ("Mine",)),
    notes=("<p>A note</p>",),
    attachments=(Attachment("Full text", "files/1.pdf", "https://example.org/1", "application/pdf"),),
    issued=Date(2031, 1, 5),
    accessed=Date(2031, 2, 6),
    eprint="3101.00042",
    eprint_type="arxiv",
    eprint_class="cs.LG",
    url="https://arxiv.org/abs/3101.00042",
    doi="10.5555/silt",
)
ITEM = URIRef(BASE + "#item_abara2031weirs")


@pytest.fixture(scope="module")
def graph() -> Graph:
    return graph_of(write([PREPRINT], [Topic(title="Empty", parent="HY: Hydrology")])[0])


def one(graph: Graph, subject, predicate):
    (value,) = graph.objects(subject, predicate)
    return value


def test_an_arxiv_paper_becomes_a_preprint_with_its_repository_and_archive_id(graph: Graph):
    assert str(one(graph, ITEM, Z.itemType)) == "preprint"
    organisation = one(graph, ITEM, DC.publisher)
    assert one(graph, organisation, RDF.type) == FOAF.Organization
    assert str(one(graph, organisation, FOAF.name)) == "arXiv"
    assert str(one(graph, ITEM, PRISM.number)) == "arXiv:3101.00042"


def test_texts_are_verbatim(graph: Graph):
    assert str(one(graph, ITEM, DC.title)) == PREPRINT.title
    assert str(one(graph, ITEM, DCTERMS.abstract)) == PREPRINT.abstract
    assert str(one(graph, ITEM, DC.date)) == "2031-01-05"
    assert str(one(graph, ITEM, DCTERMS.dateSubmitted)) == "2031-02-06"
    assert str(one(graph, ITEM, Z.citationKey)) == "abara2031weirs"


def test_identifiers(graph: Graph):
    plain = [str(value) for value in graph.objects(ITEM, DC.identifier) if isinstance(value, Literal)]
    (address,) = [value for value in graph.objects(ITEM, DC.identifier) if not isinstance(value, Literal)]
    assert plain == ["DOI 10.5555/silt"]
    assert one(graph, address, RDF.type) == DCTERMS.URI
    assert str(one(graph, address, RDF.value)) == PREPRINT.url


def test_tags_of_both_kinds_keep_their_commas(graph: Graph):
    subjects = list(graph.objects(ITEM, DC.subject))
    assert [str(value) for value in subjects if isinstance(value, Literal)] == ["Weirs"]
    (automatic,) = [value for value in subjects if not isinstance(value, Literal)]
    assert one(graph, automatic, RDF.type) == Z.AutomaticTag
    assert str(one(graph, automatic, RDF.value)) == "Estuaries, Tidal"


def test_authors_stand_in_a_sequence_and_nobody_is_invented(graph: Graph):
    sequence = one(graph, ITEM, BIB.authors)
    assert one(graph, sequence, RDF.type) == RDF.Seq
    names = []
    for number in (1, 2, 3):
        person = one(graph, sequence, RDF[f"_{number}"])
        assert one(graph, person, RDF.type) == FOAF.Person
        names.append((str(one(graph, person, FOAF.surname)), [str(n) for n in graph.objects(person, FOAF.givenName)]))
    assert names == [("Abara", ["Tunde"]), ("van Beek", ["Ada"]), ("Institute of Salt", [])]
    assert len(list(graph.subjects(RDF.type, FOAF.Person))) == 3


def test_extra_holds_what_zotero_has_no_field_for(graph: Graph):
    assert str(one(graph, ITEM, DC.description)).split("\n") == [
        "arXiv:3101.00042 [cs.LG]",
        "Authors omitted: 2",
        "Affiliations omitted: 1",
        "Tags omitted: 3",
    ]
    assert str(one(graph, ITEM, Z.affiliation)) == "University of Silt · Tidal Institute"


def test_an_arxiv_category_without_an_identifier_is_one_line():
    graph = graph_of(write([Paper(key="a", kind="article", eprint_type="arxiv", eprint_class="cs.LG")])[0])
    subject = URIRef(BASE + "#item_a")
    assert str(one(graph, subject, DC.description)) == "arXiv category: cs.LG"
    assert str(one(graph, one(graph, subject, DC.publisher), FOAF.name)) == "arXiv"


def test_a_note_is_a_memo_of_the_item(graph: Graph):
    memo = one(graph, ITEM, DCTERMS.isReferencedBy)
    assert one(graph, memo, RDF.type) == BIB.Memo
    assert str(one(graph, memo, RDF.value)) == "<p>A note</p>"


def test_a_plain_note_becomes_html_for_zotero():
    graph = graph_of(write([Paper(key="a", notes=("x < y & z\n\nnext\nline",))])[0])
    (memo,) = graph.subjects(RDF.type, BIB.Memo)
    assert str(one(graph, memo, RDF.value)) == "<p>x &lt; y &amp; z</p>\n<p>next<br/>\nline</p>"


def test_an_attachment_is_linked(graph: Graph):
    attachment = one(graph, ITEM, LINK.link)
    assert one(graph, attachment, RDF.type) == Z.Attachment
    assert str(one(graph, attachment, DC.title)) == "Full text"
    assert str(one(graph, attachment, Z.path)) == "files/1.pdf"
    assert str(one(graph, attachment, LINK.type)) == "application/pdf"


def collections(graph: Graph) -> dict[str, set[str]]:
    names = {node: str(one(graph, node, DC.title)) for node in graph.subjects(RDF.type, Z.Collection)}
    return {
        name: {names.get(part, str(part).removeprefix(BASE)) for part in graph.objects(node, DCTERMS.hasPart)}
        for node, name in names.items()
    }


def test_collections_are_a_tree_with_empty_ones(graph: Graph):
    assert collections(graph) == {
        "HY: Hydrology": {"Ponds", "Empty"},
        "Ponds": {"#item_abara2031weirs"},
        "Mine": {"#item_abara2031weirs"},
        "Empty": set(),
    }


def test_addresses_of_collections_do_not_depend_on_what_else_is_there():
    alone = write([Paper(collections=(("Ponds",),))])[0]
    among = write([Paper(collections=(("A",), ("B", "C"))), Paper(collections=(("Ponds",),))])[0]
    address = next(line for line in alone.split(b"\n") if b"z:Collection rdf:about" in line)
    assert address in among


def test_papers_of_one_address_stay_apart():
    same = Paper(title="A", url="https://example.org/", doi="10.5555/1", collections=(("Ponds",),))
    keyed = Paper(key="a b<c>", title="A")
    graph = graph_of(write([same, same, keyed, keyed, Paper(), Paper()])[0])
    assert len(set(graph.subjects(Z.itemType))) == 6
    assert len(collections(graph)["Ponds"]) == 2


def test_an_access_date_is_never_taken_for_the_date():
    graph = graph_of(write([Paper(key="a", accessed=Date(2031))])[0])
    assert not list(graph.objects(None, DCTERMS.dateSubmitted))
    assert str(one(graph, URIRef(BASE + "#item_a"), Z.accessDate)) == "2031"


@pytest.mark.parametrize(
    ("kind", "item_type", "container"),
    [
        ("article-journal", "journalArticle", BIB.Journal),
        ("article-magazine", "magazineArticle", BIB.Periodical),
        ("article-newspaper", "newspaperArticle", BIB.Newspaper),
        ("chapter", "bookSection", BIB.Book),
        ("paper-conference", "conferencePaper", BIB.Journal),
        ("legal_case", "case", BIB.CourtReporter),
        ("post-weblog", "blogPost", Z.Blog),
        ("webpage", "webpage", Z.Website),
    ],
)
def test_containers(kind: Kind, item_type: str, container: URIRef):
    paper = Paper(
        key="a", kind=kind, container_title="Ponds", volume="3", issue="4", issn="0378-5955", collection_title="Silt"
    )
    graph = graph_of(write([paper])[0])
    subject = URIRef(BASE + "#item_a")
    assert str(one(graph, subject, Z.itemType)) == item_type
    node = one(graph, subject, DCTERMS.isPartOf)
    assert one(graph, node, RDF.type) == container
    assert str(one(graph, node, DC.title)) == "Ponds"
    assert str(one(graph, node, PRISM.volume)) == "3"
    assert str(one(graph, node, PRISM.number)) == "4"
    assert str(one(graph, node, DC.identifier)) == "ISSN 0378-5955"
    assert str(one(graph, one(graph, node, DCTERMS.isPartOf), DC.title)) == "Silt"


@pytest.mark.parametrize(
    ("kind", "role", "element"),
    [
        ("patent", "author", Z.inventors),
        ("software", "author", Z.programmers),
        ("motion_picture", "director", Z.directors),
        ("chapter", "container-author", Z.bookAuthors),
        ("book", "collection-editor", Z.seriesEditors),
        ("book", "editor", BIB.editors),
        ("interview", "interviewer", Z.interviewers),
        ("book", "illustrator", BIB.contributors),
        ("hearing", "author", BIB.contributors),
    ],
)
def test_creators_go_where_zotero_reads_them(kind: Kind, role: str, element: URIRef):
    graph = graph_of(write([Paper(key="a", kind=kind, authors=(Author("Abara", "Tunde", role=role),))])[0])
    assert one(graph, URIRef(BASE + "#item_a"), element)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_gives_a_graph_without_empty_statements(kind: Kind):
    graph = graph_of(write([full_paper(kind=kind)])[0])
    assert all(str(value) for value in graph.objects())
    assert one(graph, URIRef(BASE + "#item_key%20%C3%A9%20%26%20%3Cx%3E%20$a%3Cb$"), Z.itemType)


def test_kinds_without_an_item_type_say_so_in_extra():
    graph = graph_of(write([Paper(key="a", kind="review")])[0])
    subject = URIRef(BASE + "#item_a")
    assert str(one(graph, subject, Z.itemType)) == "journalArticle"
    assert str(one(graph, subject, DC.description)) == "Type: review"


def test_markup_of_an_abstract_is_left_out_and_counted():
    data, context = write([Paper(abstract="An <i>open</i> weir costs \\$5$")])
    assert b"<dcterms:abstract>An open weir costs" in data
    assert context.report.losses == {"abstract: markup": 1}


def test_characters_that_xml_forbids_are_removed_and_counted_once():
    paper = Paper(key="a", title="pro\x0cfits\x0b of ponds\ufffe", abstract="a\x00 ]]> b\ud800", tags=("x\x01",))
    data, context = write([paper, Paper(title="ok")])
    (found, _), _ = read(data)
    assert (found.title, found.abstract, found.tags) == ("profits of ponds", "a ]]> b", ("x",))
    assert [(said.code, said.message) for said in context.report.diagnostics] == [
        ("illegal-characters", "6 characters that XML forbids were removed")
    ]
    graph_of(data)


def test_letters_near_the_forbidden_ones_are_kept():
    title = "\ufffd \ufefb ｦ 𝒪 \u2028 \x85 ok"
    assert read(write([Paper(title=title)])[0])[0][0].title == title


def test_writing_is_lazy():
    taken = []

    def papers():
        for number in range(3):
            taken.append(number)
            yield Paper(title=str(number))

    pieces = zotero_rdf.write(papers(), WriteContext())
    next(pieces)
    assert taken == []
    next(pieces)
    assert taken == [0]


def test_topics_known_only_at_the_end_are_written():
    topics: list[Topic] = []

    def papers():
        yield Paper(title="A")
        topics.append(Topic(title="Late"))

    data = b"".join(zotero_rdf.write(papers(), WriteContext(topics=topics)))
    context = ReadContext()
    list(zotero_rdf.read(io.BytesIO(data), context))
    assert context.topics == [Topic(title="Late")]


def test_the_same_papers_give_the_same_bytes():
    assert write([PREPRINT, full_paper()])[0] == write([PREPRINT, full_paper()])[0]


def test_no_papers_give_an_empty_library():
    data, _ = write([])
    assert read(data)[0] == []
    assert len(graph_of(data)) == 0


@pytest.mark.parametrize("layout", ["xml", "pretty-xml"])
@pytest.mark.parametrize("kind", ["article", "article-journal", "chapter"])
def test_the_same_graph_in_another_layout_is_the_same_library(layout: str, kind: Kind):
    """rdflib writes every node flat, or nests items within collections; the order of statements means nothing."""
    paper = full_paper(kind=kind, key="a")
    graph = graph_of(write([paper, Paper(key="b", kind="book", title="B", collections=(("Mine",),))])[0])
    papers, context = read(graph.serialize(format=layout))
    assert context.report.diagnostics == []
    found, other = sorted(papers, key=lambda one: one.key)
    assert other == Paper(key="b", kind="book", title="B", collections=(("Mine",),))
    for name in PAPER_FIELDS:
        value, expected = getattr(found, name), getattr(paper, name)
        if name in {"authors", "tags", "notes", "attachments", "collections", "categories"}:
            value, expected = sorted(map(repr, value)), sorted(map(repr, expected))
        assert value == expected, name
