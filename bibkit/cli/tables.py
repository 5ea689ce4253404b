"""Tables for the terminal: through rich where a terminal shows them, plain aligned text elsewhere.

Knows: how rows become columns. Must not know: what the rows are about.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

__all__ = ["show_table"]


def show_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table to standard output."""
    if sys.stdout.isatty():
        from rich import box  # noqa: PLC0415 - rich is loaded only where a terminal shows it
        from rich.console import Console  # noqa: PLC0415
        from rich.table import Table  # noqa: PLC0415

        table = Table(*headings, box=box.SIMPLE_HEAD)
        for row in rows:
            table.add_row(*row)
        Console().print(table)
        return
    widths = [max([len(row[place]) for row in (headings, *rows)]) for place in range(len(headings))]
    for row in (headings, *rows):
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
