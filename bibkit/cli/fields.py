"""``bibkit fields``: what a paper holds, and where each format puts it."""

from __future__ import annotations

import click

from bibkit.cli.tables import show_table
from bibkit.model import describe_fields
from bibkit.plugins.registry import Registry

__all__ = ["command"]


@click.command("fields")
@click.argument("format_name", metavar="[FORMAT]", required=False)
def command(format_name: str | None) -> None:
    """List the fields of a paper; with FORMAT, the format's table."""
    if format_name is None:
        show_table(("field", "meaning"), list(describe_fields()))
        return
    registry = Registry.default()
    format = registry.format(format_name)
    table = registry.fields(format)
    if table is None:
        click.echo(f"{format.title} has no table of fields")
        return
    show_table(
        (format.title, "field", "kinds", "direction"),
        [
            (
                rule.tag,
                rule.field,
                ", ".join(rule.kinds or ()),
                "reads and writes" if rule.write else "reads",
            )
            for rule in table.rules
        ],
    )
    click.echo()
    show_table((f"{format.title} type", "kind"), table.kinds.rows)
