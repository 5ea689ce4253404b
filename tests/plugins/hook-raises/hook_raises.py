"""A hook that fails."""

from __future__ import annotations

import bibkit


@bibkit.hookimpl
def bibkit_formats():
    raise RuntimeError("the moon is full")
