"""Writes the example topics in every format and for every target into this folder.

``python exports/regenerate.py`` writes the files; ``--check`` only says which would differ, with exit status 1.
The files are looked at by people when they change: a difference is a change of what users get.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from bibkit.citekeys.keys import DEFAULT_PATTERN, assign_keys
from bibkit.model import Topic
from bibkit.output import write_file
from bibkit.pipeline import Destination, choose_destination, read_papers, write_papers
from bibkit.plugins.registry import Registry
from bibkit.report import Report

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parent / "examples"


def destinations(registry: Registry) -> list[tuple[str, Destination]]:
    """File endings and where they lead: each built-in format by itself, then each target."""
    found = [
        (f"{name}{record.suffixes[0]}", choose_destination(None, registry, to_format=name))
        for name, record in registry.formats.items()
        if record.write is not None
    ]
    for name in registry.targets:
        destination = choose_destination(None, registry, target=name)
        found.append((f"for-{name}{destination.format.suffixes[0]}", destination))
    ascii_only = choose_destination(None, registry, to_format="bibtex", options={"ascii": "yes"})
    return [*found, ("bibtex-ascii.bib", ascii_only)]


def regenerate(folder: Path) -> None:
    """Write every export and ``losses.txt`` into a folder."""
    registry = Registry.default({"BIBKIT_PLUGINS": "none"})
    losses: list[str] = []
    # Locations in diagnostics, and so the files, must not depend on where the repository lies.
    os.chdir(EXAMPLES)
    for document in sorted(EXAMPLES.glob("*.txt")):
        for ending, destination in destinations(registry):
            topics: list[Topic] = []
            report = Report()
            papers = read_papers([document.name], registry, report, topics)
            keyed = assign_keys(papers, DEFAULT_PATTERN, report)
            name = f"{document.stem}.{ending}"
            write_file(folder / name, write_papers(keyed, destination, registry, report, topics))
            lost = ", ".join(f"{field} {count}" for field, count in sorted(report.losses.items()))
            losses.append(f"{name}: {lost or 'nothing lost'}\n")
    write_file(folder / "losses.txt", losses)


def differences(folder: Path) -> list[str]:
    """What the files in a folder and those here do not share."""
    fresh = {path.name: path.read_bytes() for path in folder.iterdir()}
    kept = {
        path.name: path.read_bytes() for path in HERE.iterdir() if path.suffix not in {".py", ".md"} and path.is_file()
    }
    return [name for name in sorted(fresh.keys() | kept.keys()) if fresh.get(name) != kept.get(name)]


def main() -> int:
    """Regenerate, or check."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; say which files would differ")
    if not parser.parse_args().check:
        regenerate(HERE)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        regenerate(Path(folder))
        changed = differences(Path(folder))
    for name in changed:
        sys.stderr.write(f"exports/{name} is out of date (run: python exports/regenerate.py)\n")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
