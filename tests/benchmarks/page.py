"""The page that shows what was measured.

Knows: how the tables and their explanations look. Must not know: how anything was measured.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from losses import ASPECTS, OTHER, Lost
from rows import (
    GROWING,
    PATIENCE,
    PROMISED_FROM,
    PROMISED_GROWTH,
    PROMISED_MEMORY,
    ROWS,
    SLOW,
    STARTS,
    STREAMING,
    Job,
    Row,
    Step,
)

if TYPE_CHECKING:
    from run import Outcome, Results

DEBIAN = ("node", "pandoc", "bibutils")
COLUMNS = tuple(aspect for aspect in ASPECTS if aspect not in OTHER)
TITLES = {"bib": "BibTeX", "ris": "RIS", "json": "CSL-JSON", "rdf": "Zotero RDF", "txt": "topic document"}


class Measured:
    """The outcomes, asked by step and size."""

    def __init__(self, results: Results, sizes: Sequence[int]) -> None:
        self.results = results
        self.sizes = sizes

    def good(self, step: Step, size: int) -> list[Outcome]:
        return [one for one in self.results.get(Job(step, size), ()) if not one.error]

    def error(self, step: Step, size: int) -> str:
        return next((one.error for one in self.results.get(Job(step, size), ()) if one.error), "")

    def seconds(self, step: Step, size: int) -> float:
        return statistics.median(one.seconds for one in self.good(step, size))

    def peak(self, step: Step, size: int) -> float:
        return statistics.median(one.peak for one in self.good(step, size))

    def sizes_of(self, row: Row) -> Sequence[int]:
        return self.sizes if row.of_size else [0]


def table(headings: str, rows: Iterator[Sequence[str]], left: int = 1) -> str:
    """A Markdown table whose first columns are text and whose others are numbers."""
    names = headings.split("|")
    rule = "|".join(["---"] * left + ["--:"] * (len(names) - left))
    return (
        "\n".join(
            [
                f"| {' | '.join(name.strip() for name in names)} |",
                f"|{rule}|",
                *(f"| {' | '.join(row)} |" for row in rows),
            ]
        )
        + "\n"
    )


def comparison_rows(measured: Measured) -> Iterator[Sequence[str]]:
    for row in ROWS:
        for size in measured.sizes_of(row):
            count = f"{size:,}" if size else ""
            ours, theirs = measured.good(row.ours, size), measured.good(row.theirs, size)
            failed = measured.error(row.theirs, size)
            if ours and failed:
                yield row.what, row.peer, count, _time(measured.seconds(row.ours, size)), "fails", "", "", "", "", ""
            elif ours and theirs:
                yield (
                    row.what,
                    row.peer,
                    count,
                    _time(measured.seconds(row.ours, size)),
                    _time(measured.seconds(row.theirs, size)),
                    _ratio(measured, row, size),
                    _promise(row, size),
                    f"{measured.peak(row.ours, size):.0f}",
                    f"{measured.peak(row.theirs, size):.0f}",
                    f"{len(ours)}, {len(theirs)}",
                )


def _ratio(measured: Measured, row: Row, size: int) -> str:
    ratio = measured.seconds(row.ours, size) / measured.seconds(row.theirs, size)
    text = f"{ratio:.3f}" if ratio < 0.1 else f"{ratio:.2f}"
    return f"**{text}**" if _missed(row, size, ratio) else text


def _promised(row: Row, size: int) -> bool:
    return bool(row.promise) and (not row.of_size or size >= PROMISED_FROM)


def _promise(row: Row, size: int) -> str:
    return f"{row.promise:g}" if _promised(row, size) else ""


def _missed(row: Row, size: int, ratio: float) -> bool:
    return _promised(row, size) and ratio > row.promise


def growth_rows(measured: Measured) -> Iterator[Sequence[str]]:
    for step, what in reversed(GROWING.items()):
        cells = []
        for small, large in _decades(measured.sizes):
            if measured.good(step, small) and measured.good(step, large):
                ratio = measured.seconds(step, large) / measured.seconds(step, small)
                cells.append(f"**{ratio:.1f}**" if ratio > PROMISED_GROWTH else f"{ratio:.1f}")
            else:
                cells.append("")
        if any(cells):
            yield (what, *cells, f"{PROMISED_GROWTH:g}")


def _decades(sizes: Sequence[int]) -> list[tuple[int, int]]:
    return [(size, 10 * size) for size in sizes if 10 * size in sizes]


def memory_rows(measured: Measured) -> Iterator[Sequence[str]]:
    for what, step in STREAMING.items():
        for size in measured.sizes:
            if measured.good(step, size):
                peak = measured.peak(step, size)
                promise = f"{PROMISED_MEMORY:.0f}" if size >= 10 * PROMISED_FROM else ""
                shown = f"**{peak:.0f}**" if promise and peak > PROMISED_MEMORY else f"{peak:.0f}"
                yield what, f"{size:,}", shown, promise


def losses(measured: Measured) -> Iterator[tuple[Step, int, Lost]]:
    """For each program and work, what came out otherwise than it stands in the largest file that was looked at."""
    steps = [step for row in ROWS for step in (row.ours, row.theirs) if row.of_size and step.suffix != "txt"]
    for step in sorted(dict.fromkeys(steps), key=lambda step: step.program != "bibkit"):
        found = [(size, one.lost) for size in measured.sizes for one in measured.good(step, size) if one.lost]
        if found:
            yield step, *found[-1]


def loss_rows(measured: Measured) -> Iterator[Sequence[str]]:
    for step, size, lost in losses(measured):
        yield _who(step), f"{size:,}", *(_outcomes(lost[aspect]) for aspect in COLUMNS), _others(lost)


def example_lines(measured: Measured) -> Iterator[str]:
    """The first value of each kind that was changed."""
    for step, _, lost in losses(measured):
        for aspect, tally in lost.items():
            if tally["example"]:
                meant, found = tally["example"]
                yield f"- {_who(step)}, {aspect}: `{meant}` comes out as `{found}`"


def _who(step: Step) -> str:
    return step.task if step.suffix == "bib" else f"{step.task} ({TITLES[step.suffix]})"


def _others(lost: Lost) -> str:
    """The fields of which something was lost, each with what."""
    found = {field: _outcomes(lost[field]) for field in OTHER}
    return "; ".join([f"{field}: {what}" for field, what in found.items() if what not in {"", "all"}]) or "all"


def _outcomes(tally: Mapping[str, Any]) -> str:
    counts: Mapping[str, int] = tally["counts"]
    total = sum(counts.values())
    wrong = [f"{100 * count / total:.3g} % {name}" for name, count in counts.items() if name != "same"]
    return ", ".join(wrong) or ("all" if total else "")


def record_lines(measured: Measured) -> Iterator[str]:
    """Where not every record came out, or the program failed."""
    for step, size in measured.results:
        good = measured.good(step, size)
        error = measured.error(step, size)
        if error:
            yield f"- {step.task}, {size:,} records: fails with “{error}”"
        elif size and good[0].records != size:
            yield f"- {step.task} ({TITLES[step.suffix]}), {size:,} records: {good[0].records:,} come out"


def missed_lines(measured: Measured) -> Iterator[str]:
    for row in ROWS:
        for size in measured.sizes_of(row):
            if measured.good(row.ours, size) and measured.good(row.theirs, size):
                ratio = measured.seconds(row.ours, size) / measured.seconds(row.theirs, size)
                if _missed(row, size, ratio):
                    count = f", {size:,} records" if size else ""
                    yield f"- {row.what}, against {row.peer}{count}: {ratio:.2f}, promised {row.promise:g}"
    for what, *cells, promise in growth_rows(measured):
        yield from (
            f"- growth, {what}: {cell.strip('*')}, promised {promise}" for cell in cells if cell.startswith("*")
        )
    for what, size, peak, promise in memory_rows(measured):
        if peak.startswith("*"):
            yield f"- memory, {what}, {size} records: {peak.strip('*')} MB, promised {promise} MB"


def _time(seconds: float) -> str:
    return f"{seconds:.3f} s" if seconds < 10 else f"{seconds:.1f} s"


def page(results: Results, sizes: Sequence[int], rounds: int, about: Mapping[str, str], absent: Sequence[str]) -> str:
    """The whole page."""
    measured = Measured(results, sizes)
    growth = "|".join(f"{small:,} to {large:,}" for small, large in _decades(sizes))
    missed = list(missed_lines(measured))
    records = list(record_lines(measured))
    examples = list(example_lines(measured))
    parts: list[str] = [
        "<!-- Made by tests/benchmarks/run.py. -->\n# Benchmarks\n",
        INTRODUCTION,
        "## Time and memory\n",
        TIME,
        table(
            "work | peer | records | bibkit | peer's time | ratio | promised | bibkit MB | peer MB | runs",
            comparison_rows(measured),
            2,
        ),
        "Promises that are missed:\n\n" + "\n".join(missed) + "\n" if missed else "No promise is missed in this run.\n",
    ]
    if growth:
        parts += ["## Growth\n", GROWTH, table(f"work | {growth} | promised", growth_rows(measured))]
    parts += [
        "## Memory of a stream\n",
        MEMORY,
        table("work | records | peak MB | promised", memory_rows(measured)),
        "## What is lost\n",
        LOSSES,
        table(
            " | ".join(("program and work", "records", *COLUMNS, "other fields")), loss_rows(measured), len(COLUMNS) + 3
        ),
        *(["What “changed” means here, by the first such value:\n", "\n".join(examples) + "\n"] if examples else []),
        "Records that did not come out:\n\n" + "\n".join(records) + "\n"
        if records
        else "Every record came out everywhere.\n",
        "## How it is measured\n",
        method(rounds, sizes, sum(one.whole for outcomes in results.values() for one in outcomes) / 60),
        f"Machine: {about['machine']}.\n",
        "Versions: " + ", ".join(f"{name} {version}" for name, version in about.items() if name != "machine") + ".\n",
    ]
    if absent:
        parts.append("Left out, since the program or file is absent:\n\n" + "".join(f"- {task}\n" for task in absent))
    return "\n".join(parts)


def method(rounds: int, sizes: Sequence[int], minutes: float) -> str:
    """How it was measured, for who wants to do it again."""
    slow = "; ".join(f"{task.partition(':')[0]} ({size:,} records)" for task, size in SLOW.items())
    times = f"{rounds} rounds" if rounds > 1 else "1 round"
    return f"""\
