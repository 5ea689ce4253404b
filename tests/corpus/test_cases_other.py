"""The inputs composed from public bug reports on RIS, CSL-JSON, XML and keys: each right result, point by point."""

from __future__ import annotations

import json
import random
import re
import unicodedata

import pytest
from lxml import etree

import bibkit
from bibkit import Date, Report
from bibkit.citekeys.keys import DEFAULT_PATTERN, assign_keys

from .cases import codes, keyed, names, path_of, read, ris_lines, values

EVERY_FORMAT = ("bibtex", "biblatex", "ris", "csl-json", "zotero-rdf", "bibkit-jsonl")


def test_11_unicode_to_latex_word_boundary(shared):
    papers, _ = read(shared, "11")
    text = bibkit.dumps(papers, "bibtex", ascii=True)
    assert text.isascii()
    assert not re.search(r"\\(?:l|L|o|O|ss|i|th|TH|ae|oe)(?= [a-zA-Z])", text)
    assert not re.search(r"(?<!\{)\\(?:l|L|o|O|ss|i|TH)(?![a-zA-Z{])(?!\})", text)
    (again,) = bibkit.loads(text, "bibtex")
    (paper,) = papers
    assert names(again) == names(paper)
    assert again.title == paper.title == unicodedata.normalize("NFC", paper.title)


def test_12_combining_marks(shared):
    papers, _ = read(shared, "12")
    text = bibkit.dumps(papers, "bibtex")
    assert text == unicodedata.normalize("NFC", text)
    for word in ("Pi\u00f1ata", "Mar\u00edn", "Chlo\u00eb", "Tr\u1eadn"):
        assert word in text
    ascii_text = bibkit.dumps(papers, "bibtex", ascii=True)
    assert ascii_text.isascii()
    assert re.search(r"Pi\{?\\~\{?n\}?\}?ata", ascii_text)
    assert re.search(r"\\d\{\\\^\{?a", ascii_text)
    (again,) = bibkit.loads(ascii_text, "bibtex")
    assert "\u1ead" in again.title
    assert names(again) == names(papers[0])
    (rekeyed,) = assign_keys(papers, DEFAULT_PATTERN, Report(), rekey=True)
    assert rekeyed.key.startswith("marin")
    assert rekeyed.key.isascii()


def test_14_cyrillic_does_not_vanish(shared):
    papers, _ = read(shared, "14")
    written = values(bibkit.dumps(papers, "bibtex"))
    assert (
        written["title"]
        == "{\u0420\u0456\u0447\u043a\u0438 \u0442\u0430 \u0432\u0438\u0433\u0430\u0434\u0430\u043d\u0456 \u043f\u0440\u0438\u043f\u043b\u0438\u0432\u0438}"
    )
    assert written["author"] == "{\u041f\u043b\u0430\u0432\u043d\u0435\u043d\u043a\u043e, \u041e. \u041b.}"
    assert (
        written["publisher"]
        == "{\u0412\u0438\u0434\u0430\u0432\u043d\u0438\u0446\u0442\u0432\u043e \u0414\u0435\u043b\u044c\u0442\u0430}"
    )
    assert written["address"] == "{\u0420\u0456\u0432\u043d\u0435}"
    report = Report()
    text = bibkit.dumps(papers, "bibtex", ascii=True, report=report)
    assert text.isascii()
    assert all(re.search(r"\w", value) for value in values(text).values())
    assert [one.code for one in report.diagnostics] == ["transliterated"]
    (rekeyed,) = assign_keys(papers, DEFAULT_PATTERN, Report(), rekey=True)
    assert re.fullmatch(r"[a-z]+2029[a-z]*", rekeyed.key)


@pytest.mark.parametrize("form", ["bibtex", "biblatex"])
def test_17_special_characters_in_text_fields(shared, form):
    papers, _ = read(shared, "17")
    text = bibkit.dumps(papers, form)
    written = values(text)
    for piece in (r"R\&D", r"5\%", r"\#1", r"under\_score", r"\textasciitilde{}", r"\textasciicircum{}"):
        assert piece in written["title"]
    assert written["journal" if form == "bibtex" else "journaltitle"] == r"{Computing in Science \& Engineering}"
    assert written["publisher"] == r"{Salt \& Silt}"
    (again,) = bibkit.loads(text, form)
    (paper,) = papers
    assert (again.title, again.container_title, again.publisher) == (
        paper.title,
        paper.container_title,
        paper.publisher,
    )
    assert paper.title == "R&D at 5% of cost: item #1, under_score {set} and ~ or ^"
    assert bibkit.dumps([again], form) == text


