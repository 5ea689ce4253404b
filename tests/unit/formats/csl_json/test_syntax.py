"""A long file is cut into its items wherever its pieces end."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bibkit.formats.csl_json import syntax as module
from bibkit.formats.csl_json.syntax import BrokenItem, read_items

ITEMS = [
    {"id": f"weir{number}", "title": 'a "quoted" },{"id":"x" title', "author": [{"family": "Sol"}, {"family": "Ng"}],
     "custom": {"attachments": [{"title": "}"}, {"title": "]"}]}}
    for number in range(30)
]  # fmt: skip
LAYOUTS = {
    "compact": json.dumps(ITEMS, separators=(",", ":")),
    "indented": json.dumps(ITEMS, indent=2),
    "one a line": "[\n" + ",\n".join(map(json.dumps, ITEMS)) + "\n]\n",
    "crlf": json.dumps(ITEMS, indent=1).replace("\n", "\r\n"),
    "sorted": json.dumps(ITEMS, indent=2, sort_keys=True),
    "wrapped": json.dumps({"items": ITEMS, "total": 30}, indent=2),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("size", [1, 7, 64, 500, 100_000])
def test_no_item_is_lost_at_a_border(monkeypatch, layout, size):
    monkeypatch.setattr(module, "PIECE", size)
    found = list(read_items(io.BytesIO(LAYOUTS[layout].encode())))
    assert [item.read()[0] for item in found] == ITEMS


def test_lines_are_counted_across_pieces(monkeypatch):
    monkeypatch.setattr(module, "PIECE", 200)
    text = LAYOUTS["one a line"]
    assert [item.line for item in read_items(io.BytesIO(text.encode()))] == list(range(2, 32))


@pytest.mark.parametrize("size", [64, 500, 100_000])
@pytest.mark.parametrize(
    "fault", ['{"id": "bad" "x"}', '{"id": "bad", "title": "open', '{"id": "bad", "author": [{]}', "{]"]
)
def test_a_broken_item_among_many(monkeypatch, size, fault):
    monkeypatch.setattr(module, "PIECE", size)
    monkeypatch.setattr(module, "_PATIENCE", 4 * size)
    lines = [json.dumps(item) for item in ITEMS]
    lines.insert(10, fault)
    found = list(read_items(io.BytesIO(("[\n" + ",\n".join(lines) + "\n]\n").encode())))
    good = [item.read()[0]["id"] for item in found if not isinstance(item, BrokenItem)]
    assert len(set(good) & {item["id"] for item in ITEMS}) >= len(ITEMS) - 1
    assert good == list(dict.fromkeys(good))
    faults = [item.line for item in found if isinstance(item, BrokenItem)]
    assert faults or fault == "{]"


def test_the_first_items_come_before_the_end_is_read():
    data = LAYOUTS["indented"].encode().strip()[1:-1]
    long = b"[" + b",".join([data] * 2000) + b"]"
    file = io.BytesIO(long)
    first = next(iter(read_items(file)))
    assert first.read()[0] == ITEMS[0]
    assert file.tell() < len(long)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)
    )
)
def test_any_json_is_taken_apart_or_refused(value):
    try:
        found = list(read_items(io.BytesIO(json.dumps(value).encode())))
    except module.NotJSONError:
        assert not isinstance(value, list | dict)
        return
    if isinstance(value, list):
        assert [item.read()[0] for item in found] == value
