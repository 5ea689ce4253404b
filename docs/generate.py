"""Writes the generated pages of this folder, and the help text in the README, from the program itself.

``python docs/generate.py`` writes them; ``--check`` only says which would differ, with exit status 1.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from bibkit.cli.group import COMMANDS, cli
from bibkit.diagnostics import CODES
from bibkit.model import ASPECTS, KINDS, PAPER_FIELDS, ROLES, describe_fields
from bibkit.plugins import hookspecs, records
from bibkit.plugins.records import Format
from bibkit.plugins.registry import Registry

HERE = Path(__file__).resolve().parent
README = HERE.parent / "README.md"
NOTICE = "<!-- Made by docs/generate.py. -->\n"
HELP_START, HELP_END = "<!-- help -->\n", "<!-- end of help -->"


def table(headings: tuple[str, ...], rows: Iterator[tuple[str, ...]] | list[tuple[str, ...]]) -> str:
    """A Markdown table."""
    lines = [f"| {' | '.join(headings)} |", f"|{'---|' * len(headings)}"]
    lines.extend(f"| {' | '.join(cell.replace('|', '&#124;') for cell in row)} |" for row in rows)
    return "\n".join(lines) + "\n"


def formats_page(registry: Registry) -> str:
    """Every format: its record, its options, its table, and what it has no place for."""
    overview = table(
        ("format", "reads", "writes", "suffixes", "what it is"),
        [
            (
                f"[{record.name}](#{record.name})",
                "yes" if record.read is not None else "",
                "yes" if record.write is not None else "",
                " ".join(f"`{suffix}`" for suffix in record.suffixes),
                f"{record.title}, {record.description}",
            )
            for record in registry.formats.values()
        ],
    )
    targets = table(
        ("target", "format", "options", "also", "what it is"),
        [
            (
                record.name,
                record.format,
                spell_options(record.options),
                "; ".join(f"{name} {spell_options(options)}".rstrip() for name, options in record.also.items()),
                record.title,
            )
            for record in registry.targets.values()
        ],
    )
    sections = "".join(format_section(registry, record) for record in registry.formats.values())
    return f"{NOTICE}# Formats and targets\n\n{overview}\n## Targets\n\n{targets}{sections}"


def spell_options(options: Mapping[str, object]) -> str:
    """Options as `-O` takes them."""
    words = {True: "yes", False: "no"}
    return " ".join(f"`{name}={words[value] if isinstance(value, bool) else value}`" for name, value in options.items())


def format_section(registry: Registry, record: Format) -> str:
    """One format's part of the page."""
    text = f"\n## {record.name}\n\n{record.title}, {record.description}.\n"
    if record.options:
        rows = [
            (f"`{option.name}`", f"`{option.default}`", " ".join(option.choices), option.description)
            for option in record.options
        ]
        text += "\n" + table(("option", "default", "choices", "meaning"), rows)
    fields = registry.fields(record)
    if fields is None:
        return text
    lost = [name for name in PAPER_FIELDS if all(name in fields.lost_fields(kind) for kind in KINDS)]
    lost += [name for name in ASPECTS if name not in fields.handled_fields]
    lost += [f"authors:{role}" for role in ROLES if not any(role in fields.roles(kind) for kind in KINDS)]
    if lost:
        text += f"\nNo place for: {', '.join(f'`{name}`' for name in lost)}.\n"
    else:
        text += "\nHas a place for every field.\n"
    if fields.rules:
        rows = [
            (f"`{rule.tag}`", f"`{rule.field}`", ", ".join(rule.kinds or ()), "" if rule.write else "read only")
            for rule in fields.rules
        ]
        text += "\n" + table((record.title, "field", "only for", ""), rows)
    if fields.kinds.rows:
        text += "\n" + table((f"{record.title} type", "kind"), [(f"`{a}`", f"`{b}`") for a, b in fields.kinds.rows])
    return text


def fields_page() -> str:
    """Every field of a paper, and the kinds."""
    rows = [(f"`{name}`", meaning) for name, meaning in describe_fields()]
    kinds = ", ".join(f"`{kind}`" for kind in KINDS)
    return f"{NOTICE}# The fields of a paper\n\n{table(('field', 'meaning'), rows)}\n## Kinds\n\n{kinds}\n"


