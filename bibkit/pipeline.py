"""The way of a paper through the program, top to bottom: read, select, enrich, give keys, write.

Knows: the order of the steps and how errors of a format become one line that names it.
Must not know: any format, the command line, how a report is shown.

Every step takes an iterator of papers and gives one; nothing is gathered unless a step says so.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec

from bibkit.citekeys.keys import DEFAULT_PATTERN, assign_keys
from bibkit.errors import BibkitError, InputError, Location, LossError, UsageError
from bibkit.model import Paper, Topic
from bibkit.output import check_writable, write_file, write_stream
from bibkit.plugins.records import EnrichContext, Enricher, Format, ReadContext, Target, WriteContext
from bibkit.plugins.registry import Registry, options_for
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
    "write_destination",
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

    def __init__(self, stream: BinaryIO, name: str, format: Format, context: ReadContext, sample: str) -> None:
        self.stream = stream
        self.name = name
        self.format = format
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
    papers = assign_keys(papers, keys, report, rule=registry.key_rule, rekey=rekey)
    pieces = write_papers(papers, destination, registry, report, topics)
    if strict:
        pieces = _refuse_losses(pieces, destination, report)
    write_destination(destination, pieces)


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
    sample = _sample(head)
    format = registry.format(from_format) if from_format else registry.detect(Path(name).suffix, sample)
    if format is None:
        names = ", ".join(format.name for format in registry.readable)
        raise InputError("its format is not recognised", location=Location(shown), hint=f"name it: --from {names}")
    if format.read is None:
        raise UsageError(f"{format.title} can be written, not read")
    known = {option.name for option in format.options}
    given = {name: value for name, value in (options or {}).items() if name in known}
    context = ReadContext(shown, report=report, options=options_for(format, given))
    return Source(stream, shown, format, context, sample)


def _open(name: str, stack: ExitStack) -> BinaryIO:
    if name == STANDARD_STREAM:
        return stack.enter_context(seekable(sys.stdin.buffer))
    path = Path(name)
    try:
        if path.is_dir():
            raise InputError(f"{path} is a folder", hint="name a file in it")
        return stack.enter_context(seekable(stack.enter_context(path.open("rb"))))
    except FileNotFoundError:
        raise InputError(f"{name}: no such file", hint="check the name") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a file name"
        raise InputError(f"{name} cannot be read: {reason}", hint="check its permissions") from error


def _sample(head: bytes) -> str:
    """The beginning of a file as text, for sniffing; letters do not matter, so odd bytes may be dropped."""
    if head[:2] in {b"\xff\xfe", b"\xfe\xff"} and head[2:4] != b"\0\0":
        return head.decode("utf-16", "ignore")
    return head.replace(b"\0", b"").decode("utf-8-sig", "ignore").replace("\ufeff", "")


def read_source(source: Source, registry: Registry, report: Report) -> Iterator[Paper]:
    """Yield the papers of an opened input.

    Raises `InputError` when it holds no record of its format, `PluginError` when a format's reader fails.
    """
    format = source.format
    stream: Any = source.stream if format.binary else open_text(source.stream, source.name, report)
    source.stream = stream  # lives as long as the source, whose opener closes what it wraps
    read = registry.resolve(format, "read")
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
        raise registry.fault(format, error) from error
    said_nothing = len(report.diagnostics) == diagnostics_before
    if not count and said_nothing and not registry.sniffs(format, source.sample):
        raise _not_that_format(source, registry)


def _not_that_format(source: Source, registry: Registry) -> InputError:
    other = registry.detect("", source.sample)  # any but its own, whose sniffer does not know it
    hint = f"it looks like {other.name}: add --from {other.name}" if other else "name its format with --from"
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
        papers = _enrich(papers, registry.enricher(name), registry, context)
    return papers


def _enrich(papers: Iterator[Paper], enricher: Enricher, registry: Registry, context: EnrichContext) -> Iterator[Paper]:
    """Run an enricher; when it raises, pass on the papers it had taken and not given, and start it again.

    One that raises without having taken a paper would do so for ever. That is the end, unless no paper is left to take.
    """
    enrich = registry.resolve(enricher, "enrich")
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
            fault = registry.fault(enricher, error)
            for paper in taken:
                context.diagnose("enricher-failed", str(fault), key=paper.key)
                yield paper
            if not taken:
                left = next(papers, None)
                if left is not None:
                    raise fault from error
                context.diagnose("enricher-failed", str(fault))
                return
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
        format = registry.format(to_format)
    elif goal is not None:
        format = _format_of_target(goal, where, registry)
    else:
        format = _format_of_suffix(where, registry)
    if format.write is None:
        raise UsageError(f"{format.title} can be read, not written", hint=_writable(registry))
    wanted: dict[str, Any] = {}
    if goal is not None:
        wanted.update(goal.options if goal.format == format.name else goal.also.get(format.name, {}))
    wanted.update(options or {})
    return Destination(where, format, options_for(format, wanted), goal.name if goal is not None else "")


def _format_of_target(goal: Target, where: str, registry: Registry) -> Format:
    """The format of a target; where the file's suffix names another one that its program reads, that one."""
    format = registry.format(goal.format)
    named = registry.by_suffix(Path(where).suffix, to_write=True)
    if not named or format in named:
        return format
    for other in named:
        if other.name in goal.also:
            return other
    read = [format, *[registry.formats[name] for name in goal.also if name in registry.formats]]
    ends = " or ".join(dict.fromkeys([end for each in read for end in each.suffixes[:1]]))
    message = f"{where} is named as {named[0].title}, which is not what {goal.title} takes"
    raise UsageError(message, hint=f"end its name with {ends}, or leave out --for")


def _format_of_suffix(where: str, registry: Registry) -> Format:
    suffix = Path(where).suffix
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
    return f"add --to FORMAT, one of {', '.join(format.name for format in registry.writable)}"


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
    write = registry.resolve(destination.format, "write")
    context = WriteContext(report=report, options=destination.options, topics=topics, target=destination.target)
    try:
        for piece in write(_counted(papers, report), context):
            if not isinstance(piece, (str, bytes)):
                raise TypeError(f"it gave a {type(piece).__name__} where text is due")
            yield piece
    except (BibkitError, OSError):
        raise
    except Exception as error:
        raise registry.fault(destination.format, error) from error


def write_destination(destination: Destination, pieces: Iterable[str | bytes]) -> None:
    """Send the pieces of a file where they belong: to standard output, or into a file that is replaced whole.

    Raises `OutputError` when the file cannot be written.
    """
    if destination.path == STANDARD_STREAM:
        write_stream(sys.stdout.buffer, pieces)
        sys.stdout.buffer.flush()
    else:
        write_file(destination.path, pieces)


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
