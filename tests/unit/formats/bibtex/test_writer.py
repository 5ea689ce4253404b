"""What is written, and what of it is lost."""

from __future__ import annotations

import json
import re

import msgspec
import pytest

from bibkit.model import UNKNOWN_NUMBER, Affiliation, Attachment, Author, Date, Paper

PREPRINT = Paper(
    key="abara2031weirs",
    kind="article",
    title="LLMs that Learn Weirs in $O(k\\log k)$",
    authors=(Author("Abara", "Tunde"), Author("Sol", "Petra")),
    authors_omitted=2,
    affiliations=(Affiliation("Tidewater Institute"), Affiliation("Salt; Silt & Co")),
    affiliations_omitted=1,
    abstract="A 5% gain.\n\nMore.",
    tags=("Estuaries, Tidal", "weirs"),
    tags_omitted=3,
    issued=Date(2031, 9, 29),
    eprint_type="arxiv",
    eprint_class="cs.LG",
    publisher="arXiv",
)


def test_a_preprint_in_bibtex(dump):
    assert dump(PREPRINT).text == (
        "@misc{abara2031weirs,\n"
        "  author        = {Abara, Tunde and Sol, Petra and others},\n"
        "  title         = {{LLMs} that Learn Weirs in $O(k\\log k)$},\n"
        "  year          = {2031},\n"
        "  month         = sep,\n"
        "  day           = {29},\n"
        "  howpublished  = {arXiv},\n"
        "  archiveprefix = {arXiv},\n"
        "  primaryclass  = {cs.LG},\n"
        "  keywords      = {{Estuaries, Tidal}, weirs},\n"
        "  affiliation   = {Tidewater Institute; {Salt; Silt \\& Co}},\n"
        "  abstract      = {A 5\\% gain. \\par More.},\n"
        '  author+an:omitted = {="2"},\n'
        '  author+an:omittedaffiliations = {="1"},\n'
        '  keywords+an:omitted = {="3"},\n'
        "}\n"
    )


def test_a_preprint_in_biblatex(dump):
    written = dump(PREPRINT, biblatex=True)
    assert written.text.startswith("@misc{")  # its data model wants an identifier or address for @online
    assert written.field("date") == "{2031-09-29}"
    assert written.field("eprinttype") == "{arxiv}"
    assert written.field("eprintclass") == "{cs.LG}"
    assert written.field("pubstate") == "{prepublished}"
    assert written.field("author+an:affiliation") == '{="Tidewater Institute"; ="Salt\\symbol{59} Silt \\& Co"}'
    assert "affiliation   =" not in written.text
    with_id = Paper(key="k", kind="article", title="x", eprint="3101.00042", eprint_type="arxiv")
    assert dump(with_id, biblatex=True).text.startswith("@online{")


@pytest.mark.parametrize("biblatex", [False, True])
def test_a_preprint_comes_back_whole(biblatex, dump, load):
    written = dump(PREPRINT, biblatex=biblatex)
    assert load(written.text).papers == [PREPRINT]
    assert written.losses == {}


def test_what_zotero_reads(dump, load):
    written = dump(PREPRINT, zotero=True)
    assert "others" not in written.text
    assert "+an" not in written.text
    assert written.field("title") == "{LLMs that Learn Weirs in O(k log k)}"
    assert written.field("eprinttype") == "{arxiv}"
    assert written.field("archiveprefix") == "{arXiv}"
    assert written.field("publisher") == "{arXiv}"
    assert written.field("keywords") == "{Estuaries - Tidal, weirs}"
    assert set(written.losses) == {
        "authors_omitted", "affiliations", "affiliations_omitted", "tags_omitted", "tags: exact form", "title: exact form",
    }  # fmt: skip
    assert dump(Paper(key="d", kind="dataset", title="x"), zotero=True).text.startswith("@misc{")


def test_and_others_can_be_left_out(dump, load):
    written = dump(PREPRINT, and_others=False)
    assert "others" not in written.text
    assert load(written.text).paper.authors_omitted == 2
    unknown = Paper(key="k", title="x", authors=(Author("Sol"),), authors_omitted=UNKNOWN_NUMBER)
    assert load(dump(unknown, and_others=False).text).papers == [unknown]


def test_case_04_a_hash_is_text(case, dump, load):
    paper = case("04").paper
    written = dump(paper)
    assert not re.search(r"\}\s*#", written.text)
    assert written.field("url") == "{https://example.org/guide#part-2}"
    assert "\\#" in written.field("title")
    again = load(written.text).paper
    assert (again.title, again.abstract, again.url) == (paper.title, paper.abstract, paper.url)


