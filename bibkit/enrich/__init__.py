"""The built-in enrichers, as records.

Knows: each enricher's name and what it adds. Must not know: how it does so (its module is loaded on first use).
"""

from __future__ import annotations

from typing import Final

from bibkit.hookspecs import hookimpl
from bibkit.records import Enricher

__all__ = ["ENRICHERS", "bibkit_enrichers"]

ENRICHERS: Final[tuple[Enricher, ...]] = ()


@hookimpl
def bibkit_enrichers() -> tuple[Enricher, ...]:
    """The enrichers that come with bibkit."""
    return ENRICHERS
