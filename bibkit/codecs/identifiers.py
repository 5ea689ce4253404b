"""DOI, arXiv identifier, ISBN, ISSN, ORCID: how they are spelled and which are well formed.

Knows: the shapes and check digits of identifiers, and the resolvers and prefixes that stand before them.
Must not know: any format's tags, or whether an identifier exists.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

__all__ = [
    "ARXIV_CATEGORIES",
    "arxiv_category",
    "arxiv_category_of",
    "decode_doi",
    "decode_orcid",
    "looks_like_doi",
    "split_arxiv",
    "valid_doi",
    "valid_isbn",
    "valid_issn",
    "valid_orcid",
]

# --- DOI (ISO 26324; DOI Handbook 2.2: prefix "10." and registrant, a slash, any printable characters) ---

_DOI: Final = re.compile(r"10\.[0-9]{4,9}(?:\.[0-9]+)*/\S+")
_DOI_RESOLVER: Final = re.compile(
    r"(?:https?://)?(?:(?:dx|www)\.)?doi\.org/(?:doi:)?|https?://hdl\.handle\.net/(?=10\.)", re.IGNORECASE
)
_DOI_LABEL: Final = re.compile(r"(?:info:doi/|urn:doi:|doi *[:=]? *)(?=10\.|http|dx\.|doi\.)", re.IGNORECASE)


def decode_doi(text: str) -> str:
    """Give the bare DOI of a field's value; a value without one is given back as it stands.

    Resolver addresses and the label ``doi:`` are removed; what is percent-encoded in an address is decoded
    (DOI Handbook 2.5.2.4). Case is kept.

    >>> decode_doi("https://doi.org/10.5555/Ab%3C1%3E"), decode_doi("doi: 10.5555/12"), decode_doi("n/a")
    ('10.5555/Ab<1>', '10.5555/12', 'n/a')
    """
    if text.startswith("10.") and not text.endswith((" ", "\n", "\r", "\t")):
        return text
    bare = text.strip()
    label = _DOI_LABEL.match(bare)
    if label is not None:
        bare = bare[label.end() :]
    resolver = _DOI_RESOLVER.match(bare)
    if resolver is not None:
        bare = bare[resolver.end() :]
        if "%" in bare:
            from urllib.parse import unquote  # noqa: PLC0415 - few identifiers are escaped

            bare = unquote(bare)
    return bare if bare.startswith("10.") else text.strip()


def valid_doi(text: str) -> bool:
    """Tell whether a bare DOI is well formed.

    >>> valid_doi("10.5555/12345678"), valid_doi("10.5555"), valid_doi("https://doi.org/10.5555/1")
    (True, False, False)
    """
    return _DOI.fullmatch(text) is not None


def looks_like_doi(text: str) -> bool:
    """Tell whether a value is a DOI in any spelling and nothing else.

    >>> looks_like_doi("doi:10.5555/12"), looks_like_doi("https://doi.org/10.5555/12"), looks_like_doi("Essay")
    (True, True, False)
    """
    return "10." in text and valid_doi(decode_doi(text))


# --- arXiv (https://info.arxiv.org/help/arxiv_identifier.html) ---

_ARXIV_ID: Final = r"(?P<id>[0-9]{2}(?:0[1-9]|1[0-2])\.[0-9]{4,5}|[A-Za-z]+(?:-[A-Za-z]+)?(?:\.[A-Za-z]{2})?/[0-9]{7})(?:[vV](?P<version>[0-9]+))?"
_ARXIV_BARE: Final = re.compile(_ARXIV_ID)


@cache
def _labelled_arxiv() -> re.Pattern[str]:
    return re.compile(
        rf"(?:arxiv\.org/[a-z]+/|10\.48550/arxiv\.|\barxiv *[:.]? *|\babs/){_ARXIV_ID}(?![0-9])", re.IGNORECASE
    )


def split_arxiv(text: str) -> tuple[str, str]:
    """Give the arXiv identifier of a value and its version digits; two empty strings where there is none.

    Knows bare identifiers, ``arXiv:``, "arXiv preprint arXiv:", addresses, the DOI 10.48550/arXiv. and
    DBLP's "abs/". A bare identifier must be the whole value.

    >>> split_arxiv("arXiv preprint arXiv:2609.01234v2"), split_arxiv("https://arxiv.org/pdf/hep-th/9901001")
    (('2609.01234', '2'), ('hep-th/9901001', ''))
    """
    found = _ARXIV_BARE.fullmatch(text.strip())
    if found is None:
        if "/" not in text and ":" not in text and "." not in text:
            return "", ""
        found = _labelled_arxiv().search(text)
        if found is None:
            return "", ""
    identifier, version = found.groups()
    if "/" in identifier and not arxiv_category(identifier.partition("/")[0]):
        return "", ""
    return identifier, version or ""


_ARXIV_SUBJECTS: Final = {
    "astro-ph": "CO EP GA HE IM SR",
    "cond-mat": "dis-nn mes-hall mtrl-sci other quant-gas soft stat-mech str-el supr-con",
    "cs": "AI AR CC CE CG CL CR CV CY DB DC DL DM DS ET FL GL GR GT HC IR IT LG LO MA MM MS NA NE NI OH OS PF PL RO "
    "SC SD SE SI SY",
    "econ": "EM GN TH",
    "eess": "AS IV SP SY",
    "gr-qc": "",
    "hep-ex": "",
    "hep-lat": "",
    "hep-ph": "",
    "hep-th": "",
    "math": "AC AG AP AT CA CO CT CV DG DS FA GM GN GR GT HO IT KT LO MG MP NA NT OA OC PR QA RA RT SG SP ST",
    "math-ph": "",
    "nlin": "AO CD CG PS SI",
    "nucl-ex": "",
    "nucl-th": "",
    "physics": "acc-ph ao-ph app-ph atm-clus atom-ph bio-ph chem-ph class-ph comp-ph data-an ed-ph flu-dyn gen-ph "
    "geo-ph hist-ph ins-det med-ph optics plasm-ph pop-ph soc-ph space-ph",
    "q-bio": "BM CB GN MN NC OT PE QM SC TO",
    "q-fin": "CP EC GN MF PM PR RM ST TR",
    "quant-ph": "",
    "stat": "AP CO ME ML OT TH",
}
"""arXiv's category taxonomy (https://arxiv.org/category_taxonomy): archive, then its subject classes."""

