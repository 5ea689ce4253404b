"""Print which institutions have new papers on the topics that you follow, those with the most papers first.

    python examples/newest_by_institution.py examples/*.txt

Shows how bibkit is used from Python: papers are frozen values, a list that the page cut short says so, and what the
reader found doubtful is in the report.
"""

from __future__ import annotations

import sys
from collections import defaultdict

import bibkit
from bibkit.codecs.dates import encode_edtf

SHOWN = 15


def main(documents: list[str]) -> int:
    """Read topic documents, group their papers by institution, and print the groups."""
    report = bibkit.Report()
    topics: list[bibkit.Topic] = []
    papers: dict[str, bibkit.Paper] = {}
    for document in documents:
        # A paper that stands on two pages is printed once.
        papers.update((paper.title, paper) for paper in bibkit.read(document, report=report, topics=topics))

    by_institution: defaultdict[str, list[bibkit.Paper]] = defaultdict(list)
    for paper in papers.values():
        for affiliation in paper.affiliations:
            by_institution[affiliation.name].append(paper)

    print(" and ".join(topic.title for topic in topics))
    newest_first = sorted(by_institution.items(), key=lambda group: max(map(day, group[1])), reverse=True)
    most_first = sorted(newest_first, key=lambda group: len(group[1]), reverse=True)
    for institution, found in most_first[:SHOWN]:
        print(f"\n{institution}")
        for paper in sorted(found, key=day, reverse=True):
            more = f" and {paper.authors_omitted} more" if paper.authors_omitted else ""
            names = ", ".join(author.literal or author.family for author in paper.authors)
            print(f"  {day(paper)}  {paper.title} ({names}{more})")

    cut_short = sum(paper.affiliations_omitted > 0 for paper in papers.values())
    if cut_short:
        print(f"\nThe pages leave out institutions of {cut_short} of {len(papers)} papers.")
    return 1 if report.has_errors() else 0


def day(paper: bibkit.Paper) -> str:
    """The day on which a paper came out, as ISO 8601 writes it: such dates sort as text."""
    return encode_edtf(paper.issued) if paper.issued else ""


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except bibkit.BibkitError as error:
        sys.exit(str(error))
