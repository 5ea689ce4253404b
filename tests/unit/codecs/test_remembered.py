"""What is remembered, and what is not."""

from __future__ import annotations

from bibkit.codecs import remembered
from bibkit.codecs.remembered import Remembered


def test_each_key_is_asked_once():
    asked: list[str] = []
    upper = Remembered(lambda text: (asked.append(text), text.upper())[1])
    assert [upper[text] for text in ("sol", "berg", "sol")] == ["SOL", "BERG", "SOL"]
    assert asked == ["sol", "berg"]


def test_what_is_long_is_not_remembered():
    lengths = Remembered(len)
    assert lengths["x" * 10_000] == 10_000
    pairs = Remembered(lambda key: key[0])
    assert pairs["x" * 10_000, ""] == "x" * 10_000
    assert not lengths
    assert not pairs


def test_too_many_are_forgotten(monkeypatch):
    monkeypatch.setattr(remembered, "_MANY", 3)
    lengths = Remembered(len)
    assert [lengths[text] for text in ("a", "bb", "ccc", "dddd")] == [1, 2, 3, 4]
    assert lengths == {"dddd": 4}
