"""Cells of a result as a reader is shown them: amounts, names of bodies, companies without anything of a person."""

from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal

from core.answer.compose.words import organization_name
from core.answer.lookups.store import LookupStore
from core.answer.open_sql.model import Kind
from core.answer.sql_guard import OpenColumnRead
from core.domain.answer import plain
from core.domain.payees import PRIVATE
from core.domain.types import title_of
from core.greek.dates import short_day
from core.greek.numbers import format_count, format_euro, format_percent
from core.store import payees
from core.store.open_data import Cell, OpenRows

NOTHING = "–"
_NO_PAYEE = "χωρίς έναν μόνο ανάδοχο ή δικαιούχο με ΑΦΜ εταιρείας"
_STATES = {"stated": "δηλώνεται", "unstated": "δεν δηλώνεται", "unread": "δεν το έχουμε φορτώσει"}
_SHARE = Decimal("0.01")
Names = Mapping[tuple[str, str], str]


async def table(
    store: LookupStore, columns: tuple[OpenColumnRead, ...], found: OpenRows
) -> tuple[tuple[str, ...], ...]:
    """Every row, cell by cell, as text."""
    names = await _names(store, columns, found)
    return tuple(
        tuple(cell(value, column, names) for value, column in zip(row, columns, strict=True)) for row in found.rows
    )


async def _names(store: LookupStore, columns: tuple[OpenColumnRead, ...], found: OpenRows) -> Names:
    keys = {str(each) for each in _values("payee", columns, found)}
    names = {("payee", key): f"ΑΦΜ {key}" for key in keys}
    for party in await payees.parties_of(store.pool, keys=keys):
        names["payee", party.key] = PRIVATE if party.private else party.words
    for uid in {str(each) for each in _values("organization", columns, found)}:
        names["organization", uid] = organization_name(store.index.label(uid))
    return names


def _values(column: str, columns: tuple[OpenColumnRead, ...], found: OpenRows) -> Iterable[Cell]:
    places = [place for place, each in enumerate(columns) if each.column == column and each.kind is Kind.NAME]
    return (row[place] for row in found.rows for place in places if row[place] is not None)


def cell(value: Cell, column: OpenColumnRead, names: Names) -> str:
    """Data can hold no mark of ours, and no line of its own."""
    if value is None:
        return _NO_PAYEE if column.column == "payee" else NOTHING
    if isinstance(value, date):
        return short_day(value)
    if isinstance(value, int | Decimal):
        return _number(Decimal(value), column)
    told = names.get((column.column, value), value)
    if column.column == "decision_type":
        told = title_of(value)
    if column.column == "amount_state":
        told = _STATES.get(value, value)
    return " ".join(plain(told).split())


def _number(value: Decimal, column: OpenColumnRead) -> str:
    match column.kind:
        case Kind.EURO:
            return format_euro(value)
        case Kind.SHARE if column.hundred:
            return format_percent(value)
        case Kind.TIME:
            return str(int(value))
        case Kind.COUNT | Kind.NUMBER if value == int(value):
            return format_count(int(value))
        case _:
            return str(value.quantize(_SHARE)).replace(".", ",")
