"""Lookup: what each act or payee that the reader took out would add to the figure, and the figure with all of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from core.answer.lookups import figures
from core.answer.lookups.arguments import checked, described
from core.answer.lookups.find_decision import row_of
from core.answer.lookups.store import LookupStore
from core.domain.answer import Figure, Finding, Row
from core.domain.condition import DecisionFilter
from core.domain.identifiers import is_ada
from core.domain.ledger import Stage
from core.domain.period import Period
from core.domain.request import Item, Unit
from core.store import decisions, spending
from core.store.pool import Db

NAME = "left_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """What the figure was asked of, one filter or several side by side, what was taken out included.

    `stage`: the one whose euro was told; without one acts are counted. `instead`: the one told where that could not
    be: what was taken out last says of which of the two it was.
    """

    wheres: tuple[DecisionFilter, ...]
    stage: Stage | None
    instead: Stage | None = None
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """Acts of the figure, those of them that state an amount, and the amount in euro, net of reversals."""

    decisions: int
    stated: int = 0
    amount: Decimal = Decimal(0)

    def __add__(self, other: "Sum") -> "Sum":
        return Sum(
            decisions=self.decisions + other.decisions,
            stated=self.stated + other.stated,
            amount=self.amount + other.amount,
        )

    def __sub__(self, other: "Sum") -> "Sum":
        return Sum(
            decisions=self.decisions - other.decisions,
            stated=self.stated - other.stated,
            amount=self.amount - other.amount,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOutFinding:
    """What each adds, in the order of `items`; one that adds no act is not among what is counted."""

    finding: Finding
    stage: Stage | None
    parts: tuple[tuple[Item, Sum], ...]
    whole: Sum
    rest: Sum
    added_up: bool = True  # of several filters acts alone are counted together


async def run(store: LookupStore, arguments: Arguments) -> LeftOutFinding:
    wheres = [await checked(store.pool, each) for each in arguments.wheres]
    stage = arguments.stage
    parts, now = await _parts(store.pool, wheres, stage, arguments.items)
    if arguments.instead is not None and parts and not parts[-1][1].decisions:
        stage = arguments.instead
        parts, now = await _parts(store.pool, wheres, stage, arguments.items)
    whole = await _sum(store.pool, wheres, stage, without=())
    rows = await _rows(store.pool, arguments.items)
    return LeftOutFinding(
        finding=Finding(
            lookup=NAME,
            arguments=described(wheres[0]),
            figures=tuple(_figures(parts, whole, stage, wheres[0].period)),
            rows=rows,
            total_rows=sum(part.decisions for _, part in parts),
            facts=tuple(("payee", item.shown) for item in arguments.items if not is_ada(item.key)),
        ),
        stage=stage,
        parts=tuple(parts),
        whole=whole,
        rest=now,
        added_up=len(wheres) == 1,
    )


async def _parts(
    db: Db, wheres: Sequence[DecisionFilter], stage: Stage | None, items: tuple[Item, ...]
) -> tuple[list[tuple[Item, Sum]], Sum]:
    """What each adds to the figure as it is now, and that figure."""
    now = await _sum(db, wheres, stage)
    parts = []
    for item in items:
        rest = tuple(each.key for each in items if each.key != item.key)
        parts.append((item, await _sum(db, wheres, stage, without=rest) - now))
    return parts, now


async def _sum(
    db: Db, wheres: Sequence[DecisionFilter], stage: Stage | None, *, without: tuple[str, ...] | None = None
) -> Sum:
    """`without`: instead of what the filters leave out."""
    found = Sum(decisions=0)
    for each in wheres:
        where = each if without is None else replace(each, without=without)
        found += await _of_one(db, replace(where, stage=stage or where.stage), stage)
    return found


async def _of_one(db: Db, where: DecisionFilter, stage: Stage | None) -> Sum:
    if stage is None:
        return Sum(decisions=await spending.count(db, where=where))
    total = next(iter(await spending.stage_totals(db, where=where, aside=())), None)
    return Sum(decisions=total.decisions, stated=total.with_amount, amount=total.net) if total else Sum(decisions=0)


async def _rows(db: Db, items: tuple[Item, ...]) -> tuple[Row, ...]:
    adas = [item.key for item in items if is_ada(item.key)]
    found = await decisions.cards(db, adas=adas) if adas else {}
    return tuple(row_of(found[ada]) for ada in adas if ada in found)


def _figures(parts: list[tuple[Item, Sum]], whole: Sum, stage: Stage | None, period: Period) -> list[Figure]:
    told = []
    for label, each in (*((f"left_out {item.shown}", part) for item, part in parts), ("with all", whole)):
        told.append(figures.acts(each.decisions, label, period=period, stage=stage))
        if stage is not None:
            told.append(
                Figure(
                    value=each.amount, unit=Unit.EURO, stage=stage, period=period, decisions=each.decisions, label=label
                )
            )
    return told


def _euro(each: Sum, label: str, stage: Stage, period: Period) -> Figure:
    return Figure(value=each.amount, unit=Unit.EURO, stage=stage, period=period, decisions=each.decisions, label=label)
