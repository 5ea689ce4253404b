"""Loads well, and fails in whatever it is asked to do."""

from __future__ import annotations

import bibkit


def _read(stream, context):
    yield bibkit.Paper(title="First")
    raise KeyError("second")


def _read_something_else(stream, context):
    yield {"title": "First"}


def _write(papers, context):
    yield "begun\n"
    raise ZeroDivisionError("at the second piece")


def _enrich(papers, context):
    for paper in papers:
        if paper.title == "Two":
            raise ValueError("I do not like Two")
        yield bibkit.Paper(key=paper.key, title=paper.title, note="enriched")


def _check(paper):
    raise LookupError("no idea")


@bibkit.hookimpl
def bibkit_formats():
    return [
        bibkit.Format(name="half", title="Half", suffixes=(".half",), read=_read, write=_write),
        bibkit.Format(name="dicts", title="Dicts", suffixes=(".dicts",), read=_read_something_else),
        bibkit.Format(name="missing", title="Missing", suffixes=(".missing",), read="no_such_module:read"),
    ]


@bibkit.hookimpl
def bibkit_enrichers():
    return [bibkit.Enricher(name="picky", title="Picky", enrich=_enrich)]


@bibkit.hookimpl
def bibkit_checks():
    return [bibkit.Check(name="clueless", title="Clueless", check=_check)]


@bibkit.hookimpl
def bibkit_citation_key(paper):
    raise OSError("no keys today")
