"""Expressions that are compiled on first use: each of them can be."""

from __future__ import annotations

import pkgutil
import re
from importlib import import_module

import pytest

import bibkit
from bibkit.expressions import expression


def test_an_expression_does_what_a_compiled_one_does():
    found = expression(r"(?P<count>[0-9]+) weirs", re.IGNORECASE)
    assert found.fullmatch("12 WEIRS")["count"] == "12"
    assert found.fullmatch("weirs") is None
    assert found.sub("-", "12 weirs, 3 Weirs") == "-, -"
    assert found.groupindex == {"count": 1}
    assert expression(rb"\x00").search(b"a\x00") is not None


def test_a_wrong_pattern_is_found_when_it_is_used():
    found = expression("(")
    with pytest.raises(re.error):
        found.match("")


def test_every_expression_of_the_package_can_be_compiled():
    kind = type(expression("a"))
    for module in pkgutil.walk_packages(bibkit.__path__, "bibkit."):
        if not module.name.endswith("__main__"):
            for value in vars(import_module(module.name)).values():
                assert not isinstance(value, kind) or value.pattern
