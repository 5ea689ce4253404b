"""``bibkit new-plugin``: what it writes installs, works, and passes its tests and the checkers at once."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

import bibkit as library

NAMES = ["x", "pond-list", "a-format-with-a-rather-long-name"]


@pytest.fixture
def made(bibkit, tmp_path):
    """A function that makes a plugin and gives its folder."""

    def make(name: str) -> Path:
        done = bibkit("new-plugin", name)
        assert (done.status, done.stderr) == (0, "")
        return tmp_path / f"bibkit-{name}"

    return make


def run(*command: object, folder: Path, **environment: str) -> str:
    """Run a program and give what it printed; a failure shows both streams."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def fresh_environment(folder: Path) -> Path:
    """The Python of a new virtual environment in which this bibkit, and nothing else of ours, is installed.

    It borrows the libraries of the environment that runs the tests, so that nothing is downloaded.
    """
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", folder=folder).strip())
    lender = sysconfig.get_path("purelib")
    (site / "lender.pth").write_text(f"import site; site.addsitedir({lender!r})\n")
    (site / "this_bibkit.pth").write_text(f"{Path(library.__file__).parent.parent}\n")
    return python


def test_it_installs_and_its_tests_pass_at_once(made, tmp_path):
    folder = made("pond-list")
    python = fresh_environment(tmp_path / "fresh")
    offline = ["--no-build-isolation"] if importlib.util.find_spec("hatchling") else []
    pip = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check"]
    run(*pip, "install", "-q", "--no-deps", *offline, folder, folder=tmp_path)
    plain = {"PYTHONPATH": "", "BIBKIT_PLUGINS": "pond-list", "PYTEST_ADDOPTS": ""}

    listed = run(python, "-m", "bibkit", "formats", folder=tmp_path, **plain)
    (row,) = [line.split() for line in listed.splitlines() if line.startswith("pond-list ")]
    assert row[1:4] == ["yes", "yes", ".pondlist"]
    assert row[-2:] == ["bibkit-pond-list", "0.1.0"]

    (tmp_path / "in.bib").write_text(
        "@book{sol2031, author = {Sol, Petra}, title = {Ponds}, year = 2031, keywords = {a, b}}"
    )
    run(python, "-m", "bibkit", "export", "in.bib", "-o", "out.pondlist", folder=tmp_path, **plain)
    text = (tmp_path / "out.pondlist").read_text()
    assert text == "Type: Book\nKey: sol2031\nTitle: Ponds\nAuthor: Sol, Petra\nDate: 2031\nTag: a\nTag: b\n\n"
    run(python, "-m", "bibkit", "export", "out.pondlist", "-o", "back.jsonl", folder=tmp_path, **plain)
    run(python, "-m", "bibkit", "export", "in.bib", "-o", "straight.jsonl", folder=tmp_path, **plain)
    assert (tmp_path / "back.jsonl").read_text() == (tmp_path / "straight.jsonl").read_text()

    foreign = "Type: Map\nTitle: Ponds\nScale: 1:25000\nno tag at all\n\n"
    (tmp_path / "foreign.pondlist").write_text(foreign)
    run(python, "-m", "bibkit", "export", "foreign.pondlist", "-o", "again.pondlist", folder=tmp_path, **plain)
    again = (tmp_path / "again.pondlist").read_text()
    assert set(again.splitlines()) == {*foreign.replace("no tag", "Line: no tag").splitlines(), "Key: pondsponds"}

    shown = run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", folder, folder=folder, **plain)
    assert "passed" in shown
    assert "failed" not in shown


@pytest.mark.parametrize("name", NAMES)
def test_the_whole_is_under_eighty_lines(made, name):
    files = [path for path in made(name).rglob("*") if path.is_file()]
    assert sorted(path.suffix for path in files) == [".md", ".py", ".py", ".toml"]
    assert sum(len(path.read_text().splitlines()) for path in files) < 80


@pytest.mark.parametrize(
    ("checker", "name"),
    [
        *[(("ruff", "check"), name) for name in NAMES],
        *[(("ruff", "format", "--check"), name) for name in NAMES],
        (("mypy", "--strict"), "pond-list"),
    ],
)
def test_checkers_have_nothing_to_say(made, tmp_path, name, checker):
    if importlib.util.find_spec(checker[0]) is None:
        pytest.skip(f"{checker[0]} is not installed")
    run(sys.executable, "-m", *checker, made(name), folder=tmp_path, RUFF_NO_CACHE="true", MYPY_CACHE_DIR=os.devnull)


def test_the_prefix_may_be_typed(made, bibkit, tmp_path):
    made("ponds")
    done = bibkit("new-plugin", "bibkit-weirs", "--into", "sub/folder")
    assert done.status == 0
    assert (tmp_path / "sub/folder/bibkit-weirs/bibkit_weirs.py").is_file()


@pytest.mark.parametrize("name", ["Pond", "pond_list", "1pond", "pond-", "", "../x", "a b", "größe"])
def test_a_wrong_name_is_wrong_use(bibkit, tmp_path, name):
    done = bibkit("new-plugin", name)
    assert done.status == 2
    assert len(done.error_lines) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_a_format_has_is_refused(bibkit, tmp_path):
    done = bibkit("new-plugin", "ris")
    assert done.status == 2
    assert "belongs to bibkit" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_what_stands_there_is_not_touched(bibkit, tmp_path):
    (tmp_path / "bibkit-ponds").mkdir()
    done = bibkit("new-plugin", "ponds")
    assert done.status == 1
    assert "exists already" in done.stderr
    assert list((tmp_path / "bibkit-ponds").iterdir()) == []


def test_a_folder_that_cannot_be_written_is_one_line(bibkit, tmp_path):
    (tmp_path / "file").write_text("x")
    done = bibkit("new-plugin", "ponds", "--into", "file")
    assert done.status == 1
    assert len(done.error_lines) == 1
    assert "Traceback" not in done.stderr
