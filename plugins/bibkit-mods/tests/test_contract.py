"""The contract of every format."""

from __future__ import annotations

from bibkit_mods.creators import in_order

from bibkit.testing import FormatContract


class TestMods(FormatContract):
    format = "mods"

    def normalise(self, paper):
        """The order of affiliations says nothing: a record names them author by author."""
        return in_order(paper)