def test_25_generated_keys(shared):
    papers, _ = read(shared, "25")
    assert len(papers) == 6

    def keys(of):
        return {paper.eprint: paper.key for paper in assign_keys(of, DEFAULT_PATTERN, Report())}

    found = keys(papers)
    assert len({key.lower() for key in found.values()}) == 6
    for key in found.values():
        assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_:.+-]*", key)
        assert "iweir" not in key.lower()
    for seed in range(5):
        shuffled = random.Random(seed).sample(papers, len(papers))
        assert keys(shuffled) == found
    seventh = bibkit.loads(
        '[{"type": "article", "title": "Weir Problem, Once More", "author": [{"family": "Ng", "given": "E."}],'
        ' "issued": {"date-parts": [[2031, 6, 5]]}, "note": "arXiv:3106.00007"}]',
        "csl-json",
    )
    grown = keys([*papers, *seventh])
    assert {eprint: grown[eprint] for eprint in found} == found
    assert "3106.00006" in found["3106.00006"]
    text = bibkit.dumps(papers, "bibtex")
    assert [paper.eprint for paper in bibkit.loads(text, "bibtex")] == [paper.eprint for paper in papers]


def test_30_keywords_with_inner_commas(shared):
    papers, _ = read(shared, "30")
    (paper,) = papers
    assert paper.tags == ("Estuaries, Tidal", "Weirs, Movable", "deep learning", "C#")
    assert ris_lines(bibkit.dumps(papers, "ris"), "KW") == list(paper.tags)
    for form in EVERY_FORMAT:
        assert bibkit.loads(bibkit.dumps(papers, form), form)[0].tags == paper.tags


def test_30_a_file_for_zotero_says_what_became_of_the_comma(shared):
    """Zotero's reader of BibTeX cuts at commas and semicolons and ignores braces."""
    papers, _ = read(shared, "30")
    report = Report()
    text = bibkit.dumps(papers, "bibtex", zotero=True, report=report)
    cut = [tag.strip() for tag in re.split("[,;]", values(text)["keywords"].strip("{}"))]
    assert len(cut) == 4
    assert any("tags" in loss for loss in report.losses)


def test_32_ris_byte_order_mark(shared):
    (paper,), report = read(shared, "32")
    assert (paper.kind, paper.title, paper.issued) == ("article-journal", "Ponds", Date(2030))
    assert names(paper) == ["G\u00fcl||Sahin|"]
    assert report.diagnostics == []
    assert bibkit.loads(path_of(shared, "32").read_bytes(), "ris") == [paper]


def test_33_ris_junk_between_records(shared):
    papers, report = read(shared, "33")
    assert [(paper.kind, paper.title, paper.issued) for paper in papers] == [
        ("article-journal", "First Pond", Date(2030)),
        ("article-journal", "Second Pond", Date(2031, 2)),
    ]
    assert [names(paper) for paper in papers] == [["K.||Osei|"], ["P.||Sol|"]]
    assert not re.search("Database:|Search Strategy|Open the fictional", str(papers))
    (said,) = report.diagnostics
    assert said.severity == "info"
    assert "10 lines" in said.message


def test_34_ris_empty_tags_and_type_of_work(shared):
    (paper,), _ = read(shared, "34")
    assert (paper.page, paper.publisher, paper.issue) == ("0417", "Tidewater Press Limited", "9")
    assert (paper.issn, paper.source, paper.archive) == ("", "", "")
    assert (paper.doi, paper.genre) == ("10.5555/nos-031-0417", "Essay")
    assert (paper.issued.year, paper.issued.month, paper.issued.day) == (2031, 5, 2)
    assert not re.search(r" -['\"]", str(paper))


def test_35_ris_without_final_newline_or_end_tag(shared):
    papers, report = read(shared, "35")
    assert [(paper.kind, paper.title) for paper in papers] == [
        ("article-journal", "One Space Before the Hyphen"),
        ("book", "No End Tag Here"),
        ("article-journal", "Last Line Has No Newline"),
    ]
    ((code, line),) = codes(report)
    assert code == "no-end-of-record"
    assert line in (9, 13)
    text = bibkit.dumps(papers, "ris")
    assert text.count("\nER  - \n") == 3
    assert all(re.match("[A-Z][A-Z0-9]  - ", one) for one in text.split("\n") if one)


def test_37_ris_dates_and_double_abstract(shared):
    (paper,), _ = read(shared, "37")
    assert (paper.issued, paper.accessed) == (Date(2030, 6, 20), Date(2033, 1, 31))
    assert paper.abstract == "Marsh maps need two surveys."
    assert (paper.container_title, paper.container_title_short) == ("Marsh Letters", "")
    assert (paper.doi, paper.notes, paper.note) == ("10.5555/marsh.2030.7", (), "")
    head, *lines, end = path_of(shared, "37").read_text(encoding="utf-8").splitlines()
    for seed in range(5):
        random.Random(seed).shuffle(lines)
        assert bibkit.loads("\n".join([head, *lines, end]), "ris") == [paper]


def test_39_ris_author_tags(shared):
    papers, _ = read(shared, "39")
    (paper,) = papers
    assert names(paper) == ["Ruth||Quennell|", "Femi||Ibori|", "Maja K.||Lindqvist|"]
    assert names(paper, "editor") == ["Ed||Editora|", "Editor||Second|"]
    assert names(paper, "collection-editor") == ["Sven||Serieson|"]
    assert [one.name for one in paper.affiliations] == [
        "Dept of Ponds, University of Silt, Port Marrow",
        "Tidal Institute, Saltby",
    ]
    text = bibkit.dumps(papers, "ris")
    authors = ris_lines(text, "AU") + ris_lines(text, "A1")
    assert authors == ["Quennell, Ruth", "Ibori, Femi", "Lindqvist, Maja K."]


