"""The library's front door: read, write and convert in one call each.

Knows: the pipeline. Must not know: any format.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from os import PathLike, fspath
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
    format: str | None = None,
    *,
    report: Report | None = None,
    topics: list[Topic] | None = None,
    registry: Registry | None = None,
    **options: Any,
) -> Iterator[Paper]:
    """Yield the papers of a file, one by one. Nothing is read before the first is asked for.

    ``format`` is a name that ``bibkit formats`` lists; without it the file's suffix and content tell the format.
    ``report`` takes diagnostics, ``topics`` the topics that the file describes. ``options`` are those of the format,
    with ``_`` for ``-``; what the format does not have is left aside (docs/formats.md lists them).

    Raises `InputError` when the file cannot be read or is of no known format, `UsageError` for an unknown format or
    a wrong value of an option, `PluginError` when the format's reader fails. A single record that cannot be read is
    no error but a diagnostic.

    >>> [paper.title for paper in bibkit.read("refs.bib")]
    ['Weirs that Learn']
    """
    return read_papers(
        [fspath(path)],
        registry or Registry.default(),
        report or Report(),
        topics,
        from_format=format,
        options=_with_hyphens(options),
    )


def write(
    papers: Iterable[Paper],
    path: str | PathLike[str],
    format: str | None = None,
    *,
    target: str | None = None,
    report: Report | None = None,
    topics: Iterable[Topic] = (),
    registry: Registry | None = None,
    **options: Any,
) -> Report:
    """Write papers to a file, whole or not at all, and say in the report what was lost.

    ``format`` names the format, or else ``target`` ("zotero", ``bibkit formats`` lists them), or else the suffix.
    ``topics`` become collections, where the format has such. ``options`` are those of the format, with ``_`` for
    ``-`` (``ascii=True``; docs/formats.md lists them).

    Raises `UsageError` when nothing tells the format, or for an option that it does not have, `OutputError` when the
    file cannot be written, `PluginError` when the format's writer fails, and whatever ``papers`` raise.

    >>> report = bibkit.write(papers, "refs.ris")
    >>> report.losses
    {'bibtex:pond': 1}
    """
    registry = registry or Registry.default()
    report = report or Report()
    chosen = choose_destination(fspath(path), registry, to_format=format, target=target, options=_with_hyphens(options))
    write_file(path, write_papers(papers, chosen, registry, report, topics))
    return report


def loads(
    text: str | bytes,
    format: str,
    *,
    report: Report | None = None,
    registry: Registry | None = None,
    **options: Any,
) -> list[Paper]:
    """The papers in a text, or in the bytes of a file.

    ``format``, ``report`` and ``options`` are those of `read`, but an option that the format does not have is refused.

    Raises `InputError` when the text holds no paper and should, `UsageError` for an unknown format or option,
    `PluginError` when the format cannot be imported.

    >>> loads("@misc{a, title = {Ponds}}", "bibtex")[0].title
    'Ponds'
    """
    registry = registry or Registry.default()
    chosen = registry.format(format)
    read_stream = registry.resolve(chosen, "read")
    context = ReadContext("<text>", report=report, options=options_for(chosen, _with_hyphens(options)))
    stream: Any
    if isinstance(text, str) and not chosen.binary:
        stream = open_string(text, "<text>", context.report)
    else:
        stream = io.BytesIO(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
        stream = stream if chosen.binary else open_text(stream, "<text>", context.report)
    return list(read_stream(stream, context))


def dumps(
    papers: Iterable[Paper],
    format: str,
    *,
    report: Report | None = None,
    topics: Iterable[Topic] = (),
    registry: Registry | None = None,
    **options: Any,
) -> str:
    """Papers as a text in a format; the arguments are those of `write`.

    Raises `UsageError` for an unknown format or option and for a format that is no text, `PluginError` when the
    format's writer fails.

    >>> print(dumps([Paper(key="a", title="Ponds")], "bibtex"), end="")
    @misc{a,
      title = {Ponds},
    }
    """
    registry = registry or Registry.default()
    chosen = choose_destination(None, registry, to_format=format, options=_with_hyphens(options))
    held = io.BytesIO()
    write_stream(held, write_papers(papers, chosen, registry, report or Report(), topics))
    try:
        return held.getvalue().decode("utf-8")
    except UnicodeDecodeError:
        message = f"{chosen.format.title} is no text"
        raise UsageError(message, hint="write it to a file with bibkit.write") from None


def convert(source: str | PathLike[str], destination: str | PathLike[str], *, strict: bool = False) -> Report:
    """Read one file and write another, formats by suffix; papers without a citation key get one.

    Raises what `read` and `write` raise, and `LossError` when ``strict`` and a value has no place in the written
    format; then nothing is written.

    >>> convert("topic.txt", "topic.bib").papers_written
    2
    """
    registry = Registry.default()
    report = Report()
    export([fspath(source)], choose_destination(fspath(destination), registry), registry, report, strict=strict)
    return report


def replace(paper: Paper, **changes: Any) -> Paper:
    """A copy of a paper with some fields changed; papers themselves never change.

    Raises `TypeError` for a field that papers do not have.

    >>> replace(Paper(title="Ponds"), note="read").note
    'read'
    """
    return msgspec.structs.replace(paper, **changes)


def _with_hyphens(options: dict[str, Any]) -> dict[str, Any]:
    """Options by their own names: Python spells ``and-others`` as ``and_others``."""
    return {name.replace("_", "-"): value for name, value in options.items()}
