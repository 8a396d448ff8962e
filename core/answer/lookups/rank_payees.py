"""Lookup: who got most in one stage: suppliers ranked, every other kind of receiver apart, the silent acts counted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from core.answer.lookups import figures
from core.answer.lookups.arguments import checked_for_euro, clamped, described
from core.answer.lookups.store import LookupStore
from core.domain.answer import Figure, Finding, Row
from core.domain.asked import Asked
from core.domain.condition import DecisionFilter, StageTotal
from core.domain.ledger import Stage
from core.domain.payee_classes import Party, PayeeClass, class_of
from core.domain.payees import Setting, names_contractors
from core.domain.period import Period
from core.domain.request import Grouping, Unit
from core.store import payees, spending
from core.store.payees import Got, Share, Silence
from core.store.pool import Db, together

NAME = "rank_payees"
_MOST = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """`by_acts`: by number of acts instead of by amount."""

    where: DecisionFilter
    stage: Stage
    limit: int = 10
    by_acts: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """One line: a payee, or those of one undivided amount together. `row`: its largest act."""

    shown: str
    share: Share
    row: Row | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PayeeRankFinding:
    """`ranked` is empty when most acts name nobody else than the body, or were not read: see `silence`, `total`.

    `suppliers`: all of them together; `apart`: the other classes, whole.
    """

    finding: Finding
    stage: Stage
    total: StageTotal | None
    silence: Silence
    ranked: tuple[Ranked, ...] = ()
    suppliers: Share | None = None
    apart: tuple[Share, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of a ranking with its acts."""

    ranked: Ranked
    acts: tuple[Got, ...]


async def lines_of(db: Db, asked: Asked, *, limit: int) -> list[Line]:
    """The lines of a ranking as it would be made now, each with all its acts (`limit` in all)."""
    parties = await _parties(db, asked.where)
    classes = {key: each for key, (_, each) in parties.items()}
    shares = await payees.ranked(db, where=asked.where, classes=classes, by_acts=asked.by_acts, limit=asked.limit)
    listed = [share for share in shares if share.keys][: asked.limit]
    keys = [share.token for share in listed]
    acts = await payees.acts_of_shares(db, where=asked.where, classes=classes, lines=keys, limit=limit)
    return [
        Line(
            ranked=_ranked(share, parties, [each.row for each in acts]),
            acts=tuple(each for each in acts if each.keys == key),
        )
        for share, key in zip(listed, keys, strict=True)
    ]


async def run(store: LookupStore, arguments: Arguments) -> PayeeRankFinding:
    where = replace(await checked_for_euro(store.pool, arguments.where), stage=arguments.stage)
    totals, silence, named = await together(
        store.pool,
        spending.stage_totals(store.pool, where=where),
        payees.silence(store.pool, where=where),
        payees.parties(store.pool, where=where),
    )
    total = totals[0] if totals else None
    shares: list[Share] = []
    parties: dict[str, tuple[Party, PayeeClass]] = {}
    if silence.decisions and not silence.mostly and total is not None and not total.mostly_unread:
        parties = await _classed(store.pool, where, named)
        shares = await payees.ranked(
            store.pool,
            where=where,
            classes={key: each for key, (_, each) in parties.items()},
            by_acts=arguments.by_acts,
            limit=arguments.limit,
        )
    listed = [share for share in shares if share.keys][: clamped(arguments.limit, least=1, most=_MOST)]
    rows = await payees.rows_of_shares(store.pool, where=where, shares=listed, stage=arguments.stage)
    ranked = [_ranked(share, parties, rows) for share in listed]
    classes = [share for share in shares if not share.keys]
    return PayeeRankFinding(
        finding=_finding(arguments, where, total, silence, ranked, classes, rows),
        stage=arguments.stage,
        total=total,
        silence=silence,
        ranked=tuple(ranked),
        suppliers=next((each for each in classes if each.payee_class is PayeeClass.SUPPLIER), None),
        apart=tuple(each for each in classes if each.payee_class is not PayeeClass.SUPPLIER),
    )


