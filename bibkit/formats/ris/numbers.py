"""Numbers that RIS mixes: ISBN with ISSN in SN, and the arXiv line.

Knows: how to tell them apart by their shape.
Must not know: other tags.
"""

from __future__ import annotations

import re
from typing import Final

from bibkit.model import Kind

__all__ = ["encode_arxiv_line", "is_issn", "sort_serial_numbers"]

_ISSN: Final = re.compile(r"[0-9]{4}-?[0-9]{3}[0-9Xx]")
_ISBN: Final = re.compile(r"(?:97[89]-?)?(?:[0-9]-?){9}[0-9Xx]")
_REMARK: Final = re.compile(
    r"\((?:print|online|electronic|linking|e?issn|e?isbn)[^()]{0,40}\)|\b[ep]?-?IS[BS]N:?", re.IGNORECASE
)
_SERIALS: Final[frozenset[Kind]] = frozenset(
    ("article-journal", "article-magazine", "article-newspaper", "periodical", "review", "review-book")
)


def is_issn(text: str) -> bool:
    """Tell whether a text is one ISSN and nothing else, by its shape.

    >>> is_issn("1755-0998"), is_issn("1755-0998 2041-210X")
    (True, False)
    """
    return _ISSN.fullmatch(text) is not None


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
