"""How single values are spelled: pairs of pure functions, without any format's tags. For plugins too.

| module | for | what most need |
|---|---|---|
| here | what a codec is; values that are spelled alike on both sides | `Codec`, `identity` |
| `bibkit.codecs.names` | people: ``Berg, Ada`` and ``Ada Berg`` | `INVERTED`, `encode_display` |
| `bibkit.codecs.bibtex_names` | people as BibTeX spells and lists them | `decode_bibtex_name`, `encode_bibtex_name` |
| `bibkit.codecs.dates` | any text that is a date | `EDTF`, `decode_free_date` |
| `bibkit.codecs.edtf` | dates in the Extended Date/Time Format | `decode_edtf`, `encode_edtf` |
| `bibkit.codecs.months` | names of months and seasons in many languages | `month_number` |
| `bibkit.codecs.pages` | page numbers and their ranges | `decode_pages`, `split_pages` |
| `bibkit.codecs.identifiers` | DOI, arXiv identifier, ISBN, ISSN, ORCID | `decode_doi`, `split_arxiv` |
| `bibkit.codecs.latex` | TeX field text and rich text | `decode`, `encode` |
| `bibkit.codecs.xml.records` | XML of strangers, record by record, safely | `read_records` |
| `bibkit.codecs.xml.elements` | elements of a record, and elements made out of text | `children_named`, `Builder` |

Rich text that is not TeX (plain, HTML) is the business of `bibkit.text.markup`.

Knows: what a codec is. Must not know: formats.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, NamedTuple, TypeVar

__all__ = ["Codec", "identity", "same"]

Theirs = TypeVar("Theirs")
Ours = TypeVar("Ours")


class Codec(NamedTuple, Generic[Theirs, Ours]):
    """How one value is spelled: two pure functions.

    ``decode`` never raises on odd input: it keeps what it cannot read (as text, or in a ``literal``).
    ``encode(decode(x))`` may normalise; ``decode(encode(y)) == y`` for every ``y`` that the format can hold.

    >>> count = Codec(int, str)
    >>> count.decode("3"), count.encode(3)
    (3, '3')
    """

    decode: Callable[[Theirs], Ours]
    encode: Callable[[Ours], Theirs]


def same(value: Any) -> Any:
    """The value as it is: one direction of a codec that changes only the other."""
    return value


identity: Final[Codec[Any, Any]] = Codec(same, same)
"""The codec of values that are spelled alike on both sides."""
