"""What the words of a model may stand on: figures and acts of lookups that succeeded, and what each is of."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from core.answer.lookups import Result
from core.answer.lookups.compare import CompareFinding
from core.answer.lookups.count_decisions import CountFinding
from core.answer.lookups.explain_change import ChangeFinding
from core.answer.lookups.find_decision import DecisionFinding
from core.answer.lookups.payee_history import HistoryFinding
from core.answer.lookups.rank_decisions import RankFinding
from core.answer.lookups.rank_payees import PayeeRankFinding
from core.answer.lookups.search_decisions import SearchFinding
from core.answer.lookups.total_spending import TotalFinding
from core.answer.lookups.trace_case import TraceFinding
from core.answer.steps import Call, Situation
from core.domain.answer import Figure, Row
from core.domain.condition import DecisionFilter
from core.domain.ledger import Stage
from core.domain.period import Period
from core.domain.request import Unit


class Kind(StrEnum):
    """WHOLE: of all that was asked of the lookup. GROUP: of a year, month, quarter or body of it. CHANGE: between two
    periods. PAYEE: what one of a ranking got."""

    WHOLE = "whole"
    GROUP = "group"
    CHANGE = "change"
    PAYEE = "payee"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One figure that may be said. `name`: what has to stand beside it; `before`: the earlier period of a change."""

    figure: Figure
    kind: Kind
    where: DecisionFilter
    name: str = ""
    before: Period | None = None
    place: int = 0  # of a payee in its ranking by amount

    @property
    def period(self) -> Period:
        return self.where.period


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """One act of a result. `place`: in a ranking of acts by amount, from 1; 0 in any other result."""

    row: Row
    where: DecisionFilter | None = None
    place: int = 0
    largest: bool = True


def evidence_of(situation: Situation) -> tuple[Evidence, ...]:
    """Of every result that found something; failed and empty lookups give none (DESIGN §3.5)."""
    pairs = zip(situation.calls, situation.results, strict=True)
    return tuple(each for call, result in pairs for each in evidence(call, result))


def acts_of(situation: Situation) -> dict[str, Act]:
    """By ΑΔΑ. An act of several results keeps its place in a ranking."""
    found: dict[str, Act] = {}
    for call, result in zip(situation.calls, situation.results, strict=True):
        for act in acts(call, result):
            known = found.get(act.row.ada)
            if known is None or (act.place and not known.place):
                found[act.row.ada] = act
    return found


def evidence(call: Call, result: Result) -> Iterator[Evidence]:
    match result:
        case TotalFinding():
            yield from _of_total(result)
        case CountFinding() if result.count and result.finding.asked:
            yield from _of_count(result, result.finding.asked.where)
        case SearchFinding() if result.found and not result.fewer and result.total and result.finding.asked:
            yield from _acts_counted(result.finding.figures, result.finding.asked.where)
        case PayeeRankFinding():
            yield from _of_payees(result, call)
        case HistoryFinding():
            yield from _of_history(result, _where(call))
        case CompareFinding():
            yield from _of_comparison(result)
        case _:
            return


def acts(call: Call, result: Result) -> Iterator[Act]:
    match result:
        case SearchFinding() if not result.found:
            return
        case RankFinding():
            where = _where(call)
            for place, row in enumerate(result.rows, 1):
                yield Act(row=row, where=where, place=place, largest=getattr(call.arguments, "largest", True))
        case PayeeRankFinding() | ChangeFinding() | TraceFinding() | DecisionFinding():
            yield from (Act(row=row, where=_where(call)) for row in result.finding.rows)
        case TotalFinding() | SearchFinding() | HistoryFinding():
            yield from (Act(row=row, where=_where(call)) for row in result.rows)
        case CompareFinding():
            yield from (Act(row=row, where=side.side.where) for side in result.sides for row in side.rows)
        case _:
            return


def _where(call: Call) -> DecisionFilter | None:
    where = getattr(call.arguments, "where", None)
    return where if isinstance(where, DecisionFilter) else None


def _labelled(figures: tuple[Figure, ...], label: str, unit: Unit, stage: Stage | None) -> Figure | None:
    return next((each for each in figures if (each.label, each.unit, each.stage) == (label, unit, stage)), None)


