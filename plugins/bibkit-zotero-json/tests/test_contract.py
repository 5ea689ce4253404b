"""The contract of every format."""

from __future__ import annotations

from bibkit.testing import FormatContract


class TestZoteroJson(FormatContract):
    format = "zotero-json"
    surveys = True  # a child may stand behind its item
