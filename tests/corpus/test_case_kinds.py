"""Further inputs of the same kinds as the cases, invented: other spellings, places and formats.

What BibTeX 0.99d makes of a name was asked with ``format.name$``; the table of names follows "Tame the BeaST".
"""

from __future__ import annotations

import pytest

import bibkit
from bibkit import Date, Report

from .cases import codes, keyed, names


def one(fields: str, form: str = "bibtex", kind: str = "misc"):
    """The paper of one entry with these fields, and the codes of what was said."""
    report = Report()
    (paper,) = bibkit.loads(f"@{kind}{{k, {fields}}}", form, report=report)
    return paper, [code for code, _ in codes(report)]


def same_after(form: str, paper, **options):
    """The paper written in a format and read again."""
    (again,) = bibkit.loads(bibkit.dumps([paper], form, **options), form)
    return again


# ---------------------------------------------------------------- 01, 03: values


@pytest.mark.parametrize(
    ("value", "title"),
    [
        ('"a {"}b{"} c" # { d}', 'a "b" c d'),
        ('"{"Quoted"} whole"', '"Quoted" whole'),
        ('"{"}"', '"'),
        (r'"na{\"i}ve {\"o}{"}x{"}"', 'na\u00efve \u00f6"x"'),
        ('{He said "hi"}', 'He said "hi"'),
        ('"paren ) in (quotes)"', "paren ) in (quotes)"),
        ('"two\n   lines\n\n of a title"', "two lines of a title"),
        ('"mail x@y.z, now"', "mail x@y.z, now"),
        ('"a # b" # " # c"', "a # b # c"),
    ],
)
def test_01_values_end_where_bibtex_ends_them(value, title):
    for opening, closing in ("{}", "()"):
        report = Report()
        (paper,) = bibkit.loads(f"@misc{opening}k, title = {value}, note = {{last}}{closing}", "bibtex", report=report)
        assert (paper.title, paper.note) == (title, "last")
        assert codes(report) == []
        assert same_after("bibtex", paper) == paper


def test_01_quotes_escaped_with_a_backslash_are_understood_and_told():
    paper, said = one(r'title = "a \"marked\" word", note = "n"')
    assert (paper.title, paper.note, said) == ('a "marked" word', "n", ["repaired-entry"])


def test_03_macros_of_every_shape():
    text = """
    @string ( p = "x (y) z" )  @string{a = "A"}@STRING{b = A # " B",}
    @string{j-a.b:c+d = {J}}
    @misc{k, title = p # { } # b # 12, note = j-a.b:c+d, year = 20 # 31, month = 5 # "~" # JAN}
    """
    report = Report()
    (paper,) = bibkit.loads(text, "bibtex", report=report)
    assert (paper.title, paper.note, paper.issued) == ("x (y) z A B12", "J", Date(2031, 1, 5))
    assert codes(report) == []


# ---------------------------------------------------------------- 06, 07, 08: names


@pytest.mark.parametrize(
    "ending", [" and others", " and Others", " and {others}", "\n and\n others", " and et al.", " and et~al", " et al."]
)
def test_06_whatever_says_that_a_list_goes_on_is_nobody(ending):
    paper, _ = one(f"author = {{Abara, Tunde and {{Salt and Silt}}{ending}}}")
    assert names(paper) == ["Tunde||Abara|", "Salt and Silt"]
    assert paper.authors_omitted == -1
    assert "and others" in bibkit.dumps([paper], "bibtex")


