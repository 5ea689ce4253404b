"""Further inputs of the same kinds as the cases, invented: files as a whole, RIS, CSL-JSON, XML."""

from __future__ import annotations

import json
import re

import pytest

import bibkit
from bibkit import Date, InputError, Report

from .cases import codes, names

TEXT = "@book{{k,\n  author = {{No\u00ebll\u00e9, Ana\u00efs}},\n  title = {{\u00dcber {}}},\n}}\n"
CONTROLS = "\x00\x01\x07\x08\x0b\x0c\x0e\x1b\x1f\x7f\ufffe\uffff\u2028\u2029"
ILLEGAL = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def said_of(text, form):
    report = Report()
    return bibkit.loads(text, form, report=report), codes(report)


# ---------------------------------------------------------------- 26, 47: what stands between entries


@pytest.mark.parametrize(
    "between",
    [
        "@comment text with {braces} in it",
        "@Comment(paren @misc{hidden, title = {H}} )",
        "@comment{@comment{@misc{hidden, title = {H}}}}",
        "   % @misc{hidden, title = {H}}",
        '@preamble{"\\newcommand{\\x}{y}" # " z"}',
        "someone@example.org",
        "},;,;",
        "<br>",
        "```",
        "\ufeff",
    ],
)
def test_26_what_is_no_entry(between):
    papers, said = said_of(f"@misc{{a, title = {{A}}}}\n{between}\n@misc{{b, title = {{B}}}}", "bibtex")
    assert [(paper.key, paper.title) for paper in papers] == [("a", "A"), ("b", "B")]
    assert said == []


@pytest.mark.parametrize(
    ("block", "code"),
    [
        ("@misc{x, title = {A}, note = {never closed\n", "bad-entry"),
        ("@misc{x,\n title = {A}},\n year = {2030}\n}", "repaired-entry"),
        ("@misc x, title = {A}}", "bad-entry"),
        ("@misc[x, title = {A}]", "bad-entry"),
        ("@{x, title = {A}}", "bad-entry"),
        ("@misc{x, title = , year = 2030}", "repaired-entry"),
        ("@misc{x, title: {A}}", "bad-entry"),
        ("@misc{x, title = {A} {B}}", "bad-entry"),
        ("@misc{x, title = {A}, abstract = {one } too many}, year = 2030}", "bad-entry"),
        ("@misc{x, title = \u201cA\u201d}", "undefined-macro"),
        ("@['a', 'b']{x, title = {A}}", "bad-type"),
        ("@string{s = {x}", "bad-entry"),
    ],
)
def test_47_a_faulty_block_is_told_and_costs_no_neighbour(block, code):
    report = Report()
    papers = bibkit.loads(
        f"@misc{{before, title = {{B}}}}\n{block}\n@misc{{after, title = {{A}}}}", "bibtex", report=report
    )
    assert papers[0].key == "before"
    assert papers[-1].key == "after"
    assert code in {one for one, _ in codes(report)}
    assert {line for _, line in codes(report)} <= {2, 3, 4}
    assert report.has_errors() == (code == "bad-entry")


# ---------------------------------------------------------------- 27, 32, 45: bytes and characters


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be"])
@pytest.mark.parametrize(
    "words",
    ["Ordnungen", "\u0411\u043e\u043b\u044c\u0448\u0430\u044f \u0440\u0435\u043a\u0430 " * 20, "\u6c34\u8def " * 30],
    ids=["latin", "cyrillic", "chinese"],
)
def test_27_unicode_in_every_width(tmp_path, encoding, words):
    path = tmp_path / "a.bib"
    path.write_bytes(TEXT.format(words).encode(encoding))
    report = Report()
    (paper,) = bibkit.read(path, report=report)
    assert (paper.title, names(paper)) == (f"\u00dcber {words.strip()}", ["Ana\u00efs||No\u00ebll\u00e9|"])
    assert report.diagnostics == []


@pytest.mark.parametrize(
    ("declared", "encoding", "title"),
    [
        ("ISO8859_1", "latin-1", "M\u00e4rz"),
        ("Cp1250", "cp1250", "\u0158eka"),
        ("windows-1251", "cp1251", "\u0420\u0435\u043a\u0430"),
        ("MacRoman", "mac-roman", "\u00dcber"),
        ("EUC_JP", "euc-jp", "\u5830"),
    ],
)
def test_27_declared_by_jabref(tmp_path, declared, encoding, title):
    path = tmp_path / "a.bib"
    path.write_bytes(f"% Encoding: {declared}\n\n@misc{{k, title = {{{title}}}}}\n".encode(encoding))
    report = Report()
    assert [paper.title for paper in bibkit.read(path, report=report)] == [title]
    assert report.diagnostics == []


