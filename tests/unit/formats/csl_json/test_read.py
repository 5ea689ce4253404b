"""CSL-JSON is read as it is found, not only as the schema has it."""

from __future__ import annotations

import json

import pytest

from bibkit.errors import InputError
from bibkit.formats.csl_json import FIELDS, sniff
from bibkit.model import KINDS, Affiliation, Author, Date, Paper


def test_an_item_becomes_a_paper(csl):
    paper = csl.one(
        **{
            "title": "Weirs that <i>Learn</i>",
            "author": [{"family": "Berg", "given": "Ada", "non-dropping-particle": "van der", "suffix": "Jr."}],
            "editor": [{"literal": "Tidal Commission"}],
            "container-title": "Annals of Ponds",
            "volume": 7,
            "issue": "3",
            "page": "12-15",
            "DOI": "https://doi.org/10.5555/Weir.7",
            "issued": {"date-parts": [[2031, 1, 5]]},
        }
    )
    assert paper == Paper(
        key="a",
        kind="article-journal",
        title="Weirs that <i>Learn</i>",
        authors=(Author("Berg", "Ada", "van der", "Jr."), Author(literal="Tidal Commission", role="editor")),
        container_title="Annals of Ponds",
        volume="7",
        issue="3",
        page="12-15",
        doi="10.5555/Weir.7",
        issued=Date(2031, 1, 5),
    )
    assert csl.codes == []


def test_every_variable_has_a_field(csl):
    texts = [rule for rule in FIELDS.rules if rule.write and not rule.role and "." not in rule.tag]
    values = {rule.tag: "2031" for rule in texts if rule.tag != "categories"}
    paper = csl.one(**values)
    assert [rule.tag for rule in texts if rule.tag in values and not getattr(paper, rule.paper_field)] == []
    assert paper.extra == {}


@pytest.mark.parametrize("kind", KINDS)
def test_every_type_is_a_kind(csl, kind):
    assert csl.one(type=kind, title="Weirs").kind == kind


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("journal-article", "article-journal"),
        ("posted-content", "article"),
        ("Book", "book"),
        ("book chapter", "chapter"),
    ],
)
def test_types_of_other_vocabularies(csl, name, kind):
    assert csl.one(type=name, title="Weirs").kind == kind
    assert csl.codes == []


def test_an_unknown_type_is_kept_and_said(csl):
    paper = csl.one(type="hologram", title="Weirs")
    assert (paper.kind, paper.extra) == ("document", {"csl-json:type": ("hologram",)})
    assert csl.codes == ["unknown-type"]
    assert csl.items(paper)[0]["custom"] == {"type": "hologram"}


# ---------------------------------------------------------------- shapes of the file


@pytest.mark.parametrize(
    "text",
    [
        '[{"id": "a", "type": "book", "title": "Weirs"}]',
        '{"id": "a", "type": "book", "title": "Weirs"}',
        '{"items": [{"id": "a", "type": "book", "title": "Weirs"}]}',
        '{"references": [{"id": "a", "type": "book", "title": "Weirs"}], "nocite": "*"}',
        '{"comment": "x", "items": [{"id": "a", "type": "book", "title": "Weirs"}]}',
        '\ufeff\r\n[{"id": "a", "type": "book", "title": "Weirs"}]\r\n',
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-32-be"])
def test_one_item_a_list_or_a_wrapper(csl, text, encoding):
    (paper,) = csl.read(text.replace("\ufeff", "" if encoding == "utf-16" else "\ufeff").encode(encoding))
    assert (paper.key, paper.title) == ("a", "Weirs")


def test_an_empty_list_has_no_papers(csl):
    assert csl.read("[]") == csl.read('{"items": []}') == []


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("  \n ", 1),
        ("TY  - JOUR\n", 1),
        ("\n\n@book{a}", 3),
        ("[1, 2]", 1),
        ('{"name": "left-pad", "version_": "1"}', 1),
        ('[\n  {"title": "Weirs",\n   "DOI" "10.5555/1"}\n]', 3),
        ("[" * 100_000, 1),
        ('{"a":' * 100_000, 1),
        ('"text"', 1),
    ],
)
def test_another_file_is_refused_with_its_line(csl, text, line):
    with pytest.raises(InputError, match="not CSL-JSON") as caught:
        csl.read(text)
    assert caught.value.location.line == line
    assert caught.value.location.source == "refs.json"


