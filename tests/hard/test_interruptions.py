"""Whatever stops a command, the file that was there stays whole."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

LIBRARY = "% mine\n@article{berg2031,\n  title = {Ponds of Silt},\n  author = {Berg, Ada},\n  year = 2031\n}\n"
PAGE = """Weirs that Learn

Latest papers 2

Jan 5, 2031cs.LG

Ponds of Silt

An abstract.

Ada Berg

University of Silt

Deep Learning Estuaries

Jan 4, 2031cs.LG

Weirs of Sand

Another abstract.

Tunde Abara

Tidal Institute

Tidal Weirs
"""
COMMANDS = {
    "export": ("export", "page.txt", "-o", "library.bib"),
    "merge": ("merge", "other.bib", "page.txt", "-o", "library.bib"),
    "follow": ("follow", "page.txt", "--into", "library.bib"),
    "enrich": ("enrich", "library.bib", "--from", "page.txt"),
}
every_command = pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and limits of POSIX systems")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "page.txt").write_text(PAGE, "utf-8")
    for name in ("library.bib", "other.bib"):
        (tmp_path / name).write_text(LIBRARY, "utf-8")
    return tmp_path


def start(folder: Path, command: tuple[str, ...], **options) -> subprocess.Popen:
    """Start a command with its output caught; ``environment`` adds variables."""
    variables = {
        **os.environ,
        "BIBKIT_PLUGINS": "none",
        "PYTHONDONTWRITEBYTECODE": "1",
        **options.pop("environment", {}),
    }
    program = [sys.executable, "-m", "bibkit", *command]
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True} | options
    return subprocess.Popen(program, cwd=folder, env=variables, **options)


def stop(folder: Path, command: tuple[str, ...], number: signal.Signals) -> tuple[int, str]:
    """Send a signal when the new file is written and not yet in place; gives status and standard error."""
    ready = folder / "ready"
    os.mkfifo(ready)
    stalling = str(Path(__file__).parent / "stalling")
    process = start(
        folder, command, environment={"READY": str(ready), "PYTHONPATH": stalling}, preexec_fn=_hear_every_signal
    )
    assert ready.read_text() == "ready"
    ready.unlink()
    process.send_signal(number)
    try:
        _, errors = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    return process.returncode, errors


def _hear_every_signal() -> None:
    """Undo what a caller such as nohup leaves to its children: signals that are not heard."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def names(folder: Path) -> list[str]:
    return sorted([path.name for path in folder.iterdir()])


def is_whole(folder: Path) -> bool:
    return (folder / "library.bib").read_text("utf-8") == LIBRARY and names(folder) == [
        "library.bib",
        "other.bib",
        "page.txt",
    ]


@every_command
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_leaves_the_old_file_and_nothing_else(folder, command, number, status):
    found, errors = stop(folder, command, number)
    assert found == status
    assert [line for line in errors.splitlines() if "guessed-tags" not in line] == ["bibkit: stopped"]
    assert is_whole(folder)


@every_command
def test_after_a_kill_the_old_file_is_whole_and_the_next_run_is_as_ever(folder, command):
    assert stop(folder, command, signal.SIGKILL)[0] == -signal.SIGKILL
    assert (folder / "library.bib").read_text("utf-8") == LIBRARY
    process = start(folder, command)
    process.communicate()
    assert process.returncode == 0
    assert (folder / "library.bib").read_text("utf-8") != LIBRARY


@every_command
def test_a_disk_that_fills_up_leaves_the_old_file_and_nothing_else(folder, command):
    def fill() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    process = start(folder, command, preexec_fn=fill)
    _, errors = process.communicate()
    assert process.returncode == 1
    assert [line for line in errors.splitlines() if line.startswith("bibkit: ")] == [
        "bibkit: cannot write library.bib: File too large"
    ]
    assert is_whole(folder)


def test_a_reader_that_goes_away_is_no_fault(folder):
    entries = [LIBRARY.replace("berg", f"berg{number}.") for number in range(3000)]
    (folder / "large.bib").write_text("".join(entries), "utf-8")
    with start(folder, ("export", "large.bib", "--to", "ris")) as process:
        process.stdout.close()
        errors = process.stderr.read()
    assert (process.returncode, errors) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize(
    "command",
    [
        ("export", "library.bib", "--to", "ris"),
        ("merge", "library.bib", "other.bib", "--to", "ris"),
        ("enrich", "library.bib", "--from", "page.txt", "-o", "-"),
        ("check", "page.txt"),
        ("formats",),
    ],
    ids=lambda command: command[0],
)
def test_a_full_standard_output_is_one_line(folder, command):
    with Path("/dev/full").open("w") as full:
        process = start(folder, command, stdout=full)
        _, errors = process.communicate()
    assert process.returncode == 1
    assert errors.splitlines()[-1] == "bibkit: standard output: No space left on device"
    assert "Traceback" not in errors


@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&- 2>&-"])
def test_a_closed_standard_stream_is_no_fault_where_it_is_not_needed(folder, closed):
    command = f"exec {sys.executable} -m bibkit export library.bib -o out.ris {closed}"
    done = subprocess.run(["sh", "-c", command], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert (folder / "out.ris").read_text("utf-8").startswith("TY  - JOUR")


def test_a_closed_standard_output_that_is_needed_is_one_line(folder):
    command = f"exec {sys.executable} -m bibkit export library.bib --to ris >&-"
    done = subprocess.run(["sh", "-c", command], cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "bibkit: standard output: Bad file descriptor\n")
