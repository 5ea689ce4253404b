"""What Zotero keeps of its translators' inputs, and what bibkit reads of them, field by field, in every format."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import bibkit
from bibkit import Paper
from bibkit.text.markup import to_plain

FORMATS = {
    "bibtex": "bibtex",
    "csl-json": "csl-json",
    "endnote-xml": "endnote-xml",
    "medlinenbib": "nbib",
    "mods": "mods",
    "rdf": "zotero-rdf",
    "ris": "ris",
}
"""The folders, and the format that reads each; a folder is left out where its plugin is not installed."""
LISTED = json.loads(Path(__file__).with_name("zotero_differences.json").read_text(encoding="utf-8"))
"""Differences where ours is right, each with the reason. An entry that no longer differs fails as well."""
TEXTS = (
    "title", "container_title", "collection_title", "volume", "issue", "page", "publisher", "publisher_place", "edition",
    "doi", "isbn", "issn", "pmid", "pmcid", "number", "abstract", "language",
)  # fmt: skip


def letters(text: str) -> str:
    return re.sub(r"[\W_]", "", to_plain(text)).lower()


def shown(paper: Paper) -> dict[str, object]:
    """What is compared of a paper: letters and digits, people as a set."""
    people = {
        (author.role, letters(author.literal or f"{author.particle}{author.family}{author.given}{author.suffix}"))
        for author in paper.authors
    }
    return {
        "kind": paper.kind,
        "creators": people,
        "date": paper.year,
        "tags": {letters(tag) for tag in paper.tags},
        "notes": len(paper.notes),
    } | {name: letters(getattr(paper, name)) for name in TEXTS}


@pytest.mark.parametrize("folder", FORMATS)
def test_zotero_keeps_what_we_read(shared, folder):
    if FORMATS[folder] not in bibkit.Registry.default().formats:
        pytest.skip(f"the plugin for {FORMATS[folder]} is not installed")
    found = set()
    for case in sorted((shared / "zotero-cases" / folder).glob("*.input")):
        stored = bibkit.loads(case.with_suffix(".stored.json").read_bytes(), "zotero-json")
        papers = bibkit.loads(case.read_bytes(), FORMATS[folder])
        if len(papers) != len(stored):
            found.add(f"{case.stem}: count")
        for number, (theirs, ours) in enumerate(zip(stored, papers, strict=False), 1):
            left, right = shown(theirs), shown(ours)
            found |= {f"{case.stem}/{number}: {name}" for name in left if left[name] != right[name]}
    listed = {key for reason in LISTED.get(folder, []) for key in reason["differences"]}
    assert sorted(found - listed) == [], "differences that are not listed"
    assert sorted(listed - found) == [], "listed differences that are none any more"
