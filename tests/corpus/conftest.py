"""Topics exported once, for all tests of what other programs make of the files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import bibkit
from bibkit.citekeys.keys import DEFAULT_PATTERN, assign_keys
from bibkit.model import Topic
from bibkit.output import write_file
from bibkit.pipeline import choose_destination, write_papers
from bibkit.plugins.registry import Registry
from bibkit.report import Report

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.txt"))
SHARED = Path(os.environ.get("BIBKIT_SHARED", ROOT.parent / "shared"))
REAL = sorted((SHARED / "topics").glob("*.txt"))


class Exported:
    """One topic document, read, and a way to have it written."""

    def __init__(self, document: Path, folder: Path) -> None:
        self.document = document
        self.folder = folder
        self.registry = Registry.default({"BIBKIT_PLUGINS": "none"})
        self.topics: list[Topic] = []
        read = bibkit.read(document, topics=self.topics, registry=self.registry)
        self.papers = list(assign_keys(read, DEFAULT_PATTERN, Report()))

    def file(self, name: str, **how: object) -> Path:
        """Write the papers to a file; ``to_format``, ``target`` and ``options`` as for an export."""
        path = self.folder / name
        destination = choose_destination(str(path), self.registry, **how)
        write_file(path, write_papers(self.papers, destination, self.registry, Report(), self.topics))
        return path


@pytest.fixture(scope="session", params=EXAMPLES + REAL, ids=lambda path: path.stem)
def exported(request, tmp_path_factory):
    """Each example topic, and each real one where the folder of real documents is at hand."""
    return Exported(request.param, tmp_path_factory.mktemp("exported"))