def test_case_06_and_others(case, dump):
    assert dump(case("06").papers).field("author").endswith(" and others}")


def test_case_08_classic_names(case, dump):
    assert dump(case("08").papers).field("author") == "{de Villarenne, Odile and Osei, Kwabena and Zhou, III, Mei Lan}"


def test_case_16_addresses_unchanged(case, dump):
    text = dump(case("16").papers).text
    assert "{https://example.org/a%20b/c_d?x=1&y=2#frag~z}" in text
    assert "{10.1002/(SICI)1097-0000(203009)18:12<1450::AID-XYZ3>3.0.CO;2-I}" in text
    assert "{https://example.org/c_d?p=10%}" in text
    assert "{k\\_max Scores \\& 90\\% Coverage}" in text


def test_case_18_money_and_mathematics(case, dump):
    written = dump(case("18").papers)
    for formula in ("$\\mu$$\\nu$", "$O(k\\log k)$", "$x_1^2 \\le \\frac{a}{b}$", "\\$75", "\\$310"):
        assert formula in written.text
    assert len(re.findall(r"(?<!\\)\$", written.field("title"))) == 6
    assert len(re.findall(r"(?<!\\)\$", written.field("abstract"))) == 2


def test_case_20_original_dates_survive(case, dump):
    text = dump(case("20").papers).text
    for source in ("{Sep--Oct}", "{[2031] \\copyright 2031}", "{Feb./1993}", "{70 BCE}", "{in press}"):
        assert source in text


def test_case_29_pages(case, dump, load):
    written = dump(case("29").papers)
    pages = re.findall(r"pages\s*= \{(.*)\}", written.text)
    assert pages == [
        "24-1--24-7", "11--19", "11--19", "11--19", "S12--S19, 23+", "091234", "xiv--xx", "e2004567", "1388--97",
    ]  # fmt: skip
    assert dump(load(written.text).papers).text == written.text


def test_case_46_arxiv(case, dump):
    papers = case("46").papers
    written = dump(papers[:1])
    assert written.field("eprint") == "{3106.04242}"
    assert written.field("archiveprefix") == "{arXiv}"
    assert written.field("primaryclass") == "{math.CO}"
    assert written.field("doi") == "{10.48550/arXiv.3106.04242}"
    assert dump(papers[1:2], biblatex=True).field("eprint") == "{hep-th/9901001v3}"


@pytest.mark.parametrize("number", ["03", "07", "10", "20", "21", "22", "26", "29", "46"])
@pytest.mark.parametrize("biblatex", [False, True])
def test_a_second_writing_changes_nothing(number, biblatex, case, dump, load):
    once = dump(case(number).papers, biblatex=biblatex).text
    assert dump(load(once).papers, biblatex=biblatex).text == once


def csl(shared, number):
    """The papers of a CSL-JSON case, in the little CSL that these cases use."""
    (path,) = shared.glob(f"cases/{number}-*/input.json")
    fields = {"container-title": "container_title", "publisher": "publisher", "publisher-place": "publisher_place"}
    for item in json.loads(path.read_text(encoding="utf-8")):
        yield Paper(
            key=item["id"],
            kind=item["type"],
            title=item["title"],
            authors=tuple(Author(**name) for name in item["author"]),
            issued=Date(*item["issued"]["date-parts"][0]),
            **{ours: item[theirs] for theirs, ours in fields.items() if theirs in item},
        )


def test_case_05_an_organisation_stays_whole(shared, dump, load):
    written = dump(list(csl(shared, "05")))
    assert written.field("author") == "{{Institute of Salt and Silt} and Abara, Tunde}"
    assert load(written.text).paper.authors == (Author(literal="Institute of Salt and Silt"), Author("Abara", "Tunde"))


@pytest.mark.parametrize("number", ["11", "12"])
def test_cases_11_12_ascii(number, shared, dump, load):
    papers = list(csl(shared, number))
    written = dump(papers, ascii=True)
    assert written.text.isascii()
    assert not re.search(r"\\(?:l|L|o|O|ss|i|th|TH|ae|oe)(?= [a-zA-Z])", written.text)
    plain = load(dump(papers).text).paper
    again = load(written.text).paper
    assert (again.title, again.authors) == (plain.title, plain.authors)


