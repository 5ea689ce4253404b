"""XLSX: reads the first sheet with openpyxl, and writes a workbook of text cells row by row.

Knows: the parts of a small workbook (ECMA-376, part 1, sections 12 and 18).
Must not know: what a column means (`columns`).

The writer is its own so that rows leave as they come, and so that the same papers give the same bytes: openpyxl writes
the time of day into every workbook. Every cell is text, so that no cell is a formula and no page range a date.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from html import escape
from typing import Any, BinaryIO, Final

from bibkit import InputError, Location, Paper, ReadContext, WriteContext
from bibkit.text.markup import clean
from bibkit_tables.columns import XLSX_FIELDS, choose, decode_row, encode_row, known, read_headings

__all__ = ["read", "sniff", "write"]

_LONGEST: Final = 32_767
"""Characters that Excel allows in a cell; a workbook with a longer one is called damaged."""
_MIDNIGHT: Final = "00:00:00"
_HEAD: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006"
_KIND: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_PARTS: Final = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{_KIND}.sheet.main+xml"/>'
    f'<Override PartName="/xl/styles.xml" ContentType="{_KIND}.styles+xml"/>'
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_KIND}.worksheet+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}">'
    '<sheets><sheet name="Papers" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
    f'<Relationship Id="rId2" Type="{_OFFICE}/styles" Target="styles.xml"/></Relationships>',
    # Cell formats: 0 general, 1 text ("@", format 49), 2 bold text for the headings.
    "xl/styles.xml": f'<styleSheet xmlns="{_MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>'
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/>'
    '</fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3">'
    '<xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/>'
    '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
}
_SHEET: Final = (
    f'{_HEAD}<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0">'
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>'
)


def sniff(sample: str) -> bool:
    """Whether the beginning of a file is that of a workbook."""
    return sample.startswith("PK\x03\x04") and ("xl/" in sample or "[Content_Types].xml" in sample)


def read(stream: BinaryIO, context: ReadContext) -> Iterator[Paper]:
    """Yield the papers of the first sheet, whose first row holds headings.

    Raises `bibkit.InputError` when the file is no workbook, or no heading means a field.
    """
    from openpyxl import load_workbook  # noqa: PLC0415 - loaded only by those who read a workbook

    try:
        workbook = load_workbook(stream, read_only=True, data_only=True, keep_links=False)
        rows = workbook.worksheets[0].iter_rows(values_only=True)
        headings = next(rows, ())
    except Exception as error:
        raise InputError(f"no Excel workbook: {error}", location=Location(context.source)) from error
    if not known(headings):
        raise InputError(
            "no heading is known",
            location=Location(context.source, 1),
            hint="the first row names the columns: Title, Authors, Date ...",
        )
    names = read_headings(headings)
    number = 1
    while True:
        number += 1
        try:
            row = next(rows, None)
        except Exception as error:
            raise InputError(f"the workbook is damaged: {error}", location=Location(context.source, number)) from error
        if row is None:
            return
        paper = decode_row([(name, _text(cell)) for name, cell in zip(names, row, strict=False)], XLSX_FIELDS)
        if paper is not None:
            context.line = number
            yield paper


def _text(cell: Any) -> str:
    """A cell as text: whole numbers without a fraction, dates as ISO 8601 writes them."""
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, (date, datetime)):
        return cell.isoformat(" ").removesuffix(_MIDNIGHT).strip() if isinstance(cell, datetime) else cell.isoformat()
    return str(cell).replace("\r\n", "\n").replace("_x000D_", "")


class _Held(io.RawIOBase):
    """A file that is only written on, whose bytes are taken away piece by piece."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._pieces.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        taken = b"".join(self._pieces)
        self._pieces.clear()
        return taken


def _member(name: str) -> zipfile.ZipInfo:
    """A member of the archive without the time of day."""
    member = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    member.compress_type = zipfile.ZIP_DEFLATED
    return member


def write(papers: Iterable[Paper], context: WriteContext) -> Iterator[bytes]:
    """Yield the workbook piece by piece. A cell longer than Excel allows is cut, which is reported as a loss."""
    columns, left_out = choose(str(context.options.get("columns", "")))
    held = _Held()
    with zipfile.ZipFile(held, "w") as archive:
        for name, text in _PARTS.items():
            archive.writestr(_member(name), _HEAD + text)
        with archive.open(_member("xl/worksheets/sheet1.xml"), "w") as sheet:
            sheet.write((_SHEET + _row(list(columns.values()), 2)).encode())
            yield held.take()
            for paper in papers:
                cells = encode_row(paper, columns, left_out, XLSX_FIELDS, context.report, _LONGEST)
                sheet.write(_row(cells, 1).encode())
                yield held.take()
            sheet.write(b"</sheetData></worksheet>")
    yield held.take()


def _row(cells: list[str], style: int) -> str:
    return f"<row>{''.join([_cell(clean(cell), style) for cell in cells])}</row>"


def _cell(text: str, style: int) -> str:
    if not text:
        return f'<c s="{style}"/>'
    return f'<c s="{style}" t="inlineStr"><is><t xml:space="preserve">{escape(text, quote=False)}</t></is></c>'
