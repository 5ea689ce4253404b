"""Every example in a docstring gives what it says. (Those of README and of the guide have tests of their own.)"""

from __future__ import annotations

import doctest
import importlib
import io
import pkgutil

import pytest

import bibkit
from bibkit.fields import FieldMap, KindMap, Rule
from bibkit.report import Report

MODULES = sorted(
    [module.name for module in pkgutil.walk_packages(bibkit.__path__, "bibkit.") if module.name != "bibkit.__main__"]
)


WEIRS = bibkit.Paper(
    key="abara2031weirs",
    kind="article",
    title="Weirs that Learn",
    authors=(bibkit.Author("Abara", "Tunde"), bibkit.Author("Lind", "Ossian")),
    issued=bibkit.Date(2031, 1, 5),
    eprint="3101.00001",
    eprint_type="arxiv",
    tags=("Weir Control",),
)
TABLE = FieldMap(
    "ris",
    KindMap([("GEN", "document"), ("BOOK", "book")], fallback="GEN"),
    [Rule("TI", "title"), Rule("VL", "volume")],
)
VALUES = {
    **{name: getattr(bibkit, name) for name in bibkit.__all__},
    "bibkit": bibkit,
    "io": io,
    "Report": Report,
    "paper": WEIRS,
    "papers": [bibkit.replace(WEIRS, extra={"bibtex:pond": ("deep",)})],
    "weirs": WEIRS,
    "dams": bibkit.Paper(title="Dams", authors=(bibkit.Author("Lind", "Ossian"),), issued=bibkit.Date(2032)),
    "topic": bibkit.Topic(title="Weirs", parent="Water"),
    "table": TABLE,
}
"""What examples may use without saying so: the public names, and a few invented values."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the files that examples read."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BIBKIT_PLUGINS", "none")
    bibkit.write([WEIRS], "refs.bib")
    document = "Weirs\n\nLatest papers 2\n\n"
    for title in ("Ponds", "Dams"):
        document += f"Jan 5, 2031cs.LG\n\n{title}\n\nAn abstract of some words.\n\nAda Berg, Tunde Abara +2\n\nSilt Lab\n\nWeirs\n\n"
    (tmp_path / "topic.txt").write_text(document, "utf-8")
    return tmp_path


def failures(examples):
    """What doctest says of examples that do not give what they promise."""
    said = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    for example in examples:
        runner.run(example, out=said.append)
    return "".join(said)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", ["bibkit", *MODULES])
def test_examples_of_a_module(name):
    module = importlib.import_module(name)
    assert failures(doctest.DocTestFinder().find(module, name, globs={**VALUES, **vars(module)})) == ""
