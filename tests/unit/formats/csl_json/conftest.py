"""Short ways to read and write in tests of CSL-JSON."""

from __future__ import annotations

import io
import json

import pytest

from bibkit.formats.csl_json import read, write
from bibkit.plugins.records import ReadContext, WriteContext


class Csl:
    """Reads and writes in memory and keeps the contexts of the last call."""

    def read(self, data):
        if not isinstance(data, bytes):
            data = (data if isinstance(data, str) else json.dumps(data)).encode()
        self.context = ReadContext("refs.json")
        return list(read(io.BytesIO(data), self.context))

    def one(self, **item):
        (paper,) = self.read([{"id": "a", "type": "article-journal", **item}])
        return paper

    def write(self, *papers, **options):
        self.written = WriteContext(options=options)
        return b"".join(write(papers, self.written))

    def items(self, *papers, **options):
        return json.loads(self.write(*papers, **options))

    @property
    def codes(self):
        return [diagnostic.code for diagnostic in self.context.report.diagnostics]

    @property
    def lines(self):
        return [diagnostic.location.line for diagnostic in self.context.report.diagnostics]


@pytest.fixture
def csl():
    return Csl()
