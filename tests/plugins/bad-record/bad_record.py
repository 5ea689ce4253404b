"""A format that neither reads nor writes."""

from __future__ import annotations

import bibkit


@bibkit.hookimpl
def bibkit_formats():
    return [bibkit.Format(name="lines", title="Lines")]
