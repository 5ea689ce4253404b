"""The enricher ``identifiers``: identifiers that a paper has in the wrong place, put where they belong.

Knows: where people leave a DOI or an arXiv identifier (URL, note, journal). Must not know: formats; asks no network.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from bibkit.codecs.identifiers import arxiv_category_of, decode_doi, split_arxiv, valid_doi
from bibkit.model import Paper
from bibkit.plugins.records import EnrichContext

__all__ = ["enrich", "links"]


def enrich(papers: Iterator[Paper], context: EnrichContext) -> Iterator[Paper]:
    """Yield the papers with the identifiers that stand in their URL, note or journal in their own fields.

    >>> next(enrich(iter([Paper(url="https://doi.org/10.5555/weirs")]), EnrichContext())).doi
    '10.5555/weirs'
    """
    for paper in papers:
        context.check_cancelled()
        found = _found(paper)
        if found:
            gained = " ".join([f"+ {name} {value}" for name, value in found.items() if name in {"doi", "eprint"}])
            context.diagnose("enriched", gained or "+ identifiers", key=paper.key, severity="info")
        yield msgspec.structs.replace(paper, **found) if found else paper


def _found(paper: Paper) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if not paper.eprint:
        for text in (paper.doi, paper.url, paper.note, paper.container_title, paper.number):
            identifier, version = split_arxiv(text) if text else ("", "")
            if identifier:
                found |= {"eprint": identifier, "eprint_type": "arxiv"}
                if version and not paper.eprint_version:
                    found["eprint_version"] = version
                category = arxiv_category_of(identifier)
                if category and not paper.eprint_class:
                    found["eprint_class"] = category
                break
    if not paper.doi:
        for text in (paper.url, paper.note):
            doi = decode_doi(text) if "10." in text else ""
            if valid_doi(doi):
                found["doi"] = doi
                break
    return found


def links(papers: Iterator[Paper], context: EnrichContext) -> Iterator[Paper]:
    """Yield the papers with a URL made of their DOI or arXiv identifier, where they have none.

    >>> next(links(iter([Paper(doi="10.5555/weirs")]), EnrichContext())).url
    'https://doi.org/10.5555/weirs'
    """
    for paper in papers:
        context.check_cancelled()
        url = "" if paper.url else _link(paper)
        if url:
            context.diagnose("enriched", f"+ url {url}", key=paper.key, severity="info")
        yield msgspec.structs.replace(paper, url=url) if url else paper


def _link(paper: Paper) -> str:
    if paper.doi:
        return f"https://doi.org/{paper.doi}"
    return f"https://arxiv.org/abs/{paper.arxiv}" if paper.arxiv else ""
