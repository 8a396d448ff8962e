"""The mind without a model: the request's kind chooses a plan, the plan calls lookups and words what they found."""

from collections.abc import Callable

from core.answer.bodies import is_over_bodies
from core.answer.plans import (
    averages,
    cards,
    comparing,
    counts,
    course,
    delays,
    history,
    payees,
    ranking,
    records,
    shares,
    totals,
)
from core.answer.steps import Situation, Step
from core.domain.request import Intent, Metric, Request

_COUNTS = frozenset({Metric.COUNT, Metric.COUNT_PEOPLE})
_RANKS = frozenset({Metric.LARGEST, Metric.SMALLEST})
_MEASURES = {
    Metric.AVERAGE: averages.step,
    Metric.MEDIAN: averages.step,
    Metric.SHARE: shares.step,
    Metric.DELAY: delays.step,
}

Plan = Callable[[Situation], Step]


def plan_of(request: Request) -> Plan:
    """One plan a question; a list is what remains when no figure is asked."""
    if request.intent is Intent.ADASEARCH:
        return course.step if course.is_asked(request) else cards.step
    if request.intent is Intent.COMPARE:
        return comparing.step
    if request.metric in _MEASURES and request.intent is Intent.AGGREGATE:
        return _MEASURES[request.metric]
    if payees.asks_for_payees(request):
        return payees.step
    if history.asks_for_history(request):
        return history.step
    if is_over_bodies(request):
        return comparing.step
    if request.metric in _RANKS:
        return ranking.step
    if request.metric in _COUNTS:
        return counts.step
    if request.intent is Intent.AGGREGATE and request.metric is not Metric.UNIT_PRICE:
        return totals.step
    return records.step


class Planner:
    """Satisfies `core.ports.Mind`."""

    name = "planner"

    async def next_step(self, situation: Situation) -> Step:
        return plan_of(situation.request)(situation)
