"""The mind without a model: the request's kind chooses a plan, the plan calls lookups and words what they found."""

from collections.abc import Callable, Sequence

from core.answer.bodies import is_over_bodies
from core.answer.plans import (
    averages,
    cards,
    comparing,
    counts,
    course,
    delays,
    history,
    inside,
    leaving_out,
    near_limit,
    payees,
    payees_beside,
    ranking,
    records,
    said,
    shares,
    totals,
)
from core.answer.steps import Situation, Step
from core.domain.identifiers import is_ada
from core.domain.request import Intent, Item, Metric, Request

_COUNTS = frozenset({Metric.COUNT, Metric.COUNT_PEOPLE})
_RANKS = frozenset({Metric.LARGEST, Metric.SMALLEST})
_MEASURES = {
    Metric.AVERAGE: averages.step,
    Metric.MEDIAN: averages.step,
    Metric.SHARE: shares.step,
    Metric.DELAY: delays.step,
}

# Plans whose every figure can be had without an act or a payee.
_LEAVES_OUT = frozenset({payees.step, ranking.step, counts.step, totals.step, records.step, near_limit.step})
# Acts as such: an act stays whole, whoever is taken out of its lines.
_WHOLE_ACTS = frozenset({counts.step, records.step})

Plan = Callable[[Situation], Step]


def plan_of(request: Request) -> Plan:
    """One plan a question; a list is what remains when no figure is asked."""
    if request.intent is Intent.ADASEARCH:
        if course.is_asked(request):
            return course.step
        return inside.step if inside.is_asked(request) else cards.step
    if said.is_asked(request):
        return said.step
    if payees_beside.is_asked(request):
        return payees_beside.step
    if request.intent is Intent.COMPARE:
        return comparing.step
    if request.near_limit:
        return near_limit.step
    if request.metric in _MEASURES and request.intent is Intent.AGGREGATE:
        return _MEASURES[request.metric]
    if payees.asks_for_payees(request):
        return payees.step
    if history.asks_for_history(request):
        return history.step
    return comparing.step if is_over_bodies(request) else _of_acts(request)


def _of_acts(request: Request) -> Plan:
    if request.metric in _RANKS:
        return ranking.step
    if request.metric in _COUNTS:
        return counts.step
    if request.intent is Intent.AGGREGATE and request.metric is not Metric.UNIT_PRICE:
        return totals.step
    return records.step


def can_leave_out(request: Request, out: Sequence[Item]) -> bool:
    """A payee is left out of amounts, never of lists and numbers of acts."""
    plan = plan_of(request)
    return plan in _LEAVES_OUT and (plan not in _WHOLE_ACTS or all(is_ada(item.key) for item in out))


class Planner:
    """Satisfies `core.ports.Mind`."""

    name = "planner"

    async def next_step(self, situation: Situation) -> Step:
        return leaving_out.around(situation, plan_of(situation.request)(situation))
