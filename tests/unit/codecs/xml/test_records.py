"""Reading XML records: safely, in a stream, and past a fault."""

from __future__ import annotations

import io
import itertools
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bibkit.codecs.xml.elements import text_of
from bibkit.codecs.xml.records import read_records
from bibkit.errors import InputError


class Said(list):
    def __call__(self, code, message, *, line=0, severity="warning", **_):
        self.append((code, severity, line))


def read(data, said=None):
    data = data if isinstance(data, bytes) else data.encode()
    records = read_records(
        io.BytesIO(data), ("record",), Said() if said is None else said, source="x.xml", title="Pond", roots=("ponds",)
    )
    return [text_of(record) for record in records]


def test_records_come_one_by_one_with_any_prefix():
    said = Said()
    assert read('<p:ponds xmlns:p="urn:p"><p:record>a<p:i>b</p:i></p:record>\n<p:record/></p:ponds>', said) == [
        "ab",
        "",
    ]
    assert said == []


def test_reading_is_lazy():
    class Endless(io.RawIOBase):
        taken = 0

        def read(self, size=-1):
            self.taken += 1
            return b"<ponds>" if self.taken == 1 else b"<record>x</record>" * 1000

    stream = Endless()
    records = read_records(stream, ("record",), Said(), source="", title="Pond", roots=("ponds",))
    assert len(list(itertools.islice(records, 5))) == 5
    assert stream.taken <= 3


@pytest.mark.parametrize(
    "data", [b"", b"plain words", b"\x00\x01\x02", b"<other><thing/></other>", b"<ponds><rec", b"\xff\xfe<"]
)
def test_what_is_no_such_file_is_one_error(data):
    with pytest.raises(InputError):
        read(data)


def test_an_empty_file_of_the_format_is_no_error():
    assert read("<ponds/>") == []


@pytest.mark.parametrize(
    ("damaged", "read_as"),
    [
        ("salt & silt", "salt & silt"),
        ("a < b", "a < b"),
        ("pon\x0bd", "pond"),
        ("pon&#11;d", "pond"),
        ("a&nbsp;b", "a\xa0b"),
        ("x&undeclared;y", "x&undeclared;y"),
    ],
)
def test_a_record_with_unescaped_text_is_repaired_and_said(damaged, read_as):
    said = Said()
    text = f"<ponds>\n<record>one</record>\n<record>{damaged}</record>\n<record>three</record>\n</ponds>"
    assert read(text, said) == ["one", read_as, "three"]
    assert said == [("xml-repaired", "warning", 3)]


def test_letters_of_another_encoding_are_repaired():
    said = Said()
    assert read(b"<ponds><record>Ni\xf1o</record><record>b</record></ponds>", said) == ["Niño", "b"]
    assert [code for code, *_ in said] == ["xml-repaired"]


def test_a_broken_record_costs_only_itself():
    said = Said()
    text = (
        "<ponds>\n<record>one</record>\n<record><b>two</record>\n<record>three</record>\n<record>four</record></ponds>"
    )
    assert read(text, said) == ["one", "three", "four"]
    assert said == [("xml-fault", "error", 3)]


def test_a_record_that_does_not_end_costs_only_itself():
    said = Said()
    assert read("<ponds><record>one</record><record>two\n<record>three</record></ponds>", said) == ["one", "three"]
    assert [code for code, *_ in said] == ["xml-fault"]


def test_a_file_cut_off_in_a_record_gives_the_whole_ones():
    said = Said()
    assert read("<ponds>\n<record>one</record>\n<record>tw", said) == ["one"]
    assert said == [("xml-fault", "error", 3)]


def test_a_file_cut_off_between_records_loses_none():
    said = Said()
    assert read("<ponds><record>one</record>", said) == ["one"]
    assert said == [("xml-fault", "warning", 1)]


def test_two_documents_in_one_file_are_both_read():
    assert read("<ponds><record>1</record></ponds><ponds><record>2</record><record>3</record></ponds>", Said()) == [
        "1",
        "2",
        "3",
    ]


def test_utf_16_is_read_in_a_stream_however_long():
    text = "<ponds>" + "".join(f"<record>{number} é {'x' * 900}</record>" for number in range(6000)) + "</ponds>"
    said = Said()
    assert len(read(text.encode("utf-16"), said)) == 6000
    assert said == []
    assert len(read(text.replace("<record>4000 ", "<record><i>").encode("utf-16"), said)) == 4000
    assert [(code, severity) for code, severity, _ in said] == [("xml-fault", "error")]


def test_records_far_behind_the_fault_are_read():
    many = "".join(f"<record>{number:06d} {'x' * 40}</record>\n" for number in range(5000))
    said = Said()
    found = read(f"<ponds>{many}<record><i></record>{many}</ponds>", said)
    assert len(found) == 10000
    assert [line for *_, line in said] == [5001]


