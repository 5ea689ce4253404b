"""The two-way table engine: one list of rules reads and writes a format.

Knows: how rules are looked up by kind, what a table must not contain, and which losses follow from it.
Must not know: any format's tags, files, or how a value is spelled (that is a codec's work).

A format states its whole mapping as rows::

    FIELDS = FieldMap(
        "ris",
        KindMap([("JOUR", "article-journal"), ("GEN", "document")], fallback="GEN"),
        [
            Rule("TI", "title"),
            Rule("T1", "title", write=False),                    # read as well, never written
            Rule("T2", "container_title", kinds=("chapter",)),   # what T2 means depends on the kind
            Rule("T2", "collection_title"),
            Rule("AU", "authors:author", NAME, many=True),       # one tag an author
        ],
        handled_fields=("issued",),                                     # written by the format's own code
    )

Losses follow from the table: a field that has a value and neither a rule nor a place in ``handled_fields`` is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import compress
from operator import attrgetter
from typing import Any, Final, NamedTuple, cast

import msgspec

from bibkit.codecs import Codec, identity
from bibkit.model import ASPECTS, KINDS, PAPER_FIELDS, ROLES, Author, Kind, Paper

__all__ = ["Codec", "FieldMap", "FieldMapError", "KindMap", "Rule", "identity"]

_FIELDS: Final = frozenset(PAPER_FIELDS)
_KINDS: Final = frozenset(KINDS)
_ROLES: Final = frozenset(ROLES)
_ROLE_OF: Final = attrgetter("role")
_MOST_PLANS: Final = 1024
"""Plans that one table remembers; few papers have unusual roles, and hostile input may have thousands of mixtures."""


class FieldMapError(ValueError):
    """A table contradicts the model or itself. Raised when the table is built, never while papers flow."""


class Rule(msgspec.Struct, frozen=True, dict=True):
    """One row: a format's tag, the model's field, and how the value is spelled.

    ``field`` is a field of `Paper`, or ``"authors:ROLE"`` for the authors of one role (a tuple of `Author`).
    ``kinds`` limits the row to some kinds; rows with kinds go before the row without.
    ``write=False`` marks a spelling that is read and never written.
    ``many`` says that the tag is repeated, one value each; the codec then works on single values.

    >>> rule = Rule("A2", "authors:editor", many=True)
    >>> rule.paper_field, rule.role
    ('authors', 'editor')
    """

    tag: str
    field: str
    codec: Codec[Any, Any] = identity
    kinds: tuple[Kind, ...] | None = None
    write: bool = True
    many: bool = False

    @cached_property
    def paper_field(self) -> str:
        """The field of `Paper` that the row fills."""
        return self.field.partition(":")[0]

    @cached_property
    def role(self) -> str:
        """The role that the row is about, or an empty string."""
        return self.field.partition(":")[2]


class KindMap:
    """The two-way table of types. The first row of a kind is the one written; the first of a type is the one read.

    ``fallback`` is the type for kinds without a row, and ``unknown`` the kind for types without one.

    >>> kinds = KindMap([("JOUR", "article-journal"), ("BOOK", "book")], fallback="GEN", unknown="document")
    >>> kinds.encode("book"), kinds.decode("JOUR"), kinds.encode("song"), kinds.keeps("song")
    ('BOOK', 'article-journal', 'GEN', False)
    """

    def __init__(self, rows: Iterable[tuple[str, Kind]], *, fallback: str, unknown: Kind = "document") -> None:
        self.rows: Final = tuple(rows)
        self.fallback: Final = fallback
        self.unknown: Final = unknown
        self._decode: dict[str, Kind] = {}
        self._encode: dict[Kind, str] = {}
        for type_name, kind in self.rows:
            if kind not in _KINDS:
                raise FieldMapError(f"type {type_name!r} names the unknown kind {kind!r}")
            self._decode.setdefault(type_name, kind)
            self._encode.setdefault(kind, type_name)

    def decode(self, type_name: str) -> Kind:
        """The kind of a type; ``unknown`` where no row has it."""
        return self._decode.get(type_name, self.unknown)

    def encode(self, kind: Kind) -> str:
        """The type of a kind; ``fallback`` where no row has it."""
        return self._encode.get(kind, self.fallback)

    def knows(self, type_name: str) -> bool:
        """Whether a row has this type."""
        return type_name in self._decode

    def keeps(self, kind: Kind) -> bool:
        """Whether a kind that is written is read back as itself."""
        return self.decode(self.encode(kind)) == kind


class _Plan(NamedTuple):
    """How papers of one kind whose people have the same roles are written."""

    rules: tuple[Rule, ...]
    values: Callable[[Paper], tuple[Any, ...]]
    """The values of the rules' fields, all at once."""


