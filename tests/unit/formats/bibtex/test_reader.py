"""What fields mean."""

from __future__ import annotations

import pytest

from bibkit.model import UNKNOWN_NUMBER, Affiliation, Attachment, Author, Date


def names(paper):
    return [author.literal or f"{author.given} {author.family}".strip() for author in paper.authors]


def one(load, kind: str, **fields: str):
    body = ",\n".join(f"  {name.replace('__', '+an:')} = {{{value}}}" for name, value in fields.items())
    return load(f"@{kind}{{k,\n{body}\n}}\n")


# ---------------------------------------------------------------- the shared cases


def test_case_01_quotes_within_quotes(case):
    seen = case("01")
    paper = seen.paper
    assert (paper.key, paper.kind) == ("okafor2031marks", "paper-conference")
    assert paper.title == 'Reading "Marked" Corpora with "Nested Braces" Intact'
    assert (paper.page, paper.year, paper.note) == ("11-19", 2031, "last field still read")
    assert seen.diagnostics == []


def test_case_03_concatenation_and_round_brackets(case):
    seen = case("03")
    paper = seen.paper
    assert paper.title == "Salt and Silt"
    assert paper.container_title.replace("\u00a0", " ") == "Journal of Synthetic Estuaries, Series B"
    assert paper.publisher == "Tidewater Press"
    assert paper.issued == Date(2029, 2, 14)
    assert seen.diagnostics == []


def test_case_06_others_is_no_person(case):
    paper = case("06").paper
    assert names(paper) == ["Tunde Abara", "Petra Sol", "Maja Lindqvist"]
    assert paper.authors_omitted == UNKNOWN_NUMBER


def test_case_07_von_and_jr(case):
    parts = [f"{a.given}|{a.particle}|{a.family}|{a.suffix}" for a in case("07").paper.authors]
    assert parts == [
        "Ada|ten|brink|",
        "Jo|De la|Ruelle|",
        "Ada||ten Brink|",
        "Jo|de la|Ruelle|",
        "Sam||Okri|Jr",
        "Sam||Okri Jr|",
        "Iris|van der quint|Marlow|",
    ]


def test_case_08_extended_names(case):
    paper = case("08").paper
    assert paper.authors == (
        Author("Villarenne", "Odile", "de"),
        Author("Osei", "Kwabena"),
        Author("Zhou", "Mei Lan", "", "III"),
    )
    assert paper.issued == Date(2031, 4)


def test_case_10_letters(case):
    paper = case("10").paper
    assert [f"{a.family}, {a.given}" for a in paper.authors] == [
        "Vlkík, Bohumil",
        "Çalışkan, Göksel",
        "Łukasińska, Ðunja",
        "Ås, Bjørn",
        "Ştefănescu, Elena",
        "Bìlña, Šárka",
    ]
    assert paper.title == "Straßenbäume, œuvres and æther: ß ø å café naïve – it's"


def test_case_16_addresses_are_verbatim(case):
    first, second = case("16").papers
    assert first.url == "https://example.org/a%20b/c_d?x=1&y=2#frag~z"
    assert first.doi == "10.1002/(SICI)1097-0000(203009)18:12<1450::AID-XYZ3>3.0.CO;2-I"
    assert first.title == "k_max Scores & 90% Coverage"
    assert first.medium == "https://example.org/e_f"
    assert second.url == "https://example.org/c_d?p=10%"
    assert second.doi == "10.5555/978-3-032_12"


def test_case_20_irregular_dates(case):
    seen = case("20")
    dates = {paper.key: paper.issued for paper in seen.papers}
    assert dates["range2030"] == Date(2030, 9, end=Date(2030, 10))
    assert dates["msn2031"].year == 2031
    assert dates["slash1993"] == Date(1993, 2)
    assert dates["bce"] == Date(-69)
    assert dates["inpress"] == Date(literal="in press")
    assert dates["good2032"] == Date(2032)
    assert [(d.code, d.location.key, d.location.line) for d in seen.diagnostics] == [
        ("bad-date", "range2030", 1),
        ("bad-date", "msn2031", 2),
        ("bad-date", "slash1993", 3),
        ("bad-date", "bce", 4),
        ("bad-date", "inpress", 5),
    ]


