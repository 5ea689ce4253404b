"""``bibkit new-plugin``: a working distribution to start from.

Knows: the files of a small format plugin. Must not know: the registry.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import click

from bibkit._version import __version__
from bibkit.errors import OutputError, UsageError

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
dependencies = ["bibkit-toolkit>={version}"]

[project.optional-dependencies]
test = ["bibkit-toolkit[test]"]

[project.entry-points.bibkit]
{name} = "{module}"

[tool.hatch.build.targets.wheel]
only-include = ["{module}.py"]
"""

_MODULE: Final = '''\
"""{title} for bibkit: records of lines ``TAG: value``, a blank line between them."""

import re
from collections.abc import Iterable, Iterator
from typing import TextIO

import bibkit
from bibkit.codecs.dates import EDTF
from bibkit.codecs.names import INVERTED

FIELDS = bibkit.FieldMap(
    "{name}",
    bibkit.KindMap([("Article", "article-journal"), ("Book", "book")], fallback="Work"),
    [
        bibkit.Rule("Key", "key"),
        bibkit.Rule("Title", "title"),
        bibkit.Rule("Author", "authors:author", INVERTED, many=True),
        bibkit.Rule("Date", "issued", EDTF),
        bibkit.Rule("Tag", "tags", many=True),
    ],
)


def read(stream: TextIO, context: bibkit.ReadContext) -> Iterator[bibkit.Paper]:
    pairs: list[tuple[str, str]] = []
    for context.line, line in enumerate((*stream, ""), start=1):
        tag, colon, value = line.strip().partition(": ")
        if colon:
            pairs.append((tag, value))
        elif pairs:
            kind = FIELDS.kinds.decode(dict(pairs).get("Type", ""))
            yield bibkit.Paper(**FIELDS.decode([pair for pair in pairs if pair[0] != "Type"], kind))
            pairs = []


def write(papers: Iterable[bibkit.Paper], context: bibkit.WriteContext) -> Iterator[str]:
    for paper in papers:
        context.report.lose_all(FIELDS.losses(paper))
        lines = [("Type", FIELDS.kinds.encode(paper.kind)), *FIELDS.encode(paper)]
        yield "".join(f"{{tag}}: {{re.sub(r'\\s+', ' ', value)}}\\n" for tag, value in lines) + "\\n"


@bibkit.hookimpl
def bibkit_formats() -> list[bibkit.Format]:
    record = bibkit.Format(name="{name}", title="{title}", suffixes=(".{suffix}",), read=read, write=write, fields=FIELDS)
    return [record]
'''

_TEST: Final = """\
from bibkit.testing import FormatContract


class Test{class_name}(FormatContract):
    format = "{name}"
"""

_README: Final = """\
# bibkit-{name}

{title} for [bibkit](https://pypi.org/project/bibkit-toolkit/): `pip install .`, then `bibkit export refs.bib -o refs.{suffix}`.
Test it with `pip install '.[test]' && pytest`.
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
