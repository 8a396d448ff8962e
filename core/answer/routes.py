"""Questions that need no lookup: small talk, what is not for us, what is not built, what lies outside our data."""

from collections.abc import Sequence

from core.answer.compose import refusals
from core.answer.compose.words import organization_name, period_words
from core.answer.steps import Situation
from core.domain.answer import Answer, Choice, ChoiceKind, Outcome
from core.domain.organization import Coverage
from core.domain.period import Period
from core.domain.request import Intent, Metric, Request, Scope

_ASKS_SOMETHING = frozenset({Intent.RECORDS, Intent.AGGREGATE})


def fixed_reply(request: Request, examples: Sequence[Choice]) -> Answer | None:
    """The reply that needs no data; None when the question goes on to the lookups."""
    if request.intent in (Intent.SMALLTALK, Intent.OUT_OF_SCOPE, Intent.INJECTION) or _is_refused(request):
        return refusals.refuse(request, examples)
    match request.intent:
        case Intent.SUBSCRIBE:
            return _alert(request, examples)
        case Intent.UNSUBSCRIBE:
            return Answer(outcome=Outcome.ALERT, text=refusals.NOTHING_TO_STOP, request=request)
        case Intent.FOLLOWUP if not _ASKS_SOMETHING & set(request.also):
            return refusals.unclear(request, refusals.FOLLOWUP_NOT_YET, examples)
        case Intent.COMPARE:
            return _compare(request)
        case Intent.UNCLEAR:
            return refusals.unclear(request, _unclear_words(request), examples)
    return None


def _is_refused(request: Request) -> bool:
    """A question about money or acts that still asks for what we never give."""
    refused = (Scope.PRIVATE_PERSON, Scope.LOADED_CLAIM, Scope.PEOPLE_COUNT, Scope.NOT_IN_DIAVGEIA)
    return request.scope in refused and request.intent is not Intent.UNCLEAR


def _alert(request: Request, examples: Sequence[Choice]) -> Answer:
    """Nothing is stored before alerts are built, and the reply says so; the same topic can be looked up now."""
    topic = " ".join(request.topic)
    now = Choice(label="Τι υπάρχει ως τώρα", kind=ChoiceKind.ASK, text=f"αποφάσεις για {topic}")
    choices = (now,) if topic else tuple(examples)
    return Answer(outcome=Outcome.ALERT, text=refusals.ALERTS_NOT_YET, request=request, choices=choices)


def _compare(request: Request) -> Answer:
    """Each side as a question of its own, ready to be tapped."""
    topic = f" για {' '.join(request.topic)}" if request.topic else ""
    verb = "πόσα ανατέθηκαν" if request.stage and request.stage.value == "award" else "πόσα πληρώθηκαν"
    sides = [mention.words for mention in request.organizations]
    years = [str(year) for year in request.years]
    texts = [f"{verb}{topic} στον {side}{f' το {years[0]}' if len(years) == 1 else ''}" for side in sides]
    if not texts:
        texts = [f"{verb}{topic} το {year}" for year in years]
    head = refusals.PER_CAPITA if request.metric is Metric.PER_CAPITA else refusals.COMPARE_NOT_YET
    alone = refusals.COMPARE_NOT_YET.partition(" Διαλέξτε")[0]
    choices = tuple(Choice(label=text.removeprefix(verb).strip(), kind=ChoiceKind.ASK, text=text) for text in texts[:4])
    return Answer(
        outcome=Outcome.UNCLEAR,
        text=head if choices else alone,
        request=request,
        choices=choices,
    )


def _unclear_words(request: Request) -> str:
    if request.payee or request.scope is Scope.PRIVATE_PERSON:
        return refusals.UNCLEAR_PERSON
    return refusals.UNCLEAR_WHAT if request.metric or request.topic else refusals.UNCLEAR


def outside(situation: Situation) -> Answer | None:
    """The reply when the question's period lies wholly outside of what we hold of its one body."""
    body, period = situation.body, situation.period
    coverage = situation.setting.coverage.get(body.uid) if body else None
    if body is None or coverage is None or period.is_open or _touches(coverage, period):
        return None
    asked = period_words(period)
    again = Choice(
        label=f"Όσα έχουμε: {organization_name(body.label)}",
        kind=ChoiceKind.ASK,
        text="τελευταίες αποφάσεις",
        organization_uid=body.uid,
    )
    return refusals.outside_period(situation.request, coverage, asked, (again,))


def _touches(coverage: Coverage, period: Period) -> bool:
    if coverage.first_on is None or coverage.last_on is None:
        return False
    starts_after = period.since is not None and period.since > coverage.last_on
    ends_before = period.until is not None and period.until <= coverage.first_on
    return not starts_after and not ends_before
