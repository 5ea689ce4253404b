"""What Zotero keeps of its translators' inputs is what we read, but for the differences that are listed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import bibkit
from bibkit.codecs.dates import decode_free_date

FOLDER = "mods"
FORMAT = "mods"
LISTED = json.loads(Path(__file__).with_name("zotero_differences.json").read_text(encoding="utf-8"))
"""Differences where ours is right, each with the reason. An entry that no longer differs fails as well."""

KINDS = {
    "artwork": "graphic", "audioRecording": "song", "bill": "bill", "blogPost": "post-weblog", "book": "book",
    "bookSection": "chapter", "case": "legal_case", "computerProgram": "software", "conferencePaper": "paper-conference",
    "document": "document", "film": "motion_picture", "journalArticle": "article-journal",
    "letter": "personal_communication", "manuscript": "manuscript", "map": "map", "newspaperArticle": "article-newspaper",
    "patent": "patent", "preprint": "article", "report": "report", "statute": "legislation", "thesis": "thesis",
    "videoRecording": "motion_picture", "webpage": "webpage",
}  # fmt: skip
ROLES = {"seriesEditor": "collection-editor", "inventor": "author", "programmer": "author"}
DATES = ("date", "issueDate", "dateEnacted", "dateDecided")
IDENTIFIERS = {"DOI": "doi", "ISBN": "isbn", "ISSN": "issn", "PMID": "pmid", "PMCID": "pmcid"}


def letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text).lower()


def creators(item) -> list[tuple[str, str]]:
    return sorted(
        (
            ROLES.get(creator["creatorType"], creator["creatorType"]),
            letters(creator.get("name") or creator["lastName"] + creator["firstName"]),
        )
        for creator in item["creators"]
    )


def people(paper) -> list[tuple[str, str]]:
    return sorted(
        (author.role, letters(author.literal or author.particle + author.family + author.suffix + author.given))
        for author in paper.authors
    )


def differences(item, paper) -> set[str]:
    """The fields in which a stored item and a paper say different things."""
    stored = next((item[name] for name in DATES if name in item), "")
    extra = dict(line.split(": ", 1) for line in item.get("extra", "").split("\n") if ": " in line)
    pairs = {
        "title": (" ".join(item.get("title", "").split()), paper.title),
        "kind": (KINDS[item["itemType"]], paper.kind),
        "creators": (creators(item), people(paper)),
        "date": (decode_free_date(stored), paper.issued),
        "tags": ({tag["tag"] for tag in item["tags"]}, set(paper.tags)),
    } | {
        theirs: (letters(item.get(theirs) or extra.get(theirs, "")), letters(getattr(paper, ours)))
        for theirs, ours in IDENTIFIERS.items()
    }
    return {name for name, (theirs, ours) in pairs.items() if theirs != ours}


def test_zotero_reads_the_same(shared):
    found = set()
    cases = sorted((shared / "zotero-cases" / FOLDER).glob("*.input"))
    assert cases
    for case in cases:
        items = json.loads(case.with_suffix(".stored.json").read_text(encoding="utf-8"))
        papers = bibkit.loads(case.read_bytes(), FORMAT)
        assert len(papers) == len(items), case.name
        for number, (item, paper) in enumerate(zip(items, papers, strict=True), 1):
            found |= {f"{case.stem}/{number}: {name}" for name in differences(item, paper)}
    assert sorted(found - LISTED.keys()) == [], "differences that are not listed"
    assert sorted(LISTED.keys() - found) == [], "listed differences that are none any more"
