"""Looks for third-party plugins among the installed distributions.

Knows: entry points and the metadata of distributions. Must not know: hooks, records, formats.

`importlib.metadata` takes a fifth of the time in which a page is exported to load, and most machines have no plugin:
so it is imported only where some distribution names the group.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from bibkit._version import __version__

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["GROUP", "Candidate", "installed_candidates"]

GROUP: Final = "bibkit"
"""The entry-point group of plugins."""


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
    if names == set() or not any(_may_have_plugins(Path(folder)) for folder in dict.fromkeys(sys.path)):
        return
    from importlib.metadata import entry_points  # noqa: PLC0415 - see the module's docstring

    found = [_candidate(point, names) for point in entry_points(group=GROUP)]
    yield from sorted(found, key=lambda candidate: (candidate.distribution, candidate.entry_point))


def _may_have_plugins(folder: Path) -> bool:
    """Whether a distribution in a folder names the group; an archive may hold anything."""
    try:
        return folder.is_file() or any(
            b"[bibkit]" in file.read_bytes() for file in folder.glob("*-info/entry_points.txt")
        )
    except OSError:
        return False


def _candidate(point: EntryPoint, names: set[str] | None) -> Candidate:
    distribution = point.dist
    name = (distribution and distribution.metadata["Name"]) or "?"
    wanted = names is None or point.name in names or name in names
    return Candidate(
        name,
        (distribution and distribution.version) or "?",
        point.name,
        point.load,
        left_out="" if wanted else "BIBKIT_PLUGINS does not name it",
        unfit=_misfit((distribution and distribution.requires) or ()),
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
