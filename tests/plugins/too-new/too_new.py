"""Made for a bibkit that does not exist yet."""

from __future__ import annotations

raise AssertionError("it must not be imported")
