"""Publication types of MEDLINE and ERIC, and the kinds of paper that they are.

Knows: the values of ``PT``, and which of several decides.
Must not know: other tags' values.

Sources: NLM's list of publication types (MeSH, tree V), ERIC's publication types. MEDLINE describes articles; for
kinds that it has no type for, a plain word for the kind is written, which readers of nbib skip.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from bibkit import KINDS, Kind, KindMap

__all__ = ["KIND_MAP", "choose_type"]

_ARTICLE: Final = "Journal Article"
_PREPRINT: Final = "Preprint"

_TYPES: Final[tuple[tuple[str, Kind], ...]] = (
    (_ARTICLE, "article-journal"),
    (_PREPRINT, "article"),
    ("Book", "book"),
    ("Book Chapter", "chapter"),
    ("Technical Report", "report"),
    ("Academic Dissertation", "thesis"),
    ("Dataset", "dataset"),
    ("Newspaper Article", "article-newspaper"),
    ("Magazine Article", "article-magazine"),
    ("Congress", "paper-conference"),
    ("Lecture", "speech"),
    ("Address", "speech"),
    ("Interview", "interview"),
    ("Legislation", "legislation"),
    ("Legal Case", "legal_case"),
    ("Video-Audio Media", "motion_picture"),
    ("Webcast", "broadcast"),
    ("Dictionary", "entry-dictionary"),
    ("Encyclopedia", "entry-encyclopedia"),
    ("Periodical", "periodical"),
    ("Collected Work", "collection"),
    ("Book Review", "review-book"),
    ("Unpublished Work", "manuscript"),
    ("Database", "dataset"),
    # ERIC
    ("Books", "book"),
    ("Journal Articles", "article-journal"),
    ("Speeches/Meeting Papers", "paper-conference"),
)
_NAMED: Final = {kind for _, kind in _TYPES}
_PLAIN_WORDS: Final = {
    "legal_case": "Legal Case",
    "post-weblog": "Blog Post",
    "review": "Published Review",
    "webpage": "Web Page",
}

KIND_MAP: Final = KindMap(
    [
        *_TYPES,
        *((_PLAIN_WORDS.get(kind, kind.replace("_", " ").title()), kind) for kind in KINDS if kind not in _NAMED),
    ],
    fallback=_ARTICLE,
    unknown="article-journal",
)


def choose_type(types: Sequence[str], tags: Collection[str], *, is_eric_journal: bool = False) -> tuple[str, Kind]:
    """Which publication type decides (empty where none does), and the kind of the record.

    A preprint is also an article, and an article may be a lecture or an interview as well: PubMed gives several
    types. ERIC's ``Reports - Research`` says how an article was made, unless the record is of no journal.

    >>> choose_type(["Journal Article", "Preprint"], ())
    ('Preprint', 'article')
    """
    for first in (_PREPRINT, _ARTICLE, "Journal Articles"):
        if first in types:
            return first, KIND_MAP.decode(first)
    for name in types:
        if KIND_MAP.knows(name):
            return name, KIND_MAP.decode(name)
    if any("Dissertation" in name for name in types):
        return "", "thesis"
    if any("Report" in name for name in types) and not is_eric_journal and not _is_medical(types):
        return "", "report"
    if "BTI" in tags:
        return "", "chapter" if "TI" in tags else "book"
    return "", "article-journal"


def _is_medical(types: Sequence[str]) -> bool:
    """``Case Reports`` are articles in journals."""
    return any(name.startswith("Case Report") for name in types)
