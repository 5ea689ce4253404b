"""Made for a bibkit that is gone."""

from __future__ import annotations

raise AssertionError("it must not be imported")
