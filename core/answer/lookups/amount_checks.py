"""Amounts of lists and cards against the text of their PDFs, where it was read; acts that these name."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from core.domain.answer import Figure, Row
from core.domain.facts import AmountCheck
from core.domain.ledger import SUSPECT, Stage
from core.domain.request import Unit
from core.store import facts
from core.store.facts import Named
from core.store.pool import Db

_PAYS = frozenset({Stage.PAYMENT, Stage.APPROVAL})


async def with_checks(db: Db, rows: Sequence[Row]) -> list[Row]:
    """Each with how its amount stands to its PDF; an amount that is no amount is not looked for."""
    checks: dict[str, AmountCheck] = {}
    for pays in (True, False):
        stated = {
            row.ada: row.amount
            for row in rows
            if row.amount is not None and not SUSPECT & set(row.flags) and (row.stage in _PAYS) is pays
        }
        checks |= await facts.check_amounts(db, stated=stated, pays=pays) if stated else {}
    return [replace(row, check=checks.get(row.ada)) for row in rows]


def facts_of_named(named: Iterable[Named]) -> Iterator[tuple[str, str]]:
    """For the guard: these acts and pages may be told."""
    for each in named:
        yield "named_in_pdf", each.ada
        yield "page", str(each.page)


def figures_of_checks(rows: Sequence[Row]) -> list[Figure]:
    """What PDFs say in the stead of posted amounts: it may be told, with its act."""
    return [
        Figure(value=amount, unit=Unit.EURO, stage=row.stage, decisions=1, label=row.ada)
        for row in rows
        if row.check is not None
        for amount in (row.check.payable, row.check.total)
        if amount is not None
    ]
