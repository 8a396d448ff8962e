"""Every figure, date and ΑΔΑ of a draft must stand in a finding, the request or a subject as shown (DESIGN §3.5)."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

from core.domain.answer import Finding, plain
from core.domain.decision import DecisionCard
from core.domain.identifiers import find_adas
from core.domain.period import Period, athens_day
from core.domain.request import Request, Unit
from core.domain.subjects import shortened, shown_subject
from core.errors import Ungrounded
from core.greek.fold import fold

_MONTHS = "ιανουαρ φεβρουαρ μαρτ απριλ μα ιουν ιουλ αυγουστ σεπτεμβρ οκτωβρ νοεμβρ δεκεμβρ".split()  # noqa: SIM905
EURO = re.compile(r"(?<![\w.,\-])(\d[\d.]*(?:,\d+)?) ?(?:€|ευρω\b)")
_LENGTH = re.compile(r"(?<![\w.,\-])(\d[\d.]*(?:,\d+)?) (?:ημερ(?:α|εσ|ων)|μερ(?:α|εσ|ων))\b")
PERCENT = re.compile(r"(?<![\w.,\-])(\d[\d.]*(?:,\d+)?) ?%")
_DAY = re.compile(r"(?<![\w/.,])(\d{1,2})/(\d{1,2})/(\d{4})(?![\w/])")
_LONG_DAY = re.compile(rf"(?<![\w/.,])(\d{{1,2}}) ({'|'.join(_MONTHS)})ι?ου (\d{{4}})\b")
_MONTH = re.compile(r"(?<![\w/.,])(\d{1,2})/(\d{4})(?![\w/])")
_NUMBER = re.compile(r"(?<![\w.,/\-])\d+(?:\.\d{3})*(?:,\d+)?(?![\w/]|[.,]\d)")
_LAYOUT = re.compile(
    r"^\d+\. |(?<=\bκαι )\d+(?= ακόμη(?:$| ·))|(?<=\bκαι άλλοι )\d+(?= μήνες)"
    r"|(?<=\bκαι άλλα )\d+(?= (?:τρίμηνα|έτη))"
    r"|^(?:\w΄ τρίμηνο |\w+ )?\d{4}(?=(?: \([^)]*\))? · δεν (?:βρήκα|έχουμε) πράξεις$)",
    re.MULTILINE,
)
TYPE_CODE = re.compile(r"\b[α-ζ]\.\d(?:\.\d)*(?![\w.])|\b2\.4\.\d(?:\.\d)?(?![\w.])")
_PEOPLE = re.compile(r"\s*(?:\w+ )?(?:ατομ|υπαλληλ|εργαζομεν|κατοικ|ανθρωπ|προσωπα\b|οχηματ|τεμαχι)")
_IN_WORDS = re.compile(r"\b(?:χιλ(?:\.|ιαδ)|εκατ(?:\.|ομμυρι)|δισ(?:\.|εκατομμυρι)|τοισ εκατο)")
_DIGIT = re.compile(r"\d")
_WORD_WITH_DIGITS = re.compile(r"(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[^\W\d_])[\w-]+(?![\w-])")  # «8ησ», a code
_DOTS = re.compile(r"\.(?=\d{3}(?:\D|$))")
_CENT = Decimal("0.01")
_SHORT = 10  # letters of a protocol number, which may stand inside of a date: «2/2024» in «3/2/2024»
_NAMES_ADA = frozenset({"near", "missing", "left_to", "counted_by", "named_in_pdf"})
_SHOWN = frozenset({"payee", "law", "quoted"})
_NAMES_DAY = frozenset({"posted_on", "counted_on"})


def decimal_of(text: str) -> Decimal:
    """Greek notation: «1.234,56». A code such as 64.7323.0004 is no number, and equals none."""
    try:
        return Decimal(_DOTS.sub("", text).replace(",", "."))
    except InvalidOperation:
        return Decimal("NaN")


@dataclass(slots=True)
class Ground:
    """What a draft may say. `shown`: texts that stand in it letter for letter; `texts`: other words that were given."""

    euro: set[Decimal] = field(default_factory=set)
    counts: set[Decimal] = field(default_factory=set)
    people: set[Decimal] = field(default_factory=set)
    percents: set[Decimal] = field(default_factory=set)
    lengths: set[Decimal] = field(default_factory=set)  # in days
    days: set[date] = field(default_factory=set)
    adas: set[str] = field(default_factory=set)
    months: set[tuple[int, int]] = field(default_factory=set)
    shown: set[str] = field(default_factory=set)
    texts: list[str] = field(default_factory=list)

    def add_days(self, days: Iterable[date | None]) -> None:
        self.days.update(day for day in days if day is not None)

    def add_amount(self, amount: Decimal | None) -> None:
        if amount is not None:
            self.euro.add(abs(amount).quantize(_CENT, ROUND_HALF_UP))

    def add_shown(self, text: str) -> None:
        """A subject, a name or a label as the reader sees it."""
        if folded := fold(plain(text)).strip():
            self.shown.add(folded)

    def add_text(self, text: str) -> None:
        """The user's own words, an argument: numbers in it may be repeated."""
        self.texts.append(fold(text))


