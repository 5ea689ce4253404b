"""The benchmarks' files are the same everywhere, bibkit loses nothing of them, and the page says what was measured."""

from __future__ import annotations

import hashlib
import importlib
import subprocess
import sys

import pytest

from bibkit.plugins.registry import Registry
from bibkit.report import Report


@pytest.fixture
def bench(project, monkeypatch):
    """A function that imports a module of the benchmarks, which are scripts beside one another."""
    before = set(sys.modules)
    monkeypatch.syspath_prepend(project / "tests" / "benchmarks")
    yield importlib.import_module
    for name in set(sys.modules) - before:
        if str(project / "tests" / "benchmarks") in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


@pytest.fixture
def read(tmp_path):
    """A function that gives the papers of a text, and what the reader had to say."""
    from bibkit.pipeline import read_papers

    def give(text, suffix):
        path = tmp_path / f"file{suffix}"
        path.write_text(text, "utf-8")
        report = Report()
        return list(read_papers([str(path)], Registry.default(), report)), report.diagnostics

    return give


@pytest.mark.parametrize(
    ("name", "digest"),
    [
        ("bibtex", "84b3355bea97246ef494f43439a9a432bf09755e799b71118f028931e54df199"),
        ("topic", "cdbc59e1445bac996431d5be4f3e6c9adb454b620b432d97997546563079170d"),
    ],
)
def test_the_same_bytes_for_the_same_size(bench, name, digest):
    made = "".join(getattr(bench("generate"), name)(50))
    assert hashlib.sha256(made.encode()).hexdigest() == digest


def test_bibkit_finds_what_the_generator_put_in(bench, read):
    papers, diagnostics = read("".join(bench("generate").bibtex(200)), ".bib")
    assert len(papers) == 200
    assert not diagnostics
    lost = bench("losses").compare(bench("findings").from_papers(papers), 200)
    assert {outcome for tally in lost.values() for outcome in tally["counts"]} == {"same"}


def test_bibkit_reads_the_topic_document_without_a_doubt(bench, read):
    papers, diagnostics = read("".join(bench("generate").topic(50)), ".txt")
    assert len(papers) == 50
    assert not diagnostics
    assert all(paper.authors and paper.tags and paper.abstract and paper.issued for paper in papers)
    assert any(paper.authors_omitted for paper in papers)


def test_what_is_lost_is_counted(bench):
    losses, (record, *_) = bench("losses"), bench("generate").records(1)
    meaning = record.meaning
    one = {**dict.fromkeys(losses.TEXTS, ""), **dict.fromkeys(losses.OTHER, ""), **meaning}
    one |= {"title": r"{\"A} title", "authors": [", ".join(meaning["authors"][0])], "date": meaning["date"][:1]}
    one |= {"keywords": "; ".join(meaning["keywords"]), "url": "elsewhere", "eprint": None}
    lost = {aspect: tally["counts"] for aspect, tally in losses.compare([one], 1).items() if tally["counts"]}
    assert lost.pop("names") == {"not divided": 1, "missing": len(meaning["authors"]) - 1}
    assert lost == {
        "titles": {"as TeX": 1}, "dates": {"cut short": 1}, "keywords": {"not divided": 1}, "url": {"changed": 1},
        "abstracts": {"same": 1}, "category": {"same": 1},
    }  # fmt: skip


def test_every_task_has_its_command(bench, tmp_path):
    rows, tasks = bench("rows"), bench("tasks")
    for job in rows.jobs([1000, 10_000]):
        command = rows.command(job, tmp_path)  # None where the program is absent
        assert job.step.whole or job.step.task in tasks.TASKS
        assert command is None or all(isinstance(part, str) for part in command)


def test_the_peak_is_that_of_the_process_alone(project):
    def peak(program):
        command = [
            sys.executable,
            "-I",
            "-S",
            project / "tests/benchmarks/launch.py",
            sys.executable,
            "-S",
            "-c",
            program,
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        _, megabytes, status = map(float, done.stdout.splitlines()[-1].split())
        assert status == 0
        return megabytes

    large = peak("bytes(1) * 100_000_000")
    assert large > 100
    assert peak("pass") < 50


def test_the_page_names_missed_promises_and_failures(bench):
    rows, run, page = bench("rows"), bench("run"), bench("page")
    results = {}
    for job in rows.jobs([10_000]):
        ours = job.step.program == "bibkit"
        results[job] = [run.Outcome(0.5 if ours else 1.0, 20.0, job.size)]
    results[rows.Job(rows.Step("refkit read", "bib"), 10_000)] = [run.Outcome(error="too large")]
    shown = page.page(results, [10_000], 1, {"machine": "an abacus", "bibkit": "1"}, ["pandoc: bib to json"])
    assert "| read BibTeX | bibtexparser, names | 10,000 | 0.500 s | 1.000 s | **0.50** | 0.2 |" in shown
    assert "- read BibTeX, against bibtexparser, names, 10,000 records: 0.50, promised 0.2" in shown
    assert "| read BibTeX | citerra | 10,000 | 0.500 s | 1.000 s | 0.50 | 1 |" in shown
    assert "- refkit read, 10,000 records: fails with “too large”" in shown
    assert "an abacus" in shown
    assert "- pandoc: bib to json" in shown
