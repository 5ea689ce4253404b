"""Many lists become one: what is joined, what is kept of both, and what is reported."""

from __future__ import annotations

import msgspec
import pytest

from bibkit.identity.merge import join_topic_papers, merge_papers, unite
from bibkit.model import Affiliation, Author, Date, Paper, Topic
from bibkit.report import Report

ABARA, LIND, MBEKI = Author("Abara", "Tunde"), Author("Lind", "Ossian"), Author("Mbeki", "Rosa")
WEIRS = Paper(
    kind="article",
    title="Weirs that Learn from Sparse Rainfall",
    authors=(ABARA, LIND, MBEKI),
    issued=Date(2031, 1, 5),
    eprint="3101.00001",
    eprint_type="arxiv",
)
DAMS = Paper(kind="article", title="Dams and Their Discontents", authors=(LIND,), issued=Date(2031, 1, 6))


def changed(paper: Paper, **values) -> Paper:
    return msgspec.structs.replace(paper, **values)


def merged(*papers: Paper, **more) -> tuple[list[Paper], list[str]]:
    report = Report()
    found = list(merge_papers(papers, report, **more))
    return found, [diagnostic.code for diagnostic in report.diagnostics]


def test_each_paper_once_in_the_order_of_first_appearance() -> None:
    found, codes = merged(WEIRS, DAMS, WEIRS)
    assert found == [WEIRS, DAMS]
    assert codes == ["duplicate-joined"]


def test_the_same_paper_on_two_topic_pages_ends_in_two_collections() -> None:
    one = changed(WEIRS, collections=(("Water", "Weirs"),), tags=("Weirs",), tags_omitted=2, eprint="", eprint_type="")
    two = changed(one, collections=(("Water", "Rain"),), tags=("weirs", "Rain"))
    (paper,), _ = merged(one, two)
    assert paper.collections == (("Water", "Weirs"), ("Water", "Rain"))
    assert paper.tags == ("Weirs", "Rain")
    assert paper.tags_omitted == 2


def test_empty_fields_are_filled_and_contradictions_are_reported_with_the_first_kept() -> None:
    one = changed(WEIRS, doi="10.5555/ab", volume="3", note="seen")
    two = changed(WEIRS, abstract="All about weirs.", volume="4", page="1-9")
    report = Report()
    (paper,) = merge_papers([one, two], report)
    assert (paper.doi, paper.abstract, paper.volume, paper.page, paper.note) == (
        "10.5555/ab", "All about weirs.", "3", "1-9", "seen",
    )  # fmt: skip
    (conflict,) = [each for each in report.diagnostics if each.code == "conflicting-field"]
    assert "volume" in conflict.message
    assert "'3'" in conflict.message
    assert "'4'" in conflict.message


def test_the_fuller_author_list_is_kept_and_takes_what_the_other_knows() -> None:
    short = changed(WEIRS, authors=(msgspec.structs.replace(ABARA, orcid="0000-0002-1825-0097"),), authors_omitted=2)
    initials = changed(WEIRS, authors=(Author("Abara", "T."), LIND, Author("Mbeki", "R.")))
    (paper,), _ = merged(short, initials)
    assert [author.family for author in paper.authors] == ["Abara", "Lind", "Mbeki"]
    assert paper.authors[0] == Author("Abara", "Tunde", orcid="0000-0002-1825-0097")
    assert paper.authors_omitted == 0


def test_affiliations_are_joined_and_links_still_point_at_the_right_ones() -> None:
    one = changed(WEIRS, affiliations=(Affiliation("Salt University"), Affiliation("Silt Lab")), affiliations_omitted=1)
    linked = msgspec.structs.replace(ABARA, affiliations=(1,))
    two = changed(
        WEIRS,
        authors=(linked, LIND, MBEKI),
        affiliations=(Affiliation("Weir House"), Affiliation("SALT UNIVERSITY", ror="05dxps055")),
    )
    for first, second in ((one, two), (two, one)):
        (paper,), _ = merged(first, second)
        assert {each.name.lower() for each in paper.affiliations} == {"salt university", "silt lab", "weir house"}
        (place,) = paper.authors[0].affiliations
        assert paper.affiliations[place].name.lower() == "salt university"
        assert paper.affiliations[place].ror == "05dxps055"
        assert paper.affiliations_omitted == 0


PUBLISHED = Paper(
    kind="article-journal",
    title="Weirs that Learn from Sparse Rainfall",
    authors=(ABARA, LIND, MBEKI),
    issued=Date(2032),
    doi="10.5555/weirs",
    container_title="Journal of Weirs",
)


