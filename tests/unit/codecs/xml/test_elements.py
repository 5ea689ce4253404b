"""Elements are made of any text, and written as others read them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bibkit.codecs.xml.elements import Builder, legal_text, parse_fragment, serialise, text_of
from bibkit.text.markup import clean, count_illegal


@given(st.text())
def test_what_is_written_is_read(text):
    builder = Builder("urn:p")
    record = builder.element("record")
    builder.add(record, "title", text, {"lang": text})
    again = parse_fragment(serialise(record).decode())
    assert text_of(again[0]) == clean(text) == legal_text(clean(text))
    assert builder.removed == 2 * count_illegal(text)


def test_indentation_does_not_touch_mixed_text():
    builder = Builder()
    record = builder.element("record")
    title = builder.add(record, "title")
    builder.add(title, "style", "a")
    builder.add(title, "style", " ")
    builder.add(builder.child(record, "dates"), "year", "2031")
    builder.add(builder.child(record, "dates"), "month", "1")
    assert serialise(record, 1, inline=("style",)).decode().splitlines() == [
        "  <record>",
        "    <title><style>a</style><style> </style></title>",
        "    <dates>",
        "      <year>2031</year>",
        "      <month>1</month>",
        "    </dates>",
        "  </record>",
    ]
