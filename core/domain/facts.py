"""What can be read off the text of a PDF, each with its place: amounts, ΑΦΜ, budget codes, days, ΑΔΑs, ΑΔΑΜ; and how
the amounts stand to those of the posting (DIAVGEIA_API §10 rules 6 and 7)."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum

from core.domain.afm import find_afms, is_natural_afm, mask_afm
from core.domain.codes import CodeMention, find_adams, find_kaes
from core.domain.document import Page, Passage, PassageKind, Quality
from core.domain.identifiers import find_adas
from core.greek.dates import find_periods
from core.greek.fold import level

RULES = 1  # what is read by older ones is read again
_GREEK = r"(?:[0-9]{1,3}(?:\.[0-9]{3})+|[0-9]+),[0-9]{2}(?:[0-9]{2})?"
_ENGLISH = r"[0-9]{1,3}(?:,[0-9]{3})+\.[0-9]{2}"
_WHOLE = r"(?:[0-9]{1,3}(?:\.[0-9]{3})+|[0-9]+)(?:\.[0-9]{2})?"
_SIGN = r"(?:€|ευρω(?![^\W_])|eur(?![^\W_]))"
_EDGE, _ENDED = r"(?<![\w.,/])", r"(?![\w/]|[.,][0-9])"
_AMOUNT = re.compile(
    rf"{_EDGE}#?(?P<exact>{_GREEK}|{_ENGLISH})(?:\s?{_SIGN}|#)?(?![0-9/]|[.,][0-9])"
    rf"|{_EDGE}(?P<before>{_WHOLE})\s?{_SIGN}|{_SIGN}\s?(?P<after>{_WHOLE}){_ENDED}"
)
_PERCENT = re.compile(r"\s?%")
_ROLES = re.compile(
    "(?P<payable>πληρωτεο)|(?P<deduction>κρατησ|παρακρατ)|(?P<total>συνολ(?:ο|ου|ικο|ικησ|ικη)(?![^\\W_])|εντελλομεν)"
)
_LABEL = 60  # letters before an amount in which its label stands
_WALL = " | "
_MOST_LETTERS = 4_000  # of a passage: a longer one is no sentence, and nobody waits for it
_MAY_NAME = re.compile(r"[^\W_]{5}\s{0,3}[-\u2010-\u2015\u2212]\s{0,3}[^\W_]")
_CENT = Decimal("0.01")
_VAT = tuple(1 + Decimal(rate) / 100 for rate in (24, 23, 17, 16, 13, 9, 6, 4))  # of the years that we hold


class FactKind(StrEnum):
    AMOUNT = "amount"
    AFM = "afm"
    KAE = "kae"
    DAY = "day"
    ADA = "ada"
    ADAM = "adam"


class Role(StrEnum):
    """What a document calls an amount, where it says so beside it."""

    PAYABLE = "payable"
    DEDUCTION = "deduction"
    TOTAL = "total"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """`passage` counts from 1 on its page; `start` and `end` are letters of its text. `value`: 857.35, an ISO day, a
    code in official letters; of a natural person's ΑΦΜ only that there is one."""

    kind: FactKind
    page: int
    passage: int
    start: int
    end: int
    value: str
    role: Role | None = None


def facts_of(page: Page) -> tuple[Fact, ...]:
    """Of a page whose letters can be trusted; none of any other, and so no ΑΔΑ that a machine read from a picture."""
    if page.quality is not Quality.READABLE:
        return ()
    return tuple(
        fact
        for place, passage in enumerate(page.passages, 1)
        if passage.kind is not PassageKind.STAMP
        for fact in _facts(page.number, place, passage)
    )


def _facts(page: int, place: int, passage: Passage) -> Iterator[Fact]:
    def fact(kind: FactKind, start: int, end: int, value: str, role: Role | None = None) -> Fact:
        return Fact(kind=kind, page=page, passage=place, start=start, end=end, value=value, role=role)

    text = passage.text[:_MOST_LETTERS]
    for start, end, amount in _amounts(text):
        yield fact(FactKind.AMOUNT, start, end, str(amount), _role(passage, start))
    finders: tuple[tuple[FactKind, Callable[[str], Iterable[CodeMention]]], ...] = (
        (FactKind.AFM, find_afms),
        (FactKind.KAE, find_kaes),
        (FactKind.ADAM, find_adams),
    )
    for kind, find in finders:
        for each in find(text):
            masked = kind is FactKind.AFM and is_natural_afm(each.value, None)
            yield fact(kind, each.start, each.end, mask_afm(each.value) if masked else each.value)
    for start, end, day in _days(text):
        yield fact(FactKind.DAY, start, end, day.isoformat())
    for candidate in find_adas(text, registered=lambda _: False) if _MAY_NAME.search(text) else ():
        at = text.find(candidate.typed)
        if at >= 0 and (candidate.certain or candidate.labelled):
            yield fact(FactKind.ADA, at, at + len(candidate.typed), candidate.ada)


