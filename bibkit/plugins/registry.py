"""Loads, checks and explains plugins. Built-in and third-party plugins go through one door: `Registry.add`.

Knows: hooks, what a valid record looks like, who owns a name. Must not know: what any format does.

Built-ins come first, so a third party that wants one of their names is refused.

Environment: ``BIBKIT_PLUGINS=none`` loads no third party, ``BIBKIT_PLUGINS=a,b`` only those entry points;
``BIBKIT_STRICT_PLUGINS=1`` turns a plugin's fault into an error.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from importlib import import_module
from typing import Any, Final, Literal, TypeVar

import msgspec
import pluggy

from bibkit.errors import Location, PluginError, UsageError
from bibkit.fields import FieldMap
from bibkit.model import Paper
from bibkit.plugins import hookspecs
from bibkit.plugins.discovery import Candidate, installed_candidates
from bibkit.plugins.records import Check, Enricher, Format, Option, Target, resolve
from bibkit.report import Diagnostic

__all__ = ["BUILT_IN", "Owner", "PluginState", "Registry", "options_for"]

T = TypeVar("T")

_BUILT_IN_MODULES: Final = ("bibkit.formats", "bibkit.enrich", "bibkit.checks")
_NAME: Final = re.compile("[a-z0-9][a-z0-9-]*")
_SUFFIX: Final = re.compile("[.][a-z0-9][a-z0-9.+-]*")
_REFERENCE: Final = re.compile(r"[^\W\d]\w*(?:[.][^\W\d]\w*)*:[^\W\d]\w*(?:[.][^\W\d]\w*)*")
"""``module:attribute``, both with dots."""


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
"""What a plugin hands over: the hook for a noun is ``bibkit_`` and its plural."""
_CALLED: Final[dict[type[_Record], tuple[str, ...]]] = {
    Format: ("read", "write", "sniff", "edit"),
    Target: (),
    Enricher: ("enrich",),
    Check: ("check",),
}
"""The members of each that are called; a format may lack one."""
_HOOKS: Final = tuple(name for name in vars(hookspecs) if name.startswith("bibkit_"))


class Registry:
    """All formats, targets, enrichers and checks at hand by name, built-ins first, each with its owner.

    >>> registry = Registry.default()
    >>> registry.format("ris").title
    'RIS'
    """

    def __init__(self, *, strict: bool = False) -> None:
        self.strict = strict
        self.problems: list[Diagnostic] = []
        self.states: list[PluginState] = []
        self._manager = pluggy.PluginManager("bibkit")
        self._manager.add_hookspecs(hookspecs)
        self.formats: dict[str, Format] = {}
        self.targets: dict[str, Target] = {}
        self.enrichers: dict[str, Enricher] = {}
        self.checks: dict[str, Check] = {}
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
        """Import a plugin, ask its hooks for records, and take those that are sound.

        What is wrong is kept in `problems`, one line a plugin. Raises `PluginError` for any fault when the registry is
        strict, or when a built-in is at fault.
        """
        try:
            plugin = load()
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a stranger's import raises
            self._refuse(owner, f"it cannot be imported: {_describe(error)}")
            return
        try:
            self._manager.register(plugin, name=f"{owner.distribution}:{owner.entry_point}:{len(self.states)}")
        except (ValueError, pluggy.PluginValidationError) as error:
            self._refuse(owner, f"it cannot be registered: {_describe(error)}")
            return
        faults = list(self._misspelt(plugin))
        provided: list[str] = []
        for noun in _NOUNS:
            faults.extend(self._take(plugin, noun, owner, provided))
        if faults:
            self._diagnose(owner, "; ".join(faults))
        status: Literal["loaded", "partly loaded", "refused"] = "loaded"
        if faults:
            status = "partly loaded" if provided else "refused"
        self.states.append(PluginState(owner, status, "; ".join(faults), tuple(provided)))

    def _misspelt(self, plugin: object) -> Iterator[str]:
        """What is wrong with the names of a plugin's hooks."""
        callers = self._manager.get_hookcallers(plugin) or []
        for caller in callers:
            if not caller.has_spec():
                yield f"there is no hook {caller.name!r} (hooks are {', '.join(_HOOKS)})"
        registered = {caller.name for caller in callers}
        for name in getattr(plugin, "__dict__", ()):
            if name in _HOOKS and name not in registered:
                yield f"{name} is not marked with @bibkit.hookimpl"

    def _take(self, plugin: object, noun: str, owner: Owner, provided: list[str]) -> Iterator[str]:
        """Ask a plugin's hook for records, and keep those that are sound; yield what is wrong with the others."""
        hook = f"bibkit_{noun}s"
        give = next(
            (call.function for call in getattr(self._manager.hook, hook).get_hookimpls() if call.plugin is plugin),
            tuple,
        )
        try:
            given = tuple(give())
        except Exception as error:  # noqa: BLE001 - whatever a stranger's hook raises
            yield f"{hook} failed: {_describe(error)}"
            return
        record_type = _NOUNS[noun]
        for record in given:
            if not isinstance(record, record_type):
                yield f"{hook} gave a {type(record).__name__} where a {record_type.__name__} is due"
                continue
            fault = _fault(record)
            if fault:
                yield f"{noun} {record.name!r}: {fault}"
            elif (taken := self._owners.get((noun, record.name))) is not None:
                holder = "bibkit itself" if taken is BUILT_IN else str(taken)
                yield f"the {noun} name {record.name!r} belongs to {holder}"
            else:
                getattr(self, f"{noun}s")[record.name] = record
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

    def format(self, name: str) -> Format:
        """The format of that name. Raises `UsageError` with the known names."""
        return _find("format", name, self.formats)

    def target(self, name: str) -> Target:
        """The target of that name. Raises `UsageError` with the known names."""
        return _find("target", name, self.targets)

    def enricher(self, name: str) -> Enricher:
        """The enricher of that name. Raises `UsageError` with the known names."""
        return _find("enricher", name, self.enrichers)

    def owner(self, noun: str, name: str) -> Owner:
        """Who brought a record."""
        return self._owners[noun, name]

    def by_suffix(self, suffix: str, *, to_write: bool = False) -> tuple[Format, ...]:
        """The formats that use a suffix (with its dot), those that can be read or those that can be written."""
        wanted = suffix.lower()
        return tuple(format for format in (self.writable if to_write else self.readable) if wanted in format.suffixes)

    def detect(self, suffix: str, sample: str) -> Format | None:
        """The format of an input, from its suffix and its first 4 KiB of text; None where nothing fits.

        One claimant of the suffix is believed; several are told apart by their sniffers; without a claimant
        every sniffer is asked. The first registered wins a tie.
        """
        claimants = self.by_suffix(suffix) if suffix else ()
        if len(claimants) == 1:
            return claimants[0]
        return next((format for format in claimants or self.readable if self.sniffs(format, sample)), None)

    @property
    def readable(self) -> tuple[Format, ...]:
        """The formats that can be read."""
        return tuple(format for format in self.formats.values() if format.read is not None)

    @property
    def writable(self) -> tuple[Format, ...]:
        """The formats that can be written."""
        return tuple(format for format in self.formats.values() if format.write is not None)

    def sniffs(self, format: Format, sample: str) -> bool:
        """Whether a format takes a sample of text for its own."""
        if format.sniff is None:
            return False
        try:
            return bool(self.resolve(format, "sniff")(sample))
        except PluginError as error:
            self.problems.append(Diagnostic("plugin", str(error)))
            return False

    def resolve(self, record: Format | Enricher | Check, member: str) -> Any:
        """The callable (or table) behind a record's member.

        Raises `PluginError` naming the owner when it cannot be imported.

        >>> registry = Registry.default()
        >>> registry.resolve(registry.format("ris"), "sniff")("TY  - BOOK")
        True
        """
        try:
            return resolve(getattr(record, member))
        except (Exception, SystemExit) as error:
            raise self.fault(record, error) from error

    def fault(self, record: _Record, error: BaseException) -> PluginError:
        """An error that says which plugin failed while it was at work."""
        noun = type(record).__name__.lower()
        owner = self._owners.get((noun, record.name), BUILT_IN)
        who = "" if owner is BUILT_IN else f" of plugin {owner}"
        return PluginError(f"{noun} {record.name!r}{who} failed: {_describe(error)}")

    def fields(self, format: Format) -> FieldMap | None:
        """A format's table, where it has one."""
        return self.resolve(format, "fields")  # type: ignore[no-any-return]

    @property
    def key_rule(self) -> Callable[[Paper], str | None] | None:
        """How plugins make citation keys (`citation_key`), or None where no plugin does."""
        return self.citation_key if self._manager.hook.bibkit_citation_key.get_hookimpls() else None

    def citation_key(self, paper: Paper) -> str | None:
        """The key that the first willing plugin gives a paper, or None. A plugin that fails is asked no more."""
        for call in reversed(self._manager.hook.bibkit_citation_key.get_hookimpls()):
            try:
                key = call.function(paper)
            except Exception as error:  # noqa: BLE001 - whatever a stranger's hook raises
                self._manager.unregister(call.plugin)
                message = f"plugin {call.plugin_name}: bibkit_citation_key failed: {_describe(error)}"
                self.problems.append(Diagnostic("plugin", message))
                continue
            if key:
                return str(key)
        return None


