"""How long posting took, in words: half of the acts, nine of ten, the slowest, and what was not measured."""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

from core.answer.compose.words import bold, decisions
from core.domain.change import percent_of
from core.domain.subjects import shortened
from core.greek.dates import short_day
from core.greek.numbers import format_count, format_percent
from core.store.delays import Delay, Posted

NO_TERM = (
    "Δεν λέω καμία εκπρόθεσμη: δεν εφαρμόζω προθεσμία ανάρτησης. Πράξεις που εκδόθηκαν και δεν αναρτήθηκαν ακόμη δεν "
    "φαίνονται."
)
NOT_RANKED = "Κάθε φορέας για όσες πράξεις του έχουμε· τα διαστήματα δεν είναι ίδια, γι' αυτό δεν είναι κατάταξη."
_TENTH = Decimal("0.1")


def days(number: int) -> str:
    return f"{format_count(number)} {'ημέρα' if number == 1 else 'ημέρες'}"


def headline(delay: Delay, *, whose: str, what: str, about: str, when: str) -> str:
    """«το 2024 από την έκδοση ως την ανάρτηση στη Διαύγεια των πράξεων του Δήμου Χ πέρασαν: διάμεσος …»."""
    opening = f"{when[:1].upper()}{when[1:]}, από" if when else "Από"
    median, ninth = delay.median or 0, delay.ninth or 0
    half = (
        f"η διάμεσος είναι {bold('0 ημέρες')} (τουλάχιστον οι μισές αναρτήθηκαν αυθημερόν)"
        if not median
        else f"η διάμεσος είναι {bold(days(median))}"
    )
    return (
        f"{opening} την έκδοση έως την ανάρτηση στη Διαύγεια ({what} {whose}{about}) {half} και οι εννέα στις δέκα "
        f"αναρτήθηκαν μέσα σε {bold(days(ninth))}. Μέτρησα {decisions(delay.counted)} με γνωστή ημερομηνία ανάρτησης· "
        f"μέσος όρος {mean(delay)}."
    )


def mean(delay: Delay) -> str:
    value = (delay.mean or Decimal(0)).quantize(_TENTH, ROUND_HALF_UP)
    whole, tenth = divmod(int(value * 10), 10)
    return f"{format_count(whole)}{f',{tenth}' if tenth else ''} {'ημέρα' if value == 1 else 'ημέρες'}"


def spread(delay: Delay) -> str:
    """«Αυθημερόν 320 πράξεις (56,1%)· μετά από 30 ημέρες 77 πράξεις (13,5%).»"""
    same = f"Αυθημερόν: {decisions(delay.same_day)}{_share(delay.same_day, delay)}"
    return f"{same}· μετά από 30 ημέρες: {decisions(delay.over_month)}{_share(delay.over_month, delay)}."


def _share(number: int, delay: Delay) -> str:
    share = percent_of(Decimal(number), Decimal(delay.counted))
    return f" ({format_percent(share)})" if share else ""


def outside(delay: Delay) -> str:
    """What was not measured, and why."""
    parts = [
        f"{decisions(number)} {why}"
        for number, why in (
            (delay.unknown, "χωρίς ώρα ανάρτησης στα στοιχεία μας"),
            (delay.before_issue, "με ημερομηνία έκδοσης μετά την ανάρτηση"),
            (delay.doubtful, "με αμφίβολη ημερομηνία έκδοσης"),
        )
        if number
    ]
    return f"Έξω από τη μέτρηση: {', '.join(parts)}." if parts else ""


def unknown(delay: Delay, *, whose: str) -> str:
    """Most acts came without a time of posting, or none can be measured."""
    if delay.unknown * 2 > delay.decisions:
        return (
            f"Πότε αναρτήθηκαν οι πράξεις {whose} δεν το ξέρουμε: {_of(delay)} δεν έχουμε ώρα ανάρτησης, "
            "γι' αυτό δεν δίνω καθυστέρηση."
        )
    return f"Καμία από τις {decisions(delay.decisions)} {whose} δεν μπορεί να μετρηθεί. {outside(delay)}"


def _of(delay: Delay) -> str:
    if delay.unknown == delay.decisions:
        return f"για τις {decisions(delay.decisions)}" if delay.decisions > 1 else "για την πράξη"
    return f"για {format_count(delay.unknown)} από τις {decisions(delay.decisions)}"


def group_words(delay: Delay) -> str:
    """«διάμεσος 2 ημέρες · 9 στις 10 …»: what a line says of its group."""
    if not delay.tellable:
        return f"{decisions(delay.decisions)}, χωρίς γνωστή ώρα ανάρτησης"
    ninth = f"έως {days(delay.ninth)}" if delay.ninth else "αυθημερόν"
    return f"διάμεσος {days(delay.median or 0)} · εννέα στις δέκα {ninth} · {decisions(delay.counted)}"


def slowest(acts: Sequence[Posted], *, of: Delay) -> str:
    """The acts that took longest; "" where all were posted on their day."""
    shown = [each for each in acts if each.days]
    lines = [_line(place, each) for place, each in enumerate(shown, 1)]
    head = "Οι πιο αργές:" if of.counted > len(shown) else "Οι πράξεις:"
    return "\n".join((head, *lines)) if lines else ""


def _line(place: int, posted: Posted) -> str:
    row = posted.row
    on = f", αναρτήθηκε {short_day(posted.published_on)}" if posted.published_on else ""
    issued = f"εκδόθηκε {short_day(row.issued_on)}{on}"
    return f"{place}. {row.ada} · {days(posted.days or 0)} · {issued} · {shortened(row.subject)}"