def _amounts(text: str) -> Iterator[tuple[int, int, Decimal]]:
    """Figures with cents, or with the sign of the euro beside them; no percentages."""
    flat = level(text)
    for match in _AMOUNT.finditer(flat.text):
        name = next(name for name, found in match.groupdict().items() if found)
        digits = match[name]
        if _PERCENT.match(flat.text, match.end()):
            continue
        start, end = flat.span(*match.span(name))
        yield start, end, _value(digits)


def _value(digits: str) -> Decimal:
    if re.fullmatch(_GREEK, digits):
        return Decimal(digits.replace(".", "").replace(",", "."))
    if re.fullmatch(_ENGLISH, digits):
        return Decimal(digits.replace(",", ""))
    whole, dot, cents = digits.rpartition(".")
    return Decimal(f"{whole.replace('.', '')}.{cents}") if dot and len(cents) == 2 else Decimal(digits.replace(".", ""))


def _role(passage: Passage, start: int) -> Role | None:
    """By the nearest word before it in its cell or the cell before, else by the header of its column."""
    before = passage.text[:start]
    column = before.count(_WALL)
    near = _WALL.join(before.split(_WALL)[-2:])[-_LABEL:]
    headers = passage.header.split(_WALL) if passage.header else []
    over = headers[column] if column < len(headers) else ""
    for label in (near, over):
        found = [match.lastgroup for match in _ROLES.finditer(level(label).text)]
        if found and found[-1]:
            return Role(found[-1])
    return None


def _days(text: str) -> Iterator[tuple[int, int, date]]:
    for each in find_periods(text, date(2000, 1, 1)):
        whole = each.since is not None and each.until is not None and re.search("[0-9]{4}", text[each.start : each.end])
        if whole and each.since and each.until == each.since + timedelta(days=1):
            yield each.start, each.end, each.since


class Standing(StrEnum):
    """How the amount of a posting stands to the text of its PDF."""

    FOUND = "found"
    TAXED = "taxed"  # the text calls a total what this amount is with VAT
    OTHER = "other"  # the text calls other amounts the total, and this one stands nowhere in it
    NOT_FOUND = "not_found"
    UNREAD = "unread"


@dataclass(frozen=True, slots=True, kw_only=True)
class AmountCheck:
    """`page`: where the amount stands, or what is told in its stead. `payable`: what the text says is to be paid,
    where that is another amount; `withheld`: the text also holds the difference, as deductions. `total`: of OTHER
    and TAXED.
    """

    standing: Standing
    stated: Decimal
    page: int = 0
    payable: Decimal | None = None
    withheld: bool = False
    total: Decimal | None = None


def checked(stated: Decimal, facts: Sequence[Fact], *, whole: bool, pays: bool) -> AmountCheck:
    """`whole`: every page of the file was read and can be trusted. `pays`: the act is one of payment."""
    amounts = [(Decimal(fact.value), fact) for fact in facts if fact.kind is FactKind.AMOUNT]
    payable = {value for value, fact in amounts if fact.role is Role.PAYABLE and value > 0} if pays else set()
    pages = [fact.page for value, fact in amounts if value == stated]
    if pages:
        other = next(iter(payable)) if len(payable) == 1 and stated not in payable else None
        held = other is not None and any(value == stated - other for value, _ in amounts)
        return AmountCheck(standing=Standing.FOUND, stated=stated, page=pages[0], payable=other, withheld=held)
    totals = {value: fact.page for value, fact in reversed(amounts) if fact.role is Role.TOTAL and value > 0}
    for total, page in totals.items():
        if any((stated * rate).quantize(_CENT, ROUND_HALF_UP) == total.quantize(_CENT) for rate in _VAT):
            return AmountCheck(standing=Standing.TAXED, stated=stated, page=page, total=total)
    if whole and len(totals) == 1:
        ((total, page),) = totals.items()
        return AmountCheck(standing=Standing.OTHER, stated=stated, page=page, total=total)
    return AmountCheck(standing=Standing.NOT_FOUND if whole else Standing.UNREAD, stated=stated)
