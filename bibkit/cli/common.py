"""What several commands share: what selects papers, and how a report is shown and saved.

Knows: the wording of summaries. Must not know: formats, how papers are read.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import click
import msgspec

from bibkit.errors import BibkitError
from bibkit.model import Paper
from bibkit.output import write_file
from bibkit.pipeline import STANDARD_STREAM
from bibkit.plugins.registry import Registry
from bibkit.report import Diagnostic, Report

__all__ = [
    "exit_status",
    "format_diagnostic",
    "plural",
    "print_json",
    "save_report",
    "select_by",
    "show_diagnostics",
    "show_written",
    "spell_losses",
    "telling",
]

_MOST_SHOWN: Final = 20


def select_by(where: str | None, since: str | None = None, until: str | None = None) -> Callable[[Paper], bool] | None:
    """Which papers ``--where``, ``--since`` and ``--until`` ask for; None for all.

    Raises `UsageError` for what is no query or no date.
    """
    if not (where or since or until):
        return None
    from bibkit.query.language import selection  # noqa: PLC0415 - most runs select nothing

    return selection(where, since, until)


def plural(count: int, noun: str) -> str:
    """A count with its noun: "1 paper", "30 papers"."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def show_diagnostics(report: Report, registry: Registry) -> None:
    """Write what the run found to standard error: warnings and errors a line each, remarks counted by code."""
    found = [*registry.problems, *report.diagnostics]
    loud = [diagnostic for diagnostic in found if diagnostic.severity != "info"]
    for diagnostic in loud[:_MOST_SHOWN]:
        _say(format_diagnostic(diagnostic))
    if len(loud) > _MOST_SHOWN:
        _say(f"... and {len(loud) - _MOST_SHOWN:,} more (bibkit check, or --report FILE, gives all)")
    remarks: dict[str, list[Diagnostic]] = {}
    for diagnostic in found:
        if diagnostic.severity == "info":
            remarks.setdefault(diagnostic.code, []).append(diagnostic)
    for code, group in remarks.items():
        if len(group) == 1:
            _say(format_diagnostic(group[0]))
        else:
            sources = {diagnostic.location.source for diagnostic in group} - {""}
            where = f"{sources.pop() if len(sources) == 1 else plural(len(sources), 'input')}: " if sources else ""
            tell = " (bibkit check lists them)" if where else ""
            _say(f"{where}{code}: {plural(len(group), 'remark')}{tell}")


def format_diagnostic(diagnostic: Diagnostic) -> str:
    """One line: ``file:line:column: code: message``, with the key where that is all that is known."""
    place = diagnostic.location
    if place.source:
        where = f"{place}: "
    elif place.key:
        where = f"{place.key}: "
    else:
        where = ""
    message = " ".join(diagnostic.message.split())
    return f"{where}{diagnostic.code}: {message}"


def show_written(report: Report, where: str, title: str) -> None:
    """Write the summary of an export: how many papers went where, and what had no place there."""
    where = "standard output" if where == STANDARD_STREAM else where
    _say(f"{plural(report.papers_written, 'paper')} written to {where}{spell_losses(report, title)}")


def spell_losses(report: Report, title: str) -> str:
    """What had no place in a format, to be put behind a summary; an empty string where nothing was lost."""
    if not report.losses:
        return ""
    fields = ", ".join(f"{field} ({count:,})" for field, count in sorted(report.losses.items()))
    return f"; {title} has no place for: {fields}"


@contextmanager
def telling(report: Report, registry: Registry, path: str | None) -> Iterator[None]:
    """Show what was found when the work is done or fails; where it fails, save the report too."""
    try:
        yield
    except BibkitError:
        show_diagnostics(report, registry)
        save_report(path, report, registry)
        raise
    show_diagnostics(report, registry)


def save_report(path: str | None, report: Report, registry: Registry, **more: Any) -> None:
    """Save a report as JSON, whole or not at all."""
    if path is None:
        return
    content = {
        **more,
        "papers_read": report.papers_read,
        "papers_written": report.papers_written,
        "losses": dict(sorted(report.losses.items())),
        "diagnostics": [*registry.problems, *report.diagnostics],
    }
    if path == STANDARD_STREAM:
        print_json(content)
    else:
        write_file(path, [_json(content), "\n"])


def print_json(content: object) -> None:
    """Print a value as indented JSON."""
    click.echo(_json(content))


def _json(content: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(content), indent=2)


def exit_status(report: Report) -> int:
    """1 where a record could not be read, else 0."""
    return 1 if report.has_errors() else 0


def _say(line: str) -> None:
    sys.stderr.write(line.replace("\033", "") + "\n")  # what a file says must not steer a terminal
