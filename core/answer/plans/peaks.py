"""«ποιος μήνας είχε τα περισσότερα;»: the span of time is named first, with its figure; the list of all follows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from core.answer.compose.words import STAGES, bold, decisions, euro, of_organization
from core.answer.kept.spans import days_held
from core.answer.plans import timeline
from core.answer.steps import Situation
from core.domain.condition import StageTotal
from core.domain.period import Period
from core.domain.request import IN_TIME, PEAK_LEAST, PEAK_MOST, Grouping

_SPANS = {Grouping.YEAR: "Το έτος", Grouping.QUARTER: "Το τρίμηνο", Grouping.MONTH: "Ο μήνας"}
_TIED = 3
_MAY_CHANGE = " Κάποιες πράξεις δεν έχουν ποσό στα στοιχεία που κρατώ: η σειρά μπορεί να είναι άλλη."


@dataclass(frozen=True, slots=True, kw_only=True)
class _Span:
    key: str
    value: Decimal
    said: str


def is_asked(situation: Situation) -> bool:
    return situation.request.group_by in IN_TIME and bool({PEAK_MOST, PEAK_LEAST} & set(situation.request.notes))


def in_euro(situation: Situation, groups: Sequence[StageTotal], *, about: str) -> str:
    """«Ο μήνας με το μεγαλύτερο ποσό σε **αναθέσεις** του Δήμου Χ το 2024 στη Διαύγεια: **Ιούνιος 2024**, 1.078,64 €
    (53 πράξεις). Ακολουθεί: …»; "" where no group has a sum. `about`: topic and period, as the sentence says them.
    """
    told = [each for each in groups if each.with_amount and not each.mostly_unread]
    spans = [
        _Span(key=each.key, value=each.net, said=f"{euro(each.net)} ({decisions(each.with_amount)})") for each in told
    ]
    if not told:
        return ""
    which = "μικρότερο" if _is_least(situation) else "μεγαλύτερο"
    sentence = _sentence(situation, spans, f"το {which} ποσό σε {bold(STAGES[told[0].stage].plural)}", about)
    missing = any(each.unstated or each.unread for each in groups)
    return f"{sentence}{_MAY_CHANGE if sentence and missing else ''}"


def in_acts(situation: Situation, groups: Mapping[str, int], *, about: str) -> str:
    """The same by number of acts."""
    spans = [_Span(key=key, value=Decimal(number), said=decisions(number)) for key, number in groups.items()]
    stage = situation.request.stage
    what = STAGES[stage].plural if stage else "πράξεις"
    return _sentence(
        situation, spans, f"τις {'λιγότερες' if _is_least(situation) else 'περισσότερες'} {bold(what)}", about
    )


def _is_least(situation: Situation) -> bool:
    return PEAK_LEAST in situation.request.notes


def _ranked(situation: Situation, spans: Sequence[_Span]) -> list[_Span]:
    """From the one asked for on; a span of which we hold a part had not least of anything."""
    if not _is_least(situation):
        return sorted(spans, key=lambda each: (-each.value, each.key))
    whole = [each for each in spans if days_held(each.key, period=Period(), held=situation.coverages)[1]]
    return sorted(whole, key=lambda each: (each.value, each.key))


def _sentence(situation: Situation, spans: Sequence[_Span], most: str, about: str) -> str:
    ranked = _ranked(situation, spans)
    if not ranked or situation.request.group_by is None:
        return ""
    first = [each for each in ranked if each.value == ranked[0].value]
    named = ", ".join(bold(timeline.label(situation, each.key)) for each in first[:_TIED])
    more = " και άλλα" if len(first) > _TIED else ""
    after = ranked[len(first) : len(first) + 1]
    follows = "".join(f" Ακολουθεί: {timeline.label(situation, each.key)}, {each.said}." for each in after)
    head = " ".join(
        filter(None, (f"{_SPANS[situation.request.group_by]} με {most}", of_organization(situation.body), about))
    )
    return f"{head} στη Διαύγεια: {named}{more}, {first[0].said}.{follows}"
