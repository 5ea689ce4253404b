"""What is fuzzed: a function for each reader, and one for the codecs. Each takes bytes and raises where bibkit is at fault.

Knows: what must hold for any bytes. Must not know: atheris, so that pytest runs the same functions.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

import msgspec

import bibkit
from bibkit import markup
from bibkit.citekeys import compile_pattern
from bibkit.codecs import dates, identifiers, latex, months, names, pages
from bibkit.mathtext import formula_to_unicode
from bibkit.model import KINDS, Paper
from bibkit.query import compile_query
from bibkit.registry import Registry
from bibkit.testing.samples import SAMPLES, sample_paper
from bibkit.titles import compare_titles, read_title

__all__ = ["REGISTRY", "TARGETS", "seeds", "tokens"]

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
    papers = papers[:_MOST_PAPERS]
    if not papers:
        return
    other = _WRITTEN[zlib.crc32(data) % len(_WRITTEN)]
    text = bibkit.dumps(papers, other, registry=REGISTRY)
    if REGISTRY.format(other).read is None:
        return
    again = bibkit.loads(text, other, registry=REGISTRY)
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
    for name in names.split_bibtex_names(text)[:_MOST_PAPERS]:
        author = names.decode_bibtex_name(name)
        names.decode_bibtex_name(names.encode_bibtex_name(author))
        names.decode_bibtex_name(names.encode_bibtex_name(author, extended=True))
    names.encode_inverted(names.decode_inverted(text))
    names.display_name(names.decode_display(text))


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
    normal = pages.normalise_pages(text)
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

_BIBTEX: Final = (
    '@string(tides = "Tide " # {Letters})\n@article{a, author = {Berg, Ada and {Weir Group} and others}, '
    'title = "{GPU} {\\\'e}tudes of $x_1$", journal = tides, month = jan # "~5", year = 2031, crossref = {b}}\n'
    "@comment{jabref-meta: grouping: 0 AllEntriesGroup:;1 StaticGroup:Silt\\;0\\;a\\;;}\n@preamble{ {x} }\n"
    "@proceedings(b, title = {Ponds}, date = {2031-01/2031-02~}, xdata = {c}, author+an = {1=silt})",
)
_PAGE: Final = (
    "Weirs that Learn\n\nLatest papers 2\n\nJan 5, 2031cs.LG\n\nPonds and $x$\n\nAn abstract.\n\n"
    "Ada Berg, Tunde Abara +2\n\nUniversity of Silt \u00b7 Tidal Institute\n\nDeep Learning Estuaries\n",
)
_RIS: Final = (
    "TY  - CHAP\nAU  - Berg, Ada, Jr.\nA2  - Sol, Petra\nPY  - 2031/01/05/spring\nSP  - 12\nEP  - 5\nN2  - Two\nlines\n"
    "L1  - https://example.org/a.pdf\nM3  - x\nDO  - 10.5555/1\nER  - \n",
)
_CSL: Final = (
    '{"items": [{"id": 1, "type": "chapter", "title": "A <i>b</i>", "issued": {"date-parts": [["2031", 1], [2032]], '
    '"circa": true}, "author": [{"family": "Berg", "dropping-particle": "van"}], "note": "k: v", "page": 12}]}',
)
_RDF: Final = (
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:bib="http://purl.org/net/biblio#" '
    'xmlns:dcterms="http://purl.org/dc/terms/"><bib:Memo rdf:about="#n"><rdf:value>&lt;p&gt;x&lt;/p&gt;</rdf:value>'
    '</bib:Memo><bib:Book rdf:about="#b"><dc:title>Ponds</dc:title><dc:subject><z:AutomaticTag><rdf:value>t</rdf:value>'
    '</z:AutomaticTag></dc:subject><dcterms:isReferencedBy rdf:resource="#n"/></bib:Book></rdf:RDF>',
)
_CODEC_TEXTS: Final = (
    r"{\"o} \emph{a} $x^{2}$ \'{\i} ``q'' -- \verb|x| \href{u}{v} \textbf{\textit{b}} \ss{} \$5 {\sc a} \(y\)",
    "von der {Berg}, Jr., Ada and family=Sol, given=Petra, prefix=de and others",
    "A <i>b</i> <sub>2</sub> &amp; $\\alpha_{1}$ <span style=\"font-variant:small-caps;\">c</span> &#x41;",
    "https://doi.org/10.5555/x; arXiv:3101.00001v2 [cs.LG]; 978-3-642-32156-6; 0378-5955",
    "123--45, e12-e15; A1\u2013A9",
    "On weirs: a study. Weirs",
    'author:berg and (year>=2031 or not tag:"silt") -x',
    "[auth:lower][year][shorttitle3]",
    "2031-02~/2032-21?",
    "Sep--Oct 2031; 29 Jun 2031; 70 BCE; spring 2031",
)
_WRITTEN_BY_HAND: Final = {
    "bibtex": _BIBTEX, "biblatex": _BIBTEX, "ris": _RIS, "csl-json": _CSL, "zotero-rdf": _RDF, "topic-page": _PAGE,
}  # fmt: skip


def seeds(name: str) -> Iterator[bytes]:
    """Invented inputs to begin with."""
    if name == "codecs":
        for number, text in enumerate(_CODEC_TEXTS):
            yield bytes([number]) + text.encode()
        return
    for text in _WRITTEN_BY_HAND.get(name, ()):
        yield text.encode()
        yield text.encode("utf-16")
    if name in _WRITTEN:
        for kind in KINDS:
            paper = msgspec.structs.replace(sample_paper(kind), abstract="Silt.")
            yield bibkit.dumps([paper], name, registry=REGISTRY).encode()
        yield bibkit.dumps([_full_paper(), Paper(key="b", title="Ponds")], name, registry=REGISTRY).encode()


def _full_paper() -> Paper:
    """A paper with every field filled."""
    return Paper(**{**SAMPLES, "extra": {"silt": "much"}})


_TOKENS: Final = {
    "bibtex": '@article{ @string{ @comment{ @preamble{ @xdata{ author editor title journal year month date crossref xdata pages keywords eprint "{ }" # = , and others \\" \\\' \\emph{ $ % ~ -- family= \\begin{ \\verb{ file doi url'.split(),
    "ris": ["TY  - JOUR", "ER  - ", "AU  - ", "PY  - ", "Y1  - ", "DA  - ", "SP  - ", "EP  - ", "N1  - ", "L1  - ", "AD  - ", "M1  - ", "KW  - ", "TY", "\r\n", "//"],
    "csl-json": '"id" "type" "title" "issued" "date-parts" "raw" "season" "circa" "literal" "family" "given" "items" "note" "author" null true [[ ]] [ ] { } : , \\u0000 \\ud800 1e999 -0 <i> </i>'.split(),
    "zotero-rdf": '<rdf:RDF <bib:Article <dc:title> </dc:title> <z:Collection rdf:about=" rdf:resource=" rdf:parseType=" <rdf:li> <rdf:Seq> xml:lang=" <![CDATA[ ]]> &amp; &#0; &lt;!DOCTYPE <!ENTITY <?xml <!-- --> <foaf:Person> <link:link'.split(),
    "topic-page": ["Latest papers ", "\n\n", " +2", " \u00b7 ", "Jan 5, 2031", "cs.LG", "$", "\\alpha", ", ", "\t", "Top Papers", "PDF"],
}  # fmt: skip
_TOKENS_OF: Final = {"biblatex": "bibtex", "bibkit-jsonl": "csl-json", "codecs": "bibtex"}


def tokens(name: str) -> list[str]:
    """Words of a format that a fuzzer would hardly find alone."""
    return list(_TOKENS.get(_TOKENS_OF.get(name, name), ()))
