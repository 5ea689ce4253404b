"""How a run is stopped from outside: by signals, and by standard streams that are closed.

Knows: the operating system. Must not know: click, commands.
"""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
from typing import Final, NoReturn

__all__ = ["BROKEN_PIPE", "StoppedError", "leave_quietly", "replace_closed_streams", "stop_cleanly"]

BROKEN_PIPE: Final = 13
"""The number of SIGPIPE, which Windows does not have."""


class StoppedError(BaseException):
    """A signal asked the program to stop. No handler of ordinary errors may catch it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.exit_status = 128 + number


def _stop(number: int, _frame: object) -> NoReturn:
    raise StoppedError(number)


def stop_cleanly() -> None:
    """Let signals end the program as errors do, so that nothing half written stays behind."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:  # as under nohup
            signal.signal(number, _stop)


class _Closed(io.RawIOBase):
    """A stream that refuses what is written to it."""

    def writable(self) -> bool:
        return True

    def write(self, _data: object) -> NoReturn:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def replace_closed_streams() -> None:
    """Python has None for a standard stream that the shell closed (``>&-``): an empty one, and one that refuses."""
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BytesIO())
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(_Closed(), write_through=True)
    if sys.stderr is None:
        sys.stderr = io.TextIOWrapper(io.BytesIO())  # nobody reads it, which is no reason to stop


def leave_quietly() -> NoReturn:
    """The reader of our output went away ("| head"); Python would complain while it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(128 + BROKEN_PIPE)
