"""Stops a program in the middle of writing: when it syncs its new file, which is not in place yet, and says so."""

import os
import signal
from pathlib import Path


def fsync(_descriptor: int) -> None:
    Path(os.environ["READY"]).write_text("ready")  # a named pipe; whoever waits at its other end goes on now
    signal.pause()


os.fsync = fsync
