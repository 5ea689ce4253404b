"""One note: its front matter and what stands below it.

Knows: what Obsidian and Quarto want in a note.
Must not know: files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from bibkit import UNKNOWN_NUMBER, Author, Paper, WriteContext
from bibkit.codecs.names import encode_display
from bibkit.text.markup import to_plain
from bibkit_markdown.table import FIELDS
from bibkit_markdown.text import front_matter, markdown, note_markdown, obsidian_tag

__all__ = ["note", "write"]

_LISTS: Final = frozenset(("authors", "editors", "translators", "affiliations", "tags"))
_RICH: Final = frozenset(("title", "shorttitle", "container-title", "collection-title"))
_OMITTED: Final = ("authors_omitted", "affiliations_omitted", "tags_omitted")
_CITATION: Final = (
    "container-title", "collection-title", "collection-number", "volume", "issue", "page", "number", "edition", "version",
    "publisher", "publisher-place", "event-title", "event-place", "genre", "doi", "url", "isbn", "issn", "pmid", "pmcid",
)  # fmt: skip
"""What Quarto wants below ``citation``, where it has CSL's names."""


def write(papers: Iterable[Paper], context: WriteContext) -> Iterator[str]:
    """Yield notes one after another, a blank line between them."""
    for number, paper in enumerate(papers):
        yield ("\n" if number else "") + note(paper, context)


def note(paper: Paper, context: WriteContext) -> str:
    """The note of a paper; what it has no place for is counted as lost."""
    context.report.lose_all(FIELDS.losses(paper))
    properties = _properties(paper)
    if context.options.get("flavour", "obsidian") == "quarto":
        head = _quarto(paper, properties)
    else:
        head = _obsidian(paper, properties, context)
    return front_matter(head) + "".join(_body(paper))


def _properties(paper: Paper) -> dict[str, Any]:
    properties: dict[str, Any] = {}
    for name, value in FIELDS.encode(paper):
        if name in _LISTS:
            properties.setdefault(name, []).append(value)
        else:
            properties[name] = to_plain(value) if name in _RICH else value
    for name in _OMITTED:
        count = getattr(paper, name)
        if count:
            properties[name.replace("_", "-")] = "unknown" if count == UNKNOWN_NUMBER else count
    properties["type"] = paper.kind
    if paper.collections:
        properties["collections"] = [" / ".join(path) for path in paper.collections]
    return properties


def _obsidian(paper: Paper, properties: dict[str, Any], context: WriteContext) -> dict[str, Any]:
    """Flat properties, as Obsidian shows them. A title in ``aliases`` is found by the quick switcher."""
    tags = [tag for tag in map(obsidian_tag, paper.tags) if tag]
    if tuple(tags) != paper.tags:
        context.lose("tags: exact form")
    head = {"title": properties.pop("title", ""), "aliases": [to_plain(paper.title)] if paper.title else []}
    return {**head, **properties, "tags": list(dict.fromkeys(tags))}


def _quarto(paper: Paper, properties: dict[str, Any]) -> dict[str, Any]:
    """Quarto's properties: authors with their institutions, tags as categories, CSL's fields below ``citation``."""
    head: dict[str, Any] = {
        "title": properties.get("title", ""),
        "author": [_quarto_author(author, paper) for author in paper.by_role("author")],
        "date": properties.get("date", ""),
        "abstract": paper.abstract,
        "categories": list(paper.tags),
        "doi": paper.doi,
        "lang": paper.language,
        "citation": {"type": paper.kind, **{name: properties[name] for name in _CITATION if name in properties}},
    }
    moved = {*head, *_CITATION, "type", "tags", "authors"}
    return {**head, **{name: value for name, value in properties.items() if name not in moved}}


def _quarto_author(author: Author, paper: Paper) -> dict[str, Any]:
    if author.literal:
        name: dict[str, Any] = {"name": author.literal}
    else:
        parts = {
            "given": author.given,
            "family": " ".join(filter(None, (author.particle, author.family, author.suffix))),
        }
        name = {"name": parts}
    count = len(paper.affiliations)
    linked = [paper.affiliations[place].name for place in author.affiliations if 0 <= place < count]
    return {**name, "orcid": author.orcid, "affiliations": linked}


def _body(paper: Paper) -> Iterator[str]:
    if paper.title:
        yield f"\n# {markdown(paper.title)}\n"
    people = [encode_display(author) for author in paper.by_role("author")]
    if paper.authors_omitted:
        people.append("et al." if paper.authors_omitted == UNKNOWN_NUMBER else f"and {paper.authors_omitted} more")
    if people:
        yield f"\n{markdown(', '.join(people))}\n"
    if paper.abstract:
        yield f"\n## Abstract\n\n{markdown(paper.abstract)}\n"
    if paper.note:
        yield f"\n{markdown(paper.note)}\n"
    addresses = [f"https://doi.org/{paper.doi}"] if paper.doi else []
    addresses += [paper.url] if paper.url else []
    addresses += [attachment.url or attachment.path for attachment in paper.attachments]
    links = [f"- <{_address(address)}>\n" for address in addresses if address]
    if links:
        yield "\n## Links\n\n" + "".join(links)
    if paper.notes:
        yield "\n## Notes\n"
        for text in paper.notes:
            yield f"\n{note_markdown(text)}\n"


def _address(address: str) -> str:
    return address.replace("<", "%3C").replace(">", "%3E").replace(" ", "%20").replace("\n", "")
