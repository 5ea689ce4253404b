"""One piece of work of one program, timed alone in a process of its own.

``python tests/benchmarks/tasks.py TASK FILE`` prints a line of JSON: seconds of the work (imports and, for writing, the
reading before it not counted), peak memory in MB, how many records came out, and what the program lost.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Work = Callable[[], Any]


def bibkit_read(path: Path) -> Work:
    import bibkit

    next(bibkit.read(path))  # loads the format's modules
    return lambda: list(bibkit.read(path))


def bibkit_stream(path: Path) -> Work:
    """Read without keeping, for the peak of memory."""
    import bibkit

    return lambda: [None for _ in bibkit.read(path)]


def bibkit_write(name: str) -> Callable[[Path], Work]:
    def prepare(path: Path) -> Work:
        import bibkit
        from bibkit.pipeline import choose_destination, write_papers
        from bibkit.registry import Registry
        from bibkit.report import Report

        papers = list(bibkit.read(path))
        registry = Registry.default()
        destination = choose_destination(None, registry, to_format=name)
        list(write_papers(papers[:1], destination, registry, Report()))  # loads the format's modules
        return lambda: (list(write_papers(papers, destination, registry, Report())), papers)[1]

    return prepare


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
    return lambda: (bibtexparser.write_string(library), library.entries)[1]


def pybtex_read(path: Path) -> Work:
    from pybtex.database import parse_file

    def work() -> Any:
        entries = parse_file(str(path)).entries
        return [(entry.persons, entry.fields) for entry in entries.values()]

    return work


def pybtex_write(path: Path) -> Work:
    from pybtex.database import parse_file

    data = parse_file(str(path))
    return lambda: (data.to_string("bibtex"), list(data.entries))[1]


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
    return lambda: (rispy.dumps(records), records)[1]


def msgspec_csl_read(path: Path) -> Work:
    import msgspec

    decoder = msgspec.json.Decoder(list[_csl_item()])
    return lambda: decoder.decode(path.read_bytes())


def msgspec_csl_write(path: Path) -> Work:
    import msgspec

    items = msgspec.json.decode(path.read_bytes(), type=list[_csl_item()])
    return lambda: (msgspec.json.encode(items), items)[1]


def _csl_item() -> Any:
    """A typed CSL item with the members of the file."""
    import msgspec

    name = msgspec.defstruct(
        "Name",
        [(member, str, "") for member in ("family", "given", "non_dropping_particle", "literal")],
        rename="kebab",
    )
    date = msgspec.defstruct("Date", [("date_parts", list[list[int]], []), ("literal", str, "")], rename="kebab")
    texts = [
        "id",
        "citation_key",
        "type",
        "title",
        "container_title",
        "volume",
        "issue",
        "page",
        "DOI",
        "URL",
        "ISSN",
        "publisher",
        "abstract",
        "keyword",
        "number",
        "collection_title",
        "language",
        "source",
    ]
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
    """lxml's incremental writer, emitting the elements of a Zotero RDF file that bibkit wrote."""
    import io

    from lxml import etree

    tree = etree.parse(str(path))
    root = tree.getroot()
    children = list(root)

    def copy(element: Any) -> Any:
        made = etree.Element(element.tag, element.attrib)
        made.text, made.tail = element.text, element.tail
        made.extend([copy(child) for child in element])
        return made

    def work() -> Any:
        output = io.BytesIO()
        with etree.xmlfile(output, encoding="utf-8") as file, file.element(root.tag, nsmap=root.nsmap):
            for child in children:
                file.write(copy(child))
        return children

    return work


TASKS: dict[str, Callable[[Path], Work]] = {
    "bibkit read": bibkit_read,
    "bibkit stream": bibkit_stream,
    "bibkit write bibtex": bibkit_write("bibtex"),
    "bibkit write ris": bibkit_write("ris"),
    "bibkit write csl-json": bibkit_write("csl-json"),
    "bibkit write zotero-rdf": bibkit_write("zotero-rdf"),
    "bibtexparser read": bibtexparser_read,
    "bibtexparser read and decode": bibtexparser_read_all,
    "bibtexparser write": bibtexparser_write,
    "pybtex read": pybtex_read,
    "pybtex write": pybtex_write,
    "citerra read": citerra_read,
    "refkit read": refkit_read,
    "rispy read": rispy_read,
    "rispy write": rispy_write,
    "msgspec read": msgspec_csl_read,
    "msgspec write": msgspec_csl_write,
    "lxml write": lxml_rdf_write,
}


def main() -> None:
    """Prepare, work, report."""
    task, path = sys.argv[1], Path(sys.argv[2])
    work = TASKS[task](path)
    started = time.perf_counter()
    result = work()
    seconds = time.perf_counter() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sys.stdout.write(json.dumps({"seconds": seconds, "peak": peak, "records": len(result)}) + "\n")


if __name__ == "__main__":
    main()
