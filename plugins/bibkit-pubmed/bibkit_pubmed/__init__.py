"""MEDLINE text (nbib) and PubMed XML for bibkit.

Knows: the records that name the formats. The modules that do the work are loaded on first use.
"""

from __future__ import annotations

from bibkit import Code, Format, hookimpl

__all__ = ["bibkit_formats"]


@hookimpl
def bibkit_formats() -> list[Format]:
    """The formats that this plugin adds: one record in two spellings, one table for both."""
    return [
        Format(
            name="nbib",
            title="MEDLINE",
            suffixes=(".nbib",),
            sniff="bibkit_pubmed.nbib:sniff",
            read="bibkit_pubmed.nbib:read",
            write="bibkit_pubmed.writer:write",
            fields="bibkit_pubmed.table:FIELDS",
            codes=(Code("stray-line", "warning", "text belongs to no tag", "a line before the first tag"),),
            description="what PubMed saves as a file (nbib), and ERIC too",
        ),
        Format(
            name="pubmed-xml",
            title="PubMed XML",
            suffixes=(".xml",),
            sniff="bibkit_pubmed.pubmed_xml:sniff",
            read="bibkit_pubmed.pubmed_xml:read",
            fields="bibkit_pubmed.table:FIELDS",
            binary=True,
            description="what PubMed's programming interface gives; read only",
        ),
    ]
