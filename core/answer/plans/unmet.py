"""Acts that no limit on amounts or codes can meet, since theirs is not read or not stated: said beside a list."""

from core.answer.compose.words import STAGES, capitalised, count, decisions
from core.answer.lookups import total_spending
from core.answer.lookups.total_spending import TotalFinding
from core.answer.steps import Call, Situation
from core.domain.condition import StageTotal
from core.domain.ledger import Stage
from core.greek.numbers import format_count


def call(situation: Situation) -> Call | None:
    """What it takes to know: asked once, of a list with such a limit."""
    asked = any(isinstance(result, TotalFinding) for result in situation.results)
    if asked or not situation.where().limits_lines:
        return None
    arguments = total_spending.Arguments(where=situation.where(), stage=situation.request.stage, rows=0)
    return Call(lookup=total_spending.NAME, arguments=arguments)


def words(situation: Situation) -> str:
    """«Πληρωμές: 4.179 πράξεις με ποσό που δεν έχουμε φορτώσει· ποιες είναι κάτω από … δεν το ξέρουμε.»"""
    found = next((result for result in situation.results if isinstance(result, TotalFinding)), None)
    if found is None:
        return ""
    asked = situation.request.stage
    kept = [each for each in found.unlimited if asked in (None, each.stage) and each.stage is not Stage.PERSONNEL]
    parts = [_stage(each) for each in kept if each.unread or each.unstated]
    if not parts:
        return ""
    told = f"Έξω από την αναζήτηση, γιατί {_lacking(situation)} τους δεν έχουμε: {'· '.join(parts)}."
    return f"{told} Μπορεί να ταιριάζουν κι αυτές."


def _lacking(situation: Situation) -> str:
    return "κωδικό" if situation.request.kae or situation.request.cpv else "ποσό"


def is_blind(situation: Situation) -> bool:
    """Most acts of the asked stage were never read: that nothing was found says nothing."""
    found = next((result for result in situation.results if isinstance(result, TotalFinding)), None)
    asked = situation.request.stage
    return found is not None and any(each.mostly_unread for each in found.unlimited if each.stage is asked)


def blind(situation: Situation, limits: str) -> str:
    """The first sentence where nothing could have been found."""
    found = next(result for result in situation.results if isinstance(result, TotalFinding))
    total = next(each for each in found.unlimited if each.stage is situation.request.stage)
    stage = STAGES[total.stage]
    unread = "τα ποσά τους" if total.unread == total.decisions else f"τα ποσά των {format_count(total.unread)}"
    which = f"ποιες είναι {limits} δεν το ξέρουμε" if limits else "αν ταιριάζουν δεν το ξέρουμε"
    return (
        f"{capitalised(stage.plural)}: βρήκα {decisions(total.decisions)} ({stage.types})· {unread} δεν τα έχουμε "
        f"φορτώσει, γι' αυτό {which}."
    )


def _stage(total: StageTotal) -> str:
    stage = STAGES[total.stage]
    states = (
        (total.unread, "με ποσό που δεν έχουμε φορτώσει"),
        (total.unstated, "χωρίς δηλωμένο ποσό"),
    )
    told = [f"{count(number, stage.singular, stage.plural)} {why}" for number, why in states if number]
    return ", ".join(told)
