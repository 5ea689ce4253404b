"""The fuzz targets, on what was found before and on what hypothesis makes."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))

with mock.patch.dict(os.environ, BIBKIT_PLUGINS="none"):  # plugins have tests of their own
    from seeds import seeds, tokens
    from targets import TARGETS

FOUND = [
    ("bibtex", b"@book{a, crossref = {b}, crossref = {c}, xdata = s # s}"),
    ("bibtex", b"@comment{jabref-meta: grouping:1 StaticGroup:;}"),
    ("bibtex", b"@comment{silt\n@book{a, title = {Ponds}}\n@comment{weirs\n@book{b, title = {Weirs}}\n}\n}"),
    ("topic-page", b"Weirs\n\nLatest papers 0\n" + b"\xff\x9e\xff\xff\xff\xff\n" * 3 + b"\xff\xff\xff m\x01\x00\n"),
]
"""Targets, and inputs on which they failed once."""


@pytest.mark.parametrize(("name", "data"), FOUND)
def test_what_failed_once(name, data):
    TARGETS[name](data)


@pytest.mark.parametrize("name", TARGETS)
def test_every_seed(name):
    for seed in seeds(name):
        TARGETS[name](seed)


@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_damaged_seeds(name, data):
    """A seed with pieces of itself, words of its format or any bytes put in or over it."""
    whole = data.draw(st.sampled_from(list(seeds(name)) or [b""]))
    words = [token.encode() for token in tokens(name)]
    for _ in range(data.draw(st.integers(1, 4))):
        start, end = sorted((data.draw(st.integers(0, len(whole))), data.draw(st.integers(0, len(whole)))))
        piece = data.draw(st.sampled_from([whole[start:end] * 2, b"", *words]) | st.binary(max_size=4))
        whole = whole[:start] + piece + whole[min(end, start + 40) :]
    TARGETS[name](whole)