def ground_of(
    findings: Sequence[Finding],
    request: Request,
    *,
    coverage_days: Iterable[date | None] = (),
    told: str | None = None,
) -> Ground:
    """Collects the ground of an answer from its findings and its request.

    `told`: a text; the words of acts that it does not name are left out, which allows less and takes less time
    where thousands of acts stand behind a figure.
    """
    ground = Ground()
    ground.add_days(coverage_days)
    ground.add_text(request.text)
    _add_request(ground, request)
    for finding in findings:
        _add_finding(ground, finding, told)
    return ground


def _add_request(ground: Ground, request: Request) -> None:
    _add_period(ground, request.period)
    ground.counts.update(Decimal(year) for year in request.years)
    ground.add_amount(request.amount_min)
    ground.add_amount(request.amount_max)
    ground.adas.update(candidate.ada for candidate in request.adas)
    for code in (request.payee, request.afm, request.kae, request.cpv):
        ground.add_shown(code or "")


def _add_period(ground: Ground, period: Period | None) -> None:
    if period is None:
        return
    ground.add_days((period.since, period.last_day))
    ground.counts.update(Decimal(day.year) for day in (period.since, period.last_day) if day)


def _add_finding(ground: Ground, finding: Finding, told: str | None) -> None:
    ground.counts.add(Decimal(finding.total_rows))
    ground.counts.add(Decimal(len(finding.rows)))
    by_unit = {Unit.PEOPLE: ground.people, Unit.PERCENT: ground.percents, Unit.DAYS: ground.lengths}
    for figure in finding.figures:
        if figure.unit is Unit.EURO:
            ground.add_amount(figure.value)
        else:
            by_unit.get(figure.unit, ground.counts).add(abs(figure.value))  # «μείωση 12%» is said without a sign
        ground.counts.update((Decimal(figure.decisions), Decimal(figure.without_amount)))
        _add_period(ground, figure.period)
        ground.add_text(figure.label)
    for row in finding.rows:
        ground.adas.add(row.ada)
        ground.add_days((row.issued_on,))
        ground.counts.add(Decimal(row.same_subject))
        ground.add_amount(row.amount)
        if told is None or row.ada in told:
            for text in (shortened(row.subject), row.subject, *row.payees):
                ground.add_shown(text)
    ground.adas.update(fact for name, fact in finding.facts if name in _NAMES_ADA)
    for name, fact in finding.facts:
        if name in _SHOWN:
            ground.add_shown(fact)
        elif name in _NAMES_DAY:
            ground.add_days((date.fromisoformat(fact),))
    for _, said in (*finding.facts, *finding.arguments):
        ground.add_text(said)


def add_card(ground: Ground, card: DecisionCard) -> None:
    """What the card of one decision may say beside its own figures: its links, its dates, what it replaced."""
    moments = (card.published_at, card.submitted_at)
    ground.add_days((card.issued_on, *(athens_day(moment) for moment in moments if moment)))
    ground.adas.update((card.ada, *(other.ada for other in card.related)))
    ground.adas.update(other for _, other in card.screened if other)
    for step in (*card.same_contract, *card.lots):
        ground.adas.add(step.ada)
        ground.add_days((step.issued_on,))
        ground.add_amount(step.amount)
    for amount in (
        card.previous_amount,
        *(other.amount for other in card.related),
        *(each.amount for each in card.lines),
    ):
        ground.add_amount(amount)
    stated = [line.amount * line.sign for line in card.lines if line.amount is not None]
    ground.add_amount(sum(stated, Decimal(0)))
    for text in (shown_subject(card.subject, card.decision_type, card.private), card.protocol_number or ""):
        ground.add_shown(text)
    for payee in (payee for line in card.lines for payee in line.payees):
        ground.add_shown(payee.name or payee.elsewhere or "")
        ground.add_shown(payee.afm or "")


