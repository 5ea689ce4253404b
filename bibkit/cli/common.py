"""What several commands share: options, and how a report is shown and saved.

Knows: the wording of summaries. Must not know: formats, how papers are read.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from bibkit.cli.options import Option
from bibkit.errors import UsageError

if TYPE_CHECKING:
    from bibkit.plugins.registry import Registry
    from bibkit.report import Diagnostic, Report

__all__ = [
    "exit_status",
    "format_option",
    "inputs_argument",
    "option_option",
    "parse_options",
    "plural",
    "report_option",
    "save_report",
    "show_diagnostics",
    "show_losses",
    "topics_option",
]

_MOST_SHOWN: Final = 20

inputs_argument: Final = Option("inputs", (), metavar="INPUT...")
format_option: Final = Option(
    "from_format", ("--from",), metavar="FORMAT", help="The inputs' format, where it is not plain."
)
option_option: Final = Option(
    "options", ("-O", "--option"), metavar="NAME=VALUE", many=True, help="An option of the written format; repeatable."
)
report_option: Final = Option("report", ("--report",), metavar="FILE", help="Save diagnostics and losses as JSON.")
topics_option: Final = Option(
    "topics", ("--topics",), metavar="FILE", help="Known tags, one a line, to cut a topic document's tag lines with."
)


def parse_options(texts: Iterable[str]) -> dict[str, str]:
    """``NAME=VALUE`` texts as a dictionary; a bare ``NAME`` means yes.

    Raises `UsageError` for an empty name.
    """
    options: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not name.strip():
            raise UsageError(f"{text!r} is not NAME=VALUE")
        options[name.strip()] = value if equals else "yes"
    return options


def plural(count: int, noun: str) -> str:
    """A count with its noun: "1 paper", "30 papers"."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def show_diagnostics(report: Report, registry: Registry | None = None) -> None:
    """Write what the run found to standard error: warnings and errors a line each, remarks counted by code."""
    found: list[Diagnostic] = [*(registry.problems if registry is not None else ()), *report.diagnostics]
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


def show_losses(report: Report, destination: str, title: str) -> None:
    """Write the summary of an export: how many papers went where, and what had no place."""
    text = f"{plural(report.papers_written, 'paper')} written to {destination}"
    if report.losses:
        fields = ", ".join(f"{field} ({count:,})" for field, count in sorted(report.losses.items()))
        text += f"; {title} has no place for: {fields}"
    _say(text)


def save_report(path: str | None, report: Report, registry: Registry | None = None, **more: Any) -> None:
    """Save a report as JSON, whole or not at all."""
    if path is None:
        return
    import msgspec  # noqa: PLC0415 - only when a report is asked for

    from bibkit.output import write_file  # noqa: PLC0415

    content: Mapping[str, Any] = {
        **more,
        "papers_read": report.papers_read,
        "papers_written": report.papers_written,
        "losses": dict(sorted(report.losses.items())),
        "diagnostics": [*(registry.problems if registry is not None else ()), *report.diagnostics],
    }
    data = msgspec.json.format(msgspec.json.encode(content), indent=2) + b"\n"
    if path == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        write_file(path, [data])


def exit_status(report: Report) -> int:
    """1 where a record could not be read, else 0."""
    return 1 if report.has_errors() else 0


def _say(line: str) -> None:
    sys.stderr.write(line.replace("\033", "") + "\n")  # what a file says must not steer a terminal
