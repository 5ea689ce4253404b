"""The grammar: what is one value, where an entry ends, what a fault costs."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bibkit.errors import BibkitError, InputError
from bibkit.formats.bibtex import read, sniff, sniff_biblatex, write, write_biblatex
from bibkit.formats.bibtex.syntax.macros import Macros
from bibkit.formats.bibtex.syntax.scanner import Scanner
from bibkit.plugins.records import ReadContext, WriteContext


def entries(text: str):
    said = []
    scanner = Scanner(io.StringIO(text, newline=""), Macros(), lambda code, *rest, **more: said.append(code))
    return [(entry.kind, entry.key, entry.fields) for entry in scanner.entries()], said


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("{plain}", "plain"),
        ('"plain"', "plain"),
        ("2031", "2031"),
        ('{a "quoted" word}', 'a "quoted" word'),
        ('"say {"}hi{"} now"', 'say {"}hi{"} now'),
        ('"braces {in {deep} quotes}"', "braces {in {deep} quotes}"),
        ("{a{b{c{d{e{f}}}}}}", "a{b{c{d{e{f}}}}}"),
        ('"Salt " # {and Silt}', "Salt and Silt"),
        ("PUBL", "Tidewater Press"),
        ('publ # ", " # 2031', "Tidewater Press, 2031"),
        ("{mail@example.org}", "mail@example.org"),
        ("{a\n@b}", "a\n@b"),
        ("{}", ""),
    ],
)
def test_values(value, expected):
    text = f"@string{{publ = {{Tidewater Press}}}}\n@misc{{k, note = {value}, year = 2031}}\n@misc{{last, year = 1}}"
    found, said = entries(text)
    assert found[0] == ("misc", "k", {"note": expected, "year": "2031"})
    assert found[1][1] == "last"
    assert said == []


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (r"{a \} b}", r"a \} b"),
        (r"{a \{ b}", r"a \{ b"),
        (r'"say \"x\" now"', 'say {"}x{"} now'),
        (r'"G\"odel"', r"G\"odel"),
    ],
)
def test_escaped_braces_and_quotes_that_bibtex_would_count_are_understood_and_told(value, expected):
    found, said = entries(f"@misc{{k, note = {value}, year = 2031}}\n@misc{{last, year = 1}}")
    assert found[0] == ("misc", "k", {"note": expected, "year": "2031"})
    assert found[1][1] == "last"
    assert said == ["repaired-entry"]


@pytest.mark.parametrize(
    ("head", "kind", "key"),
    [
        ("@Article{a", "article", "a"),
        ("@ARTICLE (a", "article", "a"),
        ("  @ misc {DBLP:conf/x/Y20", "misc", "DBLP:conf/x/Y20"),
        ("@misc{https://doi.org/10.5555/(a)1", "misc", "https://doi.org/10.5555/(a)1"),
        ("@misc{2018A&A...616A", "misc", "2018A&A...616A"),
        ("@misc{two words", "misc", "two words"),
        ("@misc\n{\n a=b", "misc", "a=b"),
        ("@misc{schlüssel", "misc", "schlüssel"),
    ],
)
def test_heads_and_keys(head, kind, key):
    end = ")" if "ARTICLE (" in head else "}"
    found, said = entries(f"{head},\n title = {{Ponds}}\n{end}\n")
    assert found == [(kind, key, {"title": "Ponds"})]
    assert said == []


BROKEN = [
    ("@misc{bad, title = {An {Unclosed Brace}, year = 2031}", "bad-entry"),
    ('@misc{bad, title = "no end, year = 2031}', "bad-entry"),
    ("@misc{bad, title = }", "repaired-entry"),
    ("@misc{bad, title = , year = 2031}", "repaired-entry"),
    ("@misc{bad,\n title = {x}},\n year = {2031}\n}", "repaired-entry"),
    ("@misc bad, title = {x}}", "bad-entry"),
    ("@misc[bad, title = {x}]", "bad-entry"),
    ("@misc{bad, = {x}}", "bad-entry"),
    ("@misc{bad, title = {x} {y}}", "bad-entry"),
    ("@misc{", "bad-entry"),
    ("@string{x = }", "bad-entry"),
    ("@preamble{ {", "bad-entry"),
    ("@misc{bad, title = {x}", "unclosed-entry"),
    ("@misc{bad\n title = {x}\n}", "missing-comma"),
    ("@misc{bad, title = {x} year = 2031}", "missing-comma"),
    ("@misc{ title = {x}, year = 2031}", "no-key"),
    ("@['Review', 'Dataset']{bad, title = {x}}", "bad-type"),
    ("@misc{bad, title = {x}, title = {y}}", "duplicate-field"),
    ("@misc{bad, title = nobody}", "undefined-macro"),
]


@pytest.mark.parametrize(("block", "code"), BROKEN)
def test_a_fault_is_told_and_never_costs_its_neighbours(block, code, load):
    seen = load(f"@misc{{before, title = {{Before}}}}\n{block}\n\n@misc{{after, title = {{After}}}}\n")
    keys = [paper.key for paper in seen.papers]
    assert keys[0] == "before"
    assert keys[-1] == "after"
    assert code in seen.codes
    diagnostic = seen.diagnostics[seen.codes.index(code)]
    assert diagnostic.location.line in {2, 3}
    assert diagnostic.severity == ("error" if code == "bad-entry" else "warning")


def test_what_is_tolerated_is_read():
    found, _ = entries("@misc{a\n title = {x}\n year = 2031,, note = {y}\n@misc{b, % year = 1\n year = 2\n}")
    assert found == [
        ("misc", "a", {"title": "x", "year": "2031", "note": "y"}),
        ("misc", "b", {"year": "2"}),
    ]


def test_entries_on_one_line_and_separators_between_them():
    found, said = entries("@misc{a, year = 1}@misc{b, year = 2}, @misc{c, year = 3}; text @misc{d, year = 4}")
    assert [key for _, key, _ in found] == ["a", "b", "c", "d"]
    assert said == []


def test_what_is_no_entry():
    found, said = entries(
        "mail a.b@example{org} @ home\n% @misc{off, year = 1}\n@comment{\n@misc{put, year = 1}\n}\n"
        "@comment no braces\n@misc{on, year = 2}"
    )
    assert [key for _, key, _ in found] == ["on"]
    assert said == []


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_places(end, load):
    text = end.join(["% head", "", "@misc{a,", "  date = {never},", "}", "  @misc{b, date = {ever}}"])
    seen = load(text)
    assert [(d.location.line, d.location.column, d.location.key) for d in seen.diagnostics] == [
        (3, 1, "a"),
        (6, 3, "b"),
    ]


def test_reading_is_lazy_and_does_not_hold_the_file():
    class Endless(io.TextIOBase):
        taken = 0

        def read(self, size=-1):
            self.taken += size
            return "@misc{k, title = {x}}\n" * (size // 22)

    stream = Endless()
    papers = read(stream, ReadContext())
    for _ in range(1000):
        next(papers)
    assert stream.taken < 10_000_000


def test_a_value_larger_than_a_chunk():
    text = "@misc{big, note = {" + "{x} " * 600_000 + "}}\n@misc{next, year = 1}"
    found, said = entries(text)
    assert [key for _, key, _ in found] == ["big", "next"]
    assert len(found[0][2]["note"]) == 2_400_000
    assert said == []


def test_text_that_is_no_bibtex_is_refused():
    with pytest.raises(InputError, match="no entry"):
        list(read(io.StringIO("TY  - JOUR\nER  - \n"), ReadContext("refs.ris")))
    assert list(read(io.StringIO(""), ReadContext())) == []
    assert list(read(io.StringIO("% nothing yet\n"), ReadContext())) == []


def test_sniffing():
    assert sniff("% Encoding: UTF-8\n\n@Article{a,\n  year = 2031\n}")
    assert not sniff("TY  - BOOK\nAU  - a@b{c\n")
    assert sniff_biblatex("@online{a, title = {x}}")
    assert not sniff_biblatex("@misc{a,\n year = 2031}")


PIECES = st.sampled_from(
    [
        *'@{}"#,=()%\\ \nab1~$', "@misc{", "@string{", "@comment{", "title", "author", "year", "month", " and ", '\\"o',
        "crossref", "xdata", "k1", "k2", "= {", "},\n", "jan", "jabref-meta: groupstree:", "0 AllEntriesGroup:;",
        "1 ExplicitGroup:a\\;0\\;k1\\;;", "groups", "eprint", "arXiv:2601.00001", "keywords", "author+an", '1="x"', "\r",
        "file", "a:b:PDF", "--", "\x00", "é", "others", "family=", "given=", "@article{k1,\n", "2030", "in press", "url",
    ]
)  # fmt: skip


@given(st.lists(PIECES, max_size=60).map("".join) | st.text())
def test_any_text_gives_papers_or_one_clear_error(text):
    try:
        papers = list(read(io.StringIO(text), ReadContext()))
    except BibkitError:
        return
    for writer in (write, write_biblatex):
        written = "".join(writer(papers, WriteContext()))
        if papers:
            context = ReadContext()
            again = list(read(io.StringIO(written), context))
            assert len(again) == len(papers)
            assert not context.report.has_errors()
