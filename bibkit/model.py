r"""What a paper is: the words of the domain as frozen values.

Knows: what each field means (every description stands here and nowhere else), which kinds and roles exist,
and which parts of a value ("aspects") a format may be unable to hold.
Must not know: any format, how a value is spelled, where papers come from. Imports nothing of bibkit.

Field names are CSL 1.0.2 variables in snake case; eprint fields carry BibLaTeX's names, since CSL has none.
Every field's default is falsy, so "has a value" is always ``bool(getattr(paper, name))``. Lists of fields (`DATE_FIELDS`,
`OMISSION_FIELDS`, `LIST_FIELDS`, `TEXT_FIELDS`) follow from the fields' types; nobody keeps a list of his own.

Text fields hold *rich text*: plain Unicode (NFC) in which CSL's HTML subset (``<i> <b> <sup> <sub>``,
``<span style="font-variant:small-caps;">``, ``<span class="nocase">``) and ``$...$`` mathematics may stand.
A dollar that would otherwise open mathematics is written ``\$`` (see `bibkit.text.markup`).
"""

from collections.abc import Callable, Iterator
from typing import Annotated, Final, Literal, TypeAlias, get_args, get_origin

import msgspec
from msgspec import Meta

__all__ = [
    "ASPECTS",
    "DATE_FIELDS",
    "EXTENSION_ROLES",
    "KINDS",
    "LIST_FIELDS",
    "OMISSION_FIELDS",
    "PAPER_FIELDS",
    "ROLES",
    "TEXT_FIELDS",
    "UNKNOWN_NUMBER",
    "Affiliation",
    "Aspect",
    "Attachment",
    "Author",
    "Date",
    "Kind",
    "Paper",
    "Topic",
    "describe_fields",
]

Kind: TypeAlias = Literal[
    "article",
    "article-journal",
    "article-magazine",
    "article-newspaper",
    "bill",
    "book",
    "broadcast",
    "chapter",
    "classic",
    "collection",
    "dataset",
    "document",
    "entry",
    "entry-dictionary",
    "entry-encyclopedia",
    "event",
    "figure",
    "graphic",
    "hearing",
    "interview",
    "legal_case",
    "legislation",
    "manuscript",
    "map",
    "motion_picture",
    "musical_score",
    "pamphlet",
    "paper-conference",
    "patent",
    "performance",
    "periodical",
    "personal_communication",
    "post",
    "post-weblog",
    "regulation",
    "report",
    "review",
    "review-book",
    "software",
    "song",
    "speech",
    "standard",
    "thesis",
    "treaty",
    "webpage",
]
"""A paper's type as CSL 1.0.2 names it; ``article`` is a preprint (CSL 1.0.2, appendix III)."""

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

EXTENSION_ROLES: Final = ("afterword", "annotator", "commentator", "foreword", "holder", "introduction", "programmer")
"""Roles that BibLaTeX (or Zotero: programmer) knows and CSL does not."""

ROLES: Final[tuple[str, ...]] = (
    "author",
    "chair",
    "collection-editor",
    "compiler",
    "composer",
    "container-author",
    "contributor",
    "curator",
    "director",
    "editor",
    "editorial-director",
    "executive-producer",
    "guest",
    "host",
    "illustrator",
    "interviewer",
    "narrator",
    "organizer",
    "original-author",
    "performer",
    "producer",
    "recipient",
    "reviewed-author",
    "script-writer",
    "series-creator",
    "translator",
    *EXTENSION_ROLES,
)
"""What a person may have done for a paper: CSL 1.0.2 name variables, then `EXTENSION_ROLES`."""

UNKNOWN_NUMBER: Final = -1
"""The count of an omission whose size the source does not tell, such as BibTeX's ``and others``."""

_Omitted: TypeAlias = Annotated[int, Meta(ge=UNKNOWN_NUMBER, le=999_999_999)]
_Year: TypeAlias = Annotated[int, Meta(ge=-999_999_999, le=999_999_999)]