def test_27_files_put_together_keep_every_entry(tmp_path):
    mark = b"\xef\xbb\xbf"
    (tmp_path / "a.bib").write_bytes(mark * 2 + b"@misc{a, title = {A}}\n" + mark + b"@misc{b, title = {B}}\n")
    (tmp_path / "a.ris").write_bytes(
        mark + b"TY  - BOOK\r\nTI  - A\r\nER  - " + mark + b"TY  - JOUR\r\nTI  - B\r\nER  - "
    )
    for name in ("a.bib", "a.ris"):
        assert [paper.title for paper in bibkit.read(tmp_path / name)] == ["A", "B"]
    assert [paper.title for paper in bibkit.loads("\ufeff@misc{a, title = {A}}", "bibtex")] == ["A"]


def test_27_no_text_at_all(tmp_path):
    path = tmp_path / "a.bib"
    path.write_bytes(bytes(range(256)) * 8)
    with pytest.raises(InputError, match=r"a\.bib"):
        list(bibkit.read(path))


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("bibtex", "@misc{k, title = {A%sB}, author = {F%sam, G}, note = {n%s}, keywords = {t%s, u}, other = {o%s}}"),
        ("ris", "TY  - JOUR\nTI  - A%sB\nAU  - F%sam, G\nN1  - n%s\nKW  - t%s\nXX  - o%s\nER  - \n"),
    ],
)
def test_45_control_characters_come_no_further_than_the_reader(form, text):
    controls = CONTROLS.replace("\x0b", "").replace("\x0c", "")
    report = Report()
    (paper,) = bibkit.loads(text.replace("%s", controls), form, report=report)
    assert [one.code for one in report.diagnostics] == ["illegal-characters"]
    assert report.diagnostics[0].message.startswith(f"{5 * len(controls)} characters")
    for written in ("bibtex", "biblatex", "ris", "csl-json", "zotero-rdf", "bibkit-jsonl"):
        out = bibkit.dumps([paper], written)
        assert not ILLEGAL.search(out)
        assert not re.search(r"\\u00[01]|\u2028|\u2029", out)


# ---------------------------------------------------------------- 29, 30: pages, tags


@pytest.mark.parametrize(
    ("pages", "written", "ends"),
    [
        ("11 - 19", "11--19", ("11", "19")),
        ("11\u201419", "11--19", ("11", "19")),
        ("11\u221219", "11--19", ("11", "19")),
        (r"11\textendash 19", "11--19", ("11", "19")),
        ("{11}--{19}", "11--19", ("11", "19")),
        ("pp. 11--19", "11--19", ("11", "19")),
        ("A-1--A-7", "A-1--A-7", ("A-1", "A-7")),
        ("A-1-A-7", "A-1--A-7", ("A-1", "A-7")),
        ("1:1--1:20", "1:1--1:20", ("1:1", "1:20")),
        ("24-1", "24-1", ("24-1", "")),
        ("11+", "11+", ("11+", "")),
        ("11,13,15", "11,13,15", ("11,13,15", "")),
        ("1234--35", "1234--35", ("1234", "35")),
        ("I-II", "I--II", ("I", "II")),
    ],
)
def test_29_pages(pages, written, ends):
    (paper,) = bibkit.loads(f"@article{{k, pages = {{{pages}}}}}", "bibtex")
    text = bibkit.dumps([paper], "bibtex")
    assert f"= {{{written}}}" in text
    assert bibkit.dumps(bibkit.loads(text, "bibtex"), "bibtex") == text
    ris = bibkit.dumps([paper], "ris")
    assert re.findall(r"^[SE]P  - (.*)$", ris, re.MULTILINE) == [end for end in ends if end]
    assert bibkit.loads(ris, "ris")[0].page == paper.page


@pytest.mark.parametrize("page", ["11-19", "11\u201319", "11\u201419", "11--19", "11 \u2013 19"])
def test_29_pages_of_csl(page):
    papers = bibkit.loads(json.dumps([{"type": "article-journal", "page": page}]), "csl-json")
    assert json.loads(bibkit.dumps(papers, "csl-json"))[0]["page"] == "11-19"


@pytest.mark.parametrize(
    ("keywords", "tags"),
    [
        ("a,b,,c, ", ("a", "b", "c")),
        ("a, b; c", ("a, b", "c")),
        ("{a, b}, {c; d}", ("a, b", "c; d")),
        ("{a, b; c}", ("a, b; c",)),
        (r"R\&D, C\#, {\"u}ber", ("R&D", "C#", "\u00fcber")),
        ("a\n  b, c", ("a b", "c")),
        ("a}, keywords = {b, a}, keyword = {c", ("a", "b", "c")),
    ],
)
def test_30_keywords(keywords, tags):
    (paper,), said = said_of(f"@misc{{k, keywords = {{{keywords}}}}}", "bibtex")
    assert (paper.tags, said) == (tags, [])
    for form in ("bibtex", "biblatex", "ris", "csl-json", "zotero-rdf", "bibkit-jsonl"):
        assert bibkit.loads(bibkit.dumps([paper], form), form)[0].tags == tags