def test_a_preprint_and_its_published_version_stay_two() -> None:
    found, _ = merged(WEIRS, PUBLISHED)
    assert found == [WEIRS, PUBLISHED]


@pytest.mark.parametrize("preprint_first", [True, False])
def test_versions_are_joined_on_request_and_both_are_kept(preprint_first) -> None:
    preprint = changed(WEIRS, key="pre", publisher="arXiv", url="https://arxiv.org/abs/3101.00001")
    published = changed(PUBLISHED, key="pub", publisher="Weir Press")
    both = (preprint, published) if preprint_first else (published, preprint)
    found, codes = merged(*both, join_versions=True)
    (paper,) = found
    assert paper.key == both[0].key
    assert (paper.kind, paper.container_title, paper.doi) == ("article-journal", "Journal of Weirs", "10.5555/weirs")
    assert (paper.eprint, paper.available_date, paper.issued) == ("3101.00001", Date(2031, 1, 5), Date(2032))
    assert paper.publisher == "Weir Press"
    assert "conflicting-field" not in codes


def test_a_paper_that_could_be_either_of_two_stays_by_itself_and_is_reported() -> None:
    one = Paper(title="Rivers of Slow Data", authors=(ABARA,), issued=Date(2031), doi="10.5555/1")
    two = changed(one, doi="10.5555/2")
    found, codes = merged(one, two, changed(one, doi=""))
    assert len(found) == 3
    assert codes == ["ambiguous-duplicate"]


def test_a_paper_that_names_two_earlier_ones_joins_them() -> None:
    one = changed(WEIRS, title="A First Name")
    two = Paper(title="Something Else Entirely", doi="10.5555/weirs", authors=(ABARA,), note="b")
    both = changed(WEIRS, doi="10.5555/weirs")
    found, _ = merged(one, two, both, DAMS, two)
    assert len(found) == 2
    assert (found[0].eprint, found[0].doi, found[0].note) == ("3101.00001", "10.5555/weirs", "b")


def test_introductions_to_different_books_stay_apart() -> None:
    one = Paper(kind="chapter", title="Introduction", authors=(ABARA,), issued=Date(2031), container_title="Weirs")
    found, _ = merged(one, changed(one, container_title="Dams"), one)
    assert len(found) == 2


def test_the_more_precise_date_and_the_longer_title_are_kept() -> None:
    one = changed(WEIRS, issued=Date(2031), title="Weirs")
    paper = unite(one, changed(WEIRS, title="Weirs: a Field Study"))
    assert paper.issued == Date(2031, 1, 5)
    assert paper.title == "Weirs: a Field Study"


@pytest.mark.parametrize(
    ("one", "other", "kept"),
    [
        # the one that says more
        (Date(2031), Date(2031, 5), Date(2031, 5)),
        (Date(2031, 5), Date(2031, 5, 6), Date(2031, 5, 6)),
        (Date(2031), Date(2031, season=2), Date(2031, season=2)),
        (Date(2031, 5, 6), Date(2031, 5, 6, time="09:30Z"), Date(2031, 5, 6, time="09:30Z")),
        (Date(2031, end=Date(2032)), Date(2031, 5, end=Date(2032)), Date(2031, 5, end=Date(2032))),
        (Date(2031), None, Date(2031)),
        # what contradicts
        (Date(2031), Date(2032), None),
        (Date(2031, 5), Date(2031, 6), None),
        (Date(2031, 5, 6), Date(2031, 5, 7), None),
        (Date(2031, season=2), Date(2031, season=3), None),
        (Date(2031, 5, 6, time="09:30Z"), Date(2031, 5, 6, time="09:31Z"), None),
        # ranges: another end is another date, and a range says something else than its beginning
        (Date(2031, end=Date(2032)), Date(2031, end=Date(2033)), None),
        (Date(2031, 5, end=Date(2031, 7)), Date(2031, 5, end=Date(2031, 8)), None),
        (Date(2031, end=Date(2032)), Date(2031), None),
        (Date(2031, end=Date(2032)), Date(2031, 5), None),
        (Date(2031, end=Date(2032)), Date(2031, end=Date(2032, 5)), None),
        (Date(2031, open_end=True), Date(2031), None),
        (Date(2031, open_start=True), Date(2031, 5), None),
    ],
)
def test_of_two_dates_the_more_precise_is_kept_or_the_first_and_the_other_reported(one, other, kept) -> None:
    for first, second in ((one, other), (other, one)):
        told: list[tuple[object, ...]] = []

        def tell(*conflict: object, told: list[tuple[object, ...]] = told) -> None:
            told.append(conflict)

        paper = unite(changed(WEIRS, issued=first), changed(WEIRS, issued=second), tell)
        assert paper.issued == (kept or first)
        assert told == ([] if kept else [("issued", first, second)])


