"""How answers read: order, stages, states of an amount, and what is never said."""

from datetime import date
from decimal import Decimal

import pytest

from core.answer.compose import totals as words
from core.answer.compose.lists import row_line
from core.answer.compose.words import of_organization, organization_name, the_organization
from core.domain.answer import BOLD, Row, plain
from core.domain.condition import StageTotal
from core.domain.ledger import Flag, Stage
from core.domain.organization import Organization
from core.domain.subjects import shown_subject


def a_total(stage: Stage = Stage.AWARD, **changed: object) -> StageTotal:
    given = {
        "stage": stage,
        "decisions": 3,
        "unstated": 0,
        "unread": 0,
        "gross": Decimal("9485.80"),
        "reversed": Decimal(0),
        "reversals": 0,
        "suspects": 0,
        "suspect_amount": Decimal(0),
        "same_again": 0,
    }
    return StageTotal(**(given | changed))


def a_row(**changed: object) -> Row:
    given = {
        "ada": "6ΑΑΑΩΔΟ-ΔΟΚ",
        "organization_uid": "700001",
        "subject": "ΠΡΟΜΗΘΕΙΑ ΚΑΥΣΙΜΩΝ",
        "decision_type": "Δ.1",
        "issued_on": date(2024, 3, 14),
        "stage": Stage.AWARD,
        "amount": Decimal("9120"),
    }
    return Row(**(given | changed))


def test_the_stage_and_the_period_stand_in_the_first_sentence() -> None:
    said = plain(words.headline(a_total(unstated=1), who="ο Δήμος Επίδειξης", topic="καύσιμα", when="το 2024"))
    assert said == (
        "Σύμφωνα με πράξεις αναρτημένες στη Διαύγεια, το 2024 ο Δήμος Επίδειξης ανέθεσε για καύσιμα 9.485,80 € "
        "(άθροισμα 2 πράξεων· άλλη 1 δεν δηλώνει ποσό)."
    )


def test_a_stage_that_was_not_read_has_no_total() -> None:
    said = words.beside_line(a_total(Stage.PAYMENT, unread=3), tellable=False)
    assert "€" not in said
    assert "δεν τα έχουμε φορτώσει" in said


def test_an_amount_that_is_not_stated_is_no_amount_that_was_not_read() -> None:
    assert "δεν δηλώνεται ποσό" in row_line(1, a_row(amount=None, amount_state="unstated"))
    assert "δεν έχουμε φορτώσει" in row_line(1, a_row(amount=None, amount_state="unread"))
    assert "0,00 €" in row_line(1, a_row(amount=Decimal(0)))


def test_reversals_are_told_apart_from_what_was_committed() -> None:
    total = a_total(Stage.COMMITMENT, reversed=Decimal("485.80"), reversals=1)
    assert total.net == Decimal("9000.00")
    assert "αφαιρέθηκε 1 ανατροπή, 485,80 €" in words.netting(total)


def test_an_afm_typed_as_an_amount_is_not_printed_in_a_list() -> None:
    said = row_line(1, a_row(amount=Decimal("94472918"), flags=(Flag.AFM_AS_AMOUNT,)))
    assert "94.472.918" not in said


def test_a_named_employee_is_not_repeated() -> None:
    assert "ΔΟΚΙΜΑΣΤΙΚ" not in shown_subject("ΜΕΤΑΤΑΞΗ ΥΠΑΛΛΗΛΟΥ ΓΕΩΡΓΙΟΥ ΔΟΚΙΜΑΣΤΙΚΟΥ", "2.4.7.1")
    assert shown_subject("ΠΡΟΣΛΗΨΗ ΠΡΟΣΩΠΙΚΟΥ ΚΑΘΑΡΙΟΤΗΤΑΣ", "Γ.3.1").casefold().startswith("πρόσληψη προσωπικού")


def test_data_cannot_bring_marks_of_its_own() -> None:
    assert BOLD not in shown_subject(f"Προμήθεια {BOLD}καυσίμων", "Δ.1")


@pytest.mark.parametrize(
    ("label", "name", "genitive"),
    [
        ("ΔΗΜΟΣ ΚΑΜΕΝΩΝ ΒΟΥΡΛΩΝ", "ο Δήμος Καμένων Βούρλων", "του Δήμου Καμένων Βούρλων"),
        ("ΔΗΜΟΣ ΡΟΔΟΥ", "ο Δήμος Ρόδου", "του Δήμου Ρόδου"),
        ("ΞΥΖΞΥΖ ΑΒΓΔ", "ο φορέας «ΞΥΖΞΥΖ ΑΒΓΔ»", "του φορέα «ΞΥΖΞΥΖ ΑΒΓΔ»"),
    ],
)
def test_bodies_are_named_as_people_write_them(label: str, name: str, genitive: str) -> None:
    body = Organization(uid="1", label=label)
    assert the_organization(body) == name
    assert of_organization(body) == genitive
    assert organization_name(label) in name


@pytest.mark.parametrize(
    ("subject", "shown"),
    [
        ("ΣΥΜΒΑΣΗ ΕΡΓΑΣΙΑΣ ΙΔΟΧ_ΔΟΚΙΜΩΝΑΣ ΠΑΡΑΔΕΙΓΜΕΝΗΣ", "Σύμβαση εργασίας ΙΔΟΧ (τα υπόλοιπα στην πράξη)"),
        ("Χορήγηση κανονικής άδειας υπαλλήλου Δοκιμόπουλου Κων.", "Χορήγηση κανονικής άδειας υπαλλήλου (τα υπόλοιπα"),
    ],
)
def test_a_word_that_no_list_knows_may_be_a_surname(subject: str, shown: str) -> None:
    assert shown_subject(subject, "Γ.3.4").startswith(shown)