def test_one_bad_item_costs_only_itself(csl):
    text = """[
  {"id": "a", "type": "book", "title": "One"},
  {"id": "b", "type": "book", "title": "Two" "DOI": "10.5555/2"},
  {"id": "c", "type": "book", "title": "Three"},
  42,
  {"id": "d", "type": "book", "title": "Four"}
]"""
    assert [paper.key for paper in csl.read(text)] == ["a", "c", "d"]
    assert csl.codes == ["bad-item"]
    assert csl.lines == [3]
    assert csl.context.report.has_errors()


def test_values_that_are_no_items_are_said(csl):
    text = (
        '[\n{"id": "a", "type": "book", "title": "One"},\n42,\n{"x": 1},\n{"id": "d", "type": "book", "title": "Four"}]'
    )
    assert [paper.key for paper in csl.read(text)] == ["a", "d"]
    assert csl.codes == ["bad-item", "bad-item"]
    assert csl.lines == [3, 4]


def test_a_file_that_was_cut_off(csl):
    text = '[{"id": "a", "type": "book", "title": "One"},\n {"id": "b", "type": "book", "title": "Two"},\n {"id": "c", "tit'
    assert [paper.key for paper in csl.read(text)] == ["a", "b"]
    assert csl.lines == [3]


def test_what_json_forbids_and_files_have(csl):
    text = '[{"id": "a", "type": "book", "title": "One\nline", "volume": NaN}, {"id": "b", "type": "book", "title": "lone \\ud83d surrogate"},]'
    first, second = csl.read(text)
    assert first.title == "One line"
    assert second.title == "lone surrogate"


def test_bytes_that_are_not_utf8_are_read_and_said(csl):
    (paper,) = csl.read('[{"id": "a", "type": "book", "title": "Caf\xe9"}]'.encode("latin-1"))
    assert paper.title == "Café"
    assert csl.codes == ["guessed-encoding"]


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ('[{"id": 1, "type": "book"}]', True),
        ('[\n  {\n    "abstract": "x", "issued": {"date-parts": [[2031]]}', True),
        ('[{"abstract": "' + "Ponds. " * 1000, True),
        ("[1, 2]", False),
        ("[]", True),
        ('{"items": [{"type": "book"}]}', True),
        ('{"kind":"book","title":"Weirs"}', False),
        ('{"name": "left-pad"}', False),
        ("@book{a}", False),
        ("", False),
    ],
)
def test_sniff(text, known):
    assert sniff(text) is known


# ---------------------------------------------------------------- values


def test_numbers_and_lists_where_text_is_expected(csl):
    paper = csl.one(
        volume=7.0, issue=12.5, ISSN=["0378-5955", "2049-3630"], title=["Weirs"], language=None, edition=True
    )
    assert (paper.volume, paper.issue, paper.issn) == ("7", "12.5", "0378-5955 2049-3630")
    assert (paper.title, paper.language, paper.edition) == ("Weirs", "", "")


def test_text_is_cleaned_not_rewritten(csl):
    paper = csl.one(
        **{
            "title": "  Salt &amp; Silt:\n   a <b>study</b> of <ponds> & $x<y$ ",
            "container-title": "Computing in Science & Engineering",
            "publisher": "Mari\u0301n\u00a0Press",
        }
    )
    assert paper.title == "Salt & Silt: a <b>study</b> of <ponds> & $x<y$"
    assert paper.container_title == "Computing in Science & Engineering"
    assert paper.publisher == "Mar\u00edn\u00a0Press"


