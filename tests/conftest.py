"""Fixtures that all tests share."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent

# The same examples in every run: a test that passes sometimes is no test. tests/fuzz looks further.
settings.register_profile("bibkit", derandomize=True, deadline=None)
settings.load_profile("bibkit")


@pytest.fixture(scope="session")
def project() -> Path:
    """The root of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real documents beside the repository; tests that need it skip where it is absent."""
    folder = Path(os.environ.get("BIBKIT_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"the folder of real documents is absent ({folder.name}; set BIBKIT_SHARED)")
    return folder


@pytest.fixture
def program():
    """A function that gives the path of an external program, or skips the test where it is absent."""

    def find(name: str) -> str:
        path = shutil.which(name)
        if path is None:
            pytest.skip(f"{name} is not installed")
        return path

    return find


class Outcome(NamedTuple):
    """What a run of the command left: exit status, standard output, standard error."""

    status: int
    stdout: str
    stderr: str

    @property
    def error_lines(self) -> list[str]:
        return self.stderr.splitlines()


@pytest.fixture
def bibkit(tmp_path, monkeypatch):
    """A function that runs the command ``bibkit`` in a folder of its own, as a user would."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object, stdin: str | bytes = b"", plugins: tuple[str, ...] = (), **environment: str) -> Outcome:
        path = os.pathsep.join(str(ROOT / "tests" / "plugins" / name) for name in plugins)
        variables = {**os.environ, "PYTHONPATH": path, "BIBKIT_PLUGINS": "none", **environment}
        if plugins and "BIBKIT_PLUGINS" not in environment:
            del variables["BIBKIT_PLUGINS"]
        done = subprocess.run(
            [sys.executable, "-m", "bibkit", *map(str, arguments)],
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            env=variables,
            check=False,
        )
        return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


@pytest.fixture(autouse=True)
def every_code_is_documented(monkeypatch):
    """Whatever a test makes bibkit report has a code that ``docs/diagnostics.md`` explains."""
    from bibkit.checks import CHECKS
    from bibkit.diagnostics import CODES
    from bibkit.formats import FORMATS
    from bibkit.report import Report

    known = {code.name for group in (CODES, *(record.codes for record in FORMATS)) for code in group}
    known |= {check.name for check in CHECKS}
    add = Report.add

    def checked(self, diagnostic):
        assert diagnostic.code in known, f"{diagnostic.code} stands in no table"
        add(self, diagnostic)

    monkeypatch.setattr(Report, "add", checked)
