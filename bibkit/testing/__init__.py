"""For tests of formats: the contract that every format keeps, and papers to try it with.

One class is enough for a plugin's format::

    from bibkit.testing import FormatContract


    class TestEndNote(FormatContract):
        format = "endnote-xml"

| name | for |
|---|---|
| `FormatContract` | what every format promises, as tests to inherit |
| `MADE_UP` | the value of unknown tags, and the unknown type, in files that a contract's `unknown_tags` and `unknown_types` give |
| `papers`, `authors`, `affiliations`, `dates`, `titles`, `words`, `tags`, `keys` | Hypothesis strategies for papers and their parts |
| `write_out`, `read_back`, `read_text` | run a format's writer and reader in memory |
| `find_format` | a format's record by its name |

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
