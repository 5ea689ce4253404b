"""Spreadsheets for bibkit: CSV and XLSX, one row a paper.

Knows: the records that name the formats. The modules that do the work are loaded on first use.
"""

from __future__ import annotations

from bibkit import Code, Format, Option, hookimpl

__all__ = ["bibkit_formats"]

_COLUMNS = Option("columns", "", "fields to write, separated by commas, or `all`; the usual ones where empty")


@hookimpl
def bibkit_formats() -> list[Format]:
    """The formats that this plugin adds."""
    return [
        Format(
            name="csv",
            title="CSV table",
            suffixes=(".csv", ".tsv"),
            sniff="bibkit_tables.text:sniff",
            read="bibkit_tables.text:read",
            write="bibkit_tables.text:write",
            fields="bibkit_tables.columns:CSV_FIELDS",
            options=(
                _COLUMNS,
                Option("delimiter", "comma", "what stands between cells", choices=("comma", "semicolon", "tab")),
            ),
            codes=(
                Code(
                    "bad-row",
                    "warning",
                    "a row cannot be read, or has more cells than there are headings",
                    "`Ponds,Sol,2031` below `Title,Author`",
                ),
            ),
            description="one row a paper, for Excel, LibreOffice and pandas",
        ),
        Format(
            name="xlsx",
            title="Excel workbook",
            suffixes=(".xlsx",),
            sniff="bibkit_tables.workbook:sniff",
            read="bibkit_tables.workbook:read",
            write="bibkit_tables.workbook:write",
            fields="bibkit_tables.columns:XLSX_FIELDS",
            options=(_COLUMNS,),
            binary=True,
            description="one row a paper, all cells text",
        ),
    ]
