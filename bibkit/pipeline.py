"""The way of a paper through the program, top to bottom: read, select, enrich, give keys, write.

Knows: the order of the steps and how errors of a format become one line that names it.
Must not know: any format, the command line, how a report is shown.

Every step takes an iterator of papers and gives one; nothing is gathered unless a step says so.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import Any, BinaryIO, Final

import msgspec

from bibkit.citekeys.keys import DEFAULT_PATTERN, assign_keys
from bibkit.errors import BibkitError, InputError, Location, LossError, UsageError
from bibkit.model import Paper, Topic
from bibkit.output import check_writable, write_file, write_stream
from bibkit.plugins.records import EnrichContext, Format, ReadContext, Target, WriteContext
from bibkit.plugins.registry import Registry, options_for, unreadable
from bibkit.report import Report
from bibkit.text.encodings import SAMPLE_SIZE, open_text, seekable

__all__ = [
    "STANDARD_STREAM",
    "Destination",
    "Source",
    "choose_destination",
    "enrich_papers",
    "export",
    "open_source",
    "read_papers",
    "read_source",
    "read_together",
    "write_papers",
]

STANDARD_STREAM: Final = "-"
"""As an input, standard input; as an output, standard output."""


class Destination(msgspec.Struct, frozen=True):
    """Where papers go: a format with its options, for a target, into a file or standard output."""

    path: str
    format: Format
    options: Mapping[str, Any]
    target: str = ""


class Source:
    """One opened input: its format, and the context in which it is read."""

    def __init__(self, stream: BinaryIO, name: str, record: Format, context: ReadContext, sample: str) -> None:
        self.stream = stream
        self.name = name
        self.format = record
        self.context = context
        self.sample = sample


def export(
    inputs: Sequence[str],
    destination: Destination,
    registry: Registry,
    report: Report,
    *,
    from_format: str | None = None,
    read_options: Mapping[str, Any] | None = None,
    select: Callable[[Paper], bool] | None = None,
    enrichers: Sequence[str] = (),
    enrich_context: EnrichContext | None = None,
    keys: str = DEFAULT_PATTERN,
    rekey: bool = False,
    strict: bool = False,
) -> None:
    """Read every input, and write what is selected, enriched and keyed to one destination.

    Raises `BibkitError`: for an input that cannot be read (the first such), for a destination that cannot be
    written, and, when ``strict``, `LossError` when a value had no place; then nothing is written.
    """
    if destination.path != STANDARD_STREAM:
        check_writable(destination.path)
    topics: list[Topic] = []
    papers = read_together(inputs, registry, report, topics, from_format=from_format, options=read_options)
    if select is not None:
        papers = filter(select, papers)
    papers = enrich_papers(papers, enrichers, registry, enrich_context or EnrichContext(report=report))
    rule = registry.citation_key if registry.has_key_rules else None
    papers = assign_keys(papers, keys, report, rule=rule, rekey=rekey)
    pieces = write_papers(papers, destination, registry, report, topics)
    if strict:
        pieces = _refuse_losses(pieces, destination, report)
    if destination.path == STANDARD_STREAM:
        write_stream(sys.stdout.buffer, pieces)
        sys.stdout.buffer.flush()
    else:
        write_file(destination.path, pieces)


# -- reading ------------------------------------------------------------------------------------------------


def read_papers(
    inputs: Iterable[str],
    registry: Registry,
    report: Report,
    topics: list[Topic] | None = None,
    *,
    from_format: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> Iterator[Paper]:
    """Yield the papers of several inputs, one after another. ``topics`` takes the topics that they describe.

    Raises `InputError` for an input that cannot be read, `UsageError` for an unknown format.
    """
    for name in inputs:
        with ExitStack() as stack:
            source = open_source(name, registry, report, stack, from_format=from_format, options=options)
            yield from read_source(source, registry, report)
            if topics is not None:
                topics.extend(topic for topic in source.context.topics if topic not in topics)


def read_together(
    inputs: Sequence[str],
    registry: Registry,
    report: Report,
    topics: list[Topic],
    *,
    from_format: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> Iterator[Paper]:
    """Yield the papers of several inputs as one library: a paper on two topic pages comes once, in two collections."""
    papers = read_papers(inputs, registry, report, topics, from_format=from_format, options=options)
    if len(inputs) > 1:
        from bibkit.identity.merge import join_topic_papers  # noqa: PLC0415 - one input holds no paper twice

        papers = join_topic_papers(papers, topics, report)
    return papers


def open_source(
    name: str,
    registry: Registry,
    report: Report,
    stack: ExitStack,
    *,
    from_format: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> Source:
    """Open an input and tell its format. ``stack`` closes it.

    Raises `InputError` when it is missing, empty, not readable or of no known format.
    """
    stream = _open(name, stack)
    shown = "<stdin>" if name == STANDARD_STREAM else name
    head = stream.read(SAMPLE_SIZE)
    stream.seek(0)
    if not head.strip():
        raise InputError("the file is empty", location=Location(shown))
    record = registry.format(from_format) if from_format else None
    if record is not None and record.read is None:
        raise UsageError(f"{record.title} can be written, not read")
    suffix = _suffix(name).lower()
    sample = _sample(head)
    record = record or registry.detect(suffix, sample)
    if record is None:
        raise unreadable(shown, registry)
    known = {option.name for option in record.options}
    given = {key: value for key, value in (options or {}).items() if key in known}
    context = ReadContext(shown, report=report, options=options_for(record, given))
    return Source(stream, shown, record, context, sample)


def _open(name: str, stack: ExitStack) -> BinaryIO:
    if name == STANDARD_STREAM:
        return stack.enter_context(seekable(sys.stdin.buffer))
    try:
        if os.path.isdir(name):  # noqa: PTH112 - see bibkit.output
            raise InputError(f"{name} is a folder", hint="name a file in it")
        return stack.enter_context(seekable(stack.enter_context(open(name, "rb"))))  # noqa: PTH123
    except FileNotFoundError:
        raise InputError(f"{name}: no such file", hint="check the name") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a file name"
        raise InputError(f"{name} cannot be read: {reason}", hint="check its permissions") from error


def _suffix(name: str) -> str:
    """The end of a file's name from its last dot on, or an empty string."""
    suffix = os.path.splitext(name)[1]  # noqa: PTH122 - see bibkit.output
    return suffix if len(suffix) > 1 else ""


