"""Search lexemes: the forms of a word meet, words of their own stay apart."""

import csv
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.greek.lexemes import lexemes, positions, stem, tsvector

PAIRS = (
    ("συντήρηση", "συντηρήσεις"), ("συντήρηση", "ΣΥΝΤΗΡΗΣΗΣ"), ("δήμος", "δήμου"), ("δήμος", "δήμων"),
    ("δήμος", "ΔΗΜΟΥ"), ("καύσιμα", "καυσίμων"), ("απορρίμματα", "απορριμμάτων"), ("κτήριο", "κτίριο"),
    ("ΚΤΗΡΙΟ", "κτιρίου"), ("υπηρεσία", "υπηρεσίες"), ("υπηρεσία", "υπηρεσιών"), ("έγκριση", "εγκρίσεις"),
    ("εργασία", "εργασίες"), ("προϊστάμενος", "ΠΡΟΙΣΤΑΜΕΝΟΣ"), ("Μαΐου", "ΜΑΙΟΥ"), ("Μαΐου", "Μάιος"),
    ("ευρωπαϊκό", "ΕΥΡΩΠΑΙΚΟ"), ("αθλητικός", "αθλητικών"), ("τιμολόγιο", "τιμολογίου"),
    ("προϋπολογισμός", "ΠΡΟΥΠΟΛΟΓΙΣΜΟΥ"), ("λαϊκή", "ΛΑΙΚΗΣ"), ("εξοπλισμός", "εξοπλισμού"),
    ("πανεπιστήμιο", "πανεπιστημίου"), ("συμβούλιο", "συμβουλίου"),
)  # fmt: skip


@pytest.mark.parametrize(("document", "query"), PAIRS)
def test_forms_of_a_word_have_one_lexeme(document: str, query: str) -> None:
    assert lexemes(document) == lexemes(query) != ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("μουσείο", "μουσική"),
        ("σύμβουλος", "συμβούλιο"),
        ("στολή", "στολισμός"),
        ("ΔΕΗ", "Δ.Ε."),
        ("δεύτερος", "δε"),
        ("δήμαρχος", "δημαρχείο"),
        ("όργανα", "οργανισμός"),
        ("είδη", "ειδικός"),
        ("φορέας", "φόρος"),
        ("μετατροπή", "μετατροπέων"),
        ("συλλογή", "σύλλογος"),
        ("ζωή", "ζώα"),
        ("ΚΑΠΗ", "ΚΑΠ"),
        ("χώρος", "χωριό"),
    ],
)
def test_words_of_their_own_stay_apart(one: str, other: str) -> None:
    assert lexemes(one) != lexemes(other)


@pytest.mark.parametrize(
    "forms",
    [
        "παιδί παιδιά παιδιών παιδιού",
        "φορέας φορείς φορέων φορέα",
        "μετατροπέα ΜΕΤΑΤΡΟΠΕΩΝ",
        "στερεά στερεών στερεού",
        "συντήρηση ΣΥΝΤΗΡΗΣΗΝ",
        "προϊόν προϊόντος προϊόντα ΠΡΟΪΟΝΤΩΝ",
        "σύμβαση σύμβασης συμβάσεις συμβάσεων συμβάσεως",
        "1ο 1ου 1ος 1η",
        "απορρίμματα απορίμματα απορρίματα",
        "γραφείο γραφεία γραφείων ΓΡΑΦΕΙΟΥ",
        "εταιρεία εταιρία εταιρειών εταιρίες",
        "σχολικός σχολικών σχολική σχολικές",
        "δέντρα δένδρων",
        "κορονοϊός κορωνοϊού",
        "Αγ. Αγίου Αγία",
        "διαχείριση διαχείρηση",
    ],
)
def test_all_the_forms_of_a_word_meet(forms: str) -> None:
    assert len({lexemes(form) for form in forms.split()}) == 1


def test_stop_words_go_on_both_sides_and_count_as_places() -> None:
    assert positions("Συντήρηση των κτιρίων του Δήμου") == (("συντηρησ", 1), ("κτιρι", 3), ("δημ", 5))
    assert lexemes("συντήρηση κτηρίων δήμου") == lexemes("Η ΣΥΝΤΗΡΗΣΗ ΤΩΝ ΚΤΙΡΙΩΝ ΤΟΥ ΔΗΜΟΥ")


def test_a_tsvector_is_written_with_positions_and_without_quotes_to_escape() -> None:
    assert tsvector("Καύσιμα κίνησης, καύσιμα θέρμανσης") == "'θερμανσ':4 'καυσιμ':1,3 'κινησ':2"
    assert tsvector("") == tsvector("του - !!") == ""
    assert tsvector("α'β\\ΓΔ 'τέλος'") == "'α':1 'β':2 'γδ':3 'τελ':4"


def test_positions_stay_inside_what_postgres_keeps() -> None:
    text = " ".join(["λέξη", "άλλη"] * 9_000)
    vector = tsvector(text)
    assert max(int(place) for part in vector.split() for place in part.split(":")[1].split(",")) <= 16_383
    assert all(len(part.split(",")) <= 255 for part in vector.split())


@settings(deadline=None, max_examples=300)
@given(st.text(max_size=40))
def test_lexemes_hold_only_letters_and_digits(text: str) -> None:
    allowed = set("abcdefghijklmnopqrstuvwxyz0123456789αβγδεζηθικλμνξοπρστυφχψω")
    assert all(lexeme and set(lexeme) <= allowed for lexeme in lexemes(text))


@settings(deadline=None, max_examples=300)
@given(st.text(alphabet="αβγδεηικλμνοπρστυφχψωάέήίόύώϊϋς", min_size=1, max_size=14))
def test_capitals_have_the_lexeme_of_small_letters(word: str) -> None:
    assert lexemes(word) == lexemes(word.upper()) == lexemes(word.lower())


def test_a_word_of_another_alphabet_has_no_lexeme() -> None:
    assert stem("中文") == ""
    assert lexemes("中文 δήμος") == ("δημ",)


@pytest.mark.shared
def test_forms_find_their_lemma_in_the_procurement_list(shared_data: Path) -> None:
    with (shared_data / "reference" / "greek_inflections.tsv").open(encoding="utf-8", newline="") as lines:
        pairs = [(row["form"], row["lemma"]) for row in csv.DictReader(lines, delimiter="\t")]
    found = sum(lexemes(form) == lexemes(lemma) for form, lemma in pairs)
    in_capitals = sum(lexemes(form.upper()) == lexemes(lemma) for form, lemma in pairs)
    assert len(pairs) == 735
    assert found >= 0.96 * len(pairs)
    assert in_capitals >= 0.96 * len(pairs)


def test_a_verb_of_what_will_be_done_is_no_noun() -> None:
    assert lexemes("που θα καλύψουν τις ανάγκες")[0] not in lexemes("κάλυψη αναγκών")
    assert lexemes("θα καλύψουμε") == lexemes("θα καλύψουν")
    assert lexemes("καλύψεις") == lexemes("κάλυψης") == lexemes("κάλυψη")


def test_a_word_cut_short_is_not_the_one_that_it_looks_like() -> None:
    assert lexemes("ΕΡΓ. ΣΥΝΤ.")[0] not in lexemes("έργο έργα έργων έργου")
