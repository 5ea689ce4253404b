"""Measures bibkit against its peers, side by side, and writes ``docs/benchmarks.md``.

``python tests/benchmarks/run.py`` installs the peers (PyPI, npm; pandoc and bibutils must be there), makes the files, runs
every task in a fresh process, one round of all tasks after another, and takes medians. ``--sizes 1000,10000`` and
``--rounds 3`` make it shorter. A program that is absent is left out and named.
"""

from __future__ import annotations

import argparse
import json
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import time
import venv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))
from generate import bibtex  # noqa: E402 - a script beside this one

PYTHON_PEERS = ("bibtexparser", "pybtex", "rispy", "citerra", "refkit")
NODE_PEERS = ("@citation-js/cli", "@citation-js/plugin-bibtex", "@citation-js/plugin-ris", "@retorquere/bibtex-parser")


class Comparison(NamedTuple):
    """A row of the table: our task against another, and the ratio that we promise (0 for none)."""

    what: str
    ours: str
    theirs: str
    file: str
    promise: float


COMPARISONS = (
    Comparison("read BibTeX", "bibkit read", "bibtexparser read", "bib", 0.2),
    Comparison("read BibTeX", "bibkit read", "bibtexparser read and decode", "bib", 0.0),
    Comparison("read BibTeX", "bibkit read", "pybtex read", "bib", 0.12),
    Comparison("read BibTeX", "bibkit read", "citerra read", "bib", 1.0),
    Comparison("read BibTeX", "bibkit read", "refkit read", "bib", 0.0),
    Comparison("write BibTeX", "bibkit write bibtex", "bibtexparser write", "bib", 0.3),
    Comparison("write BibTeX", "bibkit write bibtex", "pybtex write", "bib", 0.05),
    Comparison("read RIS", "bibkit read", "rispy read", "ris", 1.3),
    Comparison("write RIS", "bibkit write ris", "rispy write", "ris", 1.0),
    Comparison("read CSL-JSON", "bibkit read", "msgspec read", "json", 4.0),
    Comparison("write CSL-JSON", "bibkit write csl-json", "msgspec write", "json", 10.0),
    Comparison("write Zotero RDF", "bibkit write zotero-rdf", "lxml write", "rdf", 2.0),
    Comparison("BibTeX to CSL-JSON, whole process", "bibkit: bib to json", "pandoc: bib to json", "bib", 0.1),
    Comparison("BibTeX to CSL-JSON, whole process", "bibkit: bib to json", "citation-js: bib to json", "bib", 0.45),
    Comparison(
        "BibTeX to CSL-JSON, whole process", "bibkit: bib to json", "@retorquere/bibtex-parser: bib", "bib", 0.0
    ),
    Comparison("BibTeX to RIS, whole process", "bibkit: bib to ris", "bibutils: bib to ris", "bib", 0.15),
    Comparison("start-up", "bibkit: version", "python: nothing", "", 2.5),
    Comparison("start-up", "bibkit: topic to bib", "python: nothing", "", 6.0),
)
SLOW = {
    "pybtex write": 10_000,
    "bibtexparser read and decode": 10_000,
    "pandoc: bib to json": 10_000,
    "citation-js: bib to json": 10_000,
    "bibutils: bib to ris": 10_000,
}
"""Tasks that would take many minutes on larger files, and the largest file that they get."""


class Run(NamedTuple):
    """What one run took."""

    seconds: float
    peak: float
    records: int


