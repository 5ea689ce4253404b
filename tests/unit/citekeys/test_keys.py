"""Citation keys: stable, ASCII, unique without case, made of the paper and not of its position."""

from __future__ import annotations

import json
import random
import re

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bibkit.citekeys.keys import DEFAULT_PATTERN, KeyMaker, assign_keys
from bibkit.citekeys.patterns import content_hash
from bibkit.model import Author, Date, Paper
from bibkit.report import Report

VALID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_:.+-]*\Z")


def paper(title: str = "Weirs that Learn", *families: str, year: int | None = 2031, **more) -> Paper:
    authors = tuple(Author(family, "A.") for family in families or ("Abara",))
    return Paper(title=title, authors=authors, issued=Date(year) if year is not None else None, **more)


def keys(papers, pattern: str = DEFAULT_PATTERN, **more) -> list[str]:
    return [paper.key for paper in assign_keys(iter(papers), pattern, Report(), **more)]


@pytest.mark.parametrize(
    ("made_of", "key"),
    [
        (paper(), "abara2031weirs"),
        (paper("The Weir at Night"), "abara2031weir"),
        (paper("Self-Play for Weirs"), "abara2031selfplay"),
        (paper("The 5% Problem"), "abara2031problem"),
        (paper("1984"), "abara20311984"),
        (paper("WEIRD: A Weir Simulator"), "abara2031weird"),
        (paper("<i>Weir</i> Problem in $L^2$"), "abara2031weir"),
        (paper(r"$\alpha$-Stable Weirs"), "abara2031alphastable"),
        (paper(r"$\tilde{\mathcal O}(n)$ Weirs"), "abara2031weirs"),
        (paper(r"\emph{Weirs}"), "abara2031weirs"),
        (paper("Über die Wehre", "Müßig"), "mussig2031wehre"),
        (paper("Water", r"M{\"u}nch"), "munch2031water"),
        (paper("Water", "García Márquez"), "garciamarquez2031water"),
        (paper("Вода", "Достоевский"), "dostoevskiy2031voda"),
        (paper("堰", "王"), "wang2031yan"),
        (paper("Water", year=None), "abarawater"),
        (paper("Water", year=-69), "abara70bcewater"),
        (Paper(title="Weir Manual", issued=Date(2031)), "weir2031manual"),
        (Paper(title="Weir Manual", authors=(Author(literal="The Society of Weirs"),)), "societyweirsweir"),
        (Paper(title="Weirs", authors=(Author("Beethoven", "L.", "van"),), issued=Date(1800)), "beethoven1800weirs"),
        (Paper(title="Weirs", authors=(Author("Ed", role="editor"),)), "edweirs"),
        (Paper(title="On the"), "onthe"),
        (Paper(doi="10.5555/Ab(1)"), "doi10.5555_Ab_1"),
        (Paper(issued=Date(2031), eprint="hep-th/9901001", eprint_type="arxiv"), "arxivhep-th_9901001"),
    ],
)
def test_default_key(made_of: Paper, key: str) -> None:
    assert keys([made_of]) == [key]


@pytest.mark.parametrize("empty", [Paper(), Paper(title="\u200b"), Paper(abstract="x"), Paper(issued=Date(2031))])
def test_a_paper_with_nothing_to_name_it_still_has_a_valid_key(empty: Paper) -> None:
    (key,) = keys([empty])
    assert VALID.match(key)
    assert key.startswith("paper")


def case_25(shared):
    for item in json.loads((shared / "cases/25-generated-key-collisions/input.json").read_text("utf-8")):
        date = item.get("issued", {}).get("date-parts", [[]])[0]
        authors = [
            Author(a.get("family", ""), a.get("given", ""), literal=a.get("literal", ""))
            for a in item.get("author", [])
        ]
        yield Paper(
            kind="article",
            title=item["title"],
            authors=tuple(authors),
            issued=Date(*date) if date else None,
            note=item["note"],
        )


def by_note(papers) -> dict[str, str]:
    return {paper.note: paper.key for paper in assign_keys(iter(papers), DEFAULT_PATTERN, Report())}


def test_collisions_of_the_case(shared) -> None:
    papers = list(case_25(shared))
    expected = by_note(papers)
    assert len({key.lower() for key in expected.values()}) == 6
    assert all(VALID.match(key) for key in expected.values())
    assert "3106.00006" in expected["arXiv:3106.00006"]
    for seed in range(20):
        random.Random(seed).shuffle(papers)
        assert by_note(papers) == expected
    later = Paper(
        title="The Weir Problem", authors=(Author("Ng", "Z."),), issued=Date(2031, 9), note="arXiv:3109.00009"
    )
    with_seventh = by_note([later, *papers])
    assert {note: with_seventh[note] for note in expected} == expected


def test_existing_keys_are_kept_and_count_as_taken() -> None:
    papers = [paper(key="Old:1"), paper("Weirs that Sing"), paper("Other", key="ABARA2031weirs")]
    assert keys(papers) == ["Old:1", "abara2031weirssing", "ABARA2031weirs"]


