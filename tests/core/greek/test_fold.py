"""Folding: every spelling of a text has one comparable form, and words keep their places."""

import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.greek.fold import fold, join_acronyms, level, spans, tidy, words

GREEK_TEXT = st.text(
    alphabet="αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊΐϋΰΑΒΓΔΕΖΗΘΚΣΤΥΏ .,-'’΄0189ABehopµ∆\u0301\u200b\xa0«»/", max_size=40
)


@pytest.mark.parametrize(
    ("typed", "folded"),
    [
        ("Προϋπολογισμός", "προυπολογισμοσ"),
        ("ΠΡΟΫΠΟΛΟΓΙΣΜΟΣ", "προυπολογισμοσ"),
        ("ΜΑΪΟΥ", "μαιου"),
        ("Μαΐου", "μαιου"),
        ("ανάδοχος", "αναδοχοσ"),
        ("αναδοχοσ", "αναδοχοσ"),
        ("απ\u1f79φαση", "αποφαση"),
        (unicodedata.normalize("NFD", "Ρόδος"), "ροδοσ"),
        ("∆ήµος", "δημοσ"),
        ("\u2126ρα", "ωρα"),
        ("ΠPOMHΘEIA", "προμηθεια"),
        ("Δ.Ε.Υ.Α.  Κοζάνης", "δευα κοζανησ"),
        ("Ο.Τ.Α.", "οτα"),
        ("Δ.Ε.ΚΑΜΕΝΩΝ ΒΟΥΡΛΩΝ", "δε.καμενων βουρλων"),
        ("ν. 4412/2016", "ν. 4412/2016"),
        ("Δι’ευχών ΔΙ΄ΕΥΧΩΝ δι'ευχών", "δι'ευχων δι'ευχων δι'ευχων"),
        ("Απ’ ευθείας ΑΠ΄ΕΥΘΕΙΑΣ απευθείας", "απευθειασ απευθειασ απευθειασ"),
        ("α\u200bβ\x00γ\u00a0 \n δ", "αβγ δ"),
        ("Wi-Fi και PDF", "wi-fi και pdf"),
    ],
)
def test_a_spelling_is_folded(typed: str, folded: str) -> None:
    assert fold(typed) == folded


def test_latin_letters_become_greek_only_in_words_that_hold_greek_ones() -> None:
    assert fold("NEA Kοζάνη LED COVIDτεστ") == "nea κοζανη led covidτεστ"


def test_what_is_shown_keeps_case_and_accents() -> None:
    assert tidy("  Απόφαση\u200b  του\u00a0Δήμου\nΡόδου ") == "Απόφαση του Δήμου Ρόδου"


def test_acronyms_are_joined_without_touching_what_follows() -> None:
    assert join_acronyms("Δ.Ε.Υ.Α. Ρόδου, Μ.Α.Π. (Ο.Τ.Α.) Β.2.1 κ.Νίκος") == "ΔΕΥΑ Ρόδου, ΜΑΠ (ΟΤΑ) Β.2.1 κ.Νίκος"


def test_words_are_runs_of_letters_and_digits() -> None:
    assert words("ν.4412/2016, Δ.Ε.Υ.Α.-Ρόδου: 2ο") == ("ν", "4412", "2016", "δευα", "ροδου", "2ο")


def test_a_word_can_be_cut_out_of_the_text_as_typed() -> None:
    text = "η Δ.Ε.Υ.Α. της " + unicodedata.normalize("NFD", "Κοζάνης") + " το ∆ήµο"
    cut = {word.folded: text[word.start : word.end] for word in spans(text)}
    assert cut["δευα"] == "Δ.Ε.Υ.Α."
    assert unicodedata.normalize("NFC", cut["κοζανησ"]).startswith("Κοζάνη")
    assert cut["δημο"] == "∆ήµο"


def test_punctuation_stays_in_place_for_patterns() -> None:
    flat = level("Από 1/1/2025, β΄ τρίμηνο")
    start = flat.text.index("β'")
    assert flat.text == "απο 1/1/2025, β' τριμηνο"
    assert flat.span(start, start + 2) == (14, 16)


@settings(deadline=None, max_examples=300)
@example("0 \u0301")
@example("0 \u0301 1")
@given(GREEK_TEXT)
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert tidy(tidy(text)) == tidy(text)


@settings(deadline=None, max_examples=300)
@given(st.text(alphabet="αβγδεηικλμνοπρστυφχψωάέήίόύώϊϋς", min_size=1, max_size=12))
def test_case_and_final_sigma_never_matter(word: str) -> None:
    assert fold(word) == fold(word.upper()) == fold(word.lower()) == fold(word.casefold()) == fold(word.title())


@settings(deadline=None, max_examples=300)
@given(GREEK_TEXT)
def test_words_with_places_are_the_words(text: str) -> None:
    placed = spans(unicodedata.normalize("NFC", text))
    assert tuple(word.folded for word in placed) == words(text)
    assert all(0 <= word.start < word.end <= len(text) for word in spans(text))
