"""Every built-in format keeps the contract that plugins keep."""

from __future__ import annotations

from types import MappingProxyType

import msgspec
import pytest

from bibkit.formats import FORMATS
from bibkit.testing import MADE_UP, FormatContract


class TestBibtex(FormatContract):
    format = "bibtex"


class TestBiblatex(FormatContract):
    format = "biblatex"


class TestRis(FormatContract):
    format = "ris"


class TestCslJson(FormatContract):
    format = "csl-json"


class TestCslJsonForZotero(FormatContract):
    format = "csl-json"
    options = MappingProxyType({"zotero": True})
    examples = 30

    def normalise(self, paper):
        """Zotero wants the archive of a preprint as its publisher, which says nothing that the number does not."""
        return msgspec.structs.replace(paper, publisher="") if paper.publisher.lower() == "arxiv" else paper


class TestZoteroRdf(FormatContract):
    format = "zotero-rdf"
    surveys = True  # its collections, which name their items, come last


class TestBibkitJsonl(FormatContract):
    format = "bibkit-jsonl"

    def unknown_tags(self):
        """The model is the table: a line with a member that it lacks is refused, and the member named."""
        yield "a member of a paper", f'{{"title":"Weirs","{MADE_UP}":"3"}}\n'.encode()


PAGE = """Weirs that Learn

Latest papers 2

Jan 5, 2031cs.LG

Ponds and $x$

An abstract.

Ada Berg, Tunde Abara +2

University of Silt \u00b7 Tidal Institute

Deep Learning Estuaries
"""


class TestTopicPage(FormatContract):
    format = "topic-page"
    only_known = "a page has neither tags nor types: every line between two dates is a part of a paper"
    texts = (PAGE,)


def test_no_format_is_forgotten():
    contracts = [value for value in globals().values() if isinstance(value, type) and issubclass(value, FormatContract)]
    named = {contract.format for contract in contracts if contract is not FormatContract}
    assert named == {record.name for record in FORMATS}


@pytest.mark.parametrize("record", FORMATS, ids=lambda record: record.name)
def test_a_record_is_enough(record):
    """The contract takes a record as well as a name, as a plugin that is not installed needs."""

    class Contract(FormatContract):
        format = record

    Contract().test_the_record_is_complete()
