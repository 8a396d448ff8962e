"""One contract in several acts is joined; two purchases alike are not."""

from datetime import date
from decimal import Decimal

import pytest

from core.domain.contracts.act import ContractAct
from core.domain.contracts.grouping import contracts

FIRST = date(2023, 11, 7)
SUPPLIER = frozenset({"800579607"})


def an_act(ada: str, subject: str, day: date = FIRST, amount: str = "34989.33", **changed: object) -> ContractAct:
    given = {
        "organization_uid": "100000001",
        "stage": "award",
        "ada": ada,
        "issued_on": day,
        "amount": Decimal(amount),
        "subject": subject,
        "payees": SUPPLIER,
    }
    return ContractAct(**(given | changed))


def joined(*acts: ContractAct) -> list[tuple[str, list[str]]]:
    """The act that counts, and the others, of each contract."""
    return [(each.counted.ada, [act.ada for act in each.others]) for each in contracts(acts)]


MINUTES = 'ΕΓΚΡΙΣΗ 1ου ΚΑΙ 2ου ΠΡΑΚΤΙΚΟΥ ΔΙΕΝΕΡΓΕΙΑΣ ΤΟΥ ΔΙΑΓΩΝΙΣΜΟΥ: "ΕΓΚΑΤΑΣΤΑΣΗ ΕΞΥΠΝΩΝ ΥΔΡΟΜΕΤΡΗΤΩΝ"'
AWARD = 'Έγκριση και απευθείας ανάθεση προμήθειας: "ΕΓΚΑΤΑΣΤΑΣΗ ΕΞΥΠΝΩΝ ΥΔΡΟΜΕΤΡΗΤΩΝ"'
SIGNED = "ΣΥΜΒΑΣΗ ΠΡΟΜΗΘΕΙΑΣ: «Εγκατάσταση έξυπνων υδρομετρητών»"
MODIFIED = "Τροποποίηση σύμβασης της προμήθειας με τίτλο «Εγκατάσταση έξυπνων υδρομετρητών»"
TITLE = "Εγκατάσταση έξυπνων υδρομετρητών"


def test_minutes_modification_and_contract_count_once_by_the_first() -> None:
    bare = "ΤΡΟΠΟΠΟΙΗΣΗ ΤΗΣ ΑΡΙΘ. 188/2023 ΑΠΟΦΑΣΗΣ ΤΗΣ ΟΙΚΟΝΟΜΙΚΗΣ ΕΠΙΤΡΟΠΗΣ ΤΟΥ ΔΗΜΟΥ ΕΠΙΔΕΙΞΗΣ"
    acts = (an_act("Α", MINUTES), an_act("Β", bare, date(2024, 3, 13)), an_act("Γ", SIGNED, date(2024, 4, 26)))
    assert joined(*acts) == [("Α", ["Β", "Γ"])]


@pytest.mark.parametrize("later", [SIGNED, MODIFIED, TITLE, f"{TITLE} - Σύμβαση", f"ΟΡΘΗ ΕΠΑΝΑΛΗΨΗ - {AWARD}"])
def test_the_next_step_of_an_award_is_joined(later: str) -> None:
    assert joined(an_act("Α", AWARD), an_act("Β", later, date(2023, 11, 20))) == [("Α", ["Β"])]


@pytest.mark.parametrize(
    "later",
    [
        an_act("Β", AWARD, date(2023, 12, 7)),  # awarded again: another purchase
        an_act("Β", SIGNED, amount="34989.34"),
        an_act("Β", SIGNED, payees=frozenset({"999999999"})),
        an_act("Β", SIGNED, payees=frozenset()),
        an_act("Β", SIGNED, stage="contract"),
        an_act("Β", SIGNED, organization_uid="100000002"),
        an_act("Β", SIGNED, date(2024, 11, 8)),  # too late for a contract of that award
        an_act("Β", "ΣΥΜΒΑΣΗ ΠΡΟΜΗΘΕΙΑΣ: «Εγκατάσταση έξυπνων λαμπτήρων»"),
        an_act("Β", "1η ΣΥΜΠΛΗΡΩΜΑΤΙΚΗ ΣΥΜΒΑΣΗ ΠΡΟΜΗΘΕΙΑΣ: «Εγκατάσταση έξυπνων υδρομετρητών»"),
    ],
)
def test_what_is_another_purchase_is_left_alone(later: ContractAct) -> None:
    assert joined(an_act("Α", AWARD), later) == []


