"""The last lines of an answer: what was understood, and how far the data reach."""

from collections.abc import Sequence
from datetime import date, timedelta

from core.answer.compose.words import STAGES, italic, lowered, organization_name, period_words
from core.domain.answer import plain
from core.domain.condition import Condition
from core.domain.ledger import Stage
from core.domain.organization import Coverage, Organization
from core.domain.period import Period
from core.domain.request import Intent, Request
from core.domain.types import DECISION_TYPES
from core.greek.dates import short_day
from core.greek.fold import fold
from core.greek.numbers import format_euro

_WIDENED = 4  # more words than these would bury the one that was asked
_NAMED = 3
_PARTS = (("Δ.2.2",), ("Β.1.2",))  # types that are a part of their stage alone
_TOGETHER = " (όλες οι λέξεις στο ίδιο θέμα)"


def topic_words(condition: Condition) -> str:
    """«καύσιμα (και: πετρέλαιο, βενζίνη)», with what was excluded; misspellings that were found too are not listed."""
    parts = []
    for group in condition.groups:
        others = ", ".join([word for word in group.shown[1:] if fold(word) != word][:_WIDENED])
        said = f"({group.shown[0]})" if " ή " in group.shown[0] and len(condition.groups) > 1 else group.shown[0]
        parts.append(f"{said} (και: {others})" if others else said)
    text = " + ".join(parts) + (_TOGETHER if condition.title else "")
    excluded = ", ".join(group.shown[0] for group in condition.exclude)
    return f"{text or 'όλα'}, εκτός: {excluded}" if excluded else text


def limits(request: Request) -> list[str]:
    """What else binds, in the words of an answer: amounts, payee, codes, «απευθείας»."""
    parts = []
    if request.intent is Intent.AGGREGATE and request.decision_types in _PARTS:
        plural = lowered(DECISION_TYPES[request.decision_types[0]].plural)
        parts.append(f"μόνο {plural.replace(' (', ', ').rstrip(')')}")
    if request.kae:
        parts.append(f"ΚΑ {request.kae}")
    if request.cpv:
        parts.append(f"CPV {request.cpv}")
    if request.amount_min is not None:
        parts.append(f"{'πάνω από' if request.amount_above else 'από'} {format_euro(request.amount_min)}")
    if request.amount_max is not None:
        parts.append(f"{'κάτω από' if request.amount_below else 'έως'} {format_euro(request.amount_max)}")
    if request.payee or request.afm:
        parts.append(", ".join(filter(None, (request.payee, f"ΑΦΜ {request.afm}" if request.afm else ""))))
    if request.direct_only:
        parts.append("όπου η πράξη γράφει «απευθείας»")
    return parts


def understood(
    request: Request,
    *,
    condition: Condition,
    period: Period | None,
    organizations: Sequence[Organization],
    stage: Stage | None,
    corrections: Sequence[tuple[str, str]] = (),
    topics: Sequence[Condition] = (),
) -> str:
    """«Κατάλαβα: καύσιμα · 2024 · Δήμος Ρόδου · αναθέσεις.» Never echoes an adjective or a name that was not used.

    `topics`: several that stand side by side, instead of the one `condition`.
    """
    parts = [" | ".join(map(topic_words, topics)) or topic_words(condition)]
    when = period_words(period)
    parts.append(when.removeprefix("το ") if when.startswith("το ") and when[3:].isdigit() else when)
    parts.append(", ".join(organization_name(body.label) for body in organizations))
    parts.append(STAGES[stage].plural if stage else "")
    parts += limits(request)
    line = "Κατάλαβα: " + " · ".join(part for part in parts if part) + "."
    if left := _left_aside(request):
        line += f" Δεν έλαβα υπόψη: {', '.join(f'«{words}»' for words in left)}."
    if corrections:
        line += " Διάβασα: " + ", ".join(f"«{typed}» ως «{read}»" for typed, read in corrections) + "."
    return line if len(line) > len("Κατάλαβα: .") else ""


def _left_aside(request: Request) -> list[str]:
    """What was typed and carries no topic: verbs that no subject would hold, courtesy, opinion."""
    told = (note.partition(":") for note in request.notes)
    return [plain(words) for kind, _, words in told if kind in ("unused", "ignored")]