- The files come from `tests/benchmarks/generate.py`: the same bytes for the same size on every machine, here {", ".join(f"{size:,}" for size in sizes)}
  records of about 1.5 KB. Journal articles and arXiv preprints with 3 to 12 authors, half of them with TeX for their diacritics, abstracts in 70 %,
  keywords, DOIs, month macros, some `@string` and `#`. All of it is invented. The RIS, CSL-JSON and Zotero RDF files are what bibkit makes of the BibTeX file.
- Every run is a process of its own. All tasks run once, one after another, then all of them again, {times} in all, so that a slow minute of the machine
  hits all alike. Time is wall time, and the tables show medians. A task whose runs have taken {PATIENCE:.0f} seconds together is not run again; "runs" says how often ours and the
  peer's ran. Start-up is measured {STARTS} times in each round. These tasks get no larger files: {slow}. The
  runs of this page took {minutes:.0f} minutes together.
- Inside Python the work alone is timed: modules are loaded before, and for writing the records are read before
  and kept from the garbage collector, which is on. A whole process is timed from its start to its end.
- Memory is the peak of the process itself, as the system reports it when the process ends (of a pipeline, the largest part); for work inside Python, the peak until the work was done.
  For writing that includes the records that were read before. Nothing is reported below about 10 MB, the size of the process that starts the others.
