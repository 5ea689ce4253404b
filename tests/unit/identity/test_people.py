"""When two names may be one person's, and how well two lists agree."""

from __future__ import annotations

import pytest

from bibkit.identity.people import Agreement, compare_people, read_people, same_person
from bibkit.model import Author


def person(name: str) -> Author:
    family, comma, given = name.partition(", ")
    return Author(family, given) if comma or " " not in name else Author(literal=name)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Abara, Tunde", "Abara, T.", True),
        ("Abara, Tunde K.", "Abara, Tunde", True),
        ("Abara, TK", "Abara, Tunde Kofi", True),
        ("Abara, TK", "Abara, Tunde Lars", False),
        ("Abara, Tunde", "Abara, Kofi", False),
        ("Abara, T.", "Abara, K.", False),
        ("Abara", "Abara, Tunde", True),
        ("Wang, Wei", "Wei, Wang", True),
        ("Li, Wei", "Lin, Wei", False),
        ("Müller, J.", "Mueller, J.", True),
        ("Müller, J.", "Muller, J.", True),
        ("García Márquez, Eva", "García, Eva", True),
        ("García Márquez, Eva", "Márquez, Eva", True),
        ("García Márquez Ruiz, Eva", "Márquez, Eva", False),
        ("Berg, Wei-Ming", "Berg, Weiming", True),
        ("Dmitriev, Yuri", "Dmitryev, Yuri", True),
        ("Zhukov, Ada", "Jukov, Ada", False),
        ("Khlebnikov, Ada", "Hlebnikov, Ada", False),
        ("Okhotin, Ada", "Ohotin, Ada", True),
        ("Silt Society", "Society Silt", True),
        ("Silt Society", "Sand Society", False),
        ("Berg, Alex", "Berg, Alexander", True),
        ("Berg, Lena", "Berg, Elena", False),
    ],
)
def test_two_names(one: str, other: str, same: bool) -> None:
    for first, second in ((one, other), (other, one)):
        assert same_person(*read_people([person(first), person(second)])) is same


NAMES = {name[0]: name for name in ("Abara, Tunde", "Lind, Ossian", "Mbeki, Rosa", "Roe, Bo", "Ode, Ann")}


@pytest.mark.parametrize(
    ("one", "other", "cut", "agreement", "shared"),
    [
        ("", "", False, Agreement.UNKNOWN, 0),
        ("A", "", False, Agreement.UNKNOWN, 0),
        ("AL", "AL", False, Agreement.ALL, 2),
        ("ALM", "AL", False, Agreement.FIRST, 2),
        ("ALM", "AL", True, Agreement.ALL, 2),
        ("A", "A", False, Agreement.FIRST, 1),
        ("A", "A", True, Agreement.FIRST, 1),
        ("AL", "AR", False, Agreement.FIRST, 1),
        ("AL", "LA", False, Agreement.FIRST, 2),
        ("ALM", "LA", False, Agreement.SOME, 2),
        ("ALM", "RLM", False, Agreement.SOME, 2),
        ("ALM", "RL", False, Agreement.SOME, 1),
        ("ALM", "ROL", False, Agreement.NONE, 1),
        ("AL", "RO", False, Agreement.NONE, 0),
    ],
)
def test_two_lists(one: str, other: str, cut: bool, agreement: Agreement, shared: int) -> None:
    first, second = (read_people([person(NAMES[letter]) for letter in each]) for each in (one, other))
    assert compare_people(first, second, cut=cut) == (agreement, shared)
    assert compare_people(second, first, cut=cut) == (agreement, shared)


def test_one_person_is_counted_once() -> None:
    twins = read_people([Author("Abara", "T."), Author("Abara", "T.")])
    assert compare_people(twins, twins[:1]) == (Agreement.FIRST, 1)


def test_only_the_beginning_of_a_long_list_is_compared() -> None:
    assert len(read_people([Author(f"Berg{number}") for number in range(40)])) == 30


@pytest.mark.parametrize(
    ("one", "other"), [("Belyy", "Bely"), ("Belii", "Bely"), ("Sukhov", "Suhov"), ("Fyodin", "Fedin")]
)
def test_a_short_cyrillic_name_is_one_in_each_of_its_latin_spellings(one, other):
    assert same_person(*read_people([Author(one, "Anna"), Author(other, "Anna")]))
    assert not same_person(*read_people([Author(one, "Anna"), Author(other, "Olga")]))
