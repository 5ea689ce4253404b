"""The table of codes is whole: docs/diagnostics.md is made from it."""

from __future__ import annotations

import re

from bibkit.checks import CHECKS
from bibkit.diagnostics import CODES
from bibkit.formats import FORMATS


def test_every_code_has_one_row_with_a_meaning_and_an_example():
    codes = dict.fromkeys(code for group in (CODES, *(record.codes for record in FORMATS)) for code in group)
    rows = [(code.name, code.meaning, code.example) for code in codes]
    rows += [(check.name, check.title, check.example) for check in CHECKS]
    names = [name for name, _, _ in rows]
    assert len(names) == len(set(names))
    for name, meaning, example in rows:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", name)
        assert meaning
        assert example, f"{name} has no example"
