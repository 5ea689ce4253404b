"""``bibkit export``, as a user calls it."""

from __future__ import annotations

import json

import pytest

import bibkit as library

ENDINGS = ("bib", "ris", "json", "rdf", "jsonl")


@pytest.fixture
def topic(project):
    return project / "examples" / "tidal-computing.txt"


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_topic_is_exported_to_every_format(bibkit, topic, tmp_path, ending):
    done = bibkit("export", topic, "-o", f"topic.{ending}")
    assert done.status == 0
    assert done.stdout == ""
    assert f"12 papers written to topic.{ending}" in done.error_lines[-1]
    assert len(list(library.read(tmp_path / f"topic.{ending}"))) == 12


@pytest.mark.parametrize("target", ["latex", "biblatex", "zotero", "mendeley", "endnote"])
def test_a_target_picks_the_format(bibkit, topic, tmp_path, target):
    done = bibkit("export", topic, "--for", target, "-o", "topic.file")
    assert done.status == 0
    head = (tmp_path / "topic.file").read_text("utf-8")[:200]
    expected = {"latex": "@", "biblatex": "@", "zotero": "<?xml", "mendeley": "TY  - ", "endnote": "TY  - "}
    assert head.startswith(expected[target])


def test_the_summary_names_what_had_no_place(bibkit, topic):
    done = bibkit("export", topic, "-o", "topic.ris")
    assert done.error_lines[-1] == "12 papers written to topic.ris; RIS has no place for: collections (12)"


def test_the_report_is_json(bibkit, topic, tmp_path):
    done = bibkit("export", topic, "-o", "topic.ris", "--report", "report.json")
    assert done.status == 0
    report = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert report["papers_read"] == report["papers_written"] == 12
    assert report["losses"] == {"collections": 12}
    assert {item["code"] for item in report["diagnostics"]} == {"guessed-tags"}
    assert all(item["location"]["line"] > 0 for item in report["diagnostics"])


def test_a_report_is_saved_when_strict_refuses(bibkit, topic, tmp_path):
    done = bibkit("export", topic, "-o", "topic.ris", "--strict", "--report", "report.json")
    assert done.status == 3
    assert json.loads((tmp_path / "report.json").read_text())["losses"] == {"collections": 12}
    assert not (tmp_path / "topic.ris").exists()


def test_strict_writes_what_loses_nothing(bibkit, topic, tmp_path):
    assert bibkit("export", topic, "-o", "topic.rdf", "--strict").status == 0
    assert (tmp_path / "topic.rdf").exists()


def test_the_same_input_gives_the_same_bytes_whatever_the_hash_seed_and_locale(bibkit, topic, tmp_path):
    for ending in ENDINGS:
        seen = set()
        for number, (seed, locale) in enumerate([("0", "C"), ("1", "C.UTF-8"), ("77", "de_DE.UTF-8")]):
            name = f"{number}.{ending}"
            assert bibkit("export", topic, "-o", name, PYTHONHASHSEED=seed, LC_ALL=locale).status == 0
            seen.add((tmp_path / name).read_bytes())
        assert len(seen) == 1


def test_the_paper_on_two_pages_is_one_paper_in_two_collections(bibkit, project, tmp_path):
    pages = sorted((project / "examples").glob("*.txt"))
    assert bibkit("export", *pages, "-o", "all.jsonl").status == 0
    papers = list(library.read(tmp_path / "all.jsonl"))
    assert len(papers) == 23
    (shared,) = [paper for paper in papers if len(paper.collections) == 2]
    assert shared.title == "Barnacles Grow Faster on Warm Racks"


def test_keys_do_not_depend_on_the_order_of_inputs(bibkit, project, tmp_path):
    pages = sorted((project / "examples").glob("*.txt"))
    keys = []
    for name, order in (("one.jsonl", pages), ("two.jsonl", reversed(pages))):
        assert bibkit("export", *order, "-o", name).status == 0
        keys.append({paper.title: paper.key for paper in library.read(tmp_path / name)})
    assert keys[0] == keys[1]
    assert len({key.lower() for key in keys[0].values()}) == 23


def test_papers_are_selected_by_query_and_date(bibkit, topic):
    done = bibkit(
        "export", topic, "--to", "ris", "--since", "2031-10-07", "--until", "2031-10-08", "--where", "tag:tidal"
    )
    assert done.stdout.count("TY  - ") == 3
    assert "3 papers written" in done.stderr


