"""Buttons under a comparison: each side's total alone, or the years from which two can be chosen."""

from core.answer.comparison import Comparison, Hindrance, Kind, Named
from core.answer.compose.words import STAGES, organization_name, period_label, period_words
from core.answer.steps import Situation
from core.domain.answer import Choice, ChoiceKind
from core.domain.ledger import Stage

_SHOWN = 3


def singles(situation: Situation, compared: Comparison, *, stage: Stage | None = None) -> tuple[Choice, ...]:
    """Nothing is offered that the words of a button could not say whole: limits on amount, payee, codes."""
    request = situation.request
    limits = (request.afm, request.amount_min, request.amount_max, request.kae, request.cpv)
    narrowed = request.direct_only or request.exclude or request.decision_types
    unsayable = narrowed or any(limit is not None for limit in limits)
    if unsayable or compared.kind is Kind.TYPES:
        return ()
    if compared.hindrance is Hindrance.NO_YEAR:
        return _years(situation)
    if compared.hindrance is Hindrance.TWO_WAYS:
        return _one_way(situation)
    return tuple(_single(situation, compared, each, stage) for each in compared.sides[:_SHOWN])


def _single(situation: Situation, compared: Comparison, each: Named, stage: Stage | None) -> Choice:
    told = each.side.where.stage or stage or situation.request.stage or Stage.PAYMENT
    topic = each.label if compared.kind is Kind.TOPICS else " ".join(situation.request.topic)
    about = f" για {topic}" if topic else ""
    when = period_words(each.side.where.period)
    return Choice(
        label=each.label,
        kind=ChoiceKind.ASK,
        text=f"σύνολο {STAGES[told].genitive}{about}{f' {when}' if when else ''}",
        organization_uid=each.body.uid if each.body else situation.body.uid if situation.body else None,
    )


def _one_way(situation: Situation) -> tuple[Choice, ...]:
    """Bodies and periods at once: the bodies in each of the periods."""
    request = situation.request
    if len(situation.bodies) < 2 or not request.sides.periods:
        return ()
    stage = STAGES[request.stage or Stage.PAYMENT].plural
    about = f" για {' '.join(request.topic)}" if request.topic else ""
    bodies = " και ".join(organization_name(body.label) for body in situation.bodies)
    return tuple(
        Choice(
            label=period_label(period),
            kind=ChoiceKind.ASK,
            text=f"σύγκρινε {stage}{about}: {bodies}, {period_words(period)}",
        )
        for period in request.sides.periods[:_SHOWN]
    )


def _years(situation: Situation) -> tuple[Choice, ...]:
    """The last whole years that most bodies hold."""
    lasts = [coverage.last_on for coverage in situation.coverages if coverage.last_on]
    last = max(lasts).year - 1 if lasts else situation.today.year - 1
    return tuple(
        Choice(label=str(year), kind=ChoiceKind.ASK, text=f"{situation.request.text.rstrip(' ;?.')} το {year}")
        for year in range(last, last - _SHOWN, -1)
    )
