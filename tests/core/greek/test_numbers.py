"""Numbers and money in Greek and English notation, in digits, in words and in both."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.greek.numbers import (
    find_amounts,
    format_count,
    format_euro,
    format_percent,
    numbers_in_words,
    parse_number,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.234,56 €", "1234.56"),
        ("1,234.56", "1234.56"),
        ("1234.56", "1234.56"),
        ("1.234.567,89", "1234567.89"),
        ("1,234,567.89", "1234567.89"),
        ("1.500", "1500"),
        ("1,500", "1.5"),
        ("12.5", "12.5"),
        ("0,5", "0.5"),
        ("20.000,-", "20000"),
        ("€30.000", "30000"),
        ("1 234 567", "1234567"),
        ("1,2 εκ.", "1200000"),
        ("2.5 εκατομμύρια", "2500000"),
        ("δύο εκατομμύρια και μισό", "2500000"),
        ("τρία δισ.", "3000000000"),
        ("χίλια πεντακόσια", "1500"),
        ("ΧΙΛΙΑ ΠΕΝΤΑΚΟΣΙΑ", "1500"),
        ("50 χιλιάρικα", "50000"),
        ("50 χιλ.", "50000"),
        ("τριακόσιες χιλιάδες", "300000"),
        ("δύο χιλιάδες είκοσι τέσσερα", "2024"),
        ("είκοσι τέσσερα", "24"),
        ("εκατό", "100"),
        ("-5,00", "-5"),
    ],
)
def test_a_number_is_read(text: str, value: str) -> None:
    assert parse_number(text) == Decimal(value)


@pytest.mark.parametrize("text", ["", "€", "καύσιμα", "1.2.3", "1,23,45", "5 και 6", "9Ω4Τ7ΛΗ-ΔΟΚ", "1/1/2025"])
def test_what_is_no_single_number_is_none(text: str) -> None:
    assert parse_number(text) is None


def found(text: str) -> list[tuple[str, str, str | None, bool, bool]]:
    return [
        (text[one.start : one.end], f"{one.value.normalize():f}", one.comparison, one.euro, one.ambiguous)
        for one in find_amounts(text)
    ]


@pytest.mark.parametrize(
    ("text", "mentions"),
    [
        ("πληρωμές άνω των 50.000,00 €", [("50.000,00 €", "50000", "min", True, False)]),
        ("πάνω από 1.500", [("1.500", "1500", "min", False, True)]),
        ("κάτω από 30.000 χωρίς ΦΠΑ", [("30.000", "30000", "max", False, True)]),
        ("έως και χίλια ευρώ", [("χίλια ευρώ", "1000", "max", True, False)]),
        ("25.000 και άνω", [("25.000", "25000", "min", False, True)]),
        ("περίπου 2 εκατομμύρια", [("2 εκατομμύρια", "2000000", "about", False, False)]),
        ("πάνω από 50 χιλιάρικα", [("50 χιλιάρικα", "50000", "min", True, False)]),
        ("από τις 5 μεγαλύτερες", [("5", "5", None, False, False)]),
        ("τουλάχιστον €1.234,50", [("€1.234,50", "1234.5", "min", True, False)]),
        ("λιγότερο από 10.000 ευρώ", [("10.000 ευρώ", "10000", "max", True, True)]),
        ("ΑΝΩ ΤΩΝ 5000€", [("5000€", "5000", "min", True, False)]),
    ],
)
def test_an_amount_is_found_with_its_comparison(text: str, mentions: list[tuple[object, ...]]) -> None:
    assert found(text) == mentions


def test_a_range_has_both_its_ends() -> None:
    assert [(one[1], one[2]) for one in found("από 10.000 έως 20.000 ευρώ")] == [("10000", "min"), ("20000", "max")]


@pytest.mark.parametrize(
    "text", ["1/1/2025", "ν. 4412/2016", "9Ω4Τ7ΛΗ-ΔΟΚ", "CPV 50000000-5", "21SYMV007049778", "μία ανάθεση", ""]
)
def test_dates_codes_and_articles_hold_no_amount(text: str) -> None:
    assert find_amounts(text) == ()


def test_places_are_those_of_the_text_as_typed() -> None:
    text = "Δ́ώσε μου ∆απάνες πάνω από 1.234,56 € τώρα"
    assert [text[one.start : one.end] for one in find_amounts(text)] == ["1.234,56 €"]


@pytest.mark.parametrize(
    ("amount", "shown"),
    [
        ("1234.56", "1.234,56 €"),
        ("0", "0,00 €"),
        ("-12", "−12,00 €"),
        ("1234567.125", "1.234.567,13 €"),
        ("-0.001", "0,00 €"),
    ],
)
def test_euro_are_shown_in_greek(amount: str, shown: str) -> None:
    assert format_euro(Decimal(amount)) == shown


def test_counts_and_shares_are_shown_in_greek() -> None:
    assert (format_count(1234567), format_count(7), format_count(-1000)) == ("1.234.567", "7", "−1.000")
    assert format_percent(Decimal("81")) == "81%"
    assert format_percent(Decimal("81.25")) == "81,3%"
    assert format_percent(Decimal("-3.5")) == "−3,5%"
    assert format_percent(Decimal("1385.05")) == "1.385,1%"


@settings(deadline=None, max_examples=300)
@given(st.decimals(min_value=0, max_value=10**9, places=2))
def test_what_is_shown_can_be_read_back(amount: Decimal) -> None:
    assert parse_number(format_euro(amount)) == amount


@settings(deadline=None, max_examples=300)
@given(st.integers(min_value=1000, max_value=10**9))
def test_counts_can_be_read_back(count: int) -> None:
    assert parse_number(format_count(count)) == count


def test_years_in_words() -> None:
    assert numbers_in_words(["εικοσι", "τεσσερα"]) == 24
    assert numbers_in_words(["δυο", "χιλιαδεσ", "εικοσι", "πεντε"]) == 2025
    assert numbers_in_words(["και"]) is numbers_in_words([]) is numbers_in_words(["καυσιμα"]) is None


@pytest.mark.parametrize(
    ("text", "comparison", "strict"),
    [
        ("άνω των 50.000 €", "min", True),
        ("πάνω από 50.000", "min", True),
        ("που ξεπερνούν τα 50.000 ευρώ", "min", True),
        ("τουλάχιστον 50.000 €", "min", False),
        ("από 50.000 € και πάνω", "min", False),
        ("50.000 € και άνω", "min", False),
        ("≥ 50.000 €", "min", False),
        ("κάτω από 50.000 €", "max", True),
        ("λιγότερο από 50.000 €", "max", True),
        ("έως 50.000 €", "max", False),
        ("μέχρι και 50.000 €", "max", False),
        ("που δεν ξεπερνούν τα 50.000 €", "max", False),
        ("όχι πάνω από 50.000 €", "max", False),
        ("όχι κάτω από 50.000 €", "min", False),
        ("διανομή έως 50.000 €", "max", False),  # its end is no «μη»
        ("για τη διανομή πάνω από 50.000 €", "min", True),
    ],
)
def test_a_limit_is_inside_or_outside(text: str, comparison: str, strict: bool) -> None:
    assert [(one.comparison, one.strict) for one in find_amounts(text)] == [(comparison, strict)]