def test_case_21_edtf(case):
    seen = case("21")
    dates = {paper.key: paper.issued for paper in seen.papers}
    assert dates["e1"] == dates["e2"] == Date(1987, open_end=True)
    assert dates["e3"] == Date(2004, approximate=True)
    assert dates["e4"] == Date(2004, uncertain=True)
    assert dates["e5"] == Date(2001, season=1)
    assert dates["e6"] == Date(2007, 8, 9, time="10:11:12")
    assert dates["e7"] == Date(-99)
    assert dates["e8"] == Date(2030, 3, 9, end=Date(2030, 4))
    assert dates["e10"].literal == "2019-13"
    assert [(d.code, d.location.key) for d in seen.diagnostics] == [("bad-date", "e10")]


def test_case_22_crossref(case):
    seen = case("22")
    papers = {paper.key: paper for paper in seen.papers}
    assert list(papers) == ["abara2030weir", "marlow2030case", "sol2029own", "tidal2030"]
    first = papers["abara2030weir"]
    assert first.title == "Weirs that Learn"
    assert first.container_title == "Proceedings of the Fictional Tidal Workshop"
    assert first.by_role("editor") == (Author("Lindqvist", "Maja", role="editor"),)
    assert (first.issued, first.publisher, first.publisher_place) == (Date(2030, 6), "Tidewater Press", "Port Marrow")
    assert papers["sol2029own"].issued == Date(2029)
    assert papers["marlow2030case"].container_title == first.container_title
    assert [(d.code, d.location.key) for d in seen.diagnostics] == [("crossref-case", "marlow2030case")]


def test_case_26_what_stands_between(case):
    seen = case("26")
    assert [(paper.key, paper.title) for paper in seen.papers] == [
        ("abara2030a", "One"),
        ("sol2030b", "Two"),
        ("ferro2030c", "Three"),
    ]
    assert seen.diagnostics == []


def test_case_29_pages(case):
    pages = {paper.key: paper.page for paper in case("29").papers}
    assert pages["p1"] == "24-1–24-7"
    assert pages["p2"] == pages["p3"] == pages["p4"] == "11-19"
    assert pages["p5"] == "S12-S19, 23+"
    assert pages["p9"] == "1388-97"


def test_case_46_arxiv(case):
    seen = case("46")
    first, second, third = seen.papers
    assert (first.eprint, first.eprint_version, first.eprint_class) == ("3106.04242", "2", "math.CO")
    assert (first.doi, first.kind) == ("10.48550/arXiv.3106.04242", "article")
    assert first.title == "Locks in Expected Linear Time"
    assert first.authors[1] == Author("Jr", "Ruth Quennell")
    assert "Quennell, Jr, Ruth" in seen.diagnostics[seen.codes.index("bad-name")].message
    assert (second.eprint, second.eprint_version, second.eprint_class) == ("hep-th/9901001", "3", "hep-th")
    assert (third.eprint, third.kind, third.volume, third.container_title) == ("3101.00042", "article", "", "")


def test_case_47_neighbours(case):
    seen = case("47")
    keys = [paper.key for paper in seen.papers]
    assert keys[0] == "before2031"
    assert keys[-1] == "after2031"
    assert "Ibori2031Ledger" in keys
    assert {d.location.line for d in seen.diagnostics} == {2, 7, 8, 12}
    assert any(d.severity == "error" for d in seen.diagnostics)


# ---------------------------------------------------------------- dates


