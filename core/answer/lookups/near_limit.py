"""Lookup: awards whose amount is close under the legal limit of direct awards, in both readings of VAT, apart."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal

from core.answer.lookups import figures, rank_payees
from core.answer.lookups.arguments import checked_for_euro, clamped, described
from core.answer.lookups.rank_payees import PayeeRankFinding
from core.answer.lookups.store import LookupStore
from core.domain.answer import Figure, Finding, Row
from core.domain.asked import Asked
from core.domain.award_limits import LIMITS, NEAR, VAT, AwardLimit, Band, LimitKind, bands, others
from core.domain.condition import DecisionFilter, StageTotal
from core.domain.ledger import Flag, Stage
from core.domain.money.award_kinds import award_kind
from core.domain.request import Grouping, Unit
from core.greek.fold import fold
from core.greek.numbers import format_euro
from core.store import spending
from core.store.pool import Db

NAME = "near_limit"
AWARDS = ("Δ.1",)  # Δ.2.2 comes out of a tender, which no such limit concerns
_MOST = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """`group_by`: by payee or by body, beside the acts. `rows`: acts of each band at most, the largest first."""

    where: DecisionFilter
    kind: LimitKind = LimitKind.USUAL
    group_by: Grouping | None = None
    rows: int = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """The awards of one band. `direct`: subjects that say «απευθείας ανάθεση»; `at_limit`: of just its amount; `kinds`:
    how many say in their subject what they are (works, supply, service), nothing where they are too many to be read.
    """

    band: Band
    where: DecisionFilter
    total: StageTotal | None
    direct: int = 0
    at_limit: int = 0
    rows: tuple[Row, ...] = ()
    bodies: tuple[StageTotal, ...] = ()
    payees: PayeeRankFinding | None = None
    kinds: Mapping[Flag, int] = field(default_factory=dict)

    @property
    def decisions(self) -> int:
        return self.total.decisions if self.total else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class NearFinding:
    """`near`: one for each limit in force in the period and each reading; empty where none was. `others`: the limits of
    another kind of contract then.
    """

    finding: Finding
    near: tuple[Near, ...]
    others: tuple[AwardLimit, ...] = ()
    stage: Stage = Stage.AWARD

    @property
    def wheres(self) -> tuple[DecisionFilter, ...]:
        return tuple(each.where for each in self.near)


async def run(store: LookupStore, arguments: Arguments) -> NearFinding:
    shared = replace(arguments.where, stage=Stage.AWARD, decision_types=AWARDS)
    where = await checked_for_euro(store.pool, shared)
    near = [await _near(store, arguments, where, band) for band in bands(arguments.kind, where.period)]
    other = others(arguments.kind, where.period)
    found = sum(each.decisions for each in near)
    told = ", ".join(f"{format_euro(each.band.least)} έως {format_euro(each.band.most)}" for each in near)
    return NearFinding(
        finding=Finding(
            lookup=NAME,
            arguments=described(where, group_by=arguments.group_by, bands=told),
            figures=(*(figure for each in near for figure in _figures(each)), *map(_of_other, other)),
            rows=tuple(row for each in near for row in (*each.rows, *_rows_of_payees(each))),
            total_rows=found,
            facts=tuple(_facts(near)),
            asked=Asked(where=where, stage=Stage.AWARD, parts=tuple(each.where for each in near)) if found else None,
        ),
        near=tuple(near),
        others=other,
    )


async def _near(store: LookupStore, arguments: Arguments, shared: DecisionFilter, band: Band) -> Near:
    where = _within(shared, band)
    total = next(iter(await spending.stage_totals(store.pool, where=where)), None)
    if total is None or not total.decisions:
        return Near(band=band, where=where, total=total)
    limit = clamped(arguments.rows, least=0, most=_MOST) if arguments.group_by is None else 0
    rows = await spending.ranked(store.pool, where=where, stage=Stage.AWARD, largest=True, limit=limit) if limit else []
    return Near(
        band=band,
        where=where,
        total=total,
        direct=await _number(store.pool, replace(where, direct_only=True)),
        at_limit=await _number(store.pool, replace(where, amount_min=band.most, amount_max=band.most)),
        rows=tuple(rows),
        bodies=tuple(await _bodies(store.pool, arguments, where)),
        payees=await _payees(store, arguments, where),
        kinds=await _kinds(store.pool, where, total.decisions),
    )


def _within(where: DecisionFilter, band: Band) -> DecisionFilter:
    """The band, narrowed by the limits on amount that were asked; nothing passes where they do not meet."""
    least = max(band.least, where.least if where.least is not None else band.least)
    most = min(band.most, where.most if where.most is not None else band.most)
    bound = replace(where, period=band.period, amount_above=False, amount_below=False)
    if least > most:
        return replace(bound, amount_min=band.most, amount_max=band.most, decision_types=("",))
    return replace(bound, amount_min=least, amount_max=most)


async def _kinds(db: Db, where: DecisionFilter, acts: int) -> Mapping[Flag, int]:
    if acts > spending.ROWS_CAP:
        return {}
    rows = await spending.rows_behind(db, where=where, stage=Stage.AWARD)
    return Counter(kind for row in rows if (kind := award_kind(fold(row.subject))))


async def _number(db: Db, where: DecisionFilter) -> int:
    return sum(total.decisions for total in await spending.stage_totals(db, where=where, aside=()))


async def _bodies(db: Db, arguments: Arguments, where: DecisionFilter) -> list[StageTotal]:
    """The most acts first."""
    if arguments.group_by is not Grouping.ORGANIZATION:
        return []
    totals = await spending.totals_by(db, where=where, stage=Stage.AWARD, group_by=Grouping.ORGANIZATION)
    return sorted((each for each in totals if each.decisions), key=lambda each: (-each.decisions, each.key))


async def _payees(store: LookupStore, arguments: Arguments, where: DecisionFilter) -> PayeeRankFinding | None:
    if arguments.group_by is not Grouping.PAYEE:
        return None
    asked = rank_payees.Arguments(where=where, stage=Stage.AWARD, limit=arguments.rows or _MOST, by_acts=True)
    return await rank_payees.run(store, asked)


def _figures(near: Near) -> list[Figure]:
    """Labelled by the band, so that two readings are never taken for one."""
    key, period = near.band.key, near.band.period
    told = [*(figures.of_total(near.total, period=period, tellable=True) if near.total else [])]
    told += [figures.acts(number, name, period=period) for name, number in _counts(near).items()]
    told += [figure for each in near.bodies for figure in figures.of_total(each, period=period, tellable=True)]
    told += near.payees.finding.figures if near.payees else ()
    return [replace(each, label=f"{each.label} {key}") for each in told] + _ends(near)


def _rows_of_payees(near: Near) -> tuple[Row, ...]:
    return near.payees.finding.rows if near.payees else ()


def _facts(near: list[Near]) -> Iterator[tuple[str, str]]:
    yield "law", LIMITS[0].law
    for each in near:
        yield "law", each.band.limit.law
        yield from each.payees.finding.facts if each.payees else ()


def _counts(near: Near) -> dict[str, int]:
    of_kind = {f"kind {kind}": number for kind, number in near.kinds.items()}
    goods = near.kinds.get(Flag.SUPPLY, 0) + near.kinds.get(Flag.SERVICE, 0)
    return {"direct": near.direct, "at_limit": near.at_limit, "shown": len(near.rows), "goods": goods, **of_kind}


def _of_other(limit: AwardLimit) -> Figure:
    return Figure(
        value=limit.euro, unit=Unit.EURO, stage=Stage.AWARD, period=limit.period, label=f"limit {limit.kind.value}"
    )


def _ends(near: Near) -> list[Figure]:
    """The limit, the ends of the band and the rates that made them, which the reply tells."""
    euro = ("limit", near.band.limit.euro), ("least", near.band.least), ("most", near.band.most)
    percents = ("vat", VAT * 100), ("near", NEAR * 100)
    ends: list[tuple[str, Decimal, Unit, Stage | None]] = [(*each, Unit.EURO, Stage.AWARD) for each in euro]
    ends += [(*each, Unit.PERCENT, None) for each in percents]
    return [
        Figure(value=value, unit=unit, stage=stage, period=near.band.limit.period, label=f"{name} {near.band.key}")
        for name, value, unit, stage in ends
    ]
