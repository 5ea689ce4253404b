"""Reads or writes hard inputs, each in a process of its own with little time and memory.

``limited.py read|write FORMAT BYTES SECONDS [CASE]`` prints the cases that did not end as they should. With
``HARD_TIMES`` set it says on standard error what each took.

Limits are the system's (``RLIMIT_CPU``, ``RLIMIT_AS``), so that nothing depends on how fast a machine is: work that
grows with the square of the input is beyond any of them.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import bibkit
from bibkit.registry import Registry

sys.path.insert(0, str(Path(__file__).parent))

from inputs import cases, papers

_MEMORY = 1 << 29
_PER_BYTE = 400
"""Memory that a byte of input may take, beside what the process has: the papers are kept in a list."""
_REGISTRY = Registry.default()


def reading(name: str, size: int) -> Iterator[tuple[str, Callable[[], None]]]:
    def read(make: Callable[[], bytes]) -> None:
        with suppress(bibkit.BibkitError):
            bibkit.loads(make(), name, registry=_REGISTRY)

    for label, make in cases(name, size):
        yield label, lambda make=make: read(make)


def writing(name: str, size: int) -> Iterator[tuple[str, Callable[[], None]]]:
    for label, make in papers(size):
        yield label, lambda make=make: bibkit.dumps(make(), name, registry=_REGISTRY)


def run(action: Callable[[], None], seconds: int, memory: int) -> tuple[str, float, int]:
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
            sys.stderr.write(f"{type(error).__name__}: {str(error)[:200]}\n")
            sys.stderr.flush()
        finally:
            os._exit(status)
    _, status, usage = os.wait4(child, 0)
    how = ""
    if os.WIFSIGNALED(status):
        how = signal.Signals(os.WTERMSIG(status)).name
    elif os.WEXITSTATUS(status):
        how = "it failed"
    return how, usage.ru_utime + usage.ru_stime, usage.ru_maxrss >> 10


def main(way: str, name: str, size: int, seconds: int, only: str = "") -> None:
    actions = reading if way == "read" else writing
    for _, action in actions(name, 300):  # loads every module once, and not in each process
        action()
    for label, action in actions(name, size):
        sys.stdout.flush()
        if only in {"", label}:
            how, took, peak = run(action, seconds, _MEMORY + _PER_BYTE * size)
            if how:
                sys.stdout.write(f"{label}: {how}\n")
            if os.environ.get("HARD_TIMES"):
                sys.stderr.write(f"{took:6.2f} s {peak:6} MB  {label}\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), *sys.argv[5:6])