def test_rekey_makes_every_key_anew() -> None:
    assert keys([paper(key="Old:1"), paper("Water", key="x")], rekey=True) == ["abara2031weirs", "abara2031water"]


def test_a_key_that_comes_twice_is_reported_and_both_papers_stay() -> None:
    report = Report()
    papers = [paper(key="w"), paper("Other Water", key="w", eprint="3101.00001", eprint_type="arxiv")]
    found = [each.key for each in assign_keys(iter(papers), DEFAULT_PATTERN, report)]
    assert found[0] == "w"
    assert found[1] not in {"w", ""}
    assert [each.code for each in report.diagnostics] == ["duplicate-key"]


def test_keys_that_differ_in_case_are_reported_and_kept() -> None:
    report = Report()
    papers = [paper(key="Weir"), paper(key="weir")]
    assert [each.key for each in assign_keys(iter(papers), DEFAULT_PATTERN, report)] == ["Weir", "weir"]
    assert [each.code for each in report.diagnostics] == ["duplicate-key"]


def test_papers_with_keys_stream() -> None:
    def endless():
        number = 0
        while True:
            number += 1
            yield paper(key=f"k{number}")

    stream = assign_keys(endless(), DEFAULT_PATTERN, Report())
    assert [next(stream).key for _ in range(3)] == ["k1", "k2", "k3"]


def test_the_very_same_paper_thrice_has_three_keys() -> None:
    found = keys([paper()] * 40)
    assert len({key.lower() for key in found}) == 40
    assert all(VALID.match(key) for key in found)


def test_a_plugin_s_rule_goes_first_and_what_a_key_cannot_hold_is_taken_off() -> None:
    rule = {"Weirs that Learn": "my key{1}", "Water": None}
    found = keys([paper(), paper("Water"), paper()], rule=lambda each: rule[each.title])
    assert found[0].startswith("mykey1")
    assert found[1] == "abara2031water"
    assert len(set(found)) == 3


@pytest.mark.parametrize(
    ("pattern", "key"),
    [
        ("{family:3}", "aba"),
        ("{families:3:etal}{shortyear}", "abaracolloetal31"),
        ("{families:1:etal}", "abaraetal"),
        ("{families:abbr:upper}_{year}", "AC_2031"),
        ("{family:cap}{year}{title:2:cap}", "Abara2031WeirsLearn"),
        ("{arxiv}", "3101.00001"),
        ("{doi}", "10.5555_x"),
        ("{container:abbr}:{volume}", "jw:4"),
        ("{year}-{month}", None),
        ("{shorttitle}", "weirslearn"),
        ("{hash:6}", None),
        ("+{family}", "abara"),
    ],
)
def test_patterns(pattern: str, key: str | None) -> None:
    made_of = paper("Weirs that Learn", "Abara", "Collo", authors_omitted=2, eprint="3101.00001", eprint_type="arxiv")
    made_of = msgspec.structs.replace(made_of, doi="10.5555/x", container_title="Journal of Weirs", volume="4")
    (found,) = keys([made_of], pattern)
    assert VALID.match(found)
    assert key is None or found == key


text = st.text(max_size=30)
papers_of_any_text = st.builds(
    Paper,
    title=text,
    authors=st.lists(st.builds(Author, family=text, given=text, literal=text), max_size=2).map(tuple),
    issued=st.none() | st.builds(Date, st.none() | st.integers(-3000, 3000)),
    doi=text,
    note=text,
)


@given(st.lists(papers_of_any_text, max_size=8), st.randoms(use_true_random=False))
def test_any_papers_get_valid_keys_that_do_not_depend_on_the_order(papers, shuffle) -> None:
    found = keys(papers)
    assert len({key.casefold() for key in found}) == len(papers)
    assert all(VALID.match(key) for key in found)
    shuffled = list(papers)
    shuffle.shuffle(shuffled)
    again = keys(shuffled)
    assert sorted(again) == sorted(found)
    assert {(repr(each), key) for each, key in zip(papers, found, strict=True)} == {
        (repr(each), key) for each, key in zip(shuffled, again, strict=True)
    }


def test_keys_in_use_are_avoided() -> None:
    assert KeyMaker(taken=["Abara2031Weirs"]).name(paper()) == "abara2031weirslearn"


