"""A hook whose name is misspelt."""

from __future__ import annotations

import bibkit


@bibkit.hookimpl
def bibkit_format():
    return []
