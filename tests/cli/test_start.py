"""Starting up costs no more than a command needs."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from bibkit.cli.group import COMMANDS

HEAVY = [
    "lxml",
    "pluggy",
    "pybtex",
    "bibtexparser",
    "rich",
    "pylatexenc",
    "rapidfuzz",
    "charset_normalizer",
    "anyascii",
]


def loaded(*arguments: str) -> set[str]:
    code = (
        "import sys\n"
        f"sys.argv = ['bibkit', *{list(arguments)!r}]\n"
        "from bibkit.cli import main\n"
        "try:\n"
        "    main()\n"
        "except SystemExit:\n"
        "    pass\n"
        "sys.stderr.write('\\n'.join(sys.modules))\n"
    )
    alone = {**os.environ, "BIBKIT_PLUGINS": "none"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=alone)
    return set(done.stderr.split())


@pytest.mark.parametrize("arguments", [("--version",), ("--help",)])
def test_asking_for_the_version_loads_no_library_and_no_format(arguments):
    modules = loaded(*arguments)
    assert not modules.intersection(HEAVY)
    assert not [name for name in modules if name.startswith("bibkit.formats")]


def test_the_version_is_told_before_the_command_line_is_loaded():
    assert not loaded("--version").intersection(["click", "msgspec", "inspect"])


def test_an_export_loads_only_what_its_formats_need(tmp_path):
    source = tmp_path / "a.bib"
    source.write_text("@book{a, title = {Ponds}, author = {Sørensen, Émile}, year = 2031}", "utf-8")
    modules = loaded("export", str(source), "-o", str(tmp_path / "a.ris"))
    assert not modules.intersection(["lxml", "pybtex", "bibtexparser", "rich", "rapidfuzz", "anyascii"])
    assert "bibkit.query.language" not in modules
    assert "bibkit.formats.csl_json" not in modules


def test_the_package_itself_loads_nothing():
    code = "import sys, bibkit; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(done.stdout.split()).intersection([*HEAVY, "msgspec", "click"])


def test_version(bibkit):
    from bibkit import __version__

    assert bibkit("--version").stdout == f"bibkit {__version__}\n"


def test_every_command_has_help(bibkit):
    for name in COMMANDS:
        done = bibkit(name, "--help")
        assert done.status == 0, done.stderr
        assert "Usage: " in done.stdout


def test_a_public_name_is_there():
    import bibkit

    for name in bibkit.__all__:
        assert getattr(bibkit, name) is not None
    with pytest.raises(AttributeError):
        _ = bibkit.no_such_name


@pytest.mark.parametrize("command", COMMANDS)
def test_the_examples_in_a_commands_help_stand_on_lines_of_their_own(bibkit, command):
    lines = bibkit(command, "--help").stdout.splitlines()
    assert not any("\\b" in line for line in lines)
    assert all(line.count(f"bibkit {command} ") <= 1 for line in lines)


def test_an_export_that_is_spelled_otherwise_works_too(bibkit, tmp_path):
    (tmp_path / "a.bib").write_text("@book{a, title = {Ponds}}", "utf-8")
    assert bibkit("export", "-ob.ris", "--", "a.bib").status == 0
    assert (tmp_path / "b.ris").exists()
    wrong = bibkit("export", "a.bib", "--outpt", "b.ris")
    assert wrong.status == 2
    assert len(wrong.error_lines) == 1
    assert "--outpt" in wrong.stderr
