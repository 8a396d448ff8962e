"""How the program is used, for its operator, in lines that a telephone shows whole."""

from collections.abc import Iterator
from decimal import Decimal

from core.answer.compose.words import bold, organization_name
from core.domain.answer import plain
from core.domain.feedback import Reason
from core.domain.usage import Failed, Usage, Used
from core.greek.dates import short_day
from core.greek.numbers import format_count, format_euro

_BODIES = 12
_OUTCOMES = {
    "answered": "απαντήθηκαν",
    "partial": "εν μέρει",
    "not_in_data": "δεν βρέθηκαν",
    "outside_coverage": "εκτός κάλυψης",
    "wrong_unit": "άλλη μονάδα",
    "out_of_scope": "εκτός θέματος",
    "unclear": "ασαφείς",
    "refused": "αρνήσεις",
    "smalltalk": "κουβέντα",
    "alert": "ειδοποιήσεις",
}
_REASONS = {
    Reason.WRONG: "λάθος",
    Reason.MISSING: "λείπει πράξη",
    Reason.UNCLEAR: "ασαφές",
    Reason.OTHER: "άλλο",
}
_FAILURES = {
    "Unavailable": "βάση ή δίκτυο δεν απάντησε",
    "TimeoutError": "άργησε",
    "Ungrounded": "χωρίς στήριξη",
    "InvalidInput": "δεν διαβάστηκε",
}


def usage_text(usage: Usage) -> str:
    blocks = (
        "\n".join((bold("Σήμερα"), *_used(usage.today))),
        "\n".join((bold("7 ημέρες"), *_used(usage.week))),
        "\n".join((bold("Τώρα"), *_now(usage))),
        "\n".join((bold("Στοιχεία έως"), *_reach(usage))),
    )
    return "\n\n".join(blocks)


def _used(used: Used) -> Iterator[str]:
    yield f"Ερωτήσεις: {format_count(used.questions)}"
    for name, times in used.outcomes:
        yield f"• {_OUTCOMES.get(name, name)}: {format_count(times)}"
    if used.median_ms is not None and used.ninety_fifth_ms is not None:
        yield f"Χρόνος: διάμεσος {_seconds(used.median_ms)}, 95% έως {_seconds(used.ninety_fifth_ms)}"
    yield f"Από ίδια ερώτηση: {format_count(used.cached)}"
    yield f"Με λόγια μοντέλου: {format_count(used.worded)}"
    yield f"Κλήσεις μοντέλου: {format_count(used.model_calls)}, {_cost(used.cost_eur)}"
    yield from _opinions(used)
    yield from ("Αποτυχίες:", *map(_failed, used.failures)) if used.failures else ("Αποτυχίες: καμία",)


def _opinions(used: Used) -> Iterator[str]:
    if not used.useful and not used.useless:
        return
    reasons = [f"{_REASONS[reason]} {format_count(times)}" for reason, times in used.useless if reason]
    why = f" ({', '.join(reasons)})" if reasons else ""
    yield f"👍 {format_count(used.useful)} · 👎 {format_count(sum(times for _, times in used.useless))}{why}"


def _failed(each: Failed) -> str:
    """A bug by its class, which leads to the log."""
    what = _FAILURES.get(each.kind, f"σφάλμα {plain(each.kind)}")
    code = f" (τελευταίος κωδικός {each.last_code})" if each.last_code else ""
    return f"• {what}: {format_count(each.times)}{code}"


def _now(usage: Usage) -> Iterator[str]:
    left = usage.left_eur
    if left is None:
        yield "Όριο ημέρας για μοντέλο: δεν έχει οριστεί"
    else:
        yield f"Μένουν για μοντέλο σήμερα: {_cost(left)} από {_cost(usage.budget_eur)}"
    since = "" if usage.oldest_wait_minutes is None else f", η παλαιότερη εδώ και {usage.oldest_wait_minutes} λεπτά"
    yield f"Πράξεις που περιμένουν ανάγνωση: {format_count(usage.waiting)}{since}"


def _reach(usage: Usage) -> Iterator[str]:
    """Those farthest behind first."""
    reach = usage.reach
    for label, day in reach[:_BODIES]:
        yield f"• {organization_name(label)}: {short_day(day) if day else 'τίποτα ακόμη'}"
    if len(reach) > _BODIES:
        yield f"• και άλλοι {format_count(len(reach) - _BODIES)}, με νεότερα"
    if not reach:
        yield "• κανένας φορέας ακόμη"


def _seconds(milliseconds: int) -> str:
    """«0,03 δλ.»: three digits that mean something are enough."""
    seconds = Decimal(milliseconds) / 1000
    return f"{seconds:.2f}".replace(".", ",") + " δλ."


def _cost(euro: Decimal) -> str:
    """Below a cent with its four decimals: a call costs less than one."""
    return f"{euro:.4f}".replace(".", ",") + " €" if 0 < euro < Decimal("0.1") else format_euro(euro)
