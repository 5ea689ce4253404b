"""Other programs read our files, and we read what they write, alike."""

from __future__ import annotations

import json
import subprocess
from xml.etree import ElementTree as ET

import pytest
import rispy

from bibkit.model import Author, Date, Paper

from .helpers import codes, read_text, written

PAPERS = (
    Paper(
        key="abara2031",
        kind="article",
        title="Weirs that learn: ponds & tides",
        authors=(Author("Abara", "Tunde"), Author("Sol", "Petra")),
        issued=Date(2031, 3, 7),
        abstract="One paragraph.\n\nAnother paragraph.",
        eprint="3103.01234",
        eprint_type="arxiv",
        tags=("tidal estuaries", "weirs"),
    ),
    Paper(
        key="ferro2030",
        kind="article-journal",
        title="Maps of marshes",
        authors=(Author("Ferro", "Lia M."),),
        container_title="Marsh Letters",
        volume="9",
        issue="2",
        page="11-19",
        issued=Date(2030),
        doi="10.5555/marsh.2030.7",
        issn="1755-0998",
    ),
    Paper(
        key="osei2029",
        kind="book",
        title="Ledger of Locks",
        authors=(Author("Osei", "Kofi"),),
        issued=Date(2029),
        publisher="Tidewater Press",
        publisher_place="Saltby",
        isbn="978-0-306-40615-7",
    ),
)


def test_rispy_reads_what_we_write():
    found = rispy.loads(written(*PAPERS))
    assert [entry["title"] for entry in found] == [paper.title for paper in PAPERS]
    assert [entry["year"] for entry in found] == ["2031", "2030", "2029"]
    assert [entry["authors"] for entry in found] == [["Abara, Tunde", "Sol, Petra"], ["Ferro, Lia M."], ["Osei, Kofi"]]
    assert [entry["keywords"] for entry in found if "keywords" in entry] == [["tidal estuaries", "weirs"]]
    assert found[1]["doi"] == "10.5555/marsh.2030.7"
    assert (found[1]["start_page"], found[1]["end_page"]) == ("11", "19")


def test_we_read_what_rispy_writes():
    entries = [
        {
            "type_of_reference": "JOUR",
            "title": "Maps of marshes",
            "authors": ["Ferro, Lia M.", "Institute of Silt"],
            "year": "2030",
            "date": "2030/06/19",
            "secondary_title": "Marsh Letters",
            "volume": "9",
            "start_page": "11",
            "end_page": "19",
            "keywords": ["a, b", "c"],
            "abstract": "Maps.",
            "notes": ["one", "two"],
            "doi": "10.5555/m",
            "urls": ["https://a.example/1"],
        }
    ]
    found, context = read_text(rispy.dumps(entries))
    assert found == [
        Paper(
            kind="article-journal",
            title="Maps of marshes",
            authors=(Author("Ferro", "Lia M."), Author(literal="Institute of Silt")),
            issued=Date(2030, 6, 19),
            container_title="Marsh Letters",
            volume="9",
            page="11-19",
            tags=("a, b", "c"),
            abstract="Maps.",
            notes=("one", "two"),
            doi="10.5555/m",
            url="https://a.example/1",
        )
    ]
    assert codes(context) == [("text-outside-records", 1)]  # rispy numbers its records


def test_bibutils_takes_the_file_without_a_word(program, tmp_path):
    path = tmp_path / "papers.ris"
    path.write_text(written(*PAPERS), encoding="utf-8")
    done = subprocess.run([program("ris2xml"), "-i", "utf8", str(path)], capture_output=True, text=True, check=True)
    assert "unused" not in done.stderr
    mods = "{http://www.loc.gov/mods/v3}"
    found = ET.fromstring(done.stdout.lstrip("\ufeff")).findall(f"{mods}mods")
    assert [entry.get("ID") for entry in found] == [paper.key for paper in PAPERS]
    assert [" : ".join(part.text for part in entry.find(f"{mods}titleInfo")) for entry in found] == [
        "Weirs that learn : ponds & tides",
        "Maps of marshes",
        "Ledger of Locks",
    ]
    assert [entry.findtext(f".//{mods}namePart[@type='family']") for entry in found] == ["Abara", "Ferro", "Osei"]


def test_pandoc_reads_the_same(program, tmp_path):
    pandoc = program("pandoc")
    known = subprocess.run([pandoc, "--list-input-formats"], capture_output=True, text=True, check=True).stdout.split()
    if "ris" not in known:
        pytest.skip("this pandoc does not read RIS")
    path = tmp_path / "papers.ris"
    path.write_text(written(*PAPERS), encoding="utf-8")
    done = subprocess.run([pandoc, "-f", "ris", "-t", "csljson", str(path)], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    found = json.loads(done.stdout)
    assert [entry["title"] for entry in found] == [paper.title for paper in PAPERS]
    assert [[author["family"] for author in entry["author"]] for entry in found] == [
        ["Abara", "Sol"],
        ["Ferro"],
        ["Osei"],
    ]
    assert [entry["issued"]["date-parts"][0][0] for entry in found] == [2031, 2030, 2029]
