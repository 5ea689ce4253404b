"""A line of Extra says the same in every format that carries it."""

from __future__ import annotations

import json
from typing import Any
from xml.sax.saxutils import escape

import msgspec
import pytest

import bibkit
from bibkit.model import KINDS, Paper
from bibkit.testing.extra_lines import EXTRA_LINES
from bibkit.zotero import decode_extra, item_type_of

RDF = (
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#"'
    ' xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Description rdf:about="#a"><z:itemType>document</z:itemType>'
    "<dc:title>Weirs</dc:title><dc:description>{}</dc:description></rdf:Description></rdf:RDF>"
)


def in_zotero_rdf(text: str) -> Paper:
    return bibkit.loads(RDF.format(escape(text)), "zotero-rdf")[0]


def in_ris(text: str) -> Paper:
    lines = "".join([f"M2  - {line}\n" for line in text.split("\n")])
    return bibkit.loads(f"TY  - GEN\nTI  - Weirs\n{lines}ER  - \n", "ris")[0]


def in_csl_json(text: str) -> Paper:
    return bibkit.loads(json.dumps([{"id": 1, "type": "document", "title": "Weirs", "note": text}]), "csl-json")[0]


def in_zotero_json(text: str) -> Paper:
    if "zotero-json" not in bibkit.Registry.default().formats:
        pytest.skip("the plugin for Zotero's JSON is not installed")
    item = {"itemType": "document", "title": "Weirs", "creators": [], "extra": text}
    return bibkit.loads(json.dumps([item]), "zotero-json")[0]


def in_no_format(text: str) -> Paper:
    found = decode_extra(text, "document", {"title": "Weirs"})
    return Paper(title="Weirs", kind=found.kind or "document", note=found.note, **found.values)


READERS = (in_no_format, in_zotero_rdf, in_ris, in_csl_json, in_zotero_json)


def plain(paper: Paper) -> Paper:
    """Without what a format keeps for itself: the type that the item had before Extra said otherwise."""
    return msgspec.structs.replace(paper, extra={})


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize(("line", "values"), EXTRA_LINES, ids=[line for line, _ in EXTRA_LINES])
def test_a_line_is_read_alike(read: Any, line: str, values: dict[str, Any]):
    assert plain(read(line)) == Paper(**{"title": "Weirs", "kind": "document", **values})


@pytest.mark.parametrize("read", READERS)
def test_the_first_line_counts_and_what_contradicts_stays_text(read: Any):
    paper = plain(read("Title: Ponds\nPMID: 1\nPMID: 2\nPMID: 1\nTranslator: Sol || Petra\nTranslator: Beek || Ada"))
    assert (paper.title, paper.pmid, paper.note) == ("Weirs", "1", "Title: Ponds\nPMID: 2")
    assert [author.family for author in paper.authors] == ["Sol", "Beek"]


@pytest.mark.parametrize("format_name", ["zotero-rdf", "ris", "csl-json", "zotero-json"])
@pytest.mark.parametrize(("line", "values"), EXTRA_LINES, ids=[line for line, _ in EXTRA_LINES])
def test_a_note_that_looks_like_a_line_stays_a_note(format_name: str, line: str, values: dict[str, Any]):
    if format_name not in bibkit.Registry.default().formats:
        pytest.skip(f"the plugin for {format_name} is not installed")
    paper = Paper(key="k", kind="book", title="Weirs", note=line)
    (again,) = bibkit.loads(bibkit.dumps([paper], format_name), format_name)
    assert again.note == line


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_becomes_one_item_type_in_all_formats(kind: Any):
    item_type, exact = item_type_of(kind)
    paper = Paper(key="k", kind=kind, title="Weirs")
    rdf = bibkit.dumps([paper], "zotero-rdf")
    assert f"<z:itemType>{item_type}</z:itemType>" in rdf
    assert (f"Type: {exact}" in rdf) is bool(exact)
    formats = bibkit.Registry.default().formats
    if "zotero-json" in formats:
        assert json.loads(bibkit.dumps([paper], "zotero-json"))[0]["itemType"] == item_type
    if "mods" in formats:
        assert f">{item_type}</genre>" in bibkit.dumps([paper], "mods")
