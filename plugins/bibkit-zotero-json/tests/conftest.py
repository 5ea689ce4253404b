"""Fixtures of the plugin's tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_HERE = Path(__file__).resolve()


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real documents beside the repository; tests that need it skip where it is absent."""
    folder = Path(os.environ.get("BIBKIT_SHARED", _HERE.parents[4] / "shared"))
    if not folder.is_dir():
        pytest.skip(f"the folder of real documents is absent ({folder.name}; set BIBKIT_SHARED)")
    return folder