def test_06_others_within_a_list_and_in_other_formats():
    paper, _ = one("author = {Abara, Tunde and others and Sol, Petra}, editor = {Ng, Al and others}")
    assert names(paper) == ["Tunde||Abara|", "Petra||Sol|"]
    assert (paper.authors_omitted, paper.editors_omitted) == (-1, -1)
    (ris,) = bibkit.loads("TY  - BOOK\nAU  - Abara, Tunde\nAU  - et al.\nER  - \n", "ris")
    (csl,) = bibkit.loads(
        '[{"type": "book", "author": [{"family": "Abara", "given": "Tunde"}, {"literal": "others"}, {"family": "Sol"}]}]',
        "csl-json",
    )
    assert (names(ris), ris.authors_omitted) == (["Tunde||Abara|"], -1)
    assert (names(csl), csl.authors_omitted) == (["Tunde||Abara|", "||Sol|"], -1)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("AA", "||AA|"),
        ("aa", "||aa|"),
        ("AA BB", "AA||BB|"),
        ("AA bb", "AA||bb|"),
        ("AA bb CC dd EE", "AA|bb CC dd|EE|"),
        ("AA 1B cc dd", "AA 1B|cc|dd|"),
        ("AA 1b cc dd", "AA|1b cc|dd|"),
        ("AA {b}B cc dd", "AA bB|cc|dd|"),
        ("AA {b}b cc dd", "AA|bb cc|dd|"),
        ("AA {B}b cc dd", "AA|Bb cc|dd|"),
        ("AA bb {cc} DD", "AA|bb|cc DD|"),
        ("AA {bb} cc DD", "AA bb|cc|DD|"),
        ("bb, AA", "AA||bb|"),
        ("bb CC dd EE, AA", "AA|bb CC dd|EE|"),
        ("bb CC,, AA", "AA|bb|CC|"),
        ("bb CC, xx, AA", "AA|bb|CC|xx"),
        ("jean de la fontaine", "|jean de la|fontaine|"),
        ("Jean {de} la fontaine", "Jean de|la|fontaine|"),
        ("jean {de} {la} fontaine", "|jean|de la fontaine|"),
        ("Jean {de} {la} fontaine", "Jean de la||fontaine|"),
        ("Jean De La Fontaine", "Jean De La||Fontaine|"),
        ("jean De la Fontaine", "|jean De la|Fontaine|"),
        ("Jean de La Fontaine", "Jean|de|La Fontaine|"),
        ("De La Fontaine, Jean", "Jean||De La Fontaine|"),
        ("De la Fontaine, Jean", "Jean|De la|Fontaine|"),
        ("Brinch Hansen, Per", "Per||Brinch Hansen|"),
        ("Ford, Jr., Henry", "Henry||Ford|Jr."),
        ("Henry {Ford Jr.}", "Henry||Ford Jr.|"),
        ("Smith, Jo,", "Jo||Smith|"),
        ("Smith ,  Jo", "Jo||Smith|"),
        ("Smith,A~B", "A B||Smith|"),
        ("{van} Beethoven, Ludwig", "Ludwig||van Beethoven|"),
        (r"{\relax van} Dyck, A", "A|van|Dyck|"),
        (r"{\'E}cole de B", "\u00c9cole|de|B|"),
        ("Gerard 't Hooft", "Gerard|'t|Hooft|"),
        ("{Barnes and} Noble", "Barnes and||Noble|"),
        ("{Barnes and Noble}", "Barnes and Noble"),
    ],
)
def test_07_names_as_bibtex_cuts_them(name, parts):
    paper, _ = one(f"author = {{{name}}}")
    assert [text.replace("\u00a0", " ") for text in names(paper)] == [parts]
    for form in ("bibtex", "biblatex"):
        assert names(same_after(form, paper)) == names(paper)


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("Ruth Quennell Jr", "Quennell, Jr, Ruth"),
        ("Ruth Quennell, Jr.", "Quennell, Jr., Ruth"),
        ("Quennell, Ruth, Jr.", "Quennell, Jr., Ruth"),
    ],
)
def test_07_a_suffix_in_the_wrong_place_is_told(name, advice):
    report = Report()
    bibkit.loads(f"@misc{{k, author = {{{name}}}}}", "bibtex", report=report)
    (said,) = report.diagnostics
    assert said.code == "bad-name"
    assert f"'{advice}'" in said.message


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("given=Odile, prefix=de, family=Villarenne, useprefix=false", "Odile|de|Villarenne|"),
        ("prefix={de la}, prefix-i={dl}, family={Fontaine}, given={Jean}", "Jean|de la|Fontaine|"),
        ("given={Jean-Paul}, given-i={J-P}, family=Sartre", "Jean-Paul||Sartre|"),
        ("family={Smith, Jones}, given=Al", "Al||Smith, Jones|"),
        ('"family=Smith, Jones", given=Al', "Al||Smith, Jones|"),
        ('family="Smith, Jones", given="Al"', "Al||Smith, Jones|"),
        (r"family=M{\"u}ller, given=J{\"o}rg, suffix=Jr.", "J\u00f6rg||M\u00fcller|Jr."),
        ("Given = Odile , Family = Villarenne", "Odile||Villarenne|"),
        ("family={Salt and Silt}, given=Bo", "Bo||Salt and Silt|"),
        ("given=Sally, middle=Q, family=Lee", "Sally||Lee|"),
    ],
)
def test_08_names_part_by_part(name, parts):
    paper, said = one(f"author = {{{name} and Osei, Kwabena}}", "biblatex")
    assert names(paper) == [parts, "Kwabena||Osei|"]
    assert said == []
    assert names(same_after("biblatex", paper)) == names(paper)


