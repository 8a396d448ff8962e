"""Several payees side by side, each by its ΑΦΜ, in one stage; what names nobody is told, and nothing is added up."""

from collections.abc import Sequence
from dataclasses import replace

from core.answer.compose import history as words
from core.answer.compose.totals import reasons
from core.answer.compose.words import (
    STAGES,
    bold,
    euro,
    period_words,
    the_organization,
    topic_title,
)
from core.answer.lookups import payee_history
from core.answer.lookups.payee_history import HistoryFinding
from core.answer.plans.common import HOW, buttons, conditions, ending, held_words, notes
from core.answer.steps import Call, Draft, Situation, Step
from core.domain.answer import Answer, Figure, Outcome
from core.domain.ledger import Stage
from core.domain.request import PAYEES_BESIDE, Request
from core.store.payees import Part

_ORDER = (Stage.PAYMENT, Stage.AWARD, Stage.CONTRACT, Stage.APPROVAL, Stage.GRANT)


def is_asked(request: Request) -> bool:
    return PAYEES_BESIDE in request.notes


def step(situation: Situation) -> Step:
    """A lookup for each payee, then the answer."""
    if situation.results:
        return Draft(answer=_draft(situation))
    where = replace(situation.where(), decision_types=()) if situation.request.stage else situation.where()
    return tuple(
        Call(
            lookup=payee_history.NAME,
            arguments=payee_history.Arguments(where=where, key=party.key, stage=situation.request.stage, rows=0),
        )
        for party in situation.payees
    )


def _draft(situation: Situation) -> Answer:
    found = [result for result in situation.results if isinstance(result, HistoryFinding)]
    stage = _common(found, situation.request.stage)
    blocks = [_side_by_side(situation, found, stage), "\n".join(_beside(situation, found, stage)), notes(situation)]
    blocks.append(ending(situation, stage or situation.request.stage))
    some = any(each.leading for each in found)
    whole = stage is not None and situation.request.stage in (None, stage)
    return Answer(
        outcome=Outcome.ANSWERED if whole else Outcome.PARTIAL if some else Outcome.NOT_IN_DATA,
        text="\n\n".join(block for block in blocks if block),
        request=situation.request,
        figures=_figures(found, stage),
        choices=buttons(HOW),
    )


def _common(found: Sequence[HistoryFinding], asked: Stage | None) -> Stage | None:
    """The first stage in which all of them have a sum: only then do they stand side by side."""
    for stage in dict.fromkeys((asked, *_ORDER)):
        if stage is not None and all(_part(each, stage) for each in found):
            return stage
    return None


def _part(found: HistoryFinding, stage: Stage) -> Part | None:
    parts = (part for part in found.stages if part.stage is stage and part.decisions > part.without_amount)
    return next(parts, None)


def _side_by_side(situation: Situation, found: Sequence[HistoryFinding], stage: Stage | None) -> str:
    topic = topic_title(situation.topic.condition)
    when = period_words(situation.period) or held_words(situation)
    limits = conditions(situation)
    about = (f" για {topic}" if topic else "") + (f" ({limits})" if limits else "")
    who = the_organization(situation.body) if situation.body else ""
    opening = " ".join(part for part in ("Σύμφωνα με πράξεις αναρτημένες στη Διαύγεια,", when, who) if part)
    if stage is None:
        return "\n".join(("Δεν βρήκα στάδιο με ποσά για όλους, γι' αυτό δεν τους συγκρίνω.", *map(_alone, found)))
    did = STAGES[stage].did if who else STAGES[stage].was_done
    sides = sorted(((part, each) for each in found if (part := _part(each, stage))), key=lambda side: -side[0].amount)
    lines = [
        f"{place}. {bold(euro(part.amount))} · {words.called(each.party)} · {words.acts(part)}"
        for place, (part, each) in enumerate(sides, 1)
    ]
    absent = words.absent(replace(found[0], leading=sides[0][0])) if situation.request.stage else ""
    head = f"{opening} {bold(did)}{about}, κατά δικαιούχο ή ανάδοχο ({STAGES[stage].plural}):"
    return "\n".join(part for part in (absent, head, *lines) if part)


def _alone(found: HistoryFinding) -> str:
    """«Χ: αναθέσεις 1.234,00 €, 7 πράξεις», or that nothing names it."""
    led = found.leading
    if led is None:
        return f"{words.called(found.party)}: δεν βρήκα πράξεις."
    amount = f" {bold(euro(led.amount))}," if led.decisions > led.without_amount else ""
    return f"{words.called(found.party)}: {STAGES[led.stage].plural}{amount} {words.acts(led)}."


def _beside(situation: Situation, found: Sequence[HistoryFinding], stage: Stage | None) -> list[str]:
    """Amounts that nobody holds alone, and how many acts of the stage name nobody: these are the same for all."""
    shared = [
        f"{words.called(each.party)}: μαζί με άλλους {words.acts(part)} με κοινό ποσό, έξω από το δικό του άθροισμα."
        for each in found
        for part in each.shared
        if part.stage is stage
    ]
    aside = [
        f"{words.called(each.party)}: έξω από το άθροισμα {told}."
        for each in found
        if (told := reasons((one for one in each.aside if one.stage is stage), between="· "))
    ]
    silent = [line for each in found[:1] for line in words.silences(each, situation.body)]
    return [*shared, *aside, *silent]


def _figures(found: Sequence[HistoryFinding], stage: Stage | None) -> tuple[Figure, ...]:
    told = [figure for each in found for figure in each.finding.figures]
    return tuple(sorted(told, key=lambda each: (each.stage is not stage, each.label != "net")))
