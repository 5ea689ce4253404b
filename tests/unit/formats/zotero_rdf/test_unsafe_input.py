"""What a hostile or broken file may hold: nothing is followed, nothing grows, and the neighbours are read."""

from __future__ import annotations

import contextlib
import io
import resource

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bibkit.errors import BibkitError, InputError
from bibkit.formats import zotero_rdf
from bibkit.model import Paper
from bibkit.plugins.records import ReadContext

ROOT = (
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#"'
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"'
    ' xmlns:bib="http://purl.org/net/biblio#">\n'
)
END = "</rdf:RDF>\n"


def item(title: str, number: int = 1) -> str:
    return (
        f'  <rdf:Description rdf:about="#item_{number}">\n    <z:itemType>book</z:itemType>\n'
        f"    <dc:title>{title}</dc:title>\n  </rdf:Description>\n"
    )


def read(data: str | bytes) -> tuple[list[Paper], ReadContext]:
    context = ReadContext("library.rdf")
    stream = io.BytesIO(data if isinstance(data, bytes) else data.encode())
    return list(zotero_rdf.read(stream, context)), context


def titles(papers: list[Paper]) -> list[str]:
    return [paper.title for paper in papers]


def codes(context: ReadContext) -> list[str]:
    return [diagnostic.code for diagnostic in context.report.diagnostics]


def laughs(levels: int = 12) -> str:
    rows = [f'<!ENTITY a{level} "{f"&a{level - 1};" * 10}">' for level in range(1, levels)]
    return f'<!DOCTYPE rdf:RDF [<!ENTITY a0 "ha">{"".join(rows)}]>\n'


def test_a_billion_laughs_in_text_is_refused():
    papers, context = read(laughs() + ROOT + item("Before") + item("ha &a11; ha") + END)
    assert all(len(paper.title) < 100 for paper in papers)
    assert context.report.diagnostics


def test_a_billion_laughs_in_an_attribute_is_refused():
    node = '<rdf:Description rdf:about="#1" dc:title="&a11;"><z:itemType>book</z:itemType></rdf:Description>\n'
    papers, context = read(laughs() + ROOT + item("Before") + node + END)
    assert all(len(paper.title) < 100 for paper in papers)
    assert codes(context) == ["bad-xml"]


