"""What a further question of one message takes over from the one before: body and period, and after «και» its topic."""

import re
from dataclasses import replace
from typing import Any

from core.answer.bodies import asks_every_body
from core.answer.reading.page import Page, word_set
from core.domain.request import Grouping, Intent, Metric, Request
from core.greek.fold import fold

_ASKED = frozenset({Intent.AGGREGATE, Intent.RECORDS, Intent.COMPARE, Intent.FOLLOWUP})
_WIDE = re.compile(r"\bσυνολικ|\bγενικ|\bολ(?:α|εσ|ουσ) (?:τα|τισ|τουσ)\b|\bγια ολα\b")
_ABOUT = ("topic", "joints", "exclude", "payee", "afm", "kae", "cpv")
_STAGED = ("stage", "stage_named", "direct_only")
_SAID = (*_ABOUT, "amount_min", "amount_max", "amount_above", "amount_below")
_AMOUNT_NOTE = "ambiguous_amount:"
_ABOUT_WHAT = word_set("για περι gia peri")
_ANY_ACT = re.compile(r"(?:και |κι )?ποσ(?:εσ|ων) (?:αποφασ|πραξ)")
_COST = re.compile(r"\b(?:κοστι|στοιχι)")


def filled(own: Request, base: Request, *, joined: bool) -> Request:
    """The question with what only the one before it says. `joined`: it begins with «και».

    What the rules of follow-ups gave it stays; «συνολικά» and «όλα τα χρόνια» take nothing over.
    """
    if own.intent not in _ASKED or base.intent not in _ASKED or _WIDE.search(fold(own.text)):
        return own
    made = own
    if not (own.organizations or own.own_body or asks_every_body(own)):
        made = replace(made, organizations=base.organizations, own_body=base.own_body)
    if own.period is None and not own.newest_first:
        made = replace(made, period=base.period, years=base.years)
    return _about_the_same(made, base) if joined else made


def _about_the_same(own: Request, base: Request) -> Request:
    if not any(getattr(own, name) for name in _ABOUT):
        slots: dict[str, Any] = {name: getattr(base, name) for name in _ABOUT}
        own = replace(own, **slots)
    said = (own.stage_named or own.named_types) and not _COST.search(fold(own.text))  # what was counted before costs
    if own.metric is not None and base.stage_named and not said:
        slots = {name: getattr(base, name) for name in _STAGED}
        own = replace(own, **slots)
    return own


def counts_any_act(alone: Request) -> bool:
    """«… και πόσες αποφάσεις εξέδωσε;», read by itself: of every stage. «με πόσες αποφάσεις» is of the same."""
    counted = alone.metric is Metric.COUNT and not (alone.stage_named or alone.named_types)
    return counted and bool(_ANY_ACT.match(fold(alone.text)))


def of_all_payees(request: Request) -> Request:
    """«ποιος πήρε τα περισσότερα και πόσα πληρώθηκαν;»: the second asks of no payee."""
    return replace(request, group_by=None, limit=None) if request.group_by is Grouping.PAYEE else request


def of_any_stage(request: Request) -> Request:
    return replace(request, stage=None, stage_named=False, direct_only=False, decision_types=(), named_types=())


def backwards(one: Request, after: Request) -> Request | None:
    """«πόσες αναθέσεις και πόσες πληρωμές έγιναν το 2024 για …»: what the end of a sentence says of all of it.

    None where it may be of the last question alone: «πόσα έδωσε ο Δήμος … και πόσα πληρώθηκαν για … το 2024;».
    """
    if one.intent not in _ASKED or after.intent not in _ASKED or _WIDE.search(fold(one.text)):
        return one
    of_its_own = one.period is not None or one.newest_first or not (one.metric or one.stage_named)
    if of_its_own or not _says_more(one, after):
        return _same_time_and_body(one, after)
    if one.organizations or asks_every_body(one) or any(getattr(one, name) for name in _SAID):
        return None
    slots: dict[str, Any] = {name: getattr(after, name) for name in _SAID}
    notes = (note for note in after.notes if note.startswith(_AMOUNT_NOTE) and note not in one.notes)
    return replace(_same_time_and_body(one, after), **slots, notes=(*one.notes, *notes))


def _says_more(one: Request, after: Request) -> bool:
    """Something else than time and body. What is asked for itself is no more («πόσες προσλήψεις»)."""
    more = [name for name in _SAID if getattr(after, name) and not getattr(one, name)]
    if more == ["topic"] or set(more) == {"topic", "joints"}:
        page = Page.of(after.text)
        taken = fold(after.topic[0]) not in fold(after.text)  # from the question after it
        return taken or any(page.word(place) in _ABOUT_WHAT for place in range(len(page.tokens)))
    return bool(more)


def _same_time_and_body(one: Request, after: Request) -> Request:
    unsaid = one.period is None and not one.topic
    if one.period is None and not one.newest_first:
        one = replace(one, period=after.period, years=after.years)
    if unsaid and not (one.organizations or one.own_body or asks_every_body(one)):
        one = replace(one, organizations=after.organizations, own_body=after.own_body)
    return one
