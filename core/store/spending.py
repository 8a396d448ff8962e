"""What was decided in euro and how many acts: totals a stage, counts, rankings, and the acts behind every figure."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from core.domain.answer import Row
from core.domain.condition import DecisionFilter, SetAside, StageTotal
from core.domain.ledger import OUTSIDE, AmountState, Flag, Payee, Stage
from core.domain.request import Grouping
from core.errors import InvalidInput
from core.store import matched, sql
from core.store.filters import cpv_prefix, fiscal_years, only_commitments, types_asked
from core.store.pool import Db, together
from core.store.rows import as_row

STATEMENTS = sql.load(__name__)

ROWS_CAP = 10_000
RANKS_CAP = 100
_STAGE_ORDER = {stage: place for place, stage in enumerate(Stage)}
_REASONS = OUTSIDE  # a suspect line may carry other flags, which are no reason
_BY_DAY = frozenset({Grouping.MONTH, Grouping.QUARTER})


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """Acts inside a total that carry one flag: several years, no expenditure, payroll, lines that differ …"""

    flag: Flag
    decisions: int
    amount: Decimal


def filter_arguments(where: DecisionFilter, group_by: Grouping | None = None) -> tuple[object, ...]:
    """$1–$13 of every statement that counts euro. Commitments go by fiscal year, but not month by month."""
    first_year, last_year = (None, None) if group_by in _BY_DAY else fiscal_years(where)
    return (
        list(where.organizations) or None,
        where.period.since or date.min,
        where.period.until or date.max,
        first_year,
        last_year,
        list(where.decision_types) or None,
        where.stage,
        where.tsquery,
        where.payee_afm,
        where.least,
        where.most,
        where.kae,
        cpv_prefix(where.cpv),
    )


def _stage_first(item: StageTotal | SetAside) -> tuple[int, str]:
    return _STAGE_ORDER[item.stage], item.key


def _set_aside(record: Mapping[str, Any]) -> SetAside:
    return SetAside(
        stage=Stage(record["stage"]),
        key=record["key"],
        reason=Flag(record["reason"]) if record["reason"] else None,
        decisions=record["decisions"],
        amount=record["amount"],
    )


def _total(stage: Stage, key: str, counted: Mapping[str, Any] | None, left_out: Sequence[SetAside]) -> StageTotal:
    """A stage may have acts that count, acts set aside, or both."""
    aside = next((each for each in left_out if each.reason is None), None)
    return StageTotal(
        stage=stage,
        key=key,
        decisions=counted["decisions"] if counted else 0,
        unstated=counted["unstated"] if counted else 0,
        unread=counted["unread"] if counted else 0,
        gross=counted["gross"] if counted else Decimal(0),
        reversed=counted["reversed"] if counted else Decimal(0),
        reversals=counted["reversals"] if counted else 0,
        suspects=aside.decisions if aside else 0,
        suspect_amount=aside.amount if aside else Decimal(0),
        same_again=counted["same_again"] if counted else 0,
        aside=tuple(each for each in left_out if each.reason),
    )


async def set_aside(db: Db, *, where: DecisionFilter, group_by: Grouping | None = None) -> list[SetAside]:
    """What totals leave out: one entry a stage and key without a reason, and one more for each reason."""
    records = await db.fetch(
        STATEMENTS.set_aside, *filter_arguments(where, group_by), _group(group_by), list(where.without)
    )
    return sorted((each for each in map(_set_aside, records) if each.reason in (None, *_REASONS)), key=_stage_first)


def _group(group_by: Grouping | None) -> Grouping | None:
    if group_by is Grouping.PAYEE:
        raise InvalidInput("Ομαδοποίηση ανά δικαιούχο δεν γίνεται εδώ.", value=group_by)
    return group_by


Counted = Mapping[tuple[Stage, str], Mapping[str, Any]]


async def _totals(
    db: Db,
    where: DecisionFilter,
    aside: Sequence[SetAside],
    group_by: Grouping | None = None,
    *,
    linked: Sequence[str] | None = None,
) -> list[StageTotal]:
    return _joined(await _counted(db, where, group_by, linked=linked), aside)


async def _counted(
    db: Db, where: DecisionFilter, group_by: Grouping | None = None, *, linked: Sequence[str] | None = None
) -> Counted:
    """What counts, by stage and key."""
    bound = (*filter_arguments(where, group_by), _group(group_by), linked, list(where.without))
    records = await db.fetch(STATEMENTS.totals, *bound, await matched.texts(db, where=where))
    return {(Stage(record["stage"]), record["key"]): record for record in records}


def _joined(counted: Counted, aside: Sequence[SetAside]) -> list[StageTotal]:
    left_out: dict[tuple[Stage, str], list[SetAside]] = defaultdict(list)
    for each in aside:
        left_out[each.stage, each.key].append(each)
    places = counted.keys() | left_out.keys()
    totals = [_total(stage, key, counted.get((stage, key)), left_out.get((stage, key), ())) for stage, key in places]
    return sorted(totals, key=_stage_first)


async def stage_totals(db: Db, *, where: DecisionFilter, aside: Sequence[SetAside] | None = None) -> list[StageTotal]:
    """One total for each stage present. `decisions` hold reversals too; limits on amounts leave out acts without one.

    `aside`: the answer of `set_aside` for the same filter, when the caller has it already.
    """
    left_out = await set_aside(db, where=where) if aside is None else aside
    return await _totals(db, where, left_out)


async def sums(db: Db, *, where: DecisionFilter) -> tuple[list[SetAside], list[StageTotal]]:
    """`set_aside` and `stage_totals` of one filter, asked at once."""
    aside, counted = await together(db, set_aside(db, where=where), _counted(db, where))
    return aside, _joined(counted, aside)


async def totals_by(db: Db, *, where: DecisionFilter, stage: Stage, group_by: Grouping) -> list[StageTotal]:
    """One stage's totals, a key each: «2024», «2024-Q2», «2024-03», a decision type, a body's uid."""
    one_stage = replace(where, stage=stage)
    return await _totals(db, one_stage, await set_aside(db, where=one_stage, group_by=group_by), group_by)


async def noted_of(db: Db, *, where: DecisionFilter, stages: Sequence[Stage]) -> dict[Stage, list[Noted]]:
    """What the reader of each stage's total should know of the acts inside it, flag by flag."""
    bound = (*filter_arguments(replace(where, stage=None)), list(where.without))
    records = await db.fetch(STATEMENTS.noted, *bound, await matched.texts(db, where=where), list(stages))
    found: dict[Stage, list[Noted]] = {stage: [] for stage in stages}
    for record in records:
        each = Noted(flag=Flag(record["flag"]), decisions=record["decisions"], amount=record["amount"])
        found[Stage(record["stage"])].append(each)
    return found