def test_an_abstract_of_crossref(csl):
    paper = csl.one(
        abstract="<jats:title>Abstract</jats:title><jats:p>Ponds <jats:italic>learn</jats:italic>.</jats:p>\n"
        "<jats:p>CO<jats:sub>2</jats:sub> &lt; 5.</jats:p>"
    )
    assert paper.abstract == "Ponds <i>learn</i>.\n\nCO<sub>2</sub> < 5."


@pytest.mark.parametrize(
    ("name", "author"),
    [
        ({"family": "Berg", "given": "Ada", "dropping-particle": "van"}, Author("Berg", "Ada", "van")),
        (
            {"family": "Berg", "given": "Ada", "dropping-particle": "von", "non-dropping-particle": "der"},
            Author("Berg", "Ada", "von der"),
        ),
        ({"family": "van der Berg", "given": "Ada"}, Author("van der Berg", "Ada")),
        (
            {"family": "van der Berg", "given": "Ada, Jr.", "parse-names": True},
            Author("Berg", "Ada", "van der", "Jr."),
        ),
        ({"literal": "Institute of Salt and Silt"}, Author(literal="Institute of Salt and Silt")),
        ({"name": "Tidal Commission"}, Author(literal="Tidal Commission")),
        ({"family": "Sol"}, Author("Sol")),
        ("Berg, Ada", Author("Berg", "Ada")),
        ("NATO", Author(literal="NATO")),
        (
            {"family": "Sol", "given": "P.", "ORCID": "http://orcid.org/0000-0002-1825-0097"},
            Author("Sol", "P.", orcid="0000-0002-1825-0097"),
        ),
    ],
)
def test_names(csl, name, author):
    assert csl.one(author=[name]).authors == (author,)


def test_names_keep_what_the_model_has_no_place_for(csl):
    names = [
        {"family": "Berg", "given": "Ada", "dropping-particle": "von", "non-dropping-particle": "der"},
        {"family": "Sol", "given": "P.", "suffix": "Jr.", "comma-suffix": True, "static-ordering": True},
    ]
    paper = csl.one(author=names)
    assert csl.items(paper)[0]["author"] == names
    assert csl.read(csl.write(paper)) == [paper]


def test_nobody_is_called_others(csl):
    paper = csl.one(
        author=[{"family": "Abara", "given": "Tunde"}, {"literal": "others"}], editor=[{"family": "others"}]
    )
    assert [author.family for author in paper.authors] == ["Abara"]
    assert (paper.authors_omitted, paper.editors_omitted) == (-1, -1)


@pytest.mark.parametrize("value", [None, [], [{}], [None], [{"family": ""}], "", 3])
def test_names_that_are_none(csl, value):
    assert csl.one(author=value, title="Weirs").authors in ((), (Author(literal="3"),))


def test_institutions_that_crossref_gives_to_a_person(csl):
    paper = csl.one(
        author=[
            {"family": "Sol", "affiliation": [{"name": "University of Silt"}]},
            {"family": "Ng", "affiliation": []},
            {"family": "Abara", "affiliation": [{"name": "Tidal Institute"}, {"name": "University of Silt"}]},
        ]
    )
    assert paper.affiliations == (Affiliation("University of Silt"), Affiliation("Tidal Institute"))
    assert [author.affiliations for author in paper.authors] == [(0,), (), (1, 0)]