def test_keys_of_joined_papers_are_told() -> None:
    report = Report()
    (paper,) = merge_papers([changed(WEIRS, key="a"), changed(WEIRS, key="b")], report)
    assert paper.key == "a"
    assert "was b" in report.diagnostics[0].message


def test_extra_is_united() -> None:
    paper = unite(
        changed(WEIRS, extra={"ris:C7": ("x",)}), changed(WEIRS, extra={"ris:C7": ("y", "x"), "ris:C8": ("z",)})
    )
    assert paper.extra == {"ris:C7": ("x", "y"), "ris:C8": ("z",)}


def test_many_papers_of_one_author_and_one_title_are_not_compared_with_each_other() -> None:
    papers = [
        Paper(
            title="Editorial",
            authors=(ABARA,),
            issued=Date(2000),
            container_title=f"Journal {number}",
            doi=f"10.5555/{number}",
        )
        for number in range(3000)
    ]
    found, _ = merged(*papers)
    assert len(found) == 3000


def test_papers_of_topic_pages_are_joined_and_those_of_libraries_left_alone() -> None:
    topics: list[Topic] = []

    def papers():
        yield changed(WEIRS, key="mine")
        yield changed(WEIRS, collections=(("Water", "Weirs"),))
        yield changed(DAMS, collections=(("Water", "Weirs"),))
        topics.append(Topic(title="Weirs", parent="Water"))
        yield changed(WEIRS, collections=(("Rain",),))
        yield changed(DAMS, key="dams", collections=(("Rain",),))
        yield changed(DAMS, collections=(("Shelf",),))
        topics.append(Topic(title="Rain"))

    found = list(join_topic_papers(papers(), topics, Report()))
    assert [(paper.title, paper.key, paper.collections) for paper in found] == [
        (WEIRS.title, "mine", ()),
        (WEIRS.title, "", (("Water", "Weirs"), ("Rain",))),
        (DAMS.title, "", (("Water", "Weirs"),)),
        (DAMS.title, "dams", (("Rain",),)),
        (DAMS.title, "", (("Shelf",),)),
    ]


def test_libraries_stream_through() -> None:
    def endless():
        while True:
            yield changed(WEIRS, key="k")

    assert next(join_topic_papers(endless(), [], Report())).key == "k"


def united(one: dict, other: dict) -> tuple[Paper, list[str]]:
    """Two records of one paper, united, and the fields whose other value was not kept."""
    told = []
    paper = unite(changed(WEIRS, **one), changed(WEIRS, **other), lambda field, *_: told.append(field))
    return paper, told


@pytest.mark.parametrize(
    ("field", "one", "other", "kept", "told"),
    [
        ("title", "Weirs", "Weirs: a Study", "Weirs: a Study", False),
        ("title", "Weirs: a Study", "Weirs", "Weirs: a Study", False),
        ("title", "Study of Weirs", "A Study of Weirs", "A Study of Weirs", False),
        ("title", "A Study of Weirs", "Study of Weirs", "A Study of Weirs", False),
        ("title", "Weirs.", "weirs", "Weirs.", False),
        ("title", "Weirs", "", "Weirs", False),
        ("title", "Weirs", "Dams", "Weirs", True),
        ("abstract", "Short.", "Rather long.", "Rather long.", False),
        ("abstract", "Rather long.", "", "Rather long.", False),
        ("eprint_version", "2", "10", "10", False),
        ("eprint_version", "", "1", "1", False),
        ("publisher", "Weir Press", "weir press.", "Weir Press", False),
        ("publisher", "Weir Press", "Dam Press", "Weir Press", True),
        ("publisher", "", "Dam Press", "Dam Press", False),
    ],
)
def test_which_of_two_texts_is_kept(field: str, one: str, other: str, kept: str, told: bool) -> None:
    paper, fields = united({field: one}, {field: other})
    assert getattr(paper, field) == kept
    assert fields == [field] * told


@pytest.mark.parametrize(
    ("one", "other", "kept", "told"),
    [
        ("document", "book", "book", False),
        ("book", "document", "book", False),
        ("book", "chapter", "book", True),
        ("book", "book", "book", False),
        ("article", "book", "book", False),
        ("manuscript", "book", "book", False),
        ("document", "article", "article", False),
    ],
)
def test_which_of_two_kinds_is_kept(one: str, other: str, kept: str, told: bool) -> None:
    paper, fields = united({"kind": one}, {"kind": other})
    assert paper.kind == kept
    assert fields == ["kind"] * told


