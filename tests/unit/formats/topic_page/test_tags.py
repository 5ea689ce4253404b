"""Tag lines: what is certain, what is guessed, and what must never happen."""

from __future__ import annotations

from typing import NamedTuple

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


class Page(NamedTuple):
    """Tag lines with their labels told apart by bars, the texts beside them, and the user's labels."""

    topic: str
    lines: tuple[str, ...]
    texts: tuple[str, ...] = ()
    known: tuple[str, ...] = ()


PAGES = [
    # lengths: how many words a label has, where nothing else tells
    Page("Sluice Lore", ("Harbour Silt Removal | Fen Peat Lens | Diffusion of Salt", "Pond Models | Tables of Tides")),
    Page("Sluice Lore", ("Tide Tables | Deep Reservoir Scheduling | Ecology of Brooks and Ponds",)),
    Page("Lock Keeping", ("Adaptive Gates | Lamp Oil | Policy Gradient Methods | Weirs for Salt",)),
    Page("Gate Control", ("Mud and Silt and Sand Transport | Deep Deep Ponds | Fish Ladders | Policy Dredging for Lakes in Spring",)),
    Page("Sluice Lore", ("Large Salt Marsh Otter Models | Dredging Policy",), known=("Large Salt Marsh Otter Models",)),
    Page(
        "Salt Diffusion Models",
        ("Learning of Tides", "Sparse Rain Sluice Gate Lock Keeping"),
        ("We study learning of tides.", ""),
        ("Sparse Rain Sluice Gate Lock Keeping",),
    ),
    # what returns on other lines, what is known, and a word that comes twice
    Page("Lock Keeping", (
        "Search and Rescue Herons | Long-Term Memory of Ponds",
        "Theory of Silt | Long-Term Memory of Ponds | Mud and Silt and Sand Transport | Search and Rescue Herons",
    )),
    Page("Salt Diffusion Models", ("Salt Diffusion Models | Brook Ecology | Ice Models for Harbours", "Robust Brook Ecology | Brook Ecology")),
    Page(
        "Weir Ecology",
        ("Weir Ecology | Eels in Canals | Turbidity", "Weir Ecology | Eels in Canals | Silt Transport", "Eels in Canals"),
        ("On eels in canals.", "", ""),
    ),
    Page("Weir Ecology", ("Weir Ecology | Salt Marshes | Sparse Rain | Salt Diffusion Models", "Tables of Tides")),
    Page(
        "Weir Ecology",
        ("Adaptive Gates | Deep | Graph Theory", "Adaptive Gates | Robust Brook Ecology", "Adaptive Gates | Graph Theory | Deep"),
        ("", "Robust Brook Ecology and the learning. We study adaptive gates.", ""),
        ("Robust Brook Ecology",),
    ),
    Page("Weir Ecology", ("Reinforcement Learning | Theory of Silt", "Weir Ecology | Otters"), ("", "On otters."), ("Reinforcement Learning",)),
    # a label that ends with a word which asks for a noun
    Page(
        "Sluice Lore",
        ("Pond to Pond Drift | Harbour Silt Removal | Multi-Basin", "Estuary Modelling"),
        ("On harbour silt removal. pond here and to here and pond here and drift.", "estuary here and modelling."),
        ("Multi-Basin",),
    ),
    Page("Sluice Lore", ("Adaptive | Gate Control", "Gate Control | Otters"), known=("Adaptive",)),
    # what the texts of the page use together, and what they use apart
    Page(
        "Sluice Lore",
        ("Policy Gradient Methods | Dredging Policy | Tide Tables | Sluice Lore",),
        ("On sluice lore. On dredging policy. Tide Tables and the inference. We study policy gradient methods.",),
    ),
    Page("Gate Control", ("Fen Peat Lens | Flood Forecasting", "Robust"), ("A fen. " * 4 + "Some peat. " * 4 + "One lens. " * 4, "")),
    Page(
        "Sluice Lore",
        (
            "Eel Counting | Robust",
            "Diffusion of Salt | Eel Counting with Small Harbour Lamps | Eel Counting | Brook Ecology",
            "Eel Counting with Small Harbour Lamps | Eel Counting",
        ),
        (
            "An eel. The counting. " * 4 + "We study robust.",
            ("On eel counting. Diffusion of Salt, diffusion of salt: diffusion of salt. We study eel counting with small "
            "harbour lamps. Brook Ecology, brook ecology: brook ecology."),
            "",
        ),
    ),
    Page(
        "Gate Control",
        (
            "Causal Silt Inference | Large Salt Marsh Otter Models | Turbidity",
            "Large Salt Marsh Otter Models | Deep Reservoir Scheduling | Brook Ecology | Policy Dredging for Lakes in Spring | Causal Silt Inference",
        ),
        (
            "Turbidity, turbidity: turbidity. On large salt marsh otter models.",
            "A deep one. A reservoir. Scheduling. " * 4 + "One policy. This dredging. Those lakes. In spring. " * 4
            + "Brook Ecology, brook ecology: brook ecology. Large Salt Marsh Otter Models and the models.",
        ),
    ),
    Page(
        "Sluice Lore",
        (
            "Sluice Lore | Adaptive Gates | Robust Brook Ecology",
            "Sluice Lore | Long-Term Memory of Ponds | Dredging Policy | Large Pond Models",
            "Large Pond Models | Dredging Policy",
        ),
        (
            "Sluice Lore: sluice lore. robust here and brook here and ecology.",
            "Dredging Policy and the inference. Large Pond Models and the drift. long-term here and memory here and of here and ponds.",
            "We study dredging policy.",
        ),
        ("Pond Models",),
    ),
]  # fmt: skip
"""Pages of invented labels that stand near an edge each: with one weight half or half as much again some are cut otherwise."""


@pytest.mark.parametrize("page", PAGES)
def test_pages_near_the_edges_of_the_weights(page):
    lines = [line.split(" | ") for line in page.lines]
    cutter = TagCutter([(" ".join(labels), False) for labels in lines], page.texts, topic=page.topic, known=page.known)
    assert [list(cutter.cut(number).tags) for number in range(len(lines))] == lines
