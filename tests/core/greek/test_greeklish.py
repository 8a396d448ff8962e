"""Greeklish: recognised, and read in several spellings."""

import pytest

from core.greek.fold import fold
from core.greek.greeklish import candidates, looks_greeklish, readings, transliterated


@pytest.mark.parametrize(
    ("typed", "greek"),
    [
        ("posa edose o dimos gia kausima to 2025", "πόσα έδωσε ο δήμος για καύσιμα το 2025"),
        ("apofaseis gia sxoleia", "αποφάσεις για σχολεία"),
        ("apofaseis gia plateia eleftherias 2025", "αποφάσεις για πλατεία ελευθερίας 2025"),
        ("ti agorase o dimos gia ta skoupidia", "τι αγόρασε ο δήμος για τα σκουπίδια"),
        ("poses anatheseis ekane o dhmos", "πόσες αναθέσεις έκανε ο δήμος"),
        ("asfaltostrwsh dromwn", "ασφαλτόστρωση δρόμων"),
        ("sunthrhsh sxolikwn kthriwn", "συντήρηση σχολικών κτηρίων"),
        ("fagito stous paidikous stathmous", "φαγητό στους παιδικούς σταθμούς"),
        ("adespota", "αδέσποτα"),
    ],
)
def test_a_greeklish_question_is_read(typed: str, greek: str) -> None:
    assert looks_greeklish(typed)
    assert candidates(typed)[0] == greek


@pytest.mark.parametrize(
    ("spelling", "word"),
    [
        ("8elw", "θέλω"), ("thelo", "θέλω"), ("kafsima", "καύσιμα"), ("kaysima", "καύσιμα"),
        ("prosklisi", "πρόσκληση"),
        ("prosklhsh", "πρόσκληση"), ("ksenodoxeio", "ξενοδοχείο"), ("xenodoxeio", "ξενοδοχείο"),
        ("ypiresia", "υπηρεσία"),
        ("uphresia", "υπηρεσία"), ("mpataries", "μπαταρίες"), ("psomi", "ψωμί"), ("4wmi", "ψωμί"),
    ],
)  # fmt: skip
def test_several_spellings_reach_one_word(spelling: str, word: str) -> None:
    assert fold(word) in [fold(reading) for reading in readings(spelling)]


@pytest.mark.parametrize(
    "text", ["", "???", "pizza margherita", "asdfqwer", "select pg_sleep(60)", "Champions League", "9W4T7LH-DOK", "PDF"]
)
def test_what_is_no_greek_is_not_taken_for_it(text: str) -> None:
    assert not looks_greeklish(text)


def test_codes_links_and_greek_words_are_left_as_they_are() -> None:
    reading = candidates("pes mou gia to 9W4T7LH-DOK στο https://diavgeia.gov.gr/doc/x")[0]
    assert reading == "πες μου για το 9W4T7LH-DOK στο https://diavgeia.gov.gr/doc/x"
    assert candidates("μόνο ελληνικά 2024") == ()


def test_a_name_of_no_list_is_spelled_letter_by_letter() -> None:
    assert transliterated("Karditsomagoula") == "καρδιτσομαγουλα"
    assert readings("zzxq")[-1] == transliterated("zzxq")


def test_other_readings_follow_the_best() -> None:
    found = candidates("poli")
    assert len(found) > 1
    assert len(set(found)) == len(found) <= 8
