"""Plugins as pluggy knows them: registered, their hooks checked, their implementations found.

Knows: pluggy and the hooks' specifications. Must not know: records, owners, what a fault leads to.

Loaded with the first plugin: pluggy takes as long to load as a page to read, and most machines have no plugin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pluggy

from bibkit.plugins import hookspecs

__all__ = ["Hooks", "KeyRule"]


class KeyRule(NamedTuple):
    """A plugin's way to make citation keys."""

    plugin: object
    name: str
    make: Callable[..., Any]


class Hooks:
    """The plugins of one registry, and what implements which hook."""

    def __init__(self) -> None:
        self._manager = pluggy.PluginManager("bibkit")
        self._manager.add_hookspecs(hookspecs)
        self._known = [name for name in vars(hookspecs) if name.startswith("bibkit_")]

    def register(self, plugin: object, name: str) -> None:
        """Take in a plugin. Raises `ValueError` with the cause where pluggy refuses it."""
        try:
            self._manager.register(plugin, name=name)
        except pluggy.PluginValidationError as error:
            raise ValueError(str(error)) from error

    def unregister(self, plugin: object) -> None:
        """Forget a plugin."""
        self._manager.unregister(plugin)

    def misspelt(self, plugin: object) -> Iterator[str]:
        """What is wrong with the names of a plugin's hooks."""
        callers = self._manager.get_hookcallers(plugin) or []
        for caller in callers:
            if not caller.has_spec():
                yield f"there is no hook {caller.name!r} (hooks are {', '.join(self._known)})"
        registered = {caller.name for caller in callers}
        for name in vars(plugin) if hasattr(plugin, "__dict__") else ():
            if name in self._known and name not in registered:
                yield f"{name} is not marked with @bibkit.hookimpl"

    def implementation(self, plugin: object, hook: str) -> Callable[[], Any] | None:
        """The function with which a plugin implements a hook, if it does."""
        calls = getattr(self._manager.hook, hook).get_hookimpls()
        return next((call.function for call in calls if call.plugin is plugin), None)

    def key_rules(self) -> list[KeyRule]:
        """Who makes citation keys, the first to be asked first."""
        return [
            KeyRule(call.plugin, self._manager.get_name(call.plugin) or str(call.plugin_name), call.function)
            for call in reversed(self._manager.hook.bibkit_citation_key.get_hookimpls())
        ]
