"""Finds, loads, checks and explains plugins. Built-in and third-party plugins go through one door: `Registry.add`.

Knows: entry points, what a valid record looks like, who owns a name.
Must not know: what any format does; pluggy (`bibkit.plugins.hooks`, which is loaded with the first plugin).

Built-ins come first, so a third party that wants one of their names is refused. A plugin hands over its records by
hooks or, as those of bibkit do, in a table ``BIBKIT_RECORDS`` of tuples by noun ("format", "target", "enricher",
"check"): then pluggy is not needed, which takes as long to load as a page to read. Entry points are looked up only
when a distribution on ``sys.path`` has some in the group ``bibkit``.

Environment: ``BIBKIT_PLUGINS=none`` loads no third party, ``BIBKIT_PLUGINS=a,b`` only those entry points;
``BIBKIT_STRICT_PLUGINS=1`` turns a plugin's fault into an error.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from bibkit.errors import InputError, Location, PluginError, UsageError
from bibkit.fields import FieldMap
from bibkit.model import Paper
from bibkit.plugins.discovery import Candidate, installed_candidates
from bibkit.plugins.records import Check, Enricher, Format, Option, Target, resolve
from bibkit.report import Diagnostic

if TYPE_CHECKING:
    from bibkit.plugins.hooks import Hooks

__all__ = ["BUILT_IN", "Owner", "PluginState", "Registry"]

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz0123456789"
_BUILT_IN_MODULES: Final = ("bibkit.formats", "bibkit.enrich", "bibkit.checks")
_TABLE: Final = "BIBKIT_RECORDS"
"""What a plugin calls the table of its records by noun, where it has one instead of hooks."""


class Owner(msgspec.Struct, frozen=True):
    """Who brought a record: a distribution, its version, and the entry point's name."""

    distribution: str
    version: str
    entry_point: str

    def __str__(self) -> str:
        return f"{self.distribution} {self.version} (entry point {self.entry_point})"


BUILT_IN: Final = Owner("bibkit-toolkit", "", "built-in")


class PluginState(msgspec.Struct, frozen=True):
    """What became of one plugin, for ``bibkit plugins``."""

    owner: Owner
    status: Literal["loaded", "partly loaded", "refused", "left out"]
    cause: str = ""
    provides: tuple[str, ...] = ()


_Record = Format | Target | Enricher | Check
_NOUNS: Final[dict[str, type[_Record]]] = {"format": Format, "target": Target, "enricher": Enricher, "check": Check}