@pytest.mark.parametrize(
    ("source", "date"),
    [
        ("year = 2031", Date(2031)),
        ("year = 2031, month = 3", Date(2031, 3)),
        ("year = 2031, month = mar", Date(2031, 3)),
        ("year = 2031, month = MAR", Date(2031, 3)),
        ("year = 2031, month = {March}", Date(2031, 3)),
        ("year = 2031, month = {Mar.}", Date(2031, 3)),
        ("year = 2031, month = {03}, day = 7", Date(2031, 3, 7)),
        ('year = 2031, month = mar # "~7"', Date(2031, 3, 7)),
        ('year = 2031, month = "7~" # mar', Date(2031, 3, 7)),
        ('year = 2031, month = mar # " 7,"', Date(2031, 3, 7)),
        ("year = {2031}, month = {März}", Date(2031, 3)),
        ("date = {2031-03-07}", Date(2031, 3, 7)),
        ("date = {2031-03-07/2031-04}, year = 1999", Date(2031, 3, 7, end=Date(2031, 4))),
    ],
)
def test_regular_dates(source, date, load):
    seen = load(f"@misc{{k, {source}}}")
    assert seen.paper.issued is not None
    assert seen.paper.issued.literal in {"", "1999"}
    assert (seen.paper.issued.year, seen.paper.issued.month, seen.paper.issued.day) == (date.year, date.month, date.day)
    assert seen.diagnostics == []


def test_other_dates(load):
    paper = load("@online{k, urldate = {2031-01-02}, eventdate = {2030-05/2030-06}, origdate = {1920}}").paper
    assert paper.accessed == Date(2031, 1, 2)
    assert paper.event_date == Date(2030, 5, end=Date(2030, 6))
    assert paper.original_date == Date(1920)


# ---------------------------------------------------------------- people


def test_roles(load):
    paper = one(
        load, "inbook", author="A, B", bookauthor="C, D", editor="E, F and others", translator="G, H",
        foreword="I, J", editora="K, L", editoratype="collaborator", editorb="M, N", editorbtype="founder",
    ).paper  # fmt: skip
    assert {author.role: author.family for author in paper.authors if author.family != "M"} == {
        "author": "A", "container-author": "C", "editor": "E", "translator": "G", "foreword": "I", "contributor": "K",
    }  # fmt: skip
    assert paper.editors_omitted == UNKNOWN_NUMBER
    assert paper.extra["bibtex:editorbtype"] == ("founder",)


@pytest.mark.parametrize("last", ["others", "Others", "OTHERS", "et al.", "et al"])
def test_nobody_is_called_others(last, load):
    paper = one(load, "misc", author=f"Abara, Tunde and {last}").paper
    assert names(paper) == ["Tunde Abara"]
    assert paper.authors_omitted == UNKNOWN_NUMBER


def test_data_annotations(load):
    paper = one(
        load, "article", author="Abara, Tunde and Sol, Petra and others",
        author__affiliation='1="Tidewater; Institute"; 2="Port \\& Marrow"; 1="Port \\& Marrow"',
        author__orcid='2="0000-0002-1825-0097"', author__omitted='="4"', author__role="1=lead",
    ).paper  # fmt: skip
    assert [affiliation.name for affiliation in paper.affiliations] == ["Tidewater; Institute", "Port & Marrow"]
    assert [author.affiliations for author in paper.authors] == [(0, 1), (1,)]
    assert [author.orcid for author in paper.authors] == ["", "0000-0002-1825-0097"]
    assert paper.authors_omitted == 4
    assert paper.extra == {"bibtex:author+an:role": ("1=lead",)}


def test_an_affiliation_of_the_paper_belongs_to_no_author(load):
    paper = one(load, "misc", author="Abara, Tunde", affiliation="Tidewater Institute; {Salt; Silt}").paper
    assert paper.affiliations == (Affiliation("Tidewater Institute"), Affiliation("Salt; Silt"))
    assert paper.authors[0].affiliations == ()


def test_odd_names_are_told(load):
    seen = one(load, "misc", author="A, B, C, D and Ruth Quennell Jr")
    assert seen.codes == ["bad-name", "bad-name"]


# ---------------------------------------------------------------- preprints

