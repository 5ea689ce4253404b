"""An error is one line: where, what, and what to do; its kind is an exit status."""

from __future__ import annotations

import pytest

from bibkit import errors
from bibkit.errors import BibkitError, Cancelled, InputError, Location, LossError, OutputError, PluginError, UsageError


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (Location(), "<input>"),
        (Location("refs.bib"), "refs.bib"),
        (Location("refs.bib", 12), "refs.bib:12"),
        (Location("refs.bib", 12, 3, "weirs"), "refs.bib:12:3"),
        (Location("refs.bib", column=3), "refs.bib"),
    ],
)
def test_a_place_is_spelled_as_compilers_do(place, text):
    assert str(place) == text


def test_an_error_is_one_line_with_place_and_hint():
    error = InputError("a line\nthat  breaks", location=Location("refs.bib", 12), hint="look there")
    assert str(error) == "refs.bib:12: a line that breaks (look there)"
    assert str(InputError("alone")) == "alone"
    assert (error.message, error.hint) == ("a line\nthat  breaks", "look there")


@pytest.mark.parametrize(
    ("kind", "status"),
    [(InputError, 1), (OutputError, 1), (PluginError, 1), (Cancelled, 1), (UsageError, 2), (LossError, 3)],
)
def test_each_kind_has_its_exit_status(kind, status):
    assert issubclass(kind, BibkitError)
    assert kind("x").exit_status == status


def test_every_error_is_public():
    import bibkit

    assert set(errors.__all__) <= set(bibkit.__all__)
