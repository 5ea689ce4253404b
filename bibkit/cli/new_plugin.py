"""``bibkit new-plugin``: a working distribution to start from.

Knows: the files of a small format plugin, and which names bibkit itself has. Must not know: what any format does.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import click

from bibkit._version import __version__
from bibkit.errors import OutputError, UsageError
from bibkit.formats import FORMATS

__all__ = ["command"]

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*\Z")

_PYPROJECT: Final = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "bibkit-{name}"
version = "0.1.0"
description = "{title} for bibkit"
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["bibkit-toolkit>={version},<1"]
optional-dependencies.test = ["bibkit-toolkit[test]"]
entry-points.bibkit.{name} = "{module}"
"""

_MODULE: Final = '''\
"""{title} for bibkit: lines ``Tag: value``, a blank line after each paper."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TextIO

import bibkit
from bibkit import FieldMap, KindMap, Paper, Rule
from bibkit.codecs.dates import EDTF
from bibkit.codecs.names import INVERTED

KINDS = KindMap([("Book", "book"), ("Work", "document")], fallback="Work")
RULES = [
    Rule("Key", "key"),
    Rule("Title", "title"),
    Rule("Author", "authors:author", INVERTED, many=True),
    Rule("Date", "issued", EDTF),
    Rule("Tag", "tags", many=True),
]
FIELDS = FieldMap("{name}", KINDS, RULES)


def decode(pairs: list[tuple[str, str]]) -> Paper:
    rows = [pair for pair in pairs if pair[0] != "Type" or not KINDS.knows(pair[1])]
    return Paper(**FIELDS.decode(rows, KINDS.decode(dict(pairs).get("Type", ""))))


def read(stream: TextIO, context: bibkit.ReadContext) -> Iterator[Paper]:
    line = 1
    for _, group in groupby(stream, str.isspace):
        context.line, rows = line, [row.strip().partition(": ") for row in group]
        line += len(rows)
        pairs = [(tag, value) if value else ("Line", tag) for tag, _, value in rows]
        if any(value for _, value in pairs):
            yield decode(pairs)


def write(papers: Iterable[Paper], context: bibkit.WriteContext) -> Iterator[str]:
    for paper in papers:
        pairs = [("Type", FIELDS.type_of(paper, "Type")), *FIELDS.encode(paper)]
        for tag, values in FIELDS.kept_extra(paper):
            pairs += [(tag, value) for value in values if tag != "Type"]
        pairs = [(tag, " ".join(value.split())) for tag, value in pairs]
        lost = FIELDS.losses(paper) + FIELDS.changes(paper, decode(pairs))
        context.report.lose_all(lost)
        yield "".join(f"{{tag}}: {{value}}\\n" for tag, value in pairs) + "\\n"


@bibkit.hookimpl
def bibkit_formats() -> Iterator[bibkit.Format]:
    yield bibkit.Format(
        name="{name}",
        title="{title}",
        suffixes=(".{suffix}",),
        read=read,
        write=write,
        fields=FIELDS,
    )
'''

_TEST: Final = """\
from bibkit.testing import FormatContract


class Test{class_name}(FormatContract):
    format = "{name}"
"""

_README: Final = """\
# bibkit-{name}

{title} for bibkit: `pip install .`, then `bibkit export refs.bib -o refs.{suffix}`. Tests: `pip install '.[test]' && pytest`.
"""


@click.command("new-plugin")
@click.argument("name", metavar="NAME")
@click.option("--into", metavar="FOLDER", default=".", show_default=True, help="Where to make the folder bibkit-NAME.")
def command(name: str, into: str) -> None:
    """Start a format plugin of your own: a package that installs, works and passes its tests at once.

    NAME is the format's name: lower-case letters, digits and hyphens.
    """
    name = name.removeprefix("bibkit-")
    if not _NAME.match(name):
        raise UsageError(f"{name!r} is no format name", hint="lower-case letters, digits and hyphens, a letter first")
    if any(name == record.name for record in FORMATS):
        raise UsageError(f"the format name {name!r} belongs to bibkit itself", hint="choose another name")
    folder = Path(into) / f"bibkit-{name}"
    if folder.exists():
        raise OutputError(f"{folder} exists already", hint="choose another name, or remove it")
    module = f"bibkit_{name.replace('-', '_')}"
    words = {
        "name": name,
        "module": module,
        "title": name.replace("-", " ").capitalize(),
        "suffix": name.replace("-", ""),
        "class_name": "".join(part.capitalize() for part in name.split("-")),
        "version": __version__,
    }
    files = {
        "pyproject.toml": _PYPROJECT,
        f"{module}.py": _MODULE,
        f"tests/test_{module}.py": _TEST,
        "README.md": _README,
    }
    try:
        (folder / "tests").mkdir(parents=True)
        for path, template in files.items():
            (folder / path).write_text(template.format(**words), "utf-8")
    except OSError as error:
        raise OutputError(f"cannot write {folder}: {error.strerror}", hint="check the folder") from error
    click.echo(f"{folder} is ready: pip install -e '{folder}[test]' && pytest {folder}")
