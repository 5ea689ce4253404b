"""What is known about subject labels: the labels themselves, and how their words stand in them.

Knows: the shipped list (``subjects.txt``), the user's own list, and the habits of words that follow from them:
"Learning" mostly ends a label, "Multi-" words begin one, "for" does neither.
Must not know: documents, lines, papers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from itertools import chain, pairwise
from typing import Final

__all__ = [
    "JOINING_WORDS",
    "Habits",
    "is_modifier",
    "load_subjects",
    "parse_labels",
    "shipped_habits",
    "word_key",
    "word_set",
]


def word_set(text: str) -> frozenset[str]:
    """The words of a text, for tables that are easier to read as prose.

    >>> sorted(word_set("of for"))
    ['for', 'of']
    """
    return frozenset(text.split())


JOINING_WORDS: Final = word_set(
    "a across after against among an and around as at based before behind between beyond by de during for from in "
    "into of on or over per the through to toward towards under using versus via vs vs. with within without & - / +"
)
"""Words that neither begin nor end a label."""

_MODIFIERS: Final = word_set(
    "adaptive agnostic assisted augmented aware based calibrated centered centric conditioned constrained controlled "
    "correlated critical dependent dimensional driven efficient enabled enhanced equivariant free friendly grained "
    "grounded guided implicit induced informed inspired intensive invariant laden level like limited modal mediated "
    "oriented only order oriented parametric powered preserving purpose range related resolved robust scale sensitive "
    "shot side specific state stage step supervised symmetric term time tolerant triggered type view vocabulary wide "
    "wise world"
)
"""Last parts of compounds that ask for a noun: "-aware", "-free", "-level"."""
_NOUNS_LIKE_MODIFIERS: Final = ("eed", "embly", "fly", "maly", "mily", "poly", "pply")
_OPENERS: Final = word_set(
    "anti bi class coarse cross data deep double dual early end fast few fine first full half hard heavy hetero high "
    "hybrid inter intra large late light long low many mid mixed mono multi near next non off on one open out "
    "peer per point poly post pre rate real second semi short sim single slow small soft source spatio state strong "
    "sub test third three two type ultra un uni variable weak wet whole word zero"
)
"""First parts of compounds that mostly make a modifier: "Multi-", "Low-", "Few-"."""
_REMARK: Final = re.compile(r"(?:^|\s)#.*")
_ENDINGS: Final = (6, 5, 4, 3, 2, 1)
_STRENGTH: Final = 3.0
"""How many sightings of a word outweigh what its ending says."""
_SUREST: Final = 0.02
_NEVER_SEEN: Final = (0, 0, 0)
_USUAL: Final = 0.45


def word_key(word: str) -> str:
    """The form under which a word's habits are counted.

    >>> word_key("Networks,")
    'networks'
    """
    return word.strip(".,;:()\"'’“”").casefold()


def parse_labels(lines: Iterable[str]) -> list[str]:
    """Read a list of labels, one a line; ``#`` begins a remark, blanks are collapsed.

    >>> parse_labels(["# mine", "Weir  Control   # a remark", ""])
    ['Weir Control']
    """
    labels = []
    for line in lines:
        words = _REMARK.sub("", line).split()
        if words:
            labels.append(" ".join(words))
    return labels


@cache
def load_subjects() -> tuple[str, ...]:
    """The shipped labels."""
    text = files("bibkit.formats.topic_page").joinpath("subjects.txt").read_text("utf-8")
    return tuple(parse_labels(text.splitlines()))


@cache
def shipped_habits() -> Habits:
    """What the shipped labels teach."""
    return Habits(load_subjects())


class Habits:
    """How often words, and kinds of words, begin and end labels, and which pairs stand inside them."""

    def __init__(self, labels: Iterable[str] = ()) -> None:
        words = [tuple([word_key(word) for word in label.split()]) for label in labels]
        self.labels: frozenset[tuple[str, ...]] = frozenset(words)
        self.pairs: Counter[tuple[str, str]] = Counter(chain.from_iterable(map(pairwise, words)))
        seen = Counter(chain.from_iterable(words))
        first = Counter([keys[0] for keys in words])
        last = Counter([keys[-1] for keys in words])
        self._words = seen.keys()
        self._counts: dict[str, tuple[int, int, int]] = {}
        """For each form of a word: how often it was seen, began a label, and ended one."""
        counts = self._counts
        for key, times in seen.items():
            begun, ended = first[key], last[key]
            for form in (key, *_forms(key)):
                before = counts.get(form, _NEVER_SEEN)
                counts[form] = (before[0] + times, before[1] + begun, before[2] + ended)
        self._odds: dict[str, tuple[float, float]] = {}

    def knows(self, key: str) -> bool:
        """Whether a word stands in one of the labels."""
        return key in self._words

    def odds(self, key: str) -> tuple[float, float]:
        """The shares of labels with this word that begin with it, and that end with it.

        A word that was seen seldom takes after words with the same ending.
        """
        known = self._odds.get(key)
        if known is None:
            begins = ends = _USUAL
            for form in reversed((key, *_forms(key))):
                seen, begun, ended = self._counts.get(form, _NEVER_SEEN)
                begins = (begun + _STRENGTH * begins) / (seen + _STRENGTH)
                ends = (ended + _STRENGTH * ends) / (seen + _STRENGTH)
            known = self._odds[key] = (_doubt(begins), _doubt(ends))
        return known


def _doubt(share: float) -> float:
    """Never quite sure: the same sightings stand behind a word and its endings."""
    return min(max(share, _SUREST), 1 - _SUREST)


def is_modifier(key: str) -> bool:
    """Whether a word asks for a noun after it: many compounds, participles, adverbs.

    >>> is_modifier("noise-aware"), is_modifier("multi-agent"), is_modifier("self-training")
    (True, True, False)
    """
    if "-" not in key:
        return len(key) > 5 and key.endswith(("ed", "ly")) and not key.endswith(_NOUNS_LIKE_MODIFIERS)
    first, _, last = key.partition("-")
    last = last.rpartition("-")[2]
    return last in _MODIFIERS or (last.endswith("ed") and len(last) > 4) or (first in _OPENERS and not _is_noun(last))


def _is_noun(word: str) -> bool:
    return word.endswith(("ing", "tion", "ment", "ance", "ence", "ity", "ism", "ics", "s"))


def _forms(key: str) -> list[str]:
    """Classes that a word belongs to, the narrowest first: its stem, its endings; for a compound, its last part."""
    if "-" in key:
        last = key.rpartition("-")[2]
        kind = "modifier" if is_modifier(key) else "nouns" if last.endswith("s") and not last.endswith("ss") else "noun"
        return ["-" + last, f"-{kind}"]
    stem = key[:-1] if key.endswith("s") and not key.endswith("ss") else key
    return ["=" + stem, *["…" + key[-size:] for size in _ENDINGS if size < len(key) - 1]]