async def _parties(db: Db, where: DecisionFilter) -> dict[str, tuple[Party, PayeeClass]]:
    return await _classed(db, where, await payees.parties(db, where=where))


async def _classed(db: Db, where: DecisionFilter, named: Sequence[Party]) -> dict[str, tuple[Party, PayeeClass]]:
    """Everybody with his class. Private persons are contractors in the lists of one body alone (DESIGN §4).

    One none of whose acts may name him is no contractor; one whom some may not name stays in the list without a name,
    so that his line is never a part of what he got.
    """
    parties = {party.key: (party, class_of(party)) for party in named}
    persons = [key for key, (_, each) in parties.items() if each is PayeeClass.PERSON]
    names: dict[str, set[bool]] = {key: set() for key in persons}
    if len(where.organizations) == 1:
        for key, subject, decision_type, private in await payees.subjects(db, where=where, keys=persons):
            setting = Setting(stage=where.stage, decision_type=decision_type, subject=subject, one_body=not private)
            names[key].add(names_contractors(setting))
    for key, told in names.items():
        party = replace(parties[key][0], unnamed=False in told)
        parties[key] = (party, PayeeClass.PERSON if True in told else PayeeClass.PRIVATE)
    return parties


def _ranked(share: Share, parties: Mapping[str, tuple[Party, PayeeClass]], rows: Sequence[Row]) -> Ranked:
    shown = " + ".join(parties[key][0].words for key in share.keys)
    row = next((each for each in rows if (each.organization_uid, each.ada) == share.largest), None)
    return Ranked(shown=shown, share=share, row=row)


def _finding(
    arguments: Arguments,
    where: DecisionFilter,
    total: StageTotal | None,
    silence: Silence,
    ranked: Sequence[Ranked],
    classes: Sequence[Share],
    rows: Sequence[Row],
) -> Finding:
    counted = figures.of_total(total, period=where.period, tellable=bool(classes)) if total else []
    counted += figures.of_aside(total.aside, period=where.period) if total else []
    for place, each in enumerate(ranked, 1):
        counted += of_share(each.share, f"payee {place}", arguments.stage, where.period)
    for share in classes:
        counted += of_share(share, share.payee_class, arguments.stage, where.period)
    counted += [
        figures.acts(number, name, period=where.period, stage=arguments.stage)
        for name, number in (
            ("acts", silence.decisions),
            ("without payee", silence.unnamed),
            ("unread", silence.unread),
        )
    ]
    by = "πράξεις" if arguments.by_acts else "ποσό"
    return Finding(
        lookup=NAME,
        arguments=described(where, limit=arguments.limit, by=by),
        figures=tuple(counted),
        rows=tuple(rows),
        total_rows=silence.decisions,
        facts=tuple(("payee", each.shown) for each in ranked),
        asked=_asked(arguments, where) if ranked else None,
    )


def _asked(arguments: Arguments, where: DecisionFilter) -> Asked:
    limit = clamped(arguments.limit, least=1, most=_MOST)
    return Asked(where=where, stage=arguments.stage, group_by=Grouping.PAYEE, limit=limit, by_acts=arguments.by_acts)


def of_share(share: Share, label: str, stage: Stage, period: Period) -> list[Figure]:
    """The amount, the acts behind it, and of a class how many payees it holds."""
    euro = Figure(
        value=share.amount,
        unit=Unit.EURO,
        stage=stage,
        period=period,
        decisions=share.decisions,
        without_amount=share.without_amount,
        label=label,
    )
    told = [euro, figures.acts(share.decisions, f"acts {label}", period=period, stage=stage)]
    return (
        told if share.keys else [*told, Figure(value=Decimal(share.payees), unit=Unit.THINGS, label=f"payees {label}")]
    )