PREPRINTS = [
    "@misc{k, eprint = {3101.00042}, archivePrefix = {arXiv}, primaryClass = {cs.LG}}",
    "@online{k, eprint = {3101.00042}, eprinttype = {arxiv}, eprintclass = {cs.LG}}",
    "@article{k, journal = {arXiv preprint arXiv:3101.00042 [cs.LG]}}",
    "@article{k, journal = {CoRR}, volume = {abs/3101.00042}, eprinttype = {arXiv}, primaryclass = {cs.LG}}",
    "@article{k, journal = {arXiv e-prints}, eid = {arXiv:3101.00042}, pages = {arXiv:3101.00042}, primaryClass = {cs.LG}}",
    "@misc{k, doi = {10.48550/ARXIV.3101.00042}, publisher = {arXiv}, primaryclass = {cs.LG}}",
    "@misc{k, howpublished = {arXiv:3101.00042 [cs.LG]}}",
    "@misc{k, url = {https://arxiv.org/abs/3101.00042}, eprintclass = {cs.LG}}",
    "@unpublished{k, note = {arXiv:3101.00042}, eprintclass = {cs.LG}}",
    "@article{k, eprint = {arXiv:3101.00042}, primaryClass = {cs.LG}}",
    "@misc{k, eprint = {https://arxiv.org/abs/3101.00042}, eprinttype = {arXiv}, eprintclass = {[cs.LG]}}",
]


@pytest.mark.parametrize("source", PREPRINTS)
def test_every_spelling_of_a_preprint(source, load):
    paper = load(source).paper
    assert (paper.kind, paper.eprint_type, paper.eprint, paper.eprint_class) == (
        "article",
        "arxiv",
        "3101.00042",
        "cs.LG",
    )
    assert (paper.container_title, paper.volume, paper.page) == ("", "", "")


def test_a_version_is_kept_apart(load):
    paper = load("@misc{k, eprint = {3101.00042v3}, eprinttype = {arxiv}}").paper
    assert (paper.eprint, paper.eprint_version) == ("3101.00042", "3")
    paper = load(
        "@misc{k, eprint = {3101.00042}, eprinttype = {arxiv}, url = {https://arxiv.org/pdf/3101.00042v2}}"
    ).paper
    assert (paper.eprint, paper.eprint_version) == ("3101.00042", "2")


def test_a_published_article_with_an_eprint_stays_an_article(load):
    paper = load("@article{k, journal = {Tides}, eprint = {3101.00042}, archiveprefix = {arXiv}}").paper
    assert (paper.kind, paper.container_title, paper.eprint) == ("article-journal", "Tides", "3101.00042")
    paper = load("@article{k, journal = {Tides}, url = {https://arxiv.org/abs/3101.00042}}").paper
    assert (paper.kind, paper.eprint) == ("article-journal", "")


# ---------------------------------------------------------------- other fields


def test_the_fields_of_a_kind(load):
    journal = one(load, "article", journal="Tides", number="3", eid="A7").paper
    assert (journal.issue, journal.number) == ("3", "A7")
    report = one(load, "techreport", institution="Tidewater", number="7").paper
    assert (report.number, report.publisher) == ("7", "Tidewater")
    book = one(load, "book", series="Ponds", number="7", publisher="Salt", address="Port").paper
    assert (book.collection_title, book.collection_number, book.publisher_place) == ("Ponds", "7", "Port")
    thesis = one(load, "mastersthesis", school="Tidewater").paper
    assert (thesis.genre, thesis.publisher) == ("Master's thesis", "Tidewater")
    assert one(load, "thesis", type="phdthesis").paper.genre == "PhD thesis"
    assert one(load, "article", entrysubtype="magazine").paper.kind == "article-magazine"


