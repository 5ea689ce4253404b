"""Tag lines: what is certain, what is guessed, and what must never happen."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bibkit.formats.topic_page.label_model import JOINING_WORDS, LabelModel, load_subjects, parse_labels, word_key
from bibkit.formats.topic_page.syntax import split_omitted
from bibkit.formats.topic_page.tags import TagCutter

SAMPLE = (
    "Weir Weirs Control of for and in Learning Multi-Agent Deep Salt Marsh Noise-Aware RL 3D Graph Theory with Eels the"
)
WORDS = st.sampled_from(SAMPLE.split())
LINES = st.lists(WORDS, min_size=1, max_size=25).map(" ".join)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(LINES, st.booleans()), max_size=5), LINES)
def test_no_word_is_lost_or_moved(lines, topic):
    cutter = TagCutter(lines, [line for line, _ in lines], topic=topic)
    for number, (line, cut_short) in enumerate(lines):
        cut = cutter.cut(number)
        assert " ".join(cut.tags) == line
        if cut_short and len(line.split()) >= 6:
            assert len(cut.tags) == 6


@settings(deadline=None, max_examples=60)
@given(st.lists(st.text(max_size=40), max_size=4))
def test_any_text_is_cut_without_loss(lines):
    cutter = TagCutter([(line, False) for line in lines], topic="Weir Ecology")
    for number, line in enumerate(lines):
        assert " ".join(cutter.cut(number).tags) == " ".join(line.split())


def test_a_plus_means_six():
    line = "Weir Noise Salt Flux Eel Drift Bank Heat Mud Sound Tide Lag"
    assert TagCutter([(line, True)]).cut(0).tags == (
        "Weir Noise",
        "Salt Flux",
        "Eel Drift",
        "Bank Heat",
        "Mud Sound",
        "Tide Lag",
    )


def test_never_more_than_six():
    line = " ".join(load_subjects()[:12])
    assert len(TagCutter([(line, False)]).cut(0).tags) == 6


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Reinforcement Learning with Verifiable Rewards Weir Ecology", ["Reinforcement Learning with Verifiable Rewards", "Weir Ecology"]),
        ("Weir Ecology Search and Rescue Robots", ["Weir Ecology", "Search and Rescue Robots"]),
        ("Credit Assignment in RL Step-Level Credit Assignment in RL Weir Ecology", ["Credit Assignment in RL", "Step-Level Credit Assignment in RL", "Weir Ecology"]),
        ("Multi-Objective Reinforcement Learning Weir Ecology", ["Multi-Objective Reinforcement Learning", "Weir Ecology"]),
        ("Weir Ecology Weir Ecology of Eels", ["Weir Ecology", "Weir Ecology of Eels"]),
        ("Coastal Weir Ecology Weir Ecology", ["Coastal Weir Ecology", "Weir Ecology"]),
        ("Weir Ecology", ["Weir Ecology"]),
    ],
)  # fmt: skip
def test_small_words_and_the_topic(line, expected):
    assert list(TagCutter([(line, False)], topic="Weir Ecology").cut(0).tags) == expected


def test_known_labels_are_no_guess():
    known = TagCutter([("Graph Theory Weir Ecology Deep Learning", False)], topic="Weir Ecology").cut(0)
    assert known == (("Graph Theory", "Weir Ecology", "Deep Learning"), False)
    assert TagCutter([("Sluice Lore Weir Ecology", False)], topic="Weir Ecology").cut(0).guessed


def test_labels_are_learnt_from_other_lines():
    lines = [
        "Sluice Lore Weir Ecology",
        "Weir Ecology Sluice Lore Graph Theory",
        "Deep Learning Sluice Lore Weir Ecology",
    ]
    cutter = TagCutter([(line, False) for line in lines], topic="Weir Ecology")
    assert [cutter.cut(number).guessed for number in range(3)] == [False, False, False]
    assert cutter.cut(2).tags == ("Deep Learning", "Sluice Lore", "Weir Ecology")


def test_the_texts_of_the_page_tell_what_belongs_together():
    line = ("Brackish Fen Peat Lens", False)
    together = ["The brackish fen peat lens, and every brackish fen peat lens.", "A brackish fen peat lens floats."]
    assert TagCutter([line, line], together).cut(0).tags == ("Brackish Fen Peat Lens",)
    apart = "A brackish fen is a fen. Each peat lens floats: a peat lens in a brackish fen, a lens of fen."
    assert TagCutter([line], [apart]).cut(0).tags == ("Brackish Fen", "Peat Lens")


def test_the_users_labels_win():
    line = ("Deep Reinforcement Learning", False)
    assert TagCutter([line]).cut(0).tags == ("Deep Reinforcement Learning",)
    cut = TagCutter([line], known=["Deep", "Reinforcement Learning"]).cut(0)
    assert cut == (("Deep", "Reinforcement Learning"), False)


def test_the_same_page_gives_the_same_cuts():
    lines = [(line, False) for line in ("Sluice Lore Eel Count Weir Ecology", "Mud Flats Weir Ecology Eel Count Lab")]
    assert len({tuple(TagCutter(lines, topic="Weir Ecology").cut(1).tags) for _ in range(5)}) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Actor-Critic Methods+1", ("Actor-Critic Methods", 1)),
        ("Abara, Lin +12", ("Abara, Lin", 12)),
        ("C++20", ("C++20", 0)),
        ("Weir+", ("Weir+", 0)),
        ("Weir +1,024", ("Weir", 1024)),
    ],
)
def test_counts_of_what_is_left_out(text, expected):
    assert split_omitted(text) == expected


def test_the_shipped_labels_are_clean():
    labels = load_subjects()
    assert len(labels) == len(set(labels)) > 1000
    assert list(labels) == parse_labels(labels)
    for label in labels:
        words = [word_key(word) for word in label.split()]
        assert len(words) <= 8, label
        assert words[0] not in JOINING_WORDS, label
        assert words[-1] not in JOINING_WORDS, label


def test_lists_of_labels():
    assert parse_labels(["# all", "Weir  Control", " C# Programs # two", "", "\tEels\r\n"]) == [
        "Weir Control",
        "C# Programs",
        "Eels",
    ]


def test_model():
    model = LabelModel(["Deep Learning", "Machine Learning", "Learning Theory", "Noise-Aware Learning"])
    begins, ends = model.odds("learning")
    assert ends > begins
    begins, ends = model.odds("silt-aware")
    assert begins > ends
