"""One piece of work of one program, timed alone in a process of its own.

``python tests/benchmarks/tasks.py TASK FILE`` prints a line of JSON: seconds of the work (imports and, for writing, the
reading before it not counted), peak memory in MB, and how many records came out; with ``--losses COUNT``, for a file of so
many records, also what was lost (not timed).
"""

from __future__ import annotations

import argparse
import gc
import json
import re
import resource
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import findings

Work = Callable[[], Any]


def bibkit_read(path: Path) -> Work:
    import bibkit

    next(bibkit.read(path))  # loads the format's modules
    return lambda: list(bibkit.read(path))


def bibkit_stream(path: Path) -> Work:
    """Read without keeping, for the peak of memory."""
    import bibkit

    next(bibkit.read(path))
    return lambda: range(sum(1 for _ in bibkit.read(path)))


def bibkit_write(name: str) -> Callable[[Path], Work]:
    def prepare(path: Path) -> Work:
        import bibkit
        from bibkit.pipeline import choose_destination, write_papers
        from bibkit.plugins.registry import Registry
        from bibkit.report import Report

        papers = list(bibkit.read(path))
        registry = Registry.default()
        destination = choose_destination(None, registry, to_format=name)
        list(write_papers(papers[:1], destination, registry, Report()))  # loads the format's modules
        return lambda: _join(list(write_papers(papers, destination, registry, Report())))

    return prepare


def _join(pieces: list[Any]) -> Any:
    """Formats give text or bytes, one kind each."""
    return (pieces[0][:0]).join(pieces)


def bibtexparser_read(path: Path) -> Work:
    import bibtexparser
    from bibtexparser import middlewares

    names = [middlewares.SeparateCoAuthors(), middlewares.SplitNameParts()]
    return lambda: bibtexparser.parse_file(str(path), append_middleware=names).entries


def bibtexparser_read_all(path: Path) -> Work:
    import bibtexparser
    from bibtexparser import middlewares

    both = [middlewares.LatexDecodingMiddleware(), middlewares.SeparateCoAuthors(), middlewares.SplitNameParts()]
    return lambda: bibtexparser.parse_file(str(path), append_middleware=both).entries


def bibtexparser_write(path: Path) -> Work:
    import bibtexparser

    library = bibtexparser.parse_file(str(path))
    return lambda: bibtexparser.write_string(library)


def pybtex_read(path: Path) -> Work:
    from pybtex.database import parse_file
    from pybtex.plugin import find_plugin

    find_plugin("pybtex.database.input", "bibtex")  # loads the format's module
    return lambda: list(parse_file(str(path)).entries.items())


def pybtex_write(path: Path) -> Work:
    from pybtex.database import parse_file
    from pybtex.plugin import find_plugin

    data = parse_file(str(path))
    find_plugin("pybtex.database.output", "bibtex")
    return lambda: data.to_string("bibtex")


def citerra_read(path: Path) -> Work:
    import citerra

    def work() -> Any:
        document = citerra.parse(
            path.read_text("utf-8"),
            tolerant=True,
            capture_source=False,
            preserve_raw=False,
            expand_values=True,
            latex_to_unicode=True,
        )
        return [
            (entry.key, [(field.name, field.unicode_text()) for field in entry.fields], entry.authors())
            for entry in document.entries
        ]

    return work


def refkit_read(path: Path) -> Work:
    import refkit

    return lambda: list(refkit.Library.parse_bibtex(path.read_text("utf-8")).to_records())


def rispy_read(path: Path) -> Work:
    import rispy

    def work() -> Any:
        with path.open(encoding="utf-8") as file:
            return rispy.load(file)

    return work


def rispy_write(path: Path) -> Work:
    import rispy

    with path.open(encoding="utf-8") as file:
        records = rispy.load(file)
    return lambda: rispy.dumps(records)


def msgspec_csl_read(path: Path) -> Work:
    import msgspec

    decoder = msgspec.json.Decoder(list[_csl_item()])
    return lambda: decoder.decode(path.read_bytes())


def msgspec_csl_write(path: Path) -> Work:
    import msgspec

    items = msgspec.json.decode(path.read_bytes(), type=list[_csl_item()])
    return lambda: msgspec.json.encode(items)


CSL_TEXTS = (
    "id citation_key type title container_title volume issue page DOI URL ISSN publisher abstract keyword number "
    "collection_title language source"
)