def test_what_a_preprint_has_in_place_of_a_publisher_is_neither_taken_nor_told() -> None:
    preprint = {"url": "u", "doi": "10.5555/p", "status": "submitted", "genre": "Preprint", "number": "7", "note": "n"}
    paper, fields = united({"kind": "article-journal", "doi": "10.5555/a"}, {"kind": "article", **preprint})
    assert (paper.url, paper.doi, paper.status, paper.genre, paper.number) == ("", "10.5555/a", "", "", "")
    assert (paper.note, fields) == ("n", [])
    assert paper.available_date is None
    paper, _ = united({"kind": "book", "issued": Date(2032), "available_date": Date(2030)}, {"kind": "article"})
    assert (paper.issued, paper.available_date) == (Date(2032), Date(2030))


@pytest.mark.parametrize(
    ("one", "other", "tags", "omitted"),
    [
        ((("a", "b"), 2), (("B", "c"), 0), ("a", "b", "c"), 1),
        ((("a",), 1), (("b", "c"), 0), ("a", "b", "c"), 0),
        ((("a",), -1), (("b",), 3), ("a", "b"), -1),
        ((("a",), 3), (("b",), 3), ("a", "b"), 2),
        ((("a",), 3), ((), 5), ("a",), 3),
        (((), 0), ((), 0), (), 0),
    ],
)
def test_tags_are_joined_and_what_is_still_left_out_is_counted(one, other, tags, omitted) -> None:
    paper, _ = united({"tags": one[0], "tags_omitted": one[1]}, {"tags": other[0], "tags_omitted": other[1]})
    assert (paper.tags, paper.tags_omitted) == (tags, omitted)


def test_the_list_that_says_more_is_kept() -> None:
    short, full = (Author("Abara", "T."), Author("Lind", "O.")), (ABARA, LIND)
    assert united({"authors": short}, {"authors": full})[0].authors == full
    assert united({"authors": full}, {"authors": short})[0].authors == full
    whole = united({"authors": full, "authors_omitted": 1}, {"authors": short})[0]
    assert (whole.authors, whole.authors_omitted) == (full, 0)
    assert united({"authors": full}, {"authors": ()})[0].authors == full
    assert united({"authors": ()}, {"authors": full})[0].authors == full
    both = united({"authors": (ABARA,)}, {"authors": (Author("Ede", role="editor"),), "editors_omitted": 2})[0]
    assert [author.role for author in both.authors] == ["author", "editor"]
    assert (both.authors_omitted, both.editors_omitted) == (0, 2)
    other_name = united({"authors": (Author("Abara", "T."),)}, {"authors": (Author("Abarra", "Tunde"),)})[0]
    assert other_name.authors == (Author("Abarra", "Tunde"),)


def test_an_institution_s_identifier_is_taken_over() -> None:
    paper, _ = united(
        {"affiliations": (Affiliation("Silt Lab"),)}, {"affiliations": (Affiliation("SILT LAB", "05dxps055"),)}
    )
    assert paper.affiliations == (Affiliation("Silt Lab", "05dxps055"),)


def test_reports_name_papers_and_quote_what_was_not_kept() -> None:
    report = Report()
    one = changed(WEIRS, publisher="Weir " * 20, issued=Date(2031, 1, 5))
    list(merge_papers([one, changed(one, publisher="Dam", issued=Date(2031, 2))], report))
    joined = {each.message: each.location.key for each in report.diagnostics}
    assert joined == {
        f"publisher: kept {'Weir ' * 11}Weir…', the other record says 'Dam'".replace("kept W", "kept 'W"): WEIRS.title,
        "issued: kept '2031-01-05', the other record says '2031-02'": WEIRS.title,
        f"{WEIRS.title!r} was joined to {WEIRS.title!r}": "",
    }


@pytest.mark.parametrize(
    ("values", "name"), [({"key": "k"}, "k"), ({}, WEIRS.title), ({"title": "", "doi": "10.5555/x"}, "10.5555/x"), ({"title": ""}, "3101.00001")]
)  # fmt: skip
def test_a_paper_is_named_by_what_it_has(values, name) -> None:
    report = Report()
    list(merge_papers([changed(WEIRS, **values)] * 2, report))
    assert [each.message for each in report.diagnostics] == [f"{name!r} was joined to {name!r}"]
