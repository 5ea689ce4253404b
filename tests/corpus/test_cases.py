"""The inputs composed from public bug reports that BibTeX's users made: each right result, point by point."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import bibkit
from bibkit import Date, Report

from .cases import codes, keyed, names, path_of, read, ris_lines, values

FLAT_FORMATS = ("ris", "csl-json", "zotero-rdf")


def plain_dollars(text: str) -> int:
    return len(re.findall(r"(?<!\\)\$", text))


def test_01_quote_inside_quoted_value(shared):
    (paper,), report = read(shared, "01")
    assert (paper.key, paper.kind) == ("okafor2031marks", "paper-conference")
    assert paper.title == 'Reading "Marked" Corpora with "Nested Braces" Intact'
    assert (paper.page, paper.issued, paper.note) == ("11-19", Date(2031), "last field still read")
    assert codes(report) == []


def test_03_string_concatenation_and_paren_blocks(shared):
    (paper,), report = read(shared, "03")
    assert paper.title == "Salt and Silt"
    assert paper.container_title == "Journal of Synthetic Estuaries, Series\u00a0B"
    assert paper.publisher == "Tidewater Press"
    assert paper.issued == Date(2029, 2, 14)
    assert codes(report) == []


@pytest.mark.parametrize("form", ["bibtex", "biblatex"])
def test_04_hash_is_text(shared, form):
    papers, _ = read(shared, "04")
    text = bibkit.dumps(papers, form)
    (again,) = bibkit.loads(text, form)
    (paper,) = papers
    assert (again.title, again.abstract, again.url) == (paper.title, paper.abstract, paper.url)
    assert paper.title == "Comparing C# and F# Builds"
    assert not re.search(r"\}\s*#", text)
    written = values(text)
    assert written["url"] == "{https://example.org/guide#part-2}"
    assert written["title"].count(r"\#") == 2
    assert written["abstract"].count(r"\#") == 3


def test_05_corporate_author_containing_and(shared):
    papers, _ = read(shared, "05")
    text = bibkit.dumps(papers, "bibtex")
    assert values(text)["author"] == "{{Institute of Salt and Silt} and Abara, Tunde}"
    assert names(bibkit.loads(text, "bibtex")[0]) == ["Institute of Salt and Silt", "Tunde||Abara|"]
    assert ris_lines(bibkit.dumps(papers, "ris"), "AU") == ["Institute of Salt and Silt", "Abara, Tunde"]
    assert json.loads(bibkit.dumps(papers, "csl-json"))[0]["author"][0] == {"literal": "Institute of Salt and Silt"}


def test_06_and_others_is_a_flag(shared):
    papers, _ = read(shared, "06")
    (paper,) = papers
    assert names(paper) == ["Tunde||Abara|", "Petra||Sol|", "Maja||Lindqvist|"]
    assert paper.authors_omitted == bibkit.model.UNKNOWN_NUMBER
    assert values(bibkit.dumps(papers, "bibtex"))["author"].endswith(" and others}")
    for form in FLAT_FORMATS:
        report = Report()
        text = bibkit.dumps(papers, form, report=report)
        assert not re.search(r"\bothers\b", text, re.IGNORECASE)
        (again,) = bibkit.loads(text, form)
        assert names(again) == names(paper)
        assert again.authors_omitted == paper.authors_omitted or "authors_omitted" in report.losses


@pytest.mark.parametrize(("form", "options"), [("bibtex", {"zotero": True}), ("ris", {"dialect": "mendeley"})])
def test_06_files_for_importers_name_no_others(shared, form, options):
    papers, _ = read(shared, "06")
    report = Report()
    text = bibkit.dumps(papers, form, report=report, **options)
    assert "others" not in text
    assert "authors_omitted" in report.losses or bibkit.loads(text, form)[0].authors_omitted


def test_07_von_and_jr_parts(shared):
    """The second name as BibTeX splits it, not as biber does."""
    (paper,), _ = read(shared, "07")
    assert names(paper) == [
        "Ada|ten|brink|",
        "Jo|De la|Ruelle|",
        "Ada||ten Brink|",
        "Jo|de la|Ruelle|",
        "Sam||Okri|Jr",
        "Sam||Okri Jr|",
        "Iris|van der quint|Marlow|",
    ]


def test_08_biblatex_extended_name_format(shared):
    papers, _ = read(shared, "08")
    (paper,) = papers
    assert names(paper) == ["Odile|de|Villarenne|", "Kwabena||Osei|", "Mei Lan||Zhou|III"]
    assert paper.issued == Date(2031, 4)
    written = values(bibkit.dumps(papers, "bibtex"))
    assert written["author"] == "{de Villarenne, Odile and Osei, Kwabena and Zhou, III, Mei Lan}"


def test_10_latex_letters_to_unicode(shared):
    (paper,), _ = read(shared, "10")
    assert [f"{author.family}, {author.given}" for author in paper.authors] == [
        "Vlk\u00edk, Bohumil",
        "\u00c7al\u0131\u015fkan, G\u00f6ksel",
        "\u0141ukasi\u0144ska, \u00d0unja",
        "\u00c5s, Bj\u00f8rn",
        "\u015etef\u0103nescu, Elena",
        "B\u00ecl\u00f1a, \u0160\u00e1rka",
    ]
    assert re.fullmatch(
        "Stra\u00dfenb\u00e4ume, \u0153uvres and \u00e6ther: \u00df \u00f8 \u00e5 caf\u00e9 na\u00efve \u2013 it['\u2019]s",
        paper.title,
    )


def test_16_url_and_doi_are_verbatim(shared):
    papers, _ = read(shared, "16")
    first, second = papers
    assert first.url == "https://example.org/a%20b/c_d?x=1&y=2#frag~z"
    assert first.doi == "10.1002/(SICI)1097-0000(203009)18:12<1450::AID-XYZ3>3.0.CO;2-I"
    assert first.title == "k_max Scores & 90% Coverage"
    assert first.medium == "https://example.org/e_f"
    assert (second.url, second.doi) == ("https://example.org/c_d?p=10%", "10.5555/978-3-032_12")
    for form in ("bibtex", "biblatex"):
        for paper in papers:
            written = values(bibkit.dumps([paper], form))
            assert (written["url"], written["doi"]) == (f"{{{paper.url}}}", f"{{{paper.doi}}}")
        assert values(bibkit.dumps([first], form))["title"] == r"{k\_max Scores \& 90\% Coverage}"
    text = bibkit.dumps(papers, "zotero-rdf")
    assert "x=1&amp;y=2" in text
    assert "12&lt;1450::" in text
    assert [(paper.url, paper.doi) for paper in bibkit.loads(text, "zotero-rdf")] == [
        (paper.url, paper.doi) for paper in papers
    ]


def test_18_dollar_maths_versus_currency(shared):
    papers, _ = read(shared, "18")
    written = values(bibkit.dumps(papers, "bibtex"))
    for piece in (r"$\mu$$\nu$", r"$O(k\log k)$", r"\$75"):
        assert piece in written["title"]
    for piece in (r"$x_1^2 \le \frac{a}{b}$", r"\$310", r"\$75"):
        assert piece in written["abstract"]
    assert (plain_dollars(written["title"]), plain_dollars(written["abstract"])) == (6, 2)
    csl = json.loads(bibkit.dumps(papers, "csl-json"))[0]
    ris = bibkit.dumps(papers, "ris")
    assert [csl["title"]] == ris_lines(ris, "TI")
    assert [csl["abstract"]] == ris_lines(ris, "AB")
    assert csl["title"] == r"Gauges with $\mu$$\nu$ Noise in $O(k\log k)$ for $75 Each"
    assert csl["abstract"] == r"Costs fell from $310 to $75 while $x_1^2 \le \frac{a}{b}$ held."


def test_20_irregular_dates_are_kept(shared):
    papers, report = read(shared, "20")
    found = {paper.key: paper.issued for paper in papers}
    assert len(found) == 6
    assert found["good2032"] == Date(2032)
    assert found["range2030"] == Date(2030, 9, end=Date(2030, 10))
    assert found["msn2031"].year == 2031
    assert found["slash1993"] == Date(1993, 2)
    assert found["bce"].year == -69
    assert found["inpress"] == Date(literal="in press")
    assert [(one.code, one.location.line, one.location.key) for one in report.diagnostics] == [
        ("bad-date", 1, "range2030"),
        ("bad-date", 2, "msn2031"),
        ("bad-date", 3, "slash1993"),
        ("bad-date", 4, "bce"),
        ("bad-date", 5, "inpress"),
    ]
    text = bibkit.dumps(papers, "bibtex")
    for value in ("Sep--Oct", r"[2031] \copyright 2031", "Feb./1993", "70 BCE", "in press"):
        assert f"{{{value}}}" in text
    assert [paper.issued for paper in bibkit.loads(text, "bibtex")] == [paper.issued for paper in papers]


def test_21_edtf_dates(shared):
    papers, report = read(shared, "21")
    found = {paper.key: paper.issued for paper in papers}
    assert found["e1"] == found["e2"] == Date(1987, open_end=True)
    assert found["e3"] == Date(2004, approximate=True)
    assert found["e4"] == Date(2004, uncertain=True)
    assert found["e5"] == Date(2001, season=1)
    assert (found["e6"].year, found["e6"].month, found["e6"].day, found["e6"].time) == (2007, 8, 9, "10:11:12")
    assert found["e7"] == Date(-99)
    assert found["e8"] == Date(2030, 3, 9, end=Date(2030, 4))
    assert (found["e9"].year, found["e9"].end, found["e9"].literal) == (1990, Date(1999), "199X")
    assert found["e10"].literal == "2019-13"
    assert [(one.code, one.location.key) for one in report.diagnostics] == [("bad-date", "e10")]
    csl = {item["id"]: item["issued"] for item in json.loads(bibkit.dumps(papers, "csl-json"))}
    assert csl["e1"] == csl["e2"] == {"date-parts": [[1987]]}
    assert csl["e3"] == {"date-parts": [[2004]], "circa": True}
    assert csl["e5"] == {"date-parts": [[2001]], "season": 1}
    assert csl["e7"] == {"date-parts": [[-100]]}
    assert csl["e8"] == {"date-parts": [[2030, 3, 9], [2030, 4]]}
    for form in ("csl-json", "biblatex"):
        again = {paper.key: paper.issued for paper in bibkit.loads(bibkit.dumps(papers, form), form)}
        assert again == found


def test_22_crossref_inheritance(shared):
    papers, report = read(shared, "22")
    found = keyed(papers)
    assert len(found) == 4
    for key, title in (("abara2030weir", "Weirs that Learn"), ("marlow2030case", "Key in Capitals")):
        paper = found[key]
        assert (paper.title, paper.container_title) == (title, "Proceedings of the Fictional Tidal Workshop")
        assert names(paper, "editor") == ["Maja||Lindqvist|"]
        assert paper.issued == Date(2030, 6)
        assert (paper.publisher, paper.publisher_place) == ("Tidewater Press", "Port Marrow")
    assert found["sol2029own"].issued == Date(2029)
    assert [(one.code, one.location.key) for one in report.diagnostics] == [("crossref-case", "marlow2030case")]
    text = bibkit.dumps(papers, "bibtex")
    assert "crossref" not in text
    assert text.count("booktitle     = {Proceedings of the Fictional Tidal Workshop}") == 2


def test_26_comments_and_free_text(shared):
    papers, report = read(shared, "26")
    assert [(paper.key, paper.title) for paper in papers] == [
        ("abara2030a", "One"),
        ("sol2030b", "Two"),
        ("ferro2030c", "Three"),
    ]
    assert not report.has_errors()
    text = bibkit.dumps(papers, "bibtex")
    assert "@Comment{jabref-meta: databaseType:biblatex;}" in text
    assert "Made by Fictional Exporter 1.0, keep this line" in text
    assert [paper.key for paper in bibkit.loads(text, "bibtex")] == ["abara2030a", "sol2030b", "ferro2030c"]


def test_27_utf16_without_byte_order_mark(shared, bibkit):
    path = path_of(shared, "27")
    (paper,), _ = read(shared, "27")
    assert names(paper) == ["Ana\u00efs||No\u00ebll\u00e9|"]
    assert paper.title == "\u00dcber Ordnungen \u2013 ein \u00dcberblick"
    done = bibkit("export", path, "-o", "out.bib")
    assert done.status == 0
    assert "\u00dcber Ordnungen \u2013 ein \u00dcberblick" in Path("out.bib").read_bytes().decode("utf-8")


def test_27_what_is_no_text_is_an_error_with_its_name(bibkit):
    Path("noise.bib").write_bytes(bytes(range(1, 256)) * 3 + b"\0\0\0" * 40)
    done = bibkit("export", "noise.bib", "-o", "out.ris")
    assert done.status != 0
    assert "noise.bib" in done.error_lines[0]


def test_29_page_ranges(shared):
    papers, _ = read(shared, "29")
    text = bibkit.dumps(papers, "bibtex")
    assert bibkit.dumps(bibkit.loads(text, "bibtex"), "bibtex") == text
    assert dict(zip((paper.key for paper in papers), re.findall(r"pages\s*= \{(.*)\}", text), strict=True)) == {
        "p1": "24-1--24-7",
        "p2": "11--19",
        "p3": "11--19",
        "p4": "11--19",
        "p5": "S12--S19, 23+",
        "p6": "091234",
        "p7": "xiv--xx",
        "p8": "e2004567",
        "p9": "1388--97",
    }
    ris = {paper.key: bibkit.dumps([paper], "ris") for paper in papers}
    ends = {key: (ris_lines(one, "SP"), ris_lines(one, "EP")) for key, one in ris.items()}
    assert ends["p1"] == (["24-1"], ["24-7"])
    assert ends["p2"] == ends["p3"] == ends["p4"] == (["11"], ["19"])
    assert ends["p6"] == (["091234"], [])
    assert ends["p8"] == (["e2004567"], [])
    assert {item["id"]: item["page"] for item in json.loads(bibkit.dumps(papers, "csl-json"))}["p2"] == "11-19"


def test_46_arxiv_fields_and_doi_url(shared):
    papers, report = read(shared, "46")
    first, second, third = papers
    assert (first.kind, first.title) == ("article", "Locks in Expected Linear Time")
    assert (first.eprint, first.eprint_version, first.eprint_class) == ("3106.04242", "2", "math.CO")
    assert first.doi == "10.48550/arXiv.3106.04242"
    assert names(first)[1] == "Ruth Quennell||Jr|"
    assert (second.eprint, second.eprint_version, second.eprint_class) == ("hep-th/9901001", "3", "hep-th")
    assert (third.kind, third.eprint, third.volume, third.container_title) == ("article", "3101.00042", "", "")
    said = {one.code: one.message for one in report.diagnostics}
    assert "Quennell, Jr, Ruth" in said["bad-name"]
    assert "bad-eprint-class" in said
    written = values(bibkit.dumps([first], "bibtex"))
    assert written["eprint"] == "{3106.04242}"
    assert written["archiveprefix"] == "{arXiv}"
    assert written["primaryclass"] == "{math.CO}"
    assert written["doi"] == "{10.48550/arXiv.3106.04242}"
    written = values(bibkit.dumps([first], "biblatex"))
    assert written["eprinttype"].lower() == "{arxiv}"
    assert written["eprintclass"] == "{math.CO}"


def test_47_malformed_entry_does_not_eat_its_neighbours(shared, bibkit):
    papers, report = read(shared, "47")
    found = keyed(papers)
    assert {"before2031", "after2031"} <= set(found)
    assert found["Ibori2031Ledger"].title == "A Ledger of Fictional Locks"
    assert [paper.title for paper in papers if not paper.key] == ["No Key at All"]
    assert {line for _, line in codes(report)} == {2, 7, 8, 12}
    assert report.has_errors()
    done = bibkit("export", path_of(shared, "47"), "-o", "out.bib")
    assert done.status == 1
    for line in (2, 7, 8, 12):
        assert any(f"input.bib:{line}:" in said for said in done.error_lines)