LONG = "\u5830\u00e9\U0001f41f" * 59
"""Nine bytes for three letters: who counts letters where bytes are meant is far off, and in the middle of one."""


@pytest.mark.parametrize("encoding", ["utf-8", "iso-8859-1"])
@pytest.mark.parametrize("place", ["in the head", "between records", "in a record before", "in the damaged record"])
def test_records_behind_letters_of_several_bytes_and_a_fault_are_read_from_their_first_byte(place, encoding):
    letters = LONG if encoding == "utf-8" else "\xe9" * 177
    head, between, before, inside = (
        letters if place == each else ""
        for each in ("in the head", "between records", "in a record before", "in the damaged record")
    )
    text = (
        f"<?xml version='1.0' encoding='{encoding}'?>\n<ponds><title>{head}</title>\n"
        f"<record>one{before}</record>{between}\n<record>two{before}</record>{between}\n<record><b>{inside}</record>\n"
        f"<record>three</record>{between}<record>four{before}</record>\n<record>five{inside}</b></record><record>six</record></ponds>"
    )
    said = Said()
    found = read(text.encode(encoding), said)
    assert found == [f"one{before}", f"two{before}", "three", f"four{before}", "six"]
    assert said == [("xml-fault", "error", 5), ("xml-fault", "error", 7)]


@pytest.mark.parametrize("encoding", ["utf-8", "iso-8859-1"])
def test_a_fault_and_letters_between_records_cost_no_record(encoding):
    letters = LONG if encoding == "utf-8" else "\xe9" * 177
    text = f"<?xml version='1.0' encoding='{encoding}'?><ponds><record>one</record>\n</b>{letters}<record>two</record></ponds>"
    said = Said()
    assert read(text.encode(encoding), said) == ["one", "two"]
    assert [code for code, *_ in said] == ["xml-fault"]


BOMB = "<!DOCTYPE ponds [<!ENTITY a0 'lol'>" + "".join(f"<!ENTITY a{n} '{f'&a{n - 1};' * 10}'>" for n in range(1, 12))


def test_a_billion_laughs_are_not_laughed():
    tracemalloc.start()
    said = Said()
    for record in ("<record>&a11;</record>", "<record k='&a11;'>x</record>"):
        try:
            found = read(f"{BOMB}]><ponds>{record}</ponds>", said)
        except InputError:
            found = []
        assert sum(map(len, found)) < 100
    assert tracemalloc.get_traced_memory()[1] < 5 << 20
    tracemalloc.stop()


def test_no_file_and_no_network_is_read(tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    (tmp_path / "x.dtd").write_text("<!ENTITY inside 'secret'>")
    for declaration in (
        f"<!DOCTYPE ponds [<!ENTITY e SYSTEM '{secret.as_uri()}'>]>",
        f"<!DOCTYPE ponds SYSTEM '{(tmp_path / 'x.dtd').as_uri()}'>",
        f"<!DOCTYPE ponds [<!ENTITY % e SYSTEM '{(tmp_path / 'x.dtd').as_uri()}'> %e;]>",
        "<!DOCTYPE ponds PUBLIC 'p' 'http://dtd.invalid/ponds.dtd'>",
    ):
        found = read(f"{declaration}<ponds><record>a &e; &inside; b</record></ponds>", Said())
        assert all("secret" not in text for text in found)


class Long(io.RawIOBase):
    """A text node of 200 MB that is never in memory."""

    def __init__(self, head: bytes) -> None:
        self._head = head
        self._left = 200 << 20

    def read(self, size=-1):
        if self._head:
            head, self._head = self._head, b""
            return head
        size = min(1 << 16, self._left)
        self._left -= size
        return b"a" * size


def test_a_text_node_of_200_mb_is_refused_in_bounded_memory():
    tracemalloc.start()
    said = Said()
    stream = Long(b"<ponds><record>one</record><record>")
    assert [text_of(r) for r in read_records(stream, ("record",), said, source="", title="", roots=())] == ["one"]
    assert [code for code, *_ in said] == ["record-too-large"]
    with pytest.raises(InputError):
        list(read_records(Long(b"<ponds><other>"), ("record",), said, source="", title="", roots=()))
    assert tracemalloc.get_traced_memory()[1] < 50 << 20
    tracemalloc.stop()


@given(st.text() | st.binary())
def test_anything_gives_records_or_one_error(data):
    encoded = data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")
    for whole in (encoded, b"<ponds><record>a</record><record>" + encoded + b"</record><record>z</record></ponds>"):
        try:
            read(whole)
        except InputError:
            assert whole is encoded
