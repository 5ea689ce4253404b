"""A library goes through enrichers: which papers changed, what each gained, and what is said."""

from __future__ import annotations

from types import SimpleNamespace

import msgspec

from bibkit.library.enrich import Change, enrich_library, source_papers
from bibkit.model import Affiliation, Author, Date, Paper
from bibkit.plugins.hookspecs import hookimpl
from bibkit.plugins.records import Enricher
from bibkit.plugins.registry import BUILT_IN, Registry
from bibkit.report import Report

WEIRS = Paper(
    key="w",
    kind="article",
    title="Memory-Aware Reservoir Scheduling in Practice",
    authors=(Author("Abara", "Tunde"), Author("Lind", "Ossian")),
    issued=Date(2031),
)
TOPIC = msgspec.structs.replace(WEIRS, key="", affiliations=(Affiliation("Salt University"),), tags=("Rain",))
DAMS = Paper(key="d", title="Dams and Their Discontents", url="https://doi.org/10.5555/dams")


def enriched(papers, sources=(), enrichers=(), **more):
    report = Report()
    registry = Registry.default({"BIBKIT_PLUGINS": "none"})
    records = [Enricher(name=name, title=name, enrich=function) for name, function in more.items()]
    registry.add(lambda: SimpleNamespace(bibkit_enrichers=hookimpl(lambda: records)), BUILT_IN)
    library = SimpleNamespace(papers=list(papers))
    changed, gains = enrich_library(library, list(sources), list(enrichers), registry, report)
    return changed, gains, [(each.code, each.location.key, each.message) for each in report.diagnostics]


def test_topics_go_first_where_there_are_sources_and_only_what_changed_comes_back():
    changed, gains, said = enriched([DAMS, WEIRS], [TOPIC])
    assert changed == {1: msgspec.structs.replace(WEIRS, affiliations=TOPIC.affiliations, tags=TOPIC.tags)}
    assert gains == [Change("w", "+ affiliations Salt University + tags Rain")]
    assert said == []


def test_without_sources_only_the_enrichers_named_run():
    changed, gains, _ = enriched([DAMS, WEIRS], enrichers=["identifiers"])
    assert changed == {0: msgspec.structs.replace(DAMS, doi="10.5555/dams")}
    assert gains == [Change("d", "+ doi 10.5555/dams")]


def test_two_papers_with_one_key_are_told_apart():
    changed, gains, _ = enriched([DAMS, msgspec.structs.replace(WEIRS, key="d")], [TOPIC], ["identifiers"])
    assert sorted(changed) == [0, 1]
    assert [change.key for change in gains] == ["d", "d"]


def test_what_an_enricher_does_not_say_is_told_by_field_and_its_own_papers_are_left_out():
    def silent(papers, context):
        for paper in papers:
            yield msgspec.structs.replace(paper, note="n", volume="3")
        yield Paper(key="9\0new")
        yield Paper(key="new")

    changed, gains, _ = enriched([WEIRS, msgspec.structs.replace(DAMS, key="")], enrichers=["silent"], silent=silent)
    assert sorted(changed) == [0, 1]
    assert changed[0].key == "w"
    assert gains == [Change("w", "+ volume, note"), Change(DAMS.title, "+ volume, note")]


def test_what_is_said_of_a_paper_names_it_by_its_own_key():
    def picky(papers, context):
        for paper in papers:
            context.diagnose("ambiguous-match", f"{paper.key} may be any", key=paper.key)
            yield paper
        context.diagnose("ambiguous-match", "of nobody", key="")

    changed, gains, said = enriched([WEIRS], enrichers=["picky"], picky=picky)
    assert (changed, gains) == ({}, [])
    assert said == [("ambiguous-match", "w", "w may be any"), ("ambiguous-match", "", "of nobody")]


def test_sources_know_their_document(tmp_path):
    path = tmp_path / "topic.jsonl"
    path.write_text('{"title": "Dams", "extra": {"ris:C7": ["x"]}}\n')
    (found,) = source_papers([str(path)], Registry.default({"BIBKIT_PLUGINS": "none"}), Report())
    assert found.extra == {"ris:C7": ("x",), "bibkit:source": (str(path),)}
