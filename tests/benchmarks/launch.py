"""Runs a command and prints, as the last line, its seconds, its own peak memory in MB, and its exit status.

A process of its own, and a small one: what a child has for its peak begins with the size of the process that starts it.
Of a pipeline it is the largest part. ``python -I -S tests/benchmarks/launch.py COMMAND...``
"""

import os
import sys
import time

MEGABYTE = 1 << 20 if sys.platform == "darwin" else 1 << 10  # in bytes there, in KB elsewhere

started = time.perf_counter()
process = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ)
_, status, usage = os.wait4(process, 0)
seconds = time.perf_counter() - started
sys.stdout.write(f"{seconds} {usage.ru_maxrss / MEGABYTE} {os.waitstatus_to_exitcode(status)}\n")