def check(text: str, ground: Ground) -> None:
    """Raises Ungrounded naming the kind of the first thing that no finding backs."""
    body = _LAYOUT.sub("", plain(text))
    body = "\n".join(fold(line) for line in body.splitlines())
    for shown in sorted(ground.shown, key=len, reverse=True):
        body = body.replace(shown, " ") if len(shown) > _SHORT else _without_word(body, shown)
    body = _without_adas(body, ground)
    body = _take(body, EURO, lambda found: decimal_of(found[1]) in ground.euro or _said(found[0], ground), "ποσό")
    body = _take(body, PERCENT, lambda found: decimal_of(found[1]) in ground.percents, "ποσοστό")
    body = _take(
        body, _LENGTH, lambda found: decimal_of(found[1]) in ground.lengths or _said(found[0], ground), "διάρκεια"
    )
    body = _take(body, _DAY, lambda found: _day(found[3], found[2], found[1]) in ground.days, "ημερομηνία")
    body = _take(body, _LONG_DAY, lambda found: _long_day(found) in ground.days, "ημερομηνία")
    body = _take(body, _MONTH, lambda found: (int(found[2]), int(found[1])) in ground.months, "μήνας")
    if _IN_WORDS.search(body):
        raise Ungrounded("Αριθμός με λέξεις")
    _check_numbers(TYPE_CODE.sub(" ", body), ground)


def _without_word(body: str, shown: str) -> str:
    return re.sub(rf"(?<![\w/.,-]){re.escape(shown)}(?![\w/-])", " ", body)


def _without_adas(body: str, ground: Ground) -> str:
    found = find_adas(body, registered=lambda _: True)
    for candidate in sorted(found, key=lambda each: -len(each.typed)):  # one may stand inside another
        if candidate.ada not in ground.adas:
            raise Ungrounded("ΑΔΑ που δεν βρέθηκε σε αναζήτηση")
        body = body.replace(candidate.typed, " ")
    return body


def _take(body: str, pattern: re.Pattern[str], backed: Callable[[re.Match[str]], bool], what: str) -> str:
    """Checks every match and removes it, so that the plain numbers that are left can be checked as counts."""
    for found in pattern.finditer(body):
        if not backed(found):
            raise Ungrounded(f"{what} που δεν βρέθηκε σε αναζήτηση: {found.group().strip()}")
    return pattern.sub(" ", body)


def _said(words: str, ground: Ground) -> bool:
    """The words stand in a given text, as whole words and whole numbers."""
    pattern = re.compile(rf"(?<![\w.,]){re.escape(words)}(?!\w|[.,]\d)")
    return any(pattern.search(text) for text in ground.texts)


def _day(year: str, month: str, day: str) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def _long_day(found: re.Match[str]) -> date | None:
    return _day(found[3], str(_MONTHS.index(found[2]) + 1), found[1])


def _check_numbers(body: str, ground: Ground) -> None:
    """Counts, years and quarters; other digits stand only in words that were given («της 8ης Σεπτεμβρίου»)."""
    for found in _NUMBER.finditer(body):
        value = decimal_of(found.group())
        if _PEOPLE.match(body[found.end() :]) and value not in ground.people:
            raise Ungrounded("Αριθμός πράξεων που δίνεται ως ανθρώπων ή πραγμάτων")
        if value not in ground.counts | ground.people and not _said(found.group(), ground):
            raise Ungrounded(f"Αριθμός που δεν βρέθηκε σε αναζήτηση: {found.group()}")
    repeated = _WORD_WITH_DIGITS.sub(lambda found: " " if _said(found.group(), ground) else found.group(), body)
    if _DIGIT.search(_NUMBER.sub(" ", repeated)):
        raise Ungrounded("Ψηφία που δεν διαβάζονται ως αριθμός")