def diagnostics_page(registry: Registry) -> str:
    """Every code that `bibkit check` and the readers use."""
    brought = [record.codes for record in (*registry.formats.values(), *registry.enrichers.values())]
    codes = dict.fromkeys(code for group in (CODES, *brought) for code in group)
    rows = [(f"`{code.name}`", code.severity, code.meaning, code.example) for code in codes]
    rows += [(f"`{check.name}`", check.severity, check.title, check.example) for check in registry.checks.values()]
    return f"{NOTICE}# Diagnostics\n\n{table(('code', 'severity', 'meaning', 'example'), sorted(rows))}"


def commands_page() -> str:
    """The help of every command."""
    parts = [f"\n## bibkit {name}\n\n```\n{help_text(name)}```\n" for name in COMMANDS]
    return f"{NOTICE}# Commands\n\n```\n{help_text()}```\n{''.join(parts)}"


def help_text(name: str | None = None) -> str:
    """What ``--help`` prints, at a width of 100."""
    parent = click.Context(cli, info_name="bibkit", terminal_width=100, max_content_width=100)
    if name is None:
        return cli.get_help(parent) + "\n"
    command = cli.get_command(parent, name)
    assert command is not None  # noqa: S101 - COMMANDS names it
    context = click.Context(command, info_name=name, parent=parent, terminal_width=100, max_content_width=100)
    return command.get_help(context) + "\n"


def hooks_page() -> str:
    """Every hook and record with its exact signature, from the source."""
    intro = (
        f"{NOTICE}# Hooks and records\n\n"
        "A plugin implements hooks with `@bibkit.hookimpl` and gives records. New members of records and contexts have "
        "defaults; hooks only gain arguments. `docs/plugins.md` is the tutorial.\n"
    )
    hooks = [hook_section(node) for node in parsed(hookspecs) if isinstance(node, ast.FunctionDef)]
    classes = [node for node in parsed(records) if isinstance(node, ast.ClassDef) and node.name in records.__all__]
    shapes = [f"\n### {node.name}\n\n{ast.get_docstring(node)}\n\n```python\n{members(node)}```\n" for node in classes]
    return f"{intro}\n## Hooks\n{''.join(hooks)}\n## Records and contexts\n{''.join(shapes)}"


def hook_section(node: ast.FunctionDef) -> str:
    """One hook: its signature and what it is for."""
    first = " (the first answer wins)" if "firstresult" in ast.unparse(node.decorator_list[0]) else ""
    return f"\n### {node.name}{first}\n\n```python\ndef {signature(node)}\n```\n\n{ast.get_docstring(node)}\n"


def parsed(module: object) -> list[ast.stmt]:
    """The statements of a module."""
    return ast.parse(Path(module.__file__).read_text("utf-8")).body  # type: ignore[attr-defined]


def signature(node: ast.FunctionDef) -> str:
    """``name(arguments) -> result``."""
    result = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    return f"{node.name}({ast.unparse(node.args)}){result}"


def members(node: ast.ClassDef) -> str:
    """A class's public members, each with what its docstring says."""
    lines: list[str] = []
    for item, after in zip(node.body, [*node.body[1:], None], strict=True):
        if isinstance(item, ast.AnnAssign):
            note = ""
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                note = "  # " + " ".join(str(after.value.value).split())
            lines.append(f"{ast.unparse(item)}{note}\n")
        elif isinstance(item, ast.FunctionDef) and (not item.name.startswith("_") or item.name == "__init__"):
            lines += [f"def {signature(item)}\n"]
    return "".join(lines)


def readme() -> str:
    """The README with its help block renewed."""
    text = README.read_text("utf-8")
    before, _, rest = text.partition(HELP_START)
    _, _, after = rest.partition(HELP_END)
    return f"{before}{HELP_START}```\n{help_text()}```\n{HELP_END}{after}"


def main() -> int:
    """Write, or check."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; say which pages would differ")
    check = parser.parse_args().check
    registry = Registry.default({"BIBKIT_PLUGINS": "none"})
    pages = {
        HERE / "formats.md": formats_page(registry),
        HERE / "fields.md": fields_page(),
        HERE / "diagnostics.md": diagnostics_page(registry),
        HERE / "commands.md": commands_page(),
        HERE / "hooks.md": hooks_page(),
        README: readme(),
    }
    changed = [path for path, text in pages.items() if not path.exists() or path.read_text("utf-8") != text]
    for path in changed:
        if check:
            sys.stderr.write(f"{path.relative_to(HERE.parent)} is out of date (run: python docs/generate.py)\n")
        else:
            path.write_text(pages[path], "utf-8")
    return 1 if check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
