"""Accents restored: for embedding always, for reading only what is wholly known."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.greek.accents import accented, begins_a_word, prepare, readable
from core.greek.fold import fold
from tests.core.greek.accent_builder import FOLDER, build


@pytest.mark.parametrize(
    ("subject", "prepared"),
    [
        ("ΠΡΟΜΗΘΕΙΑ ΚΑΥΣΙΜΩΝ ΚΙΝΗΣΗΣ", "προμήθεια καυσίμων κίνησης"),
        ("ΕΓΚΡΙΣΗ ΑΠΟΦΑΣΗΣ ΔΗΜΑΡΧΟΥ", "έγκριση απόφασης δημάρχου"),
        ("∆ΗΜΟΣ ΡΟ∆ΟΥ: ΠPOMHΘEIA", "δήμος ρόδου: προμήθεια"),
        ("ΜΙΣΘΟΔΟΣΙΑ ΜΑΪΟΥ 2024", "μισθοδοσία μαΐου 2024"),
        ("Δ.Ε.Υ.Α. ΚΟΖΑΝΗΣ", "δευα κοζάνης"),
        ("Έγκριση 1ου Α.Π.Ε.", "έγκριση 1ου απε"),
        ("LED ΛΑΜΠΤΗΡΕΣ", "led λαμπτήρες"),
        ("ΕΠΑΝΑΔΡΟΜΟΛΟΓΗΣΗ", "επαναδρομολόγηση"),
    ],
)
def test_a_subject_is_prepared_for_embedding(subject: str, prepared: str) -> None:
    assert prepare(subject) == prepared


def test_an_accent_that_was_typed_is_kept() -> None:
    assert prepare("πότε ποτέ ΝΟΜΟΣ νομός") == "πότε ποτέ νόμος νομός"


def test_a_word_of_no_list_and_no_known_ending_stays_bare() -> None:
    assert prepare("ΞΡΑΖΚΡ") == "ξραζκρ"


@settings(deadline=None, max_examples=200)
@given(st.text(alphabet="ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεικλοςϊΐάέ .,-«»12ABho", max_size=40))
def test_preparing_twice_changes_nothing(text: str) -> None:
    assert prepare(prepare(text)) == prepare(text)


@settings(deadline=None, max_examples=200)
@given(st.text(alphabet="ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ ", max_size=30))
def test_preparing_adds_nothing_but_accents(text: str) -> None:
    assert fold(prepare(text)) == fold(text)


def test_a_known_subject_in_capitals_reads_like_a_sentence() -> None:
    subject = "ΠΡΟΜΗΘΕΙΑ ΕΛΑΣΤΙΚΩΝ ΓΙΑ ΤΑ ΟΧΗΜΑΤΑ ΤΟΥ ΔΗΜΟΥ. ΑΠΕΥΘΕΙΑΣ ΑΝΑΘΕΣΗ"
    assert readable(subject) == "Προμήθεια ελαστικών για τα οχήματα του δήμου. Απευθείας ανάθεση"


@pytest.mark.parametrize(
    ("subject", "shown"),
    [
        ("ΜΕΣΑ ΑΤΟΜΙΚΗΣ ΠΡΟΣΤΑΣΙΑΣ (Μ.Α.Π.) ΔΕΥΑ", "Μέσα ατομικής προστασίας (Μ.Α.Π.) ΔΕΥΑ"),
        ("ΕΓΚΡΙΣΗ 2ΟΥ Α.Π.Ε. ΤΟΥ ΕΡΓΟΥ", "Έγκριση 2ου Α.Π.Ε. του έργου"),
        ("ΜΕΛΕΤΗ «ΥΔΡΕΥΣΗ ΟΙΚΙΣΜΩΝ» ΤΟΥ ΔΗΜΟΥ", "Μελέτη «ΥΔΡΕΥΣΗ ΟΙΚΙΣΜΩΝ» του δήμου"),
        ("ΕΡΓΑΣΙΕΣ ΣΤΗΝ ΚΟΙΝΟΤΗΤΑ ΑΓΙΟΥ ΓΕΩΡΓΙΟΥ", "Εργασίες στην κοινότητα Αγίου Γεωργίου"),
        ("ΜΙΣΘΟΔΟΣΙΑ ΜΗΝΟΣ ΜΑΪΟΥ Α΄ ΔΕΚΑΠΕΝΘΗΜΕΡΟ", "Μισθοδοσία μηνός Μαΐου Α΄ δεκαπενθήμερο"),
    ],
)
def test_acronyms_quotations_and_names_keep_their_case(subject: str, shown: str) -> None:
    assert readable(subject) == shown


def test_one_unknown_word_leaves_the_subject_as_published() -> None:
    assert readable("ΠΡΟΜΗΘΕΙΑ  ΞΡΑΖΚΡ ΤΟΥ ΔΗΜΟΥ") == "ΠΡΟΜΗΘΕΙΑ ΞΡΑΖΚΡ ΤΟΥ ΔΗΜΟΥ"


def test_names_of_places_make_words_known() -> None:
    assert readable("ΕΡΓΑ ΣΤΗΝ ΞΡΑΖΚΑΔΑ", frozenset({"Ξραζκάδα"})) == "Έργα στην Ξραζκάδα"


def test_a_subject_that_is_not_in_capitals_is_left_alone() -> None:
    assert readable("Προμήθεια ΚΑΥΣΙΜΩΝ για τον δήμο") == "Προμήθεια ΚΑΥΣΙΜΩΝ για τον δήμο"
    assert readable("") == ""


@pytest.mark.parametrize("word", ["ΡΟΔΟΥ", "ροδου", "Ρόδου", unicodedata.normalize("NFD", "Ρόδου")])
def test_a_known_word_is_found_however_it_is_written(word: str) -> None:
    assert accented(word) == "Ρόδου"


def test_the_first_and_last_words_of_the_list_are_found() -> None:
    assert accented("α") is not None
    assert accented("ωωωω") is None
    assert accented("") is None
    assert accented("word") is None


def test_beginnings_of_words_are_known() -> None:
    assert begins_a_word("συντηρησ")
    assert begins_a_word("συντηρηση")
    assert not begins_a_word("συντηρηξ")


def test_the_shipped_list_is_what_its_recipe_makes() -> None:
    assert (FOLDER / "accents.gz").read_bytes() == build()
