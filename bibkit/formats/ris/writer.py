"""Papers to RIS.

Knows: which tags and ``M2`` lines a paper needs, in which order they stand, what each dialect leaves out, and when a
line must say what a tag can't.
Must not know: how values are made safe (`spelling`), what a single tag means (`table`), how records are read.

A line is the tag, two blanks, a hyphen, a blank and the value; lines end with a newline alone, which every
program at hand reads (the specification of 2001 asks for CR LF). A record ends with ``ER  - ``; a blank line
stands between records. An abstract's paragraphs are lines with a blank line between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from operator import attrgetter
from typing import Final, NamedTuple

from bibkit.codecs.dates import decode_free_date, encode_edtf
from bibkit.codecs.identifiers import split_arxiv
from bibkit.codecs.names import encode_inverted, is_others
from bibkit.codecs.pages import decode_pages, join_pages, split_pages
from bibkit.formats.ris.labels import (
    AFFILIATION,
    LABELLED_TEXTS,
    LITERAL_NAME,
    REPOSITORIES,
    TAG,
    note_lines,
)
from bibkit.formats.ris.reader import read_record
from bibkit.formats.ris.spelling import TagDialect, ValueWriter, dialect_of
from bibkit.formats.ris.syntax import FRAME, TAGS, RawRecord
from bibkit.formats.ris.table import FIELDS, NUMBER_IN_SN
from bibkit.formats.ris.types import TYPES, encode_type_label, settle
from bibkit.formats.ris.values import (
    PAGES_IN_SP,
    decode_attachment,
    decode_company,
    decode_issued,
    decode_name,
    decode_page_tags,
    decode_tag_date,
    encode_arxiv_line,
    encode_attachment,
    encode_tag_date,
    encode_year,
    fits_tag,
    sort_serial_numbers,
    split_people,
)
from bibkit.model import DATE_FIELDS, OMISSION_FIELDS, Author, Date, Kind, Paper
from bibkit.plugins.records import ReadContext, WriteContext
from bibkit.zotero import decode_extra, encode_affiliations, encode_creator, encode_value, label_of

__all__ = ["write"]

_HEAD: Final = frozenset(("TI", "ST", "AU", "A2", "A3", "A4", "ED"))
"""Tags before the dates, for people who read the file."""
_FIRST_COUNTS: Final = frozenset(("DA", "EP", "ID", "PY", "SP", "Y2"))
_OWN: Final = frozenset(
    ("key", "eprint", "eprint_type", "eprint_class", "eprint_version", "event_place", "isbn", "issn", "number_of_pages", "page")
)  # fmt: skip
"""Text fields that this module writes itself."""
_NAME_PARTS: Final = attrgetter("family", "given", "particle", "suffix", "literal")


_Line = tuple[str, str, str]
"""A line to be: its tag, its value, and the field of the paper (or the row of the table) that it says.

A bare tuple: with a named one writing takes a tenth longer.
"""


class _Label(NamedTuple):
    """An ``M2`` line, and what a dialect without such lines loses."""

    name: str
    value: str
    lost: tuple[str, ...] = ()


def write(papers: Iterable[Paper], context: WriteContext) -> Iterator[str]:
    r"""Yield the records of a RIS file, one by one.

    Option ``dialect``: ``plain``, ``zotero``, ``mendeley`` or ``endnote`` (`bibkit.formats.ris.spelling`).
    Code of what it says: ``illegal-characters``.

    >>> "".join(write([Paper(kind="book", title="Ponds", issued=Date(2031))], WriteContext()))
    'TY  - BOOK\nTI  - Ponds\nPY  - 2031\nER  - \n'
    """
    values = ValueWriter(dialect_of(context.options.get("dialect"), context.target))
    between = ""
    for paper in papers:
        record = _Record(paper, values)
        text = record.text()
        context.report.lose_all(dict.fromkeys([*FIELDS.losses(paper), *record.lost]))
        yield between + text
        between = "\n"
    if values.illegal:
        context.diagnose("illegal-characters", f"{values.illegal} characters that no text file may hold were left out")


@cache
def _tagged_fields(kind: Kind) -> frozenset[str]:
    """The fields of the table's rows that are written for papers of a kind."""
    return frozenset([rule.field for rule in FIELDS.rules_for(kind).values() if rule.write])