def _of_total(result: TotalFinding) -> Iterator[Evidence]:
    """The stage asked first. Commitments of several years are never one sum (DIAVGEIA_API §9.5).

    What one payee got is its history's: a total of acts that name him holds amounts that he shares with others.
    """
    if result.finding.asked is None or result.finding.asked.where.payee_afm:
        return
    where, figures = result.finding.asked.where, result.finding.figures
    for total in sorted(result.stages, key=lambda each: each is not result.leading):
        apart = total.stage is Stage.COMMITMENT and where.period.whole_year is None
        euro = _labelled(figures, "net", Unit.EURO, total.stage)
        if euro and not apart and result.tellable(total):
            yield Evidence(figure=euro, kind=Kind.WHOLE, where=where)
        acts_counted = _labelled(figures, "decisions", Unit.DECISIONS, total.stage)
        if acts_counted:
            yield Evidence(figure=acts_counted, kind=Kind.WHOLE, where=replace(where, stage=total.stage))
    for total in result.groups:
        euro = _labelled(figures, f"net {total.key}", Unit.EURO, total.stage)
        narrowed = narrowed_to(where, total.key)
        if euro and narrowed and result.tellable(total):
            yield Evidence(figure=euro, kind=Kind.GROUP, where=narrowed)


def narrowed_to(where: DecisionFilter, key: str) -> DecisionFilter | None:
    """The filter of one group; None for keys that are neither a time nor a body."""
    if key.isdecimal() and len(key) > 4:
        return replace(where, organizations=(key,))
    parts = key.split("-")
    if not parts[0].isdecimal() or len(parts) > 2:
        return None
    year = int(parts[0])
    if len(parts) == 1:
        return replace(where, period=Period.year(year))
    quarter = parts[1].startswith("Q")
    first = (int(parts[1][1:]) - 1) * 3 + 1 if quarter else int(parts[1])
    after = first + (3 if quarter else 1)
    until = date(year + (after > 12), after - 12 if after > 12 else after, 1)
    return replace(where, period=Period(since=date(year, first, 1), until=until))


def _acts_counted(figures: tuple[Figure, ...], where: DecisionFilter) -> Iterator[Evidence]:
    found = next((each for each in figures if each.label == "decisions" and each.unit is Unit.DECISIONS), None)
    if found is not None and found.value:
        yield Evidence(figure=found, kind=Kind.WHOLE, where=where)


def _of_count(result: CountFinding, where: DecisionFilter) -> Iterator[Evidence]:
    yield from _acts_counted(result.finding.figures, where)
    for key, _ in result.groups:
        figure = _labelled(result.finding.figures, f"decisions {key}", Unit.DECISIONS, None)
        narrowed = narrowed_to(where, key)
        if figure and narrowed:
            yield Evidence(figure=figure, kind=Kind.GROUP, where=narrowed)


def _of_payees(result: PayeeRankFinding, call: Call) -> Iterator[Evidence]:
    """An amount that several share is nobody's own. By number of acts nobody is first in euro."""
    where, by_acts = _where(call), getattr(call.arguments, "by_acts", False)
    for place, ranked in enumerate(result.ranked, 1):
        figure = _labelled(result.finding.figures, f"payee {place}", Unit.EURO, result.stage)
        if figure and where and len(ranked.share.keys) == 1:
            first = 0 if by_acts else place
            yield Evidence(figure=figure, kind=Kind.PAYEE, where=where, name=ranked.shown, place=first)


def _of_history(result: HistoryFinding, where: DecisionFilter | None) -> Iterator[Evidence]:
    for part in result.stages:
        figure = _labelled(result.finding.figures, "net", Unit.EURO, part.stage)
        if figure and where and not part.key:
            yield Evidence(figure=figure, kind=Kind.WHOLE, where=where, name=result.party.name or "")


def _of_comparison(result: CompareFinding) -> Iterator[Evidence]:
    """Sides, and changes from one period to a later one; what stands side by side at one time is told by code."""
    figures = result.finding.figures
    for side in result.sides:
        stage = side.total.stage if side.total else None
        figure = _labelled(figures, f"net {side.side.key}", Unit.EURO, stage)
        if figure and side.tellable:
            yield Evidence(figure=figure, kind=Kind.GROUP, where=side.side.where)
    for each in result.differences:
        before, after = result.sides[each.before].side, result.sides[each.after].side
        if before.where.period == after.where.period:
            continue
        for name, unit in (("difference", Unit.EURO), ("percent", Unit.PERCENT)):
            figure = _labelled(figures, f"{name} {before.key} → {after.key}", unit, result.stage)
            if figure:
                yield Evidence(figure=figure, kind=Kind.CHANGE, where=after.where, before=before.where.period)
