"""Lookup: what was decided in euro about something, stage by stage; nothing is added across stages."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from core.answer.lookups import figures
from core.answer.lookups.arguments import checked_for_euro, clamped, described
from core.answer.lookups.store import LookupStore
from core.domain.answer import Figure, Finding, Row
from core.domain.asked import Asked
from core.domain.condition import DecisionFilter, SetAside, StageTotal
from core.domain.ledger import PURCHASES, Stage
from core.domain.request import Grouping
from core.store import counted_elsewhere, spending
from core.store.counted_elsewhere import Elsewhere
from core.store.pool import Db, together
from core.store.spending import Noted

NAME = "total_spending"
_ROWS = 20
_ASIDE_ROWS = 10
# Asked plainly, what was paid comes first. A stage that cannot be told is answered with the nearest one that can.
NEAREST: dict[Stage, tuple[Stage, ...]] = {
    Stage.PAYMENT: (Stage.AWARD, Stage.CONTRACT, Stage.COMMITMENT, Stage.APPROVAL),
    Stage.AWARD: (Stage.CONTRACT, Stage.COMMITMENT, Stage.PAYMENT),
}
STAGE_ORDER = (
    Stage.PAYMENT,
    Stage.AWARD,
    Stage.CONTRACT,
    Stage.COMMITMENT,
    Stage.APPROVAL,
    Stage.TENDER,
    Stage.GRANT,
    Stage.PERSONNEL,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """`stage`: the one asked; the others present are totalled beside it unless `where.stage` names one alone."""

    where: DecisionFilter
    stage: Stage | None = None
    group_by: Grouping | None = None
    rows: int = _ROWS


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalFinding:
    """`leading` is the asked stage, or the nearest that can be told; `groups` and `rows` are the leading stage's.

    `linked`: acts that only a link ties to the topic, by stage. `unlimited`: the stages without the limits on amount,
    payee, ΚΑΕ or CPV, when there are any: acts that state none of these cannot meet them. `noted`: what is to be known
    of acts inside the leading total. `kinds`: what contracts buy, where they stand beside another stage. `elsewhere`:
    acts of the leading stage whose contract counts outside of the period.
    """

    finding: Finding
    stages: tuple[StageTotal, ...]
    asked: Stage | None
    leading: StageTotal | None
    groups: tuple[StageTotal, ...] = ()
    linked: tuple[StageTotal, ...] = ()
    unlimited: tuple[StageTotal, ...] = ()
    aside: tuple[SetAside, ...] = ()
    noted: tuple[Noted, ...] = ()
    kinds: tuple[Noted, ...] = ()
    rows: tuple[Row, ...] = ()
    aside_rows: tuple[Row, ...] = ()
    elsewhere: tuple[Elsewhere, ...] = ()

    def of(self, stage: Stage) -> StageTotal | None:
        return next((total for total in self.stages if total.stage is stage), None)

    def tellable(self, total: StageTotal) -> bool:
        """A sum of this stage may be given: acts state amounts, and most of them were read (DESIGN §4)."""
        return is_tellable(total, self.unlimited)


def is_tellable(total: StageTotal, unlimited: Iterable[StageTotal]) -> bool:
    """Acts whose amounts we never read meet no limit, so a limited total is judged by the unlimited one."""
    whole = next((each for each in unlimited if each.stage is total.stage), total)
    return total.with_amount > 0 and not whole.mostly_unread


def leading_stage(
    stages: Sequence[StageTotal], unlimited: Sequence[StageTotal], asked: Stage | None
) -> StageTotal | None:
    """The asked stage (payments, when none is) if it can be told, else the nearest that can, else the first present."""
    wanted = asked or Stage.PAYMENT
    present = {total.stage: total for total in stages if total.decisions}
    order = dict.fromkeys((wanted, *NEAREST.get(wanted, ()), *STAGE_ORDER))
    ranked = [present[stage] for stage in order if stage in present]
    return next((total for total in ranked if is_tellable(total, unlimited)), ranked[0] if ranked else None)


async def run(store: LookupStore, arguments: Arguments) -> TotalFinding:
    db = store.pool
    where = await checked_for_euro(db, arguments.where)
    aside, stages, unlimited, linked = await _sums(db, where)
    asked = arguments.stage or where.stage
    leading = leading_stage(stages, unlimited, asked)
    contracts = next((each for each in stages if each.stage is Stage.CONTRACT and each is not leading), None)
    groups, (noted, kinds), rows, aside_rows, elsewhere = await together(
        db,
        _groups(db, arguments, leading),
        _noted(db, where, leading, contracts),
        _rows(db, arguments, leading),
        _rows_aside(db, where, aside),
        _elsewhere(db, where, leading, aside),
    )
    counted = _figures(where, stages, unlimited, groups, aside)
    counted += [figures.acts(each.decisions, "linked", period=where.period, stage=each.stage) for each in linked]
    if leading is not None:
        counted += figures.of_noted(noted, leading, period=where.period, tellable=is_tellable(leading, unlimited))
        counted += figures.of_elsewhere(elsewhere, period=where.period, stage=leading.stage)
    if contracts is not None:
        counted += figures.of_noted(kinds, contracts, period=where.period, tellable=is_tellable(contracts, unlimited))
    return TotalFinding(
        finding=_finding(arguments, where, counted, [*rows, *aside_rows], leading, elsewhere),
        stages=tuple(stages),
        asked=asked,
        leading=leading,
        groups=tuple(groups),
        linked=tuple(linked),
        unlimited=tuple(unlimited),
        aside=tuple(each for each in aside if each.reason),
        noted=tuple(noted),
        kinds=tuple(kinds),
        rows=tuple(rows),
        aside_rows=tuple(aside_rows),
        elsewhere=tuple(elsewhere),
    )


async def _sums(
    db: Db, where: DecisionFilter
) -> tuple[list[SetAside], list[StageTotal], list[StageTotal], list[StageTotal]]:
    """What is set aside, the stages, the stages without limits on amounts where there are some, the linked acts."""
    (aside, stages), unlimited, linked = await together(
        db, spending.sums(db, where=where), _unlimited(db, where), spending.linked_totals(db, where=where)
    )
    return aside, stages, unlimited, linked


async def _unlimited(db: Db, where: DecisionFilter) -> list[StageTotal]:
    return await spending.stage_totals(db, where=where.without_line_limits()) if where.limits_lines else []


async def _noted(
    db: Db, where: DecisionFilter, leading: StageTotal | None, contracts: StageTotal | None
) -> tuple[list[Noted], list[Noted]]:
    """Of the leading stage, and what contracts buy where they stand beside it; in one reading."""
    asked = [total.stage for total in (leading, contracts) if total and (total is leading or total.with_amount)]
    found = await spending.noted_of(db, where=where, stages=asked) if asked else {}
    kinds = found.get(Stage.CONTRACT, []) if contracts else []
    return found.get(leading.stage, []) if leading else [], [each for each in kinds if each.flag in PURCHASES]


async def _elsewhere(
    db: Db, where: DecisionFilter, leading: StageTotal | None, aside: Sequence[SetAside]
) -> list[Elsewhere]:
    return await counted_elsewhere.find(db, where=where, stage=leading.stage, aside=aside) if leading else []


async def _rows_aside(db: Db, where: DecisionFilter, aside: Sequence[SetAside]) -> list[Row]:
    return await spending.rows_set_aside(db, where=where, limit=_ASIDE_ROWS) if aside else []


async def _groups(db: Db, arguments: Arguments, leading: StageTotal | None) -> list[StageTotal]:
    if arguments.group_by is None or leading is None:
        return []
    return await spending.totals_by(db, where=arguments.where, stage=leading.stage, group_by=arguments.group_by)


async def _rows(db: Db, arguments: Arguments, leading: StageTotal | None) -> list[Row]:
    wanted = clamped(arguments.rows, least=0, most=spending.ROWS_CAP)
    if leading is None or not wanted:
        return []
    return await spending.rows_behind(db, where=arguments.where, stage=leading.stage, limit=wanted)


def _figures(
    where: DecisionFilter,
    stages: Sequence[StageTotal],
    unlimited: Sequence[StageTotal],
    more: Sequence[StageTotal],
    aside: Sequence[SetAside],
) -> list[Figure]:
    told = [
        figure
        for total in (*stages, *more)
        for figure in figures.of_total(total, period=where.period, tellable=is_tellable(total, unlimited))
    ]
    beyond = [
        figures.acts(number, f"unlimited {name}", period=where.period, stage=total.stage)
        for total in unlimited
        for name, number in (("unstated", total.unstated), ("unread", total.unread))
    ]
    return told + beyond + figures.of_aside(aside, period=where.period)


def _finding(
    arguments: Arguments,
    where: DecisionFilter,
    counted: list[Figure],
    rows: list[Row],
    leading: StageTotal | None,
    elsewhere: Sequence[Elsewhere],
) -> Finding:
    asked = replace(arguments.where, stage=arguments.where.stage or arguments.stage)
    return Finding(
        lookup=NAME,
        arguments=described(asked, group_by=arguments.group_by),
        figures=tuple(counted),
        rows=tuple(rows),
        total_rows=leading.decisions if leading else 0,
        facts=(*((("leading", leading.stage),) if leading else ()), *figures.named_elsewhere(elsewhere)),
        asked=Asked(where=where, stage=leading.stage, group_by=arguments.group_by) if leading else None,
    )
