"""The hooks. They only hand over nouns; no paper passes through pluggy but one that wants a citation key.

Promise of compatibility: a hook only gains arguments, and an implementation names those that it uses.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from bibkit.model import Paper
    from bibkit.plugins.records import Check, Enricher, Format, Target

__all__ = ["hookimpl", "hookspec"]

hookspec = pluggy.HookspecMarker("bibkit")
hookimpl = pluggy.HookimplMarker("bibkit")


@hookspec
def bibkit_formats() -> Iterable[Format]:
    """Give the formats that a plugin reads or writes."""
    return ()


@hookspec
def bibkit_enrichers() -> Iterable[Enricher]:
    """Give the enrichers of a plugin."""
    return ()


@hookspec
def bibkit_targets() -> Iterable[Target]:
    """Give the programs that a plugin knows how to write for."""
    return ()


@hookspec
def bibkit_checks() -> Iterable[Check]:
    """Give the checks that ``bibkit check`` runs on each paper."""
    return ()


@hookspec(firstresult=True)
def bibkit_citation_key(paper: Paper) -> str | None:
    """Give the citation key of a paper that has none, or None to leave it to the next plugin."""
    return None