class _Losses(NamedTuple):
    """What papers of one kind lose."""

    fields: tuple[str, ...]
    values: Callable[[Paper], tuple[Any, ...]]
    roles: frozenset[str]
    keeps_kind: bool


class FieldMap:
    """A format's table, checked and ready to read and write.

    ``handled_fields`` names what the format's own code reads and writes without a row: fields, aspects
    (`bibkit.model.ASPECTS`) and roles (``"authors:editor"``). ``"kind"`` among them says that a kind is told in another
    way where the type does not tell it. ``handled_tags`` names tags that the format's own code reads: they have no row
    and are not unknown. ``foreign_extra`` says that the format keeps what other formats left in ``extra``.

    Raises `FieldMapError` when a row names an unknown field, role or kind, or when two rows compete for a tag.

    >>> kinds = KindMap([("BOOK", "book"), ("GEN", "document")], fallback="GEN")
    >>> table = FieldMap("ris", kinds, [Rule("TI", "title"), Rule("KW", "tags", many=True)])
    >>> table.decode([("TI", "Ponds"), ("KW", "silt"), ("C9", "x")], "book")
    {'kind': 'book', 'title': 'Ponds', 'tags': ('silt',), 'extra': {'ris:C9': ('x',)}}
    >>> table.encode(Paper(title="Ponds", tags=("silt", "weirs"), volume="3"))
    [('TI', 'Ponds'), ('KW', 'silt'), ('KW', 'weirs')]
    >>> table.losses(Paper(kind="song", volume="3", extra={"ris:C9": ("x",), "bibtex:owner": ("Sol",)}))
    ['volume', 'bibtex:owner', 'kind']
    """

    def __init__(
        self,
        name: str,
        kinds: KindMap,
        rules: Iterable[Rule],
        *,
        handled_fields: Iterable[str] = ("key",),
        handled_tags: Iterable[str] = (),
        foreign_extra: bool = False,
    ) -> None:
        self.name: Final = name
        self.kinds: Final = kinds
        self.rules: Final = tuple(rules)
        self.handled_fields: Final = frozenset(handled_fields)
        self.handled_tags: Final = frozenset(handled_tags)
        self.foreign_extra: Final = foreign_extra
        self._check()
        self._prefix = f"{name}:"
        self._lost_aspects = tuple(aspect for aspect in ASPECTS.values() if aspect.name not in self.handled_fields)
        self._rules_for: dict[Kind, dict[str, Rule]] = {}
        self._plans: dict[tuple[Kind, frozenset[str]], _Plan] = {}
        self._losses: dict[Kind, _Losses] = {}

    def _check(self) -> None:
        for item in self.handled_fields:
            if item not in _FIELDS and item not in ASPECTS and item.partition(":")[2] not in _ROLES:
                raise FieldMapError(f"{self.name}: handled_fields names the unknown field {item!r}")
        readers: set[tuple[str, Kind | None]] = set()
        for rule in self.rules:
            if rule.paper_field not in _FIELDS:
                raise FieldMapError(f"{self.name}: {rule.tag} names the unknown field {rule.field!r}")
            if (rule.paper_field == "authors") != bool(rule.role) or (rule.role and rule.role not in _ROLES):
                raise FieldMapError(f"{self.name}: {rule.tag} names no known role ({rule.field!r})")
            for kind in rule.kinds or (None,):
                if kind is not None and kind not in _KINDS:
                    raise FieldMapError(f"{self.name}: {rule.tag} names the unknown kind {kind!r}")
                if (rule.tag, kind) in readers:
                    raise FieldMapError(f"{self.name}: {rule.tag} has two rows for {kind or 'every kind'}")
                readers.add((rule.tag, kind))

    # ------------------------------------------------------------ what holds for one kind

    def rules_for(self, kind: Kind) -> Mapping[str, Rule]:
        """The row of each tag that holds for one kind, in the table's order.

        >>> rules = [Rule("T2", "container_title", kinds=("chapter",)), Rule("T2", "collection_title")]
        >>> table = FieldMap("ris", KindMap([], fallback="GEN"), rules)
        >>> table.rules_for("chapter")["T2"].field, table.rules_for("book")["T2"].field
        ('container_title', 'collection_title')
        """
        found = self._rules_for.get(kind)
        if found is None:
            own = {rule.tag for rule in self.rules if rule.kinds and kind in rule.kinds}
            found = self._rules_for[kind] = {
                rule.tag: rule
                for rule in self.rules
                if (kind in rule.kinds if rule.kinds is not None else rule.tag not in own)
            }
        return found

    def lost_fields(self, kind: Kind) -> tuple[str, ...]:
        """The fields that have no place in papers of one kind; people are told by their `roles`."""
        kept = {rule.paper_field for rule in self.rules_for(kind).values() if rule.write}
        kept |= self.handled_fields | {"authors", "kind", "extra"}
        return tuple(name for name in PAPER_FIELDS if name not in kept)

    def roles(self, kind: Kind) -> frozenset[str]:
        """The roles of people that have a place in papers of one kind."""
        if "authors" in self.handled_fields:
            return _ROLES
        written = {rule.role for rule in self.rules_for(kind).values() if rule.write}
        handled = {item.partition(":")[2] for item in self.handled_fields}
        return frozenset((written | handled) - {""})

    def keeps_kind(self, kind: Kind) -> bool:
        """Whether a kind that is written is read back as itself."""
        return "kind" in self.handled_fields or self.kinds.keeps(kind)

    # ------------------------------------------------------------ reading and writing

    def decode(self, pairs: Iterable[tuple[str, Any]], kind: Kind) -> dict[str, Any]:
        """Turn a record's ``(tag, value)`` pairs into keyword arguments for `Paper`.

        Of two values for a field that holds one, the row higher up in the table wins, then the earlier value;
        the other is kept in ``extra`` unless it says the same. Unknown tags go to ``extra`` as ``"name:tag"``.
        """
        rules = self.rules_for(kind)
        values: dict[str, Any] = {"kind": kind}
        sources: dict[str, tuple[Rule, Any]] = {}
        extra: dict[str, list[str]] = {}
        authors: list[Author] = []
        lists: dict[str, list[Any]] = {}
        for tag, raw in pairs:
            rule = rules.get(tag)
            if rule is None:
                if tag not in self.handled_tags:
                    self._keep(extra, tag, raw)
                continue
            value = rule.codec.decode(raw)
            if not value:
                continue
            field = rule.paper_field
            if rule.role:
                authors += [_with_role(author, rule.role) for author in ((value,) if rule.many else value)]
            elif rule.many:
                lists.setdefault(field, []).append(value)
            elif field not in values:
                values[field] = value
                sources[field] = rule, raw
            elif values[field] != value:
                winner, won = sources[field]
                if self.rules.index(rule) < self.rules.index(winner):
                    values[field] = value
                    sources[field] = rule, raw
                    tag, raw = winner.tag, won
                self._keep(extra, tag, raw)
        if authors:
            values["authors"] = tuple(authors)
        values.update([(field, tuple(items)) for field, items in lists.items()])
        if extra:
            values["extra"] = {name: tuple(texts) for name, texts in extra.items()}
        return values

    def _keep(self, extra: dict[str, list[str]], tag: str, raw: Any) -> None:
        if raw:
            extra.setdefault(self._prefix + tag, []).append(str(raw))

    def encode(self, paper: Paper) -> list[tuple[str, Any]]:
        """The ``(tag, value)`` pairs that the table writes for a paper, in the table's order."""
        pairs: list[tuple[str, Any]] = []
        roles = frozenset(map(_ROLE_OF, paper.authors))
        rules, values = self._plans.get((paper.kind, roles)) or self._plan(paper.kind, roles)
        found = values(paper)
        for rule, value in zip(compress(rules, found), filter(None, found), strict=True):
            if rule.role and len(roles) > 1:
                value = tuple([author for author in value if author.role == rule.role])
            encode = rule.codec.encode
            if rule.many:
                pairs += [(rule.tag, encode(item)) for item in value]
            else:
                pairs.append((rule.tag, encode(value)))
        return pairs

    def _plan(self, kind: Kind, roles: frozenset[str]) -> _Plan:
        """What `encode` does for papers of one kind whose people have these roles, found once.

        Most rows of a table have no value in a paper. One `attrgetter` for all rows instead of a look-up for each
        makes `encode` twice as fast for tables of many rows (Zotero RDF: 0.02 ms a paper instead of 0.05).
        """
        rules = tuple([r for r in self.rules_for(kind).values() if r.write and (not r.role or r.role in roles)])
        plan = _Plan(rules, _getter([rule.paper_field for rule in rules]))
        if len(self._plans) < _MOST_PLANS:
            self._plans[kind, roles] = plan
        return plan

    def kept_extra(self, paper: Paper) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield ``(tag, values)`` for what this format itself left in ``extra``.

        >>> table = FieldMap("ris", KindMap([], fallback="GEN"), [])
        >>> list(table.kept_extra(Paper(extra={"ris:C9": ("x", "y"), "bibtex:owner": ("Sol",)})))
        [('C9', ('x', 'y'))]
        """
        for name, values in paper.extra.items():
            if name.startswith(self._prefix):
                yield name.removeprefix(self._prefix), values

    def type_of(self, paper: Paper, tag: str) -> str:
        """The type to write for a paper: that of its kind, or the unknown one that was kept in ``extra`` under ``tag``.

        >>> table = FieldMap("ris", KindMap([("BOOK", "book"), ("GEN", "document")], fallback="GEN"), [])
        >>> table.type_of(Paper(kind="book"), "TY"), table.type_of(Paper(extra={"ris:TY": ("POND",)}), "TY")
        ('BOOK', 'POND')
        """
        kept = paper.extra.get(self._prefix + tag, ())
        return kept[0] if kept and paper.kind == self.kinds.unknown else self.kinds.encode(paper.kind)

    # ------------------------------------------------------------ what is lost

    def losses(self, paper: Paper) -> list[str]:
        """What writing ``paper`` in this format loses: fields, ``"authors:ROLE"``, aspects and foreign extras."""
        plan = self._losses.get(paper.kind)
        if plan is None:
            fields = self.lost_fields(paper.kind)
            plan = _Losses(fields, _getter(fields), self.roles(paper.kind), self.keeps_kind(paper.kind))
            self._losses[paper.kind] = plan
        lost = list(compress(plan.fields, plan.values(paper)))
        if not plan.roles.issuperset(map(_ROLE_OF, paper.authors)):
            lost += [f"authors:{role}" for role in _by_role(paper.authors) if role not in plan.roles]
        lost += [aspect.name for aspect in self._lost_aspects if aspect.holds(paper)]
        if paper.extra and not self.foreign_extra:
            lost += [name for name in paper.extra if not name.startswith(self._prefix)]
        if not plan.keeps_kind:
            lost.append("kind")
        return lost

    def changes(self, paper: Paper, again: Paper) -> list[str]:
        """The losses that only values show: fields of ``paper`` that ``again``, read from what was written, has otherwise.

        A writer that reads its own record back can promise that nothing is lost silently. What `losses` tells is
        left out. A field that came back empty is named; one that came back changed is ``"FIELD: exact form"``.

        >>> table = FieldMap("ris", KindMap([], fallback="GEN"), [Rule("TI", "title"), Rule("VL", "volume")])
        >>> table.changes(Paper(title="Ponds", volume="3"), Paper(title="ponds"))
        ['title: exact form', 'volume']
        """
        known = set(self.losses(paper))
        for aspect in self._lost_aspects:
            if aspect.name in known:
                paper = aspect.drop(paper)
        changed = []
        for name in PAPER_FIELDS:
            before, after = getattr(paper, name), getattr(again, name)
            if before == after or not before or name in known or name in {"kind", "extra"}:
                continue
            if name == "authors":
                kept = tuple([author for author in before if f"authors:{author.role}" not in known])
                if _by_role(kept) == _by_role(after):
                    continue
            changed.append(f"{name}: exact form" if after else name)
        changed += [
            name for name, values in paper.extra.items() if name not in known and again.extra.get(name) != values
        ]
        return changed


def _getter(names: Sequence[str]) -> Callable[[Paper], tuple[Any, ...]]:
    """An `attrgetter` that answers with a tuple for any number of names."""
    if len(names) < 2:
        return lambda paper: tuple([getattr(paper, name) for name in names])
    return cast("Callable[[Paper], tuple[Any, ...]]", attrgetter(*names))


def _by_role(authors: tuple[Author, ...]) -> dict[str, tuple[Author, ...]]:
    """The authors of each role, in order."""
    roles = dict.fromkeys([author.role for author in authors])
    if len(roles) < 2:
        return dict.fromkeys(roles, authors)
    return {role: tuple([author for author in authors if author.role == role]) for role in roles}


def _with_role(author: Author, role: str) -> Author:
    return author if author.role == role else msgspec.structs.replace(author, role=role)
