"""Reference types of RIS and the kinds they stand for.

Knows: the values of ``TY`` in both editions of the specification (Reference Manager 2001; EndNote's export style
of 2011) and Zotero's names of item types, which stand in ``M2  - Type:`` lines.
Must not know: any other tag.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from bibkit.fields import KindMap
from bibkit.model import KINDS, Kind

__all__ = ["SERIES_FIRST", "TYPES", "encode_type_label", "settle"]

TYPES: Final = KindMap(
    [
        ("JOUR", "article-journal"),
        ("EJOUR", "article-journal"),
        ("ABST", "article-journal"),  # 2001: abstract
        ("INPR", "article-journal"),  # 2001: in press
        ("JOUR", "review"),
        ("JOUR", "review-book"),
        ("MGZN", "article-magazine"),
        ("NEWS", "article-newspaper"),
        ("JFULL", "periodical"),  # 2001: a journal as a whole
        ("BOOK", "book"),
        ("EBOOK", "book"),
        ("EDBOOK", "book"),
        ("SER", "book"),  # serial (2001: a book or monograph in a series)
        ("CTLG", "book"),  # catalogue
        ("CHAP", "chapter"),
        ("ECHAP", "chapter"),
        ("CONF", "paper-conference"),
        ("CPAPER", "paper-conference"),
        ("CLSWK", "classic"),
        ("ANCIENT", "classic"),
        ("DICT", "entry-dictionary"),
        ("ENCYC", "entry-encyclopedia"),
        ("ENCYC", "entry"),
        ("THES", "thesis"),
        ("RPRT", "report"),
        ("GOVDOC", "report"),
        ("STAND", "standard"),
        ("PAMP", "pamphlet"),
        ("MANSCPT", "manuscript"),
        ("UNPB", "manuscript"),
        ("UNPD", "manuscript"),
        ("UNPB", "article"),  # a preprint is unpublished work; its label says the rest
        ("DATA", "dataset"),
        ("DBASE", "dataset"),
        ("AGGR", "dataset"),  # aggregated database
        ("COMP", "software"),
        ("ELEC", "webpage"),
        ("WEB", "webpage"),
        ("BLOG", "post-weblog"),
        ("BLOG", "post"),
        ("PCOMM", "personal_communication"),
        ("ICOMM", "personal_communication"),  # Internet communication
        ("PCOMM", "interview"),
        ("SLIDE", "speech"),
        ("PAT", "patent"),
        ("CASE", "legal_case"),
        ("STAT", "legislation"),
        ("STAT", "treaty"),
        ("BILL", "bill"),
        ("UNBILL", "bill"),
        ("HEAR", "hearing"),
        ("LEGAL", "regulation"),  # 2011: legal rule or regulation
        ("MAP", "map"),
        ("ART", "graphic"),
        ("FIGURE", "figure"),
        ("CHART", "figure"),
        ("EQUA", "figure"),
        ("MPCT", "motion_picture"),
        ("VIDEO", "motion_picture"),
        ("ADVS", "motion_picture"),  # audiovisual material
        ("MULTI", "motion_picture"),  # 2011: online multimedia
        ("MPCT", "broadcast"),
        ("SOUND", "song"),
        ("MUSIC", "musical_score"),
        ("GEN", "document"),
        ("GRANT", "document"),
        ("GRNT", "document"),
        ("GEN", "collection"),
        ("GEN", "event"),
        ("GEN", "performance"),
    ],
    fallback="GEN",
)
"""``TY`` and kinds. A kind that its type does not tell gets an ``M2  - Type:`` line; a type that is not the first of its
kind is kept in ``extra`` as well."""

SERIES_FIRST: Final[tuple[Kind, ...]] = ("book", "classic", "pamphlet", "report", "map", "software")
"""Kinds without a container: A2 and T2 are editor and title of the series, A3 is the editor (2011)."""


class _Variant(NamedTuple):
    """What some tags mean in some records, in the terms of the table."""

    renamed: Mapping[str, str]
    types: frozenset[str] = frozenset()
    """Only in records of these types, of which no later row holds; in all where empty."""
    kinds: tuple[Kind, ...] = KINDS
    tags: frozenset[str] = frozenset()
    """Only beside one of these tags; always where empty."""


_VARIANTS: Final = (
    # 2011: the authors of an edited book are its editors.
    _Variant({"AU": "ED", "A1": "ED"}, types=frozenset(("EDBOOK",))),
    # 2001: A2 is the editor of a book, A3 that of the series; since 2011 it is the other way round. The tags are those
    # that only programs following the specification of 2001 write.
    _Variant(
        {"A2": "A3", "A3": "A2"},
        kinds=SERIES_FIRST,
        tags=frozenset(("A1", "BT", "CT", "JF", "N2", "T1", "Y1")),
    ),
    # 2011: T2 is the conference, C3 the proceedings; CY is the conference's place, C1 the publisher's. Most programs
    # write neither C1 nor C3 and mean the proceedings and the publisher by T2 and CY.
    _Variant({"C3": "T2", "T2": "event_title"}, kinds=("paper-conference",), tags=frozenset(("C3",))),
    _Variant({"C1": "CY", "CY": "event_place"}, kinds=("paper-conference",), tags=frozenset(("C1",))),
)


def settle(type_name: str, labelled: Kind | None, tags: Collection[str]) -> tuple[Kind, dict[str, str]]:
    """Tell what a record is about, before any tag is read: its kind, and the tags that mean something else in it.

    ``labelled`` is the kind that an ``M2  - Type:`` line names; it goes before the type.

    >>> settle("BOOK", None, ("TI", "A2")), settle("GEN", "paper-conference", ("T2", "C3"))
    (('book', {}), ('paper-conference', {'C3': 'T2', 'T2': 'event_title'}))
    """
    kind = labelled or TYPES.decode(type_name)
    renamed: dict[str, str] = {}
    for variant in _VARIANTS:
        if (
            kind in variant.kinds
            and (not variant.types or type_name in variant.types)
            and (not variant.tags or not variant.tags.isdisjoint(tags))
        ):
            renamed.update(variant.renamed)
            if variant.types:
                break
    return kind, renamed


def encode_type_label(kind: Kind) -> str:
    """Spell a kind for a ``Type:`` line: Zotero reads CSL's names, and its own for the preprint.

    >>> encode_type_label("article"), encode_type_label("broadcast")
    ('preprint', 'broadcast')
    """
    return "preprint" if kind == "article" else kind
