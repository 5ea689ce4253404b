"""On well-formed files, what other readers see is what ours sees."""

from __future__ import annotations

import io
import random

import pytest

from bibkit.formats.bibtex import read
from bibkit.formats.bibtex.syntax.macros import Macros
from bibkit.formats.bibtex.syntax.scanner import Scanner
from bibkit.plugins.records import ReadContext

FAMILIES = ("Abara", "Sol", "van der Berg", "de la Ruelle", "{\\L}ukasi{\\'n}ska", "{Okri Jr}", "Quennell")
GIVEN = ("Tunde", "Petra M.", "Ada-Lu", 'G{\\"o}ksel', "J.~B.")
VALUES = ("{a {Nested {Value}} here}", '"in {"}quotes{"} too"', "2031", "{x, y = {z}}", '"braces {in} quotes"', "{}")


def library(count: int) -> str:
    pick = random.Random(11)
    blocks = ["@string{pub = {Tidewater Press}}\n"]
    for number in range(count):
        names = " and ".join(f"{pick.choice(FAMILIES)}, {pick.choice(GIVEN)}" for _ in range(pick.randint(1, 4)))
        fields = [f"author = {{{names}}}"]
        fields += [f"field{place} = {pick.choice(VALUES)}" for place in range(pick.randint(1, 6))]
        kind = pick.choice(("article", "Book", "MISC"))
        blocks.append(f"@{kind}{{key{number},\n  " + ",\n  ".join(fields) + pick.choice((",\n}\n", "\n}\n")))
    return "\n".join(blocks)


@pytest.fixture(scope="module")
def text() -> str:
    return library(200)


def test_bibtexparser_cuts_the_same_fields(text):
    from bibtexparser.entrypoint import parse_string

    theirs = {
        entry.key: (entry.entry_type, {field.key: field.value for field in entry.fields})
        for entry in parse_string(text).entries
    }
    scanner = Scanner(io.StringIO(text), Macros(), lambda *said, **more: pytest.fail(str(said)))
    ours = {entry.key: (entry.kind, entry.fields) for entry in scanner.entries()}
    assert ours == theirs


def test_pybtex_cuts_the_same_names(text):
    from pybtex.database import parse_string

    theirs = parse_string(text, "bibtex").entries
    for paper in read(io.StringIO(text), ReadContext()):
        persons = theirs[paper.key].persons["author"]
        assert len(paper.authors) == len(persons)
        for author, person in zip(paper.authors, persons, strict=True):
            if "\\" in str(person) or "{" in str(person):
                continue  # pybtex leaves TeX in its names
            assert author.family == " ".join(person.last_names)
            assert author.particle == " ".join(person.prelast_names)
            assert author.given == " ".join(person.first_names + person.middle_names).replace("~", " ")