# ---------------------------------------------------------------- 10, 16, 18: TeX


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        (
            r"\`o \'o \^o \~o \=o \.o \u o \v o \H o \d o",
            "\u00f2 \u00f3 \u00f4 \u00f5 \u014d \u022f \u014f \u01d2 \u0151 \u1ecd",
        ),
        (r"\`{o}\'{o}\u{o}\v{o}\H{o}\c{c}\k{a}\r{a}", "\u00f2\u00f3\u014f\u01d2\u0151\u00e7\u0105\u00e5"),
        (r"{\`o}{\'{o}}{\u o}{\v{o}}{\H{o}}{\c c}{\k a}{\r a}", "\u00f2\u00f3\u014f\u01d2\u0151\u00e7\u0105\u00e5"),
        (r"\'\i{} \'{\i} {\'{\i}} {\'\i} \u\i{} \^\j", "\u00ed \u00ed \u00ed \u00ed \u012d \u0135"),
        (r"{\i}{\j} \.I \.{I}", "\u0131\u0237 \u0130 \u0130"),
        (
            r"\oe\OE\ae\AE\aa\AA\o\O\l\L\ss\dh\DH\th\TH\ng",
            "\u0153\u0152\u00e6\u00c6\u00e5\u00c5\u00f8\u00d8\u0142\u0141\u00df\u00f0\u00d0\u00fe\u00de\u014b",
        ),
        (r"Sm\aa land Sm{\aa}land Sm\aa{}land Erd\H os", "Sm\u00e5land Sm\u00e5land Sm\u00e5land Erd\u0151s"),
        (r"Nguy\~{\^e}n Nguy{\~{\^{e}}}n Vi\d{\^e}t", "Nguy\u1ec5n Nguy\u1ec5n Vi\u1ec7t"),
        (r"O'Neil d'Angelo ``x''", "O'Neil d'Angelo \u201cx\u201d"),
    ],
)
def test_10_letters(tex, text):
    paper, _ = one(f"title = {{{tex}}}")
    assert paper.title == text
    assert same_after("bibtex", paper, ascii=True).title == text


@pytest.mark.parametrize(
    ("raw", "doi"),
    [
        (r"10.5555/a{\_}b", "10.5555/a_b"),
        (r"10.5555/a\%20b", "10.5555/a%20b"),
        (r"10.5555/1{\textless}2{\textgreater}3", "10.5555/1<2>3"),
        (r"10.5555/1\textless 2\textgreater 3", "10.5555/1<2>3"),
        (r"10.5555/1$<$2\ensuremath{>}3", "10.5555/1<2>3"),
        ("10.5555/1&lt;2&gt;3", "10.5555/1<2>3"),
        ("https://dx.doi.org/10.5555/Ab%3C1", "10.5555/Ab<1"),
        (r"\url{https://doi.org/10.5555/x\_y}", "10.5555/x_y"),
        (r"\href{https://doi.org/10.5555/x}{10.5555/x}", "10.5555/x"),
        ("doi: 10.5555/x", "10.5555/x"),
        ("10.5555/long-\n   tail", "10.5555/long-tail"),
    ],
)
def test_16_doi(raw, doi):
    paper, _ = one(f"doi = {{{raw}}}")
    assert paper.doi == doi
    assert f"{{{doi}}}" in bibkit.dumps([paper], "bibtex")


@pytest.mark.parametrize(
    ("raw", "url"),
    [
        (r"http://a.b/\~{}x", "http://a.b/~x"),
        (r"http://a.b/{\textasciitilde}x", "http://a.b/~x"),
        (r"http://a.b/$\sim$x", "http://a.b/~x"),
        (r"http://a.b/c\#d\&e", "http://a.b/c#d&e"),
        (r"\url{http://a.b/50%}", "http://a.b/50%"),
        ("http://a.b/''x``--y", "http://a.b/''x``--y"),
        ("<http://a.b/c>", "http://a.b/c"),
        ("http://a.b/long\n   path", "http://a.b/longpath"),
    ],
)
def test_16_url(raw, url):
    paper, _ = one(f"url = {{{raw}}}")
    assert paper.url == url
    for form in ("bibtex", "biblatex", "ris", "csl-json", "zotero-rdf"):
        assert same_after(form, paper).url == url


@pytest.mark.parametrize("field", ["howpublished", "note"])
def test_16_addresses_in_text(field):
    paper, _ = one(rf"{field} = {{See \url{{http://a.b/c_d?e=1&f=2%20#g~h}} and \doi{{10.5555/x_y}}}}")
    assert (paper.medium or paper.note) == "See http://a.b/c_d?e=1&f=2%20#g~h and 10.5555/x_y"


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        (r"\(x^2\) and \[y\]", "$x^2$ and $$y$$"),
        (r"$$E=mc^2$$ x", "$$E=mc^2$$ x"),
        (r"a $x$ b \$5 c $y$", "a $x$ b $5 c $y$"),
        ("costs $5 and $6", "costs $5 and $6"),
        (r"US\$ 5--10", "US$ 5\u201310"),
        (r"\ensuremath{x_1} y", "$x_1$ y"),
        (r"{{$O(n)$}}", "$O(n)$"),
        (r"$\$5$", r"$\$5$"),
        (r"\textdollar 5 {\$}6", "$5 $6"),
        ("$x", "$x"),
    ],
)
def test_18_maths_and_money(tex, text):
    paper, _ = one(f"title = {{{tex}}}")
    assert paper.title == text
    for form in ("bibtex", "ris", "csl-json", "zotero-rdf", "bibkit-jsonl"):
        assert same_after(form, paper).title == text


