"""Zotero RDF is read in a stream after one look through the file."""

from __future__ import annotations

from bibkit.plugins.records import ReadContext, resolve
from bibkit.testing import FormatContract
from bibkit.testing.files import open_counting
from bibkit.testing.samples import sample_paper


class TestZoteroRdf(FormatContract):
    format = "zotero-rdf"

    def test_reading_is_lazy(self) -> None:
        """The file is looked through once for its collections, which Zotero writes last; then items are streamed."""
        data = self.write(*[sample_paper("article")] * 4000)
        stream, counter = open_counting(self.record, data)
        found = iter(resolve(self.record.read)(stream, ReadContext("memory")))
        next(found)
        assert stream.tell() < counter.size // 4
        assert 1 + sum(1 for _ in found) == 4000
