"""Lookup: one stage of several sides, and the differences; each side is counted as a total of its own is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from core.answer.lookups import figures
from core.answer.lookups.arguments import checked_for_euro, clamped, described
from core.answer.lookups.store import LookupStore
from core.answer.lookups.total_spending import NEAREST, STAGE_ORDER, is_tellable
from core.domain.answer import Figure, Finding, Row
from core.domain.asked import Asked, Side
from core.domain.change import Change
from core.domain.condition import Condition, DecisionFilter, StageTotal
from core.domain.ledger import Stage
from core.domain.period import Period
from core.domain.request import Unit
from core.errors import InvalidInput
from core.store import spending
from core.store.pool import Db
from core.store.spending import Noted

NAME = "compare"
_MOST_SIDES = 12
_ROWS = 500
_TOO_FEW = "Για σύγκριση χρειάζονται τουλάχιστον δύο πλευρές."
_TOO_MANY = "Συγκρίνω έως δώδεκα πλευρές μαζί."


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """`stage`: the one asked, unless each side has its own (`where.stage`); those are never subtracted.

    `named`: the reader said the stage; else the stage that most sides can tell is taken.
    """

    sides: tuple[Side, ...]
    stage: Stage | None = None
    named: bool = False
    rows: int = _ROWS


@dataclass(frozen=True, slots=True, kw_only=True)
class SideTotal:
    """One side as it was counted: `asked` and `total` are None where it has no act of the asked, the told stage."""

    side: Side
    stages: tuple[StageTotal, ...]
    unlimited: tuple[StageTotal, ...]
    asked: StageTotal | None
    total: StageTotal | None
    noted: tuple[Noted, ...] = ()
    rows: tuple[Row, ...] = ()

    @property
    def tellable(self) -> bool:
        return self.total is not None and is_tellable(self.total, self.unlimited)


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """From the side at place `before` to that at `after`."""

    before: int
    after: int
    change: Change


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareFinding:
    """`stage` is the one told, None where each side has its own. `differences`: of neighbours that can both be told.

    `shared`: acts that stand on both sides, when two topics are compared.
    """

    finding: Finding
    asked: Stage | None
    stage: Stage | None
    sides: tuple[SideTotal, ...]
    differences: tuple[Difference, ...] = ()
    shared: int = 0


async def run(store: LookupStore, arguments: Arguments) -> CompareFinding:
    if not 2 <= len(arguments.sides) <= _MOST_SIDES:
        raise InvalidInput(_TOO_MANY if len(arguments.sides) > _MOST_SIDES else _TOO_FEW)
    read = [await _read(store.pool, side) for side in arguments.sides]
    stage = _told_stage(read, arguments)
    limit = clamped(arguments.rows, least=1, most=spending.ROWS_CAP)
    sides = [await _told(store.pool, each, stage or each.side.where.stage, arguments.stage, limit) for each in read]
    if len({side.where.organizations for side in arguments.sides}) > 1:  # no private person is named across bodies
        sides = [replace(each, rows=tuple(replace(row, payees=()) for row in each.rows)) for each in sides]
    differences = _differences(sides) if stage else []
    shared = await _shared(store.pool, arguments.sides, stage) if stage else 0
    counted = [figure for side in sides for figure in _figures_of(side)]
    counted += [figure for each in differences for figure in _figures_between(each, sides, stage)]
    counted += [figures.acts(shared, "shared", stage=stage)] if shared else []
    return CompareFinding(
        finding=Finding(
            lookup=NAME,
            arguments=_described(arguments),
            figures=tuple(counted),
            rows=tuple(row for side in sides for row in side.rows),
            total_rows=sum(side.total.decisions for side in sides if side.total),
            asked=_asked(arguments, stage),
        ),
        asked=arguments.stage,
        stage=stage,
        sides=tuple(sides),
        differences=tuple(differences),
        shared=shared,
    )


async def _read(db: Db, side: Side) -> SideTotal:
    where = await checked_for_euro(db, side.where)
    stages = await spending.stage_totals(db, where=where)
    limited = where.limits_lines
    unlimited = await spending.stage_totals(db, where=where.without_line_limits()) if limited else []
    return SideTotal(side=side, stages=tuple(stages), unlimited=tuple(unlimited), asked=None, total=None)


def _of(stages: Iterable[StageTotal], stage: Stage | None) -> StageTotal | None:
    return next((total for total in stages if total.stage is stage), None)


def _told_stage(sides: Sequence[SideTotal], arguments: Arguments) -> Stage | None:
    """The asked stage while it can be told somewhere and was named; else the nearest that most sides can tell."""
    if all(each.side.where.stage for each in sides):
        return None
    wanted = arguments.stage or Stage.PAYMENT
    order = list(dict.fromkeys((wanted, *NEAREST.get(wanted, ()), *STAGE_ORDER)))
    able = {stage: sum(_can_tell(each, stage) for each in sides) for stage in order}
    if arguments.named and able[wanted]:
        return wanted
    return max(order, key=lambda stage: able[stage]) if any(able.values()) else wanted


def _can_tell(side: SideTotal, stage: Stage) -> bool:
    total = _of(side.stages, stage)
    return total is not None and is_tellable(total, side.unlimited)


async def _told(db: Db, read: SideTotal, stage: Stage | None, asked: Stage | None, limit: int) -> SideTotal:
    if stage is None:
        raise InvalidInput(_TOO_FEW)
    where = read.side.where
    rows = await spending.rows_behind(db, where=where, stage=stage, limit=limit)
    noted = await spending.noted(db, where=where, stage=stage)
    return replace(
        read,
        asked=_of(read.stages, asked or stage),
        total=_of(read.stages, stage),
        noted=tuple(noted),
        rows=tuple(rows),
    )


def _differences(sides: Sequence[SideTotal]) -> list[Difference]:
    found = []
    for place in range(1, len(sides)):
        before, after = sides[place - 1], sides[place]
        if before.total and after.total and before.tellable and after.tellable:
            change = Change.between(before.total.net, after.total.net)
            found.append(Difference(before=place - 1, after=place, change=change))
    return [_upward(each) for each in found] if len({side.side.where.period for side in sides}) == 1 else found


def _upward(each: Difference) -> Difference:
    """Of sides at one time neither comes first: the percent is what the larger has more than the smaller."""
    if each.change.difference >= 0:
        return each
    change = Change(before=each.change.after, after=each.change.before)
    return Difference(before=each.after, after=each.before, change=change)


async def _shared(db: Db, sides: Sequence[Side], stage: Stage) -> int:
    """Acts whose subject holds the words of both topics: they are in both sums."""
    first, second = sides[0].where, sides[1].where
    if len(sides) != 2 or first.condition == second.condition or first.period != second.period:
        return 0
    both = Condition(
        groups=(*first.condition.groups, *second.condition.groups),
        exclude=(*first.condition.exclude, *second.condition.exclude),
    )
    total = _of(await spending.stage_totals(db, where=replace(first, condition=both)), stage)
    return total.decisions if total else 0


def _figures_of(side: SideTotal) -> list[Figure]:
    """As of a total, with the side's key; how many acts are without an amount, whatever the reason."""
    period, key = side.side.where.period, side.side.key
    counted = []
    for total in filter(None, dict.fromkeys((side.total, side.asked))):
        tellable = is_tellable(total, side.unlimited)
        counted += figures.of_total(replace(total, key=key), period=period, tellable=tellable)
        counted += figures.of_aside((replace(each, key=key) for each in total.aside), period=period)
        counted.append(figures.acts(total.decisions - total.with_amount, f"without_amount {key}", period=period))
    if side.total is not None:
        counted += figures.of_noted(side.noted, side.total, period=period, tellable=side.tellable)
    return counted