@pytest.mark.parametrize(
    ("value", "date"),
    [
        ({"date-parts": [["2031", "3", "07"]]}, Date(2031, 3, 7)),
        ({"date-parts": [[2031, "March"]]}, Date(2031, 3)),
        ({"date-parts": [[2031]], "season": "winter"}, Date(2031, season=4)),
        ({"date-parts": [[2031]], "season": 21}, Date(2031, season=1)),
        ({"date-parts": [[2031, "season-02"]]}, Date(2031, season=2)),
        ({"date-parts": [[2031, 14]]}, Date(2031, season=2)),
        ({"date-parts": [[2031, 0, 0]]}, Date(2031)),
        ({"date-parts": [[2031, 3, None]]}, Date(2031, 3)),
        ({"date-parts": [[-100]]}, Date(-99)),
        ({"date-parts": [[-1]]}, Date(0)),
        ({"date-parts": [[2030, 9], [2031, 2]]}, Date(2030, 9, end=Date(2031, 2))),
        ({"date-parts": [[2030], [0]]}, Date(2030, open_end=True)),
        ({"date-parts": [[2031]], "circa": "1"}, Date(2031, approximate=True)),
        ({"date-parts": [[2031]], "circa": False}, Date(2031)),
        ({"date-parts": [[2031]], "literal": "[2031]"}, Date(2031, literal="[2031]")),
        ({"date_parts": [[2031, 3]]}, Date(2031, 3)),
        ({"literal": "in press"}, Date(literal="in press")),
        ({"raw": "5 Mar 2031"}, Date(2031, 3, 5)),
        ({"raw": "2031-03-07T12:00:00Z"}, Date(2031, 3, 7, time="12:00:00Z")),
        ({"year": 2031, "month": "3"}, Date(2031, 3)),
        ({"date-parts": [[2020, 5]], "date-time": "2020-05-01T00:00:00Z", "timestamp": 1588291200}, Date(2020, 5)),
        ("2031-03", Date(2031, 3)),
        ("2030/..", Date(2030, open_end=True)),
        (2031, Date(2031)),
        ([[2031, 3]], Date(2031, 3)),
        ([2031, 3], Date(2031, 3)),
    ],
)
def test_dates(csl, value, date):
    assert csl.one(issued=value, title="Weirs").issued == date
    assert csl.codes == []


@pytest.mark.parametrize(
    "value", [{"date-parts": [[]]}, {"date-parts": [[None]]}, {"date-parts": []}, {"season": 1}, [[]]]
)
def test_dates_that_say_nothing(csl, value):
    assert csl.one(issued=value, title="Weirs").issued is None
    assert csl.codes == ["bad-date"]
    assert csl.context.report.diagnostics[0].location.key == "a"


@pytest.mark.parametrize("value", [{}, None, "", []])
def test_dates_that_are_not_there(csl, value):
    assert csl.one(issued=value, title="Weirs").issued is None
    assert csl.codes == []


def test_a_day_that_no_calendar_has(csl):
    assert csl.one(issued={"date-parts": [[2031, 2, 30]]}).issued == Date(2031, literal="2031-02-30")
    assert csl.codes == ["bad-date"]


# ---------------------------------------------------------------- keys, notes, custom, the unknown


@pytest.mark.parametrize(
    ("item", "key"),
    [
        ({"id": "weir2031"}, "weir2031"),
        ({"id": "http://zotero.org/users/1/items/ABC", "citation-key": "weir2031"}, "weir2031"),
        ({"id": "http://zotero.org/users/1/items/ABC"}, ""),
        ({"id": 1}, ""),
        ({"id": 77}, ""),
        ({"id": "two words"}, ""),
        ({}, ""),
    ],
)
def test_keys(csl, item, key):
    (paper,) = csl.read([{"type": "book", "title": "Weirs", **item}])
    assert paper.key == key
    assert csl.read(csl.write(paper)) == [paper]


def test_variables_in_the_note(csl):
    paper = csl.one(
        type="article",
        note="arXiv: 2609.01234v2\nOriginal Date: 5 May 1999\nDOI: 10.5555/1\ntranslator: Sol || Petra\nRead twice: yes",
        DOI="10.5555/2",
    )
    assert (paper.eprint, paper.eprint_type, paper.eprint_version) == ("2609.01234", "arxiv", "2")
    assert paper.original_date == Date(1999, 5, 5)
    assert paper.authors == (Author("Sol", "Petra", role="translator"),)
    assert paper.doi == "10.5555/2"
    assert paper.note == "DOI: 10.5555/1\nRead twice: yes"