class Date(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A date, a range of dates, or the words that a source had instead of one.

    Numbers are 0 where they are not known, except ``year``, where None means "not known" and 0 is the year
    1 BCE (astronomical years, ISO 8601). ``literal`` keeps the source's own text when the other members do
    not say all of it ("in press", "Sep--Oct", "[2031]").

    >>> Date(2018, 6, 29)
    Date(year=2018, month=6, day=29, ...)
    """

    year: _Year | None = None
    month: Annotated[int, Meta(ge=0, le=12)] = 0
    day: Annotated[int, Meta(ge=0, le=31)] = 0
    season: Annotated[int, Meta(ge=0, le=4)] = 0
    """1 spring, 2 summer, 3 autumn, 4 winter; excludes a month."""
    end: "Date | None" = None
    """The end of a range."""
    open_end: bool = False
    """A range that goes on (EDTF ``1987/..``)."""
    open_start: bool = False
    """A range with an unknown beginning (EDTF ``../1987``); the members then hold its end."""
    approximate: bool = False
    uncertain: bool = False
    time: str = ""
    """Time of day and zone as ISO 8601 writes them, without the ``T``."""
    literal: str = ""


class Affiliation(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """An institution, named as the source names it."""

    name: str
    ror: str = ""
    """Its identifier in the Research Organization Registry, without the resolver ("05dxps055")."""


class Author(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A person (``family`` ...) or an organisation (``literal``) and the role it has for a paper.

    >>> Author("Beethoven", given="Ludwig", particle="van")
    Author(family='Beethoven', given='Ludwig', particle='van', ...)
    """

    family: str = ""
    given: str = ""
    particle: str = ""
    """The part before the family name that a citation may leave out of sorting: "von", "de la"."""
    suffix: str = ""
    literal: str = ""
    """The whole name of an organisation, or of a person whose name has no parts; excludes the four above."""
    role: str = "author"
    """One of `ROLES`."""
    orcid: str = ""
    """Bare: "0000-0002-1825-0097"."""
    affiliations: tuple[Annotated[int, Meta(ge=0)], ...] = ()
    """Positions in `Paper.affiliations`, only where the source links the person to them."""


class Attachment(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A file or page that belongs to a paper."""

    title: str = ""
    path: str = ""
    url: str = ""
    media_type: str = ""


class Topic(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A page that lists papers; in Zotero it becomes a collection.

    Counts are None where the page does not state them.
    """

    title: str
    parent: str = ""
    """The area that the topic belongs to ("RL: Reinforcement Learning")."""
    momentum: str = ""
    """The page's sentence on its growth, verbatim."""
    recent_papers: int | None = None
    """Papers of the last four weeks."""
    change_percent: int | None = None
    """Growth on the four weeks before; negative for "down"."""
    share_percent: float | None = None
    """Part of all new papers."""
    axis_start: str = ""
    """The chart's first label ("Jul 13")."""
    axis_end: str = ""
    """The chart's last label ("Week of Sep 28")."""
    total: int | None = None
    """Papers that the topic has in all, listed or not."""

    @property
    def collection(self) -> tuple[str, ...]:
        """The path of the collection that this topic becomes: parent area first, where there is one."""
        return (self.parent, self.title) if self.parent else (self.title,)


def _about(text: str) -> Meta:
    return Meta(description=text)


class Paper(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False, dict=False
):
    """One citable work: preprint, article, book, dataset, software ...

    >>> Paper(kind="article", title="Weirs that Learn", authors=(Author("Abara", "Tunde"),), issued=Date(2031, 1, 5))
    Paper(key='', kind='article', title='Weirs that Learn', ...)
    """

    key: Annotated[str, _about("citation key: what \\cite{} takes")] = ""
    kind: Annotated[Kind, _about("type of work, as CSL 1.0.2 names it; `article` is a preprint")] = "document"

    title: Annotated[str, _about("title, with subtitle")] = ""
    title_short: Annotated[str, _about("short form of the title")] = ""
    authors: Annotated[tuple[Author, ...], _about("persons and organisations with their roles, in order")] = ()
    authors_omitted: Annotated[_Omitted, _about("authors that the source cut off (`+2` is 2, `and others` is -1)")] = 0
    editors_omitted: Annotated[_Omitted, _about("editors that the source cut off (-1: number unknown)")] = 0
    affiliations: Annotated[tuple[Affiliation, ...], _about("institutions of the paper")] = ()
    affiliations_omitted: Annotated[_Omitted, _about("affiliations that the source cut off (-1: number unknown)")] = 0
    abstract: Annotated[str, _about("abstract; paragraphs are separated by a blank line")] = ""
    tags: Annotated[tuple[str, ...], _about("subject labels, in order")] = ()
    tags_omitted: Annotated[_Omitted, _about("tags that the source cut off (-1: number unknown)")] = 0
    automatic_tags: Annotated[tuple[str, ...], _about("those of the tags that a program gave")] = ()
    collections: Annotated[
        tuple[tuple[str, ...], ...], _about("collections that hold the paper, each as a path from the root")
    ] = ()
    notes: Annotated[tuple[str, ...], _about("notes written about the paper, each as HTML or plain text")] = ()
    attachments: Annotated[tuple[Attachment, ...], _about("files and pages that belong to the paper")] = ()

    issued: Annotated[Date | None, _about("date of publication")] = None
    accessed: Annotated[Date | None, _about("date on which the URL was visited")] = None
    submitted: Annotated[Date | None, _about("date of submission")] = None
    available_date: Annotated[Date | None, _about("date on which it became available ahead of publication")] = None
    event_date: Annotated[Date | None, _about("date of the event at which it was presented")] = None
    original_date: Annotated[Date | None, _about("date of the original publication")] = None

    eprint: Annotated[str, _about("identifier in a preprint archive, bare (`2609.01234`, `hep-th/9901001`)")] = ""
    eprint_type: Annotated[str, _about("the preprint archive, lower case (`arxiv`, `biorxiv`, `hal`)")] = ""
    eprint_class: Annotated[str, _about("primary category in the archive (`cs.LG`)")] = ""
    eprint_version: Annotated[str, _about("version in the archive, digits only (`3`)")] = ""
    doi: Annotated[str, _about("DOI, bare (`10.5555/12345678`)")] = ""
    url: Annotated[str, _about("URL, verbatim")] = ""
    isbn: Annotated[str, _about("ISBN; several are separated by a blank")] = ""
    issn: Annotated[str, _about("ISSN; several are separated by a blank")] = ""
    pmid: Annotated[str, _about("PubMed identifier")] = ""
    pmcid: Annotated[str, _about("PubMed Central identifier, with `PMC`")] = ""

    container_title: Annotated[str, _about("journal, book or proceedings that holds the paper")] = ""
    container_title_short: Annotated[str, _about("abbreviated container title")] = ""
    collection_title: Annotated[str, _about("series")] = ""
    collection_number: Annotated[str, _about("number in the series")] = ""
    volume: Annotated[str, _about("volume of the container")] = ""
    issue: Annotated[str, _about("issue of the container")] = ""
    page: Annotated[str, _about("pages; ranges with one hyphen, or an en dash where an end holds a hyphen")] = ""
    page_first: Annotated[str, _about("first page, where only that is known apart from `page`")] = ""
    number: Annotated[str, _about("number of a report, patent or article")] = ""
    number_of_pages: Annotated[str, _about("total of pages")] = ""
    number_of_volumes: Annotated[str, _about("total of volumes")] = ""
    chapter_number: Annotated[str, _about("number of the chapter")] = ""
    part_number: Annotated[str, _about("number of the part")] = ""
    part_title: Annotated[str, _about("title of the part")] = ""
    printing_number: Annotated[str, _about("number of the printing")] = ""
    supplement_number: Annotated[str, _about("number of the supplement")] = ""
    volume_title: Annotated[str, _about("title of the volume")] = ""
    edition: Annotated[str, _about("edition")] = ""
    version: Annotated[str, _about("version of software or a standard")] = ""
    publisher: Annotated[str, _about("publisher; institution of a report or thesis; repository of a preprint")] = ""
    publisher_place: Annotated[str, _about("place of the publisher")] = ""
    authority: Annotated[str, _about("court, legislature or standards body")] = ""
    jurisdiction: Annotated[str, _about("area of law")] = ""
    event_title: Annotated[str, _about("conference or other event")] = ""
    event_place: Annotated[str, _about("place of the event")] = ""
    genre: Annotated[str, _about("type within the kind (`PhD thesis`, `Technical report`)")] = ""
    medium: Annotated[str, _about("medium or format of the copy")] = ""
    language: Annotated[str, _about("language, as a BCP 47 tag where the source allows")] = ""
    status: Annotated[str, _about("state of publication (`forthcoming`, `in press`)")] = ""
    note: Annotated[str, _about("short remark printed with the reference")] = ""
    annote: Annotated[str, _about("annotation of an annotated bibliography")] = ""
    archive: Annotated[str, _about("archive that holds the item")] = ""
    archive_collection: Annotated[str, _about("collection within the archive")] = ""
    archive_location: Annotated[str, _about("place within the archive")] = ""
    archive_place: Annotated[str, _about("city of the archive")] = ""
    call_number: Annotated[str, _about("call number in a library")] = ""
    source: Annotated[str, _about("catalogue or database that the record came from")] = ""
    dimensions: Annotated[str, _about("size or running time")] = ""
    division: Annotated[str, _about("subdivision of the container (CSL 1.0.2)")] = ""
    scale: Annotated[str, _about("scale of a map")] = ""
    section: Annotated[str, _about("section of the container")] = ""
    references: Annotated[str, _about("related references, such as a case history")] = ""
    original_title: Annotated[str, _about("title of the original")] = ""
    original_publisher: Annotated[str, _about("publisher of the original")] = ""
    original_publisher_place: Annotated[str, _about("place of the original's publisher")] = ""
    reviewed_title: Annotated[str, _about("title of the reviewed work")] = ""
    reviewed_genre: Annotated[str, _about("type of the reviewed work")] = ""
    year_suffix: Annotated[str, _about("letter that tells apart works of one year")] = ""
    citation_label: Annotated[str, _about("label of the reference, as styles with labels print it")] = ""
    citation_number: Annotated[str, _about("number of the reference in its list")] = ""
    categories: Annotated[tuple[str, ...], _about("CSL `categories`: labels of the library, not of the paper")] = ()

    extra: Annotated[
        dict[str, tuple[str, ...]], _about("what a format had and the model does not: keys such as `ris:C7`")
    ] = {}

    def by_role(self, role: str) -> tuple[Author, ...]:
        """The authors that have ``role``, in order."""
        return tuple([author for author in self.authors if author.role == role])

    @property
    def arxiv(self) -> str:
        """The arXiv identifier without its version, or an empty string."""
        return self.eprint if self.eprint_type == "arxiv" else ""

    @property
    def year(self) -> int | None:
        """The year of publication, astronomical, or None where the source gives none."""
        return self.issued.year if self.issued is not None else None


PAPER_FIELDS: Final[tuple[str, ...]] = Paper.__struct_fields__

_TYPES: Final = {name: get_args(annotation)[0] for name, annotation in Paper.__annotations__.items()}

DATE_FIELDS: Final = tuple([name for name, type_ in _TYPES.items() if Date in get_args(type_)])
"""Fields that hold a `Date` or None."""

OMISSION_FIELDS: Final = tuple([name for name, type_ in _TYPES.items() if type_ is int])
"""Fields that count what the source cut off, ``authors_omitted`` first."""

LIST_FIELDS: Final = tuple([name for name, type_ in _TYPES.items() if get_origin(type_) is tuple])
"""Fields that hold several values."""

TEXT_FIELDS: Final = tuple([name for name, type_ in _TYPES.items() if type_ is str])
"""Fields that hold one text: titles, remarks, numbers and identifiers, ``key`` among them and ``kind`` not."""


def describe_fields() -> Iterator[tuple[str, str]]:
    """Yield each field of `Paper` with what it means, in the model's order.

    >>> dict(describe_fields())["edition"]
    'edition'
    """
    for name, annotation in Paper.__annotations__.items():
        yield name, annotation.__metadata__[-1].description


class Aspect(msgspec.Struct, frozen=True):
    """A part of a value that a format may have no place for although it has one for the field.

    ``holds`` says whether a paper has it; ``drop`` gives the paper without it.
    """

    name: str
    meaning: str
    holds: Callable[[Paper], bool]
    drop: Callable[[Paper], Paper]


def _authors_without(**cleared: object) -> Callable[[Paper], Paper]:
    def drop(paper: Paper) -> Paper:
        authors = tuple(msgspec.structs.replace(author, **cleared) for author in paper.authors)
        return msgspec.structs.replace(paper, authors=authors)

    return drop


def _affiliations_without_ror(paper: Paper) -> Paper:
    return msgspec.structs.replace(
        paper, affiliations=tuple(Affiliation(affiliation.name) for affiliation in paper.affiliations)
    )


ASPECTS: Final[dict[str, Aspect]] = {
    aspect.name: aspect
    for aspect in (
        Aspect(
            "authors.orcid",
            "ORCID of an author",
            lambda paper: any([author.orcid for author in paper.authors]),
            _authors_without(orcid=""),
        ),
        Aspect(
            "authors.affiliations",
            "which author belongs to which affiliation",
            lambda paper: any([author.affiliations for author in paper.authors]),
            _authors_without(affiliations=()),
        ),
        Aspect(
            "affiliations.ror",
            "ROR identifier of an affiliation",
            lambda paper: any([affiliation.ror for affiliation in paper.affiliations]),
            _affiliations_without_ror,
        ),
    )
}
"""Parts that formats declare to keep (`bibkit.fields.FieldMap`); what a format does not declare is a loss."""
