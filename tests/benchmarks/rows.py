"""What is compared with what, what is promised, and how each whole program is called.

Knows: the rows of the tables and the commands. Must not know: how a command is run, what came out.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
REAL_PAGE = 40
"""The papers of a topic document that is as long as a real one."""


class Step(NamedTuple):
    """A task on the file with a suffix; a task with a colon is a whole process (``program: what it does``)."""

    task: str
    suffix: str = ""

    @property
    def whole(self) -> bool:
        return ":" in self.task

    @property
    def program(self) -> str:
        return self.task.partition(":")[0] if self.whole else self.task.split()[0]


class Job(NamedTuple):
    """A step on the file of so many records (0: on no such file)."""

    step: Step
    size: int


class Row(NamedTuple):
    """A row of the table: our step against another, and the ratio that is promised (0: none is)."""

    what: str
    ours: Step
    theirs: Step
    promise: float = 0.0
    of_size: bool = True

    @property
    def peer(self) -> str:
        return NAMES.get(self.theirs.task, self.theirs.program)


NAMES = {
    "bibtexparser read": "bibtexparser, names",
    "bibtexparser read and decode": "bibtexparser, names and LaTeX",
    "python: nothing": "`python -c pass`",
    "bibkit read": "bibkit, BibTeX",
}
READ, CSL, RIS = Step("bibkit read", "bib"), Step("bibkit: bib to json", "bib"), Step("bibkit: bib to ris", "bib")
WRITE = Step("bibkit write bibtex", "bib")
NOTHING = Step("python: nothing")
TO_CSL, TO_RIS = "BibTeX to CSL-JSON, whole process", "BibTeX to RIS, whole process"
ROWS = (
    Row("read BibTeX", READ, Step("bibtexparser read", "bib"), 0.2),
    Row("read BibTeX", READ, Step("bibtexparser read and decode", "bib")),
    Row("read BibTeX", READ, Step("pybtex read", "bib"), 0.12),
    Row("read BibTeX", READ, Step("citerra read", "bib"), 1.0),
    Row("read BibTeX", READ, Step("refkit read", "bib")),
    Row("write BibTeX", WRITE, Step("bibtexparser write", "bib"), 0.3),
    Row("write BibTeX", WRITE, Step("pybtex write", "bib"), 0.05),
    Row("read RIS", Step("bibkit read", "ris"), Step("rispy read", "ris"), 1.3),
    Row("write RIS", Step("bibkit write ris", "ris"), Step("rispy write", "ris"), 1.0),
    Row("read CSL-JSON", Step("bibkit read", "json"), Step("msgspec read", "json"), 4.0),
    Row("write CSL-JSON", Step("bibkit write csl-json", "json"), Step("msgspec write", "json"), 10.0),
    Row("write Zotero RDF", Step("bibkit write zotero-rdf", "rdf"), Step("lxml write", "rdf"), 2.0),
    Row("read topic document", Step("bibkit read", "txt"), READ, 1.0),
    Row(TO_CSL, CSL, Step("pandoc: bib to json", "bib"), 0.1),
    Row(TO_CSL, CSL, Step("citation-js: bib to json", "bib"), 0.45),
    Row("BibTeX to JSON, whole process", CSL, Step("@retorquere/bibtex-parser: bib to json", "bib")),
    Row(TO_RIS, RIS, Step("bibutils: bib to ris", "bib"), 0.15),
    Row("`bibkit --version`", Step("bibkit: version"), NOTHING, 3.0, of_size=False),
    Row("export of a topic page to .bib", Step("bibkit: page to bib", "txt"), NOTHING, 10.0, of_size=False),
    Row("export of a real topic page to .bib", Step("bibkit: real page to bib", "txt"), NOTHING, 10.0, of_size=False),
)
STREAM = Step("bibkit stream", "bib")
STREAMING = {"BibTeX read, nothing kept": STREAM, TO_RIS: RIS, TO_CSL: CSL}
"""What goes through without being gathered: memory must not grow with the file."""
GROWING = {row.ours: row.what for row in reversed(ROWS) if row.of_size}
"""Our steps, each with what it does."""
PROMISED_GROWTH, PROMISED_MEMORY = 11.0, 120.0
PROMISED_FROM = 10_000
"""Ratios are promised from files of so many records on; memory, in MB, at ten times as many."""

SLOW = {
    "bibtexparser read and decode": 10_000,
    "@retorquere/bibtex-parser: bib to json": 10_000,
}
"""Tasks that take many minutes on larger files, and the largest file that they get."""
PATIENCE = 45.0
"""A step on one file is not started again once its runs have taken so many seconds together."""
STARTS = 5
"""How often start-up is measured in each round: it is short, and varies."""
PROBED = 10_000
"""The largest file whose values are compared one by one with what was put in; on larger ones records are counted."""


def jobs(sizes: Sequence[int]) -> list[Job]:
    """Every step that the rows need on every file, once; the two of a row stand near each other."""
    return list(dict.fromkeys(_jobs(sizes)))


def _jobs(sizes: Sequence[int]) -> Iterator[Job]:
    for row in ROWS:
        if not row.of_size:
            yield from (Job(row.ours, 0), Job(row.theirs, 0))
    for size in sizes:
        for row in ROWS:
            if row.of_size and size <= min(SLOW.get(row.theirs.task, size), SLOW.get(row.ours.task, size)):
                yield from (Job(row.ours, size), Job(row.theirs, size))
        yield Job(STREAM, size)


def real_page() -> Path | None:
    """A real topic document, where there is one beside the repository (as for the tests)."""
    folder = Path(os.environ.get("BIBKIT_SHARED", ROOT.parent / "shared")) / "topics"
    return min(folder.glob("*.txt"), default=None)


PARSE = (
    "import {parse} from '@retorquere/bibtex-parser'; import fs from 'fs';"
    "const made = parse(fs.readFileSync(process.argv[1], 'utf8'));"
    "fs.writeFileSync(process.argv[2], JSON.stringify(made))"
)
WRITTEN = {
    "bibkit: bib to json": ("csl", "json"),
    "bibkit: bib to ris": ("ris", "ris"),
    "pandoc: bib to json": ("csl", "json"),
    "citation-js: bib to json": ("csl", "json"),
    "@retorquere/bibtex-parser: bib to json": ("retorquere", "json"),
    "bibutils: bib to ris": ("ris", "ris"),
}
"""What a whole process writes: how ``losses.py`` reads it, and the suffix."""


def command(job: Job, folder: Path) -> list[str] | None:
    """The command of a job on the files of a folder, or None where its program or file is absent."""
    task, suffix = job.step
    source, target = str(folder / f"{job.size}.{suffix}"), str(written(job, folder))
    python, bibkit = (str(folder / "venv" / "bin" / name) for name in ("python", "bibkit"))
    real = real_page()
    commands: dict[str, list[str]] = {
        "bibkit: bib to json": [bibkit, "export", source, "-o", target],
        "bibkit: bib to ris": [bibkit, "export", source, "-o", target],
        "pandoc: bib to json": ["pandoc", "-f", "bibtex", "-t", "csljson", source, "-o", target],
        # the command adds the suffix itself
        "citation-js: bib to json": [
            str(folder / "node_modules" / ".bin" / "citation-js"), "-i", source, "-o", target.removesuffix(".json"),
        ],
        "@retorquere/bibtex-parser: bib to json": ["node", "--input-type=module", "-e", PARSE, source, target],
        "bibutils: bib to ris": ["bash", "-c", f"set -o pipefail; bib2xml '{source}' | xml2ris > '{target}'"],
        "bibkit: version": [bibkit, "--version"],
        "bibkit: page to bib": [bibkit, "export", str(folder / f"{REAL_PAGE}.txt"), "-o", target],
        "bibkit: real page to bib": [bibkit, "export", str(real), "-o", target] if real else [],
        "python: nothing": [python, "-c", "pass"],
    }  # fmt: skip
    if not job.step.whole:
        return [python, str(HERE / "tasks.py"), task, source]
    found = commands[task]
    needed = ["bib2xml", "xml2ris"] if task.startswith("bibutils") else found[:1]
    return found if needed and all(shutil.which(name) for name in needed) else None


def written(job: Job, folder: Path) -> Path:
    """Where a whole process writes."""
    _, suffix = WRITTEN.get(job.step.task, ("", "bib"))
    return folder / f"out.{suffix}"
