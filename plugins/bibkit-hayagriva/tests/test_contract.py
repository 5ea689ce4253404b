"""The contract of every format."""

from __future__ import annotations

from bibkit.testing import FormatContract


class TestHayagriva(FormatContract):
    format = "hayagriva"
