"""Fixtures that all tests share."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


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
