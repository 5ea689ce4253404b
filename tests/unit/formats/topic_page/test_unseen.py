"""Tags that the shipped list has never seen: pages of invented papers in ten subjects.

``unseen/*.txt`` hold a page each; ``|`` stands between the tags. Every page is cut twice: with the shipped list, and
with all of the page's own tags taken out of it.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from bibkit.formats.topic_page.label_model import LabelModel, load_subjects
from bibkit.formats.topic_page.syntax import split_omitted
from bibkit.formats.topic_page.tags import TagCutter

PAGES = sorted(Path(__file__).with_name("unseen").glob("*.txt"))


class Page(NamedTuple):
    topic: str
    parent: str
    texts: list[str]
    lines: list[tuple[str, bool]]
    tags: list[list[str]]


def load(path: Path) -> Page:
    head, *papers = path.read_text("utf-8").split("\n= ")
    names = dict(line.split(": ", 1) for line in head.splitlines() if ": " in line)
    page = Page(names["topic"], names["parent"], [], [], [])
    for paper in papers:
        text, _, rest = paper.partition("\n> ")
        shown, omitted = split_omitted(rest.strip())
        tags = shown.split(" | ")
        page.texts.append(text)
        page.tags.append(tags)
        page.lines.append((" ".join(tags), omitted > 0))
    return page


def boundaries(tags: list[str] | tuple[str, ...]) -> set[int]:
    places, words = set(), 0
    for tag in tags[:-1]:
        words += len(tag.split())
        places.add(words)
    return places


def count(page: Page, *, without_own: bool) -> tuple[int, int, int]:
    """Boundaries that were found rightly, all true ones, all found ones."""
    model = None
    if without_own:
        own = {tag.casefold() for tags in page.tags for tag in tags}
        model = LabelModel([label for label in load_subjects() if label.casefold() not in own])
    cutter = TagCutter(page.lines, page.texts, topic=page.topic, parent=page.parent, model=model)
    right = true = found = 0
    for number, tags in enumerate(page.tags):
        expected, cut = boundaries(tags), boundaries(cutter.cut(number).tags)
        right += len(expected & cut)
        true += len(expected)
        found += len(cut)
    return right, true, found


@pytest.mark.parametrize("without_own", [False, True], ids=["as-shipped", "never-seen"])
def test_boundaries_of_all_pages(without_own):
    right, true, found = (
        sum(counts) for counts in zip(*[count(load(path), without_own=without_own) for path in PAGES], strict=True)
    )
    assert right / true >= 0.98
    assert right / found >= 0.98


@pytest.mark.parametrize("without_own", [False, True], ids=["as-shipped", "never-seen"])
@pytest.mark.parametrize("path", PAGES, ids=[path.stem for path in PAGES])
def test_boundaries_of_one_page(path, without_own):
    right, true, found = count(load(path), without_own=without_own)
    assert right >= 0.95 * true - 1
    assert right >= 0.95 * found - 1


def test_there_are_pages():
    assert len(PAGES) >= 10