def test_an_external_entity_is_not_followed(tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("secret words")
    papers, context = read(f'<!DOCTYPE r [<!ENTITY x SYSTEM "{secret.as_uri()}">]>\n{ROOT}{item("a &x; b")}{END}')
    assert titles(papers) == ["a &x; b"]
    assert codes(context) == ["entity"]


def test_a_dtd_on_the_network_is_not_fetched(monkeypatch):
    import socket

    def refuse(*_: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    papers, _ = read(f'<!DOCTYPE r SYSTEM "http://example.invalid/a.dtd">\n{ROOT}{item("A")}{END}')
    assert titles(papers) == ["A"]


class Generated(io.RawIOBase):
    """A file of any size that is nowhere: ``head``, then ``count`` times ``piece``, then ``tail``."""

    def __init__(self, head: bytes, piece: bytes, count: int, tail: bytes) -> None:
        self.parts = (head, piece, count, tail)
        self.size = len(head) + len(piece) * count + len(tail)
        self.at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self.at

    def seek(self, offset: int, whence: int = 0) -> int:
        self.at = offset
        return offset

    def readinto(self, buffer) -> int:
        head, piece, count, tail = self.parts
        body = len(head) + len(piece) * count
        if self.at < len(head):
            data = head[self.at :]
        elif self.at < body:
            data = piece[(self.at - len(head)) % len(piece) :]
        else:
            data = tail[self.at - body :]
        data = data[: len(buffer)]
        buffer[: len(data)] = data
        self.at += len(data)
        return len(data)


def peak_kilobytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def test_a_text_of_200_megabytes_is_not_read_and_its_neighbours_are():
    head, tail = (item("TEXT", 2)).split("TEXT")
    stream = io.BufferedReader(
        Generated((ROOT + item("Before") + head).encode(), b"x" * (1 << 20), 200, (tail + item("After") + END).encode())
    )
    before = peak_kilobytes()
    context = ReadContext("library.rdf")
    papers = list(zotero_rdf.read(stream, context))
    assert titles(papers) == ["Before", "After"]
    assert [(found.code, found.severity) for found in context.report.diagnostics] == [("bad-xml", "error")]
    assert peak_kilobytes() - before < 120_000


def test_a_node_with_too_many_elements_is_not_read_and_its_neighbours_are():
    head, tail = item("X", 2).split("<dc:title>X</dc:title>")
    stream = io.BufferedReader(
        Generated(
            (ROOT + item("Before") + head).encode(),
            b"<dc:subject>a</dc:subject>\n" * 10_000,
            20,
            (tail + item("After") + END).encode(),
        )
    )
    context = ReadContext("library.rdf")
    assert titles(list(zotero_rdf.read(stream, context))) == ["Before", "After"]
    assert codes(context) == ["too-large"]


def test_deep_nesting_is_a_diagnostic():
    papers, context = read(ROOT + item("Before") + "<rdf:Description><dc:relation>" * 5000 + END)
    assert titles(papers) == ["Before"]
    assert codes(context) == ["bad-xml"]


@pytest.mark.parametrize(
    "fault",
    [
        "Salt & Silt",
        "Salt &nbsp; Silt",
        "Salt < Silt",
        "<i>Salt",
        "Salt</i>",
        "Salt &#11; Silt",
        "<b:x>Salt</b:x>",
    ],
)
def test_a_fault_costs_only_its_item(fault: str):
    data = ROOT + item("Before", 1) + item(fault, 2) + item("After", 3) + item("Later", 4) + END
    papers, context = read(data)
    found = context.report.diagnostics
    assert [title for title in titles(papers) if title in {"Before", "After", "Later"}] == ["Before", "After", "Later"]
    assert all(diagnostic.code == "bad-xml" for diagnostic in found)
    assert all(diagnostic.location.line in {7, 8, 9, 10} for diagnostic in found)


def test_control_characters_from_a_pdf_are_blanks_and_cost_nothing():
    data = ROOT + item("One", 1) + item("Salt\x0band\x02Silt", 2) + item("a & b", 3) + item("Two\x0c", 4) + END
    papers, context = read(data)
    assert titles(papers) == ["One", "Salt and Silt", "Two"]
    assert [(said.code, said.location.line) for said in context.report.diagnostics] == [
        ("illegal-characters", 8),
        ("bad-xml", 12),
    ]


def test_several_faults_are_each_named_with_their_line():
    data = ROOT + item("a & b", 1) + item("One", 2) + item("c & d", 3) + item("Two", 4) + END
    papers, context = read(data)
    assert titles(papers) == ["One", "Two"]
    assert [diagnostic.location.line for diagnostic in context.report.diagnostics] == [4, 12]


def test_faults_in_a_file_on_one_line():
    data = (ROOT + item("Überfluß", 1) + item("a & b", 2) + item("After", 3) + END).replace("\n", " ")
    papers, context = read(data)
    assert titles(papers) == ["Überfluß", "After"]
    assert codes(context) == ["bad-xml"]


def test_collections_behind_a_fault_are_kept():
    collection = (
        '<z:Collection rdf:about="#c"><dc:title>Ponds</dc:title>'
        '<dcterms:hasPart rdf:resource="#item_1"/><dcterms:hasPart rdf:resource="#item_3"/></z:Collection>\n'
    )
    papers, _ = read(ROOT + item("One", 1) + item("a & b", 2) + item("Three", 3) + collection + END)
    assert [paper.collections for paper in papers] == [(("Ponds",),), (("Ponds",),)]


def test_a_file_that_is_cut_off():
    data = ROOT + item("One", 1) + item("Two", 2) + item("Three", 3)[:70]
    papers, context = read(data)
    assert titles(papers) == ["One", "Two"]
    assert context.report.has_errors()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"  \n",
        b"\x00\x01\x02\xff",
        b"@article{a, title = {A}}",
        b"<html><body>no</body></html>",
        b"<?xml version='1.0'?><xml/>",
        b'{"title": "A"}',
    ],
)
def test_what_is_no_rdf_is_refused_in_one_line(data: bytes):
    with pytest.raises(InputError) as caught:
        read(data)
    assert "library.rdf" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "latin-1"])
