"""The enricher ``topics``: institutions and tags of topic documents into papers that one already has.

Knows: which of a topic's papers is which paper of the library, and what may be added.
Must not know: formats, files.

Both sides are compared as a whole, so that a shortened title is believed only where no other paper fits better.
What a person wrote stays; an institution or a tag that is there in another spelling of case is not added again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from bibkit.identity.matching import Certainty, Fingerprint, Index, fingerprint
from bibkit.identity.merge import join_affiliations, join_tags, merge_papers
from bibkit.identity.titles import Rank
from bibkit.model import Affiliation, Paper
from bibkit.plugins.records import EnrichContext
from bibkit.report import Report
from bibkit.text.words import fold

__all__ = ["SOURCE", "enrich", "pair_papers"]

SOURCE: Final = "bibkit:source"
"""The key in `Paper.extra` under which a caller may say where a source's paper comes from."""

_Fit = tuple[Certainty, Rank]


def enrich(papers: Iterator[Paper], context: EnrichContext) -> Iterator[Paper]:
    """Yield the papers with what the sources of the context know of them. Gathers the papers.

    Diagnostics: ``enriched`` for each paper that gained something, ``ambiguous-match`` for one that fits several.
    """
    known = [paper for paper in merge_papers(context.sources(), Report()) if paper.affiliations or paper.tags]
    mine = list(papers)
    pairs = pair_papers(mine, known, context)
    for number, paper in enumerate(mine):
        context.check_cancelled()
        twin = pairs.get(number)
        yield paper if twin is None else _completed(paper, known[twin], context)
        context.progress(number + 1, len(mine))


def pair_papers(mine: Sequence[Paper], known: Sequence[Paper], context: EnrichContext) -> dict[int, int]:
    """Which paper of ``known`` each paper of ``mine`` is, by position; those without a sure twin are left out."""
    index = Index(known, thorough=True)
    fits: dict[int, list[tuple[_Fit, int]]] = {}
    best: dict[int, _Fit] = {}
    weak: dict[int, int] = {}
    for number, paper in enumerate(mine):
        found = _nearest(fingerprint(paper), index)
        if not found:
            continue
        fits[number] = found
        fit = found[0][0]
        for _, twin in found:
            best[twin] = max(best.get(twin, fit), fit)
            weak[twin] = weak.get(twin, 0) + (fit[0] is Certainty.LIKELY)
    pairs: dict[int, int] = {}
    for number, found in fits.items():
        fit, twin = found[0]
        if len(found) > 1:
            titles = "; ".join([repr(known[other].title) for _, other in found])
            context.diagnose("ambiguous-match", f"it may be any of {titles}; nothing was added", key=mine[number].key)
        elif _is_best(fit, best[twin]) and not (fit[0] is Certainty.LIKELY and weak[twin] > 1):
            pairs[number] = twin
    return pairs


def _nearest(wanted: Fingerprint, index: Index) -> list[tuple[_Fit, int]]:
    """The papers that fit best; more than one when nothing tells them apart."""
    found = index.matches(wanted)
    if not found:
        return []
    best = found[0][:2]
    if best[0] is Certainty.IDENTIFIER:
        return [(best, found[0][2])]
    return [(best, number) for certainty, rank, number in found if (certainty, rank) == best]


def _is_best(fit: _Fit, best: _Fit) -> bool:
    """Whether no other paper has a better claim; copies of one paper in a library all have the same."""
    if fit[0] is Certainty.IDENTIFIER:
        return True
    close = fit[1] >= Rank.SPELLING
    return fit == best or (close and (best[0] is Certainty.IDENTIFIER or best[1] >= Rank.SPELLING))


def _completed(paper: Paper, twin: Paper, context: EnrichContext) -> Paper:
    affiliations_omitted, tags_omitted = join_affiliations(paper, twin)[1], join_tags(paper, twin)[1]
    institutions = {fold(one.name) for one in paper.affiliations}
    labels = {fold(tag) for tag in paper.tags}
    affiliations = [Affiliation(one.name, one.ror) for one in twin.affiliations if fold(one.name) not in institutions]
    tags = [tag for tag in twin.tags if fold(tag) not in labels]
    gained = []
    if affiliations:
        gained.append("affiliations " + "; ".join([one.name for one in affiliations]))
    if tags:
        gained.append("tags " + ", ".join(tags))
    if not gained:
        return paper
    where = ", ".join(twin.extra.get(SOURCE, ()))
    context.diagnose(
        "enriched", f"+ {' + '.join(gained)}{f' (from {where})' if where else ''}", key=paper.key, severity="info"
    )
    return msgspec.structs.replace(
        paper,
        affiliations=(*paper.affiliations, *affiliations),
        affiliations_omitted=affiliations_omitted,
        tags=(*paper.tags, *tags),
        tags_omitted=tags_omitted,
    )
