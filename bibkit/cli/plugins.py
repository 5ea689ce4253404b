"""``bibkit plugins``: which third-party plugins there are, and what became of each."""

from __future__ import annotations

import click

from bibkit.cli.common import print_json
from bibkit.cli.options import json_option
from bibkit.cli.tables import show_table
from bibkit.plugins.registry import BUILT_IN, Registry

__all__ = ["command"]


@click.command("plugins")
@json_option
def command(as_json: bool) -> None:
    """List the plugins, what each provides, and why one was refused."""
    registry = Registry.default()
    states = [state for state in registry.states if state.owner is not BUILT_IN]
    if as_json:
        print_json(states)
        return
    if not states:
        click.echo("no plugins are installed (bibkit new-plugin NAME starts one)")
        return
    show_table(
        ("plugin", "version", "entry point", "state", "provides", "cause"),
        [
            (
                state.owner.distribution,
                state.owner.version,
                state.owner.entry_point,
                state.status,
                ", ".join(state.provides),
                state.cause,
            )
            for state in states
        ],
    )
