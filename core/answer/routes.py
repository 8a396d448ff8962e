"""Questions that need no lookup: small talk, what is not for us, what is not built, what lies outside our data."""

from collections.abc import Sequence

from core.answer.compose import refusals, welcome
from core.answer.compose.words import organization_name, period_words
from core.answer.setting import Setting
from core.answer.steps import Situation
from core.domain.answer import Answer, Choice, ChoiceKind, Outcome
from core.domain.ledger import Stage
from core.domain.organization import Coverage
from core.domain.period import Period
from core.domain.request import Intent, Metric, Request, Scope

_ASKS_SOMETHING = frozenset({Intent.RECORDS, Intent.AGGREGATE})
_NEVER_GIVEN = frozenset({Scope.PRIVATE_PERSON, Scope.LOADED_CLAIM, Scope.PEOPLE_COUNT, Scope.NOT_IN_DIAVGEIA})
_SIDES = 4


def fixed_reply(request: Request, setting: Setting, examples: Sequence[Choice]) -> Answer | None:
    """The reply that needs no data; None when the question goes on to the lookups."""
    match request.intent:
        case Intent.SMALLTALK if request.scope is Scope.HELP:
            text = welcome.help_text(setting)
            return Answer(outcome=Outcome.SMALLTALK, text=text, request=request, choices=tuple(examples))
        case Intent.SMALLTALK | Intent.OUT_OF_SCOPE | Intent.INJECTION:
            return refusals.refuse(request, examples)
        case Intent.SUBSCRIBE:
            return _alert(request, examples)
        case Intent.UNSUBSCRIBE:
            return Answer(outcome=Outcome.ALERT, text=refusals.NOTHING_TO_STOP, request=request)
        case Intent.FOLLOWUP if not _ASKS_SOMETHING & set(request.also):
            return refusals.unclear(request, refusals.FOLLOWUP_NOT_YET, examples)
        case Intent.COMPARE:
            return _compare(request, setting)
        case Intent.UNCLEAR:
            return _unclear(request, examples)
    if request.scope in _NEVER_GIVEN:
        return refusals.refuse(request, examples)
    return refusals.unclear(request, refusals.PAYEES_NOT_YET) if request.payee and not request.afm else None


def _alert(request: Request, examples: Sequence[Choice]) -> Answer:
    """Nothing is stored before alerts are built, and the reply says so; the same topic can be looked up now."""
    topic = " ".join(request.topic)
    now = Choice(label="Τι υπάρχει ως τώρα", kind=ChoiceKind.ASK, text=f"αποφάσεις για {topic}")
    choices = (now,) if topic else tuple(examples)
    return Answer(outcome=Outcome.ALERT, text=refusals.ALERTS_NOT_YET, request=request, choices=choices)


def _compare(request: Request, setting: Setting) -> Answer:
    """Each side as a question of its own, ready to be tapped."""
    topic = f" για {' '.join(request.topic)}" if request.topic else ""
    verb = "πόσα ανατέθηκαν" if request.stage is Stage.AWARD else "πόσα πληρώθηκαν"
    bodies = [mention.uids[0] for mention in request.organizations if len(mention.uids) == 1]
    when = f" {period_words(request.period)}" if request.period and len(request.years) < 2 else ""
    sides: list[tuple[str, str, str | None]] = [
        (organization_name(setting.body(uid).label), f"{verb}{topic}{when}", uid) for uid in bodies
    ]
    if len(sides) < 2:
        sides = [(str(year), f"{verb}{topic} το {year}", bodies[0] if bodies else None) for year in request.years]
    choices = tuple(
        Choice(label=label, kind=ChoiceKind.ASK, text=text, organization_uid=uid) for label, text, uid in sides[:_SIDES]
    )
    head = refusals.PER_CAPITA if request.metric is Metric.PER_CAPITA else refusals.COMPARE_NOT_YET
    text = head if choices else refusals.COMPARE_NOT_YET.partition(" Διαλέξτε")[0]
    return Answer(outcome=Outcome.UNCLEAR, text=text, request=request, choices=choices)


def _unclear(request: Request, examples: Sequence[Choice]) -> Answer:
    """What is missing is asked; a bare topic is offered as a list and as a total."""
    if request.payee or request.scope is Scope.PRIVATE_PERSON:
        return refusals.unclear(request, refusals.UNCLEAR_PERSON)
    if request.topic:
        about = " ".join(part for part in (" ".join(request.topic), period_words(request.period)) if part)
        offered = (
            Choice(label=f"Πράξεις: {about}", kind=ChoiceKind.ASK, text=f"αποφάσεις για {about}"),
            Choice(label=f"Πόσα ανατέθηκαν: {about}", kind=ChoiceKind.ASK, text=f"πόσα ανατέθηκαν για {about}"),
        )
        return refusals.unclear(request, "Θέλετε τις πράξεις ή το σύνολο των ποσών;", offered)
    return refusals.unclear(request, refusals.UNCLEAR_WHAT if request.metric else refusals.UNCLEAR, examples)


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
