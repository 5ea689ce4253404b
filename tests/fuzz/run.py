"""Fuzz one target with atheris: ``python tests/fuzz/run.py TARGET [FOLDER] [libFuzzer options]``. See README.md."""

from __future__ import annotations

import hashlib
import importlib.util
import pkgutil
import sys
import traceback
from importlib.metadata import entry_points
from pathlib import Path

import atheris

_PACKAGES = ["bibkit", *{point.module.partition(".")[0] for point in entry_points(group="bibkit")}]

with atheris.instrument_imports(include=_PACKAGES, enable_loader_override=False):
    sys.path.insert(0, str(Path(__file__).parent))
    import seeds
    import targets

    for package in [found for found in map(importlib.util.find_spec, _PACKAGES) if found is not None]:
        for module in pkgutil.walk_packages(package.submodule_search_locations, f"{package.name}."):
            if not module.name.startswith(("bibkit.cli", "bibkit.pybtex", "bibkit.__main__")):
                importlib.import_module(module.name)  # what is imported later is not instrumented


def main(name: str, folder: Path, options: list[str]) -> None:
    """Run until the options or a person say stop; keep the first input of each kind of fault, and go on."""
    corpus, found = folder / name / "corpus", folder / name / "found"
    corpus.mkdir(parents=True, exist_ok=True)
    found.mkdir(exist_ok=True)
    for number, seed in enumerate(seeds.seeds(name)):
        (corpus / f"seed{number}").write_bytes(seed)
    dictionary = folder / name / "tokens"
    dictionary.write_text("".join([f"{_quoted(token)}\n" for token in seeds.tokens(name)]))
    target = targets.TARGETS[name]
    known: set[str] = set()

    def test_one_input(data: bytes) -> None:
        try:
            target(data)
        except Exception as error:  # noqa: BLE001 - every kind is wanted
            kind = _kind(error)
            if kind not in known:
                known.add(kind)
                stem = found / hashlib.sha256(kind.encode()).hexdigest()[:12]
                stem.write_bytes(data)
                stem.with_suffix(".txt").write_text(
                    kind + "\n\n" + "".join(traceback.format_exception(error)), "utf-8", "replace"
                )

    arguments = [f"-artifact_prefix={found}/", f"-dict={dictionary}", "-timeout=20", "-max_len=4096", *options]
    atheris.Setup([sys.argv[0], *arguments, str(corpus)], test_one_input)
    atheris.Fuzz()


def _kind(error: BaseException) -> str:
    """The kind of a fault: the error at its root, and where it was raised."""
    while error.__cause__ is not None:
        error = error.__cause__
    frames = traceback.extract_tb(error.__traceback__)
    places = [f"{Path(frame.filename).name}:{frame.name}:{frame.lineno}" for frame in frames[-2:]]
    what = str(error)[:60] if isinstance(error, AssertionError) and "papers written" in str(error) else ""
    return " ".join([type(error).__name__, *places, what])


def _quoted(token: str) -> str:
    """A token as libFuzzer's dictionaries spell it."""
    plain = [chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\' else f"\\x{byte:02X}" for byte in token.encode()]
    return '"' + "".join(plain) + '"'


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in targets.TARGETS:
        sys.exit(f"usage: run.py {{{','.join(targets.TARGETS)}}} [FOLDER] [libFuzzer options]")
    has_folder = len(sys.argv) > 2 and not sys.argv[2].startswith("-")
    main(sys.argv[1], Path(sys.argv[2]) if has_folder else Path("fuzzing"), sys.argv[3 if has_folder else 2 :])