class Registry:
    """All formats, targets, enrichers and checks at hand, each with its owner.

    >>> registry = Registry.default()
    >>> registry.format("ris").title
    'RIS'
    """

    def __init__(self, *, strict: bool = False) -> None:
        self.strict = strict
        self.problems: list[Diagnostic] = []
        self.states: list[PluginState] = []
        self._hooks: Hooks | None = None
        self._records: dict[str, dict[str, Any]] = {noun: {} for noun in _NOUNS}
        self._owners: dict[tuple[str, str], Owner] = {}

    @classmethod
    def default(cls, environment: Mapping[str, str] = os.environ) -> Registry:
        """The built-ins, and whatever distributions on this machine add."""
        registry = cls(strict=environment.get("BIBKIT_STRICT_PLUGINS", "") not in {"", "0"})
        for module in _BUILT_IN_MODULES:
            registry.add(partial(import_module, module), BUILT_IN)
        registry.load(installed_candidates(environment.get("BIBKIT_PLUGINS")))
        return registry

    # -- adding ---------------------------------------------------------------------------------------------

    def load(self, candidates: Iterable[Candidate]) -> None:
        """Add third-party plugins; what fails is kept in `problems`, one line each."""
        for candidate in candidates:
            owner = Owner(candidate.distribution, candidate.version, candidate.entry_point)
            if candidate.left_out:
                self.states.append(PluginState(owner, "left out", candidate.left_out))
            elif candidate.unfit:
                self._refuse(owner, candidate.unfit)
            else:
                self.add(candidate.load, owner)

    def add(self, load: Callable[[], object], owner: Owner) -> None:
        """Import a plugin, ask its hooks (or its table) for records, and take those that are sound. Never raises unless strict.

        Raises `PluginError` for any fault when the registry is strict, or when a built-in is at fault.
        """
        try:
            plugin = load()
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a stranger's import raises
            self._refuse(owner, f"it cannot be imported: {_describe(error)}")
            return
        table = getattr(plugin, _TABLE, None)
        faults: list[str] = []
        try:
            records = table if isinstance(table, Mapping) else self._ask_hooks(plugin, owner, faults)
        except ValueError as error:
            self._refuse(owner, f"it cannot be registered: {_describe(error)}")
            return
        provided: list[str] = []
        for noun, given in records.items():
            faults.extend(self._take(given, noun, owner, provided))
        if faults:
            self._diagnose(owner, "; ".join(faults))
        status: Literal["loaded", "partly loaded", "refused"] = "loaded"
        if faults:
            status = "partly loaded" if provided else "refused"
        self.states.append(PluginState(owner, status, "; ".join(faults), tuple(provided)))

    def _ask_hooks(self, plugin: object, owner: Owner, faults: list[str]) -> Mapping[str, Iterable[object]]:
        """The records that a plugin's hooks give, by noun. Raises `ValueError` where pluggy refuses the plugin."""
        if self._hooks is None:
            from bibkit.plugins.hooks import Hooks  # noqa: PLC0415 - see the module's docstring

            self._hooks = Hooks()
        self._hooks.register(plugin, f"{owner.distribution}:{owner.entry_point}:{len(self.states)}")
        faults.extend(self._hooks.misspelt(plugin))
        records: dict[str, Iterable[object]] = {}
        for noun in _NOUNS:
            implementation = self._hooks.implementation(plugin, f"bibkit_{noun}s")
            if implementation is not None:
                try:
                    records[noun] = tuple(implementation())
                except Exception as error:  # noqa: BLE001 - whatever a stranger's hook raises
                    faults.append(f"bibkit_{noun}s failed: {_describe(error)}")
        return records

    def _take(self, records: Iterable[object], noun: str, owner: Owner, provided: list[str]) -> Iterator[str]:
        """Keep the records that are sound; yield what is wrong with the others."""
        record_type = _NOUNS.get(noun)
        if record_type is None:
            yield f"there is nothing called {noun!r} to hand over ({', '.join(_NOUNS)})"
            return
        for record in records:
            if not isinstance(record, record_type):
                yield f"bibkit_{noun}s gave a {type(record).__name__} where a {record_type.__name__} is due"
                continue
            fault = _fault(record)
            if fault:
                yield f"{noun} {record.name!r}: {fault}"
                continue
            taken = self._owners.get((noun, record.name))
            if taken is not None:
                holder = "bibkit itself" if taken is BUILT_IN else str(taken)
                yield f"the {noun} name {record.name!r} belongs to {holder}"
                continue
            self._records[noun][record.name] = record
            self._owners[noun, record.name] = owner
            provided.append(f"{noun} {record.name}")

    def _refuse(self, owner: Owner, cause: str) -> None:
        self._diagnose(owner, cause)
        self.states.append(PluginState(owner, "refused", cause))

    def _diagnose(self, owner: Owner, cause: str) -> None:
        message = f"plugin {owner}: {' '.join(cause.split())}"
        if self.strict or owner is BUILT_IN:
            raise PluginError(message)
        self.problems.append(Diagnostic("plugin", message, "warning", Location()))

    # -- asking ---------------------------------------------------------------------------------------------

    @property
    def formats(self) -> Mapping[str, Format]:
        """Formats by name, built-ins first."""
        return self._records["format"]

    @property
    def targets(self) -> Mapping[str, Target]:
        """Targets by name."""
        return self._records["target"]

    @property
    def enrichers(self) -> Mapping[str, Enricher]:
        """Enrichers by name."""
        return self._records["enricher"]

    @property
    def checks(self) -> Mapping[str, Check]:
        """Checks by name."""
        return self._records["check"]

    def format(self, name: str) -> Format:
        """The format of that name. Raises `UsageError` with the nearest names."""
        return self._find("format", name)  # type: ignore[no-any-return]

    def target(self, name: str) -> Target:
        """The target of that name. Raises `UsageError` with the nearest names."""
        return self._find("target", name)  # type: ignore[no-any-return]

    def enricher(self, name: str) -> Enricher:
        """The enricher of that name. Raises `UsageError` with the nearest names."""
        return self._find("enricher", name)  # type: ignore[no-any-return]

    def _find(self, noun: str, name: str) -> Any:
        records = self._records[noun]
        if name in records:
            return records[name]
        hint = f"known: {', '.join(records)}" if records else f"no {noun} is installed"
        raise UsageError(f"there is no {noun} {name!r}", hint=hint)

    def owner(self, noun: str, name: str) -> Owner:
        """Who brought a record."""
        return self._owners[noun, name]

    def by_suffix(self, suffix: str, *, to_write: bool = False) -> tuple[Format, ...]:
        """The formats that use a suffix (with its dot), those that can be read or those that can be written."""
        wanted = suffix.lower()
        return tuple(
            record
            for record in self.formats.values()
            if wanted in record.suffixes and (record.write if to_write else record.read) is not None
        )

    def detect(self, suffix: str, sample: str) -> Format | None:
        """The format of an input, from its suffix and its first 4 KiB of text; None where nothing fits.

        One claimant of the suffix is believed; several are told apart by their sniffers; without a claimant
        every sniffer is asked. The first registered wins a tie.
        """
        claimants = self.by_suffix(suffix) if suffix else ()
        if len(claimants) == 1:
            return claimants[0]
        readable = tuple(record for record in self.formats.values() if record.read is not None)
        return next((record for record in claimants or readable if self.sniffs(record, sample)), None)

    def sniffs(self, record: Format, sample: str) -> bool:
        """Whether a format takes a sample of text for its own."""
        if record.sniff is None:
            return False
        try:
            return bool(self.resolve("format", record, "sniff")(sample))
        except PluginError as error:
            self.problems.append(Diagnostic("plugin", str(error)))
            return False

    def resolve(self, noun: str, record: _Record, member: str) -> Any:
        """The callable (or table) behind a record's member.

        Raises `PluginError` naming the owner when it cannot be imported.
        """
        reference = getattr(record, member)
        try:
            return resolve(reference)
        except (Exception, SystemExit) as error:
            raise self.fault(noun, record.name, error) from error

    def fault(self, noun: str, name: str, error: BaseException) -> PluginError:
        """An error that says which plugin failed while it was at work."""
        owner = self._owners.get((noun, name), BUILT_IN)
        who = "" if owner is BUILT_IN else f" of plugin {owner}"
        return PluginError(f"{noun} {name!r}{who} failed: {_describe(error)}")

    def fields(self, record: Format) -> FieldMap | None:
        """A format's table, where it has one."""
        if record.fields is None:
            return None
        return self.resolve("format", record, "fields")  # type: ignore[no-any-return]

    def citation_key(self, paper: Paper) -> str | None:
        """The key that the first willing plugin gives a paper, or None. A plugin that fails is asked no more."""
        hooks = self._hooks
        if hooks is None:
            return None
        for rule in hooks.key_rules():
            try:
                key = rule.make(paper)
            except Exception as error:  # noqa: BLE001 - whatever a stranger's hook raises
                hooks.unregister(rule.plugin)
                message = f"plugin {rule.name}: bibkit_citation_key failed: {_describe(error)}"
                self.problems.append(Diagnostic("plugin", message))
                continue
            if key:
                return str(key)
        return None

    @property
    def has_key_rules(self) -> bool:
        """Whether any plugin gives citation keys."""
        return self._hooks is not None and bool(self._hooks.key_rules())


