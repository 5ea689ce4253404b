"""A hook that gives something else."""

from __future__ import annotations

import bibkit


@bibkit.hookimpl
def bibkit_formats():
    return [{"name": "lines"}]
