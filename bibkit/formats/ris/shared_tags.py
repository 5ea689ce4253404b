"""Tags and ``M2`` lines of values whose place hangs on other values: dates, pages, numbers, eprints, links.

Knows: which of a paper's values share tags, and when a line must say what a tag can't.
Must not know: what a single tag means (`table`), how values are made safe (`text`).
"""

from __future__ import annotations

from operator import attrgetter
from typing import Final

import msgspec

from bibkit.codecs.dates import decode_free_date, encode_edtf
from bibkit.codecs.identifiers import split_arxiv
from bibkit.codecs.pages import decode_pages, join_pages, split_pages
from bibkit.formats.ris.attachments import decode_attachment, encode_attachment
from bibkit.formats.ris.dates import decode_issued, decode_tag_date, encode_tag_date, encode_year, fits_tag
from bibkit.formats.ris.dialects import Dialect
from bibkit.formats.ris.labels import REPOSITORIES
from bibkit.formats.ris.numbers import encode_arxiv_line, is_issn, sort_serial_numbers
from bibkit.formats.ris.table import NUMBER_IN_SN, PAGES_IN_SP
from bibkit.model import DATE_FIELDS, Date, Paper
from bibkit.zotero import decode_extra, label_of

__all__ = ["Label", "add_attachments", "add_eprint", "add_numbers", "dates"]

Pair = tuple[str, str]


class Label(msgspec.Struct, frozen=True, gc=False):
    """An ``M2`` line, and what a dialect without such lines loses."""

    field: str
    name: str
    value: str


# --- dates ---------------------------------------------------------------------------------------


def dates(paper: Paper, dialect: Dialect, labels: list[Label], lost: list[str]) -> list[Pair]:
    """Give PY, DA and Y2, and add lines for dates that no tag says whole."""
    pairs: list[Pair] = []
    date = paper.issued
    if date is not None:
        year, full = encode_year(date), encode_tag_date(date)
        if year:
            pairs.append(("PY", year))
        if full and full != year:
            if dialect.full_date:
                pairs.append(("DA", full))
            else:
                lost.append("issued: month and day")
        if not fits_tag(date):
            _label_date("issued", date, decode_issued((full if dialect.full_date else "", "", year)), labels, lost)
    date = paper.accessed
    if date is not None:
        full = encode_tag_date(date)
        if full:
            pairs.append(("Y2", full))
        if not fits_tag(date):
            _label_date("accessed", date, decode_tag_date(full), labels, lost)
    others = _other_dates(paper)
    if any(others):
        for field, date in zip(_OTHER_DATES, others, strict=True):
            if date is not None:
                _label_date(field, date, None, labels, lost)
    return pairs


_OTHER_DATES: Final = tuple(name for name in DATE_FIELDS if name not in {"issued", "accessed"})
_other_dates: Final = attrgetter(*_OTHER_DATES)


def _label_date(field: str, date: Date, tagged: Date | None, labels: list[Label], lost: list[str]) -> None:
    """Add a line for a date that its tag does not say whole."""
    if tagged == date:
        return
    text = encode_edtf(date)
    labels.append(Label(field if tagged is None else f"{field}: all but the first day", label_of(field), text))
    if decode_free_date(text) != date:
        lost.append(f"{field}: parts beside the words")


# --- numbers -------------------------------------------------------------------------------------


def add_numbers(paper: Paper, rest: list[Pair], labels: list[Label]) -> bool:
    """SP, EP and SN, whose meaning hangs on one another and on the kind; False where pages are not spelled as usual."""
    kind, page = paper.kind, paper.page
    counts = kind in PAGES_IN_SP
    usual = True
    if page:
        first, last = split_pages(page)
        if first.isalnum() and last.isalnum() and kind != "motion_picture":
            rest += [("SP", first), ("EP", last)]
            usual = page == f"{first}-{last}"
        elif (last or not counts) and kind != "motion_picture" and join_pages(first, last) == decode_pages(page):
            rest += [("SP", first)] if first else []
            rest += [("EP", last)] if last else []
            usual = False
        else:
            labels.append(Label("page", label_of("page"), page))
    total = paper.number_of_pages
    if total:
        if counts and not (page and split_pages(page)[1]) and not split_pages(total)[1]:
            rest.append(("SP", total))
        else:
            labels.append(Label("number_of_pages", label_of("number_of_pages"), total))
    if paper.isbn or paper.issn:
        _add_serial_numbers(paper, rest, labels)
    return usual


