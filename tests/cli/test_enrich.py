"""``bibkit enrich``: every paper gets its institutions and tags, and none gets another's."""

from __future__ import annotations

import random
import re
import shutil

import msgspec
import pytest

import bibkit as library
from bibkit.codecs.latex import encode
from bibkit.model import Paper

PAGES = ("tidal-computing.txt", "salt-marsh-ecology.txt")

HAND_WRITTEN = """\
% Mine. {Unbalanced on purpose
@string{wp = "Weir Press"}
@comment{ @misc{no, title = {Who Pays for the Neap?}} }

@Misc{ neap ,
    Title     = {Who Pays for the {Neap}?},
    Author    = {Longfellow, B. Q. and others},
    Year      = 2031,
    MyRating  = "*****"
  }

@misc{barrage, author={T. Abara}, title={Barrage control with a learnt model of silt}, year=2031,
   keywords = {to read; silt}}
@book{dams, title = {Dams and Their Discontents}, author = {Lind, O.}, publisher = wp, year = 1999}
"""


@pytest.fixture
def pages(tmp_path, project):
    for name in PAGES:
        shutil.copy(project / "examples" / name, tmp_path)
    return PAGES


def without(text: str, fields: str = "keywords|affiliation") -> str:
    """The text less the lines that add these fields, and less the commas that they needed."""
    return re.sub(rf",?\s*(?:{fields})\s*=\s*[{{\"][^\n]*[}}\"],?(?=\s*[)}}\n])", "", text, flags=re.IGNORECASE)


def only_insertions(before: bytes, after: bytes) -> bool:
    rest = iter(after)
    return len(after) >= len(before) and all(byte in rest for byte in before)


def test_a_hand_written_library_only_grows(bibkit, tmp_path, pages) -> None:
    path = tmp_path / "mine.bib"
    path.write_text(HAND_WRITTEN)
    done = bibkit("enrich", "mine.bib", "--from", pages[0])
    assert done.status == 0, done.stderr
    text = path.read_text()
    assert only_insertions(HAND_WRITTEN.encode(), path.read_bytes())
    assert "    Keywords" in text
    assert "{to read; silt; Model Predictive Control; Tidal Computing; Sediment Transport}" in text
    assert text.count("University of the Minch") == 1
    assert text.endswith(HAND_WRITTEN[HAND_WRITTEN.index("@book") :])
    gained = {line.partition(":")[0]: line for line in done.stdout.splitlines()}
    assert gained.keys() == {"neap", "barrage"}
    assert pages[0] in gained["barrage"]
    again = bibkit("enrich", "mine.bib", "--from", pages[0])
    assert (again.status, again.stdout) == (0, "")
    assert path.read_text() == text


def test_a_dry_run_shows_a_diff(bibkit, tmp_path, pages) -> None:
    path = tmp_path / "mine.bib"
    path.write_text(HAND_WRITTEN)
    done = bibkit("enrich", "mine.bib", "--from", pages[0], "--dry-run")
    assert done.status == 0
    assert path.read_text() == HAND_WRITTEN
    assert done.stdout.startswith("--- a/mine.bib\n+++ b/mine.bib\n@@")
    assert any(line.startswith("+    Keywords") for line in done.stdout.splitlines())
    assert "neap:" in done.stderr


def test_another_file_may_take_the_result(bibkit, tmp_path, pages) -> None:
    (tmp_path / "mine.bib").write_text(HAND_WRITTEN)
    assert bibkit("enrich", "mine.bib", "--from", pages[0], "-o", "done.bib").status == 0
    assert (tmp_path / "mine.bib").read_text() == HAND_WRITTEN
    assert only_insertions(HAND_WRITTEN.encode(), (tmp_path / "done.bib").read_bytes())
    done = bibkit("enrich", "mine.bib", "--from", pages[0], "-o", "-")
    assert done.stdout == (tmp_path / "done.bib").read_text()
    assert "neap:" in done.stderr
    assert bibkit("enrich", "-", "--from", pages[0], stdin=HAND_WRITTEN).stdout == done.stdout


@pytest.mark.parametrize("suffix", ["jsonl", "ris", "json", "rdf"])
def test_other_formats_are_written_as_they_came(bibkit, tmp_path, pages, suffix) -> None:
    bare = [
        msgspec.structs.replace(paper, tags=(), affiliations=(), tags_omitted=0, affiliations_omitted=0)
        for paper in library.read(tmp_path / pages[0])
    ]
    library.write(bare, tmp_path / f"mine.{suffix}")
    done = bibkit("enrich", f"mine.{suffix}", "--from", pages[0])
    assert done.status == 0, done.stderr
    found = {paper.title: paper for paper in library.read(tmp_path / f"mine.{suffix}")}
    assert len(found) == 12
    assert all(paper.tags for paper in found.values())
    data = (tmp_path / f"mine.{suffix}").read_bytes()
    assert bibkit("enrich", f"mine.{suffix}", "--from", pages[0]).status == 0
    assert (tmp_path / f"mine.{suffix}").read_bytes() == data


def test_a_library_in_another_format_comes_out_in_that_of_the_output(bibkit, tmp_path, pages) -> None:
    (tmp_path / "mine.bib").write_text(HAND_WRITTEN)
    done = bibkit("enrich", "mine.bib", "--from", pages[0], "-o", "mine.jsonl")
    assert done.status == 0, done.stderr
    assert "written to mine.jsonl" in done.stderr
    assert any("Sediment Transport" in paper.tags for paper in library.read(tmp_path / "mine.jsonl"))


