"""Amounts that their own record gives away."""

from decimal import Decimal

import pytest

from core.domain.ledger import Flag, Stage
from core.domain.money.fields import Amount
from core.domain.money.suspects import above_budget, flags_of, numbers

KNOWN = numbers(
    {
        "org": {"afm": "997561152"},
        "sponsor": [{"sponsorAFMName": {"afm": "094472918"}, "kae": "2420203001"}],
        "entryNumber": "42431",
    },
    protocol_number="13683/6-5-2021",
    issuer_afm="090010689",
)


def flags(value: str, stage: Stage = Stage.PAYMENT, currency: str = "EUR") -> set[Flag]:
    return set(flags_of(Amount(value=Decimal(value), currency=currency), stage, KNOWN))


@pytest.mark.parametrize("value", ["94472918", "9.4472918E7", "997561152", "90010689", "-94472918"])
def test_an_afm_of_the_record_typed_as_euro_is_suspect(value: str) -> None:
    assert flags(value) == {Flag.AFM_AS_AMOUNT}


@pytest.mark.parametrize("value", ["2420203001", "42431", "13683"])
def test_a_code_of_the_record_typed_as_euro_is_suspect(value: str) -> None:
    assert flags(value) == {Flag.CODE_AS_AMOUNT}


@pytest.mark.parametrize("value", ["2021", "94472918.5", "42431.10", "1000000", "650.00"])
def test_an_amount_that_is_merely_large_or_short_is_not(value: str) -> None:
    assert flags(value) == set()


def test_a_round_amount_that_equals_a_protocol_number_is_chance() -> None:
    known = numbers({}, protocol_number="12400", issuer_afm=None)
    assert flags_of(Amount(value=Decimal(12400)), Stage.AWARD, known) == frozenset()


def test_another_currency_is_no_euro() -> None:
    assert flags("100", currency="USD") == {Flag.FOREIGN_CURRENCY}
    assert flags_of(Amount(value=None, currency="USD"), Stage.AWARD, KNOWN) == frozenset()


def test_a_cent_is_a_placeholder_in_an_award_and_a_stamp_in_a_payment() -> None:
    assert flags("0.01", Stage.AWARD) == {Flag.PLACEHOLDER}
    assert flags("1.04", Stage.GRANT) == {Flag.PLACEHOLDER}
    assert flags("0.01", Stage.PAYMENT) == set()
    assert flags("0", Stage.AWARD) == set()


def test_more_than_the_whole_appropriation_is_above_budget_only_where_the_field_holds_the_whole() -> None:
    assert above_budget({"kaeBudgetRemainder": 7000, "kaeCreditRemainder": 5337}, Decimal(8000))
    assert not above_budget({"kaeBudgetRemainder": 7000, "kaeCreditRemainder": 5337}, Decimal(1387))
    assert not above_budget({"kaeBudgetRemainder": 85, "kaeCreditRemainder": None}, Decimal(415))
    assert not above_budget({"kaeBudgetRemainder": 90, "kaeCreditRemainder": 90}, Decimal(1755))
    assert not above_budget({"kaeBudgetRemainder": 0, "kaeCreditRemainder": 0}, Decimal(100))