# ---------------------------------------------------------------- 20, 21: dates


@pytest.mark.parametrize(
    ("fields", "date", "regular"),
    [
        ("year = {{2031}}, month = {{MAY}}", Date(2031, 5), True),
        ("year = { 2031 }", Date(2031), True),
        ("year = 2031, month = {Sept.}", Date(2031, 9), True),
        ("year = 2031, month = {May 5}", Date(2031, 5, 5), True),
        ("year = 2031, month = dec, day = 31", Date(2031, 12, 31), True),
        ("year = {2030/2031}", Date(2030, end=Date(2031)), False),
        ("year = {c. 1850}", Date(1850, approximate=True), False),
        ("year = {12 May 2031}", Date(2031, 5, 12), False),
        ("year = {44 BC}", Date(-43), False),
        ("year = {n.d.}", Date(literal="n.d."), False),
        ("year = 2031, month = {12--14 May}", Date(2031, 5, 12, end=Date(2031, 5, 14)), False),
        ("year = 2031, month = {Fall/Winter}", Date(2031, season=3, end=Date(2031, season=4)), False),
    ],
)
def test_20_years_and_months(fields, date, regular):
    paper, said = one(fields)
    assert paper.issued == date
    assert said == ([] if regular else ["bad-date"])
    assert same_after("bibtex", paper).issued == date


@pytest.mark.parametrize(
    ("edtf", "date"),
    [
        ("../1987", Date(1987, open_start=True)),
        ("2004%", Date(2004, approximate=True, uncertain=True)),
        ("2001-22/2001-23", Date(2001, season=2, end=Date(2001, season=3))),
        (
            "2004-06-11%/2004-06~",
            Date(2004, 6, 11, end=Date(2004, 6, approximate=True), approximate=True, uncertain=True),
        ),
        ("2007-08-09T10:11:12+01:00", Date(2007, 8, 9, time="10:11:12+01:00")),
        ("0000", Date(0)),
        ("1999/open", Date(1999, open_end=True)),
        ("unknown/1999", Date(1999, open_start=True)),
        ("199u", Date(1990, end=Date(1999), literal="199X")),
        ("Y-17000", Date(-17000)),
        ("1999-02-29", Date(1999, literal="1999-02-29")),
    ],
)
def test_21_edtf(edtf, date):
    paper, said = one(f"date = {{{edtf}}}", "biblatex")
    assert paper.issued == date
    assert said == (["bad-date"] if "-" in date.literal else [])
    for form in ("biblatex", "ris", "csl-json", "zotero-rdf"):
        assert same_after(form, paper).issued == date


# ---------------------------------------------------------------- 22: parents


def test_22_chains_aliases_and_macros_of_parents():
    found = keyed(
        bibkit.loads(
            """@string{tp = "Tide"}
            @xdata{place, publisher = tp # " Press", location = {Port Marrow}}
            @mvproceedings{all, title = {All Volumes}, xdata = {place}, date = {2030-06}, editor = {Lindqvist, Maja}}
            @proceedings{one, ids = {first, erste}, title = {Volume One}, subtitle = {Locks}, crossref = {all}, volume = 1}
            @inproceedings{child, author = {Abara, Tunde}, title = {Weirs}, crossref = { erste }}""",
            "biblatex",
        )
    )
    child = found["child"]
    assert (child.title, child.container_title, child.volume) == ("Weirs", "Volume One: Locks", "1")
    assert (child.publisher, child.publisher_place, child.issued) == ("Tide Press", "Port Marrow", Date(2030, 6))
    assert names(child, "editor") == ["Maja||Lindqvist|"]
    assert "place" not in found


def test_22_a_month_of_ones_own_is_one_of_the_parents_year():
    found = keyed(
        bibkit.loads(
            "@inproceedings{a, month = may, crossref = {P}} @proceedings{P, title = {T}, year = 2030, month = jun}",
            "bibtex",
        )
    )
    assert (found["a"].issued, found["a"].container_title) == (Date(2030, 5), "T")


@pytest.mark.parametrize("text", ["@book{a, crossref = {a}}", "@book{a, crossref = {b}} @book{b, crossref = {a}}"])
def test_22_circles_end(text):
    report = Report()
    assert bibkit.loads(text, "bibtex", report=report)
    assert {code for code, _ in codes(report)} == {"unknown-crossref"}
