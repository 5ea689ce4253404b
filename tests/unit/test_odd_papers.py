"""Papers that no reader makes, but a program or a hand-written JSON line may, and numbers that are too long."""

from __future__ import annotations

import json

import pytest

import bibkit

LONG = "9" * 5000
"""More digits than Python turns into a number."""


@pytest.mark.parametrize(
    "members",
    [
        {"issued": {"year": 2031, "month": 13}},
        {"issued": {"year": 2031, "month": 1, "day": 32}},
        {"issued": {"year": 2031, "season": 5}},
        {"authors": [{"family": "Abara", "affiliations": [-1]}], "affiliations": [{"name": "Silt"}]},
        {"authors_omitted": -2},
    ],
)
def test_a_line_outside_the_model_is_refused(members):
    report = bibkit.Report()
    lines = [json.dumps({"key": "a", "title": "Ponds"} | members), '{"title":"Weirs"}']
    assert [paper.title for paper in bibkit.loads("\n".join(lines), "bibkit-jsonl", report=report)] == ["Weirs"]
    assert [diagnostic.code for diagnostic in report.diagnostics] == ["bad-json"]


@pytest.mark.parametrize(
    "value", ["{", "[1]", '{"author":[1]}', '{"title":{"0":{"given":"x"}}}', '{"author":{"x":{}}}']
)
def test_csl_json_that_another_program_kept_wrongly_costs_no_paper(value):
    paper = bibkit.Paper(title="Ponds", extra={"csl-json:json:names": (value,), "csl-json:json:silt": (value,)})
    assert '"title":"Ponds"' in bibkit.dumps([paper], "csl-json").replace(": ", ":")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("bibtex", f"@comment{{jabref-meta: grouping:{LONG} StaticGroup:a\\;0\\;;}}\n@book{{a, title = {{Ponds}}}}"),
        (
            "bibtex",
            f"@book{{a, title = {{Ponds}}, date = {{{LONG}}}, author+an = {{{LONG}=silt}}, pages = {{1--{LONG}}}}}",
        ),
        ("ris", f"TY  - BOOK\nTI  - Ponds\nPY  - {LONG}/{LONG}\nSP  - {LONG}\nER  - \n"),
        ("csl-json", f'[{{"id": 1, "title": "Ponds", "volume": {LONG}, "issued": {{"date-parts": [[{LONG}]]}}}}]'),
    ],
)
def test_a_number_without_end_costs_no_paper(name, text):
    papers = bibkit.loads(text, name)
    assert [paper.title for paper in papers] == ["Ponds"]
