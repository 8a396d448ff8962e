"""Lookup: what part of one stage's euro goes to a topic or a payee; of numbers of acts, what part of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from core.answer.lookups import figures
from core.answer.lookups.arguments import checked, checked_for_euro, clamped, described
from core.answer.lookups.share_rules import Amounts, NoShare, refused, refused_acts
from core.answer.lookups.store import LookupStore
from core.domain.answer import Figure, Finding, Row
from core.domain.asked import Asked
from core.domain.change import cents, percent_of
from core.domain.condition import DecisionFilter, SetAside, StageTotal
from core.domain.ledger import Stage
from core.domain.request import Unit
from core.store import payees, spending
from core.store.payees import Silence
from core.store.pool import Db

NAME = "spending_share"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """`part` is `whole` with one condition more; `payee`: the key of the one whose part it is, see `payee_history`.

    `stage` None: numbers of acts. `called`: its name as
    the reply says it. `years`: the question is of several fiscal years.
    """

    part: DecisionFilter
    whole: DecisionFilter
    stage: Stage | None
    payee: str | None = None
    called: str = ""
    years: bool = False
    rows: int = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareFinding:
    """`percent` is None where `refused` says why.

    `part_aside`: acts of the payee that are set aside. `numbers`: the acts of part and whole. `silent`: those that a
    limit on amounts leaves out of the whole, for none has an amount.
    """

    finding: Finding
    stage: Stage | None
    refused: NoShare | None = None
    whole: StageTotal | None = None
    total: StageTotal | None = None
    part: Amounts | None = None
    percent: Decimal | None = None
    numbers: tuple[int, int] = (0, 0)
    silent: int = 0
    percent_acts: Decimal | None = None
    silence: Silence | None = None
    aside: tuple[SetAside, ...] = ()
    part_aside: tuple[SetAside, ...] = ()
    rows: tuple[Row, ...] = ()
    others: tuple[Stage, ...] = ()


async def run(store: LookupStore, arguments: Arguments) -> ShareFinding:
    return await (_of_acts(store.pool, arguments) if arguments.stage is None else _of_euro(store.pool, arguments))


async def _of_acts(db: Db, arguments: Arguments) -> ShareFinding:
    part, whole = await checked(db, arguments.part), await checked(db, arguments.whole)
    every = await spending.count(db, where=whole)
    if limits_amount(part, whole):
        whole = replace(whole, amount_min=Decimal(0))  # met by every act with an amount, and by no other
        arguments = replace(arguments, whole=whole)
    numbers = await spending.count(db, where=part), await spending.count(db, where=whole)
    why = refused_acts(numbers, every)
    found = ShareFinding(
        finding=Finding(lookup=NAME, arguments=()),
        stage=None,
        refused=why,
        numbers=numbers,
        silent=every - numbers[1],
        percent_acts=None if why else percent_of(Decimal(numbers[0]), Decimal(numbers[1])),
    )
    return replace(found, finding=_finding(arguments, found, total_rows=numbers[0]))


def limits_amount(part: DecisionFilter, whole: DecisionFilter) -> bool:
    """The part has a limit on amounts that the whole does not have: no act without an amount can be in it."""
    return (part.least, part.most) != (whole.least, whole.most)


async def _of_euro(db: Db, arguments: Arguments) -> ShareFinding:
    stage = arguments.stage
    assert stage is not None  # the caller looked
    where = replace(await checked_for_euro(db, arguments.whole), stage=stage)
    narrow = replace(await checked_for_euro(db, arguments.part), stage=stage)
    aside = await spending.set_aside(db, where=where)
    whole, total = await total_of(db, where, aside=aside), await total_of(db, narrow)
    part = await payee_amounts(db, where, arguments.payee, stage) if arguments.payee else amounts(total)
    silence = await payees.silence(db, where=where) if arguments.payee else None
    part_aside = await spending.set_aside(db, where=narrow) if arguments.payee and narrow.payee_afm else []
    found = ShareFinding(
        finding=Finding(lookup=NAME, arguments=()),
        stage=stage,
        refused=refused(
            stage,
            several_years=arguments.years,
            whole=whole,
            total=total,
            part=part,
            silence=silence,
            by_amount=limits_amount(narrow, where),
        ),
        whole=whole,
        total=total,
        part=part,
        silence=silence,
        aside=tuple(each for each in aside if each.reason),
        part_aside=tuple(each for each in part_aside if each.reason),
        others=await _others(db, arguments),
    )
    if found.refused is None and whole is not None and part is not None:
        found = await _with_percent(db, arguments, found, whole, part)
    return replace(found, finding=_finding(arguments, found, total_rows=part.decisions if part else 0))


async def total_of(db: Db, where: DecisionFilter, *, aside: Sequence[SetAside] | None = None) -> StageTotal | None:
    """The total of the filter's stage; None where it has no act."""
    return next(iter(await spending.stage_totals(db, where=where, aside=aside)), None)


def percents(part: Amounts, whole: StageTotal, *, by_amount: bool) -> tuple[Decimal | None, Decimal | None]:
    """In euro, of amounts as they are told, to the cent, so that a reader's own division gives the same; in acts.

    `by_amount`: see `share_rules.refused`.
    """
    acts = percent_of(Decimal(part.decisions), Decimal(whole.with_amount if by_amount else whole.decisions))
    return percent_of(cents(part.amount), cents(whole.net)), acts


def amounts(total: StageTotal | None) -> Amounts | None:
    if total is None or not total.decisions:
        return None
    return Amounts(decisions=total.decisions, with_amount=total.with_amount, amount=total.net)


