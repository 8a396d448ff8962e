"""What a comparison may not travel without: what is unequal in it, what is left out; and why there is none."""

from collections.abc import Sequence
from typing import TypeVar

from core.answer.comparison import Comparison, Hindrance, Kind, Named, Short, held_until
from core.answer.compose.closing import gaps, unread
from core.answer.compose.totals import KIMDIS, inside
from core.answer.compose.words import STAGES, count, join_and, lowered, organization_name, period_words
from core.answer.lookups.compare import CompareFinding, SideTotal
from core.domain.ledger import Stage
from core.greek.dates import short_day
from core.greek.numbers import format_count

_KIMDIS_YEARS = range(2019, 2022)
_FEW = 3
_ENOUGH = 20  # acts
_MANY = 25  # of a hundred acts on any side
_DOUBTFUL = 10  # of a hundred acts: so many more without an amount on one side than on the other

_WHY = {
    Hindrance.ONE_SIDE: "Για σύγκριση χρειάζομαι δύο πλευρές: δύο έτη, δύο φορείς ή δύο θέματα. Ποια να συγκρίνω;",
    Hindrance.TWO_WAYS: "Συγκρίνω ένα πράγμα τη φορά: περιόδους, φορείς ή θέματα. Ποιο θέλετε;",
    Hindrance.TOO_MANY: "Συγκρίνω έως δώδεκα πλευρές μαζί. Γράψτε λιγότερες.",
    Hindrance.UNEQUAL: "Οι περίοδοι που ζητάτε δεν έχουν ίση διάρκεια, γι' αυτό δεν τις συγκρίνω. Γράψτε π.χ. δύο έτη.",
    Hindrance.NO_YEAR: "Για ποια περίοδο να συγκρίνω τους φορείς; Δεν έχουμε για όλους τα ίδια έτη.",
    Hindrance.SPANS_YEARS: (
        "Δεσμεύσεις πιστώσεων συγκρίνω μόνο ανά έτος: όσες δεν πληρωθούν ανατρέπονται στο τέλος του έτους και "
        "δεσμεύονται ξανά το επόμενο."
    ),
}


def refused(compared: Comparison) -> str:
    """Why there is no comparison, and how far the data of the body reach when it is for that."""
    short = compared.short
    if short is None:
        return _WHY[compared.hindrance or Hindrance.ONE_SIDE]
    return f"Δεν συγκρίνω άνισα στοιχεία. {_short(short)}"


def _short(short: Short) -> str:
    coverage, name = short.coverage, organization_name(short.coverage.label)
    if short.why is Hindrance.HOLES:
        missing = gaps((coverage,), short.period) or unread((coverage,), short.period)
        return f"{name}: {missing}"
    first, last = coverage.first_on, held_until(coverage)
    held = f"από {short_day(first)} έως {short_day(last)}" if first and last else "μόνο σκόρπιες"
    asked = period_words(short.period)
    return f"{name}: έχουμε πράξεις {held}, όχι για όλο το διάστημα που ζητάτε{f' ({asked})' if asked else ''}."


def left_out(compared: Comparison) -> str:
    """The bodies that were not compared, by name: their data do not reach over the period."""
    names = [organization_name(each.coverage.label) for each in compared.left_out]
    return f"Εκτός σύγκρισης, γιατί δεν έχουμε όλο το διάστημα: {join_and(names)}." if names else ""


def notes(found: CompareFinding, compared: Comparison) -> str:
    """Lines under the sides, each only where it holds."""
    lines = [
        _cut(compared),
        _doubt(found.sides, compared.sides) if found.differences else "",
        _numbers(found, compared) if found.differences else "",
        _shared(found),
        _inside(found, compared.sides),
        KIMDIS if found.differences and _crosses_kimdis(found, compared) else "",
        "Δέσμευση δεν σημαίνει πληρωμή." if Stage.COMMITMENT in _stages(found) else "",
        left_out(compared),
    ]
    return "\n".join(line for line in lines if line)


def _inside(found: CompareFinding, named: Sequence[Named]) -> str:
    """Acts of several years, of payroll …, that are in a sum."""
    if len(named) > _FEW:
        return ""
    told = [(each.label, inside(side.noted)) for each, side in zip(named, found.sides, strict=True) if side.tellable]
    return "\n".join(f"{label}: {lowered(text)}" for label, text in told if text)


def _stages(found: CompareFinding) -> set[Stage]:
    return {side.total.stage for side in found.sides if side.total}


def _cut(compared: Comparison) -> str:
    if compared.cut_on is None:
        return ""
    same = "το ίδιο διάστημα κάθε έτους" if compared.kind is Kind.PERIODS else "ως τότε"
    return (
        f"Έχουμε πράξεις έως {short_day(compared.cut_on)}, γι' αυτό συγκρίνω {same}· όσες αναρτήθηκαν αργότερα λείπουν."
    )


def _doubt(sides: Sequence[SideTotal], named: Sequence[Named]) -> str:
    """Acts without an amount, when one side has many more of them in proportion: the difference may be theirs."""
    totals = [side.total for side in sides]
    if any(total is None or not total.decisions for total in totals):
        return ""
    missing = [(total.unstated + total.unread, total.decisions) for total in totals if total]
    parts = [silent * 100 // of_all for silent, of_all in missing]
    if max(parts) - min(parts) < _DOUBTFUL and max(parts) < _MANY:
        return ""
    told = [
        f"{format_count(silent) if silent else 'καμία'} από τις {format_count(of_all)} ({each.label})"
        for (silent, of_all), each in _extremes(list(zip(missing, named, strict=True)), parts)
    ]
    return f"Προσοχή: ποσό δεν έχουν {', '.join(told)}· η διαφορά μπορεί να οφείλεται σε αυτό."


_Told = TypeVar("_Told")


def _extremes(told: Sequence[_Told], by: Sequence[int]) -> list[_Told]:
    """All of few sides; of many the least and the most, in their order."""
    if len(told) <= _FEW:
        return list(told)
    places = sorted((by.index(min(by)), by.index(max(by))))
    return [told[place] for place in places]


def _numbers(found: CompareFinding, compared: Comparison) -> str:
    """Twice as many acts of one body in one of two periods: what is posted may have changed, not what is done."""
    totals = [side.total.decisions for side in found.sides if side.total]
    if compared.kind is not Kind.PERIODS or max(totals) < 2 * min(totals) or max(totals) < _ENOUGH:
        return ""
    pairs = _extremes(list(zip(totals, compared.sides, strict=True)), totals)
    told = [f"{format_count(number)} ({each.label})" for number, each in pairs]
    return f"Το πλήθος των πράξεων διαφέρει πολύ, {', '.join(told)}: μπορεί να άλλαξε το τι αναρτάται."


def _shared(found: CompareFinding) -> str:
    if not found.shared or found.stage is None:
        return ""
    words = STAGES[found.stage]
    return f"{count(found.shared, words.singular, words.plural)} με λέξεις και των δύο θεμάτων: μετρά και στα δύο ποσά."


def _crosses_kimdis(found: CompareFinding, compared: Comparison) -> bool:
    """Payments of a year before, or of, the change of where they are posted, beside those of a later one."""
    if found.stage is not Stage.PAYMENT or compared.kind is not Kind.PERIODS:
        return False
    years = [each.side.where.period.since.year for each in compared.sides if each.side.where.period.since]
    return min(years) in _KIMDIS_YEARS or (min(years) < _KIMDIS_YEARS.start <= max(years))
