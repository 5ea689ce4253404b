"""Every code that a diagnostic may have, with what it means and an example: the one table behind docs/diagnostics.md.

Knows: the codes of readers, writers and the program itself. The codes of checks stand in their records
(`bibkit.checks`). Must not know: who reports them.
"""

from __future__ import annotations

from typing import Final

import msgspec

from bibkit.report import Severity

__all__ = ["CODES", "Code"]


class Code(msgspec.Struct, frozen=True):
    """One kind of finding."""

    name: str
    severity: Severity
    """The usual one; "error" means that a record was not read."""
    meaning: str
    example: str


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
    Code(
        "conflicting-field",
        "warning",
        "two records of one paper disagree; the first is kept",
        "volume 3 against volume 4",
    ),
    Code("duplicate-joined", "info", "two records of one paper were joined", "the same DOI in two files"),
    Code(
        "late-groups",
        "warning",
        "JabRef's groups stand behind the entries and were not applied",
        "a `groupstree` comment at the end of a stream",
    ),
    Code("not-edited", "warning", "an entry is too odd to be edited in place", "`@misc{k % remark`"),
    Code("open-elsewhere", "warning", "an editor's mark stands beside the file", "`.refs.bib.swp`"),
    Code("repaired-entry", "warning", "a BibTeX entry was read although it is faulty", "a missing comma"),
    Code(
        "taken-for-present",
        "info",
        "a new paper was taken for one whose title is shorter in the library",
        "`Weirs: A Field Study` where the library has `Weirs`",
    ),
    Code("undefined-macro", "warning", "a macro has no definition; its name is kept", "`journal = jse`"),
    Code("empty-field", "warning", "a BibTeX field has no value; said by `bibkit check`", "`note = {}`"),
    Code("record-too-large", "error", "an XML record is longer than 8 MiB; reading stops there", "a text of 200 MB"),
    Code(
        "xml-fault",
        "error",
        "an XML file is faulty at this place; what stood before it was read",
        "`<title>a & b</title>`",
    ),
    Code("xml-repaired", "warning", "an XML file has a fault that costs nothing", "an undeclared prefix"),
    Code(
        "bad-name",
        "warning",
        "a name does not follow BibTeX's grammar, or seems not to mean what it says",
        "`Ruth Sol Jr`",
    ),
    Code("bad-type", "warning", "a BibTeX entry's type is no name; it is read without one", "`@['Review']{a,`"),
    Code("cleaned-key", "warning", "a citation key had characters that BibTeX cannot hold", "`a b` becomes `a-b`"),
    Code(
        "crossref-case",
        "warning",
        "a crossref differs in case from the key that it is taken for",
        "`crossref = {Tidal}`",
    ),
    Code("duplicate-field", "warning", "a field comes twice in an entry; the first is taken", "two times `title`"),
    Code("missing-comma", "warning", "a comma is missing in a BibTeX entry", "`@misc{a title = {x}}`"),
    Code("no-key", "warning", "an entry has no citation key", "`@misc{ title = {x}}`"),
    Code("unclosed-entry", "warning", "the brace that ends a BibTeX entry is missing", "`@misc{a, title = {x}`"),
    Code("unknown-crossref", "warning", "no entry has the key that fields are to be taken from", "`crossref = {gone}`"),
    Code("bad-date", "warning", "a date cannot be read; its words are kept", "`year = {in press}`"),
    Code("bad-entry", "error", "a BibTeX entry cannot be read; its neighbours are", "`@misc{a, title = {Never closed`"),
    Code(
        "bad-eprint-class",
        "warning",
        "a primary category is not one of arXiv's; it is cleaned or left out",
        "`primaryclass = {Category(id='math.CO')}`",
    ),
    Code("bad-item", "error", "a member of a JSON list is no paper", '`[{"title": "Ponds"}, 3]`'),
    Code("bad-json", "error", "a line of JSON cannot be read", '`{"titel": "Ponds"}`'),
    Code("bad-xml", "error", "a node of an XML file is faulty and was not read", "`<dc:title>a & b</dc:title>`"),
    Code(
        "cut-off-paper",
        "error",
        "a topic document ends in the middle of a paper",
        "`Sep 28, 2031cs.LG` as the last line",
    ),
    Code(
        "duplicate-key",
        "warning",
        "a citation key stands twice; the later one is extended",
        "`@misc{a}` and `@misc{a}`",
    ),
    Code("duplicate-arxiv", "warning", "an arXiv identifier stands twice", "`eprint = {2609.01234}` in two entries"),
    Code("duplicate-doi", "warning", "a DOI stands twice", "`doi = {10.5555/1}` in two entries"),
    Code("duplicate-title", "warning", "two papers have the same title and first author", "`Weirs that Learn` twice"),
    Code(
        "empty-collection",
        "info",
        "an empty collection lies too deep to be kept",
        "a collection without items in a collection without items",
    ),
    Code("enriched", "info", "what an enricher added to a paper", "`+ 3 affiliations`"),
    Code(
        "enricher-failed",
        "warning",
        "an enricher failed on this paper, which goes on without it",
        "an enricher that raises on a paper without a title",
    ),
    Code("entity", "warning", "text refers to an XML entity, which is never followed", "`a &x; b`"),
    Code(
        "guessed-encoding",
        "warning",
        "the bytes are not UTF-8; the encoding was guessed",
        "a Latin-1 file without `% Encoding:`",
    ),
    Code(
        "guessed-tags",
        "info",
        "a line of tags was cut by guess; `--topics` makes it certain",
        "`Food Webs / Null Models`",
    ),
    Code("ignored-text", "info", "text around the papers of a topic document is not read", "`Load more`"),
    Code("illegal-characters", "warning", "control characters were removed", "a form feed in a title"),
    Code(
        "incomplete-reference",
        "warning",
        "a paper lacks what a reference style asks of its type; it is printed as a work of no type",
        "an article without a journal",
    ),
    Code(
        "joined-papers",
        "warning",
        "two papers of a topic document may have been read as one: no date that can be read stands between them",
        "`Yesterday cs.LG`",
    ),
    Code(
        "no-authors",
        "warning",
        "a paper of a topic document has no line of authors",
        "a title and an abstract, and the next date follows",
    ),
    Code("no-end-of-record", "warning", "a RIS record has no `ER`", "`TY` follows before `ER`"),
    Code("no-papers", "warning", "a topic document lists no papers", "a page that ends after `Latest papers 0`"),
    Code("no-topic", "warning", "a topic document has no title above its papers", "a page that begins with `Momentum`"),
    Code(
        "plugin",
        "warning",
        "a plugin does not keep its contract, or failed at work",
        "a plugin whose module cannot be imported",
    ),
    Code("text-outside-records", "info", "lines outside RIS records were left out", "`Database: Pond Index`"),
    Code(
        "transliterated",
        "warning",
        "ASCII has no spelling for letters; they were transliterated",
        "`Рівне` with `--ascii`",
    ),
    Code(
        "too-large", "error", "an XML node is larger than any record and was not read", "100,000 elements in one item"
    ),
    Code("unknown-category", "warning", "a category is not one of arXiv's; it is kept", "`Sep 28, 2031cs.ZQ`"),
    Code(
        "unknown-type", "warning", "a type is not one of the format's; the paper is read as a document", "`TY  - POND`"
    ),
    Code("unread-statement", "info", "a statement of an RDF file has no place; said once a property", "`dc:relation`"),
    Code("unreadable", "error", "an input cannot be read at all", "a missing file"),
)
"""The codes of readers, writers and the program itself; docs/generate.py sorts them."""
