"""What was taken out of an answer, around every plan that can leave it out: looked up last, said first."""

from dataclasses import replace

from core.answer.compose import left_out as words
from core.answer.lookups import left_out
from core.answer.lookups.count_decisions import CountFinding
from core.answer.lookups.left_out import LeftOutFinding
from core.answer.lookups.near_limit import NearFinding
from core.answer.lookups.rank_decisions import RankFinding
from core.answer.lookups.rank_payees import PayeeRankFinding
from core.answer.lookups.search_decisions import SearchFinding
from core.answer.lookups.total_spending import TotalFinding
from core.answer.plans.common import HOW
from core.answer.steps import Call, Draft, Situation, Step
from core.domain.answer import Answer, Outcome
from core.domain.condition import DecisionFilter
from core.domain.ledger import Stage

# Notes of a request: this kind of question counts them all; the list was changed by this very message.
COUNTED_AGAIN, JUST_CHANGED = "left_out:counted", "left_out:now"


def around(situation: Situation, step: Step) -> Step:
    """A draft waits until it is known what was left out of it."""
    if not isinstance(step, Draft):
        return step
    if COUNTED_AGAIN in situation.request.notes:
        return Draft(answer=_with(step.answer, words.COUNTED_AGAIN))
    if not situation.request.left_out:
        return step
    found = next((each for each in situation.results if isinstance(each, LeftOutFinding)), None)
    if found is None:
        named, stage = _named(situation), _stage(situation)
        arguments = left_out.Arguments(
            wheres=_wheres(situation),
            stage=(named or stage) if stage else None,
            instead=stage if named and stage is not named else None,
            items=situation.request.left_out,
        )
        return (Call(lookup=left_out.NAME, arguments=arguments),)
    if found.rest.decisions == 0 and found.whole.decisions:
        return Draft(answer=_empty(step.answer, found))
    told = words.told(found, new=JUST_CHANGED in situation.request.notes)
    return Draft(answer=_with(step.answer, told) if told else step.answer)


def _with(answer: Answer, line: str) -> Answer:
    return replace(answer, text=f"{line}\n\n{answer.text}")


def _empty(answer: Answer, found: LeftOutFinding) -> Answer:
    """Everything was taken out: no other stage takes its place."""
    text = f"{words.told(found, new=True)}\n\n{words.NOTHING_LEFT}"
    return replace(answer, outcome=Outcome.PARTIAL, text=text, figures=(), citations=(), listed=(), choices=(HOW,))


def _stage(situation: Situation) -> Stage | None:
    """The stage whose figure was told; None where acts were counted or listed."""
    if any(isinstance(result, CountFinding | SearchFinding) for result in situation.results):
        return None  # a total beside them only tells what they cannot hold
    for result in reversed(situation.results):
        if isinstance(result, RankFinding | PayeeRankFinding | NearFinding):
            return result.stage
        if isinstance(result, TotalFinding):
            return result.leading.stage if result.leading else _named(situation)
    return None


def _named(situation: Situation) -> Stage | None:
    """A stage that was asked by name is the one that things are taken out of, even if nothing of it is left."""
    return situation.request.stage if situation.request.stage_named else None


def _wheres(situation: Situation) -> tuple[DecisionFilter, ...]:
    near = next((each for each in situation.results if isinstance(each, NearFinding)), None)
    return near.wheres if near else (replace(situation.where(), stage=situation.request.stage),)
