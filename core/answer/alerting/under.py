"""Alerts beside answers: the button under an answer about data, and what it asks to be watched."""

from dataclasses import replace

from core.answer.alerting.command import Command, Do
from core.answer.compose import alerts as words
from core.domain.answer import Answer, ChoiceKind, Outcome
from core.domain.request import Intent, Request

_ABOUT_DATA = frozenset({Outcome.ANSWERED, Outcome.PARTIAL, Outcome.NOT_IN_DATA})
_WATCHED = frozenset({Intent.RECORDS, Intent.AGGREGATE, Intent.FOLLOWUP})
_MOST = 4
_BEFORE = frozenset({ChoiceKind.HOW, ChoiceKind.CHECK, ChoiceKind.CHART})


def with_alert(answer: Answer, *, is_page: bool) -> Answer:
    """The answer with «Ειδοποίηση» where its question can be watched (it says more than a body and a time), and where
    there is room: four buttons at most, arrows aside. Pages of sources have their own."""
    request = answer.request
    if request is None or answer.outcome not in _ABOUT_DATA or request.intent not in _WATCHED:
        return answer
    beside = [each for each in answer.choices if not set("◀▶") & set(each.label)]
    if len(beside) >= _MOST or (is_page and request.intent is not Intent.RECORDS):
        return answer
    said = (request.topic, request.stage, request.decision_types, request.afm, request.payee, request.kae, request.cpv)
    if not any(said) and request.amount_min is None:
        return answer
    button = Command(do=Do.OFFER).choice("Ειδοποίηση")
    place = next((place for place, each in enumerate(answer.choices) if each.kind in _BEFORE), len(answer.choices))
    return replace(answer, choices=(*answer.choices[:place], button, *answer.choices[place:]))


def watched_request(request: Request) -> Request:
    """The question as a wish: new acts are watched, whatever time was asked about, and nothing is counted."""
    by_type = bool(request.decision_types)
    return replace(
        request,
        intent=Intent.SUBSCRIBE,
        also=(),
        scope=None,
        adas=(),
        period=None,
        years=(),
        metric=None,
        unit=None,
        group_by=None,
        newest_first=False,
        limit=None,
        ask=None,
        stage=None if by_type else request.stage if request.stage_named else None,
        left_out=(),
        notes=(),
    )


def forgetting(request: Request | None = None) -> Answer:
    """Asked once more: it cannot be undone."""
    choices = (Command(do=Do.FORGET).choice("Ναι, σβήστε τα"), Command(do=Do.KEEP).choice("Όχι"))
    return Answer(outcome=Outcome.ALERT, text=words.SURE_FORGET, request=request, choices=choices)
