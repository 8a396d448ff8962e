"""ΑΔΑΜ, CPV, budget codes and numbers of acts in running text."""

import pytest

from core.domain.codes import find_act_numbers, find_adams, find_cpvs, find_kaes


def test_adams_are_found_in_latin_letters() -> None:
    text = "η σύμβαση 21SYMV007049778 και 21ΑWRD008000001, όχι 21XXXX007049778"
    assert [one.value for one in find_adams(text)] == ["21SYMV007049778", "21AWRD008000001"]
    assert find_adams("22proc010203040")[0].value == "22PROC010203040"


def test_cpvs_are_found() -> None:
    text = "CPV: 30192000-1, 09132100 – 4 και CPV 50000000, όχι 12345678"
    assert [one.value for one in find_cpvs(text)] == ["30192000-1", "09132100-4", "50000000"]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("ΚΑ 10.6612", ["10.6612"]),
        ("Κ.Α. 02.15.6662.0001", ["02.15.6662.0001"]),
        ("ΚΑΕ: 0831", ["0831"]),
        ("με Κ.Α.Ε. 10-6117.001 και", ["10-6117.001"]),
        ("ΑΛΕ 2410202001", ["2410202001"]),
        ("πίστωση 10.6117.0001 του 2025", ["10.6117.0001"]),
        ("10.12.2024 και 10.612,50 €", []),
        ("στις 01.02.2024", []),
        ("η κα Δοκίμου 5", []),
    ],
)
def test_budget_codes_are_found(text: str, codes: list[str]) -> None:
    assert [one.value for one in find_kaes(text)] == codes


@pytest.mark.parametrize(
    ("text", "number", "organ"),
    [
        ("την 125/2025 της Δημοτικής Επιτροπής", "125/2025", "Δημοτικής Επιτροπής"),
        ("απόφαση 125/2025", "125/2025", None),
        ("υπ' αριθμ. 7/2024 απόφαση του Δημοτικού Συμβουλίου", "7/2024", "Δημοτικού Συμβουλίου"),
        ("ΑΠΟΦΑΣΗ 12/24 ΤΟΥ ΔΗΜΑΡΧΟΥ", "12/24", "ΔΗΜΑΡΧΟΥ"),
        ("την 33/2023 ΑΔΣ", "33/2023", None),
        ("αρ. απόφασης 45/2022", "45/2022", None),
        ("η με αριθμό 300/2021 πράξη", "300/2021", None),
    ],
)
def test_the_number_of_an_act_is_found_with_its_organ(text: str, number: str, organ: str | None) -> None:
    [one] = find_act_numbers(text)
    assert (one.value, one.organ, text[one.start : one.end]) == (number, organ, number)


@pytest.mark.parametrize(
    "text",
    ["ν. 4412/2016", "Ν.4412/2016 άρθρο 118", "π.δ. 80/2016", "ΦΕΚ 147/2016", "1/1/2025", "03/2024", "2024/2025"],
)
def test_laws_and_dates_are_no_acts(text: str) -> None:
    assert find_act_numbers(text) == ()
