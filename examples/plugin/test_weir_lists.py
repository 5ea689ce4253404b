"""The tests of the worked example; one class is the whole contract."""

from __future__ import annotations

from bibkit.testing import FormatContract


class TestWeirList(FormatContract):
    """Weir lists keep what every format keeps."""

    format = "weir-list"
