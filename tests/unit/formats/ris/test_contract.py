"""The promises of every format, kept by RIS in the dialects that lose next to nothing."""

from __future__ import annotations

from bibkit.testing import FormatContract


class TestRis(FormatContract):
    format = "ris"


class TestRisForZotero(FormatContract):
    format = "ris"
    options = {"dialect": "zotero"}  # noqa: RUF012 -- never changed