def test_encodings_that_xml_declares(encoding: str):
    declaration = '<?xml version="1.0" encoding="ISO-8859-1"?>\n' if encoding == "latin-1" else ""
    papers, _ = read((declaration + ROOT + item("Überfluß") + END).encode(encoding))
    assert titles(papers) == ["Überfluß"]


def test_a_fault_in_latin_1_does_not_change_letters_behind_it():
    data = '<?xml version="1.0" encoding="ISO-8859-1"?>\n' + ROOT + item("a & b", 1) + item("Überfluß", 2) + END
    assert titles(read(data.encode("latin-1"))[0]) == ["Überfluß"]


def test_collections_in_a_ring_or_in_several_parents_end():
    ring = (
        '<z:Collection rdf:about="#a"><dc:title>A</dc:title><dcterms:hasPart rdf:resource="#b"/></z:Collection>'
        '<z:Collection rdf:about="#b"><dc:title>B</dc:title><dcterms:hasPart rdf:resource="#a"/>'
        '<dcterms:hasPart rdf:resource="#item_1"/></z:Collection>'
    )
    doubling = "".join(
        f'<z:Collection rdf:about="#d{level}"><dc:title>D</dc:title>'
        + f'<dcterms:hasPart rdf:resource="#d{level + 1}"/>' * 2
        + "</z:Collection>"
        for level in range(60)
    )
    papers, _ = read(ROOT + item("One") + ring + doubling + END)
    assert papers[0].collections == (("A", "B"),)


def test_containers_in_a_ring_end():
    ring = (
        '<bib:Article rdf:about="#item_1"><z:itemType>journalArticle</z:itemType><dc:title>A</dc:title>'
        '<dcterms:isPartOf rdf:resource="#j"/></bib:Article>'
        '<bib:Journal rdf:about="#j"><dc:title>J</dc:title><dcterms:isPartOf rdf:resource="#k"/></bib:Journal>'
        '<bib:Journal rdf:about="#k"><dcterms:isPartOf rdf:resource="#j"/></bib:Journal>'
    )
    papers, _ = read(ROOT + ring + END)
    assert [(paper.title, paper.container_title) for paper in papers] == [("A", "J")]


@given(st.binary(max_size=400))
def test_any_bytes_give_papers_or_an_error_of_ours(data: bytes):
    papers: list[Paper] = []
    with contextlib.suppress(BibkitError):
        papers, _ = read(data)
    assert all(isinstance(paper, Paper) for paper in papers)


@given(
    st.lists(st.sampled_from(["<", ">", "&", "</dc:title>", "rdf:about", '"', "<dc:title>", "\n", "<z:x ", "/>", "é"]))
)
def test_any_markup_within_an_item_gives_papers(pieces: list[str]):
    papers, _ = read(ROOT + item("Before", 1) + item("".join(pieces), 2) + END)
    assert titles(papers)[:1] == ["Before"]


def test_markup_that_nobody_escaped_is_text():
    literal = '<dc:title rdf:parseType="Literal">The <i>Natrix</i> of <sub class="x">2</sub> ponds</dc:title>'
    data = ROOT + item("The <i>Natrix</i> and", 1) + item("X", 2).replace("<dc:title>X</dc:title>", literal) + END
    papers, context = read(data)
    assert titles(papers) == ["The <i>Natrix</i> and", 'The <i>Natrix</i> of <sub class="x">2</sub> ponds']
    assert codes(context) == []
