"""The place where benchmarks run: the programs installed, the files made, what machine and which versions these are.

Knows: how each program is installed and asked for its version. Must not know: what is compared.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

from generate import bibtex, topic
from rows import ROOT

PYTHON_PEERS = ("bibtexparser", "pybtex", "rispy", "citerra", "refkit", "msgspec", "lxml")
NODE_PEERS = ("@citation-js/cli", "@retorquere/bibtex-parser")
DEBIAN_PEERS = ("pandoc", "bibutils")
TEXTS = {"bib": bibtex, "txt": topic}
INSTALLED = "commit.txt"
"""Which source of bibkit was installed."""
CONVERTED = ("ris", "json", "rdf")


def environment() -> dict[str, str]:
    """The variables of every child: compiled modules are kept, and only built-in plugins are looked for as users have them."""
    dropped = {"PYTHONDONTWRITEBYTECODE", "PYTHONPATH", "PYTHONHOME", "BIBKIT_PLUGINS", "VIRTUAL_ENV"}
    return {name: value for name, value in os.environ.items() if name not in dropped}


def install(folder: Path, *, peers: bool) -> None:
    """Make a virtual environment with bibkit (not editable) and its peers, and install the peers in JavaScript."""
    folder.mkdir(parents=True, exist_ok=True)
    python = folder / "venv" / "bin" / "python"
    if not python.exists():
        venv.create(folder / "venv", with_pip=True)
    pip = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    if peers:
        _call([*pip, str(ROOT)])
        _call([*pip, "--upgrade", *PYTHON_PEERS])
        if shutil.which("npm"):
            (folder / "package.json").write_text("{}")
            _call(["npm", "install", "--silent", "--no-audit", "--no-fund", *NODE_PEERS], cwd=folder)
    _call([*pip, "--force-reinstall", "--no-deps", str(ROOT)])
    (folder / INSTALLED).write_text(_commit(), "utf-8")


def _call(command: Sequence[str], cwd: Path | None = None) -> str:
    done = subprocess.run(command, cwd=cwd, env=environment(), capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def make_files(folder: Path, size: int) -> None:
    """Make the BibTeX file and the topic document of a size, and by bibkit the others."""
    for suffix, make in TEXTS.items():
        with (folder / f"{size}.{suffix}").open("w", encoding="utf-8") as file:
            file.writelines(make(size))
    for suffix in CONVERTED:
        source, target = str(folder / f"{size}.bib"), str(folder / f"{size}.{suffix}")
        _call([str(folder / "venv" / "bin" / "bibkit"), "export", source, "-o", target])


def machine() -> str:
    """Processor, cores, memory and system, as one sentence part."""
    model = platform.processor() or platform.machine()
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    information = Path("/proc/cpuinfo")
    if information.exists():
        names = re.findall(r"^model name\s*:\s*(.+)$", information.read_text(), re.MULTILINE)
        model = names[0] if names else model
    system = platform.freedesktop_os_release()["PRETTY_NAME"] if sys.platform == "linux" else platform.platform()
    return f"{model}, {os.cpu_count()} cores, {memory:.0f} GB; {system}, {platform.machine()}"


def versions(folder: Path) -> dict[str, str]:
    """The version of every program that was measured; "absent" where it is not there."""
    python = str(folder / "venv" / "bin" / "python")
    listed = json.loads(_call([python, "-m", "pip", "list", "--format=json", "--disable-pip-version-check"]))
    packages = {item["name"].lower(): item["version"] for item in listed}
    commit = (folder / INSTALLED).read_text("utf-8")
    found = {"Python": platform.python_version(), "bibkit": packages["bibkit-toolkit"] + commit}
    found |= {name: packages.get(name, "absent") for name in PYTHON_PEERS}
    for name in NODE_PEERS:
        manifest = folder / "node_modules" / name / "package.json"
        found[name] = json.loads(manifest.read_text())["version"] if manifest.exists() else "absent"
    found["node"] = _first_number(["node", "--version"])
    found["pandoc"] = _first_number(["pandoc", "--version"])
    found["bibutils"] = _first_number(["bib2xml", "--version"])
    return found


def _commit() -> str:
    """The commit of our source, where it is a repository."""
    command = ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--exclude", "*"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return "" if done.returncode else f" ({done.stdout.strip()})"


def _first_number(command: Sequence[str]) -> str:
    if shutil.which(command[0]) is None:
        return "absent"
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    numbers = re.findall(r"\d+(?:\.\d+)+", done.stdout + done.stderr)
    return numbers[0] if numbers else "unknown"
