"""The cases of CSL-JSON that other tools got wrong."""

from __future__ import annotations

import json

import pytest

from bibkit.model import Author, Date
from bibkit.plugins.registry import Registry
from bibkit.testing import write_out


@pytest.fixture
def case(shared, csl):
    def read(number):
        (file,) = (shared / "cases").glob(f"{number}-*/input.json")
        return csl.read(file.read_bytes())

    return read


def test_05_a_corporate_author_stays_whole(case, csl):
    (paper,) = case("05")
    assert paper.authors == (Author(literal="Institute of Salt and Silt"), Author("Abara", "Tunde"))
    assert csl.items(paper)[0]["author"][0] == {"literal": "Institute of Salt and Silt"}


def test_12_marks_are_composed(case):
    (paper,) = case("12")
    assert paper.title == "Pi\u00f1ata fields of Mar\u00edn and \u1ead"
    assert [(author.given, author.family) for author in paper.authors] == [
        ("Chlo\u00eb", "Mar\u00edn"),
        ("Linh", "Tr\u1eadn"),
    ]


def test_14_no_letter_vanishes(case):
    (paper,) = case("14")
    assert paper.authors == (Author("Плавненко", "О. Л."),)
    assert (paper.publisher, paper.publisher_place) == ("Видавництво Дельта", "Рівне")


def test_17_signs_are_text(case, csl):
    (paper,) = case("17")
    assert paper.title == "R&D at 5% of cost: item #1, under_score {set} and ~ or ^"
    assert csl.items(paper)[0]["title"] == paper.title


def test_25_numbers_are_no_keys_and_notes_hold_identifiers(case):
    papers = case("25")
    assert [paper.key for paper in papers] == [""] * 6
    assert [paper.arxiv for paper in papers] == [f"310{number}.0000{number}" for number in range(1, 7)]


def test_30_a_tag_keeps_its_comma(case):
    (paper,) = case("30")
    assert paper.tags == ("Estuaries, Tidal", "Weirs, Movable", "deep learning", "C#")


def test_40_dates_of_every_shape(case, csl):
    papers = case("40")
    assert [paper.issued for paper in papers] == [
        Date(2031, 3, 7),
        Date(2031, season=4),
        Date(2031, season=2),
        Date(literal="Spring issue, undated"),
        Date(2031, 3, 7, time="12:00:00Z"),
        Date(2031, 3),
        Date(2030, 9, end=Date(2031, 2, approximate=True), approximate=True),
        None,
        None,
        Date(2031),
        Date(2031, 3),
    ]
    for item in csl.items(*papers):
        assert item.get("issued", {}).keys() <= {"date-parts", "season", "circa", "literal", "raw"}
        assert all(isinstance(part, int) for parts in item.get("issued", {}).get("date-parts", []) for part in parts)


def test_45_illegal_characters_go_and_are_counted(case, csl):
    (paper,) = case("45")
    assert (paper.title, paper.authors[0].family) == ("Shared pro fits of ponds and <tags> & more", "Ferro")
    assert csl.codes == ["illegal-characters"]


@pytest.mark.parametrize(
    ("number", "dates"),
    [
        (
            "21",
            {
                "e1": {"date-parts": [[1987]]},
                "e3": {"date-parts": [[2004]], "circa": True},
                "e5": {"date-parts": [[2001]], "season": 1},
                "e7": {"date-parts": [[-100]]},
                "e8": {"date-parts": [[2030, 3, 9], [2030, 4]]},
            },
        )
    ],
)
def test_21_dates_of_biblatex(shared, number, dates):
    from bibkit.testing import read_back

    (file,) = (shared / "cases").glob(f"{number}-*/input.bib")
    papers, _ = read_back(Registry.default().format("biblatex"), file.read_bytes())
    items = {item["id"]: item.get("issued") for item in json.loads(write_out("csl-json", papers)[0])}
    assert {key: items[key] for key in dates} == dates


def test_an_export_of_zotero(shared, csl):
    folder = shared / "zotero-cases" / "csl-json"
    (paper,) = csl.read((folder / "001.input").read_bytes())
    (stored,) = json.loads((folder / "001.stored.json").read_text("utf-8"))
    assert paper.title == stored["title"]
    assert paper.kind == stored["itemType"] == "book"
    assert [(author.given, author.family) for author in paper.authors] == [
        (creator["firstName"], creator["lastName"]) for creator in stored["creators"]
    ]
    assert (paper.collection_title, paper.volume) == (stored["series"], stored["volume"])
    assert (paper.publisher, paper.publisher_place) == (stored["publisher"], stored["place"])
    assert (paper.number_of_pages, paper.isbn, paper.language) == (
        stored["numPages"],
        stored["ISBN"],
        stored["language"],
    )
    assert paper.issued == Date(2013, 1, 1)
