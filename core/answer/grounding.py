"""Every figure, date and ΑΔΑ of a draft must stand in a finding, in the request or in a cited subject (DESIGN §3.5)."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal, InvalidOperation

from core.domain.answer import Finding, plain
from core.domain.decision import DecisionCard
from core.domain.identifiers import find_adas
from core.domain.period import Period, athens_day
from core.domain.request import Request, Unit
from core.errors import Ungrounded
from core.greek.fold import fold

_EURO = re.compile(r"(-?\d[\d.]*(?:,\d+)?)\s*(?:€|ευρω\b)")
_PERCENT = re.compile(r"(-?\d[\d.]*(?:,\d+)?)\s*%")
_DAY = re.compile(r"\b(\d{1,2})/(\d{1,2})/(\d{4})\b")
_LONG_DAY = re.compile(
    r"\b(\d{1,2}) (?:ιανουαρ|φεβρουαρ|μαρτ|απριλ|μα|ιουν|ιουλ|αυγουστ|σεπτεμβρ|οκτωβρ|νοεμβρ|δεκεμβρ)ι?ου (\d{4})\b"
)
_MONTH = re.compile(r"\b(\d{1,2})/(\d{4})\b")
_NUMBER = re.compile(r"(?<![\w.,/])\d[\d.]*(?:,\d+)?(?![\w/])")
_LAYOUT = re.compile(r"^\d+\. |(?<=και )\d+(?= ακόμη)|(?<=και άλλοι )\d+(?= μήνες)", re.MULTILINE)
_TYPE_CODE = re.compile(r"\b[α-ζ]\.\d(?:\.\d)*\b|\b2\.4\.\d(?:\.\d)?\b", re.IGNORECASE)
_PEOPLE = re.compile(r"^\s*(?:ατομ|υπαλληλ|εργαζομεν|κατοικ|ανθρωπ|προσωπα\b)")
_DOTS = re.compile(r"\.(?=\d{3}(?:\D|$))")


def _decimal(text: str) -> Decimal:
    """Greek notation: «1.234,56». A code such as 64.7323.0004 is no number, and equals none."""
    try:
        return Decimal(_DOTS.sub("", text).replace(",", ".").rstrip("."))
    except InvalidOperation:
        return Decimal("NaN")


@dataclass(slots=True)
class Ground:
    """What a draft may say: euro amounts, counts, percentages, days and ΑΔΑs that lookups found."""

    euro: set[Decimal] = field(default_factory=set)
    counts: set[Decimal] = field(default_factory=set)
    people: set[Decimal] = field(default_factory=set)
    percents: set[Decimal] = field(default_factory=set)
    days: set[date] = field(default_factory=set)
    adas: set[str] = field(default_factory=set)
    texts: list[str] = field(default_factory=list)

    def add_days(self, days: Iterable[date | None]) -> None:
        self.days.update(day for day in days if day is not None)

    def add_text(self, text: str) -> None:
        """A subject, a label or the user's own words: numbers in it may be repeated."""
        self.texts.append(fold(text))


def ground_of(findings: Sequence[Finding], request: Request, *, coverage_days: Iterable[date | None] = ()) -> Ground:
    """Collects the ground of an answer from its findings and its request."""
    ground = Ground()
    ground.add_days(coverage_days)
    ground.add_text(request.text)
    _add_request(ground, request)
    for finding in findings:
        _add_finding(ground, finding)
    return ground


def _add_request(ground: Ground, request: Request) -> None:
    _add_period(ground, request.period)
    ground.counts.update(Decimal(year) for year in request.years)
    ground.euro.update(amount for amount in (request.amount_min, request.amount_max) if amount is not None)
    ground.adas.update(candidate.ada for candidate in request.adas)


def _add_period(ground: Ground, period: Period | None) -> None:
    if period is None:
        return
    ground.add_days((period.since, period.last_day))
    ground.counts.update(Decimal(day.year) for day in (period.since, period.last_day) if day)


def _add_finding(ground: Ground, finding: Finding) -> None:
    ground.counts.add(Decimal(finding.total_rows))
    ground.counts.add(Decimal(len(finding.rows)))
    by_unit = {Unit.EURO: ground.euro, Unit.PEOPLE: ground.people, Unit.PERCENT: ground.percents}
    for figure in finding.figures:
        by_unit.get(figure.unit, ground.counts).add(figure.value)
        ground.counts.update((Decimal(figure.decisions), Decimal(figure.without_amount)))
        _add_period(ground, figure.period)
        ground.add_text(figure.label)
    for row in finding.rows:
        ground.adas.add(row.ada)
        ground.add_days((row.issued_on,))
        ground.counts.add(Decimal(row.same_subject))
        if row.amount is not None:
            ground.euro.add(row.amount)
        ground.add_text(row.subject)
        for payee in row.payees:
            ground.add_text(payee)
    for _, fact in finding.facts:
        ground.add_text(fact)
    for _, value in finding.arguments:
        ground.add_text(value)