def test_duplicate_keys_each_gain_their_own(bibkit, tmp_path, pages) -> None:
    path = tmp_path / "mine.bib"
    one = "@misc{same,\n  title = {Barrage Control with a Learnt Model of Silt},\n  author = {Abara, T.},\n  year = 2031\n}\n"
    two = "@misc{same,\n  title = {Vortex Shedding Behind Submerged Racks},\n  author = {Adébáyọ̀, F.},\n  year = 2031\n}\n"
    author = next(paper for paper in library.read(tmp_path / pages[0]) if paper.title.startswith("Vortex")).authors[0]
    path.write_text(one + two.replace("Adébáyọ̀, F.", f"{author.family}, {author.given}"))
    done = bibkit("enrich", "mine.bib", "--from", pages[0])
    assert done.status == 0, done.stderr
    first, second = library.read(path)
    assert "Sediment Transport" in first.tags
    assert "Fluid Dynamics" in second.tags
    assert path.read_text().count("@misc{same,") == 2
    assert "duplicate-key" in done.stderr


def test_other_enrichers_fill_what_is_empty(bibkit, tmp_path) -> None:
    path = tmp_path / "mine.bib"
    before = "@misc{a,\n  title = {Weirs},\n  url = {https://doi.org/10.5555/weirs}\n}\n@misc{b, title={x}, doi={10.5555/b}}\n"
    path.write_text(before)
    done = bibkit("enrich", "mine.bib", "--enrich", "identifiers", "--enrich", "links")
    assert done.status == 0, done.stderr
    one, two = library.read(path)
    assert one.doi == "10.5555/weirs"
    assert two.url == "https://doi.org/10.5555/b"
    assert only_insertions(before.encode(), path.read_bytes())


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["missing.bib", "--from", "PAGE"], 1, "no such file"),
        (["mine.bib", "--from", "missing.txt"], 1, "missing.txt: no such file"),
        (["mine.bib"], 2, "--from"),
        (["mine.bib", "--enrich", "nope"], 2, "nope"),
        (["PAGE", "--from", "PAGE"], 2, "can be read, not written"),
        (["mine.bib", "--from", "PAGE", "-o", "x.zzz"], 2, ".zzz"),
        ([".", "--from", "PAGE"], 1, "folder"),
    ],
)
def test_wrong_calls_are_one_line_and_write_nothing(bibkit, tmp_path, pages, arguments, status, words) -> None:
    (tmp_path / "mine.bib").write_text(HAND_WRITTEN)
    before = sorted(path.name for path in tmp_path.iterdir())
    done = bibkit("enrich", *[pages[0] if each == "PAGE" else each for each in arguments])
    assert done.status == status, done.stderr
    assert words in done.error_lines[-1]
    assert "Traceback" not in done.stderr
    assert (tmp_path / "mine.bib").read_text() == HAND_WRITTEN
    assert sorted(path.name for path in tmp_path.iterdir()) == before


# -- a library written from memory --------------------------------------------------------------------------


def from_memory(paper: Paper, number: int, luck: random.Random) -> str:
    """How a person writes a reference down: initials, TeX accents, a shortened or mistyped title."""
    main, colon, subtitle = paper.title.partition(": ")
    titles = [
        paper.title,
        paper.title.lower(),
        paper.title.upper() if "$" not in paper.title else paper.title,
        main if len(main.split()) > 1 or colon else paper.title,
        subtitle if len(subtitle.split()) > 3 else paper.title,
        paper.title.replace(": ", " -- ").replace("-", " "),
    ]
    title = encode(luck.choice(titles), ascii=True)
    people = []
    for author in paper.authors:
        if author.literal:
            people.append("{" + encode(author.literal, ascii=True) + "}")
            continue
        family = encode(f"{author.particle} {author.family}".strip(), ascii=True)
        given = " ".join(part[:1] + "." for part in author.given.split())
        people.append(f"{family}, {encode(luck.choice([given, author.given]), ascii=True)}")
    if luck.random() < 0.3:
        people = people[:1]
    people.append("others")
    year = paper.issued.year if paper.issued is not None else 2031
    return f"@misc{{k{number},\n  title = {{{title}}},\n  author = {{{' and '.join(people)}}},\n  year = {year}\n}}\n"


def check_from_memory(bibkit, tmp_path, documents, seed: int) -> None:
    luck = random.Random(seed)
    papers = {}
    for document in documents:
        for paper in library.read(document):
            known = papers.setdefault(paper.title, paper)
            if known is not paper:
                papers[paper.title] = msgspec.structs.replace(
                    known,
                    tags=(*known.tags, *paper.tags),
                    affiliations=(*known.affiliations, *paper.affiliations),
                )
    expected = list(papers.values())
    path = tmp_path / "memory.bib"
    path.write_text("\n".join(from_memory(paper, number, luck) for number, paper in enumerate(expected)))
    before = path.read_bytes()
    sources = [argument for document in documents for argument in ("--from", document)]
    done = bibkit("enrich", "memory.bib", *sources)
    assert done.status == 0, done.stderr
    assert only_insertions(before, path.read_bytes())
    for found in library.read(path):
        twin = expected[int(found.key[1:])]
        assert set(found.tags) == set(twin.tags), (found.title, twin.title)
        assert {one.name for one in found.affiliations} == {one.name for one in twin.affiliations}, twin.title


@pytest.mark.parametrize("seed", range(3))
def test_a_library_from_memory_gets_everything_and_nothing_wrong(bibkit, tmp_path, pages, seed) -> None:
    check_from_memory(bibkit, tmp_path, [tmp_path / name for name in pages], seed)


@pytest.mark.parametrize("seed", range(3))
def test_the_real_papers_from_memory_get_everything_and_nothing_wrong(bibkit, tmp_path, shared, seed) -> None:
    names = ("rl-for-language-model-reasoning.txt", "rl-for-language-models.txt")
    check_from_memory(bibkit, tmp_path, [shared / "topics" / name for name in names], seed)
