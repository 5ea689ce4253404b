"""Wants the name that the plugin `good` has."""

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


@bibkit.hookimpl
def bibkit_formats():
    return [bibkit.Format(name="lines", title="Lines as well", read=_read)]
