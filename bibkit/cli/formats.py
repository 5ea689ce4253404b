"""``bibkit formats``: what can be read and written, and for which programs."""

from __future__ import annotations

import click

from bibkit.cli.tables import show_table
from bibkit.plugins.registry import BUILT_IN, Registry

__all__ = ["command"]


@click.command("formats")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
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
                record.name,
                "yes" if record.read is not None else "",
                "yes" if record.write is not None else "",
                " ".join(record.suffixes),
                " ".join(option.name for option in record.options),
                f"{record.title}: {record.description}" if record.description else record.title,
                _owner(registry, "format", record.name),
            )
            for record in registry.formats.values()
        ],
    )
    click.echo()
    show_table(
        ("target", "format", "options", "also", "what it is", "from"),
        [
            (
                record.name,
                record.format,
                " ".join(f"{name}={value}" for name, value in record.options.items()),
                " ".join(name for name in record.also if name in registry.formats),
                record.title,
                _owner(registry, "target", record.name),
            )
            for record in registry.targets.values()
        ],
    )
    for problem in registry.problems:
        click.echo(f"{problem.code}: {problem.message}", err=True)


def _owner(registry: Registry, noun: str, name: str) -> str:
    owner = registry.owner(noun, name)
    return "bibkit" if owner is BUILT_IN else f"{owner.distribution} {owner.version}"


def _print_json(registry: Registry) -> None:
    import msgspec  # noqa: PLC0415 - only for --json

    content = {
        "formats": [
            {
                "name": record.name,
                "title": record.title,
                "description": record.description,
                "suffixes": record.suffixes,
                "reads": record.read is not None,
                "writes": record.write is not None,
                "options": record.options,
                "from": _owner(registry, "format", record.name),
            }
            for record in registry.formats.values()
        ],
        "targets": [
            {
                "name": record.name,
                "title": record.title,
                "format": record.format,
                "options": dict(record.options),
                "also": {name: dict(options) for name, options in record.also.items()},
            }
            for record in registry.targets.values()
        ],
    }
    click.echo(msgspec.json.format(msgspec.json.encode(content), indent=2).decode())
