"""Papers to Zotero RDF, piece by piece.

Knows: in which elements Zotero looks for what, and which characters XML forbids.
Must not know: where a field belongs (`table`) or how its value is spelled.

An item is written as soon as it comes, with its notes and attachments behind it; the collections follow at the
end, so only their names and their items' addresses are kept. Text is put into templates and escaped here, which
is several times as fast as building trees; the only thing that such writing could get wrong besides, characters
outside XML's ``Char`` (XML 1.0, 2.2), is looked for in every piece, removed and said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final
from urllib.parse import quote

from bibkit.formats.zotero_rdf.collections import CollectionTree
from bibkit.formats.zotero_rdf.people import join_name
from bibkit.formats.zotero_rdf.syntax import (
    NAME,
    NAMESPACES,
    WRITTEN_PREFIXES,
    escape,
    kept_statement,
    nested,
    own_property,
    quoted,
    statement,
    to_bytes,
)
from bibkit.formats.zotero_rdf.table import FIELDS
from bibkit.formats.zotero_rdf.types import CONTAINERS, CREATOR_PROPERTIES, ELEMENTS, creator_properties_of
from bibkit.model import Attachment, Author, Paper
from bibkit.plugins.records import WriteContext
from bibkit.text.markup import protect_dollars, tokens
from bibkit.zotero import (
    encode_affiliations,
    encode_eprint,
    encode_note,
    encode_omissions,
    fits_line,
    item_type_of,
    kind_named,
)

__all__ = ["write"]

_HEAD: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF\n'
    + "\n".join([f' xmlns:{prefix}="{NAMESPACES[prefix]}"' for prefix in WRITTEN_PREFIXES])
    + ">\n"
)
_FOOT: Final = "</rdf:RDF>\n"
_HTML: Final = re.compile(r"</?[A-Za-z][^<>]*>|&(?:#\d+|#x[0-9A-Fa-f]+|\w+);")
_ADDRESS_SAFE: Final = "!$'()*+,;:@/?~._-"


class _Item:
    """The pieces of one item: statements about it, about the nodes beside it, and lines of Extra."""

    __slots__ = ("beside", "container", "extra", "lines", "publisher", "series")

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.container: list[str] = []
        self.series: list[str] = []
        self.publisher: list[str] = []
        self.extra: list[str] = []
        self.beside: list[str] = []


def write(papers: Iterable[Paper], context: WriteContext) -> Iterator[bytes]:
    """Yield a Zotero RDF file: an item at a time, then the collections of the papers and of ``context.topics``."""
    writer = _Writer(context)
    yield _HEAD.encode()
    for paper in papers:
        yield writer.encode(writer.item(paper))
    yield from map(writer.encode, writer.collections())
    yield _FOOT.encode()
    writer.finish()


class _Writer:
    """The state of one writing: addresses given, collections, forbidden characters removed."""

    def __init__(self, context: WriteContext) -> None:
        self.context = context
        self.tree = CollectionTree()
        self.taken: dict[str, int] = {}
        self.removed = 0
        self.count = 0

    def encode(self, piece: str) -> bytes:
        """A piece as UTF-8; characters that XML forbids are removed and counted."""
        data, count = to_bytes(piece)
        self.removed += count
        return data

    def finish(self) -> None:
        """Say what was removed, once."""
        if self.removed:
            self.context.diagnose("illegal-characters", f"{self.removed} characters that XML forbids were removed")

    def address(self, paper: Paper) -> str:
        """An address of its own for a paper, the same in every export where the paper has a key or an identifier."""
        self.count += 1
        name = paper.key or paper.eprint or paper.doi or str(self.count)
        wished = address = "#item_" + quote(name, safe=_ADDRESS_SAFE, errors="replace")
        while address in self.taken:
            self.taken[wished] += 1
            address = f"{wished}_{self.taken[wished]}"
        self.taken[address] = 1
        return address

    # -- one item --------------------------------------------------------------------------------------------

    def item(self, paper: Paper) -> str:
        """The item of a paper with its notes and attachments."""
        context = self.context
        context.report.lose_all(FIELDS.losses(paper))
        address = self.address(paper)
        for path in paper.collections:
            self.tree.add(path, address)
        item = _Item()
        item_type = self._type(paper, item)
        self._add_people(paper, item, item_type)
        self._add_fields(paper, item)
        self._add_eprint(paper, item)
        for tag in dict.fromkeys([*paper.tags, *paper.automatic_tags]) if paper.automatic_tags else paper.tags:
            if not tag:
                continue
            if tag in paper.automatic_tags:
                item.lines.append(nested("dc:subject", "z:AutomaticTag", statement("rdf:value", tag)))
            else:
                item.lines.append(statement("dc:subject", tag))
        if paper.affiliations:
            self._add_affiliations(paper, item)
        for number, note in enumerate(paper.notes, 1):
            self._add_note(note, f"{address}_note_{number}", item)
        for number, attachment in enumerate(paper.attachments, 1):
            self._add_attachment(attachment, f"{address}_file_{number}", item)
        if paper.extra:
            self._add_kept(paper, item)
        item.extra.extend(encode_omissions(paper))
        if paper.note:
            item.extra.append(encode_note(paper.note))
        return self._layout(item, address, item_type)

    @staticmethod
    def _type(paper: Paper, item: _Item) -> str:
        item_type, exact = item_type_of(paper.kind)
        kept = paper.extra.get("zotero-rdf:z:itemType", ("",))[0] if paper.extra else ""
        if kept and NAME.fullmatch(kept) and (kind_named(kept) or "document") == paper.kind:
            item_type, exact = kept, ""
        item.lines.append(statement("z:itemType", item_type))
        if exact:
            item.extra.append(f"Type: {exact}")
        return item_type

    def _add_fields(self, paper: Paper, item: _Item) -> None:
        for place, text in FIELDS.encode(paper):
            head, slash, name = place.partition("/")
            if not slash:
                if head == "dcterms:dateSubmitted" and paper.issued is None:
                    head = "z:accessDate"  # Zotero takes dcterms:dateSubmitted for the date where there is none
                elif head == "dcterms:abstract" and "<" in text:
                    text = self._plain_abstract(text)
                if text:
                    item.lines.append(statement(head, text))
            elif head == "extra":
                if not fits_line(text):
                    item.lines.append(statement(own_property(name), text))
                else:
                    item.extra.append(f"{name}: {text}")
            else:
                self._add_beside(head, name, text, item)

    @staticmethod
    def _add_beside(head: str, name: str, text: str, item: _Item) -> None:
        """Add what stands in a node of its own beside the item."""
        if head == "isPartOf":
            item.container.append(statement(name, text))
        elif head == "series":
            item.series.append(statement(name, text))
        elif name == "foaf:name":
            item.publisher.append(statement(name, text))
        elif name == "vcard:locality":
            item.publisher.append(nested("vcard:adr", "vcard:Address", statement(name, text)))
        elif head == "presentedAt":
            item.lines.append(nested("bib:presentedAt", "bib:Conference", statement(name, text)))
        elif head == "subject":
            item.lines.append(nested("dc:subject", name, statement("rdf:value", text)))
        elif name == "URL":
            item.lines.append(nested("dc:identifier", "dcterms:URI", statement("rdf:value", text)))
        elif name == "ISSN" and item.container:
            item.container.append(statement("dc:identifier", f"ISSN {text}"))
        else:
            item.lines.append(statement("dc:identifier", f"{name} {text}"))

    def _plain_abstract(self, text: str) -> str:
        pieces = tokens(text)
        if not any([piece.kind in {"open", "close"} for piece in pieces]):
            return text
        self.context.lose("abstract: markup")
        return protect_dollars([(kind == "math", piece) for kind, piece in pieces if kind in {"text", "math"}])

    @staticmethod
    def _add_eprint(paper: Paper, item: _Item) -> None:
        if not (paper.eprint or paper.eprint_type or paper.eprint_class or paper.eprint_version):
            return
        is_preprint, is_arxiv = paper.kind == "article", paper.eprint_type == "arxiv"
        if is_preprint and paper.eprint:
            item.lines.append(statement("prism:number", f"arXiv:{paper.eprint}" if is_arxiv else paper.eprint))
        if is_preprint and is_arxiv and not paper.publisher:
            # The repository follows from the archive; z:repository tells our reader that it was not given.
            item.publisher.append(statement("foaf:name", "arXiv"))
            item.lines.append(statement("z:repository", "arXiv"))
        item.extra.extend(encode_eprint(paper, is_shown=is_preprint and bool(paper.eprint)))

    def _add_affiliations(self, paper: Paper, item: _Item) -> None:
        names = [affiliation.name for affiliation in paper.affiliations if affiliation.name]
        if names:
            item.lines.append(statement("z:affiliation", encode_affiliations(names)))

    # -- persons ---------------------------------------------------------------------------------------------

    def _add_people(self, paper: Paper, item: _Item, item_type: str) -> None:
        if not paper.authors:
            return
        elements = creator_properties_of(item_type)
        lists: dict[str, list[str]] = {}
        for author in paper.authors:
            element = elements.get(author.role) or elements[""]
            person = self._person(author, paper, marked=CREATOR_PROPERTIES[element] != author.role)
            if person:
                lists.setdefault(element, []).append(person)
            else:
                self.context.lose("authors: empty name")
        for element, people in lists.items():
            members = "".join([f"<rdf:li>{person}</rdf:li>" for person in people])
            item.lines.append(f"<{element}><rdf:Seq>{members}</rdf:Seq></{element}>")

    @staticmethod
    def _person(author: Author, paper: Paper, *, marked: bool) -> str:
        surname, given, same = join_name(author)
        if not surname:
            return ""
        pieces = ["<foaf:Person>", statement("foaf:surname", surname)]
        if given:
            pieces.append(statement("foaf:givenName", given))
        if not same:
            for name, text in (
                ("v:family-name", author.family),
                ("v:given-name", author.given),
                ("bibo:prefixName", author.particle),
                ("v:honorific-suffix", author.suffix),
            ):
                if text:
                    pieces.append(statement(name, text))
        if author.orcid:
            pieces.append(statement("dcterms:identifier", f"https://orcid.org/{author.orcid}"))
        names = [paper.affiliations[place].name for place in author.affiliations if place < len(paper.affiliations)]
        pieces.extend([statement("z:affiliation", name) for name in names if name])
        if marked:
            pieces.append(statement("z:role", author.role))
        pieces.append("</foaf:Person>")
        return "".join(pieces)

    # -- notes, attachments, what was kept ---------------------------------------------------------------------

    @staticmethod
    def _add_note(note: str, address: str, item: _Item) -> None:
        if not note:
            return
        item.lines.append(f'<dcterms:isReferencedBy rdf:resource="{quoted(address)}"/>')
        text, original = note, ""
        if _HTML.search(note) is None and any([sign in note for sign in "<&\n"]):
            # Zotero takes every note for HTML; the text itself stands beside, where only our reader looks.
            paragraphs = [escape(part).replace("\n", "<br/>\n") for part in note.split("\n\n") if part.strip()]
            text = "\n".join([f"<p>{part}</p>" for part in paragraphs]) or note
            original = statement("dcterms:description", note)
        value = statement("rdf:value", text)
        item.beside.append(f'<bib:Memo rdf:about="{quoted(address)}">{value}{original}</bib:Memo>')

    def _add_attachment(self, attachment: Attachment, address: str, item: _Item) -> None:
        pieces = [statement("z:itemType", "attachment")]
        if attachment.path:
            pieces.append(statement("z:path", attachment.path))
        if attachment.url:
            pieces.append(nested("dc:identifier", "dcterms:URI", statement("rdf:value", attachment.url)))
        if attachment.title:
            pieces.append(statement("dc:title", attachment.title))
        if attachment.media_type:
            pieces.append(statement("link:type", attachment.media_type))
        if len(pieces) == 1:
            self.context.lose("attachments: empty attachment")
            return
        item.lines.append(f'<link:link rdf:resource="{quoted(address)}"/>')
        item.beside.append(f'<z:Attachment rdf:about="{quoted(address)}">{"".join(pieces)}</z:Attachment>')

    def _add_kept(self, paper: Paper, item: _Item) -> None:
        for name, texts in FIELDS.kept_extra(paper):
            if name == "z:itemType":
                continue
            for text in texts:
                line = kept_statement(name, text)
                if line is None:
                    self.context.lose(f"zotero-rdf:{name}")
                else:
                    item.lines.append(line)

    # -- layout ----------------------------------------------------------------------------------------------

    @staticmethod
    def _layout(item: _Item, address: str, item_type: str) -> str:
        tag = ELEMENTS.get(item_type, "rdf:Description")
        lines = item.lines
        series = nested("dcterms:isPartOf", "bib:Series", "".join(item.series)) if item.series else ""
        if item.container:
            container = CONTAINERS.get(item_type, "bib:Journal")
            lines.append(nested("dcterms:isPartOf", container, "".join(item.container) + series))
        elif series:
            lines.append(series)
        if item.publisher:
            lines.append(nested("dc:publisher", "foaf:Organization", "".join(item.publisher)))
        if item.extra:
            lines.append(statement("dc:description", "\n".join(item.extra)))
        body = "\n    ".join(lines)
        beside = "".join([f"  {piece}\n" for piece in item.beside])
        return f'  <{tag} rdf:about="{quoted(address)}">\n    {body}\n  </{tag}>\n{beside}'

    def collections(self) -> Iterator[str]:
        """The collections, parents before their children."""
        for topic in self.context.topics:
            self.tree.add(topic.collection)
        for address, name, parts in self.tree:
            pieces = [f'  <z:Collection rdf:about="{address}">\n']
            if name:
                pieces.append(f"    {statement('dc:title', name)}\n")
            pieces.extend([f'    <dcterms:hasPart rdf:resource="{quoted(part)}"/>\n' for part in parts])
            pieces.append("  </z:Collection>\n")
            yield "".join(pieces)
