"""Lookup: what one payee got, stage by stage, by year and from which bodies; private persons have none."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.answer.lookups import figures
from core.answer.lookups.arguments import PRIVATE_PERSON, checked_for_euro, clamped, described
from core.answer.lookups.store import LookupStore
from core.domain.answer import Figure, Finding, Row
from core.domain.asked import Asked
from core.domain.condition import DecisionFilter, SetAside
from core.domain.ledger import Stage
from core.domain.payee_classes import Party
from core.domain.period import Period
from core.domain.request import Unit
from core.errors import InvalidInput
from core.store import payees, spending
from core.store.payees import Part, Silence
from core.store.pool import Db

NAME = "payee_history"
_ORDER = (
    *(Stage.PAYMENT, Stage.AWARD, Stage.CONTRACT, Stage.APPROVAL, Stage.GRANT, Stage.COMMITMENT, Stage.TENDER),
    Stage.PERSONNEL,
)
_MOST = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """`key`: an ΑΦΜ, or '=' and the key of a name. `stage`: the one asked; the others are told beside it."""

    where: DecisionFilter
    key: str
    stage: Stage | None = None
    rows: int = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryFinding:
    """`stages`, `years` and `bodies` hold what is the payee's alone, `shared` undivided amounts of several payees.

    `years`, `bodies` and `rows` are the leading stage's; `bodies` go beyond the body that was asked. `silences`: how
    many acts of the asked and of the leading stage name nobody. `aside`: acts set aside, a stage and reason each.
    """

    finding: Finding
    party: Party
    asked: Stage | None
    leading: Part | None
    stages: tuple[Part, ...]
    years: tuple[Part, ...] = ()
    bodies: tuple[Part, ...] = ()
    shared: tuple[Part, ...] = ()
    silences: tuple[tuple[Stage, Silence], ...] = ()
    aside: tuple[SetAside, ...] = ()
    rows: tuple[Row, ...] = ()


async def run(store: LookupStore, arguments: Arguments) -> HistoryFinding:
    db = store.pool
    party = await _party(db, arguments.key)
    where = replace(await checked_for_euro(db, arguments.where), payee_afm=None, stage=None)
    parts = await payees.history(db, where=where, key=party.key)
    everywhere = await payees.history(db, where=replace(where, organizations=()), key=party.key)
    stages = _of(parts, "")
    leading = _leading(stages, arguments.stage)
    stage = leading.stage if leading else None
    beyond = leading or _leading(_of(everywhere, ""), arguments.stage)
    asked_or_led = dict.fromkeys(each for each in (arguments.stage, stage) if each)
    silences = tuple([(each, await payees.silence(db, where=replace(where, stage=each))) for each in asked_or_led])
    most = clamped(arguments.rows, least=0, most=_MOST)
    rows = await payees.acts(db, where=where, key=party.key, stage=stage, limit=most) if stage and most else []
    aside = await spending.set_aside(db, where=replace(where, payee_afm=party.afm)) if party.afm else []
    found = HistoryFinding(
        finding=Finding(lookup=NAME, arguments=()),
        party=party,
        asked=arguments.stage,
        leading=leading,
        stages=tuple(stages),
        years=tuple(each for each in _of(parts, "year") if each.stage is stage),
        bodies=tuple(each for each in _of(everywhere, "body") if beyond and each.stage is beyond.stage),
        shared=tuple(each for each in parts if each.shared and not each.part),
        silences=silences,
        aside=tuple(each for each in aside if each.reason),
        rows=tuple(rows),
    )
    return replace(found, finding=_finding(arguments, where, found))


async def _party(db: Db, key: str) -> Party:
    found = await payees.parties_of(db, keys=[key])
    party = found[0] if found else Party(key=key, afm=None if key.startswith("=") else key)
    if party.private:
        raise InvalidInput(PRIVATE_PERSON)
    return party


def _of(parts: Sequence[Part], kind: str) -> list[Part]:
    return [each for each in parts if each.part == kind and not each.shared]


def _leading(stages: Sequence[Part], asked: Stage | None) -> Part | None:
    """The asked stage when it names this payee, else the first in the usual order; one with amounts before others."""
    present = {each.stage: each for each in stages}
    order = [present[stage] for stage in dict.fromkeys((asked or _ORDER[0], *_ORDER)) if stage in present]
    return next((each for each in order if each.decisions > each.without_amount), order[0] if order else None)


def _finding(arguments: Arguments, where: DecisionFilter, found: HistoryFinding) -> Finding:
    told = (*found.stages, *found.years, *found.bodies, *found.shared)
    counted = [figure for part in told for figure in _figures(part, where.period)]
    for stage, silence in found.silences:
        counted.append(figures.acts(silence.decisions, "acts", period=where.period, stage=stage))
        counted.append(figures.acts(silence.unnamed, "without payee", period=where.period, stage=stage))
    counted += figures.of_aside(found.aside, period=where.period)
    return Finding(
        lookup=NAME,
        arguments=described(where, payee=found.party.words, stage=arguments.stage),
        figures=tuple(counted),
        rows=found.rows,
        total_rows=found.leading.decisions if found.leading else 0,
        facts=tuple(_facts(found.party)),
        asked=_asked(where, found),
    )


def _asked(where: DecisionFilter, found: HistoryFinding) -> Asked | None:
    if found.leading is None:
        return None
    named = replace(where, payee_afm=found.party.afm)
    return Asked(where=named, stage=found.leading.stage, payee=found.party.key)


def _facts(party: Party) -> Iterator[tuple[str, str]]:
    """The name as lists write it, and alone."""
    yield "payee", party.words
    if party.name:
        yield "payee", party.name
    if party.afm:
        yield "payee", f"ΑΦΜ {party.afm}"


def _figures(part: Part, period: Period) -> list[Figure]:
    label = " ".join(filter(None, ("shared" if part.shared else "net", part.part, part.key)))
    euro = Figure(
        value=part.amount,
        unit=Unit.EURO,
        stage=part.stage,
        period=period,
        decisions=part.decisions,
        without_amount=part.without_amount,
        label=label,
    )
    told = [euro] if part.decisions > part.without_amount else []
    with_amount = part.decisions - part.without_amount
    return [*told, figures.acts(part.decisions, label, period=period), figures.acts(with_amount, label, period=period)]
