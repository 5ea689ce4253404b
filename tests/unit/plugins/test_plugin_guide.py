"""The plugin guide: its code is that of the example, and the example works."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

MARKER = re.compile(r"<!-- from (\S+): (\w+) -->\n```\w+\n(.*?)```", re.DOTALL)


@pytest.fixture
def weirs(bibkit, project, tmp_path):
    """A function that runs bibkit with the example installed."""
    example = project / "examples" / "plugin"
    metadata = tmp_path / "site" / "weir_lists-0.1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: weir-lists\nVersion: 0.1.0\n")
    table = (example / "pyproject.toml").read_text().split("[project.entry-points.bibkit]\n", 1)[1].split("\n\n", 1)[0]
    (metadata / "entry_points.txt").write_text(f"[bibkit]\n{table.replace(chr(34), '')}\n")
    path = os.pathsep.join((str(metadata.parent), str(example)))

    def run(*arguments):
        return bibkit(*arguments, PYTHONPATH=path, BIBKIT_PLUGINS="weirs", BIBKIT_STRICT_PLUGINS="1")

    run.path = path
    return run


def source(project, name: str, part: str) -> str:
    """A part of an example: what stands below its mark, to the next; the whole text where it has no such mark."""
    text = (project / name).read_text("utf-8")
    match = re.search(rf"^# ---- {part} ----\n(.*?)(?=^# ---- |\Z)", text, re.DOTALL | re.MULTILINE)
    return match[1].strip() if match else text


def test_the_code_of_the_guide_is_that_of_the_example(project):
    guide = (project / "docs" / "plugins.md").read_text("utf-8")
    blocks = MARKER.findall(guide)
    assert len(blocks) == guide.count("<!-- from ") == 10
    for name, part, code in blocks:
        held = source(project, name, part)
        assert code.strip() == held or (f"---- {part} ----" not in held and code.strip() in held), f"{name}: {part}"
        assert part in {"entry", "contract"} or held != (project / name).read_text("utf-8"), (
            f"{name} has no part {part}"
        )


def test_every_python_block_of_the_guide_comes_from_the_example(project):
    guide = (project / "docs" / "plugins.md").read_text("utf-8")
    assert guide.count("```python\n") == len([block for block in MARKER.findall(guide) if block[0].endswith(".py")])


def test_the_guide_names_what_there_is(project):
    guide = (project / "docs" / "plugins.md").read_text("utf-8")
    for link in re.findall(r"\]\(([\w./-]+)\)", guide):
        assert (project / "docs" / link).exists(), link
    import bibkit.testing

    for name in ("FormatContract", "papers", "authors", "dates", "titles", "write_out", "read_back"):
        assert name in guide
        assert name in bibkit.testing.__all__


def test_the_format_reads_and_writes(weirs, tmp_path):
    (tmp_path / "in.weirs").write_text("%\nkind = B\ntitle = Ponds\nby = Sol, Petra\non = 2031-03\nfoo = kept\nbar\n")
    done = weirs("export", "in.weirs", "-o", "out.jsonl")
    assert done.status == 0
    assert '"title":"Ponds"' in (tmp_path / "out.jsonl").read_text()
    assert "in.weirs:7" in done.stderr
    assert weirs("export", "out.jsonl", "-o", "back.weirs").status == 0
    assert "foo = kept\n" in (tmp_path / "back.weirs").read_text()


def test_a_type_that_the_table_lacks_comes_back(weirs, tmp_path):
    (tmp_path / "in.weirs").write_text("%\nkind = Z\nkey = ponds\ntitle = Ponds\n")
    assert weirs("export", "in.weirs", "-o", "back.weirs").status == 0
    assert (tmp_path / "back.weirs").read_text() == (tmp_path / "in.weirs").read_text()
    assert "weir-list:kind" in weirs("export", "in.weirs", "--to", "ris").stderr


def test_the_target_picks_ascii_bibtex(weirs, tmp_path):
    (tmp_path / "in.bib").write_text("@misc{a, title = {Größe}}", "utf-8")
    done = weirs("export", "in.bib", "--for", "tidebook")
    assert done.status == 0
    assert done.stdout.isascii()


def test_the_enricher_names_journals(weirs, tmp_path):
    (tmp_path / "in.bib").write_text("@article{a, journal = {Sluice Rev.}}\n@article{b, journal = {Tides}}")
    done = weirs("export", "in.bib", "--to", "ris", "--enrich", "journal-names")
    assert "Sluice Review" in done.stdout
    assert "Tides" in done.stdout


def test_the_key_rule_answers_for_preprints(weirs, tmp_path):
    (tmp_path / "in.jsonl").write_text(
        '{"kind":"book","title":"Ponds","authors":[{"family":"Sol"}],"issued":{"year":2031}}\n'
        '{"kind":"article","title":"Weirs","eprint":"3101.00001","eprint_type":"arxiv"}\n'
    )
    text = weirs("export", "in.jsonl", "--to", "bibtex").stdout
    assert "@book{sol2031ponds," in text
    assert "{arxiv-3101.00001," in text


def test_the_check_finds_capitals(weirs, tmp_path):
    (tmp_path / "in.bib").write_text("@misc{a,\n title = {PONDS AND WEIRS}}")
    assert weirs("check", "in.bib").stdout.startswith("in.bib:")
    assert "shouting-title: the title is all capitals" in weirs("check", "in.bib").stdout


def test_the_state_of_the_example_is_shown(weirs):
    row = next(line for line in weirs("plugins").stdout.splitlines() if line.startswith("weir-lists"))
    for noun in ("loaded", "format weir-list", "target tidebook", "enricher journal-names", "check shouting-title"):
        assert noun in row


def test_the_tests_of_the_example_pass(weirs, project, tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(tmp_path),
         str(project / "examples" / "plugin")],
        env={**os.environ, "PYTHONPATH": weirs.path, "BIBKIT_PLUGINS": "weirs", "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
