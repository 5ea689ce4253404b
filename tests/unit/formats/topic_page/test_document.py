"""The shape of a document: what may be missing, cut off, odd or in the way."""

from __future__ import annotations

import pytest

from bibkit.codecs.names import encode_display
from bibkit.errors import InputError, UsageError
from bibkit.formats.topic_page import sniff
from bibkit.model import Affiliation, Date, Topic


def test_every_field_of_a_plain_paper(read_page, head, paper):
    reading = read_page(*head, *paper)
    (found,) = reading.papers
    assert found.kind == "article"
    assert found.title == "Eels at the Sluice"
    assert found.abstract == paper[2]
    assert [encode_display(author) for author in found.authors] == [
        "Tunde Abara",
        "Mei-Ling Østergård",
        "Ana de la Cruz",
    ]
    assert found.authors[2].family == "Cruz"
    assert found.authors_omitted == 2
    assert [affiliation.name for affiliation in found.affiliations] == [
        "Institute of Salt and Silt",
        "Weir University, Delft",
    ]
    assert found.affiliations_omitted == 1
    assert found.tags == ("Fish Migration", "Weir Ecology", "River Engineering")
    assert found.tags_omitted == 0
    assert found.issued == Date(2031, 9, 29)
    assert (found.eprint_type, found.eprint_class, found.publisher) == ("arxiv", "q-bio.PE", "arXiv")
    assert found.collections == (("AB: Applied Brooks", "Weir Ecology"),)
    assert (found.eprint, found.doi, found.url) == ("", "", "")
    assert all(not author.affiliations for author in found.authors)


def test_the_topic_of_the_page(read_page, head, paper):
    assert read_page(*head, *paper).context.topics == [
        Topic(
            title="Weir Ecology",
            parent="AB: Applied Brooks",
            momentum=head[4],
            recent_papers=12,
            change_percent=20,
            share_percent=0.1,
            axis_start="Jul 13",
            axis_end="Week of Sep 28",
            total=57,
        )
    ]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "1,204 papers in the last four weeks, down 8% on the four weeks before. 12.5% of all new papers.",
            (1204, -8, 12.5),
        ),
        ("3 papers in the last four weeks, unchanged from the four weeks before. 0.1% of all new papers.", (3, 0, 0.1)),
        ("1 paper in the last four weeks, down 75% on the four weeks before. 0% of all new papers.", (1, -75, 0.0)),
        ("9 papers in the last four weeks, up 1,100% on the four weeks before.", (9, 1100, None)),
        ("9 papers in the last four weeks. Less than 0.1% of all new papers.", (9, None, None)),
        ("No papers in the last four weeks, down 100% on the four weeks before.", (0, -100, None)),
    ],
)
def test_momentum(read_page, head, paper, sentence, expected):
    (topic,) = read_page(*head[:4], sentence, *head[5:], *paper).context.topics
    assert topic.momentum == sentence
    assert (topic.recent_papers, topic.change_percent, topic.share_percent) == expected


@pytest.mark.parametrize(
    ("line", "total"),
    [
        ("Latest papers 1,204", 1204),
        ("Latest papers1204", 1204),
        ("Latest papers 1 204", 1204),
        ("Latest papers", None),
    ],
)
def test_totals(read_page, head, paper, line, total):
    (topic,) = read_page(*head[:6], line, *paper).context.topics
    assert topic.total == total


def test_missing_parent_and_momentum(read_page, head, paper):
    reading = read_page(head[0], head[2], head[6], *paper)
    (topic,) = reading.context.topics
    assert (topic.title, topic.parent, topic.momentum, topic.total) == ("Weir Ecology", "", "", 57)
    assert reading.papers[0].collections == (("Weir Ecology",),)


def test_title_alone_above_the_papers(read_page, head, paper):
    reading = read_page(head[0], *paper)
    assert reading.context.topics == [Topic(title="Weir Ecology")]


def test_no_title_at_all(read_page, paper):
    reading = read_page(*paper)
    assert reading.context.topics == []
    assert reading.papers[0].collections == ()
    assert reading.papers[0].tags == ("Fish Migration", "Weir Ecology", "River Engineering")
    assert "no-topic" in reading.codes