def _sample(head: bytes) -> str:
    """The beginning of a file as text, for sniffing; letters do not matter, so odd bytes may be dropped."""
    if head[:2] in {b"\xff\xfe", b"\xfe\xff"} and head[2:4] != b"\0\0":
        return head.decode("utf-16", "ignore")
    return head.replace(b"\0", b"").decode("utf-8-sig", "ignore").replace("\ufeff", "")


def read_source(source: Source, registry: Registry, report: Report) -> Iterator[Paper]:
    """Yield the papers of an opened input.

    Raises `InputError` when it holds no record of its format, `PluginError` when a format's reader fails.
    """
    record = source.format
    stream: Any = source.stream if record.binary else open_text(source.stream, source.name, report)
    source.stream = stream  # lives as long as the source, whose opener closes what it wraps
    read = registry.resolve("format", record, "read")
    diagnostics_before = len(report.diagnostics)
    count = 0
    try:
        for paper in read(stream, source.context):
            if not isinstance(paper, Paper):
                raise TypeError(f"it gave a {type(paper).__name__} where a Paper is due")
            count += 1
            report.papers_read += 1
            yield paper
    except BibkitError:
        raise
    except UnicodeError as error:
        raise InputError(f"the text cannot be decoded: {error}", location=Location(source.name)) from error
    except OSError as error:
        raise InputError(f"reading failed: {error.strerror or error}", location=Location(source.name)) from error
    except Exception as error:
        raise registry.fault("format", record.name, error) from error
    said_nothing = len(report.diagnostics) == diagnostics_before
    if not count and said_nothing and not registry.sniffs(record, source.sample):
        raise _not_that_format(source, registry)


def _not_that_format(source: Source, registry: Registry) -> InputError:
    others = [
        record.name
        for record in registry.formats.values()
        if record is not source.format and record.read is not None and registry.sniffs(record, source.sample)
    ]
    hint = f"it looks like {others[0]}: add --from {others[0]}" if others else "name its format with --from"
    return InputError(f"no {source.format.title} records in it", location=Location(source.name), hint=hint)


# -- enriching ----------------------------------------------------------------------------------------------


def enrich_papers(
    papers: Iterator[Paper], names: Iterable[str], registry: Registry, context: EnrichContext
) -> Iterator[Paper]:
    """Send papers through enrichers, in the order of ``names``.

    An enricher that fails on a paper costs that paper a diagnostic (``enricher-failed``): it goes on unchanged.
    Raises `UsageError` for an unknown enricher.
    """
    for name in names:
        record = registry.enricher(name)
        papers = _enrich(papers, record.name, registry.resolve("enricher", record, "enrich"), registry, context)
    return papers


