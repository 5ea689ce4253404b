"""bibkit reads papers from topic documents and bibliography files, and writes bibliographies.

The public names, loaded on first use::

    import bibkit

    for paper in bibkit.read("topic.txt"):
        print(paper.title)
    bibkit.write(bibkit.read("topic.txt"), "topic.bib")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from bibkit._version import __version__

if TYPE_CHECKING:
    from bibkit.api import convert, dumps, loads, read, replace, write
    from bibkit.errors import (
        BibkitError,
        Cancelled,
        InputError,
        Location,
        LossError,
        OutputError,
        PluginError,
        UsageError,
    )
    from bibkit.fields import Codec, FieldMap, KindMap, Rule, identity
    from bibkit.model import (
        DATE_FIELDS,
        KINDS,
        LIST_FIELDS,
        OMISSION_FIELDS,
        PAPER_FIELDS,
        ROLES,
        TEXT_FIELDS,
        UNKNOWN_NUMBER,
        Affiliation,
        Attachment,
        Author,
        Date,
        Kind,
        Paper,
        Topic,
    )
    from bibkit.plugins.hookspecs import hookimpl
    from bibkit.plugins.records import (
        Check,
        EnrichContext,
        Enricher,
        Format,
        Option,
        ReadContext,
        Target,
        WriteContext,
    )
    from bibkit.plugins.registry import Registry
    from bibkit.report import Code, Diagnostic, Report

_HOMES: Final = {
    "bibkit.api": ("convert", "dumps", "loads", "read", "replace", "write"),
    "bibkit.errors": (
        "BibkitError",
        "Cancelled",
        "InputError",
        "Location",
        "LossError",
        "OutputError",
        "PluginError",
        "UsageError",
    ),
    "bibkit.fields": ("Codec", "FieldMap", "KindMap", "Rule", "identity"),
    "bibkit.plugins.hookspecs": ("hookimpl",),
    "bibkit.model": (
        "DATE_FIELDS",
        "KINDS",
        "LIST_FIELDS",
        "OMISSION_FIELDS",
        "PAPER_FIELDS",
        "ROLES",
        "TEXT_FIELDS",
        "UNKNOWN_NUMBER",
        "Affiliation",
        "Attachment",
        "Author",
        "Date",
        "Kind",
        "Paper",
        "Topic",
    ),
    "bibkit.plugins.records": (
        "Check",
        "EnrichContext",
        "Enricher",
        "Format",
        "Option",
        "ReadContext",
        "Target",
        "WriteContext",
    ),
    "bibkit.plugins.registry": ("Registry",),
    "bibkit.report": ("Code", "Diagnostic", "Report"),
}
_HOME_OF: Final = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "DATE_FIELDS",
    "KINDS",
    "LIST_FIELDS",
    "OMISSION_FIELDS",
    "PAPER_FIELDS",
    "ROLES",
    "TEXT_FIELDS",
    "UNKNOWN_NUMBER",
    "Affiliation",
    "Attachment",
    "Author",
    "BibkitError",
    "Cancelled",
    "Check",
    "Code",
    "Codec",
    "Date",
    "Diagnostic",
    "EnrichContext",
    "Enricher",
    "FieldMap",
    "Format",
    "InputError",
    "Kind",
    "KindMap",
    "Location",
    "LossError",
    "Option",
    "OutputError",
    "Paper",
    "PluginError",
    "ReadContext",
    "Registry",
    "Report",
    "Rule",
    "Target",
    "Topic",
    "UsageError",
    "WriteContext",
    "__version__",
    "convert",
    "dumps",
    "hookimpl",
    "identity",
    "loads",
    "read",
    "replace",
    "write",
]


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module 'bibkit' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - ``import bibkit`` loads nothing

    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