@pytest.mark.parametrize(
    ("older", "younger"),
    [
        ({"issued": Date(2030, 12, 31)}, {"issued": Date(2031, 1, 1)}),
        ({"issued": Date(2031, 1, 31)}, {"issued": Date(2031, 2, 1)}),
        ({"issued": Date(2031, 2, 1)}, {"issued": Date(2031, 2, 2)}),
        ({"issued": Date(2031, 12)}, {"issued": Date(2031)}),
        ({"issued": Date(2031, 2, 28)}, {"issued": Date(2031, 2)}),
        ({"issued": Date(2031)}, {"issued": None}),
        ({"issued": Date(2031)}, {"issued": Date(literal="soon")}),
        ({"issued": Date(2031), "eprint": "3102.00001", "eprint_type": "arxiv"}, {"issued": Date(2031, 3)}),
        ({"issued": Date(2031, 1)}, {"issued": Date(2031), "eprint": "3102.00001", "eprint_type": "arxiv"}),
        ({"issued": None, "eprint": "3012.00001", "eprint_type": "arxiv"}, {"issued": Date(2031, 1)}),
        ({"issued": Date(2030, 12)}, {"issued": None, "eprint": "3101.00001", "eprint_type": "arxiv"}),
        ({"eprint": "3101.00001", "eprint_type": "arxiv"}, {"eprint": "3101.00002", "eprint_type": "arxiv"}),
        ({"doi": "10.5555/A"}, {"doi": "10.5555/b"}),
    ],
)
def test_of_two_papers_the_older_keeps_the_key(older, younger) -> None:
    first, second = paper(note="old"), paper(note="new")
    pair = [msgspec.structs.replace(first, **older), msgspec.structs.replace(second, **younger)]
    for papers in (pair, pair[::-1]):
        found = {each.note: each.key for each in assign_keys(iter(papers), "{family}", Report())}
        assert found["old"] == "abara"
        assert found["new"] != "abara"


def test_a_taken_key_grows_by_words_of_the_title_then_by_the_identifier_then_by_the_content() -> None:
    made_of = paper("Weirs Learn Salt Silt Mud Ice", eprint="3101.00001", eprint_type="arxiv", doi="10.5555/x")
    digest = content_hash(made_of)
    expected = [
        "abara2031weirs",
        "abara2031weirslearn",
        "abara2031weirslearnsalt",
        "abara2031weirslearnsaltsilt",
        "abara2031weirslearnsaltsiltmud",
        "abara2031weirs-3101.00001",
        f"abara2031weirs-{digest[:4]}",
        f"abara2031weirs-{digest[:8]}",
        f"abara2031weirs-{digest[:16]}",
        f"abara2031weirs-{digest[:4]}-2",
        f"abara2031weirs-{digest[:4]}-3",
    ]
    maker = KeyMaker()
    assert [maker.name(made_of) for _ in expected] == expected


def test_a_key_that_ends_with_words_of_the_title_grows_by_those_behind_them() -> None:
    made_of = paper("Weirs Learn Salt Silt")
    assert KeyMaker("{family}{title:2}", taken=["abaraweirslearn"]).name(made_of) == "abaraweirslearnsalt"
    assert KeyMaker("{title:3}", taken=["x"]).name(made_of, wish="x") == "xsilt"
    assert KeyMaker("{year}{family}", taken=["2031abara"]).name(made_of) == "2031abaraweirs"


@pytest.mark.parametrize(
    ("values", "ending"),
    [
        ({"eprint": "hep-th/9901001", "eprint_type": "arxiv", "doi": "10.5555/x"}, "hep-th_9901001"),
        ({"doi": "10.5555/a(b)", "pmid": "12"}, "10.5555_a_b"),
        ({"eprint": "hal-01", "eprint_type": "hal", "pmid": "12"}, "hal-01"),
        ({"pmid": "12", "pmcid": "PMC3"}, "12"),
        ({"pmcid": "PMC3", "isbn": "9"}, "PMC3"),
        ({"isbn": "978-3-642-32156-6"}, "978-3-642-32156-6"),
    ],
)
def test_the_best_identifier_tells_papers_apart(values, ending: str) -> None:
    assert KeyMaker("{family}", taken=["abara", "abaraweirs"]).name(paper("Weirs", **values)) == f"abara-{ending}"


@pytest.mark.parametrize(
    ("values", "key"),
    [
        ({"eprint": "3101.00001", "eprint_type": "arxiv", "doi": "10.5555/x"}, "arxiv3101.00001"),
        ({"doi": "10.5555/x", "pmid": "1"}, "doi10.5555_x"),
        ({"eprint": "x1", "eprint_type": "hal", "pmid": "1"}, "halx1"),
        ({"eprint": "x1", "pmid": "1"}, "eprintx1"),
        ({"pmid": "1", "isbn": "2"}, "pmid1"),
        ({"isbn": "978-3"}, "isbn978-3"),
    ],
)
def test_a_paper_without_names_and_title_is_named_by_its_identifier(values, key: str) -> None:
    assert KeyMaker().name(Paper(**values)) == key
    assert re.fullmatch(r"paper[0-9a-f]{8}", KeyMaker().name(Paper(abstract="x")))


def test_keys_made_at_once_are_taken() -> None:
    maker = KeyMaker()
    assert maker.name_all([paper(), paper("Salt")]) == ["abara2031weirs", "abara2031salt"]
    assert maker.name(paper()) == "abara2031weirslearn"
    assert maker.holder("ABARA2031weirs") == "abara2031weirs"
