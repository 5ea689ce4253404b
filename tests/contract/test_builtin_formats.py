"""Every built-in format keeps the contract that plugins keep."""

from __future__ import annotations

from bibkit.testing import FormatContract


class TestCslJson(FormatContract):
    format = "csl-json"