def add_card(ground: Ground, card: DecisionCard) -> None:
    """What the card of one decision may say beside its own figures: its links, its dates, what it replaced."""
    moments = (card.published_at, card.submitted_at)
    ground.add_days((card.issued_on, *(athens_day(moment) for moment in moments if moment)))
    ground.adas.update((card.ada, *(other.ada for other in card.related)))
    ground.adas.update(other for _, other in card.screened if other)
    ground.euro.update(other.amount for other in card.related if other.amount is not None)
    ground.euro.update(line.amount for line in card.lines if line.amount is not None)
    ground.euro.update(amount for amount in (card.previous_amount,) if amount is not None)
    for text in (card.subject, card.protocol_number or "", card.organization):
        ground.add_text(text)
    for line in card.lines:
        for payee in line.payees:
            ground.add_text(f"{payee.name or ''} {payee.afm or ''}")


def check(text: str, ground: Ground) -> None:
    """Raises Ungrounded naming the first thing that no finding backs."""
    body = _without_adas(plain(text), ground)
    body = fold(_LAYOUT.sub("", body))
    known = set(_NUMBER.findall(" ".join(ground.texts)))
    body = _take(
        body, _EURO, lambda found: _rounded(_decimal(found[1]), ground.euro) or _in_texts(found[0], ground), "ποσό"
    )
    body = _take(
        body, _PERCENT, lambda found: _decimal(found[1]) in ground.percents or _in_texts(found[0], ground), "ποσοστό"
    )
    body = _take(body, _DAY, lambda found: _day(found) in ground.days or _in_texts(found[0], ground), "ημερομηνία")
    body = _take(body, _LONG_DAY, lambda found: _long_day_known(found, ground), "ημερομηνία")
    body = _take(body, _MONTH, lambda found: True, "μήνας")
    body = _TYPE_CODE.sub(" ", body)
    _check_numbers(body, ground, known)


def _without_adas(body: str, ground: Ground) -> str:
    found = find_adas(body, registered=lambda _: True)
    for candidate in sorted(found, key=lambda each: -len(each.typed)):  # one may stand inside another
        if candidate.ada not in ground.adas and not _in_texts(candidate.typed, ground):
            raise Ungrounded(f"Ο ΑΔΑ {candidate.ada} δεν βρέθηκε σε αναζήτηση")
        body = body.replace(candidate.typed, " ")
    return body


def _take(body: str, pattern: re.Pattern[str], backed: Callable[[re.Match[str]], bool], what: str) -> str:
    """Checks every match and removes it, so that the plain numbers that are left can be checked as counts."""
    for found in pattern.finditer(body):
        if not backed(found):
            raise Ungrounded(f"Το {what} «{found.group().strip()}» δεν βρέθηκε σε αναζήτηση")
    return pattern.sub(" ", body)


def _rounded(value: Decimal, amounts: set[Decimal]) -> bool:
    """Amounts are shown with two decimals; some acts carry four."""
    return any(abs(amount).quantize(Decimal("0.01")) == abs(value) for amount in amounts)


def _day(found: re.Match[str]) -> date | None:
    try:
        return date(int(found[3]), int(found[2]), int(found[1]))
    except ValueError:
        return None


def _long_day_known(found: re.Match[str], ground: Ground) -> bool:
    return any(day.day == int(found[1]) and day.year == int(found[2]) for day in ground.days) or _in_texts(
        found[0], ground
    )


def _in_texts(words: str, ground: Ground) -> bool:
    folded = fold(words)
    return any(folded in text for text in ground.texts)


def _check_numbers(body: str, ground: Ground, known: set[str]) -> None:
    for found in _NUMBER.finditer(body):
        value = _decimal(found.group())
        if _PEOPLE.match(body[found.end() :]) and value not in ground.people:
            raise Ungrounded(f"«{found.group()}»: πράξεις, όχι άνθρωποι")
        if value not in ground.counts | ground.people and found.group() not in known:
            raise Ungrounded(f"Ο αριθμός «{found.group()}» δεν βρέθηκε σε αναζήτηση")
