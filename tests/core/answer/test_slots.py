"""The request as JSON: slot names of the contract, nothing said that was not understood, and back again."""

import json

import pytest

from core.answer.slots import from_json, slots, to_json, type_label
from tests.core.answer.messages import read

TEXTS = [
    "πόσα έδωσε ο Δήμος Στυλίδας για καύσιμα από 1/2/2024 έως 3/4/2024 και σε ποιους;",
    "τελευταίες 10 πληρωμές πάνω από 1.500,50 ευρώ",
    "αποφάσεις για σχολεία αλλά όχι παιδικούς σταθμούς, 2025",
    "τι λέει η 9Ω4Τ7ΛΗ-ΔΟΚ για την προθεσμία;",
    "στέλνε μου κάθε πρωί τις νέες αναθέσεις του δήμου Στυλίδας",
    "κάνε παύση μέχρι τη Δευτέρα",
    "ti eidopoiiseis exw? svise tin deuteri",
    "σύγκρινε Στυλίδα και Μακρακώμη για καύσιμα το 2023",
    "πόσα έφαγε ο δήμαρχος",
    "ηνκξκ",
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_request_comes_back_from_its_json(text: str) -> None:
    request = read(text)
    stored = json.loads(json.dumps(to_json(request), ensure_ascii=False))
    assert from_json(stored) == request


def test_an_item_of_a_list_comes_back_too() -> None:
    request = read("η τρίτη τι λέει;", "αποφάσεις για σχολεία")
    assert from_json(to_json(request)) == request


def test_whole_years_are_years_and_anything_else_is_inclusive_dates() -> None:
    year = slots(read("σχολεία 2025"))
    assert (year["years"], year["date_from"], year["date_to"]) == ([2025], None, None)
    days = slots(read("σχολεία από 1/3/2024 έως 15/3/2024"))
    assert (days["years"], days["date_from"], days["date_to"]) == ([], "2024-03-01", "2024-03-15")
    since = slots(read("σχολεία από 1/1/2025"))
    assert (since["date_from"], since["date_to"]) == ("2025-01-01", None)


def test_bodies_are_told_by_the_labels_of_the_register() -> None:
    assert slots(read("καύσιμα Στυλίδα"))["org"] == "ΔΗΜΟΣ ΣΤΥΛΙΔΑΣ"
    both = slots(read("kausima rodos vs xania 2023"))["org"]
    assert both == ["ΔΗΜΟΣ ΡΟΔΟΥ", "ΔΗΜΟΣ ΧΑΝΙΩΝ"]
    assert slots(read("δήμος Ατλαντίδας σκουπίδια"))["org"] == "δήμος Ατλαντίδας"


def test_greeklish_words_are_told_in_greek() -> None:
    assert slots(read("apofaseis gia plateia eleftherias"))["keyword"] == "πλατεία Ελευθερίας".lower()


def test_types_carry_their_code() -> None:
    assert type_label("Δ.1") == "ΑΝΑΘΕΣΗ (Δ.1)"
    assert type_label("Β.2.2") == "ΟΡΙΣΤΙΚΟΠΟΙΗΣΗ ΠΛΗΡΩΜΗΣ (Β.2.2)"
    assert slots(read("τελευταίες 10 πληρωμές"))["decision_type"] == "ΟΡΙΣΤΙΚΟΠΟΙΗΣΗ ΠΛΗΡΩΜΗΣ (Β.2.2)"
    assert slots(read("σύνολο πληρωμών 2024"))["decision_type"] is None
    assert slots(read("σύνολο αναθέσεων 2024"))["decision_type"] == "ΑΝΑΘΕΣΗ (Δ.1)"


def test_what_was_not_said_is_empty() -> None:
    said = {name: value for name, value in slots(read("9Ω4Τ7ΛΗ-ΔΟΚ")).items() if value not in (None, [])}
    assert said == {"ada": ["9Ω4Τ7ΛΗ-ΔΟΚ"]}
    assert all(value in (None, []) for value in slots(read("καλημέρα")).values())


def test_amounts_are_numbers() -> None:
    assert slots(read("πληρωμές πάνω από 50.000 ευρώ"))["amount_min"] == 50000
    assert slots(read("πληρωμές πάνω από 1.500,50 ευρώ"))["amount_min"] == 1500.5
