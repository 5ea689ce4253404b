"""For tests of formats: the contract that every format keeps, and papers to try it with.

One class is enough for a plugin's format::

    from bibkit.testing import FormatContract


    class TestEndNote(FormatContract):
        format = "endnote-xml"

Knows: what a format promises, and strategies of Hypothesis for papers and their parts.
Must not know: any one format. pytest and Hypothesis are needed here and nowhere else in bibkit
(``pip install "bibkit-toolkit[test]"``).
"""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("bibkit.testing.contract")  # before its import, so that failures show both sides

from bibkit.testing.contract import MADE_UP, FormatContract
from bibkit.testing.files import find_format, read_back, read_text, write_out
from bibkit.testing.strategies import affiliations, authors, dates, keys, papers, tags, titles, words

__all__ = [
    "MADE_UP",
    "FormatContract",
    "affiliations",
    "authors",
    "dates",
    "find_format",
    "keys",
    "papers",
    "read_back",
    "read_text",
    "tags",
    "titles",
    "words",
    "write_out",
]