- bibkit is installed as a user installs it (not editable), in one environment with its peers; compiled modules are there, after a run that warms up.
- The commands: `pandoc -f bibtex -t csljson` (the file is BibTeX; `-f biblatex` takes as long and gives the same), `citation-js -i FILE -o FILE` (its default output is CSL-JSON),
  `bib2xml FILE | xml2ris`, `bibkit export FILE -o FILE`; @retorquere/bibtex-parser has no command, so a line of JavaScript parses the file and writes the result as JSON. All with default options.
"""


INTRODUCTION = """\
How long bibkit takes for what people do with bibliographies, beside the programs that they use for it today, and what each program makes of the file. Made by
`python tests/benchmarks/run.py`, which installs the peers, makes the files, runs all of it and writes this page. The figures hold for one machine; the ratios carry further.
"""
TIME = """\
"Ratio" is bibkit's time divided by the peer's: below 1, bibkit is faster. "Promised" is the ratio that bibkit sets itself as a limit, from 10,000 records on; a ratio above it is bold.

- *read*: from a file to records in memory. bibkit gives typed papers with names divided, TeX decoded and dates read. Peers often do less: see "what is lost".
  bibtexparser runs with its middlewares for names, and once more with that for LaTeX; citerra is asked for names and for decoded TeX; rispy gives dictionaries of strings; msgspec decodes into typed structs.
- *write*: from records in memory to text. lxml's incremental writer is handed the same elements, and makes a small tree for each record.
- *read topic document*: bibkit's reader of topic documents against bibkit's reader of BibTeX, on as many papers; it should not be slower.
- *whole process*: the command line, from its start to its end.
- *start-up*: the last rows, against a Python that does nothing. The topic page is an invented one of 40 papers; a real one is measured where there is one.
"""
GROWTH = """\
The time for ten times as many records, divided by the time for the smaller file. 10 is proportional; a whole process grows by less, since it also starts.
"""
MEMORY = """\
Reading and exporting hold one paper at a time, so memory should not grow with the file.
"""
LOSSES = """\
Every value that came out is compared with what the generator put in. A cell says which part of the values of its column came out otherwise; "all" means that all came out right.
Markup is not compared, nor the kind of dashes and spaces. What is written is read back by bibkit, except JSON.

- *as TeX*: commands or braces of TeX stand in the value. *macro*: the name of an `@string` or a `#` stands there.
- *not divided*: a name, or a list of keywords, comes as one string. *not read*: a date comes as text. *cut short*: it comes without its month or day.
- *capitals*: a title came in other capitals than the file's. *changed*: it differs otherwise. *missing*: it is not there.

Whether that is a loss depends on what one wants: CSL-JSON has one string for keywords, bibtexparser and pybtex leave TeX as it is so that it can be written back, and pandoc puts titles in sentence case as CSL asks.
"""
