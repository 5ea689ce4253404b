"""The contract of every format."""

from __future__ import annotations

from bibkit.testing import FormatContract


class TestMarkdown(FormatContract):
    format = "markdown"


class TestMarkdownZip(FormatContract):
    format = "markdown-zip"