def test_text_of_the_browser_above_the_title(read_page, head, paper):
    reading = read_page("Skip to content", "Brook Papers", "Explore", *head, *paper)
    (topic,) = reading.context.topics
    assert (topic.title, topic.parent) == ("Weir Ecology", "AB: Applied Brooks")
    assert [diagnostic.location.line for diagnostic in reading.said("ignored-text")] == [1, 3, 5]


def test_footer_below_the_papers(read_page, head, paper):
    reading = read_page(*head, *paper, *paper, "Load more", "About Privacy Terms", "© 2031 Brook Papers")
    assert [found.tags for found in reading.papers] == [("Fish Migration", "Weir Ecology", "River Engineering")] * 2
    (said,) = reading.said("ignored-text")
    assert "Load more" in said.message
    assert said.location.line == 39


def test_footer_after_a_paper_without_tags(read_page, head, paper):
    reading = read_page(*head, *paper, *paper[:5], "Show more papers")
    assert [found.tags for found in reading.papers] == [("Fish Migration", "Weir Ecology", "River Engineering"), ()]


@pytest.mark.parametrize("ends", ["\r\n", "\r", "\n"])
def test_line_ends(read_page, head, paper, ends):
    plain = read_page(*head, *paper)
    text = "\n\n\n".join([*head, *paper]).replace("\n", ends)
    other = read_page("\ufeff" + text)
    assert other.papers == plain.papers
    assert other.context.topics == plain.context.topics


def test_no_blank_lines(read_page, head, paper):
    assert read_page("\n".join([*head, *paper, *paper])).papers == read_page(*head, *paper, *paper).papers


def test_odd_blanks(read_page, head, paper):
    text = "\n\n".join([*head, *paper]).replace(" ", "\u00a0").replace("\n\n", "  \n \t\n ")
    assert read_page(text).papers == read_page(*head, *paper).papers


def test_wrapped_lines(read_page, head, paper):
    wrapped = [paragraph.replace(" for ", "\nfor ").replace(" we ", "\nwe ") for paragraph in paper]
    assert read_page(*head, *wrapped).papers == read_page(*head, *paper).papers


# -- dates and categories


@pytest.mark.parametrize(
    ("line", "date", "category"),
    [
        ("September 9, 2031cs.LG", Date(2031, 9, 9), "cs.LG"),
        ("May 1, 2031math.AG", Date(2031, 5, 1), "math.AG"),
        ("Sept. 30, 2031hep-th", Date(2031, 9, 30), "hep-th"),
        ("Jan 2, 2032quant-ph", Date(2032, 1, 2), "quant-ph"),
        ("Feb 29, 2032cond-mat.mtrl-sci", Date(2032, 2, 29), "cond-mat.mtrl-sci"),
        ("Mar 3, 2031cond-mat.quant-gas", Date(2031, 3, 3), "cond-mat.quant-gas"),
        ("Dec 31, 2031q-bio.NC", Date(2031, 12, 31), "q-bio.NC"),
        ("Oct 10, 2031eess.AS", Date(2031, 10, 10), "eess.AS"),
        ("Oct 10, 2031 q-fin.TR", Date(2031, 10, 10), "q-fin.TR"),
        ("Nov 5, 2031physics.flu-dyn", Date(2031, 11, 5), "physics.flu-dyn"),
        ("5 Nov 2031astro-ph.CO", Date(2031, 11, 5), "astro-ph.CO"),
        ("2031-11-05 cs.CL", Date(2031, 11, 5), "cs.CL"),
        ("Nov 5, 2031cs.CL, cs.LG", Date(2031, 11, 5), "cs.CL"),
    ],
)
def test_date_lines(read_page, head, paper, line, date, category):
    reading = read_page(*head, line, *paper[1:])
    assert [(found.issued, found.eprint_class) for found in reading.papers] == [(date, category)]
    assert "bad-date" not in reading.codes


def test_dates_without_categories(read_page, head, paper):
    reading = read_page(*head, "Sep 29, 2031", *paper[1:], "Sep 28, 2031", *paper[1:])
    assert [found.issued for found in reading.papers] == [Date(2031, 9, 29), Date(2031, 9, 28)]


