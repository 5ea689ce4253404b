"""The command ``bibkit``: one module a command, imported when it is run.

Knows: the way in. Must not know: formats, or anything that makes ``bibkit --version`` slow.

Exit status: 0 done, 1 an input (or a record of it) could not be read, 2 wrong use, 3 lost something under
``--strict``; 128 and the number of the signal that stopped it, 141 where the reader of its output went away.
"""

from __future__ import annotations

import sys
from typing import NoReturn

from bibkit._version import __version__

__all__ = ["main"]


def main() -> NoReturn:
    """Run the command line. The version is told without click, whose import takes longer than a bare Python."""
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"bibkit {__version__}\n")
        sys.exit(0)
    from bibkit.cli.running import run  # noqa: PLC0415 - loads click

    run()