async def payee_amounts(db: Db, where: DecisionFilter, key: str, stage: Stage) -> Amounts | None:
    """What is the payee's alone; an undivided amount is nobody's part."""
    parts = [each for each in await payees.history(db, where=where, key=key) if each.stage is stage and not each.part]
    own = next((each for each in parts if not each.shared), None)
    shared = next((each for each in parts if each.shared), None)
    if own is None:
        return Amounts(decisions=0, with_amount=0, amount=Decimal(0), shared=shared) if shared else None
    return Amounts(
        decisions=own.decisions,
        with_amount=own.decisions - own.without_amount,
        amount=own.amount,
        shared=shared,
    )


async def _with_percent(
    db: Db, arguments: Arguments, found: ShareFinding, whole: StageTotal, part: Amounts
) -> ShareFinding:
    assert found.stage is not None
    most = clamped(arguments.rows, least=0, most=spending.ROWS_CAP)
    narrow = replace(arguments.part, stage=found.stage)
    if arguments.payee:
        rows = await payees.acts(
            db, where=replace(narrow, payee_afm=None), key=arguments.payee, stage=found.stage, limit=most
        )
    else:
        rows = await spending.rows_behind(db, where=narrow, stage=found.stage, limit=most)
    by_amount = limits_amount(arguments.part, arguments.whole)
    euro, acts = percents(part, whole, by_amount=by_amount)
    return replace(
        found,
        percent=euro,
        numbers=(part.decisions, whole.with_amount if by_amount else whole.decisions),
        silent=whole.decisions - whole.with_amount if by_amount else 0,
        percent_acts=acts,
        rows=tuple(rows),
    )


async def _others(db: Db, arguments: Arguments) -> tuple[Stage, ...]:
    """Stages of the same question whose whole can be told: offered where the asked one cannot."""
    totals = await spending.stage_totals(db, where=replace(arguments.whole, stage=None, decision_types=()))
    able = [each.stage for each in totals if each.net > 0 and not each.mostly_unread]
    return tuple(stage for stage in able if stage is not arguments.stage)


def _finding(arguments: Arguments, found: ShareFinding, *, total_rows: int) -> Finding:
    where, stage = arguments.part, found.stage
    # A payee's shared amounts stand in its acts and not in its part, and a name alone is no filter: no file then.
    listed = not arguments.payee or (where.payee_afm is not None and found.part is not None and not found.part.shared)
    asked = Asked(where=where, stage=stage, whole=arguments.whole) if found.refused is None and listed else None
    return Finding(
        lookup=NAME,
        arguments=described(where, stage=stage),
        figures=tuple(_figures(arguments, found)),
        rows=found.rows,
        total_rows=total_rows,
        facts=tuple(_facts(arguments, stage)),
        asked=asked,
    )


def _facts(arguments: Arguments, stage: Stage | None) -> Iterator[tuple[str, str]]:
    if stage is not None:
        yield "leading", stage
    if arguments.called:
        yield "payee", arguments.called


def _figures(arguments: Arguments, found: ShareFinding) -> list[Figure]:
    period, stage = arguments.part.period, found.stage
    told: list[Figure] = []
    for value, label in ((found.percent, "share"), (found.percent_acts, "share acts")):
        if value is not None:
            told.append(Figure(value=value, unit=Unit.PERCENT, stage=stage, period=period, label=label))
    if any(each.value == 0 for each in told):  # said as «less than 0,1%»
        told.append(Figure(value=Decimal("0.1"), unit=Unit.PERCENT, period=period, label="least share"))
    if found.part is not None and found.refused is None:
        told += _euros(found.part, stage, arguments)
    told += _of_whole(found, arguments)
    names = ("decisions", "whole")
    if found.silent:
        told.append(figures.acts(found.silent, "whole silent", period=period))
        told.append(figures.acts(found.silent + found.numbers[1], "every", period=period))
    if found.part is not None:
        told.append(figures.acts(found.part.decisions - found.part.with_amount, "without amount", period=period))
    told += [figures.acts(number, name, period=period) for name, number in zip(names, found.numbers, strict=True)]
    return told + figures.of_aside((*found.aside, *found.part_aside), period=period) + _silent(found, arguments)


def _euros(part: Amounts, stage: Stage | None, arguments: Arguments) -> list[Figure]:
    period = arguments.part.period
    told = [
        Figure(
            value=part.amount,
            unit=Unit.EURO,
            stage=stage,
            period=period,
            decisions=part.decisions,
            without_amount=part.decisions - part.with_amount,
            label="net",
        ),
        figures.acts(part.with_amount, "with amount", period=period, stage=stage),
    ]
    if part.shared is not None:
        shared = Figure(
            value=part.shared.amount,
            unit=Unit.EURO,
            stage=stage,
            period=period,
            decisions=part.shared.decisions,
            label="shared",
        )
        told.append(shared)
    return told


def _of_whole(found: ShareFinding, arguments: Arguments) -> list[Figure]:
    """The whole's figures, told as such: «whole net»."""
    period = arguments.whole.period
    told: list[Figure] = []
    for name, total in (("whole", found.whole), ("part", found.total)):
        if total is not None:
            made = figures.of_total(total, period=period, tellable=found.refused is None and name == "whole")
            told += [replace(each, label=f"{name} {each.label}") for each in made]
            missing = total.decisions - total.with_amount
            told.append(figures.acts(missing, f"{name} missing", period=period, stage=total.stage))
    return told


def _silent(found: ShareFinding, arguments: Arguments) -> list[Figure]:
    if found.silence is None:
        return []
    numbers = (("acts", found.silence.decisions), ("without payee", found.silence.unnamed))
    return [figures.acts(each, name, period=arguments.whole.period, stage=found.stage) for name, each in numbers]
