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

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import compress
from operator import attrgetter
from typing import Any, Final, NamedTuple, cast

from bibkit.codecs import Codec, identity, same
from bibkit.model import ASPECTS, KINDS, PAPER_FIELDS, ROLES, Author, Kind, Paper

__all__ = ["Codec", "FieldMap", "FieldMapError", "KindMap", "Rule", "identity"]

_FIELDS: Final = frozenset(PAPER_FIELDS)
_KINDS: Final = frozenset(KINDS)
_ROLES: Final = frozenset(ROLES)
_ROLE_OF: Final = attrgetter("role")
_NO_ROLES: Final[frozenset[str]] = frozenset()
_MANY_KINDS_OF_PAPERS: Final = 1_000


class FieldMapError(ValueError):
    """A table contradicts the model or itself. Raised when the table is built, never while papers flow."""


class Rule(NamedTuple):
    """One row: a format's tag, the model's field, and how the value is spelled.

    ``field`` is a field of `Paper`, or ``"authors:ROLE"`` for the authors of one role (a tuple of `Author`).
    ``kinds`` limits the row to some kinds; rows with kinds go before the row without.
    ``write=False`` marks a spelling that is read and never written.
    ``many`` says that the tag is repeated, one value each; the codec then works on single values.
    """

    tag: str
    field: str
    codec: Codec[Any, Any] = identity
    kinds: tuple[Kind, ...] | None = None
    write: bool = True
    many: bool = False

    @property
    def paper_field(self) -> str:
        """The field of `Paper` that the row fills."""
        return self.field.partition(":")[0]

    @property
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


class _Reading(NamedTuple):
    rank: int
    field: str
    role: str
    decode: Callable[[Any], Any] | None
    many: bool


class _Writing(NamedTuple):
    field: str
    tag: str
    encode: Callable[[Any], Any] | None
    many: bool
    role: str


class _Plan(NamedTuple):
    """What one kind needs: its rows for reading and writing, and what would be lost."""

    read: dict[str, _Reading]
    write: tuple[_Writing, ...]
    lost_fields: tuple[str, ...]
    lost_values: Callable[[Paper], tuple[Any, ...]]
    roles: frozenset[str]
    keeps_kind: bool


class _Written(NamedTuple):
    """What papers of one kind whose people have certain roles need to be written: rows, and how to get their values."""

    rows: tuple[_Writing, ...]
    values: Callable[[Paper], tuple[Any, ...]]


def _getter(names: Sequence[str]) -> Callable[[Paper], tuple[Any, ...]]:
    """An `attrgetter` that always answers with a tuple."""
    if not names:
        return lambda _paper: ()
    if len(names) == 1:
        name = names[0]
        return lambda paper: (getattr(paper, name),)
    return cast("Callable[[Paper], tuple[Any, ...]]", attrgetter(*names))


def _called(convert: Callable[[Any], Any]) -> Callable[[Any], Any] | None:
    return None if convert is same else convert


