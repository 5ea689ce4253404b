"""The contract of every format."""

from __future__ import annotations

from bibkit import Paper
from bibkit.testing import MADE_UP, FormatContract


class TestEndNoteXml(FormatContract):
    format = "endnote-xml"

    def unknown_types(self):
        """A type has a name and a number; the number alone tells it, so that both must be unknown."""
        data = self.write(Paper(kind="book", title="Weirs")).decode()
        assert '<ref-type name="Book">6</ref-type>' in data
        yield "Book", data.replace('name="Book">6<', f'name="{MADE_UP}">99<').encode()
