"""What README and the examples show works as it stands there."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys

import pytest


@pytest.fixture
def readme(project):
    return (project / "README.md").read_text("utf-8")


@pytest.fixture
def files(bibkit, project, tmp_path):
    """The files that README's commands name, in the folder in which they run."""
    (tmp_path / "topic.txt").write_text((project / "examples" / "tidal-computing.txt").read_text("utf-8"), "utf-8")
    marsh = project / "examples" / "salt-marsh-ecology.txt"
    for name in ("refs.ris", "more.json", "library.bib", "a.bib", "b.ris"):
        assert bibkit("export", marsh, "-o", name).status == 0
    return tmp_path


def run_python(*arguments, folder):
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        cwd=folder,
        env={**os.environ, "BIBKIT_PLUGINS": "none", "PYTHONUTF8": "1"},
    )


def test_every_command_of_the_readme_works(bibkit, files, readme):
    section = readme.partition("## What it does")[2].partition("\n## ")[0]
    commands = [shlex.split(line, comments=True)[1:] for line in re.findall(r"^bibkit .*", section, re.MULTILINE)]
    assert len(commands) >= 9
    for command in commands:
        done = bibkit(*command)
        assert done.status == 0, (command, done.stderr)


def test_the_python_of_the_readme_works(files, readme):
    (code,) = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    done = run_python("-c", code, folder=files)
    assert done.returncode == 0, done.stderr
    assert "Barrage Control with a Learnt Model of Silt" in done.stdout
    assert done.stdout.splitlines()[-1] == "{'collections': 12}"


def test_the_readme_names_every_plugin_and_no_other(project, readme):
    there = {path.parent.name for path in (project / "plugins").glob("*/pyproject.toml")}
    assert set(re.findall(r"plugins/(bibkit-[a-z-]+)", readme)) == there


def test_links_of_the_documents_lead_somewhere(project):
    pages = [project / "README.md", project / "CONTRIBUTING.md", *(project / "docs").glob("*.md")]
    for page in pages:
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_architecture_names_every_room_and_every_dependency(project):
    text = (project / "docs" / "architecture.md").read_text("utf-8")
    rooms = [path for path in (project / "bibkit").iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()]
    names = [f"`{path.name}`" if path.suffix else f"`{path.name}/`" for path in rooms]
    assert [name for name in names if name not in text and name not in {"`__main__.py`", "`_version.py`"}] == []
    described = re.findall(r"^\| ([a-z-]+) \|", text.partition("## Dependencies")[2], re.MULTILINE)
    needed = re.findall(
        r'^  "([a-z-]+)>=',
        (project / "pyproject.toml").read_text("utf-8").partition("dependencies = [")[2].partition("]")[0],
        re.MULTILINE,
    )
    assert sorted(set(described) - {"package"}) == sorted(needed)


def test_the_example_script_groups_papers_by_institution(project):
    documents = sorted((project / "examples").glob("*.txt"))
    done = run_python(project / "examples" / "newest_by_institution.py", *documents, folder=project)
    assert done.returncode == 0, done.stderr
    groups = done.stdout.split("\n\n")
    assert groups[0] == "Salt Marsh Ecology and Tidal Computing"
    assert groups[1].splitlines()[0] == "University of the Minch"
    assert len(groups[1].splitlines()) == 4
    assert "2031-10-09  Barrage Control with a Learnt Model of Silt (Abara, Søndergård)" in groups[1]
    assert done.stdout.rstrip().endswith("The pages leave out institutions of 2 of 23 papers.")


def test_the_example_script_says_in_one_line_what_is_wrong(project, tmp_path):
    done = run_python(project / "examples" / "newest_by_institution.py", "absent.txt", folder=tmp_path)
    assert done.returncode == 1
    assert done.stderr.strip() == "absent.txt: no such file (check the name)"