# ---------------------------------------------------------------- 33 to 39: RIS


@pytest.mark.parametrize(
    "text",
    [
        "TY  - JOUR\nTI  - A\nER  - TY  - BOOK\nTI  - B\nER  -",
        "TY - JOUR\nTI - A\nER -\n\n\nTY - BOOK\nTI - B\nER -\n",
        "  TY  - JOUR\n  TI  - A\n  ER  - \n  TY  - BOOK\n  TI  - B\n  ER  - \n",
        "TY\u00a0\u00a0-\u00a0JOUR\nTI\u00a0\u00a0-\u00a0A\nER  - \nTY  - BOOK\nTI  - B\n",
        "ty  - jour\nti  - A\ner  - \nTY  -  BOOK \nTI  - B\nER  - end\n",
        "TY  - JOUR\rTI  - A\rER  - \rTY  - BOOK\rTI  - B\rER  - \r",
        "1. \nTY  - JOUR\nTI  - A\nER  - \n<html>\nC1  - stray\n2.\nTY  - BOOK\nTI  - B\nER  - \n",
    ],
)
def test_35_two_records_however_they_are_set(text):
    papers = bibkit.loads(text, "ris")
    assert [(paper.kind, paper.title) for paper in papers] == [("article-journal", "A"), ("book", "B")]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("SP  - 0417\nEP  -\nSN  -\nPB  - Press", {"page": "0417", "issn": "", "publisher": "Press"}),
        ("M3  - doi: 10.5555/x", {"doi": "10.5555/x", "genre": ""}),
        ("L3  - 10.5555/x", {"doi": "10.5555/x", "attachments": ()}),
        ("M3  - 10.5555/old\nDO  - 10.5555/x", {"doi": "10.5555/x"}),
        ("PY  - 2030\nDA  - Jun 19", {"issued": Date(2030, 6, 19)}),
        ("Y2  - 2031/01/02\nPY  - 2030/02//", {"issued": Date(2030, 2), "accessed": Date(2031, 1, 2)}),
        ("Y2  - 2031/01/02", {"issued": None, "accessed": Date(2031, 1, 2)}),
        ("PY  - in press", {"issued": Date(literal="in press")}),
        ("N2  - Same  text.\nAB  - Same text.", {"abstract": "Same text.", "extra": {}}),
        ("AB  - One.\nAB  - Two.", {"abstract": "One.\n\nTwo.", "extra": {}}),
        ("T2  - Full\nJF  - Full\nJO  - F.", {"container_title": "Full", "container_title_short": "F."}),
    ],
)
def test_34_to_37_tags(lines, expected):
    for order in (lines.split("\n"), lines.split("\n")[::-1]):
        if "AB  - One." not in lines:
            lines = "\n".join(order)
        (paper,) = bibkit.loads(f"TY  - JOUR\n{lines}\nER  - \n", "ris")
        assert {name: getattr(paper, name) for name in expected} == expected


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Osei K.", ["K.||Osei|"]),
        ("Sol-Ng P.-A.", ["P.-A.||Sol-Ng|"]),
        ("van der Berg, A.", ["A.|van der|Berg|"]),
        ("Smith, J., Jr.", ["J.||Smith|Jr."]),
        ("Smith, Jr., J.", ["J.||Smith|Jr."]),
        ("Smith, J; Jones, K", ["J||Smith|", "K||Jones|"]),
        ("Sol, P. and Ng, K.", ["P.||Sol|", "K.||Ng|"]),
        ("Institute of Salt and Silt", ["Institute of Salt and Silt"]),
        ("Tidewater Press, Inc.", ["Tidewater Press, Inc."]),
    ],
)
def test_39_names(name, parts):
    (paper,) = bibkit.loads(f"TY  - JOUR\nAU  - {name}\nER  - \n", "ris")
    assert names(paper) == parts
    for form in ("ris", "bibtex", "csl-json", "zotero-rdf"):
        assert names(bibkit.loads(bibkit.dumps([paper], form), form)[0]) == parts


# ---------------------------------------------------------------- 40: CSL dates


