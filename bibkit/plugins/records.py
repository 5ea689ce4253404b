"""What hooks return and what the program hands to a format, an enricher or a check.

Knows: the shape of every record that a plugin may give, and the contexts of reading, writing and enriching.
Must not know: which formats exist, or how plugins are found. Cheap to import: built-in records are made of
these without loading the module that does the work.

Promise of compatibility: new members of records and contexts have defaults; none is renamed or removed
within a major version.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, Protocol, TextIO, TypeAlias, TypeVar

import msgspec

from bibkit.errors import Cancelled, Location
from bibkit.report import Code, Diagnostic, Report, Severity

if TYPE_CHECKING:
    from bibkit.fields import FieldMap
    from bibkit.model import Paper, Topic
    from bibkit.text.document import Document, Edit

__all__ = [
    "Check",
    "Editor",
    "EnrichContext",
    "Enricher",
    "Format",
    "Option",
    "ReadContext",
    "Reference",
    "Target",
    "WriteContext",
    "resolve",
]

T = TypeVar("T")

Reference: TypeAlias = str | T
"""A value, or ``"module:attribute"`` that names it and is resolved on first use."""


def resolve(reference: str | T) -> T:
    """The value that a `Reference` stands for.

    Raises `ImportError` or `AttributeError` when the name leads nowhere.

    >>> resolve("string:digits")
    '0123456789'
    """
    if not isinstance(reference, str):
        return reference
    module, _, attribute = reference.partition(":")
    value: Any = import_module(module)
    for part in attribute.split("."):
        value = getattr(value, part)
    return value  # type: ignore[no-any-return]


class Option(msgspec.Struct, frozen=True):
    """A switch of a format: ``bibkit export -O ascii=yes``.

    The default's type (bool, int or str) is the option's type.
    """

    name: str
    default: bool | int | str
    description: str
    choices: tuple[str, ...] = ()
    old_names: tuple[str, ...] = ()
    """Names that it had before, which go on working."""


class ReadContext:
    """What a reader is told and where it says what it found.

    ``source`` names the input in locations; ``topics`` takes the topics (and empty collections) that the
    input itself describes.
    """

    def __init__(
        self, source: str = "<input>", *, report: Report | None = None, options: Mapping[str, Any] | None = None
    ) -> None:
        self.source = source
        self.report = report if report is not None else Report()
        self.options: Mapping[str, Any] = options or {}
        self.topics: list[Topic] = []
        self.line = 0
        """The line of the record whose paper was given last; readers that know it set it before they yield."""
        self.column = 0
        self.places: dict[str, tuple[int, int]] | None = None
        """Line and column of records by citation key. A caller that wants them puts a dictionary here, and a reader
        whose papers may be held back (for cross-references, say) fills it instead of setting ``line``."""

    def diagnose(
        self, code: str, message: str, *, line: int = 0, column: int = 0, key: str = "", severity: Severity = "warning"
    ) -> None:
        """Add a diagnostic with a place in this input. ``severity="error"`` means that a record was not read."""
        self.report.add(Diagnostic(code, message, severity, Location(self.source, line, column, key)))


class WriteContext:
    """What a writer is told and where it counts what it loses."""

    def __init__(
        self,
        *,
        report: Report | None = None,
        options: Mapping[str, Any] | None = None,
        topics: Iterable[Topic] = (),
        target: str = "",
    ) -> None:
        self.report = report if report is not None else Report()
        self.options: Mapping[str, Any] = options or {}
        self.topics = topics
        """Topics and empty collections; complete only when the last paper has been taken."""
        self.target = target
        """The program that the file is for ("zotero"), or an empty string."""

    def lose(self, field: str, count: int = 1) -> None:
        """Count a value that a paper holds and the written format has no place for."""
        self.report.lose(field, count)

    def diagnose(self, code: str, message: str, *, key: str = "", severity: Severity = "warning") -> None:
        """Add a diagnostic about a paper that is being written."""
        self.report.add(Diagnostic(code, message, severity, Location(key=key)))


class EnrichContext:
    """What an enricher is told: sources to draw on, how to report progress, whether to stop."""

    def __init__(
        self,
        *,
        report: Report | None = None,
        options: Mapping[str, Any] | None = None,
        sources: Callable[[], Iterable[Paper]] = tuple,
        progress: Callable[[int, int | None], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
        cache_directory: str = "",
        contact: str = "",
        offline: bool = True,
    ) -> None:
        self.report = report if report is not None else Report()
        self.options: Mapping[str, Any] = options or {}
        self.sources = sources
        """Opens the papers of ``--from``, afresh at each call."""
        self.cache_directory = cache_directory
        """Where answers from the network may be kept; empty for "nowhere"."""
        self.contact = contact
        """An address that polite services ask for; empty where the user gave none."""
        self.offline = offline
        """True when no network may be asked."""
        self._progress = progress
        self._cancelled = cancelled

    def progress(self, done: int, total: int | None = None) -> None:
        """Say how far the work is. ``total`` is None where it is not known."""
        if self._progress is not None:
            self._progress(done, total)

    def check_cancelled(self) -> None:
        """Raise `bibkit.errors.Cancelled` when the caller wants the run to stop. Call it once a paper."""
        if self._cancelled is not None and self._cancelled():
            raise Cancelled("the run was stopped")

    def diagnose(self, code: str, message: str, *, key: str = "", severity: Severity = "warning") -> None:
        """Add a diagnostic about a paper."""
        self.report.add(Diagnostic(code, message, severity, Location(key=key)))


Reader: TypeAlias = Callable[[Any, ReadContext], "Iterator[Paper]"]
Writer: TypeAlias = Callable[["Iterable[Paper]", WriteContext], Iterator[str] | Iterator[bytes]]
Sniffer: TypeAlias = Callable[[str], bool]


class Editor(Protocol):
    """Adds to a file of one format by insertions only, so that what a person wrote stays to the letter.

    Made for one `bibkit.text.document.Document`: the positions of its `Edit` values are positions in the document's
    text, and what is inserted should be letters that the document can hold (`Document.can_hold`).
    """

    @property
    def keys(self) -> Sequence[str]:
        """Every citation key in use, those of records that cannot be read too."""

    @property
    def text(self) -> str:
        """The document's text for the format's reader, with a key of its own for each record that can be edited."""

    def additions(self, papers: Iterable[Paper], context: WriteContext) -> list[Edit]:
        """The insertions that add records at the end."""

    def gains(self, before: Paper, after: Paper, context: WriteContext) -> list[Edit] | None:
        """The insertions that add to a record what a paper has gained.

        ``before`` is the paper as it was read from `text`. A value that stands there is never changed; lists go on.
        None where the record is too odd to be edited.
        """


class Format(msgspec.Struct, frozen=True, kw_only=True):
    """How papers are written down.

    ``read`` takes an open file (text, or bytes where ``binary``) and gives papers one by one; ``write`` takes
    papers and gives pieces of text (or bytes where ``binary``). Either may be absent. Both must be lazy.
    ``sniff`` tells from the first 4 KiB of text whether a file may be of this format. ``edit`` makes an `Editor` for
    the text of a file that ``read`` and ``write`` know; a library in a format without one is written anew as a whole.
    """

    name: str
    title: str
    suffixes: tuple[str, ...] = ()
    """With the dot, lower case. Several formats may share one; the first registered writes it."""
    sniff: Reference[Sniffer] | None = None
    read: Reference[Reader] | None = None
    write: Reference[Writer] | None = None
    fields: Reference[FieldMap] | None = None
    edit: Reference[Callable[[Document, ReadContext], Editor]] | None = None
    options: tuple[Option, ...] = ()
    binary: bool = False
    description: str = ""
    codes: tuple[Code, ...] = ()
    """Codes of diagnostics that this format alone reports; those that formats share are `bibkit.diagnostics.CODES`."""


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """The program that will read a file: which format it wants, and with which options."""

    name: str
    title: str
    format: str
    options: Mapping[str, Any] = {}
    description: str = ""
    also: Mapping[str, Mapping[str, Any]] = {}
    """Other formats that the program reads, with their options: taken when ``--to`` or the file's suffix asks for one."""


class Enricher(msgspec.Struct, frozen=True, kw_only=True):
    """Adds to papers what their source lacked. ``network`` says that it asks the network."""

    name: str
    title: str
    enrich: Reference[Callable[[Iterator[Paper], EnrichContext], Iterator[Paper]]]
    network: bool = False
    options: tuple[Option, ...] = ()
    description: str = ""
    codes: tuple[Code, ...] = ()
    """Codes of diagnostics that this enricher alone reports."""


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """Looks at one paper and says what is wrong with it: yields ``(message, field)`` pairs."""

    name: str
    """The code of its diagnostics ("missing-doi")."""
    title: str
    check: Reference[Callable[[Paper], Iterable[tuple[str, str]]]]
    severity: Literal["info", "warning", "error"] = "warning"
    example: str = ""


Stream: TypeAlias = TextIO | BinaryIO
