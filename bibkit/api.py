"""The library's front door: read, write and convert in one call each.

Knows: the pipeline. Must not know: any format.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import msgspec

from bibkit.errors import UsageError
from bibkit.model import Paper, Topic
from bibkit.output import write_file, write_stream
from bibkit.pipeline import choose_destination, export, read_papers, write_papers
from bibkit.plugins.records import ReadContext
from bibkit.plugins.registry import Registry, options_for
from bibkit.report import Report
from bibkit.text.encodings import open_string, open_text

__all__ = ["convert", "dumps", "loads", "read", "replace", "write"]


def read(
    path: str | PathLike[str],
    format: str | None = None,  # noqa: A002 - the field's word, as in json and pandas
    *,
    report: Report | None = None,
    topics: list[Topic] | None = None,
    registry: Registry | None = None,
    **options: Any,
) -> Iterator[Paper]:
    """Yield the papers of a file, one by one. The format follows from its suffix and content unless named.

    ``report`` takes diagnostics, ``topics`` the topics that the file describes.
    Raises `InputError` when the file cannot be read.

    >>> [paper.title for paper in bibkit.read("refs.bib")]
    ['Weirs that Learn']
    """
    return read_papers(
        [fspath(path)],
        registry or Registry.default(),
        report if report is not None else Report(),
        topics,
        from_format=format,
        options=_dashed(options),
    )


def write(
    papers: Iterable[Paper],
    path: str | PathLike[str],
    format: str | None = None,  # noqa: A002
    *,
    target: str | None = None,
    report: Report | None = None,
    topics: Iterable[Topic] = (),
    registry: Registry | None = None,
    **options: Any,
) -> Report:
    """Write papers to a file, whole or not at all, and say in the report what was lost.

    Raises `UsageError` when nothing tells the format, `OutputError` when the file cannot be written.

    >>> report = bibkit.write(papers, "refs.ris")
    >>> report.losses
    {'bibtex:pond': 1}
    """
    registry = registry or Registry.default()
    report = report if report is not None else Report()
    destination = choose_destination(fspath(path), registry, to_format=format, target=target, options=_dashed(options))
    write_file(Path(path), write_papers(papers, destination, registry, report, topics))
    return report


def loads(
    text: str | bytes,
    format: str,  # noqa: A002
    *,
    report: Report | None = None,
    registry: Registry | None = None,
    **options: Any,
) -> list[Paper]:
    """The papers in a text.

    >>> loads("@misc{a, title = {Ponds}}", "bibtex")[0].title
    'Ponds'
    """
    registry = registry or Registry.default()
    record = registry.format(format)
    context = ReadContext("<text>", report=report, options=options_for(record, _dashed(options)))
    if isinstance(text, str) and not record.binary:
        stream: Any = open_string(text, "<text>", context.report)
    else:
        stream = io.BytesIO(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
        stream = stream if record.binary else open_text(stream, "<text>", context.report)
    return list(registry.resolve("format", record, "read")(stream, context))


def dumps(
    papers: Iterable[Paper],
    format: str,  # noqa: A002
    *,
    report: Report | None = None,
    topics: Iterable[Topic] = (),
    registry: Registry | None = None,
    **options: Any,
) -> str:
    """Papers as a text in a format.

    >>> print(dumps([Paper(key="a", title="Ponds")], "bibtex"), end="")
    @misc{a,
      title = {Ponds},
    }
    """
    registry = registry or Registry.default()
    destination = choose_destination(None, registry, to_format=format, options=_dashed(options))
    held = io.BytesIO()
    write_stream(held, write_papers(papers, destination, registry, report if report is not None else Report(), topics))
    try:
        return held.getvalue().decode("utf-8")
    except UnicodeDecodeError:
        message = f"{destination.format.title} is no text"
        raise UsageError(message, hint="write it to a file with bibkit.write") from None


def convert(source: str | PathLike[str], destination: str | PathLike[str], *, strict: bool = False) -> Report:
    """Read one file and write another, formats by suffix; papers without a citation key get one.

    >>> convert("topic.txt", "topic.bib").papers_written
    2
    """
    registry = Registry.default()
    report = Report()
    export([fspath(source)], choose_destination(fspath(destination), registry), registry, report, strict=strict)
    return report


def replace(paper: Paper, **changes: Any) -> Paper:
    """A copy of a paper with some fields changed; papers themselves never change.

    >>> replace(Paper(title="Ponds"), note="read").note
    'read'
    """
    return msgspec.structs.replace(paper, **changes)


def _dashed(options: dict[str, Any]) -> dict[str, Any]:
    return {name.replace("_", "-"): value for name, value in options.items()}
