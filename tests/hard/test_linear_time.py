"""No input makes a reader or a writer take time or memory that grows faster than the input.

``BIBKIT_HARD_BYTES`` sets the size of each input (10000000 is the size to try before a release, for an hour).
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bibkit.plugins.registry import Registry

SIZE = int(os.environ.get("BIBKIT_HARD_BYTES", "60000"))
SECONDS = 10 + SIZE // 50_000
"""Processor time for each input: a hundred times what the slowest takes, a thousandth of what a square would."""
FORMATS = Registry.default().formats.values()

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs fork and limits of processes")


def failures(way: str, name: str, size: int = SIZE) -> str:
    program = [sys.executable, str(Path(__file__).with_name("limited.py")), way, name, str(size), str(SECONDS)]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout and f"{done.stdout}\n{done.stderr}"


@pytest.mark.parametrize("name", [record.name for record in FORMATS if record.read is not None])
def test_every_input_is_read_within_the_limits(name):
    assert failures("read", name) == ""


@pytest.mark.parametrize("name", [record.name for record in FORMATS if record.write is not None])
def test_every_paper_is_written_within_the_limits(name):
    assert failures("write", name) == ""


@pytest.mark.parametrize("name", ["pages", "ris-lines"])
def test_an_expression_that_fails_at_the_end_of_a_long_run_is_not_tried_again_from_each_letter(name):
    assert failures("run", name, 3 * SIZE) == ""
