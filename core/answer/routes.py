"""Questions that need no lookup: small talk, what is not for us, what is not built, what lies outside our data."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from core.answer import telling
from core.answer.bodies import asks_every_body, is_over_bodies, over_all
from core.answer.compose import refusals, welcome
from core.answer.compose.words import STAGES, organization_name, period_words
from core.answer.setting import Setting
from core.answer.steps import Situation
from core.domain.answer import Answer, Choice, ChoiceKind, Outcome
from core.domain.organization import Coverage
from core.domain.period import Period
from core.domain.request import Intent, Metric, Request, Scope
from core.greek.fold import fold

_ASKS_SOMETHING = frozenset({Intent.RECORDS, Intent.AGGREGATE})
_NEVER_GIVEN = frozenset({Scope.PRIVATE_PERSON, Scope.LOADED_CLAIM, Scope.PEOPLE_COUNT, Scope.NOT_IN_DIAVGEIA})
NO_SUCH_DAY = "Δεν υπάρχει ημερομηνία {day}."
_DAY = re.compile(r"(?<![\w/.-])(\d{1,2})/(\d{1,2})/(\d{4})(?![\w/])")
_LOADED = re.compile(r"παρανομ|σκανδαλ|υποπτ|διεφθαρμεν|λαμογι|φαγοποτ")


def fixed_reply(request: Request, setting: Setting, examples: Sequence[Choice]) -> Answer | None:
    """The reply that needs no data; None when the question goes on to the lookups."""
    match request.intent:
        case Intent.SMALLTALK if request.scope is Scope.HELP:
            text = welcome.help_text(setting)
            return Answer(outcome=Outcome.SMALLTALK, text=text, request=request, choices=tuple(examples))
        case Intent.SMALLTALK | Intent.OUT_OF_SCOPE | Intent.INJECTION:
            return refusals.refuse(request, examples)
        case Intent.SUBSCRIBE:
            return _not_given(request, examples)
        case Intent.FOLLOWUP if not _ASKS_SOMETHING & set(request.also):
            return refusals.unclear(request, refusals.FOLLOWUP_UNCLEAR, examples)
        case Intent.UNCLEAR if request.scope is Scope.FOREIGN_LANGUAGE:
            return refusals.foreign(request, period_words(request.period), examples)
        case Intent.UNCLEAR:
            return _unclear(request, examples)
    return _not_given(request, examples) or _not_built(request, setting, examples)


def _not_given(request: Request, examples: Sequence[Choice]) -> Answer | None:
    """What we never say, whatever the question is about."""
    if request.scope in _NEVER_GIVEN:
        return refusals.refuse(request, examples)
    if any(_LOADED.match(fold(word)) for word in request.topic):
        return refusals.refuse(replace(request, scope=Scope.LEGAL_ADVICE), examples)
    return None


def _not_built(request: Request, setting: Setting, examples: Sequence[Choice]) -> Answer | None:
    """Slots that were read and cannot be searched by yet, and questions that say nothing to search for."""
    if request.adam or request.act_number or request.unit_words or (request.ask == "signer" and not request.adas):
        return refusals.unclear(request, refusals.NOT_SEARCHED_YET)
    if request.metric is Metric.PER_CAPITA:
        return _per_capita(request, examples)
    if "side:unmeasured" in request.notes:
        return refusals.unclear(request, refusals.MEASURED_IN_EURO)
    of_all = request.metric is Metric.DELAY or request.near_limit
    over_bodies = is_over_bodies(request) or over_all(request) or of_all
    if asks_every_body(request) and not over_bodies:
        return _each_body(request, setting)
    if request.intent is Intent.COMPARE and request.metric is Metric.COUNT:
        return refusals.unclear(request, refusals.COUNTS_NOT_COMPARED, _each_count(request))
    if request.topic and all(word.isdigit() for word in request.topic):
        return refusals.unclear(request, refusals.UNCLEAR, examples)
    if request.intent is Intent.RECORDS and request.ask != telling.ASK and _says_nothing(request):
        return refusals.unclear(request, refusals.UNCLEAR_WHAT, examples)
    return None


def _per_capita(request: Request, examples: Sequence[Choice]) -> Answer:
    """Inhabitants are not in the source; the totals are, and can be tapped."""
    topic = request.topic_text
    bodies = [each.words for each in request.organizations]
    asked = [f"σύγκρινε αναθέσεις για {topic}" if len(bodies) > 1 else f"πόσα ανατέθηκαν για {topic}"]
    asked += [period_words(request.period), " και ".join(bodies)]
    total = Choice(label="Το σύνολο", kind=ChoiceKind.ASK, text=" ".join(part for part in asked if part))
    return Answer(
        outcome=Outcome.WRONG_UNIT,
        text=refusals.PER_CAPITA,
        request=request,
        choices=(total,) if topic else tuple(examples),
    )


def _says_nothing(request: Request) -> bool:
    """A list without a topic, a kind, a time or a limit would be everything that a body ever posted."""
    asked = (request.topic, request.exclude, request.stage, request.decision_types, request.period, request.status)
    limits = (
        request.afm,
        request.payee,
        request.amount_min,
        request.amount_max,
        request.kae,
        request.cpv,
        request.newest_first,
    )
    return not any(asked) and not any(limit is not None and limit is not False for limit in limits)


def _each_body(request: Request, setting: Setting) -> Answer:
    """«ποιος δήμος …» of what is not summed: each body alone can be had."""
    about = f" για {request.topic_text}" if request.topic else ""
    when = f" {period_words(request.period)}" if request.period else ""
    what = STAGES[request.stage].plural if request.stage and request.stage_named else "αποφάσεις"
    text = f"{'πόσες' if request.metric is Metric.COUNT else 'μεγαλύτερες'} {what}{about}{when}"
    choices = tuple(
        Choice(label=organization_name(body.label), kind=ChoiceKind.ASK, text=text, organization_uid=body.uid)
        for body in setting.covered[:8]
    )
    return Answer(outcome=Outcome.UNCLEAR, text=refusals.EACH_ALONE, request=request, choices=choices)


def _each_count(request: Request) -> tuple[Choice, ...]:
    """The number of acts of each year, ready to be tapped."""
    about = f" για {request.topic_text}" if request.topic else ""
    what = STAGES[request.stage].plural if request.stage and request.stage_named else "αποφάσεις"
    return tuple(
        Choice(label=str(year), kind=ChoiceKind.ASK, text=f"πόσες {what}{about} το {year}") for year in request.years
    )


def _unclear(request: Request, examples: Sequence[Choice]) -> Answer:
    """What is missing is asked; a bare topic is offered as a list and as a total."""
    if request.payee or request.scope is Scope.PRIVATE_PERSON:
        return refusals.unclear(request, refusals.UNCLEAR_PERSON)
    if request.topic and not all(word.isdigit() for word in request.topic):
        about = " ".join(part for part in (request.topic_text, period_words(request.period)) if part)
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


def impossible_day(text: str) -> str:
    """A day that no calendar has («31/2/2023»), as typed; "" when there is none."""
    for found in _DAY.finditer(text):
        try:
            date(int(found[3]), int(found[2]), int(found[1]))
        except ValueError:
            return found.group()
    return ""


def _touches(coverage: Coverage, period: Period) -> bool:
    if coverage.first_on is None or coverage.last_on is None:
        return False
    starts_after = period.since is not None and period.since > coverage.last_on
    ends_before = period.until is not None and period.until <= coverage.first_on
    return not starts_after and not ends_before