@pytest.mark.parametrize(
    ("value", "date"),
    [
        ({"date-parts": ["2031", 3]}, Date(2031, 3)),
        ({"date-parts": [2031, 3, 7]}, Date(2031, 3, 7)),
        ({"date-parts": "2031"}, Date(2031)),
        ({"date-parts": [["2031a"]]}, Date(2031, literal="2031a")),
        ({"date-parts": [["1993", "00", "00"]]}, Date(1993)),
        ({"date-parts": [[2031, 21]]}, Date(2031, season=1)),
        ({"date-parts": [[-100]]}, Date(-99)),
        ({"date-parts": [[2031]], "season": "winter"}, Date(2031, season=4)),
        ({"date-parts": [[2031]], "circa": 1}, Date(2031, approximate=True)),
        ({"date-parts": [[2031, None, None]]}, Date(2031)),
        ({"date-parts": [[""]]}, None),
        ({"date-parts": []}, None),
        ({"date_parts": [[2031, 3]]}, Date(2031, 3)),
        ({"raw": "March 2031"}, Date(2031, 3)),
        ({"raw": "n.d."}, Date(literal="n.d.")),
        (2031, Date(2031)),
        ([[2031, 3]], Date(2031, 3)),
    ],
)
def test_40_dates(value, date):
    (paper,) = bibkit.loads(json.dumps([{"type": "book", "issued": value}]), "csl-json")
    assert paper.issued == date
    text = bibkit.dumps([paper], "csl-json")
    assert bibkit.loads(text, "csl-json")[0].issued == date
    for parts in json.loads(text)[0].get("issued", {}).get("date-parts", []):
        assert all(isinstance(part, int) for part in parts)


# ---------------------------------------------------------------- 46: arXiv


@pytest.mark.parametrize(
    "fields",
    [
        "eprint = {2101.00042v3}, archivePrefix = {arXiv}, primaryClass = {cs.LG}",
        "eprint = {arXiv:2101.00042v3}, primaryclass = {[cs.LG]}",
        "eprint = {2101.00042v3 [cs.LG]}, archiveprefix = {arxiv}",
        "eprint = {https://arxiv.org/abs/2101.00042v3}, eprintclass = {cs.lg}",
        "arxivid = {2101.00042v3}, primaryclass = {cs.LG, stat.ML}",
        "journal = {arXiv preprint arXiv:2101.00042v3 [cs.LG]}",
        "journal = {arXiv preprint 2101.00042v3 [cs.LG]}",
        "journal = {arXiv}, volume = {2101.00042v3}, primaryclass = {cs.LG}",
        "journal = {CoRR}, volume = {abs/2101.00042v3}, primaryclass = {cs.LG}",
        "number = {arXiv:2101.00042v3 [cs.LG]}",
        "howpublished = {arXiv:2101.00042v3 [cs.LG]}",
    ],
)
def test_46_arxiv(fields):
    for kind in ("article", "misc"):
        (paper,) = bibkit.loads(f"@{kind}{{k, title = {{T}}, {fields}}}", "bibtex")
        assert (paper.eprint, paper.eprint_type, paper.eprint_version) == ("2101.00042", "arxiv", "3")
        assert (paper.kind, paper.eprint_class) == ("article", "cs.LG")
        assert (paper.container_title, paper.volume, paper.issue, paper.number) == ("", "", "", "")


# ---------------------------------------------------------------- 49: Zotero RDF


@pytest.mark.parametrize(
    ("people", "expected"),
    [
        ("<foaf:Person><foaf:surname>Salt and Silt</foaf:surname><foaf:givenName/></foaf:Person>", ["Salt and Silt"]),
        ("<foaf:Organization><foaf:name>Silt, Inc.</foaf:name></foaf:Organization>", ["Silt, Inc."]),
        ("<foaf:Person/>", []),
        ("<foaf:Person><foaf:surname>Sol</foaf:surname><foaf:firstName>P</foaf:firstName></foaf:Person>", ["P||Sol|"]),
        ("<foaf:Person><foaf:surname>others</foaf:surname></foaf:Person>", []),
    ],
)
def test_49_creators(people, expected):
    spaces = (
        'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#" '
        'xmlns:bib="http://purl.org/net/biblio#" xmlns:foaf="http://xmlns.com/foaf/0.1/" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"'
    )
    (paper,) = bibkit.loads(
        f'<rdf:RDF {spaces}><bib:Book rdf:about="#a"><z:itemType>book</z:itemType><dc:title>T</dc:title>'
        f"<bib:authors><rdf:Seq><rdf:li>{people}</rdf:li></rdf:Seq></bib:authors></bib:Book></rdf:RDF>",
        "zotero-rdf",
    )
    assert names(paper) == expected
    assert paper.authors_omitted == (-1 if "others" in people else 0)
    assert bibkit.loads(bibkit.dumps([paper], "zotero-rdf"), "zotero-rdf")[0].authors == paper.authors