async def noted(db: Db, *, where: DecisionFilter, stage: Stage) -> list[Noted]:
    """`noted_of` a single stage."""
    return (await noted_of(db, where=where, stages=[stage]))[stage]


async def payees_of(db: Db, *, afm: str) -> list[Payee]:
    """The names under which an ΑΦΜ stands in what we hold."""
    return [Payee(**record) for record in await db.fetch(STATEMENTS.payees_of, afm)]


async def linked_totals(db: Db, *, where: DecisionFilter) -> list[StageTotal]:
    """Acts without the topic's words that one link ties to an act that holds them: never added to the topic's."""
    if where.tsquery is None:
        return []
    texts = await matched.texts(db, where=where)
    adas = await db.fetch(STATEMENTS.linked, list(where.organizations) or None, where.tsquery, texts)
    return await _totals(db, where, (), linked=[record["ada"] for record in adas]) if adas else []


def counted_types(where: DecisionFilter) -> DecisionFilter:
    """A stage, said as its decision types: an act counts whether or not its amount was read."""
    return replace(where, decision_types=tuple(types_asked(where) or ()))


async def count_by(db: Db, *, where: DecisionFilter, group_by: Grouping | None) -> list[tuple[str, int]]:
    """Numbers of acts by key, keys as in `totals_by`; without grouping one entry, key ""."""
    counted = counted_types(where)
    limits = (_group(group_by), where.status, where.limits_lines, only_commitments(where), list(where.without))
    records = await db.fetch(STATEMENTS.count, *filter_arguments(counted, group_by), *limits)
    return [(record["key"], record["decisions"]) for record in records]


async def count(db: Db, *, where: DecisionFilter) -> int:
    """How many acts there are, suspects and repeats included; of the published ones unless a status is asked."""
    return sum(number for _, number in await count_by(db, where=where, group_by=None))


def _state(act: Mapping[str, Any]) -> AmountState:
    if act["amount"] is not None:
        return AmountState.STATED
    return AmountState.UNREAD if act["unread"] else AmountState.UNSTATED


async def rows_of(db: Db, *, where: DecisionFilter, acts: Sequence[Mapping[str, Any]]) -> list[Row]:
    """The acts in their order, as lists show them."""
    keys = [(act["organization_uid"], act["ada"], act["stage"]) for act in acts]
    records = await db.fetch(STATEMENTS.details, *map(list, zip(*keys, strict=True))) if keys else []
    found = {(record["organization_uid"], record["ada"], record["stage"]): record for record in records}
    one_body = len(where.organizations) == 1
    return [
        as_row({**found[key], **act, "amount_state": _state(act)}, one_body=one_body)
        for act, key in zip(acts, keys, strict=True)
        if key in found
    ]


async def ranked(db: Db, *, where: DecisionFilter, stage: Stage, largest: bool, limit: int) -> list[Row]:
    """Acts with an amount, the largest or the smallest first; suspects and reversals are not ranked."""
    order, most = ("largest" if largest else "smallest"), min(max(limit, 1), RANKS_CAP)
    asked = replace(where, stage=stage)
    return await _acts(db, asked, order, most)


async def rows_behind(db: Db, *, where: DecisionFilter, stage: Stage, limit: int = ROWS_CAP) -> list[Row]:
    """Every act behind a stage's figure, reversals and acts without an amount too; by amount."""
    asked, most = replace(where, stage=stage), min(max(limit, 1), ROWS_CAP)
    return await _acts(db, asked, "all", most)


async def _acts(db: Db, asked: DecisionFilter, order: str, most: int) -> list[Row]:
    bound = (*filter_arguments(asked), order, most, list(asked.without))
    acts = await db.fetch(STATEMENTS.acts, *bound, await matched.texts(db, where=asked))
    return await rows_of(db, where=asked, acts=acts)


async def rows_set_aside(db: Db, *, where: DecisionFilter, limit: int = RANKS_CAP) -> list[Row]:
    """The acts that totals leave out, with their flags; by amount."""
    most = min(max(limit, 1), ROWS_CAP)
    bound = (*filter_arguments(where), most, list(where.without))
    return await rows_of(db, where=where, acts=await db.fetch(STATEMENTS.acts_set_aside, *bound))
