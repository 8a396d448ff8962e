"""What a model sent → a typed call. What it does not say is the question's: silence never widens (SEEDS finding 6)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from core.answer import topics
from core.answer.comparison import Hindrance, Kind, comparison_of
from core.answer.lookups import (
    compare,
    count_decisions,
    coverage,
    explain_change,
    find_decision,
    find_organization,
    payee_history,
    query_open_data,
    rank_decisions,
    rank_payees,
    search_decisions,
    total_spending,
    trace_case,
)
from core.answer.model.tools import period_of, values
from core.answer.steps import Call, Situation
from core.answer.topics import Topic
from core.domain.asked import Side
from core.domain.condition import DecisionFilter
from core.domain.ledger import Stage
from core.domain.request import Sides
from core.errors import InvalidInput
from core.store.pool import Db

_ROWS = 20
_UNCOVERED = "Δεν έχουμε τον φορέα με uid {uid}."
_NOT_COMPARED = {
    Hindrance.ONE_SIDE: "Η σύγκριση χρειάζεται δύο πλευρές: δώστε periods.",
    Hindrance.TWO_WAYS: "Η ερώτηση διαφέρει σε περισσότερα από ένα: συγκρίνεται μόνο ένα κάθε φορά.",
    Hindrance.UNEQUAL: "Οι περίοδοι δεν έχουν ίσο μήκος.",
}
_NOT_COMPARABLE = "Τα στοιχεία μας δεν καλύπτουν όλες τις πλευρές: δεν συγκρίνονται."
_NO_PAYEE = "Η ερώτηση δεν ονομάζει ανάδοχο: δώστε afm."

Given = Mapping[str, Any]


async def call_of(lookup: str, sent: str, situation: Situation, db: Db) -> Call:
    """Raises InvalidInput, whose sentence goes back to the model."""
    given = values(lookup, sent)
    topic = await _topic(given, situation, db)
    arguments = _BUILDERS[lookup](given, situation, topic)
    return Call(lookup=lookup, arguments=arguments)


async def _topic(given: Given, situation: Situation, db: Db) -> Topic:
    words = given.get("words")
    if words is None or words == situation.request.topic:
        return situation.topic
    return await topics.resolve(db, words=words, exclude=situation.request.exclude)


def _where(given: Given, situation: Situation, topic: Topic) -> DecisionFilter:
    """The question's filter with what the call changes; bodies that we do not hold are refused."""
    where = replace(situation.where(), condition=topic.condition)
    if uids := given.get("organizations"):
        absent = [uid for uid in uids if not situation.setting.is_covered(uid)]
        if absent:
            raise InvalidInput(_UNCOVERED.format(uid=absent[0]))
        where = replace(where, organizations=uids)
    if "since" in given or "last_day" in given:
        where = replace(where, period=period_of(given.get("since"), given.get("last_day")))
    return replace(where, direct_only=given.get("direct_only", False) or where.direct_only)


def _stage(given: Given, situation: Situation) -> Stage:
    stage = given.get("stage") or situation.request.stage or Stage.PAYMENT
    assert isinstance(stage, Stage)
    return stage


def _total(given: Given, situation: Situation, topic: Topic) -> total_spending.Arguments:
    return total_spending.Arguments(
        where=_where(given, situation, topic),
        stage=_stage(given, situation),
        group_by=given.get("group_by"),
        rows=_ROWS,
    )


def _count(given: Given, situation: Situation, topic: Topic) -> count_decisions.Arguments:
    where = replace(_where(given, situation, topic), stage=given.get("stage"))
    return count_decisions.Arguments(where=where, group_by=given.get("group_by"))


def _search(given: Given, situation: Situation, topic: Topic) -> search_decisions.Arguments:
    words = given.get("words", situation.request.topic)
    return search_decisions.Arguments(
        where=replace(_where(given, situation, topic), stage=given.get("stage") or situation.request.stage),
        words=words,
        topic=topic if words else None,
        newest_first=given.get("newest_first", False) or not words,
        limit=given.get("limit", 5),
    )


def _rank(given: Given, situation: Situation, topic: Topic) -> rank_decisions.Arguments:
    return rank_decisions.Arguments(
        where=_where(given, situation, topic),
        stage=_stage(given, situation),
        largest=given.get("largest", True),
        limit=given.get("limit", 5),
    )


def _payees(given: Given, situation: Situation, topic: Topic) -> rank_payees.Arguments:
    return rank_payees.Arguments(
        where=_where(given, situation, topic),
        stage=_stage(given, situation),
        limit=given.get("limit", 5),
        by_acts=given.get("by_acts", False),
    )


def _history(given: Given, situation: Situation, topic: Topic) -> payee_history.Arguments:
    key = given.get("afm") or (situation.payee.key if situation.payee else None)
    if key is None:
        raise InvalidInput(_NO_PAYEE)
    return payee_history.Arguments(where=_where(given, situation, topic), key=key, stage=given.get("stage"))


def _sides(given: Given, situation: Situation, topic: Topic) -> tuple[Side, ...]:
    """The sides as a question's own are made: of equal length, and held in full (`core.answer.comparison`)."""
    if periods := given.get("periods"):
        request = replace(situation.request, sides=Sides(periods=periods), period=None)
        situation = replace(situation, request=request, topic=topic, topics=())
    compared = comparison_of(situation)
    if compared.hindrance is not None:
        raise InvalidInput(_NOT_COMPARED.get(compared.hindrance, _NOT_COMPARABLE))
    return tuple(each.side for each in compared.sides)


def _compare(given: Given, situation: Situation, topic: Topic) -> compare.Arguments:
    sides = _sides(given, situation, topic)
    of_stages = "periods" not in given and comparison_of(situation).kind is Kind.STAGES
    stage = None if of_stages else _stage(given, situation)
    return compare.Arguments(
        sides=sides, stage=stage, named="stage" in given or situation.request.stage_named, rows=_ROWS
    )


def _explain(given: Given, situation: Situation, topic: Topic) -> explain_change.Arguments:
    before, after, *more = _sides(given, situation, topic)
    if more:
        raise InvalidInput(_NOT_COMPARED[Hindrance.TWO_WAYS])
    return explain_change.Arguments(before=before, after=after, stage=_stage(given, situation))


_BUILDERS: Mapping[str, Callable[[Given, Situation, Topic], Any]] = {
    total_spending.NAME: _total,
    count_decisions.NAME: _count,
    search_decisions.NAME: _search,
    rank_decisions.NAME: _rank,
    rank_payees.NAME: _payees,
    payee_history.NAME: _history,
    compare.NAME: _compare,
    explain_change.NAME: _explain,
    find_decision.NAME: lambda given, *_: find_decision.Arguments(adas=given["adas"]),
    trace_case.NAME: lambda given, *_: trace_case.Arguments(ada=given["ada"]),
    find_organization.NAME: lambda given, *_: find_organization.Arguments(name=given["name"]),
    query_open_data.NAME: lambda given, *_: query_open_data.Arguments(sql=given["sql"]),
    coverage.NAME: lambda given, *_: coverage.Arguments(organizations=given.get("organizations", ())),
}