class FieldMap:
    """A format's table, checked and ready to read and write.

    ``handled_fields`` names fields, aspects (`bibkit.model.ASPECTS`) and roles (``"authors:editor"``) that the
    format's own code reads and writes beside the table. ``foreign_extra`` says that the format keeps what
    other formats left in ``extra``. ``beside`` names tags that the format's own code reads: without a row, and not unknown.

    Raises `FieldMapError` when a row names an unknown field, role or kind, or when two rows compete for a tag.
    """

    def __init__(
        self,
        name: str,
        kinds: KindMap,
        rules: Iterable[Rule],
        *,
        handled_fields: Iterable[str] = ("key", "kind", "extra"),
        foreign_extra: bool = False,
        beside: Iterable[str] = (),
    ) -> None:
        self.name: Final = name
        self.kinds: Final = kinds
        self.rules: Final = tuple(rules)
        self.handled_fields: Final = frozenset(handled_fields) | {"kind", "extra"}
        self.foreign_extra: Final = foreign_extra
        self.beside: Final = frozenset(beside)
        self._prefix = f"{name}:"
        self._lost_aspects = tuple(aspect for aspect in ASPECTS.values() if aspect.name not in self.handled_fields)
        self._check()
        self._plans: dict[Kind, _Plan] = {}
        self._has_roles = any([rule.role for rule in self.rules])
        self._written: dict[tuple[Kind, frozenset[str]], _Written] = {}

    def _check(self) -> None:
        for item in self.handled_fields:
            if item not in _FIELDS and item not in ASPECTS and item.partition(":")[2] not in _ROLES:
                raise FieldMapError(f"{self.name}: handled_fields names the unknown field {item!r}")
        readers: set[tuple[str, Kind | None]] = set()
        writers: dict[str, Rule] = {}
        for rule in self.rules:
            if rule.paper_field not in _FIELDS:
                raise FieldMapError(f"{self.name}: {rule.tag} names the unknown field {rule.field!r}")
            if (rule.paper_field == "authors") != bool(rule.role) or (rule.role and rule.role not in _ROLES):
                raise FieldMapError(f"{self.name}: {rule.tag} names no known role ({rule.field!r})")
            for kind in rule.kinds or ():
                if kind not in _KINDS:
                    raise FieldMapError(f"{self.name}: {rule.tag} names the unknown kind {kind!r}")
            if rule.write and rule.kinds is None:
                other = writers.setdefault(rule.tag, rule)
                if other is not rule:
                    raise FieldMapError(f"{self.name}: {rule.tag} is written by {other.field} and by {rule.field}")
            for condition in rule.kinds or (None,):
                if (rule.tag, condition) in readers:
                    raise FieldMapError(f"{self.name}: {rule.tag} is read twice for {condition or 'every kind'}")
                readers.add((rule.tag, condition))

    def plan(self, kind: Kind) -> _Plan:
        """The rows that hold for one kind, made on first use."""
        plan = self._plans.get(kind)
        if plan is None:
            plan = self._plans[kind] = self._make_plan(kind)
        return plan

    def _make_plan(self, kind: Kind) -> _Plan:
        chosen: dict[str, tuple[int, Rule]] = {}
        for rank, rule in enumerate(self.rules):
            if rule.kinds is not None and kind in rule.kinds:
                chosen[rule.tag] = (rank, rule)
        for rank, rule in enumerate(self.rules):
            if rule.kinds is None:
                chosen.setdefault(rule.tag, (rank, rule))
        ordered = sorted(chosen.values())
        written = [rule for _, rule in ordered if rule.write]
        kept = {rule.paper_field for rule in written} | self.handled_fields
        if any(item.startswith("authors:") for item in self.handled_fields):
            kept = kept | {"authors"}
        lost = tuple(name for name in PAPER_FIELDS if name not in kept and name != "authors")
        return _Plan(
            read={
                rule.tag: _Reading(rank, rule.paper_field, rule.role, _called(rule.codec.decode), rule.many)
                for rank, rule in ordered
            },
            write=tuple(
                _Writing(rule.paper_field, rule.tag, _called(rule.codec.encode), rule.many, rule.role)
                for rule in written
            ),
            lost_fields=lost,
            lost_values=_getter(lost),
            roles=frozenset(rule.role for rule in written if rule.role)
            | (_ROLES if "authors" in self.handled_fields else frozenset())
            | {item.partition(":")[2] for item in self.handled_fields if item.startswith("authors:")},
            keeps_kind=self.keeps_kind(kind),
        )

    def keeps_kind(self, kind: Kind) -> bool:
        """Whether a kind is read back as itself; by its type, unless the format tells it in another way as well."""
        return self.kinds.keeps(kind)

    def decode(self, pairs: Iterable[tuple[str, Any]], kind: Kind) -> dict[str, Any]:
        """Turn a record's ``(tag, value)`` pairs into keyword arguments for `Paper`.

        Of two values for a field that holds one, the row higher up in the table wins, then the earlier value;
        the other is kept in ``extra`` unless it says the same. Unknown tags go to ``extra`` as ``"name:tag"``.

        >>> table.decode([("TI", "Ponds"), ("C9", "x")], "book")
        {'kind': 'book', 'title': 'Ponds', 'extra': {'ris:C9': ('x',)}}
        """
        rows, beside = self.plan(kind).read, self.beside
        values: dict[str, Any] = {"kind": kind}
        sources: dict[str, tuple[str, Any]] = {}
        extra: dict[str, list[str]] = {}
        authors: list[Author] = []
        lists: dict[str, list[Any]] = {}
        for pair in pairs:
            tag, raw = pair
            row = rows.get(tag)
            if row is None:
                if tag not in beside:
                    self._keep(extra, tag, raw)
                continue
            rank, field, role, decode, many = row
            value = raw if decode is None else decode(raw)
            if not value:
                continue
            if role:
                added = (value,) if many else value
                authors += added if role == "author" else [_with_role(author, role) for author in added]
            elif many:
                lists.setdefault(field, []).append(value)
            elif field not in values:
                values[field] = value
                sources[field] = pair
            elif values[field] != value:
                old = sources[field]
                if rank < rows[old[0]].rank:
                    values[field] = value
                    sources[field] = pair
                    tag, raw = old
                self._keep(extra, tag, raw)
        if authors:
            values["authors"] = tuple(authors)
        for field, many_values in lists.items():
            values[field] = tuple(many_values)
        if extra:
            values["extra"] = {name: tuple(texts) for name, texts in extra.items()}
        return values

    def _keep(self, extra: dict[str, list[str]], tag: str, raw: Any) -> None:
        if raw:
            extra.setdefault(self._prefix + tag, []).append(raw if isinstance(raw, str) else str(raw))

    def encode(self, paper: Paper, names: Sequence[Any] = ()) -> list[tuple[str, Any]]:
        """The ``(tag, value)`` pairs that the table writes for a paper, in the table's order.

        ``names`` are the people as they are spelled, where all have one role and the format knows that already.
        """
        pairs: list[tuple[str, Any]] = []
        authors = paper.authors
        roles = frozenset(map(_ROLE_OF, authors[:1] if names else authors)) if self._has_roles else _NO_ROLES
        written = self._written.get((paper.kind, roles)) or self._choose(paper.kind, roles)
        found = written.values(paper)
        for row, value in zip(compress(written.rows, found), filter(None, found), strict=True):
            _, tag, encode, many, role = row
            if role:
                if names:
                    pairs += [(tag, name) for name in names]
                    continue
                if len(roles) > 1:
                    value = tuple([author for author in authors if author.role == role])
            if many:
                pairs += [(tag, item if encode is None else encode(item)) for item in value]
            else:
                pairs.append((tag, value if encode is None else encode(value)))
        return pairs

    def _choose(self, kind: Kind, roles: frozenset[str]) -> _Written:
        """The rows for papers of a kind whose people have these roles, remembered: few papers have unusual ones."""
        rows = tuple(row for row in self.plan(kind).write if not row.role or row.role in roles)
        written = _Written(rows, _getter([row.field for row in rows]))
        if len(self._written) < _MANY_KINDS_OF_PAPERS:
            self._written[kind, roles] = written
        return written

    def kept_extra(self, paper: Paper) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield ``(tag, values)`` for what this format itself left in ``extra``."""
        start = len(self._prefix)
        for name, values in paper.extra.items():
            if name.startswith(self._prefix):
                yield name[start:], values

    def losses(self, paper: Paper) -> list[str]:
        """What writing ``paper`` in this format loses: fields, ``"authors:ROLE"``, aspects and foreign extras."""
        plan = self.plan(paper.kind)
        lost: list[str] = []
        values = plan.lost_values(paper)
        if any(values):
            lost = [name for name, value in zip(plan.lost_fields, values, strict=True) if value]
        if not plan.roles.issuperset(map(_ROLE_OF, paper.authors)):
            lost.extend(
                [f"authors:{role}" for role in _roles_of(paper.authors) if role not in plan.roles],
            )
        lost.extend([aspect.name for aspect in self._lost_aspects if aspect.holds(paper)])
        if paper.extra and not self.foreign_extra:
            lost.extend([name for name in paper.extra if not name.startswith(self._prefix)])
        if not plan.keeps_kind:
            lost.append("kind")
        return lost

    def changes(self, paper: Paper, again: Paper) -> list[str]:
        """The losses that only values show: fields of ``paper`` that ``again``, read from what was written, has otherwise.

        A writer that reads its own record back can promise that nothing is lost silently. What `losses` tells is
        left out. A field that came back empty is named; one that came back changed is ``"FIELD: exact form"``.

        >>> FIELDS.changes(Paper(title="Ponds", volume="3"), Paper(title="ponds"))
        ['title: exact form', 'volume']
        """
        known = set(self.losses(paper))
        for aspect in self._lost_aspects:
            if aspect.name in known:
                paper = aspect.drop(paper)
        changed = []
        for name in PAPER_FIELDS:
            ours, tag = getattr(paper, name), getattr(again, name)
            if ours == tag or not ours or name in known or name in {"kind", "extra"}:
                continue
            if name == "authors":
                kept = tuple([author for author in ours if f"authors:{author.role}" not in known])
                if _by_role(kept) == _by_role(tag):
                    continue
            changed.append(f"{name}: exact form" if tag else name)
        for name, values in paper.extra.items():
            if name not in known and again.extra.get(name) != values:
                changed.append(name)
        return changed


def _roles_of(authors: tuple[Author, ...]) -> list[str]:
    return list(dict.fromkeys([author.role for author in authors]))


def _by_role(authors: tuple[Author, ...]) -> dict[str, tuple[Author, ...]]:
    roles = _roles_of(authors)
    if len(roles) < 2:
        return dict.fromkeys(roles, authors)
    return {role: tuple([author for author in authors if author.role == role]) for role in roles}


def _with_role(author: Author, role: str) -> Author:
    if author.role == role:
        return author
    return Author(
        author.family,
        author.given,
        author.particle,
        author.suffix,
        author.literal,
        role,
        author.orcid,
        author.affiliations,
    )