def _csl_item() -> Any:
    """A typed CSL item with the members of the file."""
    import msgspec

    name = msgspec.defstruct(
        "Name",
        [(member, str, "") for member in ("family", "given", "non_dropping_particle", "literal")],
        rename="kebab",
    )
    date = msgspec.defstruct("Date", [("date_parts", list[list[int]], []), ("literal", str, "")], rename="kebab")
    texts = CSL_TEXTS.split()
    return msgspec.defstruct(
        "Item",
        [
            *[(member, str, "") for member in texts],
            ("author", list[name], []),
            ("issued", date | None, None),
            ("custom", Any, None),
        ],
        rename=lambda member: member if member.isupper() else member.replace("_", "-"),
    )


def lxml_rdf_write(path: Path) -> Work:
    """lxml's incremental writer, emitting the elements of a Zotero RDF file that bibkit wrote, a small tree a record."""
    import io

    from lxml import etree

    root = etree.parse(str(path)).getroot()
    name, names = root.tag, root.nsmap

    def take(element: Any) -> tuple[Any, ...]:
        return element.tag, dict(element.attrib), element.text, element.tail, [take(child) for child in element]

    records = [take(child) for child in root]
    root.clear()

    def fill(made: Any, text: str | None, tail: str | None, children: list[Any]) -> None:
        made.text, made.tail = text, tail
        for tag, attributes, *rest in children:
            fill(etree.SubElement(made, tag, attributes), *rest)

    def work() -> Any:
        output = io.BytesIO()
        with etree.xmlfile(output, encoding="utf-8") as file, file.element(name, nsmap=names):
            for tag, attributes, *rest in records:
                made = etree.Element(tag, attributes, nsmap=names)
                fill(made, *rest)
                file.write(made)
        return output.getvalue()

    return work


def csl_of(items: Any) -> Iterable[findings.Finding]:
    import msgspec

    return findings.from_csl(msgspec.json.encode(items))


class Task(NamedTuple):
    """What gets the work ready, and how to see what came out."""

    prepare: Callable[[Path], Work]
    find: Callable[[Any], Iterable[findings.Finding]]


BIB, RIS, RDF = (partial(findings.from_text, suffix) for suffix in ("bib", "ris", "rdf"))
TASKS = {
    "bibkit read": Task(bibkit_read, findings.from_papers),
    "bibkit stream": Task(bibkit_stream, iter),
    "bibkit write bibtex": Task(bibkit_write("bibtex"), BIB),
    "bibkit write ris": Task(bibkit_write("ris"), RIS),
    "bibkit write csl-json": Task(bibkit_write("csl-json"), findings.from_csl),
    "bibkit write zotero-rdf": Task(bibkit_write("zotero-rdf"), RDF),
    "bibtexparser read": Task(bibtexparser_read, findings.from_bibtexparser),
    "bibtexparser read and decode": Task(bibtexparser_read_all, findings.from_bibtexparser),
    "bibtexparser write": Task(bibtexparser_write, BIB),
    "pybtex read": Task(pybtex_read, findings.from_pybtex),
    "pybtex write": Task(pybtex_write, BIB),
    "citerra read": Task(citerra_read, findings.from_citerra),
    "refkit read": Task(refkit_read, findings.from_refkit),
    "rispy read": Task(rispy_read, findings.from_rispy),
    "rispy write": Task(rispy_write, RIS),
    "msgspec read": Task(msgspec_csl_read, csl_of),
    "msgspec write": Task(msgspec_csl_write, findings.from_csl),
    "lxml write": Task(lxml_rdf_write, RDF),
}
RECORD = re.compile(rb'^@(?!string)|^ER  -|"id":|<z:citationKey>|"type":"[^"]*","key":', re.MULTILINE)
"""What each record of a written text has once, in any of the formats."""


def count(result: Any) -> int:
    """How many records there are in what a task gave."""
    if isinstance(result, str):
        result = result.encode()
    return len(RECORD.findall(result)) if isinstance(result, bytes) else len(result)


def main() -> None:
    """Prepare, work, report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("task")
    parser.add_argument("file", type=Path)
    parser.add_argument("--losses", type=int, metavar="COUNT")
    arguments = parser.parse_args()
    task = TASKS[arguments.task]
    work = task.prepare(arguments.file)
    gc.collect()
    gc.freeze()  # what the work is given, the same for all, is not searched for garbage again and again
    started = time.perf_counter()
    result = work()
    seconds = time.perf_counter() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    said = {"seconds": seconds, "peak": peak, "records": count(result)}
    if arguments.losses:
        from losses import compare

        said["lost"] = compare(task.find(result), arguments.losses)
    sys.stdout.write(json.dumps(said) + "\n")


if __name__ == "__main__":
    main()
