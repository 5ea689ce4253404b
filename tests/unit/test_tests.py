"""Tests stand where the package has what they test, and each asserts something.

A test asserts itself, or in a helper or fixture of its own file, its folders or `bibkit.testing`.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = [
    path.relative_to(ROOT)
    for folder in ("tests", "plugins", "examples")
    for path in sorted((ROOT / folder).rglob("test_*.py"))
]
EXPECTATIONS = frozenset(("assert", "raises", "warns", "fail", "skip"))
"""``assert``, and what pytest has beside it; a test that always skips says why."""
TARGETS = "TARGETS"
"""The fuzz targets, which assert, are called out of this table."""


@cache
def called(function: ast.AST) -> frozenset[str]:
    """The names of whatever a function calls; ``assert`` counts as one."""
    names = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            target = node.func.value if isinstance(node.func, ast.Subscript) else node.func
            names.add(getattr(target, "attr", getattr(target, "id", "")))
        elif isinstance(node, ast.Assert):
            names.add("assert")
    return frozenset(names)


@cache
def functions(path: Path) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.FunctionDef)]


def helpers(path: Path) -> list[ast.FunctionDef]:
    """The functions that a test file can use: its own, those of its folder's other files and of conftests above."""
    beside = [each for each in path.parent.glob("*.py") if not each.name.startswith("test_")]
    above = [folder / "conftest.py" for folder in path.parents if (folder / "conftest.py").is_file()]
    contract = ROOT / "bibkit" / "testing" / "contract.py"
    return [function for each in (path, *beside, *above, contract) for function in functions(each)]


def silent_tests(path: Path) -> list[str]:
    """The tests of a file that assert nothing."""
    candidates = helpers(path)
    asserting = {*EXPECTATIONS, TARGETS}
    known = 0
    while known < len(asserting):
        known = len(asserting)
        for function in candidates:
            if called(function) & asserting:
                asserting.add(function.name)
    return [each.name for each in functions(path) if each.name.startswith("test_") and each.name not in asserting]


@pytest.mark.parametrize("path", FILES, ids=str)
def test_every_test_asserts(path):
    assert silent_tests(ROOT / path) == []


def test_a_test_that_asserts_nothing_is_found(tmp_path):
    (tmp_path / "test_weirs.py").write_text(
        "def check(weir): assert weir\n"
        "def test_one(): check(1)\n"
        "def test_two(): print(2)\n"
        "def test_three():\n    with pytest.raises(ValueError): three()\n"
    )
    assert silent_tests(tmp_path / "test_weirs.py") == ["test_two"]


ELSEWHERE = {"cli": "tests/cli", "testing": "tests/contract", "checks": "tests/cli"}
"""Packages that are tested as their users use them, and where."""
BY_FOLDER = frozenset(("formats", "codecs/latex", "plugins", "interop"))
"""Packages whose modules are tested together, those of a format or of TeX through its reader and writer."""
PACKAGES = sorted(
    [
        path.parent.relative_to(ROOT / "bibkit").as_posix()
        for path in (ROOT / "bibkit").rglob("__init__.py")
        if path.parent != ROOT / "bibkit" and path.parents[2].name != "formats"
    ]
)
"""A format's own packages are tested with the format."""


@pytest.mark.parametrize("package", PACKAGES)
def test_each_package_has_its_tests_in_the_same_place(package):
    folder = ROOT / ELSEWHERE.get(package, f"tests/unit/{package}")
    assert list(folder.rglob("test_*.py")), f"{folder} has no tests"


MODULES = sorted(
    [
        path.relative_to(ROOT / "bibkit")
        for package in PACKAGES
        if package not in ELSEWHERE and not any(f"{package}/".startswith(f"{folder}/") for folder in BY_FOLDER)
        for path in (ROOT / "bibkit" / package).glob("*.py")
        if path.name != "__init__.py"
    ]
)


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_each_module_has_its_tests_in_the_same_place(module):
    folder = ROOT / "tests" / "unit" / module.parent
    assert list(folder.glob(f"test_{module.stem}*.py")), f"{folder} has no test_{module.name}"