def options_for(record: Format | Enricher, given: Mapping[str, Any]) -> dict[str, Any]:
    """A format's options with their defaults filled in and texts turned into the option's type.

    Raises `UsageError` for an unknown option or a value outside its choices.
    """
    known = {option.name: option for option in record.options}
    for name in given:
        if name not in known:
            hint = f"it has: {', '.join(known)}" if known else "it has none"
            raise UsageError(f"{record.name} has no option {name!r}", hint=hint)
    return {name: _value(record.name, option, given.get(name, option.default)) for name, option in known.items()}


_YES: Final = frozenset({"yes", "true", "on", "1", ""})
_NO: Final = frozenset({"no", "false", "off", "0"})


def _value(owner: str, option: Option, value: Any) -> Any:
    if isinstance(option.default, bool) and isinstance(value, str):
        if value.lower() not in _YES | _NO:
            raise UsageError(f"{owner}: option {option.name} takes yes or no, not {value!r}")
        return value.lower() in _YES
    if isinstance(option.default, int) and not isinstance(option.default, bool) and isinstance(value, str):
        try:
            return int(value)
        except ValueError:
            raise UsageError(f"{owner}: option {option.name} takes a number, not {value!r}") from None
    if option.choices and value not in option.choices:
        raise UsageError(f"{owner}: option {option.name} takes {', '.join(option.choices)}, not {value!r}")
    return value


def _fault(record: _Record) -> str:
    """What is wrong with a record, or an empty string."""
    if not isinstance(record.name, str) or not _is_made_of(record.name, "-"):
        return "a name is lower-case letters, digits and hyphens"
    if isinstance(record, Format):
        return _format_fault(record)
    if isinstance(record, Enricher) and not _callable(record.enrich):
        return "enrich is neither callable nor 'module:attribute'"
    if isinstance(record, Check) and not _callable(record.check):
        return "check is neither callable nor 'module:attribute'"
    return ""


def _format_fault(record: Format) -> str:
    if record.read is None and record.write is None:
        return "it neither reads nor writes"
    for suffix in record.suffixes:
        if not isinstance(suffix, str) or suffix[:1] != "." or not _is_made_of(suffix[1:], ".+-"):
            return f"the suffix {suffix!r} is not a dot and lower-case letters"
    for member in ("read", "write", "sniff", "edit"):
        value = getattr(record, member)
        if value is not None and not _callable(value):
            return f"{member} is neither callable nor 'module:attribute'"
    if record.fields is not None and not isinstance(record.fields, (str, FieldMap)):
        return "fields is neither a FieldMap nor 'module:attribute'"
    return ""


def _is_made_of(text: str, signs: str) -> bool:
    """Whether a text begins with a lower-case letter or digit, and holds nothing else but some signs."""
    return not text[:1].strip(_LETTERS) and text != "" and not text.strip(_LETTERS + signs)


def _callable(value: object) -> bool:
    return callable(value) or (isinstance(value, str) and value.count(":") == 1 and _is_name(value.replace(":", ".")))


def _is_name(text: str) -> bool:
    return all([part.isidentifier() for part in text.split(".")])


def _describe(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def unreadable(source: str, registry: Registry) -> InputError:
    """The error for an input whose format nobody recognises."""
    names = ", ".join(name for name, record in registry.formats.items() if record.read is not None)
    return InputError("its format is not recognised", location=Location(source), hint=f"name it: --from {names}")