def test_the_older_spelling_of_variables_in_the_note(csl):
    paper = csl.one(note="{:original-date: 1999} {:type: dataset} A remark.")
    assert (paper.original_date, paper.kind, paper.note) == (Date(1999), "dataset", "A remark.")


def test_an_arxiv_preprint_of_zotero(csl):
    paper = csl.one(type="article", publisher="arXiv", number="arXiv:2609.01234", DOI="10.48550/arXiv.2609.01234")
    assert (paper.eprint, paper.eprint_type, paper.number, paper.publisher) == ("2609.01234", "arxiv", "", "arXiv")


def test_tags_of_custom_are_more_exact_than_keyword(csl):
    paper = csl.one(keyword="Estuaries, Tidal; C#", custom={"tags": ["Estuaries, Tidal", "C#", "x;y"]})
    assert paper.tags == ("Estuaries, Tidal", "C#", "x;y")
    assert paper.extra == {}


@pytest.mark.parametrize(
    ("keyword", "tags"),
    [
        ("Estuaries, Tidal; C#", ("Estuaries, Tidal", "C#")),
        ("ponds, weirs", ("ponds", "weirs")),
        (["a, b", "c"], ("a, b", "c")),
        ("", ()),
    ],
)
def test_keywords(csl, keyword, tags):
    assert csl.one(keyword=keyword, title="Weirs").tags == tags


def test_the_unknown_is_kept_and_written_back_where_the_schema_allows(csl):
    paper = csl.one(license="CC-BY", locator=3, references_count=12, custom={"rating": {"stars": 5}, "tags": ["x"]})
    (item,) = csl.items(paper)
    assert item["locator"] == 3
    assert item["custom"] == {"license": "CC-BY", "references_count": 12, "rating": {"stars": 5}}
    assert csl.read(csl.write(paper)) == [paper]


def test_custom_of_a_wrong_shape_does_no_harm(csl):
    odd = {"tags": 3, "affiliations": {"x": 1}, "authors_omitted": "many", "people": [1], "collections": 7, "issued": [],
           "attachments": [{"path": 1}], "eprint": {}}  # fmt: skip
    paper = csl.one(title="Weirs", author=[{"family": "Sol"}], custom=odd)
    assert (paper.title, paper.tags, paper.affiliations) == ("Weirs", ("3",), ())
    assert csl.one(title="Weirs", custom="text").extra == {"csl-json:custom": ("text",)}


def test_characters_that_no_format_may_hold_are_counted_once(csl):
    text = json.dumps(
        [{"id": "a", "type": "book", "title": "pro\x0cfits\x00 of \ufffe ponds", "author": [{"family": "Fer\x07ro"}]}]
    )
    (paper,) = csl.read(text)
    assert (paper.title, paper.authors[0].family) == ("pro fits of ponds", "Ferro")
    assert csl.codes == ["illegal-characters"]
    assert csl.context.report.diagnostics[0].message.startswith("4 ")


def test_the_item_with_the_forbidden_characters_is_told_from_its_neighbours(csl):
    items = [{"id": f"a{number}", "type": "book", "title": f"Pond {number}\n"} for number in range(5)]
    items[3]["title"] = "pond\x00s"
    csl.read(json.dumps(items, indent=1))
    assert [(diagnostic.code, diagnostic.location.key) for diagnostic in csl.context.report.diagnostics] == [
        ("illegal-characters", "a3")
    ]


def test_names_of_all_shapes_in_one_list(csl):
    names = [
        {"family": "Sol", "given": "Petra"},
        {"family": "Berg", "given": "Ada", "non-dropping-particle": "van der"},
        {"literal": "Tidal Commission"},
        {"family": "Abara", "given": 7},
        {"family": " Osei ", "given": "K."},
        "Ferro, Lia",
    ]
    one_by_one = [csl.one(author=[name]).authors[0] for name in names]
    assert list(csl.one(author=names).authors) == one_by_one
    assert csl.one(author=names[:2]).authors == tuple(one_by_one[:2])
