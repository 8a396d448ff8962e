"""Lookup: what an act of one stage amounts to on average and in the middle, all together or by group."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from core.answer.lookups import figures
from core.answer.lookups.arguments import checked_for_euro, clamped, described
from core.answer.lookups.store import LookupStore
from core.answer.lookups.total_spending import is_tellable, leading_stage
from core.domain.answer import Figure, Finding, Row
from core.domain.asked import Asked
from core.domain.change import cents
from core.domain.condition import DecisionFilter, SetAside, StageTotal
from core.domain.ledger import Stage
from core.domain.period import Period
from core.domain.request import Grouping, Unit
from core.store import averages, spending
from core.store.averages import Average

NAME = "average_amount"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """`stage`: the one asked; the nearest that can be told is taken where it cannot, as in totals."""

    where: DecisionFilter
    stage: Stage
    group_by: Grouping | None = None
    rows: int = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class AverageFinding:
    """`average` is None where nothing can be told. `total`: the same acts as totals count them; `asked_total`: those
    of the asked stage, without the limits that acts of unknown amount cannot meet.
    """

    finding: Finding
    asked: Stage
    total: StageTotal | None
    asked_total: StageTotal | None
    average: Average | None
    groups: tuple[Average, ...] = ()
    aside: tuple[SetAside, ...] = ()
    rows: tuple[Row, ...] = ()


async def run(store: LookupStore, arguments: Arguments) -> AverageFinding:
    db = store.pool
    where = await checked_for_euro(db, arguments.where)
    aside = await spending.set_aside(db, where=where)
    stages = await spending.stage_totals(db, where=where, aside=aside)
    unlimited = await spending.stage_totals(db, where=where.without_line_limits()) if where.limits_lines else stages
    total = leading_stage(stages, unlimited, arguments.stage)
    told = total if total is not None and is_tellable(total, unlimited) else None
    found = await averages.by(db, where=where, stage=told.stage) if told else []
    grouped = arguments.group_by if found else None
    groups = await averages.by(db, where=where, stage=told.stage, group_by=grouped) if told and grouped else []
    most = clamped(arguments.rows, least=0, most=spending.ROWS_CAP)
    rows = await spending.rows_behind(db, where=where, stage=told.stage, limit=most) if told and most else []
    average = next((each for each in found if each.counted), None)
    counted = [figure for each in unlimited for figure in _silent(each, where.period)]
    if total is not None:
        counted += figures.of_total(total, period=where.period, tellable=told is not None)
    if told is not None and average is not None:
        counted += [figure for each in (average, *groups) for figure in _figures(each, told.stage, where.period)]
    return AverageFinding(
        finding=_finding(arguments, where, counted + figures.of_aside(aside, period=where.period), rows, told),
        asked=arguments.stage,
        total=total,
        asked_total=_of(unlimited, arguments.stage),
        average=average,
        groups=tuple(groups),
        aside=tuple(each for each in aside if each.reason),
        rows=tuple(rows),
    )


def _of(stages: Iterable[StageTotal], stage: Stage) -> StageTotal | None:
    return next((each for each in stages if each.stage is stage), None)


def _silent(total: StageTotal, period: Period) -> list[Figure]:
    numbers = (total.decisions, total.unstated, total.unread)
    return [figures.acts(number, "unlimited", period=period, stage=total.stage) for number in numbers if number]


def _figures(average: Average, stage: Stage, period: Period) -> list[Figure]:
    """«mean», «median», «largest» and their groups: a mean is rounded once, after dividing."""
    key = f" {average.key}" if average.key else ""
    euros = (("mean", average.mean), ("median", average.median), ("largest", average.largest))
    told = [_euro(value, f"{name}{key}", average, stage, period) for name, value in euros if value is not None]
    numbers = (average.decisions, average.counted, average.reversals, average.unstated, average.unread, average.zeros)
    silent = average.unstated + average.unread
    return [
        *(told if average.tellable else []),
        *(figures.acts(each, f"acts{key}", period=period, stage=stage) for each in (*numbers, silent) if each),
    ]


def _euro(value: Decimal, label: str, average: Average, stage: Stage, period: Period) -> Figure:
    return Figure(
        value=cents(value),
        unit=Unit.EURO,
        stage=stage,
        period=period,
        decisions=average.counted,
        without_amount=average.unstated + average.unread,
        label=label,
    )


def _finding(
    arguments: Arguments, where: DecisionFilter, counted: list[Figure], rows: Sequence[Row], told: StageTotal | None
) -> Finding:
    return Finding(
        lookup=NAME,
        arguments=described(replace(where, stage=arguments.stage), group_by=arguments.group_by),
        figures=tuple(counted),
        rows=tuple(rows),
        total_rows=told.decisions if told else 0,
        facts=(("leading", told.stage),) if told else (),
        asked=Asked(where=where, stage=told.stage, group_by=arguments.group_by) if told else None,
    )
