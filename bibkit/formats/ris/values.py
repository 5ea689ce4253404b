"""How RIS spells names, dates, numbers and links: one codec each, for whatever tag they stand in.

Knows: what programs write in author tags, date tags, SN, the ``arXiv:`` line and L1 to L4.
Must not know: records, labels, which paper a value belongs to.

- Dates are ``YYYY/MM/DD/other information``, spread over DA, Y1 and PY. DA goes before Y1, Y1 before PY (2011: DA is the
  date, PY its year; Y1 is 2001's name of PY). A tag without a year ("July", "JUN 29") takes the year of another one.
- L1 is a file (PDF above all), L2 a full text, L3 related records, L4 an image (RIS Format Specifications, "Link to ..."
  fields).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from bibkit.codecs.dates import decode_free_date, is_calendar_date
from bibkit.codecs.months import SEASONS
from bibkit.codecs.names import decode_inverted
from bibkit.codecs.pages import join_pages, split_pages
from bibkit.model import Attachment, Author, Date, Kind

__all__ = [
    "PAGES_IN_SP",
    "decode_attachment",
    "decode_company",
    "decode_issued",
    "decode_name",
    "decode_page_tags",
    "decode_tag_date",
    "encode_arxiv_line",
    "encode_attachment",
    "encode_tag_date",
    "encode_year",
    "fits_tag",
    "sort_serial_numbers",
    "split_people",
]

# ---------------------------------------------------------------- names

_INITIALS_LAST: Final = re.compile(r"([^\W\d_][\w'\u2019-]*) ((?:[^\W\d_]\.[ -]?)+)")
"""Ovid's "Osei K.": a family name and initials without a comma."""

_TWO_PERSONS: Final = re.compile(r"[^,]+,[^,]+(?: and [^,]+,[^,]+)+")
_LEGAL_FORM: Final = re.compile(
    r", *(?:.*[0-9]|(?:ab|ag|bv|b\.v|co|company|corp|corporation|gmbh|inc|incorporated|kg|kk|limited|llc|ltd|nv|oy|plc|pty"
    r"|s\.?a|s\.?p\.?a|srl)\b)",
    re.IGNORECASE,
)
_FIRMS: Final = frozenset(
    ("Inc", "Inc.", "Incorporated", "Ltd", "Ltd.", "Limited", "LLC", "L.L.C.", "GmbH", "Corp.", "Corporation", "PLC")
)
"""What stands for a given name and is none."""


def decode_name(text: str) -> Author:
    """Read one name; initials at the end make a person of a name without a comma.

    >>> decode_name("Osei K."), decode_name("Institute of Silt")
    (Author(family='Osei', given='K.', ...), Author(..., literal='Institute of Silt', ...))
    """
    family, _, given = text.partition(", ")
    if given in _FIRMS:
        return Author(literal=text)
    if given and "," not in given and "  " not in text and family[-1:] != " ":
        if family[:1].isupper():
            return Author(family, given)
        particle, family = _split_family(family)
        return Author(family, given.strip(), particle)
    if "," not in text:
        initials = _INITIALS_LAST.fullmatch(text)
        return Author(initials[1], initials[2]) if initials else Author(literal=text)
    return decode_inverted(text)


@lru_cache(maxsize=1024)
def _split_family(text: str) -> tuple[str, str]:
    """Cut particle and family name of what stands before a comma."""
    name = decode_inverted(f"{text},")
    return name.particle, name.family


def split_people(text: str) -> list[str]:
    """Cut a text in which a program put all authors, with semicolons or as BibTeX has them.

    >>> split_people("Sol, Petra; Osei, K."), split_people("Silt and Salt Company")
    (['Sol, Petra', 'Osei, K.'], ['Silt and Salt Company'])
    """
    if ";" in text:
        return [name for part in text.split(";") if (name := part.strip())]
    if _TWO_PERSONS.fullmatch(text) is not None:
        return [name.strip() for name in text.split(" and ")]
    return [text]