def test_a_day_that_is_none(read_page, head, paper):
    reading = read_page(*head, "Feb 30, 2031cs.LG", *paper[1:], *paper)
    assert len(reading.papers) == 2
    assert reading.papers[0].issued.literal
    assert [diagnostic.location.line for diagnostic in reading.said("bad-date")] == [15]


def test_an_unknown_category_still_begins_a_paper(read_page, head, paper):
    reading = read_page(*head, *paper, "Sep 28, 2031cs.ZQ", *paper[1:])
    assert [found.eprint_class for found in reading.papers] == ["q-bio.PE", "cs.ZQ"]
    assert [diagnostic.location.line for diagnostic in reading.said("unknown-category")] == [27]


# -- which paragraph is what


def test_absent_affiliations(read_page, head, paper):
    (found,) = read_page(*head, *paper[:4], paper[5]).papers
    assert (found.abstract, len(found.authors), found.affiliations, len(found.tags)) == (paper[2], 3, (), 3)


@pytest.mark.parametrize(
    "name",
    [
        "Amazon",
        "Brook, Inc",
        "KAIST",
        "Vmax",
        "Salt Marsh",
        "Ana Lab",
        "Weir Research",
        "The University of Silt",
        "Ebb AI Team",
    ],
)
@pytest.mark.parametrize("authors", ["Tunde Abara", "Tunde Abara, Mei Lin", "Tunde Abara, Mei Lin, Bo Ek +12"])
def test_affiliations_that_look_like_something_else(read_page, head, paper, name, authors):
    (found,) = read_page(*head, *paper[:3], authors, name, paper[5]).papers
    assert found.affiliations == (Affiliation(name),)
    assert [encode_display(author) for author in found.authors] == authors.partition(" +")[0].split(", ")
    assert found.abstract == paper[2]


def test_absent_tags(read_page, head, paper):
    reading = read_page(*head, *paper[:5], *paper)
    assert [found.tags for found in reading.papers] == [(), ("Fish Migration", "Weir Ecology", "River Engineering")]
    assert reading.papers[0].affiliations == reading.papers[1].affiliations


def test_absent_affiliations_and_tags(read_page, head, paper):
    reading = read_page(*head, *paper[:4], *paper)
    assert [len(found.authors) for found in reading.papers] == [3, 3]
    assert reading.papers[0].abstract == paper[2]
    assert (reading.papers[0].affiliations, reading.papers[0].tags) == ((), ())


def test_an_empty_abstract(read_page, head, paper):
    reading = read_page(*head, *paper[:2], *paper[3:], *paper[:2], paper[3], paper[5])
    assert [found.abstract for found in reading.papers] == ["", ""]
    assert [found.title for found in reading.papers] == ["Eels at the Sluice"] * 2
    assert [len(found.authors) for found in reading.papers] == [3, 3]
    assert [len(found.affiliations) for found in reading.papers] == [2, 0]


def test_an_abstract_of_several_paragraphs(read_page, head, paper):
    (found,) = read_page(*head, *paper[:3], "We also list what failed.", *paper[3:]).papers
    assert found.abstract == paper[2] + "\n\nWe also list what failed."


@pytest.mark.parametrize("line", ["Tunde Abara and Mei Lin", "Tunde Abara, and Mei Lin", "Tunde Abara, Mei Lin"])
def test_authors_joined_by_and(read_page, head, paper, line):
    (found,) = read_page(*head, *paper[:3], line, *paper[4:]).papers
    assert [encode_display(author) for author in found.authors] == ["Tunde Abara", "Mei Lin"]


@pytest.mark.parametrize("last", ["N", r"\alpha", "+0.001", r"10^{-6}", "m=1"])
@pytest.mark.parametrize("authors", ["Tunde Abara", "Tunde Abara, Mei Lin +3"])
def test_an_abstract_that_ends_with_a_formula(read_page, head, paper, last, authors):
    (found,) = read_page(*head, *paper[:2], "The rate falls to", last, authors, paper[5]).papers
    assert found.abstract == f"The rate falls to ${last}$"
    assert [encode_display(author) for author in found.authors] == authors.partition(" +")[0].split(", ")
    assert found.affiliations == ()