def _figures_between(each: Difference, sides: Sequence[SideTotal], stage: Stage | None) -> list[Figure]:
    keys = f"{sides[each.before].side.key} → {sides[each.after].side.key}"
    return of_change(each.change, keys, stage)


def of_change(change: Change, keys: str, stage: Stage | None) -> list[Figure]:
    """Difference and percent carry their sign: minus is a fall."""
    told = [Figure(value=change.difference, unit=Unit.EURO, stage=stage, label=f"difference {keys}")]
    if change.percent is not None:
        told.append(Figure(value=change.percent, unit=Unit.PERCENT, stage=stage, label=f"percent {keys}"))
    return told


def _asked(arguments: Arguments, stage: Stage | None) -> Asked:
    """Over all sides: their bodies, and the time from the first to the last."""
    wheres = [side.where for side in arguments.sides]
    periods = list(dict.fromkeys(where.period for where in wheres))
    firsts, lasts = [each.since for each in periods if each.since], [each.until for each in periods if each.until]
    whole = Period(
        since=min(firsts) if len(firsts) == len(periods) else None,
        until=max(lasts) if len(lasts) == len(periods) else None,
        words=" και ".join(each.words for each in periods if each.words),
    )
    bodies = tuple(dict.fromkeys(uid for where in wheres for uid in where.organizations))
    shared = replace(_shared_filter(arguments), organizations=bodies, period=whole, stage=None)
    return Asked(where=shared, stage=stage, sides=arguments.sides)


def _described(arguments: Arguments) -> tuple[tuple[str, str], ...]:
    """What all sides share, as one filter; then what each side is."""
    shared = replace(_shared_filter(arguments), stage=arguments.stage)
    return described(shared, sides=" · ".join(side.key for side in arguments.sides))


def _shared_filter(arguments: Arguments) -> DecisionFilter:
    first = arguments.sides[0].where
    wheres = [side.where for side in arguments.sides]
    same_body = len({where.organizations for where in wheres}) == 1
    same_words = len({where.condition for where in wheres}) == 1
    same_period = len({where.period for where in wheres}) == 1
    same_types = len({where.decision_types for where in wheres}) == 1
    return replace(
        first,
        organizations=first.organizations if same_body else (),
        condition=first.condition if same_words else Condition(),
        period=first.period if same_period else replace(first.period, since=None, until=None),
        decision_types=first.decision_types if same_types else (),
    )