def test_a_pattern_makes_other_keys_and_rekey_replaces_those_there(bibkit, topic, tmp_path):
    assert bibkit("export", topic, "-o", "a.jsonl", "--keys", "{year}-{family:3}").status == 0
    assert "2031-okw" in {paper.key for paper in library.read(tmp_path / "a.jsonl")}
    assert bibkit("export", "a.jsonl", "-o", "b.jsonl").status == 0
    assert "2031-okw" in {paper.key for paper in library.read(tmp_path / "b.jsonl")}
    assert bibkit("export", "a.jsonl", "-o", "c.jsonl", "--rekey").status == 0
    assert "okwuosa2031ebb" in {paper.key for paper in library.read(tmp_path / "c.jsonl")}


def test_ascii_writes_no_letter_beyond_ascii(bibkit, topic, tmp_path):
    assert bibkit("export", topic, "-o", "a.bib", "--ascii").status == 0
    assert (tmp_path / "a.bib").read_bytes().isascii()


@pytest.mark.parametrize("option", ["--tags", "--topics"])
def test_known_tags_make_cuts_certain(bibkit, topic, tmp_path, option):
    papers = list(library.read(topic))
    (tmp_path / "tags.txt").write_text("".join(f"{tag}\n" for paper in papers for tag in paper.tags), "utf-8")
    done = bibkit("export", topic, "-o", "a.bib", option, "tags.txt")
    assert "guessed-tags" not in done.stderr
    assert bibkit("export", topic, "-o", "b.bib", option, "missing.txt").status in {1, 2}


def test_a_library_may_be_written_over_itself(bibkit, tmp_path):
    (tmp_path / "a.bib").write_text("@book{x, title = {Ponds}, author = {Abara, Tunde}, year = 2031}\n")
    assert bibkit("export", "a.bib", "-o", "a.bib").status == 0
    first = (tmp_path / "a.bib").read_bytes()
    assert bibkit("export", "a.bib", "-o", "a.bib").status == 0
    assert (tmp_path / "a.bib").read_bytes() == first


def test_the_real_topics_are_exported_whole(bibkit, shared, tmp_path):
    for document in sorted((shared / "topics").glob("*.txt")):
        for ending in ENDINGS:
            assert bibkit("export", document, "-o", f"real.{ending}").status == 0
            papers = list(library.read(tmp_path / f"real.{ending}"))
            assert len(papers) == 30
            assert all(paper.title and paper.authors and paper.abstract for paper in papers)
            assert [paper.kind for paper in papers] == ["article"] * 30


def test_remarks_name_the_one_input_that_they_are_about_and_no_other(bibkit, project, topic):
    other = project / "examples" / "salt-marsh-ecology.txt"
    assert bibkit("export", topic, "-o", "a.ris").error_lines[0].startswith(f"{topic}: guessed-tags: ")
    together = bibkit("export", topic, other, "-o", "a.ris").error_lines
    assert together[0].startswith("2 inputs: guessed-tags: ")
    twice = bibkit("export", topic, topic, "-o", "a.ris").error_lines
    assert "duplicate-joined: 12 remarks" in twice


@pytest.mark.parametrize(
    ("target", "name", "there", "absent"),
    [
        ("zotero", "t.bib", "publisher     = {arXiv}", "and others"),
        ("zotero", "t.ris", "Type: preprint", "AD  - "),
        ("zotero", "t.json", '"title"', "<rdf"),
        ("zotero", "t.rdf", "z:Collection", "@misc"),
        ("mendeley", "t.bib", "@misc{", "and others"),
        ("mendeley", "t.ris", "TY  - ", "DA  - "),
        ("latex", "t.bib", "and others", "eprinttype"),
        ("biblatex", "t.bib", "eprinttype", "primaryclass"),
    ],
)
def test_the_suffix_picks_among_the_formats_that_the_target_reads(bibkit, topic, tmp_path, target, name, there, absent):
    done = bibkit("export", topic, "--for", target, "-o", name)
    assert done.status == 0
    text = (tmp_path / name).read_text("utf-8")
    assert there in text
    assert absent not in text


def test_a_format_that_is_named_takes_the_targets_options(bibkit, topic):
    assert "and others" not in bibkit("export", topic, "--for", "zotero", "--to", "bibtex").stdout
    assert "and others" in bibkit("export", topic, "--to", "bibtex").stdout


def test_a_suffix_that_the_target_does_not_read_is_refused(bibkit, topic, tmp_path):
    done = bibkit("export", topic, "--for", "latex", "-o", "t.ris")
    assert done.status == 2
    assert done.error_lines == [
        "bibkit: t.ris is named as RIS, which is not what LaTeX with BibTeX takes (end its name with .bib, or leave out --for)"
    ]
    assert not (tmp_path / "t.ris").exists()
