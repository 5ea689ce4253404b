"""What is known about subject labels: the labels themselves, and how their words stand in them.

Knows: the shipped list (``subjects.txt``), the user's own list, and what they teach: "Learning" mostly ends a label,
"Multi-" words begin one, "for" does neither.
Must not know: documents, lines, papers.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import Final, TypeAlias

__all__ = [
    "JOINING_WORDS",
    "Keys",
    "LabelModel",
    "is_modifier",
    "label_keys",
    "label_model",
    "load_subjects",
    "parse_labels",
    "stem",
    "word_key",
    "word_set",
]

Keys: TypeAlias = tuple[str, ...]
"""Words as they are compared: see `word_key`."""
_Counts: TypeAlias = tuple[int, int, int]
"""How often words were seen, began a label, ended one."""


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
_AROUND_WORDS: Final = ".,;:()\"'’“”"
_REMARK: Final = re.compile(r"(?:^|\s)#.*")
_LONGEST_ENDING: Final = 6
_STRENGTH: Final = 3.0
"""How many sightings of a word outweigh what its ending says."""
_SUREST: Final = 0.02
_USUAL: Final = 0.45


def word_key(word: str) -> str:
    """The form in which words are compared and counted.

    >>> word_key("Networks,")
    'networks'
    """
    return word.strip(_AROUND_WORDS).casefold()


def parse_labels(lines: Iterable[str]) -> list[str]:
    """Read a list of labels, one a line; ``#`` begins a remark, blanks are collapsed.

    >>> parse_labels(["# mine", "Weir  Control   # a remark", ""])
    ['Weir Control']
    """
    labels = []
    for line in lines:
        words = (_REMARK.sub("", line) if "#" in line else line).split()
        if words:
            labels.append(" ".join(words))
    return labels


def label_keys(label: str) -> Keys:
    """A label as it is compared.

    >>> label_keys("Weir Control,")
    ('weir', 'control')
    """
    return tuple([word_key(word) for word in label.split()])


def load_subjects() -> list[str]:
    """The shipped labels."""
    name = os.path.join(os.path.dirname(__file__), "subjects.txt")  # noqa: PTH118, PTH120 - pathlib takes longer to load
    with open(name, encoding="utf-8") as file:  # noqa: PTH123
        return parse_labels(file)


@cache
def label_model() -> LabelModel:
    """What the shipped labels teach."""
    return LabelModel(load_subjects())


class LabelModel:
    """How often words, and classes of words, begin and end labels, and which pairs stand inside them.

    >>> model = LabelModel(["Weir Control", "Flood Control", "Control of Weirs"])
    >>> model.has_label(("weir", "control")), model.count_pair("of", "weirs")
    (True, 1)
    >>> begins, ends = model.odds("control")
    >>> begins < ends
    True
    """

    def __init__(self, labels: Iterable[str] = ()) -> None:
        found = [keys for label in labels if (keys := label_keys(label))]
        self._labels = frozenset(found)
        self._pairs = Counter([pair for keys in found for pair in pairwise(keys)])
        self._seen = Counter([key for keys in found for key in keys])
        self._begun = Counter([keys[0] for keys in found])
        self._ended = Counter([keys[-1] for keys in found])
        self._groups: dict[str, list[str]] = {}
        for key in self._seen:
            for group in _compound_classes(key) if "-" in key else (key[-1:],):
                self._groups.setdefault(group, []).append(key)
        self._endings: dict[str, tuple[list[str], _Counts]] = {}

    def has_label(self, keys: Keys) -> bool:
        """Whether words are one of the labels."""
        return keys in self._labels

    def count_pair(self, left: str, right: str) -> int:
        """How often two words stand side by side in labels."""
        return self._pairs.get((left, right), 0)

    def knows(self, key: str) -> bool:
        """Whether a word stands in one of the labels."""
        return key in self._seen

    def odds(self, key: str) -> tuple[float, float]:
        """The shares of labels with this word that begin with it, and that end with it.

        A word that was seen seldom takes after words of its class: those with the same stem, the same ending.
        """
        begins = ends = _USUAL
        for seen, begun, ended in self._classes(key):
            begins = (begun + _STRENGTH * begins) / (seen + _STRENGTH)
            ends = (ended + _STRENGTH * ends) / (seen + _STRENGTH)
        return _doubt(begins), _doubt(ends)

    def _classes(self, key: str) -> Iterator[_Counts]:
        """The counts of the classes that a word belongs to, the widest first, the word itself last.

        A compound has a kind and its last part; any other word its endings, which leave at least two letters, and its
        stem. Endings are counted when a page asks for them: for all words it would take a twentieth of a page's export.
        """
        if "-" in key:
            for name in _compound_classes(key):
                yield self._count(self._groups.get(name, []))
        else:
            words = self._groups.get(key[-1:], [])
            for size in range(1, min(_LONGEST_ENDING, len(key) - 2) + 1):
                words, counts = self._with_ending(key[-size:], words)
                yield counts
            single = _singular(key)
            yield self._count([word for word in (single, single + "s") if _singular(word) == single])
        yield self._count([key])

    def _with_ending(self, ending: str, words: list[str]) -> tuple[list[str], _Counts]:
        """Those of ``words`` that have an ending after at least two letters, and their counts."""
        if ending not in self._endings:
            found = [word for word in words if word.endswith(ending) and len(word) >= len(ending) + 2]
            self._endings[ending] = found, self._count(found)
        return self._endings[ending]

    def _count(self, words: Collection[str]) -> _Counts:
        return (
            sum([self._seen[word] for word in words]),
            sum([self._begun[word] for word in words]),
            sum([self._ended[word] for word in words]),
        )


def _compound_classes(key: str) -> tuple[str, str]:
    """The classes of compounds that a compound belongs to: what kind of word it is, and its last part.

    >>> _compound_classes("noise-aware")
    ('modifier', '-aware')
    """
    last = key.rpartition("-")[2]
    kind = "modifier" if is_modifier(key) else "nouns" if last.endswith("s") and not last.endswith("ss") else "noun"
    return kind, f"-{last}"


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


def stem(word: str) -> str:
    """A word without a plural's ending.

    >>> stem("weirs"), stem("gas"), stem("class")
    ('weir', 'gas', 'class')
    """
    return _singular(word) if len(word) > 3 else word


def _singular(key: str) -> str:
    return key[:-1] if key.endswith("s") and not key.endswith("ss") else key
