"""What a further question of one message takes over from the one before: body and period, and after «και» its topic."""

import re
from dataclasses import replace
from typing import Any

from core.answer.bodies import asks_every_body
from core.domain.request import Intent, Request
from core.greek.fold import fold

_ASKED = frozenset({Intent.AGGREGATE, Intent.RECORDS, Intent.COMPARE, Intent.FOLLOWUP})
_WIDE = re.compile(r"\bσυνολικ|\bγενικ|\bολ(?:α|εσ|ουσ) (?:τα|τισ|τουσ)\b|\bγια ολα\b")
_ABOUT = ("topic", "joints", "exclude", "payee", "afm", "kae", "cpv")
_STAGED = ("stage", "stage_named", "direct_only")
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


def backwards(one: Request, after: Request) -> Request:
    """«πόσες αναθέσεις και πόσες πληρωμές έγιναν το 2024 στον Δήμο …»: what the end of a sentence says of all of it."""
    if one.intent not in _ASKED or after.intent not in _ASKED or _WIDE.search(fold(one.text)):
        return one
    unsaid = one.period is None and not one.topic
    if one.period is None and not one.newest_first:
        one = replace(one, period=after.period, years=after.years)
    if unsaid and not (one.organizations or one.own_body or asks_every_body(one)):
        one = replace(one, organizations=after.organizations, own_body=after.own_body)
    return one