def decode_company(text: str) -> Author:
    """Read the name of a company or person; a legal form or digits after a comma make it a company's.

    >>> decode_company("Silt, Inc.").literal, decode_company("Sol, Petra").given
    ('Silt, Inc.', 'Petra')
    """
    author = decode_name(text)
    return Author(literal=text) if author.literal or _LEGAL_FORM.search(text) else author


# ---------------------------------------------------------------- dates

_SLASHES: Final = re.compile(r"([0-9]{4})(?:[/-]([0-9]{1,2})?(?:[/-]([0-9]{1,2})?/?)?)?")


def decode_tag_date(text: str) -> Date | None:
    """Read the value of one date tag; a year of zeros is none.

    >>> decode_tag_date("2030/06/19"), decode_tag_date("2030///winter"), decode_tag_date("0000")
    (Date(year=2030, month=6, day=19, ...), Date(year=2030, ..., season=4, ...), None)
    """
    found = _SLASHES.fullmatch(text)
    if found is not None:
        year, month, day = found.groups()
        numbers = int(year), int(month or 0), int(day or 0)
        if numbers[0] == 0:
            return None
        if is_calendar_date(*numbers):
            return Date(*numbers)
    date = decode_free_date(text)
    if date is None or date.year == 0:
        return None
    if date.year is None and not any([letter.isalnum() for letter in date.literal]):
        return None
    return date


@lru_cache(maxsize=1024)
def decode_issued(tags: tuple[str, str, str]) -> Date | None:
    """Read the date of publication out of DA, Y1 and PY, an empty string where a tag is absent.

    >>> decode_issued(("2030/06/20", "2030/06/19", "2030")).day, decode_issued(("July", "", "1948")).month
    (20, 7)
    """
    _, y1, py = tags
    words: Date | None = None
    for index, text in enumerate(tags):
        date = decode_tag_date(text) if text else None
        if date is None:
            continue
        if date.year is not None:
            return date
        for other in (py, y1) if index == 0 else (py,):
            whole = _with_year(text, other)
            if whole is not None:
                return whole
        words = words or date
    return words


def _with_year(text: str, other: str) -> Date | None:
    """Join a date without a year with the year of another tag; None where that makes no date."""
    year = decode_tag_date(other) if other and other != text else None
    if year is None or year.year is None:
        return None
    joined = decode_free_date(f"{text} {year.year:04d}")
    if joined is not None and joined.year == year.year and not joined.literal:
        return joined
    return Date(year.year, year.month, year.day, literal=text)


def fits_tag(date: Date) -> bool:
    """Tell whether ``YYYY/MM/DD/season`` says all of a date."""
    return encode_year(date) != "" and date == Date(date.year, date.month, date.day, date.season)


def encode_tag_date(date: Date) -> str:
    """Spell the first day of a date for a tag; what does not fit is left out.

    All slashes stand where a part is missing, as the specification of 2001 asks.

    >>> encode_tag_date(Date(2031, 3, 7)), encode_tag_date(Date(2031, 3)), encode_tag_date(Date(2031, season=4))
    ('2031/03/07', '2031/03//', '2031///winter')
    """
    year = encode_year(date)
    if not year:
        return date.literal
    if date.month:
        return f"{year}/{date.month:02d}/" + (f"{date.day:02d}" if date.day else "/")
    return f"{year}///{SEASONS[date.season - 1].lower()}" if date.season else year


def encode_year(date: Date) -> str:
    """Spell the year for PY; empty where four digits cannot hold it.

    >>> encode_year(Date(2031, 3)), encode_year(Date(-69))
    ('2031', '')
    """
    return f"{date.year:04d}" if date.year is not None and 0 < date.year <= 9999 else ""


# ---------------------------------------------------------------- pages and numbers

PAGES_IN_SP: Final[tuple[Kind, ...]] = ("book", "thesis", "manuscript")
"""Kinds whose SP, without EP, counts the pages (2011: "Number of Pages")."""


