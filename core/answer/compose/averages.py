"""An average and a median in words: of which acts, what they leave out, and what the two mean."""

from decimal import Decimal

from core.answer.compose.words import STAGES, bold, capitalised, count, decisions, euro
from core.domain.condition import StageTotal
from core.domain.ledger import Stage
from core.greek.numbers import format_count
from core.store.averages import Average

ZERO = Decimal(0)


def headline(average: Average, stage: Stage, *, whose: str, about: str, when: str, median_first: bool) -> str:
    """«το 2024 ο μέσος όρος των αναθέσεων του Δήμου Χ για … είναι **…** και η διάμεσος **…** (55 πράξεις με ποσό).»"""
    mean, median = euro(average.mean or ZERO), euro(average.median or ZERO)
    one, two = ("η διάμεσος", median), ("ο μέσος όρος", mean)
    first, second = (one, two) if median_first else (two, one)
    opening = " ".join(part for part in ("Σύμφωνα με πράξεις αναρτημένες στη Διαύγεια,", when) if part)
    acts = count(average.counted, "πράξη με ποσό", "πράξεις με ποσό")
    return (
        f"{opening} {first[0]} των {bold(STAGES[stage].genitive)} {whose}{about} είναι {bold(first[1])} "
        f"και {second[0]} {bold(second[1])} ({acts})."
    )


def meaning(average: Average) -> str:
    """What a reader needs in order not to print the wrong one of the two."""
    if average.counted < 2 or average.largest is None:
        return ""
    return (
        f"Διάμεσος: οι μισές πράξεις είναι έως τόσο. Τον μέσο όρο τον ανεβάζουν λίγες μεγάλες· η μεγαλύτερη είναι "
        f"{euro(average.largest)}."
    )


def states(average: Average, stage: Stage) -> str:
    """The acts outside of both figures, by the state of their amount; reversals apart."""
    parts = []
    if average.unstated:
        parts.append(f"{decisions(average.unstated)} που δεν {_verb(average.unstated, 'δηλώνει', 'δηλώνουν')} ποσό")
    if average.unread:
        parts.append(f"{decisions(average.unread)} με ποσό που δεν έχουμε φορτώσει")
    if average.reversals:
        one, many = ("ανατροπή", "ανατροπές") if stage is Stage.COMMITMENT else ("αρνητική πράξη", "αρνητικές πράξεις")
        parts.append(count(average.reversals, one, many))
    told = f"Έξω από τον υπολογισμό: {', '.join(parts)}." if parts else "Όλες οι πράξεις που μετρούν δηλώνουν ποσό."
    zeros = f" Μέσα είναι {decisions(average.zeros)} με ποσό μηδέν." if average.zeros else ""
    return told + zeros


def _verb(number: int, one: str, many: str) -> str:
    return one if number == 1 else many


def group_words(average: Average) -> str:
    """«μέσος 12.000,00 € · διάμεσος 7.000,00 € · 120 πράξεις και 3 χωρίς ποσό»."""
    if not average.tellable or average.mean is None or average.median is None:
        return f"{decisions(average.decisions)}, {'ποσά που δεν έχουμε φορτώσει' if average.unread else 'χωρίς ποσό'}"
    silent = average.unstated + average.unread
    without = f" και {format_count(silent)} χωρίς ποσό" if silent else ""
    return f"μέσος όρος {euro(average.mean)} · διάμεσος {euro(average.median)} · {decisions(average.counted)}{without}"


def absent(total: StageTotal | None, stage: Stage) -> str:
    """The asked stage has no average: none of its acts was found, or their amounts were never read."""
    words = STAGES[stage]
    if total is None or not total.decisions:
        return f"Δεν βρήκα {words.plural}."
    found = f"{capitalised(words.plural)}: βρήκα {decisions(total.decisions)} ({words.types})"
    if total.unread:
        return f"{found}· τα ποσά τους δεν τα έχουμε φορτώσει, γι' αυτό δεν δίνω μέσο όρο ούτε διάμεσο."
    return f"{found}, χωρίς δηλωμένο ποσό: δεν δίνω μέσο όρο ούτε διάμεσο."
