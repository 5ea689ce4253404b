"""Reading and exporting take no more memory for a file that is five times as long."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FEW, MANY = 2_000, 10_000
ALLOWED = 8 << 20
"""Growth that is no growth: buffers that were not full before, keys and names that are remembered (some 100 bytes a record)."""
READ = "import sys, bibkit\nfor paper in bibkit.read(sys.argv[1]): pass"
FORMATS = {"bibtex": ".bib", "ris": ".ris", "csl-json": ".json", "bibkit-jsonl": ".jsonl", "zotero-rdf": ".rdf"}

pytestmark = pytest.mark.skipif(not hasattr(os, "wait4"), reason="needs the peak memory of a process")


def peak(*arguments: object) -> int:
    """The most memory that a run of Python had, in bytes."""
    variables = {**os.environ, "BIBKIT_PLUGINS": "none"}
    process = subprocess.Popen([sys.executable, *map(str, arguments)], env=variables, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A function that gives a file of so many records in a format."""
    folder = tmp_path_factory.mktemp("large")
    for count in (FEW, MANY):
        program = [sys.executable, str(ROOT / "tests" / "benchmarks" / "generate.py"), str(count)]
        (folder / f"{count}.bib").write_bytes(subprocess.run(program, capture_output=True, check=True).stdout)

    def give(name: str, count: int) -> Path:
        path = folder / f"{count}{FORMATS[name]}"
        if not path.exists():
            peak("-m", "bibkit", "export", folder / f"{count}.bib", "-o", path)
        return path

    return give


@pytest.mark.parametrize("name", FORMATS)
def test_reading(files, name):
    few, many = (peak("-c", READ, files(name, count)) for count in (FEW, MANY))
    assert many - few < ALLOWED


@pytest.mark.parametrize("name", FORMATS)
def test_exporting(files, name, tmp_path):
    suffix = FORMATS[name]
    few, many = (
        peak("-m", "bibkit", "export", files("bibtex", count), "-o", tmp_path / f"x{suffix}") for count in (FEW, MANY)
    )
    assert many - few < ALLOWED