def _enrich(
    papers: Iterator[Paper],
    name: str,
    enrich: Callable[[Iterator[Paper], EnrichContext], Iterator[Paper]],
    registry: Registry,
    context: EnrichContext,
) -> Iterator[Paper]:
    """Run an enricher; when it raises, pass on the papers it had taken and not given, and start it again."""
    taken: list[Paper] = []

    def feed() -> Iterator[Paper]:
        for paper in papers:
            taken.append(paper)
            yield paper

    while True:
        try:
            for paper in enrich(feed(), context):
                if taken:
                    taken.pop(0)
                yield paper
            return
        except BibkitError:
            raise
        except Exception as error:
            fault = registry.fault("enricher", name, error)
            for paper in taken:
                context.diagnose("enricher-failed", str(fault), key=paper.key)
                yield paper
            if not taken:
                raise fault from error
            taken.clear()


# -- writing ------------------------------------------------------------------------------------------------


def choose_destination(
    path: str | None,
    registry: Registry,
    *,
    to_format: str | None = None,
    target: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> Destination:
    """Settle where and how to write: a format named, a target, or else the path's suffix.

    Raises `UsageError` when nothing tells the format, or the format can only be read.
    """
    where = path or STANDARD_STREAM
    goal: Target | None = registry.target(target) if target else None
    if to_format:
        record = registry.format(to_format)
    elif goal is not None:
        record = _format_of_target(goal, where, registry)
    else:
        record = _format_of_suffix(where, registry)
    if record.write is None:
        raise UsageError(f"{record.title} can be read, not written", hint=_writable(registry))
    wanted: dict[str, Any] = {}
    if goal is not None:
        wanted.update(goal.options if goal.format == record.name else goal.also.get(record.name, {}))
    wanted.update(options or {})
    return Destination(where, record, options_for(record, wanted), goal.name if goal is not None else "")


def _format_of_target(goal: Target, where: str, registry: Registry) -> Format:
    """The format of a target; where the file's suffix names another one that its program reads, that one."""
    record = registry.format(goal.format)
    suffix = _suffix(where).lower()
    named = registry.by_suffix(suffix, to_write=True) if suffix else ()
    if not named or suffix in record.suffixes:
        return record
    for other in named:
        if other.name in goal.also:
            return other
    read = [record, *[registry.formats[name] for name in goal.also if name in registry.formats]]
    ends = " or ".join(dict.fromkeys([end for each in read for end in each.suffixes[:1]]))
    message = f"{where} is named as {named[0].title}, which is not what {goal.title} takes"
    raise UsageError(message, hint=f"end its name with {ends}, or leave out --for")


def _format_of_suffix(where: str, registry: Registry) -> Format:
    suffix = _suffix(where)
    if not suffix:
        what = "standard output has no suffix" if where == STANDARD_STREAM else f"{where} has no suffix"
        raise UsageError(f"{what} that names a format", hint=_writable(registry))
    writers = registry.by_suffix(suffix, to_write=True)
    if not writers:
        readers = registry.by_suffix(suffix)
        if readers:
            raise UsageError(f"{readers[0].title} ({suffix}) can be read, not written", hint=_writable(registry))
        raise UsageError(f"no format is written to {suffix} files", hint=_writable(registry))
    return writers[0]


def _writable(registry: Registry) -> str:
    names = ", ".join(name for name, record in registry.formats.items() if record.write is not None)
    return f"add --to FORMAT, one of {names}"


def write_papers(
    papers: Iterable[Paper],
    destination: Destination,
    registry: Registry,
    report: Report,
    topics: Iterable[Topic] = (),
) -> Iterator[str | bytes]:
    """Give the pieces of the written file, one after another.

    Raises `PluginError` naming the format when its writer fails.
    """
    record = destination.format
    write = registry.resolve("format", record, "write")
    context = WriteContext(report=report, options=destination.options, topics=topics, target=destination.target)
    try:
        for piece in write(_counted(papers, report), context):
            if not isinstance(piece, (str, bytes)):
                raise TypeError(f"it gave a {type(piece).__name__} where text is due")
            yield piece
    except (BibkitError, OSError):
        raise
    except Exception as error:
        raise registry.fault("format", record.name, error) from error


def _counted(papers: Iterable[Paper], report: Report) -> Iterator[Paper]:
    for paper in papers:
        report.papers_written += 1
        yield paper


def _refuse_losses(pieces: Iterator[str | bytes], destination: Destination, report: Report) -> Iterator[str | bytes]:
    """Hold everything back until it is known that nothing was lost.

    Raises `LossError` otherwise, so that a file is not replaced and standard output stays empty.
    """
    held = io.BytesIO()
    write_stream(held, pieces)
    if report.losses:
        fields = ", ".join(f"{field} ({count})" for field, count in sorted(report.losses.items()))
        raise LossError(
            f"nothing written: {destination.format.title} has no place for {fields}",
            hint="choose another format, or leave out --strict",
        )
    held.seek(0)
    while piece := held.read(1 << 20):
        yield piece
