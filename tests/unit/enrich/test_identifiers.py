"""Identifiers are found in the wrong places, and links made of them."""

from __future__ import annotations

import pytest

from bibkit.enrich.identifiers import enrich as identifiers
from bibkit.enrich.identifiers import links
from bibkit.model import Paper
from bibkit.plugins.records import EnrichContext
from bibkit.report import Report


@pytest.mark.parametrize(
    ("values", "found"),
    [
        (
            {"url": "https://arxiv.org/abs/3101.00001v2"},
            {"eprint": "3101.00001", "eprint_type": "arxiv", "eprint_version": "2"},
        ),
        (
            {"note": "arXiv:hep-th/9901001"},
            {"eprint": "hep-th/9901001", "eprint_type": "arxiv", "eprint_class": "hep-th"},
        ),
        ({"container_title": "arXiv preprint arXiv:3101.00001"}, {"eprint": "3101.00001", "eprint_type": "arxiv"}),
        ({"url": "https://doi.org/10.5555/weirs"}, {"doi": "10.5555/weirs"}),
        ({"url": "https://example.org/10.5555"}, {}),
        ({"doi": "10.5555/a", "url": "https://doi.org/10.5555/b"}, {}),
    ],
)
def test_identifiers_are_put_where_they_belong(values, found) -> None:
    report = Report()
    (paper,) = identifiers(iter([Paper(title="x", **values)]), EnrichContext(report=report))
    assert paper == Paper(title="x", **{**values, **found})
    assert bool(report.diagnostics) == bool(found)


def test_links_are_made_only_where_there_is_none() -> None:
    papers = [
        Paper(doi="10.5555/a"),
        Paper(eprint="3101.00001", eprint_type="arxiv"),
        Paper(url="u", doi="10.5555/a"),
        Paper(),
    ]
    urls = [paper.url for paper in links(iter(papers), EnrichContext())]
    assert urls == ["https://doi.org/10.5555/a", "https://arxiv.org/abs/3101.00001", "u", ""]
