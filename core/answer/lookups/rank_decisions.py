"""Lookup: the largest or smallest acts of one stage, among those that state an amount; suspects are shown apart."""

from dataclasses import dataclass, replace

from core.answer.lookups import figures
from core.answer.lookups.amount_checks import figures_of_checks, with_checks
from core.answer.lookups.arguments import checked_for_euro, clamped, described
from core.answer.lookups.store import LookupStore
from core.answer.lookups.total_spending import is_tellable
from core.domain.answer import Finding, Row
from core.domain.asked import Asked
from core.domain.condition import DecisionFilter, SetAside, StageTotal
from core.domain.ledger import Stage
from core.store import counted_elsewhere, spending
from core.store.counted_elsewhere import Elsewhere

NAME = "rank_decisions"
_MOST = 50
_ASIDE_ROWS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    where: DecisionFilter
    stage: Stage
    largest: bool = True
    limit: int = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class RankFinding:
    """`total` is the whole stage without the limits on amount or payee: how many acts state an amount at all.

    `rows` is empty when most amounts of the stage were never read: a ranking of the rest would mislead.
    """

    finding: Finding
    stage: Stage
    total: StageTotal | None
    rows: tuple[Row, ...] = ()
    aside: tuple[SetAside, ...] = ()
    aside_rows: tuple[Row, ...] = ()
    elsewhere: tuple[Elsewhere, ...] = ()  # whose contract counts outside of the period


async def run(store: LookupStore, arguments: Arguments) -> RankFinding:
    where = replace(await checked_for_euro(store.pool, arguments.where), stage=arguments.stage)
    limit = clamped(arguments.limit, least=1, most=_MOST)
    aside = await spending.set_aside(store.pool, where=where)
    totals = await spending.stage_totals(store.pool, where=where.without_line_limits())
    total = totals[0] if totals else None
    tellable = total is not None and is_tellable(total, ())
    rows = await _ranked(store, arguments, where, limit) if tellable else []
    aside_rows = await spending.rows_set_aside(store.pool, where=where, limit=_ASIDE_ROWS) if aside else []
    elsewhere = await counted_elsewhere.find(store.pool, where=where, stage=arguments.stage, aside=aside)
    counted = figures.of_total(total, period=where.period, tellable=tellable) if total else []
    counted += figures.of_elsewhere(elsewhere, period=where.period, stage=arguments.stage)
    return RankFinding(
        finding=Finding(
            lookup=NAME,
            arguments=described(where, largest="true" if arguments.largest else "false", limit=limit),
            figures=(*counted, *figures.of_aside(aside, period=where.period), *figures_of_checks(rows)),
            rows=(*rows, *aside_rows),
            total_rows=total.with_amount if total else 0,
            facts=figures.named_elsewhere(elsewhere),
            asked=Asked(where=where, stage=arguments.stage, largest=arguments.largest, limit=limit),
        ),
        stage=arguments.stage,
        total=total,
        rows=tuple(rows),
        aside=tuple(each for each in aside if each.reason),
        aside_rows=tuple(aside_rows),
        elsewhere=tuple(elsewhere),
    )


async def _ranked(store: LookupStore, arguments: Arguments, where: DecisionFilter, limit: int) -> list[Row]:
    rows = await spending.ranked(store.pool, where=where, stage=arguments.stage, largest=arguments.largest, limit=limit)
    return await with_checks(store.pool, rows)
