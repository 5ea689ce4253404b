"""How two titles relate, and how many words speak for it."""

from __future__ import annotations

import pytest

from bibkit.identity.titles import Rank, compare_titles, plain_words, read_title

SAME, SPELLING, SUBTITLE, SHORTENED, DIFFERENT = sorted(Rank, reverse=True)


@pytest.mark.parametrize(
    ("one", "other", "rank", "words"),
    [
        ("Weirs that Learn", "weirs THAT learn!", SAME, 2),
        ("Self-Play", "Selfplay", SAME, 2),
        ("Learning Weirs", "Weirs Learning", SPELLING, 2),
        ("The Weirs of Rivers", "Weirs of the River", SPELLING, 2),
        ("Weirs and RL", "Weirs and Reinforcement Learning", SPELLING, 2),
        ("Weirs and RLs", "Weirs and Reinforcement Learning", DIFFERENT, 0),
        ("Weirs and LLMs", "Weirs and Large Language Models", SPELLING, 2),
        ("Weirs and LLM", "Weirs and Large Language Models", SPELLING, 2),
        ("Salt Marshes and RL", "Salt Marshes: Reinforcement Learning", SPELLING, 3),
        ("Weirs: a Field Study", "Weirs", SUBTITLE, 1),
        ("Weirs: a Field Study", "A Field Study", SUBTITLE, 2),
        ("Weirs -- a Field Study", "Weirs", SUBTITLE, 1),
        ("Weirs \u2014 a Field Study", "Weirs", SUBTITLE, 1),
        ("Weirs? A Field Study", "Weirs?", SUBTITLE, 1),
        ("Weirs (Field Notes)", "Weirs", SUBTITLE, 1),
        ("Weirs that Learn...", "Weirs that Learn from Rain", SUBTITLE, 2),
        ("Weirs that Learn\u2026", "Weirs that Learn from Rain", SUBTITLE, 2),
        ("Weirs that Learn from Rain", "Weirs that Learn", SHORTENED, 2),
        ("Salt: Weirs that Learn from Rain", "Weirs that Learn", SHORTENED, 2),
        ("Weirs that Learn from Rain", "Learn from Rain", DIFFERENT, 0),
        ("Tides: Part II", "Tides", DIFFERENT, 0),
        ("Tides: 2", "Tides", DIFFERENT, 0),
        ("Tides of Rivers III", "Tides of Rivers", DIFFERENT, 0),
        ("Tides, Chapter Two", "Tides, Chapter 2", SAME, 3),
        ("Canals with Ice", "Canals without Ice", DIFFERENT, 0),
        ("Canals over Ice", "Canals of Ice", DIFFERENT, 0),
        ("Of the", "of THE", SAME, 2),
        ("", "", DIFFERENT, 0),
        ("Weirs", "", DIFFERENT, 0),
    ],
)
def test_two_titles(one: str, other: str, rank: Rank, words: int) -> None:
    assert compare_titles(read_title(one), read_title(other)) == (rank, words)
    assert compare_titles(read_title(other), read_title(one)).rank is rank


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Müller's <i>Étude</i>", ["mullers", "etude"]),
        ("Rain &amp; Ruin", ["rain", "ruin"]),
        ("Weir\u2019s", ["weirs"]),
        ("堰の学習", ["yan", "no", "xue", "xi"]),
        ("C++20", ["c", "20"]),
        ("", []),
    ],
)
def test_words_of_any_text(text: str, words: list[str]) -> None:
    assert plain_words(text) == words
