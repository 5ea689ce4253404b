"""Papers and texts that all roads are tried with."""

from __future__ import annotations

import bibkit
from bibkit import Author, Date, Paper

ODD = Paper(
    key="sliwa2031",
    kind="article-journal",
    title='A_b at 50% of C# with $O(k_1\\log k)$ & naïve Größe {braces} ~ \\ "done"',
    authors=(
        Author("Śliwa", "Ana-Łucja"),
        Author("Berg", "Jo", "van der", "Jr."),
        Author(literal="Institute of Salt & Silt, Inc."),
    ),
    authors_omitted=bibkit.UNKNOWN_NUMBER,
    container_title="Pond Review",
    issued=Date(2031, 1, 5),
    volume="3",
    page="12-15",
    tags=("weirs, tidal", "ponds"),
    doi="10.5555/a_b%c",
    url="https://example.org/a_b%20c?d=1&e=~f#g",
    abstract="One % of $x_1$.\n\nTwo & {three}.",
)
"""A paper with every sign that TeX, BibTeX or these libraries treat specially."""

RIS = """TY  - JOUR
AU  - Śliwa, Ana-Łucja
AU  - van der Berg, Jo, Jr.
TI  - A_b at 50% of C# & $x_1$
T2  - Pond Review
PY  - 2031
UR  - https://example.org/a_b%20c?d=1&e=~f#g
KW  - weirs, tidal
ER  -
"""


def through_bibtex(*chosen: Paper) -> list[Paper]:
    """What the road through BibTeX text leaves of papers: the measure for both libraries."""
    return bibkit.loads(bibkit.dumps(chosen, "bibtex"), "bibtex")