def test_case_14_no_letter_is_lost(shared, dump):
    papers = list(csl(shared, "14"))
    written = dump(papers)
    assert written.field("author") == "{Плавненко, О. Л.}"
    assert written.field("title") == "{Річки та вигадані припливи}"
    assert written.field("address") == "{Рівне}"
    ascii_only = dump(papers, ascii=True)
    assert ascii_only.text.isascii()
    assert [diagnostic.code for diagnostic in ascii_only.diagnostics] == ["transliterated"]


def test_case_17_specials(shared, dump, load):
    papers = list(csl(shared, "17"))
    written = dump(papers)
    for source in ("\\&", "\\%", "\\#", "\\_", "\\textasciitilde{}", "\\textasciicircum{}"):
        assert source in written.field("title")
    assert written.field("journal") == "{Computing in Science \\& Engineering}"
    assert load(written.text).papers == papers


# ---------------------------------------------------------------- beyond the cases


def test_protection_is_optional_and_spares_formulas(dump):
    paper = Paper(key="k", title="The GPU in $NASA_1$ and arXiv")
    assert dump(paper).field("title") == "{The {GPU} in $NASA_1$ and {arXiv}}"
    assert dump(paper, protect=False).field("title") == "{The GPU in $NASA_1$ and arXiv}"


@pytest.mark.parametrize(
    ("date", "fields"),
    [
        (Date(2031), {"year": "{2031}"}),
        (Date(2031, 5), {"year": "{2031}", "month": "may"}),
        (Date(2031, season=3), {"year": "{2031}", "date": "{2031-23}"}),
        (Date(1987, open_end=True), {"year": "{1987--}", "date": "{1987/..}"}),
        (Date(-43, 3, 15), {"year": "{44 BCE}", "date": "{-0043-03-15}"}),
        (Date(literal="in press"), {"year": "{in press}"}),
        (Date(2031, literal="winter term"), {"year": "{winter term}", "date": "{2031}"}),
        (Date(2031, 5, 6, time="10:11:12"), {"year": "{2031}", "date": "{2031-05-06T10:11:12}"}),
    ],
)
def test_dates(date, fields, dump, load):
    paper = Paper(key="k", title="x", issued=date)
    written = dump(paper)
    assert {name: written.field(name) for name in ("year", "month", "date") if f" {name} " in written.text} == fields
    assert load(written.text).paper.issued == date
    assert load(dump(paper, biblatex=True).text).paper.issued == date


def test_every_kind_comes_back(dump, load):
    from bibkit.model import KINDS

    papers = [Paper(key=f"k{number}", kind=kind, title="x") for number, kind in enumerate(KINDS)]
    for biblatex in (False, True):
        written = dump(papers, biblatex=biblatex)
        assert [paper.kind for paper in load(written.text).papers] == list(KINDS)
        assert written.losses == {}
    types = set(re.findall(r"^@(\w+)", dump(papers).text, re.MULTILINE))
    assert types <= {
        "article",
        "book",
        "booklet",
        "incollection",
        "inproceedings",
        "misc",
        "phdthesis",
        "techreport",
        "unpublished",
    }


def test_links_and_orcids_come_back(dump, load):
    paper = Paper(
        key="k",
        title="x",
        authors=(
            Author("Abara", "Tunde", orcid="0000-0002-1825-0097", affiliations=(1,)),
            Author("Sol", "Petra", affiliations=(0, 1)),
            Author("Osei", "K", role="editor", affiliations=(2,)),
        ),
        affiliations=(Affiliation('The "Salt"'), Affiliation("A; B"), Affiliation("Port")),
    )
    for biblatex in (False, True):
        written = dump(paper, biblatex=biblatex)
        assert load(written.text).papers == [paper]
        assert written.losses == {}


def test_losses_are_told(dump):
    paper = Paper(
        key="k",
        title="x",
        authors=(Author("Berg", "Ada", "Von"), Author("Sol", role="illustrator")),
        affiliations=(Affiliation("Port", ror="05dxps055"),),
        archive="Box",
        automatic_tags=("a",),
        attachments=(Attachment(path="a.pdf", url="https://example.org"),),
        note="\\emph{TeX}",
        extra={"ris:C7": ("x",), "bibtex:title": ("y",)},
    )
    assert set(dump(paper).losses) == {
        "authors:illustrator", "affiliations.ror", "archive", "automatic_tags", "attachments: address beside the path",
        "note: exact form", "authors: exact form", "ris:C7", "bibtex:title",
    }  # fmt: skip