def test_40_csl_dates(shared):
    papers, _ = read(shared, "40")
    found = {key: paper.issued for key, paper in keyed(papers).items()}
    assert (found["c1"], found["c2"], found["c3"]) == (Date(2031, 3, 7), Date(2031, season=4), Date(2031, season=2))
    assert found["c4"] == Date(literal="Spring issue, undated")
    assert (found["c5"].year, found["c5"].month, found["c5"].day) == (2031, 3, 7)
    assert found["c6"] == found["c11"] == Date(2031, 3)
    c7 = found["c7"]
    assert (c7.year, c7.month, c7.end.year, c7.end.month, c7.approximate) == (2030, 9, 2031, 2, True)
    assert found["c8"] is found["c9"] is None
    assert found["c10"] == Date(2031)
    by_key = keyed(papers)
    written = values(bibkit.dumps([by_key["c1"]], "bibtex"))
    assert (written["year"], written["month"]) == ("{2031}", "mar")
    assert values(bibkit.dumps([by_key["c4"]], "bibtex"))["year"] == "{Spring issue, undated}"
    ris = bibkit.dumps([by_key["c2"]], "ris")
    assert (ris_lines(ris, "PY"), ris_lines(ris, "DA")) == (["2031"], ["2031///winter"])
    for item in json.loads(bibkit.dumps(papers, "csl-json")):
        date = item.get("issued", {})
        assert set(date) <= {"date-parts", "season", "circa", "literal", "raw"}
        assert all(isinstance(part, int) for parts in date.get("date-parts", []) for part in parts)
        assert all(1 <= len(parts) <= 3 for parts in date.get("date-parts", []))


def test_43_nbib(shared):
    pytest.importorskip("bibkit_pubmed", reason="the plugin bibkit-pubmed is not installed")
    (first, second), _ = read(shared, "43")
    assert names(first)[:1] == ["Ruth B||Quennell|"]
    assert [f"{author.particle} {author.family}".strip() for author in first.authors[1:3]] == ["van der Meer", "Osei"]
    assert first.authors[3].literal == "Weir Consortium"
    assert [len(author.affiliations) for author in first.authors] == [2, 0, 1, 0]
    assert (first.issued, second.issued) == (Date(2030, season=2), Date(2011, 5, 31))
    assert not re.search(r"\s\s|\n", first.title + first.abstract)
    assert (first.doi, first.page) == ("10.5555/sluice.2030.17", "1388-97")
    assert first.tags == ("Locks/history", "Estuaries, Tidal", "weirs")
    assert (first.container_title, first.container_title_short) == ("Sluice Review", "Sluice")
    assert (first.language, first.pmid) == ("eng", "90000001")


@pytest.mark.parametrize("form", EVERY_FORMAT)
def test_45_illegal_control_characters(shared, form):
    papers, report = read(shared, "45")
    assert [one.code for one in report.diagnostics] == ["illegal-characters"]
    assert "7 characters" in report.diagnostics[0].message
    text = bibkit.dumps(papers, form)
    assert not re.search("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", text)
    assert "\u2028" not in text
    if form == "zotero-rdf":
        etree.fromstring(text.encode(), etree.XMLParser(recover=False))
    (again,) = bibkit.loads(text, form)
    assert again.title == "Shared pro fits of ponds and <tags> & more"
    assert names(again) == ["Lia||Ferro|"]
    assert again.abstract == papers[0].abstract
    assert "  " not in again.abstract


def test_49_zotero_rdf_single_field_creator(shared):
    papers, _ = read(shared, "49")
    (paper,) = papers
    assert (paper.kind, paper.title, paper.issued) == ("article", "Weirs that Learn", Date(2031, 1, 5))
    assert (paper.abstract, paper.url) == ("One & two.", "http://arxiv.org/abs/3101.00042")
    assert names(paper) == ["Institute of Salt and Silt", "Tunde||Abara|"]
    assert paper.tags == ("cs.LG", "Estuaries, Tidal")
    assert paper.automatic_tags == ("Estuaries, Tidal",)
    assert paper.notes == ("<p>A child note</p>",)
    assert paper.collections == (("Ponds, topic",),)
    assert [one.name for one in paper.affiliations] == ["University of Silt", "Tidal Institute"]
    text = bibkit.dumps(papers, "zotero-rdf")
    root = etree.fromstring(text.encode())
    spaces = {"rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "bib": "http://purl.org/net/biblio#"}
    assert len(root.findall(".//bib:authors/rdf:Seq/rdf:li", spaces)) == 2
    assert not [one for one in root.iter() if len(one) == 0 and not (one.text or "").strip() and not one.attrib]
    assert bibkit.loads(text, "zotero-rdf") == papers
