"""A message that a model wrote anew: what was understood stands first; or the questions under a reply, to be tapped."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from core.answer.compose.closing import limits
from core.answer.compose.how import GROUPS
from core.answer.compose.words import STAGES, capitalised, italic, organization_name, period_words
from core.domain.answer import Answer, Choice, ChoiceKind, plain
from core.domain.request import Grouping, Intent, Metric, OrganizationMention, Request

REREAD = "το μήνυμα διαβάστηκε με γλωσσικό μοντέλο"
_MEASURES = {
    Metric.SUM: "σύνολο",
    Metric.COUNT: "πλήθος",
    Metric.SUM_AND_COUNT: "σύνολο και πλήθος",
    Metric.SUM_AND_PAYEES: "σύνολο και σε ποιους",
    Metric.LARGEST: "τα μεγαλύτερα ποσά",
    Metric.SMALLEST: "τα μικρότερα ποσά",
    Metric.AVERAGE: "μέσος όρος",
    Metric.MEDIAN: "διάμεσος",
    Metric.SHARE: "ποσοστό",
    Metric.DELAY: "ημέρες έως την ανάρτηση",
}
_OFFER = "Μήπως ρωτάτε κάτι από αυτά;"
_OFFERED, _BUTTONS = 2, 4


def told(request: Request) -> str:
    """«σύνολο · πληρωμές · καύσιμα · 2024»: by its slots; a model's own words are shown to nobody."""
    stage = STAGES[request.stage].plural if request.stage else "πράξεις"
    bodies = ", ".join(label for each in request.organizations for label in _names(each))
    topics = " | ".join(" ".join(words) for words in request.sides.topics) or request.topic_text
    parts = [*_asked(request), stage, topics, _when(request), bodies, *limits(request)]
    return plain(" · ".join(part for part in parts if part))


def _asked(request: Request) -> Iterator[str]:
    if request.ask == "why":
        yield "από τι γίνεται η διαφορά"
    elif request.intent is Intent.COMPARE:
        yield "σύγκριση"
    elif request.group_by is Grouping.PAYEE:
        yield "ποιοι πήραν τα περισσότερα"
        return
    else:
        yield _MEASURES.get(request.metric, "λίστα") if request.metric else "λίστα"
    if request.group_by is not None:
        yield f"ανά {GROUPS[request.group_by]}"


def _when(request: Request) -> str:
    spans = request.sides.periods or ((request.period,) if request.period else ())
    return " και ".join(period_words(each).removeprefix("το ") for each in spans)


def _names(mention: OrganizationMention) -> tuple[str, ...]:
    return tuple(map(organization_name, mention.labels)) or (mention.words,)


def instead(made: Answer, requests: Sequence[Request]) -> Answer:
    """«Κατάλαβα: σύνολο · πληρωμές · 2024.» before the answer; of several questions each on a line of its own."""
    lines = "\n".join(f"Κατάλαβα: {told(each)}." for each in requests)
    understood = italic(lines)
    return replace(made, text=f"{understood}\n\n{made.text}", notes=(*made.notes, REREAD))


def offered(made: Answer, requests: Sequence[Request]) -> Answer:
    """The reply as it is, and questions that are known to be answered."""
    asked = tuple(
        Choice(label=capitalised(told(each)), kind=ChoiceKind.ASK, text=each.text) for each in requests[:_OFFERED]
    )
    return replace(made, text=f"{made.text}\n\n{_OFFER}", choices=(*asked, *made.choices)[:_BUTTONS])


def paid(made: Answer, calls: int, euro: Decimal) -> Answer:
    """What the reading cost, whatever came of it."""
    return replace(made, model_calls=made.model_calls + calls, cost_eur=made.cost_eur + euro)
