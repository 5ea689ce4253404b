"""Lines of Zotero's field Extra, and what each of them says: every format that carries Extra reads them alike.

Knows: the lines, and the paper that each makes of an item without anything else in it.
Must not know: any one format.
"""

from __future__ import annotations

from typing import Any, Final

from bibkit.model import Affiliation, Author, Date

__all__ = ["EXTRA_LINES"]


def _note(line: str) -> tuple[str, dict[str, Any]]:
    return line, {"note": line}


def _person(line: str, *authors: Author) -> tuple[str, dict[str, Any]]:
    return line, {"authors": authors}


_ARXIV: Final = {"eprint": "2609.01234", "eprint_type": "arxiv"}

EXTRA_LINES: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    # fields, however their names are spelled
    ("Original Date: 1967-05", {"original_date": Date(1967, 5)}),
    ("original-date: 5 May 1999", {"original_date": Date(1999, 5, 5)}),
    ("originalDate: 1967", {"original_date": Date(1967)}),
    ("ORIGINAL_DATE:1967", {"original_date": Date(1967)}),
    ("{:original-date: 1967}", {"original_date": Date(1967)}),
    ("Original Title: Ponds: a survey", {"original_title": "Ponds: a survey"}),
    ("DOI: https://doi.org/10.5555/12", {"doi": "10.5555/12"}),
    ("doi:10.5555/12", {"doi": "10.5555/12"}),
    ("PMID: 12345", {"pmid": "12345"}),
    ("PMCID: PMC9", {"pmcid": "PMC9"}),
    ("ISBN: 978-3-642-32156-6", {"isbn": "978-3-642-32156-6"}),
    ("Citation Key: abara2031", {"key": "abara2031"}),
    ("citekey: abara2031", {"key": "abara2031"}),
    ("Event Place: Port Silt", {"event_place": "Port Silt"}),
    ("Conference Name: Meeting on Weirs", {"event_title": "Meeting on Weirs"}),
    ("Publication Title: Sluice Review", {"container_title": "Sluice Review"}),
    ("Place: Saltby", {"publisher_place": "Saltby"}),
    ("publisher-place: Saltby", {"publisher_place": "Saltby"}),
    ("Pages: 11–19", {"page": "11-19"}),
    ("Status: in press", {"status": "in press"}),
    ("section: Tides", {"section": "Tides"}),
    ("Submitted: 2031-01/2031-03", {"submitted": Date(2031, 1, end=Date(2031, 3))}),
    # what the item is
    ("Type: review", {"kind": "review"}),
    ("Type: preprint", {"kind": "article"}),
    ("type: conferencePaper", {"kind": "paper-conference"}),
    ("Type: dataset", {"kind": "dataset"}),
    ("Type: treaty", {"kind": "treaty"}),
    # people
    _person("Editor: Beek || Ada", Author("Beek", "Ada", role="editor")),
    _person("translator: van der Berg || Petra, Jr.", Author("Berg", "Petra", "van der", "Jr.", role="translator")),
    _person("Series Creator: Sol || Petra", Author("Sol", "Petra", role="series-creator")),
    _person("Director: Tidal Film Board", Author(literal="Tidal Film Board", role="director")),
    # archives
    ("arXiv:2609.01234v2 [cs.LG]", {**_ARXIV, "eprint_version": "2", "eprint_class": "cs.LG"}),
    ("arXiv: 2609.01234", _ARXIV),
    ("arXiv category: cs.LG", {"eprint_type": "arxiv", "eprint_class": "cs.LG"}),
    ("Archive ID: 2609.01234", _ARXIV),
    ("Archive ID: silt-17", {"eprint": "silt-17"}),
    ("Eprint Type: hal", {"eprint_type": "hal"}),
    # lists, whole or cut
    ("Affiliation: Tidal Institute", {"affiliations": (Affiliation("Tidal Institute"),)}),
    ("Affiliations: A · B", {"affiliations": (Affiliation("A"), Affiliation("B"))}),
    ("Authors omitted: 2", {"authors_omitted": 2}),
    ("Tags Omitted: unknown", {"tags_omitted": -1}),
    ("Category: silt", {"categories": ("silt",)}),
    # text
    _note("Read twice"),
    _note("A remark: with a colon"),
    _note("History: lent to Sol"),
    _note("University: none"),
    _note("Type: poem"),
    _note("arXiv: nothing"),
    _note("Authors omitted: some"),
    _note("http://example.org/a: b"),
    _note("12:30"),
    _note("tex.mood: calm"),
    ("Note: PMID: 12345", {"note": "PMID: 12345"}),
)
"""A line, and the fields of `bibkit.Paper` that it fills."""
