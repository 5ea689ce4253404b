"""What every format promises, as tests to inherit.

Knows: the promises, and how to tell what a format may lose.
Must not know: any one format; a subclass names it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, ClassVar, Final

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from bibkit.diagnostics import CODES
from bibkit.errors import BibkitError
from bibkit.fields import FieldMap, Rule
from bibkit.model import ASPECTS, KINDS, ROLES, TEXT_FIELDS, Author, Kind, Paper
from bibkit.plugins.records import Format, ReadContext, WriteContext, resolve
from bibkit.report import Report
from bibkit.testing.files import CountingPapers, find_format, open_counting, read_back, read_text, write_out
from bibkit.testing.samples import SAMPLES, sample_paper
from bibkit.testing.strategies import papers

__all__ = ["MADE_UP", "FormatContract"]

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_SUFFIX: Final = re.compile(r"\.[a-z0-9][a-z0-9.+_-]*")
_WORD: Final = re.compile(r"[^\W_][\w-]*")
_DEFAULTS: Final = Paper()
MADE_UP: Final = "zwergquelle"
"""A word that no format knows: the value of unknown tags, and an unknown type."""
_MANY: Final = 4000
"""Papers enough to fill any reader's buffers several times."""


class FormatContract:
    """Inherit, name a format, and pytest finds the tests.

    ``format`` is a name that the registry knows, or a `Format`. Override `normalise` where the format spells a
    value in a documented other way, `papers` to leave out what it does not define, and `unknown_tags` and
    `unknown_types` where its files must be made by hand.

    >>> class TestRis(FormatContract):
    ...     format = "ris"
    """

    format: ClassVar[str | Format]
    options: ClassVar[Mapping[str, Any]] = {}
    """Options for reader and writer, as after ``-O``."""
    examples: ClassVar[int] = 60
    """How many papers each property is tried with."""
    texts: ClassVar[Sequence[str]] = ()
    """Texts of the format, to be damaged in tests; for formats without a writer."""

    surveys: ClassVar[bool] = False
    """True where the file's end decides what its beginning means (an RDF file lists its collections last), so that
    a reader may go over the file twice; reading must still not gather the papers."""

    only_known: ClassVar[str] = ""
    """Why a file of the format cannot hold tags or types that are unknown, where that is so: a sentence, with which the
    tests of foreign input are skipped."""

    # ------------------------------------------------------------ hooks

    def papers(self) -> SearchStrategy[Paper]:
        """The papers that are written: of every kind, with every field."""
        return papers()

    def normalise(self, paper: Paper) -> Paper:
        """Applied to the paper written and to the paper read before they are compared. Document what it does."""
        return paper

    def unknown_tags(self) -> Iterator[tuple[str, bytes]]:
        """Files that hold a tag which the format does not know, with the value `MADE_UP`; each with what was changed.

        As inherited: for every text field that the table writes, a paper with that field is written, and its tag is
        replaced in the text.
        """
        for rule in self.table.rules:
            if rule.write and rule.field in TEXT_FIELDS and rule.field != "key":
                kind = _kind_for(self.table, rule)
                paper = _replace(Paper(key="abara2031", kind=kind or "book", title="Weirs"), **{rule.field: MADE_UP})
                data = self.write(paper)
                if MADE_UP in data.decode("utf-8", "replace"):
                    yield from _renamed(data, rule.tag, _like_word(rule.tag))

    def unknown_types(self) -> Iterator[tuple[str, bytes]]:
        """Files with a paper whose type is `MADE_UP`, which the format does not know; each with what was changed.

        As inherited: for every kind a paper is written, and its type is replaced in the text.
        """
        for kind in KINDS:
            data = self.write(Paper(key="abara2031", kind=kind, title="Weirs"))
            yield from _renamed(data, self.table.kinds.encode(kind), MADE_UP)

    # ------------------------------------------------------------ helpers

    @cached_property
    def record(self) -> Format:
        """The format's record."""
        return find_format(self.format)

    @cached_property
    def table(self) -> FieldMap:
        """The format's table; a test that needs one skips where there is none."""
        if self.record.fields is None:
            pytest.skip("the format has no table")
        return resolve(self.record.fields)

    def write(self, *chosen: Paper) -> bytes:
        """Write papers with the contract's options; skips the test of a format without a writer."""
        if self.record.write is None:
            pytest.skip("the format is not written")
        data, report = write_out(self.record, chosen, self.options)
        self.check_codes(report)
        return data

    def read(self, data: bytes) -> list[Paper]:
        """Read papers with the contract's options; skips the test of a format without a reader."""
        return self.read_and_report(data)[0]

    def read_and_report(self, data: bytes) -> tuple[list[Paper], Report]:
        """The same, with what the reader had to say."""
        if self.record.read is None:
            pytest.skip("the format is not read")
        found, report = read_back(self.record, data, self.options)
        self.check_codes(report)
        return found, report

    def check_codes(self, report: Report) -> None:
        """Assert that every code which was reported is explained somewhere."""
        known = {code.name for code in (*CODES, *self.record.codes)}
        unknown = {diagnostic.code for diagnostic in report.diagnostics} - known
        assert not unknown, f"codes that neither the format's record nor bibkit declares: {sorted(unknown)}"

    def foreign(self, files: Callable[[], Iterator[tuple[str, bytes]]]) -> list[tuple[str, bytes]]:
        """The files of `unknown_tags` or `unknown_types`; a format without any must say why."""
        if self.only_known:
            pytest.skip(self.only_known)
        if self.record.read is None:
            pytest.skip("the format is not read")
        found = list(files())
        assert found, f"no file could be made: override {files.__name__}, or say in only_known why there is none"
        return found

    def lost(self, paper: Paper) -> set[str]:
        """Everything that the table and the writer declare as lost for this paper."""
        return set(write_out(self.record, [paper], self.options)[1].losses) | set(self.table.losses(paper))

    def expected(self, paper: Paper, lost: set[str]) -> Paper:
        """The paper without what is declared as lost."""
        for name in sorted(lost):
            paper = self._without(paper, name)
        return paper

    def _without(self, paper: Paper, name: str) -> Paper:
        field, colon, rest = name.partition(":")
        if name == "kind":
            return msgspec.structs.replace(paper, kind=self.table.kinds.decode(self.table.kinds.encode(paper.kind)))
        if name in ASPECTS:
            return ASPECTS[name].drop(paper)
        if field == "authors" and rest in ROLES:
            return _replace(paper, authors=tuple([author for author in paper.authors if author.role != rest]))
        if name in paper.extra:
            return _replace(paper, extra={key: value for key, value in paper.extra.items() if key != name})
        if colon and rest.startswith(" ") and field in Paper.__struct_fields__:  # "issued: time of day"
            return _replace(paper, **{field: getattr(_DEFAULTS, field)})
        if name in Paper.__struct_fields__:
            return _replace(paper, **{name: getattr(_DEFAULTS, name)})
        raise AssertionError(f"{self.record.name} declares a loss that names nothing: {name!r}")

    def comparable(self, paper: Paper, lost: set[str]) -> Paper:
        """A paper as it is compared: less the losses, and normalised.

        The order of authors counts within a role only, and that of collections not at all.
        """
        paper = self.normalise(self.expected(paper, lost))
        authors = tuple(sorted(paper.authors, key=lambda author: ROLES.index(author.role)))
        return _replace(paper, authors=authors, collections=tuple(sorted(paper.collections)))

    def check(self, strategy: SearchStrategy[Any], test: Callable[[Any], None], *, examples: int | None = None) -> None:
        """Run one property with the contract's settings."""
        run = settings(
            max_examples=examples or self.examples,
            deadline=None,
            derandomize=True,  # a contract that holds today holds tomorrow; fuzzing looks further
            phases=(Phase.explicit, Phase.generate, Phase.shrink),
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
        )(given(strategy)(test))
        run()

    # ------------------------------------------------------------ the record

    def test_the_record_is_complete(self) -> None:
        """Name, title, suffixes, options and codes are well formed, and every reference leads somewhere."""
        record = self.record
        assert _NAME.fullmatch(record.name), "a name is lower case, its words joined by hyphens"
        assert record.title
        assert record.read is not None or record.write is not None
        for suffix in record.suffixes:
            assert _SUFFIX.fullmatch(suffix), f"{suffix!r} is no lower-case suffix with its dot"
        for member in (record.read, record.write, record.sniff):
            if member is not None:
                assert callable(resolve(member))
        if record.fields is not None:
            assert isinstance(resolve(record.fields), FieldMap)
        for option in record.options:
            assert option.description
            assert not option.choices or option.default in option.choices
        for code in record.codes:
            assert _NAME.fullmatch(code.name), "a code is lower case, its words joined by hyphens"
            assert code.meaning
            assert code.example

    def test_it_knows_its_own_files(self) -> None:
        """``sniff`` takes what the writer gives, and answers for any text."""
        if self.record.sniff is None:
            pytest.skip("the format is told by its suffix only")
        sniff = resolve(self.record.sniff)
        if self.record.write is not None:
            for kind in KINDS:
                data = self.write(sample_paper(kind))
                assert sniff(data[:4096].decode("utf-8", "ignore")), f"does not know its own file with a {kind}"

        def check(text: str) -> None:
            assert sniff(text) in (True, False)

        self.check(st.text(max_size=200), check)

    # ------------------------------------------------------------ there and back

    def test_what_is_written_reads_back(self) -> None:
        """Write, then read: the paper less the declared losses."""

        def check(paper: Paper) -> None:
            found = self.read(self.write(paper))
            assert len(found) == 1, f"one paper was written and {len(found)} were read"
            lost = self.lost(paper)
            assert _shown(self.comparable(found[0], lost)) == _shown(self.comparable(paper, lost))

        self.check(self.papers(), check)

    def test_a_second_write_gives_the_same_bytes(self) -> None:
        """Write, read, write again: nothing moves."""

        def check(paper: Paper) -> None:
            first = self.write(paper)
            assert self.write(*self.read(first)).decode() == first.decode()

        self.check(self.papers(), check)

    def test_neighbours_stay_apart(self) -> None:
        """Several papers come back as many, in their order, each as it comes back alone."""

        def check(chosen: list[Paper]) -> None:
            alone = [paper for one in chosen for paper in self.read(self.write(one))]
            together = self.read(self.write(*chosen))
            assert [_shown(paper) for paper in together] == [_shown(paper) for paper in alone]

        unique = st.lists(self.papers(), min_size=2, max_size=4, unique_by=lambda paper: paper.key.lower())
        self.check(unique, check, examples=max(10, self.examples // 4))

    def test_no_paper_is_no_trouble(self) -> None:
        """Writing nothing gives a file, and reading that file gives no paper or a `BibkitError`."""
        data = self.write()
        try:
            assert self.read(data) == []
        except BibkitError:
            assert not data.strip(), "an empty list of papers was written as something that cannot be read"

    # ------------------------------------------------------------ foreign input

    def test_unknown_tags_are_kept_or_said(self) -> None:
        """What a tag holds that the format does not know is in the paper, or a diagnostic names it."""
        silent = [change for change, data in self.foreign(self.unknown_tags) if not self._is_heard(data)]
        assert silent == [], "these tags were dropped without a word"

    def test_unknown_types_are_kept_or_said(self) -> None:
        """A type that the format does not know is in the paper (in ``extra``, most often), or a diagnostic names it."""
        silent = [change for change, data in self.foreign(self.unknown_types) if not self._is_heard(data)]
        assert silent == [], "these types were dropped without a word"

    def _is_heard(self, data: bytes) -> bool:
        found, report = self.read_and_report(data)
        said = "\n".join([diagnostic.message for diagnostic in report.diagnostics])
        return MADE_UP in (msgspec.json.encode(found).decode() + said).lower()

    def test_what_was_kept_is_written_again(self) -> None:
        """A format writes what its own reader left in ``extra``, or counts it as lost."""
        if self.record.write is None:
            pytest.skip("the format is not written")
        for change, data in (*self.foreign(self.unknown_tags), *self.foreign(self.unknown_types)):
            for paper in self.read(data):
                written, report = write_out(self.record, [paper], self.options)
                again = self.read(written)
                kept = again[0].extra if again else {}
                dropped = [name for name, value in paper.extra.items() if kept.get(name) != value]
                assert [name for name in dropped if name not in report.losses] == [], f"{change}: lost silently"

    def test_extra_of_other_formats_is_kept_or_counted(self) -> None:
        """What another format left in ``extra`` is a loss, unless it is written too."""
        paper = _replace(sample_paper("book"), extra={"elsewhere:X1": (MADE_UP,)})
        if self.record.write is None:
            pytest.skip("the format is not written")
        data, report = write_out(self.record, [paper], self.options)
        if "elsewhere:X1" not in report.losses:
            assert self.read(data)[0].extra == paper.extra

    # ------------------------------------------------------------ bad input

    def test_any_text_gives_papers_or_an_error(self) -> None:
        """Whatever is read, nothing but papers and `BibkitError` comes out."""
        if self.record.read is None:
            pytest.skip("the format is not read")
        whole = list(self.texts)
        if self.record.write is not None:
            whole += [self.write(sample_paper("article")).decode(), self.write(*map(sample_paper, KINDS[:3])).decode()]

        def check(text: str) -> None:
            with suppress(BibkitError):
                found, report = read_text(self.record, text, self.options)
                self.check_codes(report)
                assert all([isinstance(paper, Paper) for paper in found])

        self.check(st.text(max_size=300) | _damaged(whole), check)

    def test_any_bytes_give_papers_or_an_error(self) -> None:
        """The same for a format that is read as bytes."""
        if not self.record.binary or self.record.read is None:
            pytest.skip("the format is read as text" if self.record.read is not None else "the format is not read")

        def check(data: bytes) -> None:
            with suppress(BibkitError):
                read_back(self.record, data, self.options)

        self.check(st.binary(max_size=300), check)

    # ------------------------------------------------------------ laziness

    def test_writing_is_lazy(self) -> None:
        """The first piece is there before the last paper is taken."""
        if self.record.write is None:
            pytest.skip("the format is not written")
        counting = CountingPapers(_many(_MANY))
        pieces = iter(resolve(self.record.write)(counting, WriteContext(options=self.options)))
        next(pieces)
        assert counting.taken < _MANY // 2, "the writer gathers all papers before it writes"
        for _ in pieces:
            pass
        assert counting.taken == _MANY

    def test_reading_is_lazy(self) -> None:
        """The first paper is there before the file's end is read."""
        if self.record.read is None or self.surveys:
            pytest.skip("the format is not read" if self.record.read is None else "the format is read in two passes")
        data = self.write(*_many(_MANY))
        stream, counter = open_counting(self.record, data)
        found = iter(resolve(self.record.read)(stream, ReadContext("memory", options=self.options)))
        next(found)
        assert counter.furthest < counter.size, "the reader takes the whole file before it gives a paper"
        assert 1 + sum(1 for _ in found) == _MANY

    # ------------------------------------------------------------ the table

    def test_every_rule_of_the_table_works(self) -> None:
        """Each row gives back what it writes, and each row that is written does appear in a file's pairs."""
        table = self.table
        for rule in table.rules:
            kind = _kind_for(table, rule)
            if kind is None:
                continue
            value = _sample(rule)
            encoded = rule.codec.encode(value)
            decoded = table.decode([(rule.tag, encoded)], kind).get(rule.paper_field)
            wanted = (value,) if rule.many else value
            assert decoded == wanted, f"{rule.tag} does not give {rule.field} back"
            if rule.write:
                paper = _replace(Paper(kind=kind), **{rule.paper_field: wanted})
                assert (rule.tag, encoded) in table.encode(paper), f"{rule.tag} is not written"

    def test_every_kind_is_mapped(self) -> None:
        """A kind comes back as itself, or is declared as lost."""
        table = self.table

        def keeps(kind: Kind) -> bool:
            paper = sample_paper(kind)
            return self.read(self.write(paper))[0].kind == kind or "kind" in self.lost(paper)

        assert [kind for kind in KINDS if not keeps(kind)] == []
        assert all([table.kinds.encode(kind) for kind in KINDS])


def _replace(paper: Paper, **changes: Any) -> Paper:
    return msgspec.structs.replace(paper, **changes)


def _shown(paper: Paper) -> dict[str, Any]:
    """The fields that hold something, so that a failing comparison shows only these."""
    return {name: value for name in Paper.__struct_fields__ if (value := getattr(paper, name))}


def _many(count: int) -> Iterator[Paper]:
    for number in range(count):
        yield _replace(sample_paper("article-journal"), key=f"weir{number:05d}")


def _kind_for(table: FieldMap, rule: Rule) -> Kind | None:
    """A kind for which the row holds; None where rows with kinds cover all of them."""
    if rule.kinds:
        return rule.kinds[0]
    covered = {kind for other in table.rules if other.tag == rule.tag for kind in other.kinds or ()}
    return next((kind for kind in KINDS if kind not in covered), None)


def _renamed(data: bytes, name: str, made_up: str) -> Iterator[tuple[str, bytes]]:
    """A written file with another name in place of one of the table's; nothing where the file does not spell that name.

    Of a name that is a path (``part/detail[volume]``) the last part is replaced that stands in the file as a word.
    """
    text = data.decode("utf-8", "replace")
    for word in reversed(_WORD.findall(name)):
        whole = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
        if whole.search(text):
            yield f"{name}: {word} became {made_up}", whole.sub(made_up, text).encode()
            return


def _like_word(name: str) -> str:
    """A made-up tag: of capitals and of two letters where the format's tags are so."""
    word = _WORD.findall(name)[-1]
    return ("ZQ" + "ZQ" * (len(word) // 3))[: len(word)] if word.isupper() else "zq" + "zq" * (len(word) // 2)


def _sample(rule: Rule) -> Any:
    """A value for the row's codec: of one author, of one item, or of the field."""
    if rule.role:
        author = Author("Abara", "Tunde", role=rule.role)
        return author if rule.many else (author,)
    value = SAMPLES[rule.paper_field]
    return value[0] if rule.many else value


@st.composite
def _damaged(draw: st.DrawFn, whole: list[str]) -> str:
    """A file of the format with a few places cut out, doubled or overwritten."""
    text = draw(st.sampled_from(whole or [""]))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 40)))
        middle = draw(st.sampled_from(("", text[start:end] * 2)) | st.text(max_size=5))
        text = text[:start] + middle + text[end:]
    return text
