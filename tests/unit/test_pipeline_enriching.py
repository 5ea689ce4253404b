"""Enrichers that fail: each paper goes on once, whatever the enricher had taken and given."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from bibkit.errors import Cancelled, PluginError
from bibkit.model import Paper
from bibkit.pipeline import enrich_papers
from bibkit.plugins.hookspecs import hookimpl
from bibkit.plugins.records import EnrichContext, Enricher
from bibkit.plugins.registry import BUILT_IN, Registry
from bibkit.report import Report

PAPERS = [Paper(key=key) for key in "abcdef"]


def gathers(fails_after):
    """An enricher that takes all papers before it gives the first, and fails once so many are given."""

    def enrich(papers, context):
        for number, paper in enumerate(list(papers)):
            if number == fails_after:
                raise ValueError("the tide")
            yield paper

    return enrich


def streams(*fails_at):
    """An enricher that takes and gives one paper after another, and fails on those of some keys."""

    def enrich(papers, context):
        for paper in papers:
            if paper.key in fails_at:
                raise ValueError("the tide")
            yield paper

    return enrich


def run(enrich, papers=PAPERS):
    enrichers = [Enricher(name="silt", title="Silt", enrich=enrich)]
    plugin = SimpleNamespace(bibkit_enrichers=hookimpl(lambda: enrichers))
    registry = Registry()
    registry.add(lambda: plugin, BUILT_IN)
    report = Report()
    found = [paper.key for paper in enrich_papers(iter(papers), ["silt"], registry, EnrichContext(report=report))]
    return found, [(diagnostic.code, diagnostic.location.key) for diagnostic in report.diagnostics]


@pytest.mark.parametrize("given", range(len(PAPERS)))
def test_an_enricher_that_gathers_and_fails_half_way_costs_no_paper_and_doubles_none(given):
    found, said = run(gathers(fails_after=given))
    assert found == [*"abcdef"]
    assert said == [("enricher-failed", key) for key in "abcdef"[given:]]


def test_an_enricher_that_streams_is_started_again_behind_each_paper_on_which_it_fails():
    found, said = run(streams("b", "c", "f"))
    assert found == [*"abcdef"]
    assert said == [("enricher-failed", key) for key in "bcf"]


def test_an_enricher_that_fails_before_it_takes_a_paper_is_the_end():
    def asleep(papers, context):
        raise ValueError("the tide")

    with pytest.raises(PluginError, match="silt.*the tide"):
        run(asleep)


def test_an_enricher_that_fails_again_when_no_paper_is_left_costs_a_diagnostic_and_not_the_export():
    def wants_papers(papers, context):
        list(papers)
        raise ValueError("the tide")
        yield

    found, said = run(wants_papers)
    assert found == [*"abcdef"]
    assert said == [*[("enricher-failed", key) for key in "abcdef"], ("enricher-failed", "")]


def test_an_enricher_that_fails_on_no_papers_at_all_costs_a_diagnostic():
    assert run(gathers(fails_after=0), papers=[]) == ([], [])

    def thirsty(papers, context):
        yield max(papers)

    assert run(thirsty, papers=[]) == ([], [("enricher-failed", "")])


def test_being_stopped_is_no_failure():
    def stopped(papers, context):
        yield next(papers)
        raise Cancelled("enough")

    with pytest.raises(Cancelled):
        run(stopped)
