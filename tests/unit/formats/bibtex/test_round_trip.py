"""Any paper comes back, less what the report says."""

from __future__ import annotations

import io

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bibkit
from bibkit.formats.bibtex import BIBLATEX_FIELDS, FIELDS, read, write, write_biblatex
from bibkit.model import KINDS, PAPER_FIELDS, Affiliation, Author, Date, Paper
from bibkit.plugins.records import ReadContext, WriteContext

words = st.text(st.sampled_from("abcABCéößŁñ日яй'-.&%#_$^~{}\\<>\"=()[]@;:,!?012"), min_size=1, max_size=8)
texts = st.lists(
    words | st.sampled_from(["and", "others", "$x_1^2$", "$O(n \\log n)$", "<i>Tidal</i>", "AI", "--", "et al."]),
    min_size=1,
    max_size=5,
).map(" ".join)
parts = st.lists(
    st.text(st.sampled_from("abcABCéöñя'-.&%{},;=~_\""), min_size=1, max_size=7)
    | st.sampled_from(["de", "von", "and", "Jr"]),
    min_size=1,
    max_size=3,
).map(" ".join)
roles = st.sampled_from(["author", "author", "author", "editor", "translator", "compiler", "container-author"])
authors = st.one_of(
    st.builds(Author, parts, parts, role=roles),
    st.builds(Author, parts, parts, parts, role=roles),
    st.builds(Author, parts, parts, suffix=parts, role=roles),
    st.builds(Author, parts, role=roles),
    st.builds(Author, literal=parts, role=roles),
)
dates = st.one_of(
    st.none(),
    st.builds(Date, st.integers(-3000, 4000), st.integers(1, 12), st.integers(0, 28)),
    st.builds(Date, st.integers(1, 9999), season=st.integers(1, 4)),
    st.builds(lambda year: Date(year, open_end=True), st.integers(1, 9999)),
)
counts = st.sampled_from([0, 0, -1, 3])
FIELDS_OF_TEXT = (
    "title", "title_short", "abstract", "note", "annote", "publisher", "publisher_place", "edition", "volume", "issue",
    "number", "container_title", "collection_title", "collection_number", "genre", "language", "status", "medium",
    "event_title", "original_title", "call_number", "version",
)  # fmt: skip


@st.composite
def papers(draw: st.DrawFn) -> Paper:
    eprint = draw(st.sampled_from(["", "2601.00001", "hep-th/9901001"]))
    return Paper(
        key="k",
        kind=draw(st.sampled_from(KINDS)),
        authors=tuple(draw(st.lists(authors, max_size=4))),
        authors_omitted=draw(counts),
        affiliations=tuple(Affiliation(name) for name in draw(st.lists(texts, unique=True, max_size=3))),
        affiliations_omitted=draw(counts),
        tags=tuple(draw(st.lists(texts, max_size=3))),
        tags_omitted=draw(counts),
        notes=tuple(draw(st.lists(texts, max_size=2))),
        issued=draw(dates),
        accessed=draw(dates),
        eprint=eprint,
        eprint_type="arxiv" if eprint else "",
        eprint_class="cs.LG" if eprint else "",
        **{name: draw(texts) for name in draw(st.lists(st.sampled_from(FIELDS_OF_TEXT), unique=True, max_size=6))},
    )


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], deadline=None)
@given(papers())
def test_a_paper_comes_back_less_what_the_report_says(paper):
    for writer, table in ((write, FIELDS), (write_biblatex, BIBLATEX_FIELDS)):
        context = WriteContext()
        text = "".join(writer([paper], context))
        (again,) = read(io.StringIO(text), ReadContext())
        told = {name.partition(":")[0] for name in context.report.losses}
        silent = [name for name in table.changes(paper, again) if name.partition(":")[0] not in told]
        assert silent == []
        assert again.kind == paper.kind
        assert [name for name in PAPER_FIELDS if getattr(again, name) and not getattr(paper, name)] == []


def test_commands_that_nobody_knows_are_written_as_they_came():
    source = (
        "@article{a,\n"
        "  author        = {Abara, Tunde},\n"
        "  title         = {On \\mycal{X} and $\\alpha$},\n"
        "  note          = {see \\cite{b} \\& 5\\%},\n"
        "}\n"
    )
    papers = bibkit.loads(source, "bibtex")
    assert bibkit.dumps(papers, "bibtex") == source
    changed = [bibkit.replace(paper, title="On Ponds") for paper in papers]
    assert "{On Ponds}" in bibkit.dumps(changed, "bibtex")
    report = bibkit.Report()
    bibkit.dumps(papers, "ris", report=report)
    assert {"bibtex:macro.title", "bibtex:macro.note"} <= set(report.losses)