def _add_serial_numbers(paper: Paper, rest: list[Pair], labels: list[Label]) -> None:
    isbn, issn = paper.isbn, paper.issn
    if not isbn and is_issn(issn) and paper.kind not in NUMBER_IN_SN:
        rest.append(("SN", issn))
        return
    numbers = [*isbn.split(), *issn.split()]
    if paper.kind not in NUMBER_IN_SN and sort_serial_numbers(numbers, paper.kind) == (isbn, issn):
        rest += [("SN", number) for number in numbers]
        return
    labels += [Label(name, label_of(name), value) for name, value in (("isbn", isbn), ("issn", issn)) if value]


def add_eprint(paper: Paper, rest: list[Pair], labels: list[Label], dialect: Dialect) -> None:
    """The archive's name in PB, its identifier in the lines that Zotero reads (the bare one) and people know."""
    identifier, archive = paper.eprint, paper.eprint_type
    repository = REPOSITORIES.get(archive, "")
    if paper.kind == "article" and repository and identifier:
        if not paper.publisher:
            rest.append(("PB", repository))
            labels.append(Label("", "Repository", repository))
        if dialect.source_in_t2 and not paper.container_title:
            rest.append(("T2", repository))
    version, category = paper.eprint_version, paper.eprint_class
    bare = archive == "arxiv" and split_arxiv(identifier) == (identifier, "")
    if identifier and bare:
        labels.append(Label("eprint", "Archive ID", identifier))
        if not dialect.labels and not paper.url:
            rest.append(("UR", f"https://arxiv.org/abs/{identifier}"))
    else:
        # An identifier of an unnamed archive is no "Archive ID": that would be taken for arXiv's.
        labels += (
            [Label("eprint_type", label_of("eprint_type"), archive)] if archive and (identifier or not category) else []
        )
        labels += [Label("eprint", "Archive ID" if archive else label_of("eprint"), identifier)] if identifier else []
    whole = encode_arxiv_line(identifier, version, category)
    if archive == "arxiv" and (bare or not identifier) and _says(whole, identifier, version, category):
        if version or category:
            labels.append(Label("eprint_class" if category else "eprint_version", "arXiv", whole))
        return
    if archive and not identifier and category:
        labels.append(Label("eprint_type", label_of("eprint_type"), archive))
    labels += [
        Label(name, label_of(name), value)
        for name, value in (("eprint_class", category), ("eprint_version", version))
        if value
    ]


def _says(line: str, identifier: str, version: str, category: str) -> bool:
    """Tell whether a line ``arXiv:`` is read as these three."""
    found = decode_extra(f"arXiv: {line}").values
    return tuple([found.get(name, "") for name in ("eprint", "eprint_version", "eprint_class")]) == (
        identifier,
        version,
        category,
    )


def add_attachments(paper: Paper, rest: list[Pair], lost: list[str]) -> None:
    """Add a link tag for each attachment; titles have no place."""
    for attachment in paper.attachments:
        tag, value = encode_attachment(attachment)
        if not value:
            lost.append("attachments")
            continue
        rest.append((tag, value))
        again = decode_attachment(tag, value)
        if attachment.title:
            lost.append("attachments: title")
        if (again.path, again.url) != (attachment.path, attachment.url):
            lost.append("attachments: path or address")
        if again.media_type != attachment.media_type:
            lost.append("attachments: media type")
