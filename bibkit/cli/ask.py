"""``bibkit ask``: search papers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import click

from bibkit.citekeys.keys import DEFAULT_PATTERN, assign_keys
from bibkit.cli.common import exit_status, plural, show_diagnostics, show_written
from bibkit.cli.options import from_option, tags_option
from bibkit.codecs.names import encode_display
from bibkit.errors import UsageError
from bibkit.model import UNKNOWN_NUMBER, Paper, Topic
from bibkit.pipeline import STANDARD_STREAM, choose_destination, read_together, write_destination, write_papers
from bibkit.plugins.registry import Registry
from bibkit.query.language import compile_query
from bibkit.report import Report
from bibkit.text.markup import to_plain

__all__ = ["command"]


@click.command("ask")
@click.argument("words", metavar="INPUT... QUERY", nargs=-1, required=True)
@from_option
@click.option("--to", "to_format", metavar="FORMAT", help="Write what is found in a format, to standard output.")
@click.option("--count", is_flag=True, help="Only say how many there are.")
@click.option("--limit", metavar="N", type=click.IntRange(1), help="At most so many.")
@tags_option
def command(
    words: tuple[str, ...],
    from_format: str | None,
    to_format: str | None,
    count: bool,
    limit: int | None,
    reading: dict[str, str],
) -> int:
    """Search papers, and list them with key, year, authors and title.

    \b
    bibkit ask library.bib 'weirs'                            a word in any field
    bibkit ask library.bib 'tag:"policy gradient" year>=2025' fields and comparisons
    bibkit ask a.bib b.ris 'author:abara -title:survey'       both must hold; - is not
    bibkit ask topic.txt '(title:weir OR tag:weirs) issued:2031-01..2031-03'
    bibkit ask library.bib 'missing:doi kind:article-journal'
    """
    *inputs, query = words
    if not inputs:
        raise UsageError("a query alone finds nothing", hint="bibkit ask INPUT... QUERY")
    wanted = compile_query(query)
    registry = Registry.default()
    found = Report()
    described: list[Topic] = []
    destination = choose_destination(None, registry, to_format=to_format) if to_format else None
    papers = read_together(inputs, registry, found, described, from_format=from_format, options=reading)
    hits: Iterator[Paper] = filter(wanted, assign_keys(papers, DEFAULT_PATTERN, found, rule=registry.key_rule))
    hits = islice(hits, limit)
    if destination is not None:
        write_destination(destination, write_papers(hits, destination, registry, found, described))
        show_diagnostics(found, registry)
        show_written(found, STANDARD_STREAM, destination.format.title)
        return exit_status(found)
    number = 0
    for paper in hits:
        number += 1
        if not count:
            click.echo(_line(paper))
    show_diagnostics(found, registry)
    if count:
        click.echo(str(number))
    else:
        click.echo(f"{plural(number, 'paper')} of {found.papers_read:,}", err=True)
    return exit_status(found)


def _line(paper: Paper) -> str:
    """One hit: key, year, authors, title, divided by tabs."""
    year = "" if paper.year is None else str(paper.year)
    return "\t".join([paper.key, year, _authors(paper), " ".join(to_plain(paper.title).split())])


def _authors(paper: Paper) -> str:
    people = paper.by_role("author") or paper.by_role("editor")
    shown = [encode_display(author) for author in people[:3]]
    hidden = len(people) - len(shown) + max(paper.authors_omitted, 0)
    if paper.authors_omitted == UNKNOWN_NUMBER:
        return ", ".join([*shown, "et al."])
    return ", ".join(shown) + (f" +{hidden}" if hidden else "")
