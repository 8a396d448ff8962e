"""What was taken out of an answer, around every plan that can leave it out: looked up last, said first."""

from dataclasses import replace

from core.answer.compose import left_out as words
from core.answer.lookups import left_out
from core.answer.lookups.left_out import LeftOutFinding
from core.answer.lookups.near_limit import NearFinding
from core.answer.lookups.rank_decisions import RankFinding
from core.answer.lookups.rank_payees import PayeeRankFinding
from core.answer.lookups.total_spending import TotalFinding
from core.answer.steps import Call, Draft, Situation, Step
from core.domain.answer import Answer
from core.domain.condition import DecisionFilter
from core.domain.ledger import Stage

COUNTED_AGAIN = "left_out:counted"  # a note: this kind of question counts them all


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
        arguments = left_out.Arguments(
            wheres=_wheres(situation), stage=_stage(situation), items=situation.request.left_out
        )
        return (Call(lookup=left_out.NAME, arguments=arguments),)
    return Draft(answer=_with(step.answer, words.told(found)))


def _with(answer: Answer, line: str) -> Answer:
    return replace(answer, text=f"{line}\n\n{answer.text}")


def _stage(situation: Situation) -> Stage | None:
    """The stage whose figure was told; None where acts were counted or listed."""
    for result in reversed(situation.results):
        if isinstance(result, RankFinding | PayeeRankFinding | NearFinding):
            return result.stage
        if isinstance(result, TotalFinding):
            return result.leading.stage if result.leading else None
    return None


def _wheres(situation: Situation) -> tuple[DecisionFilter, ...]:
    near = next((each for each in situation.results if isinstance(each, NearFinding)), None)
    return near.wheres if near else (replace(situation.where(), stage=situation.request.stage),)