def test_subtitles_are_joined(load):
    assert one(load, "book", title="Ponds", subtitle="A Guide").paper.title == "Ponds: A Guide"
    assert one(load, "book", title="Why Ponds?", subtitle="A Guide").paper.title == "Why Ponds? A Guide"
    article = one(load, "article", journaltitle="Tides", journalsubtitle="Series B").paper
    assert article.container_title == "Tides: Series B"
    assert article.extra == {}


@pytest.mark.parametrize(
    ("value", "tags"),
    [
        ("tides, weirs,  salt", ("tides", "weirs", "salt")),
        ("Estuaries, Tidal; Weirs, Movable; C\\#", ("Estuaries, Tidal", "Weirs, Movable", "C#")),
        ("{Estuaries, Tidal}, deep learning", ("Estuaries, Tidal", "deep learning")),
        ("{A; B}, C", ("A; B", "C")),
        ("", ()),
    ],
)
def test_keywords(value, tags, load):
    assert one(load, "misc", title="x", keywords=value).paper.tags == tags


@pytest.mark.parametrize(
    ("value", "attachments"),
    [
        ("Reprint:papers/a.pdf:PDF", (Attachment("Reprint", "papers/a.pdf", media_type="application/pdf"),)),
        (":a\\;b.pdf:PDF;Notes:n.txt:Text", (
            Attachment(path="a;b.pdf", media_type="application/pdf"), Attachment("Notes", "n.txt", media_type="text/plain"),
        )),
        ("a.pdf", (Attachment(path="a.pdf"),)),
        ("Page:https\\://example.org/x:text/html", (
            Attachment("Page", url="https://example.org/x", media_type="text/html"),
        )),
        ("Scan:C\\:\\\\data\\\\a.pdf:PDF", (Attachment("Scan", "C:\\data\\a.pdf", media_type="application/pdf"),)),
    ],
)  # fmt: skip
def test_files(value, attachments, load):
    assert one(load, "misc", title="x", file=value).paper.attachments == attachments


def test_what_is_not_known_is_kept(load):
    seen = load("@sculpture{k, title = {x}, colour = {{Blue} \\& grey}, title = {y}, lccn = 12}")
    assert seen.paper.extra == {
        "bibtex:colour": ("{Blue} \\& grey",),
        "bibtex:lccn": ("12",),
        "bibtex:type": ("sculpture",),
        "bibtex:title": ("y",),
    }
    assert seen.codes == ["duplicate-field"]


def test_duplicate_keys_are_renamed_and_told(load):
    seen = load("@misc{k, title = {a}}\n@misc{k, title = {b}}\n@misc{k, title = {c}}\n@misc{K, title = {d}}")
    assert [(paper.key, paper.title) for paper in seen.papers] == [("k", "a"), ("k-2", "b"), ("k-3", "c"), ("K", "d")]
    assert seen.codes == ["duplicate-key", "duplicate-key"]


def test_macros(load):
    seen = load(
        "@misc{early, note = late}\n@STRING{Late = {now}}\n@string(more = late # { and } # LATE)\n"
        "@misc{a, note = more}\n@string{late = {then}}\n@misc{b, note = late, journal = jacm, month = sept}"
    )
    assert [paper.note for paper in seen.papers] == ["late", "now and now", "then"]
    assert seen.papers[2].container_title == "Journal of the ACM"
    assert [(d.code, d.location.key) for d in seen.diagnostics][:1] == [("undefined-macro", "early")]


def test_paragraphs_of_an_abstract(load):
    paper = load("@misc{k, title = {a\n   b}, abstract = {One\ntwo.\n\n  Three \\par four.}}").paper
    assert paper.title == "a b"
    assert paper.abstract == "One two.\n\nThree\n\nfour."


def test_a_full_title_beside_a_short_one(load):
    paper = one(load, "article", journal="Pond Lett.", fjournal="Pond Letters").paper
    assert (paper.container_title, paper.container_title_short, dict(paper.extra)) == ("Pond Letters", "Pond Lett.", {})
    alone = one(load, "article", fjournal="Pond Letters").paper
    assert (alone.container_title, alone.container_title_short) == ("Pond Letters", "")
