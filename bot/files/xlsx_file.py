"""A table as a workbook: the rows on one sheet, the recipe on another; amounts are numbers, text is never a formula."""

import io
from datetime import date
from decimal import Decimal
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter

from bot.replies.catalog import REPLIES
from core.domain.table import Cell, CellKind, Table

_EURO, _EURO_EXACT, _DAY, _NUMBER = "#,##0.00", "#,##0.00##", "d/m/yyyy", "#,##0"
_BEGINS_A_FORMULA = ("=", "+", "-", "@")
_LINK, _BOLD = Font(color="0563C1", underline="single"), Font(bold=True)
_LONGEST_CELL = 32_000  # Excel's own limit is 32,767
_ROWS_SHEET, _RECIPE_SHEET = "Πράξεις", "Συνταγή"
_NOT_TEXT = dict.fromkeys([*range(9), 11, 12, *range(14, 32), 0xFFFE, 0xFFFF])  # no workbook may hold these


def xlsx_bytes(table: Table) -> bytes:
    """Import this module when the first file is wanted: openpyxl takes a fifth of a second."""
    book = Workbook(write_only=True)
    tables = (table, *table.more)
    for place, each in enumerate(tables, 1):
        number = f" {place}" if table.more else ""
        _write_rows(book.create_sheet(_ROWS_SHEET + number), each)
        _write_recipe(book.create_sheet(_RECIPE_SHEET + number), each)
    book.properties.title = _text(table.title)
    book.properties.creator = "Διαφάνεια"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _write_rows(sheet: Any, table: Table) -> None:
    for place, column in enumerate(table.columns, 1):
        sheet.column_dimensions[get_column_letter(place)].width = column.width
    first = 1 + table.demo
    sheet.freeze_panes = f"B{first + 1}"
    last = f"{get_column_letter(len(table.columns))}{first + len(table.rows)}"
    sheet.auto_filter.ref = f"A{first}:{last}"
    if table.demo:
        sheet.append([_bold(sheet, REPLIES.demo)])
    sheet.append([_bold(sheet, column.title) for column in table.columns])
    kinds = [column.kind for column in table.columns]
    for row in table.rows:
        sheet.append([_cell(sheet, cell, kind) for cell, kind in zip(row, kinds, strict=True)])


def _write_recipe(sheet: Any, table: Table) -> None:
    sheet.column_dimensions["A"].width = 44
    sheet.column_dimensions["B"].width = 90
    if table.demo:
        sheet.append([_bold(sheet, REPLIES.demo)])
    for label, value in table.recipe:
        told = _text_cell(sheet, value, link=False) if isinstance(value, str) else _cell(sheet, value, CellKind.TEXT)
        if told is not None:
            told.alignment = Alignment(wrap_text=True, vertical="top", horizontal="left")
        head = _bold(sheet, label)
        head.alignment = Alignment(wrap_text=True, vertical="top")
        sheet.append([head, told])


def _cell(sheet: Any, value: Cell, kind: CellKind) -> Any:
    if value is None or value == "":
        return None
    if isinstance(value, str):
        text, link = _text(value), kind is CellKind.LINK
        marked = link or text.startswith((*_BEGINS_A_FORMULA, "#"))  # «#N/A» would be an error
        return _text_cell(sheet, text, link=link) if marked else text  # a bare text is quick to write
    cell = WriteOnlyCell(sheet, value=value)
    cell.number_format = _format(value)
    return cell


def _format(value: int | Decimal | date) -> str:
    if isinstance(value, date):
        return _DAY
    if isinstance(value, int):
        return _NUMBER
    return _EURO if value == round(value, 2) else _EURO_EXACT


def _text_cell(sheet: Any, text: str, *, link: bool) -> Any:
    """Marked as text in the file itself; typed over, it stays text by its leading apostrophe mark."""
    shown = _text(text)
    cell = WriteOnlyCell(sheet, value=shown)
    cell.data_type = "s"
    if shown.startswith(_BEGINS_A_FORMULA):
        cell.quotePrefix = True
    if link:
        cell.hyperlink = text
        cell.font = _LINK
    return cell


def _text(text: str) -> str:
    return " ".join(text.translate(_NOT_TEXT).split())[:_LONGEST_CELL]


def _bold(sheet: Any, text: str) -> Any:
    cell = _text_cell(sheet, text, link=False)
    cell.font = _BOLD
    return cell
