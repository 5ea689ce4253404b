"""Starting up costs no more than a command needs."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from bibkit.cli import COMMANDS

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
    assert "bibkit.formats.csl_json" not in modules


def test_the_package_itself_loads_nothing():
    code = "import sys, bibkit; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(done.stdout.split()).intersection([*HEAVY, "msgspec", "click"])


def test_version(bibkit):
    from bibkit import __version__

    assert bibkit("--version").stdout == f"bibkit {__version__}\n"


def test_every_command_has_help(bibkit):
    from bibkit.cli import COMMANDS

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


def test_a_plain_export_loads_neither_click_nor_pluggy(tmp_path, project):
    source = project / "examples" / "tidal-computing.txt"
    modules = loaded("export", str(source), "-o", str(tmp_path / "a.bib"))
    assert not modules.intersection(["click", "pluggy", "tempfile"])
    assert (tmp_path / "a.bib").read_text("utf-8").startswith("@")


@pytest.mark.parametrize(
    "arguments",
    [
        ("a.bib", "-o", "b.ris"),
        ("-o", "b.ris", "a.bib", "c.bib"),
        ("a.bib", "--output=b.ris", "--strict", "-O", "dialect=zotero", "-O", "x"),
        ("-", "--to", "ris", "--rekey", "--where", "", "--keys", "{title}"),
        ("a.bib", "--report", "-", "--enrich", "links", "--enrich", "identifiers", "--to=x=y"),
    ],
)
def test_a_plain_command_line_is_read_as_click_reads_it(arguments):
    from bibkit.cli.export import OPTIONS, run
    from bibkit.cli.options import as_command, read_plainly

    read = read_plainly(arguments, OPTIONS)
    assert read == as_command("export", OPTIONS, run).make_context("export", list(arguments)).params


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("-o", "b.ris"),
        ("a.bib", "-o"),
        ("a.bib", "-ob.ris"),
        ("a.bib", "-o=b.ris"),
        ("a.bib", "--strict=yes"),
        ("a.bib", "--outpt", "b.ris"),
        ("--", "-a.bib"),
        ("a.bib", "-o", "--strict"),
        ("--help",),
    ],
)
def test_what_is_not_plain_is_left_to_click(arguments):
    from bibkit.cli.export import OPTIONS
    from bibkit.cli.options import read_plainly

    assert read_plainly(arguments, OPTIONS) is None


def test_an_export_that_is_spelled_otherwise_works_too(bibkit, tmp_path):
    (tmp_path / "a.bib").write_text("@book{a, title = {Ponds}}", "utf-8")
    assert bibkit("export", "-ob.ris", "--", "a.bib").status == 0
    assert (tmp_path / "b.ris").exists()
    wrong = bibkit("export", "a.bib", "--outpt", "b.ris")
    assert wrong.status == 2
    assert len(wrong.error_lines) == 1
    assert "--outpt" in wrong.stderr
