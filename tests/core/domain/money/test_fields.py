"""Shapes that the source sends: money, parties, lists, codes."""

from decimal import Decimal

import pytest

from core.domain.ledger import Payee
from core.domain.money import fields


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ({"amount": Decimal("1387.3"), "currency": "EUR"}, Decimal("1387.3")),
        (Decimal("4139.16"), Decimal("4139.16")),
        (7000, Decimal(7000)),
        ({"amount": Decimal("9.4472918E7")}, Decimal(94472918)),
        ({"amount": 0}, Decimal(0)),
        ({"amount": Decimal("-45000.0")}, Decimal(-45000)),
        ({"amount": Decimal("12.34567")}, Decimal("12.3457")),
        ({"amount": "12.5"}, Decimal("12.5")),
        ({"amount": None, "currency": "EUR"}, None),
        ({"currency": "EUR"}, None),
        ({}, None),
        (None, None),
        (True, None),
        ({"amount": "1.234,56"}, None),
        ([], None),
    ],
)
def test_an_amount_is_read_and_a_missing_one_is_no_zero(sent: object, read: Decimal | None) -> None:
    assert fields.amount(sent).value == read


def test_a_sum_that_no_body_has_is_absurd_not_stored() -> None:
    assert fields.amount({"amount": 10**12}) == fields.Amount(absurd=True)
    assert fields.amount({"amount": Decimal("1E+999999")}).absurd


def test_a_currency_is_euro_unless_it_is_named() -> None:
    assert fields.amount({"amount": 5, "currency": None}).currency == "EUR"
    assert fields.amount({"amount": 5, "currency": "USD"}).currency == "USD"


@pytest.mark.parametrize(
    ("sent", "number"),
    [(None, 0), ([], 0), ({}, 0), ("text", 0), ({"a": 1}, 1), ([{"a": 1}, None, {"b": 2}], 2)],
)
def test_a_list_may_be_null_empty_or_a_single_object(sent: object, number: int) -> None:
    assert len(fields.objects(sent)) == number


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ("997561152", "997561152"),
        ("EL997561152", "997561152"),
        ("EL 997561152", "997561152"),
        ("90010689", "090010689"),
        ("Ο90010689", "090010689"),
        ("000000000", None),
        ("EL", None),
        ("-", None),
        ("ΔΕΝ ΥΠΑΡΧΕΙ", None),
        ("123456788", None),
        ("", None),
        (None, None),
    ],
)
def test_an_afm_is_nine_checked_digits_or_nothing(sent: object, read: str | None) -> None:
    assert fields.afm(sent) == read


@pytest.mark.parametrize(
    "sent", [{}, None, [], {"afm": None, "name": None}, {"afm": "-", "name": " "}, {"afmType": "INT"}]
)
def test_a_party_that_names_nobody_is_no_payee(sent: object) -> None:
    assert fields.payee(sent) is None


def test_a_payee_keeps_a_name_without_an_afm() -> None:
    sent = {"afmType": "INT", "noVATOrg": "10001", "name": "TEST  SUPPLIER\nLTD"}
    assert fields.payee(sent) == Payee(afm=None, name="TEST SUPPLIER LTD")


def test_a_double_comma_or_a_private_afm_makes_a_natural_person() -> None:
    by_name = fields.payee({"afm": "997561152", "name": "ΔΟΚΙΜΑΣΤΙΚΟΥ,,ΑΝΝΑ,ΠΕΤΡΟΣ"})
    by_afm = fields.payee({"afm": "135792470", "name": None})
    company = fields.payee({"afm": "997561152", "name": "ΔΟΚΙΜΗ ΑΕ"})
    assert by_name and by_name.natural
    assert by_afm and by_afm.natural
    assert company and not company.natural


def test_codes_come_as_a_list_or_a_string_and_blanks_are_dropped() -> None:
    assert fields.codes(["50000000-5", "", None]) == ("50000000-5",)
    assert fields.codes("50000000-5") == ("50000000-5",)
    assert fields.codes("") == fields.codes(None) == fields.codes([]) == ()


def test_every_afm_of_a_record_is_found_at_any_depth() -> None:
    values = {
        "org": {"afm": "090010689"},
        "sponsor": [{"sponsorAFMName": {"afm": "99362767"}, "kae": "1"}],
        "person": None,
    }
    assert sorted(fields.afms_inside(values)) == ["090010689", "99362767"]


@pytest.mark.parametrize(
    ("sent", "read"), [(2024, 2024), ("2024", 2024), (24, None), (20244, None), (None, None), (True, None)]
)
def test_a_year_is_one_that_can_be(sent: object, read: int | None) -> None:
    assert fields.year(sent) == read
