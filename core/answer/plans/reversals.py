"""«πόσες ανατροπές έγιναν»: what a total of commitments adds when those taken back are what was asked."""

from core.answer.compose import totals as words
from core.answer.plans.common import HOW, buttons, ending
from core.answer.steps import Situation
from core.domain.answer import Answer, Outcome
from core.domain.condition import StageTotal
from core.domain.ledger import Stage
from core.domain.request import REVERSALS

EVERY_YEAR = " Σε κάθε έτος γράφω και τις ανατροπές του, όσες βρήκα."


def asked(situation: Situation) -> bool:
    """They were asked for by name."""
    return REVERSALS in situation.request.notes


def group_words(situation: Situation, total: StageTotal) -> str:
    """The line of a group, with its reversals where they were asked for."""
    return words.group_words(total) + (words.reversals_beside(total) if asked(situation) else "")


def not_told(situation: Situation, why: str) -> Answer:
    """No commitment with an amount: another stage has no reversals, so nothing of it stands in for them."""
    text = "\n\n".join((why, ending(situation, Stage.COMMITMENT)))
    return Answer(outcome=Outcome.PARTIAL, text=text, request=situation.request, choices=buttons(HOW))
