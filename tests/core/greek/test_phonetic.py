"""Greek as it sounds: misspelled words sound right, and typos share most n-grams."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.greek.phonetic import DIMENSIONS, grams, phonetic


@pytest.mark.parametrize(
    ("written", "misspelled"),
    [
        ("αντλιοστασίων", "αντλιωστασιον"),
        ("προμήθεια", "προμιθεια"),
        ("απορρίμματα", "αποριματα"),
        ("παιδικές χαρές", "πεδικες χαρες"),
        ("αυτοκίνητο", "αφτοκινητο"),
        ("άγγελος", "αγκελος"),
        ("ειδοποίηση", "ιδοπιιση"),
        ("ευρώ", "εβρο"),
    ],
)
def test_words_that_sound_alike_are_one(written: str, misspelled: str) -> None:
    assert phonetic(written) == phonetic(misspelled)


def test_ou_keeps_its_own_sound() -> None:
    assert phonetic("δήμου") != phonetic("δήμο")
    assert phonetic("18 8") == "18 8"


def test_a_typo_keeps_most_of_the_grams() -> None:
    right, wrong = grams("ασφαλτόστρωση"), grams("ασφαλτόστροσι")
    assert right == wrong
    slipped = grams("ασφατλόστρωση")
    assert sum(min(count, slipped.get(gram, 0)) for gram, count in right.items()) >= 0.4 * sum(right.values())


def test_grams_are_the_same_in_every_process_and_case() -> None:
    assert sorted(grams("ΝΕΡΌ")) == [28860, 364972, 493462, 585395, 623161, 736975, 904946, 905019, 952442]
    assert all(0 <= gram < DIMENSIONS for gram in grams("συντήρηση σχολικών κτιρίων"))


def test_grams_are_counted() -> None:
    once, twice = grams("νερό"), grams("νερό νερό")
    assert twice == {gram: 2 * count for gram, count in once.items()}


def test_grams_of_nothing_are_none() -> None:
    assert grams("") == grams("!!") == {}


@settings(deadline=None, max_examples=300)
@given(st.text(alphabet="αβγδεηικλμνοπρστυφχψωάέήίόύώϊϋς ", max_size=30))
def test_case_and_accents_are_not_heard(text: str) -> None:
    assert phonetic(text.upper()) == phonetic(text) == phonetic(text.lower())
