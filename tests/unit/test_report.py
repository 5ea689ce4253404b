"""What a run found and lost is counted and found again."""

from __future__ import annotations

from bibkit.errors import Location
from bibkit.report import Diagnostic, Report


def test_losses_are_counted_by_field():
    report = Report()
    report.lose("note")
    report.lose_all(["note", "tags"])
    report.lose("tags", 3)
    assert report.losses == {"note": 2, "tags": 4}


def test_diagnostics_are_found_by_severity_in_their_order():
    report = Report()
    report.add(Diagnostic("bad-date", "first"))
    report.add(Diagnostic("enriched", "aside", "info"))
    assert not report.has_errors()
    report.add(Diagnostic("bad-entry", "lost", "error", Location("refs.bib", 7)))
    report.add(Diagnostic("bad-date", "second"))
    assert [diagnostic.message for diagnostic in report.by_severity("warning")] == ["first", "second"]
    assert [str(diagnostic.location) for diagnostic in report.by_severity("error")] == ["refs.bib:7"]
    assert report.has_errors()


def test_two_reports_share_nothing():
    first, second = Report(), Report()
    first.lose("note")
    first.add(Diagnostic("bad-date", "x"))
    assert second.losses == {}
    assert second.diagnostics == []
