"""The built-in checks of single papers, as records.

Knows: each check's code, severity, meaning and an example. Must not know: how it is carried out.
"""

from __future__ import annotations

from typing import Final

from bibkit.plugins.hookspecs import hookimpl
from bibkit.plugins.records import Check

__all__ = ["CHECKS"]

CHECKS: Final[tuple[Check, ...]] = (
    Check(
        name="missing-field",
        title="a field that this kind of paper cannot be cited without has no value",
        check="bibkit.checks.papers:missing_fields",
        example="an article without a journal",
    ),
    Check(
        name="unknown-field",
        title="a field that the format does not know; it is kept, and no other format will hold it",
        check="bibkit.checks.papers:unknown_fields",
        severity="info",
        example="`jounral = {Pond Letters}`",
    ),
    Check(
        name="bad-doi",
        title="a DOI does not have the shape 10.PREFIX/SUFFIX",
        check="bibkit.checks.papers:bad_doi",
        example="`doi = {pending}`",
    ),
    Check(
        name="bad-isbn",
        title="an ISBN's check digit is wrong",
        check="bibkit.checks.papers:bad_isbn",
        example="`isbn = {978-3-16-148410-1}`",
    ),
    Check(
        name="bad-issn",
        title="an ISSN's check digit is wrong",
        check="bibkit.checks.papers:bad_issn",
        example="`issn = {2049-3631}`",
    ),
    Check(
        name="bad-orcid",
        title="an ORCID's check digit is wrong",
        check="bibkit.checks.papers:bad_orcid",
        example="0000-0002-1825-0098",
    ),
    Check(
        name="bad-arxiv",
        title="an arXiv identifier has neither the shape YYMM.NNNNN nor archive/YYMMNNN",
        check="bibkit.checks.papers:bad_arxiv",
        example="`eprint = {26.1}` with `archiveprefix = {arXiv}`",
    ),
    Check(
        name="future-year",
        title="the year of publication is more than two years after the date of access, or is impossible",
        check="bibkit.checks.papers:doubtful_year",
        example="`year = 20226`",
    ),
)


@hookimpl
def bibkit_checks() -> tuple[Check, ...]:
    """Hand over the checks of this package."""
    return CHECKS
