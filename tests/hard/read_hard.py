"""Reads hard inputs of one format, each in a process with little time and memory: ``read_hard.py FORMAT BYTES SECONDS [CASE]``.

Prints the cases that did not end as they should; with ``HARD_TIMES`` set, what each case took too.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import bibkit
from bibkit.registry import Registry

sys.path.insert(0, str(Path(__file__).parent))

from inputs import cases

_MEMORY = 1 << 30
_PER_BYTE = 400
"""Memory that reading may take for each byte of input, beside what the process has: the papers are kept in a list."""


def main(name: str, size: int, seconds: int, only: str = "") -> None:
    registry = Registry.default()

    def read(make: Callable[[], bytes]) -> None:
        data = make()
        with suppress(bibkit.BibkitError):
            bibkit.loads(data, name, registry=registry)

    for label, make in cases(name, size):
        if only in {"", label}:
            how, took, peak = _run(lambda make=make: read(make), seconds, _MEMORY + _PER_BYTE * size)
            if how:
                print(f"{label}: {how}", flush=True)
            if os.environ.get("HARD_TIMES"):
                print(f"{took:6.2f} s {peak:6} MB  {label}", file=sys.stderr, flush=True)


def _run(action: Callable[[], None], seconds: int, memory: int) -> tuple[str, float, int]:
    """Run an action in a process of its own; gives what went wrong, its seconds of processor time and its megabytes."""
    child = os.fork()
    if not child:
        status = 1
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
            action()
            status = 0
        except BaseException as error:  # noqa: BLE001 - whatever it is, it is told
            print(f"{type(error).__name__}: {str(error)[:100]}", file=sys.stderr, flush=True)
        finally:
            os._exit(status)
    _, status, usage = os.wait4(child, 0)
    how = ""
    if os.WIFSIGNALED(status):
        how = signal.Signals(os.WTERMSIG(status)).name
    elif os.WEXITSTATUS(status):
        how = "it failed"
    return how, usage.ru_utime + usage.ru_stime, usage.ru_maxrss >> 10


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:5])