@pytest.mark.parametrize(
    ("parts", "title"),
    [
        (["Eels in", r"\mathbb{R}^3", "with Sluices"], r"Eels in $\mathbb{R}^3$ with Sluices"),
        (["Sharp bounds for", "k", "-weirs"], "Sharp bounds for $k$-weirs"),
        (["Faster", "k", "-weirs in", r"\ell_2", "and elsewhere"], r"Faster $k$-weirs in $\ell_2$ and elsewhere"),
        (["On the Weirs of", r"\mathbb{Z}^2"], r"On the Weirs of $\mathbb{Z}^2$"),
        (["K_4", "-free Weirs"], "$K_4$-free Weirs"),
    ],
)
def test_a_title_that_holds_a_formula(read_page, head, paper, parts, title):
    (found,) = read_page(*head, paper[0], *parts, *paper[2:]).papers
    assert found.title == title
    assert found.abstract == paper[2]


@pytest.mark.parametrize(
    "parts",
    [
        ["f", "is at most", "g", "when the sea is calm."],
        ["k", "-weirs leak. We mend them."],
        [r"\Lambda", "grows with the tide. We bound it."],
    ],
)
def test_an_abstract_that_begins_with_a_formula(read_page, head, paper, parts):
    (found,) = read_page(*head, *paper[:2], *parts, *paper[3:]).papers
    assert found.title == paper[1]
    assert found.abstract.startswith(f"${parts[0]}$")
    assert len(found.authors) == 3


@pytest.mark.parametrize(
    "title",
    [
        "Do Eels Wait?",
        "50% More & Less: eel_count #1 @ $5",
        "Ålar, Ærfugl, 鰻 und Ähnliches",
        "EEL",
        "On A, B, C +2",
        "Eels, Weirs, Tides",
    ],
)
def test_odd_titles(read_page, head, paper, title):
    (found,) = read_page(*head, paper[0], title, *paper[2:]).papers
    assert found.title == title
    assert found.abstract == paper[2]


def test_money_is_no_formula(read_page, head, paper):
    text = "A sluice costs $a lot more than a weir, and a weir costs $n more."
    (found,) = read_page(*head, *paper[:2], text, *paper[3:]).papers
    assert found.abstract.replace("\\$", "$") == text


def test_a_page_without_papers(read_page, head):
    reading = read_page(*head)
    assert reading.papers == []
    assert reading.context.topics[0].total == 57
    assert reading.codes == ["no-papers"]


# -- dates in other forms


@pytest.mark.parametrize("date", ["SEP 28, 2031q-bio.PE", "sep 28, 2031 q-bio.PE", "28 SEPTEMBER 2031 q-bio.PE"])
def test_months_in_any_case_begin_a_paper(read_page, head, paper, date):
    reading = read_page(*head, *paper, date, *paper[1:])
    assert [found.issued for found in reading.papers] == [Date(2031, 9, 29), Date(2031, 9, 28)]


@pytest.mark.parametrize("date", ["Sep 28, 2031", "28 September 2031", "2031-09-28"])
def test_a_date_without_category_after_a_papers_tags_begins_the_next(read_page, head, paper, date):
    reading = read_page(*head, *paper, date, *paper[1:], *paper)
    assert [found.issued for found in reading.papers] == [Date(2031, 9, 29), Date(2031, 9, 28), Date(2031, 9, 29)]
    assert [found.eprint_class for found in reading.papers] == ["q-bio.PE", "", "q-bio.PE"]
    assert all(found.abstract == paper[2] for found in reading.papers)


def test_a_date_alone_inside_an_abstract_begins_nothing(read_page, head, paper):
    reading = read_page(*head, *paper[:2], "The flood of", "Sep 28, 2031", "was the last of its kind.", *paper[3:])
    (found,) = reading.papers
    assert "Sep 28, 2031" in found.abstract
    assert len(found.authors) == 3


