"""What a note holds of a paper: the properties of its front matter.

Knows: the names that Obsidian and Quarto give their properties.
Must not know: YAML, Markdown.
"""

from __future__ import annotations

from typing import Final

from bibkit import KINDS, Affiliation, Codec, FieldMap, KindMap, Rule
from bibkit.codecs.dates import EDTF
from bibkit.codecs.names import INVERTED

__all__ = ["FIELDS"]

_AFFILIATION: Final = Codec(Affiliation, lambda affiliation: affiliation.name)

FIELDS: Final = FieldMap(
    "markdown",
    KindMap([(kind, kind) for kind in KINDS], fallback="document"),
    [
        Rule("citekey", "key"),
        Rule("title", "title"),
        Rule("shorttitle", "title_short"),
        Rule("authors", "authors:author", INVERTED, many=True),
        Rule("editors", "authors:editor", INVERTED, many=True),
        Rule("translators", "authors:translator", INVERTED, many=True),
        Rule("affiliations", "affiliations", _AFFILIATION, many=True),
        Rule("date", "issued", EDTF),
        Rule("container-title", "container_title"),
        Rule("collection-title", "collection_title"),
        Rule("collection-number", "collection_number"),
        Rule("volume", "volume"),
        Rule("issue", "issue"),
        Rule("page", "page"),
        Rule("number", "number"),
        Rule("edition", "edition"),
        Rule("version", "version"),
        Rule("publisher", "publisher"),
        Rule("publisher-place", "publisher_place"),
        Rule("event-title", "event_title"),
        Rule("event-place", "event_place"),
        Rule("genre", "genre"),
        Rule("doi", "doi"),
        Rule("url", "url"),
        Rule("accessed", "accessed", EDTF),
        Rule("isbn", "isbn"),
        Rule("issn", "issn"),
        Rule("pmid", "pmid"),
        Rule("pmcid", "pmcid"),
        Rule("archive", "eprint_type"),
        Rule("eprint", "eprint"),
        Rule("eprint-class", "eprint_class"),
        Rule("eprint-version", "eprint_version"),
        Rule("lang", "language"),
        Rule("tags", "tags", many=True),
    ],
    handled_fields=(
        "abstract",
        "notes",
        "note",
        "collections",
        "authors_omitted",
        "affiliations_omitted",
        "tags_omitted",
        "attachments",
    ),
)
"""The properties of a note. Abstract, remarks, notes and files stand below the front matter."""
