"""``bibkit topic``: what a topic states, and what its papers show."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

import click

from bibkit.cli.common import exit_status, plural, print_json, show_diagnostics
from bibkit.cli.options import from_option, inputs_argument, tags_option
from bibkit.model import Paper, Topic
from bibkit.pipeline import read_papers
from bibkit.plugins.registry import Registry
from bibkit.report import Report
from bibkit.topic_summary import Shared, Summary, shared_between, summarise

__all__ = ["command"]

_BAR: Final = 40
_SHOWN: Final = 25
_NAME: Final = 72
Echo = Callable[[str], None]


@click.command("topic")
@inputs_argument
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@click.option(
    "--most", metavar="N", type=click.IntRange(1), default=10, show_default=True, help="The length of each list."
)
@from_option
@tags_option
def command(inputs: tuple[str, ...], as_json: bool, most: int, from_format: str | None, reading: dict[str, str]) -> int:
    """Show what a topic states and what its papers show; for several documents also what they share.

    \b
    bibkit topic topic.txt
    bibkit topic topic.txt other.txt --json
    """
    registry = Registry.default()
    found = Report()
    groups: list[list[Paper]] = []
    summaries: list[Summary] = []
    for name in inputs:
        described: list[Topic] = []
        papers = list(read_papers([name], registry, found, described, from_format=from_format, options=reading))
        groups.append(papers)
        summaries.append(summarise(papers, described[0] if described else None, name, most=most))
    shared = shared_between(groups) if len(groups) > 1 else None
    if as_json:
        print_json({"topics": summaries} | ({"shared": shared} if shared is not None else {}))
    else:
        _show(summaries, shared, most)
    show_diagnostics(found, registry)
    return exit_status(found)


def _show(summaries: Sequence[Summary], shared: Shared | None, most: int) -> None:
    longest = _NAME
    if sys.stdout.isatty():
        echo, heading, bar = _coloured()
        longest = max(min(_NAME, shutil.get_terminal_size().columns - _BAR // 2 - 9), _BAR // 2)
    else:
        echo, heading, bar = _plain()
    for number, summary in enumerate(summaries):
        if number:
            echo("")
        heading(summary.title)
        for line in _figures(summary):
            echo(line)
        for title, rows in _tables(summary):
            echo("")
            heading(title)
            highest = max([papers for _, papers in rows], default=0)
            names = [name if len(name) <= longest else name[: longest - 1] + "…" for name, _ in rows]
            width = max([len(name) for name in names], default=0)
            for name, (_, papers) in zip(names, rows, strict=True):
                bar(f"{name:<{width}}", papers, highest)
    if shared is not None:
        echo("")
        heading("Shared by all")
        for line in _shared(shared, most):
            echo(line)


def _plain() -> tuple[Echo, Echo, Callable[[str, int, int], None]]:
    def bar(name: str, papers: int, highest: int) -> None:
        length = -(-papers * _BAR // highest) if highest else 0
        click.echo(f"  {name}  {papers:>4} {'#' * length}".rstrip())

    return click.echo, click.echo, bar


def _coloured() -> tuple[Echo, Echo, Callable[[str, int, int], None]]:
    """The same through rich; imported only where a terminal shows it."""
    from rich.console import Console  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    console = Console(highlight=False)

    def echo(line: str) -> None:
        console.print(Text(line))

    def heading(line: str) -> None:
        console.print(Text(line, style="bold"))

    def bar(name: str, papers: int, highest: int) -> None:
        room = max(min(_BAR, console.width - len(name) - 9), 1)
        length = -(-papers * room // highest) if highest else 0
        console.print(Text(f"  {name}  {papers:>4} ") + Text("\u2588" * length, style="cyan"))

    return echo, heading, bar


def _figures(summary: Summary) -> Iterator[str]:
    """What the page states against what its list shows."""
    stated = summary.stated
    if stated is not None and stated.parent:
        yield f"in {stated.parent}"
    if stated is not None and stated.momentum:
        yield f"stated: {stated.momentum}"
    listed = f"listed: {plural(summary.listed, 'paper')}"
    if stated is not None and stated.total is not None:
        listed += f" of {stated.total:,}"
        if summary.listed_share is not None:
            listed += f" ({summary.listed_share:g}%)"
    if summary.first:
        listed += f", {summary.first} to {summary.last}"
    yield listed
    recent = stated.recent_papers if stated is not None else None
    if recent is not None:
        compared = f"four weeks: {recent:,} stated ({recent / 4:g} a week), {summary.last_four_weeks:,} listed"
        if summary.per_week is not None:
            compared += f" ({summary.per_week:g} a week over the days listed)"
        yield compared
    if summary.undated:
        yield f"{plural(summary.undated, 'paper')} without a complete date"


def _tables(summary: Summary) -> Iterator[tuple[str, list[tuple[str, int]]]]:
    for title, rows in (
        (f"Papers a {summary.period}", [(week.start, week.papers) for week in summary.weeks[-_SHOWN:]]),
        ("Tags", [(count.name, count.papers) for count in summary.tags]),
        ("Tags together", [(" + ".join(pair.names), pair.papers) for pair in summary.tag_pairs]),
        ("Institutions", [(count.name, count.papers) for count in summary.affiliations]),
        ("Categories", [(count.name, count.papers) for count in summary.categories]),
    ):
        if rows:
            yield title, rows


def _shared(shared: Shared, most: int) -> Iterator[str]:
    for noun, names in (
        ("papers", shared.papers),
        ("tags", shared.tags),
        ("institutions", shared.affiliations),
        ("categories", shared.categories),
    ):
        yield f"  {noun}: {_listed(names, most)}"


def _listed(names: Iterable[str], most: int) -> str:
    every = list(names)
    rest = len(every) - most
    text = "; ".join(every[:most])
    return (text + (f"; and {rest:,} more" if rest > 0 else "")) if every else "none"