def test_papers_with_no_date_that_can_be_read_between_them_are_reported(read_page, head, paper):
    reading = read_page(*head, *paper, "Yesterday q-bio.PE", *paper[1:], *paper)
    (said,) = reading.said("joined-papers")
    assert said.location.line == 15


# -- cut off


@pytest.mark.parametrize("kept", [1, 2, 3, 4, 5])
def test_a_page_cut_off_in_a_paper(read_page, head, paper, kept):
    reading = read_page(*head, *paper, *paper, *paper[:kept])
    assert len(reading.papers) == 2
    (said,) = reading.said("cut-off-paper")
    assert said.location.line == 39
    assert said.severity == "error"


@pytest.mark.parametrize("line", ["Saltpan Systems", "Saltpan", "Brookhaven Sluices and Gates"])
def test_a_page_cut_off_after_the_only_institution_takes_it_for_no_tag(read_page, head, paper, line):
    reading = read_page(*head, *paper, *paper, *paper[:4], line)
    assert len(reading.papers) == 2
    assert [diagnostic.location.line for diagnostic in reading.said("cut-off-paper")] == [39]


@pytest.mark.parametrize("line", ["Weir Ecology Silt", "Silt Eels Salt Mud Sand Clay+2"])
def test_a_last_paper_with_tags_but_no_institution_is_whole(read_page, head, paper, line):
    reading = read_page(*head, *paper, *paper, *paper[:4], line)
    assert len(reading.papers) == 3
    assert reading.papers[2].affiliations == ()
    assert "cut-off-paper" not in reading.codes


def test_a_page_cut_off_inside_an_abstract(read_page, head, paper):
    reading = read_page(*head, *paper, *paper[:2], "Eels wait at", r"\tau_3", "sluices for the ti")
    assert len(reading.papers) == 1
    assert reading.codes.count("cut-off-paper") == 1


def test_a_date_without_a_paper_costs_no_neighbour(read_page, head, paper):
    reading = read_page(*head, *paper, "Sep 28, 2031cs.LG", *paper)
    assert len(reading.papers) == 2
    assert [diagnostic.location.line for diagnostic in reading.said("cut-off-paper")] == [27]


def test_a_paper_without_authors_is_read_and_reported(read_page, head, paper):
    reading = read_page(*head, *paper[:3], *paper)
    assert [found.title for found in reading.papers] == ["Eels at the Sluice"] * 2
    assert reading.papers[0].abstract == paper[2]
    assert [diagnostic.location.line for diagnostic in reading.said("no-authors")] == [15]


# -- not a topic document


@pytest.mark.parametrize(
    "text",
    [
        "Dear all,\n\nthe weir is shut.\n",
        "TY  - JOUR\nTI  - Eels\nER  - \n",
        "\x00\x01\x02\ufffd" * 40,
        "@article{a, title = {B}}\n",
    ],
)
def test_another_text_is_refused_with_a_hint(read_page, text):
    with pytest.raises(InputError) as error:
        read_page(text)
    assert error.value.hint
    assert not sniff(text)


def test_sniff(head, paper):
    assert sniff("\n\n".join([*head, *paper]))
    assert sniff("\r\n\r\n".join(head[:3]))
    assert sniff("\n\n".join(paper))


# -- the user's own list


def test_the_users_tags_decide(read_page, head, paper, tmp_path):
    page = (*head, *paper[:5], "Upstream Fish Ladder Hydraulics Weir Ecology")
    listed = tmp_path / "tags.txt"
    listed.write_text("# mine\nUpstream Fish   # odd, but mine\n\nLadder Hydraulics\n", "utf-8")
    expected = ("Upstream Fish", "Ladder Hydraulics", "Weir Ecology")
    for topics in (str(listed), listed, ["Upstream Fish", "Ladder Hydraulics"]):
        reading = read_page(*page, topics=topics)
        assert reading.papers[0].tags == expected
        assert "guessed-tags" not in reading.codes


def test_a_list_that_is_not_there(read_page, head, paper, tmp_path):
    with pytest.raises(UsageError, match="cannot be read"):
        read_page(*head, *paper, topics=str(tmp_path / "none.txt"))
