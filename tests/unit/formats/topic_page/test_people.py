"""Author and affiliation lines."""

from __future__ import annotations

import pytest

from bibkit.formats.topic_page.people import is_group, rate_name, read_affiliations, read_authors


@pytest.mark.parametrize(
    ("line", "expected", "omitted"),
    [
        ("Tunde Abara", [("Abara", "Tunde", "", "")], 0),
        ("Tunde Abara, Jr., Mei Lin +12", [("Abara", "Tunde", "", "Jr."), ("Lin", "Mei", "", "")], 12),
        ("John W. Sluice III, A. K. M. Rahman", [("Sluice", "John W.", "", "III"), ("Rahman", "A. K. M.", "", "")], 0),
        ("Ana de la Cruz, Ludwig van der Berg", [("Cruz", "Ana", "de la", ""), ("Berg", "Ludwig", "van der", "")], 0),
        ("Snehan J +1", [("J", "Snehan", "", "")], 1),
        ("Min-jun Baek, Đặng Thị Hoa +1,024", [("Baek", "Min-jun", "", ""), ("Hoa", "Đặng Thị", "", "")], 1024),
    ],
)
def test_people(line, expected, omitted):
    authors, left_out = read_authors(line)
    assert [(author.family, author.given, author.particle, author.suffix) for author in authors] == expected
    assert left_out == omitted


@pytest.mark.parametrize(
    "name",
    ["TIDEMARK Team", "The LORAN Collaboration", "Silt AI", "Weir Working Group", "Institute of Silt", "Estuary Labs"],
)
def test_groups_have_no_family_name(name):
    assert is_group(name)
    authors, _ = read_authors(f"Tunde Abara, {name} +3")
    assert (authors[1].literal, authors[1].family) == (name, "")


@pytest.mark.parametrize("name", ["Plato", "鈴木", "Weirbot"])
def test_one_word_is_kept_whole(name):
    assert read_authors(name)[0][0].literal == name


@pytest.mark.parametrize(
    "name",
    [
        "Marc-Alexandre Côté", "Jean-Luc d'Arvieux", "Gerard 't Hooft", "Yusuf al-Khatib", "Siobhán Ní Dhuibhir", "Pádraig Mac an tSaoir",
        "Oluwaseun Adébáyọ̀", "Nguyễn Văn A", "O'Neill Xi’an", "Wei (Wendy) Lin", "Abd ul Hamid", "Björk Eiríksdóttir", "李 明", "J.-P. Serré",
    ],
)  # fmt: skip
def test_names_of_many_places(name):
    assert rate_name(name) == 2


@pytest.mark.parametrize(
    "text",
    ["of the weir", "5 Weirs", "x=1", "reduction of the cost.", "what we know about eels", "Weirs: a Survey", ""],
)
def test_no_names(text):
    assert rate_name(text) == 0


@pytest.mark.parametrize(
    ("line", "names", "omitted"),
    [
        ("KAIST", ["KAIST"], 0),
        (
            "Weir Institute, Dept. of Silt, 2600 AA Delft, NL · Brook, Inc +4",
            ["Weir Institute, Dept. of Silt, 2600 AA Delft, NL", "Brook, Inc"],
            4,
        ),
        ("Mila - Institut des Marais · C++20 Lab", ["Mila - Institut des Marais", "C++20 Lab"], 0),
        ("Weir·Works · École du Sel", ["Weir·Works", "École du Sel"], 0),
        ("", [], 0),
    ],
)
def test_affiliations(line, names, omitted):
    affiliations, left_out = read_affiliations(line)
    assert [affiliation.name for affiliation in affiliations] == names
    assert left_out == omitted
