"""What is read off a page's text, with its place, and how posted amounts stand to it."""

import time
from decimal import Decimal

import pytest

from core.domain.document import Page, Passage, PassageKind, Quality
from core.domain.facts import AmountCheck, Fact, FactKind, Role, Standing, checked, facts_of


def a_page(*passages: Passage | str, quality: Quality = Quality.READABLE) -> Page:
    made = (each if isinstance(each, Passage) else Passage(kind=PassageKind.SENTENCE, text=each) for each in passages)
    return Page(number=3, quality=quality, passages=tuple(made))


def values(page: Page, kind: FactKind) -> list[str]:
    return [fact.value for fact in facts_of(page) if fact.kind is kind]


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("Δαπάνη 1.234,56 € με ΦΠΑ 24%", ["1234.56"]),
        ("ποσού 857,35", ["857.35"]),
        ("το ποσό των 370€", ["370"]),
        ("δέσμευση πίστωσης ύψους € 2.500,00 για", ["2500.00"]),
        ("16.000 ευρώ", ["16000"]),
        ("#1,234.56#", ["1234.56"]),
        ("κράτηση 0,07% και 24,00 %", []),
        ("του άρθρου 118 του ν. 4412/2016, ΚΑ 15-6481.0001, την 05/04/2021", []),
        ("ΦΕΚ 22 000", []),
        ("1.250,0000", ["1250.0000"]),
    ],
)
def test_amounts_have_cents_or_the_sign_of_the_euro(text, amounts):
    assert values(a_page(text), FactKind.AMOUNT) == amounts


def test_each_fact_knows_where_it_stands():
    (fact,) = [each for each in facts_of(a_page("Έχοντας υπόψη", "Αναθέτει αντί 4.960,00 €"))]
    assert fact == Fact(kind=FactKind.AMOUNT, page=3, passage=2, start=14, end=22, value="4960.00")


def test_codes_days_and_acts_that_are_named():
    page = a_page("Την ΑΔΑ: Ω2ΧΗΟΡΙΑ-Φ6Ε και το αίτημα 16REQ004386230, Κ.Α. 15-6481.0001, για τον δήμο")
    assert values(page, FactKind.ADA) == ["Ω2ΧΗΟΡΙΑ-Φ6Ε"]
    assert values(page, FactKind.ADAM) == ["16REQ004386230"]
    assert values(page, FactKind.KAE) == ["15-6481.0001"]


def test_days_are_whole_ones():
    assert values(a_page("Αθήνα, 28 Ιουνίου 2021", "στις 5/7/2021", "το έτος 2021"), FactKind.DAY) == [
        "2021-06-28",
        "2021-07-05",
    ]


def test_of_a_natural_persons_afm_only_that_there_is_one():
    page = a_page("ΑΦΜ 090165560 του Δημοσίου", "ΑΦΜ 123456783 του δικαιούχου")
    assert values(page, FactKind.AFM) == ["090165560", "…"]


@pytest.mark.parametrize("quality", [Quality.OCR, Quality.SHIFTED])
def test_nothing_is_taken_from_letters_that_cannot_be_trusted(quality):
    assert facts_of(a_page("ΑΔΑ: Ω2ΧΗΟΡΙΑ-Φ6Ε, 100,00 €", quality=quality)) == ()


def test_what_a_document_calls_an_amount():
    row = Passage(kind=PassageKind.ROW, text="ΠΛΗΡΩΤΕΟ ΠΟΣΟ: | 827,00", header="")
    under = Passage(kind=PassageKind.ROW, text="1 | 30,35 | 857,35", header="Α/Α | Κρατήσεις | Σύνολο")
    page = a_page(row, under, "Συνολικό ποσό 857,35 € εκ των οποίων κρατήσεις 30,35 €")
    assert [(fact.value, fact.role) for fact in facts_of(page)] == [
        ("827.00", Role.PAYABLE),
        ("30.35", Role.DEDUCTION),
        ("857.35", Role.TOTAL),
        ("857.35", Role.TOTAL),
        ("30.35", Role.DEDUCTION),
    ]


_WARRANT = a_page("Σύνολο 857,35", "Κρατήσεις 30,35", "Πληρωτέο 827,00")


@pytest.mark.parametrize(
    ("stated", "page", "whole", "pays", "told"),
    [
        ("857.35", _WARRANT, True, True, {"standing": Standing.FOUND, "payable": Decimal("827.00"), "withheld": True}),
        ("857.3500", _WARRANT, False, False, {"standing": Standing.FOUND}),
        ("827.00", _WARRANT, True, True, {"standing": Standing.FOUND}),
        ("16000", a_page("Σύνολο 16.000,00 €"), True, False, {"standing": Standing.FOUND}),
        (
            "13008.13",
            a_page("Σύνολο 16.000,00 €"),
            True,
            False,
            {"standing": Standing.TAXED, "total": Decimal("16000")},
        ),
        ("160000", a_page("Σύνολο 16.000,00 €"), True, False, {"standing": Standing.OTHER, "total": Decimal("16000")}),
        ("160000", a_page("Σύνολο 16.000,00 €"), False, False, {"standing": Standing.UNREAD}),
        ("160000", a_page("Σύνολο 16.000,00 €", "Σύνολο 9,00 €"), True, False, {"standing": Standing.NOT_FOUND}),
        ("1.04", a_page("Επιχορήγηση 1.017,68 €"), True, False, {"standing": Standing.NOT_FOUND}),
        ("857.35", a_page("857,35", "Πληρωτέο 1,00", "Πληρωτέο 2,00"), True, True, {"standing": Standing.FOUND}),
    ],
)
def test_how_an_amount_stands_to_its_document(stated, page, whole, pays, told):
    check = checked(Decimal(stated), facts_of(page), whole=whole, pays=pays)
    page_told = 3 if check.standing in (Standing.FOUND, Standing.OTHER, Standing.TAXED) else 0
    assert check == AmountCheck(stated=Decimal(stated), page=page_told, **told)


@pytest.mark.parametrize("letters", ["-", "1.", "ΑΔΑ ", "Ω2ΧΗΟΡΙΑ-", "1.234,56 € ", "σύνολο "])
def test_a_passage_without_end_costs_a_moment(letters):
    began = time.process_time()
    facts_of(a_page(letters * (200_000 // len(letters))))
    assert time.process_time() - began < 3
