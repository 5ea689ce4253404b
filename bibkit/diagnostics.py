"""The codes that a diagnostic of any part of the program may have, with what each means and an example.

Knows: the codes that several formats share, and those of the program itself. What one format or enricher alone reports
stands in its record (`bibkit.plugins.records.Format.codes`), and a check's record is a code of its own (`bibkit.checks`);
docs/diagnostics.md shows them all.
Must not know: who reports a code.
"""

from __future__ import annotations

from typing import Final

from bibkit.report import Code

__all__ = ["CODES"]

CODES: Final[tuple[Code, ...]] = (
    Code(
        "ambiguous-duplicate",
        "warning",
        "a paper fits several others and is left by itself",
        "one title under two DOIs",
    ),
    Code(
        "ambiguous-match",
        "warning",
        "a paper fits several entries of a library; nothing was added to any",
        "two entries titled `Introduction`",
    ),
    Code("bad-date", "warning", "a date cannot be read; its words are kept", "`year = {in press}`"),
    Code("bad-item", "error", "a member of a JSON list is no paper", '`[{"title": "Ponds"}, 3]`'),
    Code("bad-json", "error", "a line of JSON cannot be read", '`{"titel": "Ponds"}`'),
    Code(
        "conflicting-field",
        "warning",
        "two records of one paper disagree; the first is kept",
        "volume 3 against volume 4",
    ),
    Code("duplicate-arxiv", "warning", "an arXiv identifier stands twice", "`eprint = {2609.01234}` in two entries"),
    Code("duplicate-doi", "warning", "a DOI stands twice", "`doi = {10.5555/1}` in two entries"),
    Code("duplicate-joined", "info", "two records of one paper were joined", "the same DOI in two files"),
    Code(
        "duplicate-key",
        "warning",
        "a citation key stands twice; the later one is extended",
        "`@misc{a}` and `@misc{a}`",
    ),
    Code("duplicate-title", "warning", "two papers have the same title and first author", "`Weirs that Learn` twice"),
    Code("enriched", "info", "what an enricher added to a paper", "`+ 3 affiliations`"),
    Code(
        "enricher-failed",
        "warning",
        "an enricher failed on this paper, which goes on without it",
        "an enricher that raises on a paper without a title",
    ),
    Code(
        "guessed-encoding",
        "warning",
        "the bytes are not UTF-8; the encoding was guessed",
        "a Latin-1 file without `% Encoding:`",
    ),
    Code("illegal-characters", "warning", "control characters were removed", "a form feed in a title"),
    Code(
        "incomplete-reference",
        "warning",
        "a paper lacks what a reference style asks of its type; it is printed as a work of no type",
        "an article without a journal",
    ),
    Code("not-edited", "warning", "an entry is too odd to be edited in place", "`@misc{k % remark`"),
    Code("open-elsewhere", "warning", "an editor's mark stands beside the file", "`.refs.bib.swp`"),
    Code(
        "plugin",
        "warning",
        "a plugin does not keep its contract, or failed at work",
        "a plugin whose module cannot be imported",
    ),
    Code("record-too-large", "error", "an XML record is longer than 8 MiB; reading stops there", "a text of 200 MB"),
    Code(
        "taken-for-present",
        "info",
        "a new paper was taken for one whose title is shorter in the library",
        "`Weirs: A Field Study` where the library has `Weirs`",
    ),
    Code(
        "unknown-type", "warning", "a type is not one of the format's; the paper is read as a document", "`TY  - POND`"
    ),
    Code("unreadable", "error", "an input cannot be read at all", "a missing file"),
    Code(
        "xml-fault",
        "error",
        "an XML file is faulty at this place; what stood before it was read",
        "`<title>a & b</title>`",
    ),
    Code("xml-repaired", "warning", "an XML file has a fault that costs nothing", "an undeclared prefix"),
)
"""The codes that belong to no single format."""
