"""Looks for third-party plugins among the installed distributions, at as little cost as possible.

Knows: entry points and the metadata of distributions. Must not know: hooks, records, formats.

`importlib.metadata` alone costs more than reading a small library does, and most machines have no plugin: so
the metadata folders on ``sys.path`` are searched for the group's name first, and the standard machinery is
imported only when there is something to load.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final

import msgspec

from bibkit._version import __version__

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

__all__ = ["GROUP", "Candidate", "installed_candidates"]

GROUP: Final = "bibkit"
_HEADING: Final = b"[bibkit]"


class Candidate(msgspec.Struct, frozen=True):
    """A plugin that could be loaded."""

    distribution: str
    version: str
    entry_point: str
    load: Callable[[], object]
    left_out: str = ""
    """Why the user does not want it; empty where it may be loaded."""
    unfit: str = ""
    """Why it cannot work with this bibkit; empty where it may."""


def installed_candidates(allowed: str | None) -> Iterator[Candidate]:
    """Yield the entry points of the group ``bibkit``, sorted by distribution and name.

    ``allowed`` is the value of ``BIBKIT_PLUGINS``: None for all, "none", or names separated by commas.
    """
    names = None if allowed is None else {name.strip() for name in allowed.split(",")} - {"", "none"}
    if names == set() or not _any_installed(sys.path):
        return
    from importlib.metadata import distributions  # noqa: PLC0415 - see the module's docstring

    found: dict[tuple[str, str], Candidate] = {}
    for distribution in distributions():
        for point in distribution.entry_points:
            if point.group == GROUP:
                candidate = _candidate(distribution, point, names)
                found.setdefault((candidate.distribution, candidate.entry_point), candidate)
    yield from [found[name] for name in sorted(found)]


def _candidate(distribution: Distribution, point: EntryPoint, names: set[str] | None) -> Candidate:
    name = distribution.metadata["Name"] or "?"
    wanted = names is None or point.name in names or name in names
    return Candidate(
        name,
        distribution.version or "?",
        point.name,
        point.load,
        left_out="" if wanted else "BIBKIT_PLUGINS does not name it",
        unfit=_misfit(distribution.requires or ()),
    )


def _misfit(requirements: Iterable[str]) -> str:
    """Why a distribution that asks for ``requirements`` does not fit this bibkit, or an empty string."""
    from packaging.requirements import InvalidRequirement, Requirement  # noqa: PLC0415 - only when plugins exist

    for text in requirements:
        try:
            requirement = Requirement(text)
        except InvalidRequirement:
            continue
        if requirement.name == "bibkit-toolkit" and not requirement.specifier.contains(__version__, prereleases=True):
            return f"it needs bibkit-toolkit {requirement.specifier}, and this is {__version__}"
    return ""


def _any_installed(path: Iterable[str]) -> bool:
    """Whether a folder of ``path`` holds a distribution with entry points of the group."""
    for folder in dict.fromkeys(path):
        if folder and not os.path.isdir(folder):  # noqa: PTH112 - pathlib is not loaded on this path
            if os.path.exists(folder):  # noqa: PTH110
                return True
            continue
        try:
            entries = os.listdir(folder or ".")  # noqa: PTH208
        except OSError:
            continue
        for entry in entries:
            if entry.endswith((".dist-info", ".egg-info")) and _has_group(f"{folder or '.'}/{entry}"):
                return True
    return False


def _has_group(metadata: str) -> bool:
    try:
        with open(f"{metadata}/entry_points.txt", "rb") as file:  # noqa: PTH123
            return _HEADING in file.read()
    except OSError:
        return False
