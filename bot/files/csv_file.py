"""A table as CSV for Excel in Greek: UTF-8 with its mark, semicolons, decimal commas, dates as 14/3/2024."""

import csv
import io
from datetime import date
from decimal import Decimal
from typing import Any

from bot.replies.catalog import REPLIES
from core.domain.table import Cell, Table

_BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_bytes(table: Table) -> bytes:
    """The rows alone, so that other programs read them too; each one of demonstration data says so.

    Tables of further questions follow below an empty line, each under its own titles.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    _write(writer, table)
    for further in table.more:
        writer.writerow([])
        _write(writer, further)
    return out.getvalue().encode("utf-8-sig")


def _write(writer: Any, table: Table) -> None:
    warning = [REPLIES.demo] if table.demo else []
    writer.writerow([column.title for column in table.columns] + (["Προσοχή"] if table.demo else []))
    for row in table.rows:
        writer.writerow([_written(cell) for cell in row] + warning)


def _written(cell: Cell) -> str:
    match cell:
        case None:
            return ""
        case Decimal():
            return euro_digits(cell)
        case date():
            return f"{cell.day}/{cell.month}/{cell.year}"
        case int():
            return str(cell)
    return harmless(cell)


def euro_digits(amount: Decimal) -> str:
    """«1234,50»: no dots between thousands; more than two decimals only where the act states them."""
    places = max(2, -int(amount.normalize().as_tuple().exponent))
    return f"{amount:.{places}f}".replace(".", ",")


def harmless(text: str) -> str:
    """Text that a spreadsheet would run is shown instead, behind an apostrophe; so is what only looks like it."""
    one_line = " ".join(text.split())
    return f"'{one_line}" if text.startswith(_BEGINS_A_FORMULA) or one_line.startswith(_BEGINS_A_FORMULA) else one_line
