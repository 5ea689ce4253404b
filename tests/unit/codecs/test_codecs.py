"""The index of codecs names every module there is, and only names that each has."""

from __future__ import annotations

import importlib
import pkgutil
import re

import bibkit.codecs

ROW = re.compile(r"^\| `(bibkit\.codecs\.[\w.]+)` \| .* \| (.*) \|$", re.MULTILINE)


def test_the_index_names_every_module_and_what_it_has():
    rows = dict(ROW.findall(bibkit.codecs.__doc__))
    there = {module.name for module in pkgutil.walk_packages(bibkit.codecs.__path__, "bibkit.codecs.")}
    private = {name for name in there if name.startswith("bibkit.codecs.latex.")} | {"bibkit.codecs.xml"}
    assert set(rows) == there - private
    for module, names in rows.items():
        public = importlib.import_module(module).__all__
        assert set(re.findall(r"`(\w+)`", names)) <= set(public), module


def test_values_that_are_spelled_alike_pass_through():
    assert bibkit.codecs.identity.decode("Weirs") == bibkit.codecs.identity.encode("Weirs") == "Weirs"
