"""Lookup: what a difference between two totals of one stage is made of, by act, payee and month; never its cause."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from core.answer.lookups import figures
from core.answer.lookups.arguments import checked_for_euro, described
from core.answer.lookups.compare import of_change
from core.answer.lookups.store import LookupStore
from core.answer.lookups.total_spending import is_tellable
from core.domain.answer import Figure, Finding, Row
from core.domain.asked import Side
from core.domain.change import Change, cents
from core.domain.condition import DecisionFilter, StageTotal
from core.domain.ledger import Stage
from core.domain.payees import is_private_person
from core.domain.request import Grouping, Unit
from core.store import changes, spending
from core.store.pool import Db

NAME = "explain_change"
_ACTS = 3
_KEPT = 20
_NOTHING = Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    before: Side
    after: Side
    stage: Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class ActShare:
    """An act of the larger side. `share`: of the difference; `without`: what the larger side would be without it."""

    row: Row
    share: Decimal | None
    without: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One payee's acts or one month's, on both sides; `key` is the payee as shown, or the month's number."""

    key: str
    change: Change
    share: Decimal | None
    decisions: int = 0  # of the larger side


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeFinding:
    """`change` is None where a side cannot be told. `acts` are of the `larger` side, `others` of the other one.

    `payee` and `month`: the one that makes most of the difference; None where none goes its way or it cannot be told.
    """

    finding: Finding
    stage: Stage
    change: Change | None = None
    larger: Side | None = None
    acts: tuple[ActShare, ...] = ()
    others: tuple[Row, ...] = ()
    payee: Part | None = None
    month: Part | None = None


async def run(store: LookupStore, arguments: Arguments) -> ChangeFinding:
    db, stage = store.pool, arguments.stage
    before = await _total(db, arguments.before, stage)
    after = await _total(db, arguments.after, stage)
    if before is None or after is None:
        return ChangeFinding(finding=_finding(arguments, (), ()), stage=stage)
    change = Change.between(before.net, after.net)
    old, new = [await _rows(db, side, stage) for side in (arguments.before, arguments.after)]
    grew = change.difference >= 0
    larger, smaller = (new, old) if grew else (old, new)
    total = max(change.before, change.after)
    acts = tuple(_act(row, change, total) for row in larger[:_ACTS])
    payee, theirs = await _payee(db, arguments, change, old, new)
    month = await _month(db, arguments, change)
    counted = _figures(arguments, change, acts, payee, month)
    return ChangeFinding(
        finding=_finding(arguments, counted, (*larger[:_KEPT], *smaller[:_KEPT], *theirs)),
        stage=stage,
        change=change,
        larger=arguments.after if grew else arguments.before,
        acts=acts,
        others=tuple(smaller[:1]),
        payee=payee,
        month=month,
    )


async def _total(db: Db, side: Side, stage: Stage) -> StageTotal | None:
    """The side's total, if it can be told."""
    where = replace(await checked_for_euro(db, side.where), stage=stage)
    totals = await spending.stage_totals(db, where=where)
    unlimited = await spending.stage_totals(db, where=where.without_line_limits()) if where.limits_lines else []
    return totals[0] if totals and is_tellable(totals[0], unlimited) else None


async def _rows(db: Db, side: Side, stage: Stage) -> list[Row]:
    """The acts with an amount, the largest first; reversals are no part that adds."""
    rows = await spending.rows_behind(db, where=side.where, stage=stage)
    return [row for row in rows if row.amount is not None and row.sign > 0]


def _act(row: Row, change: Change, total: Decimal) -> ActShare:
    amount = cents(row.amount or _NOTHING)
    return ActShare(row=row, share=change.share(amount), without=total - amount)


def _part(key: str, change: Change, before: Decimal, after: Decimal, decisions: int = 0) -> Part:
    """Its share counts in the direction of the whole: what goes the other way has none."""
    own = Change.between(before, after)
    along = own.difference if change.difference > 0 else -own.difference
    return Part(key=key, change=own, share=change.share(along) if along > 0 else None, decisions=decisions)


def _largest(parts: Sequence[Part]) -> Part | None:
    told = [part for part in parts if part.share is not None]
    return max(told, key=lambda part: (part.share or 0, part.key), default=None)