@cache
def _labelled_fields(kind: Kind) -> tuple[str, ...]:
    """The text fields that papers of a kind have in labelled lines, since no tag holds them."""
    return tuple([name for name in LABELLED_TEXTS if name not in _tagged_fields(kind) and name not in _OWN])


class _Record:
    """One record as it grows: lines of the table, lines of tags that share values, labels, and what is lost."""

    def __init__(self, paper: Paper, values: ValueWriter) -> None:
        self.paper = paper
        self.values = values
        self.dialect: TagDialect = values.dialect
        rules = FIELDS.rules_for(paper.kind)
        self.tabled = [(tag, value, rules[tag].field) for tag, value in FIELDS.encode(paper)]
        self.dated: list[_Line] = []
        self.rest: list[_Line] = []
        self.labels: list[_Label] = []
        self.lost: list[str] = []
        self.type = self._type()

    def text(self) -> str:
        """The lines of the record; `lost` is complete then."""
        paper = self.paper
        if TYPES.decode(self.type) != paper.kind:
            self._label("kind", encode_type_label(paper.kind), "Type")
        self._add_dates()
        self._add_pages()
        self._add_serial_numbers()
        self._add_eprint()
        if paper.event_title or paper.event_place:
            self._add_event()
        if self.dialect.html:
            self._count_what_zotero_cuts()
        if paper.affiliations:
            self._join_affiliations()
        self._add_labels()
        self._add_people()
        self._add_attachments()
        if paper.key:
            self.rest.append(("ID", paper.key, "key"))
            self.labels.append(_Label("Citation Key", paper.key))
        self._count_what_is_misread()
        if self.dialect.editors_in_a2:
            self._move_editors()
        if self.dialect.labels:
            self.rest += [
                ("M2", f"{name}: {value}" if name else value, lost[0] if lost else "")
                for name, value, lost in self.labels
            ]
        else:
            self.lost += [name for label in self.labels for name in label.lost]
        self.rest += [
            (tag, value, f"ris:{tag}")
            for tag, kept in FIELDS.kept_extra(paper)
            if tag in TAGS - FRAME
            for value in kept
        ]
        return self._spelled()

    def _spelled(self) -> str:
        cut = next((index for index, line in enumerate(self.tabled) if line[0] not in _HEAD), len(self.tabled))
        spell, keeps = self.values.spell, self.values.keeps
        pieces = [f"TY  - {self.type}\n"]
        lines = (*self.tabled[:cut], *self.dated, *self.tabled[cut:], *self.rest)
        known = {name.partition(":")[0] for name in self.lost}
        if any([name.startswith("ris:") for name in self.paper.extra]):
            self._count_what_extra_changes(lines)
        if not self.dialect.html and self.values.is_plain("".join([value for _, value, _ in lines])):
            return "".join([*pieces, *[f"{tag}  - {value}\n" for tag, value, _ in lines if value], "ER  - \n"])
        for tag, value, field in lines:
            text = spell(tag, value)
            if text:
                pieces.append(f"{tag}  - {text}\n")
            if text != value and field and not keeps(tag, value, text):
                name = field.partition(":")[0]
                if name == "ris":
                    self.lost.append(field)
                elif name not in known:
                    self.lost.append(f"{name}: exact form" if text else name)
        return "".join([*pieces, "ER  - \n"])

    def _type(self) -> str:
        """Give the type of the kind, or the one that the record had when it was read."""
        usual = TYPES.encode(self.paper.kind)
        kept = " ".join(self.paper.extra.get("ris:TY", ("",))[0].split())
        if not kept:
            return usual
        known = TYPES.knows(kept.upper())
        written = usual if known and TYPES.decode(kept.upper()) != self.paper.kind else kept
        if written != self.paper.extra["ris:TY"][0]:
            self.lost.append("ris:TY")
        return written

    def _label(self, field: str, value: str, name: str = "") -> None:
        self.labels.append(_Label(name or label_of(field), value, (field,)))

    def _count_what_is_misread(self) -> None:
        """Where no label tells the kind, the type decides what the tags mean."""
        if self.dialect.labels:
            return
        kind, renamed = settle(self.type.upper(), None, {tag for tag, _, _ in self.tabled})
        rules = FIELDS.rules_for(kind)
        for tag, _, field in self.tabled:
            rule = rules.get(renamed.get(tag, tag))
            if field and (rule is None or rule.field != field):
                self.lost.append(field)
        numbers = {tag: value for tag, value, field in self.rest if field == "page"}
        if numbers and decode_page_tags(numbers.get("SP", ""), numbers.get("EP", ""), kind)[0] != "page":
            self.lost.append("page")

    def _count_what_extra_changes(self, lines: Iterable[_Line]) -> None:
        """What `extra` holds of a tag that has a meaning comes back only beside the line that it once stood beside.

        A PY without another PY before it would be the year, a second KW a tag: the record is read again and compared.
        """
        said = [(tag, value) for tag, value, _ in lines if value]
        record = RawRecord(0, self.type, [tag for tag, _ in said], [value for _, value in said])
        told = {name.partition(":")[0] for name in self.lost}
        self.lost += [
            name
            for name in FIELDS.changes(self.paper, read_record(record, ReadContext()))
            if name in self.paper.extra or name.partition(":")[0] not in told
        ]

    # ------------------------------------------------------------ dates

    def _add_dates(self) -> None:
        """PY, DA and Y2, and labels for dates that no tag says whole."""
        for field in DATE_FIELDS:
            date = getattr(self.paper, field)
            if date is None:
                continue
            year, full = encode_year(date), encode_tag_date(date)
            tagged = None
            if field == "issued":
                if year:
                    self.dated.append(("PY", year, field))
                if full and full != year and self.dialect.full_date:
                    self.dated.append(("DA", full, field))
                elif full and full != year:
                    self.lost.append("issued: month and day")
                tagged = decode_issued((full if self.dialect.full_date else "", "", year))
            elif field == "accessed":
                if full:
                    self.dated.append(("Y2", full, field))
                tagged = decode_tag_date(full)
            elif fits_tag(date):
                self._label_date(field, date, None)
            if not fits_tag(date):
                self._label_date(field, date, tagged)

    def _label_date(self, field: str, date: Date, tagged: Date | None) -> None:
        """Add a line for a date that its tag does not say whole."""
        if tagged == date:
            return
        text = encode_edtf(date)
        self.labels.append(
            _Label(label_of(field), text, (field if tagged is None else f"{field}: all but the first day",))
        )
        if decode_free_date(text) != date:
            self.lost.append(f"{field}: parts beside the words")

    # ------------------------------------------------------------ numbers

    def _add_pages(self) -> None:
        """SP and EP, whose meaning hangs on one another and on the kind."""
        kind, page, total = self.paper.kind, self.paper.page, self.paper.number_of_pages
        counts = kind in PAGES_IN_SP
        first, last = split_pages(page) if page else ("", "")
        if page:
            is_range = first.isalnum() and last.isalnum()
            is_told = (last or not counts) and join_pages(first, last) == decode_pages(page)
            if kind != "motion_picture" and (is_range or is_told):
                self.rest += [(tag, number, "page") for tag, number in (("SP", first), ("EP", last)) if number]
                if decode_page_tags(first, last, kind)[1] != page:
                    self.lost.append("page: exact form")
            else:
                self._label("page", page)
        if total:
            if counts and not last and not split_pages(total)[1]:
                self.rest.append(("SP", total, "number_of_pages"))
            else:
                self._label("number_of_pages", total)

    def _add_serial_numbers(self) -> None:
        isbn, issn, kind = self.paper.isbn, self.paper.issn, self.paper.kind
        numbers = [*isbn.split(), *issn.split()]
        if numbers and kind not in NUMBER_IN_SN and sort_serial_numbers(numbers, kind) == (isbn, issn):
            self.rest += [("SN", number, "isbn" if isbn else "issn") for number in numbers]
            return
        for field, value in (("isbn", isbn), ("issn", issn)):
            if value:
                self._label(field, value)

    def _add_eprint(self) -> None:
        """The archive's name in PB, its identifier in the lines that Zotero reads (the bare one) and people know."""
        paper, identifier, archive = self.paper, self.paper.eprint, self.paper.eprint_type
        version, category = paper.eprint_version, paper.eprint_class
        repository = REPOSITORIES.get(archive, "")
        if paper.kind == "article" and repository and identifier:
            if not paper.publisher:
                self.rest.append(("PB", repository, ""))
                self.labels.append(_Label("Repository", repository))
            if self.dialect.source_in_t2 and not paper.container_title:
                self.rest.append(("T2", repository, ""))
        is_bare = archive == "arxiv" and split_arxiv(identifier) == (identifier, "")
        whole = encode_arxiv_line(identifier, version, category)
        said = decode_extra(f"arXiv: {whole}").values if archive == "arxiv" and (is_bare or not identifier) else {}
        has_line = said != {} and whole == encode_arxiv_line(
            *[said.get(name, "") for name in ("eprint", "eprint_version", "eprint_class")]
        )
        if is_bare and identifier:
            self.labels.append(_Label("Archive ID", identifier, ("eprint", "eprint_type")))
            if not self.dialect.labels and not paper.url:
                self.rest.append(("UR", f"https://arxiv.org/abs/{identifier}", ""))
        else:
            # An identifier of an unnamed archive is no "Archive ID": that would be taken for arXiv's.
            if archive and (identifier or not category or not has_line):
                self._label("eprint_type", archive)
            if identifier:
                self._label("eprint", identifier, "Archive ID" if archive else "")
        if has_line:
            if version or category:
                parts = {"eprint_class": category, "eprint_version": version, "eprint_type": archive}
                self.labels.append(_Label("arXiv", whole, tuple([name for name, value in parts.items() if value])))
            return
        if category:
            self._label("eprint_class", category)
        if version:
            self._label("eprint_version", version)

    # ------------------------------------------------------------ what depends on the dialect or on other values

    def _add_event(self) -> None:
        """T2 is the event where C3 is the proceedings, CY its place where C1 is the publisher's (2011)."""
        paper, event, place = self.paper, self.paper.event_title, self.paper.event_place
        if paper.kind != "paper-conference":
            if place:
                self._label("event_place", place)
            return
        lines: list[_Line] = []
        for tag, value, field in self.tabled:
            if tag == "T2" and event:
                lines += [("T2", event, "event_title"), ("C3", value, field)]
            elif tag == "CY" and place:
                lines += [("CY", place, "event_place"), ("C1", value, field)]
            else:
                lines.append((tag, value, field))
        if event and not paper.container_title:
            lines.append(("T2", event, "event_title"))
            self.labels.append(_Label(label_of("event_title"), event))
        if place and not paper.publisher_place:
            if not self.dialect.labels:
                lines.append(("CY", place, "event_place"))
            self.labels.append(_Label(label_of("event_place"), place))
        self.tabled = lines

    def _count_what_zotero_cuts(self) -> None:
        """Tell what Zotero's importer cuts or leaves, which our own reader does not."""
        tags = self.paper.tags
        if any([";" in tag for tag in tags]):
            self.lost.append("tags: `;`")
        elif len(tags) == 1 and "," in tags[0]:
            self.lost.append("tags: comma in the only tag")
        if ":" in self.paper.key:
            self.lost.append("key: colon")

    def _join_affiliations(self) -> None:
        """Put all institutions into one AD.

        The specification has one address a record; of several AD, rispy keeps the first and bibutils complains.
        """
        first = [tag for tag, _, _ in self.tabled].index("AD")
        names = [value for tag, value, _ in self.tabled if tag == "AD"]
        self.tabled = [line for line in self.tabled if line[0] != "AD"]
        if self.dialect.affiliations:
            self.tabled.insert(first, ("AD", "; ".join(names), "affiliations"))
        elif not self.dialect.labels:
            self.lost.append("affiliations")

    def _move_editors(self) -> None:
        tags = {tag for tag, _, _ in self.tabled}
        if "ED" in tags:
            if "A2" in tags:
                self.lost.append("authors:collection-editor")
            self.tabled = [
                ("A2" if tag == "ED" else tag, value, field) for tag, value, field in self.tabled if tag != "A2"
            ]

    # ------------------------------------------------------------ labels

    def _add_labels(self) -> None:
        """Lines for what the kind has no tag for."""
        paper = self.paper
        for field in _labelled_fields(paper.kind):
            if (value := getattr(paper, field)) and not (field == "event_title" and paper.kind == "paper-conference"):
                self._label(field, value)
        for field in OMISSION_FIELDS:
            if count := getattr(paper, field):
                self._label(field, encode_value(field, count))
        names = [affiliation.name for affiliation in paper.affiliations]
        cut = ("affiliations: `;`",) if any([";" in name for name in names]) else ()
        self.labels += [_Label(AFFILIATION, encode_affiliations([name]), cut) for name in names]
        if len(paper.tags) == 1 and ";" in paper.tags[0]:
            self.labels.append(_Label(TAG, paper.tags[0], ("tags: `;`",)))
        if paper.note:
            self.labels += [_Label("", line, ("note",)) for line in note_lines(paper)]

    def _add_people(self) -> None:
        """Lines for people whose role has no tag, and for organisations whose name a tag would cut."""
        tagged = _tagged_fields(self.paper.kind)
        for author in self.paper.authors:
            if author.role == "author" and _is_usual_name(author):
                continue
            if f"authors:{author.role}" not in tagged:
                line = encode_creator(author)
                self.labels.append(_Label("", line, (f"authors:{author.role}",)))
                found = decode_extra(line).values.get("authors", ())
                is_kept = [_NAME_PARTS(again) for again in found] == [_NAME_PARTS(author)]
            else:
                text = encode_inverted(author)
                again = decode_company(text) if author.role == "holder" else decode_name(text)
                is_kept = _NAME_PARTS(author) == _NAME_PARTS(again)
                if author.literal and not is_kept:
                    self.labels.append(_Label(LITERAL_NAME, text, ("authors: exact form",)))
                    continue
                is_kept = is_kept and not is_others(text) and (author.role == "holder" or split_people(text) == [text])
            if not is_kept:
                self.lost.append("authors: exact form")

    def _add_attachments(self) -> None:
        """A link tag for each attachment; titles have no place."""
        for attachment in self.paper.attachments:
            tag, value = encode_attachment(attachment)
            if not value:
                self.lost.append("attachments")
                continue
            self.rest.append((tag, value, "attachments"))
            again = decode_attachment(tag, value)
            if attachment.title:
                self.lost.append("attachments: title")
            if (again.path, again.url) != (attachment.path, attachment.url):
                self.lost.append("attachments: path or address")
            if again.media_type != attachment.media_type:
                self.lost.append("attachments: media type")


def _is_usual_name(author: Author) -> bool:
    """Tell whether a name is one plain word, given names and a lower-case particle, which are read back as they are."""
    particle = author.particle
    return (
        author.given != ""
        and author.family.isalpha()
        and author.family[0].isupper()
        and not (author.suffix or author.literal)
        and (not particle or (particle.islower() and all([word.isalpha() for word in particle.split(" ")])))
        and not ("," in author.given or ";" in author.given or " and " in author.given)
    )
