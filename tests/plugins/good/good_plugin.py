"""A plugin that keeps its contract: lines of titles, a target, an enricher, a check, a key rule."""

from __future__ import annotations

import bibkit


def _read(stream, context):
    for number, line in enumerate(stream, start=1):
        if line.strip():
            context.line = number
            yield bibkit.Paper(title=line.strip())


def _write(papers, context):
    for paper in papers:
        yield f"{paper.title}\n"


def _shout(papers, context):
    for paper in papers:
        yield bibkit.Paper(key=paper.key, title=paper.title.upper())


def _check(paper):
    if len(paper.title) > 20:
        yield "the title is long", "title"


@bibkit.hookimpl
def bibkit_formats():
    return [bibkit.Format(name="lines", title="Lines", suffixes=(".lines",), read=_read, write=_write)]


@bibkit.hookimpl
def bibkit_targets():
    return [bibkit.Target(name="board", title="A board", format="lines")]


@bibkit.hookimpl
def bibkit_enrichers():
    return [bibkit.Enricher(name="shout", title="Upper case", enrich=_shout)]


@bibkit.hookimpl
def bibkit_checks():
    return [bibkit.Check(name="long-title", title="a title is long", check=_check)]


@bibkit.hookimpl
def bibkit_citation_key(paper):
    return "pond" if paper.title == "Ponds" else None