async def _payee(
    db: Db, arguments: Arguments, change: Change, old: Sequence[Row], new: Sequence[Row]
) -> tuple[Part | None, list[Row]]:
    """The company whose acts, as their only payee, differ most; of one body alone, and private persons are no part.

    A company without its legal form in some act's name is the same company.
    """
    bodies = {*arguments.before.where.organizations, *arguments.after.where.organizations}
    if len(bodies) != 1 or max(len(old), len(new)) >= spending.ROWS_CAP:
        return None, []
    found = await changes.sole_payees(db, rows=(*old, *new), stage=arguments.stage)
    companies = {payee.afm for payee in found.values() if not is_private_person(payee)}  # by any name of an ΑΦΜ
    whose = {ada: payee.afm for ada, payee in found.items() if payee.afm in companies}
    larger = new if change.difference >= 0 else old
    parts = []
    for afm in dict.fromkeys(whose[row.ada] for row in larger if row.ada in whose):
        sums = [
            sum((row.amount or _NOTHING for row in side if whose.get(row.ada) == afm), _NOTHING) for side in (old, new)
        ]
        theirs = [row for row in larger if whose.get(row.ada) == afm]
        shown = next((row.payees[0] for row in theirs if afm and row.payees and row.payees[0].endswith(afm)), None)
        if shown is not None:
            parts.append(_part(shown, change, sums[0], sums[1], len(theirs)))
    most = _largest(parts)
    return most, [row for row in larger if most and row.payees == (most.key,)][:_KEPT]


async def _month(db: Db, arguments: Arguments, change: Change) -> Part | None:
    """The month that differs most. Commitments of whole years go by fiscal year, which has no months of issue."""
    wheres = (arguments.before.where, arguments.after.where)
    if arguments.stage is Stage.COMMITMENT or not _months_match(*wheres):
        return None
    stage = arguments.stage
    found = [await spending.totals_by(db, where=each, stage=stage, group_by=Grouping.MONTH) for each in wheres]
    old, new = ({total.key[5:]: total for total in side} for side in found)
    parts = [
        _part(month, change, old[month].net, new[month].net)
        for month in sorted(old.keys() & new.keys())
        if is_tellable(old[month], ()) and is_tellable(new[month], ())
    ]
    return _largest(parts)


def _months_match(before: DecisionFilter, after: DecisionFilter) -> bool:
    """Both begin and end on the same days of a year, and are no longer than one."""
    days = [(each.period.since, each.period.until) for each in (before, after)]
    if any(since is None or until is None or (until - since).days > 366 for since, until in days):
        return False
    shapes = {tuple((day.month, day.day) for day in pair if day) for pair in days}
    return len(shapes) == 1


def _figures(
    arguments: Arguments, change: Change, acts: Sequence[ActShare], payee: Part | None, month: Part | None
) -> list[Figure]:
    keys, stage = f"{arguments.before.key} → {arguments.after.key}", arguments.stage
    counted = of_change(change, keys, stage)
    for each in acts:
        counted += _share(each.share, f"share {each.row.ada}", stage)
        counted.append(Figure(value=each.without, unit=Unit.EURO, stage=stage, label=f"without {each.row.ada}"))
    for name, part in (("payee", payee), ("month", month)):
        if part is not None:
            counted += _share(part.share, f"share {name} {part.key}", stage)
            counted += [
                Figure(value=value, unit=Unit.EURO, stage=stage, label=f"{name} {side.key}")
                for value, side in ((part.change.before, arguments.before), (part.change.after, arguments.after))
            ]
            counted += [figures.acts(part.decisions, f"{name} acts", stage=stage)] if part.decisions else []
    return counted


def _share(share: Decimal | None, label: str, stage: Stage) -> list[Figure]:
    return [] if share is None else [Figure(value=share, unit=Unit.PERCENT, stage=stage, label=label)]


def _finding(arguments: Arguments, counted: Sequence[Figure], rows: Sequence[Row]) -> Finding:
    before, after = arguments.before, arguments.after
    kept = tuple({row.ada: row for row in rows}.values())
    where = replace(after.where, stage=arguments.stage, period=replace(after.where.period, since=None, until=None))
    return Finding(
        lookup=NAME,
        arguments=described(where, before=before.key, after=after.key),
        figures=tuple(counted),
        rows=kept,
        total_rows=len(kept),
    )
