"""Runs the command line; every failure is one line on standard error and an exit status.

Knows: which error means which exit status. Must not know: formats, what a command does.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from typing import NoReturn

import click

from bibkit.cli.group import cli
from bibkit.cli.stopping import BROKEN_PIPE, StoppedError, leave_quietly, replace_closed_streams, stop_cleanly
from bibkit.errors import BibkitError

__all__ = ["run"]


def run() -> NoReturn:
    """Run what the command line asks for, and leave the program."""
    gc.set_threshold(20_000)  # a run makes few cycles: Python would look for them after every 700 objects
    stop_cleanly()
    replace_closed_streams()
    try:
        status = cli.main(standalone_mode=False)
    except StoppedError as error:
        if error.exit_status == 128 + BROKEN_PIPE:
            leave_quietly()
        _fail("stopped", error.exit_status)
    except click.ClickException as error:
        _fail(error.format_message(), 2)
    except click.Abort:
        _fail("stopped", 128 + signal.SIGINT)
    except BibkitError as error:
        _fail(str(error), error.exit_status)
    except BrokenPipeError:
        leave_quietly()
    except OSError as error:
        _fail(f"{error.filename or 'standard output'}: {error.strerror or error}", 1)
    except Exception as error:
        if os.environ.get("BIBKIT_DEBUG"):
            raise
        _fail(f"a fault in bibkit: {type(error).__name__}: {error} (set BIBKIT_DEBUG=1 to see where)", 70)
    gc.freeze()  # all memory goes at once; Python would look through it at exit, for a tenth of a short run's time
    sys.exit(status if isinstance(status, int) else 0)


def _fail(message: str, status: int) -> NoReturn:
    line = " ".join(message.split())
    sys.stderr.write(f"bibkit: {line}\n")
    sys.exit(status)