def reach(coverages: Sequence[Coverage], period: Period | None = None) -> str:
    """How far the data reach, once for all bodies of the answer (DESIGN §2), and what of its period is not proven.

    Bodies that are read from the source and archives that were loaded are told apart.
    """
    read = [coverage for coverage in coverages if coverage.published_through]
    loaded = [coverage for coverage in coverages if not coverage.published_through and coverage.last_on]
    return " ".join(
        line for line in (unread(read, period), _published(read), _archived(loaded, alone=not read)) if line
    )


def _published(read: Sequence[Coverage]) -> str:
    days = [coverage.published_through for coverage in read if coverage.published_through]
    return f"Αναρτήσεις έως {short_day(min(days))}." if days else ""


def _archived(loaded: Sequence[Coverage], *, alone: bool) -> str:
    days = [coverage.last_on for coverage in loaded if coverage.last_on]
    if not days:
        return ""
    whose = "" if alone else f" ({', '.join(organization_name(coverage.label) for coverage in loaded[:_NAMED])})"
    return f"Φορτωμένο αρχείο, πληρότητα άγνωστη{whose}· πράξεις με ημερομηνία έκδοσης έως {short_day(max(days))}."


def unread(coverages: Sequence[Coverage], period: Period | None) -> str:
    """Days of the question's period, of any if it names none, that were not read yet or do not add up."""
    gaps = sorted({span for item in coverages for gap in _gaps(item, period) if (span := _common(gap, period))})
    if not gaps:
        return ""
    shown = ", ".join(_span(first, last) for first, last in gaps[:_NAMED])
    more = " και άλλα διαστήματα" if len(gaps) > _NAMED else ""
    return f"Δεν έχουν διαβαστεί ακόμη όλες οι πράξεις που εκδόθηκαν {shown}{more}: μπορεί να υπάρχουν κι άλλες."


def _gaps(coverage: Coverage, period: Period | None) -> tuple[Period, ...]:
    """Days before the first that is read count once they are asked for."""
    if coverage.since is None or period is None or period.since is None or period.since >= coverage.since:
        return coverage.unproven
    return (Period(since=period.since, until=coverage.since), *coverage.unproven)


def _common(gap: Period, period: Period | None) -> tuple[date, date] | None:
    """First and last day of the gap inside the period."""
    if gap.since is None or gap.last_day is None:
        return None
    first = max(gap.since, period.since) if period and period.since else gap.since
    last = min(gap.last_day, period.last_day) if period and period.last_day else gap.last_day
    return (first, last) if first <= last else None


def _span(first: date, last: date) -> str:
    return short_day(first) if first == last else f"{short_day(first)} – {short_day(last)}"


def beyond(coverages: Sequence[Coverage], period: Period) -> str:
    """«Πριν από 2/1/2020 δεν έχουμε πράξεις»: the part of the question's period that our data do not reach."""
    first = min((item.first_on for item in coverages if item.first_on), default=None)
    last = max((item.last_on for item in coverages if item.last_on), default=None)
    parts = []
    if first and period.since and period.since.year < first.year:
        parts.append(f"πριν από {short_day(first)}")
    if last and period.until and period.until > last + timedelta(days=1):
        parts.append(f"μετά τις {short_day(last)}")
    return f"Δεν έχουμε πράξεις {' ούτε '.join(parts)}." if parts else ""


def gaps(coverages: Sequence[Coverage], period: Period | None) -> str:
    """Months inside the question's period for which nothing is held."""
    missing = sorted({month for coverage in coverages for month in coverage.missing_months if _inside(month, period)})
    if not missing:
        return ""
    shown = ", ".join(f"{month[5:].lstrip('0')}/{month[:4]}" for month in missing[:6])
    more = f" και άλλοι {len(missing) - 6} μήνες" if len(missing) > 6 else ""
    return f"Δεν έχουμε πράξεις για: {shown}{more}. Αν λείπουν στοιχεία, μπορεί να υπάρχουν κι άλλες."


def _inside(month: str, period: Period | None) -> bool:
    if period is None or period.is_open:
        return False
    return date(int(month[:4]), int(month[5:7]), 1) in period


def closing(*lines: str) -> str:
    """Joined in italics, on a line of their own."""
    text = " ".join(line for line in lines if line)
    return italic(text) if text else ""