_CLOSED_ARCHIVES: Final = (
    "acc-phys adap-org alg-geom ao-sci atom-ph bayes-an chao-dyn chem-ph cmp-lg "
    "comp-gas dg-ga funct-an mtrl-th patt-sol plasm-ph q-alg solv-int supr-con"
)
"""Archives that take no more papers; their old identifiers live on."""

ARXIV_CATEGORIES: Final = frozenset(
    [
        *_ARXIV_SUBJECTS,
        *[f"{archive}.{subject}" for archive, subjects in _ARXIV_SUBJECTS.items() for subject in subjects.split()],
        *_CLOSED_ARCHIVES.split(),
    ]
)
"""Every category and archive of arXiv, as arXiv spells it."""

_CATEGORY_BY_LETTERS: Final = {name.lower(): name for name in ARXIV_CATEGORIES}


def arxiv_category(text: str) -> str:
    """Give the arXiv category that a value names, as arXiv spells it, or an empty string.

    >>> arxiv_category("cs.LG"), arxiv_category("[CS.lg]"), arxiv_category("cs.XX")
    ('cs.LG', 'cs.LG', '')
    """
    if text in ARXIV_CATEGORIES:
        return text
    return _CATEGORY_BY_LETTERS.get(text.strip(" \t[]()").lower(), "")


def arxiv_category_of(identifier: str) -> str:
    """Give the category that an identifier of the scheme before April 2007 tells; empty for later ones.

    >>> arxiv_category_of("hep-th/9901001"), arxiv_category_of("2609.01234")
    ('hep-th', '')
    """
    archive, slash, _ = identifier.partition("/")
    return arxiv_category(archive) if slash else ""


# --- check digits ---

_ISBN_10: Final = re.compile(r"[0-9]{9}[0-9X]")
_ISBN_13: Final = re.compile(r"97[89][0-9]{10}")
_ISSN: Final = re.compile(r"[0-9]{4}-?[0-9]{3}[0-9X]")
_ORCID: Final = re.compile(r"[0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9X]")


@cache
def _orcid_anywhere() -> re.Pattern[str]:
    return re.compile(r"([0-9]{4})[- ]?([0-9]{4})[- ]?([0-9]{4})[- ]?([0-9]{3}[0-9Xx])")


def _digit(letter: str) -> int:
    return 10 if letter == "X" else int(letter)


def valid_isbn(text: str) -> bool:
    """Tell whether an ISBN-10 or ISBN-13 has the right shape and check digit (ISO 2108). Hyphens and blanks are allowed.

    >>> valid_isbn("978-0-306-40615-7"), valid_isbn("0-306-40615-2"), valid_isbn("978-0-306-40615-8")
    (True, True, False)
    """
    bare = text.replace("-", "").replace(" ", "").upper()
    if _ISBN_13.fullmatch(bare):
        return sum([_digit(letter) * (3 if place % 2 else 1) for place, letter in enumerate(bare)]) % 10 == 0
    if _ISBN_10.fullmatch(bare):
        return sum([_digit(letter) * (10 - place) for place, letter in enumerate(bare)]) % 11 == 0
    return False


def valid_issn(text: str) -> bool:
    """Tell whether an ISSN has the right shape and check digit (ISO 3297).

    >>> valid_issn("0378-5955"), valid_issn("0378-5954")
    (True, False)
    """
    bare = text.strip().upper()
    if not _ISSN.fullmatch(bare):
        return False
    return sum([_digit(letter) * (8 - place) for place, letter in enumerate(bare.replace("-", ""))]) % 11 == 0


def decode_orcid(text: str) -> str:
    """Give the bare ORCID of a value with hyphens; a value without one is given back as it stands.

    >>> decode_orcid("https://orcid.org/0000-0002-1825-0097"), decode_orcid("0000000218250097")
    ('0000-0002-1825-0097', '0000-0002-1825-0097')
    """
    found = _orcid_anywhere().search(text)
    return "-".join(found.groups()).upper() if found else text.strip()


def valid_orcid(text: str) -> bool:
    """Tell whether a bare ORCID has the right shape and check digit (ISO 7064, MOD 11-2).

    >>> valid_orcid("0000-0002-1825-0097"), valid_orcid("0000-0002-1825-0098")
    (True, False)
    """
    if not _ORCID.fullmatch(text):
        return False
    total = 0
    for letter in text.replace("-", "")[:-1]:
        total = (total + int(letter)) * 2
    return (12 - total % 11) % 11 == _digit(text[-1])
