"""Groups in a list that fits a phone: spans of time in order, the absent ones named, two years of months at most."""

from collections.abc import Mapping, Sequence

from core.answer.kept.spans import axis, days_held
from core.answer.plans.asking import asked_again, uid_of
from core.answer.plans.common import key_label
from core.answer.steps import Situation
from core.domain.answer import Choice, ChoiceKind
from core.domain.period import Period
from core.domain.request import IN_TIME, Grouping
from core.greek.numbers import format_count

SHOWN = 24
_NO_ACTS, _NOT_HELD = "δεν βρήκα πράξεις", "δεν έχουμε πράξεις"
_MORE = {
    Grouping.MONTH: "Πιο πριν είναι και άλλοι {rest} μήνες",
    Grouping.QUARTER: "Πιο πριν είναι και άλλα {rest} τρίμηνα",
    Grouping.YEAR: "Πιο πριν είναι και άλλα {rest} έτη",
}


def lines(situation: Situation, told: Mapping[str, str]) -> list[str]:
    """`told`: what is said of each key. Time is told span by span, the last `SHOWN` of them."""
    group_by = situation.request.group_by
    keys = _keys(situation, list(told), group_by)
    shown = keys[-SHOWN:] if group_by in IN_TIME else keys[:SHOWN]
    made = [f"{label(situation, key)} · {told.get(key) or _absent(situation, key)}" for key in shown]
    rest = _before(len(keys), len(shown), group_by)
    return [*rest, *made] if group_by in IN_TIME else [*made, *rest]


def _keys(situation: Situation, keys: Sequence[str], group_by: Grouping | None) -> list[str]:
    if group_by not in IN_TIME or group_by is None:
        return list(keys)
    return axis(keys, group_by, period=situation.period, held=situation.coverages)


def _before(whole: int, shown: int, group_by: Grouping | None) -> list[str]:
    """What is left out: of time it is said first, since the list goes on from there."""
    if whole <= shown:
        return []
    rest = format_count(whole - shown)
    if group_by not in IN_TIME or group_by is None:
        return [f"και {rest} ακόμη"]
    return [f"{_MORE[group_by].format(rest=rest)}: δείτε ανά έτος, ή γράψτε ποιο έτος θέλετε."]


def is_cut(situation: Situation, keys: Sequence[str]) -> bool:
    """Spans were left out of the list."""
    group_by = situation.request.group_by
    return group_by in IN_TIME and len(_keys(situation, keys, group_by)) > SHOWN


def by_year(situation: Situation, keys: Sequence[str]) -> Choice | None:
    """The same by year, where months or quarters are too many."""
    if not is_cut(situation, keys):
        return None
    text = f"{asked_again(situation, situation.request.topic_text)} ανά έτος"
    return Choice(label="Ανά έτος", kind=ChoiceKind.ASK, text=text, organization_uid=uid_of(situation))


def label(situation: Situation, key: str) -> str:
    """«Μάρτιος 2024 (μέρος)»: a span that our data hold in part says so; years have their own words."""
    label = key_label(situation, key)
    if situation.request.group_by not in IN_TIME or "(" in label:
        return label
    some, whole = days_held(key, period=Period(), held=situation.coverages)
    return f"{label} (μέρος)" if some and not whole else label


def _absent(situation: Situation, key: str) -> str:
    some, _ = days_held(key, period=situation.period, held=situation.coverages)
    return _NO_ACTS if some else _NOT_HELD
