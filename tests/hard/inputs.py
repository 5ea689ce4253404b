"""Inputs on which careless readers take time that grows with the square of the size, or worse.

Knows: what each format repeats and nests. Must not know: how bibkit reads.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Final
from xml.sax.saxutils import escape

from bibkit.model import Affiliation, Attachment, Author, Date, Paper

__all__ = ["UNITS", "cases", "papers", "runs"]

UNITS: Final = (
    # what opens and never closes, and what closes nothing
    "{", "}", "(", ")", "[", "]", '"', "'", "<", ">", "$", "$$", "\\(", "\\[", "|", "`", "``", "``a''", "{}", "{a} ", "$a$ ", '"a" ',
    # BibTeX
    "@", "@misc{", "@misc(", "@misc{a, ", '@misc{a, title = "', "@misc{a, title = {", "@misc{a, title = {b}}\n", "@misc{a}\n", "@comment{", "@comment", "@preamble{", '@preamble{"',
    "@string{", '@string{a = "', '@string{a = "b"}\n', "a = ", "a = {b}, ", "a = b # ", " # ", "#", "=", "%", "%\n", "@misc{a, title = {b}\n",
    # RIS
    "ER  - \n", "ER", "TY  - ", "TY  - JOUR\n", "TY  - JOUR\nER  - \n", "AU  - \n", "AU  - a\n", "AU  -", "  - ", "N1  - a\nb\n", "PMID- 1\n", "AB  - a\n",
    # JSON and XML
    '{"a":', '{"a":1},', "[{", '"a",', "1,", "null,", "[[[[]]]],", "\\u0000", "\\ud800", "{}\n", '{"title":"a"}\n', "[]\n",
    "<a>", "<a", "</a>", "<a/>", "<a b='c' ", "<!--", "<!-- a -->", "<![CDATA[", "<?a ", "<!ENTITY ", "<!DOCTYPE ", "&", "&amp;", "&#", "&#65;", "&a;", "]]>", "<i>", "<i></i>", "<i><b>",
    "<sub>a</sub>", '<span class="nocase">', "<rdf:RDF>", "<rdf:li>", "<record>", "<PubmedArticle>", "<mods>",
    # white space and control characters
    " ", "\n", "\r", "\r\n", "\t", "\n\n", " \n", "\u00a0", "\u2028", "\x0b", "\x00", "\x01a", "\ufeff", "\u200b", "a\n", "a\n\n", "  a\n",
    # names, lists, dates, numbers
    ",", ", ", "a, ", " and ", "and ", "a and ", "von ", "de la ", "a, b and ", ", Jr.", "A.", "A. ", "family=a, ", ";", "; ", ":", ": ", ".", ". ", "-", "--", " -- ", "/", "_", "^", "+1 ", "*",
    "1", "1-", "1--2, ", "0", "2031-", "2031-01-05 ", "2031/", "Jan 5, 2031\n", "Jan ", "jan # ", "~", "?", "!", "10.5555/", "https://", "https://a.b/", "arXiv:3101.00001 ", "www.", "a@b.c ", "file:", ":a:pdf;", "\\;", "\\:",
    # TeX
    "\\", "\\\\", "\\'", "\\'{", "\\'e", '\\"', '{\\"o}', "\\{", "\\}", "\\$", "\\emph{", "\\emph{a} ", "\\textbf{\\textit{", "\\a", "\\alpha ", "$\\alpha$ ", "\\begin{a}", "\\begin{a}\\end{a}", "\\end{a}", "\\verb|", "\\verb|a|",
    "\\frac{", "$\\frac{a}{b}$", "^{", "_{", "a_", "a^2", "\\href{", "\\href{a}{b}", "\\url{", "\\c ", "\\char", "\\ ", "\\-", "{\\em ", "{\\bf a} ", "\\item ", "\\%", "%a\n", "\\begin{", "\\text{$", "\\ensuremath{", "\\left(", "\\over ", "\\mathrm{a}",
    # letters
    "a", "A", "Aa ", "aA", "GPU ", "word ", "the ", "é", "e\u0301", "\u0301", "\u0301\u0316", "\u05b0\u094d", "ß", "İ", "漢", "Ж ", "\U0001f600", "\u200d", "ﬁ", "\u2029", "\u0345\u0327", "가", "\u1100\u1161", "α",
    # topic pages
    "Latest papers 2\n\n", "Top papers\n\n", "+2\n\n", " · ", "a · b\n\n", "PDF\n\n", "Jan 5, 2031cs.LG\n\n", "cs.LG\n", "A B, C D\n\n", "Deep Learning ", "University of A\n\n", "University of ",
    # pages and keys
    "pp. ", "e1--", "a:b", "keywords = {a}, ", "crossref = {a}, ",
)  # fmt: skip
"""What is repeated."""

_FIELDS: Final = 6
"""The fields of one record that each hold the unit many times."""


def cases(name: str, size: int) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """The inputs for a format, about ``size`` bytes each, each with a name: units bare, in fields, and what it nests."""
    for unit in UNITS:
        yield f"{unit!r}", lambda unit=unit: _many(unit, size).encode()
        wrap = _IN_FIELDS.get(name)
        if wrap is not None:
            yield f"{unit!r} in fields", lambda unit=unit, wrap=wrap: wrap(_many(unit, size // _FIELDS)).encode()
    for label, make in _NESTED.get(name, {}).items():
        yield label, lambda make=make: make(size).encode()


def papers(size: int) -> Iterator[tuple[str, Callable[[], list[Paper]]]]:
    """Lists of papers that hold about ``size`` letters: each unit many times in the fields of one, and many of all things."""
    for unit in UNITS:
        yield f"{unit!r}", lambda unit=unit: [_paper(_many(unit, size // _FIELDS))]
    count = size // 20
    many = [str(number) for number in range(count)]
    yield "many authors", lambda: [Paper(key="a", title="b", authors=tuple([Author(one, "Ada") for one in many]))]
    yield "one author many times", lambda: [Paper(key="a", title="b", authors=(Author("Berg", "Ada"),) * count)]
    yield "many tags", lambda: [Paper(key="a", title="b", tags=tuple(many), automatic_tags=tuple(many))]
    yield "many notes", lambda: [Paper(key="a", title="b", notes=tuple(many))]
    yield (
        "many attachments",
        lambda: [Paper(key="a", title="b", attachments=tuple([Attachment(path=one) for one in many]))],
    )
    yield "many institutions", lambda: [_with_institutions(many)]
    yield "many collections", lambda: [Paper(key="a", title="b", collections=tuple([(one,) for one in many]))]
    yield "deep collections", lambda: [Paper(key="a", title="b", collections=(tuple(many[:2000]),))]
    yield "much extra", lambda: [Paper(key="a", title="b", extra={one: (one,) for one in many})]
    yield "one key", lambda: [Paper(key="a", title="b")] * count
    yield "no key", lambda: [Paper(title="b", eprint="3101.00001")] * count
    yield "keys", lambda: [Paper(key=one, title="b", collections=(("x", one),)) for one in many]
    yield "ranges of dates", lambda: [Paper(key="a", title="b", issued=_nested_date(min(count, 500)))]


def runs(name: str, size: int) -> Iterator[tuple[str, Callable[[], str]]]:
    """Texts of ``size`` letters for one codec or one grammar of lines, each with a name.

    Each begins a match at every letter, and lets it fail only at the end of all that are alike: an expression that
    tries again from the next letter takes the square of their number. No text holds what would end a match early.
    """
    for unit in _RUNS[name]:
        before, repeated, after = unit
        yield f"{before!r}, many {repeated!r}, {after!r}", lambda unit=unit: unit[0] + _many(unit[1], size) + unit[2]


_RUNS: Final[dict[str, tuple[tuple[str, str, str], ...]]] = {
    "pages": (
        ("", "-", ""), ("1", "-", "1"), ("", " -", ""), ("", "- ", "1"), ("1", " ", "1"), ("1-1", " ", "-1"), ("", "\u2013", "1-"), ("1", "1-", ""),
        ("", "1", "-"), ("", "1", "x-1"), ("", "1", "-1x"), ("", "ivx", "y-1"), ("", "ivx", "-1"), ("", "p", "-1"), ("", "p.", "-"), ("pp. ", "pp ", "-"),
        ("", ", ", "1-"), ("", "1-2, ", "x"), ("1", "\t", ",-"), ("", "e1-", "x"), ("", "1-2-", ""), ("", "\u2010", "1"), ("", "1 \u2013 ", ""), ("", " ;", ""),
    ),
    "ris-lines": (
        ("", " ", "x"), ("", "\t", "x"), ("", "\u00a0", "x"), ("", "\ufeff ", "x"), ("x", " ", "-"), ("ER", " ", "x"), ("ER  -", " ", "TX  - a"), ("", "ER  - ", "x"),
        ("", "TY  - ", "x"), ("", "A", "  -"), ("", "AB ", "-"), ("", "AB  -", ""), ("", "-", ""), ("", "\u2013", "x"), (";", "&", ""), (";", "&#", ""),
        (";", "&#1", ""), (";", "&a", ""), ("&;", "&#x", "&"), ("", "<", ""), ("", "<i", ""), ("", "&lt;", ""), ("", "a;", "&"), ("", "//", ""), ("", "1-", ""),
        ("", "a, ", ""), ("", "e\u0301", ""), ("", "\u0301\u0316", ""),
    ),
}  # fmt: skip


def _paper(text: str) -> Paper:
    return Paper(
        key="a", title=text, abstract=text, authors=(Author(text, text), Author(literal=text)), notes=(text,),
        tags=(text,), page=text, container_title=text, doi=text[:500], url=text[:500], note=text,
        issued=Date(literal=text), collections=((text,),), attachments=(Attachment(title=text, path=text),),
        affiliations=(Affiliation(text),), extra={"silt": (text,), "bibtex:before": (text,), "csl-json:json:a": (text,)},
    )  # fmt: skip


def _with_institutions(many: list[str]) -> Paper:
    authors = tuple([Author(one, affiliations=(number, 0)) for number, one in enumerate(many)])
    return Paper(key="a", title="b", authors=authors, affiliations=tuple([Affiliation(one) for one in many]))


def _nested_date(depth: int) -> Date:
    date = Date(2031)
    for _ in range(depth):
        date = Date(2031, end=date)
    return date


def _many(unit: str, size: int) -> str:
    return unit * (size // len(unit))


# -- a record with the text in its fields ---------------------------------------------------------------------


def _bibtex(text: str) -> str:
    """A text with broken braces is what the fields are cut by; then the next case is the bare one again."""
    fields = "".join(
        [f"{field} = {{{text}}},\n" for field in ("title", "author", "abstract", "keywords", "pages", "date")]
    )
    return f"@article{{a,\n{fields}}}\n@book{{b, title = {{Ponds}}}}\n"


def _ris(text: str) -> str:
    line = " ".join(text.split("\n"))
    return "TY  - JOUR\n" + "".join([f"{tag}  - {line}\n" for tag in ("TI", "AU", "KW", "SP", "DA", "N2")]) + "ER  - \n"


def _nbib(text: str) -> str:
    line = "\n      ".join(text.split("\n"))
    return "PMID- 1\n" + "".join([f"{tag:4}- {line}\n" for tag in ("TI", "FAU", "AD", "MH", "DP", "AB")]) + "\n"


def _csl(text: str) -> str:
    item = {
        "id": "a", "type": "book", "title": text, "author": [{"family": text, "given": text}], "note": text, "page": text,
        "issued": {"raw": text},
    }  # fmt: skip
    return json.dumps([item], ensure_ascii=False)


def _jsonl(text: str) -> str:
    paper = {
        "key": "a",
        "title": text,
        "authors": [{"family": text, "given": text}],
        "abstract": text,
        "tags": [text],
        "page": text,
    }
    return json.dumps(paper, ensure_ascii=False) + "\n"


def _topic(text: str) -> str:
    return (
        f"Weirs\n\nLatest papers 2\n\nJan 5, 2031cs.LG\n\n{text}\n\n{text}\n\nAda Berg, {text} +2\n\n"
        f"University of Silt \u00b7 {text}\n\n{text}\n\nJan 4, 2031cs.LG\n\nPonds\n\nAn abstract.\n\nAda Berg\n\nDeep {text}\n"
    )


_NAMESPACES: Final = (
    'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" '
    'xmlns:bib="http://purl.org/net/biblio#" xmlns:foaf="http://xmlns.com/foaf/0.1/"'
)


def _rdf_file(content: str) -> str:
    return f"<rdf:RDF {_NAMESPACES}>{content}</rdf:RDF>"


def _rdf(text: str) -> str:
    text = escape(text)
    fields = "".join(
        [f"<{tag}>{text}</{tag}>" for tag in ("dc:title", "dc:date", "bib:pages", "dcterms:abstract", "dc:description")]
    )
    person = f"<foaf:Person><foaf:surname>{text}</foaf:surname></foaf:Person>"
    return _rdf_file(
        f'<bib:Book rdf:about="#a">{fields}<bib:authors><rdf:Seq><rdf:li>{person}</rdf:li></rdf:Seq></bib:authors></bib:Book>'
    )


def _endnote(text: str) -> str:
    text = escape(text)
    fields = (
        f"<titles><title>{text}</title></titles><contributors><authors><author>{text}</author></authors></contributors>"
    )
    more = f"<abstract>{text}</abstract><keywords><keyword>{text}</keyword></keywords><pages>{text}</pages><dates><year>{text}</year></dates>"
    return f'<xml><records><record><ref-type name="Book">6</ref-type>{fields}{more}</record></records></xml>'


def _pubmed(text: str) -> str:
    text = escape(text)
    authors = f"<AuthorList><Author><LastName>{text}</LastName><AffiliationInfo><Affiliation>{text}</Affiliation></AffiliationInfo></Author></AuthorList>"
    article = f"<ArticleTitle>{text}</ArticleTitle><Abstract><AbstractText>{text}</AbstractText></Abstract><Pagination><MedlinePgn>{text}</MedlinePgn></Pagination>"
    journal = f"<Journal><JournalIssue><PubDate><MedlineDate>{text}</MedlineDate></PubDate></JournalIssue></Journal>"
    return f"<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article>{journal}{article}{authors}</Article></MedlineCitation></PubmedArticle></PubmedArticleSet>"


def _mods(text: str) -> str:
    text = escape(text)
    fields = f"<titleInfo><title>{text}</title></titleInfo><name><namePart>{text}</namePart></name><abstract>{text}</abstract><note>{text}</note>"
    more = f"<subject><topic>{text}</topic></subject><originInfo><dateIssued>{text}</dateIssued></originInfo>"
    return f'<modsCollection xmlns="http://www.loc.gov/mods/v3"><mods>{fields}{more}</mods></modsCollection>'


_IN_FIELDS: Final[dict[str, Callable[[str], str]]] = {
    "bibtex": _bibtex, "biblatex": _bibtex, "ris": _ris, "csl-json": _csl, "bibkit-jsonl": _jsonl, "topic-page": _topic,
    "zotero-rdf": _rdf, "nbib": _nbib, "endnote-xml": _endnote, "pubmed-xml": _pubmed, "mods": _mods,
}  # fmt: skip


# -- what nests, points and doubles ---------------------------------------------------------------------------


def _numbered(template: str, size: int) -> str:
    """A template filled with 0, 1, 2...; ``{next}`` is the number after."""
    count = size // (len(template) + 6)
    return "".join([template.replace("NEXT", str(number + 1)).replace("THIS", str(number)) for number in range(count)])


def _nested(start: str, end: str, size: int) -> str:
    depth = size // (len(start) + len(end))
    return start * depth + end * depth


_BIBTEX_NESTED: Final[dict[str, Callable[[int], str]]] = {
    "crossref chain": lambda size: _numbered("@book{kTHIS, crossref = {kNEXT}}\n", size) + "@book{k0, title = {a}}",
    "crossref chain, parents first": lambda size: _numbered("@book{kNEXT, crossref = {kTHIS}}\n", size),
    "xdata chain": lambda size: (
        _numbered("@xdata{kTHIS, xdata = {kNEXT}, note = {a}}\n", size) + "@book{b, xdata = {k0}}"
    ),
    "xdata that doubles": lambda size: _numbered(
        "@xdata{kTHIS, xdata = {kNEXT, lNEXT}}\n@xdata{lTHIS, xdata = {kNEXT, lNEXT}}\n@book{bTHIS, xdata = {k0}}\n",
        size,
    ),
    "xdata of many": lambda size: (
        "@xdata{x, xdata = {"
        + _numbered("kTHIS, ", size // 2)
        + "}}\n"
        + _numbered("@book{bTHIS, xdata = {x}}\n", size // 2)
    ),
    "a large parent": lambda size: (
        "@proceedings{p, abstract = {"
        + "word " * (size // 10)
        + "}}\n"
        + "@inproceedings{a, crossref = {p}}\n" * (size // 70)
    ),
    "xdata after its users": lambda size: (
        _numbered("@book{bTHIS, xdata = {kTHIS}}\n", size // 2) + _numbered("@xdata{kTHIS, note = {a}}\n", size // 2)
    ),
    "one crossref": lambda size: (
        _numbered("@inproceedings{kTHIS, crossref = {p}}\n", size) + "@proceedings{p, title = {a}}"
    ),
    "a crossref to itself": lambda size: "@book{a, crossref = {a}}\n" * (size // 26),
    "macros that double": lambda size: (
        '@string{s0 = "aaaaaaaa"}\n'
        + _numbered("@string{sNEXT = sTHIS # sTHIS}\n", min(size, 20_000))
        + "@book{a, title = s99}"
    ),
    "macros that grow": lambda size: '@string{s0 = "a"}\n' + _numbered('@string{sNEXT = sTHIS # "a"}\n', size),
    "one macro that grows": lambda size: '@string{s = "a"}\n' + '@string{s = s # "aaaaaaaa"}\n' * (size // 30),
    "keys": lambda size: _numbered("@book{kTHIS, title = {a}}\n", size),
    "one key": lambda size: "@book{a, title = {b}}\n" * (size // 22),
    "undefined macros": lambda size: _numbered("@book{kTHIS, title = mTHIS}\n", size),
    "one field many times": lambda size: "@book{a, " + "title = {b}, " * (size // 13) + "}",
    "one field, always otherwise": lambda size: "@book{a, " + _numbered("title = {b THIS}, ", size) + "}",
    "many fields": lambda size: "@book{a, " + _numbered("fTHIS = {b}, ", size) + "}",
    "braces in a title": lambda size: "@book{a, title = {" + _nested("{", "}", size) + "}}",
    "braces in a name": lambda size: "@book{a, author = {" + _nested("{", "}", size) + " b}}",
    "commands in a title": lambda size: "@book{a, title = {" + _nested("\\emph{", "}", size) + "}}",
    "two commands in turn": lambda size: "@book{a, title = {" + _nested("\\emph{\\textbf{", "}}", size) + "}}",
    "many authors": lambda size: "@book{a, author = {" + _numbered("Berg THIS, Ada and ", size) + "others}}",
    "jabref groups": lambda size: (
        "@comment{jabref-meta: grouping: 0 AllEntriesGroup:;"
        + _numbered("THIS StaticGroup:gTHIS\\;0\\;kTHIS\\;;", size)
        + "}\n"
    ),
    "groups in fields": lambda size: _numbered("@book{kTHIS, groups = {a THIS, b}}\n", size),
    "annotations": lambda size: "@book{a, author = {A and B}, author+an = {" + "1=a;" * (size // 4) + "}}",
    "keywords": lambda size: "@book{a, keywords = {" + _numbered("word THIS, ", size) + "}}",
    "open entries": lambda size: _numbered("@book{kTHIS, title = {a\n", size),
    "open quotes": lambda size: _numbered('@book{kTHIS, title = "a}\n', size),
    "a comma missing": lambda size: _numbered("@book{kTHIS title = {a}}\n", size),
}
_ONE_PAPER: Final = (
    "Weirs\n\nLatest papers 9\n\nJan 5, 2031cs.LG\n\nPonds\n\nAn abstract.\n\nAda Berg\n\nUniversity of Silt\n\n"
)
_NESTED: Final[dict[str, dict[str, Callable[[int], str]]]] = {
    "bibtex": _BIBTEX_NESTED,
    "biblatex": _BIBTEX_NESTED,
    "csl-json": {
        "lists": lambda size: _nested("[", "]", size),
        "objects": lambda size: _nested('{"a":', "}", size),
        "lists in an item": lambda size: '[{"id": 1, "custom": ' + _nested("[", "]", size) + "}]",
        "lists in a date": lambda size: '[{"id": 1, "issued": {"date-parts": ' + _nested("[", "]", size) + "}}]",
        "items that do not end": lambda size: "[" + '{"id": 1, "title": "a", ' * (size // 24),
        "broken items": lambda size: "[" + '{"id": 1, "title": "a" "b"},' * (size // 28) + "]",
        "items": lambda size: "[" + '{"id": "a", "type": "book"},' * (size // 28) + '{"id": "b"}]',
        "a long number": lambda size: '[{"id": 1, "volume": ' + "1" * size + "}]",
        "a long exponent": lambda size: '[{"id": 1, "volume": 1e' + "1" * size + "}]",
        "many variables": lambda size: '[{"id": 1, ' + _numbered('"vTHIS": "a", ', size) + '"type": "book"}]',
        "many authors": lambda size: '[{"id": 1, "author": [' + '{"family": "Berg"},' * (size // 19) + '{"family": "Berg"}]}]',
        "lines of a note": lambda size: '[{"id": 1, "note": "' + _numbered("vTHIS: a\\n", size) + '"}]',
        "date parts": lambda size: '[{"id": 1, "issued": {"date-parts": [' + "[2031]," * (size // 7) + "[2031]]}}]",
    },
    "bibkit-jsonl": {
        "lists": lambda size: _nested("[", "]", size),
        "objects": lambda size: _nested('{"a":', "}", size),
        "papers": lambda size: '{"key": "a", "title": "b"}\n' * (size // 27),
        "a long number": lambda size: '{"volume": ' + "1" * size + "}",
    },
    "ris": {
        "many tags": lambda size: "TY  - JOUR\n" + "KW  - a\n" * (size // 8) + "ER  - \n",
        "many authors": lambda size: "TY  - JOUR\n" + _numbered("AU  - Berg THIS, Ada\n", size) + "ER  - \n",
        "one tag, always otherwise": lambda size: "TY  - JOUR\n" + _numbered("TI  - a THIS\n", size) + "ER  - \n",
        "numbers, always otherwise": lambda size: "TY  - JOUR\n" + _numbered("SN  - THIS\nSP  - THIS\nID  - THIS\nM1  - THIS\nM3  - THIS\nDO  - THIS\n", size) + "ER  - \n",
        "labelled lines": lambda size: "TY  - JOUR\n" + _numbered("M2  - Citation key: kTHIS\nM2  - PMID: THIS\nM1  - Volume: THIS\n", size) + "ER  - \n",
        "unknown tags": lambda size: "TY  - JOUR\n" + "X9  - a\n" * (size // 8) + "ER  - \n",
        "records without ends": lambda size: _numbered("TY  - JOUR\nTI  - Title THIS\n", size),
        "a long continuation": lambda size: "TY  - JOUR\nN2  - a\n" + "b\n" * (size // 2) + "ER  - \n",
        "dates": lambda size: "TY  - JOUR\n" + "DA  - 2031/01/05/a\n" * (size // 19) + "ER  - \n",
        "attachments": lambda size: "TY  - JOUR\n" + _numbered("L1  - https://example.org/THIS.pdf\n", size) + "ER  - \n",
    },
    "topic-page": {
        "papers": lambda size: "Weirs\n\nLatest papers 9\n\n" + _numbered(
            "Jan 5, 2031cs.LG\n\nPonds THIS\n\nAn abstract.\n\nAda Berg, Tunde Abara\n\nUniversity of Silt\n\nDeep Learning Estuaries\n\n", size
        ),
        "words of tags": lambda size: _ONE_PAPER + "Deep Learning Estuaries Tidal Weirs " * (size // 36) + "\n",
        "different words of tags": lambda size: _ONE_PAPER + _numbered("Wet THIS ", size) + "\n",
        "tag lines": lambda size: "Weirs\n\nLatest papers 9\n\n" + _numbered(
            "Jan 5, 2031cs.LG\n\nPonds THIS\n\nAn abstract.\n\nAda Berg\n\nUniversity of Silt\n\nWet THIS Deep Silt NEXT\n\n", size
        ),
        "dates": lambda size: "Weirs\n\nLatest papers 9\n\n" + "Jan 5, 2031cs.LG\n\n" * (size // 18),
    },
    "zotero-rdf": {
        "elements": lambda size: _rdf_file(_nested("<bib:Book>", "</bib:Book>", size)),
        "descriptions": lambda size: _rdf_file(_nested("<rdf:Description><dc:title>", "</dc:title></rdf:Description>", size)),
        "collections in collections": lambda size: _rdf_file(_numbered(
            '<z:Collection rdf:about="#cTHIS"><dc:title>a</dc:title><dcterms:hasPart rdf:resource="#cNEXT"/></z:Collection>', size)
        ),
        "an item in each of the collections in collections": lambda size: _rdf_file(_numbered(
            '<z:Collection rdf:about="#cTHIS"><dc:title>a</dc:title><dcterms:hasPart rdf:resource="#cNEXT"/>'
            '<dcterms:hasPart rdf:resource="#iTHIS"/></z:Collection><bib:Book rdf:about="#iTHIS"/>', size)
        ),
        "an item in many collections": lambda size: _rdf_file(_numbered(
            '<z:Collection rdf:about="#cTHIS"><dc:title>aTHIS</dc:title><dcterms:hasPart rdf:resource="#i"/></z:Collection>', size
        ) + '<bib:Book rdf:about="#i"><dc:title>a</dc:title></bib:Book>'),
        "a collection in itself": lambda size: _rdf_file(
            '<z:Collection rdf:about="#c"><dc:title>a</dc:title><dcterms:hasPart rdf:resource="#c"/></z:Collection>' * (size // 100)
        ),
        "a collection of many": lambda size: _rdf_file(
            '<z:Collection rdf:about="#c"><dc:title>a</dc:title>' + '<dcterms:hasPart rdf:resource="#c"/>' * (size // 36) + "</z:Collection>"
        ),
        "collections that double": lambda size: _rdf_file(_numbered(
            '<z:Collection rdf:about="#cTHIS"><dc:title>a</dc:title><dcterms:hasPart rdf:resource="#cNEXT"/><dcterms:hasPart rdf:resource="#cNEXT"/></z:Collection>',
            size) + '<bib:Book rdf:about="#b"><dc:title>b</dc:title></bib:Book>'
        ),
        "items": lambda size: _rdf_file(_numbered('<bib:Book rdf:about="#bTHIS"><dc:title>a</dc:title></bib:Book>', size)),
        "one item many times": lambda size: _rdf_file('<bib:Book rdf:about="#b"><dc:title>a</dc:title></bib:Book>' * (size // 58)),
        "notes of one item": lambda size: _rdf_file(
            '<bib:Book rdf:about="#b">' + '<dcterms:isReferencedBy rdf:resource="#n"/>' * (size // 43) + '</bib:Book><bib:Memo rdf:about="#n"><rdf:value>a</rdf:value></bib:Memo>'
        ),
        "faults": lambda size: f"<rdf:RDF {_NAMESPACES}>" + '<bib:Book rdf:about="#b"><dc:title>a & b</dc:title></bib:Book>' * (size // 60),
        "wrong ends": lambda size: f"<rdf:RDF {_NAMESPACES}>" + "<bib:Book><dc:title>a</dc:date></bib:Book>" * (size // 42),
        "attributes": lambda size: _rdf_file("<bib:Book " + _numbered('dc:aTHIS="x" ', size) + "/>"),
        "entities": lambda size: '<!DOCTYPE a [<!ENTITY e0 "aaaaaaaa">' + _numbered('<!ENTITY eNEXT "&eTHIS;&eTHIS;">', min(size, 4000)) + "]>" + _rdf_file("<bib:Book><dc:title>&e90;</dc:title></bib:Book>"),
    },
    "endnote-xml": {
        "elements": lambda size: "<xml><records><record>" + _nested("<style>", "</style>", size) + "</record></records></xml>",
        "records": lambda size: "<xml><records>" + "<record><titles><title>a</title></titles></record>" * (size // 50) + "</records></xml>",
        "faults": lambda size: "<xml><records>" + "<record><titles><title>a & b</title></titles></record>" * (size // 54) + "</records></xml>",
    },
    "pubmed-xml": {
        "elements": lambda size: "<PubmedArticleSet><PubmedArticle>" + _nested("<i>", "</i>", size) + "</PubmedArticle></PubmedArticleSet>",
        "faults": lambda size: "<PubmedArticleSet>" + "<PubmedArticle><PMID>1 & 2</PMID></PubmedArticle>" * (size // 49) + "</PubmedArticleSet>",
    },
    "nbib": {
        "records": lambda size: "PMID- 1\nTI  - a\n\n" * (size // 17),
        "many authors": lambda size: "PMID- 1\n" + "FAU - Berg, Ada\nAU  - Berg A\nAD  - Silt.\n" * (size // 42),
    },
    "mods": {
        "elements": lambda size: '<modsCollection xmlns="http://www.loc.gov/mods/v3"><mods>' + _nested("<relatedItem>", "</relatedItem>", size) + "</mods></modsCollection>",
        "faults": lambda size: '<modsCollection xmlns="http://www.loc.gov/mods/v3">' + "<mods><note>a & b</note></mods>" * (size // 31) + "</modsCollection>",
    },
}  # fmt: skip
