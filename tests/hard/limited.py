"""Reads or writes hard inputs, each with little time and memory.

``limited.py read|write|run FORMAT BYTES SECONDS [CASE]`` prints the cases that did not end as they should. With
``HARD_TIMES`` set it says on standard error what each took.

Limits are the system's (``RLIMIT_CPU``, ``RLIMIT_AS``), so that nothing depends on how fast a machine is: work that
grows with the square of the input is beyond any of them.
"""

from __future__ import annotations

import mmap
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import bibkit
from bibkit.codecs.pages import decode_pages, encode_bibtex_pages, join_pages, split_pages
from bibkit.pipeline import choose_destination, write_papers
from bibkit.plugins.registry import Registry
from bibkit.report import Report

sys.path.insert(0, str(Path(__file__).parent))

from inputs import cases, papers, runs

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
    destination = choose_destination(None, _REGISTRY, to_format=name)

    def write(make: Callable[[], list[bibkit.Paper]]) -> None:
        for _ in write_papers(make(), destination, _REGISTRY, Report()):
            pass

    for label, make in papers(size):
        yield label, lambda make=make: write(make)


def _pages(text: str) -> None:
    """A page range there and back, as every reader and writer does it; the ends too as they come."""
    page = decode_pages(text)
    join_pages(*split_pages(page))
    encode_bibtex_pages(page)
    split_pages(text)
    encode_bibtex_pages(text)


def _ris_lines(text: str) -> None:
    """A text as a line by itself, behind a value, and as the value of tags of every kind: the next record is read."""
    values = "".join([f"{tag}  - {text}\n{text}\n" for tag in ("TI", "AU", "KW", "N2", "SN", "UR")])
    source = f"{text}\nTY  - BOOK\nTI  - Ponds\n{text}\n{values}ER  - \nTY  - BOOK\nTI  - Weirs\nER  - \n"
    found = list(bibkit.loads(source.encode(), "ris", registry=_REGISTRY))
    assert found[-1].title == "Weirs"


_RUN: dict[str, Callable[[str], None]] = {"pages": _pages, "ris-lines": _ris_lines}


def running(name: str, size: int) -> Iterator[tuple[str, Callable[[], None]]]:
    for label, make in runs(name, size):
        yield label, lambda make=make: _RUN[name](make())


def run(actions: list[tuple[str, Callable[[], None]]], seconds: int, memory: int) -> Iterator[tuple[str, str]]:
    """Run actions in a process of their own, in another one after each that fails; yields those, and how they did."""
    place = mmap.mmap(-1, 4)
    at = 0
    while at < len(actions):
        child = os.fork()
        if not child:
            _work(actions[at:], place, at, seconds, memory)
        _, status = os.waitpid(child, 0)
        if not status:
            return
        at = int.from_bytes(place[:]) + 1
        how = signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else "it failed"
        yield actions[at - 1][0], how


def _work(
    actions: list[tuple[str, Callable[[], None]]], place: mmap.mmap, at: int, seconds: int, memory: int
) -> NoReturn:
    """Run actions one after another, each within its limits; ``place`` always holds the number of the last begun."""
    status = 1
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        _, hardest = resource.getrlimit(resource.RLIMIT_CPU)
        for number, (label, action) in enumerate(actions, at):
            place[:] = number.to_bytes(4)
            before = time.process_time()
            resource.setrlimit(resource.RLIMIT_CPU, (int(before) + 1 + seconds, hardest))
            action()
            if os.environ.get("HARD_TIMES"):
                peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
                sys.stderr.write(f"{time.process_time() - before:6.2f} s, up to {peak:6} MB  {label}\n")
        status = 0
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is told
        sys.stderr.write(f"{type(error).__name__}: {str(error)[:200]}\n")
    finally:
        sys.stderr.flush()
        os._exit(status)


def main(way: str, name: str, size: int, seconds: int, only: str = "") -> None:
    actions = {"read": reading, "write": writing, "run": running}[way]
    for _, action in actions(name, 300):  # loads every module once, and not in each process
        action()
    chosen = [(label, action) for label, action in actions(name, size) if only in {"", label}]
    for label, how in run(chosen, seconds, _MEMORY + _PER_BYTE * size):
        sys.stdout.write(f"{label}: {how}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), *sys.argv[5:6])
