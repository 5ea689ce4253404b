"""What a Hayagriva entry says of a paper."""

from __future__ import annotations

import pytest

import bibkit
from bibkit import Author, Date

FILE = """# a library
weirs:
    type: Article
    title: { value: "Weirs of the {RNA}", short: Weirs }
    author: ["Abara, Tunde", "van der Berg, Ada, Jr.", Pond Institute, { name: Sol, given-name: Petra, prefix: von }]
    date: 2031-03-05
    page-range: 11-19
    serial-number: { doi: "10.5555/weir.1", arxiv: 3103.01230v2, pmid: 90000001 }
    url: { value: "https://example.org/w", date: 2031-04-01 }
    affiliated:
        - role: Translator
          names: ["Lind, Bo", "Ng, Mei"]
        - role: Founder
          names: Salt, Jo
    parent:
        title: Sluice Review
        volume: 4
        issue: 2-3
        serial-number: { issn: 2999-0010 }
        publisher: { name: Tidal Press, location: Saltby }
        parent: { title: Great Series, volume: 9 }
    fooish: kept

talk:
    type: Article
    title: Ponds
    parent:
        - type: Conference
          title: Pond Days
          location: Port Marrow
          date: 2031-05
        - type: Original
          title: Teiche
          date: -0044
"""


def test_an_article_with_its_parents():
    paper, _ = bibkit.loads(FILE, "hayagriva")
    assert (paper.key, paper.kind) == ("weirs", "article-journal")
    assert paper.title == 'Weirs of the <span class="nocase">RNA</span>'
    assert paper.title_short == "Weirs"
    assert paper.by_role("author") == (
        Author("Abara", "Tunde"),
        Author("Berg", "Ada", "van der", "Jr."),
        Author(literal="Pond Institute"),
        Author("Sol", "Petra", "von"),
    )
    assert [author.family for author in paper.by_role("translator")] == ["Lind", "Ng"]
    assert (paper.issued, paper.accessed) == (Date(2031, 3, 5), Date(2031, 4, 1))
    assert (paper.page, paper.volume, paper.issue) == ("11-19", "4", "2-3")
    assert (paper.doi, paper.pmid, paper.issn) == ("10.5555/weir.1", "90000001", "2999-0010")
    assert (paper.eprint_type, paper.eprint, paper.eprint_version) == ("arxiv", "3103.01230", "2")
    assert (paper.container_title, paper.collection_title, paper.collection_number) == (
        "Sluice Review",
        "Great Series",
        "9",
    )
    assert (paper.publisher, paper.publisher_place) == ("Tidal Press", "Saltby")
    assert paper.extra["hayagriva:fooish"] == ("kept",)
    assert paper.extra["hayagriva:affiliated/founder"] == ("Salt, Jo",)


def test_parents_that_are_events_and_originals():
    _, paper = bibkit.loads(FILE, "hayagriva")
    assert paper.kind == "speech"
    assert (paper.event_title, paper.event_place, paper.event_date) == ("Pond Days", "Port Marrow", Date(2031, 5))
    assert (paper.original_title, paper.original_date) == ("Teiche", Date(-44))


@pytest.mark.parametrize(
    ("number", "field", "value"),
    [("2031.10", "number", "2031.10"), ("3103.01230", "eprint", "3103.01230"), ("v2.5", "number", "v2.5")],
)
def test_a_serial_number_is_text(number, field, value):
    (paper,) = bibkit.loads(f"a:\n  type: web\n  serial-number: {number}\n", "hayagriva")
    assert getattr(paper, field) == value


def test_a_faulty_entry_does_not_cost_its_neighbours():
    text = "a:\n  type: book\n  title: One\nb:\n  title: [broken\n  x: {\nc:\n  title: Three\nd: 7\ne:\n  title: Five\n"
    report = bibkit.Report()
    found = bibkit.loads(text, "hayagriva", report=report)
    assert [paper.title for paper in found] == ["One", "Three", "Five"]
    assert [(diagnostic.code, diagnostic.location.line) for diagnostic in report.diagnostics] == [
        ("bad-yaml", 4),
        ("not-an-entry", 9),
    ]


def test_anchors_and_merge_keys_reach_other_entries():
    text = "a:\n  type: article\n  parent: &j\n    title: Sluice Review\nb:\n  type: article\n  parent: *j\n"
    assert [paper.container_title for paper in bibkit.loads(text, "hayagriva")] == ["Sluice Review"] * 2
    text = "a: &a\n  type: book\n  title: One\nb:\n  <<: *a\n  title: Two\n"
    found = bibkit.loads(text, "hayagriva")
    assert [(paper.key, paper.kind, paper.title) for paper in found] == [("a", "book", "One"), ("b", "book", "Two")]


def test_many_aliases_do_not_explode():
    bomb = "a:\n  x0: &x0 [lol]\n" + "".join(f"  x{n}: &x{n} [*x{n - 1}, *x{n - 1}, *x{n - 1}]\n" for n in range(1, 60))
    bomb += "  affiliated: *x59\n  parent: *x59\n"
    assert len(bibkit.loads(bomb, "hayagriva")) <= 1


def test_flow_style_is_read():
    (paper,) = bibkit.loads('{"a": {"type": "book", "title": "Ponds"}}', "hayagriva")
    assert (paper.key, paper.kind, paper.title) == ("a", "book", "Ponds")


def test_another_file_is_refused():
    with pytest.raises(bibkit.InputError):
        bibkit.loads("just words", "hayagriva")