def decode_page_tags(first: str, last: str, kind: Kind) -> tuple[str, str]:
    """Read SP and EP: the field that they stand for in papers of a kind, and its value.

    >>> decode_page_tags("12", "19", "book"), decode_page_tags("319", "", "book"), decode_page_tags("95 min", "", "motion_picture")
    (('page', '12-19'), ('number_of_pages', '319'), ('dimensions', '95 min'))
    """
    if first and not last and kind == "motion_picture":
        return "dimensions", first  # 2011: running time
    if first and not last and kind in PAGES_IN_SP and not split_pages(first)[1]:
        return "number_of_pages", first
    return "page", join_pages(first, last)


_ISSN: Final = re.compile(r"[0-9]{4}-?[0-9]{3}[0-9Xx]")
_ISBN: Final = re.compile(r"(?:97[89]-?)?(?:[0-9]-?){9}[0-9Xx]")
_REMARK: Final = re.compile(
    r"\((?:print|online|electronic|linking|e?issn|e?isbn)[^()]{0,40}\)|\b[ep]?-?IS[BS]N:?", re.IGNORECASE
)
_SERIALS: Final[frozenset[Kind]] = frozenset(
    ("article-journal", "article-magazine", "article-newspaper", "periodical", "review", "review-book")
)


def sort_serial_numbers(texts: list[str], kind: Kind) -> tuple[str, str]:
    """Tell ISBNs from ISSNs by their shape; what has neither's goes where the kind expects it.

    >>> sort_serial_numbers(["1755-0998 (Print)", "978-0-306-40615-7"], "article-journal")
    ('978-0-306-40615-7', '1755-0998')
    """
    if len(texts) == 1 and _ISSN.fullmatch(texts[0]):
        return "", texts[0]
    isbns: list[str] = []
    issns: list[str] = []
    for text in texts:
        numbers = _REMARK.sub(" ", text).replace(",", " ").replace(";", " ").split()
        if numbers and all([_ISSN.fullmatch(number) or _ISBN.fullmatch(number) for number in numbers]):
            for number in numbers:
                (issns if _ISSN.fullmatch(number) else isbns).append(number)
        else:
            (issns if kind in _SERIALS else isbns).append(text)
    return " ".join(isbns), " ".join(issns)


def encode_arxiv_line(identifier: str, version: str, category: str) -> str:
    """Spell identifier, version and category, as far as they are known, for an ``arXiv:`` line.

    >>> encode_arxiv_line("2609.01234", "2", "cs.LG"), encode_arxiv_line("", "", "cs.LG")
    ('2609.01234v2 [cs.LG]', '[cs.LG]')
    """
    whole = f"{identifier}v{version}" if version else identifier
    return f"{whole} [{category}]".strip() if category else whole


# ---------------------------------------------------------------- links

_ADDRESS: Final = re.compile(r"(?!file:|internal-pdf:)[A-Za-z][A-Za-z0-9+.-]+:(?!\\)", re.IGNORECASE)
_MEDIA_TYPES: Final = {
    "pdf": "application/pdf",
    "ps": "application/postscript",
    "epub": "application/epub+zip",
    "txt": "text/plain",
    "html": "text/html",
    "htm": "text/html",
    "gif": "image/gif",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "png": "image/png",
    "svg": "image/svg+xml",
    "tif": "image/tiff",
    "tiff": "image/tiff",
}


def decode_attachment(tag: str, text: str) -> Attachment:
    """Read a link; the media type is told by the suffix, else by the tag.

    >>> decode_attachment("L1", "https://example.org/pond.pdf")
    Attachment(title='', path='', url='https://example.org/pond.pdf', media_type='application/pdf')
    """
    suffix = text.rpartition(".")[2].lower()
    media_type = _MEDIA_TYPES.get(suffix) or ("text/html" if tag == "L2" else "")
    if _ADDRESS.match(text):
        return Attachment(url=text, media_type=media_type)
    return Attachment(path=text, media_type=media_type)


def encode_attachment(attachment: Attachment) -> tuple[str, str]:
    """Give tag and value for an attachment; an empty value where it points at nothing.

    >>> encode_attachment(Attachment(path="pond.png", media_type="image/png"))
    ('L4', 'pond.png')
    """
    media_type = attachment.media_type
    tag = "L4" if media_type.startswith("image/") else "L2" if media_type == "text/html" else "L1"
    return tag, attachment.url or attachment.path
