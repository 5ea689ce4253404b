"""The built-in enrichers, as records.

Knows: each enricher's name and what it adds. Must not know: how it does so (its module is loaded on first use).
"""

from __future__ import annotations

from typing import Final

from bibkit.plugins.hookspecs import hookimpl
from bibkit.plugins.records import Enricher

__all__ = ["ENRICHERS"]

ENRICHERS: Final[tuple[Enricher, ...]] = (
    Enricher(
        name="topics",
        title="Topic documents",
        enrich="bibkit.enrich.topics:enrich",
        description="institutions and tags of the papers in topic documents (bibkit enrich --from)",
    ),
    Enricher(
        name="identifiers",
        title="Identifiers",
        enrich="bibkit.enrich.identifiers:enrich",
        description="DOI and arXiv identifier out of the URL, note or journal",
    ),
    Enricher(
        name="links",
        title="Links",
        enrich="bibkit.enrich.identifiers:links",
        description="a URL for papers that have a DOI or an arXiv identifier and none",
    ),
)


@hookimpl
def bibkit_enrichers() -> tuple[Enricher, ...]:
    """Hand over the enrichers of this package."""
    return ENRICHERS