def test_a_rent_paid_by_month_is_never_joined() -> None:
    months = [
        an_act(f"{month}", "Μίσθωση κτιρίου δημοτικού σχολείου", date(2024, month, 5), "500") for month in range(1, 13)
    ]
    assert joined(*months) == []


def test_a_supply_of_every_year_keeps_each_year_apart() -> None:
    years = [
        an_act(f"{word}{year}", subject, date(year, month, 5), "1860")
        for year in (2022, 2023, 2024)
        for word, subject, month in (("Α", AWARD, 3), ("Σ", SIGNED, 4))
    ]
    assert joined(*years) == [("Α2022", ["Σ2022"]), ("Α2023", ["Σ2023"]), ("Α2024", ["Σ2024"])]


def test_lots_of_one_day_that_name_other_villages_are_other_purchases() -> None:
    villages = [an_act(f"{i}", f"Απευθείας ανάθεση «Προμήθεια πλακών Δ.Ε. {name}»") for i, name in enumerate("ΑΒΓ")]
    signed = [an_act(f"{i}σ", f"ΣΥΜΒΑΣΗ Προμήθεια πλακών Δ.Ε. {name}") for i, name in enumerate("ΑΒΓ")]
    assert all(len(others) <= 1 and others[0][0] == kept[0] for kept, others in joined(*villages, *signed))


def test_numbers_that_differ_are_other_things() -> None:
    acts = (an_act("Α", "Ανάθεση επισκευής οχήματος ΚΗΗ2788"), an_act("Β", "Επισκευή οχήματος ΚΗΗ2789"))
    assert joined(*acts) == []


def test_a_citation_joins_whatever_the_subject_says() -> None:
    acts = (an_act("Α", AWARD), an_act("Β", "Διόρθωση ποσού", date(2023, 12, 1), cites=frozenset({"Α"})))
    assert joined(*acts) == [("Α", ["Β"])]


def test_a_modification_with_another_amount_is_the_new_total() -> None:
    acts = (an_act("Α", AWARD, amount="704439.29"), an_act("Β", MODIFIED, date(2024, 8, 5), "568096.21"))
    assert joined(*acts) == [("Β", ["Α"])]


def test_a_modification_that_may_be_the_difference_is_not_added_and_replaces_nothing() -> None:
    acts = (an_act("Α", AWARD, amount="24800"), an_act("Β", MODIFIED, date(2024, 8, 5), "12648"))
    assert joined(*acts) == [("Α", ["Β"])]


def test_a_modification_that_states_the_net_of_the_total_changes_nothing() -> None:
    acts = (an_act("Α", AWARD, amount="704439.29"), an_act("Β", MODIFIED, date(2024, 8, 5), "568096.20"))
    assert joined(*acts) == [("Α", ["Β"])]


@pytest.mark.parametrize(
    ("awarded", "signed", "counted"),
    [("1101345.4568", "888181.82", "Α"), ("24193.55", "30000", "Β"), ("1101345.46", "888181.83", None)],
)
def test_a_total_with_and_without_vat_is_one_and_counts_with_it(awarded: str, signed: str, counted: str | None) -> None:
    found = joined(an_act("Α", AWARD, amount=awarded), an_act("Β", SIGNED, date(2023, 12, 1), signed))
    assert [kept for kept, _ in found] == ([counted] if counted else [])
