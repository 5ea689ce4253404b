"""The command ``bibkit``: one module a command, imported when it is run.

Knows: the names and one-line summaries of the commands, and how errors become one line and an exit status.
Must not know: formats, or anything that makes ``bibkit --version`` slow.

Exit status: 0 done, 1 an input (or a record of it) could not be read, 2 wrong use, 3 lost something under
``--strict``; 128 and the number of the signal that stopped it, 141 where the reader of its output went away.
"""

from __future__ import annotations

import gc
import os
import sys
from typing import Final, NoReturn

from bibkit._version import __version__

__all__ = ["BROKEN_PIPE", "COMMANDS", "StoppedError", "main"]

COMMANDS: Final[dict[str, str]] = {
    "export": "Write papers in another format: a .bib for LaTeX, a file for Zotero or Mendeley.",
    "enrich": "Carry affiliations and tags from topic documents into a library.",
    "follow": "Add a topic's new papers to a .bib that a person edits.",
    "merge": "Make one library out of many, duplicates joined.",
    "check": "Say what is wrong in bibliography files, with line and column.",
    "ask": "Search papers.",
    "topic": "Show a topic's momentum, weeks, tags and institutions.",
    "cite": "Print a reference list.",
    "formats": "List the formats and targets.",
    "plugins": "List the plugins and their state.",
    "fields": "List the fields of a paper and how formats spell them.",
    "new-plugin": "Start a format plugin of your own.",
}


BROKEN_PIPE: Final = 13
"""The number of SIGPIPE, which Windows does not have."""


class StoppedError(BaseException):
    """A signal asked the program to stop. No handler of ordinary errors may catch it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.exit_status = 128 + number


def _stop(number: int, _frame: object) -> NoReturn:
    raise StoppedError(number)


def _stop_cleanly() -> None:
    """Let signals end the program as errors do, so that nothing half written stays behind."""
    import signal  # noqa: PLC0415 - not for --version

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:  # as under nohup
            signal.signal(number, _stop)


def _replace_closed_streams() -> None:
    """Python has None for a standard stream that the shell closed (``>&-``): an empty one, and one that refuses."""
    import errno  # noqa: PLC0415 - not for --version
    import io  # noqa: PLC0415

    class Closed(io.RawIOBase):
        def writable(self) -> bool:
            return True

        def write(self, _data: object) -> NoReturn:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))

    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BytesIO())
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(Closed(), write_through=True)
    if sys.stderr is None:
        sys.stderr = io.TextIOWrapper(io.BytesIO())  # nobody reads it, which is no reason to stop


def main() -> NoReturn:
    """Run the command line; every failure is one line on standard error and an exit status."""
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"bibkit {__version__}\n")
        sys.exit(0)
    gc.set_threshold(20_000)  # a run makes few cycles: Python would look for them after every 700 objects
    _stop_cleanly()
    _replace_closed_streams()
    try:
        status = _run(sys.argv[1:])
    except StoppedError as error:
        if error.exit_status == 128 + BROKEN_PIPE:
            _leave_quietly()
        _fail("stopped", error.exit_status)
    except BrokenPipeError:
        _leave_quietly()
    except Exception as error:
        from bibkit.errors import BibkitError  # noqa: PLC0415 - not needed by a run that succeeds

        if isinstance(error, BibkitError):
            _fail(str(error), error.exit_status)
        if isinstance(error, OSError):
            _fail(f"{error.filename or 'standard output'}: {error.strerror or error}", 1)
        if os.environ.get("BIBKIT_DEBUG"):
            raise
        _fail(f"a fault in bibkit: {type(error).__name__}: {error} (set BIBKIT_DEBUG=1 to see where)", 70)
    gc.freeze()  # all memory goes at once; Python would look through it at exit, for a tenth of a short run's time
    sys.exit(status if isinstance(status, int) else 0)


def _run(arguments: list[str]) -> object:
    """Run an export that is spelled plainly; leave to click whatever else there is."""
    if arguments[:1] == ["export"]:
        from bibkit.cli.export import OPTIONS, run  # noqa: PLC0415 - only the command that is asked for
        from bibkit.cli.options import read_plainly  # noqa: PLC0415

        values = read_plainly(arguments[1:], OPTIONS)
        if values is not None:
            return run(**values)
    from bibkit.cli.group import run_with_click  # noqa: PLC0415 - see bibkit.cli.options

    return run_with_click()


def _leave_quietly() -> NoReturn:
    """The reader of our output went away ("| head"); Python would complain while it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(128 + BROKEN_PIPE)


def _fail(message: str, status: int) -> NoReturn:
    line = " ".join(message.split())
    sys.stderr.write(f"bibkit: {line}\n")
    sys.exit(status)
