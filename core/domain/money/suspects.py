"""Amounts that the record itself gives away as wrong: an ΑΦΜ or a code typed as euro (DIAVGEIA_API §10)."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from core.domain.ledger import Flag, Stage
from core.domain.money import fields

_LEAST_AFM = Decimal(1_000_000)  # an ΑΦΜ with three leading zeros or more is nobody's
_LEAST_CODE = Decimal(10_000)  # shorter numbers meet by chance
_DIGITS = re.compile(r"\d{5,}")
_NOT_DIGITS = re.compile(r"\D+")
_SMALLEST_PRICES = (Decimal("0.01"), Decimal("0.1"), Decimal(1), Decimal("1.04"))
_PRICED = (Stage.COMMITMENT, Stage.TENDER, Stage.AWARD, Stage.CONTRACT, Stage.GRANT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """The numbers of a record that are no euro: its ΑΦΜ and its codes, as plain integers."""

    afms: frozenset[int]
    codes: frozenset[int]


def _code_readings(code: str) -> Iterable[int]:
    yield from (int(run) for run in _DIGITS.findall(code))
    joined = _NOT_DIGITS.sub("", code)
    if 5 <= len(joined) <= 15:
        yield int(joined)


def _kaes(values: Mapping[str, object]) -> Iterable[object]:
    yield values.get("kae")
    for name in ("amountWithKae", "amountWithVATAndKae", "sponsor"):
        yield from (each.get("kae") for each in fields.objects(values.get(name)))


def numbers(values: Mapping[str, object], *, protocol_number: str | None, issuer_afm: str | None) -> Numbers:
    """Collected once a record."""
    written = [*fields.afms_inside(values), issuer_afm or ""]
    codes = [*_kaes(values), values.get("entryNumber"), protocol_number]
    return Numbers(
        afms=frozenset(int(afm) for afm in written if 8 <= len(afm) <= 9 and afm.isascii()),
        codes=frozenset(reading for code in codes if code for reading in _code_readings(fields.text(code) or "")),
    )


def flags_of(amount: fields.Amount, stage: Stage, known: Numbers) -> frozenset[Flag]:
    """What is wrong with an amount, seen beside the other numbers of its record."""
    found = {Flag.FOREIGN_CURRENCY} if amount.currency != fields.EURO and amount.value is not None else set()
    if amount.absurd:
        return frozenset({Flag.CODE_AS_AMOUNT})
    if amount.value is None:
        return frozenset()
    size = abs(amount.value)
    if size == size.to_integral_value():
        if size >= _LEAST_AFM and int(size) in known.afms:
            found.add(Flag.AFM_AS_AMOUNT)
        elif size >= _LEAST_CODE and size % 100 and int(size) in known.codes:
            found.add(Flag.CODE_AS_AMOUNT)
    if stage in _PRICED and size in _SMALLEST_PRICES:
        found.add(Flag.PLACEHOLDER)
    return frozenset(found)


def is_hundredfold(header: Decimal, parts: Decimal) -> bool:
    """The header lost the decimal point that its own KAE lines still have (DIAVGEIA_API §10.3)."""
    return parts > 0 and header == header.to_integral_value() and abs(header - 100 * parts) <= 1


def above_budget(line: Mapping[str, object], amount: Decimal) -> bool:
    """More than the whole appropriation of its own line.

    Posting programs differ: most file in both remainder fields what is left *after* the commitment, and then a larger
    amount is no fault. Only where the credit left is less than the budget is the latter the whole appropriation.
    """
    budget, credit = fields.number(line.get("kaeBudgetRemainder")), fields.number(line.get("kaeCreditRemainder"))
    return budget is not None and credit is not None and 0 < credit < budget < amount
