"""The figures of an answer as its lookup would count them today."""

from decimal import Decimal

from core.answer.kept import measured
from core.answer.kept.near_limit import bands_of
from core.answer.kept.opened import Opened
from core.answer.lookups import compare, count_decisions, payee_history, rank_decisions, rank_payees, total_spending
from core.answer.lookups.store import LookupStore
from core.domain.answer import Figure
from core.domain.asked import Asked, AskedKind
from core.domain.ledger import Stage
from core.domain.request import Unit
from core.store import spending

Key = tuple[str, Unit, Stage | None]


async def figures_now(store: LookupStore, kept: Opened, asked: Asked) -> dict[Key, Decimal]:
    """By label, unit and stage, as the answer keeps them."""
    if kept.lookup in measured.NAMES:
        again = await measured.figures_now(store, kept, asked)
        return {(each.label, each.unit, each.stage): each.value for each in reversed(again)}
    if asked.kind is AskedKind.PARTS:
        return await _parts_now(store, asked)
    if asked.kind is AskedKind.NUMBER and not asked.group_by:
        return {("decisions", Unit.DECISIONS, None): Decimal(await spending.count(store.pool, where=asked.where))}
    if asked.kind is AskedKind.RANKING and asked.stage:
        rank = rank_decisions.Arguments(where=asked.where, stage=asked.stage, largest=asked.largest, limit=asked.limit)
        rows = (await rank_decisions.run(store, rank)).rows
        return {(row.ada, Unit.EURO, asked.stage): row.amount for row in rows if row.amount is not None}
    return {(each.label, each.unit, each.stage): each.value for each in await _figures(store, asked)}


async def _parts_now(store: LookupStore, asked: Asked) -> dict[Key, Decimal]:
    """How many acts each band holds."""
    found: dict[Key, Decimal] = {}
    for band, where in zip(bands_of(asked), asked.parts, strict=True):
        totals = await spending.stage_totals(store.pool, where=where)
        number = sum(each.decisions for each in totals)
        found[f"decisions {band.key}", Unit.DECISIONS, asked.stage] = Decimal(number)
    return {key: number for key, number in found.items() if number}


async def _figures(store: LookupStore, asked: Asked) -> tuple[Figure, ...]:
    where, stage = asked.where, asked.stage
    match asked.kind:
        case AskedKind.SIDES:
            again = compare.Arguments(sides=asked.sides, stage=stage, named=True, rows=1)
            return (await compare.run(store, again)).finding.figures
        case AskedKind.PAYEES if stage:
            rank = rank_payees.Arguments(where=where, stage=stage, limit=asked.limit, by_acts=asked.by_acts)
            return (await rank_payees.run(store, rank)).finding.figures
        case AskedKind.PAYEE:
            history = payee_history.Arguments(where=where, key=asked.payee or "", stage=stage, rows=0)
            return (await payee_history.run(store, history)).finding.figures
    if stage is None:
        counted = count_decisions.Arguments(where=where, group_by=asked.group_by)
        return (await count_decisions.run(store, counted)).finding.figures
    total = total_spending.Arguments(where=where, stage=stage, group_by=asked.group_by, rows=0)
    return (await total_spending.run(store, total)).finding.figures
