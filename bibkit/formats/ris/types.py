"""Reference types of RIS and the kinds they stand for.

Knows: the values of ``TY`` in both editions of the specification (Reference Manager 2001; EndNote's export style
of 2011) and Zotero's names of item types, which stand in ``M2  - Type:`` lines.
Must not know: any other tag.
"""

from __future__ import annotations

from typing import Final

from bibkit.fields import KindMap
from bibkit.model import Kind

__all__ = ["EDITED_BOOK", "TYPES", "encode_type_label"]

EDITED_BOOK: Final = "EDBOOK"
"""The type of 2011 whose authors are editors."""


class _LabelledKinds(KindMap):
    """The table of types; a kind that its type does not tell gets an ``M2  - Type:`` line."""

    def needs_label(self, theirs: str, ours: Kind) -> bool:
        """Whether the type alone would be read as another kind."""
        return self.decode(theirs) != ours


TYPES: Final = _LabelledKinds(
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
        (EDITED_BOOK, "book"),
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
"""``TY`` and kinds. A type that is not the first of its kind is kept in ``extra`` as well."""


def encode_type_label(kind: Kind) -> str:
    """Spell a kind for a ``Type:`` line: Zotero reads CSL's names, and its own for the preprint.

    >>> encode_type_label("article"), encode_type_label("broadcast")
    ('preprint', 'broadcast')
    """
    return "preprint" if kind == "article" else kind