class Bench:
    """The programs and files of one session of measuring."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "venv" / "bin" / "python"
        self.absent: list[str] = []

    def install(self) -> None:
        """Make a virtual environment with bibkit and its peers, and a folder with the peers in JavaScript."""
        self.folder.mkdir(parents=True, exist_ok=True)
        venv.create(self.folder / "venv", with_pip=True)
        pip = [str(self.python), "-m", "pip", "install", "-q"]
        subprocess.run([*pip, "--upgrade", *PYTHON_PEERS], check=True)
        subprocess.run([*pip, str(ROOT)], check=True)
        if shutil.which("npm"):
            (self.folder / "package.json").write_text("{}")
            subprocess.run(["npm", "install", "--silent", *NODE_PEERS], cwd=self.folder, check=True)

    def make_files(self, size: int) -> None:
        """Make the BibTeX file of a size, and the others from it."""
        source = self.folder / f"{size}.bib"
        if not source.exists():
            with source.open("w", encoding="utf-8") as file:
                file.writelines(bibtex(size))
        for suffix in ("ris", "json", "rdf"):
            target = self.folder / f"{size}.{suffix}"
            if not target.exists():
                subprocess.run(
                    [self.python, "-m", "bibkit", "export", source, "-o", target], check=True, capture_output=True
                )

    def command(self, task: str, size: int, suffix: str) -> list[str] | None:
        """The command of a task, or None where its program is absent."""
        path = str(self.folder / f"{size}.{suffix}")
        python = str(self.python)
        example = str(next(iter(sorted((ROOT / "examples").glob("*.txt")))))
        whole = {
            "bibkit: bib to json": [python, "-m", "bibkit", "export", path, "-o", f"{self.folder}/out.json"],
            "bibkit: bib to ris": [python, "-m", "bibkit", "export", path, "-o", f"{self.folder}/out.ris"],
            "pandoc: bib to json": ["pandoc", "-f", "biblatex", "-t", "csljson", path, "-o", f"{self.folder}/out.json"],
            "citation-js: bib to json": [
                f"{self.folder}/node_modules/.bin/citation-js",
                "-i",
                path,
                "-s",
                "citation-cite",
                "-f",
                "data",
                "-o",
                f"{self.folder}/out",
            ],
            "@retorquere/bibtex-parser: bib": ["node", "-e", _RETORQUERE, path],
            "bibutils: bib to ris": [
                "bash",
                "-c",
                f"bib2xml '{path}' 2>/dev/null | xml2ris > {self.folder}/out.ris 2>/dev/null",
            ],
            "bibkit: version": [str(self.python.parent / "bibkit"), "--version"],
            "bibkit: topic to bib": [
                str(self.python.parent / "bibkit"),
                "export",
                example,
                "-o",
                f"{self.folder}/out.bib",
            ],
            "python: nothing": [python, "-c", "pass"],
        }
        if task not in whole:
            return [python, str(HERE / "tasks.py"), task, path]
        needed = "bib2xml" if task.startswith("bibutils") else whole[task][0]
        return whole[task] if shutil.which(needed) else None

    def run(self, task: str, size: int, suffix: str) -> Run | None:
        """Run a task once in a process of its own; None where it is absent or fails."""
        command = self.command(task, size, suffix)
        if command is None:
            self.absent.append(task)
            return None
        started = time.perf_counter()
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        seconds = time.perf_counter() - started
        if done.returncode:
            self.absent.append(f"{task} on {size} records ({done.stderr.strip().splitlines()[-1:] or 'failed'})")
            return None
        if task in _WHOLE_PROCESS:
            return Run(seconds, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024, 0)
        return Run(**json.loads(done.stdout.splitlines()[-1]))


_RETORQUERE = (
    "const parser = require('@retorquere/bibtex-parser');"
    "const text = require('fs').readFileSync(process.argv[1], 'utf8');"
    "console.log(parser.parse(text).entries.length)"
)
_WHOLE_PROCESS = frozenset(task for row in COMPARISONS for task in (row.ours, row.theirs) if ":" in task)


def measure(bench: Bench, sizes: Sequence[int], rounds: int) -> dict[tuple[str, int, str], list[Run]]:
    """Run everything, one round of all tasks after another, so that a slow minute of the machine hits all alike."""
    jobs = sorted(set(_jobs(sizes)))
    found: dict[tuple[str, int, str], list[Run]] = {job: [] for job in jobs}
    for number in range(rounds):
        for task, size, suffix in jobs:
            sys.stderr.write(f"round {number + 1}: {task}, {size} records\n")
            run = bench.run(task, size, suffix)
            if run is not None:
                found[task, size, suffix].append(run)
    return found


def _jobs(sizes: Sequence[int]) -> Iterator[tuple[str, int, str]]:
    for row in COMPARISONS:
        for size in sizes if row.file else sizes[:1]:
            for task in (row.ours, row.theirs):
                if size <= SLOW.get(task, size):
                    yield task, size, row.file
    for size in sizes:
        yield "bibkit stream", size, "bib"


def table(found: dict[tuple[str, int, str], list[Run]], sizes: Sequence[int]) -> str:
    """The page's tables: each comparison with medians and ratio, then growth and memory."""
    lines = ["| work | records | bibkit | peer | peer's time | ratio | promised |", "|---|--:|--:|---|--:|--:|--:|"]
    for row in COMPARISONS:
        for size in sizes if row.file else sizes[:1]:
            ours, theirs = found.get((row.ours, size, row.file)), found.get((row.theirs, size, row.file))
            if ours and theirs:
                mine, other = _median(ours), _median(theirs)
                peer = row.theirs.partition(":")[0]
                promise = f"{row.promise:g}" if row.promise else ""
                count = f"{size:,}" if row.file else ""
                lines.append(
                    f"| {row.what} | {count} | {mine:.3f} s | {peer} | {other:.3f} s | {mine / other:.2f} | {promise} |"
                )
    lines += ["", "| reading BibTeX in a stream | records | seconds | peak memory |", "|---|--:|--:|--:|"]
    for size in sizes:
        runs = found.get(("bibkit stream", size, "bib"))
        if runs:
            lines.append(f"| bibkit | {size:,} | {_median(runs):.3f} | {max(run.peak for run in runs):.0f} MB |")
    return "\n".join(lines) + "\n"


