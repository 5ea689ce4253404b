"""What is fuzzed: a function for each reader, and one for the codecs. Each takes bytes and raises where bibkit is at fault.

Knows: what must hold for any bytes. Must not know: atheris, so that pytest runs the same functions.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

import bibkit
from bibkit.citekeys.keys import compile_pattern
from bibkit.codecs import bibtex_names, dates, identifiers, latex, months, names, pages
from bibkit.identity.titles import compare_titles, read_title
from bibkit.plugins.registry import Registry
from bibkit.query.language import compile_query
from bibkit.testing.files import write_out
from bibkit.testing.samples import sample_paper
from bibkit.text import markup
from bibkit.text.mathtext import formula_to_unicode

__all__ = ["REGISTRY", "TARGETS"]

REGISTRY: Final = Registry.default()
_WRITTEN: Final = tuple(record.name for record in REGISTRY.formats.values() if record.write is not None)
_MOST_PAPERS: Final = 2
"""Papers of one input that are written; more tell nothing new."""


def read_and_write(name: str, data: bytes) -> None:
    """Read bytes as a format, then write what was found in another, which the bytes choose, and read that again.

    Only an input that is no text or not of the format may be refused; nothing that was written may.
    """
    report = bibkit.Report()
    try:
        papers = bibkit.loads(data, name, report=report, registry=REGISTRY)
    except bibkit.InputError:
        return
    for diagnostic in report.diagnostics:
        assert diagnostic.code, "a diagnostic has no code"
        assert diagnostic.message, "a diagnostic says nothing"
    papers = [paper for paper in papers if paper.title or paper.key][:_MOST_PAPERS]  # a table has no row for others
    if not papers:
        return
    other = _WRITTEN[zlib.crc32(data) % len(_WRITTEN)]
    written, _ = write_out(REGISTRY.format(other), papers)
    if REGISTRY.format(other).read is None:
        return
    again = bibkit.loads(written, other, registry=REGISTRY)
    assert len(again) == len(papers), f"{len(papers)} papers written as {other}, {len(again)} read"
    if other == "bibkit-jsonl":
        assert again == papers, "bibkit-jsonl gives other papers back"


def _round_trip(encode: Callable[[Any], str], decode: Callable[[str], Any], text: str) -> None:
    """Decode a text; what is encoded of it decodes to the same."""
    value = decode(text)
    if value is not None:
        again = decode(encode(value))
        assert again == value, f"{value!r} came back as {again!r}"


def _latex(text: str) -> None:
    rich = latex.decode(text)
    for ascii_only in (False, True):
        latex.decode(latex.encode(rich, ascii=ascii_only, protect=True))
    latex.encode(text)


def _names(text: str) -> None:
    for name in bibtex_names.split_bibtex_names(text)[:_MOST_PAPERS]:
        author = bibtex_names.decode_bibtex_name(name)
        assert bibtex_names.decode_usual_name(name) in (None, author)
        bibtex_names.decode_bibtex_name(bibtex_names.encode_bibtex_name(author))
        bibtex_names.decode_bibtex_name(bibtex_names.encode_bibtex_name(author, extended=True))
    names.encode_inverted(names.decode_inverted(text))
    names.encode_display(names.decode_display(text))


def _markup(text: str) -> None:
    plain = markup.from_html(text)
    for one in (text, plain):
        markup.to_plain(one)
        markup.from_html(markup.to_html(one))
        markup.unicode_math(one)
        markup.from_plain(one)
    formula_to_unicode(text)


def _identifiers(text: str) -> None:
    for function in (
        identifiers.decode_doi, identifiers.valid_doi, identifiers.looks_like_doi, identifiers.split_arxiv,
        identifiers.arxiv_category, identifiers.arxiv_category_of, identifiers.valid_isbn, identifiers.valid_issn,
        identifiers.decode_orcid, identifiers.valid_orcid, months.month_number, months.season_number,
    ):  # fmt: skip
        function(text)


def _pages(text: str) -> None:
    normal = pages.decode_pages(text)
    pages.encode_bibtex_pages(normal)
    pages.join_pages(*pages.split_pages(normal))


def _titles(text: str) -> None:
    compare_titles(read_title(text[: len(text) // 2]), read_title(text[len(text) // 2 :]))


def _query(text: str) -> None:
    with suppress(bibkit.BibkitError):
        compile_query(text)(sample_paper("book"))


def _key_pattern(text: str) -> None:
    with suppress(bibkit.BibkitError):
        compile_pattern(text)


_CODECS: Final[Sequence[Callable[[str], object]]] = (
    _latex,
    _names,
    _markup,
    _identifiers,
    _pages,
    _titles,
    _query,
    _key_pattern,
    partial(_round_trip, dates.encode_edtf, dates.decode_edtf),
    dates.decode_free_date,
)


def codecs(data: bytes) -> None:
    """The first byte chooses a codec; the others are the text that it takes."""
    if data:
        _CODECS[data[0] % len(_CODECS)](data[1:].decode("utf-8", "replace"))


TARGETS: Final[dict[str, Callable[[bytes], None]]] = {
    "codecs": codecs,
    **{
        record.name: partial(read_and_write, record.name)
        for record in REGISTRY.formats.values()
        if record.read is not None
    },
}
"""The functions by name: ``codecs``, and every format that is read, those of plugins too."""
