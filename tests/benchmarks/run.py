"""Measures bibkit against its peers, side by side, and writes ``docs/benchmarks.md``.

``python tests/benchmarks/run.py`` installs the peers (PyPI, npm; pandoc and bibutils must be there), makes the files, runs
every task in a fresh process, one round of all tasks after another, and takes medians. ``--sizes 1000,10000`` and
``--rounds 3`` make it shorter. A program that is absent is left out and named.
"""

from __future__ import annotations

import argparse
import json
import mmap
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from losses import Lost
from page import page
from place import environment, install, machine, make_files, versions
from rows import HERE, PATIENCE, PROBED, REAL_PAGE, ROOT, STARTS, WRITTEN, Job, Step, command, jobs, written
from tasks import RECORD

LONGEST = 1800
"""Seconds after which a run is ended."""


class Outcome(NamedTuple):
    """What one run took, or why it failed; in the first run on a file, also what was lost."""

    seconds: float = 0.0
    peak: float = 0.0
    records: int = 0
    lost: Lost | None = None
    error: str = ""
    whole: float = 0.0
    """Seconds of the whole process, of which a task in Python is a part."""


Results = dict[Job, list[Outcome]]


class Journal:
    """The outcomes so far, also in a file, so that what was interrupted can go on."""

    def __init__(self, path: Path, about: dict[str, str], *, resume: bool) -> None:
        self.path = path
        self.results: Results = {}
        lines = path.read_text("utf-8").splitlines() if resume and path.exists() else []
        if lines and json.loads(lines[0]) != about:
            sys.stderr.write("other versions than before: starting anew\n")
            lines = []
        if not lines:
            path.write_text(json.dumps(about) + "\n", "utf-8")
        for line in lines[1:]:
            (step, size), outcome = json.loads(line)
            self.results.setdefault(_job(step, size), []).append(Outcome(*outcome))

    def add(self, job: Job, outcome: Outcome) -> None:
        self.results.setdefault(job, []).append(outcome)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([job, outcome]) + "\n")


def _job(step: Sequence[str], size: int) -> Job:
    return Job(Step(*step), size)


def run(job: Job, folder: Path, *, probe: bool) -> Outcome | None:
    """Run a job once in a process of its own; None where its program is absent."""
    found = command(job, folder)
    if found is None:
        return None
    probe = probe and 0 < job.size <= PROBED and job.step.task != "bibkit stream" and job.step.suffix != "txt"
    if probe and not job.step.whole:
        found += ["--losses", str(job.size)]
    target = written(job, folder)
    target.unlink(missing_ok=True)
    said, error = _launch(found, folder)
    if error:
        return Outcome(error=error)
    seconds, peak, status = map(float, said.pop().split())
    if status:
        return Outcome(whole=seconds, error=f"exit status {status:.0f}")
    if not job.step.whole:
        return Outcome(**json.loads(said[-1]), whole=seconds)
    lost = _lost(job, folder) if probe else None
    return Outcome(seconds, peak, _count(target) if job.size else 0, lost, whole=seconds)


def _launch(found: Sequence[str], folder: Path) -> tuple[list[str], str]:
    """Run a command under ``launch.py``: the lines of its output, and the last line of its errors when it failed."""
    launcher = [sys.executable, "-I", "-S", str(HERE / "launch.py"), *found]
    process = subprocess.Popen(
        launcher, cwd=folder, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    try:
        stdout, stderr = process.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return [], f"not done after {LONGEST} seconds"
    lines = stdout.splitlines()
    if lines and lines[-1].endswith(" 0"):
        return lines, ""
    errors = [line.strip() for line in stderr.splitlines() if line.strip()]
    told = [line for line in errors if "error" in line.lower()] or errors or ["failed without a word"]
    return [], told[-1][:200]


def _lost(job: Job, folder: Path) -> Lost:
    kind, _ = WRITTEN[job.step.task]
    python = str(folder / "venv" / "bin" / "python")
    done = subprocess.run(
        [python, str(HERE / "losses.py"), kind, str(written(job, folder)), str(job.size)],
        env=environment(), capture_output=True, text=True, check=True,
    )  # fmt: skip
    lost: Lost = json.loads(done.stdout)
    return lost


def _count(path: Path) -> int:
    """The records of a file that a whole process wrote."""
    if not path.stat().st_size:
        return 0
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        return sum(1 for _ in RECORD.finditer(content))


def measure(folder: Path, wanted: Sequence[Job], rounds: int, journal: Journal) -> list[str]:
    """Run everything, one round of all jobs after another, so that a slow minute of the machine hits all alike.

    A job whose runs took `PATIENCE` together, or that failed, is not run again. Returns the tasks that are absent.
    """
    absent: set[str] = set()
    started = time.monotonic()
    for number in range(rounds):
        for job in [job for job in wanted if job.size == 0] * (STARTS - 1) + list(wanted):
            before = journal.results.get(job, [])
            due = number + 1 if job.size else (number + 1) * STARTS
            if len(before) >= due or sum(one.whole for one in before) > PATIENCE or any(one.error for one in before):
                continue
            outcome = run(job, folder, probe=not before)
            if outcome is None:
                absent.add(job.step.task)
                continue
            journal.add(job, outcome)
            sys.stderr.write(
                f"{time.monotonic() - started:6.0f} s  round {number + 1} of {rounds}  {job.step.task} {job.step.suffix} {job.size or ''}"
                f"  {outcome.error or f'{outcome.seconds:.3f} s, {outcome.peak:.0f} MB'}\n"
            )
    return sorted(absent)


def main() -> None:
    """Install, measure, write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument(
        "--folder", type=Path, default=ROOT / "build" / "benchmarks", help="where programs and files go"
    )
    parser.add_argument("--no-install", action="store_true", help="install only bibkit, not its peers, anew")
    parser.add_argument(
        "--resume", action="store_true", help="go on with what was interrupted; installs and makes nothing"
    )
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "docs" / "benchmarks.md")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    sizes = sorted(int(size) for size in arguments.sizes.split(","))
    if not arguments.resume:
        sys.stderr.write("installing\n")
        install(folder, peers=not arguments.no_install)
        for size in (REAL_PAGE, *sizes):
            sys.stderr.write(f"making the files of {size} records\n")
            make_files(folder, size)
    about = {"machine": machine(), **versions(folder)}
    journal = Journal(folder / "results.jsonl", about, resume=arguments.resume)
    wanted = jobs(sizes)
    for job in wanted:
        if job.size == 0:
            run(job, folder, probe=False)  # compiles modules, and brings the program into memory
    absent = measure(folder, wanted, arguments.rounds, journal)
    arguments.output.write_text(page(journal.results, sizes, arguments.rounds, about, absent), "utf-8")


if __name__ == "__main__":
    main()