def test_keys_that_bibtex_cannot_hold(dump, load):
    papers = [Paper(key=key, title="x") for key in ("a b", "a,b", "ä:1", "", "ä:1", "{}")]
    written = dump(papers)
    assert [paper.key for paper in load(written.text).papers] == ["a-b", "a-b-2", "ä:1", "entry-4", "ä:1-2", "entry-6"]
    assert [d.code for d in written.diagnostics] == ["cleaned-key", "cleaned-key", "no-key", "duplicate-key", "no-key"]


def test_braces_of_an_address_stay_balanced(dump, load):
    paper = Paper(key="k", title="x", url="https://example.org/}a")
    assert load(dump(paper).text).paper.url == "https://example.org/%7Da"


def test_notes_and_files_come_back(dump, load):
    paper = Paper(
        key="k",
        title="x",
        notes=("<p>First & last</p>", "Second\n\nparagraph"),
        attachments=(
            Attachment("Re:print", "a;b_c.pdf", media_type="application/pdf"),
            Attachment(url="https://example.org/a"),
        ),
    )
    for biblatex in (False, True):
        assert load(dump(paper, biblatex=biblatex).text).papers == [paper]


def test_text_between_entries_and_macros_survive(load, dump):
    source = (
        '% A library\n@string{jt = {Journal of {Tides}}}\n@preamble{"\\newcommand{\\x}{y}"}\n'
        "@article{a, title = {A}, journal = jt, note = jt # { B}}\nfree text\n"
        "@article{b, title = {B}, journal = JT, colour = {{Blue} \\x}}\n% the end"
    )
    seen = load(source)
    text = dump(seen.papers).text
    for kept in ("% A library", "@string{jt = {Journal of {Tides}}}", "@preamble", "free text", "% the end"):
        assert kept in text
    assert "journal       = jt," in text
    assert "note          = jt # { B}," in text
    assert "colour = {{Blue} \\x}" in re.sub(" +", " ", text)
    assert load(text).papers == seen.papers


def test_a_macro_is_only_written_where_it_is_defined_and_still_true(load, dump):
    import msgspec

    seen = load("@string{jt = {Tides}}\n@article{a, title = {A}, journal = jt}\n@article{b, title = {B}, journal = jt}")
    first, second = seen.papers
    assert dump(second).field("journal") == "{Tides}"
    changed = msgspec.structs.replace(first, container_title="Ponds")
    assert dump([changed, second]).text.count("= {Ponds}") == 1


def test_the_encoding_line_is_not_repeated(load, dump):
    assert "Encoding" not in dump(load("% Encoding: Cp1252\n% mine\n@misc{a, title = {x}}").papers).text


def test_writing_is_lazy():
    from bibkit.formats.bibtex import write
    from bibkit.plugins.records import WriteContext

    taken = []

    def papers():
        for number in range(1000):
            taken.append(number)
            yield Paper(key=f"k{number}", title="x")

    pieces = write(papers(), WriteContext())
    next(pieces)
    assert len(taken) < 5


@pytest.mark.parametrize(
    ("paper", "subtype"),
    [
        (Paper(kind="manuscript", title="x", note="Ponds"), None),
        (Paper(kind="manuscript", title="x", url="https://arxiv.org/help"), "{manuscript}"),  # some read a preprint
        (Paper(kind="manuscript", title="x", publisher="arXiv"), "{manuscript}"),
        (Paper(kind="article", title="x", url="https://arxiv.org/abs/3101.00042"), "{preprint}"),
        (Paper(kind="article", title="x", eprint="3101.00042", eprint_type="arxiv"), None),
        (Paper(kind="manuscript", title="x", eprint="3101.00042", eprint_type="arxiv"), "{manuscript}"),
        (Paper(kind="article-journal", title="x", container_title="Ponds", url="https://arxiv.org/help"), None),
        (Paper(kind="broadcast", title="x"), "{broadcast}"),
    ],
)
@pytest.mark.parametrize("biblatex", [False, True])
def test_the_kind_is_said_where_type_and_fields_leave_it_open(dump, paper, subtype, biblatex):
    written = dump(msgspec.structs.replace(paper, key="k"), biblatex=biblatex)
    assert ("entrysubtype" in written.text) == (subtype is not None)
    if subtype:
        assert written.field("entrysubtype") == subtype