def _find(noun: str, name: str, known: Mapping[str, T]) -> T:
    if name in known:
        return known[name]
    hint = f"known: {', '.join(known)}" if known else f"no {noun} is installed"
    raise UsageError(f"there is no {noun} {name!r}", hint=hint)


def options_for(record: Format | Enricher, given: Mapping[str, Any]) -> dict[str, Any]:
    """A format's options with their defaults filled in and texts turned into the option's type.

    Raises `UsageError` for an unknown option or a value outside its choices.
    """
    known = {name: option for option in record.options for name in (option.name, *option.old_names)}
    values = {option.name: option.default for option in record.options}
    for name, value in given.items():
        if name not in known:
            hint = f"it has: {', '.join(values)}" if values else "it has none"
            raise UsageError(f"{record.name} has no option {name!r}", hint=hint)
        values[known[name].name] = _value(record.name, known[name], value)
    return values


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
    if not isinstance(record.name, str) or not _NAME.fullmatch(record.name):
        return "a name is lower-case letters, digits and hyphens"
    for member in _CALLED[type(record)]:
        value = getattr(record, member)
        if not (value is None and isinstance(record, Format)) and not _is_reference(value):
            return f"{member} is neither callable nor 'module:attribute'"
    return _format_fault(record) if isinstance(record, Format) else ""


def _format_fault(format: Format) -> str:
    if format.read is None and format.write is None:
        return "it neither reads nor writes"
    for suffix in format.suffixes:
        if not isinstance(suffix, str) or not _SUFFIX.fullmatch(suffix):
            return f"the suffix {suffix!r} is not a dot and lower-case letters"
    if format.fields is not None and not isinstance(format.fields, (str, FieldMap)):
        return "fields is neither a FieldMap nor 'module:attribute'"
    return ""


def _is_reference(value: object) -> bool:
    """Whether a value is callable, or text that may name something that is."""
    return callable(value) or (isinstance(value, str) and _REFERENCE.fullmatch(value) is not None)


def _describe(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
