"""Invented inputs to begin with, and the words of each format that a fuzzer would hardly find alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec
from targets import REGISTRY

from bibkit.model import KINDS, Paper
from bibkit.testing.files import write_out
from bibkit.testing.samples import SAMPLES, sample_paper

__all__ = ["seeds", "tokens"]

_BIBTEX: Final = r"""@string(tides = "Tide " # {Letters})
@article{a, author = {Berg, Ada and {Weir Group} and family=Sol, prefix=de and others}, pages = {1--5},
  title = "{GPU} {\'e}tudes {\"o} of $x_1$ --- \emph{b}", journal = tides, month = jan # "~5", year = 2031, crossref = {b}}
@comment{jabref-meta: grouping: 0 AllEntriesGroup:;1 StaticGroup:Silt\;0\;a\;;}
@preamble{ {x} } @xdata{c, eprint = {3101.00001}, file = {a:b.pdf:PDF}, keywords = {d, e}, url = {\url{f}}}
@proceedings(b, title = {Ponds}, date = {2031-01/2031-02~}, xdata = {c}, author+an = {1=silt}, doi = {10.5555/1})
"""
_PAGE: Final = """Weirs that Learn

Latest papers 2

Jan 5, 2031cs.LG

Ponds and $x$

An abstract.

Ada Berg, Tunde Abara +2

University of Silt \u00b7 Tidal Institute

Deep Learning Estuaries
"""
_RIS: Final = """TY  - CHAP
AU  - Berg, Ada, Jr.
A2  - Sol, Petra
AD  - Institute of Silt
PY  - 2031/01/05/spring
Y1  - 2031
DA  - 2031/02
SP  - 12
EP  - 5
N2  - Two
lines
L1  - https://example.org/a.pdf
KW  - silt
M1  - 3
M3  - x
N1  - note
DO  - 10.5555/1
ER  -\x20
"""
_CSL: Final = r"""{"items": [{"id": 1, "type": "chapter", "title": "A <i>b</i> \u0000 \ud800", "page": 1e9, "note": "k: v",
"issued": {"date-parts": [["2031", 1], [2032]], "circa": true, "season": 2}, "accessed": {"raw": "2031?"},
"author": [{"family": "Berg", "dropping-particle": "van"}, {"literal": null}], "custom": {"tags": ["silt"]}}]}
"""
_RDF: Final = """<!DOCTYPE x [<!ENTITY y "z">]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:bib="http://purl.org/net/biblio#"
 xmlns:foaf="http://xmlns.com/foaf/0.1/" xmlns:dcterms="http://purl.org/dc/terms/">
<bib:Memo rdf:about="#n"><rdf:value>&lt;p&gt;x&lt;/p&gt; &y; &#0;<![CDATA[a]]></rdf:value></bib:Memo>
<bib:Book rdf:about="#b" rdf:parseType="Resource"><dc:title xml:lang="en">Ponds</dc:title><bib:authors><rdf:Seq><rdf:li>
<foaf:Person foaf:surname="Berg"/></rdf:li></rdf:Seq></bib:authors><dc:subject><z:AutomaticTag><rdf:value>t</rdf:value>
</z:AutomaticTag></dc:subject><dcterms:isReferencedBy rdf:resource="#n"/></bib:Book>
<z:Collection rdf:about="#c"><dc:title>Silt</dc:title><dcterms:hasPart rdf:resource="#b"/></z:Collection></rdf:RDF>
"""
_CODECS: Final = (
    r"{\"o} \emph{a} $x^{2}$ \'{\i} ``q'' -- \verb|x| \href{u}{v} \textbf{\textit{b}} \ss{} \$5 {\sc a} \(y\)",
    "von der {Berg}, Jr., Ada and family=Sol, given=Petra, prefix=de and others",
    r'A <i>b</i> <sub>2</sub> &amp; $\alpha_{1}$ <span style="font-variant:small-caps;">c</span> &#x41;',
    "https://doi.org/10.5555/x; arXiv:3101.00001v2 [cs.LG]; 978-3-642-32156-6; 0378-5955",
    "123--45, e12-e15; A1\u2013A9",
    "On weirs: a study. Weirs",
    'author:berg and (year>=2031 or not tag:"silt") -x',
    "{family:lower}{year}{title:3}",
    "2031-02~/2032-21?",
    "Sep--Oct 2031; 29 Jun 2031; 70 BCE; spring 2031",
)
"""One text for each of `targets.codecs`, in their order."""
_TEXTS: Final = {
    "bibtex": _BIBTEX,
    "biblatex": _BIBTEX,
    "ris": _RIS,
    "csl-json": _CSL,
    "zotero-rdf": _RDF,
    "topic-page": _PAGE,
    "codecs": "\n".join(_CODECS),
}


def seeds(name: str) -> Iterator[bytes]:
    """The first inputs of a target: a text by hand, and papers as the format's writer writes them."""
    if name == "codecs":
        yield from [bytes([number]) + text.encode() for number, text in enumerate(_CODECS)]
        return
    if name in _TEXTS:
        yield _TEXTS[name].encode()
        yield _TEXTS[name].encode("utf-16")
    if REGISTRY.format(name).write is not None:
        full = Paper(**{**SAMPLES, "extra": {"silt": "much"}})
        short = [msgspec.structs.replace(sample_paper(kind), abstract="Silt.") for kind in KINDS[:12]]
        for papers in ([full, Paper(key="b", title="Ponds")], *[[paper] for paper in short]):
            yield write_out(REGISTRY.format(name), papers)[0]


def tokens(name: str) -> list[str]:
    """The words of the text by hand, with the blanks after them."""
    return sorted(set(re.findall(r"\w+|[^\w\s]+ {0,3}|\s+", _TEXTS.get(name, _RIS + _RDF))))
