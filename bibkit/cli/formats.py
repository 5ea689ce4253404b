"""``bibkit formats``: what can be read and written, and for which programs."""

from __future__ import annotations

import click

from bibkit.cli.common import print_json
from bibkit.cli.options import json_option
from bibkit.cli.tables import show_table
from bibkit.plugins.registry import BUILT_IN, Registry

__all__ = ["command"]


@click.command("formats")
@json_option
def command(as_json: bool) -> None:
    """List the formats and the targets, with their options."""
    registry = Registry.default()
    if as_json:
        _print_json(registry)
        return
    show_table(
        ("format", "reads", "writes", "suffixes", "options", "what it is", "from"),
        [
            (
                format.name,
                "yes" if format.read is not None else "",
                "yes" if format.write is not None else "",
                " ".join(format.suffixes),
                " ".join(option.name for option in format.options),
                f"{format.title}: {format.description}" if format.description else format.title,
                _owner(registry, "format", format.name),
            )
            for format in registry.formats.values()
        ],
    )
    click.echo()
    show_table(
        ("target", "format", "options", "also", "what it is", "from"),
        [
            (
                target.name,
                target.format,
                " ".join(f"{name}={value}" for name, value in target.options.items()),
                " ".join(name for name in target.also if name in registry.formats),
                target.title,
                _owner(registry, "target", target.name),
            )
            for target in registry.targets.values()
        ],
    )
    for problem in registry.problems:
        click.echo(f"{problem.code}: {problem.message}", err=True)


def _owner(registry: Registry, noun: str, name: str) -> str:
    owner = registry.owner(noun, name)
    return "bibkit" if owner is BUILT_IN else f"{owner.distribution} {owner.version}"


def _print_json(registry: Registry) -> None:
    print_json(
        {
            "formats": [
                {
                    "name": format.name,
                    "title": format.title,
                    "description": format.description,
                    "suffixes": format.suffixes,
                    "reads": format.read is not None,
                    "writes": format.write is not None,
                    "options": format.options,
                    "from": _owner(registry, "format", format.name),
                }
                for format in registry.formats.values()
            ],
            "targets": [
                {
                    "name": target.name,
                    "title": target.title,
                    "format": target.format,
                    "options": dict(target.options),
                    "also": {name: dict(options) for name, options in target.also.items()},
                }
                for target in registry.targets.values()
            ],
        }
    )