def _median(runs: Sequence[Run]) -> float:
    return statistics.median(run.seconds for run in runs)


def page(bench: Bench, tables: str, rounds: int) -> str:
    """The whole page."""
    listing = subprocess.run(
        [bench.python, "-m", "pip", "list", "--format=json"], capture_output=True, text=True, check=True
    )
    versions = {item["name"]: item["version"] for item in json.loads(listing.stdout)}
    named = ", ".join(f"{name} {versions[name]}" for name in (*PYTHON_PEERS, "msgspec", "lxml") if name in versions)
    absent = "".join(f"- {what}\n" for what in sorted(set(bench.absent)))
    return (
        "# Benchmarks\n\n"
        "Made by `python tests/benchmarks/run.py`. Files of about 1.5 KB a record come from `tests/benchmarks/generate.py`, the same on every "
        "machine. Each task runs in a process of its own, one round of all tasks after another; the table shows medians of "
        f"{rounds} rounds. Reading means: from a file to typed papers with names split, TeX decoded and dates read. Imports are not counted, "
        "except where it says whole process.\n\n"
        f"Machine: {platform.machine()}, {platform.python_implementation()} {platform.python_version()}. Versions: {named}.\n\n"
        f"{tables}"
        + (f"\nLeft out:\n\n{absent}" if absent else "")
        + "\nWhat peers do not do on these files: bibtexparser with name middlewares leaves TeX undecoded and dates unread; pybtex leaves TeX "
        "undecoded until text is rendered; citerra decodes part of TeX's accents; rispy gives untyped dictionaries of strings.\n"
    )


def main() -> None:
    """Install, measure, write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "benchmarks")
    parser.add_argument("--no-install", action="store_true")
    arguments = parser.parse_args()
    sizes = [int(size) for size in arguments.sizes.split(",")]
    bench = Bench(arguments.folder)
    if not arguments.no_install:
        bench.install()
    for size in sizes:
        bench.make_files(size)
    found = measure(bench, sizes, arguments.rounds)
    (ROOT / "docs" / "benchmarks.md").write_text(page(bench, table(found, sizes), arguments.rounds), "utf-8")


if __name__ == "__main__":
    main()
